-- SPDX-License-Identifier: GPL-3.0-or-later
-- What house rules change, as it is told: by comparing kits, under charts and rules, behind `why`,
-- and in the odds of a command.

local Game = require "adjutant.game"
local House = require "adjutant.house"
local HouseText = require "adjutant.house_text"
local Kit = require "adjutant.ruleset"
local Odds = require "adjutant.odds"

local root = core.files.realpath("tests/lua/duel")
local RULESET = core.files.read(root .. "/ruleset.lua")
local YARD = core.files.read(root .. "/scenarios/yard.lua")

local HARDER = [[
-- Blows that hit go deeper.
return house "harder" {
  base = "duel", title = "Harder blows", note = "A hit always wounds.",
  options = { parry = false },
  charts = { wound = { [1] = 1, [6] = 3 } },
  rules = {
    -- All hit who throw a four.
    hits = function (original, unit)
      return roll_as("2d6", "2.1 strike", function (total) return total >= 4 end, unit.side)
    end,
  },
}
]]

local function kit_of(ruleset, ...)
  local houses = {}
  for i, text in ipairs { ... } do houses[i] = { path = string.char(96 + i) .. ".lua", text = text } end
  local kit, message = Kit.load(root, "duel", { ["ruleset.lua"] = ruleset, ["scenarios/yard.lua"] = YARD }, houses)
  return kit or error(message, 2)
end

local function told(a, b)
  local list = {}
  for i, c in ipairs(House.diff(a, b)) do
    list[i] = ("%s %s: %s -> %s%s%s"):format(c.what, c.key, c.before, c.after, c.where and " @" .. c.where or "",
      c.house and " by " .. c.house or "")
  end
  return list
end

local function texts(lines)
  local list = {}
  for i, l in ipairs(lines) do
    local parts = {}
    for k, part in ipairs(type(l) == "table" and l or {}) do parts[k] = type(part) == "table" and part.text or part end
    list[i] = (type(l) == "string" and l or l.text or table.concat(parts)):gsub("%s+$", "")
  end
  return list
end

-- The ruleset with a piece of its text replaced.
local function edited(from, to)
  local start, stop = RULESET:find(from, 1, true)
  if not start then error("the ruleset has no " .. from, 2) end
  return RULESET:sub(1, start - 1) .. to .. RULESET:sub(stop + 1)
end

