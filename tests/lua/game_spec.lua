-- SPDX-License-Identifier: GPL-3.0-or-later
-- Games: commands, questions, undo, odds, the journal. Played with the small ruleset `duel`.

local Game = require "adjutant.game"
local Player = require "adjutant.player"
local Folder = require "adjutant.gamefolder"

local root = core.files.realpath("tests/lua/duel")

local function new(options)
  local o = { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = {} }
  for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
    o.sources[file] = core.files.read(root .. "/" .. file)
  end
  for k, v in pairs(options or {}) do o[k] = v end
  local game, message = Game.new(o)
  if not game then error(message, 2) end
  return game
end

local function unit(game, name) return game.kit:find_entity(name) end

local function texts(lines)
  local list = {}
  for i, l in ipairs(lines) do list[i] = l.text end
  return table.concat(list, "\n")
end

describe("a command", function()
  it("is done at once when nothing is to be asked", function()
    local game = new()
    local r = game:command("end")
    expect(r.status):to_be("done")
    expect(game:phase_text()):to_be("Turn 1, Blue: Fight")
    expect(game.kit.game.bells):to_be(1)          -- the bell rang by itself
  end)
  it("stands when the phase after it fails, and that is said with what remains to do", function()
    local source = core.files.read(root .. "/ruleset.lua")
    local broken, n = source:gsub("game.bells = game.bells %+ 1 end",
      "if game.turn < 9 then error 'the rope tears' end end")
    expect(n):to_be(1)
    local game = new { sources = { ["ruleset.lua"] = broken,
      ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua") } }
    local r = game:command "end"
    expect(r.status):to_be("error")
    expect(r.where):to_match("^ruleset%.lua:%d+$")
    expect(r.message):to_match("^`end` stands, but what follows by itself failed: ruleset%.lua:%d+: the rope tears; "
      .. "the next command tries it again, and `undo` takes back what stands$")
    local again
    n, again = game.current.n, game:command "rest"
    expect(again.message):to_be(r.message)
    expect(game.current.n):to_be(n)
    expect(game:undo(1).status):to_be("done")
    expect(game.current.n < n):to_be(true)
    expect(game:command("rest").message ~= r.message):to_be(true)
  end)
  it("is refused by its rule, and nothing changes", function()
    local game = new { dice = "manual" }
    unit(game, "Roland")
    local hash = game.world:hash()
    game:command("set Roland tired yes")
    local before = game.world:hash()
    expect(before ~= hash):to_be(true)
    local r = game:command("strike Baldwin by Roland")
    expect(r.status):to_be("refused")
    expect(r.rule):to_be("1.1")
    expect(r.message):to_be("Roland is tired")
    expect(game.world:hash()):to_be(before)
  end)
  it("that fails is rolled back, and the log keeps its dice", function()
    local game = new()
    local hash = game.world:hash()
    local r = game:command("crash")
    expect(r.status):to_be("error")
    expect(r.message):to_contain("ruleset.lua:")
    expect(r.message):to_contain("nothing")
    expect(game.world:hash()):to_be(hash)
    expect(texts(game:log())):to_contain("crash: given up")
    expect(texts(game:log())):to_contain("1d6 = ")
  end)
  it("that loops for ever is stopped, and the next one works", function()
    local game = new()
    local hash = game.world:hash()
    local r = game:command("loop")
    expect(r.status):to_be("error")
    expect(r.message):to_contain("budget of instructions")
    expect(game.world:hash()):to_be(hash)
    expect(game:command("end").status):to_be("done")
  end)
  it("may nest rules 150 deep, and no deeper", function()
    local game = new()
    expect(game:command("nest 60").status):to_be("done")       -- 2 * 61 calls
    expect(game.kit.game.bells):to_be(121)
    local hash = game.world:hash()
    for _, n in ipairs { 90, 1000000 } do
      local r = game:command("nest " .. n)
      expect(r.status):to_be("error")
      expect(r.message):to_contain("rules call each other more than 150 deep")
      expect(r.message):to_match("p[io]ng %-> p[io]ng %-> p[io]ng$")
      expect(game.world:hash()):to_be(hash)
    end
    expect(game:command("end").status):to_be("done")
  end)
  it("changes no rules, which undo would not bring back", function()
    local ruleset = core.files.read(root .. "/ruleset.lua")
    local changes = { 'status(function () return "well" end)', 'invariant("all is well", function () end)',
      'rule("99", "fresh", function () end)', 'ground_rule("99", "fresh", function () end)',
      'command "fresh" { run = function () end }', 'inquiry "fresh" { run = function () end }',
      'outcomes("strike", { "hit" })', 'told { notes = { "2.1" } }', 'scenario_rules { lost = "dawn" }',
      'sheet("unit", function () end)', 'entity "unit" { fresh = flag() }', 'policy "fresh" { }',
      'sequence { { id = "fresh" } }', 'movement_costs { foot = { enter = { clear = 1 } } }', 'line_of_sight { }',
      'ruleset { name = "Fresh", sides = { { id = "red" } } }' }
    for i, change in ipairs(changes) do
      local game = new { sources = { ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua"),
        ["ruleset.lua"] = ruleset .. ('\ncommand "grow" { run = function () game.bells = 7 %s end }'):format(change) } }
      local r = game:command "grow"
      expect(r.status):to_be "error"
      expect(r.message):to_match("^ruleset%.lua:%d+: " .. change:match "^[%l_]+"
        .. ": rules are made while their files are read, not in a game$")
      expect(game.kit.game.bells):to_be(0)
    end
  end)
  it("reads no file that the saved game would not have, and may ask for one that it has", function()
    local game = new { sources = { ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua"),
      ["dice.lua"] = "return { six = 6 }", ["more.lua"] = "return {}",
      ["ruleset.lua"] = core.files.read(root .. "/ruleset.lua") .. [[
        require "dice"
        command "old" { run = function () game.bells = require("dice").six end }
        command "fresh" { run = function () require "more" end }
        ]] } }
    expect(game:command("old").status):to_be "done"
    expect(game.kit.game.bells):to_be(6)
    expect(game:command("fresh").message):to_contain 'require "more": files are read while the rules are loaded, not in a game'
  end)
  it("that is refused is told with its rule, unless that stands before it already", function()
    local told = require("adjutant.engine").refusal_text
    expect(told("7.2", "the road is closed")):to_be "7.2: the road is closed"
    expect(told("7.2", "7.2: the road is closed")):to_be "7.2: the road is closed"
    expect(told("7.2", "7.2")):to_be "7.2"
    expect(told("1", "12 units are too many")):to_be "1: 12 units are too many"
    expect(told("7", "7.2 waives it")):to_be "7: 7.2 waives it"
    expect(told("7", "7 units are too many")):to_be "7: 7 units are too many"
    expect(told("phase", "not now")):to_be "not now"
    expect(told(nil, "not now")):to_be "not now"
  end)
  it("of another phase, or unknown, says what would do", function()
    local game = new()
    expect(game:command("stirke Baldwin by Roland").message):to_contain('did you mean "strike"?')
    expect(game:command("parry Baldwin").rule):to_be("phase")
    expect(game:command("phase").message):to_be("phase comes by itself")
  end)
end)

describe("dice by hand", function()
  it("are asked for, refused when impossible, and taken", function()
    local game = new { dice = "manual" }
    local r = game:command("strike Baldwin by Roland")
    expect(r.status):to_be("question")
    expect(game:question().kind):to_be("roll")
    expect(game:question().by.name):to_be("Red")
    for _, wrong in ipairs { "7 1", "3", "3 3 3", "=13", "x", "" } do
      r = game:answer(wrong)
      expect(r.status):to_be("question")
      expect(r.message ~= nil):to_be(true)
    end
    r = game:answer("=4")                          -- four: a miss
    expect(r.status):to_be("done")
    expect(texts(r.lines)):to_contain("Roland misses")
  end)
  it("are not asked for when there are none to throw", function()
    local game = new { dice = "manual" }
    expect(game:command("idle").status):to_be("done")
    expect(game.kit.game.bells):to_be(0)
  end)
  it("lead on to the next question; the World stands as it is at the question", function()
    local game = new { dice = "manual" }
    game:command("strike Baldwin by Roland")
    game:answer("43")
    expect(unit(game, "Roland").tired):to_be(true)
    expect(game:question().spec):to_be("1d6")
    game:answer("6")
    expect(game:question().kind):to_be("command")
    expect(game:question().by.name):to_be("Blue")
    local r = game:answer("parry Bruno")
    expect(r.status):to_be("question")
    expect(r.message):to_be("4.1: only Baldwin can parry")
    r = game:answer("strike Roland by Baldwin")
    expect(r.message):to_contain("strike is no answer here")
    game:answer("parry Baldwin")
    expect(game:question().spec):to_be("1d6")
    r = game:answer("5")
    expect(r.status):to_be("done")
    expect(unit(game, "Baldwin").hurt):to_be(1)    -- two wounds, one parried
  end)
  it("`back` takes the last answer back, more of them each time", function()
    local game = new { dice = "manual" }
    game:command("strike Baldwin by Roland")
    game:answer("43")
    game:answer("6")
    game:back()
    expect(game:question().spec):to_be("1d6")
    game:answer("1")
    expect(unit(game, "Baldwin").hurt):to_be(0)
    game:command("rest")
    game:answer("Roland")
    game:answer("2")
    game:back()
    game:back()
    expect(game:question().kind):to_be("some")
    local r = game:back()
    expect(r.status):to_be("abandoned")
    expect(game:question()):to_be(nil)
  end)
  it("`abandon` leaves everything as it was", function()
    local game = new { dice = "manual" }
    local hash = game.world:hash()
    game:command("strike Baldwin by Roland")
    game:answer("43")
    expect(game:abandon().status):to_be("abandoned")
    expect(game.world:hash()):to_be(hash)
    expect(texts(game:log())):to_contain("2d6 = 7 (4 3)")
  end)
end)

describe("undo and redo", function()
  it("one undo takes back all that a command set off", function()
    local game = new()
    local hash = game.world:hash()
    game:command("end")
    game:undo()
    expect(game.world:hash()):to_be(hash)
    game:redo()
    expect(game:phase_text()):to_be("Turn 1, Blue: Fight")
  end)
  it("over 500 random commands give the same hash at every depth, both ways", function()
    local game = new()
    local stream = core.rng.new(11):stream("player")
    local hashes, done = { [0] = game.world:hash() }, 0
    while done < 500 do
      local line = stream:below(3) == 0 and "end" or Player.line(game, stream)
      if game.kit.game.over then line = "set game over no" end
      local skip = line == nil or line:find("^loop") or line:find("^crash") or line:find("^nest")
      if not skip and Player.play(game, line, stream).status == "done" then
        done = done + 1
        hashes[done] = game.world:hash()
      end
      expect(game.world:hash()):to_be(game.world:hash_slow())
    end
    for i = done - 1, 0, -1 do
      local r = game:undo()
      if r.status ~= "done" then error(r.message) end
      expect(game.world:hash()):to_be(hashes[i])
    end
    expect(game:undo().status):to_be("refused")
    for i = 1, done do
      local r = game:redo()
      if r.status ~= "done" then error(r.message) end
      expect(game.world:hash()):to_be(hashes[i])
    end
    expect(game:redo().status):to_be("refused")
  end)
  it("keep the undone line as a variation, and do not rewind the dice", function()
    local game = new()
    game:command("strike Baldwin by Roland")
    local position = game.position
    game:undo()
    game:command("end")
    expect(game.position):to_be(position)
    expect(#game.root.children):to_be(2)
    expect(texts(game:log())):to_contain("~  1  strike Baldwin by Roland")
  end)
end)

describe("odds", function()
  -- Worked out apart: 2d6 gives 5 or more in 30 of 36. Wounds 1d6: 0 with 3/6, 1 with 2/6, 2 with 1/6.
  it("are exact fractions of what the rules report", function()
    local game = new { dice = "manual" }
    local Odds = require "adjutant.odds"
    local found = Odds.of(game, "strike Baldwin by Roland")
    local rows = Odds.table(found, "strike", { "hit", "miss" })
    expect(rows[1].value):to_be("hit")
    expect(tostring(rows[1].weight)):to_be("5/6")
    rows = Odds.table(found, "wounds")
    expect(tostring(rows[1].weight)):to_be("5/12")     -- 5/6 * 1/2
    expect(tostring(rows[2].weight)):to_be("5/18")
    expect(tostring(rows[3].weight)):to_be("5/36")
  end)
  it("of the rest of a command begin at its question", function()
    local game = new { dice = "manual" }
    game:command("strike Baldwin by Roland")
    game:answer("43")
    local Odds = require "adjutant.odds"
    local found = Odds.of(game)
    local rows = Odds.table(found, "wounds")
    expect(tostring(rows[1].weight)):to_be("1/2")
    expect(tostring(rows[3].weight)):to_be("1/6")
    expect(game:answer("1").status):to_be("done")
  end)
  it("and every other look spend nothing", function()
    local function play(look)
      local game = new()
      game:command("strike Baldwin by Roland")
      if look then
        for _ = 1, 2 do
          expect(game:odds("strike Bruno by Robert") ~= nil):to_be(true)
          game:map() game:units() game:why() game:log() game:rules() game:charts() game:commands()
          game:eval("1 + 1") game:status() game:rule("2.1") game:chart("2.2")
        end
      end
      local hash = game.world:hash()
      game:command("tables")
      return hash, game.world:hash(), game.position
    end
    expect({ play(true) }):to_equal({ play(false) })
  end)
  -- Worked out apart. Wounds without a parry: 5/6 * (1/3 * 1 + 1/6 * 2) = 5/9. With one, which
  -- saves a wound on 5 or 6: 5/6 * (1/3 * 2/3 + 1/6 * (2 - 1/3)) = 5/12.
  it("with sides that choose the best for themselves", function()
    local game = new { dice = "manual" }
    local Odds = require "adjutant.odds"
    local blue = game.kit.side_by_key.blue
    local function value(way)
      local v, message = Odds.value(game, "strike Baldwin by Roland", { branch = { [blue] = way },
        refused = way == "min" and 100 or -100,
        value = function(reports) return reports.wounds or 0 end })
      if not v then error(message) end
      return tostring(v)
    end
    expect(value("min")):to_be("5/12")
    expect(value("max")):to_be("5/9")
  end)
  it("of what is refused say so", function()
    local game = new()
    game:command("set Roland tired yes")
    local lines, message = game:odds("strike Baldwin by Roland")
    expect(lines):to_be(nil)
    expect(message):to_be("1.1: Roland is tired")
  end)
  it("sampled, they are the same each time and near the exact ones", function()
    local game = new()
    local Odds = require "adjutant.odds"
    local one = Odds.of(game, "strike Baldwin by Roland", { budget = 1 })
    local two = Odds.of(game, "strike Baldwin by Roland", { budget = 1 })
    expect(one.exact):to_be(false)
    local a, b = Odds.table(one, "strike"), Odds.table(two, "strike")
    expect(tostring(a[1].weight)):to_be(tostring(b[1].weight))
    expect(math.abs(a[1].weight:number() - 5 / 6) < 0.01):to_be(true)
  end)
end)

describe("dice at the prompt", function()
  it("show what they can give, exactly, and throw nothing", function()
    local game = new()
    local text = texts(game:dice("2d6"))
    expect(text):to_contain("two six-sided dice")
    expect(text):to_match("\n  7 +16%.67 %% +1/6 ")
    expect(text):to_contain("mean 7.000")
    expect(texts(game:dice("1d1000"))):to_contain("and 940 more values")
    local lines, message = game:dice("1d1!")
    expect(lines):to_be(nil)
    expect(message):to_contain("always explodes")
    expect(game.position):to_be(0)
  end)
end)

describe("the last turn", function()
  it("ends the game when the rules name no winner", function()
    local o = { sources = {} }
    for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
      o.sources[file] = core.files.read(root .. "/" .. file)
    end
    o.sources["ruleset.lua"] = o.sources["ruleset.lua"]:gsub(', turn_ends = "dusk"', "")
    local game = Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = o.sources }
    for _ = 1, 11 do expect(game:command("end").status):to_be("done") end
    expect(game.kit.game.over):to_be(false)
    game:command("end")
    expect(game.kit.game.over):to_be(true)
    expect(game.kit.game.verdict):to_be("the last turn is over")
  end)
end)

describe("set, place and ruling", function()
  it("change the World by command only", function()
    local game = new()
    local lines, message = game:eval("(function() all('unit')[1].tired = true end)()")
    expect(lines):to_be(nil)
    expect(message):to_contain("changes only inside a command")
    expect(game:command("set Roland hurt 2").status):to_be("done")
    expect(unit(game, "Roland").hurt):to_be(2)
    expect(game:command("set Roland hurt 9").status):to_be("refused")
    expect(game:command("set Roland hrut 1").message):to_contain('did you mean "hurt"?')
    expect(game:command("place Roland Gate/2").status):to_be("done")
    expect(unit(game, "Roland").place.name):to_be("Gate/2")
    expect(game:command("place Roland Nowhereville").status):to_be("refused")
  end)
  it("take fractions, and refuse what is none or too large to be one", function()
    local game = new { houses = { { path = "share.lua",
      text = 'return house "share" { base = "duel", entities = { unit = { share = fraction() } } }' } } }
    expect(game:command("set Roland share 6/8").status):to_be "done"
    expect(tostring(unit(game, "Roland").share)):to_be "3/4"
    for _, wrong in ipairs { "1/0", "x", "1/" .. ("9"):rep(40), ("9"):rep(40), "1/-2" } do
      local r = game:command("set Roland share " .. wrong)
      expect(r.status):to_be "refused"
      expect(r.message):to_contain "a fraction like 3/4 is wanted"
    end
  end)
  it("know the kinds that references are to", function()
    local sources = { ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua") }
    sources["ruleset.lua"] = core.files.read(root .. "/ruleset.lua") .. 'entity "flag" { of = ref { to = "unti" } }'
    expect(select(2, Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = sources }))
      :to_match('^entity flag: the field of: there is no kind "unti" %(did you mean "unit"%?%) %(ruleset.lua:%d+%)$')
  end)
  it("take for a reference only what is of its kind", function()
    local sources = { ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua") }
    sources["ruleset.lua"] = core.files.read(root .. "/ruleset.lua")
      .. '\nentity "unit" { foe = ref { to = "unit" }, any = ref(), post = ref { to = { "unit", "game" } } }\n'
      .. 'entity "game" { camp = place { needed = true } }\n'
    local game = new { sources = sources }
    local hash = game.world:hash()
    for line, message in pairs {
      ["set Roland side Baldwin"] = "side: Baldwin is a unit, not a side",
      ["set Roland side none"] = "side: a side is wanted",
      ["set Roland foe red"] = "foe: Red is a side, not a unit",
      ["set Roland foe Rolan"] = 'foe: there is no unit Rolan (did you mean "Roland"?)',
      ["set Roland post Red"] = "post: Red is a side, not a unit or a game",
      ["set game first none"] = "first: a side is wanted",
      ["set game actor none"] = "actor: a side is wanted",
      ["set game camp none"] = "camp: a place is wanted",
      ["set game winner Baldwin"] = "winner: Baldwin is a unit, not a side",
      ["set game actor Yard"] = "actor: there is no side Yard",
    } do
      local r = game:command(line)
      expect(r.status):to_be("refused")
      expect(r.message):to_be(message)
    end
    expect(game.world:hash()):to_be(hash)
    for _, line in ipairs { "set Roland foe Baldwin", "set Roland foe none", "set Roland any red", "set Roland side blue",
      "set game winner none" } do
      expect(game:command(line).status):to_be("done")
    end
  end)
  it("a ruling waives its rule for one command", function()
    local game = new { dice = "manual" }
    game:command("set Roland tired yes")
    expect(game:command("ruling 1.1 \"he is brave\"").status):to_be("done")
    expect(game:command("strike Baldwin by Roland").status):to_be("question")
    expect(game:answer("=4").status):to_be("done")
    expect(game:command("strike Baldwin by Roland").rule):to_be("1.1")
    expect(game:command("ruling 77.7").status):to_be("refused")
  end)
  it("a broken invariant whose figures change is the same exception", function()
    local sources = { ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua") }
    sources["ruleset.lua"] = core.files.read(root .. "/ruleset.lua") .. [[
      invariant("no side has more than nine bells", function ()
        if game.bells > 9 then return ("%d bells are too many"):format(game.bells) end
      end) ]]
    local game = new { sources = sources }
    expect(texts(game:command("set game bells 20").lines)):to_contain("20 bells are too many")
    local r = game:command("end")                 -- a bell rings
    expect(r.status):to_be("done")
    expect(game.kit.game.bells):to_be(21)
    expect(texts(r.lines):find("exception", 1, true)):to_be(nil)
    game:command("set game bells 0")
    expect(texts(game:command("set game bells 30").lines)):to_contain("exception")
  end)
  it("a broken invariant after `set` is told once and does not block", function()
    local game = new()
    local r = game:command("set game bells 1200")
    expect(r.status):to_be("done")
    expect(texts(r.lines)):to_contain("exception")
    r = game:command("end")
    expect(r.status):to_be("done")
  end)
end)

describe("why", function()
  it("shows notes, dice and sums of any command", function()
    local game = new { dice = "manual" }
    game:command("strike Baldwin by Roland")
    game:answer("66") game:answer("4") game:answer("pass")
    game:command("end")
    local why = texts(game:why(1))
    expect(why):to_contain("2d6 = 12 (6 6)")
    expect(why):to_contain("Baldwin has 1 wounds")
    expect(why):to_contain("2.2")
    local _, message = game:why(99)
    expect(message):to_contain("there is no command 99")
  end)
end)

describe("the journal", function()
  local games = outside.folder()
  local function saved(name) return new { folder = name, root_folder = games } end
  local function path(name) return games .. "/" .. name end

  it("brings a game back with the next dice, after quit and after a kill", function()
    local a, b = saved("one"), new()
    for _, game in ipairs { a, b } do
      game:command("tables")
      game:command("end")
    end
    a:close()
    local again, message = Game.resume(path "one")
    if not again then error(message) end
    expect(again.world:hash()):to_be(b.world:hash())
    again:command("tables")
    b:command("tables")
    expect(again.world:hash()):to_be(b.world:hash())
    expect(again.position):to_be(b.position)
    again:close()
  end)
  it("brings options back whose values have blanks, and whatever else a text may hold", function()
    local function weathered(values)
      local source = core.files.read(root .. "/ruleset.lua")
      local option = 'weather = { default = "fair", values = { ' .. values .. " } },"
      local changed, n = source:gsub("options = {", function(begun) return begun .. option end)
      expect(n):to_be(1)
      return { ["ruleset.lua"] = changed, ["scenarios/yard.lua"] = core.files.read(root .. "/scenarios/yard.lua") }
    end
    for i, weather in ipairs { "heavy rain", "100% fog", "parry=no %20", "a\tb", "\195\169t\195\169" } do
      local name = "options" .. i
      new { folder = name, root_folder = games, options = { weather = weather, parry = false },
        sources = weathered(("\"fair\", %q"):format(weather)) }:close()
      local again, message = Game.resume(path(name))
      if not again then error(message) end
      expect(again.kit.option_values.weather):to_be(weather)
      expect(again.kit.option_values.parry):to_be(false)
      again:close()
    end
  end)
  it("does not take the name of a piece for the place of a die", function()
    local game = saved "named"
    game:command 'set Roland name "Roland @99"'
    game:command "rest"
    for _, text in ipairs { "Roland @99", "2", "no" } do game:answer(text) end
    game:command "end"
    local position = game.position
    game:close()
    local again = assert(Game.resume(path "named"))
    expect(again.position):to_be(position)
    again:close()
  end)
  it("brings an unfinished command back to its question", function()
    local game = new { folder = "two", root_folder = games, dice = "manual" }
    game:command("strike Baldwin by Roland")
    game:answer("43")
    game:close()
    local again, message = Game.resume(path "two")
    if not again then error(message) end
    expect(again:question().spec):to_be("1d6")
    expect(again:answer("1").status):to_be("done")
    again:close()
  end)
  it("keeps undone lines and abandoned dice", function()
    local game = saved("three")
    game:command("strike Baldwin by Roland")
    if game:question() then game:answer("pass") end
    game:undo()
    game:command("end")
    game:undo()
    game:redo()
    local log, hash = texts(game:log()), game.world:hash()
    game:close()
    local again, message = Game.resume(path "three")
    if not again then error(message) end
    expect(again.world:hash()):to_be(hash)
    expect(texts(again:log())):to_be(log)
    again:close()
  end)
  it("refuses a replay that gives another hash, with the command number", function()
    local game = saved("four")
    game:command("end")
    game:command("end")
    local folder, count = game.folder, #game.nodes
    -- A record of a command whose hash is not what the rules give.
    folder:append("begin", "end")
    folder:append("done", ("0"):rep(32), { sync = true })
    game:close()
    local again, message = Game.resume(path "four")
    expect(again):to_be(nil)
    expect(message):to_contain(("command %d "):format(count + 1))
    expect(message):to_contain("state hash")
  end)
  it("refuses a second player, and lets him look", function()
    local game = saved("five")
    game:command("end")
    local second, message = Game.resume(path "five")
    expect(second):to_be(nil)
    expect(message ~= nil):to_be(true)
    local looking = Game.resume(path "five", { readonly = true })
    expect(looking.world:hash()):to_be(game.world:hash())
    expect(looking:command("end").status):to_be("refused")
    looking:close()
    game:close()
  end)
  it("takes a command back when the disk is full, and goes on when it is not", function()
    local game = saved("six")
    local hash = game.world:hash()
    local append = game.folder.append
    game.folder.append = function() return nil, "no space left on the disk" end
    local r = game:command("end")
    expect(r.status):to_be("error")
    expect(r.message):to_contain("no space left")
    expect(game.world:hash()):to_be(hash)
    game.folder.append = append
    expect(game:command("end").status):to_be("done")
    game:close()
  end)
  expect(Folder.list ~= nil):to_be(true)
end)

describe("a question", function()
  it("that nobody has answered yet comes back after a kill", function()
    local games = outside.folder()
    local game = new { folder = "early", root_folder = games, dice = "manual" }
    game:command("strike Baldwin by Roland")
    game:close()                                   -- as a kill leaves it: no answer is there
    local again, message = Game.resume(games .. "/early")
    if not again then error(message) end
    expect(again:question().spec):to_be("2d6")
    expect(again:answer("=4").status):to_be("done")
    again:close()
  end)
end)

describe("a mistake of a rule writer", function()
  local function with(change)
    local o = { sources = {} }
    for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
      o.sources[file] = core.files.read(root .. "/" .. file)
    end
    o.sources["ruleset.lua"] = o.sources["ruleset.lua"]:gsub(change[1], change[2])
    return Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = o.sources }
  end
  it("in the name of a rule is found at load, with its line", function()
    local game, message = with { 'rule%("2.3", "bleed"', 'rule("2.3", "bleeed"' }
    expect(game):to_be(nil)
    expect(message):to_match('^ruleset.lua:%d+: there is no rule named bleed %(did you mean "bleeed"%?%)$')
  end)
  it("that loops for ever is told with its line", function()
    local game = new()
    expect(game:command("loop").message):to_match("%[ruleset.lua:%d+%]$")
  end)
end)

describe("set", function()
  it("leaves the sequence of play alone, and names that can be typed back", function()
    local game = new()
    for _, line in ipairs { "set game phase 2", "set game phase_over yes", "set game passes 1" } do
      local r = game:command(line)
      expect(r.status):to_be("refused")
      expect(r.message):to_contain("kept by the sequence of play")
    end
    expect(game:command("set game turn -1").status):to_be("refused")
    expect(game:command("set red key x").message):to_be("key of a side is the ruleset's")
    expect(game:command("set red enemy red").message):to_be("enemy of a side is the ruleset's")
    for _, name in ipairs { '""', '"2"', '"a, b"', '" x"', "by", "Robert", '"a\\"b"' } do
      expect(game:command("set Roland name " .. name).status):to_be("refused")
    end
    expect(game:command('set Roland name "Roland II"').status):to_be("done")
    expect(game:command('set "Roland II" hurt 1').status):to_be("done")
  end)
end)

describe("Lua at the prompt", function()
  it("leaves no limit open when memory fails at any point of it", function()
    local game = new()
    local hash, reached = game.world:hash(), 0
    assert(game:eval "1, 2, 3")
    for n = 1, 200 do
      local failed = outside.failing(n, false, function() game:eval "1, 2, {'x'}" end)
      reached = reached + (failed and 1 or 0)
      expect(core.limits.left()):to_be(nil)
    end
    expect(reached > 5):to_be(true)
    expect(game:command("end").status):to_be("done")
    game:undo()
    expect(game.world:hash()):to_be(hash)
  end)
end)
