-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: CPU time limit|instruction limit
local a = ("x"):rep(1024 * 1024) .. "a"
local b = ("x"):rep(1024 * 1024) .. "b"
while true do local _ = a < b end
