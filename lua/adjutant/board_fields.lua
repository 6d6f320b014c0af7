-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.board_fields -- a board of flowers as what moves search: its areas, its hexes.
--
-- A field is a graph of the core with the kinds of terrain and border that it has. Areas are
-- joined where map.open says so; hexes where they touch.

local Text = require "adjutant.text"

local Fields = {}

-- Numbers sets of words, equal ones alike.
local function numbering()
  local numbers, sets = {}, {}
  return function(features)
    local words = Text.sorted_keys(features)
    local key = table.concat(words, " ")
    if not numbers[key] then
      sets[#sets + 1] = features
      numbers[key] = #sets
    end
    return numbers[key]
  end, sets
end

-- links_of(object) -> list of { neighbour, features }
local function graph(objects, links_of)
  local terrain_number, terrain_sets = numbering()
  local side_number, side_sets = numbering()
  local numbers, between = {}, {}
  local spec = { boxes = #objects, box_terrain = {}, links = {} }
  for i, object in ipairs(objects) do
    numbers[object] = i
    spec.box_terrain[i] = terrain_number(object.features)
  end
  for i, object in ipairs(objects) do
    between[i] = {}
    for _, link in ipairs(links_of(object)) do
      local j, n = numbers[link[1]], #spec.links
      between[i][j] = link[2]
      spec.links[n + 1], spec.links[n + 2], spec.links[n + 3], spec.links[n + 4] = i, j,
        side_number(link[2]), 1
    end
  end
  local ground = core.ground.new(spec)
  ground:bind(objects)
  return { ground = ground, terrain_sets = terrain_sets, side_sets = side_sets, objects = objects,
    number = function(object) return numbers[object] end, numbers = numbers,
    features_between = function(a, b) return between[a][b] end }
end

--- The two fields of a board of flowers: { areas, hexes }.
function Fields.of(board)
  local nothing = core.sandbox.freeze {}
  local areas = graph(board.areas, function(area)
    local list = {}
    for _, other in ipairs(area.neighbours) do
      if board.open[area][other] then list[#list + 1] = { other, board.borders[area][other] } end
    end
    return list
  end)
  local hexes = graph(board.hexes, function(hex)
    local list = {}
    for _, other in ipairs(hex.neighbours) do
      local border = other.area ~= hex.area and board.borders[hex.area][other.area]
      list[#list + 1] = { other, border or nothing }
    end
    return list
  end)
  return { areas, hexes }
end

return Fields
