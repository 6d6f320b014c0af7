-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13 Retreat: two areas back, by a route of the attacker's choice.
--
-- A route is { first =, second = }: the area stepped through and the area of arrival.

--- The arc of five areas two steps behind the attacked one, its middle straight opposite the
--- attack; those off the map left out.
rule("13.1", "arc", function (area, from)
  return map.retreat(area, from)
end)

--- All routes on the map, open or not: from each of the three rear areas (13.3) to the two or
--- three areas of the arc next to it (13.5). At most seven, to the five areas of the arc.
rule("13.5", "arc_routes", function (area, from)
  local routes, arc = {}, rules.arc(area, from)
  for _, first in ipairs(rules.rear_areas(area, from)) do
    for _, second in ipairs(arc) do
      if map.adjacent(first, second) then
        routes[#routes + 1] = { first = first, second = second }
      end
    end
  end
  return routes
end)

--- The routes that a group of units can take whole: both steps open, with room through and
--- into them (13.4 to 13.6).
rule("13.6", "open_routes", function (units, area, from)
  local list = {}
  for _, route in ipairs(rules.arc_routes(area, from)) do
    if not rules.step_closed(units, area, route.first)                   -- 13.4
      and not rules.step_closed(units, route.first, route.second) then   -- 13.5
      list[#list + 1] = route
    end
  end
  return list
end)

--- First areas that are open but from which the enemy closes every way on: with the reading
--- G25 (11) `free` the attacker may choose one, and the units are eliminated.
rule("13.6", "dead_ends", function (units, area, from)
  local list = {}
  if option.retreat_steering ~= "free" then return list end
  local open = rules.open_routes(units, area, from)
  for _, first in ipairs(rules.withdrawal_areas(units, area, from)) do
    local goes_on = false
    for _, route in ipairs(open) do goes_on = goes_on or route.first == first end
    if not goes_on then list[#list + 1] = first end
  end
  return list
end)

--- Whether a chosen route is (still) open to some units.
rule("13.6", "route_is_open", function (units, outcome, route)
  if #units == 0 or not route.second then return true end
  return not rules.step_closed(units, outcome.area, route.first)
    and not rules.step_closed(units, route.first, route.second)
end)

--- Whether some units have any way to retreat.
rule("13.4", "can_retreat", function (units, area, from)
  return #rules.open_routes(units, area, from) > 0
end)

local function route_label(route)
  return route.second.name .. " by way of " .. route.first.name
end

--- The attacker chooses the route of a group. Gives it; second is nil for a dead end.
rule("13.1", "choose_route", function (outcome, units)
  local options = {}
  for _, route in ipairs(rules.open_routes(units, outcome.area, outcome.from)) do
    options[#options + 1] = { value = route, label = route_label(route) }
  end
  for _, first in ipairs(rules.dead_ends(units, outcome.area, outcome.from)) do
    options[#options + 1] = { value = { first = first }, label = first.name .. ", with no way on" }
  end
  return choose { by = outcome.side, rule = "13.1", kind = "one", from = options,
    ask = "Where do the retreating units go?" }
end)

--- All subsets of n units with a way to retreat, as lists.
local function groups_that_fit(outcome, units, n)
  local list = {}
  local function add(start, group)
    if #group == n then
      local copy = {}
      for i, unit in ipairs(group) do copy[i] = unit end
      if rules.can_retreat(copy, outcome.area, outcome.from) then list[#list + 1] = copy end
      return
    end
    for i = start, #units do
      group[#group + 1] = units[i]
      add(i + 1, group)
      group[#group] = nil
    end
  end
  add(1, {})
  return list
end

local function group_label(group)
  local names = {}
  for i, unit in ipairs(group) do names[i] = unit.name end
  return table.concat(names, " and ")
end

--- The largest group of the stack that can retreat together; its owner chooses among equals
--- (reading G25). nil when no unit can.
rule("13.6", "largest_group", function (outcome, units)
  local smallest = option.retreat_split == "none" and #units or 1
  for n = #units, smallest, -1 do
    local groups = groups_that_fit(outcome, units, n)
    if #groups > 0 then
      local options = {}
      for i, group in ipairs(groups) do options[i] = { value = group, label = group_label(group) } end
      return choose { by = outcome.enemy, rule = "13.6", kind = "one", from = options,
        ask = "Which units retreat first?" }
    end
  end
  return nil
end)

--- Moves a group along its route.
rule("13.5", "take_route", function (outcome, group, commanders, route)
  if not route.second then
    for _, unit in ipairs(group) do rules.lose_unit(unit, "13.5") end
    return
  end
  local hex = rules.arrival_hex(route.second)
  for _, unit in ipairs(group) do unit.place = hex end
  for _, unit in ipairs(commanders) do unit.place = hex end
  note("13.5", "{units} {units:retreats|retreat} through {first} to {second}",
    { units = group, first = route.first, second = route.second })
  rules.enter_area(outcome.enemy, route.first)                           -- 10.21
  rules.enter_area(outcome.enemy, route.second)
  outcome.routes[#outcome.routes + 1] = route
end)

--- The defenders leave the area: artillery is lost, pursuing cavalry hits the disrupted, the
--- others take two steps back; who finds no way is eliminated.
rule("13", "retreat", function (outcome, pursuers)
  outcome.routes = {}
  for _, unit in ipairs(outcome.defenders) do
    if unit.alive and unit.arm == "artillery" then rules.lose_unit(unit, "10.20") end
  end
  local units = rules.survivors(outcome.defenders)
  local before = option.pursuit_time == "before"
  local route
  if before and pursuers > 0 then
    route = rules.route_before_pursuit(outcome, units, pursuers)         -- reading G22
    rules.pursue(outcome, units, pursuers)                               -- 13.7
    units = rules.survivors(units)
    if route and not rules.route_is_open(units, outcome, route) then route = nil end
  end
  local commanders = rules.survivors(outcome.commanders)
  local retreated = units
  while #units > 0 do
    local group = route and units or rules.largest_group(outcome, units) -- 13.2, 13.6
    if not group then
      for _, unit in ipairs(units) do rules.lose_unit(unit, "13.4") end
      break
    end
    route = route or rules.choose_route(outcome, group)                  -- 13.1
    rules.take_route(outcome, group, commanders, route)                  -- 13.3, 13.5
    if group[1].alive then commanders = {} end
    units, route = rules.not_among(units, group), nil
  end
  if not before then rules.pursue(outcome, rules.survivors(retreated), pursuers) end
  if not rules.any_alive(outcome.defenders) then
    rules.fate_of_commanders(outcome.commanders, outcome.area)           -- 10.21
  end
end)

--- Units of a list that are not among others.
rule("13.6", "not_among", function (units, others)
  local left = {}
  for _, unit in ipairs(units) do
    local there = false
    for _, other in ipairs(others) do there = there or other == unit end
    if not there then left[#left + 1] = unit end
  end
  return left
end)

--- The route is chosen before the pursuit, for those who will be left (reading G22); nil when
--- nobody will be, or when they cannot go as one group.
rule("13.7", "route_before_pursuit", function (outcome, units, pursuers)
  local left, doomed = {}, pursuers
  for i = #units, 1, -1 do
    if units[i].disrupted and doomed > 0 then
      doomed = doomed - 1
    else
      table.insert(left, 1, units[i])
    end
  end
  if #left == 0 or not rules.can_retreat(left, outcome.area, outcome.from) then return nil end
  return rules.choose_route(outcome, left)
end)

--- Each pursuer eliminates one disrupted unit of the retreating force.
rule("13.7", "pursue", function (outcome, units, pursuers)
  local by = option.pursuit_choice == "owner" and outcome.enemy or outcome.side
  for _ = 1, pursuers do
    local disrupted = {}
    for _, unit in ipairs(units) do
      if unit.alive and unit.disrupted then disrupted[#disrupted + 1] = unit end
    end
    if #disrupted == 0 then return end
    local unit = choose { by = by, rule = "13.7", kind = "one", from = disrupted,
      ask = "Which unit is caught by the pursuing cavalry?" }
    rules.hit(unit, "13.7")
    outcome.caught = (outcome.caught or 0) + 1
  end
end)
