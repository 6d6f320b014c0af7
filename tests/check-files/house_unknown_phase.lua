-- SPDX-License-Identifier: GPL-3.0-or-later
-- A phase does not exist.
return house "trial" {
  base = "seven-hex",
  sequence = { { remove = "strategc" } },
}
--> 5:18: error: sequence: there is no phase strategc (did you mean "strategic"?)
