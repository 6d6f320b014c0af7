-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a scenario brings while it is played: reinforcements, events, victory as data; and orders
-- of battle as text. Over the two small rulesets, areas and hexes.

local Game = require "adjutant.game"
local Kit = require "adjutant.ruleset"
local Playout = require "adjutant.playout"

local folders = { duel = core.files.realpath "tests/lua/duel", skirmish = core.files.realpath "tests/lua/skirmish" }

local HEADS = {
  duel = [[return scenario { title = "t", turns = 4, first = "red",
    map = { kind = "flowers", picture = "AA BB CC", legend = { AA = "Yard", BB = "Gate", CC = "Lane" } }, ]],
  skirmish = [[return scenario { title = "t", turns = 4, first = "red",
    map = { kind = "hexes", labels = { style = "letters", first = "A1" }, rows = { ". . .", " . . .", ". . ." },
      boxes = { { name = "Depot", links = "A1" }, { name = "Harbour", links = "C1" } } }, ]],
}

local UNITS = {
  duel = 'units = "[red sword at Yard]\\nRoland\\nRobert\\n[blue sword at Gate]\\nBaldwin\\nBruno", ',
  skirmish = 'units = "[red foot]\\nOne at A1\\n[blue foot]\\nTwo at C3", ',
}

-- A game of `ruleset` whose scenario ends with `text`; raises what is wrong.
local function new(ruleset, text, more)
  local o = { ruleset = ruleset, root = folders[ruleset], scenario = "own", seed = 7,
    scenario_text = HEADS[ruleset] .. (text:find("^units =") and "" or UNITS[ruleset]) .. text .. " }" }
  for key, value in pairs(more or {}) do o[key] = value end
  local game, message = Game.new(o)
  if not game then error(message, 2) end
  return game
end

local function mistake(ruleset, text)
  local ok, message = pcall(new, ruleset, text)
  return ok and "no mistake" or message
end

-- Ends phases until turn `turn` (and side) has come; gives what was said on the way.
local function on(game, turn, side)
  local said = {}
  local function take(r)
    for _, line in ipairs(r.lines) do said[#said + 1] = line.text end
    while r.status == "question" do
      r = game:answer "1"
      for _, line in ipairs(r.lines) do said[#said + 1] = line.text end
    end
    return r
  end
  local function there()
    return game.kit.game.over or game.kit.game.turn >= turn and (not side or game.kit.game.active.key == side)
  end
  for _ = 1, 40 do
    if there() then break end
    take(game:command "end")
  end
  return table.concat(said, "\n")
end

local function unit(game, name) return game.kit:find_entity(name) end
local function place(game, name)
  local u = unit(game, name)
  return u and u.place and u.place.name
end
local function status(game)
  local list = {}
  for i, line in ipairs(game:status()) do list[i] = type(line) == "table" and line.text or line end
  return table.concat(list, "\n")
end
local function over(game) return game.kit.game.over end
local function winner(game) return game.kit.game.winner and game.kit.game.winner.key end

describe("an order of battle as text", function()
  it("has headings, words, fields and places", function()
    local game = new("duel", [==[units = [[
      [red at Yard]                         -- a comment
      Roland: sword hurt=2
      Sir Robert the Bold: pistol, tired at Yard/1
      [blue sword]
      Baldwin at Gate
      Bruno
      Bert: hurt = 1 at Lane/1
    ]] ]==])
    expect(unit(game, "Roland").hurt):to_be(2)
    expect(place(game, "Roland")):to_be("Yard/C")
    expect(unit(game, "Sir Robert the Bold").arm):to_be("pistol")
    expect(place(game, "Sir Robert the Bold")):to_be("Yard/1")
    expect(unit(game, "Bruno").side.key):to_be("blue")
    expect(place(game, "Bruno")):to_be(nil)
    expect(place(game, "Bert")):to_be("Lane/1")
    expect(unit(game, "Bert").hurt):to_be(1)
  end)
  it("may be mixed with a list, and gives the same World as one", function()
    local text = new("duel", 'units = { "Roland: red sword hurt=1 at Yard", { "Bruno", "blue sword", at = "Gate" } }')
    local list = new("duel", 'units = { { "Roland", "red sword", hurt = 1, at = "Yard" }, "Bruno: blue sword at Gate" }')
    expect(text.world:hash()):to_be(list.world:hash())
  end)
  it("names line and unit of a mistake", function()
    expect(mistake("duel", 'units = "Roland: red sword\\n\\nBruno: blue swrd"')):to_contain(
      'units, line 3 (Bruno): what is "swrd"? (did you mean "sword"?)')
    expect(mistake("duel", 'units = "Roland: red sword hrt=2"')):to_contain('there is no field "hrt" (did you mean "hurt"?)')
    expect(mistake("duel", 'units = "Roland: red sword hurt=much"')):to_contain("units, line 1 (Roland)")
    expect(mistake("duel", 'units = "A: red sword\\na: red sword"')):to_contain("units, line 1 has this name already")
    expect(mistake("duel", "units = 7")):to_contain("units: expected a list")
  end)
end)

describe("reinforcements", function()
  it("come when their turn begins", function()
    local game = new("duel", 'reinforcements = { [3] = { "Rainer: red pistol hurt=1 at Lane", note = "A horn" } }')
    expect(on(game, 2)):to_be(on(new("duel", ""), 2))
    expect(unit(game, "Rainer")):to_be(nil)
    expect(status(game)):to_contain("Expected in turn 3, at Lane: Rainer")
    local said = on(game, 3)
    expect(said):to_contain("A horn\n       Rainer arrives at Lane/C")
    expect(unit(game, "Rainer").hurt):to_be(1)
    expect(status(game):find("Expected", 1, true)):to_be(nil)
  end)
  it("are delayed by the enemy, and try again in the next turn", function()
    local game = new("duel", 'reinforcements = { [2] = "Rainer: red sword at Gate" }')
    expect(on(game, 2)):to_contain("Rainer is delayed: the enemy is at Gate/C")
    expect(status(game)):to_contain("Delayed, for Gate: Rainer")
    game:command "place Baldwin Lane"
    game:command "place Bruno Lane"
    expect(on(game, 3)):to_contain("Rainer arrives at Gate/C")
    expect(place(game, "Rainer")):to_be("Gate/C")
  end)
  it("are delayed by what the rules allow: an invariant, or the rule that they name", function()
    local game = new("skirmish", 'reinforcements = { [2] = "Three: red foot at C3" }')
    expect(on(game, 2)):to_contain("Three is delayed: the enemy is at C3")
    local kit = Kit.new()                            -- whose rules are still being made
    expect(function() kit.api.scenario_rules { room = "bleeed" } end):to_raise('names the rule "bleeed", which does not exist')
    expect(function() kit.api.scenario_rules { rom = "bleed" } end):to_raise('there is no entry "rom" (did you mean "room"?)')
  end)
  it("choose among several places, and enter by an edge", function()
    local game = new("duel", 'reinforcements = { [2] = { at = { "Lane", "Yard" }, "Rainer: red sword" } }')
    game:command "end"
    local r = game:command "end"
    expect(r.status):to_be("question")
    expect(r.question.ask):to_be("Where does Rainer arrive?")
    expect(r.question.by.key):to_be("red")
    expect(game:answer("Lane/C").status):to_be("done")
    expect(place(game, "Rainer")):to_be("Lane/C")
    -- on the hexes: A1 B1 C1 / A2 B2 C2 (shoved right) / A3 B3 C3; C3 is Two's
    local options = {}
    game = new("skirmish", 'reinforcements = { [2] = { edge = "east", "Three: red foot" } }')
    game:command "end"
    r = game:command "end"
    for i, o in ipairs(r.question.options) do options[i] = o.label end
    expect(options):to_equal { "C1", "C2" }
    game = new("skirmish", 'reinforcements = { [2] = { edge = "north", "Three: blue foot" } }')
    game:command "end"
    r = game:command "end"
    expect(#r.question.options):to_be(2)         -- A1 is One's
  end)
  it("may wait for a phase of their side", function()
    local game = new("duel", 'reinforcements = { [2] = { phase = "fight", "Bert: blue sword at Lane" } }')
    on(game, 2)
    expect(unit(game, "Bert")):to_be(nil)
    expect(on(game, 2, "blue")):to_contain("Bert arrives at Lane/C")
  end)
  it("are undone, made again and resumed with the game", function()
    local root = outside.folder() .. "/games"
    local game = new("duel", 'reinforcements = { [2] = { at = { "Lane", "Yard" }, "Rainer: red sword" } }',
      { folder = "late", root_folder = root })
    local before = game.world:hash()
    on(game, 2)
    local after = game.world:hash()
    game:undo()
    game:undo()
    expect(game.world:hash()):to_be(before)
    expect(unit(game, "Rainer")):to_be(nil)
    game:redo()
    game:redo()
    expect(game.world:hash()):to_be(after)
    game:close()
    local again = assert(Game.resume(root .. "/late"))
    expect(again.world:hash()):to_be(after)
    expect(place(again, "Rainer")):to_be("Lane/C")
    again:close()
  end)
  it("say what is wrong with them", function()
    local function wrong(text) return mistake("duel", "reinforcements = " .. text) end
    expect(wrong '{ [9] = "R: red sword at Yard" }'):to_contain("reinforcements[9]: there is no turn 9: the game has 4 turns")
    expect(wrong '{ first = {} }'):to_contain("they are listed by turn, like [3] = { ... }, not by first")
    expect(wrong '{ [2] = "R: red sword" }'):to_contain("it does not say where it arrives")
    expect(wrong '{ [2] = { edge = "est", "R: red sword" } }'):to_contain('found est (did you mean "east"?)')
    expect(wrong '{ [2] = { at = "Yrd", "R: red sword" } }'):to_contain('there is no area Yrd (did you mean "Yard"?)')
    expect(wrong '{ [2] = { at = "Yard", "Roland: red sword" } }'):to_contain("there is a unit of this name already")
    expect(wrong '{ [2] = { at = "Yard", phase = "fite", "R: red sword" } }'):to_contain('there is no phase fite')
    expect(wrong '{ [2] = { at = "Yard", plase = 1, "R: red sword" } }'):to_contain('have no "plase"')
    expect(wrong '{ [2] = { at = "Yard" } }'):to_contain("there is no unit in it")
    expect(wrong '"R"'):to_contain("expected a table by turn")
  end)
end)

describe("an event", function()
  local function fought(effects) return new("duel", "events = { " .. effects .. " }") end

  it("happens in its turn, at its beginning or its end, once", function()
    local game = fought '{ turn = 2, note = "Rain" }, { turn = 2, at = "end", note = "Night" }'
    expect(on(game, 2)):to_contain("Rain")
    local said = on(game, 3)
    expect(said):to_contain("Night")
    expect(said:find("Rain", 1, true)):to_be(nil)
  end)
  it("happens in several turns, or again and again, once a turn", function()
    local game = fought '{ turn = { 2, 3 }, points = { red = 1 } }, { from_turn = 2, once = false, points = { blue = 2 } }'
    on(game, 4)
    expect(status(game)):to_contain("Points: Red 2, Blue 6")
  end)
  it("happens at the beginning of a phase of a side", function()
    local game = fought '{ turn = 1, phase = "fight", side = "blue", note = "Blue wakes" }'
    expect(on(game, 1, "blue")):to_contain("Blue wakes")
  end)
  it("happens when something is the case", function()
    local game = fought [[{ name = "gate", when = { side = "red", holds = "Gate" }, note = "The gate is open" },
      { happened = "gate", from_turn = 2, note = "They pour in" }, { when = function () return game.bells > 5 end, note = "Bells" }]]
    expect(on(game, 2):find("open", 1, true)):to_be(nil)
    for _, line in ipairs { "place Baldwin Lane", "place Bruno Lane", "place Roland Gate" } do game:command(line) end
    local said = on(game, 3)
    expect(said):to_contain("The gate is open")
    expect(said):to_contain("They pour in")
    expect(said:find("Bells", 1, true)):to_be(nil)             -- four have rung in two turns
    expect(on(game, 4)):to_contain("Bells")
  end)
  it("throws dice, once a turn, until it comes", function()
    local game = fought '{ from_turn = 2, roll = "1d6", least = 2, note = "Fog" }'
    local said = on(game, 4)
    local _, throws = said:gsub("1d6 = ", "")
    local last = said:match("1d6 = (%d)[^\n]*\n       Fog")
    expect(last ~= nil and tonumber(last) >= 2):to_be(true)
    expect(throws <= 3):to_be(true)
  end)
  it("changes options from then on, which is undone with it", function()
    local game = fought '{ turn = 2, options = { parry = false } }, { turn = 3, options = { parry = true } }'
    local option = game.kit.api.option
    expect(option.parry):to_be(true)
    on(game, 2)
    expect(option.parry):to_be(false)
    expect(game.kit.option_values.parry):to_be(false)
    game:undo()
    expect(option.parry):to_be(true)
    game:redo()
    on(game, 3)
    expect(option.parry):to_be(true)
    local names = {}
    for name, value in pairs(game.kit.option_values) do names[#names + 1] = name .. "=" .. tostring(value) end
    expect(names):to_equal { "parry=true" }
  end)
  it("changes the odds with the option", function()
    local game = fought '{ turn = 2, options = { parry = false } }'
    -- 2d6 of 5 or more: 30/36; then a 4 or 5 wounds once, a 6 twice. Parry saves one wound on 5 or 6.
    local function chance(value)
      local odds = assert(require("adjutant.odds").of(game, "strike Baldwin by Roland"))
      for _, o in ipairs(odds.outcomes) do
        if o.reports.wounds == value then return tostring(o.weight) end
      end
      return nil
    end
    expect(game.kit.api.option.parry):to_be(true)
    on(game, 2)
    expect(chance "2"):to_be("5/36")                              -- 30/36 * 1/6
  end)
  it("sets fields, moves and removes units, and runs functions", function()
    local game = fought [[{ turn = 2, set = { { "Roland", tired = true, at = "Lane" }, { "red", points = 3 }, { "game", bells = 50 } } },
      { turn = 3, remove = { "Robert" } }, { turn = 3, set = { "Roland", at = "Gate" } },
      { turn = 3, run = function () game.bells = 7 + roll("1d6", "bell") end }]]
    on(game, 2)
    expect(unit(game, "Roland").tired):to_be(true)
    expect(place(game, "Roland")):to_be("Lane/C")
    expect(game.kit.side_by_key.red.points):to_be(3)
    expect(game.kit.game.bells):to_be(50)
    local said = on(game, 3)
    expect(unit(game, "Robert")):to_be(nil)
    expect(said):to_contain("Robert leaves the field")
    expect(said):to_contain("Roland stays where it is: the enemy is at Gate/C")
    expect(game.kit.game.bells >= 8 and game.kit.game.bells <= 13):to_be(true)
  end)
  it("brings units, at once or when there is room, and strikes off those to come", function()
    local game = fought [[{ turn = 2, units = "Rainer: red sword at Lane" },
      { turn = 2, units = { at = "Gate", "Rufus: red sword" } }]]
    local said = on(game, 2)
    expect(said):to_contain("Rainer arrives at Lane/C")
    expect(said):to_contain("Rufus is delayed: the enemy is at Gate/C")
    game = new("duel", 'reinforcements = { [3] = "Rainer: red sword at Lane" }, events = { { turn = 2, remove = "Rainer" } }')
    expect(on(game, 2)):to_contain("Rainer will not come")
    on(game, 4)
    expect(unit(game, "Rainer")):to_be(nil)
  end)
  it("ends the game", function()
    local game = fought '{ turn = 2, winner = "blue", because = "the relief is there" }'
    on(game, 3)
    expect(over(game)):to_be(true)
    expect(winner(game)):to_be("blue")
    expect(game.kit.game.verdict):to_be("the relief is there")
  end)
  it("that breaks is an error with its line, and nothing has changed", function()
    local game = fought '{ turn = 2, note = "x", run = function () local t = nil; return t.x end }'
    on(game, 1, "blue")
    local r = game:command "end"
    expect(r.status):to_be("error")
    expect(r.message):to_contain("scenarios/own.lua:2:")
    expect(game.kit.game.turn):to_be(1)
  end)
  it("says what is wrong with it", function()
    local function wrong(text) return mistake("duel", "events = { " .. text .. " }") end
    expect(wrong '{ note = "x" }'):to_contain("events[1]: it does not say when it happens")
    expect(wrong '{ turn = 2 }'):to_contain("events[1]: nothing happens in it")
    expect(wrong '{ turn = 7, note = "x" }'):to_contain("there is no turn 7")
    expect(wrong '{ trun = 2, note = "x" }'):to_contain('an event has no "trun" (did you mean "turn"?)')
    expect(wrong '{ from_turn = 3, to_turn = 2, note = "x" }'):to_contain("from_turn = 3 comes after to_turn = 2")
    expect(wrong '{ turn = 2, set = { { "Roland", hurt = "much" } } }'):to_contain("hurt is a whole number, not much")
    expect(wrong '{ turn = 2, options = { pary = false } }'):to_contain('there is no option pary (did you mean "parry"?)')
    expect(wrong '{ turn = 2, options = { parry = 3 } }'):to_contain("3 is not true or false")
    expect(wrong '{ turn = 2, set = { { "Rolnd", tired = true } } }'):to_contain('did you mean "Roland"')
    expect(wrong '{ turn = 2, set = { { "Roland", tird = true } } }'):to_contain('did you mean "tired"')
    expect(wrong '{ turn = 2, remove = "Nobody" }'):to_contain("there is no unit Nobody")
    expect(wrong '{ turn = 2, points = { green = 1 } }'):to_contain("there is no side green")
    expect(wrong '{ when = { side = "red", hold = "Gate" }, note = "x" }'):to_contain('a condition has no "hold" (did you mean "holds"?)')
    expect(wrong '{ when = { holds = "Gate" }, note = "x" }'):to_contain("holds needs a side")
    expect(wrong '{ when = { side = "red", holds = { "Gate" }, any = 2 }, note = "x" }'):to_contain("any = 2 of 1 places can never be")
    expect(wrong '{ when = { unit = "Roland" }, note = "x" }'):to_contain("what of the unit?")
    expect(wrong '{ when = {}, note = "x" }'):to_contain("the condition says nothing")
    expect(wrong '{ turn = 2, roll = "1d6", least = 7, note = "x" }'):to_contain("1d6 gives 1 to 6, so 7 is never reached")
    expect(wrong '{ turn = 2, roll = "1d6", note = "x" }'):to_contain("least = 5")
    expect(wrong '{ turn = 2, at = "noon", note = "x" }'):to_contain("expected start, end or phase")
    expect(wrong '{ happened = "dawn", note = "x" }'):to_contain("there is no event dawn")
    expect(wrong '{ name = "a", turn = 1, note = "x" }, { name = "a", turn = 2, note = "y" }'):to_contain(
      "events[2] (a): there is an event of this name already")
    expect(wrong '{ turn = 2, units = "R: red swrd at Yard" }'):to_contain('did you mean "sword"')
  end)
end)

describe("victory as data", function()
  local function won(text) return new("duel", "victory = { " .. text .. " }") end

  it("is asked at the end of any turn, of the last, or after any phase", function()
    local game = won '{ side = "red", holds = "Yard" }'
    on(game, 2)
    expect(winner(game)):to_be("red")
    expect(game.kit.game.verdict):to_be("the Red side holds Yard")
    expect(game.kit.game.turn):to_be(1)
    game = won '{ side = "red", holds = { "Yard", "Gate" }, any = 1, at = "end" }'
    on(game, 4)
    expect(over(game)):to_be(false)
    on(game, 5)
    expect(winner(game)):to_be("red")
    game = won '{ side = "red", holds = "Yard", at = "once", because = "so soon" }'
    game:command "end"
    expect(game.kit.game.verdict):to_be("so soon")
  end)
  it("counts losses, those who came and those who were taken out", function()
    local game = new("duel", [[reinforcements = { [2] = "Bert: blue sword at Lane" }, events = { { turn = 3, remove = "Bruno" } },
      victory = { { side = "red", enemy_lost = 2 } }]])
    on(game, 3)
    expect(over(game)):to_be(false)
    local schedule = game.kit.schedule
    expect(schedule:lost(game.kit.side_by_key.blue)):to_be(0)
    expect(schedule:came(game.kit.side_by_key.blue)):to_be(0)        -- one came, one left
    game.world:writable(true)
    game.world:destroy(unit(game, "Bert"))
    expect(schedule:lost(game.kit.side_by_key.blue)):to_be(1)
    game.world:destroy(unit(game, "Baldwin"))
    game.world:writable(false)
    on(game, 5)
    expect(winner(game)):to_be("red")
    expect(game.kit.game.verdict):to_be("the Red side has destroyed 2 enemy units")
  end)
  it("adds points up at the end, by a margin; a ruleset's mere end of time gives way", function()
    -- blue: 2 a turn for the Gate, four turns; red: 5 for the Yard and 1 for each enemy lost
    local text = 'points = { { side = "blue", holds = "Gate", worth = 2, at = "turn" }, '
      .. '{ side = "red", holds = { "Yard", "Lane" }, each_held = 5 }, { side = "red", each_enemy_lost = 1 } }'
    local game = won(text)
    on(game, 5)
    expect(winner(game)):to_be("blue")
    expect(game.kit.game.verdict):to_be("on points: Red 5, Blue 8")
    game = won(text .. ", margin = 4")
    on(game, 5)
    expect(winner(game)):to_be(nil)
    expect(game.kit.game.verdict):to_be("a draw: nobody has won (points: Red 5, Blue 8)")
    game = won(text .. ', margin = 4, otherwise = "red"')
    on(game, 5)
    expect(winner(game)):to_be("red")
  end)
  it("knows units by name, who is alone, and functions", function()
    local game = won '{ side = "red", unit = "Roland", reaches = { "Lane", "Gate/C" } }'
    on(game, 2)
    expect(over(game)):to_be(false)
    game:command "place Roland Lane/3"
    expect(over(game)):to_be(false)
    on(game, 3)
    expect(game.kit.game.verdict):to_be("the Red side has Roland at Lane or Gate/C")
    game = won '{ side = "red", alone = true }, { side = "blue", unit = "Robert", gone = true }'
    game.world:writable(true)
    game.world:destroy(unit(game, "Robert"))
    game.world:writable(false)
    on(game, 2)
    expect(winner(game)):to_be("blue")
    game = won '{ side = "blue", test = function () return game.bells == 4 end, because = "four bells" }'
    on(game, 3)
    expect(game.kit.game.verdict):to_be("four bells")
    expect(game.kit.game.turn):to_be(2)
  end)
  it("as a function is asked by the sequence of play where no rule asks", function()
    local game = new("skirmish", 'victory = function () if game.turn == 2 then return sides.blue, "two" end end')
    on(game, 4)
    expect(winner(game)):to_be("blue")
  end)
  it("says what is wrong with it", function()
    local function wrong(text) return mistake("duel", "victory = " .. text) end
    expect(wrong "{}"):to_contain("victory: nobody can win")
    expect(wrong '{ { holds = "Gate" } }'):to_contain("holds needs a side")
    expect(wrong '{ { side = "red" } }'):to_contain("victory[1]: how?")
    expect(wrong '{ { side = "red", holds = "Gat" } }'):to_contain('victory[1].holds: there is no area Gat (did you mean "Gate"?)')
    expect(wrong '{ { side = "red", alone = true, at = "dawn" } }'):to_contain('expected "end", "turn" or "once", found dawn')
    expect(wrong '{ { side = "red", alone = true, wrth = 2 } }'):to_contain('a way to win has no "wrth"')
    expect(wrong '{ points = { { side = "red", holds = "Gate" } } }'):to_contain("how many points?")
    expect(wrong '{ otherwise = "green" }'):to_contain("victory.otherwise: there is no side green")
    expect(wrong '{ othrwise = "red" }'):to_contain('did you mean "otherwise"')
    expect(wrong '{ { side = "red", alone = true }, margin = 0 }'):to_contain("victory.margin")
    expect(mistake("duel", 'turns = nil, victory = { { side = "red", holds = "Gate", at = "end" } }')):to_contain("turns = 6")
  end)
end)

describe("whole games", function()
  for _, case in ipairs { { "duel", "fighter" }, { "skirmish", "random" } } do
    it("with all of it play and replay to the same hash: " .. case[1], function()
      local playout = assert(Playout.new { ruleset = case[1], root = folders[case[1]], scenario = "relief",
        policy = case[2], check = "command" })
      for n = 1, 60 do
        local journal = {}
        local r = playout:play(n, journal)
        expect(r.failure):to_be(nil)
        local ok, why = playout:replay(journal)
        expect(why):to_be(nil)
        expect(ok):to_be(true)
        expect(playout.world:hash()):to_be(r.hash)
      end
    end)
  end
end)
