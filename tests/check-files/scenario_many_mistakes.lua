-- SPDX-License-Identifier: GPL-3.0-or-later
-- Every mistake of a file is reported, not the first alone.
return scenario {
  ruleset = "seven-hex", titel = "Ford", turns = 4, first = "alied",
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 }, terrain = { C = "twon" }, village = true },
    { name = "Norton", at = { 0, 1 } },
  }, borders = { { "Weston", "Easton", river = true } } },
  units = {
    { "Lane's Foot", "infantry", at = "Weston", army = "Lane" },
    { "Navarre", "french infantry gnus", at = "Easton/C" },
  },
  victory = function ()
    if game.turn < game.turns then return nil end
    return sides.french, "held", unts
  end,
}
--> 4:26: error: scenario: there is no entry "titel" (did you mean "title"?); there is begins, check, events, first, help, kind, map, note, options, others, reinforcements, ruleset, title, turns, units and victory
--> 4:62: error: first: there is no side alied (did you mean "allied"?); there is allied and french
--> 7:56: error: map.areas[2] (Easton).terrain[C]: there is no terrain "twon" (did you mean "town"?); there is marsh, woods, town and high
--> 11:5: error: units[1] (Lane's Foot): it has no side; say allied or french
--> 12:35: error: units[2] (Navarre): what is "gnus"? (did you mean "guns"?)
--> 16:34: error: there is no unts; a name of your own begins with local
