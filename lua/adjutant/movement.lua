-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.movement -- what movers pay, how far they get, by which way, and who sees whom.
--
--   local costs = movement_costs {
--     rule = "4.2", title = "Movement costs",
--     foot = { enter = { clear = 1, woods = 2, marsh = "no" },      to enter a place
--              across = { river = 1, major = "no" },                added for what is crossed
--              instead = { bridge = 0 },                            ... in place of all that
--              along = { road = 1 },                                in place of terrain too
--              stop = { "marsh" }, once = { 2, "hedge" }, leave = 1, minimum_one = true },
--     horse = { like = "foot", enter = { woods = 3 } },
--   }
--
-- Costs become tables of the core when the board is laid, for each part of it that is searched
-- (a field: hexes with boxes; of a board of flowers, its areas and its hexes).

local Costs = require "adjutant.movement_costs"
local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Movement = {}

local freeze = core.sandbox.freeze

-- What the host knows of costs, by the object that scripts hold.
local inside = setmetatable({}, { __mode = "k" })

local sorted_keys = Text.key_names

-- --- changing costs ------------------------------------------------------------------------------

local WORDS = { enter = true, across = true, instead = true, along = true }
--- What a mover may be given: tables of words, and the rest.
Movement.WORDS, Movement.KEYS = WORDS, Costs.KEYS

-- A copy of what movement_costs was given, so that it can be changed and read anew.
local function copied(def)
  local copy = {}
  for key, value in pairs(def) do copy[key] = type(value) == "table" and copied(value) or value end
  return copy
end

