-- SPDX-License-Identifier: GPL-3.0-or-later
-- An option does not exist.
return house "trial" {
  base = "seven-hex",
  options = { rivre = false },
}
--> 5:15: error: there is no option rivre (did you mean "river"?); a new one is { default = ..., help = ... }
