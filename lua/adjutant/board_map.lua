-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.board_map -- what rules call `map`: questions about areas and hexes.
--
-- Every function checks its arguments; a wrong one raises, naming the function.

local BoardMap = {}

local freeze = core.sandbox.freeze

local function describe(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "table" or type(value) == "userdata" then return tostring(value) end
  return value == nil and "nothing" or type(value) .. " " .. tostring(value)
end

local function wrong(board, f, n, value, wanted, level)
  local hint = ""
  if wanted == "an area" and board:is_hex(value) then hint = "; use .area of the hex" end
  if wanted == "an area" and type(value) == "string" then hint = '; use map.area "name"' end
  error(("map.%s: argument %d must be %s of this map, found %s%s"):format(f, n, wanted,
    describe(value), hint), level)
end

--- The frozen `map` of a board.
function BoardMap.new(board)
  local map = {}
  local flowers, areas = board.flowers, board.areas
  local number = {}                     -- area -> its index
  for i, area in ipairs(areas) do number[area] = i end

  -- `level`: where the error is, as in error(); 4 is the caller of the function of map.
  local function two_areas(f, a, b, level)
    if not board:is_area(a) then wrong(board, f, 1, a, "an area", level or 4) end
    if not board:is_area(b) then wrong(board, f, 2, b, "an area", level or 4) end
    return a.index, b.index
  end

  local function not_neighbours(f, a, b, level)
    two_areas(f, a, b, level or 5)
    error(("map.%s: %s and %s are not neighbours"):format(f, a.name, b.name), level and level - 2 or 3)
  end

  -- Areas by index; false (off the map) is left out.
  local function on_map(indexes)
    local list = {}
    for _, i in ipairs(indexes) do
      if i then list[#list + 1] = areas[i] end
    end
    return list
  end

  -- The map does not change: what was worked out for two things is kept, frozen.
  local function kept(work_out)
    local known = {}
    return function(a, b)
      local row = known[a]
      local answer = row and row[b]
      if answer then return answer end
      answer = freeze(work_out(a, b))
      known[a] = row or {}
      known[a][b] = answer
      return answer
    end
  end

  map.areas = freeze(areas)
  map.hexes = freeze(board.hexes)

  --- The area of that name.
  function map.area(name)
    local found, message = board:find(name)
    if not found or not board:is_area(found) then
      error(message or ("map.area: %s is a hex"):format(found.name), 2)
    end
    return found
  end

  --- The hex of that name: "Blenheim/C", "Blenheim/3".
  function map.hex(name)
    local found, message = board:find(name)
    if not found or not board:is_hex(found) then
      error(message or ("map.hex: %s is an area; its hexes are %s/C and %s/1 to %s/6"):format(
        found.name, found.name, found.name, found.name), 2)
    end
    return found
  end

  --- Whether two areas, or two hexes, are neighbours.
  function map.adjacent(a, b)
    local row = board.borders[a]
    if row and board.borders[b] then return row[b] ~= nil end
    if not (board:is_hex(a) and board:is_hex(b)) then
      two_areas("adjacent", a, b)
    end
    for _, hex in ipairs(a.neighbours) do if hex == b then return true end end
    return false
  end

  --- Distance in areas (of two areas) or in hexes (of two hexes).
  function map.distance(a, b)
    local i, j = number[a], number[b]
    if i and j then return flowers:distance(i, j) end
    if board:is_hex(a) and board:is_hex(b) then
      local aq, ar = flowers:hex(a.area.index, a.number - 1)
      local bq, br = flowers:hex(b.area.index, b.number - 1)
      local q, r = aq - bq, ar - br
      return math.max(math.abs(q), math.abs(r), math.abs(q + r))
    end
    return two_areas("distance", a, b)
  end

  --- The direction 0 to 5 from an area to its neighbour; nil when they are not neighbours.
  function map.direction(a, b)
    local i, j = two_areas("direction", a, b)
    return flowers:direction(i, j)
  end

  --- The neighbour of an area in a direction 0 to 5; nil off the map.
  function map.neighbour(a, direction)
    if not board:is_area(a) then wrong(board, "neighbour", 1, a, "an area", 3) end
    if math.type(direction) ~= "integer" then
      error("map.neighbour: argument 2 must be a direction 0 to 5", 2)
    end
    return board.neighbour[a][direction % 6]
  end

  --- The two outer hexes of area a that face its neighbour b: the one that shares two hex sides
  --- with b, then the one that shares one.
  function map.facing(a, b)
    local row = board.facing[a]
    return row and row[b] or not_neighbours("facing", a, b)
  end

  --- Whether units can go from area a to its neighbour b: an outer hex of a that may be entered
  --- touches one of b, and the border is neither the Danube nor blocked. Same both ways.
  function map.open(a, b)
    local row = board.open[a]
    local open = row and row[b]
    if open == nil then not_neighbours("open", a, b) end
    return open
  end

  --- Like map.open, by terrain alone: the Danube and blocked borders do not count.
  function map.crossing(a, b)
    if not (board.open[a] and board.open[a][b] ~= nil) then not_neighbours("crossing", a, b) end
    return board:crossing(a, b)
  end

  --- What lies on the border of two neighbours: { river =, danube =, road =, blocked = }.
  function map.border(a, b)
    local row = board.borders[a]
    return row and row[b] or not_neighbours("border", a, b)
  end

  --- The three areas away from neighbour `from`, those off the map left out.
  map.withdrawal = kept(function(a, from)
    local i, j = two_areas("withdrawal", a, from, 5)
    if not flowers:direction(i, j) then not_neighbours("withdrawal", a, from, 6) end
    return on_map(flowers:withdrawal(i, j))
  end)

  --- The five areas two steps away around the opposite one, those off the map left out.
  map.retreat = kept(function(a, from)
    local i, j = two_areas("retreat", a, from, 5)
    if not flowers:direction(i, j) then not_neighbours("retreat", a, from, 6) end
    return on_map(flowers:retreat(i, j))
  end)

  --- The areas strictly between two areas on the straight line between their centres, in
  --- order. Each entry is a list of one area, or of the two along whose border the line runs;
  --- entry.off_map is true when one of them is off the map (and left out).
  map.line_between = kept(function(a, b)
    local line = flowers:line_between(two_areas("line_between", a, b, 5))
    for i, stretch in ipairs(line) do
      local list = on_map(stretch)
      if #list < #stretch then list.off_map = true end
      line[i] = freeze(list)
    end
    return line
  end)

  --- The areas in the field of fire of an outer hex out to `range` areas: the wedge between
  --- the two areas that the hex abuts. Those off the map are left out.
  map.field_of_fire = kept(function(hex, range)
    if not board:is_hex(hex) or hex.central then
      error(("map.field_of_fire: argument 1 must be an outer hex of this map, found %s"):format(
        describe(hex)), 3)
    elseif math.type(range) ~= "integer" or range < 0 or range > 100 then
      error("map.field_of_fire: argument 2 must be a range from 0 to 100", 3)
    end
    return on_map(flowers:wedge(hex.area.index, hex.number - 1, range))
  end)

  return require("adjutant.map_face")(map)
end

return BoardMap
