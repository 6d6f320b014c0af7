-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: error_nil.lua:3: error: the message is a text, not nil
error(nil)
