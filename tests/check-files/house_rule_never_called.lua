-- SPDX-License-Identifier: GPL-3.0-or-later
-- A rule that nothing calls.
rule("99.1", "dig_in", function (unit) return unit.name end)

return house "trial" { base = "seven-hex", options = { river = false } }
--> 3:1: warning: rule 99.1 dig_in is never called nor tested: call rules.dig_in where it applies, or leave it out
