-- SPDX-License-Identifier: GPL-3.0-or-later
-- 9 Tactical Movement: one order moves one stack, or part of it, to one hex.

--- Infantry: to any hex of its area, or from central hex to the central hex next door.
rule("9.1", "infantry_may_move", function (from, to)
  if from.area == to.area then return true end
  return from.central and to.central and map.adjacent(from.area, to.area)
end)

--- Cavalry: as infantry, with one more step inside the first or the last area, not both.
rule("9.2", "cavalry_may_move", function (from, to)
  if from.area == to.area then return true end
  return (from.central or to.central) and map.adjacent(from.area, to.area)
end)

--- Artillery: inside its area only.
rule("9.3", "artillery_may_move", function (from, to)
  return from.area == to.area
end)

local REACH = {
  infantry  = { "9.1", "infantry_may_move", "only within its area, or from centre to centre next door" },
  cavalry   = { "9.2", "cavalry_may_move", "as infantry, with one step more in the first or last area" },
  artillery = { "9.3", "artillery_may_move", "only within its area" },
}

--- What units can reach, for refusals: the areas next door, and their own.
rule("9.1", "tactical_reach_in_words", function (units)
  local areas, listed = {}, {}
  for _, hex in ipairs(rules.tactical_reach(units)) do
    if not listed[hex.area] then areas[#areas + 1] = hex.area end
    listed[hex.area] = true
  end
  return rules.reach_in_words(areas)
end)

--- Each unit must be able to make the move; the slowest binds all (8.3).
rule("9.1", "check_reach", function (units, from, to)
  for _, unit in ipairs(units) do
    local reach = REACH[unit.arm]
    if not rules[reach[2]](from, to) then
      refuse(reach[1], "{unit} cannot go from {from} to {to}: {how}; within reach: hexes of {reach}",
        { unit = unit, from = from, to = to, how = reach[3],
          reach = rules.tactical_reach_in_words(units) })
    end
  end
end)

--- The two central hexes on the way to another area must be passable, and the border open.
rule("4.5", "check_way", function (from, to)
  local a, b = from.area, to.area
  if not rules.may_enter_hex(to) then
    refuse("4.5", "{to} is marsh or woods", { to = to })
  end
  if a == b then return end
  if rules.danube_between(a, b) then
    refuse("2.3", "the Danube lies between {a} and {b}", { a = a, b = b })
  end
  if not map.open(a, b) then
    refuse("4.5", "marsh or woods block the way from {a} to {b}", { a = a, b = b })
  end
  if not (rules.may_enter_hex(a.centre) and rules.may_enter_hex(b.centre)) then
    refuse("4.5", "a central hex between {from} and {to} is marsh or woods",
      { from = from, to = to })
  end
end)

--- Whether an area holds anything of a side.
rule("10.1", "holds_units_of", function (side, area)
  return has_units(side, area)
end)

--- A tactical move into a hex where no enemy is.
rule("9", "tactical_move", function (units, to)
  local side = game.active
  local from = rules.check_stack(side, units)                            -- 8.3
  local entering = from.area ~= to.area
  if from == to then
    refuse("9.1", "{units} already {units:stands|stand} on {to}", { units = units, to = to })
  end
  if rules.holds_units_of(side.enemy, to.area) then
    refuse("10.1", "enemy units hold {area}: attack it", { area = to.area })
  end
  rules.check_reach(units, from, to)                                     -- 9.1 to 9.3
  rules.check_way(from, to)                                              -- 2.3, 4.5
  if entering then
    if not rules.has_room(units, to.area) then
      refuse("4.1", "{area} has no room for {units}", { area = to.area, units = units })
    end
    if rules.glanders_bars(units, to.area) then
      refuse("4.4", "glanders: Tallard's cavalry may not join other cavalry in {area}",
        { area = to.area })
    end
  end

  if not rules.obeyed(side) then return end                              -- 8.4
  for _, unit in ipairs(units) do unit.place = to end
  note("9", "{units} {units:moves|move} to {to}", { units = units, to = to })
end)

--- Hexes that units of one hex can reach together by a tactical move.
rule("9", "tactical_reach", function (units)
  local from, enemy, list = units[1].place, units[1].side.enemy, {}
  local function add(to)
    if to == from or not rules.may_enter_hex(to) then return end
    for i = 1, #units do
      local reach = REACH[units[i].arm]
      if not reach or not rules[reach[2]](from, to) then return end
    end
    list[#list + 1] = to
  end
  for _, hex in ipairs(from.area.hexes) do add(hex) end
  for _, area in ipairs(from.area.neighbours) do
    if rules.crossing_open(from.area, area) and not rules.holds_units_of(enemy, area)
      and rules.may_enter_hex(area.centre) and rules.may_enter_hex(from.area.centre)
      and rules.has_room(units, area) and not rules.glanders_bars(units, area) then
      for _, hex in ipairs(area.hexes) do add(hex) end
    end
  end
  return list
end)

-- --- the commands -----------------------------------------------------------------------------

--- Units on the hex of those already named, or all of the side.
local function stack_mates(args)
  local first = args.units and args.units[1]
  return first and first.place and units_at(first.place) or all("unit", { side = game.active })
end

--- Units of the active player that can be given an order.
local function can_be_ordered(unit)
  return unit.side == game.active and unit.arm ~= "command" and unit.place ~= nil
end

--- One hex that units can reach: in their area, or in one next to it that is open.
local function hex_nearby(args, below)
  local units = args.units
  local from = units[1].place
  local area, to = from.area, from.area
  if below(2) == 0 then
    local near = area.neighbours[below(#area.neighbours) + 1]
    if not rules.crossing_open(area, near) or rules.holds_units_of(game.active.enemy, near)
      or not rules.has_room(units, near) or not rules.may_enter_hex(area.centre) then
      return nil
    end
    to = near
  end
  local hex = to.hexes[below(#to.hexes) + 1]
  if to ~= area and units[1].arm ~= "cavalry" then hex = to.centre end
  if hex == from or not rules.may_enter_hex(hex) then return nil end
  for i = 1, #units do
    if not rules[REACH[units[i].arm][2]](from, hex) then return nil end
  end
  return hex
end

local function reachable(args)
  local units = args.units
  if not units or not units[1] or not units[1].place then return {} end
  return rules.tactical_reach(units)
end

command "move" {
  rule = "9", help = "orders units of one stack to move to a hex where no enemy is",
  phases = { "orders" },
  args = {
    { name = "units", kind = "units", help = "units of one stack",
      among = stack_mates, fits = can_be_ordered },
    { name = "to", kind = "hex", keyword = "to", help = "the hex to move to", from = reachable,
      sample = hex_nearby },
  },
  run = function (args) return rules.tactical_move(args.units, args.to) end,
}
