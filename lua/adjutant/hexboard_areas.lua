-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.hexboard_areas -- reads the areas, the boxes and the links of a map: what is added to the
-- reader of adjutant.hexboard_description.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Reader = {}

local sorted_keys = Text.key_names

local AREA_KEYS = { name = true, hexes = true, sign = true, note = true }
local BOX_KEYS = { name = true, terrain = true, links = true, note = true }
local CHARACTER = "[\0-\127\194-\244][\128-\191]*"

local function belongs(self, where, at, cell, area)
  if cell.area then
    self:fail(self:column(where, at), "%s is in %s already; a place is in one area", cell.label, cell.area.name)
  end
  cell.area = area
  area.cells[#area.cells + 1] = cell
end

function Reader:area(i, a)
  local where = ("map.areas[%d]"):format(i)
  self:want(where, a, "table", '{ name = "Flanders", hexes = "A1 B1" }')
  self:check_keys(where, a, AREA_KEYS, "an area")
  local area = { index = i, cells = {}, sign = a.sign }
  self:name(where, area, a.name)
  where = ("%s (%s)"):format(where, area.name)
  if a.sign ~= nil then
    self:want(where .. ".sign", a.sign, "string", '"F"')
    if select(2, a.sign:gsub(CHARACTER, "")) ~= 1 or a.sign:find("[%s.]") or a.sign == self.off then
      self:fail(where .. ".sign", 'a sign is one character, like "F", and none that is taken')
    end
  end
  for _, text in ipairs(self:texts(where .. ".hexes", a.hexes or a.sign and {}, '"A1 B1"')) do
    for label in text[2]:gmatch("[^%s,]+") do belongs(self, text[1], nil, self:place(text[1], label), area) end
  end
  return area
end

-- Which hexes are in which area, drawn like the hexes themselves.
function Reader:drawn_areas(rows, areas)
  local signs = {}
  for i, area in ipairs(areas) do
    if area.sign and signs[area.sign] then
      self:fail(("map.areas[%d] (%s).sign"):format(i, area.name), "%q is the sign of %s", area.sign,
        signs[area.sign].name)
    elseif area.sign then
      signs[area.sign] = area
    end
  end
  self:each_sign("map.area_rows", rows or {}, function(where, at, col, row, sign)
    if sign == self.off or sign == "." then return end
    local cell = self.cells[row] and self.cells[row][col]
    if not signs[sign] then
      self:fail(self:column(where, at), "%q is the sign of no area; there are %s", sign,
        Text.list(sorted_keys(signs)))
    elseif not cell then
      self:fail(self:column(where, at), "there is no hex here that could be in %s", signs[sign].name)
    end
    belongs(self, where, at, cell, signs[sign])
  end)
end

function Reader:read_areas(map)
  local areas = {}
  Faults.each(self:want("map.areas", map.areas or {}, "table", "{ ... }"), function(i, a)
    areas[i] = self:area(i, a)
  end)
  if #areas == #(map.areas or {}) then Faults.attempt(self.drawn_areas, self, map.area_rows, areas) end
  for i, area in ipairs(areas) do
    if #area.cells == 0 then
      Faults.attempt(self.fail, self, ("map.areas[%d] (%s)"):format(i, area.name),
        "an area needs at least one hex")
    end
  end
  return areas
end

-- --- boxes and links ------------------------------------------------------------------------------

--- The hex of a label, or the box or hex of a name.
function Reader:place(where, word)
  self:want(where, word, "string", '"A1"')
  local found = self.named[word:lower()]
  if found then return found end
  if self.count == 0 then
    local names = {}
    for i, box in ipairs(self.boxes) do names[i] = box.name end
    self:fail(where, "there is no place %q%s", word, Text.did_you_mean(word, names))
  end
  return self:cell(where, word)
end

function Reader:link(where, from, to, given)
  if from == to then self:fail(where, "a link leads to another place") end
  local features, one_way = {}, false
  for _, key in ipairs(sorted_keys(given)) do
    if not tonumber(key) then
      self:words(where, key, '"road"')
      if type(given[key]) ~= "boolean" then
        self:fail(where, "%s is true or left out, found %s", key, self.quoted(given[key]))
      elseif key == "one_way" then
        one_way = given[key]
      else
        features[key] = given[key] or nil
      end
    end
  end
  self.links[#self.links + 1] = { from = from, to = to, features = features, one_way = one_way }
end

function Reader:box_links(box, given)
  local where = ("map.boxes (%s).links"):format(box.name)
  if type(given) == "string" then
    local list = {}
    for label in given:gmatch("[^%s,]+") do list[#list + 1] = label end
    given = list
  end
  Faults.each(self:want(where, given or {}, "table", '"A1 A2"'), function(i, link)
    local at = ("%s[%d]"):format(where, i)
    if type(link) == "string" then link = { link } end
    self:want(at, link, "table", '{ "A1", road = true }')
    self:link(at, box, self:place(at, link[1]), link)
  end)
end

function Reader:read_boxes(map)
  local given = self:want("map.boxes", map.boxes or {}, "table", '{ { name = "Vienna", links = "A1" } }')
  local before = Faults.count()
  Faults.each(given, function(i, b)
    local where = ("map.boxes[%d]"):format(i)
    self:want(where, b, "table", '{ name = "Vienna", links = "A1" }')
    self:check_keys(where, b, BOX_KEYS, "a box")
    local box = { box = true, height = 0, words = self:words(where .. ".terrain", b.terrain or "clear") }
    self:name(where, box, b.name)
    box.label = box.name
    self.boxes[i] = box
  end)
  Faults.halt(before)
  Faults.each(given, function(i, b) self:box_links(self.boxes[i], b.links) end)
  Faults.each(self:want("map.links", map.links or {}, "table", '{ { "Ulm", "Linz" } }'), function(i, l)
    local where = ("map.links[%d]"):format(i)
    self:want(where, l, "table", '{ "Ulm", "Linz", river = true }')
    self:link(where, self:place(where, l[1]), self:place(where, l[2]), l)
  end)
end

--- Adds all this to the class of readers.
return function(class)
  for name, f in pairs(Reader) do class[name] = f end
end
