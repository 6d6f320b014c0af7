-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.verify -- whether the cases that a ledger names would notice a mistake.
--
-- Every mechanical row is broken in turn, in every way that its parts allow, and the row's own
-- cases are run: at least one must fail. A breakage that no case notices is a survivor, and a row
-- with survivors does not count as tested.
--
--   rule       raises; does nothing and returns its input, nil, false or 0; where it returns
--              numbers (or tallies): one more, one less
--   chart      each cell altered, each row of modifiers dropped, and its amount one more
--   command    raises; does nothing
--   rule, command   leaves out each thing that it writes itself, not by rules that it calls: a field
--              of a kind, or the making of one. Cases of any row that names it may notice that
--   option     its default replaced by each other value
--   phase      left out; each rule that starts, runs or ends it left out
--   invariant  never finds anything

local Charts = require "adjutant.charts"
local Spec = require "adjutant.spec"
local Writes = require "adjutant.verify_writes"

local Verify = {}

local CPU_MS = 2000                  -- of one case; a breakage may loop for ever
local RAISED = "broken to see whether a case fails"

local function raise() error(RAISED, 0) end

-- --- running the cases of a row ---------------------------------------------------------------------

--- The first of the row's cases that fails, and why; nil when all pass.
local function failing(state, cases)
  for _, case in ipairs(cases) do
    core.limits.begin { cpu_ms = CPU_MS }
    local ok, passed, why = pcall(Spec.passes, state, case)
    local tripped = core.limits.finish()
    if tripped == "interrupt" then error("interrupted", 0) end
    if not ok or not passed or tripped then return case, tripped or why or passed end
  end
  return nil
end

-- --- what can be broken -----------------------------------------------------------------------------

