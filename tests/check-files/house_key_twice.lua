-- SPDX-License-Identifier: GPL-3.0-or-later
-- A key stands twice in one table.
return house "trial" {
  base = "seven-hex",
  options = { river = false, river = true },
}
--> 5:30: warning: river is given twice in this table (first in line 5): the last one counts
