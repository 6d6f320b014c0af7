-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|instruction limit
local t = {}
for i = 1, math.maxinteger do t["key" .. i] = i end
