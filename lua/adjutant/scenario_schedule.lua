-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario_schedule -- what a scenario brings while the game is played: reinforcements,
-- events, the count of losses and points, victory.
--
-- The sequence of play tells when a turn or a phase begins or a turn ends (see
-- adjutant.sequence), so all of this happens inside commands: it is journalled, replayed and undone
-- with them. What has happened stands in the World, in kinds of the prelude's own that are there
-- only when the scenario needs them:
--   scenario_event   key, times, turn   an event that has happened, a unit that has come
--   scenario_side    side (its id: nobody refers to it), units, points
--   scenario_option  name, value        of options that an event changes

local Faults = require "adjutant.faults"
local Invariants = require "adjutant.invariants"
local Text = require "adjutant.text"
local Units = require "adjutant.scenario_units"

local Schedule = {}
Schedule.__index = Schedule

local EVENT, SIDE, OPTION = "scenario_event", "scenario_side", "scenario_option"

-- --- what the World keeps -------------------------------------------------------------------------------

local function register_kinds(world)
  if pcall(world.fields, world, EVENT) then return end
  world:type { name = EVENT, fields = { { name = "key", kind = "text", default = "" },
    { name = "times", kind = "int", default = 0 }, { name = "turn", kind = "int", default = 0 } } }
  world:type { name = SIDE, fields = { { name = "side", kind = "text", default = "" },
    { name = "units", kind = "int", default = 0 }, { name = "points", kind = "int", default = 0 } } }
  world:type { name = OPTION, fields = { { name = "name", kind = "text", default = "" },
    { name = "value", kind = "text", default = "" } } }
end

local function found(list, key, value)
  for _, entity in ipairs(list) do
    if entity[key] == value then return entity end
  end
  return nil
end

--- The record of what has happened under a key; nil when nothing has.
function Schedule:record(key) return found(self.kit.world:all(EVENT), "key", key) end

--- Notes that something has happened once more, this turn.
function Schedule:mark(key, times)
  local record = self:record(key) or self.kit.world:create(EVENT, { key = key })
  record.times = times or record.times + 1
  record.turn = self.kit.game.turn
  return record
end

--- Whether the event of that name has happened.
function Schedule:happened(name)
  local event = self.event_by_name[name]
  local record = event and self:record(event.key)
  return record ~= nil and record.times > 0
end

local count

--- The account of a side; nil when there is none (rules that came in the middle of a game bring
--- some), unless it is to be opened now.
function Schedule:account(side, open)
  local account = found(self.kit.world:all(SIDE), "side", side.key)
  if account or not open then return account end
  return self.kit.world:create(SIDE, { side = side.key, units = count(self, side) })
end

--- How many units of a side have come since the game began, less those taken out by events.
function Schedule:came(side)
  local account = self.keeps and self:account(side)
  return account and account.units - (self.units_at_start[side.key] or account.units) or 0
end

--- The points of a side.
function Schedule:points(side)
  local account = self:account(side)
  return account and account.points or 0
end

--- Gives a side points.
function Schedule:score(side, points)
  local account = self:account(side, true)
  account.points = account.points + points
end

-- --- units and places -------------------------------------------------------------------------------------

--- The rule that the ruleset names for it in scenario_rules; nil when it names none.
function Schedule:hook(name)
  local rule = self.kit.scenario_hooks[name]
  return rule and self.kit.register.callable[rule]
end

--- The unit of that name (in small letters); nil when it is not in play.
function Schedule:unit(lower)
  for _, unit in ipairs(self.kit.world:all(self.kind)) do
    if unit.name:lower() == lower then return unit end
  end
  return nil
end

--- Whether a unit has been in play and no longer is.
function Schedule:is_gone(lower)
  if self:unit(lower) then return false end
  local arrival = self.arrival_by_name[lower]
  if not arrival then return true end
  local record = self:record(arrival.key)
  return record ~= nil and record.times > 0
end

function count(self, side, on_board)
  local n = 0
  if not self.has_side then return n end
  for _, unit in ipairs(self.kit.world:all(self.kind)) do
    if unit.side == side and (not on_board or unit.place) then n = n + 1 end
  end
  return n
end

--- The units of a side that are in play, on the board or not.
function Schedule:all_units(side) return count(self, side) end

--- The units of a side that stand on the board.
function Schedule:standing(side) return count(self, side, self.has_place) end

