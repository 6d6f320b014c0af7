-- SPDX-License-Identifier: GPL-3.0-or-later
-- command_ends of the sequence of play: rules that run at the end of every command of the rules and of every
-- step to another phase, as a part of it; live, undone, resumed, in odds, playouts and examples.

local Check = require "adjutant.check"
local Game = require "adjutant.game"
local Odds = require "adjutant.odds"
local Playout = require "adjutant.playout"
local Spec = require "adjutant.spec"
local Twice = require "adjutant.twice"

local RULES = [[
ruleset { name = "Ford", sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } } }
entity "unit" { name = text(), side = ref { indexed = true }, place = place(), strength = int(3), wet = flag() }
entity "game" { ends = int(0), drowned = int(0), high = int(0) }
rule("1", "wade", function (unit)
  unit.strength = unit.strength - roll("1d6", "1 wade")
  report("wades", unit.strength > 0 and "over" or "under")
end)
rule("2", "drown", function ()
  game.ends = game.ends + 1
  for _, unit in ipairs(all "unit") do
    if unit.strength <= 0 and not unit.wet then
      %s
      unit.wet, game.drowned = true, game.drowned + 1
      note("2", "{unit} is swept away", { unit = unit })
    end
  end
end)
rule("3", "rain", function ()
  for _, unit in ipairs(all "unit") do unit.strength = unit.strength - 3 end
end)
rule("4", "over", function () if game.turn == 3 then game_over(nil, "night") end end)
command "wade" { args = { { name = "unit", kind = "unit", from = function () return referrers(game.active, "side") end } },
  phases = { "cross" }, run = function (args)
    refuse_if("1", args.unit.wet, "{unit} is gone", args)
    last_stage("wade", {}, rules.wade, args.unit)
  end }
sequence { each = "side", turn_ends = "over", command_ends = { "drown" },
  { id = "cross", name = "Cross" }, { id = "rain", name = "Rain", automatic = "rain" } }
]]
local SCENARIO = [[
return scenario { title = "Ford", turns = 3, first = "red",
  map = { kind = "flowers", chirality = "R", areas = { { name = "Bank", at = { 0, 0 } } } },
  units = { { "Roland", "red", at = "Bank" }, { "Baldwin", "blue", at = "Bank" } } }
]]
local EXAMPLE = [[
it("2 who has no strength is swept away, in a command and in a step to another phase", function ()
  local t = situation { map = { kind = "flowers", areas = { { name = "Bank", at = { 0, 0 } } } },
    dice = { 3 }, foot = "red at Bank", horse = { "blue at Bank", strength = 9 } }
  t.command "set foot strength 0"
  expect(game.ends):to_be(0)
  t.foot.strength = 3
  t.command "wade foot"
  expect(t.foot.wet):to_be(true)
  expect(t.horse.wet):to_be(false)
  t.horse.strength = 3
  game.phase_over = true
  t.next_phase()
  expect(t.horse.wet):to_be(true)
end)
]]

local REFUSED = [[
it("2 who is refused has not waded; another one may", function ()
  local t = situation { map = { kind = "flowers", areas = { { name = "Bank", at = { 0, 0 } } } },
    dice = { 3, 1 }, foot = "red at Bank", horse = { "red at Bank", strength = 9 } }
  expect(function () t.command "wade foot" end):to_refuse "2"
  t.foot.strength = 3
  t.command "wade horse"
  expect(t.reports.wades):to_be "over"
end)
]]
local TIDE = [[

rule("5", "flow", function () game.high = game.high + roll("1d6", "5 tide") end)
rule("5", "tide", function () last_stage("tide", {}, rules.flow) end)]]

local folder = core.files.realpath(outside.folder())

-- The ruleset in a folder of its own; what is done to one who drowns, first of all.
local function ruleset(name, first)
  local root = folder .. "/" .. name
  for _, below in ipairs { "scenarios", "examples" } do core.files.mkdir_p(root .. "/" .. below) end
  core.files.write_new(root .. "/ruleset.lua", (RULES:gsub("%%s", first or "")))
  core.files.write_new(root .. "/scenarios/bank.lua", SCENARIO)
  core.files.write_new(root .. "/examples/fords.lua", EXAMPLE)
  return root
end

local plain = ruleset "plain"

local function new(options)
  local o = { ruleset = "plain", scenario = "bank", root = plain, seed = 1, dice = "manual" }
  for key, value in pairs(options or {}) do o[key] = value end
  return assert(Game.new(o))
end

local function wade(game, total)
  local r = game:command "wade Roland"
  expect(r.status):to_be "question"
  return game:answer(tostring(total))
end

local function texts(lines)
  local list = {}
  for i, l in ipairs(lines) do list[i] = l.text end
  return table.concat(list, "\n")
end

