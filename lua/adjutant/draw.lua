-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.draw -- a board of areas as text, with the units on it.
--
-- Areas are boxes laid like bricks, so that each touches its six neighbours. In a box stand the
-- name, the seven hexes with their terrain, and the units, each behind the hex it is on. Rivers,
-- the Danube, roads and closed borders show on the walls between boxes.
--
-- A line is a list of pieces { text =, role = } (or a text, when a style is given). Roles:
-- title, side:ID, dim, river, danube, road, blocked, marsh, woods, town, high, border, mark.

local Canvas = require "adjutant.canvas"
local Text = require "adjutant.text"

local Draw = {}

local WIDEST_BOX, NARROWEST_BOX, BOX_IN_PARTS = 34, 14, 20
local BESIDE = 19                       -- inner width from which units stand beside the hexes
local GLYPH = 6                         -- columns of the seven hexes, with a blank

local width, cut, new_canvas, CHARACTER = Canvas.width, Canvas.cut, Canvas.new, Canvas.CHARACTER

-- --- what stands where ------------------------------------------------------------------------

local LETTERS = { { "marsh", "m" }, { "woods", "w" }, { "town", "t" } }

-- A mark of one letter for each side: its initial, or a digit when two begin alike.
local function side_marks(kit)
  local marks, taken, clash = {}, {}, false
  for _, side in ipairs(kit.side_list) do
    local letter = side.name:sub(1, 1):upper()
    if not letter:find("^%a$") or taken[letter] then clash = true end
    taken[letter] = true
    marks[side] = letter
  end
  if clash then
    for i, side in ipairs(kit.side_list) do marks[side] = tostring(i) end
  end
  return marks
end

local function placed_kinds(kit)
  local kinds = {}
  for _, kind in ipairs(kit.entity_kinds or {}) do
    local fields = {}
    for _, f in ipairs(kit.world:fields(kind)) do fields[f.name] = f.kind end
    if fields.place == "place" and fields.name then
      kinds[#kinds + 1] = { kind = kind, side = fields.side == "ref",
        disrupted = fields.disrupted == "bool" }
    end
  end
  return kinds
end

-- The units of an area: { hex =, name =, role =, side = mark, disrupted = }, the centre first.
local function units_of(kit, area, kinds, marks)
  local list = {}
  for _, k in ipairs(kinds) do
    for _, unit in ipairs(kit.world:within(area, k.kind)) do
      local side = k.side and unit.side or nil
      local order = 99
      for i, s in ipairs(kit.side_list) do if s == side then order = i end end
      list[#list + 1] = { hex = unit.place, name = Text.show(unit), id = unit.id, order = order,
        role = side and "side:" .. side.key or nil, side = marks[side] or " ",
        disrupted = k.disrupted and unit.disrupted }
    end
  end
  table.sort(list, function(a, b)
    if a.hex.number ~= b.hex.number then return a.hex.number < b.hex.number end
    if a.order ~= b.order then return a.order < b.order end
    return a.id < b.id
  end)
  return list
end

-- --- one box ----------------------------------------------------------------------------------

local ROWS = { { 3, 2 }, { 4, 0, 1 }, { 5, 6 } }         -- the hexes as they lie

local function hex_letter(hex, used)
  for _, pair in ipairs(LETTERS) do
    if hex:has(pair[1]) then
      used[pair[1]] = true
      return pair[2], pair[1]
    end
  end
  return ".", "dim"
end

