-- SPDX-License-Identifier: GPL-3.0-or-later
-- The row of a chart by its number, without brackets.
return house "trial" { base = "seven-hex", charts = { fire_hits = { 2 = 8 } } }
--> 3:71: error: '}' expected near '='; a key that is no plain name stands in brackets, [2] = 5
