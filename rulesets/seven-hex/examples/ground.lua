-- SPDX-License-Identifier: GPL-3.0-or-later
-- The ground of the examples: an area Mid with two rings of areas around it.
--
-- Areas next to Mid are N0 to N5 by direction. Those two away are named by the two directions
-- that lead there: N00 is straight on from N0, N01 lies between N0 and N1 (and N50 between N5
-- and N0). Attacks come from N0 unless a case says otherwise; N3 is then straight behind Mid.
-- The outer hexes of Mid that face N0 are Mid/1 and Mid/2.

local V = { [0] = { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 }, { 1, -1 } }

--- A map of 19 areas. changes: area name -> entries of that area (terrain, height); borders:
--- list of borders; chirality.
local function ground(changes)
  changes = changes or {}
  local areas = {}
  local function add(name, a, b)
    local area = { name = name, at = { a, b } }
    for key, value in pairs(changes[name] or {}) do area[key] = value end
    areas[#areas + 1] = area
  end
  add("Mid", 0, 0)
  for i = 0, 5 do add("N" .. i, V[i][1], V[i][2]) end
  for i = 0, 5 do
    local j = (i + 1) % 6
    add("N" .. i .. i, 2 * V[i][1], 2 * V[i][2])
    add("N" .. i .. j, V[i][1] + V[j][1], V[i][2] + V[j][2])
  end
  return { kind = "flowers", chirality = changes.chirality or "R", areas = areas,
    borders = changes.borders or {} }
end

return ground
