-- SPDX-License-Identifier: GPL-3.0-or-later
-- SUP, ST.range: supply lines.
--
-- A line runs from a magazine to a force, for 5 MP at most (G43), over hexes that nothing closes:
-- neither an enemy force nor an enemy fortress, which closes its six neighbours too (G60). Nothing is
-- kept of it: who is in supply is asked of the World as it stands.

local RANGE = charts.ranges:at "magazine"

-- --- SUP.block: what closes a hex -------------------------------------------------------------------

--- A fortress of the enemy at a place that closes supply lines: one with a garrison that is not
--- blockaded (SUP.siegefree); or nil.
rule("SUP.siegefree", "blocking_fortress", function (side, place)
  local enemy = side.enemy
  if not has_units(enemy, place, "fortress") then return nil end
  local fortress = units_of(enemy, place, "fortress")[1]
  if fortress.intrinsic + fortress.extra > 0 and not fortress.blockaded then return fortress end
end)

--- Whether a side keeps a hex open: a force that goes into it does, even to the enemy; a garrison does
--- against the fortresses next to it, as long as it is not blockaded itself.
rule("SUP.block", "holds_open", function (side, place, against_forces)
  if has_units(side, place, "force") then return true end
  return not against_forces and rules.blocking_fortress(side.enemy, place) ~= nil
end)

--- What closes a hex to the supply lines of a side: an enemy force, or a fortress there or next to it;
--- nil when it is open.
rule("SUP.block", "closed_by", function (side, place)
  local enemy = side.enemy
  if rules.holds_open(side, place, true) then return nil end
  if has_units(enemy, place, "force") then return units_of(enemy, place, "force")[1] end
  local fortress = rules.blocking_fortress(side, place)
  if fortress then return fortress end
  if not option.supply_zone or rules.holds_open(side, place) then return nil end
  for _, near in ipairs(place.neighbours) do
    if has_units(enemy, near, "fortress") then
      fortress = rules.blocking_fortress(side, near)
      if fortress then return fortress end
    end
  end
  return nil
end)

