-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|instruction limit
local keep, names = {}, {}
for i = 1, 20000 do names["n" .. i] = i end
while true do
  keep[#keep + 1] = ("x"):rep(300000) .. #keep
  for k in pairs(names) do break end
end
