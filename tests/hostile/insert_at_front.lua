-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local t = {}
for i = 1, 100000 do table.insert(t, 1, i) end
