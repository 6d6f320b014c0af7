-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.facts -- what can be seen of a position: units, their state, places, sides; and what
-- a word means among them. The prompt shows it in words, front ends get it as JSON.

local Knowledge = require "adjutant.knowledge"
local Read = require "adjutant.command_read"
local Text = require "adjutant.text"

local Facts = {}

--- The kinds of entities that stand on the board: they have a name.
function Facts.kinds(game)
  return game.kit.entity_kinds or { "unit" }
end

function Facts.has_field(game, kind, name)
  for _, f in ipairs(game.kit:fields(kind)) do
    if f.name == name then return true end
  end
  return false
end
local has_field = Facts.has_field

--- The words that mean a kind in a filter: its name for several.
function Facts.kind_words(game)
  local words = {}
  for i, kind in ipairs(Facts.kinds(game)) do words[i] = Read.plural(kind) end
  return words
end

--- Every entity of those kinds.
function Facts.entities(game)
  local list = {}
  for _, kind in ipairs(Facts.kinds(game)) do
    for _, e in ipairs(game.world:all(kind)) do list[#list + 1] = e end
  end
  return list
end

function Facts.value_text(f, value)
  if value == nil then return f.kind == "place" and "nowhere" or "none" end
  return Text.show(value)
end

--- The declaration of a field: what the ruleset says of it. The field itself when it says nothing.
function Facts.declared(game, kind, f)
  return game.kit:field(kind, f.name) or f
end

function Facts.label_of(d) return d.label or d.name:gsub("_", " ") end

--- Whether the side that looks may not know a field.
function Facts.is_unknown(game, entity, name) return Knowledge.is_veiled(game.kit, entity, name) end

--- Whether a field says something: it is none of those shown elsewhere, and not as in a new one.
function Facts.tells(game, entity, f)
  local name, value = f.name, entity[f.name]
  if name == "name" or name == "side" or name == "place"
    or Facts.declared(game, entity.kind, f).hidden then
    return false
  elseif entity.kind == "side" and (name == "key" or name == "enemy") then
    return false
  elseif f.kind == "text" then
    return value ~= "" and value ~= "none"
  end
  return value ~= nil and value ~= f.default
end

--- What sets an entity apart from a new one of its kind: "disrupted, attacks 1".
function Facts.state_text(game, entity)
  local parts = {}
  for _, f in ipairs(game.kit:fields(entity.kind)) do
    if Facts.is_unknown(game, entity, f.name) and not Facts.declared(game, entity.kind, f).hidden then
      if f.name ~= "place" then parts[#parts + 1] = Facts.label_of(Facts.declared(game, entity.kind, f)) .. " ?" end
    elseif Facts.tells(game, entity, f) then
      local value, label = entity[f.name], Facts.label_of(Facts.declared(game, entity.kind, f))
      if f.kind == "text" then parts[#parts + 1] = value
      elseif f.kind == "bool" then parts[#parts + 1] = value and label or "not " .. label
      else parts[#parts + 1] = label .. " " .. Facts.value_text(f, value) end
    end
  end
  return table.concat(parts, ", ")
end

function Facts.place_text(game, entity)
  if not has_field(game, entity.kind, "place") then return "" end
  if Facts.is_unknown(game, entity, "place") then return "?" end
  local place = entity.place
  return place and tostring(place.name or place) or "nowhere"
end

function Facts.side_of(game, entity)
  return has_field(game, entity.kind, "side") and entity.side or nil
end

function Facts.area_of(entity)
  local ok, area = pcall(function() return entity.area end)
  return ok and area or nil
end

--- { entity =, name =, place = text, state = text, side = }
function Facts.row(game, entity)
  return { entity = entity, name = Text.show(entity), place = Facts.place_text(game, entity),
    state = Facts.state_text(game, entity), side = Facts.side_of(game, entity) }
end

-- Whether the row is meant by the filter: a kind of piece (force, forces), a side, an area, or a word in
-- any column. `kinds`: the words that mean one.
local function fits(row, filter, kinds)
  if filter == "" then return true end
  local word = filter:lower()
  if kinds[word] then return row.entity.kind == kinds[word] end
  local area = Facts.area_of(row.entity)
  if area and tostring(area.name):lower() == word then return true end
  if row.side and (row.side.name:lower() == word or row.side.key:lower() == word) then return true end
  local text = (row.name .. " " .. row.place .. " " .. row.state):lower()
  return Text.has(text, word)
end

--- The rows of all units, or of those that a kind, a side, an area or a word means.
function Facts.rows(game, filter)
  local rows, kinds = {}, {}
  for _, kind in ipairs(Facts.kinds(game)) do
    kinds[kind], kinds[Read.plural(kind)] = kind, kind
  end
  for _, entity in ipairs(Facts.entities(game)) do
    local row = Facts.row(game, entity)
    if fits(row, filter or "", kinds) then rows[#rows + 1] = row end
  end
  return rows
end

--- The entities in a place: finder "at" (a hex) or "within" (an area).
function Facts.present(game, finder, place)
  local list = {}
  for _, kind in ipairs(Facts.kinds(game)) do
    if has_field(game, kind, "place") then
      for _, e in ipairs(game.world[finder](game.world, place, kind)) do list[#list + 1] = e end
    end
  end
  return list
end

--- The words of a set of features, in order.
function Facts.words(set)
  local words = {}
  for word, value in pairs(set or {}) do
    if value == true then words[#words + 1] = word end
  end
  table.sort(words)
  return words
end

--- "village, town, height 1" of an area or hex; nil when there is nothing to say.
function Facts.features_text(thing)
  local words = Facts.words(thing.features)
  if thing.village and not thing.features.village then table.insert(words, 1, "village") end
  if thing.height and thing.height ~= 0 then words[#words + 1] = "height " .. thing.height end
  return #words > 0 and table.concat(words, ", ") or nil
end

--- The places of a game's map: list of { name =, what = "area"|"hex"|"box", thing = }; a hex with
--- a label and a name stands twice.
function Facts.places(game)
  local board, list = game.board, {}
  local function add(name, what, thing) list[#list + 1] = { name = name, what = what, thing = thing } end
  if board and board.ground then
    for _, area in ipairs(board.areas) do add(area.name, "area", area) end
    for _, hex in ipairs(board.hexes) do
      local what = hex.box and "box" or "hex"
      add(hex.name, what, hex)
      if hex.label ~= hex.name then add(hex.label, what, hex) end
    end
  elseif board then
    for _, area in ipairs(board.areas) do
      add(area.name, "area", area)
      for _, hex in ipairs(area.hexes) do add(hex.name, "hex", hex) end
    end
  end
  return list
end

--- All that has a name: list of { name =, what = "entity"|"side"|"area"|"hex"|"box"|"game", thing = }.
function Facts.things(game)
  local list = {}
  for _, e in ipairs(Facts.entities(game)) do
    list[#list + 1] = { name = Text.show(e), what = "entity", thing = e }
  end
  for _, side in ipairs(game.kit.side_list) do
    list[#list + 1] = { name = side.name, what = "side", thing = side }
  end
  for _, place in ipairs(Facts.places(game)) do list[#list + 1] = place end
  list[#list + 1] = { name = "game", what = "game", thing = game.kit.game }
  return list
end

--- The one thing of `list` that `word` names: by its whole name, its beginning, or a part; the
--- quotation marks around it are left out. nil, message.
function Facts.find(list, word)
  word = word:gsub('^"(.*)"$', "%1")
  local lower = word:lower()
  local starts, contains, labels = {}, {}, {}
  for i, thing in ipairs(list) do
    local name = thing.name:lower()
    labels[i] = thing.name
    if name == lower then return thing end
    if name:sub(1, #lower) == lower then starts[#starts + 1] = thing
    elseif Text.has_beginning(name, lower) then contains[#contains + 1] = thing end
  end
  local found = #starts > 0 and starts or contains
  if #found == 1 then return found[1] end
  if #found > 1 then
    local names = {}
    for i = 1, math.min(#found, 6) do names[i] = found[i].name end
    if #found > 6 then names[7] = "more" end
    return nil, ("%s could be %s"):format(Text.cite(word), Text.list(names, "or"))
  end
  return nil, ("there is nothing called %s%s"):format(Text.cite(word), Text.did_you_mean(word, labels))
end

return Facts
