-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.hexboard_description -- reads a map of hexes, or of boxes alone, and says what is
-- wrong with it. docs/maps.md is the manual.
--
-- { kind = "hexes", shape = "pointy", shoved = "second", labels = { style = "letters", first = "A1" },
--   terrain = { w = "woods", ["^"] = { "rough", height = 1 } },
--   rows = { ". . w .",
--             ". ^ w -" },
--   hexes = { B2 = { name = "Lille", terrain = "clear town" } },
--   sides = { river = "A1-A2 B1-A2", bridge = "A1-A2" }, roads = { "A1 A2 B2" },
--   areas = { { name = "Flanders", hexes = "A1 B1" }, { name = "France", sign = "F" } },
--   area_rows = { ". . F F",
--                 ". . F -" },
--   boxes = { { name = "Vienna", links = { { "C2", road = true } } } } }

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Description = {}

local function set_of(list)
  local set = {}
  for i, word in ipairs(list) do set[word] = i end
  return set
end

local MAP_KEYS = set_of { "kind", "title", "source", "note", "shape", "shoved", "labels", "terrain",
  "off", "rows", "hexes", "sides", "roads", "areas", "area_rows", "boxes", "links" }
local LABEL_KEYS = set_of { "style", "first", "digits", "up", "letters", "slant" }
local HEX_KEYS = set_of { "name", "terrain", "height", "note" }
local CHARACTER = "[\0-\127\194-\244][\128-\191]*"
local SIGN = "()([^%s\128-\191][\128-\191]*)"             -- a character that is no blank, and where it is
local MOST = 65536

