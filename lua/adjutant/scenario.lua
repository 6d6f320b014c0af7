-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario -- a scenario, as data: the map, who is where, what comes, how long, who wins.
--
--   return scenario {
--     title = "Two Villages", ruleset = "seven-hex", turns = 6, first = "allied",
--     map = { kind = "flowers", areas = { ... }, borders = { ... } },     adjutant.board_description
--     units = {                                                           adjutant.scenario_units
--       { "1st Foot", "allied infantry guns", at = "Millbrook/C", army = "Ashdown" },
--     },
--     others = { leader = { { "Ashdown", "allied", force = "1st Foot" } } },      other kinds of things
--     reinforcements = { [3] = { ... } },                                 adjutant.scenario_arrivals
--     events = { { turn = 4, note = "It rains" } },                       adjutant.scenario_events
--     options = { river = false },
--     begins = "orders",                                    phase of turn 1; the first when left out
--     check = function () return "the set-up is not complete" end,     nil when all is well
--     victory = { { side = "allied", holds = "Millbrook" } },            adjutant.scenario_victory
--   }
--
-- docs/scenarios.md is the manual.

local Board = require "adjutant.board"
local Faults = require "adjutant.faults"
local Text = require "adjutant.text"
local Units = require "adjutant.scenario_units"

local Scenario = {}

local KEYS = { "begins", "check", "events", "first", "help", "kind", "map", "note", "options", "others",
  "reinforcements", "ruleset", "title", "turns", "units", "victory" }
local IS_KEY = {}
for _, key in ipairs(KEYS) do IS_KEY[key] = true end

-- What a ruleset may say about scenarios: the name of a rule for each.
local HOOKS = { "arrived", "holder", "lost", "room", "withdrawn" }

-- --- the API ----------------------------------------------------------------------------------

--- What is wrong with what a victory function gave; nil when nothing is.
function Scenario.wrong_answer(kit, winner, why)
  local side = winner == nil
  for _, s in ipairs(kit.side_list) do side = side or s == winner end
  if not side then
    local hint = type(winner) == "string" and kit.side_by_key[winner] and "; say sides." .. winner or ""
    return ("victory names no side, but %s%s"):format(Text.show(winner), hint)
  elseif why ~= nil and type(why) ~= "string" then
    return ("victory says why as a text, not as %s"):format(type(why))
  end
  return nil
end

--- Adds scenario{}, scenario_rules{} and check_victory() to what scripts see.
function Scenario.install(kit)
  local api = kit.api
  kit.scenario_hooks = {}

  --- Declares a scenario: title, map, units, turns, first, begins, options, reinforcements, events,
  --- check, victory. The file returns it.
  function api.scenario(data)
    if type(data) ~= "table" then error("scenario{ ... } takes a table", 2) end
    for _, key in ipairs(Text.sorted_keys(data)) do
      if not IS_KEY[key] then
        error(("scenario: there is no entry %q%s; there is %s"):format(tostring(key),
          Text.did_you_mean(tostring(key), KEYS), Text.list(KEYS)), 2)
      end
    end
    return data
  end

  --- Names the rules that scenarios need: room(unit, place), arrived(unit), withdrawn(unit),
  --- holder(place), lost(side).
  function api.scenario_rules(data)
    if type(data) ~= "table" then error("scenario_rules{ ... } takes a table", 2) end
    for _, key in ipairs(Text.sorted_keys(data)) do
      local known, name = false, data[key]
      for _, hook in ipairs(HOOKS) do known = known or hook == key end
      if not known then
        error(("scenario_rules: there is no entry %q%s; there is %s"):format(tostring(key),
          Text.did_you_mean(tostring(key), HOOKS), Text.list(HOOKS)), 2)
      elseif not kit.register.by_name[name] then
        error(("scenario_rules: %s names the rule %q, which does not exist"):format(key, tostring(name)), 2)
      end
      kit.scenario_hooks[key] = name
    end
  end

  --- Asks the scenario who has won; the game is over when it names a side, or says why not.
  function api.check_victory()
    if not kit.victory then return end
    kit.victory_asked = true
    local winner, why = kit.victory()
    local wrong = Scenario.wrong_answer(kit, winner, why)
    if wrong then error(wrong, 0) end
    if winner or why then api.game_over(winner, why) end
  end
end

--- The fields of an entity of `kind` from its entry (see adjutant.scenario_units).
Scenario.fields = Units.fields

-- --- building ---------------------------------------------------------------------------------

--- Lays a map out: kit.board, what scripts call `map`, and the places of the World.
function Scenario.lay_board(kit, map, where)
  local board = Board.new(map, where)
  board:register(kit.world)
  kit.board = board
  kit:give("map", board.map)
  if #kit.costs > 0 or board.ground then require("adjutant.movement").lay(kit) end
  return board
end

-- Puts the entries of one kind into the World. `made`: what has been made so far, as Units.value has it.
local function place_kind(kit, kind, given, path, made, fail)
  local names, of_kind = {}, {}
  made.of[kind] = of_kind
  Faults.each(Units.entries(kit, kind, given, path, fail), function(_, item)
    local lost, name = Units.failer(item, fail), item.entry[1]
    local lower = type(name) == "string" and name:lower() or ""
    made.failed[lower] = true
    local fields = Units.fields(kit, kind, item.entry, lost, made)
    if names[lower] then lost("%s has this name already", names[lower]) end
    names[lower] = item.path
    local ok, made_now = pcall(kit.world.create, kit.world, kind, fields)
    if not ok then lost("%s", (tostring(made_now):gsub("^[^:]*:%d+: ", ""))) end
    made.failed[lower] = nil
    made.all[lower], of_kind[lower] = made.all[lower] or made_now, made_now
  end)
