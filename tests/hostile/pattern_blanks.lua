-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local line = "x" .. (" "):rep(400000) .. "x"
while true do local _ = line:match("^%s*(.-)%s*$") end
