-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.hexboard -- a map of hexes with off-map boxes, or of boxes alone, as rules see it.
--
-- To the game it is like adjutant.board: areas, hexes (all places, boxes last), map,
-- register(world), find(name), is_area, is_hex. For scripts there are frozen objects:
--   hex   label name (the label, when it has none) index col row terrain features height area box neighbours,
--         hex:has(word)
--   area  name index hexes centre neighbours features, area:has(word)

local Description = require "adjutant.hexboard_description"
local Text = require "adjutant.text"

local HexBoard = {}
HexBoard.__index = HexBoard

local freeze = core.sandbox.freeze

-- --- frozen objects ------------------------------------------------------------------------

local data_of = setmetatable({}, { __mode = "k" })

local function refuse(object, key)
  error(("%s is part of the map: cannot set `%s`"):format(data_of[object].name, tostring(key)), 2)
end

local function show(object) return data_of[object].name end

local function has(thing, word, other)
  local features = thing.features
  return (features[word == "wood" and "woods" or word]
    or other and features[other == "wood" and "woods" or other]) == true
end

-- The object that scripts hold is empty; it reads from `data`.
local function object(kind, data)
  local o = setmetatable({}, { __index = data, __newindex = refuse, __tostring = show,
    __name = kind, __metatable = false })
  data.has = has
  data_of[o] = data
  return o
end

