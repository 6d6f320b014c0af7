-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_under -- odds under other rules: with cells of charts changed, or with a file of
-- house rules, for as long as it takes to work them out.

local Charts = require "adjutant.charts"
local Text = require "adjutant.text"

local Under = {}

local function copied(t)
  if type(t) ~= "table" then return nil end
  local copy = {}
  for key, value in next, t do copy[key] = value end
  return copy
end

-- Puts back into t what a copy of it holds. (No table is made: memory may have run out.)
local function put_back(t, copy)
  for key in next, t do if copy[key] == nil then t[key] = nil end end
  for key, value in next, copy do t[key] = value end
end

-- What a change of cells may touch, and how to undo it: a function.
local function kept(own)
  local cells, sources, keys, marks = copied(own.cells), copied(own.sources), copied(own.keys), {}
  local rows = own.kind == "modifiers" and copied(own.rows)     -- a changed row is a new table
  if own.kind == "grid" then
    for cell in next, cells do marks[cell] = own.chart:source(cell) end
  end
  return function()
    if cells then put_back(own.cells, cells) end
    if sources then put_back(own.sources, sources) end
    if keys then put_back(own.keys, keys) end
    if rows then put_back(own.rows, rows) end
    for cell, source in next, marks do own.chart:set_source(cell, source) end
  end
end

local function chart_named(kit, name)
  local chart = type(name) == "string" and rawget(kit.charts, name)
  if chart then return chart end
  local names = {}
  for known in next, kit.charts do names[#names + 1] = known end
  table.sort(names)
  error(("odds: there is no chart %s%s"):format(Text.show(name), Text.did_you_mean(Text.show(name), names)), 0)
end

--- Changes cells of charts, name -> { cells as in a house rule }; gives the function that takes all
--- of it back. What is wrong is raised, and then nothing is changed.
function Under.charts(kit, changes)
  local undo, names = {}, {}
  local function take_back() for i = #undo, 1, -1 do undo[i]() end end
  local ok, message = pcall(function()
    if type(changes) ~= "table" then error("odds: charts is a table, like { morale = { [1] = -1 } }", 0) end
    for name in core.sandbox.pairs(changes) do names[#names + 1] = name end
    for _, name in ipairs(names) do
      local chart, cells = chart_named(kit, name), changes[name]
      if Charts.is(cells) then
        error(("odds: charts.%s: give cells; a whole chart is the business of a house rule"):format(name), 0)
      end
      undo[#undo + 1] = kept(Charts.inside[chart])
      Charts.override(chart, cells)
    end
  end)
  if ok then return take_back end
  take_back()
  error(message, 0)
end

-- The stack in force with these files on top, as its kit and identity. Nothing is written anywhere.
local function stack_with(game, paths)
  local House, Rules = require "adjutant.house", require "adjutant.gamerules"
  local stack = game:stack_of(game.kit.game.rules)
  for _, path in ipairs(type(paths) == "table" and paths or { paths }) do
    if type(path) ~= "string" then error("odds: with names a file of house rules", 0) end
    local house, message = House.read(path)
    if not house then error("odds: with: " .. message, 0) end
    local at = #stack.houses + 1
    for i, h in ipairs(stack.houses) do if h.path == house.path then at = i end end
    stack.houses[at] = { digest = house.sha256, path = house.path }
    game.texts[house.sha256] = house.text
  end
  local kit, identity = Rules.possible(game, stack)
  return kit and identity or error("odds: with: " .. identity, 0)
end

-- Changes the rules of the game as the command `with` does.
local function enter(game, identity)
  local quiet = require("adjutant.drivers").scripted({}, {})
  local status, e = game.kit.engine.run(quiet, function() game:enter_rules(identity, "with", true) end)
  if status ~= "done" then error(status == "refused" and e.text or e, 0) end
  local taken, message = game:take_rules()
  if not taken then error(message, 0) end
end

--- f() under the rules of a stack, by its text (see adjutant.gamerules). What f gives. Raises what is
--- wrong; the game is as before in any case.
function Under.stack(game, identity, f)
  local function under()
    if identity ~= game.kit.game.rules then enter(game, identity) end
    return f()
  end
  local mark = game.world:mark()
  game.under = mark         -- a limit further out may pass by here (Game.put_in_order)
  local ok, a, b, c = pcall(under)
  game.world:rollback(mark) -- not in a function: without memory Lua may not call one inside another
  game.under = nil
  local back, message = game:take_rules()
  if not ok then error(a, 0) end
  if not back then error(message, 0) end
  return a, b, c
end

--- Raises why odds under other rules cannot be worked out now.
function Under.check(game)
  if game.pending then
    error("odds: a question is open, which other rules might not ask; `abandon` the command first", 0)
  elseif game.exploring then
    error("odds: other odds are being worked out; these cannot begin in them", 0)
  end
end

--- f() with files of house rules on top of those in force. What f gives. Raises what is wrong; the
--- game is as before in any case.
function Under.houses(game, paths, f)
  Under.check(game)
  return Under.stack(game, stack_with(game, paths), f)
end

--- f() under changed rules: charts = cells by the name of their chart, with = a file of house rules
--- (or a list of them). What f gives. Raises what is wrong; the rules are as before in any case.
function Under.run(game, rules, f)
  local function in_charts()
    if not rules.charts then return f() end
    local take_back = Under.charts(game.kit, rules.charts)
    game.take_back = take_back
    local ok, a, b, c = pcall(f)
    take_back()
    game.take_back = nil
    if not ok then error(a, 0) end
    return a, b, c
  end
  if not rules.with then return in_charts() end
  return Under.houses(game, rules.with, in_charts)
end

return Under
