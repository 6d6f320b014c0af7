-- SPDX-License-Identifier: GPL-3.0-or-later
-- A field without its value.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = 4, first = "allied",
  map = { kind = "flowers", areas = { { name = "Weston", at = { 0, 0 } }, { name = "Easton", at = { 1, 0 } } } },
  units = { { "Lane's Foot", "allied infantry army", at = "Weston" }, { "Navarre", "french infantry", at = "Easton" } },
  victory = { { side = "allied", holds = "Easton" } },
}
--> 6:47: error: units[1] (Lane's Foot): what is "army"? (army=VALUE names its value)
