-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local s = ("("):rep(100000)
s:find("%b()")