-- A breakage is { label, apply, undo, cases = those that can notice, if not all of the row }.
local function breakage(list, label, apply, undo)
  list[#list + 1] = { label = label, apply = apply, undo = undo }
end

local function plus(by, first, ...)
  if first == nil and select("#", ...) == 0 then return first end
  if math.type(first) == "integer" then
    first = first + by
  elseif core.tally.is(first) then
    first:add(by, "verify", "off by one")
  end
  if select("#", ...) == 0 then return first end
  return first, plus(by, ...)
end

local function is_number(value)
  return math.type(value) == "integer" or core.tally.is(value)
end

--- What a rule did in the row's cases: which of them call it, and whether it gave numbers.
local function observe(state, entry, cases)
  local f, seen = entry.f, { cases = {} }
  local function look(...)
    for i = 1, select("#", ...) do
      if is_number((select(i, ...))) then seen.numbers = true end
    end
    return ...
  end
  entry.f = function(...)
    seen.called = true                           -- a rule that refuses never comes back
    return look(f(...))
  end
  for _, case in ipairs(cases) do
    seen.called = false
    local ok, failed, why = pcall(failing, state, { case })
    if not ok or failed then
      entry.f = f
      if not ok then error(failed, 0) end
      seen.failing, seen.why = failed, why
      return seen
    end
    if seen.called then seen.cases[#seen.cases + 1] = case end
  end
  entry.f = f
  return seen
end

local function rule_breakages(list, entry, seen)
  local f = entry.f
  local function put(label, g)
    breakage(list, ("rule %s %s"):format(entry.name, label), function() entry.f = g end,
      function() entry.f = f end)
    list[#list].cases = seen.cases
  end
  put("raises", raise)
  put("returns its input", function(...) return ... end)
  put("returns nil", function() return nil end)
  put("returns false", function() return false end)
  put("returns 0", function() return 0 end)
  if seen.numbers then
    put("returns one more", function(...) return plus(1, f(...)) end)
    put("returns one less", function(...) return plus(-1, f(...)) end)
  end
end

--- Another value of the same sort for a cell.
local function altered(value, others)
  if math.type(value) == "integer" then return value + 1 end
  if type(value) == "boolean" then return not value end
  for _, other in ipairs(others) do
    if type(other) == type(value) and other ~= value then return other end
  end
  if type(value) == "string" then return value .. "?" end
  return "altered"
end

local function cell_breakages(list, name, own)
  local cells, keys, others = own.cells, {}, {}
  for key in pairs(cells) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do others[i] = cells[key] end
  for _, key in ipairs(keys) do
    local value = cells[key]
    local instead = altered(value, others)
    local where = own.kind == "grid" and "cell " .. key or tostring(key)
    breakage(list, ("chart %s %s: %s instead of %s"):format(name, where, tostring(instead),
      Charts.show(value)), function() cells[key] = instead end, function() cells[key] = value end)
  end
end

local function modifier_breakages(list, name, own)
  for i, row in ipairs(own.rows) do
    local when, amount, texts = row.when, row.amount, row.texts
    breakage(list, ("chart %s row %d (%s) dropped"):format(name, i, row.text),
      function() row.when = function() return false end end, function() row.when = when end)
    if math.type(amount) == "integer" then
      breakage(list, ("chart %s row %d (%s): %d instead of %d"):format(name, i, row.text, amount + 1,
        amount), function() row.amount, row.texts = amount + 1, {} end,
        function() row.amount, row.texts = amount, texts end)
    end
  end
end

local function chart_breakages(list, name, chart)
  local own = Charts.inside[chart]
  if own.kind == "modifiers" then
    modifier_breakages(list, name, own)
  else
    cell_breakages(list, name, own)
  end
end

local function command_breakages(list, decl)
  local run = decl.run
  local function put(label, f)
    breakage(list, ("command %s %s"):format(decl.name, label), function() decl.run = f end,
      function() decl.run = run end)
  end
  put("raises", raise)
  put("does nothing", function() end)
end

-- What holder[key], the function of a rule or of a command, leaves out of what it writes. cases: those that
-- can notice.
local function write_breakages(list, state, label, holder, key, cases)
  state.writes = state.writes or Writes.new(state)
  local ways, calling = state.writes:ways(holder, key, cases, function(case) failing(state, { case }) end)
  for _, way in ipairs(ways) do
    breakage(list, ("%s does not write %s"):format(label, way.name), way.apply, way.undo)
    list[#list].cases = calling
  end
end

--- Other values of an option: those it lists, or one beside its default.
local function other_values(option)
  local list, default = {}, option.default
  for _, value in ipairs(option.values or {}) do
    if value ~= default then list[#list + 1] = value end
  end
  if #list > 0 then return list end
  if type(default) == "boolean" then return { not default } end
  if math.type(default) == "integer" then return { default + 1 } end
  return list
end

local function option_breakages(list, kit, name)
  local default = kit.options[name].default
  for _, value in ipairs(other_values(kit.options[name])) do
    breakage(list, ("option %s: %s instead of %s"):format(name, tostring(value), tostring(default)),
      function() kit.option_defaults[name] = value end,
      function() kit.option_defaults[name] = nil end)
  end
end

local function phase_breakages(list, phase)
  local when = phase.when
  breakage(list, ("phase %s left out"):format(phase.id),
    function() phase.when = function() return false end end, function() phase.when = when end)
  for _, part in ipairs { "starts", "automatic", "finishes" } do
    local value = phase[part]
    if value then
      breakage(list, ("phase %s: %s left out"):format(phase.id, part),
        function() phase[part] = nil end, function() phase[part] = value end)
    end
  end
end

local function phases_of(kit, name)
  local found = {}
  local sequences = kit.sequences and #kit.sequences > 0 and kit.sequences or { kit.sequence }
  for _, sequence in ipairs(sequences) do
    for _, phase in ipairs(sequence.phases) do
      if phase.id == name then found[#found + 1] = phase end
    end
  end
  return found
end

-- The ways to break a command. wider: the cases of all rows that name it, if they are still to be tried. A
-- command with the name of a rule is broken for those alone.
local function breakages_of_command(list, state, name, wider)
  local kit = state.kit
  local decl, namesake = kit.commands[name] or kit.inquiries[name], kit.register.by_name[name]
  if not decl or namesake and not wider then return end
  local n = #list
  command_breakages(list, decl)
  for i = n + 1, namesake and #list or n do list[i].cases = wider end
  if wider then write_breakages(list, state, "command " .. name, decl, "run", wider) end
end

--- Every way to break what `name` means. Gives the list, and why the row cannot be tried. wider: the cases
--- of all rows that name it, once.
local function breakages_of(state, name, cases, wider)
  local kit, list = state.kit, {}
  local entry = kit.register.by_name[name]
  if entry then
    local seen = observe(state, entry, cases)
    if seen.failing then
      return list, ("%s fails unbroken: %s"):format(seen.failing.name, tostring(seen.why))
    end
    if #seen.cases == 0 then return list, nil, ("rule %s is not called by any case"):format(name) end
    rule_breakages(list, entry, seen)
    if wider then write_breakages(list, state, "rule " .. name, entry, "f", wider) end
  end
  local chart = rawget(kit.charts, name)
  if chart then chart_breakages(list, name, chart) end       -- a rule may have the name of its chart
  breakages_of_command(list, state, name, wider)             -- or of its command
  if #list > 0 then return list end
  if kit.options[name] then
    option_breakages(list, kit, name)
  else
    for _, invariant in ipairs(kit.invariants) do
      if invariant.name == name then
        local f = invariant.f
        breakage(list, ("invariant %q finds nothing"):format(name),
          function() invariant.f = function() end end, function() invariant.f = f end)
      end
    end
    for _, phase in ipairs(phases_of(kit, name)) do phase_breakages(list, phase) end
  end
  return list
end

-- --- a row, a ledger --------------------------------------------------------------------------------

-- The cases of all rows of a ledger that name a thing: name -> list.
local function cases_by_name(rows)
  local by_name, taken = {}, {}
  for _, row in ipairs(rows) do
    for _, name in ipairs(row.kind == "mechanical" and row.by or {}) do
      by_name[name], taken[name] = by_name[name] or {}, taken[name] or {}
      for _, case in ipairs(row.cases) do
        if not taken[name][case] then
          taken[name][case] = true
          table.insert(by_name[name], case)
        end
      end
    end
  end
  return by_name
end

--- Breaks one row in every way: sets row.survivors (texts) and row.tried (a number). wider: name -> the cases
--- of all rows that name it; what is tried by them is tried once, and taken out.
function Verify.row(state, row, wider)
  row.survivors, row.tried = {}, 0
  local case, why = failing(state, row.cases)
  if case then
    row.survivors[1] = ("%s fails unbroken: %s"):format(case.name, tostring(why))
    return row
  end
  for _, name in ipairs(row.by) do
    local list, trouble, silent = breakages_of(state, name, row.cases, wider[name])
    wider[name] = nil
    if trouble or silent then
      row.tried = row.tried + 1
      row.survivors[#row.survivors + 1] = trouble or silent
    end
    for _, b in ipairs(list) do
      row.tried = row.tried + 1
      b.apply()
      local ok, found = pcall(failing, state, b.cases or row.cases)
      b.undo()
      if not ok then error(found, 0) end
      if not found then row.survivors[#row.survivors + 1] = b.label end
    end
  end
  return row
end

--- Breaks every mechanical row of a ledger (of Ledger.read) that is implemented and tested. Rows
--- with survivors no longer count as done. Gives the number of breakages tried, and of survivors.
function Verify.ledger(ledger)
  local tried, survivors, wider = 0, 0, cases_by_name(ledger.all)
  ledger.state.kit.option_defaults = ledger.state.kit.option_defaults or {}
  for _, row in ipairs(ledger.rows) do
    if row.kind == "mechanical" and row.implemented and row.tested then
      Verify.row(ledger.state, row, wider)
      tried, survivors = tried + row.tried, survivors + #row.survivors
      if #row.survivors > 0 then
        row.tested = false
        ledger.done = ledger.done - 1
      end
    end
  end
  return tried, survivors
end

--- The survivors of a verified ledger as lines.
function Verify.lines(ledger, tried, survivors)
  local lines = {}
  for _, row in ipairs(ledger.rows) do
    for _, text in ipairs(row.survivors or {}) do
      lines[#lines + 1] = { text = ("%s: no case fails: %s"):format(row.id, text), role = "error" }
    end
  end
  lines[#lines + 1] = { text = ("%d breakages tried, %d survived"):format(tried, survivors) }
  return lines
end

return Verify
