-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local function deep(n)
  if n > 0 then return host_pcall(deep, n - 1) end
  while true do end
end
while true do deep(20) end
