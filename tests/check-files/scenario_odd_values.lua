-- SPDX-License-Identifier: GPL-3.0-or-later
-- Values of the wrong sort where others depend on them.
return scenario {
  ruleset = "seven-hex",
  title = "The ford",
  turns = "six",
  options = { "river", river = false },
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 }, village = "yes" },
    { name = "Easton", at = { 1, 0 } },
  } },
  units = [[
    Lane's Foot: allied infantry at Weston
    Navarre: french infantry at Easton
  ]],
}
--> 3:8: warning: nobody can win: no rule of the ruleset ends the game; add victory = { ... }
--> 6:3: error: turns: it must be a whole number, 1 or more, not six
--> 7:15: error: options have names: options = { river = true }
--> 9:50: error: map.areas[1] (Weston).village: expected a boolean like true, found "yes"
