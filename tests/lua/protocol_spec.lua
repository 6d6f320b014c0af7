-- SPDX-License-Identifier: GPL-3.0-or-later
-- The protocol of `adjutant serve`: requests, responses, errors, and lines that are none. Played
-- with the small ruleset `duel`.

local Game = require "adjutant.game"
local Protocol = require "adjutant.protocol"

local json = core.json
local root = core.files.realpath("tests/lua/duel")

local function open(options)
  local o = { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = {}, dice = "manual" }
  for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
    o.sources[file] = core.files.read(root .. "/" .. file)
  end
  for k, v in pairs(options or {}) do o[k] = v end
  return Protocol.new(assert(Game.new(o)))
end

-- A request as a client sends it, the response as a client reads it.
local function ask(p, request)
  return json.decode(Protocol.encode(p:line(json.encode(request))))
end

local function command(p, text) return ask(p, { ["do"] = "command", text = text }) end
local function answer(p, value) return ask(p, { ["do"] = "answer", answer = value }) end

local function texts(log)
  local list = {}
  for i, l in ipairs(log) do list[i] = l.text end
  return table.concat(list, "; ")
end

describe("a request", function()
  it("is answered with its id, what was said, and the position", function()
    local r = ask(open(), { id = "x1", ["do"] = "command", text = "end", unknown = { 1 } })
    expect(r.ok):to_be(true)
    expect(r.id):to_be("x1")
    expect(r.result):to_be("done")
    expect(r.position.text):to_be("Turn 1, Blue: Fight")
    expect(r.position.actor):to_be("blue")
    expect(r.position.turn):to_be(1)
    expect(r.position.over):to_be(false)
    expect(r.position.phase.id):to_be("fight")
    expect(#r.position.hash):to_be(32)
    expect(r.question):to_be(json.null)
  end)

  it("is refused by its rule, and nothing changes", function()
    local p = open()
    command(p, "set Roland tired yes")
    local hash = p.game.world:hash()
    local r = command(p, "strike Baldwin by Roland")
    expect(r.ok):to_be(false)
    expect(r.error.kind):to_be("refused")
    expect(r.error.rule):to_be("1.1")
    expect(r.error.message):to_contain("Roland is tired")
    expect(r.position.hash):to_be(hash)
  end)

  it("names the place of a script that fails", function()
    local p = open()
    local r = command(p, "crash")
    expect(r.question.kind):to_be("roll")
    r = answer(p, 3)
    expect(r.error.kind):to_be("error")
    expect(r.error.where):to_match("^ruleset.lua:%d+$")
    expect(r.question):to_be(json.null)
  end)

  it("that reaches a limit says which", function()
    local r = command(open(), "loop")
    expect(r.error.kind):to_be("limit")
    expect(r.error.limit):to_be("instructions")
  end)

  it("is not understood in one of several ways", function()
    local p = open()
    local function kind(r) return ask(p, r).error.kind end
    expect(kind { ["do"] = "fly" }):to_be("unknown")
    expect(ask(p, { ["do"] = "comand" }).error.message):to_contain('did you mean "command"')
    expect(kind { id = 1 }):to_be("request")
    expect(kind { ["do"] = 7 }):to_be("request")
    expect(kind { ["do"] = "command" }):to_be("request")
    expect(kind { ["do"] = "command", text = 3 }):to_be("request")
    expect(kind { ["do"] = "command", text = "end\n" }):to_be("request")
    expect(kind { ["do"] = "answer", answer = "a\0b" }):to_be("request")
    expect(kind { ["do"] = "undo", n = 0 }):to_be("request")
    expect(kind { ["do"] = "undo", n = 1.5 }):to_be("request")
    expect(kind { ["do"] = "show", name = "Nobody" }):to_be("nothing")
    expect(kind { ["do"] = "command", text = "dance" }):to_be("command")
    expect(kind { ["do"] = "answer", answer = 1 }):to_be("question")
    expect(kind { ["do"] = "undo" }):to_be("nothing")
    expect(kind { ["do"] = "hello", protocol = 2 }):to_be("protocol")
    expect(ask(p, { ["do"] = "hello", protocol = 1 }).protocol):to_be(1)
    expect(p:line("{").error.kind):to_be("json")
    expect(p:line("[1]").error.kind):to_be("request")
    expect(p:line("7").error.kind):to_be("request")
    expect(p:line('{"do":"position","do":"undo"}').error.kind):to_be("json")
    expect(p:line('{"do":"position","id":"\xff"}').error.kind):to_be("json")
  end)

  it("needs a game", function()
    local p = Protocol.new()
    expect(ask(p, { ["do"] = "units" }).error.kind):to_be("no_game")
    expect(ask(p, { ["do"] = "rulesets" }).rulesets[2].name):to_be("seven-hex")
    local r = ask(p, { ["do"] = "new", ruleset = "seven-hex", scenario = "two-villages", seed = 1,
      unsaved = true })
    expect(r.position.scenario):to_be("two-villages")
    expect(ask(p, { ["do"] = "new", ruleset = "x", scenario = "y", unsaved = true }).error.kind):to_be("error")
    expect(ask(p, { ["do"] = "position" }).position.scenario):to_be("two-villages")
    expect(ask(p, { ["do"] = "close" }).ok):to_be(true)
    expect(ask(p, { ["do"] = "position" }).error.kind):to_be("no_game")
    ask(p, { ["do"] = "quit" })
    expect(p.quitting):to_be(true)
  end)
end)

describe("questions", function()
  it("ask for dice, which are given as faces, as a total or as typed", function()
    local p = open()
    local r = command(p, "strike Baldwin by Roland")
    expect(r.result):to_be("question")
    expect(r.question.dice.notation):to_be("2d6")
    expect(r.question.dice.count):to_be(2)
    expect(r.question.by):to_be("red")
    expect(r.question.rule):to_be("2.1")
    expect(answer(p, { 4, 7 }).error.kind):to_be("answer")
    expect(answer(p, 13).error.kind):to_be("answer")
    expect(answer(p, true).error.kind):to_be("answer")
    expect(answer(p, { 4, 3 }).question.dice.notation):to_be("1d6")
    r = answer(p, "6")
    expect(r.question.kind):to_be("command")
    expect(r.question.by):to_be("blue")
    expect(r.question.commands[1].name):to_be("parry")
    expect(answer(p, "parry Bruno").error.message):to_contain("4.1")
    r = answer(p, json.null)
    expect(r.result):to_be("done")
    expect(r.reports.wounds):to_be("2")
    expect(texts(r.log)):to_contain("Baldwin has 2 wounds")
  end)

  it("list options by index, label and value", function()
    local p = open()
    local r = command(p, "rest")
    local q = r.question
    expect(q.kind):to_be("some")
    expect(q.min):to_be(0)
    expect(q.max):to_be(#q.options)
    expect(q.options[1].index):to_be(1)
    expect(q.options[1].label):to_be("Roland")
    expect(q.options[1].value.kind):to_be("unit")
    expect(q.options[1].value.name):to_be("Roland")
    expect(answer(p, { 1, 1 }).error.kind):to_be("answer")
    expect(answer(p, { 99 }).error.kind):to_be("answer")
    q = answer(p, { 2, "Roland" }).question
    expect(q.kind):to_be("count")
    expect(q.max):to_be(4)
    expect(answer(p, 5).error.kind):to_be("answer")
    expect(answer(p, 4).question.kind):to_be("yesno")
    r = answer(p, true)
    expect(r.result):to_be("done")
    expect(p.game.kit.game.bells):to_be(5)
  end)

  it("can be taken back, given up, and looked around at", function()
    local p = open()
    command(p, "strike Baldwin by Roland")
    answer(p, { 4, 3 })
    expect(ask(p, { ["do"] = "units" }).ok):to_be(true)
    expect(ask(p, { ["do"] = "why" }).unfinished):to_be(true)
    expect(ask(p, { ["do"] = "undo" }).error.kind):to_be("question")
    expect(command(p, "end").error.kind):to_be("question")
    expect(ask(p, { ["do"] = "back" }).question.dice.notation):to_be("2d6")
    expect(ask(p, { ["do"] = "dice", mode = "live" }).error.kind):to_be("question")
    local r = ask(p, { ["do"] = "abandon" })
    expect(r.result):to_be("abandoned")
    expect(r.position.open):to_be(json.null)
    local log = ask(p, { ["do"] = "log" }).entries
    expect(log[#log].kind):to_be("abandoned")
  end)
end)

describe("the history", function()
  it("goes back and forth", function()
    local p = open()
    command(p, "end")
    local hash = command(p, "end").position.hash
    local n = p.game.current.n
    expect(ask(p, { ["do"] = "undo", n = 2 }).position.command):to_be(0)
    expect(ask(p, { ["do"] = "redo", n = 2 }).position.hash):to_be(hash)
    expect(ask(p, { ["do"] = "goto", to = 0 }).position.command):to_be(0)
    expect(ask(p, { ["do"] = "next" }).ok):to_be(true)
    expect(ask(p, { ["do"] = "prev" }).position.command):to_be(0)
    expect(ask(p, { ["do"] = "goto", to = n }).position.hash):to_be(hash)
    expect(ask(p, { ["do"] = "branch", name = "quiet" }).ok):to_be(true)
    ask(p, { ["do"] = "goto", to = 0 })
    expect(ask(p, { ["do"] = "goto", to = "quiet" }).position.hash):to_be(hash)
    expect(ask(p, { ["do"] = "goto", to = 99 }).error.kind):to_be("nothing")
    local told = ask(p, { ["do"] = "variations" })
    expect(told.ok):to_be(true)
    expect(#told.branches):to_be(1)
    expect(#told.lines > 0):to_be(true)
    local parted = ask(p, { ["do"] = "compare", a = "quiet", b = "0" })
    expect(parted.ok):to_be(true)
    expect(parted.parted):to_be(0)
    expect(#parted.a.commands > 0):to_be(true)
    expect(ask(p, { ["do"] = "compare", a = "quiet", b = "loud" }).error.kind):to_be("nothing")
  end)

  it("tells every number with its rule", function()
    local p = open()
    command(p, "strike Baldwin by Roland")
    answer(p, { 4, 3 })
    answer(p, 4)
    answer(p, json.null)
    local why = ask(p, { ["do"] = "why" })
    expect(why.text):to_be("strike Baldwin by Roland")
    local last = why.log[#why.log]
    expect(last.rule):to_be("2.3")
    expect(last.tallies[1].total):to_be("1")
    expect(last.tallies[1].steps[2].rule):to_be("2.2")
    expect(last.tallies[1].steps[2].after):to_be(1)
    local log = ask(p, { ["do"] = "log", last = 1 })
    expect(#log.entries):to_be(1)
    expect(log.entries[1].stands):to_be(true)
    expect(log.entries[1].log[1].role):to_be("dice")
  end)
end)

describe("what can be seen", function()
  it("is units, things, the map, rules, charts", function()
    local p = open()
    local units = ask(p, { ["do"] = "units", filter = "red" }).units
    expect(units[1].name):to_be("Roland")
    expect(units[1].side):to_be("red")
    expect(units[1].fields.hurt):to_be(0)
    expect(units[1].fields.tired):to_be(false)
    expect(units[1].place.name):to_be("Yard/C")
    expect(ask(p, { ["do"] = "show", name = "Roland" }).thing.id):to_be(units[1].id)
    expect(ask(p, { ["do"] = "show", name = "Red" }).thing.key):to_be("red")
    expect(ask(p, { ["do"] = "show", name = "Gate" }).thing.units[1].name):to_be("Baldwin")
    expect(ask(p, { ["do"] = "show", name = "game" }).thing.fields.bells):to_be(0)
    local map = ask(p, { ["do"] = "map" })
    expect(#map.areas):to_be(2)
    expect(#map.hexes):to_be(14)
    expect(map.areas[1].neighbours[1].name):to_be("Gate")
    expect(ask(p, { ["do"] = "chart" }).charts[1].name):to_be("wound")
    local chart = ask(p, { ["do"] = "chart", name = "2.2" }).charts[1]
    expect(chart.cells[2][1]):to_be(1)
    expect(chart.rows[1]):to_be("up to 3")
    expect(chart.sources[1][1]):to_be("printed")
    expect(ask(p, { ["do"] = "rule", name = "2.1" }).lines[1]):to_contain("hits")
    expect(#ask(p, { ["do"] = "rule" }).rules > 5):to_be(true)
    expect(ask(p, { ["do"] = "status" }).lines[1]):to_contain("Turn 1, Red: Fight")
  end)

  it("is what can be done", function()
    local p = open()
    local now = {}
    for _, c in ipairs(ask(p, { ["do"] = "candidates" }).commands) do now[c.name] = c.now end
    expect(now.strike):to_be(true)
    expect(now.parry):to_be(false)
    expect(now["end"]):to_be(true)
    expect(now.set):to_be(false)
    local r = ask(p, { ["do"] = "candidates", command = "strike" })
    expect(r.commands[1].arguments[2].keyword):to_be("by")
    expect(r.lines[1]):to_be("strike Baldwin by Roland")
    expect(r.more):to_be(false)
    r = ask(p, { ["do"] = "candidates", command = "strike", most = 1 })
    expect(#r.lines):to_be(1)
    expect(r.more):to_be(true)
    r = ask(p, { ["do"] = "candidates", command = "set", most = 3 })
    expect(r.ok and #r.lines):to_be(0)                -- a value is any text
    expect(ask(p, { ["do"] = "candidates", command = "phase" }).error.kind):to_be("nothing")
    expect(ask(p, { ["do"] = "complete", text = "strike B" }).words[1]):to_be("Baldwin")
  end)

  it("is odds, and looking spends nothing", function()
    local p = open()
    local hash = p.game.world:hash()
    local odds = ask(p, { ["do"] = "odds", text = "strike Baldwin by Roland" }).odds
    expect(odds.exact):to_be(true)
    local sum, hit = 0, nil
    for _, o in ipairs(odds.outcomes) do sum = sum + o.chance end
    for _, t in ipairs(odds.tables) do
      for _, row in ipairs(t.rows) do if t.name == "strike" and row.value == "hit" then hit = row.fraction end end
    end
    expect(math.abs(sum - 1) < 1e-9):to_be(true)
    expect(hit):to_be("5/6")                          -- 2d6 of 5 or more: 30 of 36
    expect(p.game.world:hash()):to_be(hash)
    expect(ask(p, { ["do"] = "odds", text = "dance" }).error.kind):to_be("nothing")
  end)

  it("can be too much for one line", function()
    local text = ("x"):rep(1 << 20)
    local list = {}
    for i = 1, 20 do list[i] = text end
    local r = json.decode(Protocol.encode { id = 5, list = list })
    expect(r.error.kind):to_be("too_big")
    expect(r.id):to_be(5)
  end)
end)

-- --- lines that are none --------------------------------------------------------------------

local SEEDS = {
  '{"id":1,"do":"command","text":"strike Baldwin by Roland"}', '{"id":2,"do":"answer","answer":[4,3]}',
  '{"id":3,"do":"answer","answer":null}', '{"id":4,"do":"undo","n":1}', '{"do":"goto","to":0}',
  '{"do":"units","filter":"red"}', '{"do":"candidates","command":"strike","most":3}',
  '{"do":"complete","text":"strike B"}', '{"do":"command","text":"rest"}', '{"do":"back"}',
  '{"do":"show","name":"Yard"}', '{"do":"why","n":1}', '{"do":"odds","text":"strike Baldwin by Roland"}',
  '{"do":"redo"}', '{"do":"abandon"}', '{"do":"log","last":2}', '{"do":"hello","protocol":1}',
}
local PIECES = { '"', "{", "}", "[", "]", ":", ",", "null", "-1", "1e9", "9223372036854775807", '"do"',
  '"answer"', "\\u0000", "\255", "\0", "\\", "true", '"text"', "0.5" }

local function mutated(text, rng)
  for _ = 1, rng:below(4) do
    local at, how = rng:below(#text + 1) + 1, rng:below(5)
    local head, tail = text:sub(1, at - 1), text:sub(at)
    if how == 0 then text = head .. tail:sub(2)
    elseif how == 1 then text = head .. PIECES[rng:below(#PIECES) + 1] .. tail
    elseif how == 2 then text = head .. string.char(rng:below(256)) .. tail:sub(2)
    elseif how == 3 then text = head .. tail:sub(1, 5) .. tail
    else text = head .. SEEDS[rng:below(#SEEDS) + 1]:sub(rng:below(20) + 1, -rng:below(20) - 1) .. tail end
  end
  return text
end

describe("memory that runs out in a request", function()
  it("leaves the game before it or after it, and the next is answered", function()
    local lines = { '{"do":"command","text":"strike Baldwin by Roland"}', '{"do":"answer","answer":[4,3]}',
      '{"do":"why"}', '{"do":"candidates","command":"strike"}', '{"do":"abandon"}', '{"do":"command","text":"end"}',
      '{"do":"undo"}', '{"do":"goto","to":1}', '{"do":"units"}' }
    for at, line in ipairs(lines) do
      for n = 1, outside.getenv("SLOW") and 60 or 900, 23 do
        local p = open()
        for i = 1, at - 1 do p:line(lines[i]) end
        local world, before = p.game.world, p.game.world:hash()
        outside.failing(n, true, function() return Protocol.encode(p:line(line)) end)
        expect(world:hash()):to_be(world:hash_slow())
        local r = json.decode(Protocol.encode(p:line('{"do":"position"}')))
        expect(r.ok):to_be(true)
        if line:find("units") or line:find("why") then expect(r.position.hash):to_be(before) end
      end
    end
  end)
end)

describe("20,000 mutated lines", function()
  it("are answered or refused; what is refused changes nothing", function()
    local rng, p, done, refused = core.rng.new(6), open(), 0, {}
    for n = 1, outside.getenv("SLOW") and 500 or 20000 do
      local hash, asked = p.game.world:hash(), p.game:question() ~= nil
      local line = mutated(SEEDS[rng:below(#SEEDS) + 1], rng)
      local response = p:line(line)
      local text = Protocol.encode(response)
      expect(text:find("[\n\0]")):to_be(nil)
      expect(json.decode(text).ok):to_be(response.ok)
      if response.ok then
        done = done + 1
      else
        local kind = response.error.kind
        refused[kind] = (refused[kind] or 0) + 1
        if kind == "internal" then error(line .. ": " .. response.error.message) end
        if kind ~= "refused" and kind ~= "error" and (p.game.world:hash() ~= hash
          or (p.game:question() ~= nil) ~= asked) then
          error(("line %d, %s: changed by a refused request (%s)"):format(n, line, kind))
        end
      end
      if not p.game or p.game.kit.game.over then p = open() end
      if n % 500 == 0 then expect(p.game.world:hash_slow()):to_be(p.game.world:hash()) end
    end
    expect(done > 10 and (refused.json or 0) > 10):to_be(true)
  end)
end)
