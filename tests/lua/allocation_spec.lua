-- SPDX-License-Identifier: GPL-3.0-or-later
-- valgrind: too slow
-- The n-th allocation of Lua fails, in every situation of a game: the World is as before, or as
-- after the command, or as at the last mark; and the game goes on. With SOAK set every n to
-- 2,000 and then every 97th, else a sample. Lua collects and tries once more when one allocation
-- fails, so what matters most is that all later ones fail too.

local Game = require "adjutant.game"
local Odds = require "adjutant.odds"
local Folder = require "adjutant.gamefolder"

local soak = outside.getenv "SOAK" ~= nil
local slow = outside.getenv "SLOW" ~= nil
local root = core.files.realpath("tests/lua/duel")
local games = outside.folder()
local ruleset = core.files.read(root .. "/ruleset.lua")
local yard = core.files.read(root .. "/scenarios/yard.lua")

local big = {}
for i = 1, 300 do big[i] = ('{ "Man %d", "%s sword", at = "Yard/%d" },'):format(i,
  i % 2 == 0 and "red" or "blue", i % 6 + 1) end
local crowd = yard:gsub('{ "Roland"', table.concat(big, "\n") .. '{ "Roland"', 1)

local saved = 0
local function open(o, text)
  o = o or {}
  o.ruleset, o.scenario, o.seed, o.root = "duel", "yard", 7, root
  o.sources = { ["ruleset.lua"] = ruleset, ["scenarios/yard.lua"] = text or yard }
  if o.save then
    saved = saved + 1
    o.folder, o.root_folder = "g" .. saved, games
  end
  local game, message = Game.new(o)
  if not game then error(message, 0) end
  return game
end

--- A game by hand-thrown dice after these lines: commands, then answers while a question is open.
local function after(lines, o)
  o = o or {}
  o.dice = "manual"
  local game = open(o)
  for _, line in ipairs(lines) do
    if game:question() then game:answer(line) else game:command(line) end
  end
  return game
end

local house = outside.folder() .. "/tiring.lua"
assert(outside.run(([[cat > '%s' <<'END'
return house "tiring" { base = "duel", entities = { unit = { breath = int(3) } },
  rules = { hits = function (original, by) return true end } }
END
]]):format(house)) == 0)

local struck = { "strike Baldwin by Roland" }
local hit = { struck[1], "43" }
local parry = { struck[1], "43", "6" }
local parried = { struck[1], "43", "6", "parry Baldwin" }
local rest, rest1, rest2 = { "rest" }, { "rest", "Roland" }, { "rest", "Roland", "2" }

local function answer(text) return function(g) return g:answer(text) end end
local function command(text) return function(g) return g:command(text) end end
local function nothing() return nil end

-- name, position, what is done there
local SITUATIONS = {
  { "a new game", nothing, function() return open() end },
  { "a new game with 300 units", nothing, function() return open(nil, crowd) end },
  { "a new game of the Seven Hex System", nothing, function()
    return assert(Game.new { ruleset = "seven-hex", scenario = "two-villages", seed = 1 })
  end },
  { "a command without a question", function() return after {} end, command "end" },
  { "a command by live dice", function() return open() end, command "tables" },
  { "a command that asks for dice", function() return after {} end, command(struck[1]) },
  { "dice that lead to dice", function() return after(struck) end, answer "43" },
  { "dice that lead to a reaction", function() return after(hit) end, answer "6" },
  { "a reaction taken", function() return after(parry) end, answer "parry Baldwin" },
  { "a reaction declined", function() return after(parry) end, answer "pass" },
  { "a reaction that is refused", function() return after(parry) end, answer "parry Bruno" },
  { "the last die", function() return after(parried) end, answer "5" },
  { "impossible dice", function() return after(struck) end, answer "7 9" },
  { "some of a list", function() return after(rest) end, answer "Roland" },
  { "a count", function() return after(rest1) end, answer "3" },
  { "yes or no", function() return after(rest2) end, answer "yes" },
  { "back", function() return after(parry) end, function(g) return g:back() end },
  { "abandon", function() return after(parry) end, function(g) return g:abandon() end },
  { "a refusal", function() return after { "set Roland tired yes" } end, command(struck[1]) },
  { "a rule that fails", function() return open() end, command "crash" },
  { "a line that is wrong", function() return open() end, command "strike Baldwn by Rolnd" },
  { "set", function() return open() end, command "set Roland hurt 2" },
  { "a ruling", function() return open() end, command 'ruling 1.1 "he is brave"' },
  { "undo", function() return after { "end", "end" } end, function(g) return g:undo(2) end },
  { "redo", function()
    local g = after { "end", "end" }
    g:undo(2)
    return g
  end, function(g) return g:redo(2) end },
  { "goto and back to another line", function()
    local g = after { "end", "set Roland hurt 1" }
    g:undo(1)
    g:command("set Roland hurt 2")
    g:go("1")
    return g
  end, function(g) return g:go("0") end },
  { "next", function()
    local g = after { "set Roland hurt 1" }
    g:prev(1)
    return g
  end, function(g) return g:next(1) end },
  { "a branch is named", function() return after({ "set Roland hurt 1" }, { save = true }) end,
    function(g) return g:branch("here") end },
  { "house rules are taken in", function() return after { "end" } end, command("with " .. house) },
  { "house rules are left", function() return after { "end", "with " .. house } end, command "without tiring" },
  { "odds with house rules", function() return after {} end, function(g)
    g:eval(('odds{ run = "strike Baldwin by Roland", with = %q }'):format(house))
    if g.exploring then error("the odds did not end") end
  end },
  { "odds", function() return after {} end, function(g) return g:odds(struck[1]) end },
  { "odds in a command", function() return after(struck) end, function(g) return Odds.of(g) end },
  { "odds by sampling", function() return after {} end,
    function(g) return Odds.of(g, struck[1], { budget = 1, samples = 200 }) end },
  { "odds of Lua under other cells", function() return after {} end, function(g)
    g:eval('odds{ run = "strike Baldwin by Roland", value = "wounds", charts = { wound = { [4] = 2 } } }')
    if g.exploring then error("the odds did not end") end
  end },
  { "looking", function() return after { "end", "set Roland hurt 1" } end,
    function(g) g:map() g:units() g:log() g:why() g:rules() g:status() end },
  { "Lua at the prompt", function() return open() end,
    function(g) return g:eval("(function() local t = {} for i = 1, 99 do t[i] = i .. 'x' end return #t end)()") end },
  { "a command that is saved", function() return open { save = true } end, command "tables" },
  { "an answer that is saved", function() return after(struck, { save = true }) end, answer "43" },
}

