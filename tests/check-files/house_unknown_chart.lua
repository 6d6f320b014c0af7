-- SPDX-License-Identifier: GPL-3.0-or-later
-- A chart does not exist.
return house "trial" {
  base = "seven-hex",
  charts = { attack_modifers = { [1] = 2 } },
}
--> 5:14: error: there is no chart attack_modifers (did you mean "attack_modifiers"?)
