-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local s = ("%s"):rep(10)
local big = ("x"):rep(100000)
while true do s:format(big, big, big, big, big, big, big, big, big, big) end
