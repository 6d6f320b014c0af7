-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: assert_table.lua:3: assert: the message is a text, not a table
assert(1 == 2, { code = 1 })
