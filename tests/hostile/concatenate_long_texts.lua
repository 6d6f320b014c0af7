-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: CPU time limit|instruction limit
local a = ("x"):rep(1024 * 1024)
while true do local _ = a .. "y" end