describe("the difference of two kits", function()
  it("is nothing between two loads of the same", function()
    expect(told(kit_of(RULESET), kit_of(RULESET))):to_equal {}
    expect(told(kit_of(RULESET, HARDER), kit_of(RULESET, HARDER))):to_equal {}
  end)
  it("names every cell, rule and option of a house rule, with its place", function()
    expect(told(kit_of(RULESET), kit_of(RULESET, HARDER))):to_equal {
      "option parry: yes -> no @a.lua:4:15 by harder",
      "cell wound[up to 3]: 0 -> 1 @a.lua:5:24 by harder",
      "cell wound[6 or more]: 2 -> 3 @a.lua:5:33 by harder",
      "rule 2.1 hits: ruleset.lua:29 -> a.lua:8:5 @a.lua:8:5 by harder" }
  end)
  it("goes backwards too", function()
    expect(told(kit_of(RULESET, HARDER), kit_of(RULESET))):to_equal { "option parry: no -> yes (yes, no) @ruleset.lua:7:15",
      "cell wound[up to 3]: 1 -> 0 @ruleset.lua:15:1", "cell wound[6 or more]: 3 -> 2 @ruleset.lua:15:1",
      "rule 2.1 hits: a.lua:8:5 -> ruleset.lua:29 @ruleset.lua:29" }
  end)
  it("tells fields, kinds, phases, commands and the rest", function()
    expect(told(kit_of(RULESET), kit_of(RULESET, [[
rule("9.3", "pang", function () end)
invariant("none", function () end)
sheet("unit", function () end)
return house "much" { base = "duel",
  options = { fog = { default = false, values = { false, true } } },
  entities = { unit = { hurt = int(0, { max = 4 }), fatigue = int(0) }, trench = { place = place() } },
  sequence = { { insert = { id = "dig", name = "Dig", actor = "both" }, after = "fight" }, { remove = "bell" } },
  commands = { dig = { phases = { "dig" }, run = function () end }, idle = { replace = true, help = "Still." } },
}]]))):to_equal { "invariant none: - -> new @a.lua:2:1 by much", "sheet unit: - -> new @a.lua:3:1 by much",
      "option fog: - -> no (no, yes) @a.lua:5:15 by much", "rule 9.3 pang: - -> a.lua:1 @a.lua:1 by much",
      "kind trench: - -> new @a.lua:6:73 by much", "field trench.place: - -> place @a.lua:6:84 by much",
      "field unit.fatigue: - -> int 0 @a.lua:6:53 by much",
      "field unit.hurt: int 0, 0 to 3 -> int 0, 0 to 4 @a.lua:6:25 by much",
      "phase bell: Bell, automatic church_bell -> - @a.lua:7:92 by much",
      "phase dig: - -> after fight: Dig, actor both @a.lua:7:16 by much",
      "command dig: - -> dig, in dig @a.lua:8:16 by much", "command idle: idle -> idle @a.lua:8:69 by much" }
  end)
  it("tells a chart of other rows cell by cell", function()
    expect(told(kit_of(RULESET), kit_of(RULESET, [[
return house "w" { base = "duel", charts = { wound = grid { title = "Wounds", rows = "1d6",
  { upto = 3, 0 }, { beyond = 3, 2 } } } }]]))):to_equal {
      "chart wound: 2.2  Wounds  [printed] -> 2.2  Wounds  [house] @a.lua:1:46 by w",
      "cell wound[4 or more]: - -> 2 @a.lua:1:46 by w", "cell wound[4-5]: 1 -> - @a.lua:1:46 by w",
      "cell wound[6 or more]: 2 -> - @a.lua:1:46 by w" }
  end)
  it("tells what was edited in a ruleset: cells, a rule's program, new rules", function()
    expect(told(kit_of(RULESET), kit_of(edited("{ upto = 3, 0 }", "{ upto = 3, 1 }")))):to_equal {
      "cell wound[up to 3]: 0 -> 1 @ruleset.lua:15:1" }
    expect(told(kit_of(RULESET), kit_of(edited("total >= 5", "total >= 6")))):to_equal {
      "rule 2.1 hits: ruleset.lua:29 -> ruleset.lua:29 @ruleset.lua:29" }
    expect(told(kit_of(RULESET), kit_of(edited('rule("5.3"', 'rule("5.4", "more", function () end)\nrule("5.3"'))))
      :to_equal { "rule 5.4 more: - -> ruleset.lua:132 @ruleset.lua:132" }
    expect(told(kit_of(RULESET), kit_of(edited('default = true', 'default = false')))):to_equal {
      "option parry: yes (yes, no) -> no (yes, no) @ruleset.lua:7:15" }
    expect(told(kit_of(RULESET), kit_of(edited('game.bells = 99', 'game.bells = 98')))):to_equal {
      "command crash: crash -> crash @ruleset.lua:111" }
  end)
  it("does not tell what only moved, or a comment", function()
    expect(told(kit_of(RULESET), kit_of(edited("charts.wound", "-- another word\n\n\ncharts.wound")))):to_equal {}
    expect(told(kit_of(RULESET), kit_of(edited("total >= 5", "total  >=  5 --[[ five ]]\n")))):to_equal {}
  end)
  it("names a file whose change it cannot place", function()
    expect(told(kit_of(RULESET), kit_of(edited("bells are below 1000", "bells are below 1000"))) ):to_equal {}
    expect(told(kit_of(RULESET), kit_of(edited("if game.bells >= 1000", "if game.bells >= 1001")))):to_equal {
      "file ruleset.lua: - -> changed" }
  end)
  it("is one house rule's on top of another's", function()
    local second = 'return house "softer" { base = "duel", charts = { wound = { [1] = 0, [4] = 0 } } }'
    expect(told(kit_of(RULESET, HARDER), kit_of(RULESET, HARDER, second))):to_equal {
      "cell wound[up to 3]: 1 -> 0 @b.lua:1:61 by softer", "cell wound[4-5]: 1 -> 0 @b.lua:1:70 by softer" }
  end)
end)

