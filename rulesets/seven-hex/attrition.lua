-- SPDX-License-Identifier: GPL-3.0-or-later
-- 18 Attrition (option `attrition`): losses of stacks on outer hexes that face the enemy.
--
-- A stack here is a plain table: side, hex, units (its combat units).

--- Whether a hex touches an area next to its own.
ground_rule("18.2", "touches_area", function (hex, area)
  for _, other in ipairs(hex.neighbours) do
    if other.area == area then return true end
  end
  return false
end)

--- Whether an enemy combat unit is in an adjacent area that the hex touches (by the other reading
--- of G29: in any area next to the stack's).
rule("18.2", "faces_enemy", function (side, hex)
  for _, area in ipairs(rules.adjacent_areas(hex.area)) do
    if (option.attrition_next == "area" or rules.touches_area(hex, area))
      and rules.holds_combat_unit(side.enemy, area) then return true end
  end
  return false
end)

--- The stacks of a side that throw a die: on an outer hex and facing the enemy.
rule("18.2", "worn_stacks", function (side)
  local list, hexes, stacks = {}, {}, {}
  for _, unit in ipairs(all "unit") do
    local hex = unit.place
    if hex and not hex.central and unit.side == side then
      if not stacks[hex] then
        stacks[hex] = { side = side, hex = hex, units = {} }
        hexes[#hexes + 1] = hex
      end
      table.insert(stacks[hex].units, unit)
    end
  end
  for _, hex in ipairs(hexes) do
    if rules.is_stack(stacks[hex].units) and rules.faces_enemy(side, hex) then   -- 4.6
      list[#list + 1] = stacks[hex]
    end
  end
  return list
end)

--- Whether an enemy combat unit stands on a hex next to the stack's.
rule("18.5", "enemy_touches", function (stack)
  for _, hex in ipairs(stack.hex.neighbours) do
    if #rules.combat_units_of(stack.side.enemy, units_at(hex)) > 0 then return true end
  end
  return false
end)

rule("18.5", "holds_disrupted", function (stack)
  for _, unit in ipairs(stack.units) do
    if unit.disrupted then return true end
  end
  return false
end)

--- The Attrition Value of a stack, modified: a tally.
rule("18.4", "attrition_value", function (stack)
  local value = tally("attrition value", charts.attrition_values:at(stack.side.key))
  return charts.attrition_modifiers:tally(stack, value)                  -- 18.5
end)

--- One die for a stack; above the value one of its units is disrupted or eliminated.
rule("18.3", "wear_down", function (stack)
  local side, value = stack.side, rules.attrition_value(stack)           -- 18.4, 18.5
  local loss = roll_as("1d6", "18.2 attrition at " .. stack.hex.name, function (die)
    return die > value.total
  end, side)
  note("18.3", "attrition at {hex}: {what} (value {value})",
    { hex = stack.hex, value = value, what = loss and "a loss" or "none" })
  if not loss then return end
  local unit = choose { by = side, rule = "18.3", kind = "one", from = stack.units,
    default = rules.cheapest_loss(stack.units), ask = "Which unit takes the loss?" }
  rules.hit(unit, "18.3")                                                -- 10.4; no rule 10.21 (G27)
end)

--- The phase, between morale and command unit movement.
rule("18.1", "attrition_phase", function ()
  for _, stack in ipairs(rules.worn_stacks(game.active)) do rules.wear_down(stack) end
end)