local function draw_hexes(canvas, x, y, area, used, marks)
  for i, row in ipairs(ROWS) do
    local at = x + (#row == 2 and 1 or 0)
    for _, number in ipairs(row) do
      local hex = area.hexes[number + 1]
      local letter, role = hex_letter(hex, used)
      if marks[hex] then letter, role = "+", "mark" end
      canvas:put(at, y + i - 1, letter, role)
      at = at + 2
    end
  end
end

local function draw_title(canvas, x, y, area, inner, used, reached)
  local marks = reached[area] and " +" or ""
  if area.height > 0 then marks, used.high = marks .. " ^" .. area.height, true end
  if area.village then marks, used.village = marks .. " #", true end
  local name = cut(area.name, inner - #marks)
  canvas:put(x, y, name, "title")
  canvas:put(x + width(name), y, marks, reached[area] and "mark" or "high")
end

local function draw_unit(canvas, x, y, unit, room, used)
  local hex = unit.hex.number == 0 and "C" or tostring(unit.hex.number)
  local mark = unit.disrupted and "*" or ""
  local role = unit.role
  if unit.disrupted then
    used.disrupted = true
    role = role and role .. " dim" or "dim"
  end
  canvas:put(x, y, hex, "dim")
  canvas:put(x + 1, y, unit.side, role)
  canvas:put(x + 3, y, cut(unit.name, room - 3 - #mark) .. mark, role)
end

-- --- walls ------------------------------------------------------------------------------------

local WALLS = {
  open    = { flat = "-", upright = "|", role = "border" },
  edge    = { flat = "-", upright = "|", role = "border" },
  river   = { flat = "~", upright = "(", other = ")", role = "river" },
  danube  = { flat = "=", upright = "H", role = "danube" },
  blocked = { flat = "x", upright = "x", role = "blocked" },
  blocked_river = { flat = "~x", upright = "(", other = "x", role = "river" },
}

local function wall_of(board, area, direction, used)
  local map = board.map
  local other = map.neighbour(area, direction)
  if not other then return "edge", false end
  local border = map.border(area, other)
  local kind = "open"
  if border.danube then kind = "danube"
  elseif border.blocked or not map.open(area, other) then kind = "blocked"
  elseif border.river then kind = "river" end
  used[kind] = true
  if border.river and kind == "blocked" then
    kind, used.river = "blocked_river", true
  end
  if border.road then used.road = true end
  return kind, border.road
end

local function flat_wall(canvas, x, y, length, kind, road)
  local wall = WALLS[kind]
  canvas:put(x, y, wall.flat:rep(length):sub(1, length), wall.role)
  if road then canvas:put(x + length // 2 - 1, y, "[]", "road") end
end

local function upright_wall(canvas, x, y, length, kind, road)
  local wall = WALLS[kind]
  for i = 0, length - 1 do
    canvas:put(x, y + i, i % 2 == 1 and wall.other or wall.upright, wall.role)
  end
  if road then canvas:put(x, y + length // 2, "=", "road") end
end

-- --- the whole --------------------------------------------------------------------------------

-- What to draw of each area: all of them, or those at most `radius` from one.
local function areas_to_draw(board, options)
  local data, around = board:draw_data().areas, options.around
  if not around then return data end
  local near = {}
  for _, d in ipairs(data) do
    if board.map.distance(around, d.area) <= (options.radius or 1) then near[#near + 1] = d end
  end
  return near
end

-- How many half boxes lie between the western and the eastern edge.
local function halves_across(data)
  local left, right
  for _, d in ipairs(data) do
    left = left and math.min(left, d.x) or d.x
    right = right and math.max(right, d.x + 2) or d.x + 2
  end
  return right - left
end

local function measure(data, kit, kinds, marks, half)
  local left, top, bottom = data[1].x, data[1].y, data[1].y
  for _, d in ipairs(data) do
    left = math.min(left, d.x)
    top, bottom = math.min(top, d.y), math.max(bottom, d.y)
    d.units = units_of(kit, d.area, kinds, marks)
  end
  local inner = 2 * half - 1
  local beside = inner >= BESIDE
  local heights, tops = {}, {}
  for _, d in ipairs(data) do
    local lines = beside and math.max(3, #d.units) or 3 + #d.units
    heights[d.y] = math.max(heights[d.y] or 4, 1 + lines)
  end
  local y = 1
  for row = top, bottom do
    tops[row] = y
    y = y + (heights[row] or 4) + 1
  end
  return { data = data, left = left, beside = beside,
    heights = heights, tops = tops, last = y, inner = inner, half = half }
end

local function draw_box(canvas, board, m, d, used)
  local half, height = m.half, m.heights[d.y]
  local x, y = (d.x - m.left) * half + 1, m.tops[d.y]
  local flat = half - 1
  local wall = {}
  for direction = 0, 5 do
    local kind, road = wall_of(board, d.area, direction, used)
    wall[direction] = { kind, road }
  end
  flat_wall(canvas, x + 1, y, flat, wall[2][1], wall[2][2])
  flat_wall(canvas, x + half + 1, y, flat, wall[1][1], wall[1][2])
  flat_wall(canvas, x + 1, y + height + 1, flat, wall[4][1], wall[4][2])
  flat_wall(canvas, x + half + 1, y + height + 1, flat, wall[5][1], wall[5][2])
  upright_wall(canvas, x, y + 1, height, wall[3][1], wall[3][2])
  upright_wall(canvas, x + 2 * half, y + 1, height, wall[0][1], wall[0][2])
  for _, corner in ipairs { 0, half, 2 * half } do
    canvas:put(x + corner, y, "+", "border")
    canvas:put(x + corner, y + height + 1, "+", "border")
  end
  draw_title(canvas, x + 1, y + 1, d.area, m.inner, used, m.marks)
  draw_hexes(canvas, x + 1, y + 2, d.area, used, m.marks)
  for i, unit in ipairs(d.units) do
    if m.beside then
      draw_unit(canvas, x + 1 + GLYPH, y + 1 + i, unit, m.inner - GLYPH, used)
    else
      draw_unit(canvas, x + 1, y + 4 + i, unit, m.inner, used)
    end
  end
end

-- What the signs mean: groups of pieces, those that were used.
local function meanings(kit, marks, used)
  local sides, ground, walls = {}, {}, {}
  for _, side in ipairs(kit.side_list) do
    sides[#sides + 1] = { text = marks[side] .. " " .. side.name, role = "side:" .. side.key }
  end
  if used.disrupted then sides[#sides + 1] = { text = "* disrupted", role = "dim" } end
  for _, pair in ipairs(LETTERS) do
    if used[pair[1]] then ground[#ground + 1] = { text = pair[2] .. " " .. pair[1], role = pair[1] } end
  end
  if used.high then ground[#ground + 1] = { text = "^ height", role = "high" } end
  if used.village then ground[#ground + 1] = { text = "# village", role = "high" } end
  if used.river then walls[#walls + 1] = { text = "~( river", role = "river" } end
  if used.danube then walls[#walls + 1] = { text = "=H Danube", role = "danube" } end
  if used.road then
    walls[#walls + 1] = { text = (used.small and "\"" or "[]") .. " = road", role = "road" }
  end
  if used.blocked then walls[#walls + 1] = { text = "x no way across", role = "blocked" } end
  if used.marks then sides[#sides + 1] = { text = "+ " .. used.marks, role = "mark" } end
  return { sides, ground, walls }
end

local KEY = { "hexes  3 2    ", "      4 C 1   ", "       5 6    " }

-- The meanings in lines of at most `columns`, behind the key to the hexes, or behind two blanks.
local function legend(kit, marks, used, columns, key)
  local lines, before = {}, #(key[1] or "  ")
  for _, group in ipairs(meanings(kit, marks, used)) do
    local line, length
    for _, piece in ipairs(group) do
      if not line or length + 3 + width(piece.text) > columns then
        line = { key[#lines + 1] or (" "):rep(before) }
        length = before
        lines[#lines + 1] = line
      else
        line[#line + 1] = "   "
        length = length + 3
      end
      line[#line + 1] = piece
      length = length + width(piece.text)
    end
  end
  for i = #lines + 1, #key do lines[i] = { key[i] } end
  return lines
end

local function styled(lines, style)
  if not style then return lines end
  local texts = {}
  for i, line in ipairs(lines) do
    local parts = {}
    for k, piece in ipairs(line) do
      if type(piece) == "string" then parts[k] = style(piece, nil)
      else parts[k] = style(piece.text, piece.role) end
    end
    texts[i] = table.concat(parts)
  end
  return texts
end

-- The columns from..to of each part of a drawing `total` wide. Parts overlap by a box, so that
-- every box is whole in one of them.
local function parts_of(total, columns, half)
  if total <= columns then return { { 1, total } } end
  local step = ((columns - 1) // half - 2) * half
  local parts = {}
  for from = 1, total, step do
    local to = math.min(from + step + 2 * half, total)
    parts[#parts + 1] = { from, to }
    if to == total then break end
  end
  return parts
end

-- --- the overview -------------------------------------------------------------------------------

-- The arms of the units of an area as one text: "A2", with a star when one is disrupted.
local function strength_text(units)
  local parts, counts, star = {}, {}, ""
  for _, unit in ipairs(units) do
    if not counts[unit.side] then parts[#parts + 1] = unit.side end
    counts[unit.side] = (counts[unit.side] or 0) + 1
    if unit.disrupted then star = "*" end
  end
  for i, side in ipairs(parts) do parts[i] = side .. counts[side] end
  return table.concat(parts, " ") .. star
end

local function draw_cell(canvas, board, m, d, used)
  local half = m.half
  local x, y = (d.x - m.left) * half + 1, (d.y - m.top) * 3 + 1
  local function wall(direction)
    local kind, road = wall_of(board, d.area, direction, used)
    return kind, road
  end
  for direction, at in pairs { [2] = { 1, 0 }, [1] = { half + 1, 0 }, [4] = { 1, 3 }, [5] = { half + 1, 3 } } do
    local kind, road = wall(direction)
    flat_wall(canvas, x + at[1], y + at[2], half - 1, kind, road and half > 3)
    if road and half <= 3 then canvas:put(x + at[1], y + at[2], "\"", "road") end
  end
  for direction, at in pairs { [3] = 0, [0] = 2 * half } do
    local kind, road = wall(direction)
    upright_wall(canvas, x + at, y + 1, 2, kind, road)
  end
  for _, corner in ipairs { 0, half, 2 * half } do
    canvas:put(x + corner, y, "+", "border")
    canvas:put(x + corner, y + 3, "+", "border")
  end
  local inner, marked = 2 * half - 1, m.marks[d.area]
  for _, hex in ipairs(d.area.hexes) do marked = marked or m.marks[hex] end
  local letters = d.area.name:gsub("^(.-)'s ", "%1 "):gsub("[ -]", "")
  local name = letters:match("^" .. CHARACTER:rep(math.min(inner, width(letters)))) or letters
  canvas:put(x + 1, y + 1, name, d.area.village and "title" or "dim")
  if d.area.village then canvas:put(x + inner, y + 1, "#", "high") used.village = true end
  if marked then canvas:put(x + inner, y + 1, "+", "mark") end
  local text = cut(strength_text(d.units), inner)
  canvas:put(x + 1, y + 2, text, d.units[1] and d.units[1].role)
  local ground
  for _, pair in ipairs { LETTERS[2], LETTERS[1], LETTERS[3] } do
    if not ground and d.area:has(pair[1]) then ground = pair end
  end
  if ground and #text < inner then
    canvas:put(x + inner, y + 2, ground[2], ground[1])
    used[ground[1]] = true
  end
end

-- A small cell for each area: the beginning of its name, and whose units are there, how many.
local function overview(board, kit, data, options, columns)
  local kinds, marks = placed_kinds(kit), side_marks(kit)
  local m = measure(data, kit, kinds, marks, math.min(6, (columns - 1) // halves_across(data)))
  m.marks, m.top = options.marks or {}, data[1].y
  for _, d in ipairs(data) do m.top = math.min(m.top, d.y) end
  local canvas, used, bottom = new_canvas(), { marks = options.marks and options.marked }, 0
  for _, d in ipairs(data) do
    draw_cell(canvas, board, m, d, used)
    bottom = math.max(bottom, (d.y - m.top) * 3 + 4)
  end
  local lines = {}
  for y = 1, bottom do lines[y] = canvas:line(y, 1, halves_across(data) * m.half + 1) end
  used.small = m.half <= 3
  for _, line in ipairs(legend(kit, marks, used, options.width or columns, {})) do lines[#lines + 1] = line end
  lines[#lines + 1] = { { text = "  A2: two units of that side, * some disrupted; a letter: the ground", role = "dim" } }
  lines[#lines + 1] = { { text = "  `map AREA` shows an area and those around it, `map all` every hex.",
    role = "dim" } }
  return lines
end

--- The board with its units. options: width (columns, 80 when not given; 40 to 120 are used),
--- style(text, role) -> text, marks (a set of areas and hexes to be marked with +) and what they
--- are (`marked`, words), around (an area: it and those at most `radius` from it, 1 when left
--- out). Lines of pieces; texts when a style is given. A map wider than the width comes in parts,
--- from west to east; with `overview` as small cells instead, when they fit.
function Draw.lines(board, kit, options)
  local columns = math.max(40, math.min(options.width or 80, 120))
  local kinds, marks = placed_kinds(kit), side_marks(kit)
  if board.ground then
    local lines = require("adjutant.draw_hexes").lines(board, kit, options, kinds, marks)
    return styled(lines, options.style)
  end
  local data = areas_to_draw(board, options)
  local halves = halves_across(data)
  local half = math.min(WIDEST_BOX // 2, (columns - 1) // halves)
  if half < NARROWEST_BOX // 2 then
    if options.overview and (columns - 1) // halves >= 2 then
      return styled(overview(board, kit, data, options, columns), options.style)
    end
    half = BOX_IN_PARTS // 2
  end
  local m = measure(data, kit, kinds, marks, half)
  local canvas, used = new_canvas(), { marks = options.marks and options.marked }
  m.marks = options.marks or {}
  for _, d in ipairs(m.data) do draw_box(canvas, board, m, d, used) end
  local lines = {}
  local parts = parts_of(halves * half + 1, columns, half)
  for i, part in ipairs(parts) do
    if i > 1 then lines[#lines + 1] = { "" } end
    if #parts > 1 then
      lines[#lines + 1] = { { text = ("part %d of %d, from west to east"):format(i, #parts),
        role = "dim" } }
    end
    for y = 1, m.last do lines[#lines + 1] = canvas:line(y, part[1], part[2]) end
  end
  for _, line in ipairs(legend(kit, marks, used, options.width or columns, KEY)) do lines[#lines + 1] = line end
  return styled(lines, options.style)
end

-- --- one place in words -------------------------------------------------------------------------

local function feature_words(thing)
  local words = Text.sorted_keys(thing.features)
  return #words > 0 and Text.list(words) or "clear"
end

local COMPASS = { [0] = "east", "north-east", "north-west", "west", "south-west", "south-east" }

local function border_words(map, area, other)
  local border, words = map.border(area, other), {}
  for _, word in ipairs { "river", "road", "danube", "blocked" } do
    if border[word] then words[#words + 1] = word == "danube" and "the Danube" or word end
  end
  if not map.open(area, other) and not border.danube and not border.blocked then
    words[#words + 1] = "closed: no clear hexes touch across it"
  end
  return words
end

--- A place of a map of hexes in words, with the units that stand there: lines of pieces.
function Draw.describe(board, kit, place)
  return require("adjutant.draw_hexes").describe(board, kit, place, placed_kinds(kit), side_marks(kit))
end

--- The words for what lies on the border of two areas: { "river", "road", ... }, empty when open.
function Draw.border_words(board, area, other) return border_words(board.map, area, other) end

--- The words for a hex or area: "marsh", "town and woods", "clear".
Draw.feature_words = feature_words

--- Name of the direction (0 to 5) in which a neighbour, or an outer hex, lies.
Draw.COMPASS = COMPASS

--- Everything remarkable about an area in one text: features, height, village, borders. Empty
--- when there is nothing.
function Draw.words_of(board, area)
  local words = {}
  for word in pairs(area.features or {}) do
    if word ~= "village" and word ~= "high" then words[#words + 1] = word end
  end
  table.sort(words)
  if area.village then words[#words + 1] = "a village to hold" end
  if (area.height or 0) > 0 then words[#words + 1] = "height " .. area.height end
  for _, other in ipairs(area.neighbours or {}) do
    local border = border_words(board.map, area, other)
    if #border > 0 then words[#words + 1] = ("%s to %s"):format(table.concat(border, ", "), other.name) end
  end
  return table.concat(words, "; ")
end

--- The seven hexes of an area as on the map: three texts of equal width.
function Draw.flower(area)
  local texts = {}
  for i, row in ipairs(ROWS) do
    local letters = {}
    for k, number in ipairs(row) do letters[k] = hex_letter(area.hexes[number + 1], {}) end
    texts[i] = table.concat(letters, " ")
    if #row == 2 then texts[i] = " " .. texts[i] .. " " end
  end
  return texts
end

return Draw
