-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: no value
("%s %s"):format(1)