-- Adds a hex to a list of closed ones, once, unless the side keeps it open.
local function close(list, seen, side, place, against_forces)
  if seen[place] then return end
  seen[place] = true
  if not rules.holds_open(side, place, against_forces) then list[#list + 1] = place end
end

--- The hexes that are closed to the supply lines of a side, of those within so many hexes of one.
rule("SUP.block", "closed_places", function (side, from, most)
  local enemy, list, seen, zone = side.enemy, {}, {}, option.supply_zone
  for _, force in ipairs(map.near(all("force", { side = enemy }), from, most)) do
    close(list, seen, side, force.place, true)
  end
  local fortresses = all("fortress", { side = enemy, blockaded = false })  -- SUP.siegefree
  for _, fortress in ipairs(map.near(fortresses, from, most + 1)) do
    local place = fortress.place
    if fortress.intrinsic + fortress.extra > 0 then
      close(list, seen, side, place, true)
      for _, near in ipairs(zone and place.neighbours or {}) do close(list, seen, side, near) end   -- G60
    end
  end
  return list
end)

--- What lies within so many MP of a place for supplies that move like a piece of a side (a magazine, a
--- force): a set as reach() gives it.
rule("ST.range", "supply_range", function (piece, from, most)
  return rules.all_ways(piece, from, most, { blocked = rules.closed_places(piece.side, from, most) })
end)

-- --- ST.range: who is in supply ---------------------------------------------------------------------

-- Whether nothing closes the hexes of a way.
local function is_open(side, way)
  for i = 2, #way do
    if rules.closed_by(side, way[i]) then return false end
  end
  return true
end

--- Whether a place is within so many MP of another by an open line. The cheapest way is looked at first:
--- mostly it is open.
rule("ST.range", "in_supply_range", function (piece, from, place, most)
  local way = rules.cheapest_way(piece, from, place, { points = most })
  if not way then return false end
  return is_open(piece.side, way) or rules.supply_range(piece, from, most):has(place)
end)

--- Whether a magazine supplies a place: it is within 5 MP by an open line.
rule("ST.range", "supplies", function (magazine, place)
  local from = magazine.place
  if from == place then return true end
  if not from or map.distance(from, place) > RANGE then return false end -- a hex costs 1 MP at least
  return rules.in_supply_range(magazine, from, place, RANGE)
end)

--- Whether a force is in supply: a magazine of that grade, or of any, within 5 MP by an open line. Who
--- is off the map needs none.
rule("ST.range", "supplied", function (force, grade)
  local place = force.place
  if not place or place.box then return true end
  for _, magazine in ipairs(rules.magazines_for(force, grade)) do
    if rules.supplies(magazine, place) then return true end
  end
  return false
end)

-- Whether it makes a difference to the supply lines of a side that a force of its own is in a hex: it
-- keeps open what the enemy would close.
local function would_be_closed(side, place)
  local enemy = side.enemy
  if has_units(enemy, place, "force") or has_units(enemy, place, "fortress") then return true end
  for _, near in ipairs(place.neighbours) do
    if has_units(enemy, near, "fortress") then return true end
  end
  return false
end

-- Adds those who draw on a magazine of a side that lies within range of one of two hexes.
local function add_near(list, seen, side, one, other, besides)
  local distance = map.distance
  for _, magazine in ipairs(all("magazine", { side = side })) do
    local from = magazine.place
    if from and (distance(from, one) <= RANGE or distance(from, other) <= RANGE) then
      local army = magazine.army
      if army and army ~= besides and not seen[army] then
        for _, mate in ipairs(rules.acting(army)) do                     -- 7.7: with those it acts with
          if mate ~= besides and not seen[mate] then
            seen[mate] = true
            list[#list + 1] = mate
          end
        end
      end
      for _, force in ipairs(all("force", { side = side, size = "detachment" })) do
        local at = force.place
        if at and force ~= besides and not seen[force] and not at.box and distance(from, at) <= RANGE then
          seen[force] = true
          list[#list + 1] = force
        end
      end
    end
  end
end

--- The other forces whose supply changes, or may change, when a force has gone from one hex to the next:
--- enemies with a magazine so near that a line of theirs may run there; its own side where it kept, or
--- keeps, a closed hex open. Who keeps a list of what is in supply asks the force and these after each move.
rule("SUP.block", "touched_by", function (force, before, now)
  local list, seen, side = {}, {}, force.side
  add_near(list, seen, side.enemy, before, now, force)
  if would_be_closed(side, before) or would_be_closed(side, now) then
    add_near(list, seen, side, before, now, force)
  end
  return list
end)

-- What closes the hexes of a way: a list of { place =, by = }.
local function blocks_on(side, way)
  local list = {}
  for i = 2, #way do
    local by = rules.closed_by(side, way[i])
    if by then list[#list + 1] = { place = way[i], by = by } end
  end
  return list
end

--- The supply line of a force: the cheapest one, as route() gives it, and its magazine. Or nil; what
--- closes the shortest way, a list of { place =, by = }; and why, in words.
rule("SUP.block", "supply_line", function (force, grade)
  local place, side = force.place, force.side
  if not place or place.box then return nil, {}, "it is not on the map" end
  local best, of, shortest, from
  for _, magazine in ipairs(rules.magazines_for(force, grade)) do
    local start = magazine.place
    if start == place then return { place, cost = 0, costs = { 0 } }, magazine end
    local closed = rules.closed_places(side, start, RANGE)
    local way = rules.cheapest_way(magazine, start, place, { points = RANGE, blocked = closed })
    if way and (not best or way.cost < best.cost) then best, of = way, magazine end
    local plain = not best and rules.cheapest_way(magazine, start, place)
    if plain and (not shortest or plain.cost < shortest.cost) then shortest, from = plain, magazine end
  end
  if best then return best, of end
  if not shortest then return nil, {}, rules.no_magazine(force, grade) end
  if shortest.cost > RANGE then
    return nil, {}, ("%s is %d MP away"):format(from.name, shortest.cost)
  end
  return nil, blocks_on(side, shortest), ("the way from %s is closed"):format(from.name)
end)

--- Why a force has no magazine that any way leads from.
rule("SUP.block", "no_magazine", function (force, grade)
  local which = grade and grade .. " magazine" or "magazine"
  if #rules.magazines_for(force, grade) > 0 then return "no way leads to its " .. which end
  return "it has no " .. which
end)

-- --- looking ----------------------------------------------------------------------------------------

local function names(way)
  local list = {}
  for i = 1, #way do list[i] = way[i].name end
  return table.concat(list, ", ")
end

-- What there is to say of one grade, added to a list of texts and one of places.
local function tell(force, grade, texts, marks)
  local way, found, why = rules.supply_line(force, grade)
  if way then
    texts[#texts + 1] = ("%s: %s, %d MP: %s"):format(grade or "supply", found.name, way.cost, names(way))
    for i = 1, #way do marks[#marks + 1] = way[i] end
    return
  end
  texts[#texts + 1] = ("%s: none; %s"):format(grade or "supply", why)
  for _, block in ipairs(found) do
    texts[#texts + 1] = ("  %s is closed by %s"):format(block.place.name, tostring(block.by.name))
    marks[#marks + 1] = block.place
  end
end

local function line_of_all()
  local texts = {}
  for _, force in ipairs(all "force") do
    if force.place and not force.place.box then
      local way, found, why = rules.supply_line(force)
      texts[#texts + 1] = way and ("%s (%s): %s, %d MP"):format(force.name, force.place.name, found.name, way.cost)
        or ("%s (%s): out of supply; %s"):format(force.name, force.place.name, why)
    end
  end
  if #texts == 0 then return "no force is on the map" end
  return texts
end

--- SP of a side in a hex in words for who looks: with `about` where he only reckons with them (13.1).
rule("13.1", "stacked_text", function (place, side, looker)
  for _, force in ipairs(looker and units_of(side, place, "force") or {}) do
    if not rules.knows_strength(looker, force) then return "about " .. rules.stacked(place, side) end
  end
  return tostring(rules.stacked(place, side))
end)

inquiry "supply" {
  rule = "SUP.block", help = "the supply line of a force, over the map, and what blocks it; alone: of all forces",
  args = { { name = "force", kind = "force", optional = true } },
  run = function (args, looker)
    local force = args.force
    if not force then return line_of_all() end
    if not force.place or force.place.box then return force.name .. " is not on the map" end
    local texts, marks = { ("%s in %s"):format(force.name, force.place.name) }, {}
    if force.size == "army" and force.nation ~= "northern" then
      tell(force, "primary", texts, marks)
      tell(force, "secondary", texts, marks)
    else
      tell(force, nil, texts, marks)
    end
    local limit = rules.stacking_limit(force.place, force.side)
    texts[#texts + 1] = ("%d SP may stay in %s, %s are there"):format(limit.total, force.place.name,
      rules.stacked_text(force.place, force.side, looker))
    return texts, marks, "the supply of " .. force.name
  end,
}

status(function ()
  local list = {}
  for _, force in ipairs(all "force") do
    if not rules.supplied(force) then list[#list + 1] = force.name end
  end
  if #list > 0 then return "out of supply: " .. table.concat(list, ", ") end
end)
