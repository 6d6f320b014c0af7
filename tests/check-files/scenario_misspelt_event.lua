-- SPDX-License-Identifier: GPL-3.0-or-later
-- An entry of an event is misspelt.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = 4, first = "allied",
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 }, terrain = { C = "town" }, village = true },
    { name = "Norton", at = { 0, 1 } },
  }, borders = { { "Weston", "Easton", river = true } } },
  units = {
    { "Lane's Foot", "allied infantry", at = "Weston", army = "Lane" },
    { "Navarre", "french infantry guns", at = "Easton/C" },
  },
  events = { { trun = 2, note = "It rains" } },
  victory = function ()
    if game.turn < game.turns then return nil end
    return sides.french, "held the ford"
  end,
}
--> 14:16: error: events[1]: an event has no "trun" (did you mean "turn"?); it has name, turn, from_turn, to_turn, happened, when, roll, least, at, phase, side, once, note, options, set, units, edge, remove, points, run, winner and because
