-- SPDX-License-Identifier: GPL-3.0-or-later
-- 10 Combat: the order to attack, and the procedure (10.1 to 10.3).
--
-- A battle is a plain table that the procedure fills step by step; later steps read it.
--   side, enemy         the attacker, the defender        from, area   launching and attacked area
--   units, guns         ordered units, supporting artillery            attackers    both together
--   chargers, commander what the attacker declared        defenders, commanders     in the area
--   attack, defence     counts of undisrupted units       earlier      attacks on them by others

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

--- Whether a unit can be launched from where it stands: from a central hex, cavalry by way of it.
rule("9.2", "may_launch", function (unit)
  local hex = unit.place
  return hex.central or unit.arm == "cavalry" and option.outer_cavalry
    and rules.may_enter_hex(hex.area.centre)
end)

--- Artillery on the launching central hex supports the attack without being ordered to.
rule("10.9", "supporting_artillery", function (side, centre)
  return having(having(units_of(side, centre), "arm", "artillery"), "disrupted", false)
end)

--- Disrupted units may not start combat; artillery is never ordered to; two attacks a turn.
rule("10.2", "check_attackers", function (units)
  for i = 1, #units do
    local unit = units[i]
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
  local defenders, commanders = rules.split_by_kind(side.enemy, area)
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
    defenders = defenders, commanders = commanders, countered = 0, repeats = none, earlier = 0,
    surrounded = nil, attack = nil, defence = nil, attackers_before = nil, defenders_before = nil,
    only_disrupted = nil, aggregate_dv = nil, modified_dv = nil, adjusted_dv = nil,   -- to come
    aggregate_av = nil, modified_av = nil, adjusted_av = nil, final_av = nil, final_dv = nil,
    margin = nil, outcome = nil }
end)

--- Combat units and command units of a side in an area, apart.
rule("3.1", "split_by_kind", function (side, area)
  local there = units_of(side, area)
  return lacking(there, "arm", "command"), having(there, "arm", "command")
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

--- The phase ends.
rule("10.1", "end_orders", function ()
  rules.remove_markers()
  rules.note_holders()                                                   -- 17.1
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
  note("10.1", "{units} {units:is|are} ordered to attack {area} from {from}", battle)
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

-- --- the command ------------------------------------------------------------------------------

--- Whether some unit of the active player could be ordered to attack an area.
local function can_be_attacked(area)
  return has_units(game.active, rules.open_areas(area))
end

--- Where units that could be ordered into args.area stand, together with those already named.
local function launching(args)
  local area, first = args.area, args.units and args.units[1]
  if first and first.place then return units_at(first.place) end
  return area and units_of(game.active, rules.open_areas(area)) or all "unit"
end

local function can_attack(unit)
  local place, arm = unit.place, unit.arm
  return place ~= nil and unit.side == game.active and (arm == "cavalry" or arm == "infantry")
    and not unit.disrupted and rules.may_launch(unit) and rules.may_attack_again(unit)
end

local function enemy_areas() return areas_with(game.active.enemy, map.areas) end

local function chargeable(args)
  local list = {}
  for _, unit in ipairs(args.units or none) do
    if rules.may_charge(unit) then list[#list + 1] = unit end
  end
  return list
end

local function committable(args)
  local first = args.units and args.units[1]
  if not first or not first.place then return all("unit", { arm = "command", side = game.active }) end
  return rules.command_units_of(game.active, units_at(first.place.area.centre))
end

command "attack" {
  rule = "10", help = "orders units of one stack to attack an area that the enemy holds",
  phases = { "orders" },
  args = {
    { name = "area", kind = "area", help = "the area to attack",
      among = enemy_areas, fits = can_be_attacked },
    { name = "units", kind = "units", keyword = "with", help = "units of one stack",
      among = launching, fits = can_attack },
    { name = "charging", kind = "units", keyword = "charging", optional = true,
      help = "cavalry among them that charges (11)", from = chargeable },
    { name = "commander", kind = "unit", keyword = "commander", optional = true,
      help = "a command unit on the launching central hex, for its dice (10.11)", from = committable },
  },
  run = function (args) return rules.attack(args) end,
}
