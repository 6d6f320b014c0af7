-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the players read off the table between commands: the Order Value, markers, OFs, losses.

local function counted(n, one) return n .. " " .. one .. (n == 1 and "" or "s") end

-- "Order Value 2 (1 order obeyed in this phase)": 8.2, 8.5
local function order_line(side)
  local given = side.orders
  return ("%s: Order Value %d%s"):format(side.name, rules.order_value(side),
    given > 0 and (" (%d less %s obeyed in this phase)"):format(rules.full_order_value(side),
      counted(given, "order")) or "")
end

local function loss_line(side)
  local broken = rules.is_broken(side) and ": broken, it may not start combat" or ""
  return ("%s: %d of %d infantry and cavalry lost%s"):format(side.name, side.lost,
    option.break_losses, broken)
end

local function village_line()
  local held = {}
  for _, area in ipairs(rules.villages()) do
    local side = rules.occupier(area)
    held[#held + 1] = area.name .. " " .. (side and side.name or "nobody's")
  end
  return #held > 0 and "villages: " .. table.concat(held, ", ") or nil
end

status(function ()
  local lines = {}
  if current_phase() == "orders" then lines[1] = order_line(game.active) end
  for _, side in ipairs(sides) do
    if side.lost > 0 then lines[#lines + 1] = loss_line(side) end
  end
  lines[#lines + 1] = village_line()
  return lines
end)

sheet("side", function (side)
  local held = {}
  for _, area in ipairs(rules.villages()) do
    if rules.occupier(area) == side then held[#held + 1] = area.name end
  end
  return { (order_line(side):gsub("^.-: ", "")), (loss_line(side):gsub("^.-: ", "")),
    "villages held: " .. (#held > 0 and table.concat(held, ", ") or "none") }
end)

-- 10.1: the markers of this phase; 10.21: a command unit that escaped.
sheet("unit", function (unit)
  local lines = {}
  for _, marker in ipairs(referrers(unit, "unit")) do
    local combat = marker.combat
    lines[#lines + 1] = marker.mark == "Attack" and "Attack marker: attacked " .. combat.at.area.name
      or "Defend marker: attacked from " .. combat.from.area.name
  end
  if unit.escaped > 0 then
    lines[#lines + 1] = ("escaped from %s in turn %d"):format(
      unit.escaped_from and unit.escaped_from.area.name or "the board", unit.escaped)
  end
  return lines
end)

-- 4.1: how much of an area each side fills.
sheet("area", function (area)
  local lines, there = {}, units_in(area)
  for _, side in ipairs(sides) do
    local own = {}
    for _, unit in ipairs(there) do
      if unit.side == side then own[#own + 1] = unit end
    end
    if #own > 0 then
      lines[#lines + 1] = ("%s: %d of 6 OFs used"):format(side.name, rules.occupied_by(own, area))
    end
  end
  if rules.heavy_going(area) then
    lines[#lines + 1] = "heavy going (4.2): units occupy more here"
  end
  return lines
end)
