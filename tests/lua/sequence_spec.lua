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
