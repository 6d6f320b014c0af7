-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local t = {}
for i = 1, 1000 do t[i] = ("x"):rep(1000) end
while true do table.concat(t) end
