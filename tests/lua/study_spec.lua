-- SPDX-License-Identifier: GPL-3.0-or-later
-- Studies: the file a person writes, sums in whole numbers, intervals, pieces and shards that add
-- up to the same bytes. Played with the small ruleset `duel` and with seven-hex.
local Cell = require "adjutant.study_cell"
local Intervals = require "adjutant.intervals"
local Ranges = require "adjutant.ranges"
local Results = require "adjutant.study_results"
local Run = require "adjutant.study_run"
local Study = require "adjutant.study"
local Sum = require "adjutant.study_sum"
local Wire = require "adjutant.study_wire"

local DUEL = core.files.realpath("tests/lua/duel")
local HOUSE = 'return house "slow" { base = "duel", options = { parry = false } }\n'

-- A plan from the inside of a study{}.
local function plan(inside, o)
  o = o or {}
  return Study.plan { text = "return study {\n" .. inside .. "\n}\n", name = "s.lua", count = o.count,
    read = function(path)
      if path == "slow.lua" then return HOUSE end
      return nil, "no such file: " .. path
    end }
end

local function refused(inside)
  local p, message = plan(inside)
  expect(p):to_be(nil)
  return message
end

local YARD = 'ruleset = "duel", scenario = "yard", '
local STRIKE = YARD .. 'policy = "random", samples = 40, block = 10, seed = 3, count_every = 1,\n'
  .. 'sample = { run = "strike Baldwin by Roland" }, grid = { parry = { true, false } },\n'
  .. 'measures = { hurt = function() return all("unit")[3].hurt end, '
  .. 'bells = function() return game.bells end, tired = function() return all("unit")[1].tired end }'

