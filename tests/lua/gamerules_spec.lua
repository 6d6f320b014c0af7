-- SPDX-License-Identifier: GPL-3.0-or-later
-- House rules in a running game: with, without, reload, the stack in the World. Played with duel.

local Game = require "adjutant.game"
local Kit = require "adjutant.ruleset"

local root = core.files.realpath("tests/lua/duel")

local function read(path) return assert(core.files.read(path)) end

local function write(path, text)
  local status, said = outside.run(("cat > '%s' <<'THE END'\n%s\nTHE END\n"):format(path, (text:gsub("\n$", ""))))
  if status ~= 0 then error(said, 2) end
end

local function new(options)
  local o = { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = {} }
  for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
    o.sources[file] = read(root .. "/" .. file)
  end
  for k, v in pairs(options or {}) do o[k] = v end
  return assert(Game.new(o))
end

local function texts(lines)
  local list = {}
  for i, l in ipairs(lines) do
    local parts = {}
    for k, part in ipairs(l) do parts[k] = type(part) == "table" and part.text or part end
    list[i] = l.text or table.concat(parts)
  end
  return table.concat(list, "\n")
end

local function done(r)
  if r.status ~= "done" then error(("%s: %s"):format(r.status, tostring(r.message)), 2) end
  return r
end

local function unit(game, name) return game.kit:find_entity(name) end

-- A file of house rules in a folder of its own; its path.
local function file(name, text)
  local folder = outside.folder()
  write(folder .. "/" .. name, text)
  return folder .. "/" .. name
end

local ALWAYS = [[
return house "sure" { base = "duel", note = "Every strike hits.",
  rules = { hits = function (original, by) return true end } }
]]
local FATIGUE = [[
return house "fatigue" { base = "duel",
  entities = { unit = { fatigue = int(%d) } },
  commands = { march = { help = "Marches.", args = { { name = "by", kind = "unit" } },
    run = function (args) args.by.fatigue = args.by.fatigue + 1 end } } }
]]

