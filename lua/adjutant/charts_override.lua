-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.charts_override -- a house rule changes cells of a chart.

local Charts = require "adjutant.charts"
local Text = require "adjutant.text"

local Override = {}

local freeze = core.sandbox.freeze

local function fail(own, message, ...)
  error(("chart %q: %s"):format(own.def.title, message:format(...)), 0)
end

-- Keys in an order that does not depend on the table: numbers, then texts.
local function ordered(changes)
  local keys = {}
  for key in pairs(changes) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if type(a) == type(b) then return a < b end
    return type(a) == "number"
  end)
  return keys
end

local function held(value) return type(value) == "table" and freeze(value) or value end

local function values(own, changes)
  for _, key in ipairs(ordered(changes)) do
    if own.cells[key] == nil then
      local names = {}
      for i, k in ipairs(own.keys) do names[i] = tostring(k) end
      fail(own, "there is no %s%s", Charts.show(key), Text.did_you_mean(tostring(key), names))
    end
    own.cells[key], own.sources[key] = held(changes[key]), "house"
  end
end

local function set_cell(own, row, col, value)
  local cell, side = own.chart:find(row, col)
  if not cell then
    fail(own, "there is no %s for %s", side == "rows" and "row" or "column",
      Charts.show(side == "rows" and row or col))
  end
  own.cells[cell] = held(value)
  own.chart:set_source(cell, "house")
end

local function grid(own, changes)
  local single = not own.cols or #own.cols == 1
  for _, row in ipairs(ordered(changes)) do
    local value = changes[row]
    if single then
      set_cell(own, row, nil, value)
    elseif type(value) == "table" then
      for _, col in ipairs(ordered(value)) do set_cell(own, row, col, value[col]) end
    else
      fail(own, "row %s: it has several columns, give { [column] = value }", Charts.show(row))
    end
  end
end

local function modifiers(own, changes)
  local texts = {}
  for i, row in ipairs(own.rows) do texts[i] = row.text end
  for _, key in ipairs(ordered(changes)) do
    local found
    for i, row in ipairs(own.rows) do
      if i == key or row.text == key then found = row end
    end
    if not found then
      fail(own, "there is no row %s%s", Charts.show(key), Text.did_you_mean(tostring(key), texts))
    end
    local amount = changes[key]
    if amount == false then
      found.when = function() return false end
      found.amount, found.op, found.per = 0, nil, nil
    elseif math.type(amount) == "integer" or type(amount) == "function" then
      found.amount = amount
    else
      fail(own, "row %s: the amount is a whole number, a function, or false", Charts.show(key))
    end
    found.source, found.texts = "house", {}
  end
end

local KINDS = { values = values, grid = grid, modifiers = modifiers }

--- Changes cells of a chart; they are of source "house" from then on.
function Override.apply(chart, changes)
  local own = Charts.inside[chart]
  if type(changes) ~= "table" then fail(own, "a change is a table, like { [1] = -1 }") end
  KINDS[own.kind](own, changes)
end

return Override
