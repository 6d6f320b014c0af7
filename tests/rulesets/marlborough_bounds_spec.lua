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

-- What loading says against 1704 when its text or its options are changed; nil when nothing.
local function problem_with(from, to, options)
  local path = core.data_dir .. "/rulesets/marlborough/scenarios/1704.lua"
  local text, n = core.files.read(path):gsub(from, to, 1)
  expect(n):to_be(1)
  local game, message = Game.new { ruleset = "marlborough", scenario = "1704", seed = 1, scenario_text = text,
    options = options }
  return not game and message or nil
end

describe("a scenario of Marlborough", function()
  local RECRUIT = "units = (function () local list = { table.unpack(armies.units) } local first = {} "
    .. "for key, value in pairs(list[1]) do first[key] = value end first.nation = '@' list[1] = first "
    .. "return list end)()"
  it("has forces of the nations of their side", function()
    local from = "units = armies%.units"
    expect(problem_with(from, (RECRUIT:gsub("@", "spanish")))):to_be(nil)
    expect(problem_with(from, (RECRUIT:gsub("@", "dutch")))):to_contain(
      "Flanders Army is dutch and of the French side")
  end)
  it("has leaders and trains of them too", function()
    for kind, name in pairs { leader = "Villeroi", train = "Flanders Train" } do
      local given = ([[local others = armies.others()
        for _, one in ipairs(others.%s) do if one[1] == "%s" then one.nation = "british" end end
        return scenario]]):format(kind, name)
      local path = core.data_dir .. "/rulesets/marlborough/scenarios/1704.lua"
      local text = core.files.read(path):gsub("others = armies.others%(%)", "others = others", 1)
      text = text:gsub("return scenario", (given:gsub("%%", "%%%%")), 1)
      local game, message = Game.new { ruleset = "marlborough", scenario = "1704", seed = 1, scenario_text = text }
      expect(game):to_be(nil)
      expect(message):to_contain(name .. " is british and of the French side")
    end
  end)
  it("keeps them when an umpire gives a piece to the enemy", function()
    local r = new():command 'set "Flanders Army" side allied'
    expect(r.status):to_be("done")
    local said = {}
    for i, line in ipairs(r.lines) do said[i] = line.text end
    expect(table.concat(said, "; ")):to_contain("is french and of the Allied side")
  end)
  it("that is a campaign brings the economic values, or does not begin", function()
    expect(problem_with("return scenario", "return scenario", { campaign = true })):to_contain(
      "is not known: a campaign needs value and value_allied of every place")
    expect(problem_with("return scenario", "return scenario", { campaign = false })):to_be(nil)
  end)
end)
