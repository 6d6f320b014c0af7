-- SPDX-License-Identifier: GPL-3.0-or-later
-- 7 Ranged Fire: artillery of the non-active player, each unit once, before the orders.
--
-- A fire is a plain table: gun, side, target (a hex), area, distance (in areas), need, roll, hit.

-- --- 7.1 to 7.3: which guns, how far, which way ---------------------------------------------------

--- How far a gun fires, in areas, by the weight of its shot.
rule("7.1", "range_of", function (gun)
  return charts.fire_range:at(gun.pounds)
end)

--- Why a gun cannot fire at all now: the id of the rule, or nil. Disrupted artillery does not
--- fire (reading G16).
rule("7.1", "fire_bar", function (gun)
  if gun.arm ~= "artillery" then return "3.3" end                        -- battalion guns do not fire
  local hex = gun.place
  if not hex or hex.central then return "7.1" end
  if gun.fired then return "7.2" end
  if gun.disrupted and not option.disrupted_fire then return "10.2" end
  if gun.pounds == 0 then return "7.1" end
  return nil
end)

local WHY = {
  ["3.3"]  = "{gun} is no artillery",
  ["7.1"]  = "{gun} must stand on an outer hex",
  ["7.2"]  = "{gun} has fired in this phase",
  ["10.2"] = "{gun} is disrupted",
}

--- The arc: areas within range, from the two that the gun's outer hex touches, widening (G5).
ground_rule("7.3", "arc_of", function (hex, range)
  return map.field_of_fire(hex, range)
end)

--- Whether an area stops a shot that passes over it: woods or a town, or higher ground than where
--- the gun is. Units never do (7.4).
ground_rule("7.5", "stops_shot", function (from, area)
  return area:has("woods", "town") or area.height > from.height
end)

--- Whether the straight line from area to area is free. Where it runs along a border, one free area
--- of the two is enough (reading G5); the gun's and the target's own area never stop it (7.6, 7.7).
ground_rule("7.5", "line_is_free", function (from, to)
  local line = map.line_between(from, to)
  for i = 1, #line do
    local stopped, free = false, false
    for _, passed in ipairs(line[i]) do
      if rules.stops_shot(from, passed) then stopped = true else free = true end
    end
    if stopped and (option.border_line == "strict" or not free) then return false end
  end
  return true
end)

