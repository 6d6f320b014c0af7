return { kind = "flowers", chirality = "L", areas = { { name = "A", at = { 0, 0 }, terrain = "all woods" },
  { name = "B", at = { 1, 0 }, height = 1 } }, borders = { { "A", "B", river = true } } }
