-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scaffold_ruleset -- a working start for a ruleset: path -> text, by kind of map.

local Texts = {}

local RULESET = [[
-- @NAME@: a ruleset. Everything in it is a working start: change it bit by bit, and after each
-- change ask `adjutant check @PATH@`. `help` at the prompt knows every function that is used here.

ruleset {
  name    = "@NAME@",
  edition = "draft",
  sides   = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } },
  -- What players may switch: read as option.steady in the rules.
  options = {
    steady = { default = true, values = { true, false }, rule = "3.4",
      help = "a shaken unit recovers at the end of a turn in which it did nothing" },
  },
}

-- 1 The pieces. All that changes in a game is a field of one of these.
entity "unit" {
  name     = text(),
  side     = ref { indexed = true },
  arm      = one_of({ "foot", "horse", needed = true }, { help = "what it is (1.1)" }),
  strength = int(2, { min = 1, max = 9, help = "counts in fights (1.2)" }),
  shaken   = flag(false, { help = "shaken once more, it is lost (3.3)" }),
  moved    = flag(false, { help = "has moved in this turn (2.1)" }),
  fought   = flag(false, { help = "has fought in this turn (3.1)" }),
  place    = place(),
}

-- The other files, in the order of the rules.
require "moving"
require "fighting"
require "turn"
]]

