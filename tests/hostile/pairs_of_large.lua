-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit|CPU time limit
local t = {}
for i = 1, 50000 do t["k" .. i] = i end
while true do for k in pairs(t) do break end end
