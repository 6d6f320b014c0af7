-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a side may know: the names of rules that say so are looked at when a ruleset is loaded.

local Kit = require "adjutant.ruleset"

local RULES = [[
ruleset { name = "Veil", sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } } }
entity "unit" { name = text(), side = ref(), place = place(), oath = text("", { known_to = %s }) }
rule("1", "sworn", function (side, unit) return unit.side == side end)
%s
]]

local function loaded(known_to, more)
  return Kit.load("tests/lua", "veil", { ["ruleset.lua"] = RULES:format(known_to or '"sworn"', more or "") })
end

local function wrong(known_to, more)
  local kit, message = loaded(known_to, more)
  expect(kit):to_be(nil)
  return message
end

describe("who may know", function()
  it("is the owner, or told by a rule that there is", function()
    expect(loaded() ~= nil):to_be(true)
    expect(loaded('"owner"', 'told { notes = { "1" }, when = "sworn", seen = { unit = "sworn" } }') ~= nil):to_be(true)
    expect(wrong('"swron"')):to_be('entity unit: the field oath: known_to names the rule swron, which does not exist '
      .. '(did you mean "sworn"?) (ruleset.lua:2)')
    expect(wrong("3")):to_contain("known_to names the rule 3, which does not exist")
  end)
  it("is told by told, whose entries are looked at too", function()
    expect(wrong(nil, 'told { when = "hidden" }')):to_be("told: when names the rule hidden, which does not exist (ruleset.lua:4)")
    expect(wrong(nil, 'told { seen = { unit = "sworm" } }')):to_contain('told: seen.unit names the rule sworm')
    expect(wrong(nil, 'told { note = { "1" } }')):to_be('ruleset.lua:4: told: there is no entry note (did you mean "notes"?); '
      .. "there is commands, notes, seen, umpire and when")
    expect(wrong(nil, 'told { notes = "1" }')):to_be("ruleset.lua:4: told: notes is a table, not 1")
  end)
end)
