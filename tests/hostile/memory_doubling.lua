-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit
local s = "x"
while true do s = s .. s end
