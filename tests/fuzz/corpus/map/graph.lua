movement_costs { foot = { enter = { clear = 1 } } }
return { kind = "graph", boxes = { { name = "A" }, { name = "B" } }, links = { { "A", "B", one_way = true } } }
