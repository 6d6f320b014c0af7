-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study_text -- the figures of a study as tables for a reader, as CSV and as JSON.

local Figures = require "adjutant.study_figures"
local Ranges = require "adjutant.ranges"
local Sum = require "adjutant.study_sum"
local Text = require "adjutant.text"

local StudyText = {}

-- Shown only when all is asked for.
local MORE = { verdict = true, commands = true }
local MOST_FAILURES, MOST_RULES, MOST_SILENT, MOST_CELLS, MOST_LABELS = 10, 12, 12, 8, 12

-- --- tables -------------------------------------------------------------------------------------

-- Rows of texts under a heading; columns named in `right` stand at the right.
local function aligned(rows, right)
  local widths, lines = {}, {}
  for _, row in ipairs(rows) do
    for i, text in ipairs(row) do widths[i] = math.max(widths[i] or 0, Text.width(text)) end
  end
  for r, row in ipairs(rows) do
    local parts = {}
    for i, text in ipairs(row) do
      parts[i] = (right[i] and Text.pad_left or Text.pad)(text, widths[i])
    end
    lines[r] = { text = ("  " .. table.concat(parts, "  ")):gsub("%s+$", ""), role = r == 1 and "dim" or nil }
  end
  return lines
end

local function percent(p) return ("%.1f %%"):format(100 * p) end

local function signed(x, scale, unit)
  local text = ("%+.2f"):format(scale * x)
  if unit then text = ("%+.1f"):format(scale * x) end
  return text == "-0.0" and "+0.0" or text == "-0.00" and "+0.00" or text
end

local function difference_texts(d, is_share)
  if not d then return "", "" end
  local scale = is_share and 100 or 1
  if not d.low then return signed(d.estimate, scale, is_share), "" end
  return signed(d.estimate, scale, is_share), ("%s to %s"):format(signed(d.low, scale, is_share),
    signed(d.high, scale, is_share))
end

local function interval_text(row, is_share)
  if not row.low then return "" end
  if is_share then return ("%.1f to %.1f %%"):format(100 * row.low, 100 * row.high) end
  return ("%.2f to %.2f"):format(row.low, row.high)
end

