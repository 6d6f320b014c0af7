-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit
local t = {}
for i = 1, 200 do local u = {} for j = 1, 65537 do u[j] = j end t[i] = u end
