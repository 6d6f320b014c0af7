-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study_run -- plays a study with as many processes as there are processors.
--
-- Games go out in pieces: those of one block (ten numbers, as a rule) in one cell. When a block is
-- there in every cell its games are compared and added up; which worker played what, and when,
-- makes no difference to the sums. What is there is written to the results now and then.

local Cell = require "adjutant.study_cell"
local Ranges = require "adjutant.ranges"
local Study = require "adjutant.study"
local Text = require "adjutant.text"
local Wire = require "adjutant.study_wire"

local Run = {}
Run.__index = Run

-- Seconds to the first write, and between two; more where a write takes long, but not more than the last.
local WRITE_FIRST, WRITE_EVERY, WRITE_LATEST = 0.5, 2, 20
local POLL_MS = 200

-- --- what is played ---------------------------------------------------------------------------------

-- The cells that differ from the base on one axis, and the base: every value is in one of them.
-- Gives their numbers, and for each the place of that axis in the study.
local function star(plan)
  local list, places, base = { plan.base }, {}, plan.cells[plan.base]
  for _, cell in ipairs(plan.cells) do
    local differing, place = 0, nil
    for a, label in ipairs(cell.labels) do
      if label ~= base.labels[a] then differing, place = differing + 1, plan.axes[a].name end
    end
    if differing == 1 then list[#list + 1], places[cell.n] = cell.n, place end
  end
  return list, places
end

local function add_rules(rules, kit)
  for _, entry in ipairs(kit.register.list) do
    if not rules.known[entry.name] then
      rules.known[entry.name] = true
      table.insert(rules.list, { id = entry.id, name = entry.name })
    end
  end
  for _, name in ipairs(kit.report_order) do
    if not rules.known["order of " .. name] then
      rules.known["order of " .. name] = true
      table.insert(rules.orders, { name, table.unpack(kit.report_values[name] or {}) })
    end
  end
end

--- Sets up enough cells to see every value of every axis: what is wrong shows here. root: the
--- folder of the ruleset. Gives the rules for Results.new, and the texts of all its files (path ->
--- text). nil, message.
function Run.probe(plan, root)
  local rules, texts = { list = {}, orders = {}, sources = {}, known = {} }, {}
  local numbers, places = star(plan)
  for _, number in ipairs(numbers) do
    local cell, message = Cell.open(plan, number, { root = root })
    if not cell then
      local place = places[number] or #plan.axes == 1 and plan.axes[1].name
      return nil, ("%s: %s"):format(place and Study.where(plan, { "grid", place }) or plan.name, message)
    end
    add_rules(rules, cell.p.kit)
    local own = plan.own[cell.cell.scenario]
    for path, text in pairs(cell.p.kit.loader.sources) do
      if not own or path ~= "scenarios/" .. own.name .. ".lua" then texts[path] = text end
    end
  end
  local paths = Text.sorted_keys(texts)
  for i, path in ipairs(paths) do rules.sources[i] = { path = path, sha = core.files.sha256(texts[path]) } end
  return rules, texts
end

-- --- blocks -------------------------------------------------------------------------------------------

-- Gives next() -> from, to of what is still to be played, in order; nil at the end.
local function remaining(plan, done, shard)
  local block, last = 0, (plan.count - 1) // plan.block
  local parts, at = {}, 0
  local skip = 1                        -- a range of `done`: whole ranges are passed over at once
  return function()
    while at >= #parts do
      if block > last then return nil end
      local from = block * plan.block + 1
      while done[skip] and done[skip][2] < from do skip = skip + 1 end
      if done[skip] and done[skip][1] <= from and done[skip][2] >= from + plan.block - 1 then
        block = done[skip][2] // plan.block
      else
        if not shard or block % shard.of == shard.i - 1 then
          parts, at = Ranges.missing(done, from, math.min(from + plan.block - 1, plan.count)), 0
        end
        block = block + 1
      end
    end
    at = at + 1
    return parts[at][1], parts[at][2]
  end
end

--- How many games a cell belong to a shard (all without one).
function Run.share(plan, shard)
  if not shard then return plan.count end
  local blocks = (plan.count - 1) // plan.block
  if blocks < shard.i - 1 then return 0 end
  local n = ((blocks - (shard.i - 1)) // shard.of + 1) * plan.block
  if blocks % shard.of == shard.i - 1 then n = n - ((blocks + 1) * plan.block - plan.count) end
  return n
end

-- Opens one more block. False when there is none.
local function open_block(self)
  local from, to = self.next_range()
  if not from then return false end
  local block = { from = from, to = to, found = {}, texts = {}, open = {}, left = #self.plan.cells }
  for c = 1, #self.plan.cells do block.open[c] = true end
  for _, part in ipairs(self.kept) do
    if part.from == from and part.to == to and block.open[part.cell] then
      block.open[part.cell] = nil
      self:add(block, part.cell, part.text, true)
    end
  end
  if block.left > 0 then table.insert(self.blocks, block) end
  return true
end

-- The cell that a worker goes on with: its last one while that has pieces, else the one with the
-- most pieces for each worker that is at it.
local function choose_cell(self, worker)
  local pieces, at = {}, {}
  for _, block in ipairs(self.blocks) do
    for c in pairs(block.open) do pieces[c] = (pieces[c] or 0) + 1 end
  end
  if pieces[worker.cell] then return worker.cell end
  for _, other in ipairs(self.workers) do
    if other.task then at[other.task.cell] = (at[other.task.cell] or 0) + 1 end
  end
  local best, most
  for c, n in pairs(pieces) do
    local share = n / (1 + (at[c] or 0))
    if not best or share > most or share == most and c < best then best, most = c, share end
  end
  return best
end

local function next_task(self, worker)
  if #self.again > 0 then return table.remove(self.again, 1) end
  while #self.blocks < self.window and not self.all_open do
    if not open_block(self) then self.all_open = true end
  end
  local c = choose_cell(self, worker)
  if not c then return nil end
  for _, block in ipairs(self.blocks) do
    if block.open[c] then
      block.open[c] = nil
      return { block = block, cell = c, from = block.from, to = block.to, tries = 0 }
    end
  end
  return nil
end

--- Takes what a piece gave; the block is added up when it is whole.
function Run:add(block, cell, text, kept)
  local found = Cell.read(text)
  if found.stopped then
    self.stop = { kind = "limit", cell = cell, n = found.stopped.n, limit = found.stopped.limit }
    return
  end
  block.found[cell], block.texts[cell] = found, text
  block.left = block.left - 1
  local games = block.to - block.from + 1
  if kept then self.total = self.total - games else self.played = self.played + games end
  self.failed = self.failed + #found.failures
  if block.left > 0 then return end
  self.results:take(block.from, block.to, block.found)
  for i, other in ipairs(self.blocks) do
    if other == block then table.remove(self.blocks, i) break end
  end
end

-- --- workers --------------------------------------------------------------------------------------------

local function start_worker(self)
  local p, message = core.process.spawn(self.o.program, "study", "--worker")
  if not p then return nil, message end
  local worker = { p = p }
  worker.feed, worker.take = Wire.reader()
  if not p:write(self.hello) then return nil, "a worker reads nothing" end
  return worker
end

local LIMIT = 4     -- the exit status of a program that could not leave a step of a script

-- A worker has ended: what it was at is played again, once, unless a limit ended it.
local function died(self, worker)
  local how, number = worker.p:wait()
  local task = worker.task
  for i, other in ipairs(self.workers) do if other == worker then table.remove(self.workers, i) break end end
  if not task then return end
  if how == "exit" and number == LIMIT and worker.at then
    self.stop = { kind = "limit", cell = task.cell, n = worker.at, limit = "cpu" }
    return
  end
  local text = ("a worker ended (%s %d) while it played %d to %d of %s"):format(how, number, task.from,
    task.to, self.plan.cells[task.cell].key)
  task.tries = task.tries + 1
  if task.tries > 1 then
    self.stop = { kind = "broken", text = text .. ", for the second time" }
    return
  end
  self.o.warn(text .. ": they are played again")
  table.insert(self.again, task)
  local new, message = start_worker(self)
  if new then
    table.insert(self.workers, new)
  elseif #self.workers == 0 then
    self.stop = { kind = "broken", text = message }
  end
end

local function heard(self, worker)
  local bytes = worker.p:read()
  if not bytes then return died(self, worker) end
  worker.feed(bytes)
  local message = worker.take()
  while message and not self.stop do
    local task = worker.task
    if message[1] == "at" then
      worker.at = math.tointeger(tonumber(message[2]))
    elseif message[1] == "played" then
      worker.task, worker.at = nil, nil
      self:add(task.block, task.cell, message.body)
    else
      self.stop = { kind = "refused", text = message.body }
    end
    message = worker.take()
  end
end

local function send(self, worker)
  local task = next_task(self, worker)
  if not task then return end
  worker.task, worker.cell = task, task.cell
  if not worker.p:write(Wire.pack("", "play", task.cell, task.from, task.to)) then died(self, worker) end
end

-- --- all of it --------------------------------------------------------------------------------------------

-- When the results were written last: a text; nil when there are none.
local function stamp(path)
  local seconds, nanoseconds = core.files.modified(path)
  return seconds and ("%d.%09d"):format(seconds, nanoseconds) or nil
end

-- Writes what there is. Raises when that fails: nothing is lost yet, but nothing more is kept.
local function write(self)
  local results = self.results
  if stamp(self.o.path) ~= self.stamp then
    self.lost = true
    error(self.o.path .. ": another study writes it too; this one stops, and leaves it alone", 0)
  end
  results.parts = {}
  for _, block in ipairs(self.blocks) do
    for c = 1, #self.plan.cells do
      if block.texts[c] then
        table.insert(results.parts, { cell = c, from = block.from, to = block.to, text = block.texts[c] })
      end
    end
  end
  local ok, message = results:write(self.o.path)
  if not ok then error(message, 0) end
  self.stamp = stamp(self.o.path)
end

local function write_now_and_then(self)
  local now = core.process.seconds()
  if now < self.write_at then return end
  write(self)
  local took = core.process.seconds() - now
  self.write_at = now + took + math.max(WRITE_EVERY, math.min(20 * took, WRITE_LATEST))
end

local function loop(self)
  while not self.stop do
    local busy, processes = {}, {}
    for i = #self.workers, 1, -1 do
      if not self.workers[i].task then send(self, self.workers[i]) end
    end
    for _, worker in ipairs(self.workers) do
      if worker.task then
        busy[#busy + 1], processes[#processes + 1] = worker, worker.p
      end
    end
    if #busy == 0 and #self.again == 0 then break end
    for _, i in ipairs(core.process.poll(processes, POLL_MS)) do heard(self, busy[i]) end
    self.o.progress(self)
    if self.o.interrupted() then self.stop = { kind = "interrupted" } end
    write_now_and_then(self)
  end
end

--- Plays what is missing in `results`. o: program (path), path (of the results), jobs, shard =
--- { i =, of = } or nil, sources, root, warn(text), progress(self), interrupted(). Gives nil when
--- all is done, else { kind = "interrupted"|"limit"|"broken"|"refused", ... }.
function Run.all(plan, results, o)
  local self = setmetatable({ plan = plan, results = results, o = o, workers = {}, blocks = {}, again = {},
    kept = results.parts, played = 0, failed = 0, window = math.max(8, 4 * o.jobs),
    next_range = remaining(plan, results.done, o.shard), hello = Wire.hello(plan, o), stamp = stamp(o.path),
    started = core.process.seconds(), write_at = core.process.seconds() + WRITE_FIRST }, Run)
  local mine = Run.share(plan, o.shard)
  self.total = (mine - Ranges.size(results.done)) * #plan.cells
  if self.total <= 0 then return nil end
  local is_new = self.stamp == nil
  local ok, message = pcall(write, self)  -- a place that takes no file shows before hours of play
  if not ok then return { kind = "broken", text = tostring(message) } end
  for i = 1, math.min(o.jobs, math.ceil(self.total / plan.block)) do
    self.workers[i], message = start_worker(self)
    if not self.workers[i] then return { kind = "broken", text = message } end
  end
  ok, message = pcall(loop, self)         -- what raises is a failed write
  for _, worker in ipairs(self.workers) do worker.p:kill() end
  for _, worker in ipairs(self.workers) do worker.p:wait() end
  if not ok then return { kind = "broken", text = tostring(message), lost = self.lost } end
  if is_new and self.played == 0 then
    core.files.remove(o.path)
    return self.stop
  end
  ok, message = pcall(write, self)
  if not ok then return { kind = "broken", text = tostring(message), lost = self.lost } end
  return self.stop
end

return Run
