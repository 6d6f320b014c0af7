-- SPDX-License-Identifier: GPL-3.0-or-later
-- A force stands off the map: of its leader and its magazine nothing is said, but a fortress is no force.
return scenario {
  ruleset = "marlborough", title = "Ford", kind = "force", turns = 3, first = "french", begins = "activity",
  map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average clear" }, rows = { ". . . .", " . . . ." } },
  units = {
    { "Army of Flanders", "french army", nation = "french", sp = 20, at = "Z9" },
    { "Duke", "allied army", nation = "british", sp = 20, at = "C2" },
  },
  others = {
    fortress = { { "Huy", "french", owner = "french", class = 1, printed = 3, intrinsic = 3, at = "B1" } },
    leader = {
      { "Villars", "french", nation = "french", av = 9, modifier = 2, post = "force", force = "Army of Flanders" },
      { "Marlborough", "allied", nation = "british", av = 9, modifier = 3, post = "force", force = "Huy" },
    },
    magazine = { { "Bread", "french primary", nation = "french", army = "army of flanders", at = "B1" } },
  },
  victory = function () return rules.victor() end,
}
--> 8:76: error: units[1] (Army of Flanders): there is no hex Z9 on the map; its hexes go from A1 to D2
--> 15:7: error: others.leader[2] (Marlborough): force: Huy is a fortress, not a force
