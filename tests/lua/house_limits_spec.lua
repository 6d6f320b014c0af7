-- SPDX-License-Identifier: GPL-3.0-or-later
-- A house rule may use no more than the ruleset it changes: every limit, reached while its file is
-- loaded and while a command runs, ends that alone, with one line, and the state as before.

local Game = require "adjutant.game"
local House = require "adjutant.house"

local root = core.files.realpath("tests/lua/duel")

local function sources()
  local list = {}
  for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
    list[file] = core.files.read(root .. "/" .. file)
  end
  return list
end

-- A kit of duel with the text as a house rule, within small limits: kit, message.
local function load(text, limits)
  return House.kit { folder = root, name = "duel", sources = sources(), limits = limits,
    houses = { { path = "greedy.lua", text = text } } }
end

local function refused(text, limits)
  local kit, message = load(text, limits)
  if kit then error("it loads", 2) end
  return message
end

-- A game of duel with the text as a house rule.
local function game_with(text)
  local game, message = Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = sources(),
    dice = "live", houses = { { path = "greedy.lua", text = text } } }
  return game or error(message, 2)
end

local function changing(body, before)
  return ("%s return house \"greedy\" { base = \"duel\", rules = {\n  may_strike = function (original, unit)\n"
    .. "%s\n    return original(unit)\n  end } }"):format(before or "", body)
end

-- Gives the command in a game whose rule has that body; its result, and the game. The state must be
-- as before, and the next command must work.
local function struck(body, limits, before)
  local game = game_with(changing(body, before))
  local usual, hash = game.limits, game.world:hash()
  game.limits = limits or usual
  local r = game:command("strike Baldwin by Roland")
  expect(r.status):to_be("error")
  expect(game.world:hash()):to_be(hash)
  game.limits = usual
  expect(game:command("end").status):to_be("done")
  return r
end

local function texts(lines)
  local list = {}
  for i, l in ipairs(lines) do list[i] = l.text end
  return table.concat(list, "\n")
end

describe("while its file is loaded", function()
  it("a house rule may not run for ever", function()
    expect(refused("while true do end", { instructions = 1000000 })):to_be(
      "stopped: loading used up its budget of instructions (does a file loop for ever?) [greedy.lua:1]")
    expect(refused("\nlocal function f() return f() end return f()", { instructions = 1000000 })):to_be(
      "stopped: loading used up its budget of instructions (does a file loop for ever?) [greedy.lua:2]")
  end)
  it("it may not take all the time", function()
    local start = outside.seconds()
    expect(refused("while true do end", { cpu_ms = 100 })):to_be(
      "stopped: loading used up its time (does a file loop for ever?) [greedy.lua:1]")
    expect(outside.seconds() - start < 5):to_be(true)
  end)
  it("it may not fill the memory", function()
    expect(refused("local t = {}\nwhile true do t[#t + 1] = {} end", { heap = core.limits.heap() + (8 << 20) }))
      :to_be("stopped: loading used up its memory [greedy.lua:2]")
  end)
  it("nor where a game begins with it; the message names its line", function()
    local game, message = Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = sources(),
      dice = "live", houses = { { path = "greedy.lua", text = "\nwhile true do end" } } }
    expect(game):to_be(nil)
    expect(message):to_be("stopped: loading used up its budget of instructions (does a file loop for ever?) [greedy.lua:2]")
  end)
  it("it may not nest for ever", function()
    expect(refused "local function f() return 1 + f() end return f()"):to_be(
      "stopped: loading used up its memory [greedy.lua:1]")
    expect(refused('return house "greedy" { base = "duel", options = ' .. ("{ a = "):rep(300) .. "1" .. ("}"):rep(300)
      .. "}")):to_be("greedy.lua:1: C stack overflow")
  end)
  it("it may not be longer than 1 MiB", function()
    local half = ("-- a long story\n"):rep(40000)
    expect(refused(half .. half)):to_be("greedy.lua: longer than 1 MiB")
  end)
  it("it says nothing: what it prints is for nobody", function()
    local kit = load('for i = 1, 200000 do print("a line that nobody will ever see") end return house "greedy" { base = "duel" }')
    expect(kit ~= nil):to_be(true)
  end)
  it("it cannot reach what no script may", function()
    for _, word in ipairs { "io", "os", "debug", "core", "load", "dofile", "setmetatable", "rawset" } do
      expect(refused(("local x = %s"):format(word))):to_contain("greedy.lua:1: ")
    end
    expect(refused "steal = 4"):to_contain("greedy.lua:1: ")
    expect(refused "rules.hits = 4"):to_contain("greedy.lua:1: ")
    expect(refused "option.parry = false"):to_contain("greedy.lua:1: ")
  end)
  it("throwing dice or changing the World is refused", function()
    expect(refused 'roll("1d6")'):to_contain("dice, choices and notes belong inside a command")
    expect(load 'create("unit", {})'):to_be(nil)
  end)
  it("a stack has an end", function()
    local houses = {}
    for i = 1, 33 do houses[i] = { path = i .. ".lua", text = ('return house "h%d" { base = "duel" }'):format(i) } end
    local kit, message = House.kit { folder = root, name = "duel", sources = sources(), houses = houses }
    expect(kit):to_be(nil)
    expect(message):to_be("more than 32 house rules in one stack")
    houses[33] = nil
    expect(#assert(House.kit { folder = root, name = "duel", sources = sources(), houses = houses }).houses):to_be(32)
  end)
end)

