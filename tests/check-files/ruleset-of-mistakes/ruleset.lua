-- SPDX-License-Identifier: GPL-3.0-or-later
-- A ruleset in which every registration has a mistake of its own.
ruleset {
  name = "Mistakes", edtion = "1", sides = { { id = "red", name = "Red" }, { id = "blue", nmae = "Blue" } },
  options = { fog = { default = "thick", values = { "thin", "none" } } },
}

entity "unit" { name = text(), side = ref { indexd = true }, place = place(), arm = 5 }

require "charts"
require "nowhere"

rule("1.1", "advance", function (unit) return rules.advnce(unit) end)
rule(2.1, "retreat", function () end)
rule("2.2", "advance", function () end)

command "go" {
  phases = { "move", "mvoe" },
  args = { { name = "unit", kind = "unit" }, { name = "to" } },
  run = function (args) rules.advance(args.unit) end,
}

sequence {
  { id = "move", name = "Movement", starts = "begin_move" },
  { id = "fight", actor = "everybody" },
}
