-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.draw_hexes -- a board of hexes as text, with the units on it.
--
-- Hexes are boxes laid like bricks, in rows (pointy tops) or in columns (flat tops), so that each
-- touches its six neighbours. In a box stand the label with the sign of the terrain, and who is
-- there: one unit by name, more as a count for each side. Rivers and the like show on the walls,
-- roads and bridges as a gap in them. Below, every occupied place with its units.

local Canvas = require "adjutant.canvas"
local Text = require "adjutant.text"

local DrawHexes = {}

local WAYS = { road = true, track = true, bridge = true, ford = true, path = true, railway = true,
  trail = true, pass = true }
local BARRIERS = { river = { "~", "(" }, minor = { "~", "(" } }
local SPARE = { "#", "%", "&", "$", "@", "x", "^", "*" }
local HALF = 4                          -- half the width of a box, in columns
local TALL = { pointy = 3, flat = 4 }   -- lines from one row of boxes to the next

-- --- signs ------------------------------------------------------------------------------------

local sorted = Text.sorted_keys

-- A letter for each terrain: its first that is free; clear is a dot.
local function terrain_signs(board)
  local signs, taken, words = { clear = "." }, {}, {}
  for _, hex in ipairs(board.hexes) do words[hex.terrain] = true end
  for _, word in ipairs(sorted(words)) do
    for letter in (word .. "abcdefghijklmnopqrstuvwxyz"):gmatch("%l") do
      if not signs[word] and not taken[letter] then signs[word], taken[letter] = letter, true end
    end
  end
  return signs
end

-- A pair of characters (level, upright) for each thing on hexsides that is no way.
local function side_signs(board)
  local signs, words, spare = {}, {}, 0
  for _, set in ipairs(board.side_sets) do
    for word in pairs(set) do words[word] = true end
  end
  for _, word in ipairs(sorted(words)) do
    if BARRIERS[word] then signs[word] = BARRIERS[word]
    elseif not WAYS[word] then
      spare = spare % #SPARE + 1
      signs[word] = { SPARE[spare], SPARE[spare] }
    end
  end
  return signs
end

-- --- one box ------------------------------------------------------------------------------------

-- The wall in a direction: level and upright character, role, whether a way goes through.
local function wall_of(d, place, direction)
  local board = d.board
  local number = board.cells[place].number
  local other = board.ground:neighbour(number, direction)
  local set = other and board:side_by_number(number, other) or board.no_features
  local level, upright, role, way = "-", "|", "border", false
  for _, word in ipairs(sorted(set)) do
    if WAYS[word] then
      way, d.used[word] = true, true
    else
      level, upright = d.sides[word][1], d.sides[word][2]
      role, d.used[word] = BARRIERS[word] and "river" or "danube", true
    end
  end
  return level, upright, role, way
end

