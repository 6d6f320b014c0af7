-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local t = {}
for i = 1, 100000 do t[i] = i end
for i = 1, 100000 do table.remove(t, 1) end
