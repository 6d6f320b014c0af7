-- SPDX-License-Identifier: GPL-3.0-or-later
-- The sequence of play as a state machine: phases, actors, who is out of one that alternates.

local Sequence = require "adjutant.sequence"

-- A game of three sides, without a World: plain tables stand for the entities.
local function machine(data)
  local log = {}
  local register = { by_name = {}, callable = {} }
  for _, name in ipairs { "bell", "drum", "lots" } do
    register.by_name[name] = true
    register.callable[name] = function() log[#log + 1] = name end
  end
  local sequence = Sequence.new(data, register)
  local sides = { { name = "red" }, { name = "green" }, { name = "blue" } }
  local game = { passes = 0, out = 0, turn = 0, phase = 0 }
  return { sequence = sequence, game = game, sides = sides, log = log, register = register,
    start = function(begins) sequence:start(game, sides, begins) end,
    done = function(passed) sequence:after_command(game, sides, passed) end,
    advance = function() sequence:advance(game, sides) end }
end

describe("a phase that alternates", function()
  local function alternate()
    local m = machine { each = "turn", { id = "one", actor = "alternate" }, { id = "two" } }
    m.start()
    return m
  end

  it("goes around the sides, one command each; the active side is the one that acts", function()
    local m = alternate()
    for _, name in ipairs { "red", "green", "blue", "red" } do
      expect(m.game.actor.name):to_be(name)
      expect(m.game.active.name):to_be(name)
      m.done(false)
    end
  end)
  it("leaves out who has passed, and ends when all have", function()
    local m = alternate()
    m.done(true)                                     -- red is out
    expect(m.game.actor.name):to_be("green")
    m.done(false)
    m.done(false)
    expect(m.game.actor.name):to_be("green")
    m.done(true)
    expect(m.game.actor.name):to_be("blue")
    m.done(false)
    expect(m.game.actor.name):to_be("blue")
    expect(m.game.phase_over):to_be(false)
    m.done(true)
    expect(m.game.phase_over):to_be(true)
  end)
  it("lets a rule at its start say who begins", function()
    local m = machine { each = "turn", { id = "one", actor = "alternate", starts = { "lots", "bell" } } }
    m.register.callable.lots = function() m.game.actor = m.sides[3] end
    m.start()
    expect(m.game.active.name):to_be("blue")
    expect(m.log):to_equal { "bell" }
    m.done(false)
    expect(m.game.actor.name):to_be("red")
  end)
  it("is over for the acting side alone when a rule ends the phase", function()
    local m = alternate()
    expect(m.sequence:ends_part(m.game)):to_be(true)
    expect(m.game.phase_over):to_be(false)
    m.advance()
    expect(m.sequence:ends_part(m.game)):to_be(false)
    expect(m.game.phase_over):to_be(true)
  end)
end)

describe("a sequence", function()
  it("may begin with a later phase of the first turn", function()
    local m = machine { { id = "one", starts = "bell" }, { id = "two", starts = "drum" } }
    m.start "two"
    expect(m.log):to_equal { "drum" }
    m.advance()
    expect(m.game.phase):to_be(1)
    expect(m.game.active.name):to_be("green")
  end)
  it("refuses the name of a rule that is not there, in a list too", function()
    local ok, message = pcall(machine, { { id = "one", starts = { "bell", "gong" } } })
    expect(ok):to_be(false)
    expect(tostring(message)):to_contain('starts names the rule "gong"')
  end)
end)

describe("a hole in a list", function()
  local Kit = require "adjutant.ruleset"
  local HEAD = 'ruleset { name = "H", sides = { { id = "red" }, { id = "blue" } } } local gap = nil\n'
  local function wrong(text)
    local kit, message = Kit.load("tests/lua", "h", { ["ruleset.lua"] = HEAD .. text })
    expect(kit):to_be(nil)
    return message
  end

  it("is told with its number, wherever a ruleset gives one", function()
    local at = "ruleset.lua:2: "
    expect(wrong 'charts.a = values { title = "A", { "x", 1 }, gap, { "y", 2 } }'):to_be(
      at .. 'chart "A": row 2 is missing, and there are more behind it; a key that is a number stands in a row: { 2, value }')
    expect(wrong 'charts.a = values { title = "A", [2] = 5, [3] = 6 }'):to_contain "a key that is a number stands in a row"
    expect(wrong 'charts.a = modifiers { title = "A", { 1, "x" }, gap, { 2, "y" } }'):to_contain "row 2 is missing"
    expect(wrong 'charts.a = grid { title = "A", { upto = 1, 1 }, gap, { beyond = 1, 2 } }'):to_contain "row 2 is missing"
    expect(wrong 'entity "unit" { arm = one_of { "sword", gap, "pistol" } }'):to_be(at .. "one_of: value 2 is a text, not missing")
    expect(wrong 'command "x" { args = { { name = "n", kind = "number" }, gap, { name = "m", kind = "number" } }, run = print }')
      :to_be(at .. "command x: entry 2 of args is missing")
    expect(wrong 'command "x" { phases = { "a", gap, "b" }, run = print }'):to_be(at .. "command x: entry 2 of phases is missing")
    expect(wrong 'command "x" { args = { { name = "w", kind = "word", values = { "a", gap, "b" } } }, run = print }')
      :to_be(at .. "command x: argument w: value 2 is missing")
    expect(wrong 'sequence { { id = "a" }, gap, { id = "b" } }'):to_be "sequence: phase 2 has no id"
    expect(wrong 'rule("1", "r", print) sequence { turn_ends = { "r", gap, "r" }, { id = "a" } }'):to_be(
      "sequence: turn_ends: rule 2 of the list is missing")
    expect(wrong 'ruleset { name = "H", sides = { { id = "red" }, gap, { id = "blue" } } }'):to_contain "side 2 is a table"
  end)
end)

describe("what a function of the API is given", function()
  local Kit = require "adjutant.ruleset"
  local function wrong(text)
    local kit = assert(Kit.load("tests/lua", "h", { ["ruleset.lua"] = 'ruleset { name = "H", sides = { { id = "red" } } }' }))
    kit.closed = nil
    local f = assert(core.sandbox.load(text, "a.lua", kit.env))
    local ok, message = pcall(f)
    expect(ok):to_be(false)
    return message
  end
  it("is told with its place and what would do", function()
    expect(wrong "create(nil)"):to_be 'a.lua:1: create: the kind is a text like "unit", not nil'
    expect(wrong "scenario_rules(5)"):to_be "a.lua:1: scenario_rules{ ... } takes a table"
    expect(wrong "line_of_sight { stands = 3 }"):to_be "a.lua:1: line_of_sight: stands is a table, not 3"
    expect(wrong 'one_of({ "a" }, 5)'):to_contain "a.lua:1: what a field has besides its default stands in a table"
    expect(wrong "one_of { 1, 2 }"):to_be "a.lua:1: one_of: value 1 is a text, not number"
    expect(wrong 'tally("t", {})'):to_contain "a.lua:1: bad argument #2 to 'tally'"
    expect(wrong 'ruleset { name = "H", sides = { { id = "red" } }, options = { fog = true } }'):to_be(
      "a.lua:1: ruleset{}: option fog needs a default: options = { river = { default = true } }")
    expect(wrong 'ruleset { name = "H", sides = { { id = "red" } }, options = { ["dense-fog"] = { default = true } } }')
      :to_contain "the name of an option is a word, like dig_in, not dense-fog"
  end)
  it("is told with the argument of the command it is about", function()
    local function arg(text)
      return (wrong('command "x" { args = { ' .. text .. " }, run = print }"):gsub("^a%.lua:1: command x: ", ""))
    end
    expect(arg '{ name = "u", kind = "unit", fits = print }'):to_be "argument u: fits goes with among, or give from"
    expect(arg '{ name = "a", kind = "number" }, { name = "a", kind = "number" }'):to_be "two arguments have the name a"
    expect(arg '{ name = "a", kind = "number", keyword = "k" }, { name = "b", kind = "number", keyword = "k" }')
      :to_be "two arguments have the keyword k"
    expect(arg '{ name = "a", kind = "number", min = "x" }'):to_be "argument a: min is a whole number, not x"
    expect(arg '{ name = "a", kind = "number", min = 3, max = 2 }'):to_contain "argument a: "
    expect(arg '{ name = "a", kind = "number", keyword = "K y" }'):to_be(
      "argument a: a keyword is one lower-case word other than and, not K y")
  end)
end)
