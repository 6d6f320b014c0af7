-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.views -- the World in words: units, one thing in full, the map.

local Out = require "shell.out"
local Facts = require "adjutant.facts"
local Read = require "adjutant.command_read"
local Text = require "adjutant.text"

local Views = {}

local function side_role(side)
  local ok, key = pcall(function() return side.key end)
  return ok and key and "side:" .. key or nil
end

local entities, present, find = Facts.entities, Facts.present, Facts.find
local side_of, state_text, place_text = Facts.side_of, Facts.state_text, Facts.place_text

local function lines_of_rows(rows, indent)
  local name_width, place_width = 0, 0
  for _, row in ipairs(rows) do
    name_width = math.max(name_width, Out.width(row.name))
    place_width = math.max(place_width, Out.width(row.place))
  end
  local lines = {}
  for i, row in ipairs(rows) do
    local line = { indent, { text = Out.pad(row.name, name_width + 2),
      role = row.side and side_role(row.side) }, Out.pad(row.place, place_width) }
    if row.state ~= "" then line[#line + 1] = { text = "  " .. row.state, role = "dim" } end
    lines[i] = line
  end
  return lines
end

local MOST_UNITS = 40                   -- lines that need no word how to see fewer

-- What makes a long list of units shorter.
local function narrower(game, rows)
  local kinds, known = {}, {}
  for _, row in ipairs(rows) do
    local kind = row.entity.kind
    if not known[kind] then known[kind], kinds[#kinds + 1] = true, Read.plural(kind) end
  end
  local first = game.kit.side_list[1]
  return { text = ("fewer: `units KIND` (%s), `units %s`, a place or a word"):format(
    Text.list(kinds, "or"), first and first.name or "SIDE"), role = "dim" }
end

--- The units, side by side; `at_prompt`: below many of them, what shows fewer. Lines, or nil, message.
function Views.units(game, filter, at_prompt)
  local rows = Facts.rows(game, filter)
  if #rows == 0 then
    return nil, filter == "" and "there are no units"
      or ("units: nothing fits %s"):format(Text.cite(filter))
  end
  local lines = {}
  local function group(title, role, belongs)
    local mine = {}
    for _, row in ipairs(rows) do if belongs(row) then mine[#mine + 1] = row end end
    if #mine == 0 then return end
    lines[#lines + 1] = { text = title, role = role and "title " .. role or "title" }
    for _, line in ipairs(lines_of_rows(mine, "  ")) do lines[#lines + 1] = line end
  end
  for _, side in ipairs(game.kit.side_list) do
    group(side.name, side_role(side), function(row) return row.side == side end)
  end
  group("Of no side", nil, function(row) return row.side == nil end)
  if at_prompt and filter == "" and #lines > MOST_UNITS then lines[#lines + 1] = narrower(game, rows) end
  return lines
end

-- --- one thing in full ---------------------------------------------------------------------

-- The fields of an entity with what they mean: those that say something, or all.
local function field_lines(game, entity, lines, of_all)
  local shown, width, widest = {}, 0, 0
  for _, f in ipairs(game.kit:fields(entity.kind)) do
    local unknown = f.name ~= "place" and Facts.is_unknown(game, entity, f.name)
      and not Facts.declared(game, entity.kind, f).hidden
    if of_all and f.name ~= "name" or not of_all and (unknown or Facts.tells(game, entity, f)) then
      local d = Facts.declared(game, entity.kind, f)
      local row = { label = of_all and f.name or Facts.label_of(d),
        value = Facts.is_unknown(game, entity, f.name) and "?" or Facts.value_text(f, entity[f.name]),
        usual = entity[f.name] == f.default, help = d.help }
      width, widest = math.max(width, Out.width(row.label)), math.max(widest, Out.width(row.value))
      shown[#shown + 1] = row
    end
  end
  for _, row in ipairs(shown) do
    lines[#lines + 1] = { "  " .. Out.pad(row.label, width + 2),
      { text = row.help and Out.pad(row.value, widest) or row.value, role = row.usual and "dim" or nil },
      { text = row.help and "  " .. row.help or "", role = "dim" } }
  end
end

-- What the ruleset says of a thing by sheet().
local function sheet_lines(game, kind, thing, lines)
  local texts, message = game:sheet(kind, thing)
  for _, text in ipairs(texts or {}) do lines[#lines + 1] = "  " .. text end
  if not texts then lines[#lines + 1] = { text = "  " .. message, role = "bad" } end
end

local function entity_lines(game, entity, of_all)
  local side, place = side_of(game, entity), place_text(game, entity)
  local about = {}
  if side then about[1] = side.name end
  if place ~= "" then about[#about + 1] = place == "nowhere" and "off the board" or "at " .. place end
  if of_all then about[#about + 1] = ("%s %d"):format(entity.kind, entity.id) end
  local lines = { { { text = Text.show(entity), role = side and "title " .. (side_role(side) or "") or "title" },
    { text = "  " .. table.concat(about, ", "), role = "dim" } } }
  field_lines(game, entity, lines, of_all)
  sheet_lines(game, entity.kind, entity, lines)
  local children = game.world:children(entity)
  if #children > 0 then lines[#lines + 1] = "  consists of " .. Text.show(children) end
  return lines
end

local function side_lines(game, side, of_all)
  local lines = { { text = side.name, role = "title " .. (side_role(side) or "") } }
  if of_all then
    field_lines(game, side, lines, true)
  else
    sheet_lines(game, "side", side, lines)
    if #lines == 1 then field_lines(game, side, lines) end
  end
  local n = 0
  for _, e in ipairs(entities(game)) do if side_of(game, e) == side then n = n + 1 end end
  lines[#lines + 1] = ("  %d in play"):format(n)
  return lines
end

local function standing_lines(game, list, lines)
  local rows = {}
  for i, e in ipairs(list) do rows[i] = Facts.row(game, e) end
  if #rows == 0 then lines[#lines + 1] = { text = "  nobody is here", role = "dim" } end
  for _, line in ipairs(lines_of_rows(rows, "  ")) do lines[#lines + 1] = line end
end

-- The seven hexes: the drawing on the left, then each hex with its ground and its units.
local function flower_lines(game, area, lines)
  local Draw = require "adjutant.draw"
  local drawing, rows, ground_width = Draw.flower(area), {}, 5
  for _, hex in ipairs(area.hexes) do
    local number = hex.central and "C" or tostring(hex.number)
    local where = hex.central and "centre" or Draw.COMPASS[hex.number - 1]
    local ground = Draw.feature_words(hex)
    ground_width = math.max(ground_width, Out.width(ground))
    local here = present(game, "at", hex)
    rows[#rows + 1] = { number, where, ground, here[1] }
    for i = 2, #here do rows[#rows + 1] = { "", "", "", here[i] } end
  end
  for i, row in ipairs(rows) do
    local line = { "  " .. Out.pad(drawing[i] or "", 7), { text = Out.pad(row[1], 3), role = "dim" },
      Out.pad(row[2], 12), { text = Out.pad(row[3], ground_width), role = row[3] == "clear" and "dim" or nil } }
    if row[4] then
      local side, state = side_of(game, row[4]), state_text(game, row[4])
      line[#line + 1] = { text = "  " .. Text.show(row[4]), role = side and side_role(side) }
      line[#line + 1] = { text = state ~= "" and "  " .. state or "", role = "dim" }
    end
    lines[#lines + 1] = line
  end
end

-- The six borders of an area: who lies there, and what lies between.
local function border_lines(game, area, lines)
  local Draw = require "adjutant.draw"
  local width = 0
  for _, other in ipairs(area.neighbours) do width = math.max(width, Out.width(other.name)) end
  lines[#lines + 1] = { text = "  next to", role = "dim" }
  for direction = 0, 5 do
    local other = game.board.map.neighbour(area, direction)
    if other then
      local words = Draw.border_words(game.board, area, other)
      lines[#lines + 1] = { "  " .. Out.pad(Draw.COMPASS[direction], 12), Out.pad(other.name, width),
        { text = "  " .. (#words > 0 and table.concat(words, ", ") or "open"),
          role = #words == 0 and "dim" or nil } }
    end
  end
end

local function area_lines(game, area)
  local features = Facts.features_text(area)
  local lines = { { { text = area.name, role = "title" },
    { text = "  " .. (features or "area"), role = "dim" } } }
  if game.board.draw_data and area.outer and #area.hexes == 7 then
    flower_lines(game, area, lines)
    border_lines(game, area, lines)
  else
    local names = {}
    for i, neighbour in ipairs(area.neighbours or {}) do names[i] = neighbour.name end
    if #names > 0 then lines[#lines + 1] = "  next to " .. Text.list(names) end
    standing_lines(game, present(game, "within", area), lines)
  end
  sheet_lines(game, "area", area, lines)
  return lines
end

local function hex_lines(game, hex)
  local lines = { { { text = hex.name, role = "title" },
    { text = "  hex of " .. tostring(hex.area and hex.area.name), role = "dim" } } }
  local features = Facts.features_text(hex)
  if features then lines[#lines + 1] = "  " .. features end
  standing_lines(game, present(game, "at", hex), lines)
  return lines
end

local function game_lines(game, of_all)
  local lines, message, limit = game:status()
  if lines and of_all then field_lines(game, game.kit.game, lines, true) end
  return lines, message, limit
end

-- What there is to say of a thing, by what it is.
local LINES = { entity = entity_lines, side = side_lines, area = area_lines, hex = hex_lines,
  game = function(game, _, of_all) return game_lines(game, of_all) end }

local function lines_of(game, thing, of_all)
  local on_ground = game.board and game.board.ground
  if on_ground and (thing.what == "area" or thing.what == "hex" or thing.what == "box") then
    return require("adjutant.draw").describe(game.board, game.kit, thing.thing)
  end
  return LINES[thing.what](game, thing.thing, of_all)
end

--- What there is to say of what `name` names; all fields of it when `of_all`. Lines, or nil, message.
function Views.show(game, name, of_all)
  local thing, message = find(Facts.things(game), name)
  if not thing then return nil, "show: " .. message end
  return lines_of(game, thing, of_all)
end

local function sorted_by_index(places)
  table.sort(places, function(a, b)
    local area_a, area_b = a.area or a, b.area or b
    if area_a ~= area_b then return area_a.index < area_b.index end
    return (a.number or -1) < (b.number or -1)
  end)
end

-- "march: Wolperstetten, Unterglauheim" for each way, in the order in which they were found.
local function ways_in_words(found)
  local ways, by_way = {}, {}
  for _, entry in ipairs(found) do
    local how = entry.how or "reach"
    if not by_way[how] then
      by_way[how] = {}
      ways[#ways + 1] = how
    end
    table.insert(by_way[how], entry.place)
  end
  local lines = {}
  for _, how in ipairs(ways) do
    sorted_by_index(by_way[how])
    local names = {}
    for i, place in ipairs(by_way[how]) do names[i] = place.name end
    lines[#lines + 1] = { { text = how .. ": ", role = "title" }, table.concat(names, ", ") }
  end
  return lines
end

--- What a unit can reach: the map with marks, then in words. Lines, or nil, message.
function Views.reach(game, name)
  local things = {}
  for i, e in ipairs(entities(game)) do things[i] = { name = Text.show(e), thing = e } end
  local thing, message = find(things, name)
  local other = not thing and find(Facts.things(game), name)
  if other then return nil, ("reach: %s is no unit"):format(other.name) end
  if not thing then return nil, "reach: " .. message end
  local found, limit
  found, message, limit = game:reach(thing.thing)
  if not found then return nil, "reach: " .. message, limit end
  if #found == 0 then
    return { ("%s can reach nothing now%s (%s)"):format(thing.name, message and ": " .. tostring(message) or "",
      game:phase_text()) }
  end
  local marks = {}
  for _, entry in ipairs(found) do marks[entry.place] = true end
  local lines = game.board and game:map { width = Out.columns(), colour = Out.colour, marks = marks,
    overview = true, marked = "within reach of " .. thing.name } or {}
  for _, line in ipairs(ways_in_words(found)) do lines[#lines + 1] = line end
  return lines
end

--- Names for completion after `reach`.
function Views.unit_names(game)
  local names = {}
  for i, e in ipairs(entities(game)) do names[i] = Text.show(e) end
  return names
end

--- Names for completion.
function Views.names(game)
  local names = {}
  for i, thing in ipairs(Facts.things(game)) do names[i] = thing.name end
  return names
end

--- Names for completion after `map`.
function Views.area_names(game)
  local names = {}
  for i, area in ipairs(game.board and game.board.areas or {}) do names[i] = area.name end
  return names
end

--- Names for completion after `units`.
function Views.filters(game)
  local names = Facts.kind_words(game)
  for _, name in ipairs(Views.side_and_area_names(game)) do names[#names + 1] = name end
  return names
end

--- The names of all areas and sides.
function Views.side_and_area_names(game)
  local names = Views.area_names(game)
  for _, side in ipairs(game.kit.side_list) do names[#names + 1] = side.name end
  return names
end

local MANY_AREAS = 20           -- from here on `map AREA` draws its neighbourhood too

-- --- the map -----------------------------------------------------------------------------------

-- The hex that a word names, or the one where the unit of that name stands. nil, message.
local function place_or_unit(game, word)
  local place, why = find(Facts.places(game), word)
  if place then return place.what == "area" and place.thing.centre or place.thing end
  local standing = {}
  for _, e in ipairs(entities(game)) do
    local at = Facts.place_text(game, e)
    if at ~= "" and at ~= "?" and at ~= "nowhere" then standing[#standing + 1] = { name = Text.show(e), thing = e } end
  end
  local unit = find(standing, word)
  if unit then return unit.thing.place end
  return nil, why
end

--- The map (`all`: with every hex, however wide it is), or one area with those around it.
--- Lines, or nil, message.
function Views.map(game, word)
  local options = { width = Out.columns(), colour = Out.colour, overview = word ~= "all" }
  if not game.board then return nil, "map: this game has no map" end
  if word == "" or word == "all" then return game:map(options) end
  local list = {}
  if game.board.ground then
    local place, why = place_or_unit(game, word)
    if not place then return nil, "map: " .. why end
    options.around = place
    return game:map(options)
  end
  for i, area in ipairs(game.board.areas) do list[i] = { name = area.name, thing = area } end
  local thing, message = find(list, word)
  if not thing then return nil, "map: " .. message end
  local lines = area_lines(game, thing.thing)
  if #game.board.areas > MANY_AREAS then
    options.around = thing.thing
    for _, line in ipairs(game:map(options)) do lines[#lines + 1] = line end
  end
  return lines
end

return Views