describe("A study as it is written", function()
  it("makes the cells in order, the last axis changing fastest", function()
    local p = assert(plan(YARD .. 'policy = "random", grid = { zeal = { 1, 2 }, parry = { true, false }, '
      .. 'house = { none, "slow.lua" } }'))
    local keys = {}
    for i, cell in ipairs(p.cells) do keys[i] = cell.key end
    expect(keys):to_equal { "house=none parry=true zeal=1", "house=none parry=true zeal=2",
      "house=none parry=false zeal=1", "house=none parry=false zeal=2", "house=slow parry=true zeal=1",
      "house=slow parry=true zeal=2", "house=slow parry=false zeal=1", "house=slow parry=false zeal=2" }
    expect(p.cells[7].options):to_equal { parry = false, zeal = 1 }
    expect(#p.cells[7].houses):to_be(1)
    expect(p.base):to_be(1)
  end)

  it("takes the axes in the order of a list, and the base by its values", function()
    local p = assert(plan(YARD .. 'grid = { { parry = { true, false } }, { policy = { "random", '
      .. '{ red = "random", blue = "bold" } } } }, base = { policy = { red = "random", blue = "bold" } }'))
    expect(p.cells[2].key):to_be("parry=true policy=blue=bold+red=random")
    expect(p.cells[2].policies):to_equal { red = "random", blue = "bold" }
    expect(p.base):to_be(2)
  end)

  it("needs no grid", function()
    local p = assert(plan(YARD .. "games = 7"))
    expect(#p.cells):to_be(1)
    expect(p.count):to_be(7)
    expect(plan(YARD .. "games = 7", { count = 9 }).count):to_be(9)
  end)

  it("says what is wrong and where", function()
    expect(refused 'scenario = "yard"'):to_contain("s.lua:1:8: ruleset is needed, as a text")
    expect(refused(YARD .. 'gamess = 3')):to_be('s.lua:2:38: there is no gamess in a study (did you mean "games"?)')
    expect(refused(YARD .. "games = 0")):to_be("s.lua:2:38: games: a whole number from 1 to 1000000000 is wanted")
    expect(refused(YARD .. "grid = { parry = true }")):to_be("s.lua:2:47: parry: a list of at least one value is wanted")
    expect(refused(YARD .. "grid = { parry = { true, true } }")):to_be("s.lua:2:63: parry: true stands there twice")
    expect(refused(YARD .. 'grid = { house = { "a.lua", "a.lua" } }')):to_contain("house: a stands there twice")
    expect(refused(YARD .. 'grid = { house = { none, "x.lua" } }')):to_be("s.lua: no such file: x.lua")
    expect(refused(YARD .. 'grid = { run = { "strike" } }')):to_contain("only a study with `sample` has it")
    expect(refused(YARD .. "base = { parry = true }")):to_contain("the grid has no parry = yes")
    expect(refused(YARD .. "samples = 5")):to_contain("`sample` is needed")
    expect(refused(YARD .. "measures = { turns = function() return 1 end }")):to_contain("another name is wanted")
    expect(refused(YARD .. "policy = 4")):to_contain("a policy is a name, or one for each side")
    expect(refused(YARD .. "games = #all 'unit'")):to_contain("s.lua:2: unknown name `all`")
    expect(refused "},"):to_contain("s.lua:3: unexpected symbol")
  end)

  it("splits a seed of its own for each cell when it is asked to", function()
    local shared = plan(YARD .. "seed = 9, grid = { parry = { true, false } }")
    expect(Study.seed_of(shared, shared.cells[2])):to_be(9)
    local own = plan(YARD .. 'seed = 9, seeds = "own", grid = { parry = { true, false } }')
    local a, b = Study.seed_of(own, own.cells[1]), Study.seed_of(own, own.cells[2])
    expect(a ~= b and a ~= 9 and a > 0):to_be(true)
    expect(Study.seed_of(own, own.cells[1])):to_be(a)
  end)

  it("tells how a game is played again", function()
    local p = plan(YARD .. 'seed = 9, grid = { house = { "slow.lua" }, parry = { false } }')
    expect(Study.again(p, p.cells[1])):to_be(
      "adjutant play duel yard --policy random --option parry=false --with slow.lua --seed 9")
    p = plan(YARD .. 'seed = 9, options = { weather = "heavy rain", sky = "it\'s dark" }')
    expect(Study.again(p, p.cells[1])):to_contain(
      "--option 'sky=it'\\''s dark' --option 'weather=heavy rain' --seed 9")
  end)
end)

describe("Sums in whole numbers", function()
  local values = { 5, -3, Sum.MOST, -Sum.MOST, 0, 5, "a b", "a b", "x:1;%", "" }

  local function sum_of(list)
    local c = Sum.column()
    for _, value in ipairs(list) do Sum.add(c, value) end
    return c
  end

  it("hold the sum of squares exactly, beyond 64 bits", function()
    local s = Sum.numbers()
    for _ = 1, 1000 do Sum.add_number(s, 2 * Sum.MOST) end
    -- 1000 (2 (2^30 - 1))^2 = 4000 (2^60 - 2^31 + 1)
    expect(Sum.squares(s):num()):to_be("4611686009837453316000")
    expect(s.sum):to_be(2000 * Sum.MOST)
  end)

  it("are the same in any order and grouping", function()
    local whole, one, two = sum_of(values), Sum.column(), Sum.column()
    for i = #values, 1, -1 do Sum.add(i % 2 == 0 and one or two, values[i]) end
    Sum.join(two, one)
    expect(Sum.column_text(two)):to_be(Sum.column_text(whole))
    expect(whole.n):to_be(10)
    expect(whole.numbers.sum):to_be(7)
  end)

  it("come back from their text", function()
    local text = Sum.column_text(sum_of(values))
    expect(Sum.column_text(Sum.column_of(text))):to_be(text)
    expect(Sum.column_of(text).labels.by["x:1;%"]):to_be(1)
    local pair = Sum.pair()
    Sum.add_pair(pair, "a", "b")
    Sum.add_pair(pair, "a", "a")
    Sum.add_pair(pair, 4, 9)
    Sum.add_pair(pair, 4, nil)
    expect(pair.n):to_be(3)
    expect(pair.numbers.sum):to_be(-5)
    expect(Sum.pair_text(Sum.pair_of(Sum.pair_text(pair)))):to_be(Sum.pair_text(pair))
    for _, value in ipairs(values) do expect(Sum.decode(Sum.encode(value))):to_be(value) end
  end)

  it("stop telling values apart when there are too many, in any order", function()
    local up, down = Sum.column(), Sum.column()
    for i = 1, 250 do
      Sum.add(up, i)
      Sum.add(down, 251 - i)
    end
    expect(up.numbers.values.by):to_be(nil)
    expect(Sum.column_text(up)):to_be(Sum.column_text(down))
    expect(Sum.column_text(Sum.column_of(Sum.column_text(up)))):to_be(Sum.column_text(up))
  end)
end)

describe("Intervals", function()
  local function near(value, want) expect(math.abs(value - want) < 0.0001):to_be(true) end

  it("of a share are Wilson's", function()
    local low, high = Intervals.share(0.7, 10)
    near(low, 0.396778)
    near(high, 0.892209)
    low, high = Intervals.share(0, 20)
    expect(low):to_be(0)
    near(high, 0.161125)                 -- z^2 / (n + z^2)
  end)

  it("of paired shares are Agresti and Min's", function()
    -- 8.5 and 2.5 of 52: 0.115385 +- 1.96 sqrt((0.211538 - 0.013314) / 52)
    local low, high = Intervals.paired_shares(8, 2, 50)
    near(low, -0.005627)
    near(high, 0.236397)
  end)

  it("of a mean come from the exact sums", function()
    local mean, low, high, deviation = Intervals.mean(4, 10, core.ratio.new(30, 1))
    near(mean, 2.5)
    near(deviation, 1.290994)
    near(high - mean, 1.265151)
    near(mean - low, 1.265151)
    expect(select("#", Intervals.mean(1, 3, core.ratio.new(9, 1)))):to_be(1)
  end)
end)

describe("Ranges", function()
  it("are what a set of numbers is", function()
    local state = 1
    local function below(n)
      state = (state * 1103515245 + 12345) % 2147483648
      return state // 65536 % n
    end
    for _ = 1, 500 do
      local list, set, size = {}, {}, 0
      for _ = 1, below(8) do
        local from = below(40) + 1
        local to = from + below(6)
        Ranges.add(list, from, to)
        for i = from, to do set[i] = true end
      end
      for _ in pairs(set) do size = size + 1 end
      expect(Ranges.size(list)):to_be(size)
      expect(Ranges.text(Ranges.of(Ranges.text(list)))):to_be(Ranges.text(list))
      local from = below(40) + 1
      local missing = {}
      for _, part in ipairs(Ranges.missing(list, from, from + 12)) do
        for i = part[1], part[2] do missing[i] = true end
      end
      for i = from, from + 12 do expect(missing[i] or false):to_be(not set[i]) end
    end
    expect(Ranges.of("5-3")):to_be(nil)
    expect(Ranges.of("1-5 5-6")):to_be(nil)
    expect(Ranges.common({ { 1, 4 }, { 9, 9 } }, { { 5, 8 } })):to_be(nil)
    expect(Ranges.common({ { 1, 4 }, { 9, 12 } }, { { 5, 10 } })):to_be(9)
  end)
end)

-- Results of a plan in which `pieces` ({ from, to }) were played in this order.
local function results_of(p, pieces)
  local rules = assert(Run.probe(p, DUEL))
  local results = Results.new(p, rules)
  local cells = {}
  for i in ipairs(p.cells) do cells[i] = assert(Cell.open(p, i, { root = DUEL })) end
  for _, piece in ipairs(pieces) do
    local found = {}
    for i, cell in ipairs(cells) do found[i] = Cell.read(cell:play(piece[1], piece[2])) end
    results:take(piece[1], piece[2], found)
  end
  return results
end

describe("A cell", function()
  it("samples a command: every rule as often as it is called", function()
    local p = assert(plan(STRIKE))
    local r = results_of(p, { { 1, 40 } })
    local cell = r.cells[1]
    expect(cell.counted):to_be(40)
    expect(cell.calls.may_strike):to_be(40)
    expect(cell.calls.hits):to_be(40)
    -- a parry with another unit refuses the whole strike, after it has hit
    local done = cell.columns.outcome.labels.by.done
    local hits = cell.columns.strike.labels.by.hit + 40 - done
    expect(cell.calls.wound):to_be(hits)
    expect(cell.columns.tired.labels.by):to_equal { yes = done }
    expect(cell.columns.bells.numbers.sum):to_be(0)
    -- 2d6 >= 5 is 30 of 36: within the interval of these 40
    local low, high = Intervals.share(hits / 40, 40)
    expect(low < 30 / 36 and 30 / 36 < high):to_be(true)
  end)

  it("compares sample by sample: without a parry no wound is less", function()
    local r = results_of(assert(plan(STRIKE)), { { 1, 40 } })
    local pair = r.cells[2].pairs.hurt
    expect(pair.n):to_be(r.cells[1].columns.outcome.labels.by.done)
    expect(pair.numbers.least):to_be(0)
    expect(pair.numbers.most > 0):to_be(true)
    expect(r.cells[2].pairs.strike.up.kinds):to_be(0)    -- the same dice hit in both
    expect(r.cells[1].pairs.hurt):to_be(nil)
  end)

  it("plays under house rules", function()
    local p = assert(plan(YARD .. 'policy = "random", samples = 30, sample = { run = "strike Baldwin by Roland" }, '
      .. 'grid = { house = { none, "slow.lua" }, parry = { true } }, '
      .. 'measures = { hurt = function() return all("unit")[3].hurt end }'))
    local q = assert(plan(YARD .. 'policy = "random", samples = 30, sample = { run = "strike Baldwin by Roland" }, '
      .. 'grid = { parry = { true, false } }, measures = { hurt = function() return all("unit")[3].hurt end }'))
    local a, b = results_of(p, { { 1, 30 } }), results_of(q, { { 1, 30 } })
    for c = 1, 2 do
      expect(Sum.column_text(a.cells[c].columns.hurt)):to_be(Sum.column_text(b.cells[c].columns.hurt))
    end
    expect(a.cells[2].columns.hurt.numbers.sum > a.cells[1].columns.hurt.numbers.sum):to_be(true)
  end)

  it("begins every sample where its set-up ends", function()
    local p = assert(plan(YARD .. 'samples = 20, sample = { setup = { "set Baldwin hurt 2", "set Roland tired yes" }, '
      .. 'run = "strike Baldwin by Robert" }, measures = { left = function() return #all "unit" end, '
      .. 'tired = function() return all("unit")[1].tired end }'))
    local cell = results_of(p, { { 1, 20 } }).cells[1]
    expect(cell.columns.tired.labels.by):to_equal { yes = 20 }
    local hurt = cell.columns.wounds.numbers          -- any wound is the third, and the end of one of 4
    expect(cell.columns.left.numbers.sum):to_be(20 * 4 - (hurt.n - (hurt.values.by[0] or 0)))
    expect(cell.columns.left.numbers.least):to_be(3)
  end)

  it("counts a refusal as an outcome and an error as a failure", function()
    local p = assert(plan(YARD .. 'samples = 3, sample = { setup = { "set Roland tired yes" } }, '
      .. 'grid = { run = { "strike Baldwin by Roland", "crash" } }'))
    local r = results_of(p, { { 1, 3 } })
    expect(r.cells[1].columns.outcome.labels.by):to_equal { ["refused by 1.1: Roland is tired"] = 3 }
    expect(#r.failures):to_be(3)
    expect(r.failures[1].cell):to_be(2)
    expect(r.failures[1].text):to_contain("ruleset.lua:")
    expect(r:again(2, 2)):to_be("sample 2: crash of seed 1")
  end)

  it("fails a game whose measure breaks, gives too much, or loops for ever", function()
    local body = YARD .. 'samples = 2, sample = { run = "idle" }, measures = { x = function() %s end }'
    local r = results_of(assert(plan(body:format("return 1 << 40"))), { { 1, 2 } })
    expect(r.failures[1].text):to_be("measure x gave 1099511627776: more than 1073741823")
    r = results_of(assert(plan(body:format("return 1.5"))), { { 1, 2 } })
    expect(r.failures[2].text):to_contain("a whole number, a text, true or false is wanted")
    r = results_of(assert(plan(body:format("game.bells = 1 return 1"))), { { 1, 2 } })
    expect(#r.failures):to_be(2)
    expect(r.cells[1].columns.x):to_be(nil)
  end)

  it("gives no result of a game that reaches a limit of time", function()
    local Playout = require "adjutant.playout"
    local p = assert(plan(YARD .. 'samples = 5, sample = { run = "idle" }, '
      .. 'measures = { x = function() while true do end end }'))
    local cell, usual = assert(Cell.open(p, 1, { root = DUEL })), Playout.CPU_MS
    Playout.CPU_MS = 60
    local text = cell:play(2, 4)
    Playout.CPU_MS = usual
    expect(text):to_be("stopped 2 cpu\n")
    expect(Cell.read(text).stopped):to_equal { n = 2, limit = "cpu" }
  end)

  it("names what cannot be set up", function()
    local p = assert(plan(YARD .. 'grid = { pary = { true } }'))
    local rules, message = Run.probe(p, DUEL)
    expect(rules):to_be(nil)
    expect(message):to_be('s.lua:2:47: options: there is no option pary (did you mean "parry"?) (pary=true)')
    p = assert(plan(YARD .. 'policy = "bold"'))
    rules, message = Run.probe(p, DUEL)
    expect(rules):to_be(nil)
    expect(message):to_contain("there is no policy bold")
    p = assert(plan(YARD .. 'sample = { setup = "strike", run = "idle" }'))
    rules, message = Run.probe(p, DUEL)
    expect(rules):to_be(nil)
    expect(message):to_contain("strike: ")
  end)
end)

describe("Results", function()
  local p = assert(plan(STRIKE))
  local whole = results_of(p, { { 1, 10 }, { 11, 20 }, { 21, 30 }, { 31, 40 } })

  it("are the same bytes whatever the order and the pieces", function()
    local other = results_of(p, { { 31, 40 }, { 11, 25 }, { 1, 10 }, { 26, 30 } })
    expect(other:text()):to_be(whole:text())
  end)

  it("come back from their bytes", function()
    local again = assert(Results.of(whole:text()))
    expect(again:text()):to_be(whole:text())
    expect(again:key(2)):to_be("parry=false")
  end)

  it("add up from shards to the same bytes, in any order", function()
    local one, two = results_of(p, { { 1, 10 }, { 21, 30 } }), results_of(p, { { 11, 20 }, { 31, 40 } })
    one.shard, two.shard = "1/2", "2/2"
    one, two = assert(Results.of(one:text())), assert(Results.of(two:text()))
    for _, order in ipairs { { one, two }, { two, one } } do
      local sum = Results.empty(one.head)
      for i, part in ipairs(order) do assert(sum:join(part, "part " .. i)) end
      expect(sum:text()):to_be(whole:text())
    end
  end)

  it("refuse what overlaps, and what was played otherwise", function()
    local sum = Results.empty(whole.head)
    assert(sum:join(whole, "a.results"))
    local ok, message = sum:join(results_of(p, { { 5, 6 } }), "b.results")
    expect(ok):to_be(nil)
    expect(message):to_be("b.results: its samples 5 to 6 are already among those of another file")
    local text = whole:text()
    local function changed(from, to)
      local body = text:gsub("end %x+\n$", ""):gsub(from, to, 1)
      return assert(Results.of(body .. "end " .. core.files.sha256(body) .. "\n"))
    end
    ok, message = Results.empty(whole.head):join(changed("\nsource %x%x", "\nsource 00"), "c.results")
    expect(ok):to_be(nil)
    expect(message):to_contain("c.results: it was played by other rules (")
    ok, message = Results.empty(whole.head):join(changed("\nprogram %x%x%x", "\nprogram 000"), "e.results")
    expect(ok):to_be(nil)
    expect(message):to_be("e.results: it was played with another Adjutant")
    ok, message = Results.empty(whole.head):join(changed("\nseed 3", "\nseed 4"), "d.results")
    expect(ok):to_be(nil)
    expect(message):to_contain("it has another seed (4 shared, not 3 shared)")
  end)

  it("refuse bytes that were changed or cut", function()
    local text = whole:text()
    for at = 1, #text, 61 do
      local byte = string.char(text:byte(at) ~ 1)
      expect((Results.of(text:sub(1, at - 1) .. byte .. text:sub(at + 1)))):to_be(nil)
      expect((Results.of(text:sub(1, at - 1)))):to_be(nil)
    end
    local _, message = Results.of((text:gsub("^adjutant%-study 1", "adjutant-study 2")))
    expect(message):to_be("results of format 2; this program knows format 1")
  end)
end)

describe("Shards", function()
  it("share out every game once", function()
    for _, case in ipairs { { 100, 10, 3 }, { 13, 3, 3 }, { 5, 10, 4 }, { 1000, 7, 11 }, { 64, 8, 8 } } do
      local count, block, of = case[1], case[2], case[3]
      local want, total = {}, 0
      for n = 1, count do
        local i = (n - 1) // block % of + 1
        want[i] = (want[i] or 0) + 1
      end
      for i = 1, of do
        local share = Run.share({ count = count, block = block }, { i = i, of = of })
        expect(share):to_be(want[i] or 0)
        total = total + share
      end
      expect(total):to_be(count)
    end
  end)
end)

describe("Workers", function()
  -- Plays a study with a script in the place of the program. Gives how it stopped, and warnings.
  local function played_by(script)
    local folder = outside.folder()
    local path, said = folder .. "/worker", {}
    core.files.write_new(path, "#!/bin/sh\n" .. script .. "\n")
    outside.run("chmod +x " .. path)
    local p = assert(plan(STRIKE))
    local rules, texts = assert(Run.probe(p, DUEL))
    local results = Results.new(p, rules)
    local stop = Run.all(p, results, { program = path, path = folder .. "/s.results", jobs = 1, sources = texts,
      root = DUEL, warn = function(text) said[#said + 1] = text end, progress = function() end,
      interrupted = function() return false end })
    return stop, said, results, core.files.is_file(folder .. "/s.results")
  end

  it("that die are told of once, and end the study the second time", function()
    local stop, said, _, kept = played_by("sleep 0.1; exit 3")
    expect(stop.kind):to_be("broken")
    expect(stop.text):to_be("a worker ended (exit 3) while it played 1 to 10 of parry=true, for the second time")
    expect(said):to_equal { "a worker ended (exit 3) while it played 1 to 10 of parry=true: they are played again" }
    expect(kept):to_be(false)
  end)

  it("that a limit ended, in a step that nothing could leave, name the game that they were at", function()
    local stop, said = played_by("sleep 0.1; printf 'at 6 0\\nat 7 0\\n'; exit 4")
    expect(stop):to_equal { kind = "limit", cell = 1, n = 7, limit = "cpu" }
    expect(said):to_equal {}
  end)

  it("that say what cannot be read end it too", function()
    local stop = played_by("echo nonsense; cat >/dev/null")
    expect(stop.kind):to_be("broken")
    expect(stop.text):to_contain("a message without a length")
    stop = played_by("printf 'refused 4\\nno, no'; cat >/dev/null")
    expect(stop.kind):to_be("refused")
    expect(stop.text):to_be("no, ")
  end)

  it("are told everything, in pieces of any size, and answer as the study itself does", function()
    local p = assert(plan(STRIKE .. ', house = "slow.lua"'))
    local _, texts = assert(Run.probe(p, DUEL))
    local bytes = Wire.hello(p, { sources = texts, root = DUEL }) .. Wire.pack("", "play", 2, 11, 20)
      .. Wire.pack("", "play", 1, 1, 10)
    local at, said = 1, {}
    Wire.serve(function()
      if at > #bytes then return nil end
      at = at + 997
      return bytes:sub(at - 997, at - 1)
    end, function(text) said[#said + 1] = text end)
    local feed, take = Wire.reader()
    feed(table.concat(said))
    for _, want in ipairs { { 2, 11, 20 }, { 1, 1, 10 } } do
      for n = want[2], want[3] do expect(take()):to_equal { "at", tostring(n), body = "" } end
      local message = take()
      expect({ message[1], message[2], message[3], message[4] }):to_equal { "played", tostring(want[1]),
        tostring(want[2]), tostring(want[3]) }
      local cell = assert(Cell.open(p, want[1], { root = DUEL }))
      expect(message.body):to_be(cell:play(want[2], want[3]))
    end
    expect(take()):to_be(nil)
  end)

  it("say what they cannot do", function()
    local said = {}
    local bytes = Wire.pack("return 5", "study", "s.lua", 1, 1) .. Wire.pack("", "play", 1, 1, 1)
    Wire.serve(function()
      local b = bytes
      bytes = nil
      return b
    end, function(text) said[#said + 1] = text end)
    expect(said[1]):to_contain("refused")
    expect(said[1]):to_contain("s.lua: a study returns study { ... }")
  end)
end)
