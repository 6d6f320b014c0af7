-- SPDX-License-Identifier: GPL-3.0-or-later
-- The file gives nothing back.
house "trial" { base = "seven-hex", options = { river = false } }
--> 3:1: error: the file gives nothing back: write return before house
