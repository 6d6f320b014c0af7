-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.ledger -- which rules of a rulebook are implemented, by what, and tested by what.
--
-- A ruleset's ledger.lua returns a list of rows, in the order of the rulebook:
--   { id = "10.15", kind = "mechanical", by = { "hits_on_loser" }, tests = { "10.15" } }
-- kind: mechanical, definition or flavour. by: names of rules, charts, commands, phases, options
-- or invariants. tests: beginnings of titles of cases in examples/ (without it: the row's id).
-- A row without `by` is not written yet, or needs nothing: `why` says which.

local Spec = require "adjutant.spec"
local Text = require "adjutant.text"

local Ledger = {}

local KINDS = { mechanical = true, definition = true, flavour = true }

--- Everything that a row may name: set of names.
local function known_names(kit)
  local names = {}
  for name in pairs(kit.register.by_name) do names[name] = "rule" end
  for name in pairs(kit.charts) do names[name] = "chart" end
  for name in pairs(kit.commands) do names[name] = "command" end
  for name in pairs(kit.inquiries) do names[name] = "command" end
  for name in pairs(kit.options) do names[name] = "option" end
  for _, i in ipairs(kit.invariants) do names[i.name] = "invariant" end
  for _, p in ipairs(kit.sequence and kit.sequence.phases or {}) do names[p.id] = "phase" end
  return names
end

--- Whether a case tests what `key` names: its title begins with it, or with a list of ids
--- ("10.15, 10.16: ...") that holds it.
local function title_matches(title, key)
  if title:sub(1, #key) == key and not title:sub(#key + 1, #key + 1):find("[%w.]") then return true end
  local ids = title:match("^([%w., %-]-):")
  if not ids then return false end
  for id in ids:gmatch("[^,]+") do
    if id:match("^%s*(.-)%s*$") == key then return true end
  end
  return false
end

local function find_tests(cases, key)
  local found = {}
  for _, case in ipairs(cases) do
    if title_matches(case.name, key) then found[#found + 1] = case end
  end
  return found
end

-- Leaves only texts in the lists of a row.
local function check_lists(row, problem)
  for _, key in ipairs { "by", "tests" } do
    local list = {}
    for _, word in ipairs(type(row[key]) == "table" and row[key] or {}) do
      if type(word) == "string" then list[#list + 1] = word end
    end
    if row[key] ~= nil and (type(row[key]) ~= "table" or #list ~= #row[key]) then
      problem(key .. " is a list of texts")
      row[key] = list
    end
  end
end

-- Completes a row; problem(text) is told what is wrong with it.
local function check_row(row, names, cases, problem)
  if type(row.id) ~= "string" then problem("it has no id") end
  if not KINDS[row.kind] then problem("kind is not mechanical, definition or flavour") end
  check_lists(row, problem)
  row.implemented = row.by ~= nil and #row.by > 0
  local labels = Text.sorted_keys(names)
  for _, name in ipairs(row.by or {}) do
    if not names[name] then
      row.implemented = false
      problem(("there is no rule, chart, command, phase or option %s%s"):format(name,
        Text.did_you_mean(name, labels)))
    end
  end
  row.cases = {}
  for _, key in ipairs(row.tests or { type(row.id) == "string" and row.id or nil }) do
    local found = find_tests(cases, key)
    if #found == 0 and row.tests then problem(("no case is titled %q"):format(key)) end
    for _, case in ipairs(found) do row.cases[#row.cases + 1] = case end
  end
  row.tested = #row.cases > 0
  if row.kind == "mechanical" and not row.implemented and not row.why then
    problem("it names nothing that implements it; `why` must say why")
  end
end

local function copy(row)
  local t = {}
  for key, value in pairs(row) do t[key] = value end
  return t
end

-- Checks the rows of a ledger, each with those before it; gives them completed. report(i, row, text).
local function check_rows(data, names, cases, report)
  local rows, seen = {}, {}
  for i, given in ipairs(data) do
    local row = type(given) == "table" and copy(given) or {}
    local function problem(text) report(i, row, text) end
    check_row(row, names, cases, problem)
    if row.id ~= nil and seen[row.id] then problem("it stands twice") end
    seen[row.id or i] = true
    rows[i] = row
  end
  return rows
end

--- What is wrong with the rows of a ledger file: report(number of the row, text).
function Ledger.problems(kit, cases, data, report)
  check_rows(data, known_names(kit), cases, function(i, row, text)
    report(i, ("row %s: %s"):format(tostring(row.id), text))
  end)
end

-- Sets how many mechanical rows there are, and how many are done.
local function count(ledger)
  ledger.mechanical, ledger.done = 0, 0
  for _, row in ipairs(ledger.rows) do
    if row.kind == "mechanical" then
      ledger.mechanical = ledger.mechanical + 1
      if row.implemented and row.tested then ledger.done = ledger.done + 1 end
    end
  end
end

--- Reads and checks the ledger of a ruleset: { rows, all, problems, done, mechanical, state }; `all` are its
--- rows, whichever are chosen.
--- nil, message when a file is wrong.
function Ledger.read(name, folder)
  local state, message = Spec.collect(name, folder)
  if not state then return nil, message end
  local ok, data = pcall(state.kit.loader.require, state.kit.loader, "ledger")
  if not ok then return nil, tostring(data) end
  if type(data) ~= "table" then return nil, name .. "/ledger.lua must return a list of rows" end
  local ledger = { problems = {}, state = state }
  ledger.rows = check_rows(data, known_names(state.kit), state.cases, function(i, row, text)
    ledger.problems[#ledger.problems + 1] = ("ledger row %d (%s): %s"):format(i, tostring(row.id), text)
  end)
  ledger.all = ledger.rows
  count(ledger)
  return ledger
end

--- Leaves of a ledger the rows of those ids, and of what is below them (`11` takes `11.4` and
--- `11.4-trade` too). Gives the ledger; nil, message when an id has no row.
function Ledger.choose(ledger, ids)
  local chosen, taken = {}, {}
  for _, row in ipairs(ledger.rows) do
    for _, id in ipairs(ids) do
      local below = row.id:sub(1, #id) == id and row.id:find("^[.-]", #id + 1)
      if row.id == id or below then
        chosen[#chosen + 1] = not taken[row] and row or nil
        taken[row], taken[id] = true, true
      end
    end
  end
  for _, id in ipairs(ids) do
    if not taken[id] then
      local all = {}
      for i, row in ipairs(ledger.rows) do all[i] = row.id end
      return nil, ("the ledger has no row %s%s"):format(id, Text.did_you_mean(id, all))
    end
  end
  ledger.rows = chosen
  count(ledger)
  return ledger
end

local function status_of(row)
  if row.kind ~= "mechanical" then return "-" end
  if not row.implemented then return "not yet" end
  return row.tested and "done" or "untested"
end

--- The ledger as lines for the prompt; the last says how many mechanical rules stand.
function Ledger.lines(ledger)
  local lines, width = {}, 4
  for _, row in ipairs(ledger.rows) do width = math.max(width, #row.id) end
  for _, row in ipairs(ledger.rows) do
    local status = status_of(row)
    local what = row.by and #row.by > 0 and table.concat(row.by, ", ") or row.why or row.kind
    if status == "done" then what = ("%s  (%d case%s)"):format(what, #row.cases, #row.cases == 1 and "" or "s") end
    lines[#lines + 1] = { text = ("%s  %-8s  %s"):format(Text.pad(row.id, width), status, what),
      role = status == "untested" and "error" or nil }
  end
  for _, text in ipairs(ledger.problems) do lines[#lines + 1] = { text = text, role = "error" } end
  lines[#lines + 1] = { text = Ledger.summary(ledger) }
  return lines
end

--- "61 of 104 mechanical rules implemented and tested".
function Ledger.summary(ledger)
  return ("%d of %d mechanical rules implemented and tested"):format(ledger.done, ledger.mechanical)
end

return Ledger
