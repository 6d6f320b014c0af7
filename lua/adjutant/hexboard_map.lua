-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.hexboard_map -- what rules call `map` on a board of hexes and boxes.
--
-- Every function checks its arguments; a wrong one raises, naming the function.


local HexMap = {}

local freeze = core.sandbox.freeze

local function describe(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "table" or type(value) == "userdata" then return tostring(value) end
  return value == nil and "nothing" or type(value) .. " " .. tostring(value)
end

-- Checks of arguments: each gives the number of a place or raises at the caller of map.f.
local function checks(board)
  local check = {}

  local function wrong(f, n, value, wanted)
    local hint = type(value) == "string" and '; use map.hex "label"' or ""
    error(("map.%s: argument %d must be %s of this map, found %s%s"):format(f, n, wanted,
      describe(value), hint), 4)
  end

  function check.place(f, n, value)
    local cell = value ~= nil and board.cells[value]
    if not cell then wrong(f, n, value, "a place") end
    return cell.number
  end

  function check.hex(f, n, value)
    local cell = value ~= nil and board.cells[value]
    if not cell or cell.box then wrong(f, n, value, "a hex") end
    return cell.number
  end

  function check.whole(f, n, value, min, max)
    if math.type(value) ~= "integer" or value < min or value > max then
      error(("map.%s: argument %d must be a whole number from %d to %d, found %s"):format(f, n, min,
        max, describe(value)), 3)
    end
    return value
  end

  return check
end

local function finders(board, map)
  local function find(f, name, kind, test)
    local found, message = board:find(name)
    if not found then error(message, 3) end
    if not test(found) then error(("map.%s: %s is no %s"):format(f, tostring(found), kind), 3) end
    return found
  end

  --- The area of that name.
  function map.area(name)
    return find("area", name, "area", function(v) return board:is_area(v) end)
  end

  --- The hex of that label or name.
  function map.hex(name)
    return find("hex", name, "hex", function(v) return board:is_hex(v) and not v.box end)
  end

  --- The hex or box of that label or name.
  function map.place(name)
    return find("place", name, "place", function(v) return board:is_hex(v) end)
  end
end

local function relations(board, map, check)
  local ground, hexes = board.ground, board.hexes

  --- Whether two places are neighbours: hexes that touch, or places that a link joins.
  function map.adjacent(a, b)
    return board:side_by_number(check.place("adjacent", 1, a), check.place("adjacent", 2, b)) ~= nil
  end

  --- Distance in hexes.
  function map.distance(a, b)
    return ground:distance(check.hex("distance", 1, a), check.hex("distance", 2, b))
  end

  --- Those of a list of living things that stand on a hex within a distance of one.
  function map.near(list, a, radius)
    if type(list) ~= "table" then
      error(("map.near: argument 1 must be a list, found %s"):format(type(list)), 2)
    end
    return ground:near(list, check.hex("near", 2, a), check.whole("near", 3, radius, 0, 1000000))
  end

  --- The direction 0 to 5 from a hex to its neighbour; nil when they are not neighbours.
  function map.direction(a, b)
    return ground:direction(check.hex("direction", 1, a), check.hex("direction", 2, b))
  end

  --- The neighbour of a hex in a direction 0 to 5; nil off the map.
  function map.neighbour(a, direction)
    local i = check.hex("neighbour", 1, a)
    check.whole("neighbour", 2, direction, -1000000, 1000000)
    local j = ground:neighbour(i, direction % 6)
    return j and hexes[j] or nil
  end

  --- What lies on the side between two neighbours: a set like { river = true, road = true }.
  function map.side(a, b)
    local set = board:side_by_number(check.place("side", 1, a), check.place("side", 2, b))
    if not set then
      error(("map.side: %s and %s are not neighbours"):format(a.name, b.name), 2)
    end
    return set
  end

  --- A hex turned about a centre by sixths of a circle, counter-clockwise; nil off the map.
  function map.rotate(a, centre, sixths)
    local i, j = check.hex("rotate", 1, a), check.hex("rotate", 2, centre)
    check.whole("rotate", 3, sixths, -1000000, 1000000)
    local k = ground:rotate(i, j, sixths)
    return k and hexes[k] or nil
  end
end

local function shapes(board, map, check)
  local ground, hexes = board.ground, board.hexes

  local function objects(numbers)
    for k, i in ipairs(numbers) do numbers[k] = hexes[i] end
    return numbers
  end

  --- The distance + 1 hexes of the straight line from a to b, both included. Those off the map are
  --- left out, and the list has off_map = true.
  function map.line(a, b)
    local list = {}
    for _, i in ipairs(ground:line(check.hex("line", 1, a), check.hex("line", 2, b))) do
      if i then list[#list + 1] = hexes[i] else list.off_map = true end
    end
    return list
  end

  --- The hexes at that distance, counter-clockwise.
  function map.ring(a, radius)
    local i = check.hex("ring", 1, a)
    check.whole("ring", 2, radius, 0, 2000)
    return objects(ground:around(i, radius, radius))
  end

  --- The hexes within that distance, the centre first, then ring by ring.
  function map.spiral(a, radius)
    local i = check.hex("spiral", 1, a)
    check.whole("spiral", 2, radius, 0, 2000)
    return objects(ground:around(i, 0, radius))
  end

  --- The hexes out to a distance that lie within so many twelfths of a circle on either side of a
  --- direction: 1 is the sixth of a circle about it, 3 half the circle.
  function map.arc(a, direction, twelfths, radius)
    local i = check.hex("arc", 1, a)
    check.whole("arc", 2, direction, -1000000, 1000000)
    check.whole("arc", 3, twelfths, 0, 6)
    check.whole("arc", 4, radius, 0, 2000)
    if radius == 0 then return {} end
    return objects(ground:around(i, 1, radius, direction % 6, twelfths))
  end

  --- Whether a sees b by the ruleset's line_of_sight, and what the line touches: a list of lists
  --- of one hex, or of the two between which the line runs, with blocks, side_blocks, off_map.
  --- eyes = { 2, 0 } is added to the heights of the two ends.
  function map.sight(a, b, eyes)
    local i, j = check.hex("sight", 1, a), check.hex("sight", 2, b)
    local one = eyes and check.whole("sight", 3, eyes[1], -10000, 10000) or 0
    local two = eyes and check.whole("sight", 3, eyes[2], -10000, 10000) or 0
    local clear, steps = ground:sight(board:sight_rule(), i, j, one, two)
    for _, step in ipairs(steps) do
      local places = {}
      for _, k in ipairs(step) do
        if k then places[#places + 1] = hexes[k] else step.off_map = true end
      end
      step[1], step[2] = places[1], places[2]
    end
    return clear, steps
  end
end

--- The frozen `map` of a board.
function HexMap.new(board)
  local map, check = {}, checks(board)
  map.areas, map.hexes, map.boxes = freeze(board.areas), freeze(board.hexes), freeze(board.boxes)
  finders(board, map)
  relations(board, map, check)
  shapes(board, map, check)
  return require("adjutant.map_face")(map)
end

return HexMap