describe("with", function()
  it("takes a house rule into a game, undo gives the earlier rules back, redo takes it again", function()
    local game = new { dice = "manual" }
    local hash = game.world:hash()
    local path = file("sure.lua", ALWAYS)
    local r = done(game:command("with " .. path))
    expect(texts(r.lines)):to_contain("rule")
    expect(game.current.line):to_be("with sure.lua digest " .. core.files.sha256(ALWAYS))
    expect(game.kit.houses[1].name):to_be("sure")
    local with = game.world:hash()
    expect(with ~= hash):to_be(true)
    expect(game:command("strike Baldwin by Roland").status):to_be("question")
    expect(game:question().spec):to_be("1d6")      -- not 2d6: it hits
    game:abandon()
    done(game:undo())
    expect(game.world:hash()):to_be(hash)
    expect(game.kit.houses == nil or #game.kit.houses == 0):to_be(true)
    game:command("strike Baldwin by Roland")
    expect(game:question().spec):to_be("2d6")
    game:abandon()
    done(game:redo())
    expect(game.world:hash()):to_be(with)
    expect(game.kit.houses[1].name):to_be("sure")
  end)
  it("gives pieces in play the new fields, and undo takes their values away", function()
    local game = new()
    local hash = game.world:hash()
    done(game:command("with " .. file("fatigue.lua", FATIGUE:format(2))))
    expect(unit(game, "Roland").fatigue):to_be(2)
    done(game:command "march Roland")
    expect(unit(game, "Roland").fatigue):to_be(3)
    done(game:undo(2))
    expect(game.world:hash()):to_be(hash)
    expect(game:command("march Roland").message):to_contain("no command")
    -- Another house rule gives the same field another default.
    done(game:command("with " .. file("fatigue.lua", FATIGUE:format(5))))
    expect(unit(game, "Roland").fatigue):to_be(5)
    expect(game.world:hash()):to_be(game.world:hash_slow())
    done(game:go "0")
    done(game:go "2")
    expect(unit(game, "Roland").fatigue):to_be(3)
  end)
  it("alone shows the stack and its conflicts", function()
    local game = new()
    expect(texts(done(game:command "with").lines)):to_contain("no house rules")
    for _, c in ipairs(game:commands()) do
      if c.name == "with" then expect(c.usage):to_be("with FILE") end
    end
    done(game:command("with " .. file("sure.lua", ALWAYS)))
    done(game:command("with " .. file("never.lua", (ALWAYS:gsub('"sure"', '"never"'):gsub("true", "false")))))
    local lines = texts(done(game:command "with").lines)
    expect(lines):to_contain("sure  (sure.lua)")
    expect(lines):to_contain("never  (never.lua)")
    expect(lines):to_contain("rule 2.1 hits: sure (sure.lua:2:13) and never (never.lua:2:13) both change it")
    expect(#game.nodes):to_be(2)                   -- looking is no command of the journal
    expect(texts(done(game:command "without sure").lines)):to_contain("without")
    expect(game.kit.houses[1].name):to_be("never")
    expect(#game.kit.houses):to_be(1)
    done(game:command "without never.lua")
    expect(game.kit.game.rules):to_be("")          -- as it began: nothing of it is in the hash
    expect(game:command("without sure").message):to_be("no house rules are in force")
  end)
  it("refuses what is wrong, and nothing changes", function()
    local game = new()
    local hash = game.world:hash()
    local function refused(text, message)
      local r = game:command("with " .. file("bad.lua", text))
      expect(r.status):to_be("refused")
      expect(r.message):to_contain(message)
      expect(game.world:hash()):to_be(hash)
      expect(#game.nodes):to_be(0)
    end
    refused("return house 'x' {", "bad.lua:2: unexpected symbol")
    refused("return house 'x' { base = 'other' }", "is for the ruleset other")
    refused("while true do end", "bad.lua:1]")
    refused("return house 'x' { base = 'duel', sequence = { { remove = 'fight' } } }", "phase")
    expect(game:command("with /nowhere/a.lua").message):to_be("/nowhere/a.lua: there is no such file")
    local path = file("sure.lua", ALWAYS)
    done(game:command("with " .. path))
    expect(game:command("with " .. path).message):to_be("sure.lua is in force already")
  end)
  it("takes the fields away that only it had", function()
    local game = new()
    local function known() return core.json.encode(require("adjutant.export").units(game, "")):find "fatigue" ~= nil end
    done(game:command("with " .. file("fatigue.lua", FATIGUE:format(2))))
    expect(known()):to_be(true)
    done(game:command "without fatigue")
    expect(known()):to_be(false)
    expect(game:command("set Roland fatigue 1").message):to_contain("there is no field fatigue")
    expect(game:undo(1).status):to_be("done")
    done(game:command "set Roland fatigue 1")
    expect(known()):to_be(true)
  end)
  it("keeps the phase by its name, and refuses rules without it", function()
    local game = new()
    expect(game:phase_text()):to_be("Turn 1, Red: Fight")
    local before = game.kit.game.phase
    done(game:command("with " .. file("dig.lua", [[return house "dig" { base = "duel",
      sequence = { { insert = { id = "dig", name = "Dig" }, before = "fight" } } }]])))
    expect(game:phase_text()):to_be("Turn 1, Red: Fight")
    expect(game.kit.game.phase):to_be(before + 1)
    done(game:command "end")                       -- the bell, and on to the next side's first phase
    expect(game:phase_text()):to_be("Turn 1, Blue: Dig")
    local hash = game.world:hash()
    local r = game:command "without dig"
    expect(r.message):to_be("the game is in the phase Dig, which these rules do not have; "
      .. "go on to another phase first")
    expect(game.world:hash()):to_be(hash)
    done(game:command "end")
    done(game:command "without dig")
    expect(game:phase_text()):to_be("Turn 1, Blue: Fight")
    expect(game.kit.game.phase):to_be(before)
    done(game:go "1")
    expect(game:phase_text()):to_be("Turn 1, Red: Fight")
    done(game:go "0")
    expect(game.kit.game.phase):to_be(before)
  end)
  it("refuses to take a kind away that is in play", function()
    local game = new()
    done(game:command("with " .. file("depots.lua", [[
      entity "depot" { name = text(), stock = int(3) }
      return house "depots" { base = "duel", commands = { build = { help = "Builds.", args = {},
        run = function () create("depot", { name = "Depot" }) end } } }]])))
    done(game:command "build")
    expect(unit(game, "Depot").stock):to_be(3)
    expect(game:command("without depots").message):to_be(
      "these rules have no kind depot, and the game has 1 of it in play")
    done(game:undo())
    done(game:command "without depots")
  end)
  it("gives pieces that come later another default, and leaves those in play", function()
    local game = new()
    done(game:command("with " .. file("levy.lua", [[return house "levy" { base = "duel",
      entities = { unit = { hurt = int(1, { min = 0, max = 3 }) } },
      commands = { levy = { help = "Levies.", args = {},
        run = function () create("unit", { name = "Levy", side = game.active }) end } } }]])))
    expect(unit(game, "Roland").hurt):to_be(0)
    done(game:command "levy")
    expect(unit(game, "Levy").hurt):to_be(1)
    done(game:undo(2))
    expect(game.world:hash()):to_be(game.world:hash_slow())
  end)
  it("tells an invariant of house rules that does not hold as an exception", function()
    local game = new()
    local path = file("fit.lua", [[invariant("nobody is tired", "unit", function (u)
        if u.tired then return u.name .. " is tired" end end)
      return house "fit" { base = "duel" }]])
    done(game:command "set Roland tired yes")
    expect(texts(done(game:command("with " .. path)).lines)):to_contain("known from now on as an exception")
    done(game:command "end")
  end)
  it("is refused while a question is open", function()
    local game = new { dice = "manual" }
    game:command "strike Baldwin by Roland"
    expect(game:command("with " .. file("sure.lua", ALWAYS)).rule):to_be("question")
  end)
  it("runs twice alike, and new rules are watched too", function()
    local game = new()
    require("adjutant.twice").on(game)
    done(game:command("with " .. file("fatigue.lua", FATIGUE:format(2))))
    done(game:command "march Roland")
    done(game:command("with " .. file("count.lua", [[local n = 0
      return house "count" { base = "duel", commands = { tick = { help = "Ticks.", args = {},
        run = function () n = n + 1 end } } }]])))
    expect(game:command("tick").message):to_contain("state belongs in the World")
  end)
  it("has no odds, and can be looked at in a game that is only read", function()
    local games = outside.folder()
    local game = new { folder = "seen", root_folder = games }
    local _, message = game:odds("with " .. file("sure.lua", ALWAYS))
    expect(message):to_contain("with is given by itself, at the prompt")
    expect(game.kit.game.rules):to_be("")
    local looking = assert(Game.resume(games .. "/seen", { readonly = true }))
    expect(texts(done(looking:command "with").lines)):to_contain("no house rules")
    looking:close()
    game:close()
  end)
  it("keeps the globals of the prompt, and their functions see the new rules", function()
    local game = new()
    assert(game:eval "function tired(u) return u.tired end mine = 3")
    assert(game:eval "function add() return #all 'unit' + mine end")
    done(game:command("with " .. file("fatigue.lua", FATIGUE:format(2))))
    expect(texts(assert(game:eval "add()"))):to_be(texts(assert(game:eval "#all 'unit' + 3")))
    assert(game:eval "march{'Roland'}")
    expect(unit(game, "Roland").fatigue):to_be(3)
    done(game:undo(2))
    local _, message = game:eval "march"
    expect(message):to_contain("unknown name")
    expect(texts(assert(game:eval "mine"))):to_be("3")
  end)
end)

describe("a saved game", function()
  it("that began with house rules is resumed with them", function()
    local games = outside.folder()
    local game = new { folder = "began", root_folder = games,
      houses = { { path = "sure.lua", text = ALWAYS } } }
    expect(game.kit.game.rules):to_be("")
    done(game:command "end")
    local hash = game.world:hash()
    game:close()
    local again = assert(Game.resume(games .. "/began", { root = root }))
    expect(again.world:hash()):to_be(hash)
    expect(again.kit.houses[1].name):to_be("sure")
    done(again:command "without sure")
    expect(#(again.kit.houses or {})):to_be(0)
    local without = again.world:hash()
    again:close()
    again = assert(Game.resume(games .. "/began", { root = root }))
    expect(again.world:hash()):to_be(without)
    expect(#(again.kit.houses or {})):to_be(0)
    done(again:undo())
    expect(again.kit.houses[1].name):to_be("sure")
    again:close()
  end)
  it("has both stacks after two changes, with undo in between, and a kill", function()
    local games = outside.folder()
    local game = new { folder = "two", root_folder = games }
    done(game:command("with " .. file("fatigue.lua", FATIGUE:format(2))))
    done(game:command "march Roland")
    done(game:undo(2))
    done(game:command("with " .. file("fatigue.lua", FATIGUE:format(5))))
    done(game:command "march Roland")
    done(game:command("with " .. file("sure.lua", ALWAYS)))
    done(game:command "march Bruno")
    local hash, log = game.world:hash(), texts(game:log())
    game:close()
    local again = assert(Game.resume(games .. "/two", { root = root }))
    expect(again.world:hash()):to_be(hash)
    expect(texts(again:log())):to_be(log)
    expect(#again.kit.houses):to_be(2)
    expect(unit(again, "Roland").fatigue):to_be(6)
    done(again:go "2")
    expect(unit(again, "Roland").fatigue):to_be(3)
    expect(again.world:hash()):to_be(again.nodes[2].hash)
    again:close()
  end)
  it("takes a change of rules back when the disk is full", function()
    local game = new { folder = "full", root_folder = outside.folder() }
    local hash, append = game.world:hash(), game.folder.append
    game.folder.append = function() return nil, "no space left on the disk" end
    local path = file("fatigue.lua", FATIGUE:format(2))
    expect(game:command("with " .. path).message):to_contain("no space left")
    expect(game.world:hash()):to_be(hash)
    game.folder.append = append
    -- The World knows the field now, with that default; another default waits for a resume.
    local other = game:command("with " .. file("other.lua", FATIGUE:format(5)))
    expect(other.message):to_contain("unit.fatigue was tried with another default before")
    done(game:command("with " .. path))
    game:close()
  end)
end)

-- A game with every change of rules there is, each of them a command that asks nothing.
local CHANGES = { "with", "without fatigue", "with", "reload" }

local function change(game, line, path)
  if line == "with" then
    write(path, FATIGUE:format(2))
    return game:command("with " .. path)
  end
  if line == "reload" then write(path, FATIGUE:format(5)) end
  return game:command(line)
end

describe("a change of rules that was broken off", function()
  it("is finished by the next resume, wherever the kill was", function()
    local games, path = outside.folder(), file("fatigue.lua", FATIGUE:format(2))
    local game = new { folder = "whole", root_folder = games }
    done(game:command "end")
    for _, line in ipairs(CHANGES) do done(change(game, line, path)) end
    local hashes, text = {}, read(games .. "/whole/journal")
    for n, node in ipairs(game.nodes) do hashes[n] = node.hash end
    game:close()
    local tried, half = 0, 0
    for stop in text:gmatch "()\n" do
      local part = text:sub(1, stop)
      if part:find "\n1 " then
        local name = ("%s/cut%d"):format(games, stop)
        assert(outside.run(("cp -r '%s/whole' '%s'"):format(games, name)) == 0)
        core.files.remove(name .. "/journal")
        assert(core.files.write_new(name .. "/journal", part))
        local again = assert(Game.resume(name))
        local n = #again.nodes
        expect(again.pending):to_be(nil)
        expect(again.world:hash()):to_be(hashes[n])
        if part:find "begin [^\n]*\n$" then
          half = half + 1
          expect(again.resumed.status):to_be "done"
          local _, before = part:gsub("\n%d+ done ", "")
          expect(again.nodes[before + 1].line):to_be(part:match "begin ([^\n]*) %x+\n$")
        end
        again:close()
        again = assert(Game.resume(name))
        expect(#again.nodes):to_be(n)
        expect(again.world:hash()):to_be(hashes[n])
        again:close()
        tried = tried + 1
      end
    end
    expect(half >= #CHANGES and tried > half):to_be(true)
  end)

  it("has happened or has not, at every call of the disk that fails", function()
    local games, path, refused, later = outside.folder(), file("fatigue.lua", FATIGUE:format(2)), 0, 0
    for _, fault in ipairs { "write", "sync", "open" } do
      for at = 1, #CHANGES do
        for n = 1, 4 do
          local name = ("%s-%d-%d"):format(fault, at, n)
          local game = new { folder = name, root_folder = games }
          local before = game.world:hash()
          for i = 1, at do
            before = game.world:hash()
            if i == at then game.folder.journal:faults { [fault] = n } end
            local r = change(game, CHANGES[i], path)
            if i < at then done(r) end
            if r.status ~= "done" then
              refused = refused + 1
              expect(game.world:hash()):to_be(before)
              if r.message:find("would finish it", 1, true) then later = later + 1 end
            end
          end
          game.folder.journal:faults {}
          local hash, rules, said = game.world:hash(), game.kit.game.rules, #game.nodes
          game:close()
          local again = assert(Game.resume(games .. "/" .. name))
          if #again.nodes == said then
            expect(again.world:hash()):to_be(hash)
            expect(again.kit.game.rules):to_be(rules)
          else
            expect(#again.nodes):to_be(said + 1)             -- what was begun on disk, and said to be
            expect(again.resumed.status):to_be "done"
          end
          again:close()
        end
      end
    end
    expect(refused > 4):to_be(true)
  end)

  it("is given up, and that is said, when it cannot be finished any more", function()
    local games = outside.folder()
    local game = new { folder = "lost", root_folder = games }
    done(game:command "end")
    local hash = game.world:hash()
    assert(game.folder:append("begin", "with gone.lua digest " .. ("0"):rep(64), { sync = true }))
    game:close()
    local again = assert(Game.resume(games .. "/lost"))
    expect(again.pending):to_be(nil)
    expect(again.world:hash()):to_be(hash)
    expect(again.resumed.status):to_be "error"
    expect(again.resumed.message):to_contain "the command is given up"
    expect(texts(again:log())):to_contain "given up"
    done(again:command "end")
    hash = again.world:hash()
    again:close()
    again = assert(Game.resume(games .. "/lost"))
    expect(again.world:hash()):to_be(hash)
    again:close()
  end)
end)

describe("reload", function()
  local function copied()
    local folder = outside.folder()
    write(folder .. "/ruleset.lua", read(root .. "/ruleset.lua"))
    core.files.mkdir_p(folder .. "/scenarios")
    write(folder .. "/scenarios/yard.lua", read(root .. "/scenarios/yard.lua"))
    return folder
  end
  it("takes in changed files of ruleset and house rules, as a command that undo takes back", function()
    local games, folder = outside.folder(), copied()
    local game = assert(Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = folder,
      folder = "again", root_folder = games })
    expect(game:command("reload").message):to_be("no file has changed")
    local text = read(folder .. "/ruleset.lua")
    write(folder .. "/ruleset.lua", (text:gsub("{ beyond = 5, 2 }", "{ beyond = 5, 3 }")))
    local r = done(game:command "reload")
    expect(texts(r.lines)):to_contain("wound")
    expect(game.kit.api.charts.wound:at(6)):to_be(3)
    local hash = game.world:hash()
    done(game:undo())
    expect(game.kit.api.charts.wound:at(6)):to_be(2)
    done(game:redo())
    expect(game.world:hash()):to_be(hash)
    -- Files that do not load are refused, and the rules stay.
    write(folder .. "/ruleset.lua", text .. "\nnonsense(")
    r = game:command "reload"
    expect(r.status):to_be("refused")
    expect(r.message):to_contain("ruleset.lua:")
    expect(game.kit.api.charts.wound:at(6)):to_be(3)
    local path = file("sure.lua", ALWAYS)
    done(game:command("with " .. path))
    write(path, (ALWAYS:gsub("true", "false")))
    write(folder .. "/ruleset.lua", text)
    done(game:command "reload houses")
    expect(game.kit.api.charts.wound:at(6)):to_be(3)
    done(game:command "reload rules")
    expect(game.kit.api.charts.wound:at(6)):to_be(2)
    hash = game.world:hash()
    game:close()
    game = assert(Game.resume(games .. "/again", { root = folder }))
    expect(game.world:hash()):to_be(hash)
    expect(game.kit.api.charts.wound:at(6)):to_be(2)
    done(game:go "1")
    expect(game.kit.api.charts.wound:at(6)):to_be(3)
    game:close()
  end)
end)

describe("a recorded game under other rules", function()
  local Rerun = require "adjutant.gamererun"
  local function recorded()
    local games = outside.folder()
    local game = new { folder = "rec", root_folder = games, dice = "manual" }
    done(game:command "set Bruno hurt 1")
    game:command "strike Baldwin by Roland"
    done(game:answer "=4")                         -- four: a miss
    done(game:undo())
    done(game:command "end")
    done(game:go "2")
    game:close()
    return games .. "/rec"
  end
  local function under(path, text)
    local found = assert(Rerun.run(path, { houses = { { path = "h.lua", text = text } } }))
    return found.difference, texts(Rerun.lines(found))
  end
  it("is verified", function()
    local found = assert(Rerun.run(recorded()))
    expect(found.difference):to_be(nil)
    expect(texts(Rerun.lines(found))):to_contain("played again, every hash as recorded")
  end)
  it("goes another way: other questions, another result, another position, refused", function()
    local path = recorded()
    local d, lines = under(path, ALWAYS)
    expect(d.n):to_be(2)
    expect(d.kind):to_be("questions")
    expect(lines):to_contain("command 2 is the first that goes another way: strike Baldwin by Roland")
    d, lines = under(path, [[return house "x" { base = "duel", rules = { may_strike = function ()
      refuse("1.1", "nobody strikes") end } }]])
    expect(d.kind):to_be("refused")
    expect(lines):to_contain("1.1: nobody strikes")
    d, lines = under(path, [[return house "x" { base = "duel", rules = { may_strike = function (original, u)
      report("seen", u) u.hurt = 2 return original(u) end } }]])
    expect(d.kind):to_be("reports")
    expect(lines):to_contain("seen: nothing in the record, Roland now")
    expect(lines):to_contain("Roland, hurt: as before in the record, 2 now")
    d, lines = under(path, [[return house "x" { base = "duel", rules = { may_strike = function (original, u)
      u.hurt = 2 return original(u) end } }]])
    expect(d.kind):to_be("state")
    expect(lines):to_contain("another position")
    d = under(path, [[return house "x" { base = "duel", rules = { bleed = function (original, t, n) return original(t, n) end } }]])
    expect(d):to_be(nil)
  end)
end)

it("rules that a game began with leave no trace in the hash", function()
  local game = new()
  expect(game.kit.game.rules):to_be("")
  expect(game.world:hash()):to_be(game.world:hash_slow())
  expect(Kit ~= nil):to_be(true)
end)

describe("whatever order house rules come and go in", function()
  local paths = { file("sure.lua", ALWAYS), file("two.lua", FATIGUE:format(2)),
    file("five.lua", (FATIGUE:format(5):gsub("fatigue\" {", "worse\" {"):gsub("march =", "slog ="))),
    file("dig.lua", [[return house "dig" { base = "duel",
      sequence = { { insert = { id = "dig", name = "Dig" }, before = "fight" } } }]]) }
  local NAMES = { "sure", "fatigue", "worse", "dig" }

  local function line(game, stream)
    local n = stream:below(10)
    if n < 3 then return "with " .. paths[stream:below(#paths) + 1] end
    if n < 5 then return "without " .. NAMES[stream:below(#NAMES) + 1] end
    if n == 5 then return "end" end
    if n == 6 then return "set Roland hurt " .. stream:below(3) end
    return (game.kit.commands.march and "march" or "slog") .. " Roland"
  end

  it("each place of the history has the hash recorded, and so after each resume", function()
    local games = outside.folder()
    local game = new { folder = "mixed", root_folder = games }
    local stream = core.rng.new(5):stream "mixed"
    local start, count = game.world:hash(), { done = 0, refused = 0 }
    for i = 1, 150 do
      local r = game.kit.game.over and game:undo(5) or game:command(line(game, stream))
      if r.status == "error" or r.status == "question" then error(r.message or "a question", 0) end
      count[r.status] = count[r.status] + 1
      if stream:below(3) == 0 then
        done(game:go(tostring(stream:below(#game.nodes + 1))))
        local at = game.current
        expect(game.world:hash()):to_be(at.n == 0 and start or at.hash)
        expect(game.world:hash_slow()):to_be(game.world:hash())
      end
      if i % 20 == 0 then
        local at, rules = game.current.n, game.kit.game.rules
        game:close()
        game = assert(Game.resume(games .. "/mixed", { root = root }))
        expect(game.current.n):to_be(at)
        expect(game.kit.game.rules):to_be(rules)
      end
    end
    expect(count.done > 50):to_be(true)
    game:close()
  end)
  it("memory that fails on the way leaves the game as it was, or with the rules", function()
    local game = new { folder = "memory", root_folder = outside.folder() }
    local hash, taken = game.world:hash(), 0
    for n = 1, 100000, 97 do
      local reached, ok, r = outside.failing(n, false, function() return game:command("with " .. paths[2]) end)
      if not reached then
        expect(ok and r.status):to_be("done")
        return game:close()
      end
      if ok and type(r) == "table" and r.status == "done" then
        taken = taken + 1
        done(game:undo())
      end
      if #game.nodes > taken then done(game:go "0") taken = #game.nodes end
      expect(game.world:hash()):to_be(hash)
      expect(core.limits.left()):to_be(nil)
    end
    error("never without a failure", 0)
  end)
end)

describe("a scenario with reinforcements and events", function()
  local SCENARIO = [[
    return scenario { title = "Relief", turns = 6, first = "red",
      map = { kind = "flowers", chirality = "R", areas = { { name = "Yard", at = { 0, 0 } },
        { name = "Gate", at = { 1, 0 } } } },
      units = { { "Roland", "red sword", at = "Yard" }, { "Baldwin", "blue sword", at = "Gate" } },
      reinforcements = { [2] = { { "Rupert", "red sword", at = "Yard/2" } } },
      events = { { name = "mist", turn = 2, note = "Mist rises", options = { parry = false } } },
    }]]
  it("brings them under whatever rules are in force", function()
    local games = outside.folder()
    local sources = { ["ruleset.lua"] = read(root .. "/ruleset.lua"), ["scenarios/yard.lua"] = SCENARIO }
    local game = new { sources = sources, folder = "relief", root_folder = games }
    done(game:command("with " .. file("two.lua", FATIGUE:format(2))))
    local said = ""
    for _ = 1, 2 do said = said .. texts(done(game:command "end").lines) end
    expect(game.kit.game.turn):to_be(2)
    expect(said):to_contain("Mist rises")
    expect(unit(game, "Rupert").fatigue):to_be(2)
    expect(game.kit.api.option.parry):to_be(false)
    done(game:command "without fatigue")
    expect(unit(game, "Rupert") ~= nil):to_be(true)
    expect(game.kit.api.option.parry):to_be(false)
    local hash = game.world:hash()
    game:close()
    game = assert(Game.resume(games .. "/relief"))
    expect(game.world:hash()):to_be(hash)
    done(game:go "1")
    expect(game.kit.api.option.parry):to_be(true)
    expect(unit(game, "Rupert")):to_be(nil)
    expect(#game.kit.houses):to_be(1)
    game:close()
  end)
end)

it("a rule cannot change game.rules by itself", function()
  local game = new()
  done(game:command("with " .. file("sly.lua", [[return house "sly" { base = "duel", commands = {
    cheat = { help = "Cheats.", args = {}, run = function () game.rules = "" end } } }]])))
  local hash = game.world:hash()
  local r = game:command "cheat"
  expect(r.status):to_be("error")
  expect(r.message):to_contain("game.rules is kept by")
  expect(game.world:hash()):to_be(hash)
end)
