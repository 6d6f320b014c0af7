-- SPDX-License-Identifier: GPL-3.0-or-later
-- A part of the house rule is misspelt.
return house "trial" {
  base = "seven-hex",
  option = { river = false },
}
--> 5:3: error: a house rule has no option (did you mean "options"?)
