-- SPDX-License-Identifier: GPL-3.0-or-later
-- More units in a hex than may stand there.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = 4, first = "allied",
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 }, terrain = { C = "town" }, village = true },
    { name = "Norton", at = { 0, 1 } },
  }, borders = { { "Weston", "Easton", river = true } } },
  units = {
    { "Lane's Foot", "allied infantry", at = "Weston", army = "Lane" },
    { "F1", "allied infantry", at = "Weston" },
    { "F2", "allied infantry", at = "Weston" },
    { "F3", "allied infantry", at = "Weston" },
    { "F4", "allied infantry", at = "Weston" },
    { "F5", "allied infantry", at = "Weston" },
    { "F6", "allied infantry", at = "Weston" },
    { "F7", "allied infantry", at = "Weston" },
    { "Navarre", "french infantry guns", at = "Easton/C" },
  },
  victory = function ()
    if game.turn < game.turns then return nil end
    return sides.french, "held the ford"
  end,
}
--> 3:8: error: Weston holds more than six OFs of the Allied side (4.1 no side has more than six OFs in an area): correct it in the set-up
