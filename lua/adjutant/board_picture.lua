-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.board_picture -- a map of areas drawn in text: rows of signs, each second row half an
-- area to the side, with what lies on the borders between them.
--
--   picture = [[
--        NF - KB   SP
--           ~ ~
--      MM - OB ~ NI - LF
--   ]],
--   legend = { NF = "North Farm", KB = { "Kirchberg", height = 1 }, SP = ..., MM = ..., ... }
--
-- A sign of an area is letters and digits; between two signs of a row, and on lines of their own
-- between two rows, stand the signs of borders: ~ river, = danube, - road, * blocked, + river and
-- road. North is up; the areas are put where {0, 0} is the first of the lowest row.

local Text = require "adjutant.text"

local Picture = {}

local BORDERS = { ["~"] = "river", ["="] = "danube", ["-"] = "road", ["*"] = "blocked", ["+"] = "river road" }

-- Lines as lists of { text, column (of the middle, doubled), from }; rows of areas apart from lines
-- of border signs alone.
local function read_lines(picture)
  local rows, n = {}, 0
  for line in (picture .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    local row = { line = n, areas = {}, signs = {} }
    for from, word, to in line:gmatch("()([%w_']+)()") do
      row.areas[#row.areas + 1] = { text = word, from = from, middle = from + to - 1 }
    end
    for from, sign in line:gmatch("()([^%w_'%s])") do
      row.signs[#row.signs + 1] = { text = sign, from = from, middle = 2 * from }
    end
    if #row.areas > 0 or #row.signs > 0 then rows[#rows + 1] = row end
  end
  return rows
end

-- The width of half an area, in doubled columns: from the nearest two of a row, or of two rows.
local function half_width(rows)
  local least
  local function offer(step) if step > 0 and (not least or step < least) then least = step end end
  for _, row in ipairs(rows) do
    for i = 2, #row.areas do offer((row.areas[i].middle - row.areas[i - 1].middle) / 2) end
  end
  if least then return least end
  for i = 2, #rows do
    local a, b = rows[i - 1].areas[1], rows[i].areas[1]
    if a and b then offer(math.abs(a.middle - b.middle)) end
  end
  return least or 4
end

local function round(n) return math.floor(n + 0.5) end

local function nearest(areas, middle)
  local best
  for _, a in ipairs(areas) do
    if not best or math.abs(a.middle - middle) < math.abs(best.middle - middle) then best = a end
  end
  return best
end

-- Puts x (in half areas) and y (in rows, upwards) on every area: each against the one before it in
-- its row, the first of a row against the nearest in the row below, so that a drawing may drift.
local function lay(rows, where)
  local half, drawn = half_width(rows), {}
  for _, row in ipairs(rows) do if #row.areas > 0 then table.insert(drawn, 1, row) end end
  for i, row in ipairs(drawn) do
    for k, a in ipairs(row.areas) do
      a.y = i - 1
      if k > 1 then
        local before = row.areas[k - 1]
        a.x = before.x + 2 * math.max(1, round((a.middle - before.middle) / (2 * half)))
      elseif i > 1 then
        local below = nearest(drawn[i - 1].areas, a.middle)
        a.x = below.x + round((a.middle - below.middle) / half)
      else
        a.x = 0
      end
      if (a.x + a.y) % 2 ~= 0 then
        where(row, a.from, "%s stands right above %s: every second row is half an area to the side", a.text,
          nearest(drawn[i - 1].areas, a.middle).text)
      end
    end
  end
  return drawn
end

-- The two areas whose border a sign is on: neighbours whose middles have it between them.
local function beside(drawn, rows, index, sign)
  local row = rows[index]
  if #row.areas > 0 then
    for k = 2, #row.areas do
      local a, b = row.areas[k - 1], row.areas[k]
      if a.middle < sign.middle and sign.middle < b.middle and b.x - a.x == 2 then return a, b end
    end
    return nil
  end
  local above, below
  for i = index - 1, 1, -1 do if #rows[i].areas > 0 then above = rows[i] break end end
  for i = index + 1, #rows do if #rows[i].areas > 0 then below = rows[i] break end end
  local best, from, to
  for _, a in ipairs(above and below and above.areas or {}) do
    for _, b in ipairs(below.areas) do
      local off = math.abs((a.middle + b.middle) / 2 - sign.middle)
      if math.abs(a.x - b.x) == 1 and (not best or off < best) then best, from, to = off, a, b end
    end
  end
  if best and best <= half_width(drawn) then return from, to end
  return nil
end

local function area_of(self, where, a, legend)
  local given = legend[a.text]
  if given == nil then
    local known = Text.key_names(legend)
    where("%q is not in map.legend%s; add %s = \"its name\"", a.text, Text.did_you_mean(a.text, known), a.text)
  end
  local path = ("map.legend.%s"):format(a.text)
  if type(given) == "string" then given = { given } end
  self:want(path, given, "table", '{ "Blenheim", height = 1 }')
  local area = { name = given[1] or given.name, at = { (a.x - a.y) // 2, a.y } }
  for key, value in pairs(given) do
    if key ~= 1 and key ~= "name" then area[key] = value end
  end
  if given.at ~= nil then self:fail(path, "it has its place in the picture: leave `at` out") end
  return area, path
end

--- Reads map.picture: areas and borders as lists, as a map without a picture has them, with the path
--- of each for messages. `self`: the reader of the description.
function Picture.read(self, map)
  self:want("map.picture", map.picture, "string", "[[ ... ]]")
  local legend = self:want("map.legend", map.legend, "table", '{ NF = "North Farm" }')
  local function where(row, column, ...)
    self:fail(("map.picture, line %d, column %d"):format(row.line, column), ...)
  end
  local rows = read_lines(map.picture)
  local any = false
  for _, row in ipairs(rows) do any = any or #row.areas > 0 end
  if not any then self:fail("map.picture", "there is no area in it") end
  local drawn = lay(rows, where)
  local areas, paths, borders, seen = {}, {}, {}, {}
  for i = 1, #drawn do
    for _, a in ipairs(drawn[i].areas) do
      if seen[a.text] then where(drawn[i], a.from, "%s stands twice", a.text) end
      seen[a.text] = true
      local function at_sign(...) where(drawn[i], a.from, ...) end
      areas[#areas + 1], paths[#paths + 1] = area_of(self, at_sign, a, legend)
      a.name = areas[#areas].name
    end
  end
  for _, sign in ipairs(Text.sorted_keys(legend)) do
    if not seen[sign] then self:fail("map.legend." .. tostring(sign), "it is not in the picture") end
  end
  local signs = self:want("map.signs", map.signs or {}, "table", '{ ["!"] = "road river" }')
  for _, sign in ipairs(Text.sorted_keys(signs)) do self:want("map.signs." .. tostring(sign), signs[sign], "string", '"road"') end
  for i, row in ipairs(rows) do
    for _, sign in ipairs(row.signs) do
      local words = signs[sign.text] or BORDERS[sign.text]
      if not words then
        where(row, sign.from, "%q is no sign of a border: they are ~ river, = danube, - road, * blocked, "
          .. "+ river and road", sign.text)
      end
      local from, to = beside(drawn, rows, i, sign)
      if not from then where(row, sign.from, "%q is not between two areas", sign.text) end
      local border = { from.name, to.name }
      for word in words:gmatch("%S+") do border[word] = true end
      borders[#borders + 1] = border
    end
  end
  return areas, borders, paths
end

return Picture