-- Numbers sets of words, equal ones alike: words -> number, frozen set.
local function numbering(first, what, fail)
  local numbers, sets, n = {}, {}, first - 1
  return function(words)
    local list = {}
    for word in pairs(words) do list[#list + 1] = word end
    local key = list[1]
    if #list ~= 1 then
      table.sort(list)
      key = table.concat(list, " ")
    end
    if not numbers[key] then
      n = n + 1
      if n > 255 then fail("map", "at most 255 different %s", what) end
      local set = {}
      for _, word in ipairs(list) do set[word] = true end
      numbers[key], sets[n] = n, freeze(set)
    end
    return numbers[key], sets[numbers[key]]
  end, sets
end

local function set_of(words)
  local set = {}
  for _, word in ipairs(words) do set[word] = true end
  return set
end

-- --- making --------------------------------------------------------------------------------

local function make_places(self, d, number_terrain)
  local cells = {}
  for _, cell in ipairs(d.hexes) do cells[#cells + 1] = cell end
  for _, cell in ipairs(d.boxes) do cells[#cells + 1] = cell end
  local lazy = { __index = function(data, key)
    if key ~= "neighbours" then return nil end
    local list = freeze(self:neighbours_of(data.index))
    rawset(data, key, list)
    return list
  end }
  local kinds, sets = {}, {}                -- hexes that are drawn with one sign share their words
  for i, cell in ipairs(cells) do
    local words = cell.words
    if not kinds[words] then kinds[words], sets[words] = number_terrain(set_of(words)) end
    local kind, features = kinds[words], sets[words]
    local data = setmetatable({ name = cell.name or cell.label, label = cell.label, index = i,
      col = cell.col and cell.col + 1, row = cell.row and cell.row + 1, terrain = cell.words[1],
      features = features, height = cell.height, box = cell.box or false }, lazy)
    local place = object(cell.box and "box" or "hex", data)
    cell.number, cell.kind = i, kind
    self.hexes[i], self.cells[place] = place, cell
    self.by_name[cell.label:lower()] = place
    if cell.name then self.by_name[cell.name:lower()] = place end
    if cell.box then self.boxes[#self.boxes + 1] = place end
  end
end

local function make_areas(self, d)
  for i, a in ipairs(d.areas) do
    local hexes, features = {}, {}
    local data = { name = a.name, index = i }
    local area = object("area", data)
    for k, cell in ipairs(a.cells) do
      hexes[k] = self.hexes[cell.number]
      data_of[hexes[k]].area = area
      for _, word in ipairs(cell.words) do features[word] = true end
    end
    data.hexes, data.features, data.centre = freeze(hexes), freeze(features), hexes[1]
    data.height = 0
    self.areas[i] = area
    self.is_area_object[area] = true
    self.by_name[a.name:lower()] = area
  end
end

-- The direction from one cell of the grid to its neighbour: the core knows, once it stands; here
-- it is found by trying the six.
local function make_ground(self, d, number_side)
  local terrain, heights, high = {}, {}, false
  for i = 1, d.cols * d.rows do terrain[i], heights[i] = 0, 0 end
  for _, cell in ipairs(d.hexes) do
    local at = cell.row * d.cols + cell.col + 1
    terrain[at], heights[at] = cell.kind, cell.height
    high = high or cell.height ~= 0
  end
  local spec = { flat_top = d.flat, even = d.even, cols = d.cols, rows = d.rows, terrain = terrain,
    heights = high and heights or nil, boxes = #d.boxes, box_terrain = {}, links = {}, sides = {} }
  for i, box in ipairs(d.boxes) do spec.box_terrain[i] = box.kind end
  for _, l in ipairs(d.links) do
    local n, kind = #spec.links, next(l.features) and number_side(l.features) or 0
    spec.links[n + 1], spec.links[n + 2] = l.from.number, l.to.number
    spec.links[n + 3], spec.links[n + 4] = kind, l.one_way and 1 or 0
  end
  local bare = core.ground.new { flat_top = d.flat, even = d.even, cols = d.cols, rows = d.rows,
    terrain = terrain }
  for _, cell in ipairs(d.hexes) do
    for other, features in pairs(cell.sides or {}) do
      local n = #spec.sides
      spec.sides[n + 1], spec.sides[n + 2] = cell.number, bare:direction(cell.number, other.number)
      spec.sides[n + 3] = number_side(features)
    end
  end
  self.ground = core.ground.new(spec)
  self.ground:bind(self.hexes)
end

local function make_links(self, d, number_side)
  for _, l in ipairs(d.links) do
    local function add(from, to)
      local row = self.links[from.number] or {}
      self.links[from.number] = row
      row[#row + 1] = to.number
      local key = from.number * 100000 + to.number
      local set = next(l.features) and select(2, number_side(l.features))
      self.link_sides[key] = set or self.link_sides[key] or self.no_features
    end
    add(l.from, l.to)
    if not l.one_way then add(l.to, l.from) end
  end
end

--- A board from a map description. Raises one line that names `file` and the entry.
function HexBoard.new(description, file)
  local d = Description.read(description, file)
  local self = setmetatable({ kind = d.kind, flat = d.flat, even = d.even, cols = d.cols,
    rows = d.rows, areas = {}, hexes = {}, boxes = {}, cells = {}, by_name = {}, links = {},
    link_sides = {}, is_area_object = {}, movers = {}, no_features = freeze {} }, HexBoard)
  local number_terrain, terrain_sets = numbering(1, "kinds of terrain", d.fail)
  local number_side, side_sets = numbering(1, "kinds of hexside", d.fail)
  make_places(self, d, number_terrain)
  make_areas(self, d)
  make_ground(self, d, number_side)
  make_links(self, d, number_side)
  self.description, self.scheme = d, d.scheme
  self.terrain_sets, self.side_sets = terrain_sets, side_sets
  local numbers = {}                  -- by place
  for i, place in ipairs(self.hexes) do numbers[place] = i end
  self.field = { ground = self.ground, terrain_sets = terrain_sets, side_sets = side_sets,
    board = self, objects = self.hexes, numbers = numbers,
    number = function(place) return numbers[place] end,
    features_between = function(a, b) return self:side_by_number(a, b) end }
  self.map = require("adjutant.hexboard_map").new(self)
  return self
end

-- --- questions ------------------------------------------------------------------------------

--- The places next to number i: round the hex counter-clockwise, then along links.
function HexBoard:neighbours_of(i)
  local list, seen = {}, {}
  if not self.cells[self.hexes[i]].box then
    for d = 0, 5 do
      local j = self.ground:neighbour(i, d)
      if j then list[#list + 1], seen[j] = self.hexes[j], true end
    end
  end
  for _, j in ipairs(self.links[i] or {}) do
    if not seen[j] then list[#list + 1], seen[j] = self.hexes[j], true end
  end
  return list
end

--- What lies between two neighbours by number: a frozen set; nil when they are none.
function HexBoard:side_by_number(i, j)
  local a, b = self.hexes[i], self.hexes[j]
  local link = self.link_sides[i * 100000 + j]
  if self.cells[a].box or self.cells[b].box then return link end
  local d = self.ground:direction(i, j)
  if not d then return link end
  local kind = self.ground:side(i, d)
  return kind == 0 and self.no_features or self.side_sets[kind]
end

--- What lies between two neighbours: a frozen set; nil when they are none.
function HexBoard:side(a, b)
  return self:side_by_number(self.cells[a].number, self.cells[b].number)
end

--- The part of the board that a search from a place runs on.
function HexBoard:field_of(place)
  return self.cells[place] and self.field or nil
end

--- What moves search: the one field of such a map.
function HexBoard:fields() return { self.field } end

--- Registers the places with the World: one node each, grouped by area.
function HexBoard:register(world)
  local group = {}
  for i, place in ipairs(self.hexes) do
    local area = data_of[place].area
    group[i] = area and area.index or 0
  end
  if #self.areas > 0 then world:places(self.hexes, group, self.areas)
  else world:places(self.hexes) end
end

--- The hex (by label or name), box or area of that name; nil, message when there is none.
function HexBoard:find(name)
  local text = tostring(name)
  local found = self.by_name[text:lower()]
  if found then return found end
  if self.kind == "hexes" then
    local col, row = self.scheme:parse(text)
    local number = col and self.ground:at(col, row)
    if number then return self.hexes[number] end
    if col then
      return nil, ("there is no hex %s on the map; its hexes go from %s to %s"):format(text,
        self.hexes[1].label, self.hexes[#self.hexes - #self.boxes].label)
    end
  end
  local names = {}
  for _, place in ipairs(self.hexes) do
    if place.label ~= place.name or place.box then names[#names + 1] = place.name end
  end
  for _, area in ipairs(self.areas) do names[#names + 1] = area.name end
  return nil, ("there is no place %s%s"):format(Text.cite(text), Text.did_you_mean(text, names))
end

--- Whether a value is an area, or a place (a hex or a box), of this board.
function HexBoard:is_area(value) return self.is_area_object[value] ~= nil end
function HexBoard:is_hex(value) return self.cells[value] ~= nil end

return HexBoard
