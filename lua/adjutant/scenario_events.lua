-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario_events -- special events: when they happen, and what they do.
--
--   events = {
--     { turn = 4, note = "It begins to rain", options = { river = false } },
--     { name = "bridge", when = { side = "french", holds = "Gremheim" },
--       remove = "Bridge Guard", points = { french = 3 } },
--     { from_turn = 3, roll = "1d6", least = 5, units = { { "Eugene", "allied command" } },
--       edge = "east", note = "Eugene is there" },
--     { turn = { 2, 4 }, at = "end", run = function () ... end },
--   }
--
-- When: turn, from_turn, to_turn, happened, when (a condition, a list of them, or a function), roll
-- and least; at = "start" of a turn, its "end", or "phase" (the beginning of every phase), or
-- phase = "its id"; side = "whose phase". An event happens once; with once = false, or with several
-- turns, at most once a turn. What: note, options, set, units, remove, points, run, winner.

local Faults = require "adjutant.faults"
local Arrivals = require "adjutant.scenario_arrivals"
local Conditions = require "adjutant.scenario_conditions"
local Text = require "adjutant.text"
local Units = require "adjutant.scenario_units"

local Events = {}

local KEYS = { "name", "turn", "from_turn", "to_turn", "happened", "when", "roll", "least", "at", "phase",
  "side", "once", "note", "options", "set", "units", "edge", "remove", "points", "run", "winner", "because" }
local IS_KEY = {}
for _, key in ipairs(KEYS) do IS_KEY[key] = true end
local MOMENTS = { "start", "end", "phase" }
local WHEN = { "turn", "from_turn", "to_turn", "happened", "when", "roll" }
local EFFECTS = { "note", "options", "set", "units", "remove", "points", "run", "winner" }

local function any_of(t, keys)
  for _, key in ipairs(keys) do if t[key] ~= nil then return true end end
  return false
end

-- --- reading: when -----------------------------------------------------------------------------------------

