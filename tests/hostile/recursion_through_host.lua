-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: stack overflow|memory limit
local function f() host_call(f) end
f()
