-- SPDX-License-Identifier: GPL-3.0-or-later
-- A rule does not exist.
return house "trial" {
  base = "seven-hex",
  rules = { ["14.44"] = function (original, ...) return original(...) end },
}
--> 5:13: error: there is no rule with the id or name 14.44 (did you mean "14.4"?)
