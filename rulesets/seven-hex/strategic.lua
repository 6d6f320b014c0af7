-- SPDX-License-Identifier: GPL-3.0-or-later
-- 6 Strategic Movement: a. by road, b. without road, c. redeployment. The free move of cavalry
-- after combat (10.19) and command units (15) go the same ways.

local none = {}

-- --- 6.2: who may move ------------------------------------------------------------------------

--- The phase of a side begins: command units that escaped come back, nobody has moved yet.
rule("6.1", "begin_strategic", function ()
  local only = not option.alternating and game.active or nil
  for _, side in ipairs(sides) do
    if not only or side == only then rules.return_of_commanders(side) end   -- 10.22
  end
  for _, unit in ipairs(all("unit", { marched = true })) do
    if not only or unit.side == only then unit.marched = false end
  end
  for _, unit in ipairs(all("unit", { held = true })) do
    if not only or unit.side == only then unit.held = false end
  end
end)

--- The phase ends: commanders committed in an earlier turn are free again (20.2).
rule("6.1", "end_strategic", function ()
  rules.note_holders()                                                   -- 17.1
  rules.release_commanders()                                             -- 20.2
end)

--- Whether a command unit can enable a unit's strategic move: its own; for artillery any of its
--- side (reading G13, for counters without marking).
rule("6.2", "enables", function (commander, unit)
  if commander.arm ~= "command" or commander.side ~= unit.side then return false end
  if rules.barred_by_focus(commander) then return false end              -- 20.2
  if rules.commands_unit(commander, unit) then return true end           -- 3.11
  return unit.arm == "artillery" and (option.artillery_command == "any" or unit.army == "")
end)

local COMMAND, NOT_MOVED = { arm = "command" }, { marched = false }

--- Whether a unit begins in the area of a command unit that enables it, or next to one. Command
--- units stand still in this phase, and a unit moves once: so it is asked where it stands.
rule("6.2", "in_command", function (unit)
  local near = units_of(unit.side, rules.in_or_next_to(unit.area), "unit", COMMAND)
  for i = 1, #near do
    if rules.enables(near[i], unit) then return true end
  end
  return false
end)

--- Whether all combat units in a hex are in good order: one disrupted unit keeps all of them.
rule("3.9", "hex_in_good_order", function (hex)
  local there = units_at(hex)
  for i = 1, #there do
    if there[i].disrupted then return false end
  end
  return true
end)

--- Whether a unit may make some strategic move: the id of the rule that forbids it, or nil.
rule("6.2", "strategic_bar", function (unit)
  if unit.arm == "command" then return "6.1" end
  if unit.marched then return "6.2" end
  if unit.held then return "6.2b" end
  if not rules.hex_in_good_order(unit.place) then return "3.9" end
  if not rules.in_command(unit) then return "6.2" end
  return nil
end)

local WHY = {
  ["6.1"]  = "{unit} is a command unit: it moves in its own phase",
  ["6.2"]  = "{unit} has made its strategic move",
  ["6.2b"] = "{unit} stays where it is this turn: another unit left under its cover",
  ["3.9"]  = "a disrupted unit keeps all units on {hex}",
}

--- Refuses what no unit of a list may do, whatever the type of move.
rule("6.2", "check_strategic", function (side, units)
  local hex = units[1].place
  for i = 1, #units do
    local unit = units[i]
    if unit.side ~= side then
      refuse("6.1", "{unit} is not a unit of the {side} side", { unit = unit, side = side })
    elseif not hex or unit.place ~= hex then
      refuse("6.2", "{unit} is not stacked with {first}", { unit = unit, first = units[1] })
    end
    local bar = rules.strategic_bar(unit)
    if bar == "6.2" and not unit.marched then
      refuse("6.2", "{unit} does not begin in or next to the area of its command unit", { unit = unit })
    elseif bar then
      refuse(bar, WHY[bar], { unit = unit, hex = hex })
    end
  end
  return hex
end)

-- --- 6.2a, 6.2b: ways through the areas -------------------------------------------------------

--- Road moves keep away from areas next to an enemy stack: at the start, on the way, at the end.
rule("6.2a", "road_is_safe", function (area, enemy)
  for _, near in ipairs(areas_with(enemy, rules.adjacent_areas(area))) do
    if rules.holds_stack_of(enemy, near) then return false end           -- 4.6, G10
  end
  return true
end)

--- Whether an enemy next door threatens an area, across a border that can be crossed (G12).
rule("6.2b", "is_threatened", function (area, enemy)
  return has_units(enemy, rules.open_areas(area))
end)

