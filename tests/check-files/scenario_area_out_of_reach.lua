-- SPDX-License-Identifier: GPL-3.0-or-later
-- Marsh on every side: no unit can reach the area.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = 4, first = "allied",
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 }, terrain = { C = "town" }, village = true },
    { name = "Norton", at = { 0, 1 },
      terrain = { E = "marsh", NE = "marsh", NW = "marsh", W = "marsh", SW = "marsh", SE = "marsh" } },
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
--> 8:5: warning: no unit can reach Norton: no border of it is open
