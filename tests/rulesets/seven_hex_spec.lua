-- SPDX-License-Identifier: GPL-3.0-or-later
-- The Seven Hex System as a whole: its ledger against the rulebook's list of rules, odds worked
-- out by hand, and whole games at random.

local Command = require "adjutant.command"
local Game = require "adjutant.game"
local Ledger = require "adjutant.ledger"
local Odds = require "adjutant.odds"

-- Every mechanical rule of the rulebook, rules 2 to 21.
local MECHANICAL = [[
2.3 2.4 3.3 3.6 3.7 3.9 3.11 4.1 4.2 4.3 4.4 4.5 5.1 5.2 5.3 6.1 6.2 6.2a 6.2b 6.2c
7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 7.9 7.10 8.2 8.3 8.4 8.5 8.6 9.1 9.2 9.3
10_note 10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 10.9 10.10 10.11 10.12 10.13 10.14 10.15 10.16
10.17 10.18 10.19 10.20 10.21 10.22 11_note 11.1 11.2 11.3 11.4 11.5 11.6 12.1 12.2
13.1 13.2 13.3 13.4 13.5 13.6 13.7 14.1 14.2 14.3 14.4 14.5 14.6 14.7 15.1
16_set-up_FB 16_set-up_Allied 16_first_move,_length 16_special 17.1 17.2 17.3 17.4
18.1 18.2 18.3 18.4 18.5 19.1 20.1 20.2 21 21.1 21.2 21.3 21.4]]

