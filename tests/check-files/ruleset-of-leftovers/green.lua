-- SPDX-License-Identifier: GPL-3.0-or-later
-- A scenario alone requires this file.
return { kind = "hexes", labels = { style = "letters", first = "A1" }, rows = { ". - ." } }
