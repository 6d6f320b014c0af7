-- SPDX-License-Identifier: GPL-3.0-or-later
-- Ways to play by themselves, for `adjutant play`. They read the rules' own arithmetic and
-- change nothing. `plain` is no Marlborough: it attacks where the chances are good, takes and
-- keeps villages, leaves guards in them, and spares its generals.

-- --- the ground -------------------------------------------------------------------------------

--- The areas that decide the game: villages, or towns where a scenario names no villages.
local function objectives()
  local villages = rules.villages()                                      -- 17.1
  if #villages > 0 then return villages end
  local towns = {}
  for _, area in ipairs(map.areas) do
    if area:has "town" then towns[#towns + 1] = area end
  end
  return towns
end

local function is_objective(area)
  for _, other in ipairs(objectives()) do
    if other == area then return true end
  end
  return false
end

--- Combat units of a side in an area: how many, and how many of them in good order.
local function strength(side, area)
  local units, fresh = 0, 0
  for _, unit in ipairs(units_in(area)) do
    if unit.side == side and unit.arm ~= "command" then
      units = units + 1
      if not unit.disrupted then fresh = fresh + 1 end
    end
  end
  return units, fresh
end

--- What one side could throw at an area next turn: its fresh units next door.
local function threat(side, area)
  local fresh = 0
  for _, other in ipairs(area.neighbours) do
    if rules.crossing_open(other, area) then
      local _, there = strength(side, other)
      fresh = fresh + there
    end
  end
  return fresh
end

-- --- the chances of an attack ---------------------------------------------------------------------

--- The chance that the highest of n dice shows a face.
local function highest(n, face) return (face ^ n - (face - 1) ^ n) / 6 ^ n end

local function dice_of(commanders, units)
  return tonumber(rules.command_dice(commanders, units):match "^%d+")
end

--- How far the game has gone, 0 to 1: who has yet to take a village risks more.
local function urgency()
  return game.turns > 0 and game.turn / game.turns or 0
end

--- What a margin is worth to the attacker: hits dealt less hits taken, and ground won.
local function worth(battle, margin)
  local hits, back = 0, 0
  if margin > 0 then
    hits = rules.hits_on_loser(margin, battle.attackers_before).total
    back = rules.hits_on_winner(hits, battle.defenders_before, 0).total
  elseif margin < 0 then
    back = rules.hits_on_loser(margin, battle.defenders_before).total
    hits = rules.hits_on_winner(back, battle.attackers_before, 0).total
  end
  local goal = is_objective(battle.area)
  local value = (goal and 1.6 or 1) * hits - 1.1 * back
  if margin < 4 then return value - #battle.chargers end                 -- 11.4
  return value + 1 + (goal and 3 + 4 * urgency() or 0)
end

--- The worth of an order to attack, by the values and dice that the rules would give it.
--- Chargers are reckoned unmatched. nil when a rule forbids the order.
local function value_of_attack(order, commands)
  local allowed, battle = commands:allowed(rules.declare_attack, order)
  if not allowed then return nil end
  if #battle.defenders == 0 then return 4 end                            -- 10.21
  rules.note_earlier(battle)
  rules.count_sides(battle)
  rules.value_of_defence(battle)
  rules.value_of_attack(battle)
  local lead = battle.adjusted_av - battle.adjusted_dv
  local defence_dice = dice_of(battle.commanders, battle.defenders)
  local attack_dice = dice_of({ battle.commander }, battle.attackers)
  local value = 0
  for a = 1, 6 do
    local p = highest(attack_dice, a)
    if battle.only_disrupted then
      value = value + p * worth(battle, lead + a)
    else
      for d = 1, 6 do
        value = value + p * highest(defence_dice, d) * worth(battle, lead + a - d)
      end
    end
  end
  return value
end

--- Units of a stack that can be ordered to attack, as many as the area takes.
local function attackers_on(hex, area, commands)
  local units = {}
  for _, unit in ipairs(commands:candidates("attack", "units", { area = area })) do
    if unit.place == hex then
      units[#units + 1] = unit
      if not rules.attack_fits(units, area) then units[#units] = nil end
    end
  end
  return units
end

local function cavalry_of(units)
  local list = {}
  for _, unit in ipairs(units) do
    if rules.may_charge(unit) then list[#list + 1] = unit end
  end
  return list
end

--- The best attack that can be ordered now, and what it is worth.
local function best_attack(commands)
  local best, most
  local function consider(order)
    local value = value_of_attack(order, commands)
    if value and (not most or value > most) then best, most = order, value end
  end
  for _, area in ipairs(commands:candidates("attack", "area")) do
    local seen = {}
    for _, unit in ipairs(commands:candidates("attack", "units", { area = area })) do
      local hex = unit.place
      if not seen[hex.name] then
        seen[hex.name] = true
        local units = attackers_on(hex, area, commands)
        if #units > 0 then
          local leader = commands:candidates("attack", "commander", { area = area, units = units })[1]
          local horse = cavalry_of(units)
          consider { area = area, units = units, commander = leader }
          if #horse > 0 then
            consider { area = area, units = units, charging = horse, commander = leader }
          end
        end
      end
    end
  end
  return best, most
end

-- --- moves ----------------------------------------------------------------------------------------

--- How much a side wants more troops in an area.
local function want(side, area)
  local ours = strength(side, area)
  local value = 0
  if is_objective(area) then
    if ours == 0 then value = 8
    elseif ours < 2 then value = 3 end
    if ours > 0 and ours < threat(side.enemy, area) then value = value + 1 end
  end
  return value
end

--- The steps from an area to the nearest objective that is not held, or held too weakly.
local function way_to_go(side, area)
  local nearest
  for _, goal in ipairs(objectives()) do
    if want(side, goal) > 0 or strength(side.enemy, goal) > 0 then
      local steps = map.distance(area, goal)
      if not nearest or steps < nearest then nearest = steps end
    end
  end
  return nearest or 0
end

--- How good it is to have `units` more units of a side in an area next to a village that the enemy
--- holds: a new side to attack it from counts, and a side without a river.
local function position(side, area, units)
  local value = 0
  for _, goal in ipairs(objectives()) do
    if map.adjacent(area, goal) and strength(side.enemy, goal) > 0 and rules.crossing_open(area, goal) then
      local there = strength(side, area) + units
      value = value + (there > 0 and 1.5 or 0) + (there > 1 and 0.5 or 0)
      if there > 0 and not map.border(area, goal).river then value = value + 1 end
    end
  end
  return value
end

--- What it changes to go from one area to another, by position alone.
local function better_position(side, from, to, units)
  return position(side, to, units) - position(side, to, 0)
    - position(side, from, 0) + position(side, from, -units)
end

--- What a move is worth: nearer to the goal, into a village, not out of one that needs its guard.
local function value_of_move(side, units, from, to)
  local a, b = from.area, to.area
  if a == b then
    if not from.central and to.central and units[1].arm == "infantry" then return 0.5 end
    return 0
  end
  local there = strength(side, a)
  if is_objective(a) and there - #units < 2 and not is_objective(b) then return -1 end
  local value = 2 * (way_to_go(side, a) - way_to_go(side, b)) + want(side, b) - want(side, a)
  value = value + better_position(side, a, b, #units)
  if not to.central then value = value - 0.5 end
  if threat(side.enemy, b) > #units + strength(side, b) then value = value - 1 end
  return value
end

local function movable(side, hex)
  local units = {}
  for _, unit in ipairs(units_at(hex)) do
    if unit.side == side and (unit.arm == "infantry" or unit.arm == "cavalry") then
      units[#units + 1] = unit
    end
  end
  return units
end

--- The best move of a stack, or of one unit of it.
local function best_move(side, commands)
  local best, most, seen = nil, 0, {}
  local function consider(units)
    for _, to in ipairs(commands:candidates("move", "to", { units = units })) do
      local value = value_of_move(side, units, units[1].place, to)
      if value > most then best, most = { units = units, to = to }, value end
    end
  end
  for _, unit in ipairs(commands:candidates("move", "units")) do
    local hex = unit.place
    if not seen[hex.name] then
      seen[hex.name] = true
      local units = movable(side, hex)
      if #units > 0 then consider(units) end
      if #units > 1 then
        for _, one in ipairs(units) do consider { one } end
      end
    end
  end
  return best, most
end

-- --- 6, 7, 15: marches, guns, generals ------------------------------------------------------------

--- Whether units can go without leaving a village to the enemy.
local function spared(side, units, area)
  if not is_objective(area) then return true end
  local left = strength(side, area) - #units
  return left >= 2 and left >= threat(side.enemy, area)
end

--- What a march is worth: nearer to the goal, into a village; not alone among enemies.
local function value_of_march(side, units, to)
  local from = units[1].area
  local value = 2 * (way_to_go(side, from) - way_to_go(side, to)) + want(side, to) - want(side, from)
  if threat(side.enemy, to) > #units + strength(side, to) then value = value - 2 end
  return value + better_position(side, from, to, #units)
end

--- The first stack that gains by a march, and where it goes.
local function good_march(side, commands)
  local seen = {}
  for _, unit in ipairs(commands:candidates("march", "units")) do
    local hex = unit.place
    if not seen[hex.name] then
      seen[hex.name] = true
      local units = commands:candidates("march", "units", { units = { unit } })
      if not spared(side, units, unit.area) then units = { unit } end
      if spared(side, units, unit.area) then
        local best, most = nil, 0
        for _, to in ipairs(commands:candidates("march", "to", { units = units })) do
          local value = value_of_march(side, units, to)
          if value > most then best, most = to, value end
        end
        if best then return { units = units, to = best } end
      end
    end
  end
  return nil
end

--- Where a shot does most: at many units in good order, near.
local function good_shot(side, commands)
  local gun = commands:candidates("fire", "gun")[1]
  if not gun then return nil end
  local best, most
  for _, hex in ipairs(commands:candidates("fire", "at", { gun = gun })) do
    local _, fresh = strength(side.enemy, hex.area)
    local value = fresh - map.distance(gun.area, hex.area)
    if not most or value > most then best, most = hex, value end
  end
  return best and { gun = gun, at = best }
end

--- What a general is worth in an area: units of his to rally or to lead; never alone.
local function value_of_post(general, area)
  local side, value, friends = general.side, 0, 0
  for _, unit in ipairs(units_in(area)) do
    if unit.side == side and unit.arm ~= "command" then
      friends = friends + 1
      if rules.commands_unit(general, unit) then value = value + (unit.disrupted and 3 or 1) end
    end
  end
  local _, fresh = strength(side, area)
  for _, near in ipairs(area.neighbours) do
    for _, unit in ipairs(units_in(near)) do
      if unit.arm ~= "command" and rules.commands_unit(general, unit) then value = value + 0.5 end
    end
    if fresh > 1 and is_objective(near) and strength(side.enemy, near) > 0
      and rules.crossing_open(area, near) then
      value = value + 2 + 4 * urgency()                                  -- his dice, 10.11
    end
  end
  local danger = threat(side.enemy, area)
  if friends == 0 then return danger > 0 and -10 or value - 3 end
  return danger > 2 * friends and value - 3 or value
end

local function good_ride(commands)
  for _, general in ipairs(commands:candidates("ride", "unit")) do
    local best, most = nil, value_of_post(general, general.area) + 1.5
    for _, to in ipairs(commands:candidates("ride", "to", { unit = general })) do
      local value = value_of_post(general, to)
      if value > most then best, most = to, value end
    end
    if best then return { unit = general, to = best } end
  end
  return nil
end

-- --- answers ----------------------------------------------------------------------------------------

--- Withdraw when all that is left would break at the next blow.
local function stay_or_go(question)
  local area, side = game.combat.at.area, question.by
  local units, fresh = strength(side, area)
  if fresh > 0 or (units > 1 and is_objective(area)) then return "stay" end
  for _, to in ipairs(question.from) do
    if to ~= "stay" and threat(side.enemy, to) < threat(side.enemy, area) then return to end
  end
  return "stay"
end

--- All advance, but a village is not left empty for another area.
local function who_advances(question)
  local units, area = question.from, game.combat.at.area
  local home = units[1].area
  if home == area or not is_objective(home) or is_objective(area) then return nil end
  if strength(question.by, home) > #units then return nil end
  local going = {}
  for i = 2, #units do going[#going + 1] = units[i] end
  return going
end

--- A general goes along only when nobody else stays where he is.
local function leader_advances(question)
  return strength(question.by, game.combat.from.area) == 0
end

--- What an attack must be worth. Who lacks villages dares more for them as time runs out: a bad
--- attack also makes the next one better (10.10).
local function boldness(side, area)
  if not is_objective(area) then return 0.4 end
  local held = 0
  for _, goal in ipairs(objectives()) do
    if strength(side, goal) > 0 then held = held + 1 end
  end
  return held >= 2 and 0.4 or 0.4 - 1.4 * urgency()
end

--- What to do in a phase: the first of these commands that may be given and has a good use.
local function orders(side, commands)
  local attack, value = best_attack(commands)
  if attack and value > boldness(side, attack.area) then return "attack", attack end
  local move = best_move(side, commands)
  if move then return "move", move end
end

policy("plain", {
  command = function (side, commands)
    if commands:can "attack" then return orders(side, commands) end
    if commands:can "march" then return "march", good_march(side, commands) end
    if commands:can "fire" then return "fire", good_shot(side, commands) end
    if commands:can "ride" then return "ride", good_ride(commands) end
  end,

  answer = function (question)
    if question.rule == "12.1" and question.kind == "one" then return stay_or_go(question) end
    if question.rule == "10.18" and question.kind == "some" then return who_advances(question) end
    if question.rule == "10.18" and question.kind == "yesno" then return leader_advances(question) end
  end,
})
