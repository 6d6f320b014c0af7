-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario -- a scenario, as data: the map, who is where, how long, who wins.
--
--   return scenario {
--     title = "Two Villages", turns = 6, first = "allied",
--     map = { kind = "flowers", areas = { ... }, borders = { ... } },     adjutant.board_description
--     units = {
--       { "1st Foot", "allied infantry guns", at = "Millbrook/C", army = "Ashdown" },
--     },
--     options = { river = false },
--     begins = "orders",                                    phase of turn 1; the first when left out
--     check = function () return "the set-up is not complete" end,     nil when all is well
--     victory = function () return sides.allied, "holds both villages" end,
--   }
--
-- A unit has its name, words (a side, values of one_of fields, names of yes/no fields), where it
-- stands (an area means its central hex; left out: nowhere yet), and any field by name.

local Board = require "adjutant.board"
local Text = require "adjutant.text"

local Scenario = {}

local KEYS = { "begins", "check", "first", "help", "map", "note", "options", "title", "turns", "units",
  "victory" }
local IS_KEY = {}
for _, key in ipairs(KEYS) do IS_KEY[key] = true end

-- --- the API ----------------------------------------------------------------------------------

--- Adds scenario{} and check_victory() to what scripts see.
function Scenario.install(kit)
  local api = kit.api

  --- Declares a scenario: title, map, units, turns, first, begins, options, check, victory. The
  --- file returns it.
  function api.scenario(data)
    if type(data) ~= "table" then error("scenario{ ... } takes a table", 2) end
    for key in pairs(data) do
      if not IS_KEY[key] then
        error(("scenario: there is no entry %q%s; there is %s"):format(tostring(key),
          Text.did_you_mean(tostring(key), KEYS), Text.list(KEYS)), 2)
      end
    end
    return data
  end

  --- Asks the scenario who has won; the game is over when it names a side, or says why not.
  function api.check_victory()
    if not kit.victory then return end
    local winner, why = kit.victory()
    if winner or why then api.game_over(winner, why) end
  end
end

-- --- units ------------------------------------------------------------------------------------

local function declared(kit, kind)
  local fields, words = {}, {}
  for _, t in ipairs(kit.types) do
    if t.name == kind then
      for _, f in ipairs(t.fields) do
        fields[f.name] = f
        if f.kind == "bool" then words[f.name] = { f.name, true } end
        if f.values then for _, value in ipairs(f.values) do words[value] = { f.name, value } end end
      end
    end
  end
  return fields, words
