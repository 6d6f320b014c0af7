-- SPDX-License-Identifier: GPL-3.0-or-later
-- An end is missing.
return house "trial" {
  base = "seven-hex",
  rules = {
    negative_value = function (original, ...)
      if ... then original(...)
      return 0, 0
    end,
  },
}
--> 9:8: error: unexpected symbol near ','; is an end, or a value, missing before it?
