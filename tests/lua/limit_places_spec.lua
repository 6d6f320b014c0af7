-- SPDX-License-Identifier: GPL-3.0-or-later
-- Whatever is stopped by a limit, what is said names the limit and the line of the rules at which it
-- was reached: commands, looks, odds, Lua at the prompt, requests of another program, files read.

local Game = require "adjutant.game"
local House = require "adjutant.house"
local Odds = require "adjutant.odds"
local Playout = require "adjutant.playout"
local Protocol = require "adjutant.protocol"
local Spec = require "adjutant.spec"
local Study = require "adjutant.study"

local root = core.files.realpath "tests/lua/duel"
local yard = core.files.read(root .. "/scenarios/yard.lua")

-- Everything that rules may be asked; what they do first is `hang`, once the bells are at 9.
local ASKED = [[
status(function () hang() return { "well" } end)
sheet("unit", function () hang() return { "a unit" } end)
sheet("area", function () hang() return { "an area" } end)
rule("8.1", "reach", function () hang() return {} end)
inquiry "hours" { help = "Looks.", args = {}, run = function () hang() return { "late" } end }
command "tick" { help = "Ticks.", args = {}, run = function () hang() end }
command "pick" { help = "Picks.", args = { { name = "unit", kind = "unit",
  from = function () hang() return all "unit" end } }, run = function () end }
entity "unit" { oath = text("", { known_to = "confessor" }) }
rule("9.1", "confessor", function () hang() return true end)
]]

local HANGS = {
  instructions = { "while true do end", { instructions = 300000 } },
  cpu = { "while true do end", { cpu_ms = 60 } },
  memory = { "local t = {} while true do t[#t + 1] = {} end", nil },
}

-- A game in which all that is asked hangs; "ruleset.lua:N" where; the limits.
local function hanging(which)
  local body, limits = HANGS[which][1], HANGS[which][2] or { heap = (core.limits.heap()) + (6 << 20) }
  local ruleset = core.files.read(root .. "/ruleset.lua")
    .. "local function hang()\n  if game.bells ~= 9 then return end\n  " .. body .. "\nend\n"
  local _, line = ruleset:gsub("\n", "")
  local game, message = Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root,
    sources = { ["ruleset.lua"] = ruleset .. ASKED, ["scenarios/yard.lua"] = yard } }
  if not game then error(message, 0) end
  local r = game:command "set game bells 9"
  if r.status ~= "done" then error(r.message, 0) end
  game.limits = limits
  return game, "ruleset.lua:" .. line - 1, limits
end

local function unit(game) return game.kit:find_entity "Roland" end

-- name, what is done: gives nil, message, limit; or a result
local ASKS = {
  { "status", function(g) return g:status() end },
  { "the sheet of a unit", function(g) return g:sheet("unit", unit(g)) end },
  { "the sheet of an area", function(g) return g:sheet("area", g.board.areas[1]) end },
  { "reach", function(g) return g:reach(unit(g)) end },
  { "a command that only looks", function(g) return g:inquire "hours" end },
  { "the same as a line", function(g) return g:command "hours" end },
  { "a command", function(g) return g:command "tick" end },
  { "the words of a command", function(g) return g:command "pick Rol" end },
  { "the words of a command whose odds are asked", function(g) return Odds.of(g, "pick Rol") end },
  { "what a side knows", function(g)
    g:look_as(g.kit.side_list[1])
    local ok, message = pcall(g.veiled, g, function() return true end)
    g:look_as(nil)
    return ok or nil, message, (core.limits.tripped())
  end },
  { "odds", function(g, limits) return Odds.of(g, "tick", { limits = limits }) end },
  { "a rule at the prompt", function(g)
    local _, message, _, limit = g:eval "rules.reach(all(\"unit\")[1])"
    return nil, message, limit
  end },
}

local REQUESTS = { '{"do":"status"}', '{"do":"reach","unit":"Roland"}', '{"do":"inquire","text":"hours"}',
  '{"do":"command","text":"tick"}', '{"do":"candidates","command":"pick"}' }

