-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.export -- a position and its history as plain tables, for JSON. The shapes are the
-- protocol's (docs/serve.md): a field is never renamed or given another meaning, only added.

local Facts = require "adjutant.facts"
local Text = require "adjutant.text"

local json = core.json
local null = json.null

local Export = {}

local MOST_DEEP = 4             -- of tables that a rule made up

-- --- values -------------------------------------------------------------------------------------

local function or_null(value)
  if value == nil then return null end
  return value
end
Export.or_null = or_null

local function entity_ref(e)
  local ref = { kind = e.kind, id = e.id, name = Text.show(e) }
  if e.kind == "side" then ref.key = e.key end
  return ref
end

local function place_ref(board, place)
  if board:is_area(place) then return { kind = "area", name = place.name } end
  local ref = { kind = place.box and "box" or "hex", name = place.name }
  if place.label and place.label ~= place.name then ref.label = place.label end
  return ref
end

local function is_place(board, value)
  return board ~= nil and (board:is_area(value) or board:is_hex(value)) or false
end

local function table_ref(game, value, depth)
  if is_place(game.board, value) then return place_ref(game.board, value) end
  if depth >= MOST_DEEP then return Text.show(value) end
  local plain, n = {}, #value
  for i = 1, n do plain[i] = Export.ref(game, value[i], depth + 1) end
  if n > 0 then return json.array(plain) end
  local ok = pcall(function()
    for key, v in core.sandbox.pairs(value) do
      if type(key) == "string" and type(v) ~= "function" then
        plain[key] = Export.ref(game, v, depth + 1)
      end
    end
  end)
  if ok and next(plain) ~= nil then return plain end
  return Text.show(value)
end

--- A value of the World or of a rule: texts, whole numbers and truth values as they are; an
--- entity { kind, id, name }, a place { kind = "area"|"hex"|"box", name }; a fraction or a tally
--- as its text; lists and tables by their parts.
function Export.ref(game, value, depth)
  local kind = type(value)
  if value == nil then return null end
  if kind == "string" or kind == "boolean" or math.type(value) == "integer" then return value end
  if kind == "userdata" and Text.is_entity(value) then return entity_ref(value) end
  if kind == "table" then return table_ref(game, value, depth or 0) end
  return Text.show(value)
end

local function texts(list)
  local plain = json.array {}
  for i, text in ipairs(list or {}) do plain[i] = tostring(text) end
  return plain
end
Export.texts = texts

-- --- lines of the prompt ------------------------------------------------------------------------

local function text_of(line)
  if type(line) ~= "table" then return tostring(line) end
  if line.text ~= nil then return tostring(line.text) end
  local parts = {}
  for i, piece in ipairs(line) do parts[i] = text_of(piece) end
  return table.concat(parts)
end

--- Lines as the prompt shows them, as texts.
function Export.lines(lines)
  local plain = json.array {}
  for i, line in ipairs(lines or {}) do plain[i] = (text_of(line):gsub("%s+$", "")) end
  return plain
end

local ROLES = { dice = "dice", dim = "choice", title = "title" }