describe("the difference as text", function()
  it("is aligned, house rule by house rule, with titles, notes and conflicts", function()
    local second = 'return house "softer" { base = "duel", charts = { wound = { [1] = 0, [4] = 0 } } }'
    local kit = kit_of(RULESET, HARDER, second)
    local lines = texts(HouseText.diff(House.diff(kit_of(RULESET), kit), kit.houses, kit.house_conflicts))
    expect(lines):to_equal {
      "harder: Harder blows  (a.lua)", "  A hit always wounds.",
      "  option  parry             yes -> no                  a.lua:4:15",
      "  cell    wound[6 or more]  2 -> 3                     a.lua:5:33",
      "  rule    2.1 hits          instead of ruleset.lua:29  a.lua:8:5",
      "softer  (b.lua)",
      "  cell  wound[4-5]  1 -> 0  b.lua:1:70",
      "cell wound[up to 3]: harder (a.lua:5:24) and softer (b.lua:1:61) both change it; softer counts, it stands "
        .. "after harder" }
  end)
  it("says so when there is nothing", function()
    expect(texts(HouseText.diff({}, nil, nil))):to_equal { "nothing is changed" }
  end)
  it("is JSON too", function()
    local kit = kit_of(RULESET, HARDER)
    local data = HouseText.diff_data(House.diff(kit_of(RULESET), kit), kit, "duel")
    local back = assert(core.json.decode(core.json.encode(data)))
    expect(back.ruleset):to_be("duel")
    expect(back.houses[1].name):to_be("harder")
    expect(back.houses[1].sha256):to_be(core.files.sha256(HARDER))
    expect(#back.changes):to_be(4)
    expect(back.changes[2].key):to_be("wound[up to 3]")
    expect(back.changes[2].after):to_be("1")
    expect(#back.conflicts):to_be(0)
    expect(core.json.encode(HouseText.diff_data({}, kit_of(RULESET), "duel"))):to_contain('"changes":[]')
  end)
end)

local function game_with(...)
  local houses = {}
  for i, text in ipairs { ... } do houses[i] = { path = string.char(96 + i) .. ".lua", text = text } end
  return assert(Game.new { ruleset = "duel", scenario = "yard", seed = 7, root = root,
    sources = { ["ruleset.lua"] = RULESET, ["scenarios/yard.lua"] = YARD }, houses = houses })
end

describe("a game under house rules", function()
  it("shows the rules in force", function()
    expect(texts(game_with(HARDER):rules_lines())):to_equal { "Duel", "  ruleset duel, test",
      "  options: parry no (harder)", "house rule", "  1  harder: Harder blows  (a.lua)  4 changes",
      "     A hit always wounds.", "`rules diff` shows what they change" }
    expect(texts(game_with():rules_lines())):to_equal { "Duel", "  ruleset duel, test", "  no house rules" }
  end)
  it("shows what is changed under a chart and a rule", function()
    local game = game_with(HARDER)
    expect(texts(game:chart "wound")):to_equal { "2.2  Wounds  [printed]", "  1d6", "  up to 3     1*",
      "  4-5          1", "  6 or more   3*", "  * house: ours, or of a house rule",
      "  * harder: [up to 3] was 0 (a.lua:5:24)", "  * harder: [6 or more] was 2 (a.lua:5:33)" }
    local rule = table.concat(texts(game:rule "2.1"), "\n")
    expect(rule):to_contain("2.1  hits\n    The strike: 2d6, five or more hits.\n    changed by harder (a.lua:8:5)")
    local source = table.concat(texts(game:rule("2.1", true)), "\n")
    expect(source):to_contain("total >= 5")
    expect(source):to_contain('    hits = function (original, unit)\n      return roll_as("2d6", "2.1 strike", '
      .. "function (total) return total >= 4 end, unit.side)\n    end")
  end)
  it("names them under the charts, options and commands of a rule", function()
    local game = game_with(HARDER, [[
return house "calm" { base = "duel", commands = { rest = { replace = true, help = "Rest." },
  sit = { rule = "3.4", run = function () end } } }]])
    expect(texts(game:rule "4")[2]):to_be("4  option parry, now no:")
    expect(texts(game:rule "4")[3]):to_be("    changed by harder (a.lua:4:15)")
    expect(table.concat(texts(game:rule "2.2"), "\n")):to_contain(
      "2.2  chart wound: Wounds\n    changed by harder (a.lua:5:24)")
    local three = table.concat(texts(game:rule "3"), "\n")
    expect(three):to_contain("3  command rest\n    changed by calm (b.lua:1:51)")
    expect(three):to_contain("3.4  command sit\n    of calm (b.lua:2:3)")
  end)
  it("shows a rule that a house rule brings", function()
    local game = game_with([[
--- Mud is deep.
rule("7.1", "slip", function () return 3 end)
return house "mud" { base = "duel" }]])
    local lines = table.concat(texts(game:rule("7.1", true)), "\n")
    expect(lines):to_contain("7.1  slip   (a.lua:2)\n    Mud is deep.\n")
    expect(lines):to_contain("of mud (a.lua:2)")
    expect(game.kit:knows_rule "7.1"):to_be(true)
  end)
  it("names the house rules behind a result, as they were then", function()
    local game = game_with()
    game:command("strike Baldwin by Roland")
    while game:question() do game:answer(game:question().default and "" or "1") end
    local before = table.concat(texts(game:why()), "\n")
    expect(before:find("is changed by", 1, true)):to_be(nil)
    game = game_with(HARDER)
    expect(game:command("strike Baldwin by Roland").status):to_be("done")
    local why = table.concat(texts(game:why()), "\n")
    expect(why):to_contain("2.1    hits is changed by harder (a.lua:8:5)")
    local later = game_with()
    later:command("set Roland hurt 1")
    later:command("strike Baldwin by Roland")
    while later:question() do later:answer("1") end
    local n = later.current.n
    local folder = outside.folder()
    assert(outside.run(("cat > '%s/harder.lua' <<'THE END'\n%sTHE END\n"):format(folder, HARDER)) == 0)
    expect(later:command(("with %q"):format(folder .. "/harder.lua")).status):to_be("done")
    expect(table.concat(texts(later:why(n)), "\n"):find("is changed by", 1, true)):to_be(nil)
    expect(why:find("parry", 1, true)):to_be(nil)                  -- rule 4 had no part in it
  end)
end)

describe("the odds under house rules", function()
  -- 2d6 hit on 5 or more: 30/36. 1d6 for the wound: none up to 3, one for 4 and 5, two for 6.
  -- harder: 4 or more hits: 33/36; one wound up to 5, three for a 6. No parrying in either.
  it("are exact, compared outcome by outcome, and leave the game alone", function()
    local game = game_with('return house "calm" { base = "duel", options = { parry = false } }')
    local folder = outside.folder()
    assert(outside.run(("cat > '%s/harder.lua' <<'THE END'\n%sTHE END\n"):format(folder, HARDER)) == 0)
    local hash, kit, nodes = game.world:hash(), game.kit, #game.nodes
    local Under = require "adjutant.odds_under"
    local a = assert(Odds.of(game, "strike Baldwin by Roland"))
    local b = Under.houses(game, { folder .. "/harder.lua" }, function()
      return assert(Odds.of(game, "strike Baldwin by Roland"))
    end)
    expect(game.world:hash()):to_be(hash)
    expect(game.kit):to_be(kit)
    expect(#game.nodes):to_be(nodes)
    local both = Odds.compare(a, b)
    local function row(name, value)
      for _, r in ipairs(both:rows(name)) do
        if r.value == value then return tostring(r.a) .. " " .. tostring(r.b) .. " " .. tostring(r.difference) end
      end
    end
    expect(row("strike", "hit")):to_be("5/6 11/12 1/12")
    expect(row("strike", "miss")):to_be("1/6 1/12 -1/12")
    expect(row("wounds", "0")):to_be("5/12 0 -5/12")             -- 5/6 * 1/2
    expect(row("wounds", "1")):to_be("5/18 55/72 35/72")         -- 5/6 * 1/3, 11/12 * 5/6
    expect(row("wounds", "3")):to_be("0 11/72 11/72")            -- 11/12 * 1/6
  end)
end)

describe("cells changed for odds alone", function()
  it("are as before afterwards, added ones gone", function()
    local Charts = require "adjutant.charts"
    local Under = require "adjutant.odds_under"
    local kit = assert(Kit.load(core.data_dir .. "/rulesets/seven-hex", "seven-hex"))
    local function lines(name) return table.concat(Charts.lines(kit.charts[name]), "\n") end
    local changes = {
      morale_die = { [1] = 0, [6] = 5 },
      order_values = { french = 4, add = { swedish = 1 } },
      fire_modifiers = { [1] = -4, add = { { -1, "fog", function() return true end } } },
      attrition_modifiers = { [1] = false, [2] = { -3, "another", function() return true end } },
    }
    local before = {}
    for name in pairs(changes) do before[name] = lines(name) end
    local take_back = Under.charts(kit, changes)
    for name in pairs(changes) do expect(lines(name) == before[name]):to_be(false) end
    expect(kit.charts.fire_modifiers:at "fog"):to_be(-1)
    take_back()
    for name in pairs(changes) do expect(lines(name)):to_be(before[name]) end
    expect(kit.charts.order_values:has "swedish"):to_be(false)
  end)
end)

describe("a house rule of the Seven Hex System", function()
  it("loads with the ruleset, and its charts, rules and sequence change", function()
    local folder = core.data_dir .. "/rulesets/seven-hex"
    local text = [[
return house "club" { base = "seven-hex", edition = "1st edition",
  options = { river = false, victory_losses = 10 },
  charts = { morale_die = { [1] = -1 }, order_values = { french = 3 },
    attack_modifiers = { ["attacking across a river, per infantry or cavalry unit"] = -1 } },
  rules = { negative_value = function (original, morale, area)
    local routed, hostile = original(morale, area)
    return routed, hostile // 2
  end },
}]]
    local kit, message = Kit.load(folder, "seven-hex", nil, { { path = "club.lua", text = text } })
    if not kit then error(message) end
    expect(kit.charts.order_values:at "french"):to_be(3)
    expect(kit.charts.attack_modifiers:at(10)):to_be(-1)
    local list = told(assert(Kit.load(folder, "seven-hex")), kit)
    expect(#list):to_be(6)
    expect(list[6]):to_be("rule 14.4 negative_value: morale.lua:95 -> club.lua:5:13 @club.lua:5:13 by club")
  end)
end)
