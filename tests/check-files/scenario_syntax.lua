-- SPDX-License-Identifier: GPL-3.0-or-later
-- A sign too many.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = = 4, first = "allied",
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 }, terrain = { C = "town" }, village = true },
    { name = "Norton", at = { 0, 1 } },
  }, borders = { { "Weston", "Easton", river = true } } },
  units = {
    { "Lane's Foot", "allied infantry", at = "Weston", army = "Lane" },
    { "Navarre", "french infantry guns", at = "Easton/C" },
  },
  victory = function ()
    if game.turn < game.turns then return nil end
    return sides.french, "held the ford"
  end,
}
--> 4:50: error: unexpected symbol near '='; = sets a value, == compares