--- What a command said, as a result of the game has it: list of { role, rule, text }.
function Export.said(lines)
  local list = json.array {}
  for i, line in ipairs(lines or {}) do
    local text = text_of(line)
    local rule = type(line) == "table" and line.rule or nil
    text = rule and text:sub(#("%-6s "):format(rule) + 1) or text:gsub("^ +", "")
    list[i] = { role = ROLES[type(line) == "table" and line.role or false] or "note",
      rule = or_null(rule), text = text }
  end
  return list
end

-- --- the position -------------------------------------------------------------------------------

local function side_key(side)
  local ok, key = pcall(function() return side.key end)
  return ok and key or null
end
Export.side_key = side_key

-- The names of the house rules in force.
local function houses_of(kit)
  local names = {}
  for i, house in ipairs(kit.houses or {}) do names[i] = house.name end
  return texts(names)
end

--- Where the game stands.
function Export.position(game)
  local kit = game.kit
  local g, phase = kit.game, kit.sequence and kit.sequence:phase(kit.game)
  return { game = or_null(game.folder and game.folder.name), ruleset = game.ruleset_name,
    scenario = game.scenario_name, houses = houses_of(kit), turn = g.turn, turns = g.turns > 0 and g.turns or null,
    phase = phase and { id = phase.id, name = phase.name, rule = or_null(phase.rule) } or null,
    text = game:phase_text(), actor = side_key(g.actor), over = g.over,
    winner = side_key(g.winner), verdict = g.over and g.verdict or null,
    hash = game.view and null or game.world:hash(), command = game.current.n, dice = game.dice_mode,
    read_only = game.readonly and true or false,
    open = or_null(game.pending and game:known_line(game.pending.line, game.pending.heading)),
    view = game.view and side_key(game.view) or null }
end

--- The position with what the ruleset says of it.
function Export.status(game)
  local lines, message, limit = game:status()
  if not lines then return nil, message, limit end
  return { position = Export.position(game), lines = Export.lines(lines) }
end

-- --- what stands on the map ---------------------------------------------------------------------

local OWN = { name = true, side = true, place = true }

local function fields_of(game, entity)
  local fields = {}
  for _, f in ipairs(game.kit:fields(entity.kind)) do
    if not OWN[f.name] and not Facts.declared(game, entity.kind, f).hidden then
      if Facts.is_unknown(game, entity, f.name) then fields[f.name] = null
      else fields[f.name] = Export.ref(game, entity[f.name]) end
    end
  end
  return fields
end

--- An entity with all its fields.
function Export.entity(game, entity)
  local side = Facts.side_of(game, entity)
  local place = Facts.has_field(game, entity.kind, "place") and entity.place or nil
  local area = place and Facts.area_of(entity)
  return { kind = entity.kind, id = entity.id, name = Text.show(entity), side = side_key(side),
    place = Export.ref(game, place), area = area and area.name or null,
    state = Facts.state_text(game, entity), fields = fields_of(game, entity) }
end

--- The units, or those that a side, an area or a word means.
function Export.units(game, filter)
  local list = json.array {}
  for i, row in ipairs(Facts.rows(game, filter)) do list[i] = Export.entity(game, row.entity) end
  return { units = list }
end

local function refs(game, list)
  local plain = json.array {}
  for i, value in ipairs(list or {}) do plain[i] = Export.ref(game, value) end
  return plain
end

-- What lies between two neighbours: words.
local function between(board, a, b)
  local set
  if board.ground then set = board:is_hex(a) and board:side(a, b) or nil
  elseif board:is_area(a) then set = board.borders[a][b] end
  return texts(Facts.words(set))
end

--- An area, hex or box with its neighbours and who stands there.
function Export.place(game, place)
  local board = game.board
  local is_area = board:is_area(place)
  local plain = place_ref(board, place)
  plain.features, plain.height = texts(Facts.words(place.features)), place.height
  plain.terrain, plain.col, plain.row = place.terrain, place.col, place.row
  plain.area = not is_area and place.area and place.area.name or nil
  local neighbours = json.array {}
  for i, other in ipairs(place.neighbours or {}) do
    neighbours[i] = { name = other.name, between = between(board, place, other) }
  end
  plain.neighbours = neighbours
  plain.units = refs(game, Facts.present(game, is_area and "within" or "at", place))
  if is_area then
    local names = {}
    for i, hex in ipairs(place.hexes) do names[i] = hex.name end
    plain.hexes = texts(names)
  end
  return plain
end

--- The whole map: areas and hexes. nil, message when the game has none.
function Export.map(game)
  local board = game.board
  if not board then return nil, "map: this game has no map" end
  local areas, hexes = json.array {}, json.array {}
  for i, area in ipairs(board.areas) do areas[i] = Export.place(game, area) end
  for i, hex in ipairs(board.hexes) do hexes[i] = Export.place(game, hex) end
  return { kind = board.kind or "areas", columns = or_null(board.cols), rows = or_null(board.rows),
    areas = areas, hexes = hexes }
end

-- What the ruleset says of a thing by sheet(), or why it cannot.
local function sheet_of(game, kind, thing)
  local found, message = game:sheet(kind, thing)
  return texts(found or { message })
end

local function entity_in_full(game, entity)
  local plain = Export.entity(game, entity)
  plain.sheet, plain.children = sheet_of(game, entity.kind, entity), refs(game, game.world:children(entity))
  return plain
end

--- One thing by its name: a unit, side, place or "game"; without a name the position.
--- nil, message when nothing has it.
function Export.show(game, name)
  if not name or name == "" then return Export.status(game) end
  local found, message = Facts.find(Facts.things(game), name)
  if not found then return nil, "show: " .. message end
  if found.what == "entity" then return { thing = entity_in_full(game, found.thing) } end
  if found.what == "side" then
    local plain = entity_in_full(game, found.thing)
    plain.key = found.thing.key
    return { thing = plain }
  elseif found.what == "game" then
    return { thing = { kind = "game", name = "game", fields = fields_of(game, found.thing) } }
  end
  local plain = Export.place(game, found.thing)
  plain.sheet = found.what == "area" and sheet_of(game, "area", found.thing) or texts {}
  return { thing = plain }
end

--- Everything that a unit can reach now: list of { place, how }. nil, message.
function Export.reach(game, name)
  local things = {}
  for i, e in ipairs(Facts.entities(game)) do things[i] = { name = Text.show(e), thing = e } end
  local thing, message = Facts.find(things, name)
  if not thing then return nil, "reach: " .. message end
  local found, limit
  found, message, limit = game:reach(thing.thing)
  if not found then return nil, "reach: " .. message, limit end
  local list = json.array {}
  for i, entry in ipairs(found) do
    list[i] = { place = Export.ref(game, entry.place), how = entry.how or "reach" }
  end
  return { unit = entity_ref(thing.thing), reach = list, why = #list == 0 and message and tostring(message) or nil }
end

--- What a command of the rules that only looks has to say. nil, message, limit, the rule that refuses.
function Export.inquire(game, text)
  local found, message, limit, rule = game:inquire(text)
  if not found then return nil, message, limit, rule end
  return { inquiry = game:inquiry_of(text).name, text = text, lines = texts(found.texts),
    marks = refs(game, found.marks), marked = #(found.marks or {}) > 0 and found.marked or nil }
end

--- The saved games, as Game.games lists them.
function Export.games(games)
  local list = json.array {}
  for i, g in ipairs(games) do
    list[i] = { name = g.name, ruleset = or_null(g.ruleset), scenario = or_null(g.scenario),
      date = or_null(g.date), problem = g.problem and tostring(g.problem) or nil }
  end
  return { games = list }
end

-- --- the history ----------------------------------------------------------------------------------

local function tallies_of(game, entry)
  if not entry.tallies then return nil end
  local list = json.array {}
  for i, t in ipairs(entry.tallies) do
    list[i] = { name = or_null(t.name), total = t.total, text = t.text, steps = json.array {} }
    for k, step in ipairs(t.steps) do
      local plain = {}
      for key, value in pairs(step) do plain[key] = Export.ref(game, value) end
      list[i].steps[k] = plain
    end
  end
  return list
end

--- What a command did, entry by entry: { role = "note"|"dice"|"choice"|"print", rule, text, reason }.
function Export.record(game, record)
  local list = json.array {}
  for i, entry in ipairs(record or {}) do
    list[i] = { role = entry.kind, rule = or_null(entry.rule), text = entry.text,
      reason = entry.reason, tallies = tallies_of(game, entry) }
  end
  return list
end

--- What the rules reported of a command: name -> text.
function Export.reports(reports)
  local plain = {}
  for _, r in ipairs(reports or {}) do plain[r.name] = tostring(r.value) end
  return plain
end

local Entry = {}

function Entry.command(game, e, line)
  local n = e.node
  return { kind = "command", command = n.n, text = game:known_line(n.line, n.heading), at = or_null(n.heading),
    automatic = n.auto and true or false, stands = line[n] == true, hash = game.view and null or n.hash,
    reports = game.view and {} or Export.reports(n.reports),
    log = Export.record(game, game:known_entries(n.record, n.heading, n.line)) }
end

function Entry.abandoned(game, e)
  if game.view then return { kind = "abandoned", text = game:known_line(e.line), why = "", answers = json.array {} } end
  local answers = json.array {}
  for i, payload in ipairs(e.answers or {}) do answers[i] = (payload:gsub(" @%d+$", "")) end
  return { kind = "abandoned", text = e.line, why = e.why or "", answers = answers }
end

function Entry.back(game, e) return { kind = "back", text = game:known_line(e.line), keep = e.keep } end
function Entry.undo(_, e) return { kind = "undo", to = e.to.n } end
function Entry.redo(_, e) return { kind = "redo", to = e.to.n } end

--- What has happened, in order; with `last` only so many entries at the end.
function Export.log(game, last)
  local list, line = json.array {}, game.line_to(game.current)
  local all = game.log_entries
  for i = last and math.max(1, #all - last + 1) or 1, #all do
    local e = all[i]
    list[#list + 1] = Entry[e.kind] and Entry[e.kind](game, e, line)
      or { kind = e.kind, text = game.view and "" or tostring(e.text or ""), to = e.to and e.to.n }
  end
  return { entries = list, total = #all }
end

--- How the result of a command (the last, the unfinished one, or number n) came about.
function Export.why(game, n)
  local found, message = game:record_of(n)
  if not found then return nil, message end
  return { command = or_null(found.n), text = found.line, unfinished = found.unfinished or false,
    undone = found.undone or false, log = Export.record(game, found.record) }
end

return Export
