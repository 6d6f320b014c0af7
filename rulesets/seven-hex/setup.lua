-- SPDX-License-Identifier: GPL-3.0-or-later
-- 16 Setting up the Game: what a scenario of the whole battle must hold, who is there at the
-- start, and deployment by the players. The set-up itself is a scenario's data; with the option
-- `deployment` the players may change it before the first turn, each leader's units among the
-- areas where the scenario has put some of them (those that bear his name).

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

--- What is wrong with where a unit begins: infantry and cavalry of the Allies on central hexes, the
--- other side where it likes; nobody where the enemy is (10.1).
rule("16 set-up Allied", "wrong_place", function (unit)
  local hex = unit.place
  if not hex then return unit.name .. " is not on the board" end
  if unit.arm == "command" and not hex.central then return unit.name .. " must begin on a central hex" end
  if unit.side == sides.allied and not hex.central and unit.arm ~= "artillery" then
    return unit.name .. " must begin on a central hex: Allied infantry and cavalry do"
  end
  if has_units(unit.side.enemy, unit.area) then
    return ("%s begins where the enemy is: no area holds both sides"):format(unit.name)
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
  if option.deployment then rules.note_quarters() end
end)

-- --- deployment by the players --------------------------------------------------------------------

--- Whether the players deploy now: before the first turn, if they want to.
rule("16 set-up FB", "deploying", function ()
  return option.deployment and game.turn == 1 and game.active == game.first
end)

--- The areas that bear a leader's name: where the scenario has put infantry or cavalry of his.
rule("16 set-up FB", "note_quarters", function ()
  local known = {}
  for _, unit in ipairs(all "unit") do
    local area = unit.area
    if area and (unit.arm == "infantry" or unit.arm == "cavalry") then
      local key = unit.army .. "/" .. area.name
      if not known[key] then create("quarters", { army = unit.army, place = area.centre }) end
      known[key] = true
    end
  end
end)

--- Whether an area bears the name of a unit's leader.
rule("16 set-up FB", "is_quarter", function (unit, area)
  for _, quarters in ipairs(all "quarters") do
    if quarters.army == unit.army and quarters.place == area.centre then return true end
  end
  return false
end)

--- Why a unit may not be deployed on a hex: the id of the rule, or nil.
rule("16 set-up Allied", "deployment_bar", function (unit, hex)
  if unit.arm == "artillery" or unit.arm == "command" then return "16" end   -- specified places
  if not rules.is_quarter(unit, hex.area) then return "16" end
  if unit.side == sides.allied and not hex.central then return "16" end
  if not rules.may_enter_hex(hex) then return "4.5" end
  if hex.area ~= unit.area then
    if not rules.has_room({ unit }, hex.area) then return "4.1" end
    if rules.glanders_bars({ unit }, hex.area) then return "4.4" end
  end
  return nil
end)

local WHY = {
  ["16"]  = "{unit} may not be deployed on {hex}: infantry and cavalry go to areas of their leader, "
    .. "those of the Allies to central hexes; all others stand where the scenario puts them",
  ["4.5"] = "{hex} is marsh or woods",
  ["4.1"] = "{area} has no room for {unit}",
  ["4.4"] = "glanders: Tallard's cavalry may not join other cavalry in {area}",
}

--- Puts a unit elsewhere before the battle.
rule("16 set-up FB", "deploy", function (unit, hex)
  if unit.side ~= game.actor then
    refuse("16", "{unit} is not a unit of the {side} side", { unit = unit, side = game.actor })
  end
  local bar = rules.deployment_bar(unit, hex)
  if bar then refuse(bar, WHY[bar], { unit = unit, hex = hex, area = hex.area }) end
  unit.place = hex
  note("16", "{unit} is deployed on {hex}", { unit = unit, hex = hex })
end)

local function deployable()
  local list = {}
  for _, unit in ipairs(all "unit") do
    if unit.side == game.actor and (unit.arm == "infantry" or unit.arm == "cavalry") then
      list[#list + 1] = unit
    end
  end
  return list
end

local function quarters_of(args)
  local unit, list = args.unit, {}
  if not unit then return list end
  for _, quarters in ipairs(all "quarters") do
    if quarters.army == unit.army then
      for _, hex in ipairs(quarters.place.area.hexes) do
        if hex ~= unit.place and not rules.deployment_bar(unit, hex) then list[#list + 1] = hex end
      end
    end
  end
  return list
end

command "deploy" {
  rule = "16", help = "puts infantry or cavalry elsewhere before the battle",
  phases = { "deploy_second", "deploy_first" },
  args = {
    { name = "unit", kind = "unit", help = "infantry or cavalry", from = deployable },
    { name = "to", kind = "hex", keyword = "to", help = "a hex in an area of its leader", from = quarters_of },
  },
  run = function (args) return rules.deploy(args.unit, args.to) end,
}

-- --- for scenarios with reinforcements and events of their own ---------------------------------------

--- Why a unit that arrives may not be put on a hex; nil when it may.
rule("4.1", "no_room_for", function (unit, hex)
  if not rules.may_enter_hex(hex) then return hex.name .. " is marsh or woods" end             -- 4.5
  if not rules.has_room({ unit }, hex.area) then return hex.area.name .. " is full" end
  if rules.glanders_bars({ unit }, hex.area) then return "glanders keeps it out" end           -- 4.4
  return nil
end)

--- A unit joins its side in the middle of the battle.
rule("16 first move, length", "join", function (unit)
  local side, area = unit.side, unit.area
  if unit.arm == "infantry" or unit.arm == "cavalry" then side.mustered = side.mustered + 1 end
  if area then side.banks = side.banks | 1 << area.bank end
end)

--- A unit is taken out of the battle without being lost.
rule("16 first move, length", "leave", function (unit)
  if unit.arm == "infantry" or unit.arm == "cavalry" then unit.side.mustered = unit.side.mustered - 1 end
  for _, marker in ipairs(referrers(unit, "unit")) do eliminate(marker) end
  for _, marker in ipairs(referrers(unit, "commander")) do eliminate(marker) end
end)

--- The side that holds a hex or its area.
rule("17.1", "holder_of", function (place) return rules.occupier(place.area or place) end)

--- Infantry and cavalry that a side has lost.
rule("16 special", "losses_of", function (side) return side.lost end)

scenario_rules { room = "no_room_for", arrived = "join", withdrawn = "leave", holder = "holder_of",
  lost = "losses_of" }

-- --- what must hold ---------------------------------------------------------------------------------

invariant("10.4 who is eliminated stays out of play", function ()
  for _, side in ipairs(sides) do
    local alive = #all("unit", { side = side, arm = "infantry" }) + #all("unit", { side = side, arm = "cavalry" })
    if side.mustered > 0 and alive + side.lost ~= side.mustered then
      return "units in play and losses of the " .. side.name .. " side do not make up its forces"
    end
  end
end)

invariant("2.3 nobody crosses the Danube", "unit", "place", function (unit)
  local area, banks = unit.area, unit.side.banks
  if area and banks > 0 and banks & 1 << area.bank == 0 then
    return unit.name .. " is on the other bank of the Danube"
  end
end)

invariant("4.4 only command units are ever off the board", "unit", "place", function (unit)
  if not unit.place and unit.side.mustered > 0 and unit.arm ~= "command" then
    return unit.name .. " is nowhere"
  end
end)
