-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.board -- the map of a scenario, as rules see it.
--
-- A board holds, for the game:  board.areas, board.hexes (lists), board.map (what scripts call
-- `map`), board.chirality, board:register(world), board:draw_data().
-- For scripts there are frozen objects, made once and compared with ==:
--   area  name index neighbours hexes centre outer[1..6] height village features bank (of the
--         Danube: 1, 2, ...), area:has(word [, word]),
--         area:count(word [, word]) hexes with either kind of ground
--   hex   name area central number neighbours features, hex:has(word [, word])
--   map   areas hexes, and the functions below.

local Description = require "adjutant.board_description"
local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Board = {}
Board.__index = Board

local freeze = core.sandbox.freeze

-- --- frozen objects ------------------------------------------------------------------------

-- The object that scripts hold is empty; it reads from `data`, which the board goes on filling
-- until it is ready.
local function object(kind, data)
  return setmetatable({}, {
    __index = data,
    __newindex = function(_, key)
      error(("%s is part of the map: cannot set `%s`"):format(data.name or kind, tostring(key)), 2)
    end,
    __tostring = function() return data.name or kind end,
    __name = kind,
    __metatable = false,
  })
end

local SYNONYMS = { wood = "woods" }

-- thing:has(word [, word]): whether it has one of them. Asked often, so each thing has its own.
local function asker(features)
  local known = {}
  for word in pairs(features) do known[word] = true end
  for word, other in pairs(SYNONYMS) do known[word] = known[word] or known[other] end
  return function(_, word, other) return known[word] or known[other or word] or false end
end

-- How many of the seven hexes of an area have one of two kinds of ground: asked often, and the
-- map does not change.
local function counter(hexes)
  local known = {}
  return function(_, first, second)
    second = second or first
    local row = known[first]
    if not row then
      row = {}
      known[first] = row
    end
    local n = row[second]
    if not n then
      n = 0
      for number = 0, 6 do
        if hexes[number][first] or hexes[number][second] then n = n + 1 end
      end
      row[second] = n
    end
    return n
  end
end

-- --- making --------------------------------------------------------------------------------

local function make_flowers(d)
  local flowers, message = core.hexmap.flowers { chirality = d.chirality, areas = d.areas }
  if not flowers then
    -- The core numbers the areas; a person knows their names.
    message = message:gsub("area (%d+)", function(i) return d.areas[tonumber(i)].name end)
      :gsub("areas (%d+) and (%d+)", function(i, k)
        return d.areas[tonumber(i)].name .. " and " .. d.areas[tonumber(k)].name
      end)
    d.fail("map.areas", "%s", message)
  end
  return flowers
end

