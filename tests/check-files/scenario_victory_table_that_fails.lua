-- SPDX-License-Identifier: GPL-3.0-or-later
-- The test of a way to win raises an error.
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
  victory = {
    { side = "allied", test = function ()
      return #units_at(map.area "Easton".center) == 0
    end },
  },
}
--> 16:7: error: bad argument #1 to 'units_at' (place expected, got nil)
