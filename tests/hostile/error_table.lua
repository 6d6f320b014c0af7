-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: error_table.lua:3: error: the message is a text, not a table
error({ code = 1 })
