-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|instruction limit
local f = function() end
while true do local g = f f = function() return g end end
