-- SPDX-License-Identifier: GPL-3.0-or-later
-- What an umpire may set in Campaigns of Marlborough: no figure that the rules cannot count with, no nation
-- that is none, and at the bounds everything still goes on.

local Game = require "adjutant.game"

local function new()
  return assert(Game.new { ruleset = "marlborough", scenario = "1704", seed = 1 })
end

describe("the fields of Marlborough", function()
  local kit = new().kit
  it("have bounds, if they count something", function()
    local open = {}
    for _, t in ipairs(kit.types) do
      for _, f in ipairs(t.fields) do
        if f.kind == "int" and not (f.min and f.max) then open[#open + 1] = t.name .. "." .. f.name end
      end
    end
    expect(table.concat(open, ", ")):to_be("")
  end)
  it("name no nation that is none", function()
    for _, t in ipairs(kit.types) do
      for _, f in ipairs(t.fields) do
        if f.name == "nation" or f.name == "pays" then expect(f.values ~= nil):to_be(true) end
      end
    end
  end)
end)

describe("what is set to its bound", function()
  it("is counted like any other", function()
    local game = new()
    for _, line in ipairs { "end", 'set "Flanders Army" sp 999', 'place "Spanish Army" Liege',
      'set Liege intrinsic 99', 'set "Dutch 1st Army" sp 999', 'set "Lines of the Geete" sp 999' } do
      expect(game:command(line).status):to_be("done")
    end
    expect(game:command('set "Flanders Army" sp 1000').status):to_be("refused")
    local r = game:command "end"
    while r.status == "question" do r = game:answer(r.question.default ~= nil and "" or "no") end
    expect(r.status):to_be("done")
  end)
end)
