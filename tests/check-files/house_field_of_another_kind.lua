-- SPDX-License-Identifier: GPL-3.0-or-later
-- A field would change its kind.
return house "trial" {
  base = "seven-hex",
  entities = { unit = { army = int(0) } },
}
--> 5:25: error: unit: the field army is text; it cannot become int
