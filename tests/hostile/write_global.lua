-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: not declared
x = 1
