-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.spec -- worked examples and tests of a ruleset, with dice dealt by hand.
--
--   describe("10 Combat", function ()
--     it("10.14 a tie costs nothing", function ()
--       local t = situation { map = ground, dice = { 0, 5, 3 },
--         foot = "allied infantry platoon at West", enemy = "french infantry at Mid/3" }
--       local battle = rules.attack { area = map.area "Mid", units = { t.foot } }
--       expect(battle.margin):to_be(0)
--     end)
--   end)
--
-- A case that raises is one failed case, with file and line. Dice or answers left over, and an
-- invariant that is broken at the end, fail it too.

local Drivers = require "adjutant.drivers"
local Engine = require "adjutant.engine"
local Game = require "adjutant.game"
local House = require "adjutant.house"
local Names = require "adjutant.names"
local Scenario = require "adjutant.scenario"
local Text = require "adjutant.text"
local Twice = require "adjutant.twice"

local Spec = {}

-- --- expectations -----------------------------------------------------------------------------

local function show(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "table" and not value.name then
    local parts = {}
    for i, v in ipairs(value) do parts[i] = show(v) end
    return "{ " .. table.concat(parts, ", ") .. " }"
  end
  return value == nil and "nil" or Text.show(value)
end

local function plain(value)
  return Text.total(value) or value
end

local function same(a, b)
  a, b = plain(a), plain(b)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" or a.name or b.name then return false end
  local n = 0
  for k, v in pairs(a) do
    n = n + 1
    if not same(v, b[k]) then return false end
  end
  for _ in pairs(b) do n = n - 1 end
  return n == 0
end

local Expectation = {}
Expectation.__index = Expectation

local function fail(message) error(message, 3) end

--- Equal, by value for numbers and texts, by identity for units and places; a tally by its total.
function Expectation:to_be(want)
  if plain(self.got) ~= plain(want) then
    fail(("expected %s, got %s"):format(show(want), show(self.got)))
  end
end

--- Equal lists or tables, element by element.
function Expectation:to_equal(want)
  if not same(self.got, want) then
    fail(("expected %s, got %s"):format(show(want), show(self.got)))
  end
end

--- A list that holds the value, or a text that holds the text.
function Expectation:to_contain(want)
  local got = self.got
  if type(got) == "string" then
    if got:find(want, 1, true) then return end
  else
    for _, v in ipairs(got) do
      if plain(v) == plain(want) then return end
      if type(v) == "table" and v.text and type(want) == "string" and v.text:find(want, 1, true) then
        return
      end
    end
  end
  fail(("expected %s among %s"):format(show(want), show(got)))
end

--- expect(function () ... end):to_refuse("4.3"): the function is refused by that rule.
function Expectation:to_refuse(id, f)
  local world = Spec.current.kit.world
  local mark = world:mark()
  local ok, e = pcall(f or self.got)
  world:rollback(mark)
  if ok then fail(("expected a refusal by %s, but it was allowed"):format(id)) end
  if not Engine.is_refusal(e) then error(e, 0) end
  if e.rule ~= id then fail(("expected a refusal by %s, got %s: %s"):format(id, e.rule, e.text)) end
end

--- expect(function () ... end):to_raise("text"): the function fails, with that text in the message.
function Expectation:to_raise(text)
  local ok, e = pcall(self.got)
  if ok then fail("expected an error, but there was none") end
  if not tostring(e):find(text, 1, true) then
    fail(("expected an error with %q, got: %s"):format(text, tostring(e)))
  end
end

-- --- situations -------------------------------------------------------------------------------

local RESERVED = { map = true, dice = true, answers = true, options = true, active = true,
  turn = true, invariants = true, kind = true, phase = true }

--- "allied infantry guns at Mid/3", or a table that begins with such a text -> fields.
local function fields_of(kit, kind, key, data)
  if type(data) == "string" then data = { data } end
  local entry = { key }
  for name, value in pairs(data) do
    if name ~= 1 then entry[name] = value end
  end
  local words, at = (data[1] or ""):match("^(.-)%s+at%s+(.+)$")
  entry[2], entry.at = words or data[1], at or entry.at
  return Scenario.fields(kit, kind, entry, function(template, ...)
    error(("situation: %s: %s"):format(key, template:format(...)), 0)
  end)
end

local function fresh_world(kit, data)
  local world = core.world.new()
  kit:attach(world)
  world:writable(true)
  local defaults = kit.option_defaults or {}             -- other ones while a ledger is verified
  for name, o in pairs(kit.options) do
    kit.option_values[name] = o.default
    if defaults[name] ~= nil then kit.option_values[name] = defaults[name] end
  end
  kit:fix_options()
  for name, value in pairs(data.options or {}) do
    if kit.option_values[name] == nil then error(("situation: there is no option %s"):format(name), 3) end
    kit.option_values[name] = value
  end
  kit:found()
  if data.map then Scenario.lay_board(kit, data.map, "situation") end
  Names.install(kit)
  return world
end

local function deal(state, data)
  local kit = state.kit
  local scripted = Drivers.scripted(data.dice, data.answers, function(line, q)
    return Game.nested(state.game, line, q)
  end)
  scripted.keep_notes = true
  state.dealt, state.answered = #(data.dice or {}), #(data.answers or {})
  for name, value in pairs(scripted) do state.driver[name] = value end
  state.scripted = scripted
  kit.game.turn = data.turn or 1
  local active = kit.side_by_key[data.active or kit.sides[1].id]
  kit.game.active, kit.game.actor, kit.game.first = active, active, active
  if kit.sequence then
    kit:choose_sequence()
    local phases, first = kit.sequence.phases, 1
    while first < #phases and phases[first].when and not phases[first].when() do first = first + 1 end
    kit.game.phase = data.phase and kit.sequence.by_id[data.phase] or first
  end
end

local function situation(state, data)
  local kit = state.kit
  local world = fresh_world(kit, data)
  state.invariants = data.invariants ~= false
  state.game = setmetatable({ kit = kit, world = world, check = false }, { __index = Game })
  local kind = data.kind or "unit"
  local t, keys = {}, {}
  for key in pairs(data) do
    if not RESERVED[key] then keys[#keys + 1] = key end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    t[key] = world:create(kind, fields_of(kit, kind, key, data[key]))
  end
  deal(state, data)
  t.notes, t.reports = state.scripted.notes, state.scripted.reports
  --- The invariants that are broken now: list of texts.
  t.broken = function()
    local list = {}
    for _, invariant in ipairs(kit.invariants) do
      local why = invariant.f()
      if why then list[#list + 1] = invariant.name .. ": " .. why end
    end
    return list
  end
  --- Runs a command line as a player would give it.
  t.command = function(line)
    local decl, rest = state.game:find_command(line)
    if not decl then error(rest, 2) end
    local args, message = require("adjutant.command").parse(decl, rest, kit.names)
    if not args then error(message, 2) end
    kit.passed = false
    local value = decl.run(args)
    Game.end_command(state.game, decl)
    if kit.sequence then kit.sequence:after_command(kit.game, kit.side_list, kit.passed) end
    return value
  end
  --- Asks what only looks, as a player would, or one of a side: what its `run` gives.
  t.inquire = function(line, side)
    local decl, rest = state.game:inquiry_of(line)
    if not decl then error(line .. ": no such command only looks", 2) end
    local args, message = require("adjutant.command").parse(decl, rest, kit.names)
    if not args then error(message, 2) end
    world:writable(false)
    local found = table.pack(pcall(decl.run, args, side))
    world:writable(true)
    if not found[1] then error(found[2], 0) end
    return table.unpack(found, 2, found.n)
  end
  --- Goes on to the next phase that waits for a command; phases that run by themselves run.
  t.next_phase = function()
    repeat
      kit.game.phase_over = false
      Game.next_phase(state.game)
      Game.end_command(state.game, kit.commands.phase)
    until kit.game.over or not kit.game.phase_over
  end
  return t
end

-- --- running ----------------------------------------------------------------------------------

--- Adds describe, it, expect and situation to the environment of a kit's specs.
function Spec.install(state)
  local api = state.kit.api
  local path = {}

  --- Groups cases under a heading.
  function api.describe(name, f)
    if type(name) ~= "string" or type(f) ~= "function" then
      error('describe: a group of cases is a text and a function: describe("7 Fire", function () ... end)', 2)
    end
    path[#path + 1] = name
    f()
    path[#path] = nil
  end

  --- One case; it passes unless it raises.
  function api.it(name, f)
    if type(name) ~= "string" or type(f) ~= "function" then
      error('it: a case is a text and a function: it("7.1 guns fire", function () ... end)', 2)
    end
    state.cases[#state.cases + 1] = { name = name, group = table.concat(path, ": "), f = f,
      file = state.file }
  end

  --- What is wanted of a value: :to_be, :to_equal, :to_contain, :to_refuse, :to_raise.
  function api.expect(value) return setmetatable({ got = value }, Expectation) end

  --- A little World: map, dice, answers, options, active, turn, and a unit for every other key.
  function api.situation(data) return situation(state, data) end
end

--- Loads a ruleset and collects the cases of its examples folder, without running them.
--- nil, message when a file is wrong. `folder`: where it is, if not among the rulesets. `houses`: the
--- house rules in force, as Kit.load takes them.
function Spec.collect(name, folder, houses)
  if not folder then
    local found, why = require("adjutant.origin").ruleset(name)
    if not found then return nil, why end
    folder, name = found.root, found.name
  end
  local kit, message = House.kit { folder = folder, name = name, houses = houses }
  if not kit then return nil, message end
  local state = { kit = kit, cases = {} }
  Spec.install(state)
  for _, file in ipairs(core.files.list(folder .. "/examples") or {}) do
    local module = file:match("^(%l[%l%d_-]*)%.lua$")
    if module then
      state.file = "examples/" .. file
      local ok, e = pcall(House.loading, kit.loader.file, kit.loader, "examples/" .. file)
      if not ok then return nil, tostring(e) end
    end
  end
  return state
end

local function leftovers(state)
  local s = state.scripted
  if not s then return nil end
  if state.driver.dice_used and s.dice_used < state.dealt then
    return ("%d of %d dice were not thrown"):format(state.dealt - s.dice_used, state.dealt)
  elseif s.choices_used < state.answered then
    return ("%d of %d answers were not asked for"):format(state.answered - s.choices_used,
      state.answered)
  end
  if state.invariants then
    for _, invariant in ipairs(state.kit.invariants) do
      local broken = invariant.f()
      if broken then return ("broken invariant %s: %s"):format(invariant.name, broken) end
    end
  end
  return nil
end

local function run_once(state, case)
  Spec.current = state
  state.driver, state.scripted, state.game = {}, nil, nil
  local kit = state.kit
  kit:attach(core.world.new())
  local status, value = kit.engine.run(state.driver, function()
    case.f()
    local left = leftovers(state)
    if left then error(left, 0) end
  end)
  kit.world:writable(false)
  local run = { record = {} }
  for i, n in ipairs(state.scripted and state.scripted.notes or {}) do
    run.record[i] = { kind = "note", rule = n.rule, text = n.text }
  end
  return status, value, Twice.picture(kit.world, run, status, value)
end

--- Runs one case, once. true, or false and what failed.
function Spec.passes(state, case)
  local status, value = run_once(state, case)
  if status == "refused" then return false, ("refused by %s: %s"):format(value.rule, value.text) end
  return status == "done", value
end

local function run_twice(state, case)
  local status, value, first = run_once(state, case)
  if status == "refused" then return false, ("refused by %s: %s"):format(value.rule, value.text) end
  if status ~= "done" then return false, tostring(value) end
  state.memory = state.memory or Twice.memory(state.kit)
  local _, _, second = run_once(state, case)
  local why = Twice.difference(first, second) or Twice.changed(state.memory)
  if why then return false, "not the same twice: " .. why end
  return true
end

local CASE_LIMITS = { cpu_ms = 10000 }      -- no count of instructions: it would cost most of the time
local CASE_STOPPED = "stopped: the case takes more than 10 s (does a rule loop for ever?)"

--- Runs one case, in check mode twice (see adjutant.twice) and within limits. true, or false and one line
--- that says what failed and where. Raises when the person interrupts.
function Spec.run_case(state, case)
  core.limits.begin(CASE_LIMITS)
  local ok, passed, why = pcall(run_twice, state, case)
  local tripped, place = core.limits.finish()
  if not tripped then
    if not ok then error(passed, 0) end
    return passed, why
  end
  state.kit.engine.stop()
  why = Game.stopped(tripped, place, tripped == "cpu" and CASE_STOPPED or nil)
  if tripped == "interrupt" then error(why, 0) end
  return false, why
end

local function wanted(case, words)
  local text = (case.group .. ": " .. case.name):lower()
  for _, word in ipairs(words) do
    if not text:find(word:lower(), 1, true) then return false end
  end
  return true
end

--- Runs the examples of a ruleset, only those whose title holds every one of `words`; under `houses`.
--- Gives { passed =, failed =, lines = { { text =, role = } }, cases = { { group =, name =, ok =,
--- message = } } }; nil, message when a file is wrong.
function Spec.run(name, words, houses)
  local state, message = Spec.collect(name, nil, houses)
  if not state then return nil, message end
  local result = { passed = 0, failed = 0, lines = {}, cases = {} }
  local lines, group = result.lines, nil
  for _, case in ipairs(state.cases) do
    if wanted(case, words or {}) then
      if case.group ~= group then
        group = case.group
        lines[#lines + 1] = { text = group, role = "title" }
      end
      local ok, why = Spec.run_case(state, case)
      result.cases[#result.cases + 1] = { group = case.group, name = case.name, ok = ok,
        message = not ok and tostring(why) or nil }
      if ok then
        result.passed = result.passed + 1
        lines[#lines + 1] = { text = "  ok    " .. case.name }
      else
        result.failed = result.failed + 1
        lines[#lines + 1] = { text = "  FAIL  " .. case.name, role = "error" }
        lines[#lines + 1] = { text = "        " .. why, role = "error" }
      end
    end
  end
  return result
end

return Spec
