-- SPDX-License-Identifier: GPL-3.0-or-later
-- Everything that a scenario may bring while it is played, on hexes.
return scenario {
  title = "The Relief of Zell", ruleset = "skirmish", turns = 5, first = "red",
  map = {
    kind = "hexes", shape = "pointy", shoved = "second", labels = { style = "letters", first = "A1" },
    terrain = { w = "woods", m = "marsh" },
    rows = [[
      . . w . . .
       . . . m . .
      . . . . w .
    ]],
    hexes = { E2 = { name = "Zell" } },
    sides = { river = "C1-D1 C2-D1" }, roads = { "A1 B1 C1" },
    areas = { { name = "West", hexes = "A1 A2 A3" } },
    boxes = { { name = "Depot", links = "A1" }, { name = "Harbour", links = "F1" } },
  },
  units = {
    "[red foot]\n1st Red at A1\n2nd Red: wagon at Depot",
    { "1st Blue", "blue foot", at = "Zell" },
  },
  reinforcements = {
    [2] = { edge = "east", note = "Drums in the east", "2nd Blue: blue horse", "3rd Blue: blue foot" },
    [3] = { { "3rd Red", "red horse", at = "A1" } },
  },
  events = {
    { turn = 2, at = "end", set = { { "1st Blue", at = "D2" } }, note = "The garrison sallies" },
    { name = "near", when = { unit = "1st Red", reaches = { "C1", "C2", "D2" } }, points = { red = 2 } },
    { from_turn = 2, to_turn = 4, once = false, points = { blue = 1 } },
    { turn = 4, when = { { happened = "near" }, { side = "red", holds = "West" } }, remove = { "2nd Red", "3rd Blue" } },
  },
  victory = {
    { side = "red", holds = { "Zell", "D2" }, any = 1, at = "once", because = "Zell has fallen" },
    points = { { side = "red", holds = "West", each_held = 1 }, { side = "blue", holds = "Zell", worth = 3, at = "turn" } },
    margin = 2, otherwise = "blue",
  },
}
