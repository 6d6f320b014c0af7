-- SPDX-License-Identifier: GPL-3.0-or-later
-- 12 Withdrawal: one area back, together, if the defender wants to.

--- The three areas away from the attack: the one opposite the area it came from and the two
--- next to that (reading G3). The edge of the map is closed (reading G25).
rule("12.1", "rear_areas", function (area, from)
  return map.withdrawal(area, from)
end)

--- Why some units of one side cannot step from an area into the next: the id of the rule, or
--- nil when they can. Withdrawal and both steps of a retreat ask this.
rule("12.2", "step_closed", function (units, a, b)
  if not map.open(a, b) or not rules.may_enter_hex(b.centre) then
    return rules.danube_between(a, b) and "2.3" or "4.5"
  end
  if rules.holds_combat_unit(units[1].side.enemy, b) then return "12.2" end
  if not rules.has_room(units, b) then return "4.1" end
  if option.glanders_bars and rules.glanders_bars(units, b) then return "4.4" end
  return nil
end)

--- The areas that units can withdraw to.
rule("12.2", "withdrawal_areas", function (units, area, from)
  local list, rear = {}, rules.rear_areas(area, from)
  for i = 1, #rear do
    local to = rear[i]
    if not rules.step_closed(units, area, to) then list[#list + 1] = to end
  end
  return list
end)

--- Who withdraws: all infantry and cavalry of the area with any command unit; artillery stays
--- behind (10.20). Gives combat units and command units.
rule("12.1", "withdrawing_units", function (outcome)
  local combat = {}
  for _, unit in ipairs(outcome.defenders) do
    if unit.alive and unit.arm ~= "artillery" then combat[#combat + 1] = unit end
  end
  return combat, rules.survivors(outcome.commanders)
end)

--- Where they can go: all together, or by the other reading of G25 any one of them. A command
--- unit beside artillery goes alone.
rule("12.2", "ways_to_withdraw", function (outcome, units, commanders)
  local area, from = outcome.area, outcome.from
  if #units == 0 then return rules.withdrawal_areas(commanders, area, from) end
  if option.withdrawal == "all" then return rules.withdrawal_areas(units, area, from) end
  local list = {}
  for _, to in ipairs(rules.rear_areas(area, from)) do
    if #rules.able_to_step(units, area, to) > 0 then list[#list + 1] = to end
  end
  return list
end)

--- Those of some units that could step into the next area alone.
rule("12.2", "able_to_step", function (units, a, b)
  local list = {}
  for _, unit in ipairs(units) do
    if not rules.step_closed({ unit }, a, b) then list[#list + 1] = unit end
  end
  return list
end)

--- The defender stays or withdraws. Sets outcome.withdrawal, the area, when he goes.
rule("12.1", "may_withdraw", function (outcome)
  local units, commanders = rules.withdrawing_units(outcome)
  if #units + #commanders == 0 then return end
  local options = rules.ways_to_withdraw(outcome, units, commanders)
  if #options == 0 then
    note("12.2", "there is no area to withdraw to", outcome)
    return
  end
  options[#options + 1] = "stay"
  local to = choose { by = outcome.enemy, rule = "12.1", kind = "one", from = options,
    ask = "Withdraw, or stay?", default = "stay" }
  if to == "stay" then return end
  units = rules.those_who_go(outcome, units, to)                         -- reading G25
  for _, unit in ipairs(units) do unit.place = rules.arrival_hex(to) end
  for _, unit in ipairs(commanders) do unit.place = rules.arrival_hex(to) end
  local going = {}
  for _, list in ipairs { units, commanders } do
    for _, unit in ipairs(list) do going[#going + 1] = unit end
  end
  note("12.1", "{units} {units:withdraws|withdraw} to {to}", { units = going, to = to })
  rules.enter_area(outcome.enemy, to)                                    -- 10.21
  outcome.withdrawal = to
end)

--- All together, unless the other reading lets the defender leave some; then he may also go where
--- there is room for one only.
rule("12.1", "those_who_go", function (outcome, units, to)
  if option.withdrawal == "all" or #units < 2 then return units end
  if rules.step_closed(units, outcome.area, to) then
    return { choose { by = outcome.enemy, rule = "12.2", kind = "one",
      from = rules.able_to_step(units, outcome.area, to), ask = "Which unit withdraws?" } }
  end
  return choose { by = outcome.enemy, rule = "12.1", kind = "some", from = units, min = 1,
    ask = "Which units withdraw?", default = units }
end)
