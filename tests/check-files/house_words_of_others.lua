-- SPDX-License-Identifier: GPL-3.0-or-later
-- Nothing and false as other languages call them.
return house "trial" {
  base = "seven-hex",
  rules = { negative_value = function (original, ...)
    if ... == null then return 0, False end
    return original(...)
  end },
}
--> 6:15: error: there is no null in Lua (did you mean "nil"?)
--> 6:35: error: there is no False in Lua (did you mean "false"?)
