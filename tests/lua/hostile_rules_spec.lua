-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a rule may do to the functions of the rules API, in a game. Each ends in an error that begins with
-- the rule's own line, or in nothing; the World is as before, the next command works, and no place of
-- the program is told.
local Game = require "adjutant.game"

local root = core.files.realpath "tests/lua/duel"
local yard = core.files.read(root .. "/scenarios/yard.lua")
local ruleset = core.files.read(root .. "/ruleset.lua")
local _, LINES = ruleset:gsub("\n", "")
local PLACE = ("ruleset.lua:%d: "):format(LINES + 2)

-- A game in which the command `attack` does what `body` says; more: what the ruleset declares besides.
local function game_with(body, more)
  local game, message = Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root,
    sources = { ["scenarios/yard.lua"] = yard, ["ruleset.lua"] = ruleset
      .. 'command "attack" { help = "Attacks.", args = {}, run = function ()\n' .. body .. "\nend }\n" .. (more or "") } }
  if not game then error(message, 0) end
  return game
end

local function goes_on(game)
  local before = game.kit.game.bells
  expect(game:command("set game bells " .. (before + 3) % 900).status):to_be "done"
  expect(game:undo().status):to_be "done"
  expect(game.kit.game.bells):to_be(before)
end

-- No place of the program, no address, and nothing that only who knows its inside can understand.
local function tells_nothing(message)
  if message:find "0x%x%x%x%x" or message:find("lua/adjutant", 1, true) or message:find("attempt to", 1, true) then
    error(message, 0)
  end
end

