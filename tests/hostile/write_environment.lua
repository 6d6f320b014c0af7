-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: not declared
_ENV.type = 1
