-- SPDX-License-Identifier: GPL-3.0-or-later
-- A unit stands in an area that the map does not have.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = 4, first = "allied",
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 }, terrain = { C = "town" }, village = true },
    { name = "Norton", at = { 0, 1 } },
  }, borders = { { "Weston", "Easton", river = true } } },
  units = {
    { "Lane's Foot", "allied infantry", at = "Westn", army = "Lane" },
    { "Navarre", "french infantry guns", at = "Easton/C" },
  },
  victory = function ()
    if game.turn < game.turns then return nil end
    return sides.french, "held the ford"
  end,
}
--> 11:47: error: units[1] (Lane's Foot): there is no area Westn (did you mean "Weston"?)
