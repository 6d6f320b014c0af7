-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local big = ("x"):rep(1024 * 1024)
while true do big:upper() end
