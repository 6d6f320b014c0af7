-- SPDX-License-Identifier: GPL-3.0-or-later
-- A place without `at`.
return scenario {
  ruleset = "seven-hex", title = "Ford", turns = 4, first = "allied",
  map = { kind = "flowers", areas = {
    { name = "Weston", at = { 0, 0 } },
    { name = "Easton", at = { 1, 0 } },
  } },
  units = [[
    [allied infantry army=Lane]
    Lane's Foot Weston
    Webb's Foot at Weston
    [french infantry army=Villars]
    Navarre at Easton
  ]],
  victory = { { side = "allied", holds = "Easton" } },
}
--> 11:5: warning: Lane's Foot Weston stands nowhere: before a place there is `at`, as in Lane's Foot at Weston