--- The units that a side has lost.
function Schedule:lost(side)
  local hook = self:hook "lost"
  if hook then return hook(side) end
  local account = self:account(side)
  return account and account.units - count(self, side) or 0
end

local function at_place(self, place)
  if self.kit.board:is_area(place) then return self.kit.world:within(place, self.kind) end
  return self.kit.world:at(place, self.kind)
end

--- Who holds a place or an area: the only side with units there.
function Schedule:holder(place)
  local hook = self:hook "holder"
  if hook then return hook(place) end
  local holder
  for _, unit in ipairs(at_place(self, place)) do
    if holder and unit.side ~= holder then return nil end
    holder = unit.side
  end
  return holder
end

local function enemy_at(self, place, side)
  local where = place.area
  local list = self.kit.board.chirality and where and at_place(self, where) or at_place(self, place)
  for _, unit in ipairs(list) do
    if side and unit.side ~= side then return true end
  end
  return false
end

-- What is broken since a mark that was not an exception before.
local function newly_broken(kit, mark)
  local why = Invariants.broken_since(kit, mark) or Invariants.broken_whole(kit)
  if not why then return nil end
  local plain = why:gsub("^broken invariant: ", "")
  if kit.game.exceptions:find(plain, 1, true) then return nil end
  return (plain:match("^.-: (.*)$") or plain)
end

--- Puts a unit at a place as the rules allow. True; or false, why not, with the World as before.
function Schedule:put(unit, place, after)
  local world = self.kit.world
  local room = self:hook "room"
  if enemy_at(self, place, unit.side) then return false, ("the enemy is at %s"):format(Text.show(place)) end
  local why = room and room(unit, place)
  if why then return false, why end
  local mark = world:mark()
  unit.place = place
  if after then after(unit) end
  why = newly_broken(self.kit, mark)
  if not why then return true end
  world:rollback(mark)
  return false, why
end

-- --- options that change ------------------------------------------------------------------------------------

--- Options that events change are read from the World; all others stay where they are.
function Schedule:follow_options(names)
  local kit = self.kit
  local values, changing = kit.option_values, {}
  if #names > 0 then kit.register.ground:close() end
  for _, name in ipairs(names) do
    changing[name] = { first = values[name] }
    values[name] = nil
  end
  local function value_of(name)
    local change = changing[name]
    if not change then return nil end
    local set = found(kit.world:all(OPTION), "name", name)
    local text = set and set.value
    for _, value in ipairs(self.option_values[name]) do
      if tostring(value) == text then return value end
    end
    return change.first
  end
  setmetatable(values, { __index = function(_, name) return value_of(name) end,
    __pairs = function()
      local all = {}
      for name, value in next, values do all[name] = value end
      for name in pairs(changing) do all[name] = value_of(name) end
      return next, all, nil
    end })
end

--- Changes an option, from now on.
function Schedule:set_option(name, value)
  local set = found(self.kit.world:all(OPTION), "name", name) or self.kit.world:create(OPTION, { name = name })
  set.value = tostring(value)
end

-- --- when ---------------------------------------------------------------------------------------------------

-- Most scenarios have neither, and a game has hundreds of phases.
local function bring_and_fire(self, moment, phase)
  if #self.arrivals > 0 then require("adjutant.scenario_arrivals").bring(self, phase) end
  if #self.event_list > 0 then self.events.fire(self, moment, phase) end
end

--- A turn has begun.
function Schedule:turn_begins() bring_and_fire(self, "start", nil) end

--- A phase begins.
function Schedule:phase_begins(phase) bring_and_fire(self, "phase", phase.id) end

--- All phases of a turn are over.
function Schedule:turn_closes()
  self.events.fire(self, "phase")
  self.events.fire(self, "end")
end

--- Asks for the victory that stands at once (after a phase), and at the end of a turn.
function Schedule:phase_closes()
  if self.victory then self.kit.api.check_victory() end
end

--- What the rules do at the end of a turn, between events and victory.
function Schedule:end_turn(rules)
  local kit = self.kit
  self:turn_closes()
  if kit.game.over then return end
  if self.victory then self.victory.score_turn(self) end
  kit.victory_asked = nil
  self.turn_ending = true
  local ok, e = pcall(rules)
  self.turn_ending = false
  if not ok then error(e, 0) end
  local game = kit.game
  local time_is_up = game.turns > 0 and game.turn >= game.turns and not game.winner
  if kit.victory_asked or (game.over and not time_is_up) then return end
  self.turn_ending = true
  kit.api.check_victory()
  self.turn_ending = false
