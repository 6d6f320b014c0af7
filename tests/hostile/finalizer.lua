-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `setmetatable`
setmetatable({}, { __gc = function() while true do end end })
