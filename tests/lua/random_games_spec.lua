-- SPDX-License-Identifier: GPL-3.0-or-later
-- valgrind: too slow
-- Whole games by random commands and random answers, in check mode and with invariants on:
-- each ends, never comes to a point where no command is left, and its journal replays to the
-- same hash. A game that fails leaves its folder behind, which reproduces it.

local Game = require "adjutant.game"
local Player = require "adjutant.player"
local Twice = require "adjutant.twice"

local soak = outside.getenv "SOAK" ~= nil
local slow = outside.getenv "SLOW" ~= nil
local status, made = outside.run "mktemp -d /dev/shm/adjutant.XXXXXX"
local games = status == 0 and made:match("%S+") or outside.folder()
local root = core.files.realpath("tests/lua/duel")

local MOST = 4000               -- commands of one game

local function new(ruleset, scenario, seed)
  local o = { ruleset = ruleset, scenario = scenario, seed = seed, root_folder = games,
    folder = ("%s-%d"):format(ruleset, seed), dice = seed % 3 == 0 and "manual" or "live" }
  if ruleset == "duel" then
    o.root, o.sources = root, { ["ruleset.lua"] = core.files.read(root .. "/ruleset.lua"),
      ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua") }
  end
  local game, message = Game.new(o)
  if not game then error(message, 0) end
  return game
end

--- One line of a player who errs, looks back and changes his mind now and then.
local function move(game, stream)
  local luck = stream:below(40)
  if luck == 0 and game.current.parent then return game:undo(1 + stream:below(3)) end
  if luck == 1 then return game:redo(1 + stream:below(3)) end
  if luck < 8 then return Player.play(game, "end", stream) end
  local line = Player.line(game, stream)
  if not line or line:find("^loop") or line:find("^crash") then return { status = "refused" } end
  return Player.play(game, line, stream)
end

local function play(ruleset, scenario, seed)
  local game = Twice.on(new(ruleset, scenario, seed))
  local stream = core.rng.new(seed):stream("player")
  local refused, moves = 0, 0
  while not game.kit.game.over do
    local r = move(game, stream)
    moves = moves + 1
    if r.status == "error" then error(("move %d: %s"):format(moves, r.message), 0) end
    if game.world:hash() ~= game.world:hash_slow() then error("the state hash is wrong", 0) end
    refused = r.status == "done" and 0 or refused + 1
    if refused > 300 then
      r = game:command("end")
      if r.status ~= "done" and r.status ~= "question" then
        error(("a dead end in %s: %s"):format(game:phase_text(), tostring(r.message)), 0)
      end
      if r.status == "question" then game:abandon() end
      refused = 0
    end
    if moves > MOST then error("the game does not end", 0) end
  end
  local hash, path, nodes = game.world:hash(), game.folder.path, #game.nodes
  game:close()
  local again, message = Game.resume(path)
  if not again then error("replay: " .. message, 0) end
  if again.world:hash() ~= hash or #again.nodes ~= nodes then error("the replay differs", 0) end
  again:close()
  outside.run("rm -rf '" .. path .. "'")
  return nodes
end

local failed = false
for _, which in ipairs { { "duel", "yard", soak and 300 or 6 }, { "seven-hex", "two-villages", soak and 200 or 4 } } do
  local ruleset, scenario, count = which[1], which[2], slow and which[3] // 2 or which[3]
  describe(ruleset, function()
    it(("%d random games end, keep their invariants, run the same twice and replay"):format(count), function()
      for seed = 1, count do
        local ok, message = pcall(play, ruleset, scenario, seed)
        if not ok then
          failed = true
          error(("seed %d: %s; the game is kept: adjutant resume %s/%s-%d"):format(seed, tostring(message),
            games, ruleset, seed), 0)
        end
      end
    end)
  end)
end
if status == 0 and not failed then outside.run("rm -rf '" .. games .. "'") end
