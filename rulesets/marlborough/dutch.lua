-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.5: Dutch caution.

local RETREATS = { evade = true, withdraw = true, siege = true }
local CAUTIOUS = { ["Spanish Netherlands"] = true, Cologne = true, Empire = true }

--- What is taken off a Dutch leader's AV.
rule("13.5-co", "dutch_caution", function (leader, forces, purpose, place)
  if leader.nation ~= "dutch" or not option.dutch or RETREATS[purpose] then return 0 end
  for _, other in ipairs(rules.commanders(forces)) do
    if other.nation ~= "dutch" then
      if place and place.area and CAUTIOUS[place.area.name] and has_units(leader.side.enemy, place, "force") then
        return charts.dutch:at "with others"
      end
      return 0
    end
  end
  return charts.dutch:at "alone"
end)
