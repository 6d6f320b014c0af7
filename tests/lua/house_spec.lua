-- SPDX-License-Identifier: GPL-3.0-or-later
-- House rules as files: what they change in the small rulesets `duel` and `skirmish`, and what is
-- said when they are wrong.

local Charts = require "adjutant.charts"
local House = require "adjutant.house"
local Kit = require "adjutant.ruleset"

local roots = { duel = core.files.realpath("tests/lua/duel"), skirmish = core.files.realpath("tests/lua/skirmish"),
  ["seven-hex"] = core.data_dir .. "/rulesets/seven-hex" }

-- A kit with houses, each a text; their files are a.lua, b.lua, ...
local function load(base, ...)
  local houses = {}
  for i, text in ipairs { ... } do houses[i] = { path = string.char(96 + i) .. ".lua", text = text } end
  return Kit.load(roots[base], base, nil, houses)
end

local function kit_of(base, ...)
  local kit, message = load(base, ...)
  if not kit then error(message, 2) end
  return kit
end

-- A house rule of duel with these parts.
local function duel(parts, name)
  return ('return house "%s" { base = "duel",\n%s }'):format(name or "test", parts)
end

local function message_of(base, ...)
  local kit, message = load(base, ...)
  if kit then error("it loads", 2) end
  return message
end

local function wrong(parts) return message_of("duel", duel(parts)) end

