-- SPDX-License-Identifier: GPL-3.0-or-later
-- The ground of the battle examples: 26 columns (A to Z) and 20 rows of clear average hexes, so that
-- a rout of 8 MP ends on it. Battles are fought in L10; T10 is 8 MP east of it, D10 8 MP west.

local field = {}

local rows = {}
for row = 1, 20 do
  rows[row] = (row % 2 == 0 and " " or "") .. (". "):rep(26)
end

field.map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
  terrain = { ["."] = "average clear" }, rows = rows }

field.at = "L10"

--- A situation on that ground, in the Activity Phase; `data` as `situation` takes it.
function field.begin(data)
  local all_of_it = { map = field.map, kind = "force", phase = "activity", active = "allied" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  return situation(all_of_it)
end

--- A leader of a force: { name, AV, modifier }.
function field.leader(force, entry)
  return create("leader", { name = entry[1], side = force.side, nation = entry.nation or force.nation,
    av = entry[2], modifier = entry[3], post = "force", force = force, supreme = entry.supreme == true })
end

--- An active army with its leaders: { name, AV, modifier } each.
function field.army(side, nation, sp, leaders, more)
  local fields = { name = nation .. " army", side = sides[side], nation = nation, size = "army", sp = sp,
    place = map.hex(field.at), active = true }
  for key, value in pairs(more or {}) do fields[key] = value end
  local force = create("force", fields)
  for _, entry in ipairs(leaders or {}) do field.leader(force, entry) end
  return force
end

return field
