-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: stack overflow|memory limit
local f, g
function f() return 1 + g() end
function g() return 1 + f() end
f()
