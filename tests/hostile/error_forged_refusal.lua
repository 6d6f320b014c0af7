-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: error_forged_refusal.lua:3: error: the message is a text, not a table
error({ rule = "1", text = "no" })
