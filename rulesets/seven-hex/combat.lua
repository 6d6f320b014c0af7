-- SPDX-License-Identifier: GPL-3.0-or-later
-- 10 Combat, first half: from the order to attack to the dice (10.1 to 10.12).
--
-- A battle is a plain table that the procedure fills step by step; later steps read it.
--   side, enemy         the attacker, the defender        from, area   launching and attacked area
--   units, guns         ordered units, supporting artillery            attackers    both together
--   chargers, commander what the attacker declared        defenders, commanders     in the area
--   attack, defence     counts of undisrupted units       earlier      their earlier combats

local none = {}

-- --- 10.1, 10.2: the order --------------------------------------------------------------------

--- Cavalry on an outer hex takes its first step when the order is obeyed (9.2, reading G17).
rule("9.2", "check_launch", function (units, hex)
  if hex.central then return end
  for _, unit in ipairs(units) do
    if unit.arm ~= "cavalry" then
      refuse("9.1", "{unit} is on an outer hex: it must first move to the central one",
        { unit = unit })
    end
  end
  if not option.outer_cavalry then
    refuse("9.2", "{units} must first move to the central hex", { units = units })
  end
  if not rules.may_enter_hex(hex.area.centre) then
    refuse("4.5", "{hex} is marsh or woods", { hex = hex.area.centre })
  end
end)

