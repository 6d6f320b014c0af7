-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rules of the ground: what they gave is remembered, and forgotten when it may have changed.

local Game = require "adjutant.game"
local Twice = require "adjutant.twice"

local root = core.files.realpath("tests/lua/duel")
local base = core.files.read(root .. "/ruleset.lua")
local yard = core.files.read(root .. "/scenarios/yard.lua")

--- A duel whose ruleset has `extra` at the end; nil, message when it does not load.
local function try(extra, o)
  return Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root, houses = o and o.houses, sources = {
    ["ruleset.lua"] = base .. "\n" .. extra, ["scenarios/yard.lua"] = o and o.yard or yard } }
end

local function duel(extra, o)
  local game, message = try(extra, o)
  if not game then error(message, 2) end
  local kit = game.kit
  return game, kit.api.rules, kit.api.map, kit
end

-- Each working out gives a new list, so that the same list is one that was remembered.
local ROUND = [[
ground_rule("9.1", "parries", function () return { option.parry } end)
ground_rule("9.2", "around", function (area) return { #area.neighbours, rules.parries()[1] } end)
ground_rule("9.3", "steps", function (a, b) return { map.distance(a, b) } end)
ground_rule("9.4", "is_near", function (area, name) return area.neighbours[1].name == name end)
]]

describe("rules of the ground", function()
  it("work a thing out once for each place, number and text", function()
    local _, rules, map = duel(ROUND)
    local here, there = map.area "Yard", map.area "Gate"
    expect(rules.around(here)):to_be(rules.around(here))
    expect(rules.around(here) == rules.around(there)):to_be(false)
    expect(rules.steps(here, there)[1]):to_be(1)
    expect(rules.steps(here, there)):to_be(rules.steps(here, there))
    expect(rules.steps(here, there) == rules.steps(there, here)):to_be(false)
    expect(rules.parries()):to_be(rules.parries())
    for _ = 1, 2 do
      expect(rules.is_near(here, "Gate")):to_be(true)
      expect(rules.is_near(here, "Yard")):to_be(false)
    end
  end)
  it("give lists that nobody can change", function()
    local _, rules, map = duel(ROUND)
    expect(function() rules.around(map.area "Yard")[1] = 7 end):to_raise "read-only"
  end)
  it("forget when options are set, a map is laid or a rule is another", function()
    local _, rules, map, kit = duel(ROUND)
    local here = map.area "Yard"
    local first = rules.around(here)
    expect(first[2]):to_be(true)
    kit.option_values.parry = false
    kit:fix_options()
    expect(rules.around(here)[2]):to_be(false)
    local second, entry = rules.around(here), kit.register.by_name.wound
    entry.f = entry.f
    expect(rules.around(here) == second):to_be(false)
    second = rules.around(here)
    kit.world:writable(true)
    kit:found()
    expect(rules.around(here) == second):to_be(false)
  end)
  it("remember nothing while events can change options", function()
    local game, rules, map = duel(ROUND, { yard = yard:gsub("units = {",
      "events = { { turn = 2, options = { parry = false } } }, units = {") })
    expect(rules.around(map.area "Yard")[2]):to_be(true)
    game:command "end"
    game:command "end"
    expect(game.kit.game.turn):to_be(2)
    expect(rules.around(map.area "Yard")[2]):to_be(false)
    game:command "undo"
  end)
  it("remember nothing when a house rule takes the place of one", function()
    local _, rules, map = duel(ROUND, { houses = { { path = "h.lua", text = [[
return house "h" { base = "duel", rules = { parries = function () return { game.bells } end } }
]] } } })
    local here = map.area "Yard"
    expect(rules.around(here)[2]):to_be(0)
    expect(rules.around(here) == rules.around(here)):to_be(false)
  end)
  it("take places, numbers and texts, and no more than two", function()
    local _, rules, map, kit = duel(ROUND)
    local unit = kit.world:all("unit")[1]
    expect(function() rules.around(unit) end):to_raise "argument 1 is a place, a number or a text"
    expect(function() rules.steps(map.area "Yard") end):to_raise "argument 2 is a place, a number or a text, not nothing"
    expect(function() rules.around({}) end):to_raise "argument 1 is a place"
    local _, message = try 'ground_rule("9.9", "f", function (a, b, c) end)'
    expect(message):to_contain "at most two arguments"
  end)
  it("may not name what asks the World, nor rules that may", function()
    local _, message = try 'ground_rule("9.5", "held", function (area) return #units_in(area) > 0 end)'
    expect(message):to_contain "ground_rule 9.5 held: it uses units_in, which is not about the ground alone"
    _, message = try 'ground_rule("9.5", "late", function () return game.turn > 3 end)'
    expect(message):to_contain "ground_rule 9.5 late: it uses game"
    _, message = try 'ground_rule("9.6", "struck", function () return rules.hits() end)'
    expect(message):to_contain "ground_rule 9.6 struck: it uses rules.hits"
  end)
  it("are found out in check mode when they look at the World all the same", function()
    local game = Twice.on((duel [[
local function rung() return game.bells end
ground_rule("9.7", "bells", function () return rung() end)
command "ring" { args = {}, run = function ()
  note("9.7", "{n} so far", { n = rules.bells() })
  game.bells = game.bells + 1
end }
]]))
    expect(game:command("ring").status):to_be "done"
    expect(game:command("ring").message):to_contain "note 1: note 9.7 0 so far, the second time note 9.7 1 so far"
  end)
end)
