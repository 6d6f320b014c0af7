-- SPDX-License-Identifier: GPL-3.0-or-later
-- A name of the file's own without local.
count = 0
return house "trial" { base = "seven-hex", options = { river = false } }
--> 3:1: error: `count` is not declared: put `local` before it
