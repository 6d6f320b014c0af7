-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.1: activation.

--- The activation value of a group for a purpose: that of its leaders, less 2 when demoralised, and
--- never below 4. A tally.
rule("4.1-dem", "activation_value", function (forces, purpose, place)
  local value = tally("activation value")
  value:add(rules.command_av(forces, purpose, place), "L.avg", "of its leaders")
  for _, force in ipairs(forces) do
    if force.demoralised > 0 then
      value:add(-2, "4.1-dem", "demoralised")
      break
    end
  end
  return value:floor(4, "4.1-dem", "no value is lower")
end)

--- The table that the activation value is looked up in (G6).
rule("4.1", "activation_chart", function (value)
  if option.activation_table == "low" and value >= 6 and value <= 8 then return charts.activation_low end
  return charts.activation
end)

--- Whether a group activates: 2d6 on the Activation Table.
rule("4.1", "activates", function (forces, purpose, place)
  local value = rules.activation_value(forces, purpose, place)           -- 4.1-dem
  local active = rules.activation_chart(value.total):roll("2d6", "4.1 activation of " .. forces[1].name,
    { at = value.total, by = forces[1].side })
  note("4.1", "{forces} {what} (AV {value})",
    { forces = forces, value = value, what = active and "activates" or "does not activate" })
  return active
end)

--- The try of a force, and of those that act with it, in its own phase.
rule("4.1", "activate", function (force)
  refuse_if("4.1", force.side ~= game.active, "{force} is not a force of the active side", { force = force })
  local forces = rules.acting(force)                                     -- 5.2-join
  for _, each in ipairs(forces) do
    refuse_if("4.1", each.active, "{force} is active already", { force = each })
    refuse_if("4.1", each.tried >= option.activation_tries, "{force} has tried already", { force = each })
  end
  local active = rules.activates(forces, "move")
  for _, each in ipairs(forces) do
    each.tried = each.tried + 1
    each.active = active
  end
  report("active", active)
end)
