-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study_figures -- what the sums of a study say: rates, means, differences, with intervals.
--
--   Figures.tables(results) -> list of { name =, kind = "share"|"mean", rows = { row, ... } }
--   row: cell, label (of a share), n, count, estimate, low, high, deviation, least, most,
--        and difference = { n, estimate, low, high } from the base cell, game by game

local Intervals = require "adjutant.intervals"
local Sum = require "adjutant.study_sum"

local Figures = {}

-- What every game is asked comes first, in this order.
local FIRST = { "winner", "turns", "outcome" }
local LAST = { verdict = true, commands = true }

local function ranked(name)
  for i, first in ipairs(FIRST) do if name == first then return i end end
  if name:find("^lost by ") then return #FIRST + 1 end
  return LAST[name] and #FIRST + 3 or #FIRST + 2
end

local function column_names(results)
  local names, seen = {}, {}
  for _, cell in ipairs(results.cells) do
    for name in pairs(cell.columns) do
      if not seen[name] then
        seen[name] = true
        names[#names + 1] = name
      end
    end
  end
  table.sort(names, function(a, b)
    local x, y = ranked(a), ranked(b)
    if x ~= y then return x < y end
    return a < b
  end)
  return names
end

-- The texts of a column over all cells: in the order that the ruleset tells, else by name, with
-- "draw" at the end.
local function labels_of(results, name)
  local rank, labels, seen = { draw = math.huge }, {}, {}
  for _, line in ipairs(results:values "order") do
    local i, mine = 0, false
    for word in line:gmatch("%S+") do
      if i == 0 then mine = Sum.unescape(word) == name elseif mine then rank[Sum.unescape(word)] = i end
      i = i + 1
    end
  end
  for _, cell in ipairs(results.cells) do
    local column = cell.columns[name]
    for label in pairs(column and column.labels.by or {}) do
      if not seen[label] then
        seen[label] = true
        labels[#labels + 1] = label
      end
    end
  end
  table.sort(labels, function(a, b)
    local x, y = rank[a] or 1000, rank[b] or 1000
    if x ~= y then return x < y end
    return a < b
  end)
  return labels
end

local function share_difference(pair, label)
  if not pair or pair.n == 0 or not pair.up.by or not pair.down.by then return nil end
  local up, down = pair.up.by[label] or 0, pair.down.by[label] or 0
  local low, high = Intervals.paired_shares(up, down, pair.n)
  return { n = pair.n, estimate = (up - down) / pair.n, low = low, high = high }
end

local function mean_difference(pair)
  local s = pair and pair.numbers
  if not s or s.n == 0 then return nil end
  local mean, low, high = Intervals.mean(s.n, s.sum, Sum.squares(s))
  return { n = s.n, estimate = mean, low = low, high = high }
end

local function share_rows(results, name, labels)
  local rows = {}
  for c, cell in ipairs(results.cells) do
    local column = cell.columns[name]
    for _, label in ipairs(column and column.labels.by and labels or {}) do
      local count = column.labels.by[label] or 0
      local p = count / column.n
      local low, high = Intervals.share(p, column.n)
      rows[#rows + 1] = { cell = c, label = label, n = column.n, count = count, estimate = p, low = low,
        high = high, difference = share_difference(cell.pairs[name], label) }
    end
  end
  return rows
end

local function mean_rows(results, name)
  local rows = {}
  for c, cell in ipairs(results.cells) do
    local s = cell.columns[name] and cell.columns[name].numbers
    if s and s.n > 0 then
      local mean, low, high, deviation = Intervals.mean(s.n, s.sum, Sum.squares(s))
      rows[#rows + 1] = { cell = c, n = s.n, sum = s.sum, estimate = mean, low = low, high = high,
        deviation = deviation, least = s.least, most = s.most, difference = mean_difference(cell.pairs[name]) }
    end
  end
  return rows
end

--- All figures.
function Figures.tables(results)
  local tables = {}
  for _, name in ipairs(column_names(results)) do
    local labels = labels_of(results, name)
    local shares = #labels > 0 and share_rows(results, name, labels) or {}
    if #shares > 0 then tables[#tables + 1] = { name = name, kind = "share", rows = shares } end
    local means = mean_rows(results, name)
    if #means > 0 then tables[#tables + 1] = { name = name, kind = "mean", rows = means } end
  end
  return tables
end

--- How often each rule was called in a counted game: list of { id, name, rates = a list by cell }
--- in the order of the rulebook's files.
function Figures.rules(results)
  local list = {}
  for i, line in ipairs(results:values "rule") do
    local id, name = line:match("^(%S+) (%S+)$")
    local rule = { id = Sum.unescape(id), name = Sum.unescape(name), rates = {}, calls = {} }
    for c, cell in ipairs(results.cells) do
      rule.calls[c] = cell.calls[rule.name] or 0
      rule.rates[c] = cell.counted > 0 and rule.calls[c] / cell.counted or 0
    end
    list[i] = rule
  end
  return list
end

return Figures
