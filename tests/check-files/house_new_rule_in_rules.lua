-- SPDX-License-Identifier: GPL-3.0-or-later
-- A new rule stands where rules are changed.
return house "trial" {
  base = "seven-hex",
  rules = { weather = function () return roll("1d6", "weather") end },
}
--> 5:13: error: there is no rule with the id or name weather; a new one is declared above the house rule: rule("1.1", "weather", function ...)