--- The lines of a text of drawn rows, the empty ones before and behind left out.
function Description.lines(text)
  local list = {}
  if type(text) ~= "string" then return list end
  for line in (text:gsub("^%s*\n", ""):gsub("\n?%s*$", "") .. "\n"):gmatch("(.-)\n") do
    list[#list + 1] = line
  end
  return list
end

local Reader = {}
Reader.__index = Reader
require("adjutant.hexboard_areas")(Reader)

--- Raises `where: message`, with the file in front.
function Reader:fail(where, message, ...)
  local text = ("%s: %s"):format(where, message:format(...))
  error(self.file and self.file .. ": " .. text or text, 0)
end

local sorted_keys = Text.key_names

local function quoted(value)
  if value == nil then return "nothing" end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end
Reader.quoted = quoted

function Reader:want(where, value, kind, example)
  if type(value) ~= kind then
    self:fail(where, "expected a %s like %s, found %s", kind == "string" and "text" or kind, example,
      quoted(value))
  end
  return value
end

function Reader:one_of(where, value, words, absent)
  if value == nil then return absent end
  for _, word in ipairs(words) do if word == value then return value end end
  self:fail(where, "expected %s, found %s%s", Text.list(words, "or"), quoted(value),
    type(value) == "string" and Text.did_you_mean(value, words) or "")
end

function Reader:check_keys(where, t, allowed, what)
  for _, key in ipairs(sorted_keys(t)) do
    if not allowed[key] and not tonumber(key) then
      local words = sorted_keys(allowed)
      self:fail(where, "%s has no %q%s; it has %s", what, key, Text.did_you_mean(key, words),
        Text.list(words))
    end
  end
end

--- "clear town" -> { "clear", "town" }.
function Reader:words(where, text, example)
  self:want(where, text, "string", example or '"woods"')
  local list = {}
  for word in text:gmatch("[^%s,]+") do
    if not word:find("^%l[%w_]*$") then
      self:fail(where, "%q is no word: use small letters, like %s", word, example or '"woods"')
    end
    list[#list + 1] = word
  end
  if #list == 0 then self:fail(where, "expected a word like %s, found nothing", example or '"woods"') end
  return list
end

function Reader:height(where, value)
  if value == nil then return 0 end
  if math.type(value) ~= "integer" or value < -10000 or value > 10000 then
    self:fail(where, "the height is a whole number from -10000 to 10000, not %s", quoted(value))
  end
  return value
end

-- --- labels --------------------------------------------------------------------------------

local STYLES = { "digits", "letters", "doubled" }
local FIRST_MOST = 100000                 -- columns or rows before the first that is drawn

-- The column and row, from 0, of the first hex that is drawn; without rows of the first cell.
local function first_drawn(map)
  local rows = type(map.rows) == "table" and map.rows or Description.lines(map.rows)
  for i, text in ipairs(rows) do
    local col = 0
    for sign in (type(text) == "string" and text or ""):gmatch(CHARACTER) do
      if not sign:find("%s") then
        if sign ~= (map.off or "-") then return col, i - 1 end
        col = col + 1
      end
    end
  end
  return 0, 0
end

-- Where a cell lies in columns and rows of which one kind runs along an axis of the hexes.
local function slanted(spec, col, row)
  local along, across = col, row
  if not spec.flat_top then along, across = row, col end
  across = across - (along + (spec.even and along % 2 or -(along % 2))) // 2
  if spec.slant == "up" then across = across + along end
  if spec.flat_top then return along, across end
  return across, along
end

function Reader:labels(map, flat, even)
  local where = "map.labels"
  local given = map.labels or {}
  self:want(where, given, "table", '{ style = "letters", first = "A1" }')
  self:check_keys(where, given, LABEL_KEYS, "labels")
  local style = self:one_of(where .. ".style", given.style, STYLES, "digits")
  local digits = given.digits or (style == "digits" and 2 or 0)
  if math.type(digits) ~= "integer" or digits < 0 or digits > 9 then
    self:fail(where .. ".digits", "expected a whole number from 0 to 9, found %s", quoted(digits))
  end
  local counts = self:one_of(where .. ".letters", given.letters, { "columns", "rows" }, "columns")
  if given.letters and style == "digits" then
    self:fail(where .. ".letters", 'labels of style "digits" have no letters')
  end
  local spec = { kind = style, digits = digits, first_col = 0, first_row = 0, flat_top = flat,
    even = even, rows_first = counts == "rows" }
  local first = given.first or (style == "digits" and ("0"):rep(math.max(digits, 1) - 1) .. "1"
    .. ("0"):rep(math.max(digits, 1) - 1) .. "1") or "A1"
  self:want(where .. ".first", first, "string", '"A1"')
  -- read as plain columns and rows: what it counts, from 0
  local plain = core.ground.scheme { kind = style, digits = digits, rows_first = spec.rows_first }
  local col, row = plain:parse(first)
  if not col then self:fail(where .. ".first", "%s", row) end
  spec.rows_up = given.up and true or false
  spec.slant = self:one_of(where .. ".slant", given.slant, { "up", "down" })
  if spec.slant then
    local at_col, at_row = slanted(spec, first_drawn(map))
    col, row = col - at_col, spec.rows_up and row + at_row or row - at_row
  end
  if math.max(math.abs(col), math.abs(row)) > FIRST_MOST then
    self:fail(where .. ".first", "%s is too far from the first label there can be", quoted(first))
  end
  spec.first_col, spec.first_row = col, row
  self.scheme = core.ground.scheme(spec)
end

-- Where a sign of the row that is being read stands; `at` is its byte, nil for what is not drawn.
function Reader:column(where, at)
  if not at then return where end
  return ("%s, column %d"):format(where, select(2, self.row_text:sub(1, at):gsub(CHARACTER, "")))
end

function Reader:label_of(where, at, col, row)
  local label = self.scheme:format(col, row)
  if not label then
    self:fail(self:column(where, at), "the hex in column %d of row %d has no label: give labels.first or "
      .. "labels.digits so that it has", col + 1, row + 1)
  end
  return label
end

--- The cell of a label; with `must`, it has to be on the map.
function Reader:cell(where, label)
  self:want(where, label, "string", '"' .. (self.an_example or "A1") .. '"')
  local col, row = self.scheme:parse(label)
  if not col then self:fail(where, "%s", row) end
  local cell = self.cells[row] and self.cells[row][col]
  if not cell then
    self:fail(where, "there is no hex %s on the map; its hexes go from %s to %s", label,
      self.an_example or "none", self.last_example or "none")
  end
  return cell
end

-- --- hexes -----------------------------------------------------------------------------------

function Reader:terrain_entry(where, value)
  if type(value) == "string" then return { words = self:words(where, value), height = 0 } end
  self:want(where, value, "table", '{ "rough", height = 1 }')
  self:check_keys(where, value, HEX_KEYS, "terrain")
  return { words = self:words(where, value[1] or value.terrain, '"rough"'),
    height = self:height(where, value.height) }
end

function Reader:legend(given)
  local legend = { ["."] = { words = { "clear" }, height = 0 } }
  self:want("map.terrain", given or {}, "table", '{ w = "woods" }')
  Faults.each(sorted_keys(given or {}), function(_, sign)
    local where = ("map.terrain[%q]"):format(sign)
    if select(2, sign:gsub(CHARACTER, "")) ~= 1 or sign:find("%s") then
      self:fail(where, "a sign is one character, like w = \"woods\"")
    end
    legend[sign] = { words = {}, height = 0 }
    legend[sign] = self:terrain_entry(where, given[sign])
  end)
  return legend
end

function Reader:put(where, at, col, row, entry)
  if self.count >= MOST then self:fail(self:column(where, at), "a map has at most %d hexes", MOST) end
  self.count = self.count + 1
  self.cells[row] = self.cells[row] or {}
  local cell = { col = col, row = row, words = entry.words, height = entry.height,
    label = self:label_of(where, at, col, row) }
  self.cells[row][col], self.by_label[cell.label] = cell, cell
  self.cols, self.rows = math.max(self.cols, col + 1), math.max(self.rows, row + 1)
  return cell
end

-- The signs of drawn rows, one after the other: f(where, at, column, row, sign) with the column and
-- row from 0; where and at say which row it is, and which byte of it.
function Reader:each_sign(key, rows, f)
  local list = type(rows) == "string" and Description.lines(rows)
    or self:want(key, rows, "table", '{ ". . w .", ". . . ." }')
  Faults.each(list, function(i, text)
    local where = (type(rows) == "string" and "%s, line %d" or "%s[%d]"):format(key, i)
    self:want(where, text, "string", '". . w ."')
    self.row_text = text
    local col = 0
    for at, sign in text:gmatch(SIGN) do
      f(where, at, col, i - 1, sign)
      col = col + 1
    end
  end)
end

function Reader:drawn(map)
  local legend, off = self:legend(map.terrain), self.off
  self:each_sign("map.rows", map.rows, function(where, at, col, row, sign)
    if sign == off then return end
    local entry = legend[sign]
    if not entry then
      self:fail(self:column(where, at), "%q is no sign of map.terrain, which has %s; "
        .. "add [%q] = \"its terrain\", or use %q for a hex off the map", sign,
        Text.list(sorted_keys(legend)), sign, off)
    end
    self:put(where, at, col, row, entry)
  end)
end

-- Hexes by label: new ones where nothing is drawn, else more about one that is.
function Reader:listed(map)
  local given = self:want("map.hexes", map.hexes or {}, "table", '{ A1 = "woods" }')
  Faults.each(sorted_keys(given), function(_, label)
    local where, value = ("map.hexes[%q]"):format(label), given[label]
    local col, row = self.scheme:parse(label)
    if not col then self:fail(where, "%s", row) end
    if type(value) == "string" then value = { value } end
    self:want(where, value, "table", '{ "woods", name = "Lille", height = 1 }')
    self:check_keys(where, value, HEX_KEYS, "a hex")
    local cell, text = self.cells[row] and self.cells[row][col], value[1] or value.terrain
    if not cell then
      if col < 0 or row < 0 then
        self:fail(where, "it lies before the first hex, %s: change labels.first", self.scheme:format(0, 0))
      elseif col >= MOST or row >= MOST or (math.max(self.cols, col + 1)) * (math.max(self.rows, row + 1)) > 4 * MOST then
        self:fail(where, "it lies too far from the first hex, %s", self.scheme:format(0, 0))
      end
      cell = self:put(where, nil, col, row, { words = self:words(where, text or "clear"), height = 0 })
    elseif text then
      cell.words = self:words(where, text)
    end
    if value.height ~= nil then cell.height = self:height(where, value.height) end
    if value.name ~= nil then self:name(where, cell, value.name) end
  end)
end

function Reader:name(where, thing, name)
  self:want(where .. ".name", name, "string", '"Lille"')
  if name == "" or name:find("[%c\"/]") then
    self:fail(where, "the name %q cannot be used: no slash, quote or control character", name)
  elseif self.names[name:lower()] then
    self:fail(where, "the name %q is taken by %s", name, self.names[name:lower()])
  end
  local col, row = self.scheme:parse(name)
  if col and not (thing.col == col and thing.row == row) then
    self:fail(where, "the name %q is the label of another hex", name)
  end
  self.names[name:lower()] = where
  if thing.words then self.named[name:lower()] = thing end        -- a hex or a box
  thing.name = name
end

-- --- hexsides ----------------------------------------------------------------------------------

--- The texts of an entry that is a text or a list of texts, with where each stands.
function Reader:texts(where, value, example)
  if type(value) == "string" then return { { where, value } } end
  local list = {}
  for i, text in ipairs(self:want(where, value, "table", example)) do
    list[i] = { ("%s[%d]"):format(where, i), self:want(("%s[%d]"):format(where, i), text, "string", example) }
  end
  return list
end

function Reader:feature(where, a, b, word)
  if not self.touch(a, b) then
    self:fail(where, "%s and %s do not touch, so there is no hexside between them", a.label, b.label)
  end
  if a.order > b.order then a, b = b, a end
  a.sides = a.sides or {}
  a.sides[b] = a.sides[b] or {}
  a.sides[b][word] = true
end

function Reader:sides(given)
  given = self:want("map.sides", given or {}, "table", '{ river = "A1-A2 A2-B2" }')
  local function side(where, word, pair)
    local first, second = pair:match("^([^-]+)-([^-]+)$")
    local a, b = self.by_label[first], self.by_label[second]
    if not (a and b and self.touch(a, b)) then             -- something is wrong, or a label written otherwise
      local place = ("%s (%s)"):format(where, pair)
      if not first then self:fail(place, "a hexside is two labels with a dash, like A1-A2") end
      return self:feature(place, self:cell(place, first), self:cell(place, second), word)
    end
    self:feature(where, a, b, word)
  end
  Faults.each(sorted_keys(given), function(_, word)
    local where = "map.sides." .. word
    self:words(where, word, '"river"')
    for _, text in ipairs(self:texts(where, given[word], '"A1-A2 A2-B2"')) do
      for pair in text[2]:gmatch("[^%s,]+") do Faults.attempt(side, text[1], word, pair) end
    end
  end)
end

function Reader:roads(given)
  if type(given) == "string" then given = { given } end
  given = self:want("map.roads", given or {}, "table", '{ "A1 A2 B2", track = "B2 B3" }')
  local function chain(where, word, text)
    local before
    for label in text:gmatch("[^%s,]+") do
      local place = ("%s (%s)"):format(where, label)
      local cell = self:cell(place, label)
      if before then self:feature(place, before, cell, word) end
      before = cell
    end
  end
  Faults.each(given, function(i, text)
    local where = ("map.roads[%d]"):format(i)
    chain(where, "road", self:want(where, text, "string", '"A1 A2 B2"'))
  end)
  for _, word in ipairs(sorted_keys(given)) do
    if not tonumber(word) then
      self:words("map.roads." .. word, word, '"track"')
      for _, text in ipairs(self:texts("map.roads." .. word, given[word], '"B2 B3"')) do
        Faults.attempt(chain, text[1], word, text[2])
      end
    end
  end
end

-- --- the whole -----------------------------------------------------------------------------------

-- Whether two cells share a side: by a grid of the same layout without anything on it.
local function touching(flat, even)
  return function(a, b)
    local along, across = flat and "col" or "row", flat and "row" or "col"
    local step = b[along] - a[along]
    if step == 0 then return math.abs(b[across] - a[across]) == 1 end
    if math.abs(step) ~= 1 then return false end
    local shoved = (a[along] % 2 == 1) ~= even
    local by = b[across] - a[across]
    return by == 0 or by == (shoved and 1 or -1)
  end
end

function Reader:order()
  local list = {}
  for row = 0, self.rows - 1 do
    for col = 0, self.cols - 1 do
      local cell = self.cells[row] and self.cells[row][col]
      if cell then
        list[#list + 1] = cell
        cell.order = #list
      end
    end
  end
  self.an_example, self.last_example = list[1] and list[1].label, list[#list] and list[#list].label
  return list
end

--- Reads a map description: { flat =, even =, cols =, rows =, hexes = { cell, ... }, boxes =,
--- areas =, links =, scheme =, fail = }. A cell has col, row, label, name, words, height, area and
--- sides[cell] = features. Raises one line that names the entry and what it should be.
function Description.read(map, file)
  local self = setmetatable({ file = file, cells = {}, names = {}, named = {}, by_label = {}, boxes = {},
    links = {}, count = 0, cols = 0, rows = 0, off = map.off or "-" }, Reader)
  local before = Faults.count()
  Faults.attempt(self.check_keys, self, "map", map, MAP_KEYS, "a map")
  local flat = self:one_of("map.shape", map.shape, { "pointy", "flat" }, "pointy") == "flat"
  local even = self:one_of("map.shoved", map.shoved, { "first", "second" }, "second") == "first"
  self.touch = touching(flat, even)
  self:labels(map, flat, even)
  if map.kind == "hexes" then
    if map.rows ~= nil then self:drawn(map) end
    Faults.halt(before)
    self:listed(map)
    if self.count == 0 then
      self:fail("map", 'a map of hexes needs rows = { ". . .", ... } or hexes = { A1 = "clear", ... }')
    end
  end
  local hexes = self:order()
  Faults.attempt(self.sides, self, map.sides)
  Faults.attempt(self.roads, self, map.roads)
  self:read_boxes(map)
  if self.count + #self.boxes == 0 then self:fail("map.boxes", "a graph needs at least one box") end
  local areas = self:read_areas(map)
  Faults.halt(before)
  return { kind = map.kind, flat = flat, even = even, cols = self.cols, rows = self.rows,
    hexes = hexes, boxes = self.boxes, areas = areas, links = self.links, scheme = self.scheme,
    fail = function(where, ...) self:fail(where, ...) end }
end

return Description
