-- SPDX-License-Identifier: GPL-3.0-or-later
-- A number that several rules bear.
return house "trial" {
  base = "seven-hex",
  rules = { ["14.4"] = function (original, ...) return original(...) end },
}
--> 5:13: error: rule 14.4 has several names: order_in, negative_value or counts_as_routed; say which
