-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local function f() end
while true do f() end
