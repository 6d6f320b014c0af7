-- SPDX-License-Identifier: GPL-3.0-or-later
-- 14 Morale: disrupted units rally under their commander's eyes, or test whether they rout.
--
-- A morale is a plain table for one side's phase: side, and routed, the areas of the stacks
-- that have routed so far (one entry a stack).

local COMMAND = { arm = "command" }

-- --- 14.1: who rallies ------------------------------------------------------------------------

--- Whether a command unit can rally anybody (20.2 of the options forbids it at times).
rule("14.1", "may_rally_units", function (commander)
  return commander.arm == "command" and not rules.focused_this_turn(commander)   -- 20.2
end)

--- Whether a disrupted unit is in the area of its own command unit.
rule("14.1", "rallies", function (unit)
  for _, other in ipairs(units_of(unit.side, unit.area, "unit", COMMAND)) do
    if rules.commands_unit(other, unit) and rules.may_rally_units(other) then return true end   -- 3.11
  end
  return false
end)

--- Disrupted units of a side on the board.
rule("14.1", "disrupted_units", function (side)
  local list = {}
  for _, unit in ipairs(all("unit", { disrupted = true, side = side })) do
    if unit.place then list[#list + 1] = unit end
  end
  return list
end)

--- All of a side that can rally do, without a die.
rule("14.1", "rally", function (side)
  for _, unit in ipairs(rules.disrupted_units(side)) do
    if rules.rallies(unit) then
      unit.disrupted = false
      note("14.1", "{unit} rallies", { unit = unit })
    end
  end
end)

-- --- 14.2, 14.3: who tests --------------------------------------------------------------------

--- Combat units of a side in an area: how many in good order, how many disrupted. By the other
--- reading of G31 command units count as well.
rule("14.4", "order_in", function (side, area)
  local good, disrupted, all_units = 0, 0, option.command_counts
  local there = units_of(side, area)
  for i = 1, #there do
    local unit = there[i]
    if all_units or unit.arm ~= "command" then
      if unit.disrupted then disrupted = disrupted + 1 else good = good + 1 end
    end
  end
  return good, disrupted
end)

--- Whether a command unit keeps the units of its area from testing: any friendly one does, even
--- one that cannot rally them (reading G30).
rule("14.2", "calmed", function (unit)
  for _, other in ipairs(units_of(unit.side, unit.area, "unit", COMMAND)) do
    if option.other_commander == "exempts" or rules.commands_unit(other, unit) then return true end
  end
  return false
end)

--- A disrupted unit without a command unit, next to an enemy in good order, must test.
rule("14.2", "must_test", function (unit)
  if rules.calmed(unit) then return false end
  local enemy = unit.side.enemy
  for _, area in ipairs(areas_with(enemy, rules.adjacent_areas(unit.area))) do
    if rules.order_in(enemy, area) > 0 then return true end
  end
  return false
end)

--- The stacks to be tested: hexes, in the order in which their first unit came into play.
rule("14.3", "stacks_to_test", function (side)
  local hexes, listed = {}, {}
  for _, unit in ipairs(rules.disrupted_units(side)) do
    local hex = unit.place
    if not listed[hex] and rules.must_test(unit) then
      listed[hex] = true
      hexes[#hexes + 1] = hex
    end
  end
  return hexes
end)

-- --- 14.4 to 14.7: the test ---------------------------------------------------------------------

--- Negative value: friendly stacks that have routed here or next door, and areas next door whose
--- enemies are all in good order.
rule("14.4", "negative_value", function (morale, area)
  local routed, hostile = 0, 0
  for _, near in ipairs(rules.in_or_next_to(area)) do
    for _, other in ipairs(morale.routed) do
      if other == near then routed = routed + 1 end
    end
  end
  for _, other in ipairs(rules.adjacent_areas(area)) do
    local good, disrupted = rules.order_in(morale.side.enemy, other)
    if good > 0 and disrupted == 0 then hostile = hostile + 1 end
  end
  return routed, hostile
end)

--- Positive value: units in good order in the area, and areas next door with friends in good
--- order.
rule("14.5", "positive_value", function (side, area)
  local good, friendly = rules.order_in(side, area), 0
  for _, other in ipairs(rules.adjacent_areas(area)) do
    if rules.order_in(side, other) > 0 then friendly = friendly + 1 end
  end
  return good, friendly
end)

--- The adjustment for a die; a side that has lost twelve gets no positive one.
rule("16 special", "morale_adjustment", function (side, die)
  local adjustment = charts.morale_die:at(die)                               -- 14.6
  if adjustment > 0 and rules.is_broken(side) then return 0 end
  return adjustment
end)

--- The result of the test of a stack, as a tally: below zero, so many units rout.
rule("14.7", "morale_result", function (morale, hex)
  local side, area = morale.side, hex.area
  local good, friendly = rules.positive_value(side, area)
  local routed, hostile = rules.negative_value(morale, area)
  local adjustment = roll_as("1d6", "14.6 morale at " .. hex.name, function (die)
    return rules.morale_adjustment(side, die)                            -- 14.6, 16
  end, side)
  return tally("morale"):add(good, "14.5", "units in good order in the area")
    :add(friendly, "14.5", "adjacent areas with friends in good order")
    :add(adjustment, "14.6", "die")
    :add(-routed, "14.4", "friendly stacks that have routed")
    :add(-hostile, "14.4", "adjacent areas with enemies all in good order")
end)

local ROUTS_FIRST = { infantry = 1, cavalry = 2, artillery = 3 }         -- 14.7

--- The disrupted units of a stack that may rout next: infantry, then cavalry, then artillery.
rule("14.7", "next_to_rout", function (hex)
  local list, rank = {}, 4
  for _, unit in ipairs(units_at(hex)) do
    if unit.disrupted then
      local its = ROUTS_FIRST[unit.arm]
      if its < rank then list, rank = {}, its end
      if its == rank then list[#list + 1] = unit end
    end
  end
  return list
end)

--- So many units of a stack rout. Gives how many did.
rule("14.7", "rout", function (side, hex, units)
  for n = 1, units do
    local list = rules.next_to_rout(hex)
    if #list == 0 then return n - 1 end
    local unit = choose { by = side, rule = "14.7", kind = "one", from = list, default = list[1],
      ask = "Which unit routs?" }
    rules.lose_unit(unit, "14.7")
  end
  return units
end)

--- Whether a stack counts as routed for the tests that follow (reading G30).
rule("14.4", "counts_as_routed", function (hex, routed)
  if routed == 0 then return false end
  return option.routed_stack == "any" or #rules.next_to_rout(hex) == 0
end)

--- Tests one stack.
rule("14.3", "test_stack", function (morale, hex)
  local side = morale.side
  local result = rules.morale_result(morale, hex)                        -- 14.4 to 14.6
  note("14.7", "morale at {hex}: {result}", { hex = hex, result = result })
  if result.total >= 0 then return end
  local routed = rules.rout(side, hex, -result.total)                    -- 14.7
  if rules.counts_as_routed(hex, routed) then
    morale.routed[#morale.routed + 1] = hex.area                         -- 14.4
  end
end)

--- The active player picks the next stack, and tests it. `hexes` loses it.
rule("14.3", "test_next", function (morale, hexes)
  local hex = choose { by = morale.side, rule = "14.3", kind = "place", from = hexes,
    default = hexes[1], ask = "Which stack is tested next?" }
  for i = 1, #hexes do
    if hexes[i] == hex then table.remove(hexes, i) break end
  end
  rules.test_stack(morale, hex)
end)

--- The phase of one side: all rally that can, then stack by stack tests.
rule("14", "morale_phase", function ()
  local side = game.active
  rules.rally(side)                                                      -- 14.1
  local morale, hexes = { side = side, routed = {} }, rules.stacks_to_test(side)   -- 14.2
  while #hexes > 0 do rules.test_next(morale, hexes) end                 -- 14.3
end)
