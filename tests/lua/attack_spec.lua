-- SPDX-License-Identifier: GPL-3.0-or-later
-- valgrind: too slow
-- A saved game under attack: its journal cut at every byte, each of its bits flipped, and every
-- write, sync, open and truncation of the disk failing in turn.

local Game = require "adjutant.game"
local Player = require "adjutant.player"
local files = core.files

local soak = outside.getenv "SOAK" ~= nil
local slow = outside.getenv "SLOW" ~= nil
local root = files.realpath("tests/lua/duel")
-- In memory where that can be had: nothing here is about a disk's own speed.
local status, made = outside.run "mktemp -d /dev/shm/adjutant.XXXXXX"
local games = status == 0 and made:match("%S+") or outside.folder()
local count = 0

local function new(o)
  count = count + 1
  o.root_folder, o.folder = games, "g" .. count
  if o.ruleset == "duel" then
    o.root = root
    o.sources = { ["ruleset.lua"] = files.read(root .. "/ruleset.lua"),
      ["scenarios/yard.lua"] = files.read(root .. "/scenarios/yard.lua") }
  end
  local game, message = Game.new(o)
  if not game then error(message, 2) end
  return game
end

local function duel(o)
  o = o or {}
  o.ruleset, o.scenario, o.seed = "duel", "yard", 7
  return new(o)
end

--- A short game with every kind of record: done, answers, abandoned, undo, redo, remark, back.
local function small()
  local game = duel { dice = "manual" }
  for _, line in ipairs { "strike Baldwin by Roland", "43", "6", "pass", "end", "crash", "3", "rest",
      "Bruno", "2", "back", "3", "yes", "strike Robert by Baldwin", "66" } do
    if game:question() then
      if line == "back" then game:back() else game:answer(line) end
    else
      game:command(line)
    end
  end
  game:abandon()
  game:command("end")
  game:undo()
  game:redo()
  game:command("strike Bruno by Robert")
  local path, last = game.folder.path, game.world:hash()
  game:close()
  return path, files.read(path .. "/journal"), last
end

--- What a whole prefix of a journal promises: the state hash (nil before the first command) and
--- how many commands are finished, read from the text alone.
local function promised(text)
  local done, hash = 0, nil
  for line in text:gmatch("([^\n]*)\n") do
    local kind, payload = line:match("^%d+ (%a+) ?(.-) %x+$")
    if kind == "done" then done, hash = done + 1, payload end
  end
  return done, hash
end

local function put(path, text)
  files.remove(path .. "/journal")
  files.write_new(path .. "/journal", text)
end

--- Opens the game at `path` with this text for a journal and goes on with it.
local function go_on(path, text)
  put(path, text)
  local game, message, kind = Game.resume(path)
  if not game then return nil, message, kind end
  local nodes, last = #game.nodes, game.nodes[promised(text)]
  local r
  if game.pending then r = game:abandon("test") end
  r = r or game:command("end")
  game:close()
  return nodes, last and last.hash, r
end

