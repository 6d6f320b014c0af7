-- SPDX-License-Identifier: GPL-3.0-or-later
-- An option has a value that it cannot have.
return house "trial" {
  base = "seven-hex",
  options = {
    river = "no",
  },
}
--> 6:5: error: option river cannot be no: it is true or false
