-- SPDX-License-Identifier: GPL-3.0-or-later
-- A function uses a name that does not exist.
return house "trial" {
  base = "seven-hex",
  rules = {
    hits_on_loser = function (original, battle)
      nota("10.15", "it is worse")
      return original(battle)
    end,
  },
}
--> 7:7: error: there is no nota (did you mean "note"?); a name of your own begins with local
