-- SPDX-License-Identifier: GPL-3.0-or-later
-- Scenarios with mistakes: each is one line that names the entry and what would do.

local Kit = require "adjutant.ruleset"
local Scenario = require "adjutant.scenario"

local function map()
  return { kind = "flowers", areas = { { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 }, terrain = { [1] = "marsh" } } } }
end

local function build(data)
  local kit = assert(Kit.load(core.data_dir .. "/rulesets/seven-hex", "seven-hex"))
  kit:attach(core.world.new())
  kit.world:writable(true)
  kit:found()
  data.map = data.map or map()
  Scenario.build(kit, data, "test")
  return kit
end

local function mistake(data)
  local ok, message = pcall(build, data)
  expect(ok):to_be(false)
  message = tostring(message)
  expect(message:find("\n") ~= nil):to_be(false)
  expect(message):to_contain("scenarios/test.lua")
  return message
end

local function unit(entry) return { units = { { "Lane's Foot", "allied infantry", at = "Weston" }, entry } } end

describe("a scenario", function()
  it("places its units: an area means its central hex", function()
    local kit = build(unit { "Guns", "french artillery", at = "Easton/3", pounds = 8 })
    local units = kit.world:all("unit")
    expect(#units):to_be(2)
    expect(units[1].place.name):to_be("Weston/C")
    expect(units[1].side.key):to_be("allied")
    expect(units[2].place.name):to_be("Easton/3")
    expect(units[2].pounds):to_be(8)
  end)
  it("has no holes, which would hide what is behind them", function()
    expect(function() build { units = { { "First", "allied infantry", at = "Weston" }, nil,
      { "Third", "allied infantry", at = "Weston" } } } end):to_raise "units[2]: it must be a table"
  end)
  it("may leave a unit off the board", function()
    local kit = build { units = { { "Late", "allied cavalry" } } }
    expect(kit.world:all("unit")[1].place):to_be(nil)
  end)
end)

describe("others than units in a scenario", function()
  -- A kit whose ruleset has two kinds: units, and leaders that refer to one.
  local function with_leaders(data)
    local kit = assert(Kit.load(core.data_dir .. "/rulesets/seven-hex", "seven-hex"))
    local api = kit.api
    kit.closed = nil                                 -- as if its files were still being read
    api.entity("leader", { name = api.text(), side = api.ref(), unit = api.ref { to = "unit" },
      foe = api.ref { to = { "leader", "side" } }, place = api.place(), rank = api.one_of { "captain", "colonel" },
      pays = api.one_of { "", "guilders" }, wounded = api.flag(false) })
    api.entity("camp", { name = api.text(), side = api.ref(), place = api.place { needed = true } })
    kit:attach(core.world.new())
    kit.world:writable(true)
    kit:found()
    data.map, data.units = map(), { { "Lane's Foot", "allied infantry", at = "Weston" } }
    Scenario.build(kit, data, "test")
    return kit
  end
  it("are written like units, and refer to what stands by its name", function()
    local kit = with_leaders { others = { leader = [[
      Lane: allied colonel unit="Lane's Foot" foe=french
      [french wounded at Easton]
      Valmont
    ]] } }
    local lane, valmont = kit.world:all("leader")[1], kit.world:all("leader")[2]
    expect(lane.unit):to_be(kit.world:all("unit")[1])
    expect(lane.foe):to_be(kit.side_by_key.french)
    expect(lane.rank):to_be("colonel")
    expect(valmont.place.name):to_be("Easton/C")
    expect(valmont.wounded):to_be(true)
  end)
  it("have their mistakes told", function()
    local cases = {
      ['others.leadr: there is no kind "leadr" (did you mean "leader"?)'] = { leadr = "Lane: allied" },
      ["others: expected a table like"] = "Lane",
      ["others.leader, line 1 (Lane): unit: there is no \"Lane's Fot\" (did you mean \"Lane's Foot\"?)"] =
        { leader = "Lane: allied unit=\"Lane's Fot\"" },
      ["others.leader[1] (Lane): unit: Franco-Bavarian is a side, not a unit"] = { leader = { { "Lane", "allied", unit = "french" } } },
      ["others.leader[2] (Moore): unit: Lane is a leader, not a unit"] =
        { leader = { { "Lane", "allied" }, { "Moore", "allied", unit = "Lane" } } },
      ["others.leader[1] (Lane): foe: Lane's Foot is a unit, not a leader or a side"] =
        { leader = { { "Lane", "allied", foe = "Lane's Foot" } } },
      ["others.leader[1] (Lane): what is \"guilders\"?"] = { leader = { { "Lane", "allied guilders" } } },
      ["others.camp[1] (Rear): it stands nowhere; say where, with `at`"] = { camp = { { "Rear", "allied" } } },
      ["others.leader[1] (Lane): it has no side"] = { leader = { { "Lane" } } },
      ["others.leader[2] (Lane): others.leader[1] has this name already"] =
        { leader = { { "Lane", "allied" }, { "Lane", "french" } } },
      ["others.leader[1] (Lane): what is \"infantry\"?"] = { leader = { { "Lane", "allied infantry" } } },
    }
    for text, others in pairs(cases) do
      local ok, message = pcall(with_leaders, { others = others })
      expect(ok):to_be(false)
      expect(tostring(message)):to_contain(text)
    end
  end)
end)

describe("the start of a scenario", function()
  it("is the phase that it names, or else the first", function()
    local Game = require "adjutant.game"
    local function phase(scenario)
      return assert(Game.new { ruleset = "seven-hex", scenario = scenario, seed = 1 }):phase_text()
    end
    expect(phase "two-villages"):to_be("Turn 1, Allied: Orders, Tactical Movement, Combat")
    expect(phase "blenheim-village"):to_be("Turn 1, Allied: Strategic Movement")
  end)
end)

describe("a mistake in a scenario", function()
  it("an unknown phase to begin with", function()
    expect(mistake { begins = "order" }):to_contain(
      'begins: there is no phase order (did you mean "orders"?); there is deploy_second')
  end)
  it("what its own check says", function()
    expect(mistake { check = function() return "the guns are missing" end }):to_contain(
      "scenarios/test.lua: the guns are missing")
  end)
  it("a check that is no function", function()
    expect(mistake { check = true }):to_contain("check: it must be a function")
  end)
  it("an unknown area, with the nearest name", function()
    expect(mistake(unit { "Bearn", "french infantry", at = "Eastn" })):to_contain(
      'units[2] (Bearn): there is no area Eastn (did you mean "Easton"?)')
  end)
  it("a hex that no area has", function()
    expect(mistake(unit { "Bearn", "french infantry", at = "Easton/7" })):to_contain("Easton has no hex")
  end)
  it("an unknown field, with the nearest name", function()
    expect(mistake(unit { "Bearn", "french infantry", at = "Easton", pound = 3 })):to_contain(
      'there is no field "pound" (did you mean "pounds"?)')
  end)
  it("an unknown word, with the nearest one", function()
    expect(mistake(unit { "Bearn", "french infantery", at = "Easton" })):to_contain(
      'what is "infantery"? (did you mean "infantry"?)')
  end)
  it("a unit without its type", function()
    expect(mistake(unit { "Bearn", "french", at = "Easton" })):to_contain(
      "it has no arm; say infantry, cavalry, artillery or command")
  end)
  it("a unit without its side", function()
    expect(mistake(unit { "Bearn", "infantry", at = "Easton" })):to_contain("it has no side")
  end)
  it("a unit without a name, and an entry that is no table", function()
    expect(mistake(unit { nil, "french infantry" })):to_contain("units[2]: its first entry must be its name")
    expect(mistake(unit(7))):to_contain("units[2]: it must be a table")
  end)
  it("the same name twice", function()
    expect(mistake(unit { "lane's foot", "allied infantry" })):to_contain("units[1] has this name already")
  end)
  it("a value of the wrong kind", function()
    expect(mistake(unit { "Guns", "french artillery", at = "Easton", pounds = "heavy" })):to_contain(
      "units[2] (Guns)")
    expect(mistake(unit { "Guns", "french artillery", at = "Easton", quality = "superb" })):to_contain(
      "quality cannot be superb")
  end)
  it("too many units in an area", function()
    local data = unit { "Two", "allied infantry", at = "Weston/1" }
    data.units[3] = { "Three", "allied cavalry", at = "Weston/2" }
    expect(mistake(data)):to_contain("Weston holds more than six OFs of the Allied side")
  end)
  it("a unit in the marsh", function()
    expect(mistake(unit { "Wet", "allied infantry", at = "Easton/1" })):to_contain("Wet stands in marsh or woods")
  end)
  it("no map, and a map with a mistake", function()
    local areas = { { name = "Weston", at = { 0, 0 }, terrain = { [1] = "mash" } } }
    expect(mistake { map = { kind = "flowers", areas = areas } }):to_contain("mash")
  end)
  it("turns, first side and victory", function()
    expect(mistake { turns = math.maxinteger }):to_contain("turns: at most 1000000, not 9223372036854775807")
    expect(mistake { turns = 0 }):to_contain("turns: it must be a whole number, 1 or more, not 0")
    expect(mistake { first = "frensh" }):to_contain('there is no side frensh (did you mean "french"?)')
    expect(mistake { victory = 6 }):to_contain("victory: it must be a table of ways to win, or a function")
  end)
end)

describe("the options of a game", function()
  it("have values that they can have", function()
    local Game = require "adjutant.game"
    local function said(value)
      local game, message = Game.new { ruleset = "seven-hex", scenario = "two-villages", seed = 1,
        options = { river = value } }
      return game == nil and message or nil
    end
    expect(said(1)):to_be("option river cannot be 1: it is true or false")
    expect(said {}):to_contain("option river cannot be")
    expect(said("maybe")):to_be("option river: maybe is not true or false")
    expect(said(false)):to_be(nil)
    expect(said("true")):to_be(nil)
  end)
end)

describe("a victory function", function()
  it("that names no side, or gives no text, is told so", function()
    local kit = assert(Kit.load(core.data_dir .. "/rulesets/seven-hex", "seven-hex"))
    kit.side_list, kit.side_by_key = { "A", "F" }, { allied = "A", french = "F" }
    local function said(...)
      local answer = table.pack(...)
      kit.victory = function() return table.unpack(answer, 1, answer.n) end
      local ok, message = pcall(kit.api.check_victory)
      return not ok and message or nil
    end
    expect(said("allied")):to_be("victory names no side, but allied; say sides.allied")
    expect(said("A", 5)):to_be("victory says why as a text, not as number")
    expect(said(nil, nil)):to_be(nil)
  end)
end)

describe("scenario{}", function()
  it("refuses an entry that it does not know", function()
    local kit = Kit.new()
    expect(function() kit.api.scenario { unit = {} } end):to_raise('there is no entry "unit" (did you mean "units"?)')
    expect(kit.api.scenario { title = "x" }.title):to_be("x")
  end)
end)