for which in pairs(HANGS) do
  describe("the limit of " .. which, function()
    for _, ask in ipairs(ASKS) do
      it("names its line: " .. ask[1], function()
        local game, place, limits = hanging(which)
        local found, message, limit = ask[2](game, limits)
        if found then message, limit = found.message, found.limit end
        expect(limit):to_be(which)
        expect(message):to_contain("[" .. place .. "]")
        expect(message:find("\n", 1, true)):to_be(nil)
        game.limits = { instructions = 200000000 }
        expect(game:command("set game bells 0").status):to_be "done"
        expect(#game:status() > 1):to_be(true)
      end)
    end
    it("names its line to another program", function()
      for _, line in ipairs(REQUESTS) do
        local game, place = hanging(which)
        local response = Protocol.new(game):line(line)
        expect(response.ok):to_be(false)
        expect(response.error.kind):to_be "limit"
        expect(response.error.message):to_contain("[" .. place .. "]")
      end
      local game, place = hanging(which)
      local shown = Protocol.new(game):line '{"do":"show","name":"Roland"}'
      expect(shown.thing.sheet[1]):to_contain("[" .. place .. "]")
    end)
  end)
end

describe("what may come next in a line", function()
  it("is not waited for when the rules that list it never end", function()
    local game, place = hanging "instructions"
    game.limits = { instructions = 200000000 }
    local words, message, limit = game:completions("pick ", "R")
    expect(words):to_be(nil)
    expect(limit):to_be "instructions"
    expect(message):to_contain("[" .. place .. "]")
    local response = Protocol.new(game):line '{"do":"complete","text":"pick R"}'
    expect(response.error.kind):to_be "limit"
    game.kit.engine.run({ note = function() end, silent = true }, function() game.kit.game.bells = 0 end)
    expect(game:completions("pick ", "Rol")):to_equal { "Roland" }
  end)
end)

-- A ruleset on the disk that has one more file, as it is after that.
local function with_file(name, text)
  local folder = ("%s/%s"):format(core.files.realpath(outside.folder()), name:gsub("[/.]", "-"))
  for _, below in ipairs { "scenarios", "examples" } do core.files.mkdir_p(folder .. "/" .. below) end
  core.files.write_new(folder .. "/ruleset.lua", core.files.read(root .. "/ruleset.lua"))
  core.files.write_new(folder .. "/scenarios/yard.lua", yard)
  core.files.write_new(folder .. "/" .. name, text)
  return folder
end

describe("the limit of what is read", function()
  it("is told with the line: policies, examples", function()
    local p, message = Playout.new { ruleset = "duel", scenario = "yard",
      root = with_file("policies.lua", "\nwhile true do end") }
    expect(p):to_be(nil)
    expect(message):to_match "%[policies.lua:2%]$"
    p, message = Spec.run(with_file("examples/fights.lua", "\nwhile true do end"))
    expect(p):to_be(nil)
    expect(message):to_match "%[examples/fights.lua:2%]$"
  end)
  it("is reached by a case that never ends, and the next one is run", function()
    local text = 'it("1", function ()\nlocal t = {} while true do t[#t + 1] = {} end end)\nit("2", function () end)'
    local result = Spec.run(with_file("examples/rests.lua", text))
    expect({ result.passed, result.failed }):to_equal { 1, 1 }
    expect(result.cases[1].message):to_match "^stopped: .* %[examples/rests.lua:2%]$"
  end)
  it("is told with the line: a form at the prompt, a study, house rules", function()
    local game = hanging "instructions"
    local _, message = game:eval "\nwhile true do end"
    expect(message):to_match "%[prompt:2%]$"
    expect(function() Study.run("\n\nwhile true do end", "long.study", function() end) end):to_raise "long.study:3"
    local kit, why = House.kit { folder = root, name = "duel", limits = { instructions = 1000000 },
      sources = { ["ruleset.lua"] = core.files.read(root .. "/ruleset.lua") },
      houses = { { path = "slow.lua", text = "\nwhile true do end" } } }
    expect(kit):to_be(nil)
    expect(why):to_match "%[slow.lua:2%]$"
  end)
end)
