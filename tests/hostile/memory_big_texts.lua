-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit
local t = {}
for i = 1, 100 do t[i] = ("x"):rep(1024 * 1024 - i) end