local function read_rows(self, given, path, fail)
  if type(given) == "function" then
    self.functions[#self.functions + 1] = given
    return { { kit = self.kit, schedule = self, test = given } }
  elseif type(given) ~= "table" then
    fail(path, "expected a condition like { side = %q, holds = \"A place\" }, or a function, found %s",
      self.kit.sides[1].id, type(given))
  end
  local rows, single = {}, #given == 0
  for i, row in ipairs(single and { given } or given) do
    local here = single and path or ("%s[%d]"):format(path, i)
    if type(row) ~= "table" then fail(here, "expected a condition in braces, found %s", type(row)) end
    for _, key in ipairs(Text.sorted_keys(row)) do
      local known = false
      for _, k in ipairs(Conditions.KEYS) do known = known or k == key end
      if not known then
        fail(here, "a condition has no %q%s; it has %s", tostring(key),
          Text.did_you_mean(tostring(key), Conditions.KEYS), Text.list(Conditions.KEYS))
      end
    end
    rows[i] = Conditions.read(self, row, here, fail)
    if Conditions.is_empty(rows[i]) then fail(here, "the condition says nothing") end
  end
  return rows
end

local function read_roll(event, given, path, fail)
  if given.roll == nil and given.least == nil then return end
  local pool, message = nil, "expected dice like \"1d6\""
  if type(given.roll) == "string" then pool, message = core.dice.parse(given.roll) end
  if not pool then fail(path .. ".roll", "%s", message) end
  if math.type(given.least) ~= "integer" then
    fail(path, "a roll needs the number that it must reach: least = 5")
  end
  local least, most = pool:range()
  if given.least > most or given.least <= least then
    fail(path .. ".least", "%s gives %d to %d, so %d is %s", given.roll, least, most, given.least,
      given.least > most and "never reached" or "always reached")
  end
  event.roll, event.least = given.roll, given.least
end

local function read_when(self, event, given, path, fail)
  local row = {}
  for _, key in ipairs { "turn", "from_turn", "to_turn", "happened" } do row[key] = given[key] end
  event.row = Conditions.read(self, row, path, fail)
  if given.when ~= nil then event.rows = read_rows(self, given.when, path .. ".when", fail) end
  read_roll(event, given, path, fail)
  if not any_of(given, WHEN) then
    fail(path, 'it does not say when it happens: turn = 4, from_turn = 2, or when = { ... }')
  end
  if given.side ~= nil then event.side = Conditions.side(self.kit, given.side, path .. ".side", fail) end
  Arrivals.check_phase(self, given.phase, path .. ".phase", fail)
  event.phase = given.phase
  local moment = given.at
  if moment == nil then
    moment = (event.phase or given.when ~= nil or event.side) and "phase" or "start"
  end
  local known = false
  for _, word in ipairs(MOMENTS) do known = known or word == moment end
  if not known then
    fail(path .. ".at", "expected %s, found %s", Text.list(MOMENTS, "or"), Text.show(moment))
  end
  event.at = moment
  if given.once ~= nil and type(given.once) ~= "boolean" then fail(path .. ".once", "expected true or false") end
  event.once = given.once ~= false and type(given.turn) ~= "table"
end

-- --- reading: what -------------------------------------------------------------------------------------------

local READ = {}

function READ.note(_, event, value, path, fail)
  if type(value) ~= "string" then fail(path, "expected a text, found %s", type(value)) end
  event.note = value
end

function READ.options(self, event, value, path, fail)
  if type(value) ~= "table" then fail(path, "expected a table like { river = false }, found %s", type(value)) end
  event.options = {}
  for _, name in ipairs(Text.sorted_keys(value)) do
    local option = self.kit.options[name]
    local here = path .. "." .. tostring(name)
    if not option then
      fail(here, "there is no option %s%s", tostring(name),
        Text.did_you_mean(tostring(name), Text.sorted_keys(self.kit.options)))
    end
    local ok, texts = option.values == nil and type(value[name]) == type(option.default), {}
    for i, v in ipairs(option.values or {}) do
      ok = ok or v == value[name]
      texts[i] = tostring(v)
    end
    if not ok then
      fail(here, "%s is not %s", Text.show(value[name]), #texts > 0 and Text.list(texts, "or")
        or "a value like " .. Text.show(option.default))
    end
    self.changed_options[name] = true
    self.option_values[name] = self.option_values[name] or { option.default, self.kit.option_values[name] }
    table.insert(self.option_values[name], value[name])
    for _, v in ipairs(option.values or {}) do table.insert(self.option_values[name], v) end
    event.options[#event.options + 1] = { name = name, value = value[name] }
  end
end

-- What `set` changes: a unit by name, a side by its id, or the game.
local function read_change(self, change, path, fail)
  local name = type(change) == "table" and change[1]
  if type(name) ~= "string" then
    fail(path, 'expected a name and its fields, like { "Navarre", disrupted = true }')
  end
  local kit = self.kit
  local entry = { name = name, fields = {} }
  local kind
  if name == "game" then kind = "game"
  elseif kit.side_by_key[name] then kind, entry.side = "side", kit.side_by_key[name]
  elseif self.unit_names[name:lower()] then kind, entry.unit = self.kind, name:lower()
  else
    local names = Conditions.unit_names(self)
    for _, s in ipairs(kit.sides) do names[#names + 1] = s.id end
    fail(path, "there is no unit or side %s%s", Text.cite(name), Text.did_you_mean(name, names))
  end
  local known = (Units.declared(kit, kind))
  local function lost(template, ...) fail(path .. " (" .. name .. ")", template, ...) end
  for _, key in ipairs(Text.sorted_keys(change)) do
    if key == "at" then
      entry.place = Units.place(kit, change.at, lost)
    elseif key ~= 1 then
      entry.fields[#entry.fields + 1] = { name = key, value = Units.value(kit, known, key, change[key], lost) }
    end
  end
  return entry
end

function READ.set(self, event, value, path, fail)
  if type(value) ~= "table" then
    fail(path, 'expected a list like { { "Navarre", disrupted = true } }, found %s', type(value))
  end
  event.set = {}
  local single = type(value[1]) == "string"
  for i, change in ipairs(single and { value } or value) do
    event.set[i] = read_change(self, change, single and path or ("%s[%d]"):format(path, i), fail)
  end
end

function READ.remove(self, event, value, path, fail)
  event.remove = {}
  for i, name in ipairs(Conditions.names(value, path, '{ "Navarre" }', fail)) do
    if not self.unit_names[name:lower()] then
      fail(path, "there is no unit %s%s", Text.cite(name), Text.did_you_mean(name, Conditions.unit_names(self)))
    end
    event.remove[i] = name:lower()
  end
end

function READ.points(self, event, value, path, fail)
  if type(value) ~= "table" then fail(path, "expected a table like { allied = 2 }, found %s", type(value)) end
  event.points = {}
  for _, id in ipairs(Text.sorted_keys(value)) do
    local side = Conditions.side(self.kit, id, path, fail)
    if math.type(value[id]) ~= "integer" then
      fail(path .. "." .. id, "expected a whole number, found %s", Text.show(value[id]))
    end
    event.points[#event.points + 1] = { side = side, points = value[id] }
  end
  self.counts_points = true
end

function READ.run(self, event, value, path, fail)
  if type(value) ~= "function" then fail(path, "expected a function, found %s", type(value)) end
  event.run = value
  self.functions[#self.functions + 1] = value
end

function READ.winner(self, event, value, path, fail)
  if value ~= "draw" then event.winner = Conditions.side(self.kit, value, path, fail) end
  event.ends = true
end

local function read_units(self, event, given, path, fail)
  local group = { note = nil, edge = given.edge }
  if given.at ~= nil and given.at ~= "start" and given.at ~= "end" and given.at ~= "phase" then
    group.at = given.at
  end
  if type(given.units) == "table" then
    for key, value in pairs(given.units) do group[key] = value end
  else
    group[1] = given.units
  end
  event.units = Arrivals.group(self, group, path .. ".units", nil, fail)
end

--- Reads a scenario's events.
function Events.read(self, given, fail)
  if given == nil then return end
  if type(given) ~= "table" then fail("events", "expected a list like { { turn = 4, ... } }, found %s", type(given)) end
  Faults.each(given, function(i, entry)
    local path = ("events[%d]"):format(i)
    if type(entry) ~= "table" then fail(path, "expected a table like { turn = 4, note = \"...\" }") end
    if type(entry.name) == "string" then path = ("%s (%s)"):format(path, entry.name) end
    for _, key in ipairs(Text.sorted_keys(entry)) do
      if not IS_KEY[key] then
        fail(path, "an event has no %q%s; it has %s", tostring(key), Text.did_you_mean(tostring(key), KEYS),
          Text.list(KEYS))
      end
    end
    local event = { key = ("events[%d]"):format(i), name = entry.name }
    if entry.name ~= nil then
      if type(entry.name) ~= "string" then fail(path .. ".name", "expected a text") end
      if self.event_by_name[entry.name] then fail(path, "there is an event of this name already") end
      self.event_by_name[entry.name] = event
    end
    read_when(self, event, entry, path, fail)
    if not any_of(entry, EFFECTS) then
      fail(path, "nothing happens in it: it needs one of %s", Text.list(EFFECTS, "or"))
    end
    for _, key in ipairs(EFFECTS) do
      if entry[key] ~= nil and READ[key] then READ[key](self, event, entry[key], path .. "." .. key, fail) end
    end
    if entry.units ~= nil then read_units(self, event, entry, path, fail) end
    event.because = entry.because
    self.event_list[#self.event_list + 1] = event
  end)
end

-- --- what happens ---------------------------------------------------------------------------------------------

local function change(self, entry)
  local kit = self.kit
  local thing = entry.side or entry.unit and self:unit(entry.unit) or entry.name == "game" and kit.game
  if not thing then return end                     -- it is gone
  for _, f in ipairs(entry.fields) do
    thing[f.name] = f.value
    kit.api.note(nil, "{thing}: {field} is now {value}", { thing = thing, field = f.name, value = f.value })
  end
  if entry.place then
    local ok, why = self:put(thing, entry.place)
    if ok then kit.api.note(nil, "{thing} is now at {place}", { thing = thing, place = entry.place })
    else kit.api.note(nil, ("%s stays where it is: %s"):format(thing.name, why)) end
  end
end

local function remove(self, lower)
  local kit, unit = self.kit, self:unit(lower)
  if not unit then
    if Arrivals.strike_off(self, lower) then
      kit.api.note(nil, self.unit_names[lower] .. " will not come")
    end
    return
  end
  local hook = self:hook "withdrawn"
  local account = unit.side and self:account(unit.side, true)
  kit.api.note(nil, unit.name .. " leaves the field")
  if account then account.units = account.units - 1 end
  if hook then hook(unit) end
  if unit.alive then kit.api.eliminate(unit) end
end

local function happen(self, event)
  local api = self.kit.api
  self:mark(event.key)
  if event.note or event.name then api.note(nil, event.note or event.name) end
  for _, o in ipairs(event.options or {}) do
    self:set_option(o.name, o.value)
    api.note(nil, ("from now on: %s = %s"):format(o.name, Text.show(o.value)))
  end
  for _, entry in ipairs(event.set or {}) do change(self, entry) end
  for _, lower in ipairs(event.remove or {}) do remove(self, lower) end
  for _, p in ipairs(event.points or {}) do
    self:score(p.side, p.points)
    api.note(nil, ("%s: %+d points, now %d"):format(p.side.name, p.points, self:points(p.side)))
  end
  if event.units then Arrivals.call(self, event.units) end
  if event.run then event.run() end
  if event.ends then
    api.game_over(event.winner, event.because or event.note or event.name or "an event ends the game")
  end
end

local function may_happen(self, event)
  local record = self:record(event.key)
  if record and record.times > 0 and (event.once or record.turn == self.kit.game.turn) then return false end
  if event.side and event.side ~= self.kit.game.active then return false end
  if not Conditions.holds(event.row) then return false end
  if event.rows then
    local holds = false
    for _, row in ipairs(event.rows) do holds = holds or Conditions.holds(row) end
    if not holds then return false end
  end
  if not event.roll then return true end
  -- one throw a turn: who has failed tries again in the next
  local tried = self:record(event.key .. "?")
  if tried and tried.turn == self.kit.game.turn then return false end
  self:mark(event.key .. "?")
  return self.kit.api.roll(event.roll, event.name or event.note or "event", self.kit.game.active) >= event.least
end

--- Lets the events of a moment happen: "start", "end", "phase" (with the phase's id).
function Events.fire(self, moment, phase)
  local game = self.kit.game
  for _, event in ipairs(self.event_list) do
    if event.at == moment and (not event.phase or event.phase == phase) and not game.over
      and may_happen(self, event) then
      happen(self, event)
    end
  end
end

return Events
