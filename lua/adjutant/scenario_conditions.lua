-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario_conditions -- what victory and events ask of a game, as data.
--
--   { side = "allied", holds = { "Blenheim", "Oberglauheim" } }      or any = 1 of them
--   { side = "french", enemy_lost = 10 }       { side = "french", lost = 10 }
--   { side = "allied", points = 20 }           { side = "allied", alone = true }
--   { unit = "Navarre", reaches = { "Blenheim" } }     { unit = "Navarre", gone = true }
--   { turn = 4 }  { turn = { 4, 8 } }  { from_turn = 3 }  { to_turn = 5 }
--   { happened = "the bridge is down" }        the name of an event
--   { test = function () ... end }             anything else
-- All that one table says must hold. A list of such tables holds when one of them does.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Conditions = {}

--- The entries of a condition.
Conditions.KEYS = { "side", "holds", "any", "enemy_lost", "lost", "points", "alone", "unit", "reaches",
  "gone", "turn", "from_turn", "to_turn", "happened", "test" }

-- --- reading ------------------------------------------------------------------------------------------

local function whole(value, path, fail, least)
  if math.type(value) ~= "integer" or value < least then
    fail(path, "expected a whole number, %d or more, found %s", least, Text.show(value))
  end
  return value
end

--- The side of an id; fails with those there are.
function Conditions.side(kit, id, path, fail)
  local side = kit.side_by_key[id]
  if side then return side end
  local ids = {}
  for i, s in ipairs(kit.sides) do ids[i] = s.id end
  fail(path, "there is no side %s%s; there is %s", tostring(id), Text.did_you_mean(tostring(id), ids),
    Text.list(ids))
end

--- The names of a schedule's units, in order.
function Conditions.unit_names(schedule)
  local names = {}
  for _, name in pairs(schedule.unit_names) do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- A name or a list of names as a list.
function Conditions.names(value, path, example, fail)
  if type(value) == "string" then return { value } end
  if type(value) ~= "table" or #value == 0 then
    fail(path, "expected a name or a list like %s, found %s", example, type(value))
  end
  local list = {}
  for i = 1, Faults.hole(value) or #value do
    local name = value[i]
    if type(name) ~= "string" then fail(("%s[%d]"):format(path, i), "expected a name, found %s", type(name)) end
    list[i] = name
  end
  return list
end

