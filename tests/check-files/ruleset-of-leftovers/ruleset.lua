-- SPDX-License-Identifier: GPL-3.0-or-later
-- A ruleset that loads; what is wrong lies in what is left over, and in its other files.
ruleset {
  name = "Leftovers", edition = "1",
  sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } },
}

entity "unit" { name = text(), side = ref { indexed = true }, place = place() }

rule("1.1", "advance", function (unit) unit.place = nil end)

rule("1.2", "half", function (n) return n // 2 end)

rule("2.1", "count", function () return #all "unit" end)

command "go" {
  phases = { "move" },
  args = { { name = "unit", kind = "unit" } },
  run = function (args) rules.advance(args.unit) end,
}

sequence {
  each = "turn",
  { id = "move", name = "Movement" },
  { id = "tea", name = "Tea" },
}