--- What a gun on a hex can fire into: the areas of its arc to which the line is free.
ground_rule("7.5", "field_of_fire", function (hex, range)
  local list = {}
  for _, area in ipairs(rules.arc_of(hex, range)) do                     -- 7.1, 7.3
    if rules.line_is_free(hex.area, area) then list[#list + 1] = area end
  end
  return list
end)

-- --- 7.8, 7.9: the target ---------------------------------------------------------------------

--- Combat units of the other side on a hex; command units are no target.
rule("7.8", "units_under_fire", function (side, hex)
  return rules.combat_units_of(side.enemy, units_at(hex))                -- 3.1
end)

--- Enemies in an area that a gun can fire at.
rule("7.8", "targets_in", function (gun, area)
  return lacking(units_of(gun.side.enemy, area), "arm", "command")
end)

--- Areas that a gun can fire into where an enemy is.
rule("7.9", "areas_with_targets", function (gun)
  return areas_with(gun.side.enemy, rules.field_of_fire(gun.place, rules.range_of(gun)))
end)

--- Every stack that a gun can fire at: hexes.
rule("7.9", "targets_of", function (gun)
  local list, listed = {}, {}
  for _, area in ipairs(rules.areas_with_targets(gun)) do
    for _, unit in ipairs(rules.targets_in(gun, area)) do
      if not listed[unit.place] then list[#list + 1] = unit.place end
      listed[unit.place] = true
    end
  end
  return list
end)

--- Whether there is one.
rule("7.1", "has_target", function (gun)
  local areas = rules.areas_with_targets(gun)
  for i = 1, #areas do
    if #rules.targets_in(gun, areas[i]) > 0 then return true end
  end
  return false
end)

--- Whether any gun of a side could fire, target or not: else the phase is left out.
rule("7.1", "any_gun", function (side)
  for _, unit in ipairs(all("unit", { arm = "artillery", side = side })) do
    if not rules.fire_bar(unit) and rules.has_target(unit) then return true end
  end
  return false
end)

--- Whether an area is in the arc of a gun on a hex.
ground_rule("7.3", "in_arc", function (hex, area)
  for _, other in ipairs(rules.arc_of(hex, map.distance(hex.area, area))) do
    if other == area then return true end
  end
  return false
end)

--- Refuses a target, and names those there are.
local function refuse_target(id, template, gun, hex)
  local names = {}
  for i, target in ipairs(rules.targets_of(gun)) do names[i] = target.name end
  refuse(id, template .. "; targets: {targets}", { gun = gun, hex = hex, area = hex.area,
    targets = #names > 0 and table.concat(names, ", ") or "none" })
end

--- Refuses what may not fire, or not there; names the targets there are.
rule("7.9", "check_fire", function (gun, side, hex)
  if gun.side ~= side then
    refuse("7.1", "{gun} is not a unit of the {side} side", { gun = gun, side = side })
  end
  local bar = rules.fire_bar(gun)
  if bar then refuse(bar, WHY[bar], { gun = gun }) end
  local from, area = gun.area, hex.area
  if map.distance(from, area) > rules.range_of(gun) then
    refuse_target("7.1", "{area} is out of range of {gun}", gun, hex)
  elseif not rules.in_arc(gun.place, area) then
    refuse_target("7.3", "{area} is outside the arc of {gun}", gun, hex)
  elseif not rules.line_is_free(from, area) then
    refuse_target("7.5", "woods, a town or higher ground lies between {gun} and {area}", gun, hex)
  elseif #rules.units_under_fire(side, hex) == 0 then
    refuse_target(#units_at(hex) > 0 and "7.8" or "7.9", "no stack of the enemy is on {hex}", gun, hex)
  end
end)

-- --- 7.10: the roll and the hit -----------------------------------------------------------------

local ORDER = { infantry = 1, cavalry = 2, artillery = 3 }                -- 7.10; disrupted: 3 more

--- The units of a stack that may take the hit: undisrupted infantry, cavalry, artillery, then
--- disrupted infantry, cavalry, artillery.
rule("7.10", "hit_first", function (units)
  local list, rank = {}, 7
  for i = 1, #units do
    local unit = units[i]
    local its = ORDER[unit.arm] + (unit.disrupted and 3 or 0)
    if its < rank then list, rank = {}, its end
    if its == rank then list[#list + 1] = unit end
  end
  return list
end)

--- The roll that secures a hit: by distance, more into woods or a town.
rule("7.10", "roll_needed", function (fire)
  return charts.fire_hits:at(fire.distance) - charts.fire_modifiers:tally(fire).total   -- 7.6
end)

--- A hit on a stack: its owner chooses among equals. Command units that lose their troops meet
--- their fate.
rule("7.10", "hit_stack", function (fire)
  local owner = fire.side.enemy
  local from = rules.hit_first(rules.units_under_fire(fire.side, fire.target))
  local unit = choose { by = owner, rule = "7.10", kind = "one", from = from, default = from[1],
    ask = "Which unit takes the hit?" }
  rules.hit(unit, "7.10")                                                -- 10.4
  local combat, commanders = rules.split_by_kind(owner, fire.area)
  if #combat == 0 then rules.fate_of_commanders(commanders, fire.area) end   -- 10.21
end)

--- Ranged fire of one gun at one stack. Gives the fire.
rule("7", "fire", function (gun, hex)
  local side = game.actor
  rules.check_fire(gun, side, hex)                                       -- 7.1 to 7.5, 7.8, 7.9
  local fire = { gun = gun, side = side, target = hex, area = hex.area,
    distance = map.distance(gun.area, hex.area) }
  gun.fired = true                                                       -- 7.2
  fire.need = rules.roll_needed(fire)                                    -- 7.6, 7.7, 7.10
  note("7.9", "{gun} fires at {target}, {distance} away: {need} or more hits", fire)
  fire.hit = roll_as("2d6", "7.9 ranged fire", function (total)
    return total >= fire.need
  end, side)
  report("fire", fire.hit and "hit" or "miss")
  note("7.10", fire.hit and "a hit" or "a miss", fire)
  if fire.hit then rules.hit_stack(fire) end                             -- 7.10
  return fire
end)

--- The markers go at the end of the phase.
rule("7.2", "end_fire", function ()
  for _, unit in ipairs(all("unit", { fired = true })) do unit.fired = false end
  rules.note_holders()                                                   -- 17.1
end)

-- --- the command ------------------------------------------------------------------------------

local function own_guns() return all("unit", { arm = "artillery", side = game.actor }) end

local function can_fire(unit) return not rules.fire_bar(unit) and rules.has_target(unit) end

local function targets(args)
  if not args.gun or rules.fire_bar(args.gun) then return {} end
  return rules.targets_of(args.gun)
end

--- One of the targets, for players that pick at random: area by area until there is one.
local function a_target(args, below)
  local areas = rules.areas_with_targets(args.gun)
  while #areas > 0 do
    local units = rules.targets_in(args.gun, table.remove(areas, below(#areas) + 1))
    if #units > 0 then return units[below(#units) + 1].place end
  end
  return nil
end

outcomes("fire", { "hit", "miss" })

command "fire" {
  rule = "7", help = "fires a gun of the non-active player at a stack",
  phases = { "ranged_fire" },
  args = {
    { name = "gun", kind = "unit", help = "artillery on an outer hex",
      among = own_guns, fits = can_fire },
    { name = "at", kind = "hex", keyword = "at", help = "the hex of the stack", from = targets,
      sample = a_target },
  },
  run = function (args) return rules.fire(args.gun, args.at) end,
}
