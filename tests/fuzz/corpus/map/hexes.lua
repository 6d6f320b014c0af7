movement_costs { rule = "1", foot = { enter = { clear = 1, woods = 2 }, across = { river = "no" },
  instead = { bridge = 0 }, along = { road = 1 }, stop = { "woods" }, once = { 2, "river" } },
  horse = { like = "foot", minimum_one = true } }
return { kind = "hexes", shape = "flat", shoved = "first", labels = { style = "doubled", first = "A1" },
  terrain = { w = "woods" }, rows = { ". w .", ". . -" }, hexes = { A2 = { name = "Ulm", height = 1 } },
  sides = { river = "A1-B1", bridge = "A1-B1" }, roads = "A1 B1", areas = { { name = "X", hexes = "A1" } },
  boxes = { { name = "Y", links = { { "A1", river = true } } } } }
