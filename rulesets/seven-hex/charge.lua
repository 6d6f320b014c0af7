-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11 Cavalry Charge. The charge is declared with the order (reading G19).

--- Cavalry may charge or counter-charge once a turn.
rule("11.6", "may_charge", function (unit)
  return unit.arm == "cavalry" and not unit.disrupted and not unit.charged and not unit.countered
end)

--- Those who charge must be cavalry of the attacking stack.
rule("11.1", "check_chargers", function (chargers, units)
  for i = 1, #chargers do
    local unit = chargers[i]
    local ordered = false
    for k = 1, #units do ordered = ordered or units[k] == unit end
    if not ordered then
      refuse("11.1", "{unit} is not among the units that attack", { unit = unit })
    end
    if unit.arm ~= "cavalry" then
      refuse("11.1", "{unit} is no cavalry and cannot charge", { unit = unit })
    end
    if not rules.may_charge(unit) then
      refuse("11.6", "{unit} has already charged or counter-charged this turn", { unit = unit })
    end
  end
end)

--- What a charging unit adds; matched by a counter-charge it adds less.
rule("11.1", "charge_value", function (unit, matched)
  local style = rules.style_of_charge(unit)                              -- 11 note
  return charts.charge:at(matched and style .. "_matched" or style)
end)

--- The chargers in the order in which the defender matches them: the costliest first.
rule("11.2", "matched_first", function (chargers)
  local list = {}
  for i, unit in ipairs(chargers) do list[i] = unit end
  table.sort(list, function (a, b)
    local loss_a = rules.charge_value(a, false) - rules.charge_value(a, true)
    local loss_b = rules.charge_value(b, false) - rules.charge_value(b, true)
    return loss_a > loss_b
  end)
  return list
end)

--- Adds the charge to the AV. battle.countered: how many chargers are matched.
rule("11.1", "charge_bonus", function (battle, av)
  local chargers, countered = battle.chargers, battle.countered
  if #chargers == 0 then return av end
  local bonus, lost = 0, 0
  for i = 1, #chargers do bonus = bonus + rules.charge_value(chargers[i], false) end
  av:add(bonus, "11.1", "charge")
  if countered == 0 then return av end
  for i, unit in ipairs(rules.matched_first(chargers)) do                -- 11.2
    if i > countered then break end
    lost = lost + rules.charge_value(unit, false) - rules.charge_value(unit, true)
  end
  return av:add(-lost, "11.2", "counter-charge")
end)

-- --- 11.2: the counter-charge -----------------------------------------------------------------

--- Defending cavalry that can counter-charge.
rule("11.2", "counter_chargers", function (battle)
  local list = {}
  for _, unit in ipairs(battle.defenders) do
    if rules.may_charge(unit) then list[#list + 1] = unit end
  end
  return list
end)

--- The Order Value of the counter-charge: full, whatever was ordered (reading G19).
rule("11.2", "counter_charge_value", function (side)
  if option.counter_value == "full" then return rules.full_order_value(side) end
  return rules.order_value(side)
end)

--- The defender may answer a charge by a counter-charge. Sets battle.countered.
rule("11.2", "offer_counter_charge", function (battle)
  local able = rules.counter_chargers(battle)
  if #able == 0 then return end
  local names = {}
  for i, unit in ipairs(able) do names[i] = '"' .. unit.name .. '"' end
  battle.countered = react { by = battle.enemy, rule = "11.2", commands = { "counter-charge" },
    ask = "Counter-charge, or pass?",
    default = "counter-charge " .. table.concat(names, ", ") } or 0
end)

--- The counter-charge itself: one order roll for all units. Gives how many match a charger.
rule("11.2", "counter_charge", function (units)
  local record = game.combat
  local side = record.side.enemy
  for _, unit in ipairs(units) do
    if unit.side ~= side or unit.area ~= record.at.area then
      refuse("11.2", "{unit} is not attacked", { unit = unit })
    end
    if unit.arm ~= "cavalry" or unit.disrupted then
      refuse("11.2", "{unit} is no cavalry in good order", { unit = unit })
    end
    if not rules.may_charge(unit) then
      refuse("11.6", "{unit} has already charged or counter-charged this turn", { unit = unit })
    end
  end
  local obeyed = rules.order_roll(side, rules.counter_charge_value(side))
  note("11.2", obeyed and "{units} {units:counter-charges|counter-charge}"
    or "{units} {units:does|do} not counter-charge", { units = units })
  if obeyed or option.failed_counter == "marked" then
    for _, unit in ipairs(units) do unit.countered = true end            -- 11.6
  end
  return obeyed and #units or 0
end)

local function able_to_counter()
  local record, list = game.combat, {}
  if not record then return list end
  for _, unit in ipairs(units_in(record.at.area)) do
    if unit.side ~= record.side and rules.may_charge(unit) then list[#list + 1] = unit end
  end
  return list
end

command "counter-charge" {
  rule = "11.2", help = "answers a charge with cavalry in the attacked area", reaction = true,
  args = { { name = "units", kind = "units", help = "cavalry in good order", from = able_to_counter } },
  run = function (args) return rules.counter_charge(args.units) end,
}

-- --- 11.3 to 11.5: what follows ---------------------------------------------------------------

local function charged_in(outcome, unit)
  for _, other in ipairs(outcome.chargers) do
    if other == unit then return true end
  end
  return false
end

--- Chargers in good order must advance when they win by four or more.
rule("11.3", "must_advance", function (outcome, unit)
  return outcome.margin >= 4 and charged_in(outcome, unit)
end)

--- After a charge there is no free strategic move.
rule("11.3", "free_move_allowed", function (outcome)
  return #outcome.chargers == 0
end)

--- A charge that does not win by four: each charger takes one more hit. Gives their number.
rule("11.4", "charge_penalty", function (outcome)
  if outcome.margin >= 4 or #outcome.chargers == 0 then return 0 end
  if option.charge_wipe == "advance" and not rules.any_alive(outcome.defenders) then return 0 end
  local hits = 0
  for _, unit in ipairs(outcome.chargers) do
    if unit.alive then
      rules.hit(unit, "11.4")
      hits = hits + 1
    end
  end
  return hits
end)

--- ... and the attacking stack stays where it is, even if no defender is left (reading G24).
rule("11.4", "may_advance_after_all", function (outcome)
  return #outcome.chargers == 0 or outcome.margin >= 4 or option.charge_wipe == "advance"
end)

--- After a charge the first hit on the defenders goes to cavalry: those it may go to, or nil.
rule("11.5", "first_hits", function (outcome)
  if #outcome.chargers == 0 then return nil end
  local cavalry = {}
  for _, unit in ipairs(outcome.defenders) do
    if unit.arm == "cavalry" then cavalry[#cavalry + 1] = unit end
  end
  return cavalry
end)

--- The markers of both sides go at the end of the game turn (reading G15).
rule("11.1", "remove_charge_markers", function ()
  for _, unit in ipairs(all("unit", { charged = true })) do unit.charged = false end
  for _, unit in ipairs(all("unit", { countered = true })) do unit.countered = false end
end)