-- Runs f in a World of the kit with dice dealt by hand; gives its result and the notes.
local function play(kit, dice, f)
  local world = core.world.new()
  kit:attach(world)
  world:writable(true)
  kit:found()
  local notes, driver, n = {}, {}, 0
  local function next_die()
    n = n + 1
    return assert(dice[n], "no die left")
  end
  function driver.roll() return next_die() end
  function driver.roll_as(_, _, mapper) return mapper(next_die()) end
  function driver.note(rule, template, ctx)
    notes[#notes + 1] = rule .. " " .. require("adjutant.text").fill(template, ctx)
  end
  function driver.report() end
  function driver.stage(_, g, ...) return g(...) end
  function driver.react() return nil end
  local result
  local status, value = kit.engine.run(driver, function() result = f(world, kit) end)
  if status ~= "done" then error(status == "refused" and value.rule .. " " .. value.text or value, 2) end
  return result, notes, n
end

local function two_units(world, kit)
  return world:create("unit", { name = "Roland", side = kit.side_by_key.red }),
    world:create("unit", { name = "Baldwin", side = kit.side_by_key.blue })
end

local function changes(kit, n)
  local list = {}
  for i, c in ipairs(kit.houses[n or 1].changes) do
    list[i] = ("%s %s: %s -> %s (%s)"):format(c.what, c.key, c.before, c.after, c.where)
  end
  return list
end

describe("a house rule", function()
  it("is known by name, title, note, path and digest", function()
    local text = duel 'title = "Harder", note = "we like it", charts = { wound = { [1] = 1 } }'
    local kit = kit_of("duel", text)
    local h = kit.houses[1]
    expect(h.name):to_be("test")
    expect(h.title):to_be("Harder")
    expect(h.note):to_be("we like it")
    expect(h.path):to_be("a.lua")
    expect(h.sha256):to_be(core.files.sha256(text))
    expect(#kit.house_conflicts):to_be(0)
  end)
  it("leaves a kit without house rules as it was", function()
    local kit = assert(Kit.load(roots.duel, "duel", nil, {}))
    expect(kit.houses):to_be(nil)
    expect(kit.charts.wound:at(1)):to_be(0)
  end)
  it("is shown by the path that a person gave, and without the folders above", function()
    expect(House.shown "mine/a.lua"):to_be("mine/a.lua")
    expect(House.shown "./a.lua"):to_be("a.lua")
    expect(House.shown "/home/x/a.lua"):to_be("a.lua")
    expect(House.shown "../x/a.lua"):to_be("a.lua")
    expect(House.shown "x/../a.lua"):to_be("a.lua")
  end)
  it("is read with its digest; what cannot be read is one line", function()
    local path = outside.folder() .. "/h.lua"
    assert(outside.run(("printf 'return 1' > '%s'"):format(path)) == 0)
    local h = assert(House.read(path))
    expect(h.path):to_be("h.lua")
    expect(h.text):to_be("return 1")
    expect(h.sha256):to_be(core.files.sha256("return 1"))
    local _, message = House.read(path .. "x")
    expect(message):to_be(path .. "x: there is no such file")
    _, message = House.read(outside.folder())
    expect(message):to_contain(": a folder, not a house rule")
  end)
  it("whose file has the name of one of the ruleset's is told apart", function()
    local kit = assert(Kit.load(roots.duel, "duel", nil, { { path = "ruleset.lua",
      text = duel "charts = { wound = { [1] = 1 } }" } }))
    expect(kit.houses[1].path):to_be("./ruleset.lua")
    expect(kit.houses[1].changes[1].where):to_be("./ruleset.lua:2:22")
  end)
end)

describe("charts of a house rule", function()
  it("changes the cell of a grid that a value falls into", function()
    local kit = kit_of("duel", duel "charts = { wound = { [2] = 1 } }")
    local wound = kit.charts.wound
    expect(wound:at(1)):to_be(1)
    expect(wound:at(3)):to_be(1)
    expect(wound:at(4)):to_be(1)
    expect(wound:at(6)):to_be(2)
    expect(wound:source(3)):to_be("house")
    expect(wound:source(4)):to_be("printed")
    expect(changes(kit)):to_equal { "cell wound[up to 3]: 0 -> 1 (a.lua:2:22)" }
  end)
  it("changes cells, rows and columns of a wide one", function()
    local kit = kit_of("seven-hex", [[
return house "more" { base = "seven-hex", charts = {
  forces = { french = { infantry = 30 }, allied = { 2, 20, 15, 4 } },
} }]])
    local forces = kit.charts.forces
    expect(forces:at("french", "infantry")):to_be(30)
    expect(forces:at("french", "cavalry")):to_be(10)
    expect(forces:at("allied", "infantry")):to_be(20)
    expect(forces:at("allied", "cavalry")):to_be(15)
    expect(forces:source("allied", "command")):to_be("printed")       -- it was 2 before
    expect(forces:source("allied", "cavalry")):to_be("house")
    expect(changes(kit)):to_equal { "cell forces[allied, infantry]: 22 -> 20 (a.lua:2:56)",
      "cell forces[allied, cavalry]: 14 -> 15 (a.lua:2:60)",
      "cell forces[french, infantry]: 27 -> 30 (a.lua:2:25)" }
  end)
  it("changes values, and adds some", function()
    local kit = kit_of("skirmish", [[
return house "fast" { base = "skirmish", charts = { allowance = { foot = 9, add = { raft = 4 } } } }]])
    local allowance = kit.charts.allowance
    expect(allowance:at "foot"):to_be(9)
    expect(allowance:at "horse"):to_be(16)
    expect(allowance:at "raft"):to_be(4)
    expect(allowance:source "raft"):to_be("house")
    expect(allowance:keys()):to_equal { "foot", "horse", "wagon", "raft" }
    expect(changes(kit)):to_equal { "cell allowance[foot]: 8 -> 9 (a.lua:1:67)",
      "cell allowance[raft]: - -> 4 (a.lua:1:85)" }
  end)
  it("changes, strikes, rewrites and adds modifiers", function()
    local kit = kit_of("seven-hex", [[
return house "mods" { base = "seven-hex", charts = {
  attrition_modifiers = { -2, ["a disrupted unit in the stack"] = false,
    add = { { -3, "always", function() return true end } } },
  fire_modifiers = { { -4, "into fog", function(fire) return fire.fog end } },
} }]])
    expect(kit.charts.attrition_modifiers:at(1)):to_be(-2)
    expect(kit.charts.attrition_modifiers:at "always"):to_be(-3)
    local fire = kit.charts.fire_modifiers
    expect(fire:tally({ fog = true }).total):to_be(-4)
    expect(fire:tally({ fog = false }).total):to_be(0)
    expect(changes(kit)):to_equal {
      "cell attrition_modifiers[an enemy unit on a hex next to the stack]: -1 -> -2 (a.lua:2:27)",
      "cell attrition_modifiers[a disrupted unit in the stack]: -1 -> struck out (a.lua:2:31)",
      "cell attrition_modifiers[always]: - -> -3 (a.lua:3:13)",
      "cell fire_modifiers[into an area with woods or a town]: -2 -> - (a.lua:4:22)",
      "cell fire_modifiers[into fog]: - -> -4 (a.lua:4:22)" }
  end)
  it("puts a whole chart in the place of another, for all who hold it", function()
    local kit = kit_of("duel", duel [[charts = { wound = grid { title = "Deep wounds", rows = "1d6",
      { upto = 1, 0 }, { beyond = 1, 3 } } }]])
    local wound = kit.charts.wound
    expect(wound:at(1)):to_be(0)
    expect(wound:at(2)):to_be(3)
    expect(wound.title):to_be("Deep wounds")
    expect(tostring(wound)):to_be("Deep wounds")
    expect(wound.rule):to_be("2.2")                     -- of the printed one: it names none
    expect(wound:source(2)):to_be("house")
    expect(Charts.lines(wound)[1]):to_be("2.2  Deep wounds  [house]")
    local result, _, thrown = play(kit, { 2 }, function() return wound:roll("1d6", "wound") end)
    expect(result):to_be(3)
    expect(thrown):to_be(1)
  end)
  it("says what is wrong, with the place", function()
    expect(wrong "charts = { wonud = { [1] = 1 } }"):to_be(
      'a.lua:2:12: there is no chart wonud (did you mean "wound"?)')
    expect(wrong "charts = { wonud = grid { title = \"x\", { upto = 1, 0 } } }"):to_be(
      'a.lua:2:12: there is no chart wonud (did you mean "wound"?); a new one is named above: charts.wonud = ...')
    expect(wrong "charts = { wound = { [1] = \"1\" } }"):to_be(
      'a.lua:2:22: chart wound: the text "1" cannot stand here: cells of this chart hold a whole number')
    expect(wrong "charts = { wound = { [1] = { 1, 2 } } }"):to_be(
      "a.lua:2:22: chart wound: a list cannot stand here: cells of this chart hold a whole number")
    expect(wrong "charts = { wound = 4 }"):to_be(
      "a.lua:2:12: chart wound: a change is a table, like { [1] = -1 }, or a whole chart")
    expect(wrong 'charts = { wound = values { title = "x", a = 1 } }'):to_be(
      "a.lua:2:12: chart wound: it is grid{}; values{} cannot take its place")
    expect(wrong 'charts = { wound = grid { title = "x", { upto = 4, 0 }, { at = 5, 1 } } }'):to_be(
      "a.lua:2:12: chart wound: the new chart has no row for 6")
    expect(wrong "charts = { wound = { [1] = 1, [2] = 2 } }"):to_be(
      "a.lua:2:31: cell wound[up to 3] is changed twice in this file (first at a.lua:2:22)")
  end)
  it("says what a chart has", function()
    local function wrong_of(parts)
      return message_of("seven-hex", ('return house "x" { base = "seven-hex", charts = { %s } }'):format(parts))
    end
    expect(wrong_of "forces = { frensh = { infantry = 1 } }"):to_be('a.lua:1:62: chart forces: there is no row for '
      .. '"frensh" (did you mean "french"?); it has french and allied')
    expect(wrong_of "forces = { french = { infantri = 1 } }"):to_be('a.lua:1:73: chart forces: there is no column for '
      .. '"infantri" (did you mean "infantry"?); it has command, infantry, cavalry and artillery')
    expect(wrong_of "forces = { french = 4 }"):to_be('a.lua:1:62: chart forces: row "french": it has several '
      .. "columns, give { [column] = value }")
    expect(wrong_of "forces = { french = { 1, 2, 3, 4, 5 } }"):to_be(
      "a.lua:1:62: chart forces: row french has 5 cells, the chart has 4 columns")
    expect(wrong_of "charge = { trotter = 3 }"):to_be(
      'a.lua:1:62: chart charge: there is no "trotter" (did you mean "trotters"?)')
    expect(wrong_of "fire_modifiers = { [\"into an area with wood or a town\"] = 3 }"):to_be('a.lua:1:70: chart '
      .. 'fire_modifiers: there is no row "into an area with wood or a town" (did you mean "into an area with woods '
      .. 'or a town"?); it has 1, and add = { { amount, "text", when } } adds one')
    expect(wrong_of "fire_modifiers = { \"3\" }"):to_be("a.lua:1:70: chart fire_modifiers: row 1: the amount is a whole "
      .. "number, a function, or false")
    expect(wrong_of "fire_modifiers = { add = { { 3 } } }"):to_be("a.lua:1:78: chart fire_modifiers: the row: the "
      .. "second entry is its text, not nil")
    expect(wrong_of "fire_hits = { [9] = 4 }"):to_be("a.lua:1:65: chart fire_hits: there is no row for 9; it has up to "
      .. "1, 2, 3 and 4")
  end)
end)

describe("rules of a house rule", function()
  it("are called in the place of the ruleset's, with the original", function()
    local kit = kit_of("duel", duel [[rules = { ["2.3"] = function (original, target, wounds)
      note("house", "one more")
      return original(target, wounds + 1)
    end }]])
    local hurt, notes = play(kit, {}, function(world)
      local unit = two_units(world, kit)
      kit.register.callable.bleed(unit, 1)
      return unit.hurt
    end)
    expect(hurt):to_be(2)
    expect(notes):to_equal { "house one more", "2.3 Roland has 2 wounds" }
  end)
  it("wrap each other in the order of the stack", function()
    local function says(word)
      return duel(('rules = { hits = function (original, unit) note("x", "%s") return original(unit) end }'):format(word),
        word)
    end
    local kit = kit_of("duel", says "first", says "second")
    local hit, notes = play(kit, { 5 }, function(world)
      return kit.register.callable.hits((two_units(world, kit)))
    end)
    expect(hit):to_be(true)
    expect(notes):to_equal { "x second", "x first" }
    expect(kit.house_conflicts):to_equal { "rule 2.1 hits: first (a.lua:2:11) and second (b.lua:2:11) both change it; "
      .. "second calls the one of first as its original" }
  end)
  it("may take more arguments than the original", function()
    local kit = kit_of("duel", duel [[rules = { may_strike = function (original, unit, free)
      if not free then original(unit) end
    end }]])
    play(kit, {}, function(world)
      local unit = two_units(world, kit)
      unit.tired = true
      kit.register.callable.may_strike(unit, true)
      return nil
    end)
    expect(function()
      play(kit, {}, function(world)
        local unit = two_units(world, kit)
        unit.tired = true
        kit.register.callable.may_strike(unit)
      end)
    end):to_raise("1.1 Roland is tired")
  end)
  it("reach a rule that the ruleset's files hold on to", function()
    local kit = kit_of("duel", duel [[rules = { bleed = function (original, target) return original(target, 3) end }]])
    local dead = play(kit, { 1 }, function(world)       -- a 1: no wounds; ruleset: stage("bleed", rules.bleed, ...)
      local roland, baldwin = two_units(world, kit)
      kit.register.callable.wound(roland, baldwin)
      return not baldwin.alive
    end)
    expect(dead):to_be(true)
  end)
  it("count towards how deep rules may call each other, under their own name", function()
    local kit = kit_of("duel", duel [[rules = { pong = function (original, n) return 1 + rules.ping(n) end }]])
    expect(function() play(kit, {}, function() return kit.register.callable.ping(1) end) end)
      :to_raise("rules call each other more than 150 deep: ping -> pong (test) -> ping")
  end)
  it("that call their original in a circle are stopped", function()
    local kit = kit_of("duel", duel [[rules = {
      ping = function (original, n) return original(n) end,
      pong = function (original, n) return 1 + rules.ping(n) end,
    }]])
    expect(function() play(kit, {}, function() return kit.register.callable.ping(1) end) end)
      :to_raise("more than 150 deep")
  end)
  it("keep no state: what they remember is sealed", function()
    local kit = kit_of("duel", [[
local seen = { n = 0 }
return house "counting" { base = "duel", rules = {
  dusk = function (original) seen.n = seen.n + 1 return original() end,
} }]])
    expect(function() play(kit, {}, function() return kit.register.callable.dusk() end) end)
      :to_raise("a.lua:3: this table is read-only: cannot set `n`")
  end)
  it("and so is what commands, charts, phases, invariants and sheets of a house rule remember", function()
    local function sealed(parts, run)
      local kit = kit_of("duel", ('local seen = { n = 0 }\nlocal function count() seen.n = seen.n + 1 return true end\n'
        .. 'return house "counting" { base = "duel", %s }'):format(parts))
      expect(function() play(kit, {}, function() return run(kit) end) end):to_raise("a.lua:2: this table is read-only")
    end
    sealed("commands = { idle = { replace = true, run = count } }", function(kit) return kit.commands.idle.run({}) end)
    sealed('commands = { dig = { args = { { name = "unit", kind = "unit", from = count } }, run = function() end } }',
      function(kit) return kit.commands.dig.args[1].from({}) end)
    sealed('sequence = { { insert = { id = "dig", when = count }, after = "fight" } }',
      function(kit) return kit.sequence.phases[2].when() end)
    local kit = kit_of("seven-hex", 'local seen = { n = 0 }\nlocal function count() seen.n = seen.n + 1 return true end\n'
      .. 'invariant("counts", count) sheet("unit", count) status(count) policy("counting", { command = count }) '
      .. 'inquiry("counted", { run = count })\n'
      .. 'return house "counting" { base = "seven-hex", charts = { fire_modifiers = { add = { { -1, "fog", count } } } } }')
    for _, f in ipairs { kit.invariants[#kit.invariants].f, kit.sheets.unit, kit.status_list[#kit.status_list],
      kit.inquiries.counted.run, kit.policies.counting.command,
      function() return kit.charts.fire_modifiers:tally({ area = { has = function() end } }) end } do
      expect(function() f() end):to_raise("a.lua:2: this table is read-only")
    end
  end)
  it("and their originals are looked at in check mode", function()
    local Twice = require "adjutant.twice"
    local kit = kit_of("duel", [[
local n = 0
return house "counting" { base = "duel", rules = {
  dusk = function (original) n = n + 1 return original() end,
} }]])
    local memory = Twice.memory(kit)
    play(kit, {}, function() return kit.register.callable.dusk() end)
    expect(Twice.changed(memory)):to_be("rule 5.2 dusk changes its variable n (0, now 1): state belongs in the World")
  end)
  it("are found by an id only when one rule bears it", function()
    expect(message_of("seven-hex", 'return house "x" { base = "seven-hex", rules = { ["14.1"] = function() end } }'))
      :to_be("a.lua:1:50: rule 14.1 has several names: may_rally_units, rallies, disrupted_units or rally; say which")
    expect(wrong 'rules = { bleeds = function() end }'):to_be(
      'a.lua:2:11: there is no rule with the id or name bleeds (did you mean "bleed"?)')
    expect(wrong 'rules = { ["2.11"] = function() end }'):to_be(
      'a.lua:2:11: there is no rule with the id or name 2.11 (did you mean "2.1"?)')
    expect(wrong 'rules = { ["2.1"] = 4 }'):to_be(
      "a.lua:2:11: rule 2.1 is changed by a function(original, ...), not by 4")
    expect(wrong 'rules = { [2] = function() end }'):to_be(
      'a.lua:2:11: rules are named by their number as text or by their name: ["2"]')
    expect(wrong 'rules = { ["2.1"] = function() end, hits = function() end }'):to_be(
      "a.lua:2:37: rule 2.1 hits is changed twice in this file (first at a.lua:2:11)")
  end)
  it("that call a rule which is not there are told so by line", function()
    expect(message_of("duel", duel 'rules = { hits = function(original, unit)\n  return rules.hit(unit)\nend }')):to_be(
      'a.lua:3: there is no rule named hit (did you mean "hits"?)')
  end)
end)

describe("options of a house rule", function()
  it("have the last word", function()
    local kit = kit_of("duel", duel "options = { parry = false }")
    expect(kit.option_values.parry):to_be(false)
    kit.option_values.parry = true                     -- a scenario, or --option
    kit:fix_options()
    expect(kit.option_values.parry):to_be(false)
    expect(changes(kit)):to_equal { "option parry: yes -> no (a.lua:2:13)" }
  end)
  it("may be new, or have more values and another default", function()
    local kit = kit_of("duel", duel 'options = { fog = { default = "none", values = { "none", "thick" }, help = "fog" } }',
      duel('options = { fog = { default = "thin", values = { "thin" } } }', "thin"))
    expect(kit.option_values.fog):to_be("thin")
    expect(kit.options.fog.values):to_equal { "none", "thick", "thin" }
    expect(kit.options.fog.help):to_be("fog")
    expect(kit.house_conflicts):to_equal {
      "option fog: test (a.lua:2:13) and thin (b.lua:2:13) both change it; thin counts, it stands after test" }
  end)
  it("say what is wrong", function()
    expect(wrong "options = { pary = false }"):to_be('a.lua:2:13: there is no option pary (did you mean "parry"?); '
      .. "a new one is { default = ..., help = ... }")
    expect(wrong "options = { parry = 3 }"):to_be("a.lua:2:13: option parry cannot be 3: it is true or false")
    expect(wrong "options = { fog = { help = \"x\" } }"):to_be("a.lua:2:13: option fog needs a default")
    expect(wrong "options = { fog = { defualt = true } }"):to_be(
      'a.lua:2:21: an option has no defualt (did you mean "default"?)')
    expect(wrong "options = { fog = { default = 3, values = { 1, 2 } } }"):to_be(
      "a.lua:2:21: option fog: its default 3 is none of its values")
    expect(wrong "options = { true }"):to_be("a.lua:2:13: options have names: options = { river = true }")
  end)
end)

describe("entities of a house rule", function()
  it("are new kinds and new fields", function()
    local kit = kit_of("duel", duel [[entities = { unit = { fatigue = int(2) }, trench = { place = place() },
      game = { smoke = flag() } }]])
    local fatigue = play(kit, {}, function(world)
      world:create("trench", {})
      return (two_units(world, kit)).fatigue
    end)
    expect(fatigue):to_be(2)
    expect(changes(kit)):to_equal { "field game.smoke: - -> flag no (a.lua:3:16)", "kind trench: - -> new (a.lua:2:43)",
      "field trench.place: - -> place (a.lua:2:54)", "field unit.fatigue: - -> int 2 (a.lua:2:23)" }
  end)
  it("have other defaults, more values and wider bounds", function()
    local kit = kit_of("duel", duel [[entities = { unit = {
      hurt = int(1, { max = 5 }), arm = one_of { "pike", "sword", "pistol" } } }]])
    local values = play(kit, {}, function(world)
      local unit = two_units(world, kit)
      local hurt, arm = unit.hurt, unit.arm
      unit.hurt = 5
      return { hurt, arm, unit.hurt }
    end)
    expect(values):to_equal { 1, "pike", 5 }
    expect(changes(kit)):to_equal {
      "field unit.arm: text sword (sword, pistol) -> text pike (pike, sword, pistol) (a.lua:3:35)",
      "field unit.hurt: int 0, 0 to 3 -> int 1, 0 to 5 (a.lua:3:7)" }
  end)
  it("say what is wrong", function()
    expect(wrong "entities = { units = { x = int(0) } }"):to_be('a.lua:2:14: there is no kind units (did you mean '
      .. '"unit"?); a new kind of so like a name is declared by entity "units" { ... }')
    expect(wrong "entities = { unit = { hurt = flag() } }"):to_be(
      "a.lua:2:23: unit: the field hurt is int; it cannot become flag")
    expect(wrong "entities = { unit = { hurt = int(0, { max = 2 }) } }"):to_be(
      "a.lua:2:23: unit: the field hurt goes from 0 to 3; its bounds can only become wider")
    expect(wrong 'entities = { unit = { arm = one_of { "sword" } } }'):to_be(
      'a.lua:2:23: unit: the field arm must keep the value "pistol": pieces in play may have it')
    expect(wrong 'entities = { unit = { arm = text() } }'):to_be(
      "a.lua:2:23: unit: the field arm is one of a list; it stays so")
    expect(wrong "entities = { unit = { x = 3 } }"):to_be("a.lua:2:23: unit: the field x needs text(), int(), flag(), "
      .. "ref(), place(), one_of{} or fraction()")
    expect(wrong "entities = { game = { turn = int(3) } }"):to_be("a.lua:2:23: game: the field turn is the program's own")
    expect(wrong "entities = { unit = { x = int(9, { max = 3 }) } }"):to_contain("a.lua:2:23: unit: the field x: ")
  end)
end)

local function phases(kit, n)
  local ids = {}
  for i, p in ipairs(kit.sequences[n or 1].phases) do ids[i] = p.id end
  return table.concat(ids, " ")
end

describe("the sequence of a house rule", function()
  it("gets phases in", function()
    local kit = kit_of("duel", duel [[sequence = {
      { insert = { id = "dig", name = "Dig", automatic = "church_bell" }, after = "fight" },
      { insert = { id = "dawn", actor = "both" }, before = "fight" } }]])
    expect(phases(kit)):to_be("dawn fight dig bell")
    expect(changes(kit)):to_equal { "phase dig: - -> after fight: Dig, automatic church_bell (a.lua:3:7)",
      "phase dawn: - -> before fight: dawn, actor both (a.lua:4:7)" }
  end)
  it("takes phases out, and the commands that belong to them alone", function()
    local kit = kit_of("duel", duel [[sequence = { { insert = { id = "dig" }, after = "fight" }, { remove = "fight" } },
      commands = { dig = { phases = { "dig", "fight" }, run = function() end } }]])
    expect(phases(kit)):to_be("dig bell")
    expect(kit.commands.strike):to_be(nil)
    expect(kit.commands.rest):to_be(nil)
    expect(kit.commands.idle ~= nil):to_be(true)
    expect(kit.commands.dig.phase_names):to_equal { "dig" }
    expect(changes(kit)[4]):to_be("command strike: strike TARGET by UNIT, in fight -> - (a.lua:2:60)")
  end)
  it("puts a phase in the place of another, with its commands", function()
    local kit = kit_of("duel", duel [[sequence = { { replace = "fight", with = { id = "melee", name = "Melee" } } }]],
      duel([[sequence = { { insert = { id = "dig" }, after = "fight" } }]], "dig"))
    expect(phases(kit)):to_be("melee dig bell")
    expect(kit.commands.strike.phase_names):to_equal { "melee" }
    expect(changes(kit)):to_equal { "phase fight: Fight -> melee (Melee) (a.lua:2:14)" }
  end)
  it("moves a phase that it takes out and puts in elsewhere, and its commands with it", function()
    local kit = kit_of("duel", duel [[sequence = { { remove = "fight" },
      { insert = { id = "fight", name = "Fight" }, after = "bell" } }]])
    expect(phases(kit)):to_be("bell fight")
    expect(kit.commands.strike.phase_names):to_equal { "fight" }
    kit = kit_of("duel", duel [[sequence = { { remove = "fight" }, { insert = { id = "fight" }, after = "bell" },
      { insert = { id = "dig" }, after = "fight" } }]])
    expect(phases(kit)):to_be("bell fight dig")
  end)
  it("follows a phase through several names, back to its first too", function()
    local function renamed(...)
      local houses, names = {}, { ... }
      for i = 1, #names - 1 do
        houses[i] = duel(('sequence = { { replace = "%s", with = { id = "%s" } } }'):format(names[i], names[i + 1]), "h" .. i)
      end
      houses[#names] = duel('sequence = { { insert = { id = "dig" }, after = "fight" } }', "last")
      return kit_of("duel", table.unpack(houses))
    end
    for _, kit in ipairs { renamed("fight", "melee", "fight"), renamed("fight", "melee", "brawl", "fight") } do
      expect(phases(kit)):to_be("fight dig bell")
      expect(kit.commands.strike.phase_names):to_equal { "fight" }
    end
  end)
  it("changes each of several sequences that has the phase, or the one that `of` names", function()
    local kit = kit_of("seven-hex", [[return house "x" { base = "seven-hex", sequence = { { remove = "attrition" } } }]])
    expect(phases(kit, 1)):to_be("deploy_second deploy_first strategic ranged_fire orders morale command")
    expect(phases(kit, 2)):to_be("deploy_second deploy_first strategic ranged_fire orders morale command")
    kit = kit_of("seven-hex", [[return house "x" { base = "seven-hex", sequence = { { remove = "attrition", of = 2 } } }]])
    expect(phases(kit, 1)):to_contain("morale attrition command")
    expect(phases(kit, 2)):to_contain("morale command")
  end)
  it("says what is wrong", function()
    local function step(text) return wrong("sequence = { " .. text .. " }") end
    expect(step '{ remove = "figth" }'):to_be(
      'a.lua:2:16: sequence: there is no phase figth (did you mean "fight"?)')
    expect(step '{ insert = { id = "dig" } }'):to_be(
      'a.lua:2:14: sequence: say where the phase comes in: after = "..." or before = "..."')
    expect(step '{ insert = { id = "bell" }, after = "fight" }'):to_be(
      "a.lua:2:27: sequence: the phase bell stands already")
    expect(step '{ insert = { name = "Dig" }, after = "fight" }'):to_be(
      "a.lua:2:16: sequence: a phase has an id, a lower-case word like dig")
    expect(step '{ insert = { id = "dig", actor = "all" }, after = "fight" }'):to_be(
      "a.lua:2:39: phase dig: the actor is active, other, both or alternate, not all")
    expect(step '{ insert = { id = "dig", automtic = "dusk" }, after = "fight" }'):to_be(
      'a.lua:2:39: a phase has no automtic (did you mean "automatic"?)')
    expect(step '{ insert = { id = "dig", automatic = "duks" }, after = "fight" }'):to_be(
      'a.lua:2:16: phase dig: automatic names the rule duks, which does not exist (did you mean "dusk"?)')
    expect(step '{ replace = "fight" }'):to_be('a.lua:2:14: sequence: replace = "..." needs with = { id = ..., }')
    expect(step '{ remove = "fight", insert = { id = "x" }, after = "bell" }'):to_be(
      "a.lua:2:14: sequence: step 1 does one thing: insert, remove or replace")
    expect(step '{ delete = "fight" }'):to_contain("a.lua:2:16: a step of the sequence has no delete")
    expect(step '{ remove = "fight" }, { remove = "bell" }'):to_be(
      "a.lua:2:36: sequence: the last phase cannot be removed")
    expect(step '{ remove = "fight", of = 2 }'):to_be("a.lua:2:34: there is no sequence 2; there is 1")
  end)
  it("tells of a phase that another house rule took away", function()
    expect(message_of("duel", duel 'sequence = { { remove = "bell" } }',
      duel('sequence = { { insert = { id = "dig" }, after = "bell" } }', "dig"))):to_be(
      "b.lua:2:41: sequence: there is no phase bell; test removes it (a.lua:2:14)")
  end)
end)

describe("commands of a house rule", function()
  it("are new ones", function()
    local kit = kit_of("duel", duel 'commands = { dig = { help = "Dig.", phases = { "fight" }, run = function() end } }')
    expect(kit.commands.dig.help):to_be("Dig.")
    expect(changes(kit)):to_equal { "command dig: - -> dig, in fight (a.lua:2:14)" }
  end)
  it("take the place of others when they say so, and can call them", function()
    local kit = kit_of("duel", duel [[commands = { idle = { replace = true, help = "Idle twice.",
      run = function (args, original)
        original(args)
        game.bells = game.bells + 7
      end } }]])
    local bells = play(kit, { 0 }, function(_, k)
      k.commands.idle.run({})
      return k.game.bells
    end)
    expect(bells):to_be(7)
    expect(kit.commands.idle.help):to_be("Idle twice.")
    local n = 0
    for _, c in ipairs(kit.command_list) do if c.name == "idle" then n = n + 1 end end
    expect(n):to_be(1)
  end)
  it("keep what the replacement leaves out", function()
    local kit = kit_of("duel", duel [[commands = { strike = { replace = true, help = "Hit." } }]])
    expect(kit.commands.strike.phase_names):to_equal { "fight" }
    expect(#kit.commands.strike.args):to_be(2)
    expect(kit.commands.strike.rule):to_be("2")
  end)
  it("say what is wrong", function()
    expect(wrong 'commands = { rest = { run = function() end } }'):to_be("a.lua:2:14: there is a command rest already "
      .. "(ruleset.lua:87); with replace = true this one takes its place")
    expect(wrong 'commands = { dig = { replace = true, run = function() end } }'):to_be(
      "a.lua:2:14: there is no command dig to replace")
    expect(wrong 'commands = { dig = { help = "x" } }'):to_be(
      "a.lua:2:14: command dig: `run` must be a function of the arguments")
    expect(wrong 'commands = { dig = { phase = { "x" }, run = function() end } }'):to_be(
      'a.lua:2:22: command dig has no phase (did you mean "phases"?)')
    expect(wrong 'commands = { dig = { phases = { "figth" }, run = function() end } }'):to_be(
      'a.lua:2:14: command dig: there is no phase figth (did you mean "fight"?)')
    expect(wrong 'commands = { undo = 4 }'):to_be("a.lua:2:14: command undo: it is a table { args = ..., run = function }")
    expect(wrong 'commands = { set = { run = function() end } }'):to_be(
      "a.lua:2:14: set is a command of the program, which no house rule changes")
  end)
end)

describe("what a file registers by itself", function()
  it("is told like what its table changes", function()
    local kit = kit_of("duel", [[
charts.mud = values { rule = "7.2", title = "Mud", deep = 3 }
rule("7.1", "slip", function () return charts.mud:at "deep" end)
entity "puddle" { place = place() }
command "wade" { run = function () rules.slip() end }
invariant("no mud on Sundays", function () end)
sheet("unit", function () return "muddy" end)
status(function () return "mud" end)
inquiry "bog" { help = "How deep.", run = function () return rules.slip() end }
return house "mud" { base = "duel" }]])
    expect(changes(kit)):to_equal { "rule 7.1 slip: - -> new (a.lua:2)", "command wade: - -> new (a.lua:4)",
      "kind puddle: - -> new (a.lua:3:1)", "field puddle.place: - -> place (a.lua:3:1)",
      "invariant no mud on Sundays: - -> new (a.lua:5:1)", "status 1: - -> new (a.lua)",
      "sheet unit: - -> new (a.lua:6:1)", "inquiry bog: - -> new (a.lua:8:1)", "chart mud: - -> new (a.lua:1:1)" }
    expect(kit.register.callable.slip()):to_be(3)
  end)
  it("does not take the names of others", function()
    expect(message_of("duel", 'rule("9", "hits", function() end)\nreturn house "x" { base = "duel" }')):to_be(
      "a.lua:1: rule 9: the name hits is taken by rule 2.1 (ruleset.lua:29)")
    expect(message_of("duel", 'command "rest" { run = function() end }\nreturn house "x" { base = "duel" }')):to_contain(
      "a.lua:1: command rest is declared twice")
    expect(message_of("duel", 'entity "unit" { hurt = int(0) }\nreturn house "x" { base = "duel" }')):to_be(
      "a.lua:1:1: unit has a field hurt already; entities = { unit = { hurt = ... } } changes it")
    expect(message_of("duel", 'sequence { { id = "x" } }\nreturn house "x" { base = "duel" }')):to_contain(
      "a house rule changes the sequence of play by sequence = {")
    expect(message_of("duel", 'ruleset { name = "x", sides = { {} } }')):to_be(
      "a.lua:1: ruleset{} is the ruleset's; a house rule is house \"name\" { ... }")
  end)
end)

describe("a file that is no house rule", function()
  it("is refused with one line", function()
    expect(message_of("duel", "return 4")):to_be(
      'a.lua: a house rule gives back what it changes: return house "name" { base = ... }')
    expect(message_of("duel", "return house ")):to_contain("a house rule gives back what it changes")
    expect(message_of("duel", "return house 'Big Name' {}")):to_be(
      "a.lua:1:8: house: the name is a lower-case word, like steadier-morale")
    expect(message_of("duel", "return house 'x' {")):to_contain("a.lua:1: unexpected symbol near <eof>")
    expect(message_of("duel", "return house 'x' { base = 'duel', rules = { hits = funtion() end } }")):to_contain("a.lua:1: ")
    expect(message_of("duel", "local x = nil + 1")):to_contain("a.lua:1: attempt to perform arithmetic on a nil value")
    expect(message_of("duel", "return house 'x' {}")):to_be(
      'a.lua:1:8: house x: say which ruleset it changes: base = "duel"')
    expect(message_of("duel", "return house 'x' { base = 'skirmish' }")):to_be(
      "a.lua:1:20: house x is for the ruleset skirmish, not for duel")
    expect(message_of("duel", "return house 'x' { base = 'duel', edition = '2' }")):to_be(
      'a.lua:1:35: house x is for the edition "2" of duel; this is "test"')
    expect(message_of("duel", "return house 'x' { base = 'duel', chart = {} }")):to_be(
      'a.lua:1:35: a house rule has no chart (did you mean "charts"?)')
    expect(message_of("duel", "return house 'x' { base = 'duel', charts = 'wound' }")):to_be(
      "a.lua:1:35: charts is a table, not wound")
    expect(message_of("duel", "return house 'x' { base = 'duel', note = 4 }")):to_be("a.lua:1:35: note is a text, not 4")
    expect(message_of("duel", duel "title = 'a'", duel "title = 'b'")):to_be(
      "b.lua:1:8: house test stands in the stack already (a.lua:1:8)")
  end)
end)

describe("a stack", function()
  it("tells of cells that two files change, with both places", function()
    local kit = kit_of("duel", duel "charts = { wound = { [1] = 1 } }", duel("charts = { wound = { [3] = 2 } }", "later"))
    expect(kit.charts.wound:at(1)):to_be(2)
    expect(kit.house_conflicts):to_equal { "cell wound[up to 3]: test (a.lua:2:22) and later (b.lua:2:22) both change "
      .. "it; later counts, it stands after test" }
  end)
  it("tells of a chart that one changes in part and another whole", function()
    local whole = 'charts = { wound = grid { title = "W", { upto = 3, 1 }, { beyond = 3, 2 } } }'
    local kit = kit_of("duel", duel(whole, "whole"), duel "charts = { wound = { [1] = 0 } }")
    expect(#kit.house_conflicts):to_be(1)
    expect(kit.charts.wound:at(1)):to_be(0)
    kit = kit_of("duel", duel "charts = { wound = { [1] = 5 } }", duel(whole, "whole"))
    expect(kit.house_conflicts[1]):to_be("chart wound: test (a.lua:2:22) and whole (b.lua:2:12) both change it; whole "
      .. "counts, it stands after test")
    expect(kit.charts.wound:at(1)):to_be(1)
  end)
  it("tells of a phase that one changes and another takes out", function()
    local kit = kit_of("duel", duel 'sequence = { { replace = "bell", with = { id = "bell", name = "Bells" } } }',
      duel('sequence = { { remove = "bell" } }', "silent"))
    expect(kit.house_conflicts):to_equal { "phase bell: test (a.lua:2:14) and silent (b.lua:2:14) both change it; silent "
      .. "counts, it stands after test" }
    expect(phases(kit)):to_be("fight")
  end)
  it("tells of fields, options and commands too", function()
    local kit = kit_of("duel", duel [[options = { parry = false }, entities = { unit = { hurt = int(1, { max = 4 }) } },
commands = { idle = { replace = true, help = "a" } }]], duel([[options = { parry = true },
entities = { unit = { hurt = int(2) } }, commands = { idle = { replace = true, help = "b" } }]], "later"))
    expect(#kit.house_conflicts):to_be(3)
    expect(kit.commands.idle.help):to_be("b")
    expect(kit.option_values.parry):to_be(true)
  end)
  it("does not tell of what only looks alike", function()
    local kit = kit_of("duel", duel "charts = { wound = { [1] = 1 } }", duel("charts = { wound = { [6] = 3 } }", "later"))
    expect(kit.house_conflicts):to_equal {}
  end)
end)
