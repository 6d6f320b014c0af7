-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_scenario -- a scenario, set up without being played: what its file says, whether
-- its World stands, whether its victory can be asked, and whether anybody can get about.

local CheckKit = require "adjutant.check_kit"
local CheckRuleset = require "adjutant.check_ruleset"
local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local CheckScenario = {}

-- What asking a scenario's victory, or one of its events, may use.
local FUNCTION_LIMITS = { instructions = 5000000, cpu_ms = 1000 }
local TRIPPED = { instructions = "it takes too many steps: it may never end", cpu = "it takes too long",
  memory = "it needs too much memory" }

-- --- its file --------------------------------------------------------------------------------------------

-- The data of a scenario: what scenario{} was given, unknown entries reported and left out.
local function run_file(F, kit, path, text)
  local declare = kit.api.scenario
  local data
  kit.api.scenario = function(given)
    if type(given) == "table" then
      local copy = {}
      for key, value in pairs(given) do copy[key] = value end
      data = copy
      for key in pairs(given) do
        local ok, message = pcall(declare, { [key] = given[key] })
        if not ok then
          F:at("error", path, F:outline(path), { key }, tostring(message))
          copy[key] = nil
        end
      end
      return given
    end
    return declare(given)
  end
  local ok, value = pcall(function() return kit.loader:run(kit.loader:chunk(path, text)) end)
  kit.api.scenario = declare
  if not ok then F:raised(value, path) return nil end
  if type(value) ~= "table" then
    F:raised(path .. ": it must return scenario { ... }", path)
    return nil
  end
  return data or value
end

-- --- its World ---------------------------------------------------------------------------------------------