local function make_objects(self, d)
  for i, a in ipairs(d.areas) do
    local features = {}
    local data = { name = a.name, index = i, height = a.height, village = a.village and true or false,
      count = counter(a.hexes) }
    local area = object("area", data)
    local hexes, outer = {}, {}
    for number = 0, 6 do
      for word in pairs(a.hexes[number]) do features[word] = true end
      local hex_data = { name = a.name .. "/" .. (number == 0 and "C" or number), area = area,
        central = number == 0, number = number, features = freeze(a.hexes[number]),
        has = asker(a.hexes[number]) }
      local hex = object("hex", hex_data)
      hexes[number + 1] = hex
      if number > 0 then outer[number] = hex end
      self.hexes[#self.hexes + 1] = hex
      self.hex_data[hex] = hex_data
    end
    if a.height > 0 then features.high = true end
    if a.village then features.village = true end
    data.features, data.hexes, data.outer = freeze(features), freeze(hexes), freeze(outer)
    data.centre = hexes[1]
    data.has = asker(features)
    self.areas[i] = area
    self.area_data[area] = data
  end
end

local function make_neighbours(self)
  local flowers = self.flowers
  for i, area in ipairs(self.areas) do
    local list, row = {}, {}
    for d = 0, 5 do
      local j = flowers:neighbour(i, d)
      if j then
        list[#list + 1] = self.areas[j]
        row[d] = self.areas[j]
      end
    end
    self.neighbour[area] = row
    self.area_data[area].neighbours = freeze(list)
    for number = 0, 6 do
      local around = {}
      for _, at in ipairs(flowers:hex_neighbours(i, number - 1)) do
        if at then around[#around + 1] = self.areas[at[1]].hexes[at[2] + 2] end
      end
      self.hex_data[area.hexes[number + 1]].neighbours = freeze(around)
    end
  end
end

local NOTHING = {}

local function make_borders(self, d)
  local features = {}                     -- "i,j" with i < j -> the features, frozen later
  Faults.each(d.borders, function(_, b)
    if b.from == b.to or not self.flowers:direction(b.from, b.to) then
      d.fail(b.where, b.from == b.to and "an area has no border with itself"
        or "these areas do not touch: they are %d apart", self.flowers:distance(b.from, b.to))
    end
    local key = math.min(b.from, b.to) .. "," .. math.max(b.from, b.to)
    features[key] = features[key] or {}
    for word in pairs(b.features) do features[key][word] = true end
  end)
  local frozen = {}
  for key, set in pairs(features) do frozen[key] = freeze(set) end
  local none = freeze(NOTHING)
  for i, area in ipairs(self.areas) do
    local row, facing, open = {}, {}, {}
    for _, other in ipairs(area.neighbours) do
      local j = other.index
      local set = features[math.min(i, j) .. "," .. math.max(i, j)] or NOTHING
      row[other] = frozen[math.min(i, j) .. "," .. math.max(i, j)] or none
      local major, minor = self.flowers:facing(i, j)
      facing[other] = freeze { area.outer[major + 1], area.outer[minor + 1] }
      open[other] = self:crossing(area, other) and not set.danube and not set.blocked
    end
    self.borders[area], self.facing[area], self.open[area] = row, facing, open
  end
end

-- Numbers the parts of the map that the Danube divides.
local function make_banks(self)
  local banks = 0
  for _, first in ipairs(self.areas) do
    if not self.area_data[first].bank then
      banks = banks + 1
      local reached = { first }
      self.area_data[first].bank = banks
      for _, area in ipairs(reached) do            -- grows while it is walked
        for _, other in ipairs(area.neighbours) do
          if not self.area_data[other].bank and not self.borders[area][other].danube then
            self.area_data[other].bank = banks
            reached[#reached + 1] = other
          end
        end
      end
    end
  end
end

--- The outer hexes of an area that nothing may enter, as bits.
function Board:closed_hexes(area)
  local bits = 0
  for number, hex in ipairs(area.outer) do
    for word in pairs(self.impassable) do
      if hex.features[word] then bits = bits | 1 << (number - 1) break end
    end
  end
  return bits
end

--- Whether hexes that may be entered touch across the border of two neighbours.
function Board:crossing(a, b)
  return self.flowers:open(a.index, b.index, self:closed_hexes(a), self:closed_hexes(b))
end

--- A board from a map description (see adjutant.board_description). Raises one line that names
--- `file` and the entry.
function Board.new(description, file)
  local kind = type(description) == "table" and description.kind
  if kind == "hexes" or kind == "graph" then
    return require("adjutant.hexboard").new(description, file)
  end
  local d = Description.read(description, file)
  local self = setmetatable({ chirality = d.chirality, impassable = d.impassable,
    areas = {}, hexes = {}, area_data = {}, hex_data = {}, by_name = {},
    neighbour = {}, borders = {}, facing = {}, open = {} }, Board)
  self.flowers = make_flowers(d)
  make_objects(self, d)
  make_neighbours(self)
  make_borders(self, d)
  make_banks(self)
  for _, area in ipairs(self.areas) do self.by_name[area.name:lower()] = area end
  for _, hex in ipairs(self.hexes) do self.by_name[hex.name:lower()] = hex end
  self.description = d
  self.map = require("adjutant.board_map").new(self)
  return self
end

--- Registers the places with the World: one node for each hex, grouped by area.
function Board:register(world)
  local group = {}
  for i, hex in ipairs(self.hexes) do group[i] = hex.area.index end
  world:places(self.hexes, group, self.areas)
end

--- The area or hex of that name, in any case of letters; nil, message when there is none.
function Board:find(name)
  local found = self.by_name[tostring(name):lower()]
  if found then return found end
  local names = {}
  for i, area in ipairs(self.areas) do names[i] = area.name end
  local area_name, rest = tostring(name):match("^(.-)/(.*)$")
  if area_name and self.by_name[area_name:lower()] then
    return nil, ("%s has no hex %q: C is the centre, 1 to 6 the outer hexes"):format(
      self.by_name[area_name:lower()].name, rest)
  end
  return nil, ("there is no area %s%s"):format(Text.cite(area_name or tostring(name)),
    Text.did_you_mean(area_name or tostring(name), names))
end

--- Whether a value is an area, a hex, or any place of this board.
function Board:is_area(value) return self.area_data[value] ~= nil end
function Board:is_hex(value) return self.hex_data[value] ~= nil end

--- What moves search: the areas, the hexes (see adjutant.board_fields).
function Board:fields()
  self.field_list = self.field_list or require("adjutant.board_fields").of(self)
  return self.field_list
end

--- The part of the board that a search from a place runs on; nil when it is none.
function Board:field_of(place)
  return self:is_area(place) and self:fields()[1] or self:is_hex(place) and self:fields()[2] or nil
end

--- What a drawing needs: { chirality =, areas = { { area =, q =, r =, x =, y = } } }. q and r
--- are the place among the areas (direction 0 is q + 1, direction 5 is r + 1); x, y the centre
--- as the areas lie in rows, in half areas to the right and in rows down.
function Board:draw_data()
  local list = {}
  for i, area in ipairs(self.areas) do
    local a, b = self.description.areas[i].a, self.description.areas[i].b
    local q, r = a + b, -b
    list[i] = { area = area, q = q, r = r, x = 2 * q + r, y = r }
  end
  return { chirality = self.chirality, areas = list }
end

return Board
