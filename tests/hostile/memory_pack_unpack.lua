-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|stack overflow|instruction limit
local function f(...)
  local t = table.pack(...)
  return f(1, 2, 3, 4, 5, 6, 7, 8, 9, table.unpack(t))
end
f()
