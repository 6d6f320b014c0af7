-- SPDX-License-Identifier: GPL-3.0-or-later
rule("9.1", "begin_dig", function () end)
return house "trench" {
  base = "duel", title = "Trenches", edition = "test",
  options  = { parry = false, fog = { default = true, values = { true, false }, help = "fog" } },
  charts   = { wound = { [3] = 1, [6] = 3 } },
  rules    = { wound = function (original, ...) return original(...) end },
  entities = { unit = { fatigue = int(0, { min = 0, max = 3 }) }, wagon = { name = text() } },
  sequence = { { insert = { id = "dig", name = "Digging", starts = "begin_dig" }, after = "fight" } },
  commands = { dig = { phases = { "dig" }, args = { { name = "unit", kind = "unit" } },
                       run = function (args) args.unit.fatigue = args.unit.fatigue + 1 end } },
}
