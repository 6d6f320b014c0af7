-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: stack overflow|memory limit
local function f() return 1 + f() end
f()
