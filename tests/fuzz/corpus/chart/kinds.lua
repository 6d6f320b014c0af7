grid { rule = "1", title = "T", rows = "x", cols = "1d6", { upto = 3, 1, 2, 3, 4, 5, 6 }, { beyond = 3, 1, 1, 1, 1, 1, { 2, source = "house" } } }
grid { title = "O", rows = "1d6", cols = { odds = { "1:2", "1:1", "2:1" }, favour = "defender" }, { at = 1, "a", "b", "c" } }
values { title = "V", a = 1, b = 2, order = { "a", "b" } }
modifiers { title = "M", { -1, "x", function () return true end } }
return { { [{ 1, 1 }] = 3 }, nil, { a = 4 }, { add = { 1, "new" } } }
