-- SPDX-License-Identifier: GPL-3.0-or-later
-- A command is legal in a phase that does not exist.
return house "trial" {
  base = "seven-hex",
  commands = {
    dig = { phases = { "strategic", "comabt" }, run = function () end },
  },
}
--> 6:5: error: command dig: there is no phase comabt
