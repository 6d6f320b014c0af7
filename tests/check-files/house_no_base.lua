-- SPDX-License-Identifier: GPL-3.0-or-later
-- Nothing says which ruleset the house rule is for.
return house "trial" { options = { river = false } }
--> 3:8: error: house: say which ruleset it is for: base = "seven-hex", or --ruleset NAME
