-- SPDX-License-Identifier: GPL-3.0-or-later
-- The history of a game is a tree: goto, next, prev, variations, branch, compare. Played with duel.

local ExportTree = require "adjutant.export_tree"
local Game = require "adjutant.game"
local Player = require "adjutant.player"

local root = core.files.realpath("tests/lua/duel")

local function new(options)
  local o = { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = {} }
  for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
    o.sources[file] = core.files.read(root .. "/" .. file)
  end
  for k, v in pairs(options or {}) do o[k] = v end
  return assert(Game.new(o))
end

local function texts(lines)
  local list = {}
  for i, l in ipairs(lines) do list[i] = l.text end
  return table.concat(list, "\n")
end

local function done(r)
  if r.status ~= "done" then error(("%s: %s"):format(r.status, tostring(r.message)), 2) end
  return r
end

-- A game with two lines: 1 set tired, 2 hurt Bruno; undone, and from 1 on: 3 hurt Baldwin twice.
local function forked(options)
  local game = new(options)
  done(game:command "set Roland tired yes")
  done(game:command "set Bruno hurt 1")
  done(game:undo())
  done(game:command "set Baldwin hurt 2")
  return game
end

describe("goto", function()
  it("leads to any command, on whichever line, and to the start", function()
    local game, hashes = new(), {}
    hashes[0] = game.world:hash()
    done(game:command "set Roland tired yes")
    hashes[1] = game.world:hash()
    done(game:command "set Bruno hurt 1")
    hashes[2] = game.world:hash()
    done(game:undo(2))
    done(game:command "set Baldwin hurt 2")
    hashes[3] = game.world:hash()
    for _, n in ipairs { 2, 3, 0, 1, 3, 2, 1, 0 } do
      done(game:go(tostring(n)))
      expect(game.world:hash()):to_be(hashes[n])
      expect(game.current.n):to_be(n)
    end
  end)
  it("includes all that a command set off", function()
    local game = new()
    done(game:command "end")                       -- the bell rings by itself: command 2
    local hash = game.world:hash()
    done(game:go "0")
    done(game:go "1")
    expect(game.world:hash()):to_be(hash)
  end)
  it("says what there is when there is no such place", function()
    local game = new()
    expect(game:go("1").message):to_be("there is no command 1: nothing has been done yet")
    done(game:command "set Roland tired yes")
    expect(game:go("7").message):to_be("there is no command 7; the last is 1")
    done(game:branch "left")
    expect(game:go("lefd").message):to_be(
      'lefd is no number of a command and no branch (did you mean "left"?); branches: left')
    expect(texts(game:go("1").lines)):to_be("you are there: command 1: set Roland tired yes")
  end)
  it("is refused while a question is open", function()
    local game = new { dice = "manual" }
    done(game:command "set Bruno hurt 1")
    game:command "strike Baldwin by Roland"
    for _, r in ipairs { game:go "0", game:prev(), game:next(), game:branch "x" } do
      expect(r.status):to_be("refused")
      expect(r.message):to_be("a question is open: answer it, or `abandon` the command")
    end
    local lines, message = game:compare("0", "1")
    expect(lines):to_be(nil)
    expect(message):to_contain("a question is open")
  end)
  it("that the disk refuses leaves the game where it was", function()
    local game = forked { folder = "full", root_folder = outside.folder() }
    local hash, append = game.world:hash(), game.folder.append
    game.folder.append = function() return nil, "no space left on the disk" end
    expect(game:go("2").message):to_be("no space left on the disk")
    expect(game.world:hash()):to_be(hash)
    expect(game.current.n):to_be(3)
    game.folder.append = append
    done(game:go "2")
    game:close()
  end)
  it("is one record, and so happens or does not, at every call of the disk that fails", function()
    local games, failed = outside.folder(), 0
    for _, fault in ipairs { "write", "sync", "open", "truncate" } do
      for n = 1, 3 do
        local game = forked { folder = fault .. n, root_folder = games }
        done(game:branch "right")
        local from, count = game.world:hash(), #game.folder:records()
        game.folder.journal:faults { [fault] = n, write = fault == "truncate" and 1 or nil }
        local r = game:go "2"
        game.folder.journal:faults {}
        if r.status ~= "done" then failed = failed + 1 end
        expect(game.current.n):to_be(r.status == "done" and 2 or 3)
        expect(game.world:hash()):to_be(r.status == "done" and game.nodes[2].hash or from)
        expect(#game.folder:records()):to_be(r.status == "done" and count + 1 or count)
        local log, at, hash = texts(game:log()), game.current.n, game.world:hash()
        game:close()
        local again = assert(Game.resume(games .. "/" .. fault .. n))
        expect(again.current.n):to_be(at)
        expect(again.world:hash()):to_be(hash)
        expect(texts(again:log())):to_be(log)
        done(again:go "right")
        expect(again.current.n):to_be(3)
        done(again:go "2")
        again:close()
      end
    end
    expect(failed >= 2):to_be(true)
  end)
  it("happens or does not, whichever request for memory fails", function()
    local games, n, kept, gone = outside.folder(), 1, 0, 0
    local reached = true
    while reached do
      for _, forever in ipairs { true, false } do
        local name = "m" .. n .. tostring(forever)
        local game = forked { folder = name, root_folder = games }
        local from = game.world:hash()
        local was = outside.failing(n, forever, function() return game:go "2" end)
        if forever then reached = was end
        game:put_in_order()
        local at, hash = game.current.n, game.world:hash()
        expect(at == 2 or at == 3):to_be(true)
        expect(hash):to_be(at == 3 and from or game.nodes[2].hash)
        expect(game.world:hash_slow()):to_be(hash)
        if at == 3 then kept = kept + 1 else gone = gone + 1 end
        game:close()
        local again = assert(Game.resume(games .. "/" .. name))
        expect(again.current.n):to_be(at)
        expect(again.world:hash()):to_be(hash)
        again:close()
      end
      n = n < 40 and n + 1 or n + n // 4
    end
    expect(kept > 10 and gone > 10):to_be(true)
  end)
  it("reads a journal in which the way back is a record of its own", function()
    local games = outside.folder()
    local game = forked { folder = "old", root_folder = games }
    assert(game.folder:append("undo", "to 1", { sync = true }))
    assert(game.folder:append("redo", "to 2", { sync = true }))
    game:close()
    local again = assert(Game.resume(games .. "/old"))
    expect(again.current.n):to_be(2)
    expect(texts(again:log())):to_contain("back to after command 1\n   -  on to command 2 again")
    done(again:go "3")
    expect(texts(again:log())):to_contain("back to after command 1, on to command 3 again")
    again:close()
  end)
end)

describe("next and prev", function()
  it("step through a game and show it", function()
    local game = new()
    done(game:command "set Roland tired yes")
    done(game:command "set Bruno hurt 1")
    expect(texts(done(game:prev()).lines)):to_be("now at command 1: set Roland tired yes")
    expect(texts(done(game:prev()).lines)):to_be("now at the start")
    expect(game:prev().message):to_be("this is the start")
    expect(texts(done(game:next()).lines)):to_be(
      "1  set Roland tired yes\nset    Roland: tired is now yes")
    done(game:next(5))
    expect(game.current.n):to_be(2)
    expect(game:next().message):to_be("this is the end of the line")
  end)
  it("write nothing in a game that is open for reading only", function()
    local games = outside.folder()
    local game = forked { folder = "look", root_folder = games }
    local length = game.folder:length()
    local looking = assert(Game.resume(games .. "/look", { readonly = true }))
    local log = texts(looking:log())
    done(looking:prev(2))
    expect(looking.kit:find_entity("Baldwin").hurt):to_be(0)
    done(looking:next())
    done(looking:go "2")
    expect(looking.kit:find_entity("Bruno").hurt):to_be(1)
    done(looking:go "3")
    expect(texts(looking:log())):to_be(log)
    expect(looking:branch("x").rule):to_be("read-only")
    looking:close()
    expect(game.folder:length()):to_be(length)
    game:close()
  end)
end)

describe("branches", function()
  it("grow with what is played at their end, and come back after a resume", function()
    local games = outside.folder()
    local game = forked { folder = "named", root_folder = games }
    done(game:branch "right")
    done(game:command "set Roland hurt 1")         -- 4, on the line of that name
    done(game:go "2")
    done(game:branch "left")
    done(game:go "1")
    done(game:command "set Roland hurt 2")         -- 5, on a line without a name
    game:close()
    local again = assert(Game.resume(games .. "/named"))
    done(again:go "right")
    expect(again.current.n):to_be(4)
    done(again:go "left")
    expect(again.current.n):to_be(2)
    local lines = texts(again:variations())
    expect(lines):to_contain("the line you are on: 2 commands  [left]")
    expect(lines):to_contain("  3  set Baldwin hurt 2\n     from command 1; 2 commands, to 4")
    expect(lines):to_contain("[right]")
    expect(lines):to_contain("  5  set Roland hurt 2\n     from command 1; 1 command, to 5")
    expect(texts(again:variations(3))):to_contain("   3  set Baldwin hurt 2\n   4  set Roland hurt 1")
    again:close()
  end)
  it("have one word for a name", function()
    local game = forked()
    for _, name in ipairs { "12", "two words", "", "-x", ("x"):rep(41) } do
      expect(game:branch(name).status):to_be("refused")
    end
  end)
  it("of a line that leaves another variation are listed under it", function()
    local game = forked()
    done(game:go "2")
    done(game:command "set Roland hurt 1")         -- 4 after 2
    done(game:undo())
    done(game:command "set Roland hurt 2")         -- 5 after 2
    done(game:go "3")
    local lines = texts(game:variations())
    expect(lines):to_contain("  2  set Bruno hurt 1\n     from command 1; 2 commands, to 5")
    expect(lines):to_contain("    4  set Roland hurt 1\n       from command 2; 1 command, to 4")
    local _, message = game:variations(9)
    expect(message):to_be("there is no command 9; the last is 5")
  end)
  it("are told as tables for other programs", function()
    local game = forked()
    done(game:go "2")
    done(game:branch "left")
    done(game:command "set Roland hurt 1")         -- 4 after 2
    done(game:undo())
    done(game:command "set Roland hurt 2")         -- 5 after 2; the name stays with 4
    done(game:go "3")
    local found = assert(ExportTree.variations(game))
    expect(found.line.at):to_be(3)
    expect(found.branches):to_equal { { name = "left", n = 4 } }
    local list = {}
    for i, v in ipairs(found.variations) do list[i] = ("%d from %d to %d: %d"):format(v.begins, v.from, v.ends, v.commands) end
    expect(table.concat(list, "; ")):to_be "2 from 1 to 5: 2; 4 from 2 to 4: 1"
    expect(found.variations[2].branches):to_equal { "left" }
    local one = assert(ExportTree.variations(game, 2))
    expect(#one.commands):to_be(2)
    expect(one.commands[2].text):to_be "set Roland hurt 2"
    local _, message = ExportTree.variations(game, 9)
    expect(message):to_be("there is no command 9; the last is 5")
  end)
  it("are compared as tables", function()
    local game = forked()
    local hash = game.world:hash()
    local found = assert(ExportTree.compare(game, "2", "3"))
    expect(game.world:hash()):to_be(hash)
    expect(found.parted):to_be(1)
    expect(found.a.n):to_be(2)
    expect(#found.b.commands):to_be(1)
    expect(#found.differences > 0):to_be(true)
    local _, message = ExportTree.compare(game, "2", "nowhere")
    expect(message):to_contain "nowhere"
  end)
end)

describe("compare", function()
  it("shows where two lines part and how their positions differ, and moves nothing", function()
    local games = outside.folder()
    local game = forked { folder = "two", root_folder = games }
    done(game:branch "right")
    local hash, length = game.world:hash(), game.folder:length()
    local lines = texts(assert(game:compare("2", "right")))
    expect(lines):to_contain("A  command 2: set Bruno hurt 1")
    expect(lines):to_contain("B  command 3: set Baldwin hurt 2")
    expect(lines):to_contain("they part at command 1: set Roland tired yes")
    expect(lines):to_contain("only on the way to A: 1 command\n   2  set Bruno hurt 1")
    expect(lines):to_contain("  Baldwin  hurt  0 | 2")
    expect(lines):to_contain("  Bruno    hurt  1 | 0")
    expect(lines):to_contain("lost since they parted: A nothing; B nothing")
    expect(game.world:hash()):to_be(hash)
    expect(game.current.n):to_be(3)
    expect(game.folder:length()):to_be(length)
    expect(texts(game:compare("2", "2"))):to_contain("the two positions are the same")
    expect(texts(game:compare("1", "2"))):to_contain("A is where they part")
    game:close()
  end)
end)

describe("Ctrl-C", function()
  it("in a compare or a goto leaves the game where its journal says", function()
    local games = outside.folder()
    local game = forked { folder = "broken-off", root_folder = games }
    local hash = game.world:hash()
    local function interrupted_once()
      game.body = function(...)
        game.body = nil
        core.limits.interrupt()
        return game.body(...)
      end
    end
    interrupted_once()
    local lines, message = game:compare("2", "3")
    expect(lines):to_be(nil)
    expect(message):to_contain("interrupted")
    expect(game.current.n):to_be(3)
    expect(game.world:hash()):to_be(hash)
    interrupted_once()
    local r = game:go "2"
    expect(r.status):to_be("error")
    expect(r.message):to_be("interrupted")
    expect(game.current.n):to_be(3)
    expect(game.world:hash()):to_be(hash)
    game:close()
    game = assert(Game.resume(games .. "/broken-off"))
    expect(game.world:hash()):to_be(hash)
    game:close()
  end)
end)

-- One random command of a side, with random answers.
local function give(game, stream)
  local line = stream:below(12) > 0 and Player.line(game, stream) or "end"
  local r = game:command(line:find "^loop" and "end" or line)
  local tries = 0
  while r.status == "question" do
    tries = tries + 1
    r = tries > 40 and game:abandon "enough" or game:answer(Player.answer(game, game:question(), stream))
  end
end

local RANDOM = outside.getenv "SLOW" and 120 or 500        -- SLOW: under the sanitizers

describe(RANDOM .. " random commands with goto in between", function()
  it("have at every place the hash that was recorded, and so after each resume", function()
    local games = outside.folder()
    local game = new { folder = "walk", root_folder = games, seed = 3 }
    local stream = core.rng.new(11):stream "walk"
    local hashes, visits = { [0] = game.world:hash() }, 0
    local start = hashes[0]
    for _ = 1, RANDOM do
      local known = #game.nodes
      give(game, stream)
      for n = known + 1, #game.nodes do hashes[n] = game.nodes[n].hash end
      if stream:below(8) == 0 or game.kit.game.over then
        visits = visits + 1
        local n = stream:below(#game.nodes + 1)
        done(game:go(tostring(n)))
        local at = game.current.n
        expect(game.world:hash()):to_be(at == 0 and start or hashes[at])
        expect(game.world:hash_slow()):to_be(game.world:hash())
        game:close()
        game = assert(Game.resume(games .. "/walk"))
        expect(game.current.n):to_be(at)
        expect(game.world:hash()):to_be(at == 0 and start or hashes[at])
      end
    end
    expect(visits > RANDOM / 15):to_be(true)
    game:close()
  end)
end)

it("the log names who threw the dice of a command given up, before and after a resume", function()
  local games = outside.folder()
  local game = new { folder = "dice", root_folder = games, dice = "manual" }
  game:command "strike Baldwin by Roland"
  game:answer "43"
  game:abandon()
  local log, hash = texts(game:log()), game.world:hash()
  expect(log):to_contain("Red: 2d6 = 7 (4 3)")
  game:close()
  local again = assert(Game.resume(games .. "/dice"))
  expect(texts(again:log())):to_be(log)
  expect(again.world:hash()):to_be(hash)
  again:close()
end)

describe("a comparison", function()
  it("shows a text that was empty", function()
    local scenario = core.files.read(root .. "/scenarios/yard.lua")
    local ruleset, n = core.files.read(root .. "/ruleset.lua"):gsub("name = text%(%),", "%0 badge = text(),")
    expect(n):to_be(1)
    local game = new { sources = { ["ruleset.lua"] = ruleset, ["scenarios/yard.lua"] = scenario } }
    done(game:command "set Roland badge lion")
    expect(texts(game:compare("0", "1"))):to_contain "  Roland  badge   | lion"
    expect(texts(game:compare("1", "0"))):to_contain "  Roland  badge  lion | "
  end)
end)
