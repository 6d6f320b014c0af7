-- SPDX-License-Identifier: GPL-3.0-or-later
-- Random commands, legal and illegal mixed, given to a game as a person would give them: nothing
-- crashes, no invariant breaks, and a refusal changes nothing. SOAK=1 gives 10,000 to each scenario.

local Command = require "adjutant.command"
local Game = require "adjutant.game"
local Player = require "adjutant.player"

require("adjutant.playout").collect_late()               -- as `adjutant play` runs

local soak = outside.getenv "SOAK" ~= nil
local COMMANDS = soak and 10000 or 500
local EVERY = 50                      -- commands between two slow checks of the hash

local function pick(stream, list) return list[stream:below(#list) + 1] end

-- Any value of the argument's kind, whether it makes sense or not.
local function anything(game, arg, args, stream)
  if arg.kind == "number" then return stream:below(40) - 10 end
  if arg.kind == "word" then return stream:below(4) == 0 and "nonsense" or pick(stream, arg.values) end
  if arg.kind == "text" or arg.kind == "value" then return "some text" end
  local ok, names = pcall(game.kit.names, arg.kind, arg, args)
  if not ok or #names == 0 then return nil end
  return pick(stream, names).value
end

local function illegal_line(game, stream)
  local decls = {}
  for _, decl in ipairs(game.kit.command_list) do
    if not decl.builtin then decls[#decls + 1] = decl end
  end
  local decl, args = pick(stream, decls), {}
  for _, arg in ipairs(decl.args) do
    if stream:below(6) > 0 then
      if arg.list then
        local list = {}
        for i = 1, 1 + stream:below(4) do list[i] = anything(game, arg, args, stream) end
        args[arg.name] = #list > 0 and list or nil
      else
        args[arg.name] = anything(game, arg, args, stream)
      end
    end
  end
  return Command.line(decl, args)
end

-- One byte of a line changed, lost or doubled.
local function mangled(line, stream)
  local at = 1 + stream:below(#line)
  local way = stream:below(3)
  if way == 0 then return line:sub(1, at - 1) .. string.char(stream:below(256)) .. line:sub(at + 1) end
  if way == 1 then return line:sub(1, at - 1) .. line:sub(at + 1) end
  return line:sub(1, at) .. line:sub(at)
end

local function random_line(game, stream)
  local n = stream:below(20)
  if n == 0 then return "end" end
  if n < 10 then return Player.line(game, stream) or "end" end
  if n < 17 then return illegal_line(game, stream) end
  return mangled(illegal_line(game, stream), stream)
end

local function check(result, what)
  if result.status == "error" then error(("%s: %s"):format(what, result.message), 0) end
  return result
end

-- Gives one command with its answers, good and bad ones. Gives the last result.
local function give(game, line, stream)
  local before = game.world:hash()
  local r = check(game:command(line), line)
  local tries = 0
  while r.status == "question" do
    tries = tries + 1
    local n = stream:below(30)
    if tries > 60 or n == 0 then
      r = check(game:abandon "enough", line)
    elseif n == 1 then
      r = check(game:back(), line)
    elseif n < 5 then
      r = check(game:answer(pick(stream, { "", "nonsense", "-1", "99999999999999999999", "\255", "1,1" })), line)
    else
      r = check(game:answer(Player.answer(game, game:question(), stream)), line)
    end
  end
  -- A phase that begins by itself after a command and is given up at its question stays due.
  if r.status ~= "done" and game.world:hash() ~= before and not game.kit.game.phase_over then
    error(line .. ": not done, and yet something has changed", 0)
  end
  return r
end

local function rampage(ruleset, scenario, options)
  local stream = core.rng.new(("%s %s"):format(ruleset, scenario)):stream "rampage"
  local seed, game = 0, nil
  local count = { done = 0, refused = 0 }
  for n = 1, COMMANDS do
    if not game or game.kit.game.over then
      seed = seed + 1
      game = assert(Game.new { ruleset = ruleset, scenario = scenario, seed = seed, options = options })
    end
    local way = stream:below(40)
    if way == 0 then
      check(game:undo(1 + stream:below(3)), "undo")
    elseif way == 1 then
      check(game:redo(1 + stream:below(3)), "redo")
    else
      local r = give(game, random_line(game, stream), stream)
      count[r.status] = (count[r.status] or 0) + 1
    end
    if n % EVERY == 0 and game.world:hash() ~= game.world:hash_slow() then
      error(("after %d commands the hash kept is not the hash worked out"):format(n), 0)
    end
  end
  return count
end

for _, ruleset in ipairs(Game.rulesets()) do
  describe(ruleset .. ": random commands, legal and illegal", function()
    for _, scenario in ipairs(Game.scenarios(ruleset)) do
      it("break nothing in " .. scenario, function()
        local count = rampage(ruleset, scenario)
        expect(count.done > COMMANDS // 10):to_be(true)
        expect(count.refused > COMMANDS // 10):to_be(true)
      end)
    end
  end)
end