describe("while a command runs", function()
  it("a house rule may not run for ever", function()
    local r = struck("    while true do end", { instructions = 1000000 })
    expect(r.limit):to_be("instructions")
    expect(r.message):to_be("stopped: the command used up its budget of instructions (does a rule loop for ever?) "
      .. "[greedy.lua:3]")
  end)
  it("it may not take all the time", function()
    local r = struck("    while true do end", { cpu_ms = 100 })
    expect(r.limit):to_be("cpu")
    expect(r.message):to_contain("[greedy.lua:3]")
  end)
  it("it may not fill the memory", function()
    local r = struck("    local t = {}\n    while true do t[#t + 1] = {} end", { heap = core.limits.heap() + (8 << 20) })
    expect(r.limit):to_be("memory")
    expect(r.message):to_contain("[greedy.lua:4]")
  end)
  it("it may not nest for ever, through the rule or through its original", function()
    expect(struck("    rules.may_strike(unit)").message):to_contain(
      "rules call each other more than 150 deep: may_strike (greedy) -> may_strike (greedy)")
    expect(struck("    local function f() return 1 + f() end\n    f()").message):to_be(
      "stopped: the command used up its memory of 64 MiB [greedy.lua:3]")
  end)
  it("it keeps no state outside the World", function()
    expect(struck("    seen.n = seen.n + 1", nil, "local seen = { n = 0 }").message):to_contain(
      "greedy.lua:3: this table is read-only: cannot set `n`")
  end)
  it("what it prints ends at 1 MiB, and the state does not depend on it", function()
    local quiet, loud = game_with(changing ""), game_with(changing '    for i = 1, 2000 do print(("x"):rep(1000)) end')
    local a, b = quiet:command("strike Baldwin by Roland"), loud:command("strike Baldwin by Roland")
    local size = 0
    for _, l in ipairs(b.lines) do size = size + #l.text + 1 end
    expect(size > 500000 and size < 1048576):to_be(true)
    expect(texts(b.lines)):to_contain("(output of more than 1 MiB is cut here)")
    expect(b.status):to_be(a.status)
    expect(loud.world:hash()):to_be(quiet.world:hash())
  end)
  it("the World that a rule changed before it failed is as before", function()
    local r = struck("    unit.hurt = 2\n    game.bells = 9\n    local nothing = nil\n    nothing.field = 1")
    expect(r.message):to_contain("greedy.lua:6: ")
  end)
  it("a limit that is reached while odds are worked out changes nothing", function()
    local game = game_with(changing "    while true do end")
    local hash = game.world:hash()
    local found = require("adjutant.odds").of(game, "strike Baldwin by Roland",
      { budget = 10, limits = { cpu_ms = 200 } })
    expect(found):to_be(nil)
    expect(game.world:hash()):to_be(hash)
  end)
end)
