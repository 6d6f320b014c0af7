-- SPDX-License-Identifier: GPL-3.0-or-later
-- The prompt's own word, arguments of kinds that there are not, a field of no values.
return house "trial" {
  base = "seven-hex",
  entities = { unit = { mood = one_of {} } },
  commands = {
    map = { help = "draws", phases = { "orders" }, run = function () end },
    dig = { help = "digs in", phases = { "orders" }, args = { { name = "with", kind = "spades" } },
      run = function () end },
    trot = { help = "trots", phases = { "orders" }, args = { { name = "pace", kind = "word" } },
      run = function () end },
  },
}
--> 5:32: error: one_of: it takes the list of its values: one_of { "sword", "pistol" }
--> 7:5: error: command map: map is a word of the prompt, which would never give this command
--> 8:5: error: command dig: argument with: there is no kind "spade"
--> 10:5: error: command trot: argument pace: a word is one of its values: values = { "slow", "fast" }
