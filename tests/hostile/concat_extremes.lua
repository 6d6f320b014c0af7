-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: more than 100000 elements
table.concat({}, "", math.mininteger, math.maxinteger)
