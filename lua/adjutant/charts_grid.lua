-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.charts_grid -- grid{}: tables with rows and columns.
--
-- rows = "strength"               what the rows stand for; a dice text ("2d6") must be covered
-- rows = "strength, clamped"      values beyond the ends count as the ends
-- cols = "1d6, clamped to 1-6"    columns 1 to 6;  "2d6": 2 to 12, not clamped
-- cols = "adjustment"             a single column
-- cols = { "infantry", "cavalry" } or { 1, 2, 3 } or { {upto = 3}, {from = 4, to = 6}, ... }
-- cols = { odds = { "1:2", "1:1", "2:1" }, favour = "defender"|"smaller", clamp = true }
-- A row begins with {upto =}, {from =, to =}, {beyond =}, {at =} or {key =}; then its cells.
-- A cell is a value, or { value, source = "inferred" }.

local Charts = require "adjutant.charts"
local Text = require "adjutant.text"

local Grid = {}

local fault = Charts.fault
local freeze = core.sandbox.freeze

local MOST = 1 << 53                  -- of a number in a heading

-- --- bands -----------------------------------------------------------------------------------

local function whole(def, level, where, name, value)
  if value ~= nil and math.type(value) ~= "integer" then
    fault(def, level + 1, "%s: %s must be a whole number, not %s", where, name, tostring(value))
  elseif value ~= nil and (value < -MOST or value > MOST) then
    fault(def, level + 1, "%s: %s is too large: %d", where, name, value)
  end
  return value
end

local function range_label(low, high)
  if low and high then return low == high and tostring(low) or low .. "-" .. high end
  return low and low .. " or more" or high and "up to " .. high or "any"
end

-- One band from a table like {upto = 3}; `before` is the band above it on the page.
local function band(def, level, where, t, before)
  local key = t.key
  if key ~= nil then
    if type(key) ~= "string" then fault(def, level + 1, "%s: a key is a text", where) end
    return { key = key, label = key }
  end
  local low, high
  if t.at ~= nil then
    low = whole(def, level + 1, where, "at", t.at)
    high = low
  elseif t.beyond ~= nil then
    low = whole(def, level + 1, where, "beyond", t.beyond) + 1
  elseif t.from ~= nil then
    low = whole(def, level + 1, where, "from", t.from)
    high = whole(def, level + 1, where, "to", t.to)
  elseif t.upto ~= nil then
    high = whole(def, level + 1, where, "upto", t.upto)
    if before then
      if not before.high then
        fault(def, level + 1, "%s: the one before it has no upper end", where)
      end
      low = before.high + 1
    end
  else
    fault(def, level + 1, "%s: it begins with upto, from and to, beyond, at or key", where)
  end
  return { low = low, high = high, label = range_label(low, high) }
end

local function axis_of_bands(def, level, what, list, clamp)
  local axis = { kind = "ranges", clamp = clamp }
  local before
  for i, t in ipairs(list) do
    local b = band(def, level + 1, ("%s %d"):format(what, i), t, before)
    if i == 1 and b.key then axis.kind = "keys" end
    if (b.key ~= nil) ~= (axis.kind == "keys") then
      fault(def, level + 1, "%s %d: keys and ranges do not mix", what, i)
    end
    axis[i], before = b, b
  end
  return axis
end

