-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study_cell -- one cell of a study set up, and its games played or its command sampled.
--
-- What games n to m gave is a text of lines, so that it can pass from process to process:
--   column NAME VALUE ...      one value a game (see adjutant.study_sum)
--   rules GAMES NAME:CALLS ... in how many games calls of rules were counted, and those calls
--   failed N TEXT              game N broke; it has no values
--   stopped N LIMIT            game N reached a limit: nothing of this piece may be used

local Playout = require "adjutant.playout"
local Study = require "adjutant.study"
local Sum = require "adjutant.study_sum"
local Text = require "adjutant.text"
local sorted = Text.sorted_keys

local Cell = {}
Cell.__index = Cell

local MOST_LABEL = 80                    -- bytes of a text that a measure gives

-- --- setting up -----------------------------------------------------------------------------------

local function houses_of(plan, cell)
  local list = {}
  for i, n in ipairs(cell.houses) do list[i] = { path = plan.files[n].path, text = plan.files[n].text } end
  return #list > 0 and list or nil
end

-- The measures of the study, their names looked up in this cell's rules.
local function measures_of(plan, kit)
  if #plan.measures == 0 then return {} end
  local data, list = Study.run(plan.text, plan.name, kit.api), {}
  for i, name in ipairs(plan.measures) do list[i] = { name = name, f = data.measures[name] } end
  return list
end

-- Gives the commands of the set-up of a sample, and marks where each sample begins.
local function set_up(self)
  local p, sample = self.p, self.plan.sample
  local function command(line)
    local decl, rest = p.game:find_command(line)
    if not decl then error(rest, 0) end
    local ok, args, message = p.game:arguments(decl, rest)
    if not ok or not args then error(("%s: %s"):format(line, ok and message or args), 0) end
    return decl, args
  end
  local mark
  for _, line in ipairs(sample.setup) do
    local decl, args = command(line)
    local done, why = p:command(0, mark, decl, args, {})
    if done ~= "done" then error(("setup: %s: %s"):format(line, done and why.text or why), 0) end
    mark = p.world:mark()
  end
  self.mark = mark
  self.decl, self.args = command(self.cell.run)
end

-- Counts the rules that the course of the game calls: not those that a player asks, to choose.
local function counter_of(p)
  local counter, run = require("adjutant.coverage").counter(p.kit), p.run
  local live = counter.live
  function p.run(driver, body)
    live[1] = true
    local status, value = run(driver, body)
    live[1] = false
    return status, value
  end
  for _, one in ipairs(p.players) do
    local player, answer = one.player, one.player.answer
    function player.answer(q)
      local was = live[1]
      live[1] = false
      local value, args = answer(q)
      live[1] = was
      return value, args
    end
  end
  return counter
end

--- A cell of a plan. o: root (the folder of the ruleset), sources (path -> text of its files;
--- without them they are read). nil, message.
function Cell.open(plan, number, o)
  local cell = plan.cells[number]
  local own = plan.own[cell.scenario]
  local p, message = Playout.new { ruleset = plan.ruleset, scenario = own and own.name or cell.scenario,
    scenario_text = own and own.text, options = cell.options, policy = cell.policy,
    policies = cell.policies, houses = houses_of(plan, cell), check = plan.check,
    seed = Study.seed_of(plan, cell), sources = o and o.sources, root = o and o.root }
  if not p then return nil, ("%s (%s)"):format(message, cell.key) end
  local self = setmetatable({ plan = plan, cell = cell, p = p }, Cell)
  local ok, why = pcall(function()
    self.measures = measures_of(plan, p.kit)
    if plan.sample then set_up(self) end
  end)
  if not ok then return nil, ("%s (%s)"):format(tostring(why), cell.key) end
  if plan.every > 0 then self.counter = counter_of(p) end
  return self
end

-- --- one game -------------------------------------------------------------------------------------

-- What a rule or a measure gave, as a value of a column.
local function value_of(name, value)
  local kind = type(value)
  if kind == "boolean" then return value and "yes" or "no" end
  if kind == "string" then
    if #value <= MOST_LABEL then return value end
    return (value:sub(1, MOST_LABEL):gsub("[\192-\255][\128-\191]*$", ""))   -- no half character
  end
  if kind == "userdata" then
    local total = Text.total(value)
    if total == nil then return Text.show(value) end
    value = math.tointeger(total) or total
  end
  if math.type(value) ~= "integer" then
    error(("measure %s gave %s: a whole number, a text, true or false is wanted"):format(name,
      Text.show(value)), 0)
  elseif value > Sum.MOST or value < -Sum.MOST then
    error(("measure %s gave %d: more than %d"):format(name, value, Sum.MOST), 0)
  end
  return value
