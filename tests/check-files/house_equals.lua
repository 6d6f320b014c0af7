-- SPDX-License-Identifier: GPL-3.0-or-later
-- A value is set where two are compared.
return house "trial" {
  base = "seven-hex",
  rules = { negative_value = function (original, ...) if ... = nil then return 0, 0 end return original(...) end },
}
--> 5:62: error: 'then' expected near '='; = sets a value, == compares