local function numbers(low, high, clamp)
  local axis = { kind = "ranges", clamp = clamp }
  for n = low, high do axis[#axis + 1] = { low = n, high = n, label = tostring(n) } end
  return axis
end

-- "2d6" -> 2, 12; also of "2d6kh1"? no: only plain dice have their span here.
local function dice_span(text)
  local count, sides = text:match("^(%d*)d(%d+)$")
  if not count then return nil end
  count = count == "" and 1 or tonumber(count)
  count, sides = math.tointeger(count), math.tointeger(tonumber(sides))
  if not count or count < 1 or count > 100 or not sides or sides > 1000 then return nil end
  return count, count * sides
end

-- "1d6, clamped to 1-6" -> "1d6", true, 1, 6; without the two numbers when they are none that count
local function read_title(text)
  local title, rest = text:match("^(.-),%s*clamped(.*)$")
  if not title then return text, false end
  local low, high = rest:match("^%s+to%s+(%-?%d+)%s*%-%s*(%-?%d+)%s*$")
  low, high = math.tointeger(tonumber(low)), math.tointeger(tonumber(high))
  if not low or not high or low < -MOST or high > MOST then return title, true end
  return title, true, low, high
end

local function odds_axis(def, level, cols)
  local axis = { kind = "odds", favour = cols.favour or "defender", clamp = cols.clamp or false }
  if axis.favour ~= "defender" and axis.favour ~= "smaller" then
    fault(def, level + 1, "favour is \"defender\" or \"smaller\", not %s", tostring(cols.favour))
  end
  for i, text in ipairs(cols.odds) do
    local num, den = tostring(text):match("^(%d+):(%d+)$")
    if not num or #num > 6 or #den > 6 then
      fault(def, level + 1, "column %d: odds are written \"3:1\", not %s", i, Charts.show(text))
    end
    axis[i] = { num = math.tointeger(tonumber(num)), den = math.tointeger(tonumber(den)),
      key = text, label = text }
  end
  return axis
end

-- The axis of the columns, and what they stand for; no axis for a single column.
local function columns(def, level)
  local cols = def.cols
  if cols == nil then return nil, nil end
  if type(cols) == "string" then
    local title, clamp, low, high = read_title(cols)
    if not low then low, high = dice_span(title) end
    if not low then
      if clamp then fault(def, level + 1, "cols: clamped to what? (\"1d6, clamped to 1-6\")") end
      return nil, title
    end
    if high < low or high - low > 999 then fault(def, level + 1, "cols: %d-%d is no range", low, high) end
    return numbers(low, high, clamp), title
  elseif type(cols) ~= "table" then
    fault(def, level + 1, "cols is a text or a list")
  end
  if cols.title ~= nil and type(cols.title) ~= "string" then fault(def, level + 1, "cols: the title is a text") end
  if cols.odds ~= nil and type(cols.odds) ~= "table" then
    fault(def, level + 1, "cols: odds is a list, like { \"1:1\", \"2:1\" }")
  end
  if cols.odds then return odds_axis(def, level + 1, cols), cols.title or "odds" end
  local bands = {}
  for i, c in ipairs(cols) do
    if type(c) == "string" then bands[i] = { key = c }
    elseif math.type(c) == "integer" then bands[i] = { at = c }
    elseif type(c) == "table" then bands[i] = c
    else fault(def, level + 1, "column %d: expected a text, a whole number or a range", i) end
  end
  if #bands == 0 then fault(def, level + 1, "cols is empty") end
  return axis_of_bands(def, level + 1, "column", bands, cols.clamp or false), cols.title
end

-- --- cells -----------------------------------------------------------------------------------

local function read_cells(def, level, rows, width)
  local cells, sources = {}, {}
  for i, row in ipairs(def) do
    local n = #row
    for k in pairs(row) do
      if math.type(k) == "integer" and k > n then n = k end
    end
    if n ~= width then
      fault(def, level + 1, "row %d (%s) has %d %s, the chart has %d %s", i, rows[i].label, n,
        n == 1 and "cell" or "cells", width, width == 1 and "column" or "columns")
    end
    for k = 1, width do
      local value, source = row[k], row.source
      if type(value) == "table" and value.source ~= nil then value, source = value[1], value.source end
      if value == nil then
        fault(def, level + 1, "row %d (%s): cell %d is empty", i, rows[i].label, k)
      end
      cells[#cells + 1] = type(value) == "table" and freeze(value) or value
      sources[#sources + 1] = Charts.source_of(def, source, level + 1, "row " .. i)
    end
  end
  return cells, sources
end

local function check_dice(def, level, name, axis, title)
  local low, high = dice_span(title or "")
  if not low or not axis or axis.kind ~= "ranges" or axis.clamp then return end
  for n = low, high do
    local found = false
    for _, b in ipairs(axis) do
      found = found or ((not b.low or b.low <= n) and (not b.high or n <= b.high))
    end
    if not found then fault(def, level + 1, "there is no %s for %d of %s", name, n, title) end
  end
end

-- --- looking up --------------------------------------------------------------------------------

local function span_text(axis)
  if axis.kind ~= "ranges" then
    local labels = {}
    for i, b in ipairs(axis) do labels[i] = b.label end
    return Text.list(labels)
  end
  local low, high = axis[1].low, axis[1].high
  for _, b in ipairs(axis) do
    low = low and b.low and math.min(low, b.low)
    high = high and b.high and math.max(high, b.high)
  end
  return range_label(low, high)
end

--- A chart from its declaration. Faults are raised `level` calls up.
function Grid.new(def, level)
  Charts.check_head(def, "grid", level)
  if #def == 0 then fault(def, level, "there are no rows") end
  for i, row in ipairs(def) do
    if type(row) ~= "table" then fault(def, level, "row %d is no table", i) end
  end
  if def.rows ~= nil and type(def.rows) ~= "string" then fault(def, level, "rows is a text") end
  local row_title, clamp_rows, clamp_low, clamp_high = read_title(def.rows or "")
  local rows = axis_of_bands(def, level, "row", def, clamp_rows or def.clamp or false)
  local cols, col_title = columns(def, level)
  local core_chart, message = core.chart.new(rows, cols)
  if not core_chart then fault(def, level, "%s", message) end
  local low, high = table.unpack({ core_chart:span("rows") }, 1, 2)
  if clamp_low and (low or clamp_low) > clamp_low or clamp_high and (high or clamp_high) < clamp_high then
    fault(def, level, "the rows do not reach from %d to %d", clamp_low, clamp_high)
  end
  check_dice(def, level, "row", rows, row_title)
  check_dice(def, level, "column", cols, col_title)
  local cells, sources = read_cells(def, level, rows, cols and #cols or 1)
  for i, source in ipairs(sources) do core_chart:set_source(i, source) end

  local face = {}
  local own = { chart = core_chart, rows = rows, cols = cols, cells = cells, row_title = row_title,
    col_title = col_title }
  local find = core_chart.find

  local function missing(side, row, col, lvl)
    local axis, value = rows, row
    if side == "cols" then axis, value = cols or {}, col end
    error(("chart %q has no %s for %s%s: it has %s"):format(def.title,
      side == "cols" and "column" or "row", Charts.show(value),
      type(value) == "number" and math.type(value) ~= "integer" and " (not a whole number)" or "",
      cols == nil and side == "cols" and "a single column" or span_text(axis)), lvl + 1)
  end

  --- The cell for a row value and, when there are several columns, a column value.
  function face.at(_, row, col)
    local cell, side = find(core_chart, row, col)
    if not cell then missing(side, row, col, 2) end
    return cells[cell]
  end

  --- Where that cell comes from.
  function face.source(_, row, col)
    local cell, side = find(core_chart, row, col)
    if not cell then missing(side, row, col, 2) end
    return core_chart:source(cell)
  end

  -- The value that stands for a band: what at() would take.
  local function stands_for(side, axis, position)
    if axis.kind ~= "ranges" then return axis[position].key end
    local from, to = core_chart:range(side, position)
    return from or to or 0
  end

  --- The column value `by` columns to the right of (negative: left of) a column value, stopping
  --- at the ends. Values are those that at() takes.
  function face.shift(_, col, by)
    local position = cols and core_chart:locate("cols", col)
    if not position then missing("cols", nil, col, 2) end
    return stands_for("cols", cols, core_chart:shift("cols", position, by))
  end

  --- The same for rows.
  function face.shift_row(_, row, by)
    local position = core_chart:locate("rows", row)
    if not position then missing("rows", row, nil, 2) end
    return stands_for("rows", rows, core_chart:shift("rows", position, by))
  end

  --- The odds column ("3:1") for two strengths.
  function face.odds(_, first, second)
    if not cols or cols.kind ~= "odds" then
      error(("chart %q has no odds columns"):format(def.title), 2)
    end
    local position = core_chart:locate("cols", { first, second })
    if not position then
      error(("chart %q has no column for %s to %s: it has %s"):format(def.title, tostring(first),
        tostring(second), span_text(cols)), 2)
    end
    return cols[position].key
  end

  own.rolls = require("adjutant.charts_roll").attach(def, face, own, missing)
  return Charts.object("grid", def, face, own)
end

return Grid
