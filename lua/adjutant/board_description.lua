-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.board_description -- reads the map of a scenario and says what is wrong with it.
--
-- { kind = "flowers", chirality = "R",
--   areas = { { name = "Blenheim", at = {0, 0}, terrain = { [1] = "marsh", C = "town" },
--               height = 1, village = true }, { name = "The wood", at = {1, 0},
--               terrain = "all woods" }, ... },
--   borders = { { "Blenheim", "The wood", river = true }, ... } }
-- or, in place of areas, a picture and its legend (adjutant.board_picture).

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Description = {}

--- The kinds of ground a hex can have, in the order they are listed.
Description.TERRAIN = { "marsh", "woods", "town", "high" }
local SYNONYMS = { wood = "woods", forest = "woods", village = "town", swamp = "marsh",
  marshes = "marsh", high_ground = "high", hill = "high" }

--- What can lie on a border.
Description.BORDER = { "river", "danube", "road", "blocked" }

--- The outer hexes by number, as the description may name them.
Description.COMPASS = { "E", "NE", "NW", "W", "SW", "SE" }

local function set_of(list)
  local set = {}
  for i, word in ipairs(list) do set[word] = i end
  return set
end
local IS_TERRAIN = set_of(Description.TERRAIN)
local IS_BORDER = set_of(Description.BORDER)
local MAP_KEYS = set_of { "kind", "chirality", "title", "areas", "borders", "impassable", "source", "picture",
  "legend", "signs" }
local AREA_KEYS = set_of { "name", "at", "terrain", "height", "village", "note" }

local sorted_words = Text.sorted_keys

local FAR = 10000

local Reader = {}
Reader.__index = Reader

--- Raises `where: message`, with the file in front.
function Reader:fail(where, message, ...)
  local text = ("%s: %s"):format(where, message:format(...))
  error(self.file and self.file .. ": " .. text or text, 0)
end

