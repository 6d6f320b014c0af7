-- SPDX-License-Identifier: GPL-3.0-or-later
-- A comma is missing.
return house "trial" {
  base = "seven-hex",
  options = { river = false downhill = "all" },
}
--> 5:29: error: '}' expected near 'downhill'; is a comma missing before it?
