-- SPDX-License-Identifier: GPL-3.0-or-later
-- The phase that the game begins with does not exist.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = 4, first = "allied", begins = "fight",
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
--> 4:81: error: begins: there is no phase fight; there is deploy_second, deploy_first, strategic, ranged_fire, orders, morale, attrition and command
