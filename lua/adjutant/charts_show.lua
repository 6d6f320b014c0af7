-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.charts_show -- a chart as lines of text, as the page has it.
--
-- The head names rule, title and source. A cell of another source than its chart bears a mark:
-- ~ for inferred, * for house.

local Charts = require "adjutant.charts"
local Text = require "adjutant.text"

local Show = {}

local MARKS = { printed = "", inferred = "~", house = "*" }
local LEGEND = { inferred = "~ inferred from an example", house = "* house: ours, or of a house rule",
  printed = "(no mark) as printed" }

local width, left, right = Text.width, Text.pad, Text.pad_left

local function cell_text(value)
  if type(value) == "table" then
    local parts = {}
    for i, v in ipairs(value) do parts[i] = tostring(v) end
    return table.concat(parts, " ")
  elseif type(value) == "boolean" then
    return value and "yes" or "no"
  elseif type(value) == "function" then
    return "..."
  end
  return tostring(value)
end

local function head(own)
  local def = own.def
  local rule = def.rule and def.rule .. "  " or ""
  return ("%s%s  [%s]"):format(rule, def.title, def.source or "printed")
end

-- The marks that were used, explained.
local function legend(lines, own, used)
  local parts = {}
  for _, source in ipairs { "inferred", "house" } do
    if used[source] then parts[#parts + 1] = LEGEND[source] end
  end
  if used.printed and #parts == 0 then parts[1] = nil end
  if #parts > 0 then lines[#lines + 1] = "  " .. table.concat(parts, "; ") end
  if own.def.note then lines[#lines + 1] = "  " .. own.def.note end
end

local function mark(own, used, source)
  if source == (own.def.source or "printed") and source ~= "house" then return "" end
  if source == own.def.source then return "" end
  used[source] = true
  return MARKS[source]
end

local function signed(amount)
  return math.type(amount) == "integer" and ("%+d"):format(amount) or "?"
end

local WORDS = { multiply = "x", divide = "/", cap = "at most ", floor = "at least " }

--- The amount of a row of modifiers.
local function amount_text(row)
  if row.struck then return "struck out" end
  local amount = row.amount
  if type(amount) == "function" then return "..." end
  if not row.op then return signed(amount) end
  if type(amount) == "table" then return "x" .. amount[1] .. "/" .. amount[2] end
  return WORDS[row.op] .. tostring(amount)
end

local function modifier_lines(own, lines, used)
  local amounts, most = {}, 0
  for i, row in ipairs(own.rows) do
    amounts[i] = amount_text(row) .. mark(own, used, row.source)
    most = math.max(most, width(amounts[i]))
  end
  for i, row in ipairs(own.rows) do
    local rule = row.rule and row.rule ~= own.def.rule and "  (" .. row.rule .. ")" or ""
    lines[#lines + 1] = ("  %s  %s%s"):format(right(amounts[i], most), row.text, rule)
  end
end

local function value_lines(own, lines, used)
  local most, numbers, widest = 0, true, 0
  local texts = {}
  for i, key in ipairs(own.keys) do
    most = math.max(most, width(tostring(key):gsub("_", " ")))
    texts[i] = cell_text(own.cells[key])
    widest = math.max(widest, width(texts[i]))
    numbers = numbers and math.type(own.cells[key]) == "integer"
  end
  for i, key in ipairs(own.keys) do
    local text = numbers and right(texts[i], widest) or texts[i]
    lines[#lines + 1] = ("  %s  %s%s"):format(left(tostring(key):gsub("_", " "), most), text,
      mark(own, used, own.sources[key]))
  end
end

local function grid_lines(own, lines, used)
  local rows, cols, cells = own.rows, own.cols, own.cells
  local n = cols and #cols or 1
  local title = own.row_title or ""
  local first = width(title)
  for _, row in ipairs(rows) do first = math.max(first, width(row.label)) end
  local texts, widths, heads = {}, {}, {}
  for k = 1, n do
    heads[k] = cols and cols[k].label or own.col_title or ""
    widths[k] = width(heads[k])
  end
  for i = 1, #rows do
    texts[i] = {}
    for k = 1, n do
      local cell = (i - 1) * n + k
      local text = cell_text(cells[cell]) .. mark(own, used, own.chart:source(cell))
      texts[i][k] = text
      widths[k] = math.max(widths[k], width(text))
    end
  end
  if cols and own.col_title then
    lines[#lines + 1] = "  " .. left("", first) .. "   " .. own.col_title
  end
  local parts = { left(title, first) }
  for k = 1, n do parts[k + 1] = right(heads[k], widths[k]) end
  lines[#lines + 1] = ("  " .. table.concat(parts, "   ")):gsub("%s+$", "")
  for i, row in ipairs(rows) do
    parts = { left(row.label, first) }
    for k = 1, n do parts[k + 1] = right(texts[i][k], widths[k]) end
    lines[#lines + 1] = "  " .. table.concat(parts, "   ")
  end
end

Show.head, Show.amount_text = head, amount_text

local KINDS = { grid = grid_lines, modifiers = modifier_lines, values = value_lines }

--- The lines of a chart, without ends of line.
function Show.lines(chart)
  local own = Charts.inside[chart]
  local lines, used = { head(own) }, {}
  KINDS[own.kind](own, lines, used)
  legend(lines, own, used)
  return lines
end

return Show