--- Runs `act` with the n-th allocation failing; what is wrong afterwards, or nil; and whether
--- the failure was reached.
local function try(position, act, n, forever)
  local game = position()
  local allowed
  if game then
    local base = game.pending and game.pending.mark
    local here = game.world:hash()
    allowed = { [here] = true, base = base }
  end
  local reached, ok, value = outside.failing(n, forever, function() return act(game) end)
  if not game then
    if ok and type(value) == "table" and value.close then value:close() end
    return nil, reached, ok, value
  end
  local w = game.world
  if w:hash() ~= w:hash_slow() then return "the hash is wrong" end
  return nil, reached, ok, value, game, allowed
end

local function goes_on(game)
  if game:question() then game:abandon() end
  local r = game:command("end")
  if r.status ~= "done" then return "the next command: " .. tostring(r.message) end
  return nil
end

--- The hashes in which the game may be after `act`: before, after, or after giving up.
local function outcomes(position, act)
  local set = {}
  local game = position()
  if not game then return set end
  set[game.world:hash()] = true
  act(game)
  set[game.world:hash()] = true
  if game.pending then game:abandon() end
  set[game.world:hash()] = true
  game:close()
  game = position()
  if game.pending then game:abandon() end
  set[game.world:hash()] = true
  game:close()
  return set
end

local function steps(n)
  if soak then return n < 2000 and 1 or 97 end
  return n < 6 and 1 or n // (slow and 1 or 3)
end

describe("when an allocation fails", function()
  for _, s in ipairs(SITUATIONS) do
    local name, position, act = s[1], s[2], s[3]
    for _, forever in ipairs(soak and { false, true } or { true }) do
      it(name .. (forever and ", and all later ones" or ""), function()
        local allowed = outcomes(position, act)
        local n, count = 1, 0
        while n < 200000 do
          local wrong, reached, ok, value, game = try(position, act, n, forever)
          if game and not wrong then
            -- one line may set off several commands, each done or not for itself
            local hash = game.world:hash()
            if not allowed[hash] and hash ~= game.current.hash then wrong = "the World is neither as before nor as after" end
            wrong = wrong or goes_on(game)
            if game.folder and not wrong then
              local path, now = game.folder.path, game.world:hash()
              game:close()
              local again, message = Game.resume(path)
              if not again then wrong = "resume: " .. message
              elseif again.world:hash() ~= now then wrong = "resume gives another World" end
              if again then again:close() end
            end
            game:close()
          end
          if wrong then error(("allocation %d: %s"):format(n, wrong), 0) end
          count = count + 1
          if not reached and not ok then error("without a failure: " .. tostring(value), 0) end
          if not reached then break end
          n = n + steps(n)
        end
        if count < 3 then error("nothing failed: " .. count) end
      end)
    end
  end
end)

describe("resuming when an allocation fails", function()
  it("gives one message, and works the next time", function()
    local game = open { save = true }
    for _, line in ipairs { "tables", "end", "undo", "end" } do game:command(line) end
    local path, hash = game.folder.path, game.world:hash()
    game:close()
    local n = 1
    while true do
      local reached, ok, again = outside.failing(n, false, function() return (Game.resume(path)) end)
      if ok and again then
        expect(again.world:hash()):to_be(hash)
        again:close()
      end
      collectgarbage()                             -- a journal left open by the failure is closed
      if not reached then break end
      n = n + steps(n)
    end
    local again = assert(Game.resume(path))
    expect(again.world:hash()):to_be(hash)
    expect(Folder.open(path) == nil):to_be(true)
    again:close()
  end)
end)
