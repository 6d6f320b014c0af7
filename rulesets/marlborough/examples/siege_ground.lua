-- SPDX-License-Identifier: GPL-3.0-or-later
-- The ground of the examples of fortresses and sieges: 10 columns (A to J) and 8 rows of clear
-- average hexes. The place in question is E4; nothing else stands there unless a case puts it.

local ground = {}

local rows = {}
for row = 1, 8 do rows[row] = (row % 2 == 0 and " " or "") .. (". "):rep(10) end

ground.map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
  terrain = { ["."] = "average clear" }, rows = rows, boxes = { { name = "Britain" } } }

ground.at = "E4"

--- A situation on that ground, in the Activity Phase; `data` as `situation` takes it.
function ground.begin(data)
  local all_of_it = { map = ground.map, kind = "force", phase = "activity", active = "french" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  return situation(all_of_it)
end

--- A fortress of a side, and its own from the beginning; `more` overrides fields.
function ground.fortress(side, name, class, printed, more)
  local fields = { name = name, side = sides[side], owner = sides[side], class = class, printed = printed,
    intrinsic = printed, place = map.hex(ground.at) }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("fortress", fields)
end

--- A force at the place, in supply; `more` overrides fields. A magazine of its grade lies with it.
function ground.force(side, nation, sp, more)
  local fields = { name = nation .. " force", side = sides[side], nation = nation, size = "army", sp = sp,
    place = map.hex(ground.at), active = true }
  for key, value in pairs(more or {}) do fields[key] = value end
  local force = create("force", fields)
  local of_army = force.size == "army"
  create("magazine", { name = force.name .. "'s magazine", side = force.side, nation = nation, grade = "primary",
    army = of_army and force or nil, place = force.place })
  return force
end

--- A leader, with a force or in a fortress: { name, AV, modifier }.
function ground.leader(with, entry, more)
  local fields = { name = entry[1], side = with.side, nation = with.nation, av = entry[2], modifier = entry[3] }
  if with.kind == "force" then fields.post, fields.force = "force", with
  else fields.post, fields.inside, fields.nation = "garrison", with, "dutch" end
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("leader", fields)
end

--- Siege trains of a side at the place.
function ground.trains(side, nation, n)
  for i = 1, n do
    create("train", { name = ("%s train %d"):format(nation, i), side = sides[side], nation = nation,
      place = map.hex(ground.at) })
  end
end

return ground
