-- SPDX-License-Identifier: GPL-3.0-or-later
-- A branch of the victory function that is not reached names an unknown place.
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
  victory = function ()
    if game.turn < game.turns then return nil end
    if game.turn > 99 and map.area "Eaton".village then return sides.allied end
    return sides.french, "held the ford"
  end,
}
--> 16:27: error: there is no area Eaton (did you mean "Easton"?)
