-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|instruction limit
local t = {}
while true do t[#t + 1] = {} end