-- What the loader says, with the place of the entry that it names.
local function placing(F, kit, path, text, data)
  local Where = require "adjutant.scenario_where"
  local shown = "scenarios/" .. kit.scenario_checked .. ".lua"
  return function(message)
    if type(message) ~= "string" then message = tostring(message) end
    local located = Where.located(message, shown, text, data)
    if located ~= message then
      local line, column, rest = located:sub(#shown + 1):match("^:(%d+):(%d+): (.*)$")
      line, column = math.tointeger(tonumber(line)), math.tointeger(tonumber(column))
      local word = F.column_of(F:outline(path), line, rest:gsub("^units%[.-%)?: ", ""), column)
      F:add("error", path, line, word or column, rest)
    elseif message:sub(1, #shown + 2) == shown .. ": " then
      F:raised(path .. ": " .. message:sub(#shown + 3), path)
    else
      F:raised(message, path)
    end
  end
end

local function set_options(F, kit, path, data)
  for name, o in pairs(kit.options or {}) do
    if type(o) == "table" then kit.option_values[name] = o.default end
  end
  if data.options == nil then return end
  local HouseOptions, outline = require "adjutant.house_options", F:outline(path)
  if type(data.options) ~= "table" then
    F:at("error", path, outline, { "options" }, "options is a table, like { river = false }", "value")
    return
  end
  local names = {}
  for name in pairs(data.options) do
    if type(name) == "string" then names[#names + 1] = name
    else F:at("error", path, outline, { "options", name }, "options have names: options = { river = true }") end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local value, option = data.options[name], kit.options[name]
    local ok, message
    if option and type(value) ~= "string" and not HouseOptions.allows(option, value) then
      ok, message = false, ("option %s cannot be %s: %s"):format(name, Text.show(value), HouseOptions.wanted(option))
    else
      ok, message = pcall(require("adjutant.gamestart").set_options, kit, { [name] = value }, "")
    end
    if not ok then
      F:at("error", path, outline, { "options", name }, (tostring(message):gsub("^: ", "")))
    end
  end
end

local function check_texts(F, path, data)
  for _, key in ipairs { "title", "help", "note" } do
    if data[key] ~= nil and type(data[key]) ~= "string" then
      F:at("error", path, F:outline(path), { key }, ("%s is a text, not %s"):format(key, Text.show(data[key])), "value")
    end
  end
end

-- Sets the scenario up; whether its World stands.
local function build(F, kit, path, text, data)
  local world = core.world.new()
  kit:attach(world)
  world:writable(true)
  kit:found()
  kit:fix_options()
  local before = F.errors
  Faults.collect(placing(F, kit, path, text, data), function()
    require("adjutant.scenario").build(kit, data, kit.scenario_checked)
  end)
  if F.errors > before then return false end
  require("adjutant.names").install(kit)
  if data.turns then kit.game.turns = data.turns end
  if data.first then kit.game.first = kit.side_by_key[data.first] end
  return true
end

local function start(F, kit, path, data)
  if not kit.sequence then return true end
  local Drivers = require "adjutant.drivers"
  kit:choose_sequence()
  local driver = Drivers.sampled(core.rng.new(1):stream("start"), Drivers.Policy.usual)
  local done, why = kit.engine.run(driver, function()
    kit.sequence:start(kit.game, kit.side_list, data.begins)
  end)
  if done == "done" then return true end
  F:raised("the game cannot begin: " .. tostring(why), path)
  return false
end

-- --- victory ------------------------------------------------------------------------------------------------

-- Calls f under limits of its own and puts the World back. Gives true and what f gave, or false and why.
local function try(kit, f, before)
  local world = kit.world
  world:writable(true)
  local mark = world:mark()
  core.limits.begin(FUNCTION_LIMITS)
  local done, a, b = pcall(function()
    if before then before() end
    local Drivers = require "adjutant.drivers"
    local driver = Drivers.sampled(core.rng.new(1):stream("check"), Drivers.Policy.usual)
    local winner, why
    local how, message = kit.engine.run(driver, function()
      local ok
      ok, winner, why = CheckKit.call(f)
      if not ok then error(winner, 0) end
    end)
    if how ~= "done" then error(message, 0) end
    return winner, why
  end)
  local tripped = core.limits.finish()
  world:writable(true)
  world:rollback(mark)
  world:writable(false)
  if tripped then return false, TRIPPED[tripped] or tripped end
  return done, a, b
end

-- The positions in which victory is asked: as set up, in the last turn, and with one side gone.
local function positions(kit)
  local list = { function() end, function() kit.game.turn = math.max(kit.game.turns, 1) end }
  for _, side in ipairs(kit.side_list) do
    list[#list + 1] = function()
      kit.game.turn = math.max(kit.game.turns, 1)
      for _, kind in ipairs(kit.entity_kinds) do
        for _, entity in ipairs(kit.world:all(kind)) do
          local ok, owner = pcall(function() return entity.side end)
          if ok and owner == side then kit.world:destroy(entity) end
        end
      end
    end
  end
  return list
end

local function ask_victory(F, kit, path, victory)
  local outline = F:outline(path)
  for _, before in ipairs(positions(kit)) do
    local ok, winner, why = try(kit, victory, before)
    if not ok then
      local message = tostring(winner)
      if F:speaks_of(message, path) then F:raised(message, path)
      else F:at("error", path, outline, { "victory" }, "victory: " .. message) end
    else
      local wrong = require("adjutant.scenario").wrong_answer(kit, winner, why)
      if wrong then F:at("error", path, outline, { "victory" }, wrong) end
    end
  end
end

-- Runs what events do, each as the game is set up.
local function try_events(F, kit, path)
  for i, event in ipairs(kit.schedule and kit.schedule.event_list or {}) do
    if event.run then
      local ok, message = try(kit, event.run)
      if not ok and F:speaks_of(tostring(message), path) then
        F:raised(message, path)
      elseif not ok then
        F:at("error", path, F:outline(path), { "events", i, "run" }, "run: " .. tostring(message))
      end
    end
  end
end

-- What names the winner, a function; nil when nothing does.
local function victory_of(kit, data)
  if type(data.victory) == "function" then return data.victory end
  local schedule = kit.schedule
  if type(data.victory) ~= "table" or not schedule or not schedule.victory then return nil end
  return function() return schedule.victory.verdict(schedule, true) end
end

-- Whether any file of the ruleset calls a function.
local function ruleset_calls(kit, name)
  for path, text in pairs(kit.loader.sources) do
    if not path:find("^scenarios/") and not path:find("^examples/") and text:find(name .. "%s*%(") then return true end
  end
  return false
end

-- Conditions of victory and events that can hardly ever hold.
local function check_doubts(F, kit, path, text, data)
  for _, doubt in ipairs(kit.schedule and kit.schedule:doubts() or {}) do
    local line, column = require("adjutant.scenario_where").find(doubt.path, text, data)
    F:add("warning", path, line, column, doubt.path .. ": " .. doubt.text)
  end
end

local function check_end(F, kit, path, data)
  local outline = F:outline(path)
  local ends = ruleset_calls(kit, "game_over")
  if data.victory == nil and not ends then
    F:at("warning", path, outline, {}, "nobody can win: no rule of the ruleset ends the game; add victory = { ... }")
  elseif type(data.victory) == "function" and not kit.sequence and not ruleset_calls(kit, "check_victory") then
    F:at("warning", path, outline, { "victory" }, "victory is never asked: no rule of the ruleset calls check_victory()")
  end
  if data.turns == nil then
    F:at("warning", path, outline, {}, "there is no turn limit, so the game may never end; add turns = 10")
  end
end

-- --- names in its functions ------------------------------------------------------------------------------------

-- Places that are named by a literal: map.area "Oberlind".
local function check_places(F, kit, path)
  for _, name in ipairs { "map.area", "map.hex", "map.place" } do
    for _, call in ipairs(F:outline(path):calls(name)) do
      if type(call[1]) == "string" then
        local found, message = kit.board:find(call[1])
        if not found then F:add("error", path, call.line, call.column, message) end
      end
    end
  end
end

-- --- getting about ------------------------------------------------------------------------------------------------

-- Where one gets from a place in one step.
local function steps_from(kit)
  local board = kit.board
  if board.open then
    return function(area)
      local list = {}
      for _, other in ipairs(area.neighbours) do
        if board.open[area][other] then list[#list + 1] = other end
      end
      return list
    end
  end
  return function(place) return place.neighbours end
end

-- Whether the scenario itself says that nobody comes into an area: by the Danube or a block.
local function shut_off(board, area, reached)
  if not board.open or #area.neighbours == 0 then return false end
  for _, other in ipairs(area.neighbours) do
    local border = board.borders[area][other]
    if reached[other] and not border.danube and not border.blocked then return false end
  end
  return true
end

-- Places that no unit can reach: nothing joins them to where units stand or arrive.
local function check_reach(F, kit, path)
  local board, step = kit.board, steps_from(kit)
  local places = board.open and board.areas or board.hexes
  local reached, list = {}, {}
  local function add(place)
    if place ~= nil and not reached[place] then
      reached[place] = true
      list[#list + 1] = place
    end
  end
  for _, kind in ipairs(kit.entity_kinds) do
    for _, entity in ipairs(kit.world:all(kind)) do
      local ok, at = pcall(function() return entity.place end)
      if ok and at ~= nil then add(board.open and at.area or at) end
    end
  end
  for _, arrival in ipairs(kit.schedule and kit.schedule.arrivals or {}) do
    for _, at in ipairs(arrival.places or {}) do add(board.open and at.area or at) end
  end
  if #list == 0 then return end
  for _, place in ipairs(list) do                  -- grows while it is walked
    for _, other in ipairs(step(place)) do add(other) end
  end
  local lost = {}
  for _, at in ipairs(places) do
    if not reached[at] and not shut_off(board, at, reached) then lost[#lost + 1] = at end
  end
  if #lost == 0 then return end
  if #lost > 12 or not board.open then
    local names = {}
    for i = 1, math.min(#lost, 6) do names[i] = lost[i].name end
    if #lost > 6 then names[7] = ("%d more"):format(#lost - 6) end
    F:at("warning", path, F:outline(path), { "map" }, ("no unit can reach %s"):format(Text.list(names)))
    return
  end
  for _, area in ipairs(lost) do
    F:at("warning", path, F:outline(path), { "map", "areas", area.index },
      ("no unit can reach %s: no border of it is open"):format(area.name))
  end
end

-- The area whose name ends that of a piece which stands nowhere; nil when there is none.
local function named_behind(kit, entity)
  local ok, at = pcall(function() return entity.place end)
  if not ok or at ~= nil then return nil end
  for _, area in ipairs(kit.board.areas) do
    if entity.name:sub(-#area.name - 1) == " " .. area.name then return area end
  end
end

-- "1st Foot South" in an order of battle, where South is an area: a name, and no place.
local function check_at(F, kit, path, text)
  for _, kind in ipairs(kit.board and kit.entity_kinds or {}) do
    for _, entity in ipairs(kit.world:all(kind)) do
      local area = named_behind(kit, entity)
      local byte = area and text:find(entity.name, 1, true)
      if byte then
        local line, column = F:outline(path):at(byte)
        F:add("warning", path, line, column, ("%s stands nowhere: before a place there is `at`, as in %s at %s"):format(
          entity.name, entity.name:sub(1, -#area.name - 2), area.name))
      end
    end
  end
end

-- --- the whole ---------------------------------------------------------------------------------------------------

--- What loaders call the scenario of a file that may be anywhere: short, and as if it were in its
--- ruleset's folder.
function CheckScenario.path_inside(path)
  local name = path:match("([^/]+)$"):gsub("%.lua$", ""):gsub("[^%w_-]", "_"):sub(1, 40)
  return ("scenarios/%s.lua"):format(name)
end

--- Checks the scenario `text`, whose source is known to F as `path` ("scenarios/a.lua"), with a kit whose rules are loaded; `whole`:
--- and without faults.
function CheckScenario.run(F, kit, path, text, whole)
  kit.scenario_checked = path:match("([^/]+)%.lua$")
  CheckRuleset.twice(F, path)
  local before = F.errors
  local data = run_file(F, kit, path, text)
  local grammatical = data ~= nil or F.errors == before
  local stands = false
  if data then
    check_texts(F, path, data)
    set_options(F, kit, path, data)
    stands = build(F, kit, path, text, data)
    check_end(F, kit, path, data)
  end
  if whole and grammatical then
    CheckRuleset.names(F, path, text, CheckRuleset.vocabulary(kit))
  end
  if data and kit.board then check_places(F, kit, path) end
  if stands and whole and start(F, kit, path, data) then
    check_doubts(F, kit, path, text, data)
    local victory = victory_of(kit, data)
    if victory then ask_victory(F, kit, path, victory) end
    try_events(F, kit, path)
    check_at(F, kit, path, text)
    check_reach(F, kit, path)
  end
end

return CheckScenario
