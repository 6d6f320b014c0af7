-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|instruction limit
local keep = {}
for i = 1, 70 do
  keep[i] = ("x"):rep(1024 * 1024 - i)
  table.sort({ 3, 2, 1 })
end
