-- SPDX-License-Identifier: GPL-3.0-or-later
-- Quotation marks of a word processor.
return house “trial” { base = "seven-hex", options = { river = false } }
--> 3:1: error: <eof> expected near '<\226>'; Lua does not know this character; quotation marks are " or '
