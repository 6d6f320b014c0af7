-- SPDX-License-Identifier: GPL-3.0-or-later
-- Every mistake of a file is reported.
return house "trial" {
  base = "seven-hex",
  titel = "Trial",
  options = { rivre = false, fog = true },
  charts = { attack_modifers = { [1] = 2 }, attack_modifiers = { [77] = 1 } },
  rules = { ["14.44"] = function () end },
  entities = { unit = { army = int(0), spirit = 5 } },
  sequence = { { remove = "tea" }, { insert = { id = "dig" }, after = "morale" } },
}
--> 5:3: error: a house rule has no titel (did you mean "title"?)
--> 6:15: error: there is no option rivre (did you mean "river"?); a new one is { default = ..., help = ... }
--> 6:30: error: there is no option fog; a new one is { default = ..., help = ... }
--> 7:14: error: there is no chart attack_modifers (did you mean "attack_modifiers"?)
--> 7:66: error: chart attack_modifiers: there is no row 77; it has 10, and add = { { amount, "text", when } } adds one
--> 8:13: error: there is no rule with the id or name 14.44 (did you mean "14.4"?)
--> 9:25: error: unit: the field army is text; it cannot become int
--> 9:40: error: unit: the field spirit needs text(), int(), flag(), ref(), place(), one_of{} or fraction()
--> 10:18: error: sequence: there is no phase tea
