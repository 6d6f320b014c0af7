-- SPDX-License-Identifier: GPL-3.0-or-later
-- A value is raised as other languages do it.
return house "trial" {
  base = "seven-hex",
  rules = { negative_value = function (original, ...) local n, m = original(...) n += 1 return n, m end },
}
--> 5:84: error: syntax error near '+'; a value is set by =, as in n = n + 1