end

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do if type(key) == "string" then keys[#keys + 1] = key end end
  table.sort(keys)
  return keys
end

local function read_words(kit, words, text, fields, fail)
  for word in text:gmatch("[^%s,]+") do
    local side, meant = kit.side_by_key[word], words[word]
    if side then
      fields.side = side
    elseif meant then
      fields[meant[1]] = meant[2]
    else
      local all = sorted_keys(words)
      for _, s in ipairs(kit.sides) do all[#all + 1] = s.id end
      fail("what is %q?%s", word, Text.did_you_mean(word, all))
    end
  end
end

local function read_place(kit, at, fail)
  local place, message = kit.board:find(at)
  if not place then fail("%s", message) end
  return kit.board:is_area(place) and place.centre or place
end

local function check_needed(known, fields, fail)
  for _, name in ipairs(sorted_keys(known)) do
    local f = known[name]
    if f.values and f.values.needed and fields[name] == nil then
      local list = {}
      for i, value in ipairs(f.values) do list[i] = value end
      fail("it has no %s; say %s", name, Text.list(list, "or"))
    end
  end
  if known.side and fields.side == nil then fail("it has no side") end
end

--- The fields of an entity of `kind` from its entry. `fail(template, ...)` raises with the entry's
--- name in front.
function Scenario.fields(kit, kind, entry, fail)
  local known, words = declared(kit, kind)
  local fields = {}
  local name, text = entry[1], entry[2]
  if type(name) ~= "string" or name == "" then fail("its first entry must be its name") end
  fields.name = name
  if text ~= nil and type(text) ~= "string" then
    fail('its second entry must be words like "%s infantry"', kit.sides[1].id)
  end
  read_words(kit, words, text or "", fields, fail)
  for _, key in ipairs(sorted_keys(entry)) do
    local value = entry[key]
    if key == "at" then
      fields.place = read_place(kit, value, fail)
    elseif not known[key] then
      local names = sorted_keys(known)
      names[#names + 1] = "at"
      fail("there is no field %q%s", key, Text.did_you_mean(key, names))
    elseif key == "side" and type(value) == "string" then
      fields.side = kit.side_by_key[value] or fail("there is no side %q", value)
    elseif known[key].values then
      local ok = false
      for _, v in ipairs(known[key].values) do ok = ok or v == value end
      if not ok then fail("%s cannot be %s", key, Text.show(value)) end
      fields[key] = value
    else
      fields[key] = value
    end
  end
  check_needed(known, fields, fail)
  return fields
end

-- --- building ---------------------------------------------------------------------------------

--- Lays a map out: kit.board, what scripts call `map`, and the places of the World.
function Scenario.lay_board(kit, map, where)
  local board = Board.new(map, where)
  board:register(kit.world)
  kit.board = board
  kit.api.map = board.map
  if #kit.costs > 0 or board.ground then require("adjutant.movement").lay(kit) end
  return board
end

local function place_units(kit, data, where)
  local kind, names = data.kind or "unit", {}
  for i, entry in ipairs(data.units or {}) do
    local label = type(entry) == "table" and type(entry[1]) == "string" and " (" .. entry[1] .. ")" or ""
    local function fail(template, ...)
      error(("%s: units[%d]%s: %s"):format(where, i, label, template:format(...)), 0)
    end
    if type(entry) ~= "table" then fail('it must be a table like { "1st Foot", "infantry" }') end
    local fields = Scenario.fields(kit, kind, entry, fail)
    if names[fields.name:lower()] then fail("units[%d] has this name already", names[fields.name:lower()]) end
    names[fields.name:lower()] = i
    local ok, message = pcall(kit.world.create, kit.world, kind, fields)
    if not ok then fail("%s", (tostring(message):gsub("^[^:]*:%d+: ", ""))) end
  end
end

local function check_header(kit, data, where)
  if data.turns ~= nil and (math.type(data.turns) ~= "integer" or data.turns < 1) then
    error(("%s: turns must be a whole number, 1 or more"):format(where), 0)
  end
  if data.first ~= nil and not kit.side_by_key[data.first] then
    local ids = {}
    for i, s in ipairs(kit.sides) do ids[i] = s.id end
    error(("%s: first: there is no side %s%s; there is %s"):format(where, tostring(data.first),
      Text.did_you_mean(tostring(data.first), ids), Text.list(ids)), 0)
  end
  if data.victory ~= nil and type(data.victory) ~= "function" then
    error(where .. ": victory must be a function that gives the winner and why", 0)
  end
  if data.check ~= nil and type(data.check) ~= "function" then
    error(where .. ": check must be a function that says what is wrong with the set-up", 0)
  end
  if data.begins ~= nil and kit.sequence and not kit.sequence.by_id[data.begins] then
    local ids = {}
    for i, phase in ipairs(kit.sequence.phases) do ids[i] = phase.id end
    error(("%s: begins: there is no phase %s%s; there is %s"):format(where, tostring(data.begins),
      Text.did_you_mean(tostring(data.begins), ids), Text.list(ids)), 0)
  end
end

--- Builds the World of a scenario in a kit whose sides stand: board, units, victory. Raises one
--- line that names the entry and what would do. `name`: the scenario, for messages.
function Scenario.build(kit, data, name)
  local where = "scenarios/" .. (name or "?") .. ".lua"
  check_header(kit, data, where)
  if data.map == nil then error(where .. ": a scenario needs a map", 0) end
  Scenario.lay_board(kit, data.map, where)
  place_units(kit, data, where)
  kit.victory = data.victory
  for _, invariant in ipairs(kit.invariants) do
    local broken = invariant.f()
    if broken then
      error(("%s: %s (%s): move or remove a unit"):format(where, broken, invariant.name), 0)
    end
  end
  local wrong = data.check and data.check()
  if wrong then error(("%s: %s"):format(where, wrong), 0) end
end

return Scenario