function Reader:check_keys(where, t, allowed, what)
  local unknown = {}
  for key in pairs(t) do
    if type(key) == "string" and not allowed[key] then unknown[#unknown + 1] = key end
  end
  if #unknown == 0 then return end
  table.sort(unknown)
  local words = sorted_words(allowed)
  self:fail(where, "%s has no %q%s; it has %s", what, unknown[1],
    Text.did_you_mean(unknown[1], words), Text.list(words))
end

function Reader:want(where, value, kind, example)
  if type(value) ~= kind then
    self:fail(where, "expected a %s like %s, found %s", kind == "string" and "text" or kind, example,
      value == nil and "nothing" or type(value) == "string" and ("%q"):format(value)
        or type(value))
  end
  return value
end

function Reader:terrain_word(where, word)
  local name = SYNONYMS[word:lower()] or word:lower()
  if not IS_TERRAIN[name] then
    self:fail(where, "there is no terrain %q%s; there is %s", word,
      Text.did_you_mean(word, Description.TERRAIN), Text.list(Description.TERRAIN))
  end
  return name
end

-- "marsh", "marsh town", { "marsh", "town" } -> a set; "clear" is the empty one.
function Reader:terrain_set(where, value)
  local words = {}
  if type(value) == "string" then
    for word in value:gmatch("[^%s,]+") do words[#words + 1] = word end
  elseif type(value) == "table" then
    for _, word in ipairs(value) do words[#words + 1] = self:want(where, word, "string", '"marsh"') end
  else
    self:fail(where, "expected a terrain like \"marsh\", found %s", type(value))
  end
  local set = {}
  for _, word in ipairs(words) do
    if word:lower() ~= "clear" then set[self:terrain_word(where, word)] = true end
  end
  return set
end

function Reader:hex_number(where, key)
  if math.type(key) == "integer" and key >= 0 and key <= 6 then return key end
  if type(key) == "string" then
    local word = key:upper()
    if word == "C" then return 0 end
    for i, point in ipairs(Description.COMPASS) do
      if word == point then return i end
    end
  end
  self:fail(where, "%s is no hex of an area: use C for the centre, and 1 to 6 or E, NE, NW, W, "
    .. "SW, SE for the outer hexes", type(key) == "string" and ("%q"):format(key) or tostring(key))
end

-- Terrain of the seven hexes: [0..6] -> set.
function Reader:terrain(where, value)
  local hexes = {}
  for number = 0, 6 do hexes[number] = {} end
  if value == nil then return hexes end
  if type(value) == "string" then
    local all = value:match("^%s*all%s+(.+)$")
    if not all and value ~= "clear" then
      self:fail(where, "%q is not clear enough: \"all %s\" for all seven hexes, or a table like "
        .. "{ C = %q }", value, value, value)
    end
    local set = self:terrain_set(where, all or value)
    for number = 0, 6 do hexes[number] = set end
    return hexes
  end
  self:want(where, value, "table", '{ [1] = "marsh", C = "town" }')
  local seen = {}
  for key, words in pairs(value) do
    local number = self:hex_number(where, key)
    if seen[number] then
      self:fail(where, "hex %s is given twice", number == 0 and "C" or tostring(number))
    end
    seen[number] = true
    hexes[number] = self:terrain_set(("%s[%s]"):format(where, tostring(key)), words)
  end
  return hexes
end

function Reader:area(i, a, path)
  local where = path or ("map.areas[%d]"):format(i)
  self:want(where, a, "table", '{ name = "Blenheim", at = {0, 0} }')
  local name = self:want(where .. ".name", a.name, "string", '"Blenheim"')
  if name == "" or name:find("[/%c\"]") then
    self:fail(where, "the name %q cannot be used: no slash, quote or control character", name)
  end
  where = ("%s (%s)"):format(where, name)
  local other = self.by_name[name:lower()]
  if other then self:fail(where, "area %d has this name already", other.index) end
  local area = { index = i, name = name, where = where }
  self.by_name[name:lower()] = area
  self:check_keys(where, a, AREA_KEYS, "an area")
  local at = self:want(where .. ".at", a.at, "table", "{0, 0}")
  if math.type(at[1]) ~= "integer" or math.type(at[2]) ~= "integer" or at[3] ~= nil then
    self:fail(where .. ".at", "expected two whole numbers like {0, 0}")
  elseif math.max(math.abs(at[1]), math.abs(at[2])) > FAR then
    self:fail(where .. ".at", "{%d, %d} is too far out: at most %d either way", at[1], at[2], FAR)
  end
  local height = a.height == nil and 0 or a.height
  if math.type(height) ~= "integer" or height < 0 or height > 100 then
    self:fail(where .. ".height", "expected a whole number from 0 to 100, found %s", tostring(height))
  end
  if a.village ~= nil then self:want(where .. ".village", a.village, "boolean", "true") end
  local hexes = self:terrain(where .. ".terrain", a.terrain)
  for number = 0, 6 do
    if hexes[number].high and height == 0 then height = 1 end
  end
  area.a, area.b, area.height, area.hexes, area.village = at[1], at[2], height, hexes, a.village
  return area
end

function Reader:area_named(where, name)
  self:want(where, name, "string", '"Blenheim"')
  local area = self.by_name[name:lower()]
  if not area then
    local names = {}
    for _, a in pairs(self.by_name) do names[#names + 1] = a.name end
    table.sort(names)
    self:fail(where, "there is no area %q%s", name, Text.did_you_mean(name, names))
  end
  return area
end

function Reader:border(i, b)
  local where = ("map.borders[%d]"):format(i)
  self:want(where, b, "table", '{ "Blenheim", "The wood", river = true }')
  local from = self:area_named(where, b[1])
  local to = self:area_named(where, b[2])
  where = ("%s (%s - %s)"):format(where, from.name, to.name)
  self:check_keys(where, b, IS_BORDER, "a border")
  if b[3] ~= nil then self:fail(where, "a border has two areas, found a third: %s", tostring(b[3])) end
  local features = {}
  for _, word in ipairs(Description.BORDER) do
    if b[word] ~= nil and type(b[word]) ~= "boolean" then
      self:fail(where, "%s is true or left out, found %s", word, tostring(b[word]))
    end
    features[word] = b[word] or nil
  end
  return { from = from.index, to = to.index, features = features, where = where }
end

--- Reads a map description. Returns { chirality =, areas = { {name, a, b, height, hexes[0..6],
--- village} }, borders = { {from, to, features} }, impassable = set }. Raises one line that
--- names the entry and what it should be; `file` stands in front.
function Description.read(map, file)
  local self = setmetatable({ file = file, by_name = {} }, Reader)
  self:want("map", map, "table", '{ kind = "flowers", areas = { ... } }')
  self:check_keys("map", map, MAP_KEYS, "a map")
  if map.kind ~= "flowers" then
    self:fail("map.kind", "expected \"flowers\", \"hexes\" or \"graph\", found %s",
      type(map.kind) == "string" and ("%q"):format(map.kind) or tostring(map.kind))
  end
  local chirality = map.chirality == nil and "R" or map.chirality
  if chirality ~= "R" and chirality ~= "L" then
    self:fail("map.chirality", "expected \"R\" or \"L\", found %s", tostring(map.chirality))
  end
  local areas, drawn, paths = map.areas, {}, {}
  if map.picture ~= nil then
    if areas ~= nil then self:fail("map", "it has a picture and a list of areas: one of them will do") end
    areas, drawn, paths = require("adjutant.board_picture").read(self, map)
  end
  self:want("map.areas", areas, "table", '{ { name = "Blenheim", at = {0, 0} }, ... }')
  self.areas = {}
  local before = Faults.count()
  Faults.each(areas, function(i, a) self.areas[i] = self:area(i, a, paths[i]) end)
  if #areas == 0 then self:fail("map.areas", "a map needs at least one area") end
  local borders = {}
  for i, b in ipairs(drawn) do borders[i] = self:border(i, b) end
  Faults.each(self:want("map.borders", map.borders or {}, "table", "{ ... }"), function(i, b)
    borders[#drawn + i] = self:border(i, b)
  end)
  Faults.halt(before)
  local impassable = self:terrain_set("map.impassable", map.impassable or { "marsh", "woods" })
  return { chirality = chirality, areas = self.areas, borders = borders, impassable = impassable,
    fail = function(where, ...) self:fail(where, ...) end }
end

return Description
