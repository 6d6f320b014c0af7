-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.coverage -- which rules were called and which chart cells were read.
--
-- Every watcher takes itself away the first time it sees its rule or cell, so that watching
-- costs nothing where it matters.

local Charts = require "adjutant.charts"
local Text = require "adjutant.text"

local Coverage = {}
Coverage.__index = Coverage

local function watch_rule(entry, waiting)
  local f = entry.f
  waiting[entry.name] = function() entry.f = f end
  entry.f = function(...)
    entry.f = f
    waiting[entry.name] = nil
    return f(...)
  end
end

-- The cells move to a table behind the chart's own, and come back one by one as they are read.
local function watch_cells(chart, own, label, waiting)
  local cells, behind = own.cells, {}
  for key, value in pairs(cells) do
    behind[key] = value
    waiting[label(key)] = { chart = chart, key = key }
  end
  for key in pairs(behind) do cells[key] = nil end
  setmetatable(cells, { __index = function(_, key)
    local value = behind[key]
    if value ~= nil then
      cells[key] = value
      waiting[label(key)] = nil
    end
    return value
  end })
  return function()
    setmetatable(cells, nil)
    for key, value in pairs(behind) do cells[key] = value end
  end
end

local function watch_row(row, name, waiting)
  local when = row.when
  waiting[name] = true
  row.when = function(ctx)
    local times = when(ctx)
    if times and times ~= 0 then
      row.when = when
      waiting[name] = nil
    end
    return times
  end
  return function() row.when = when end
end

local function axis_label(axis, position)
  local entry = axis and axis[position]
  if not entry then return nil end
  return entry.key ~= nil and Charts.show(entry.key) or entry.label or tostring(position)
end

local function grid_label(name, own)
  local wide = own.cols and #own.cols or 1
  return function(cell)
    local row, col = (cell - 1) // wide + 1, (cell - 1) % wide + 1
    local text = ("%s row %s"):format(name, axis_label(own.rows, row) or row)
    if wide > 1 then text = ("%s column %s"):format(text, axis_label(own.cols, col) or col) end
    return text
  end
end

--- Watches a kit from now on. c:missing() tells what has not been seen; c:stop() ends it.
function Coverage.watch(kit)
  local c = setmetatable({ rules = {}, cells = {}, undo = {}, kit = kit,
    rule_count = #kit.register.list, cell_count = 0 }, Coverage)
  for _, entry in ipairs(kit.register.list) do watch_rule(entry, c.rules) end
  for name, chart in pairs(kit.charts) do
    local own = Charts.inside[chart]
    if own.kind == "modifiers" then
      for i, row in ipairs(own.rows) do
        c.undo[#c.undo + 1] = watch_row(row, ("%s row %d (%s)"):format(name, i, row.text), c.cells)
        c.cell_count = c.cell_count + 1
      end
    else
      local label = own.kind == "grid" and grid_label(name, own)
        or function(key) return ("%s %s"):format(name, tostring(key)) end
      for _ in pairs(own.cells) do c.cell_count = c.cell_count + 1 end
      c.undo[#c.undo + 1] = watch_cells(chart, own, label, c.cells)
    end
  end
  return c
end

local sorted = Text.sorted_keys

--- Rules that were not called ("10.22 due_back", in the order of the files), and cells not read.
function Coverage:missing()
  local rules = {}
  for _, entry in ipairs(self.kit.register.list) do
    if self.rules[entry.name] then rules[#rules + 1] = entry.id .. " " .. entry.name end
  end
  return rules, sorted(self.cells)
end

--- Takes every watcher away.
function Coverage:stop()
  for _, undo in pairs(self.rules) do undo() end
  for _, undo in ipairs(self.undo) do undo() end
  self.undo = {}
end

-- --- how often ------------------------------------------------------------------------------------

-- Gives a function that calls f and counts it while live[1] is set; what reads its count; what
-- begins it anew. A rule is called so often that each number of arguments has a function of its own.
local function counting(f, live, parameters, more)
  local n = 0
  local function count() return n end
  local function reset() n = 0 end
  if more or parameters > 3 then
    return function(...)
      if live[1] then n = n + 1 end
      return f(...)
    end, count, reset
  elseif parameters == 3 then
    return function(a, b, c)
      if live[1] then n = n + 1 end
      return f(a, b, c)
    end, count, reset
  elseif parameters == 2 then
    return function(a, b)
      if live[1] then n = n + 1 end
      return f(a, b)
    end, count, reset
  end
  return function(a)
    if live[1] then n = n + 1 end
    return f(a)
  end, count, reset
end

--- Counts the calls of every rule between c.start() and c.stop(), while c.live[1] is set. c.take()
--- gives name -> how often, of those that were called, and begins at nought again. Counting costs a
--- good tenth of the time of a game, so a study counts in some of its games only.
function Coverage.counter(kit)
  local list, plain, counted, counts, resets = kit.register.list, {}, {}, {}, {}
  local c = { live = { false } }
  for i, entry in ipairs(list) do
    plain[i] = entry.f
    counted[i], counts[i], resets[i] = counting(entry.f, c.live, core.nesting.parameters(entry.f))
  end
  local function use(functions)
    for i, entry in ipairs(list) do entry.f = functions[i] end
  end
  function c.start() use(counted) end
  function c.stop() use(plain) end
  function c.take()
    local calls = {}
    for i, entry in ipairs(list) do
      local n = counts[i]()
      if n > 0 then calls[entry.name] = n end
      resets[i]()
    end
    return calls
  end
  return c
end

return Coverage
