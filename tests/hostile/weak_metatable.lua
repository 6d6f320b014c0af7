-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `setmetatable`
local t = setmetatable({}, setmetatable({}, { __mode = "kv" }))
while true do t[#t + 1] = {} end
