-- SPDX-License-Identifier: GPL-3.0-or-later
-- The victory function calls a rule that does not exist, as the last thing it does.
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
    return rules.holder_of_all("Easton")
  end,
}
--> 15:18: error: there is no rule named holder_of_all (did you mean "holder_of"?)
