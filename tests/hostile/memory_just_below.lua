-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|instruction limit
local keep = {}
for i = 1, 62 do keep[i] = ("x"):rep(1024 * 1024 - i) end
while true do local waste = {} for i = 1, 1000 do waste[i] = {} end end