-- body; what is said. "" for a command that is done.
local ATTACKS = {
  { 'choose { by = game.active, ask = {}, from = { 1, 2 } }', "choose: `ask` is a text, not a table" },
  { 'choose { by = game.active, ask = 5, kind = "yesno" }', "choose: `ask` is a text, not a number" },
  { 'choose { by = game.active, rule = {}, kind = "yesno" }', "choose: `rule` is a text" },
  { 'choose("who")', "choose: a question is a table" },
  { 'choose()', "choose: a question is a table" },
  { 'choose { kind = "some", from = { "a", "b", "c" }, min = 0.5 }', "min and max must be whole numbers" },
  { 'choose { kind = "some", from = { "a", "b", "c" }, min = "x" }', "min and max must be whole numbers" },
  { 'choose { kind = "some", from = { "a", "b", "c" }, max = {} }', "min and max must be whole numbers" },
  { 'choose { kind = "some", from = { "a", "b", "c" }, min = 2, max = 1 }', "nothing lies between 2 and 1" },
  { 'choose { kind = "count", min = 1, max = 2.5 }', "min and max must be whole numbers" },
  { 'choose { from = { "a", nil, "c" } }', "hole at 2" },
  { 'choose { from = "abc" }', "must be a list" },
  { 'choose { kind = {}, from = { 1, 2 } }', "unknown kind" },
  { 'choose { from = { { value = 1, label = {} }, { value = 2, label = "b" } } }', "a label is a text, not a table" },
  { 'choose { from = { { value = 1, label = print }, "b" } }', "a label is a text, not a function" },
  { 'react { commands = {} }', "lists the names" },
  { 'react { commands = { "nope" } }', "there is no command" },
  { 'react { ask = {}, commands = { "parry" } }', "react: `ask` is a text" },
  { 'react(5)', "react: a question is a table" },
  { 'roll("1d6", {})', "roll: the reason is a text, not a table" },
  { 'roll_as("1d6", print, print)', "roll_as: the reason is a text, not a function" },
  { 'faces("1d6", 5)', "faces: the reason is a text, not a number" },
  { 'roll({}, "x")', "the dice are given as text" },
  { 'roll(nil, "x")', "the dice are given as text" },
  { 'roll(game, "x")', "no field" },
  { 'roll("1d6+" .. ("1"):rep(1000), "x")', "column" },
  { 'draw("abc", "x")', "draw: a list is wanted, not a string" },
  { 'draw({}, "x")', "the list is empty" },
  { 'draw({ 1, 2 }, {})', "draw: the reason is a text" },
  { 'note()', "note: what is said is a text, not missing" },
  { 'note("1", {})', "note: what is said is a text, not a table" },
  { 'note({}, "x")', "note: the number of the rule is a text" },
  { 'report({}, 1)', "report: the name is a text" },
  { 'report()', "report: the name is a text, not missing" },
  { 'for i = 1, 30000 do report("n", i) end', "too many reports in one command" },
  { 'refuse()', "refuse: the number of the rule is a text, not missing" },
  { 'refuse("1")', "refuse: why is a text, not missing" },
  { 'refuse_if({}, true, "x")', "refuse_if: the number of the rule is a text" },
  { 'stage({}, {})', "must be a function" },
  { 'aside(5)', "must be a function" },
  { 'map.distance("a", "b")', "must be an area of this map" },
  { 'map.area({})', "there is no area" },
  { 'map.neighbour(map.areas[1], 1.5)', "direction 0 to 5" },
  { 'map.field_of_fire(map.hexes[2], math.maxinteger)', "range from 0 to 100" },
  { 'map.areas[1].neighbours[1] = 5', "read-only" },
  { 'table.sort(map.areas)', "read-only" },
  { 'sides.red = nil', "read-only" },
  { 'charts.wound = nil', "named while the ruleset loads" },
  { 'rules.bleed = print', "read-only" },
  { 'game = nil', "is not declared" },
  { 'reach(nil, "foot", map.areas[1], 3)', "argument 1 must be made by movement_costs" },
  { 'local t = tally("t") while true do t:add(1, "1", "x") end', "at most 1000 steps" },
  { 'tally("t"):add(math.maxinteger, "1", "x"):add(1, "1", "x")', "" },
  { 'all("unit")[1].hurt = 1 << 40', "" },
  { 'all("unit")[1].hurt = 0.5', "" },
  { 'all("unit")[1].name = ("x"):rep(70000)', "at most 65536 bytes" },
  { 'all("unit")[1].place = map.areas[1]', "" },
  { 'local u = all("unit")[1] eliminate(u) u.hurt = 1', "" },
  { 'local u = all("unit")[1] eliminate(u) eliminate(u)', "" },
  { 'local u = create("unit", { name = "x" }) append(u, u)', "" },
  { 'create("nope", {})', "" },
  { 'create("unit", { nope = 1 })', "" },
  { 'create("game", {})', "there is one game" },
  { 'create("side", { key = "green" })', "the sides are those of the ruleset" },
  { 'eliminate(game)', "there is one game" },
  { 'eliminate(sides.red)', "the sides are those of the ruleset" },
  { 'eliminate()', "eliminate: it takes a piece, not nil" },
  { 'eliminate("Bearn")', "eliminate: it takes a piece, not Bearn" },
  { 'for u in all "unit" do eliminate(u) end', "for goes through a list by ipairs(list)" },
  { 'append(sides.red, 5)', "" },
  { 'local x = tally("x")[{}]', "a tally has no table (" },
  { 'local x = tally("x")[print]', "a tally has no function (" },
  { 'option[{}] = 1', "cannot set `table`" },
  { 'charts.wound:roll("1d6", {})', "the reason is a text, not a table" },
  { 'charts.wound:at({}, {})', "" },
  { 'charts.wound:at({ "x", 1 })', "" },
  { 'game.bells = 0/0', "is a whole number, not nan" },
  { 'game.turn = math.maxinteger + 1 game.turn = game.turn - 1', "" },
}

-- Done, and what stands in the log; more than a person can read is cut, circles have an end.
local HARMLESS = {
  { 'local t = {} t[1] = t note("1", "{t}", { t = t })', "..." },
  { 'local t = {} for i = 1, 100000 do t = { t } end note("1", "{t}", { t = t })', "..." },
  { 'local t = { "x", "y" } for i = 1, 40 do t = { t, t } end report("t", t) note("1", "done")', "done" },
  { 'note("1", "{t.nope.nope} {game.nope}", { t = 5, game = game })', "{t.nope.nope} {game.nope}" },
  { 'note("1", "{f}", { f = print })', "function" },
  { 'note("1", "{a} {b} {c}", { a = charts, b = rules, c = { charts } })', "charts rules" },
}