local MOVING_HEXES = [[
-- 2 Moving.

-- 2.1 Points by arm.
charts.allowance = values { rule = "2.1", title = "Movement points", source = "house",
  order = { "foot", "horse" }, foot = 2, horse = 4 }

-- 2.2 What a step costs: each kind of mover, each terrain of the maps.
local costs = movement_costs {
  rule = "2.2", title = "Movement costs",
  foot  = { enter = { clear = 1, woods = 2 }, across = { river = 1 } },
  horse = { enter = { clear = 1, woods = "no" }, across = { river = 2 } },
}

--- The hexes that a unit can go to: within its points, around the enemy, one unit a hex (2.3).
rule("2.3", "goals", function (unit)
  local enemies = {}
  for _, enemy in ipairs(referrers(unit.side.enemy, "side")) do
    if enemy.place then enemies[#enemies + 1] = enemy.place end
  end
  local range = reach(costs, unit.arm, unit.place, charts.allowance:at(unit.arm), { blocked = enemies })
  local list = {}
  for _, hex in ipairs(range:list()) do
    if #units_at(hex) == 0 then list[#list + 1] = hex end
  end
  return list
end)

--- The units in the hexes around a place.
rule("2.4", "units_next_to", function (place)
  local list = {}
  for _, hex in ipairs(place.neighbours) do
    for _, unit in ipairs(units_at(hex)) do list[#list + 1] = unit end
  end
  return list
end)

invariant("2.3 one unit a hex", function ()
  for _, unit in ipairs(all "unit") do
    if unit.place and #units_at(unit.place) > 1 then return unit.place.name .. " holds two units" end
  end
end)
]]

local MOVING_AREAS = [[
-- 2 Moving.

-- 2.1 How many units of a side an area holds.
charts.room = values { rule = "2.1", title = "Units in an area", source = "house", units = 3 }

--- The areas (by their central hexes) that a unit can go to: next to its own, open, without an
--- enemy, and with room (2.2, 2.3).
rule("2.3", "goals", function (unit)
  local list, here = {}, unit.area
  for _, area in ipairs(here and here.neighbours or {}) do
    local there = units_in(area)
    local enemy = there[1] and there[1].side ~= unit.side
    if map.open(here, area) and not enemy and #there < charts.room:at "units" then
      list[#list + 1] = area.centre
    end
  end
  return list
end)

--- The units in the areas that can be reached from a place.
rule("2.4", "units_next_to", function (place)
  local list = {}
  for _, area in ipairs(place.area.neighbours) do
    if map.open(place.area, area) then
      for _, unit in ipairs(units_in(area)) do list[#list + 1] = unit end
    end
  end
  return list
end)

invariant("2.1 an area holds three units, of one side", "area", function (area)
  local units = units_in(area)
  for _, unit in ipairs(units) do
    if unit.side ~= units[1].side then return area.name .. " has units of both sides" end
  end
  if #units > charts.room:at "units" then return area.name .. " holds too many units" end
end)
]]

local MOVE = [[

-- Those of the side whose turn it is that have not moved.
local function movers()
  local list = {}
  for _, unit in ipairs(referrers(game.active, "side")) do
    if unit.place and not unit.moved then list[#list + 1] = unit end
  end
  return list
end

command "move" {
  rule = "2", help = "Move a unit.", phases = { "move" },
  args = {
    { name = "unit", kind = "unit", from = movers },
    { name = "to", kind = "place", keyword = "to",
      from = function (args) return args.unit and rules.goals(args.unit) or {} end },
  },
  run = function (args)
    local unit = args.unit
    refuse_if("2.1", unit.side ~= game.active, "{unit} is not yours", args)
    refuse_if("2.1", unit.moved, "{unit} has moved already", args)
    local near = false
    for _, place in ipairs(rules.goals(unit)) do near = near or place == args.to end
    refuse_if("2.3", not near, "{unit} cannot go to {to}", args)
    unit.place, unit.moved = args.to, true
    note("2", "{unit} goes to {to}", args)
  end,
}
]]

local FIGHTING = [[
-- 3 Fighting.

-- 3.2 One die, and the difference of the strengths.
charts.combat = grid {
  rule = "3.2", title = "Combat", source = "house", rows = "1d6 + difference",
  { upto = 1, "attacker" },                 -- is shaken
  { from = 2, to = 4, "nobody" },
  { beyond = 4, "defender" },
}

charts.strengths = modifiers {
  rule = "3.2", title = "What counts", source = "house",
  {  1, "strength of the attacker", function (fight) return fight.by.strength end },
  { -1, "strength of the defender", function (fight) return fight.target.strength end },
  { -1, "the attacker is shaken", function (fight) return fight.by.shaken end },
  {  1, "the defender is shaken", function (fight) return fight.target.shaken end },
}

--- A unit is shaken; one that is shaken already is lost (3.3).
rule("3.3", "shake", function (unit)
  if unit.shaken then
    note("3.3", "{unit} breaks and is lost", { unit = unit })
    report("lost", unit.name)
    eliminate(unit)
  else
    note("3.3", "{unit} is shaken", { unit = unit })
    unit.shaken = true
  end
end)

--- The enemies that a unit can fight.
rule("3.1", "targets", function (unit)
  local list = {}
  for _, other in ipairs(unit.place and rules.units_next_to(unit.place) or {}) do
    if other.side ~= unit.side then list[#list + 1] = other end
  end
  return list
end)

--- The fight: one throw decides who is shaken.
rule("3.2", "fight", function (by, target)
  local difference = charts.strengths:tally { by = by, target = target }
  note("3.2", "{by} fights {target} at {difference}", { by = by, target = target, difference = difference })
  local result = charts.combat:roll("1d6", "3.2 fight", difference, by.side)
  report("shaken", result)
  if result == "attacker" then rules.shake(by) elseif result == "defender" then rules.shake(target) end
end)

local function fighters()
  local list = {}
  for _, unit in ipairs(referrers(game.active, "side")) do
    if not unit.fought and #rules.targets(unit) > 0 then list[#list + 1] = unit end
  end
  return list
end

command "fight" {
  rule = "3", help = "Fight an enemy next to a unit.", phases = { "fight" },
  args = {
    { name = "by", kind = "unit", from = fighters },
    { name = "target", kind = "unit", keyword = "with",
      from = function (args) return args.by and rules.targets(args.by) or {} end },
  },
  run = function (args)
    local by, target = args.by, args.target
    refuse_if("3.1", by.side ~= game.active, "{by} is not yours", args)
    refuse_if("3.1", by.fought, "{by} has fought already", args)
    local near = false
    for _, other in ipairs(rules.targets(by)) do near = near or other == target end
    refuse_if("3.1", not near, "{target} is no enemy next to {by}", args)
    by.fought = true
    rules.fight(by, target)
  end,
}
]]

local TURN = [[
-- 4 The turn.

--- Who did nothing recovers (3.4); then all are fresh.
rule("3.4", "recover", function ()
  for _, unit in ipairs(all "unit") do
    if option.steady and unit.shaken and not unit.moved and not unit.fought then
      unit.shaken = false
      note("3.4", "{unit} recovers", { unit = unit })
    end
    unit.moved, unit.fought = false, false
  end
end)

sequence {
  each = "side", turn_ends = "recover",
  { id = "move",  name = "Moving",   rule = "2" },
  { id = "fight", name = "Fighting", rule = "3" },
}

status(function ()
  local lines = {}
  for i, side in ipairs(sides) do
    lines[i] = ("%s: %d units"):format(side.name, #referrers(side, "side"))
  end
  return lines
end)
]]

local POLICIES = [[
-- Ways to play, for `adjutant play @PATH@ first --policy bold`.

policy("bold", {
  command = function (side, commands)
    if commands:can "fight" then return commands:random() end
    if commands:can "move" and commands:below(3) > 1 then return commands:random() end
  end,
})
]]

local EXAMPLES = [[
-- What the rules should give, case by case, with the dice dealt by hand: `adjutant examples @PATH@`.
-- The title of a case begins with the number of its rule; the ledger finds it by that.

local ground = @GROUND@

describe("2 Moving", function ()
  it("2.3 a unit goes where it can, once a turn", function ()
    local t = situation { map = ground, phase = "move", foot = "red foot at @A@" }
    t.command "move foot to @B@"
    expect(t.foot.moved):to_be(true)
    expect(function () t.command "move foot to @A@" end):to_refuse("2.1")
  end)
  it("2.3 not to the enemy", function ()
    local t = situation { map = ground, phase = "move", foot = "red foot at @A@", enemy = "blue foot at @B@" }
    expect(function () t.command "move foot to @B@" end):to_refuse("2.3")
  end)
end)

describe("3 Fighting", function ()
  it("3.1 who is next to the unit can be fought", function ()
    local t = situation { map = ground, phase = "fight", foot = "red foot at @A@", enemy = "blue foot at @C@" }
    expect(rules.targets(t.foot)):to_equal {}
    t.enemy.place = map.@FIND@
    expect(rules.targets(t.foot)):to_equal { t.enemy }
    expect(rules.units_next_to(t.foot.place)):to_equal { t.enemy }
  end)
  it("3.2 a 5 shakes the defender when all is equal", function ()
    local t = situation { map = ground, phase = "fight", dice = { 5 }, foot = "red foot at @A@",
      enemy = "blue foot at @B@" }
    t.command "fight foot with enemy"
    expect(t.enemy.shaken):to_be(true)
    expect(t.foot.shaken):to_be(false)
  end)
  it("3.2 one less of strength, and the same 5 does nothing", function ()
    local t = situation { map = ground, phase = "fight", dice = { 5 },
      foot = { "red foot at @A@", strength = 1 }, enemy = "blue foot at @B@" }
    t.command "fight foot with enemy"
    expect(t.enemy.shaken):to_be(false)
  end)
  it("3.2 low throws shake the attacker", function ()
    local t = situation { map = ground, phase = "fight", dice = { 1 }, foot = "red foot at @A@",
      enemy = "blue foot at @B@" }
    t.command "fight foot with enemy"
    expect(t.foot.shaken):to_be(true)
  end)
  it("3.3 who is shaken twice is lost", function ()
    local t = situation { map = ground, phase = "fight", dice = { 6 }, foot = "red foot at @A@",
      enemy = "blue foot shaken at @B@" }
    t.command "fight foot with enemy"
    expect(t.enemy.alive):to_be(false)
  end)
  it("3.4 who rests recovers", function ()
    local t = situation { map = ground, foot = "red foot shaken at @A@", horse = "red horse shaken moved at @B@" }
    rules.recover()
    expect(t.foot.shaken):to_be(false)
    expect(t.horse.shaken):to_be(true)
    expect(t.horse.moved):to_be(false)
  end)
end)
]]

local LEDGER = [[
-- The rules one by one: what implements each, and (by the titles of examples) what tests it.
-- `adjutant ledger @PATH@` lists what is missing; --verify breaks each and sees whether a case fails.
-- kind: mechanical (it computes, asks or forbids), definition or flavour.

return {
  { id = "1.1", kind = "definition" },
  { id = "1.2", kind = "definition" },
@LEDGER@
  { id = "3.1", kind = "mechanical", by = { "targets", "fight" } },
  { id = "3.2", kind = "mechanical", by = { "combat", "strengths", "fight" } },
  { id = "3.3", kind = "mechanical", by = { "shake" } },
  { id = "3.4", kind = "mechanical", by = { "recover" } },
}
]]

local LEDGER_HEXES = [[
  { id = "2.1", kind = "mechanical", by = { "allowance", "move" }, tests = { "2.3" } },
  { id = "2.2", kind = "mechanical", by = { "goals" }, tests = { "2.3" } },
  { id = "2.3", kind = "mechanical", by = { "goals", "move" } },
  { id = "2.4", kind = "mechanical", by = { "units_next_to" }, tests = { "3.1" } },]]

local LEDGER_AREAS = [[
  { id = "2.1", kind = "mechanical", by = { "room", "move" }, tests = { "2.3" } },
  { id = "2.3", kind = "mechanical", by = { "goals", "move" } },
  { id = "2.4", kind = "mechanical", by = { "units_next_to" }, tests = { "3.1" } },]]

local NOTES = [[
# @NAME@

What the rules do not say, and how this ruleset reads it; numbers as in the rules.

- 3.2: nothing is said of several units against one: each fights for itself.
]]

local GROUND_HEXES = [[{
  kind = "hexes", labels = { style = "letters", first = "A1" },
  rows = { ". . . .",
            " . w . ." },
  terrain = { w = "woods" },
}]]

local GROUND_AREAS = [[{
  kind = "flowers",
  picture = "AA  BB  CC", legend = { AA = "Mill", BB = "Bridge", CC = "Farm" },
}]]

local BY_KIND = {
  hexes = { moving = MOVING_HEXES .. MOVE, ground = GROUND_HEXES, a = "A1", b = "B1", c = "D1",
    find = 'hex "B1"', ledger = LEDGER_HEXES },
  areas = { moving = MOVING_AREAS .. MOVE, ground = GROUND_AREAS, a = "Mill", b = "Bridge", c = "Farm",
    find = 'area("Bridge").centre', ledger = LEDGER_AREAS },
}

local HEAD = "-- SPDX-License-Identifier: GPL-3.0-or-later\n"

--- The files of a ruleset. `name`: its title; `path`: how a person names its folder; `kind`: "hexes" or
--- "areas". list of { path =, text = } without the scenario.
function Texts.files(name, path, kind)
  local k = BY_KIND[kind]
  local words = { NAME = name, PATH = path, GROUND = k.ground, A = k.a, B = k.b, C = k.c, FIND = k.find,
    LEDGER = k.ledger }
  local function fill(text) return (text:gsub("@(%u+)@", words)) end
  local list = {}
  for _, file in ipairs { { "ruleset.lua", RULESET }, { "moving.lua", k.moving }, { "fighting.lua", FIGHTING },
    { "turn.lua", TURN }, { "policies.lua", POLICIES }, { "examples/first.lua", EXAMPLES },
    { "ledger.lua", LEDGER }, { "notes.md", NOTES } } do
    local text = fill(file[2])
    list[#list + 1] = { path = file[1], text = file[1]:find("%.lua$") and HEAD .. text or text }
  end
  return list
end

return Texts