--- Places or areas by name.
function Conditions.places(kit, value, path, fail)
  local list = Conditions.names(value, path, '{ "Blenheim" }', fail)
  local places = {}
  for i, name in ipairs(list) do
    local found, message = kit.board:find(name)
    if not found then fail(#list > 1 and ("%s[%d]"):format(path, i) or path, "%s", message) end
    places[i] = found
  end
  return places, list
end

local READ = {}

function READ.side(c, value, path, fail) c.side = Conditions.side(c.kit, value, path, fail) end
function READ.holds(c, value, path, fail)
  c.holds, c.names = Conditions.places(c.kit, value, path, fail)
end
function READ.any(c, value, path, fail) c.any = whole(value, path, fail, 1) end
function READ.enemy_lost(c, value, path, fail) c.enemy_lost = whole(value, path, fail, 1) end
function READ.lost(c, value, path, fail) c.lost = whole(value, path, fail, 1) end
function READ.points(c, value, path, fail) c.points = whole(value, path, fail, 1) end
function READ.reaches(c, value, path, fail)
  c.reaches, c.reach_names = Conditions.places(c.kit, value, path, fail)
end
function READ.from_turn(c, value, path, fail) c.from_turn = whole(value, path, fail, 1) end
function READ.to_turn(c, value, path, fail) c.to_turn = whole(value, path, fail, 1) end
function READ.turn(c, value, path, fail)
  c.turns = {}
  if type(value) == "table" and #value == 0 then fail(path, "it is a turn, or a list of turns like { 2, 4 }") end
  for i, n in ipairs(type(value) == "table" and value or { value }) do
    c.turns[whole(n, type(value) == "table" and ("%s[%d]"):format(path, i) or path, fail, 1)] = true
  end
end
function READ.unit(c, value, path, fail)
  if type(value) ~= "string" or not c.schedule.unit_names[value:lower()] then
    fail(path, "there is no unit %s%s", Text.cite(tostring(value)),
      Text.did_you_mean(tostring(value), Conditions.unit_names(c.schedule)))
  end
  c.unit = value:lower()
end
function READ.happened(c, value, path, fail)
  if type(value) ~= "string" then fail(path, "expected the name of an event, found %s", type(value)) end
  c.happened = value
  c.schedule.wanted[#c.schedule.wanted + 1] = { name = value, path = path }
end
function READ.test(c, value, path, fail)
  if type(value) ~= "function" then fail(path, "expected a function that gives yes or no, found %s", type(value)) end
  c.test = value
  c.schedule.functions[#c.schedule.functions + 1] = value
end
function READ.alone(c, value, path, fail)
  if value ~= true then fail(path, "expected true, or leave it out") end
  c.alone = true
end
function READ.gone(c, value, path, fail)
  if value ~= true then fail(path, "expected true, or leave it out") end
  c.gone = true
end

local NEED_SIDE = { "holds", "enemy_lost", "lost", "points", "alone" }

local function check_whole(c, path, fail)
  for _, key in ipairs(NEED_SIDE) do
    if c[key] and not c.side then fail(path, "%s needs a side: side = %q", key, c.kit.sides[1].id) end
  end
  if c.any and not c.holds then fail(path, "any = %d needs holds = { places }", c.any) end
  if c.any and c.any > #c.holds then
    fail(path, "any = %d of %d places can never be", c.any, #c.holds)
  end
  if (c.reaches or c.gone) and not c.unit then fail(path, 'which unit? unit = "its name"') end
  if c.unit and not c.reaches and not c.gone then
    fail(path, "what of the unit? reaches = { places } or gone = true")
  end
  local turns = c.schedule.turns
  for n in pairs(c.turns or {}) do
    if turns and n > turns then fail(path, "there is no turn %d: the game has %d turns", n, turns) end
  end
  if c.from_turn and c.to_turn and c.from_turn > c.to_turn then
    fail(path, "from_turn = %d comes after to_turn = %d", c.from_turn, c.to_turn)
  end
  if turns and c.from_turn and c.from_turn > turns then
    fail(path, "there is no turn %d: the game has %d turns", c.from_turn, turns)
  end
end

--- Reads one condition: the keys of `row` that are a condition's. `schedule` knows kit, turns, names.
function Conditions.read(schedule, row, path, fail)
  local c = { kit = schedule.kit, schedule = schedule }
  for _, key in ipairs(Conditions.KEYS) do
    if row[key] ~= nil then READ[key](c, row[key], path .. "." .. key, fail) end
  end
  check_whole(c, path, fail)
  schedule.conditions[#schedule.conditions + 1] = { condition = c, path = path }
  return c
end

-- The units of a side that the scenario has, those to come included.
local function has_in_all(c, side)
  local n = c.schedule:all_units(side)
  for _, arrival in ipairs(c.schedule.arrivals) do
    if arrival.fields.side == side then n = n + 1 end
  end
  return n
end

local function units_in_words(n) return n == 1 and "one unit" or ("%d units"):format(n) end

--- Why a condition can hardly ever hold, as far as the scenario alone says; nil when it can. (Rules
--- may bring units of their own.)
function Conditions.doubt(c)
  if c.lost and c.lost > has_in_all(c, c.side) then
    return ("lost = %d can never be: the %s side has %s in all"):format(c.lost, c.side.name,
      units_in_words(has_in_all(c, c.side)))
  elseif c.enemy_lost then
    local enemies = 0
    for _, side in ipairs(c.kit.side_list) do
      if side ~= c.side then enemies = enemies + has_in_all(c, side) end
    end
    if c.enemy_lost > enemies then
      return ("enemy_lost = %d can never be: the enemy has %s in all"):format(c.enemy_lost, units_in_words(enemies))
    end
  end
  if c.points and not c.schedule.counts_points then
    return ("points = %d can never be: neither an event nor victory gives points"):format(c.points)
  end
  return nil
end

--- Whether a condition says more than whom it is about.
function Conditions.is_empty(c)
  for _, key in ipairs(Conditions.KEYS) do
    if key ~= "side" and c[key] ~= nil then return false end
  end
  return c.turns == nil
end

-- --- asking -------------------------------------------------------------------------------------------

local function holding(c)
  local count = 0
  for _, place in ipairs(c.holds) do
    if c.schedule:holder(place) == c.side then count = count + 1 end
  end
  return count >= (c.any or #c.holds)
end

local function reached(c)
  local unit = c.schedule:unit(c.unit)
  if not unit or not unit.place then return false end
  for _, place in ipairs(c.reaches) do
    if unit.place == place or unit.area == place then return true end
  end
  return false
end

local function enemies_lost(c)
  local sum = 0
  for _, side in ipairs(c.kit.side_list) do
    if side ~= c.side then sum = sum + c.schedule:lost(side) end
  end
  return sum
end

local function alone(c)
  for _, side in ipairs(c.kit.side_list) do
    if side ~= c.side and c.schedule:standing(side) > 0 then return false end
  end
  return c.schedule:standing(c.side) > 0
end

--- Whether it holds now.
function Conditions.holds(c)
  local turn = c.kit.game.turn
  if c.turns and not c.turns[turn] then return false end
  if c.from_turn and turn < c.from_turn then return false end
  if c.to_turn and turn > c.to_turn then return false end
  if c.happened and not c.schedule:happened(c.happened) then return false end
  if c.holds and not holding(c) then return false end
  if c.enemy_lost and enemies_lost(c) < c.enemy_lost then return false end
  if c.lost and c.schedule:lost(c.side) < c.lost then return false end
  if c.points and c.schedule:points(c.side) < c.points then return false end
  if c.alone and not alone(c) then return false end
  if c.reaches and not reached(c) then return false end
  if c.gone and not c.schedule:is_gone(c.unit) then return false end
  return not c.test or c.test() and true or false
end

-- --- in words -------------------------------------------------------------------------------------------

--- What the condition says, as the end of a sentence about its side: "holds Blenheim".
function Conditions.text(c)
  local parts = {}
  local function add(template, ...) parts[#parts + 1] = template:format(...) end
  if c.holds then
    if c.any and c.any < #c.holds then add("holds %d of %s", c.any, Text.list(c.names))
    else add("holds %s", Text.list(c.names)) end
  end
  if c.enemy_lost then add("has destroyed %d enemy unit%s", c.enemy_lost, c.enemy_lost == 1 and "" or "s") end
  if c.lost then add("has lost %d unit%s", c.lost, c.lost == 1 and "" or "s") end
  if c.points then add("has %d points", c.points) end
  if c.alone then add("is alone on the field") end
  local name = c.unit and c.schedule.unit_names[c.unit]
  if c.reaches then add("has %s at %s", name, Text.list(c.reach_names, "or")) end
  if c.gone then add("is rid of %s", name) end
  return Text.list(parts)
end

return Conditions