local function level_wall(d, place, direction, x, y, length)
  local level, _, role, way = wall_of(d, place, direction)
  d.canvas:put(x, y, level:rep(length), role)
  if way then d.canvas:put(x + length // 2, y, "=", "road") end
end

local function upright_wall(d, place, direction, x, y, length)
  local _, upright, role, way = wall_of(d, place, direction)
  for i = 0, length - 1 do d.canvas:put(x, y + i, upright, role) end
  if way then d.canvas:put(x, y + length // 2, "=", "road") end
end

local function draw_pointy_walls(d, place, x, y)
  level_wall(d, place, 2, x + 1, y, HALF - 1)
  level_wall(d, place, 1, x + HALF + 1, y, HALF - 1)
  level_wall(d, place, 4, x + 1, y + 3, HALF - 1)
  level_wall(d, place, 5, x + HALF + 1, y + 3, HALF - 1)
  upright_wall(d, place, 3, x, y + 1, 2)
  upright_wall(d, place, 0, x + 2 * HALF, y + 1, 2)
  for _, corner in ipairs { 0, HALF, 2 * HALF } do
    d.canvas:put(x + corner, y, "+", "border")
    d.canvas:put(x + corner, y + 3, "+", "border")
  end
end

local function draw_flat_walls(d, place, x, y)
  level_wall(d, place, 2, x + 1, y, 2 * HALF - 1)
  level_wall(d, place, 5, x + 1, y + 4, 2 * HALF - 1)
  upright_wall(d, place, 3, x, y + 1, 1)
  upright_wall(d, place, 4, x, y + 3, 1)
  upright_wall(d, place, 1, x + 2 * HALF, y + 1, 1)
  upright_wall(d, place, 0, x + 2 * HALF, y + 3, 1)
  for _, corner in ipairs { 0, 2 * HALF } do
    for _, line in ipairs { 0, 2, 4 } do d.canvas:put(x + corner, y + line, "+", "border") end
  end
end

-- Who stands there, in the room of a box: pieces { text, role }.
local function crowd(units)
  if #units == 1 then
    return { { units[1].mark .. " " .. units[1].name, units[1].role } }
  end
  local counts, order = {}, {}
  for _, unit in ipairs(units) do
    if not counts[unit.mark] then
      order[#order + 1] = unit
      counts[unit.mark] = 0
    end
    counts[unit.mark] = counts[unit.mark] + 1
  end
  local pieces = {}
  for i, unit in ipairs(order) do
    pieces[i] = { unit.mark .. counts[unit.mark] .. " ", unit.role }
  end
  return pieces
end

local function draw_box(d, place, x, y)
  local inner = 2 * HALF - 1
  if d.board.flat then draw_flat_walls(d, place, x, y) else draw_pointy_walls(d, place, x, y) end
  local sign = d.terrain[place.terrain]
  d.used_terrain[place.terrain] = true
  local height = place.height ~= 0 and tostring(place.height) or ""
  if height ~= "" then d.used.height = true end
  local named, marked = place.name ~= place.label, d.marked[place]
  d.canvas:put(x + 1, y + 1, Canvas.cut(place.label, inner - #height - (marked and 3 or 2)),
    named and "title" or "dim")
  if marked then
    d.canvas:put(x + inner - 1 - #height, y + 1, "+", "mark")
    d.used_mark = true
  end
  d.canvas:put(x + 1 + inner - 1 - #height, y + 1, sign .. height, place.terrain == "clear" and "dim" or "high")
  local units = d.units[place]
  local line = y + 2
  if not units then
    if named then d.canvas:put(x + 1, line, Canvas.cut(place.name, inner), "title") end
    return
  end
  local at = x + 1
  for _, piece in ipairs(crowd(units)) do
    local text = Canvas.cut(piece[1], x + 1 + inner - at)
    d.canvas:put(at, line, text, piece[2])
    at = at + Canvas.width(text)
  end
end

-- --- units ----------------------------------------------------------------------------------------

-- The units of every place: lists of { name =, mark =, role = } in the order of the sides.
local function units_by_place(kit, board, kinds, marks)
  local by_place = {}
  for _, k in ipairs(kinds) do
    for _, unit in ipairs(kit.world:all(k.kind)) do
      local place, side = unit.place, k.side and unit.side or nil
      if place and board:is_hex(place) then
        local order = 99
        for i, s in ipairs(kit.side_list) do if s == side then order = i end end
        local list = by_place[place] or {}
        by_place[place] = list
        list[#list + 1] = { name = Text.show(unit), mark = marks[side] or "-", order = order,
          id = unit.id, role = side and "side:" .. side.key or nil, main = k.kind == kit.main_kind }
      end
    end
  end
  for _, list in pairs(by_place) do
    table.sort(list, function(a, b)
      if a.order ~= b.order then return a.order < b.order end
      return a.id < b.id
    end)
  end
  return by_place
end

local function roster(d, lines, shown)
  local names, width = {}, 16
  for _, place in ipairs(d.board.hexes) do
    if d.units[place] and (shown[place] or place.box) then
      local name = (place.box or place.name == place.label) and place.name or place.label .. " " .. place.name
      names[place], width = name, math.max(width, Canvas.width(name))
    end
  end
  for _, place in ipairs(d.board.hexes) do
    local name = names[place]
    if name then
      local line = { { text = name .. (" "):rep(width - Canvas.width(name)), role = "title" } }
      for i, unit in ipairs(d.units[place]) do
        line[#line + 1] = { text = (i > 1 and ", " or " ") .. unit.mark .. " " .. unit.name, role = unit.role }
      end
      lines[#lines + 1] = line
    end
  end
end

local function legend(d, lines, columns)
  local line, length = {}, 0
  local function add(text, role)
    if length > 0 and length + Canvas.width(text) > columns then
      lines[#lines + 1] = line
      line, length = {}, 0
    end
    line[#line + 1] = { text = text .. "   ", role = role }
    length = length + Canvas.width(text) + 3
  end
  for _, side in ipairs(d.kit.side_list) do add(d.marks[side] .. " " .. side.name, "side:" .. side.key) end
  for _, word in ipairs(sorted(d.used_terrain)) do
    add(d.terrain[word] .. " " .. word, word == "clear" and "dim" or "high")
  end
  if d.used.height then add("2 height", "high") end
  local ways = {}
  for _, word in ipairs(sorted(d.used)) do
    local signs = d.sides[word]
    if signs then
      add((signs[1] == signs[2] and signs[1] or signs[1] .. signs[2]) .. " " .. word,
        BARRIERS[word] and "river" or "danube")
    elseif WAYS[word] then
      ways[#ways + 1] = word
    end
  end
  if #ways > 0 then add("= " .. table.concat(ways, ", "), "road") end
  if d.used_mark and d.mark_text then add("+ " .. d.mark_text, "mark") end
  lines[#lines + 1] = line
end

-- --- the whole ----------------------------------------------------------------------------------------

-- Draws the hexes of columns c1..c2 and rows r1..r2 and gives their lines.
local function draw_part(d, c1, c2, r1, r2, lines, shown)
  local board, flat = d.board, d.board.flat
  d.canvas = Canvas.new()
  local across, down = 2 * HALF, flat and TALL.flat or TALL.pointy
  local last_x, first_y, last_y = 1, nil, 1
  for _, hex in ipairs(board.hexes) do
    if not hex.box and hex.col >= c1 and hex.col <= c2 and hex.row >= r1 and hex.row <= r2 then
      local index = flat and hex.col or hex.row
      local shoved = (index % 2 == 0) ~= board.even
      local x = (hex.col - c1) * across + 1 + ((not flat and shoved) and HALF or 0)
      local y = (hex.row - r1) * down + 1 + ((flat and shoved) and 2 or 0)
      draw_box(d, hex, x, y)
      shown[hex] = true
      last_x, last_y = math.max(last_x, x + 2 * HALF), math.max(last_y, y + down)
      first_y = math.min(first_y or y, y)
    end
  end
  for y = first_y or 1, last_y do lines[#lines + 1] = d.canvas:line(y, 1, last_x) end
end

-- --- the overview -----------------------------------------------------------------------------------

-- A hex in a few columns: whose units are there and how many, else the sign of its terrain. Where
-- fortresses and the like stand too, a star tells who can move. On a board of columns the next cell
-- of a line is two columns on, so it has room for one always.
local function draw_dot(d, hex, x, y, room)
  local units = d.units[hex]
  local marked = d.marked[hex]
  if marked then d.used_mark = true end
  if marked and (not units or room > 2) then
    d.canvas:put(units and x + 2 or x, y, "+", "mark")
    if not units then return end
  end
  if not units then
    d.used_terrain[hex.terrain] = true
    d.canvas:put(x, y, d.terrain[hex.terrain], hex.terrain == "clear" and "dim" or "high")
    return
  end
  local first = units[1]
  local mixed = units[#units].mark ~= first.mark
  if mixed then d.mixed = true end
  d.canvas:put(x, y, mixed and "!" or first.mark, not mixed and first.role or "bad")
  local main = false
  for _, unit in ipairs(units) do main = main or unit.main end
  if main and d.several_kinds and (room > 1 or d.board.flat) then
    d.starred = true
    d.canvas:put(x + 1, y, "*", not mixed and first.role or "bad")
  elseif room > 1 and #units > 1 then
    d.counted = true
    d.canvas:put(x + 1, y, #units < 10 and tostring(#units) or "+", not mixed and first.role or "bad")
  end
end

-- The label of the first hex of each line, for its margin.
local function draw_margin(d, first, lines, last, margin)
  for y = 1, last do
    local line = d.canvas:line(y, 1, d.last_x)
    local label = first[y] and first[y].label or ""
    table.insert(line, 1, { text = label .. (" "):rep(margin - Canvas.width(label)), role = "dim" })
    lines[#lines + 1] = line
  end
end

local ABOUT = 3                          -- lines above and below what is marked

-- The lines of an overview that are worth showing: those with marks and some about them, or all.
local function lines_of_marks(d, line_of)
  local from, to
  for place in pairs(d.marked) do
    if not place.box then
      local y = line_of(place)
      from, to = math.min(from or y, y - ABOUT), math.max(to or y, y + ABOUT)
    end
  end
  return from or 1, to or math.maxinteger
end

-- Every hex in one to three columns. False when even that does not fit.
local function overview(d, columns, lines)
  local board, margin = d.board, 1
  local function shoved(hex) return ((board.flat and hex.col or hex.row) % 2 == 0) ~= board.even end
  local function line_of(hex)
    return board.flat and 2 * (hex.row - 1) + 1 + (shoved(hex) and 1 or 0) or hex.row
  end
  for _, hex in ipairs(board.hexes) do
    if not hex.box then margin = math.max(margin, Canvas.width(hex.label) + 1) end
  end
  local room = math.min(3, (columns - margin - 1) // board.cols)
  if room < 1 then return false end
  d.canvas, d.last_x = Canvas.new(), 1
  local first, last = {}, 0
  local top, bottom = lines_of_marks(d, line_of)
  top = math.max(top, 1)
  d.cut = top > 1
  for _, hex in ipairs(board.hexes) do
    local y = not hex.box and line_of(hex)
    if y and y > bottom then d.cut = true end
    if y and y >= top and y <= bottom then
      y = y - top + 1
      local x = (hex.col - 1) * room + 1 + (shoved(hex) and not board.flat and room // 2 or 0)
      draw_dot(d, hex, x, y, room)
      if not first[y] or hex.col < first[y].col then first[y] = hex end
      last, d.last_x = math.max(last, y), math.max(d.last_x, x + room)
    end
  end
  draw_margin(d, first, lines, last, margin)
  return true
end

local function overview_legend(d, columns, lines)
  legend(d, lines, columns)
  local function say(text) lines[#lines + 1] = { { text = text, role = "dim" } } end
  if d.starred then say(("*: a %s is there"):format(d.kit.main_kind)) end
  if d.counted then say "a number: so many units of that side" end
  if d.mixed then say "!: units of several sides" end
  if d.cut then say "only the part of the map with the marks is shown" end
  say "what lies between hexes is not shown"
  say "`map HEX` shows a hex and those around it, `map all` every hex."
end

local MOST_ROWS = 11                                       -- of a part that is drawn for its marks

-- --- all of it --------------------------------------------------------------------------------------

-- The columns and rows of what is marked, with a hex around it; nil when that is too much to be drawn
-- in boxes.
local function part_with(marks, board, room)
  local c1, c2, r1, r2 = board.cols, 1, board.rows, 1
  for place in pairs(marks) do
    if not place.box then
      c1, c2 = math.min(c1, place.col), math.max(c2, place.col)
      r1, r2 = math.min(r1, place.row), math.max(r2, place.row)
    end
  end
  if c1 > c2 or c2 - c1 + 1 > room or r2 - r1 + 1 > MOST_ROWS then return nil end
  local spare = room - (c2 - c1 + 1)
  c1 = math.max(1, math.min(c1 - spare // 2, board.cols - room + 1))
  return c1, math.min(board.cols, c1 + room - 1), math.max(1, r1 - 1), math.min(board.rows, r2 + 1)
end

--- Lines of pieces. options: width (columns), around (a place: only the hexes about it), overview
--- (a map too wide for the screen as a sign for each hex, when that fits; else in parts), marks (a
--- set of places) and what they are (`marked`, words); `close`: only the part with the marks, if it fits.
function DrawHexes.lines(board, kit, options, kinds, marks)
  local columns = math.max(40, math.min(options.width or 80, 160))
  local d = { board = board, kit = kit, marks = marks, used = {}, used_terrain = {},
    terrain = terrain_signs(board), sides = side_signs(board),
    marked = options.marks or {}, mark_text = options.marked,
    several_kinds = #kinds > 1, units = units_by_place(kit, board, kinds, marks) }
  local lines, shown = {}, {}
  local room = math.max(2, (columns - 1 - (board.flat and 0 or HALF)) // (2 * HALF))
  local c1, c2, r1, r2 = 1, board.cols, 1, board.rows
  local around = options.around
  if around and not around.box then
    c1 = math.max(1, math.min(around.col - room // 2, board.cols - room + 1))
    c2 = math.min(board.cols, c1 + room - 1)
    r1, r2 = math.max(1, around.row - 4), math.min(board.rows, around.row + 4)
  end
  if options.close and options.marks and c2 - c1 + 1 > room and board.kind == "hexes" then
    local a, b, c, e = part_with(options.marks, board, room)
    if a then c1, c2, r1, r2, around = a, b, c, e, true end
  end
  local parts = math.max(1, math.ceil((c2 - c1 + 1) / room))
  if parts > 1 and options.overview and not around and board.kind == "hexes" and overview(d, columns, lines) then
    overview_legend(d, options.width or columns, lines)
    roster(d, lines, shown)
    return lines
  end
  for part = 1, parts do
    local from = c1 + (part - 1) * room
    if part > 1 then lines[#lines + 1] = { "" } end
    if parts > 1 then
      lines[#lines + 1] = { { text = ("part %d of %d, from west to east"):format(part, parts), role = "dim" } }
    end
    if board.kind == "hexes" then draw_part(d, from, math.min(c2, from + room - 1), r1, r2, lines, shown) end
  end
  if board.kind == "hexes" then legend(d, lines, options.width or columns) end
  roster(d, lines, shown)
  return lines
end

local COMPASS = {
  pointy = { [0] = "east", "north-east", "north-west", "west", "south-west", "south-east" },
  flat = { [0] = "south-east", "north-east", "north", "north-west", "south-west", "south" },
}

local function between_text(set)
  local words = sorted(set)
  return #words > 0 and " (" .. table.concat(words, ", ") .. ")" or ""
end

--- A hex, box or area in words, with the units that stand there.
function DrawHexes.describe(board, kit, place, kinds, marks)
  local lines = {}
  local function line(text, role) lines[#lines + 1] = { { text = text, role = role } } end
  local units = units_by_place(kit, board, kinds, marks)
  if board:is_area(place) then
    line(place.name, "title")
    line("  " .. #place.hexes .. " hexes: " .. Text.show(place.hexes))
    for _, hex in ipairs(place.hexes) do
      for _, unit in ipairs(units[hex] or {}) do line(("  %-8s %s"):format(hex.label, unit.name), unit.role) end
    end
    return lines
  end
  line(place.name == place.label and place.label or ("%s  %s"):format(place.name, place.label), "title")
  local height = place.height ~= 0 and (", height %d"):format(place.height) or ""
  line("  " .. Text.list(sorted(place.features)) .. height .. (place.area and ", in " .. place.area.name or ""))
  local number = board.cells[place].number
  for _, other in ipairs(place.neighbours) do
    local j = board.cells[other].number
    local way = not place.box and not other.box and board.ground:direction(number, j)
    local where = way and COMPASS[board.flat and "flat" or "pointy"][way] or "link"
    line(("  %-11s %s%s"):format(where, other.name, between_text(board:side_by_number(number, j))))
  end
  for _, unit in ipairs(units[place] or {}) do line("  " .. unit.name, unit.role) end
  return lines
end

return DrawHexes
