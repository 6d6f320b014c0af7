-- SPDX-License-Identifier: GPL-3.0-or-later
-- Unequal as other languages write it.
return house "trial" {
  base = "seven-hex",
  rules = { negative_value = function (original, ...) if ... != nil then return original(...) end return 0, 0 end },
}
--> 5:62: error: 'then' expected near '!'; unequal is ~= in Lua, and a negation is not
