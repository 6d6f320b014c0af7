-- SPDX-License-Identifier: GPL-3.0-or-later
-- A variable that a rule sets, and several that nobody minds.
local count, seen, limit = 0, {}, 3
local name
name = "trial"
return house(name) {
  base = "seven-hex",
  rules = {
    negative_value = function (original, morale, area)
      local options = { count = 1, limit = limit }
      if options.count == 1 then seen[1] = true end
      for i = 1, 2 do count = count + i end
      return original(morale, area)
    end,
    rout = function (original, ...)
      local limit = 2
      limit = limit + 1
      return original(...)
    end,
  },
}
--> 12:23: warning: count is kept in a variable, which undo, odds and replays know nothing of: what changes in a game is a field of a piece, a side or the game
