-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: C stack overflow
local function again(s) return (s:gsub(".", again)) end
again("x")