--- Artillery on the launching central hex supports the attack without being ordered to.
rule("10.9", "supporting_artillery", function (side, centre)
  local guns = none
  for _, unit in ipairs(units_at(centre)) do
    if unit.arm == "artillery" and not unit.disrupted and unit.side == side then
      if guns == none then guns = {} end
      guns[#guns + 1] = unit
    end
  end
  return guns
end)

--- Disrupted units may not start combat; artillery is never ordered to; two attacks a turn.
rule("10.2", "check_attackers", function (units)
  for _, unit in ipairs(units) do
    if unit.arm == "artillery" then
      refuse("9.3", "{unit} is artillery: it supports from the central hex, unordered",
        { unit = unit })
    end
    if not rules.may_start_combat(unit) then                             -- 3.9
      refuse("10.2", "{unit} is disrupted and may not start combat", { unit = unit })
    end
    if not rules.may_attack_again(unit) then
      refuse("8.6", "{unit} has attacked twice this turn", { unit = unit })
    end
  end
end)

--- The border between launching and attacked area must let the units through.
rule("10.1", "check_border", function (from, area)
  if not map.adjacent(from, area) then
    refuse("9.1", "{area} is not adjacent to {from}", { area = area, from = from })
  end
  if map.open(from, area) then return end
  if rules.danube_between(from, area) then
    refuse("2.3", "the Danube lies between {from} and {area}", { area = area, from = from })
  else
    refuse("4.5", "marsh or woods block the way from {from} to {area}",
      { area = area, from = from })
  end
end)

--- Whether the attack may be ordered at all, and the battle that it would be.
rule("10.1", "declare_attack", function (order)
  local side, units, area = game.active, order.units, order.area
  local hex = rules.check_stack(side, units)                             -- 8.3
  local from = hex.area
  if not rules.may_still_attack(side) then
    refuse("16 special", "the {side} side has lost too much to start combat", { side = side })
  end
  rules.check_attackers(units)                                           -- 3.9, 8.6, 9.3, 10.2
  rules.check_border(from, area)                                         -- 2.3, 4.5, 9.1
  rules.check_launch(units, hex)                                         -- 9.1, 9.2
  local defenders, commanders = rules.split_by_kind(side.enemy, units_in(area))
  if #defenders + #commanders == 0 then
    refuse("10.1", "no enemy unit is in {area}: move there", { area = area })
  end
  if not rules.attack_fits(units, area) then
    refuse("4.3", "{area} has no room for all of {units}", { area = area, units = units })
  end
  if rules.glanders_bars(units, area) then
    refuse("4.4", "glanders: Tallard's cavalry may not join other cavalry")
  end
  local chargers = order.charging or none
  rules.check_chargers(chargers, units)                                  -- 11.1, 11.6
  rules.check_commander(order.commander, side, from)                     -- 10.11
  local guns = rules.supporting_artillery(side, from.centre)             -- 10.9
  return { side = side, enemy = side.enemy, from = from, area = area, units = units, guns = guns,
    attackers = rules.together(units, guns), chargers = chargers, commander = order.commander,
    defenders = defenders, commanders = commanders, countered = 0 }
end)

--- Combat units and command units of a side, apart.
rule("3.1", "split_by_kind", function (side, units)
  local combat, command = {}, {}
  for i = 1, #units do
    local unit = units[i]
    if unit.side == side then
      if unit.arm == "command" then command[#command + 1] = unit else combat[#combat + 1] = unit end
    end
  end
  return combat, command
end)

--- The attacking stack: ordered units and the artillery that supports them (examples 2 to 4).
rule("10.9", "together", function (units, guns)
  if #guns == 0 then return units end
  local all_of_them = {}
  for i = 1, #units do all_of_them[i] = units[i] end
  for i = 1, #guns do all_of_them[#units + i] = guns[i] end
  return all_of_them
end)

--- Attack markers on the attacking stack, Defend markers on all in the attacked area.
rule("10.1", "place_markers", function (battle)
  local record = create("combat", { side = battle.side, from = battle.from.centre,
    at = battle.area.centre, charging = #battle.chargers })
  game.combat = record
  local attackers, defenders = battle.attackers, battle.defenders
  for i = 1, #attackers do
    create("marker", { mark = "Attack", unit = attackers[i], combat = record })
  end
  for i = 1, #defenders do
    create("marker", { mark = "Defend", unit = defenders[i], combat = record })
  end
  for _, unit in ipairs(battle.chargers) do unit.charged = true end      -- 11.1
end)

--- The markers go when the active player has completed the phase.
rule("10.1", "remove_markers", function ()
  for _, marker in ipairs(all "marker") do eliminate(marker) end
  for _, record in ipairs(all "combat") do eliminate(record) end
  game.combat = nil
end)

--- Attack: one stack is ordered into an area where the enemy is. Gives the battle.
rule("10", "attack", function (order)
  local battle = rules.declare_attack(order)                             -- 10.1, 10.2
  note("10.1", "{units} are ordered to attack {area} from {from}", battle)
  if not rules.obeyed(battle.side) then return battle end                -- 8.4

  rules.first_step(battle)                                               -- 9.2
  rules.note_earlier(battle)                                             -- 8.6, 10.10
  rules.place_markers(battle)                                            -- 10.1, 11.1
  if #battle.defenders == 0 then return rules.attack_on_command(battle) end  -- 10.21
  if #battle.chargers > 0 then rules.offer_counter_charge(battle) end    -- 11.2

  rules.count_sides(battle)                                              -- 10.2, 10.5
  rules.value_of_defence(battle)                                         -- 10.7, 10.8, 10.11
  rules.value_of_attack(battle)                                          -- 10.9, 10.10, 10.11
  return stage("dice", rules.throw_dice, battle)                         -- 10.11 to 10.22
end)

--- Cavalry that was ordered from an outer hex steps to the central one first.
rule("9.2", "first_step", function (battle)
  local centre = battle.from.centre
  if battle.units[1].place ~= centre then
    for _, unit in ipairs(battle.units) do unit.place = centre end
  end
end)

-- --- what counts in this combat ---------------------------------------------------------------

--- Counts the undisrupted combat units of a list in one pass. facing: the two outer hexes
--- that face the attack, for the defenders.
rule("10.2", "count", function (units, facing)
  local infantry, cavalry, outer_guns, central_guns = 0, 0, 0, 0
  local platoon, guns, front, flank, flank_artillery = 0, 0, 0, 0, 0
  local front1, front2 = facing and facing[1], facing and facing[2]
  for i = 1, #units do
    local unit = units[i]
    if not unit.disrupted then
      local arm, hex = unit.arm, unit.place
      local central = hex.central
      if arm == "infantry" then
        infantry = infantry + 1
        if rules.fires_by_platoon(unit) then platoon = platoon + 1 end   -- 10 note
        if rules.has_battalion_guns(unit) then guns = guns + 1 end       -- 3.3
      elseif arm == "cavalry" then
        cavalry = cavalry + 1
      elseif central then
        central_guns = central_guns + 1
      else
        outer_guns = outer_guns + 1
      end
      if front1 and not central then
        if hex == front1 or hex == front2 then
          front = front + 1
        elseif arm == "artillery" then
          flank_artillery = flank_artillery + 1
        else
          flank = flank + 1
        end
      end
    end
  end
  return { infantry = infantry, cavalry = cavalry, central_artillery = central_guns,
    outer_artillery = outer_guns, platoon = platoon, guns = guns, facing = front, flank = flank,
    flank_artillery = flank_artillery, units = infantry + cavalry + central_guns + outer_guns }
end)

--- The undisrupted of both sides before the combat. Disrupted defenders count for nothing,
--- and an area with none but them has a final DV of 0.
rule("10.5", "count_sides", function (battle)
  battle.defence = rules.count(battle.defenders, map.facing(battle.area, battle.from))
  battle.attack = rules.count(battle.attackers)
  battle.only_disrupted = battle.defence.units == 0
  battle.defenders_before = battle.defence.units
  battle.attackers_before = battle.attack.units
  if option.command_counts then                                          -- reading G31
    battle.defenders_before = battle.defenders_before + #battle.commanders
    battle.attackers_before = battle.attackers_before + (battle.commander and 1 or 0)
  end
end)

-- --- 10.7, 10.8: the defence ------------------------------------------------------------------

local function add_units(t, count, each, rule_id, what)
  if count > 0 then t:add(count * each, rule_id, what) end
end

--- Aggregate DV: the Combat Factors of all undisrupted combat units in the whole area.
rule("10.7", "aggregate_dv", function (defence)
  local dv, values = tally("DV"), charts.defence_values
  add_units(dv, defence.infantry, values:at("infantry"), "10.7", "infantry")
  add_units(dv, defence.cavalry, values:at("cavalry"), "10.7", "cavalry")
  add_units(dv, defence.outer_artillery, values:at("artillery_outer"), "10.7", "artillery on an outer hex")
  add_units(dv, defence.central_artillery, values:at("artillery_central"), "10.7", "artillery on the central hex")
  return dv
end)

--- Modified DV: table 10.8, every row that applies. It cannot go below zero by the table.
rule("10.8", "modified_dv", function (battle, dv)
  return charts.defence_modifiers:tally(battle, dv)
end)

--- Aggregate, modified and adjusted DV of a battle.
rule("10.7", "value_of_defence", function (battle)
  if battle.only_disrupted then                                          -- 10.5, reading G37
    battle.aggregate_dv, battle.modified_dv, battle.adjusted_dv = 0, 0, 0
    note("10.5", "only disrupted units defend {area}: the final DV is 0", battle)
    return
  end
  local dv = rules.aggregate_dv(battle.defence)                          -- 10.7
  battle.aggregate_dv = dv.total
  rules.modified_dv(battle, dv)                                          -- 10.8
  battle.modified_dv = dv.total
  rules.halve(dv)                                                        -- 10.11
  battle.adjusted_dv = dv.total
  note("10.8", "modified DV {modified}, adjusted DV {dv}", { dv = dv, modified = battle.modified_dv })
end)

-- --- 10.9, 10.10: the attack ------------------------------------------------------------------

--- Aggregate AV: the Combat Factors of the undisrupted units of the attacking stack.
rule("10.9", "aggregate_av", function (attack)
  local av, values = tally("AV"), charts.attack_values
  add_units(av, attack.infantry, values:at("infantry"), "10.9", "infantry")
  add_units(av, attack.cavalry, values:at("cavalry"), "10.9", "cavalry")
  add_units(av, attack.central_artillery, values:at("artillery"), "10.9", "supporting artillery")
  return av
end)

--- The earlier combats of this phase that matter, seen before this one's markers are placed:
--- battle.repeats, the attackers that attacked before; battle.earlier, the count of 10.10.
rule("8.6", "note_earlier", function (battle)
  battle.repeats, battle.earlier = none, 0
  if not game.combat then return end                                     -- the first of the phase
  for _, unit in ipairs(battle.attackers) do
    if rules.attacks_made(unit) > 0 then
      if battle.repeats == none then battle.repeats = {} end
      battle.repeats[#battle.repeats + 1] = unit
    end
  end
  battle.earlier = rules.earlier_attacks_on(battle)
end)

--- Whether the units ordered now are different from those of an earlier combat (reading G20).
rule("10.10", "different_attackers", function (record, units)
  local known = 0
  for _, unit in ipairs(units) do
    for _, marker in ipairs(referrers(unit, "unit")) do
      if marker.mark == "Attack" and marker.combat == record then known = known + 1 break end
    end
  end
  if option.different == "none_took_part" then return known == 0 end
  return known < #units
end)

--- How often a defending unit, or the area, was attacked before by different units: the
--- largest count of any one of them (reading G20).
rule("10.10", "earlier_attacks_on", function (battle)
  if option.earlier == "area" then
    local count = 0
    for _, record in ipairs(all "combat") do
      if record.at == battle.area.centre and record.side == battle.side
        and rules.different_attackers(record, battle.units) then count = count + 1 end
    end
    return count
  end
  local most = 0
  for _, unit in ipairs(battle.defenders) do
    local count = 0
    for _, marker in ipairs(referrers(unit, "unit")) do
      if marker.mark == "Defend" and rules.different_attackers(marker.combat, battle.units) then
        count = count + 1
      end
    end
    if count > most then most = count end
  end
  return most
end)

--- Hostile areas next to the defenders less friendly ones; the launching area is not counted.
rule("10.10", "surrounded_by", function (battle)
  local from, side = battle.from, battle.side
  local hostile, friendly = 0, 0
  local areas = rules.adjacent_areas(battle.area)
  for i = 1, #areas do
    local area = areas[i]
    if area ~= from then
      local units = units_in(area)
      local attacks, defends = false, false
      for k = 1, #units do
        local unit = units[k]
        if unit.arm ~= "command" then                                    -- reading G31
          if unit.side == side then
            attacks = attacks or not unit.disrupted
          else
            defends = defends or option.disrupted_friends or not unit.disrupted   -- reading G21
          end
        end
      end
      if attacks then hostile = hostile + 1 end
      if defends then friendly = friendly + 1 end
    end
  end
  return hostile - friendly
end)

--- Units that attack into lower ground (reading G6: infantry and cavalry).
rule("10.10", "downhill_units", function (battle)
  if battle.area.height >= battle.from.height then return 0 end
  local attack = battle.attack
  local units = attack.infantry + attack.cavalry
  if option.downhill == "all" then units = units + attack.central_artillery end
  return units
end)

--- Units that attack across a river: infantry and cavalry, not the artillery (examples 2, 3).
rule("10.10", "units_over_river", function (battle)
  if not option.river or not map.border(battle.from, battle.area).river then return 0 end
  return battle.attack.infantry + battle.attack.cavalry
end)

--- Whether a repeated attack halves something now: "aggregate", "total" or "per_unit"
--- (reading G18: the aggregate, for the whole stack when any unit of it has attacked before).
rule("10.10", "repeat_halves", function (battle, what)
  return #battle.repeats > 0 and option.repeat_half == what
end)

--- The other readings of the first row of table 10.10.
rule("10.10", "halve_units", function (battle, av)
  if not rules.repeat_halves(battle, "per_unit") then return av end
  local values, lost = charts.attack_values, 0
  for _, unit in ipairs(battle.repeats) do
    local factor = values:at(unit.arm)
    lost = lost + factor - factor // 2
  end
  return av:add(-lost, "10.10", "units that have attacked before count half")
end)
rule("10.10", "halve_total", function (battle, av)
  if not rules.repeat_halves(battle, "total") then return av end
  return av:multiply(1, 2, "down", "10.10", "attacking units have attacked before")
end)

--- Modified AV: table 10.10, every row that applies, and the charge.
rule("10.10", "modified_av", function (battle, av)
  if #battle.repeats > 0 then rules.halve_units(battle, av) end          -- reading G18
  battle.surrounded = rules.surrounded_by(battle)
  charts.attack_modifiers:tally(battle, av)
  rules.charge_bonus(battle, av)                                         -- 11.1, 11.2
  if #battle.repeats > 0 then rules.halve_total(battle, av) end
  return av
end)

--- Aggregate, modified and adjusted AV of a battle.
rule("10.9", "value_of_attack", function (battle)
  local av = rules.aggregate_av(battle.attack)                           -- 10.9
  battle.aggregate_av = av.total
  rules.modified_av(battle, av)                                          -- 10.10, 11
  battle.modified_av = av.total
  rules.halve(av)                                                        -- 10.11
  battle.adjusted_av = av.total
  note("10.10", "modified AV {modified}, adjusted AV {av}", { av = av, modified = battle.modified_av })
end)

-- --- 10.11, 10.12: the dice -------------------------------------------------------------------

--- Half of a modified value, fractions rounded down (reading G43 for negative ones).
rule("10.11", "halve", function (t)
  local way = "down"
  if t.total < 0 then
    if option.negative == "truncate" then way = "up" end
    if option.negative == "clamp" then t:floor(0, "10.11", "not below zero") end
  end
  return t:divide(2, way, "10.11", "halved")
end)

--- The attacker's commander must stand with the stack and be able to help it (reading G26).
rule("10.11", "check_commander", function (commander, side, from)
  if not commander then return end
  if commander.arm ~= "command" or commander.side ~= side then
    refuse("10.11", "{commander} is no command unit of yours", { commander = commander })
  end
  if commander.place ~= from.centre then
    refuse("10.11", "{commander} is not on the central hex of {from}",
      { commander = commander, from = from })
  end
end)

--- Whether a commander's presence counts for some combat units.
rule("10.11", "commander_helps", function (commander, units)
  if option.commander_helps == "any" then return true end
  for _, unit in ipairs(units) do
    if rules.commands_unit(commander, unit) then return true end
  end
  return false
end)

--- The dice of a side: the best of as many as the quality of its best commander allows.
rule("10.11", "command_dice", function (commanders, units)
  local quality = "none"
  for i = 1, #commanders do
    local commander = commanders[i]
    if rules.commander_helps(commander, units) then
      local its = commander.quality
      if its == "exceptional" or quality == "none" then quality = its end
    end
  end
  return charts.command_dice:at(quality)
end)

--- Final values: the adjusted ones with the highest die of each side.
rule("10.12", "final_values", function (battle, attack_die, defence_die)
  return battle.adjusted_av + attack_die, battle.adjusted_dv + defence_die
end)

--- The dice are thrown; what follows depends on the margin only.
rule("10.11", "throw_dice", function (battle)
  local defence_die = 0
  if not battle.only_disrupted then                                      -- 10.5
    defence_die = roll(rules.command_dice(battle.commanders, battle.defenders),
      "10.11 defence", battle.enemy)
  end
  local attack_die = roll(rules.command_dice({ battle.commander }, battle.attackers),
    "10.11 attack", battle.side)
  local av, dv = rules.final_values(battle, attack_die, defence_die)     -- 10.12
  local outcome = { side = battle.side, enemy = battle.enemy, from = battle.from, area = battle.area,
    units = battle.units, attackers = battle.attackers, chargers = battle.chargers,
    commander = battle.commander, attackers_before = battle.attackers_before,
    defenders_before = battle.defenders_before, margin = av - dv }
  battle.final_av, battle.final_dv, battle.margin = av, dv, av - dv
  note("10.12", "final AV {final_av}, final DV {final_dv}", battle)
  battle.outcome = stage("outcome", rules.resolve, outcome)              -- 10.13 to 10.22
  return battle                      -- nothing that changes the World may stand after a stage
end)

-- --- the command ------------------------------------------------------------------------------

--- Areas with enemies that some unit of the active player could be ordered to attack.
local function attackable()
  local side, list = game.active, {}
  for _, area in ipairs(map.areas) do
    if rules.holds_units_of(side.enemy, area) then
      for _, from in ipairs(area.neighbours) do
        if rules.holds_units_of(side, from) and rules.crossing_open(from, area) then
          list[#list + 1] = area
          break
        end
      end
    end
  end
  return list
end

--- Units that could be ordered into args.area, together with those already named.
local function launchable(args)
  local side, area, chosen = game.active, args.area, args.units
  local hex = chosen and chosen[1] and chosen[1].place
  local list = {}
  for _, unit in ipairs(all "unit") do
    local place = unit.place
    if place and unit.side == side and (unit.arm == "infantry" or unit.arm == "cavalry")
      and not unit.disrupted and (not hex or place == hex)
      and (place.central or unit.arm == "cavalry")
      and (not area or (map.adjacent(place.area, area) and rules.crossing_open(place.area, area)))
      and rules.may_attack_again(unit) then
      list[#list + 1] = unit
    end
  end
  return list
end

local function chargeable(args)
  local list = {}
  for _, unit in ipairs(args.units or none) do
    if rules.may_charge(unit) then list[#list + 1] = unit end
  end
  return list
end

local function committable(args)
  local first = args.units and args.units[1]
  if not first or not first.place then return rules.command_units_of(game.active, all "unit") end
  return rules.command_units_of(game.active, units_at(first.place.area.centre))
end

command "attack" {
  rule = "10", help = "orders units of one stack to attack an area that the enemy holds",
  phases = { "orders" },
  args = {
    { name = "area", kind = "area", help = "the area to attack", from = attackable },
    { name = "units", kind = "units", keyword = "with", help = "units of one stack", from = launchable },
    { name = "charging", kind = "units", keyword = "charging", optional = true,
      help = "cavalry among them that charges (11)", from = chargeable },
    { name = "commander", kind = "unit", keyword = "commander", optional = true,
      help = "a command unit on the launching central hex, for its dice (10.11)", from = committable },
  },
  run = function (args) return rules.attack(args) end,
}
