-- SPDX-License-Identifier: GPL-3.0-or-later
-- Check mode: what keeps state outside the World, or is not the same each time, is found out.

local Game = require "adjutant.game"
local Twice = require "adjutant.twice"
local Player = require "adjutant.player"

local root = core.files.realpath("tests/lua/duel")
local base = core.files.read(root .. "/ruleset.lua")

--- A duel in check mode, its ruleset with `extra` at the end.
local function duel(extra, options)
  local o = { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = {
    ["ruleset.lua"] = base .. (extra or ""),
    ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua") } }
  for k, v in pairs(options or {}) do o[k] = v end
  local game, message = Game.new(o)
  if not game then error(message, 2) end
  return Twice.on(game)
end

describe("check mode", function()
  it("passes the commands, questions, refusals and errors of a sound ruleset", function()
    local game = duel()
    local stream = core.rng.new(3):stream("player")
    for _ = 1, 60 do
      local line = Player.line(game, stream)
      if game.kit.game.over then line = "set game over no" end
      if line and not line:find("^loop") then
        local r = Player.play(game, line, stream)
        if tostring(r.message):find("not the same twice") then error(r.message) end
      end
    end
    expect(#game.nodes > 10):to_be(true)
  end)
  it("reports a counter that a rule keeps", function()
    local game = duel [[

local calls = 0
rule("9.1", "count", function () calls = calls + 1 end)
command "count" { args = {}, run = function () rules.count() end }
]]
    local hash = game.world:hash()
    local r = game:command("count")
    expect(r.status):to_be("error")
    expect(r.message):to_contain("rule 9.1 count changes its variable calls (0, now 1)")
    expect(game.world:hash()):to_be(hash)
    expect(game:command("end").status):to_be("done")
  end)
  it("reports it in a function that a rule calls, in a command and in a refusal", function()
    local game = duel [[

local last
local function helper(x) last = x end
rule("9.1", "remember", function () helper("a") end)
command "remember" { args = {}, run = function () rules.remember() end }
local n = 0
command "deny" { args = {}, run = function () n = n + 1 refuse("9.2", "no") end }
]]
    expect(game:command("remember").message):to_contain("its variable last (nil, now a)")
    expect(game:command("deny").message):to_contain("command deny changes its variable n")
  end)
  it("reports notes, hashes, questions and lengths of trail that differ", function()
    local game = duel [[

command "write" { args = {}, run = function () rules.fate() end }
rule("9.1", "fate", function () end)
]]
    local count = 0
    local fate = game.kit.register.by_name.fate
    local api = game.kit.api
    local function try(f)
      fate.f = function() count = count + 1 f(count) end
      return game:command("write").message
    end
    expect(try(function(n) api.note("9.1", "run " .. n) end)):to_contain("note 1: note 9.1 run 1, the second")
    expect(try(function(n) game.kit.game.bells = n end)):to_contain("state hash")
    expect(try(function(n)
      game.kit.game.bells = 500 + n % 2
      game.kit.game.bells = 7
      if n % 2 == 0 then game.kit.game.bells = 8 game.kit.game.bells = 7 end
    end)):to_contain("writes, the second time")
    expect(try(function(n) if n % 2 == 1 then api.report("x", n) end end)):to_contain("report 1")
    expect(try(function(n) if n % 2 == 0 then api.refuse("9.1", "now") end end)):to_contain(
      "done, the second time refused: now")
    expect(try(function(n)
      if n % 2 == 1 then api.choose { by = game.kit.side_list[1], rule = "9", ask = "Yes?", kind = "yesno" } end
    end)):to_contain("asks: Yes?, the second time done")
  end)
  it("passes the Seven Hex System", function()
    local game = Twice.on(assert(Game.new { ruleset = "seven-hex", scenario = "two-villages", seed = 4 }))
    local r = game:command("attack Niederlind with Foot Guards, Carew's Horse")
    local stream = core.rng.new(3):stream("player")
    while r.status == "question" do r = game:answer(Player.answer(game, game:question(), stream)) end
    expect(r.message):to_be(nil)
    expect(#game.kit.remembered > 50):to_be(true)
  end)
end)