end

local function measure(self, row)
  for _, m in ipairs(self.measures) do
    local value = m.f()
    if value ~= nil then row[m.name] = value_of(m.name, value) end
  end
end

-- Asks the measures at the end of a game. Gives what broke and the limit that was reached.
local function measured(self, row)
  if #self.measures == 0 then return nil end
  core.limits.begin { cpu_ms = Playout.CPU_MS }
  local ok, why = pcall(measure, self, row)
  local tripped, place = core.limits.finish()
  if tripped then return require("adjutant.game").stopped(tripped, place, "stopped: " .. tripped), tripped end
  if not ok then return tostring(why) end
  return nil
end

-- Plays game n whole. Gives its values; nil, failure, limit.
local function game(self, n)
  local r = self.p:play(n)
  if r.failure then return nil, r.failure, r.tripped end
  local row = { winner = r.winner or "draw", verdict = r.verdict ~= "" and r.verdict or nil,
    turns = r.turns, commands = r.commands }
  for side, lost in pairs(r.lost) do row["lost by " .. side] = lost end
  local failure, tripped = measured(self, row)
  if failure then return nil, failure, tripped end
  return row
end

-- Runs the command for the n-th time.
local function sample(self, n)
  local reports, row = {}, {}
  local status, why, tripped = self.p:command(n, self.mark, self.decl, self.args, reports)
  if not status then return nil, why, tripped end
  if status == "refused" then return { outcome = ("refused by %s: %s"):format(why.rule, why.text) } end
  row.outcome = "done"
  for name, value in pairs(reports) do row[name] = value_of(name, value) end
  local failure
  failure, tripped = measured(self, row)
  if failure then return nil, failure, tripped end
  return row
end

-- --- many -------------------------------------------------------------------------------------------

local function rules_line(self, counted)
  local parts, calls = {}, self.counter.take()
  for i, name in ipairs(sorted(calls)) do parts[i] = ("%s:%d"):format(name, calls[name]) end
  return ("rules %d %s"):format(counted, table.concat(parts, " "))
end

--- Plays games from to to; began(n) is told of each beforehand. Gives the text of what they gave.
function Cell:play(from, to, began)
  local plan, counter = self.plan, self.counter
  local play = plan.sample and sample or game
  local columns, lines, counted = {}, {}, 0
  for n = from, to do
    if began then began(n) end
    local counts = counter and (n - 1) % plan.every == 0
    if counts then counter.start() end
    local row, failure, tripped = play(self, n)
    if counts then
      counter.stop()
      counted = counted + 1
    end
    if tripped then return ("stopped %d %s\n"):format(n, tripped) end
    if failure then lines[#lines + 1] = ("failed %d %s"):format(n, Sum.escape(failure)) end
    for name, value in pairs(row or {}) do
      local column = columns[name]
      if not column then
        column = {}
        for i = 1, to - from + 1 do column[i] = "-" end
        columns[name] = column
      end
      column[n - from + 1] = Sum.encode(value)
    end
  end
  if counter and counted > 0 then table.insert(lines, 1, rules_line(self, counted)) end
  for _, name in ipairs(sorted(columns)) do
    lines[#lines + 1] = ("column %s %s"):format(Sum.escape(name), table.concat(columns[name], " "))
  end
  lines[#lines + 1] = ""
  return table.concat(lines, "\n")
end

--- The columns, rule calls and failures of such a text: { columns = { name -> list (nil: none) },
--- counted, calls, failures = { { n, text } }, stopped = { n, limit } or nil }.
function Cell.read(text)
  local found = { columns = {}, counted = 0, calls = {}, failures = {} }
  for line in text:gmatch("([^\n]*)\n") do
    local word, rest = line:match("^(%l+) (.*)$")
    if word == "column" then
      local name, values, n = nil, {}, 0
      for part in rest:gmatch("%S+") do
        if name then n, values[n + 1] = n + 1, Sum.decode(part) else name = Sum.unescape(part) end
      end
      found.columns[name] = values
    elseif word == "rules" then
      local counted, calls = rest:match("^(%d+) ?(.*)$")
      found.counted = math.tointeger(tonumber(counted))
      for name, times in calls:gmatch("(%S+):(%d+)") do found.calls[name] = math.tointeger(tonumber(times)) end
    elseif word == "failed" then
      local n, why = rest:match("^(%d+) (.*)$")
      table.insert(found.failures, { n = math.tointeger(tonumber(n)), text = Sum.unescape(why) })
    elseif word == "stopped" then
      local n, limit = rest:match("^(%d+) (%a+)$")
      found.stopped = { n = math.tointeger(tonumber(n)), limit = limit }
    end
  end
  return found
end

return Cell