describe("rules of command_ends", function()
  it("run in a command, are shown, undone and resumed with it", function()
    local game = Twice.on(new { folder = "ford", root_folder = folder .. "/games" })
    local before = game.world:hash()
    local r = wade(game, 4)
    expect(r.status):to_be "done"
    expect(texts(r.lines)):to_contain "Roland is swept away"
    expect(game.kit:find_entity("Roland").wet):to_be(true)
    expect({ game.kit.game.ends, game.kit.game.drowned }):to_equal { 1, 1 }
    expect(game.nodes[1].reports[1].value):to_be "under"
    local hash = game.world:hash()
    game:undo()
    expect(game.world:hash()):to_be(before)
    game:redo()
    expect(game.world:hash()):to_be(hash)
    game:close()
    local again = assert(Game.resume(folder .. "/games/ford"))
    expect(again.world:hash()):to_be(hash)
    again:close()
  end)
  it("run at the end of each step to another phase, not after what the umpire does", function()
    local game = new()
    game:command "set Roland strength 0"
    expect({ game.kit.game.ends, game.kit.game.drowned }):to_equal { 0, 0 }
    local r = game:command "end"                     -- the rain takes Baldwin too, in the same step
    expect(game:phase_text()):to_be "Turn 1, Blue: Cross"
    expect({ game.kit.game.ends, game.kit.game.drowned }):to_equal { 2, 2 }
    expect(texts(r.lines)):to_contain "Baldwin is swept away"
  end)
  it("may refuse the command, or fail, and then nothing has happened", function()
    for i, body in ipairs { 'refuse("2", "{unit} cannot swim", { unit = unit })', 'error "no bridge"' } do
      local game = new { ruleset = "other", root = ruleset("other" .. i, body) }
      local hash = game.world:hash()
      local r = wade(game, 3)
      expect(r.status):to_be(i == 1 and "question" or "error")             -- a die that is refused is not taken
      expect(r.message):to_contain(i == 1 and "Roland cannot swim" or "no bridge")
      if i == 1 then game:abandon() end
      expect(game.world:hash()):to_be(hash)
      expect(wade(game, 2).status):to_be "done"
    end
  end)
  it("report nothing", function()
    local game = new { ruleset = "telling", root = ruleset("telling", 'report("drowned", 1)') }
    expect(wade(game, 3).message):to_match '^ruleset%.lua:%d+: report "drowned": rules of command_ends report nothing$'
    expect(wade(game, 2).status):to_be "done"
    local _, message = Odds.of(game, "wade Roland")
    expect(message):to_contain "report nothing"
  end)
  it("that refuse a command of an example leave what follows free to report", function()
    local root = ruleset("refusing", 'refuse("2", "{unit} cannot swim", { unit = unit })')
    core.files.remove(root .. "/examples/fords.lua")
    core.files.write_new(root .. "/examples/fords.lua", REFUSED)
    local result = assert(Spec.run(root))
    expect({ result.passed, result.failed }):to_equal { 1, 0 }
  end)
  it("have nothing behind their last stages that odds would go on with", function()
    for _, where in ipairs { { "tide", 'command_ends = { "drown", "tide" }' }, { "rise", 'automatic = "tide"' } } do
      local root = ruleset(where[1])
      core.files.remove(root .. "/ruleset.lua")
      core.files.write_new(root .. "/ruleset.lua", (RULES:gsub("%%s", ""):gsub("\nsequence ", TIDE .. "%0")
        :gsub('command_ends = { "drown" }', where[1] == "tide" and where[2] or "%0")
        :gsub('automatic = "rain"', where[1] == "rise" and where[2] or "%0")
        :gsub('last_stage%("wade"', "end_phase()\n    %0")))
      local game = new { ruleset = where[1], root = root }
      local function mean(about)
        local found = assert(Odds.of(game, "wade Roland", { value = about, value_of = function() end }))
        local sum = core.ratio.new(0)
        for _, o in ipairs(found.outcomes) do sum = sum + o.weight * o.value end
        return tostring(sum)
      end
      -- the command, the step to the rain, and that to the other side
      expect(mean(function() return game.kit.game.high end)):to_be(where[1] == "tide" and "21/2" or "7/2")
      expect(mean(function() return game.kit.game.active.key == "blue" and 1 or 0 end)):to_be "1"
    end
  end)
  it("count in the odds of a command: its reports, and where the World is afterwards", function()
    local game = new()
    local found = assert(Odds.of(game, "wade Roland"))
    expect(tostring(Odds.table(found, "wades")[1].weight)):to_be "1/3"
    found = assert(Odds.of(game, "wade Roland", { value = function() return game.kit.game.drowned end,
      value_of = function() end }))
    local sum = core.ratio.new(0)
    for _, o in ipairs(found.outcomes) do sum = sum + o.weight * o.value end
    expect(tostring(sum)):to_be "2/3"
    expect(game.kit.game.ends):to_be(0)
  end)
  it("run in playouts, which can be played again from their records", function()
    local p = assert(Playout.new { ruleset = "plain", scenario = "bank", root = plain, seed = 3, check = "command" })
    local journal = {}
    local r = p:play(1, journal)
    expect(r.failure):to_be(nil)
    expect(p.kit.game.drowned):to_be(2)
    expect(p.kit.game.ends > p.kit.game.turn * 4):to_be(true)
    expect(p:replay(journal)):to_be(true)
  end)
  it("run in worked examples, in commands and steps", function()
    local result = assert(Spec.run(plain))
    expect({ result.passed, result.failed }):to_equal { 1, 0 }
  end)
  it("must be there, and `each` be a side or a turn", function()
    local function faults(change, with)
      local root = ruleset("wrong" .. #change .. #with)
      core.files.remove(root .. "/ruleset.lua")
      core.files.write_new(root .. "/ruleset.lua", (RULES:gsub("%%s", ""):gsub(change, with)))
      local F, list = Check.new(), {}
      assert(Check.path(F, root))
      for i, f in ipairs(F.list) do list[i] = F.line(f):sub(#root + 2) end
      return table.concat(list, "\n")
    end
    expect(faults('command_ends = { "drown" }', 'command_ends = "drwon"')):to_contain(
      'ruleset.lua:27:62: error: sequence: command_ends names the rule "drwon", which does not exist (did you mean "drown"?)')
    expect(faults('each = "side"', 'each = "sides"')):to_contain "error: sequence: each is side or turn, not sides"
    expect(faults("no such text", "")):to_be ""
  end)
end)
