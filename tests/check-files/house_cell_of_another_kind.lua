-- SPDX-License-Identifier: GPL-3.0-or-later
-- A cell would hold what the rules cannot use.
return house "trial" {
  base = "seven-hex",
  charts = { attrition_values = { infantry = "two" } },
}
--> 5:35: error: chart attrition_values: there is no "infantry"
