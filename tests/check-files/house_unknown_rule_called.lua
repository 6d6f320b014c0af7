-- SPDX-License-Identifier: GPL-3.0-or-later
-- A function calls a rule that does not exist.
return house "trial" {
  base = "seven-hex",
  rules = {
    hits_on_loser = function (original, battle)
      return original(battle) + rules.hits_on_losr(battle)
    end,
  },
}
--> 7:39: error: there is no rule named hits_on_losr (did you mean "hits_on_loser"?)
