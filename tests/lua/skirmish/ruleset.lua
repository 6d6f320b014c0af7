-- SPDX-License-Identifier: GPL-3.0-or-later
-- A small game on hexes, in which everything that maps and paths can do is at work.

ruleset {
  name = "Skirmish", edition = "test",
  sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } },
}

entity "unit" { name = text(), side = ref { indexed = true }, arm = one_of { "foot", "horse", "wagon" },
  place = place(), spent = int(0, { min = 0 }) }

-- 1 Movement points by arm, in halves of a point.
charts.allowance = values { rule = "1.1", title = "Movement", source = "printed",
  order = { "foot", "horse", "wagon" }, foot = 8, horse = 16, wagon = 8 }

local costs = movement_costs {
  rule = "1.2", title = "Movement costs, in halves of a point",
  foot  = { enter  = { clear = 2, woods = 4, marsh = 8, town = 2, rough = 6 },
            across = { river = 2, major = "no", wall = 2 },
            instead = { bridge = 0 },
            along  = { road = 1 },
            stop   = { "marsh" },
            minimum_one = true },
  horse = { like = "foot", enter = { woods = 8, marsh = "no" }, across = { wall = "no" },
            once = { 2, "river", "rough" } },
  wagon = { like = "horse", enter = { clear = 4, woods = "no", rough = "no" }, across = { river = "no" },
            minimum_one = false },
}

-- 2 What stands in the way of a look, in levels; a line between two hexes is blocked by either.
line_of_sight { rule = "2.1", spine = "either", level = "slope", stands = { woods = 2, town = 1 },
  blocks = { "wall" } }

local function enemies_of(side)
  local places = {}
  for _, unit in ipairs(referrers(side.enemy, "side")) do places[#places + 1] = unit.place end
  return places
end

--- Hexes next to the enemy stop a move; his own cannot be entered.
rule("1.3", "hindrances", function (side)
  local near = {}
  for _, there in ipairs(enemies_of(side)) do
    for _, hex in ipairs(there.neighbours) do near[#near + 1] = hex end
  end
  return { blocked = enemies_of(side), stop = near }
end)

--- Where a unit can go with what it has left.
rule("1.4", "range", function (unit)
  local left = charts.allowance:at(unit.arm) - unit.spent
  return reach(costs, unit.arm, unit.place, left, rules.hindrances(unit.side))
end)

--- Supply: a wagon's way from the side's box, around the enemy, of at most 24 halves.
rule("3.1", "supply", function (unit)
  local from = map.place(unit.side.key == "red" and "Depot" or "Harbour")
  return route(costs, "wagon", from, unit.place, { points = 24, blocked = enemies_of(unit.side) })
end)

command "march" {
  rule = "1", help = "Move a unit to a hex in its range.", phases = { "move" },
  args = {
    { name = "unit", kind = "unit", from = function () return referrers(game.active, "side") end },
    { name = "to", kind = "place", keyword = "to",
      from = function (args) return rules.range(args.unit):list() end },
  },
  run = function (args)
    local unit = args.unit
    local range = rules.range(unit)
    refuse_if("1.4", not range:has(args.to), "{unit} cannot reach {to}", args)
    local way = range:route(args.to)
    unit.place = args.to
    unit.spent = unit.spent + way.cost
    note("1.2", "{unit} marches to {to} for {way.tally}", { unit = unit, to = args.to, way = way })
    report("cost", way.cost)
  end,
}

command "look" {
  rule = "2", help = "Say whether a unit sees a hex.", phases = { "move" },
  args = { { name = "unit", kind = "unit" }, { name = "at", kind = "hex", keyword = "at" } },
  run = function (args)
    refuse_if("2.2", args.unit.place.box, "{unit} is off the map and sees nothing", args)
    local clear, touched = map.sight(args.unit.place, args.at, { 1, 1 })
    local blocker
    for _, step in ipairs(touched) do
      if (step.blocks or step.side_blocks) and not blocker then blocker = step[1] end
    end
    report("sees", clear)
    note("2.1", clear and "{unit} sees {at}" or "{unit} does not see {at}: {blocker} is in the way",
      { unit = args.unit, at = args.at, blocker = blocker })
  end,
}

--- A new turn: all march afresh.
rule("1.5", "morning", function ()
  for _, unit in ipairs(all "unit") do unit.spent = 0 end
end)

sequence { each = "side", turn_starts = "morning", { id = "move", name = "Move" } }

invariant("no two sides in a hex", function ()
  for _, unit in ipairs(all "unit") do
    for _, other in ipairs(units_at(unit.place)) do
      if other.side ~= unit.side then return tostring(unit) .. " and " .. tostring(other) end
    end
  end
end)
