-- SPDX-License-Identifier: GPL-3.0-or-later
-- Memory that runs out at each request of a command: the command never happened, or is done;
-- the game goes on. Played with the small ruleset `duel`. With SOAK set every request fails, also
-- alone (Lua collects then, and tries once more); else a sample, and all later ones too.
local Game = require "adjutant.game"
local Odds = require "adjutant.odds"
local limits = core.limits

local root = core.files.realpath("tests/lua/duel")
local sources = {}
for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
  sources[file] = core.files.read(root .. "/" .. file)
end

local function new(dice)
  local game, message = Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root,
    sources = sources, dice = dice }
  if not game then error(message, 2) end
  return game
end

local SOAK = outside.getenv("SOAK")

--- Runs f(game) with request n failing (and all later ones when `forever`); true when the
--- request was reached.
local function starved(game, f, n, forever)
  limits.fail_allocation(n, forever)
  local ok, e = pcall(f, game)
  local reached = limits.fail_allocation(0) <= (forever and 1 or 0)
  return reached, ok, e
end

--- What the game must be like afterwards: the World as before or as when it is done, and in
--- agreement with its slow recomputation; the next command works.
local function check(game, before, done, context)
  if game.pending then game:abandon("the test") end
  local hash = game.world:hash()
  -- one line may set off several commands, each done or not for itself
  if hash ~= before and hash ~= done and hash ~= game.current.hash then
    error(context .. ": the World is neither as before nor as after", 0)
  end
  if hash ~= game.world:hash_slow() then error(context .. ": the hash is wrong", 0) end
  local r = game:command("end")
  if r.status ~= "done" then
    error(("%s: then end is %s: %s"):format(context, r.status, tostring(r.message)), 0)
  end
end

local function situation(name, f, dice, prepare)
  it(name, function()
    local game = new(dice)
    if prepare then prepare(game) end
    local before = game.world:hash()
    f(game)
    if game.pending then game:abandon("the test") end
    local done = game.world:hash()
    for _, forever in ipairs(SOAK and { false, true } or { true }) do
      local n = 1
      while n <= 2000 do
        game = new(dice)
        if prepare then prepare(game) end
        local reached = starved(game, f, n, forever)
        check(game, before, done, ("request %d%s"):format(n, forever and " and all later" or ""))
        if not reached then break end
        n = n + (SOAK and 1 or 1 + n // 8)
      end
    end
  end)
end

describe("memory that runs out", function()
  situation("in a fight", function(game) game:command("strike Baldwin by Roland") end)
  situation("in an automatic phase", function(game) game:command("end") end)
  situation("in a change by the umpire", function(game) game:command("set Roland tired yes") end)
  situation("in a rule that fails", function(game) game:command("crash") end)
  situation("in a command that is refused", function(game) game:command("strike Nobody by Roland") end)
  situation("at a question", function(game) game:command("strike Baldwin by Roland") end, "manual")
  situation("in an answer", function(game) game:answer("3") end, "manual",
    function(game) game:command("strike Baldwin by Roland") end)
  situation("in odds", function(game) Odds.of(game, "strike Baldwin by Roland") end)
  situation("in undo", function(game) game:undo() end, nil,
    function(game) game:command("set Roland tired yes") end)
  situation("in Lua at the prompt", function(game) game:eval("return #all 'unit'") end)
  situation("in a loop", function(game) game:command("loop") end, nil,
    function(game) game.limits = { instructions = 300000, cpu_ms = 1000 } end)
end)