-- While the files are loaded there is no game.
local TOO_EARLY = {
  { 'create("unit", {})', "there is no game yet" },
  { 'eliminate(5)', "there is no game yet" }, { 'append(5, 5)', "there is no game yet" },
  { 'all "unit"', "" }, { 'game_over()', "" }, { 'end_phase()', "" }, { 'print(game.turn)', "" },
  { 'charts.x = grid(5)', "" }, { 'entity("zz", { a = text(("x"):rep(1000000)) })', "at most 65536 bytes" },
  { 'entity("unit", { name = int(0) })', "another kind" }, { 'rule("9", {}, print)', "" },
  { 'rule({}, "x", print)', "" }, { 'command({}, {})', "" }, { 'command "foo" (5)', "" },
  { 'invariant({}, {})', "" }, { 'status(5)', "" }, { 'sequence(5)', "" },
  { 'outcomes({}, {})', "" }, { 'policy("p", 5)', "" }, { 'told(5)', "" }, { 'sheet(5, 5)', "" },
  { 'inquiry("zz", 5)', "" }, { 'ruleset(5)', "" }, { 'movement_costs(5)', "" }, { 'line_of_sight(5)', "" },
  { 'local t = {} t.like = t movement_costs { rule = "1", title = "x", foot = t }', "" },
  { 'movement_costs { rule = "1", title = "x", a = { like = "b" }, b = { like = "a" } }', "" },
  { 'require(5)', "" }, { 'require "..x"', "" }, { 'require "ruleset"', "circle" },
  { 'ground_rule("7", "zz", 5)', "" }, { 'one_of(5)', "" }, { 'entity("zz", { a = one_of {} })', "" },
  { 'entity("zz", { a = int(5, { min = 9, max = 1 }) })', "" }, { 'values(5)', "" }, { 'modifiers(5)', "" },
  { 'while true do end', "budget" },
}

describe("a rule that abuses the API", function()
  for _, attack in ipairs(ATTACKS) do
    it(attack[1]:sub(1, 70), function()
      local game = game_with(attack[1])
      local hash = game.world:hash()
      local r = game:command "attack"
      expect(r.status):to_be "error"
      expect(r.message):to_contain(attack[2])
      if r.message:sub(1, #PLACE) ~= PLACE then error("where? " .. r.message, 0) end
      tells_nothing(r.message)
      expect(game.world:hash()):to_be(hash)
      goes_on(game)
    end)
  end
  for _, case in ipairs(HARMLESS) do
    it(case[1]:sub(1, 70), function()
      local game = game_with(case[1])
      local r = game:command "attack"
      expect(r.status):to_be "done"
      expect(r.lines[1].text or r.lines[1]):to_contain(case[2])
      goes_on(game)
    end)
  end
  it("changes nothing where it says what must hold", function()
    local game, n = game_with("game.bells = 7",
      'invariant("count", function() if game.bells == 7 then game.turn = game.turn + 1 end end)')
    n = game.kit.game.turn
    local r = game:command "attack"
    expect(r.status):to_be "error"
    expect(r.message):to_contain("the World changes only inside a command")
    expect(game.kit.game.turn):to_be(n)
    goes_on(game)
  end)
  it("fills no memory that later commands want", function()
    local function held()
      for _ = 1, 3 do collectgarbage() end
      return (core.limits.heap())
    end
    local THROWS = 'for _ = 1, 19000 do n = n + 1 roll("0d6+" .. n, "9 idle") end'
    for body, most in pairs { [THROWS .. ' error "no"'] = 3 << 19, [THROWS] = 4 << 20 } do
      local game = game_with("end }\nlocal n = 0\ncommand \"throw\" { help = \"x\", args = {}, run = function ()\n" .. body)
      game:command "throw"
      local before = held()
      game:command "throw"
      local grown = held() - before
      if grown > most then error(("%s: %d bytes"):format(body, grown), 0) end
    end
  end)
  it("has its messages cut", function()
    for _, body in ipairs { 'error(("x y "):rep(262000))', 'refuse("1", ("x y "):rep(262000))',
      'error(("x"):rep(1000000))' } do
      local game = game_with(body)
      local r = game:command "attack"
      expect(#r.message < 9000):to_be(true)
      goes_on(game)
    end
  end)
  it("is asked nothing that cannot be shown, and the game goes on from there", function()
    local game = game_with 'local t = { "a", "b" } t[3] = t choose { by = game.active, ask = "Q?", from = t }'
    expect(game:command("attack").status):to_be "question"
    expect(#game:question().options[3].label < 200):to_be(true)
    expect(game:answer("a").status):to_be "done"
    goes_on(game)
  end)
end)

describe("a ruleset that abuses the API while it is loaded", function()
  for _, case in ipairs(TOO_EARLY) do
    it(case[1]:sub(1, 70), function()
      local ok, message = pcall(game_with, "", case[1])
      expect(ok):to_be(false)
      expect(message):to_contain(case[2])
      if not message:find("ruleset.lua", 1, true) then error("where? " .. message, 0) end
      tells_nothing(message)
    end)
  end
end)