end

local function place_units(kit, data, fail)
  local made = { all = {}, of = {}, failed = {} }
  kit.main_kind = data.kind or "unit"
  place_kind(kit, kit.main_kind, data.units, "units", made, fail)
  if data.others == nil then return end
  if type(data.others) ~= "table" then
    fail("others", 'expected a table like { leader = { { "Marlborough", "allied" } } }')
  end
  local known, kinds = {}, {}
  for _, t in ipairs(kit.types) do known[#known + 1] = t.name end
  for kind in pairs(data.others) do kinds[#kinds + 1] = tostring(kind) end
  table.sort(kinds)
  Faults.each(kinds, function(_, kind)
    local path = "others." .. kind
    if #Units.of_kind(kit, kind) == 0 then
      fail(path, "there is no kind %q%s", kind, Text.did_you_mean(kind, known))
    end
    place_kind(kit, kind, data.others[kind], path, made, fail)
  end)
end

local MOST_TURNS = 1000000              -- what the field of the game holds

local function check_header(kit, data, fail)
  if data.turns ~= nil and (math.type(data.turns) ~= "integer" or data.turns < 1) then
    fail("turns", "it must be a whole number, 1 or more, not %s", Text.show(data.turns))
  elseif data.turns and data.turns > MOST_TURNS then
    fail("turns", "at most %d, not %d", MOST_TURNS, data.turns)
  end
  if data.first ~= nil and not kit.side_by_key[data.first] then
    local ids = {}
    for i, s in ipairs(kit.sides) do ids[i] = s.id end
    fail("first", "there is no side %s%s; there is %s", tostring(data.first),
      Text.did_you_mean(tostring(data.first), ids), Text.list(ids))
  end
  if data.victory ~= nil and type(data.victory) ~= "function" and type(data.victory) ~= "table" then
    fail("victory", "it must be a table of ways to win, or a function that gives the winner and why")
  end
  if data.check ~= nil and type(data.check) ~= "function" then
    fail("check", "it must be a function that says what is wrong with the set-up")
  end
  if data.begins ~= nil and kit.sequence and not kit.sequence.by_id[data.begins] then
    local ids = {}
    for i, phase in ipairs(kit.sequence.phases) do ids[i] = phase.id end
    fail("begins", "there is no phase %s%s; there is %s", tostring(data.begins),
      Text.did_you_mean(tostring(data.begins), ids), Text.list(ids))
  end
end

local function check_invariants(kit, where)
  local broken = require("adjutant.invariants").all_broken(kit, true)[1]
  if broken then error(("%s: %s (%s): correct it in the set-up"):format(where, broken[2], broken[1]), 0) end
end

-- Victory, reinforcements and events: into the kit, and into the World what it does not hold yet.
local function install_schedule(kit, data, fail)
  kit.victory = type(data.victory) == "function" and data.victory or nil
  kit.schedule = nil
  for _, sequence in ipairs(kit.sequences) do sequence.schedule = nil end
  local Schedule = require "adjutant.scenario_schedule"
  if Schedule.needed(data) then Schedule.install(kit, data, fail) end
end

local function build(kit, data, where)
  local function fail(path, template, ...)
    error(("%s: %s: %s"):format(where, path, template:format(...)), 0)
  end
  Faults.attempt(check_header, kit, data, fail)
  if data.map == nil then error(where .. ": a scenario needs a map", 0) end
  local before = Faults.count()
  kit.board = nil
  Faults.attempt(Scenario.lay_board, kit, data.map, where)
  Faults.attempt(place_units, kit, data, fail)
  if kit.board then Faults.attempt(install_schedule, kit, data, fail) end
  Faults.halt(before)
  Faults.attempt(check_invariants, kit, where)
  local wrong = data.check and data.check()
  if wrong then error(("%s: %s"):format(where, wrong), 0) end
end

--- Calls f(...); what it says of the scenario `where` gets line and column, unless faults are
--- collected by somebody who does that himself.
local function located(kit, data, where, f, ...)
  if Faults.collecting() then return f(...) end
  local ok, e = pcall(f, ...)
  if ok then return end
  if type(e) == "string" and kit.loader then
    e = require("adjutant.scenario_where").located(e, where, kit.loader.sources[where], data)
  end
  error(e, 0)
end

--- Builds the World of a scenario in a kit whose sides stand: board, units, what comes later,
--- victory. Raises one line that names the entry and what would do. `name`: the scenario.
function Scenario.build(kit, data, name)
  local where = "scenarios/" .. (name or "?") .. ".lua"
  located(kit, data, where, build, kit, data, where)
end

--- Takes a scenario into a kit whose World has it already: one of the same game, under other rules.
function Scenario.adopt(kit, data, name)
  local where = "scenarios/" .. (name or "?") .. ".lua"
  located(kit, data, where, install_schedule, kit, data, function(path, template, ...)
    error(("%s: %s: %s"):format(where, path, template:format(...)), 0)
  end)
end

return Scenario
