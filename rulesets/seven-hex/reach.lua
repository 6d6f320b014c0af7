-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a unit can reach in the phase that the game is in. The prompt's `reach UNIT` shows it.
-- Each gives a list of { place = area or hex, how = words }.

local function add(list, places, how)
  for _, place in ipairs(places) do list[#list + 1] = { place = place, how = how } end
end

--- Areas of a march by field and by road, and hexes of a redeployment.
rule("6.2", "reach_strategic", function (unit)
  local list = {}
  if rules.strategic_bar(unit) then return list end
  if unit.arm ~= "artillery" and unit.place.central then
    add(list, rules.field_reach { unit }, "march")
    add(list, rules.road_reach { unit }, "march by road")
  end
  local hexes = {}
  for _, hex in ipairs(unit.area.hexes) do
    if hex ~= unit.place and rules.may_enter_hex(hex) then hexes[#hexes + 1] = hex end
  end
  add(list, hexes, "redeploy")
  return list
end)

--- Stacks that a gun can fire at.
rule("7.9", "reach_fire", function (unit)
  local list = {}
  if not rules.fire_bar(unit) then add(list, rules.targets_of(unit), "fire") end
  return list
end)

--- Hexes of a tactical move, and areas to attack.
rule("9", "reach_orders", function (unit)
  local list = {}
  if unit.arm == "command" then return list end
  add(list, rules.tactical_reach({ unit }), "move")
  if unit.arm ~= "artillery" and not unit.disrupted and rules.may_launch(unit)
    and rules.may_attack_again(unit) and rules.may_still_attack(unit.side) then
    for _, area in ipairs(unit.area.neighbours) do
      if rules.holds_units_of(unit.side.enemy, area) and rules.crossing_open(unit.area, area) then
        list[#list + 1] = { place = area, how = "attack" }
      end
    end
  end
  return list
end)

--- Areas that a command unit can ride to.
rule("15.1", "reach_command", function (unit)
  local list = {}
  if unit.arm ~= "command" or unit.marched then return list end
  add(list, rules.field_reach { unit }, "ride")
  add(list, rules.road_reach { unit }, "ride by road")
  return list
end)

local BY_PHASE = { strategic = "reach_strategic", ranged_fire = "reach_fire", orders = "reach_orders",
  command = "reach_command" }

-- Why a unit makes no strategic move, by the rule that forbids it.
local function why_it_stays(unit, bar)
  if bar == "6.1" then return "a command unit rides in its own phase" end
  if bar == "6.2b" then return "another unit left under its cover" end
  if bar == "3.9" then return "a disrupted unit keeps it where it is" end
  return unit.marched and "it has made its strategic move"
    or bar and "it is neither in nor next to the area of its command unit" or nil
end

-- Why a unit of the side that acts reaches nothing in a phase, in words; nil when there is no more to say.
local function why_nothing(unit, phase)
  if phase == "strategic" then return why_it_stays(unit, rules.strategic_bar(unit)) end
  if phase == "command" and unit.arm ~= "command" then return "only command units ride" end
  if phase == "command" and unit.marched then return "it has ridden" end
  if phase == "orders" and unit.arm == "command" then return "a command unit rides in its own phase" end
  return nil
end

--- Everything that a unit can reach now: nothing, and why, when it is off the board, has no part in the
--- phase or is not of the side that acts.
rule("6", "reach", function (unit)
  local phase = current_phase()
  local name = BY_PHASE[phase]
  if not unit.place then return {}, "it is not on the map" end
  if not name then return {}, "nobody moves in this phase" end
  if unit.side ~= game.actor then return {}, ("the %s side acts now"):format(game.actor.name) end
  local list = rules[name](unit)
  return list, #list == 0 and why_nothing(unit, phase) or nil
end)
