-- SPDX-License-Identifier: GPL-3.0-or-later
-- A list of turns with none in it.
return scenario {
  ruleset = "seven-hex",
  title = "The ford",
  turns = 4,
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 } },
  } },
  units = [[
    Lane's Foot: allied infantry at Weston
    Navarre: french infantry at Easton
  ]],
  events = { { turn = {}, note = "It rains" } },
  victory = { { side = "allied", alone = true } },
}
--> 15:16: error: events[1].turn: it is a turn, or a list of turns like { 2, 4 }
