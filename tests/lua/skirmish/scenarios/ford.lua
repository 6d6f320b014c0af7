-- SPDX-License-Identifier: GPL-3.0-or-later
return scenario {
  title = "The Ford", turns = 6, first = "red",
  map = {
    kind = "hexes", shape = "pointy", shoved = "second",
    labels = { style = "letters", first = "A1" },
    terrain = { w = "woods", m = "marsh", ["^"] = { "rough", height = 2 }, t = "clear town" },
    rows = {
      ". . w w . . . .",
      " . . w . . m m .",
      ". t . . . . t .",
      " . . . ^ ^ . . .",
      ". . w ^ . . w .",
      " - . . . . . . -",
    },
    hexes = { B3 = { name = "Aldorf" }, G3 = { name = "Zell", height = 1 } },
    sides = {
      river = "D1-E1 D2-E1 D2-E2 D2-E3 D3-E3 D4-E3 D4-E4 D4-E5 D5-E5 D6-E5 D6-E6",
      major = "F6-G6", wall = { "G3-F3 G3-F2" },
      bridge = "D3-E3",
    },
    roads = { "B3 C3 D3 E3 F3 G3", track = "B3 A4" },
    areas = { { name = "West", hexes = "A1 A2 A3 B1 B2 Aldorf" }, { name = "East", hexes = "G3 H3 H4" } },
    boxes = {
      { name = "Depot", links = { { "A3", road = true }, "A4" } },
      { name = "Harbour", links = { { "H3", road = true } } },
    },
  },
  units = {
    { "Red Foot", "red foot", at = "Aldorf" }, { "Red Horse", "red horse", at = "C4" },
    { "Red Wagon", "red wagon", at = "Depot" },
    { "Blue Foot", "blue foot", at = "Zell" }, { "Blue Horse", "blue horse", at = "F5" },
  },
}
