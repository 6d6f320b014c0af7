-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.export_book -- rules, charts, commands and the ledger as plain tables, for JSON.

local Charts = require "adjutant.charts"
local Export = require "adjutant.export"

local json = core.json
local or_null = Export.or_null

local ExportBook = {}

-- --- rules --------------------------------------------------------------------------------------

--- Every rule, or all there is to say of one, by id or name. nil, message.
function ExportBook.rule(game, key, want_source)
  if not key or key == "" then
    local list = json.array {}
    for i, r in ipairs(game:rules()) do
      list[i] = { id = r.id, name = r.name, text = r.doc, where = tostring(r.where) }
    end
    return { rules = list }
  end
  local lines, message = game:rule(key, want_source)
  if not lines then return nil, message end
  return { rule = key, lines = Export.lines(lines) }
end

-- --- charts -------------------------------------------------------------------------------------

local function cell(value)
  if type(value) == "function" then return "..." end
  if type(value) ~= "table" then return value end
  local parts = json.array {}
  for i, v in ipairs(value) do parts[i] = type(v) == "function" and "..." or v end
  return parts
end

local Kinds = {}

function Kinds.grid(own, plain)
  local rows, cols = own.rows, own.cols
  local n = cols and #cols or 1
  plain.row_title, plain.column_title = or_null(own.row_title), or_null(own.col_title)
  plain.rows, plain.columns = json.array {}, json.array {}
  plain.cells, plain.sources = json.array {}, json.array {}
  for k = 1, cols and n or 0 do plain.columns[k] = tostring(cols[k].label) end
  for i, row in ipairs(rows) do
    plain.rows[i], plain.cells[i], plain.sources[i] = tostring(row.label), json.array {}, json.array {}
    for k = 1, n do
      local at = (i - 1) * n + k
      plain.cells[i][k], plain.sources[i][k] = cell(own.cells[at]), own.chart:source(at)
    end
  end
end

function Kinds.modifiers(own, plain)
  plain.rows = json.array {}
  for i, row in ipairs(own.rows) do
    plain.rows[i] = { amount = cell(row.amount), op = row.op or "add", text = row.text,
      rule = or_null(row.rule), source = row.source }
  end
end

function Kinds.values(own, plain)
  plain.rows = json.array {}
  for i, key in ipairs(own.keys) do
    plain.rows[i] = { key = key, value = cell(own.cells[key]), source = own.sources[key] }
  end
end

local function chart_of(game, name)
  local own = Charts.inside[game.kit.charts[name]]
  local plain = { name = name, kind = own.kind, rule = or_null(own.def.rule), title = own.def.title,
    source = own.def.source or "printed", note = or_null(own.def.note) }
  Kinds[own.kind](own, plain)
  if game.kit.houses then plain.changed = require("adjutant.house_text").chart_data(game.kit, name) end
  return plain
end

--- Every chart, or those of a name or rule, cell by cell. nil, message.
function ExportBook.chart(game, key)
  local list = json.array {}
  for _, c in ipairs(game:charts()) do
    if not key or key == "" then
      list[#list + 1] = { name = c.name, rule = c.rule, title = c.title }
    elseif c.name == key or c.rule == key then
      list[#list + 1] = chart_of(game, c.name)
    end
  end
  if #list == 0 and key and key ~= "" then return nil, select(2, game:chart(key)) end
  return { charts = list }
end

-- --- commands -----------------------------------------------------------------------------------

local function arguments_of(decl)
  local list = json.array {}
  for i, a in ipairs(decl.args) do
    list[i] = { name = a.name, kind = a.kind, keyword = or_null(a.keyword), list = a.list and true or false,
      optional = a.optional and true or false, help = a.help, min = a.min, max = a.max,
      values = a.values and Export.texts(a.values) or nil }
  end
  return list
end

--- A declaration; `now`: whether it belongs to the phase that the game is in.
function ExportBook.command(decl, now)
  return { name = decl.name, usage = require("adjutant.command").usage(decl), rule = or_null(decl.rule),
    help = decl.help or "", now = now, reaction = decl.reaction and true or false,
    builtin = decl.builtin and true or false, arguments = arguments_of(decl) }
end

-- --- the ledger ---------------------------------------------------------------------------------

--- A ledger as adjutant.ledger reads it.
function ExportBook.ledger(ruleset, ledger)
  local rows = json.array {}
  for i, row in ipairs(ledger.rows) do
    rows[i] = { id = tostring(row.id), kind = tostring(row.kind), by = Export.texts(row.by),
      why = or_null(row.why), implemented = row.implemented, tests = #row.cases }
  end
  return { ruleset = ruleset, rows = rows, problems = Export.texts(ledger.problems), done = ledger.done,
    mechanical = ledger.mechanical }
end

return ExportBook
