-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.export_question -- a question as a plain table, and the answers that come back.
--
-- It is the prompt's question: what is typed there may be given here as a text; besides, an
-- option may be given by its index, which needs no quoting and means one thing only.

local Command = require "adjutant.command"
local Export = require "adjutant.export"
local Question = require "adjutant.question"

local json = core.json

local ExportQuestion = {}

local LISTED = { one = true, place = true, some = true, order = true, route = true, draw = true }
local SEVERAL = { some = true, order = true }

local function by_of(q)
  if q.by == nil then return json.null end
  return type(q.by) == "string" and q.by or Export.side_key(q.by)
end

local function options_of(game, q)
  local list = json.array {}
  for i, o in ipairs(q.options) do
    list[i] = { index = i, label = tostring(o.label), value = Export.ref(game, o.value) }
  end
  return list
end

local function commands_of(game, q)
  local list = json.array {}
  for i, name in ipairs(q.commands) do
    local decl = game.kit.commands[name]
    list[i] = { name = name, usage = decl and Command.usage(decl) or name }
  end
  return list
end

--- The question that waits: { kind, by, rule, ask, expected, options | min, max | dice |
--- commands }; null when there is none.
function ExportQuestion.of(game)
  local q = game:question()
  if not q then return json.null end
  if not game:known_question() then return { kind = "other", by = by_of(q), ask = "" } end
  local plain = { kind = q.kind, by = by_of(q), rule = Export.or_null(q.rule), ask = q.ask or "",
    secret = q.secret and true or nil, min = q.min, max = q.max, expected = Question.expected(q) }
  if q.kind == "roll" then
    plain.dice = { notation = q.pool:text(), count = q.pool:count(), throw = q.pool:prompt() }
    plain.rule = plain.rule ~= json.null and plain.rule
      or Export.or_null(plain.ask:match("^[%d.]+[a-z]?%f[%s\0]"))
  elseif q.kind == "command" then
    plain.commands = commands_of(game, q)
  elseif LISTED[q.kind] and q.options then
    plain.options = options_of(game, q)
  end
  if not game.view and q.default ~= nil and type(q.default) ~= "function" then
    plain.default = Export.ref(game, q.default)
  end
  return plain
end

-- --- answers ------------------------------------------------------------------------------------

local function index_of(q, value)
  if math.type(value) == "integer" then return q.options[value] and value or nil end
  for i, o in ipairs(q.options) do if o.label == value then return i end end
  return nil
end

local function several(q, list)
  local indexes, taken = {}, {}
  for i, value in ipairs(list) do
    local index = index_of(q, value)
    if not index or taken[index] then return nil, Question.expected(q) end
    indexes[i], taken[index] = index, true
  end
  return Question.picked(q, indexes)
end

local function dice(q, value)
  if math.type(value) == "integer" then return Question.parse(q, "=" .. value) end
  if type(value) ~= "table" then return nil, Question.expected(q) end
  for _, face in ipairs(value) do
    if math.type(face) ~= "integer" then return nil, Question.expected(q) end
  end
  return Question.parse(q, table.concat(value, " "))
end

--- The answer that a JSON value means: a text as typed at the prompt; the index of an option, or a
--- list of indexes or labels; true or false; a number; the faces or the total of dice; null for
--- pass. nil, message when it is none.
function ExportQuestion.answer(q, value)
  local kind = q.kind
  if type(value) == "string" then return Question.parse(q, value) end
  if kind == "roll" then return dice(q, value) end
  if kind == "command" then
    if value == json.null or value == false then return { line = false } end
  elseif kind == "yesno" then
    if type(value) == "boolean" then return { yes = value } end
  elseif kind == "count" or kind == "number" then
    if math.type(value) == "integer" then return Question.parse(q, tostring(value)) end
  elseif SEVERAL[kind] then
    if type(value) == "table" then return several(q, value) end
  elseif math.type(value) == "integer" and q.options and q.options[value] then
    return { index = value }
  end
  return nil, Question.expected(q)
end

return ExportQuestion
