-- SPDX-License-Identifier: GPL-3.0-or-later
-- Command units: those that lose their troops or meet the enemy alone (10.21, 10.22), and 15
-- Command Unit Movement.

local DISTANCE = 3                                         -- 10.22: areas from X, terrain ignored

--- Takes a command unit out of play for good, with its markers.
rule("10.21", "remove_command_unit", function (unit)
  for _, marker in ipairs(referrers(unit, "commander")) do eliminate(marker) end   -- 20.1
  eliminate(unit)
end)

--- One die: the command unit is captured or killed, or escapes.
rule("10.21", "fate_of_command_unit", function (unit, area)
  local fate = charts.command_fate:roll("1d6", "10.21 fate of " .. unit.name, nil, unit.side)
  if fate == "captured" then
    note("10.21", "{unit} is captured or killed", { unit = unit.name })
    rules.remove_command_unit(unit)
    return fate
  end
  unit.escaped, unit.escaped_from = game.turn, area.centre               -- 10.22
  unit.place = nil
  note("10.21", "{unit} escapes and leaves the board", { unit = unit })
  return fate
end)

--- All command units of an area, one die each.
rule("10.21", "fate_of_commanders", function (commanders, area)
  for _, unit in ipairs(commanders) do
    if unit.alive and unit.place then rules.fate_of_command_unit(unit, area) end
  end
end)

--- Attackers eliminated to the last: command units in the launching area are at risk when no
--- other friendly combat unit is there (reading G27).
rule("10.21", "fate_of_attacking_commander", function (outcome)
  if rules.any_alive(outcome.attackers) then return end
  local combat, command = rules.split_by_kind(outcome.side, outcome.from)
  if #combat == 0 then rules.fate_of_commanders(command, outcome.from) end
end)

--- Units of `side` enter an area: an enemy command unit that is alone there meets its fate.
rule("10.21", "enter_area", function (side, area)
  rules.fate_of_commanders(units_of(side.enemy, area), area)              -- a combat unit closes it, 12.2
end)

--- An attack on command units without troops: no combat, only their fate (reading G27).
rule("10.21", "attack_on_command", function (battle)
  report("result", "no combat")
  note("10.21", "only command units are in {area}", battle)
  rules.fate_of_commanders(battle.commanders, battle.area)
  battle.margin = 0
  if option.lone_command == "advance" then
    battle.advance = rules.declare_advance(battle)                       -- 10.18, no free move
    rules.make_advance(battle.advance)
  end
  return battle
end)

-- --- 10.22: the return ------------------------------------------------------------------------

--- Whether an escaped command unit is due: the whole game turn after its escape is spent off
--- the board (reading G27).
rule("10.22", "due_back", function (unit)
  return unit.escaped > 0 and game.turn >= unit.escaped + option.command_return
end)

--- Whether an area can receive it: near X, held by a friend, and not next to an enemy.
rule("10.22", "may_return_to", function (unit, area)
  local side = unit.side
  if map.distance(area, unit.escaped_from.area) > DISTANCE then return false end
  if not rules.holds_units_of(side, area) then return false end
  for _, other in ipairs(rules.adjacent_areas(area)) do
    if rules.holds_units_of(side.enemy, other) then return false end
  end
  return true
end)

--- Brings a command unit back, or removes it for good when no area will do.
rule("10.22", "return_command_unit", function (unit)
  local areas = {}
  for _, area in ipairs(map.areas) do
    if rules.may_return_to(unit, area) then areas[#areas + 1] = area end
  end
  if #areas == 0 then
    note("10.22", "{unit} finds no area to return to and is lost", { unit = unit.name })
    rules.remove_command_unit(unit)
    return
  end
  local area = choose { by = unit.side, rule = "10.22", kind = "one", from = areas,
    ask = "Where does " .. unit.name .. " return?", default = areas[1] }
  unit.place = rules.arrival_hex(area)
  unit.escaped, unit.escaped_from = 0, nil
  note("10.22", "{unit} returns to {area}", { unit = unit, area = area })
end)

--- At the beginning of its owner's turn.
rule("10.22", "return_of_commanders", function (side)
  for _, unit in ipairs(all("unit", { arm = "command", side = side })) do
    if rules.due_back(unit) then
      rules.return_command_unit(unit)
    end
  end
end)

-- --- 15: command unit movement ------------------------------------------------------------------

--- A command unit may move once in its phase, by road or without (6.2 a or b); it takes up no
--- room, and nobody but the enemy's nearness keeps it (reading G42).
rule("15.1", "check_ride", function (side, unit)
  if unit.arm ~= "command" then
    refuse("15.1", "{unit} is no command unit", { unit = unit })
  elseif unit.side ~= side then
    refuse("15.1", "{unit} is not a unit of the {side} side", { unit = unit, side = side })
  elseif not unit.place then
    refuse("10.22", "{unit} is off the board", { unit = unit })
  elseif unit.marched then
    refuse("15.1", "{unit} has moved in this phase", { unit = unit })
  end
end)

--- A command unit goes to the central hex of another area.
rule("15.1", "ride", function (unit, to, by)
  rules.check_ride(game.active, unit)
  local kind = rules.way_to({ unit }, to, by)                            -- 6.2a, 6.2b
  if not kind then return rules.refuse_way({ unit }, to, by) end
  unit.place, unit.marched = rules.arrival_hex(to), true
  note("15.1", "{unit} rides to {to}", { unit = unit, to = to })
end)

--- Command units always stand on a central hex.
invariant("15.1 command units stand on central hexes", "unit", "place", function (unit)
  if unit.arm == "command" and unit.place and not unit.place.central then
    return unit.name .. " is on an outer hex"
  end
end)

local function own_commanders() return all("unit", { arm = "command", side = game.active }) end

local function can_ride(unit)
  return unit.place ~= nil and not unit.marched
end

local function within_ride(args)
  local unit = args.unit
  if not unit or not unit.place then return map.areas end
  if args.by == "road" then return (rules.road_reach({ unit })) end
  return rules.strategic_reach({ unit })
end

local function ride_nearby(args, below) return rules.area_nearby({ args.unit }, args.by, below) end

command "ride" {
  rule = "15.1", help = "moves a command unit to another area",
  phases = { "command" },
  args = {
    { name = "unit", kind = "unit", help = "a command unit", among = own_commanders, fits = can_ride },
    { name = "by", kind = "word", keyword = "by", values = { "road" }, optional = true,
      help = "along roads only (6.2a)" },
    { name = "to", kind = "area", keyword = "to", help = "the area to go to", from = within_ride,
      sample = ride_nearby },
  },
  run = function (args) return rules.ride(args.unit, args.to, args.by) end,
}
