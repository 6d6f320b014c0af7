-- SPDX-License-Identifier: GPL-3.0-or-later
-- 8 Orders: whether an order is obeyed, and how many may follow.

--- The Order Value of a side before any order of the phase.
rule("8.2", "full_order_value", function (side)
  return charts.order_values:at(side.key)
end)

--- The Order Value now: one less for each order already obeyed in this phase, even below zero.
rule("8.5", "order_value", function (side)
  return rules.full_order_value(side) - side.orders
end)

--- Whether white die + Order Value reaches the red die.
rule("8.4", "order_succeeds", function (white_less_red, order_value)
  return white_less_red + order_value >= 0
end)

--- The order roll: white die less red die.
rule("8.4", "order_roll", function (side, order_value)
  return roll_as("1d6-1d6", "8.4 order, white less red", function (difference)
    return rules.order_succeeds(difference, order_value)
  end, side)
end)

--- Gives an order. True when it is carried out; otherwise the phase ends after this command.
rule("8.4", "obeyed", function (side)
  local order_value = rules.order_value(side)
  if rules.is_guaranteed(side) or rules.order_roll(side, order_value) then   -- 19.1
    side.orders = side.orders + 1                                        -- 8.5
    report("order", "carried out")
    note("8.4", "the order is carried out (Order Value {ov})", { ov = order_value })
    return true
  end
  report("order", "not carried out")
  note("8.4", "the order is not carried out (Order Value {ov}); the phase ends",
    { ov = order_value })
  if option.failed_order == "both" then game.phase_over = true else end_phase() end   -- 21.4, G35
  return false
end)

--- Option 19: the first order of the phase needs no roll; it costs one all the same.
rule("19.1", "is_guaranteed", function (side)
  return option.first_order and side.orders == 0
end)

--- Units that are given one order together: all of the active player and in one hex.
rule("8.3", "check_stack", function (side, units)
  local first = units[1]
  if not first then
    refuse("8.3", "an order names the units that obey it")
  end
  local hex = first.place
  if not hex then
    refuse("8.3", "{unit} is not on the board", { unit = first })
  end
  for i = 1, #units do
    local unit = units[i]
    if unit.side ~= side then
      refuse("8.3", "{unit} is not a unit of the {side} side", { unit = unit, side = side })
    end
    if unit.place ~= hex then
      refuse("8.3", "{unit} is not stacked with {first}", { unit = unit, first = first })
    end
    if unit.arm == "command" then
      refuse("3.10", "{unit} is a command unit: it takes no orders", { unit = unit })
    end
  end
  return hex
end)

--- How many Attack markers a unit has.
rule("8.6", "attacks_made", function (unit)
  local made = 0
  for _, marker in ipairs(referrers(unit, "unit")) do
    if marker.mark == "Attack" then made = made + 1 end
  end
  return made
end)

--- A unit with two Attack markers may not be ordered to attack again.
rule("8.6", "may_attack_again", function (unit)
  return rules.attacks_made(unit) < 2
end)

--- The phase begins: no order has been given yet.
rule("8.5", "begin_orders", function ()
  for _, side in ipairs(sides) do side.orders = 0 end
end)

-- The die decides the orders, but it cannot have obeyed more attacks than orders.
invariant("8.5 every attack was an order obeyed", function ()
  local attacks = {}
  for _, record in ipairs(all "combat") do
    local key = record.side.key
    attacks[key] = (attacks[key] or 0) + 1
    if record.side.mustered > 0 and attacks[key] > record.side.orders then
      return "the " .. record.side.name .. " side has made more attacks than orders were obeyed"
    end
  end
end)