end

--- For check_victory(): the winner and why, at the moment at which it is asked.
function Schedule:verdict()
  return self.victory.verdict(self, self.turn_ending)
end

--- Who wins how, in one line; nil when a function says so.
function Schedule:aim() return self.victory and self.victory.aim(self) end

-- --- status -------------------------------------------------------------------------------------------------

local function status_lines(self)
  local lines, parts = {}, {}
  if self.counts_points then
    for i, side in ipairs(self.kit.side_list) do parts[i] = ("%s %d"):format(side.name, self:points(side)) end
    lines[1] = "Points: " .. table.concat(parts, ", ")
  end
  for _, line in ipairs(require("adjutant.scenario_arrivals").expected(self)) do lines[#lines + 1] = line end
  return lines
end

-- --- making -------------------------------------------------------------------------------------------------

local function read_names(self, data, fail)
  self.unit_names = {}
  for _, item in ipairs(Faults.attempt(Units.entries, self.kit, self.kind, data.units, "units", fail) or {}) do
    local name = item.entry[1]
    if type(name) == "string" then self.unit_names[name:lower()] = name end
  end
end

local function check_wanted(self, fail)
  local names = Text.sorted_keys(self.event_by_name)
  Faults.each(self.wanted, function(_, wanted)
    if not self.event_by_name[wanted.name] then
      fail(wanted.path, "there is no event %s%s", Text.cite(wanted.name),
        Text.did_you_mean(wanted.name, names))
    end
  end)
end

--- Whether a scenario needs a schedule at all.
function Schedule.needed(data)
  return data.events ~= nil or data.reinforcements ~= nil or data.victory ~= nil
end

--- Reads events, reinforcements and victory of a scenario whose board, units and World stand.
--- `fail(path, template, ...)` raises. The schedule belongs to the kit afterwards. In a World that
--- has a schedule already (of the same scenario, under other rules) that one goes on.
function Schedule.install(kit, data, fail)
  local turns = math.type(data.turns) == "integer" and data.turns or nil
  local self = setmetatable({ kit = kit, kind = data.kind or "unit", turns = turns, functions = {},
    wanted = {}, conditions = {}, arrivals = {}, arrival_by_name = {}, event_by_name = {}, event_list = {},
    changed_options = {}, option_values = {}, units_at_start = {}, events = require "adjutant.scenario_events" }, Schedule)
  local fields = (Units.declared(kit, self.kind))
  self.has_side, self.has_place = fields.side ~= nil, fields.place ~= nil
  read_names(self, data, fail)
  local before = Faults.count()
  Faults.attempt(require("adjutant.scenario_arrivals").read, self, data.reinforcements, fail)
  Faults.attempt(self.events.read, self, data.events, fail)
  if type(data.victory) == "table" then
    self.victory = require "adjutant.scenario_victory"
    Faults.attempt(self.victory.read, self, data.victory, fail)
    kit.victory = function() return self:verdict() end
  end
  Faults.attempt(check_wanted, self, fail)
  Faults.halt(before)
  core.sandbox.seal(self.functions)
  if data.events or data.reinforcements or self.victory then self:populate() end
  kit.schedule = self
  for _, sequence in ipairs(kit.sequences) do sequence.schedule = self end
  return self
end

--- What can hardly ever happen: list of { path =, text = }, for those who check a scenario.
function Schedule:doubts()
  local list = {}
  for _, asked in ipairs(self.conditions) do
    local text = require("adjutant.scenario_conditions").doubt(asked.condition)
    if text then list[#list + 1] = { path = asked.path, text = text } end
  end
  return list
end

--- Puts what the schedule keeps into the World, where it is not there yet and can be changed now.
function Schedule:populate()
  local kit = self.kit
  self.keeps = true                     -- a schedule with a victory function alone keeps nothing
  register_kinds(kit.world)
  if kit.world:writable() then
    for _, side in ipairs(kit.side_list) do
      self.units_at_start[side.key] = self:account(side, true).units
    end
  end
  local names = Text.sorted_keys(self.changed_options)
  if #names > 0 then self:follow_options(names) end
  if self.counts_points or #self.arrivals > 0 then
    kit.status_list[#kit.status_list + 1] = function() return status_lines(self) end
  end
end

return Schedule
