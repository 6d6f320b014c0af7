-- SPDX-License-Identifier: GPL-3.0-or-later
-- The name of the house rule is no word.
return house "A Trial" { base = "seven-hex", options = { river = false } }
--> 3:8: error: house: the name is a lower-case word, like steadier-morale
