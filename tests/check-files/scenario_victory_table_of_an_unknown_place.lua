-- SPDX-License-Identifier: GPL-3.0-or-later
-- A way to win names an unknown place.
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
    { side = "allied", holds = { "Weston", "Eston" } },
  },
}
--> 15:45: error: victory[1].holds[2]: there is no area Eston (did you mean "Weston"?)
