-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: stop
local t = { 3, 2, 1 }
table.sort(t, function(a, b) for i = 1, 3 do t[i] = nil end return a < b end)
error("stop " .. #t)
