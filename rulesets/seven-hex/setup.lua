-- SPDX-License-Identifier: GPL-3.0-or-later
-- 16 Setting up the Game: what a scenario of the whole battle must hold, and who is there at the
-- start. The set-up itself is a scenario's data.

local KINDS = { "command", "infantry", "cavalry", "artillery" }

--- Units of a side by kind.
rule("16 set-up FB", "strength_of", function (side)
  local count = { command = 0, infantry = 0, cavalry = 0, artillery = 0 }
  for _, unit in ipairs(all "unit") do
    if unit.side == side then count[unit.arm] = count[unit.arm] + 1 end
  end
  return count
end)

--- What is wrong with the forces of a side, in words; nil when they are those of rule 16.
rule("16 set-up FB", "wrong_forces", function (side)
  local count = rules.strength_of(side)
  for _, kind in ipairs(KINDS) do
    local wanted = charts.forces:at(side.key, kind)
    if count[kind] ~= wanted then
      return ("the %s side has %d %s units, rule 16 gives it %d"):format(side.name, count[kind], kind, wanted)
    end
  end
  return nil
end)

--- What is wrong with where a unit of the Allies begins: infantry and cavalry begin on central
--- hexes. The other side is free to use outer ones.
rule("16 set-up Allied", "wrong_place", function (unit)
  local hex = unit.place
  if not hex then return unit.name .. " is not on the board" end
  if unit.arm == "command" and not hex.central then return unit.name .. " must begin on a central hex" end
  if unit.side == sides.allied and not hex.central and unit.arm ~= "artillery" then
    return unit.name .. " must begin on a central hex: Allied infantry and cavalry do"
  end
  return nil
end)

--- Checks the set-up of the whole battle: nil, or what is wrong.
rule("16 first move, length", "wrong_set_up", function ()
  for _, side in ipairs(sides) do
    local wrong = rules.wrong_forces(side)
    if wrong then return wrong end
  end
  for _, unit in ipairs(all "unit") do
    local wrong = rules.wrong_place(unit)
    if wrong then return wrong end
  end
  return nil
end)

--- Before the first turn: how many infantry and cavalry each side has, and on which banks of the
--- Danube it stands (bits). For the invariants.
rule("16 first move, length", "muster", function ()
  for _, unit in ipairs(all "unit") do
    local side, area = unit.side, unit.area
    if unit.arm == "infantry" or unit.arm == "cavalry" then side.mustered = side.mustered + 1 end
    if area then side.banks = side.banks | 1 << area.bank end
  end
end)

invariant("10.4 who is eliminated stays out of play", function ()
  local alive = { allied = 0, french = 0 }
  for _, unit in ipairs(all "unit") do
    local arm = unit.arm
    if arm == "infantry" or arm == "cavalry" then
      local key = unit.side.key
      alive[key] = alive[key] + 1
    end
  end
  for _, side in ipairs(sides) do
    if side.mustered > 0 and alive[side.key] + side.lost ~= side.mustered then
      return "units in play and losses of the " .. side.name .. " side do not make up its forces"
    end
  end
end)

invariant("2.3 nobody crosses the Danube", function ()
  for _, unit in ipairs(all "unit") do
    local area, banks = unit.area, unit.side.banks
    if area and banks > 0 and banks & 1 << area.bank == 0 then
      return unit.name .. " is on the other bank of the Danube"
    end
  end
end)

invariant("4.4 only command units are ever off the board", function ()
  for _, unit in ipairs(all "unit") do
    if not unit.place and unit.side.mustered > 0 and unit.arm ~= "command" then
      return unit.name .. " is nowhere"
    end
  end
end)
