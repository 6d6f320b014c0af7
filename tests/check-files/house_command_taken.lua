-- SPDX-License-Identifier: GPL-3.0-or-later
-- A command exists already.
return house "trial" {
  base = "seven-hex",
  commands = { attack = { run = function () end } },
}
--> 5:16: error: there is a command attack already (combat.lua:...); with replace = true this one takes its place
