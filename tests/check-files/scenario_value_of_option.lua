-- SPDX-License-Identifier: GPL-3.0-or-later
-- An option has a value that it cannot have; one that is false by default is no mistake.
return scenario {
  ruleset = "seven-hex", title = "Ford", options = { command_counts = true, downhill = "some" }, turns = 4, first = "allied",
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
--> 4:77: error: option downhill: some is not moving or all
