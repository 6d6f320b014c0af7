grid { title = "F", rows = "strength, clamped", cols = "1d6, clamped to 1-6", source = "inferred", note = "n", { upto = 3, "-", "-", "-", "-", "D", "D" }, { from = 4, to = 7, "-", "-", "-", { "D", source = "printed" }, "D", "R" }, { beyond = 7, "-", "-", "D", "D", "R", true } }
grid { title = "K", cols = { "foot", "horse" }, { key = "clear", 1, 2 }, { key = "wood", 3, { 4, 5 } } }
return { { rows = { [3] = { "a", "b", "c", "d", "e", "f" } } }, { clear = { horse = 9 } } }
