-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study_results -- what a study has found so far, as a file, and files added up.
--
-- Lines of text: what was played (the study, the rules, each by its hash), which games are done,
-- the sums. The last line is the SHA-256 of all before it. Nothing in it tells how many workers or
-- machines there were: the same games give the same bytes. docs/studies.md has the format.
--
--   head   list of { key, text }: must be the same in files that are added up
--   shard  "2/8" or nil           done  ranges of games (adjutant.ranges)
--   cells  { columns = { name -> column }, pairs = { name -> pair }, counted, calls }
--   failures  list of { cell, n, text }, in order
--   parts  list of { cell, from, to, text }: pieces whose block is not whole yet

local sorted = require("adjutant.text").sorted_keys
local Cell = require "adjutant.study_cell"
local Ranges = require "adjutant.ranges"
local Sum = require "adjutant.study_sum"

local Results = {}
Results.__index = Results

local MAGIC = "adjutant-study 1"
local MOST_BYTES = 1 << 30

-- --- what was played ------------------------------------------------------------------------------

local function labels_text(list)
  local parts = {}
  for i, label in ipairs(list) do parts[i] = Sum.escape(tostring(label)) end
  return table.concat(parts, " ")
end

local function texts_of(text)
  local list = {}
  for part in text:gmatch("%S+") do list[#list + 1] = Sum.unescape(part) end
  return list
end

local function add_rules(add, rules)
  for _, source in ipairs(rules.sources) do add("source", ("%s %s"):format(source.sha, Sum.escape(source.path))) end
  for _, rule in ipairs(rules.list) do add("rule", labels_text { rule.id, rule.name }) end
  for _, order in ipairs(rules.orders) do add("order", labels_text(order)) end
end

-- The hash of the program's own Lua: what rules mean depends on it too.
local function prelude()
  local folder, parts = core.data_dir .. "/lua/adjutant/", {}
  for i, name in ipairs(core.files.list(folder) or {}) do
    parts[i] = ("%s %s"):format(name, core.files.sha256(core.files.read(folder .. name) or ""))
  end
  return core.files.sha256(table.concat(parts, "\n"))
end

--- The results of a plan of which nothing has been played. rules: list of { id, name }, orders (of
--- reports: { name, value, ... }) and sources ({ path, sha }).
function Results.new(plan, rules)
  local head = {}
  local function add(key, text) head[#head + 1] = { key, text } end
  add("program", ("%s %s %s"):format(prelude(), core.version or "?", core.rng.name))
  add("study", ("%s %s"):format(plan.sha, Sum.escape(plan.name)))
  add("title", Sum.escape(plan.title))
  add("ruleset", Sum.escape(plan.ruleset))
  add("what", plan.kind)
  add("count", tostring(plan.count))
  add("block", tostring(plan.block))
  add("seed", plan.seed .. (plan.own_seeds and " own" or " shared"))
  add("count_every", tostring(plan.every))
  add("measures", labels_text(plan.measures))
  for _, axis in ipairs(plan.axes) do
    local labels = { axis.name }
    for i, value in ipairs(axis.values) do labels[i + 1] = value.label end
    add("axis", labels_text(labels))
  end
  add("cells", tostring(#plan.cells))
  add("base", tostring(plan.base))
  for _, cell in ipairs(plan.cells) do
    add("again", Sum.escape(require("adjutant.study").again(plan, cell)))
  end
  for _, file in ipairs(plan.files) do add("house", ("%s %s"):format(file.sha, Sum.escape(file.path))) end
  local own = sorted(plan.own)
  for _, word in ipairs(own) do add("scenario", ("%s %s"):format(plan.own[word].sha, Sum.escape(word))) end
  add_rules(add, rules)
  return Results.empty(head)
end

--- Results with a head and nothing else.
function Results.empty(head)
  local self = setmetatable({ head = head, done = {}, cells = {}, failures = {}, parts = {} }, Results)
  for i = 1, self:number "cells" do
    self.cells[i] = { columns = {}, pairs = {}, counted = 0, calls = {} }
  end
  return self
end

--- The text of a line of the head; every one of them.
function Results:value(key)
  for _, line in ipairs(self.head) do if line[1] == key then return line[2] end end
  return nil
end

--- The texts of all lines of the head with a key.
function Results:values(key)
  local list = {}
  for _, line in ipairs(self.head) do if line[1] == key then list[#list + 1] = line[2] end end
  return list
end

--- The number that a line of the head holds.
function Results:number(key)
  return math.tointeger(tonumber(self:value(key) or "")) or error("no number " .. key, 0)
end

--- The words of a line of the head.
function Results:texts(key) return texts_of(self:value(key) or "") end

--- The axes: list of { name =, labels = }.
function Results:axes()
  local axes = {}
  for i, text in ipairs(self:values "axis") do
    local labels = texts_of(text)
    axes[i] = { name = table.remove(labels, 1), labels = labels }
  end
  return axes
end

--- The label of a cell on every axis.
function Results:labels(cell)
  local axes, labels, rest = self:axes(), {}, cell - 1
  for a = #axes, 1, -1 do
    local size = #axes[a].labels
    labels[a], rest = axes[a].labels[rest % size + 1], rest // size
  end
  return labels
end

--- "river=true house=none".
function Results:key(cell)
  local parts = {}
  local labels = self:labels(cell)
  for a, axis in ipairs(self:axes()) do parts[a] = ("%s=%s"):format(axis.name, labels[a]) end
  return #parts > 0 and table.concat(parts, " ") or "the only cell"
end

--- How game n of a cell is played again.
function Results:again(cell, n)
  local again = Sum.unescape(self:values("again")[cell])
  if self:value "what" == "samples" then return ("sample %d: %s"):format(n, again) end
  return ("%s --from %d --games 1"):format(again, n)
end

--- Games a cell that are done, and those wanted.
function Results:progress() return Ranges.size(self.done), self:number "count" end

--- Games that are done, in all cells, pieces included.
function Results:played()
  local n = Ranges.size(self.done) * #self.cells
  for _, part in ipairs(self.parts) do n = n + part.to - part.from + 1 end
  return n
end

-- --- adding up --------------------------------------------------------------------------------------

local function sum_at(t, name, new)
  local sum = t[name]
  if not sum then
    sum = new()
    t[name] = sum
  end
  return sum
end

local function by_place(a, b)
  if a.cell ~= b.cell then return a.cell < b.cell end
  return a.n < b.n
end

local function compare(cell, columns, base, games)
  for name, values in pairs(columns) do
    local others = base[name]
    if others then
      local pair = sum_at(cell.pairs, name, Sum.pair)
      for i = 1, games do Sum.add_pair(pair, values[i], others[i]) end
    end
  end
end

--- Takes what games from to to gave in every cell: `found`, a list as Cell.read gives them.
function Results:take(from, to, found)
  local base, games = self:number "base", to - from + 1
  for c, cell in ipairs(self.cells) do
    local one = found[c]
    for name, values in pairs(one.columns) do
      local column = sum_at(cell.columns, name, Sum.column)
      for i = 1, games do Sum.add(column, values[i]) end
    end
    if c ~= base then compare(cell, one.columns, found[base].columns, games) end
    cell.counted = cell.counted + one.counted
    for name, times in pairs(one.calls) do cell.calls[name] = (cell.calls[name] or 0) + times end
    for _, failure in ipairs(one.failures) do
      table.insert(self.failures, { cell = c, n = failure.n, text = failure.text })
    end
  end
  Ranges.add(self.done, from, to)
end

--- Adds other results. nil, message when they do not belong together.
function Results:join(other, name)
  local why = self:differs(other)
  if why then return nil, ("%s: %s"):format(name, why) end
  local from, to = Ranges.common(self.done, other.done)
  if from then
    return nil, ("%s: its %s %d to %d are already among those of another file"):format(name,
      self:value "what", from, to)
  end
  for c, cell in ipairs(self.cells) do
    local one = other.cells[c]
    for key, column in pairs(one.columns) do Sum.join(sum_at(cell.columns, key, Sum.column), column) end
    for key, pair in pairs(one.pairs) do Sum.join_pair(sum_at(cell.pairs, key, Sum.pair), pair) end
    cell.counted = cell.counted + one.counted
    for key, times in pairs(one.calls) do cell.calls[key] = (cell.calls[key] or 0) + times end
  end
  table.move(other.failures, 1, #other.failures, #self.failures + 1, self.failures)
  for _, range in ipairs(other.done) do Ranges.add(self.done, range[1], range[2]) end
  return true
end

-- What a line of the head that differs means.
local MEANS = { program = "it was played with another Adjutant", study = "it is of another study",
  count = "its study has another number of games", seed = "it has another seed",
  source = "it was played by other rules", rule = "it was played by other rules",
  house = "it was played with another house rule",
  scenario = "it was played with another scenario", order = "it was played by other rules" }

local function shown(line)
  if not line then return "nothing" end
  return Sum.unescape(line[2]:match("^" .. ("%x"):rep(64) .. " (.*)$") or line[2])
end

--- Why results cannot be added to these; nil when they can. `growing`: the count may differ.
function Results:differs(other, growing)
  for i = 1, math.max(#self.head, #other.head) do
    local a, b = self.head[i], other.head[i]
    local same = a and b and a[1] == b[1] and (a[2] == b[2] or growing and a[1] == "count")
    if not same then
      local key = (a or b)[1]
      local means = MEANS[key] or "it is of another study"
      if key == "source" or key == "house" or key == "scenario" then
        return ("%s (%s)"):format(means, shown(a))
      elseif key == "study" then
        local hash = b and b[2]:match("^%x+")
        local same_name = shown(a) == shown(b)
        if not same_name then return ("%s (%s)"):format(means, shown(b)) end
        return ("it is of this study before it was changed (%s)"):format((hash or "?"):sub(1, 8))
      end
      if shown(a) == shown(b) then return means end
      return ("%s (%s, not %s)"):format(means, shown(b), shown(a))
    end
  end
  return nil
end

-- --- the file -----------------------------------------------------------------------------------------

--- The bytes of the file.
function Results:text()
  local lines = { MAGIC }
  local function add(template, ...) lines[#lines + 1] = template:format(...) end
  for _, line in ipairs(self.head) do add("%s %s", line[1], line[2]) end
  if self.shard then add("shard %s", self.shard) end
  add("done %s", Ranges.text(self.done))
  for c, cell in ipairs(self.cells) do
    for _, name in ipairs(sorted(cell.columns)) do
      add("column %d %s %s", c, Sum.escape(name), Sum.column_text(cell.columns[name]))
    end
    for _, name in ipairs(sorted(cell.pairs)) do
      add("pair %d %s %s", c, Sum.escape(name), Sum.pair_text(cell.pairs[name]))
    end
    add("calls %d %d %s", c, cell.counted, Sum.counts_text { by = cell.calls })
  end
  table.sort(self.failures, by_place)
  for _, f in ipairs(self.failures) do add("failed %d %d %s", f.cell, f.n, Sum.escape(f.text)) end
  for _, part in ipairs(self.parts) do
    add("part %d %d %d %s", part.cell, part.from, part.to, Sum.escape(part.text))
  end
  lines[#lines + 1] = ""
  local text = table.concat(lines, "\n")
  return text .. "end " .. core.files.sha256(text) .. "\n"
end

local function whole(digits) return math.tointeger(tonumber(digits)) or error("a number", 0) end

local Read = {}

function Read.shard(self, rest) self.shard = rest end
function Read.done(self, rest) self.done = Ranges.of(rest) or error("ranges", 0) end
function Read.column(self, rest)
  local c, name, text = rest:match("^(%d+) (%S+) (.*)$")
  self.cells[whole(c)].columns[Sum.unescape(name)] = Sum.column_of(text)
end
function Read.pair(self, rest)
  local c, name, text = rest:match("^(%d+) (%S+) (.*)$")
  self.cells[whole(c)].pairs[Sum.unescape(name)] = Sum.pair_of(text)
end
function Read.calls(self, rest)
  local c, counted, text = rest:match("^(%d+) (%d+) (.*)$")
  local cell = self.cells[whole(c)]
  cell.counted, cell.calls = whole(counted), Sum.counts_of(text).by
end
function Read.failed(self, rest)
  local c, n, text = rest:match("^(%d+) (%d+) (.*)$")
  table.insert(self.failures, { cell = whole(c), n = whole(n), text = Sum.unescape(text) })
end
function Read.part(self, rest)
  local c, from, to, text = rest:match("^(%d+) (%d+) (%d+) (.*)$")
  text = Sum.unescape(text)
  Cell.read(text)
  table.insert(self.parts, { cell = whole(c), from = whole(from), to = whole(to), text = text })
end

-- Fills results from the lines of a file whose checksum is right.
local function read_lines(body)
  local head, self = {}, nil
  for line in body:gmatch("([^\n]*)\n") do
    local key, rest = line:match("^([%l_]+) ?(.*)$")
    if not self and (key == "shard" or key == "done") then self = Results.empty(head) end
    if self then
      Read[key](self, rest)
    elseif line ~= MAGIC then
      head[#head + 1] = { key, rest }
    end
  end
  return self or error("no results", 0)
end

--- Results from the bytes of a file. nil, message.
function Results.of(text)
  local body, sum = text:match("^(.*\n)end (%x+)\n$")
  if text:sub(1, 15) ~= MAGIC:sub(1, 15) then return nil, "no results of a study" end
  local version = text:match("^adjutant%-study (%d+)\n")
  if version ~= "1" then
    return nil, ("results of format %s; this program knows format 1"):format(version or "?")
  end
  if not body or core.files.sha256(body) ~= sum then
    return nil, "damaged: its checksum is wrong (was it cut, or changed by hand?)"
  end
  local ok, self = pcall(read_lines, body)
  if not ok then return nil, "damaged: it cannot be read" end
  return self
end

--- Results from a file. nil, message, kind ("missing" when there is none).
function Results.read(path)
  local text, message, kind = core.files.read(path, MOST_BYTES)
  if not text then return nil, message, kind end
  local self
  self, message = Results.of(text)
  if not self then return nil, ("%s: %s"):format(path, message), "damaged" end
  return self
end

--- Writes the file, whole or not at all. nil, message.
function Results:write(path) return core.files.write_new(path, self:text()) end

return Results
