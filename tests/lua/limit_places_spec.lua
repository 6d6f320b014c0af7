-- SPDX-License-Identifier: GPL-3.0-or-later
-- Whatever is stopped by a limit, what is said names the limit and the line of the rules at which it
-- was reached: commands, looks, odds, Lua at the prompt, requests of another program, files read.

local Game = require "adjutant.game"
local House = require "adjutant.house"
local Odds = require "adjutant.odds"
local Protocol = require "adjutant.protocol"
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

describe("the limit of what is read", function()
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
