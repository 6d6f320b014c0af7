-- SPDX-License-Identifier: GPL-3.0-or-later
return house "fatigue" {
  base = "duel",
  entities = { unit = { fatigue = int(2) } },
  charts = { wound = { [6] = 3 } },
  commands = { march = { help = "Marches.", args = { { name = "by", kind = "unit" } },
    run = function (args) args.by.fatigue = args.by.fatigue + 1 end } },
}
