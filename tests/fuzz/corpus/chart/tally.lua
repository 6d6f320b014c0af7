modifiers { rule = "7.4", title = "M", source = "house", { 1, "one", when = function (t) return t.strength > 2 end }, { per = function (t) return t.strength end, 2, "each", max = 4 }, { amount = function () return -1 end, "some" } }
values { title = "V", { 1, "one", source = "inferred" }, { "k", { 1, 2 } }, unit = "hexes" }
return { { one = 3, ["each"] = false }, { k = 1, new = 2 } }