describe("seven-hex: the ledger", function()
  it("has every mechanical rule of the rulebook, in order, and no other", function()
    local wanted, found = {}, {}
    for id in MECHANICAL:gmatch("%S+") do wanted[#wanted + 1] = id:gsub("_", " ") end
    for _, row in ipairs(assert(Ledger.read("seven-hex")).rows) do
      if row.kind == "mechanical" then found[#found + 1] = row.id end
    end
    expect(found):to_equal(wanted)
    expect(#found):to_be(106)
  end)
  it("stands whole: every row is implemented and tested", function()
    local ledger = assert(Ledger.read("seven-hex"))
    for _, row in ipairs(ledger.rows) do
      if row.kind == "mechanical" and not (row.implemented and row.tested) then
        error(row.id .. " is missing")
      end
    end
    expect(ledger.problems):to_equal({})
    expect(Ledger.summary(ledger)):to_be("106 of 106 mechanical rules implemented and tested")
  end)
  it("has a case for every other reading that is an option", function()
    local ledger = assert(Ledger.read("seven-hex"))
    local titles, texts = {}, {}
    for i, case in ipairs(ledger.state.cases) do titles[i] = case.name end
    for path, text in pairs(ledger.state.kit.loader.sources) do
      if path:find("^examples/") then texts[#texts + 1] = text end
    end
    local all = table.concat(texts, "\n")
    for name in pairs(ledger.state.kit.options) do
      if not all:find(name .. " = ", 1, true) then error("no case sets the option " .. name) end
    end
  end)
end)

local function new_game(seed, options, scenario)
  return assert(Game.new { ruleset = "seven-hex", scenario = scenario or "two-villages", seed = seed,
    options = options })
end

local function shares(game, line, name)
  local found = assert(Odds.of(game, line))
  expect(found.exact):to_be(true)
  local list = {}
  for _, row in ipairs(Odds.table(found, name)) do list[row.value] = tostring(row.weight) end
  return list
end

describe("seven-hex: odds", function()
  -- Lane's Foot on Galgenhoehe: AV 5 + 2 + 1 is 8, halved 4; DV 5 + 1 - 1 is 5, halved 2. With
  -- dice a and d the margin is 2 + a - d. The order succeeds unless white - red is below -3.
  it("of one die against one, worked out by hand", function()
    local game = new_game(1)
    expect(shares(game, "attack Galgenhoehe with Lane", "order")):to_equal {
      ["carried out"] = "11/12", ["not carried out"] = "1/12" }
    expect(shares(game, "attack Galgenhoehe with Lane", "result")):to_equal {
      ["attacker wins by 4+"] = "55/216",                 -- a - d of 2 or more: 10/36
      ["attacker wins"] = "11/27",                        -- -1 to 1: 16/36
      ["tie"] = "11/108",                                 -- -2: 4/36
      ["defender wins"] = "11/72" }                       -- below: 6/36
  end)

  it("of three dice against two, by counting all faces", function()
    local game = new_game(1)
    local line = 'attack Niederlind with "Foot Guards", "Carew\'s Horse" commander "General Ashdown"'
    local best = { [2] = {}, [3] = {} }
    for k = 1, 6 do
      best[2][k] = k ^ 2 - (k - 1) ^ 2
      best[3][k] = k ^ 3 - (k - 1) ^ 3
    end
    -- AV 9 + 4 + 2 + 1 - 4 (river) - 3 (town), surrounded by nobody: 9, halved 4.
    -- DV Picardie 5 + 1, battery 1, both facing + 4: 11, halved 5; two dice of Valmont.
    local count = { win4 = 0, win = 0, tie = 0, lose = 0 }
    for a = 1, 6 do
      for d = 1, 6 do
        local margin, ways = 4 + a - 5 - d, best[3][a] * best[2][d]
        local key = margin >= 4 and "win4" or margin > 0 and "win" or margin == 0 and "tie" or "lose"
        count[key] = count[key] + ways
      end
    end
    local eleven = core.ratio.new(11, 12)
    local function share(key) return tostring(eleven * core.ratio.new(math.tointeger(count[key]), 216 * 36)) end
    expect(shares(game, line, "result")):to_equal { ["attacker wins by 4+"] = share "win4",
      ["attacker wins"] = share "win", ["tie"] = share "tie", ["defender wins"] = share "lose" }
  end)

  it("spend nothing", function()
    local game = new_game(1)
    local before, position = game.world:hash(), game.position
    assert(Odds.of(game, "attack Galgenhoehe with Lane"))
    expect(game.world:hash()):to_be(before)
    expect(game.position):to_be(position)
  end)
end)

describe("seven-hex: reach", function()
  it("tells what a unit can reach in this phase, and changes nothing", function()
    local game = new_game(1)
    local before = game.world:hash()
    local how = {}
    for _, entry in ipairs(assert(game:reach(game.kit:find_entity "Lane's Foot"))) do
      how[entry.place.name] = entry.how
    end
    expect(how["Galgenhoehe"]):to_be("attack")
    expect(how["South Farm/3"]):to_be("move")
    expect(how["Mill Meadow/C"]):to_be("move")
    expect(#assert(game:reach(game.kit:find_entity "General Ashdown"))):to_be(0)
    expect(game.world:hash()):to_be(before)
  end)
  it("says why a unit reaches nothing", function()
    local game = assert(Game.new { ruleset = "seven-hex", scenario = "blenheim", seed = 1 })
    local function why(name)
      local found, reason = game:reach(game.kit:find_entity(name))
      expect(found):to_equal({})
      return reason
    end
    expect(why "Hompesch"):to_be("it is neither in nor next to the area of its command unit")
    expect(why "Prince Eugene"):to_be("a command unit rides in its own phase")
    expect(why "Clare"):to_be("the Allied side acts now")
    assert(game:command("march Lumley's Horse to Long Down").status == "done")
    expect(why "Lumley's Horse"):to_be("it has made its strategic move")
    while game:prompt_text() ~= "T1 Allied command" do game:command "end" end
    expect(why "Hompesch"):to_be("only command units ride")
  end)
  it("is asked of a large board in one screen", function()
    local game = assert(Game.new { ruleset = "seven-hex", scenario = "blenheim", seed = 1 })
    local lines = game:map { width = 80, overview = true, style = function(text) return text end }
    expect(#lines <= 33):to_be(true)
    for _, line in ipairs(lines) do expect(#line <= 80 or line):to_be(true) end
  end)
end)

describe("seven-hex: a ruling", function()
  it("waives a rule whose number is a word, for one command", function()
    local game = new_game(1)
    local attack = "attack Galgenhoehe with Lane"
    expect(game:command("set Allied lost 12").status):to_be("done")
    expect(game:command(attack).rule):to_be("16 special")
    expect(game:command('ruling "16 special" "the umpire allows it"').status):to_be("done")
    expect(game:command(attack).status ~= "refused"):to_be(true)
  end)
end)

describe("seven-hex: the scenario two-villages", function()
  it("asks the reading of G33 who holds an empty village, as its status does", function()
    for reading, winner in pairs { present = false, last = "french" } do
      local game = new_game(1, { occupation = reading })
      local function give(line) expect(game:command(line).status):to_be("done") end
      for _, name in ipairs { "General Ashdown", "Foot Guards", "Carew's Horse", "Light Battery" } do
        give('place "' .. name .. '" "North Farm/C"')
      end
      give('place "Royal Allemand" Oberlind/C')
      give "end"                                           -- a phase ends with him there
      give('place "Royal Allemand" Kirchberg/C')
      give "set game turn 6"
      for _ = 1, 10 do
        if game:command("end").over then break end
      end
      expect(game.kit.game.over):to_be(true)
      expect(game.kit.game.winner and game.kit.game.winner.key or false):to_be(winner)
    end
  end)
end)

-- --- the whole battle -----------------------------------------------------------------------------

local function blenheim(options)
  return assert(Game.new { ruleset = "seven-hex", scenario = "blenheim", seed = 1, options = options })
end

local function count(game, side, arm)
  local n = 0
  for _, unit in ipairs(game.world:all "unit") do
    if unit.side.key == side and unit.arm == arm then n = n + 1 end
  end
  return n
end

describe("seven-hex: the scenario blenheim", function()
  it("has the forces of rule 16, fifteen turns, and the Allies move first", function()
    local game = blenheim()
    local want = { french = { 3, 27, 10, 6 }, allied = { 2, 22, 14, 4 } }
    for side, list in pairs(want) do
      for i, arm in ipairs { "command", "infantry", "cavalry", "artillery" } do
        expect(count(game, side, arm)):to_be(list[i])
      end
    end
    expect(game.kit.game.turns):to_be(15)
    expect(game.kit.game.active.key):to_be("allied")
    expect(game:phase_text()):to_be("Turn 1, Allied: Strategic Movement")
  end)

  it("names the three villages, and has 60 to 90 areas", function()
    local game = blenheim()
    local names = {}
    for _, area in ipairs(game.board.areas) do
      if area.village then names[#names + 1] = area.name end
    end
    expect(names):to_equal { "Lutzingen", "Oberglauheim", "Blenheim" }
    expect(#game.board.areas >= 60 and #game.board.areas <= 90):to_be(true)
  end)

  it("gives every unit its army's marking, quality and style", function()
    for _, unit in ipairs(blenheim().world:all "unit") do
      local army = unit.army
      expect(unit.platoon):to_be(army == "Marlborough" and unit.arm == "infantry")
      expect(unit.trotters):to_be(army == "Marlborough" and unit.arm == "cavalry")
      expect(unit.glanders):to_be(army == "Tallard" and unit.arm == "cavalry")
      expect(unit.spared):to_be((army == "Marsin" or army == "Elector") and unit.arm == "cavalry")
      expect(unit.quality):to_be(unit.arm ~= "command" and "none"
        or unit.side.key == "allied" and "exceptional" or "experienced")
      if unit.arm == "artillery" then
        expect(unit.pounds > 0 and not unit.place.central):to_be(true)
      end
    end
  end)

  it("is won only by rule 17", function()
    local game = blenheim()
    expect(game:command("set game turn 15").status):to_be("done")
    local result
    for _ = 1, 40 do
      result = game:command("end")
      if result.over then break end
    end
    expect(game.kit.game.over):to_be(true)
    expect(game.kit.game.winner.key):to_be("french")        -- nobody has moved
  end)

  it("begins with a die when the players alternate, the same in every resume", function()
    local one, two = blenheim { alternating = true }, blenheim { alternating = true }
    expect(one.world:hash()):to_be(two.world:hash())
    expect(one.kit.game.actor == one.kit.game.active):to_be(true)
  end)

  it("says in its help that map and set-up are ours", function()
    expect(blenheim().scenario.help):to_contain("ours")
  end)
end)

-- --- whole games at random ------------------------------------------------------------------------

local function pick(stream, list) return list[stream:below(#list) + 1] end

local function grow(stream, arg, args)
  local first = arg.from(args)
  if #first == 0 then return false end
  args[arg.name] = { pick(stream, first) }
  for _, unit in ipairs(arg.from(args)) do
    if unit ~= args[arg.name][1] and stream:below(3) > 0 then
      table.insert(args[arg.name], unit)
    end
  end
  return true
end

-- The commands of a phase, each as often as it stands here.
local COMMANDS = { strategic = { "march", "march", "redeploy" }, ranged_fire = { "fire" },
  orders = { "attack", "attack", "move" }, command = { "ride" } }

local function random_line(kit, stream)
  if stream:below(8) == 0 then return "end" end
  local decl = kit.commands[pick(stream, COMMANDS[kit.sequence:phase(kit.game).id])]
  local args = {}
  for _, arg in ipairs(decl.args) do
    if not arg.optional or stream:below(2) == 0 then
      local list = arg.values or arg.from(args)
      if #list == 0 then
        if not arg.optional then return "end" end
      elseif arg.list then
        grow(stream, arg, args)
      else
        args[arg.name] = pick(stream, list)
      end
    end
  end
  return Command.line(decl, args)
end

local function random_answer(kit, stream, q)
  if q.kind == "yesno" then return stream:below(2) == 0 and "yes" or "no" end
  if q.kind == "command" then
    local able = kit.commands[q.commands[1]].args[1].from({})
    if #able == 0 or stream:below(3) == 0 then return "pass" end
    return ('counter-charge "%s"'):format(pick(stream, able).name)
  elseif q.kind == "some" then
    local chosen = {}
    for i = 1, #q.options do
      if i <= q.min or stream:below(2) == 0 then chosen[#chosen + 1] = i end
    end
    return #chosen == 0 and "none" or table.concat(chosen, ",")
  end
  return tostring(stream:below(#q.options) + 1)
end

local function play(seed, options, scenario)
  local game = new_game(seed, options, scenario)
  local kit, stream = game.kit, core.rng.new(seed):stream("player")
  local commands, refused = 0, 0
  while not kit.game.over do
    local line = random_line(kit, stream)
    if line then
      local result = game:command(line)
      while result.status == "question" do
        result = game:answer(random_answer(kit, stream, result.question))
      end
      commands = commands + 1
      if result.status == "error" then
        error(("seed %d, %s: %s"):format(seed, line, result.message))
      elseif result.status == "refused" then
        refused = refused + 1
      end
    end
    if commands > 4000 then error(("seed %d does not end"):format(seed)) end
  end
  return game, commands, refused
end

describe("seven-hex: whole games at random", function()
  it("end, break no invariant and are seldom refused", function()
    local commands, refused = 0, 0
    for seed = 1, 25 do
      local _, c, r = play(seed)
      commands, refused = commands + c, refused + r
    end
    expect(refused * 5 < commands):to_be(true)
  end)
  it("do so with the optional rules, and when the players alternate", function()
    local optional = { attrition = true, first_order = true, command_focus = true }
    for seed = 1, 6 do
      play(seed, optional)
      play(seed, { alternating = true })
      play(seed, { alternating = true, attrition = true, command_focus = true, first_order = true })
    end
  end)
  it("do so on the other maps", function()
    play(1, nil, "blenheim")
    play(2, { alternating = true, attrition = true }, "blenheim")
    play(3, nil, "blenheim-village")
  end)
  it("go the same way twice", function()
    local one, two = play(77), play(77)
    expect(one.world:hash()):to_be(two.world:hash())
    expect(one.world:hash()):to_be(one.world:hash_slow())
  end)
  it("are taken back to the start and made again, command by command", function()
    local game = play(5)
    local last = game.world:hash()
    while game.current.parent do
      if game:undo(1).status ~= "done" then break end
    end
    expect(game.world:hash()):to_be(new_game(5).world:hash())
    while game:redo(1).status == "done" do end
    expect(game.world:hash()):to_be(last)
  end)
end)
