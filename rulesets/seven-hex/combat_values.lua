-- SPDX-License-Identifier: GPL-3.0-or-later
-- 10 Combat: Defence Value, Attack Value and dice (10.5 to 10.12). A battle: see combat.lua.

local none = {}

-- --- 10.2, 10.5: what counts ------------------------------------------------------------------

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
  add_units(dv, defence.outer_artillery, values:at("artillery_outer"), "10.7", "outer artillery")
  add_units(dv, defence.central_artillery, values:at("artillery_central"), "10.7", "central artillery")
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
      if marker.combat == record then known = known + 1 break end
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
  local hostile, friendly, all_units = 0, 0, option.command_counts
  local areas = rules.adjacent_areas(battle.area)
  for i = 1, #areas do
    local area = areas[i]
    if area ~= from then
      local units = units_in(area)
      local attacks, defends = false, false
      for k = 1, #units do
        local unit = units[k]
        if all_units or unit.arm ~= "command" then                       -- reading G31
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

local BETTER = { none = 0, experienced = 1, exceptional = 2 }              -- 10.11

--- The best commander of a list that counts for some units; nil when none influences the dice.
rule("10.11", "best_commander", function (commanders, units)
  local best, quality = nil, BETTER.none
  for i = 1, #commanders do
    local commander = commanders[i]
    local its = BETTER[commander.quality]
    if its > quality and rules.commander_helps(commander, units) then best, quality = commander, its end
  end
  return best
end)

--- The dice of a side: the best of as many as the quality of its best commander allows.
rule("10.11", "command_dice", function (commanders, units)
  local best = rules.best_commander(commanders, units)
  return charts.command_dice:at(best and best.quality or "none")
end)

--- Final values: the adjusted ones with the highest die of each side.
rule("10.12", "final_values", function (battle, attack_die, defence_die)
  return battle.adjusted_av + attack_die, battle.adjusted_dv + defence_die
end)

--- The dice are thrown; what follows depends on the margin only.
rule("10.11", "throw_dice", function (battle)
  local defence_die = 0
  if not battle.only_disrupted then                                      -- 10.5
    local commanders = rules.committed_defenders(battle)                 -- 20.1
    defence_die = roll(rules.command_dice(commanders, battle.defenders),
      "10.11 defence", battle.enemy)
  end
  local commander = rules.best_commander({ battle.commander }, battle.attackers)
  if commander then rules.commit(commander) end                          -- 20.1
  local attack_die = roll(rules.command_dice({ commander }, battle.attackers), "10.11 attack", battle.side)
  local av, dv = rules.final_values(battle, attack_die, defence_die)     -- 10.12
  local outcome = { side = battle.side, enemy = battle.enemy, from = battle.from, area = battle.area,
    units = battle.units, attackers = battle.attackers, chargers = battle.chargers,
    commander = battle.commander, attackers_before = battle.attackers_before,
    defenders_before = battle.defenders_before, margin = av - dv, result = nil, defenders = nil,
    commanders = nil, hits_on_defender = 0, hits_on_attacker = 0, charge_hits = 0, advance = nil,
    withdrawal = nil }                                                   -- to come
  battle.final_av, battle.final_dv, battle.margin = av, dv, av - dv
  note("10.12", "final AV {final_av}, final DV {final_dv}", battle)
  battle.outcome = stage("outcome", rules.resolve, outcome)              -- 10.13 to 10.22
  return battle                      -- nothing that changes the World may stand after a stage
end)