-- One table of figures: every row begins with the cell's labels, told once.
local function table_lines(results, t, add)
  local axes, base, share = results:axes(), results:number "base", t.kind == "share"
  local compared = #results.cells > 1
  local head, right, rows, last = {}, {}, {}, nil
  for a, axis in ipairs(axes) do head[a] = axis.name end
  local function column(title, is_right)
    head[#head + 1] = title
    right[#head] = is_right
  end
  if compared then column("") end
  if share then column(t.name) end
  column(results:value "what", true)
  column(share and "share" or "mean", true)
  column("95 % interval", true)
  if not share then
    column("least", true)
    column("most", true)
  end
  if compared then
    column("difference", true)
    column("95 % interval", true)
  end
  rows[1] = head
  for _, row in ipairs(t.rows) do
    local line = {}
    for a, label in ipairs(results:labels(row.cell)) do line[a] = row.cell == last and "" or label end
    if compared then line[#line + 1] = row.cell == base and row.cell ~= last and "base" or "" end
    if share then line[#line + 1] = row.label end
    line[#line + 1] = tostring(row.n)
    line[#line + 1] = share and percent(row.estimate) or ("%.2f"):format(row.estimate)
    line[#line + 1] = interval_text(row, share)
    if not share then
      line[#line + 1] = tostring(row.least)
      line[#line + 1] = tostring(row.most)
    end
    if compared then
      line[#line + 1], line[#line + 2] = difference_texts(row.difference, share)
    end
    rows[#rows + 1] = line
    last = row.cell
  end
  add { text = t.name, role = "title" }
  for _, line in ipairs(aligned(rows, right)) do add(line) end
end

-- --- rules ----------------------------------------------------------------------------------------

-- How far the rates of a rule are apart, as a part of the larger.
local function spread(rule)
  local least, most = math.huge, 0
  for _, rate in ipairs(rule.rates) do least, most = math.min(least, rate), math.max(most, rate) end
  return most > 0 and (most - least) / most * math.min(1, most) or 0
end

local function chosen_rules(rules, cells, all)
  local list = {}
  for i, rule in ipairs(rules) do
    rule.place, rule.spread = i, spread(rule)
    local fired = false
    for _, rate in ipairs(rule.rates) do fired = fired or rate > 0 end
    if fired then list[#list + 1] = rule end
  end
  if all or #list <= MOST_RULES then return list, false end
  table.sort(list, function(a, b)
    local x, y = a.spread, b.spread
    if cells == 1 then x, y = a.rates[1], b.rates[1] end
    if x ~= y then return x > y end
    return a.place < b.place
  end)
  list = table.move(list, 1, MOST_RULES, 1, {})
  table.sort(list, function(a, b) return a.place < b.place end)
  return list, true
end

local function rule_lines(results, all, add)
  local counted, least = 0, math.huge
  for _, cell in ipairs(results.cells) do
    counted, least = counted + cell.counted, math.min(least, cell.counted)
  end
  if counted == 0 then return end
  local rules, silent = Figures.rules(results), {}
  for _, rule in ipairs(rules) do
    local total = 0
    for _, calls in ipairs(rule.calls) do total = total + calls end
    if total == 0 then silent[#silent + 1] = rule.id .. " " .. rule.name end
  end
  local cells = #results.cells
  local list, cut = chosen_rules(rules, cells, all)
  local what = results:value("what"):gsub("s$", "")
  local which = not cut and "" or cells > 1 and ", those that differ most" or ", those called most"
  add { text = ("rules: calls a %s, counted in %d of them%s"):format(what, counted, which), role = "title" }
  if cells <= MOST_CELLS then
    local rows, right = { { "rule", "" } }, {}
    for c = 1, cells do
      rows[1][c + 2] = cells > 1 and table.concat(results:labels(c), " ") or "calls"
      right[c + 2] = true
    end
    for i, rule in ipairs(list) do
      rows[i + 1] = { rule.id, rule.name }
      for c, rate in ipairs(rule.rates) do rows[i + 1][c + 2] = ("%.2f"):format(rate) end
    end
    for _, line in ipairs(aligned(rows, right)) do add(line) end
  end
  local shown = table.move(silent, 1, math.min(#silent, all and #silent or MOST_SILENT), 1, {})
  if #silent > #shown then shown[#shown + 1] = ("and %d more"):format(#silent - #shown) end
  add(("  never called: %d of %d%s"):format(#silent, #rules,
    #silent > 0 and ": " .. table.concat(shown, ", ") or ""))
end

-- --- all of it ---------------------------------------------------------------------------------------

local function failure_lines(results, add)
  local what = results:value("what"):gsub("s$", "")
  for i, f in ipairs(results.failures) do
    if i > MOST_FAILURES then
      add { text = ("and %d more %ss failed"):format(#results.failures - MOST_FAILURES, what), role = "error" }
      break
    end
    add { text = ("failed: %s, %s %d: %s"):format(results:key(f.cell), what, f.n, f.text), role = "error" }
    add("  again: " .. results:again(f.cell, f.n))
  end
end

--- What is missing of the games of a cell, as a text; nil when nothing is.
function StudyText.missing(results)
  local done, count = results:progress()
  if done == count then return nil end
  local parts = Ranges.missing(results.done, 1, count)
  local shown = table.move(parts, 1, math.min(#parts, 6), 1, {})
  return ("%d of %d %s a cell are missing: %s%s"):format(count - done, count, results:value "what",
    Ranges.text(shown), #parts > 6 and " ..." or "")
end

--- The study as lines. all: every table, and every rule that fired.
function StudyText.lines(results, all)
  local lines = {}
  local function add(line) lines[#lines + 1] = line end
  local done = results:progress()
  local cells, what = #results.cells, results:value "what"
  add { text = ("%s: %s, %s, %s of seed %s"):format(results:texts("title")[1], results:texts("ruleset")[1],
    Text.count(cells, "cell"), ("%d %s a cell"):format(done, what), results:value("seed"):gsub(" shared$", "")
      :gsub(" own$", ", each cell its own")), role = "title" }
  for _, t in ipairs(Figures.tables(results)) do
    local labels = t.kind == "share" and #t.rows // cells or 0
    if all or not MORE[t.name] then add "" end
    if labels > MOST_LABELS and not all then
      add { text = ("%s: %d different texts; --all lists them"):format(t.name, labels), role = "dim" }
    elseif all or not MORE[t.name] then
      table_lines(results, t, add)
    end
  end
  add ""
  rule_lines(results, all, add)
  if #results.failures > 0 then
    add ""
    failure_lines(results, add)
  end
  return lines
end

-- --- for other programs --------------------------------------------------------------------------------

local function csv_field(value)
  if value == nil then return "" end
  local text = math.type(value) == "float" and ("%.10g"):format(value) or tostring(value)
  return text:find('[,"\n\r]') and '"' .. text:gsub('"', '""') .. '"' or text
end

--- One row for each figure: the axes, what was measured, and its figures.
function StudyText.csv(results)
  local axes, lines = results:axes(), {}
  local function row(values, n)
    local fields = {}
    for i = 1, n do fields[i] = csv_field(values[i]) end
    lines[#lines + 1] = table.concat(fields, ",")
  end
  local head = {}
  for a, axis in ipairs(axes) do head[a] = axis.name end
  for _, name in ipairs { "measure", "value", "n", "count", "sum", "estimate", "low", "high", "deviation",
    "least", "most", "difference", "difference_low", "difference_high" } do head[#head + 1] = name end
  row(head, #head)
  for _, t in ipairs(Figures.tables(results)) do
    for _, r in ipairs(t.rows) do
      local values, d = results:labels(r.cell), r.difference or {}
      for i, value in pairs { t.name, r.label or false, r.n, r.count or false, r.sum or false, r.estimate,
        r.low or false, r.high or false, r.deviation or false, r.least or false, r.most or false,
        d.estimate or false, d.low or false, d.high or false } do
        values[#axes + i] = value or nil
      end
      row(values, #head)
    end
  end
  for _, rule in ipairs(Figures.rules(results)) do
    for c, cell in ipairs(results.cells) do
      local values = results:labels(c)
      values[#axes + 1], values[#axes + 2] = "rule", ("%s %s"):format(rule.id, rule.name)
      values[#axes + 3], values[#axes + 4], values[#axes + 6] = cell.counted, rule.calls[c], rule.rates[c]
      if cell.counted > 0 then row(values, #head) end
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local function counts_json(counts)
  if not counts.by then return nil end
  local list = {}
  for value, times in pairs(counts.by) do list[tostring(value)] = times end
  return list
end

local function column_json(column)
  local s = column.numbers
  return { n = column.n, texts = counts_json(column.labels), numbers = s.n > 0 and { n = s.n, sum = s.sum,
    sum_of_squares = Sum.squares(s):num(), least = s.least, most = s.most, times = counts_json(s.values) } or nil }
end

local function cell_json(results, c)
  local cell, at, measures = results.cells[c], {}, {}
  local labels = results:labels(c)
  for a, axis in ipairs(results:axes()) do at[axis.name] = labels[a] end
  for name, column in pairs(cell.columns) do measures[name] = column_json(column) end
  return { cell = c, at = at, measures = measures, rules_counted_in = cell.counted, calls = cell.calls }
end

--- Everything, as a table for core.json.
function StudyText.data(results)
  local done, count = results:progress()
  local array = core.json.array
  local data = { title = results:texts("title")[1], ruleset = results:texts("ruleset")[1],
    what = results:value "what", done = done, count = count, base = results:number "base",
    seed = results:value "seed", cells = array {}, figures = array {}, failures = array {},
    study_sha256 = results:value("study"):match("^%x+") }
  for c in ipairs(results.cells) do data.cells[c] = cell_json(results, c) end
  for _, t in ipairs(Figures.tables(results)) do
    for _, r in ipairs(t.rows) do
      r.measure, r.kind = t.name, t.kind
      data.figures[#data.figures + 1] = r
    end
  end
  for i, f in ipairs(results.failures) do
    data.failures[i] = { cell = f.cell, n = f.n, text = f.text, again = results:again(f.cell, f.n) }
  end
  return data
end

return StudyText
