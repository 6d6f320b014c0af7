-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: CPU time limit|instruction limit
local keys, step = {}, (1 << 14) - 1
for j = 1, (1 << 13) + 1 do keys[-j * step] = j end
while true do
  for k in pairs(keys) do keys[k] = nil break end
end
