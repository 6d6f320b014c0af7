-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local t = { 1 }
while true do for k in pairs(t) do t[k] = k end end