describe("a journal cut short", function()
  local path, text = small()
  local header = text:find("\n1 ", 1, true)

  it("is small, and has every kind of record", function()
    expect(#text < 20480):to_be(true)
    for _, kind in ipairs { "begin", "answer", "done", "abandon", "undo", "redo" } do
      expect(text:find("\n%d+ " .. kind .. " ") ~= nil):to_be(true)
    end
  end)

  it("at every byte: what was finished is there, and it goes on", function()
    local tried = 0
    for at = 0, #text do
      if not slow or at % 7 == 0 or at < 40 then
        local part = text:sub(1, at)
        local nodes, hash, r = go_on(path, part)
        tried = tried + 1
        if at < header then
          if nodes then error(("cut at %d, within the header: it opens"):format(at), 0) end
        elseif not nodes then
          error(("cut at %d: %s"):format(at, hash), 0)
        else
          local done, want = promised(part)
          if nodes < done or hash ~= want then
            error(("cut at %d: %d commands of %d"):format(at, nodes, done), 0)
          end
          if r.status ~= "done" and r.status ~= "abandoned" then
            error(("cut at %d: the next command: %s"):format(at, tostring(r.message)), 0)
          end
        end
      end
    end
    expect(tried > 100):to_be(true)
  end)

  it("with any bit flipped: it is noticed", function()
    for at = 1, #text do
      for bit = 0, 7 do
        if not slow or (at * 8 + bit) % 11 == 0 then
          local byte = text:byte(at) ~ (1 << bit)
          put(path, text:sub(1, at - 1) .. string.char(byte) .. text:sub(at + 1))
          local game, _, kind = Game.resume(path)
          if game then
            -- only the newline of the last record: that is a torn tail, and said so
            local torn = game.dropped
            game:close()
            if not torn then error(("bit %d of byte %d: not noticed"):format(bit, at), 0) end
            if at ~= #text then error(("bit %d of byte %d: only a torn tail"):format(bit, at), 0) end
          elseif kind ~= "damaged" and kind ~= "version" then
            error(("bit %d of byte %d: kind %s"):format(bit, at, tostring(kind)), 0)
          end
        end
      end
    end
  end)
end)

describe("the journal of a long game cut short", function()
  local function long(ruleset, scenario, seed)
    local game = new { ruleset = ruleset, scenario = scenario, seed = seed }
    local stream = core.rng.new(seed):stream("player")
    while #game.nodes < (soak and 600 or 60) and not game.kit.game.over do
      local line = stream:below(8) == 0 and "end" or Player.line(game, stream)
      if line and not line:find("^loop") and not line:find("^crash") then
        Player.play(game, line, stream)
      end
    end
    local path = game.folder.path
    game:close()
    return path, files.read(path .. "/journal")
  end
  for _, which in ipairs { { "duel", "yard", 5 }, { "seven-hex", "two-villages", 6 } } do
    it(which[1] .. ": at the edges of records and elsewhere", function()
      local path, text = long(which[1], which[2], which[3])
      local stream, cuts = core.rng.new(1):stream("cuts"), {}
      local header = text:find("\n1 ", 1, true)
      for at in text:gmatch("()\n") do if at >= header then cuts[#cuts + 1] = at end end
      while not soak and #cuts > 12 do table.remove(cuts, stream:below(#cuts) + 1) end
      for _ = 1, soak and 500 or 12 do
        cuts[#cuts + 1] = header + stream:below(#text - header)
      end
      for _, at in ipairs(cuts) do
        local part = text:sub(1, at)
        local nodes, hash, r = go_on(path, part)
        if not nodes then error(("cut at %d: %s"):format(at, hash), 0) end
        local done, want = promised(part)
        -- what had all its answers, or comes by itself, is finished at once: a command more
        if nodes < done or hash ~= want then error(("cut at %d: %d of %d commands"):format(at, nodes, done), 0) end
        expect(r.status == "done" or r.status == "abandoned" or r.status == "refused"
          or r.status == "question"):to_be(true)
      end
    end)
  end
end)

describe("a disk that fails", function()
  local LINES = { "strike Baldwin by Roland", "43", "6", "pass", "end", "crash", "3", "set Bruno hurt 1",
    "undo", "redo", "rest", "Bruno", "back", "Bruno", "2", "no", "end" }

  local function step(game, line)
    if line == "undo" then return game:undo() end
    if line == "redo" then return game:redo() end
    if line == "back" then return game:back() end
    if game:question() then return game:answer(line) end
    return game:command(line)
  end

  --- Plays LINES with a fault at one step, then everything again from where the fault led.
  local function play(fault, at, n)
    local game = duel { dice = "manual" }
    for i, line in ipairs(LINES) do
      if i == at then game.folder.journal:faults { [fault] = n } end
      local before = game.world:hash()
      local open = game.pending ~= nil
      local r = step(game, line)
      if i == at then
        if r.status == "error" and not open and game.world:hash() ~= before and not game.pending then
          -- unless the command is done and a phase that follows by itself is not: that is due
          if not game.kit.game.phase_over then
            error(("%s %d at %q: an error, but the World changed"):format(fault, n, line), 0)
          end
        end
        game.folder.journal:faults {}
      end
      if game.world:hash() ~= game.world:hash_slow() then error "the hash is wrong" end
    end
    if game.pending then game:abandon() end
    game:settle(game.result("done"))
    local acknowledged = game.world:hash()
    local path, commands = game.folder.path, #game.nodes
    game:close()
    local again, message = Game.resume(path)
    if not again then error(("%s %d at step %d: resume: %s"):format(fault, n, at, message), 0) end
    if again.world:hash() ~= acknowledged or #again.nodes < commands then
      error(("%s %d at step %d: the World that was shown is not the one on disk"):format(fault, n, at), 0)
    end
    again:close()
  end

  for _, fault in ipairs { "write", "sync", "open", "truncate" } do
    it(("at the n-th %s: a command is on disk or has not happened"):format(fault), function()
      for at = 1, #LINES do
        for n = 1, (soak or not slow) and 4 or 1 do play(fault, at, n) end
      end
    end)
  end
end)

if status == 0 then outside.run("rm -rf '" .. games .. "'") end
