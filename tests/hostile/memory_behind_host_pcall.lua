-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: memory limit|instruction limit
local keep = {}
while true do
  host_pcall(function() while true do keep[#keep + 1] = ("x"):rep(100000) .. #keep end end)
end