--- The costs of a kit that have a mover, in order: list of { classes =, rule =, where = }. `name` is the mover,
--- or "RULE mover".
function Movement.having(kit, name)
  local list = {}
  for _, face in ipairs(kit.costs) do
    local costs = inside[face]
    local mover = costs.rule and name:sub(1, #costs.rule + 1) == costs.rule .. " " and name:sub(#costs.rule + 2) or name
    if costs.classes[mover] then list[#list + 1] = { costs = costs, mover = mover } end
  end
  return list
end

--- All movers of a kit: "RULE mover" -> its class; without the rule where costs have none.
function Movement.classes(kit)
  local all = {}
  for _, face in ipairs(kit.costs or {}) do
    local costs = inside[face]
    for name, class in pairs(costs.classes) do all[(costs.rule and costs.rule .. " " or "") .. name] = class end
  end
  return all
end

--- Gives a mover other costs: `words` over those it has, the rest in their place. Those that are `like` it
--- follow. Raises what is wrong with them.
function Movement.change(costs, mover, given)
  local def = copied(costs.def)
  local own = def[mover]
  for key, value in pairs(given) do
    if WORDS[key] then
      own[key] = own[key] or {}
      for word, cost in pairs(value) do own[key][word] = cost end
    else
      own[key] = value
    end
  end
  costs.classes, costs.def = Costs.read(0, def), def
end

-- --- costs of one field --------------------------------------------------------------------------

-- A class with what its functions give now.
local function settled(class, where)
  local now = {}
  local function cost(value, word)
    if type(value) ~= "function" then return value end
    local ok, given = pcall(value)
    if not ok then error(Faults.of_script(given, ("%s: %s.%s"):format(where, class.name, word)), 0) end
    if given == "no" or given == false then return false end
    if Costs.is_cost(given) then return given end
    error(("%s: %s.%s: the function gives %s: a cost is a whole number from 0 to %d or \"no\""):format(
      where, class.name, word, tostring(given), Costs.MOST), 0)
  end
  for key, value in pairs(class) do now[key] = value end
  for _, key in ipairs { "enter", "across", "instead", "along" } do
    now[key] = {}
    for _, word in ipairs(sorted_keys(class[key])) do now[key][word] = cost(class[key][word], key .. "." .. word) end
  end
  now.leave = cost(class.leave, "leave") or nil
  return now
end

-- The highest cost of the words that a mover knows; blocked when any is; nil when it knows none.
local function highest(costs, set)
  local found
  for _, word in ipairs(sorted_keys(set)) do
    local cost = costs[word]
    if cost == false then return false end
    if cost ~= nil then found = math.max(found or 0, cost) end
  end
  return found
end

local function lowest(costs, set)
  local found
  for _, word in ipairs(sorted_keys(set)) do
    local cost = costs[word]
    if cost == false and found == nil then found = false
    elseif cost and (not found or cost < found) then found = cost end
  end
  return found
end

local function sum(costs, set)
  local total = 0
  for _, word in ipairs(sorted_keys(set)) do
    local cost = costs[word]
    if cost == false then return false end
    total = total + (cost or 0)
  end
  return total
end

local function any(words, set)
  for word in pairs(set) do if words[word] then return true end end
  return nil
end

-- What a mover pays on a field, by kinds: the argument of core.ground.mover.
local function tables_of(class, field, where)
  local t = { terrain = {}, side = {}, along = {}, stop = {}, once_terrain = {}, once_side = {},
    once = class.once, leave = class.leave, minimum_one = class.minimum_one }
  for kind, set in ipairs(field.terrain_sets) do
    local cost = highest(class.enter, set)
    if cost == nil and #sorted_keys(set) == 0 then cost = class.enter.clear end
    if cost == nil then
      local words = sorted_keys(set)
      error(("%s: %s has no cost for %s, which the map has: give enter.%s a number or \"no\""):format(
        where, class.name, #words > 0 and Text.list(words) or "clear", words[1] or "clear"), 0)
    end
    t.terrain[kind] = cost
    t.stop[kind], t.once_terrain[kind] = any(class.stop, set), any(class.once_words, set)
  end
  for kind, set in ipairs(field.side_sets) do
    local along, instead = lowest(class.along, set), lowest(class.instead, set)
    if along then t.side[kind], t.along[kind] = along, true
    elseif instead ~= nil then t.side[kind] = instead
    else
      t.side[kind] = sum(class.across, set)
      t.once_side[kind] = any(class.once_words, set)
    end
  end
  return t
end

-- --- routes ----------------------------------------------------------------------------------------

local function features_text(set, leave)
  local words = {}
  for _, word in ipairs(sorted_keys(set)) do
    if word ~= leave then words[#words + 1] = word end
  end
  return words
end

-- "B3: woods, over river"
local function step_text(field, before, place, number, previous)
  local parts = features_text(place.features)
  if #parts == 0 then parts[1] = "clear" end
  local between = features_text(field.features_between(previous, number) or {})
  if #between > 0 then parts[#parts + 1] = "over " .. table.concat(between, " and ") end
  return ("%s to %s: %s"):format(before.name, place.name, table.concat(parts, ", "))
end

local MOST_STEPS = 1 << 20               -- more places than a board has

-- What makes a route of the steps that the core found. What a step is called and costs is kept: the ground
-- does not change.
local function maker(costs, class, field)
  local mover                             -- set below, once it stands
  local known = {}                        -- by both places: { text, cost, whether once in a move }

  local function step_of(before, place, previous, number)
    local key = previous * MOST_STEPS + number
    local step = known[key]
    if not step then
      local cost, once = field.ground:step(mover, previous, number)
      step = { step_text(field, before, place, number, previous), cost, once }
      known[key] = step
    end
    return step[1], step[2], step[3]
  end

  local function make(steps)
    local route, rule = { cost = steps[#steps], costs = {} }, costs.rule or "move"
    local sums = core.tally.new("route")
    for i = 1, #steps, 2 do
      local place, spent = field.objects[steps[i]], steps[i + 1]
      route[#route + 1], route.costs[#route.costs + 1] = place, spent
      if i > 1 then
        local paid = spent - steps[i - 1]
        local text, cost, once = step_of(route[#route - 1], place, steps[i - 2], steps[i])
        local more = cost and class.leave and paid - cost - class.leave
        if more == 0 or more and once and more == class.once then
          text, cost = ("%s (%d for leaving)"):format(text, class.leave), cost + class.leave
        end
        if cost and once and paid ~= cost then
          text = ("%s (%d once in a move)"):format(text, class.once)
        elseif cost and paid ~= cost then
          text = ("%s (%d, but one step is always allowed)"):format(text, cost)
        end
        sums:add(paid, rule, text)
      end
    end
    route.tally = sums
    return route
  end
  return make, function(m) mover = m end
end

--- Compiles all costs of a kit for its board. Raises what does not fit.
function Movement.compile(kit)
  local board = kit.board
  for _, object in ipairs(kit.costs) do
    local costs = inside[object]
    local by_class = {}
    for _, name in ipairs(sorted_keys(costs.classes)) do
      local class, movers = settled(costs.classes[name], costs.where), {}
      for i, field in ipairs(board:fields()) do
        local make, set = maker(costs, class, field)
        movers[i] = core.ground.mover(tables_of(class, field, costs.where), make)
        set(movers[i])
        field.index = i
      end
      by_class[name] = movers
    end
    board.movers[object] = by_class
  end
end

-- --- marks of the moment -----------------------------------------------------------------------------

local MARKS = { blocked = 1, stop = 2, pass = 4, leave = 8 }

local function add_marks(f, marks, field, key, list)
  if type(list) ~= "table" then
    error(("%s: %s is a list of places, not %s"):format(f, key, type(list)), 4)
  end
  local numbers, mark, n = field.numbers, MARKS[key], #marks
  local i, place = 1, list[1]
  while place ~= nil do
    local number = numbers[place]
    if not number then
      error(("%s: %s[%d] is no place where the move goes, but %s"):format(f, key, i, tostring(place)), 4)
    end
    marks[n + 1], marks[n + 2] = number, mark
    n, i = n + 2, i + 1
    place = list[i]
  end
end

local function marks_of(f, options, field)
  if type(options) ~= "table" then error(("%s: the options are a table"):format(f), 3) end
  local marks = {}
  for _, key in ipairs(sorted_keys(options)) do
    if key ~= "points" then
      if not MARKS[key] then
        error(("%s: there is no option %q%s; there is blocked, leave, stop and pass"):format(f, key,
          Text.did_you_mean(key, { "blocked", "leave", "stop", "pass" })), 3)
      end
      add_marks(f, marks, field, key, options[key])
    end
  end
  return marks
end

-- --- lines of sight ----------------------------------------------------------------------------------

local SIGHT_KEYS = { rule = true, title = true, source = true, note = true, spine = true, level = true,
  equal_blocks = true, stands = true, blocks = true }

local function read_sight(def)
  if type(def) ~= "table" then error("line_of_sight{ ... } takes a table", 3) end
  for _, key in ipairs(sorted_keys(def)) do
    if not SIGHT_KEYS[key] then
      local keys = sorted_keys(SIGHT_KEYS)
      error(("line_of_sight: there is no entry %q%s; there is %s"):format(key, Text.did_you_mean(key, keys),
        Text.list(keys)), 3)
    end
  end
  local function one_of(key, words)
    for _, word in ipairs(words) do if def[key] == nil or def[key] == word then return end end
    error(("line_of_sight: %s is %s, not %s"):format(key, Text.list(words, "or"), tostring(def[key])), 3)
  end
  one_of("spine", { "both", "either" })
  one_of("level", { "slope", "higher", "lower" })
  for _, key in ipairs { "stands", "blocks" } do
    if def[key] ~= nil and type(def[key]) ~= "table" then
      error(("line_of_sight: %s is a table, not %s"):format(key, tostring(def[key])), 3)
    end
  end
  for _, word in ipairs(sorted_keys(def.stands or {})) do
    local height = def.stands[word]
    if math.type(height) ~= "integer" or math.abs(height) > Costs.MOST then
      error(("line_of_sight: stands.%s is a whole number"):format(word), 3)
    end
  end
  return def
end

-- The rule as the core has it, for a board of hexes.
local function compile_sight(def, field)
  local stands, blocks, words = {}, {}, {}
  for _, word in ipairs(def.blocks or {}) do words[word] = true end
  for kind, set in ipairs(field.terrain_sets) do stands[kind] = highest(def.stands or {}, set) end
  for kind, set in ipairs(field.side_sets) do
    if any(words, set) then blocks[#blocks + 1] = kind end
  end
  return core.ground.sight { spine = def.spine, level = def.level, equal_blocks = def.equal_blocks,
    stands = stands, side_blocks = blocks }
end

-- --- the API ---------------------------------------------------------------------------------------------

--- Adds what scripts see.
function Movement.install(kit)
  local api = kit.api
  kit.costs, kit.sight_rule = {}, {}
  kit.registers.movement_costs, kit.registers.line_of_sight = true, true

  -- The mover of a class on the field where a search starts, and the field.
  local function mover_for(f, costs, class, start)
    local board = kit.board
    if not board then error(f .. ": there is no map", 3) end
    local by_class = board.movers and board.movers[costs]             -- there may be no costs at all
    local movers = by_class and by_class[class]
    if not movers then
      if not by_class then error(f .. ": argument 1 must be made by movement_costs{}", 3) end
      error(("%s: there is no mover %s%s"):format(f, tostring(class),
        Text.did_you_mean(tostring(class), sorted_keys(by_class))), 3)
    end
    local field = board.field or board:field_of(start)
    if not field then
      error(("%s: argument 3 must be a place of this map, found %s"):format(f, tostring(start)), 3)
    end
    return movers[field.index], field
  end

  --- What each kind of mover pays for terrain and hexsides.
  function api.movement_costs(data)
    if type(data) ~= "table" then error("movement_costs{ ... } takes a table", 2) end
    for _, key in ipairs(sorted_keys(Costs.HEAD)) do
      if data[key] ~= nil and type(data[key]) ~= "string" then
        error(("movement_costs: %s is a text, not %s"):format(key, tostring(data[key])), 2)
      end
    end
    local costs = { classes = Costs.read(2, data), def = copied(data), rule = data.rule,
      where = ("movement_costs%s"):format(data.rule and " (" .. tostring(data.rule) .. ")" or "") }
    local face = freeze({ rule = data.rule, title = data.title, movers = freeze(sorted_keys(costs.classes)) },
      "movement_costs")
    inside[face] = costs
    kit.costs[#kit.costs + 1] = face
    return face
  end

  --- How lines of sight run: what stands in their way, and what a line between two hexes meets.
  function api.line_of_sight(data)
    kit.sight_rule = read_sight(data)
  end

  --- All places that a mover reaches from `start` for at most `points` (nil: any number).
  function api.reach(costs, class, start, points, options)
    local mover, field = mover_for("reach", costs, class, start)
    if points ~= nil and math.type(points) ~= "integer" then
      error(("reach: argument 4 must be a whole number of points, found %s"):format(tostring(points)), 2)
    end
    local marks = options and marks_of("reach", options, field)
    local set = field.ground:range(mover, start, points, marks)
    if not set then
      error(("reach: argument 3 must be a place of this map, found %s"):format(tostring(start)), 2)
    end
    return set
  end

  --- The cheapest route of a mover between two places; nil when there is none.
  function api.route(costs, class, from, to, options)
    local mover, field = mover_for("route", costs, class, from)
    local points = options and options.points
    if points ~= nil and math.type(points) ~= "integer" then
      error(("route: points must be a whole number, found %s"):format(tostring(points)), 2)
    end
    local marks = options and marks_of("route", options, field)
    local found = field.ground:find(mover, from, to, points, marks)
    if found == nil then
      error(("route: arguments 3 and 4 must be places of one map, found %s and %s"):format(
        tostring(from), tostring(to)), 2)
    end
    return found or nil
  end
end

--- Makes the costs and the sight of a kit ready for the board just laid.
function Movement.lay(kit)
  local board = kit.board
  board.movers = {}
  Movement.compile(kit)
  if board.ground then
    local rule
    function board.sight_rule()
      rule = rule or compile_sight(kit.sight_rule, board.field)
      return rule
    end
  end
end

return Movement
