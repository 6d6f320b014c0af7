-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: C stack overflow
local last
local function f() local ok, e = host_pcall(f) if not ok then last = e end error(last, 0) end
f()
