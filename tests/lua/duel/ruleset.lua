-- SPDX-License-Identifier: GPL-3.0-or-later
-- A ruleset of a few lines, in which every mechanism of the prelude can be seen at work.

ruleset {
  name = "Duel", edition = "test",
  sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } },
  options = { parry = { default = true, values = { true, false }, rule = "4" } },
}

entity "unit" { name = text(), side = ref { indexed = true }, arm = one_of { "sword", "pistol" },
  hurt = int(0, { min = 0, max = 3 }), tired = flag(), place = place() }
entity "side" { points = int(0) }
entity "game" { bells = int(0) }

charts.wound = grid {
  rule = "2.2", title = "Wounds", source = "printed",
  rows = "1d6",
  { upto = 3, 0 },
  { from = 4, to = 5, 1 },
  { beyond = 5, 2 },
}

--- A tired swordsman does not strike.
rule("1.1", "may_strike", function (unit)
  refuse_if("1.1", unit.tired, "{unit} is tired", { unit = unit })
end)

--- The strike: 2d6, five or more hits.
rule("2.1", "hits", function (unit)
  return roll_as("2d6", "2.1 strike", function (total) return total >= 5 end, unit.side)
end)

--- What the strike does.
rule("2.2", "wound", function (unit, target)
  local wounds = charts.wound:roll("1d6", "2.2 wound", 0, unit.side)
  if wounds > 0 and option.parry then
    local parried = react { by = target.side, rule = "4", ask = "Parry the blow?",
      commands = { "parry" }, about = target }
    if parried then wounds = wounds - 1 end
  end
  return stage("bleed", rules.bleed, target, wounds)
end)

--- Wounds are marked; the third is the end.
rule("2.3", "bleed", function (target, wounds)
  report("wounds", wounds)
  local t = tally("wounds"):add(target.hurt, "2.3", "before"):add(wounds, "2.2", "now")
  target.hurt = math.min(t.total, 3)
  note("2.3", "{target} has {t} wounds", { target = target, t = t })
  if target.hurt == 3 then
    game_over(target.side.enemy, "one is left standing")
    eliminate(target)
  end
end)

command "strike" {
  rule = "2", help = "Strike at an enemy.", phases = { "fight" },
  args = {
    { name = "target", kind = "unit",
      from = function () return referrers(game.active.enemy, "side") end },
    { name = "by", kind = "unit", keyword = "by",
      from = function () return referrers(game.active, "side") end },
  },
  run = function (args)
    rules.may_strike(args.by)
    args.by.tired = true
    if rules.hits(args.by) then
      report("strike", "hit")
      rules.wound(args.by, args.target)
    else
      report("strike", "miss")
      note("2.1", "{by} misses", args)
    end
  end,
}

command "parry" {
  rule = "4", help = "Parry with a unit.", reaction = true,
  args = { { name = "with", kind = "unit" } },
  run = function (args)
    refuse_if("4.1", args.with ~= args.about, "only {about} can parry", args)
    local saved = roll_as("1d6", "4 parry", function (v) return v >= 5 end, args.with.side)
    return saved
  end,
}

command "rest" {
  rule = "3", help = "Choose who rests, how long, and whether to drink.", phases = { "fight" }, args = {},
  run = function ()
    local side = game.active
    local tired = choose { by = side, rule = "3.1", kind = "some", ask = "Who rests?",
      from = referrers(side, "side"), min = 0 }
    local bells = choose { by = side, rule = "3.2", kind = "count", ask = "How long?", min = 1, max = 4 }
    local drink = choose { by = side, rule = "3.3", kind = "yesno", ask = "Drink?" }
    for _, unit in ipairs(tired) do unit.tired = false end
    game.bells = game.bells + bells + (drink and 1 or 0)
    note("3", "{n} bells pass", { n = game.bells })
  end,
}

command "idle" { help = "Throws no dice.", args = {}, run = function () game.bells = roll("0d6", "idle") end }
command "loop" { help = "Never ends.", args = {}, run = function () while true do end end }
rule("9.1", "ping", function (n) return 1 + rules.pong(n) end)
rule("9.2", "pong", function (n)
  if n == 0 then return 0 end
  return 1 + rules.ping(n - 1)
end)
command "nest" { help = "Rules that call each other n times.",
  args = { { name = "n", kind = "number" } },
  run = function (args) game.bells = rules.ping(args.n) end }
command "crash" { help = "Fails after a die.", args = {}, run = function ()
  game.bells = 99
  roll("1d6", "crash")
  local nothing = game.winner
  return nothing.field
end }
command "tables" { help = "Rolls for every key of a table with text keys.", args = {}, run = function ()
  local fruit = { pear = 1, apple = 2, fig = 3, plum = 4, quince = 5, cherry = 6, medlar = 7 }
  for name, n in pairs(fruit) do game.bells = game.bells + n * roll("1d6", name) end
end }

--- A new turn begins: everybody is fresh.
rule("5.1", "dawn", function ()
  for _, unit in ipairs(all "unit") do unit.tired = false end
end)

--- Six turns at most.
rule("5.2", "dusk", function ()
  if game.turn == game.turns then game_over(nil, "night falls") end
end)

rule("5.3", "church_bell", function () game.bells = game.bells + 1 end)

sequence { each = "side", turn_starts = "dawn", turn_ends = "dusk",
  { id = "fight", name = "Fight" },
  { id = "bell", name = "Bell", automatic = "church_bell" },
}

invariant("bells are below 1000", function ()
  if game.bells >= 1000 then return "bells is " .. game.bells end
end)
