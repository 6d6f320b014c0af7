-- SPDX-License-Identifier: GPL-3.0-or-later
-- 2 The Board, 3 The Pieces, 4 Occupying an Area: what combat and tactical moves need of them.

local CAPACITY = 6                                         -- 4.1: OFs a side may have in an area
local HEAVY = 4                                            -- 4.2: marked hexes that make heavy going

-- --- 2: the board -----------------------------------------------------------------------------

--- The Danube is never crossed, by anything. Other rivers do not impede movement.
ground_rule("2.3", "danube_between", function (a, b)
  return map.border(a, b).danube
end)

--- Whoever goes to another area arrives on its central hex (and leaves from the central one).
rule("2.4", "arrival_hex", function (area)
  return area.centre
end)

--- The areas next to an area, for every rule that says "adjacent" (reading G12).
ground_rule("2.4", "adjacent_areas", function (area)
  return option.danube_adjacency == "geometric" and area.neighbours or rules.open_areas(area)
end)

--- An area and those next to it.
ground_rule("2.4", "in_or_next_to", function (area)
  local list = { area }
  for _, other in ipairs(rules.adjacent_areas(area)) do list[#list + 1] = other end
  return list
end)

-- --- 3: the pieces ----------------------------------------------------------------------------

--- Battalion guns act with their infantry unit only; they are no artillery.
rule("3.3", "has_battalion_guns", function (unit)
  return unit.guns and unit.arm == "infantry"
end)

--- Platoon firers: infantry of Marlborough's army, as the counter says. All others fire by rank.
rule("10 note", "fires_by_platoon", function (unit)
  return unit.platoon and unit.arm == "infantry"
end)

--- Trotters, cavalry of Marlborough's army, as the counter says; all others are pistoliers.
rule("11 note", "style_of_charge", function (unit)
  return unit.trotters and "trotters" or "pistoliers"
end)

--- A disrupted unit may not start combat (and see 10.2).
rule("3.9", "may_start_combat", function (unit)
  return not unit.disrupted
end)

--- Whether a command unit may move and rally a unit: only those of its designation.
rule("3.11", "commands_unit", function (commander, unit)
  return commander.arm == "command" and commander.side == unit.side
    and commander.army == unit.army
end)

--- Command units, and combat units, of one side among some units.
rule("3.10", "command_units_of", function (side, units)
  return having(having(units, "arm", "command"), "side", side)
end)
rule("3.1", "combat_units_of", function (side, units)
  return lacking(having(units, "side", side), "arm", "command")
end)

-- --- 4: occupying an area ---------------------------------------------------------------------

--- Particularly marshy or densely wooded: four or more marked hexes (reading G7).
ground_rule("4.2", "heavy_going", function (area)
  if option.marsh_and_woods == "together" then return area:count("marsh", "woods") >= HEAVY end
  return area:count "marsh" >= HEAVY or area:count "woods" >= HEAVY
end)

--- What an arm occupies in heavy going: one more than table 3.7 says (reading G8).
ground_rule("4.2", "heavy_occupancy", function (arm)
  if arm == "artillery" then return option.artillery_of end
  return arm == "command" and 0 or charts.occupancy:at(arm) + 1
end)

--- What an arm occupies in an area: table 3.7, or more in heavy going.
ground_rule("4.2", "occupancy_in", function (area, arm)
  return rules.heavy_going(area) and rules.heavy_occupancy(arm) or charts.occupancy:at(arm)
end)

--- OFs of some units in an area.
rule("4.1", "occupied_by", function (units, area)
  local total = 0
  for i = 1, #units do total = total + rules.occupancy_in(area, units[i].arm) end
  return total
end)

--- Whether some units of one side, not yet there, have room in an area beside their friends.
rule("4.1", "has_room", function (units, area)
  local needed = rules.occupied_by(units, area)
  return needed == 0 or needed + rules.occupied_by(units_of(units[1].side, area), area) <= CAPACITY
end)

--- Whether the units ordered into an attacked area fit it, the defenders ignored. Each attack
--- is checked by itself.
rule("4.3", "attack_fits", function (units, area)
  return rules.occupied_by(units, area) <= CAPACITY
end)

--- Whether glanders keeps some units from being in one area together with its occupants:
--- cavalry of Tallard's army never with cavalry of Marsin's or the Elector's.
rule("4.4", "glanders_bars", function (units, area)
  local infected, spared = false, false
  for i = 1, #units do
    infected = infected or units[i].glanders
    spared = spared or units[i].spared
  end
  if not (infected or spared) then return false end
  for _, unit in ipairs(units_in(area)) do
    infected = infected or unit.glanders
    spared = spared or unit.spared
  end
  return infected and spared
end)

--- No unit enters a marsh or woods hex.
ground_rule("4.5", "may_enter_hex", function (hex)
  return not hex:has("marsh", "woods")
end)

--- Whether the border of two adjacent areas can be crossed: a clear outer hex on this side
--- that touches a clear one on the other, and no Danube between.
ground_rule("4.5", "crossing_open", function (a, b)
  return map.open(a, b) and not rules.danube_between(a, b)
end)

--- The areas next to an area across borders that can be crossed.
ground_rule("4.5", "open_areas", function (area)
  local list = {}
  for _, other in ipairs(area.neighbours) do
    if rules.crossing_open(area, other) then list[#list + 1] = other end
  end
  return list
end)

--- Whether some units are a stack: combat units, if only artillery (reading G10).
rule("4.6", "is_stack", function (units)
  for i = 1, #units do
    local arm = units[i].arm
    if arm == "infantry" or arm == "cavalry" then return true end
    if arm == "artillery" and option.lone_artillery then return true end
  end
  return false
end)

--- Whether a side has a stack in an area.
rule("4.6", "holds_stack_of", function (side, area)
  return has_units(side, area) and rules.is_stack(units_of(side, area))
end)

--- Whether a side has a combat unit in an area.
rule("3.1", "holds_combat_unit", function (side, area)
  if not has_units(side, area) then return false end
  local there = units_of(side, area)
  for i = 1, #there do
    if there[i].arm ~= "command" then return true end
  end
  return false
end)

invariant("4.1 no side has more than six OFs in an area", "area", "place", function (area)
  for _, side in ipairs(sides) do
    local there = units_of(side, area)
    if #there > 1 and rules.occupied_by(lacking(there, "arm", "command"), area) > CAPACITY then
      return area.name .. " holds more than six OFs of the " .. side.name .. " side"
    end
  end
end)

invariant("4.4 glanders keeps Tallard's cavalry apart", "area", "place", function (area)
  if not option.glanders_bars then return end              -- it may have retreated there (G9)
  local units = units_in(area)
  if #units > 1 and rules.glanders_bars(units, area) then
    return area.name .. " holds cavalry of Tallard with other cavalry of its side"
  end
end)

invariant("4.5 no unit stands in marsh or woods", "unit", "place", function (unit)
  if unit.place and not rules.may_enter_hex(unit.place) then
    return unit.name .. " stands in marsh or woods"
  end
end)