--- Friends that cover others who leave a threatened area: combat units that have not made a
--- strategic move this turn, and are not among those who leave (reading G14).
rule("6.2b", "cover_in", function (area, leaving)
  local side, list = leaving[1].side, {}
  for _, unit in ipairs(units_of(side, area)) do
    if unit.arm ~= "command" and not unit.marched then
      local goes = false
      for i = 1, #leaving do goes = goes or leaving[i] == unit end
      if not goes then list[#list + 1] = unit end
    end
  end
  return list
end)

--- Whether an enemy keeps units from leaving an area without road, unless somebody covers them. By
--- the other reading of G14 not from the area where they begin.
rule("6.2b", "is_held_up", function (units, area)
  if option.leaving == "entered" and area == units[1].area then return false end
  return rules.is_threatened(area, units[1].side.enemy)
end)

--- Whether units may leave an area without road: nobody threatens it, or somebody covers them.
rule("6.2b", "may_leave", function (units, area)
  if not rules.is_held_up(units, area) then return true end
  if units[1].arm == "command" and option.command_leaves then return true end   -- G42
  return #rules.cover_in(area, units) > 0
end)

--- Whether units may step from an area into the next: the border is open, no enemy is there
--- (reading G11), there is room at every instant, and no glanders.
rule("6.2", "may_enter", function (units, a, b)
  return rules.crossing_open(a, b) and rules.may_enter_hex(b.centre)
    and not has_units(units[1].side.enemy, b)
    and rules.has_room(units, b) and not rules.glanders_bars(units, b)
end)

--- How far the slowest of some units comes, in areas; 0 for artillery.
rule("6.2", "strategic_distance", function (units, by)
  local chart = by == "road" and charts.road_distance or charts.field_distance
  local least
  for i = 1, #units do
    local distance = chart:at(units[i].arm)
    if not least or distance < least then least = distance end
  end
  return least
end)

--- The areas next to an area along a road.
ground_rule("6.2a", "along_roads", function (area)
  local list = {}
  for _, other in ipairs(area.neighbours) do
    if map.border(area, other).road then list[#list + 1] = other end
  end
  return list
end)

--- Where units may go on to from an area "road" by road, by "field" or "alone" (by field with nobody
--- left behind as cover). Roads are safe where they were entered.
rule("6.2", "ways_on", function (units, area, by)
  if by == "road" then return rules.along_roads(area) end
  local may
  if by == "alone" then may = not rules.is_held_up(units, area)
  else may = rules.may_leave(units, area) end
  return may and rules.open_areas(area) or none
end)

--- Whether units may take the step from an area into the next.
rule("6.2", "may_step", function (units, a, b, by)
  return rules.may_enter(units, a, b) and (by ~= "road" or rules.road_is_safe(b, units[1].side.enemy))
end)

--- Every area that units can reach in so many steps: a list in order of distance, and from which
--- area each was entered, by number. With `goal` it looks only for ways that can still come there.
rule("6.2", "ways_of", function (units, by, steps, goal)
  local start = units[1].area
  local list, came_from, edge = {}, { [start.index] = start }, { start }
  for left = steps - 1, 0, -1 do
    local further = {}
    for _, area in ipairs(edge) do
      local here = rules.ways_on(units, area, by)
      for i = 1, #here do
        local there = here[i]
        if not came_from[there.index] and (not goal or map.distance(there, goal) <= left)
          and rules.may_step(units, area, there, by) then
          came_from[there.index] = area
          further[#further + 1] = there
          list[#list + 1] = there
          if there == goal then return list, came_from end
        end
      end
    end
    edge = further
  end
  return list, came_from
end)

--- Every area that units can reach by "road", by "field" or "alone". With `goal` it looks for the
--- shortest way there, first among those that make no detour.
rule("6.2", "ways", function (units, by, goal)
  local start, steps = units[1].area, rules.strategic_distance(units, by)
  if by == "road" and not rules.road_is_safe(start, units[1].side.enemy) then return none, none end
  if goal then
    local straight = map.distance(start, goal)
    if straight == 0 or straight > steps then return none, none end
    local list, came_from = rules.ways_of(units, by, straight, goal)
    if came_from[goal.index] then return list, came_from end
  end
  return rules.ways_of(units, by, steps, goal)
end)

--- By road, for types a.
rule("6.2a", "road_reach", function (units)
  return rules.ways(units, "road")
end)

--- Without road, for type b.
rule("6.2b", "field_reach", function (units)
  return rules.ways(units, "field")
end)

--- All areas that units reach one way or the other; one move is of one type (reading G13).
rule("6.2", "strategic_reach", function (units)
  local list, seen = {}, {}
  for _, area in ipairs(rules.field_reach(units)) do
    list[#list + 1] = area
    seen[area.index] = true
  end
  for _, area in ipairs(rules.road_reach(units)) do
    if not seen[area.index] then list[#list + 1] = area end
  end
  table.sort(list, function (a, b) return a.index < b.index end)
  return list
end)

local ONLY_ROAD, ANY_WAY = { "road" }, { "alone", "road", "field" }

--- The way to an area: "alone", "road" or "field", and the areas gone through, first to last;
--- nil when there is none. A way that leaves nobody behind as cover comes first.
rule("6.2", "way_to", function (units, to, by)
  for _, kind in ipairs(by == "road" and ONLY_ROAD or ANY_WAY) do
    local _, came_from = rules.ways(units, kind, to)
    if came_from[to.index] then
      local path, area, start = {}, to, units[1].area
      while area ~= start do
        table.insert(path, 1, area)
        area = came_from[area.index]
      end
      return kind, path
    end
  end
  return nil
end)

--- In each threatened area that units leave without road one friend stays for the turn; its
--- owner says which.
rule("6.2b", "hold_cover", function (units, path)
  local area = units[1].area
  for _, next_area in ipairs(path) do
    if rules.is_held_up(units, area) then
      local cover, held = rules.cover_in(area, units), false
      for _, unit in ipairs(cover) do held = held or unit.held end
      if not held and #cover > 0 then
        local unit = choose { by = units[1].side, rule = "6.2b", kind = "one", from = cover,
          default = cover[1], ask = "Which unit stays in " .. area.name .. " this turn?" }
        unit.held = true
      end
    end
    area = next_area
  end
end)

-- --- the moves --------------------------------------------------------------------------------

--- Names of at most eight areas, for refusals.
rule("6.2", "reach_in_words", function (areas)
  local names = {}
  for i, area in ipairs(areas) do
    if i > 8 then names[9] = "others" break end
    names[i] = area.name
  end
  return #names > 0 and table.concat(names, ", ") or "nowhere"
end)

--- Why there is no way to an area: refuses by the rule that forbids it, and says what is in reach.
rule("6.2", "refuse_way", function (units, to, by)
  local enemy, area = units[1].side.enemy, units[1].area
  local areas = by == "road" and rules.road_reach(units) or rules.strategic_reach(units)
  local ctx = { units = units, to = to, from = area, reach = rules.reach_in_words(areas) }
  if to == area then
    refuse("6.2", "{units} {units:is|are} in {to} already; within reach: {reach}", ctx)
  elseif has_units(enemy, to) then
    refuse("10.1", "the enemy is in {to}: it takes an order to go there; within reach: {reach}", ctx)
  elseif not rules.may_enter_hex(to.centre) then
    refuse("4.5", "{to} has marsh or woods in its middle; within reach: {reach}", ctx)
  elseif not rules.has_room(units, to) then
    refuse("4.1", "{to} has no room for {units}; within reach: {reach}", ctx)
  elseif rules.glanders_bars(units, to) then
    refuse("4.4", "glanders: Tallard's cavalry may not join other cavalry; within reach: {reach}", ctx)
  elseif by == "road" and not rules.road_is_safe(area, enemy) then
    refuse("6.2a", "an enemy stack is next to {from}: no move along roads", ctx)
  elseif by == "road" then
    refuse("6.2a", "no safe road leads {units} to {to} in time; within reach: {reach}", ctx)
  end
  refuse("6.2b", "{units} {units:has|have} no way to {to}; within reach: {reach}", ctx)
end)

--- Units of one stack go to the central hex of an area, by road or without.
rule("6.2", "march", function (units, to, by)
  local hex = rules.check_strategic(game.active, units)                  -- 3.9, 6.1, 6.2
  for i = 1, #units do
    if units[i].arm == "artillery" then
      refuse("6.2", "{unit} is artillery: it can only redeploy", { unit = units[i] })
    end
  end
  if not hex.central then
    refuse("6.2", "{units} {units:does|do} not begin on a central hex: redeploy first", { units = units })
  end
  local kind, path = rules.way_to(units, to, by)                         -- 6.2a, 6.2b
  if not kind then return rules.refuse_way(units, to, by) end
  if kind == "field" then rules.hold_cover(units, path) end              -- 6.2b
  for i = 1, #units do
    units[i].place, units[i].marched = rules.arrival_hex(to), true       -- 2.4
  end
  note(kind == "road" and "6.2a" or "6.2b", "{units} {units:marches|march} to {to}" .. (kind == "road" and " by road" or ""),
    { units = units, to = to })
end)

--- Redeployment: units of one stack go to another hex of their area.
rule("6.2c", "redeploy", function (units, to)
  local hex = rules.check_strategic(game.active, units)                  -- 3.9, 6.1, 6.2
  if to.area ~= hex.area then
    refuse("6.2c", "{to} is not in {area}: units redeploy within their area",
      { to = to, area = hex.area })
  elseif to == hex then
    refuse("6.2c", "{units} already {units:stands|stand} on {to}", { units = units, to = to })
  elseif not rules.may_enter_hex(to) then
    refuse("4.5", "{to} is marsh or woods", { to = to })
  end
  for i = 1, #units do units[i].place, units[i].marched = to, true end
  note("6.2c", "{units} {units:redeploys|redeploy} to {to}", { units = units, to = to })
end)

-- --- 10.19: the free move -----------------------------------------------------------------------

--- The areas of the free move: by road or without, not both in one move.
rule("10.19", "free_destinations", function (unit)
  return rules.strategic_reach({ unit })
end)

--- The free strategic move: its player may make it or leave it. It does not use up the unit's
--- own one, and needs no command unit (reading G24).
rule("10.19", "free_move", function (unit)
  if unit.held or not unit.place.central then return end                 -- 6.2, 6.2b
  local options = rules.free_destinations(unit)
  if #options == 0 then return end
  table.insert(options, 1, "stay")
  local to = choose { by = unit.side, rule = "10.19", kind = "one", from = options,
    ask = "Free strategic move of " .. unit.name, default = "stay" }
  if to == "stay" then return end
  local kind, path = rules.way_to({ unit }, to)
  if kind == "field" then rules.hold_cover({ unit }, path) end           -- 6.2b
  unit.place = rules.arrival_hex(to)
  note("10.19", "{unit} moves to {to}", { unit = unit, to = to })
end)

-- --- the commands -------------------------------------------------------------------------------

--- Units on the hex of those already named, or all in or next to the areas of command units (6.2).
local function within_command(args)
  local first, areas, listed = args.units and args.units[1], {}, {}
  if first and first.place then return units_at(first.place) end
  for _, commander in ipairs(all("unit", { arm = "command", side = game.active })) do
    local near = commander.area and rules.in_or_next_to(commander.area) or none
    for i = 1, #near do
      local number = near[i].index
      if not listed[number] then areas[#areas + 1] = near[i] end
      listed[number] = true
    end
  end
  return units_of(game.active, areas, "unit", NOT_MOVED)
end

local function can_redeploy(unit)
  return unit.side == game.active and not rules.strategic_bar(unit)
end

local function can_march(unit)
  local arm = unit.arm
  return (arm == "infantry" or arm == "cavalry") and unit.place.central and can_redeploy(unit)
end

--- For players that pick at random, one area that units reach: any by road, or a step or two
--- away without.
rule("6.2", "area_nearby", function (units, by, below)
  local start, area, road = units[1].area, units[1].area, by == "road"
  if road and not rules.road_is_safe(start, units[1].side.enemy) then return nil end
  for _ = 1, 1 + below(road and 4 or 2) do
    local near = rules.ways_on(units, area, by or "field")
    local next_area = #near > 0 and near[below(#near) + 1]
    if not next_area or not rules.may_step(units, area, next_area, by) then break end
    area = next_area
  end
  return area ~= start and area or nil
end)

local function march_nearby(args, below) return rules.area_nearby(args.units, args.by, below) end

local function in_reach(args)
  local units = args.units
  if not units or not units[1] or not units[1].place then return map.areas end
  if args.by == "road" then return (rules.road_reach(units)) end
  return rules.strategic_reach(units)
end

local function own_hexes(args)
  local unit, list = args.units and args.units[1], {}
  for _, hex in ipairs(unit and unit.place and unit.area.hexes or {}) do
    if hex ~= unit.place and rules.may_enter_hex(hex) then list[#list + 1] = hex end
  end
  return list
end

local function own_hex(args, below)
  local hexes = args.units[1].area.hexes
  local hex = hexes[below(#hexes) + 1]
  return hex ~= args.units[1].place and rules.may_enter_hex(hex) and hex or nil
end

command "march" {
  rule = "6.2", help = "moves units of one stack strategically to another area",
  phases = { "strategic" },
  args = {
    { name = "units", kind = "units", help = "infantry or cavalry of one central hex",
      among = within_command, fits = can_march },
    { name = "by", kind = "word", keyword = "by", values = { "road" }, optional = true,
      help = "along roads only (6.2a)" },
    { name = "to", kind = "area", keyword = "to", help = "the area to go to", from = in_reach,
      sample = march_nearby },
  },
  run = function (args) return rules.march(args.units, args.to, args.by) end,
}

command "redeploy" {
  rule = "6.2c", help = "moves units of one stack to another hex of their area",
  phases = { "strategic" },
  args = {
    { name = "units", kind = "units", help = "units of one stack",
      among = within_command, fits = can_redeploy },
    { name = "to", kind = "hex", keyword = "to", help = "a hex of their area", from = own_hexes,
      sample = own_hex },
  },
  run = function (args) return rules.redeploy(args.units, args.to) end,
}
