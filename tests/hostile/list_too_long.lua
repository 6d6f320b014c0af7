-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: more than 100000 elements
local t = {}
for i = 1, 100001 do t[i] = i end
table.sort(t)
