-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.charts_override -- a house rule changes a chart: cells, rows, or the whole of it.
--
-- values:    { [key] = value, add = { [new key] = value } }
-- grid:      { [row] = value } with one column, { [row] = { [column] = value } }, or a whole row as
--            a list; a row or column is named by a value that falls into it
-- modifiers: { [number or text of a row] = amount, a function, false (struck out) or a whole row
--            { amount, "text", when }, add = { { amount, "text", when }, ... } }
-- A whole chart of the same kind takes the place of the printed one, which must not be missing
-- anything that the rules may look up.

local Charts = require "adjutant.charts"
local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Override = {}

local freeze = core.sandbox.freeze

-- What is told of a change: fail(keys, message) raises; note(label, before, after, keys).
local function plain(own)
  return { note = function() end, fail = function(_, message)
    error(("chart %q: %s"):format(own.def.title, message), 0)
  end }
end

local function held(value) return type(value) == "table" and freeze(value) or value end

local function kind_of(value) return math.type(value) or type(value) end

local WORDS = { integer = "a whole number", float = "a number with a point", string = "a text",
  boolean = "yes or no", table = "a list", ["function"] = "a function", ["nil"] = "nothing" }

-- A cell holds what cells of its chart hold: the rules know what to do with it.
local function check_kind(own, to, keys, value)
  local found = {}
  for _, cell in pairs(own.cells) do found[kind_of(cell)] = true end
  if found[kind_of(value)] then return end
  local words = {}
  for _, kind in ipairs(Text.sorted_keys(found)) do words[#words + 1] = WORDS[kind] or kind end
  to.fail(keys, ("%s cannot stand here: cells of this chart hold %s"):format(
    type(value) == "string" and ("the text %q"):format(value) or WORDS[kind_of(value)] or kind_of(value),
    Text.list(words, "or")))
end

-- --- values ------------------------------------------------------------------------------------------

local function add_values(own, new, to)
  if type(new) ~= "table" then to.fail({ "add" }, "add = { key = value, ... }") end
  for _, key in ipairs(Text.sorted_keys(new)) do
    local keys = { "add", key }
    if own.cells[key] ~= nil then to.fail(keys, ("%s is there already"):format(Charts.show(key))) end
    check_kind(own, to, keys, new[key])
    own.keys[#own.keys + 1] = key
    own.cells[key], own.sources[key] = held(new[key]), "house"
    to.note(key, nil, own.cells[key], keys)
  end
end

local function values(own, changes, to)
  Faults.each(Text.sorted_keys(changes), function(_, key)
    local old = own.cells[key]
    if old == nil and key ~= "add" then
      local names = {}
      for i, k in ipairs(own.keys) do names[i] = tostring(k) end
      to.fail({ key }, ("there is no %s%s"):format(Charts.show(key), Text.did_you_mean(tostring(key), names)))
    elseif old ~= nil and old ~= changes[key] then
      check_kind(own, to, { key }, changes[key])
      own.cells[key], own.sources[key] = held(changes[key]), "house"
      to.note(key, old, own.cells[key], { key })
    end
  end)
  if changes.add ~= nil and own.cells.add == nil then add_values(own, changes.add, to) end
end

-- --- grids ---------------------------------------------------------------------------------------------

local function labels(axis)
  local list = {}
  for i, b in ipairs(axis or {}) do list[i] = b.label end
  return list
end

-- Where a value falls on an axis; what lies beyond a clamped end is nowhere. nil when nowhere.
local function position(own, side, value)
  local axis = side == "rows" and own.rows or own.cols
  local fits = type(value) == "string"
  if axis.kind == "ranges" then fits = math.type(value) == "integer" end
  local at = fits and own.chart:locate(side, value) or nil
  if at and axis.kind == "ranges" then
    local b = axis[at]
    if (b.low and value < b.low) or (b.high and value > b.high) then return nil end
  end
  return at
end

local function missing(to, keys, own, side, value)
  local axis = side == "rows" and own.rows or own.cols
  to.fail(keys, ("there is no %s for %s%s; it has %s"):format(side == "rows" and "row" or "column",
    Charts.show(value), type(value) == "string" and Text.did_you_mean(value, labels(axis)) or "",
    Text.list(labels(axis))))
end

local function set_cell(own, to, keys, row, col, value)
  local cell = (row - 1) * (own.cols and #own.cols or 1) + col
  check_kind(own, to, keys, value)
  local old = own.cells[cell]
  if old == value then return end
  own.cells[cell] = held(value)
  own.chart:set_source(cell, "house")
  local label = own.rows[row].label
  if own.cols and #own.cols > 1 then label = label .. ", " .. own.cols[col].label end
  to.note(label, old, own.cells[cell], keys)
end

local function whole_row(own, to, row, key, list)
  for col = 1, #own.cols do
    if own.cells[(row - 1) * #own.cols + col] ~= list[col] then
      set_cell(own, to, { key, col }, row, col, list[col])
    end
  end
end

local function cells_of_row(own, to, row, key, value)
  local n, count = #own.cols, 0
  for _ in pairs(value) do count = count + 1 end
  if count == n and #value == n then return whole_row(own, to, row, key, value) end
  if #value == count and count > n then
    to.fail({ key }, ("row %s has %d cells, the chart has %d columns"):format(own.rows[row].label, count, n))
  end
  Faults.each(Text.sorted_keys(value), function(_, col)
    local at = position(own, "cols", col)
    if not at then missing(to, { key, col }, own, "cols", col) end
    set_cell(own, to, { key, col }, row, at, value[col])
  end)
end

local function grid(own, changes, to)
  local single = not own.cols or #own.cols == 1
  Faults.each(Text.sorted_keys(changes), function(_, key)
    local value, row = changes[key], position(own, "rows", key)
    if not row then missing(to, { key }, own, "rows", key) end
    if single then
      set_cell(own, to, { key }, row, 1, value)
    elseif type(value) == "table" then
      cells_of_row(own, to, row, key, value)
    else
      to.fail({ key }, ("row %s: it has several columns, give { [column] = value }"):format(Charts.show(key)))
    end
  end)
end

-- --- modifiers ------------------------------------------------------------------------------------------

local function never() return false end

-- A row { amount, "text", when } as the chart keeps it.
local function new_row(own, to, keys, row, index)
  local def = { title = own.def.title, rule = own.def.rule, source = "house", row }
  local ok, made = pcall(Charts.modifiers, def)
  if not ok then
    to.fail(keys, (tostring(made):gsub("^.-%.lua:%d+: ", ""):gsub("^chart \".-\": row 1", "the row")))
  end
  local fresh = Charts.inside[made].rows[1]
  fresh.index, fresh.source = index, "house"
  return fresh
end

local amount_text = Charts.amount_text

local function find_row(own, to, key)
  local texts = {}
  for i, row in ipairs(own.rows) do
    if i == key or row.text == key then return i end
    texts[i] = row.text
  end
  return to.fail({ key }, ("there is no row %s%s; it has %d, and add = { { amount, \"text\", when } } adds one")
    :format(Charts.show(key), Text.did_you_mean(tostring(key), texts), #own.rows))
end

local function modifier(own, to, i, key, amount)
  local row = own.rows[i]
  local before = amount_text(row)
  if amount == false then
    row = { index = i, text = row.text, rule = row.rule, when = never, amount = 0, struck = true, texts = {} }
  elseif type(amount) == "table" and amount[2] ~= nil and type(amount[2]) == "string" then
    row = new_row(own, to, { key }, amount, i)
  elseif math.type(amount) == "integer" or type(amount) == "function" or (row.op == "multiply"
    and type(amount) == "table" and math.type(amount[1]) == "integer" and math.type(amount[2]) == "integer") then
    local new = {}
    for k, v in pairs(row) do new[k] = v end
    new.amount, new.texts, row = held(amount), {}, new
  else
    to.fail({ key }, ("row %s: the amount is a whole number, a function, or false"):format(Charts.show(key)))
  end
  local text = own.rows[i].text
  row.source, own.rows[i] = "house", row
  if row.text == text then return to.note(text, before, amount_text(row), { key }) end
  to.note(text, before, nil, { key })
  return to.note(row.text, nil, amount_text(row), { key })
end

local function modifiers(own, changes, to)
  Faults.each(Text.sorted_keys(changes), function(_, key)
    if key ~= "add" then modifier(own, to, find_row(own, to, key), key, changes[key]) end
  end)
  if changes.add ~= nil and type(changes.add) ~= "table" then
    to.fail({ "add" }, "add = { { amount, \"text\", when }, ... }")
  end
  for i, given in ipairs(changes.add or {}) do
    local row = new_row(own, to, { "add", i }, given, #own.rows + 1)
    for _, other in ipairs(own.rows) do
      if other.text == row.text then
        to.fail({ "add", i }, ("there is a row %q already"):format(row.text))
      end
    end
    own.rows[#own.rows + 1] = row
    to.note(row.text, nil, amount_text(row), { "add", i })
  end
end

-- --- whole charts ------------------------------------------------------------------------------------------

-- What of an axis the rules may ask for and `new` does not have: a text, or nil.
local function lacking(old, new, chart, side)
  if (old == nil) ~= (new == nil) then return "one column where there were several, or the other way round" end
  if not old then return nil end
  if old.kind ~= new.kind then return "other kinds of " .. side end
  for _, b in ipairs(old) do
    if old.kind ~= "ranges" then
      if not chart:locate(side, b.key) then return ("no %s %s"):format(side:sub(1, -2), b.label) end
    else
      for _, value in ipairs { b.low or b.high, b.high or b.low } do
        if value and not chart:locate(side, value) then
          return ("no %s for %d"):format(side:sub(1, -2), value)
        end
      end
    end
  end
  return nil
end

local function several(cols) return cols and #cols > 1 and cols or nil end

local LACKS = {
  values = function(own, new)
    for _, key in ipairs(own.keys) do
      if new.cells[key] == nil then return "nothing for " .. Charts.show(key) end
    end
    return nil
  end,
  grid = function(own, new)
    return lacking(own.rows, new.rows, new.chart, "rows")
      or lacking(several(own.cols), several(new.cols), new.chart, "cols")
  end,
  modifiers = function() return nil end,
}

local SOURCE = {
  values = function(own) for key in pairs(own.sources) do own.sources[key] = "house" end end,
  grid = function(own) for i = 1, #own.cells do own.chart:set_source(i, "house") end end,
  modifiers = function(own) for _, row in ipairs(own.rows) do row.source = "house" end end,
}

local function whole(chart, with, to)
  local own, new = Charts.inside[chart], Charts.inside[with]
  if new.kind ~= own.kind then
    to.fail({}, ("it is %s{}; %s{} cannot take its place"):format(own.kind, new.kind))
  end
  local lacks = LACKS[own.kind](own, new)
  if lacks then to.fail({}, "the new chart has " .. lacks) end
  SOURCE[own.kind](new)
  Charts.replace(chart, with)
end

local KINDS = { values = values, grid = grid, modifiers = modifiers }

--- Changes a chart; what is changed is of source "house" from then on. `to`: whom to tell, see
--- above; without it errors name the chart.
function Override.apply(chart, changes, to)
  local own = Charts.inside[chart]
  to = to or plain(own)
  if Charts.is(changes) then return whole(chart, changes, to) end
  if type(changes) ~= "table" then to.fail({}, "a change is a table, like { [1] = -1 }, or a whole chart") end
  return KINDS[own.kind](own, changes, to)
end

return Override
