-- SPDX-License-Identifier: GPL-3.0-or-later
-- A rule is changed by a number.
return house "trial" {
  base = "seven-hex",
  rules = { hits_on_loser = 2 },
}
--> 5:13: error: rule hits_on_loser is changed by a function(original, ...), not by 2
