-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario_arrivals -- reinforcements: who comes when, and where.
--
--   reinforcements = {
--     [3] = { { "Lord North", "allied infantry", at = "Gremheim" },
--             "Orkney: allied infantry at Gremheim" },
--     [5] = { at = { "Long Field", "Fuchsmoor" }, "[french cavalry]\n Cravates \n Dragons" },
--     [6] = { edge = "east", phase = "move", note = "Eugene's van is heard in the woods", ... },
--   }
--
-- Where several places will do, the side that owns the unit chooses. Who finds no room, or the
-- enemy, waits and tries again in the next turn.

local Faults = require "adjutant.faults"
local Conditions = require "adjutant.scenario_conditions"
local Text = require "adjutant.text"
local Units = require "adjutant.scenario_units"

local Arrivals = {}

local GROUP = { at = true, edge = true, phase = true, note = true }
local EDGES = { "north", "east", "south", "west", "any" }

-- --- edges ----------------------------------------------------------------------------------------------

-- Places with column and row, rows counted downwards. list of { place, col, row }.
local function laid_out(board)
  local list = {}
  if board.chirality then
    for i, a in ipairs(board:draw_data().areas) do list[i] = { a.area.centre, a.x, a.y } end
  else
    for _, hex in ipairs(board.hexes) do
      if not hex.box then list[#list + 1] = { hex, hex.col, hex.row } end
    end
  end
  return list
end

-- The places that have none beyond them: in their row (east, west) or of the outermost row.
local function at_edge(board, edge)
  local list, places = laid_out(board), {}
  local axis, sign = 2, edge == "east" and 1 or -1            -- along a row
  local flat = not board.chirality and board.flat
  if (edge == "north" or edge == "south") ~= (flat or false) then
    -- rows (columns on a board of flat tops) are whole: the outermost one is the edge
    axis = flat and 2 or 3
    sign = (edge == "south" or edge == "east") and 1 or -1
    local best
    for _, p in ipairs(list) do best = math.max(best or p[axis] * sign, p[axis] * sign) end
    for _, p in ipairs(list) do if p[axis] * sign == best then places[#places + 1] = p[1] end end
    return places
  end
  if flat then axis, sign = 3, edge == "south" and 1 or -1 end
  local other, furthest = axis == 2 and 3 or 2, {}
  for _, p in ipairs(list) do
    local before = furthest[p[other]]
    if not before or p[axis] * sign > before[axis] * sign then furthest[p[other]] = p end
  end
  for _, p in ipairs(list) do if furthest[p[other]] == p then places[#places + 1] = p[1] end end
  return places
end

local function edge_places(self, edge, path, fail)
  local known = false
  for _, word in ipairs(EDGES) do known = known or word == edge end
  if not known then
    fail(path, "expected %s, found %s%s", Text.list(EDGES, "or"), Text.show(edge),
      type(edge) == "string" and Text.did_you_mean(edge, EDGES) or "")
  end
  local board, places, seen = self.kit.board, {}, {}
  for _, word in ipairs(edge == "any" and { "north", "east", "south", "west" } or { edge }) do
    for _, place in ipairs(at_edge(board, word)) do
      if not seen[place] then places[#places + 1] = place end
      seen[place] = true
    end
  end
  if #places == 0 then fail(path, "this map has no edge: name places, at = { ... }") end
  return places
end

-- --- reading ----------------------------------------------------------------------------------------------

local function places_of(self, holder, path, fail)
  if holder.edge ~= nil then
    if holder.at ~= nil then fail(path, "either at or edge, not both") end
    return edge_places(self, holder.edge, path .. ".edge", fail), ("the %s edge"):format(holder.edge)
  elseif holder.at == nil then
    return nil
  end
  local found, names = Conditions.places(self.kit, holder.at, path .. ".at", fail)
  local places = {}
  for i, place in ipairs(found) do places[i] = self.kit.board:is_area(place) and place.centre or place end
  return places, Text.list(names, "or")
end

local function check_phase(self, phase, path, fail)
  if phase == nil then return end
  local ids, seen, known = {}, {}, false
  for _, sequence in ipairs(self.kit.sequences) do
    for _, p in ipairs(sequence.phases) do
      if not seen[p.id] then ids[#ids + 1], seen[p.id] = p.id, true end
      known = known or p.id == phase
    end
  end
  if not known then
    fail(path, "there is no phase %s%s; there is %s", tostring(phase),
      Text.did_you_mean(tostring(phase), ids), Text.list(ids))
  end
end
Arrivals.check_phase = check_phase

--- Reads the units of a group. Gives the list of arrivals: { key, name, fields, places, where, turn,
--- phase, group }. `turn`: nil when an event brings them.
function Arrivals.group(self, group, path, turn, fail)
  if type(group) == "string" then group = { group } end
  if type(group) ~= "table" then
    fail(path, 'expected units like { { "2nd Foot", "infantry", at = "A place" } }, found %s', Text.show(group))
  end
  check_phase(self, group.phase, path .. ".phase", fail)
  if group.note ~= nil and type(group.note) ~= "string" then fail(path .. ".note", "expected a text") end
  local places, where = places_of(self, group, path, fail)
  local list = {}
  Faults.each(Units.entries(self.kit, self.kind, group, path, fail), function(i, item)
    local entry = {}
    for key, value in pairs(item.entry) do entry[key] = value end
    local label = Units.label(item)
    local own, own_where = places_of(self, { at = entry.at, edge = entry.edge }, label, fail)
    entry.at, entry.edge = nil, nil
    local fields = Units.fields(self.kit, self.kind, entry, Units.failer(item, fail))
    if not own and not places then
      fail(label, 'it does not say where it arrives: at = "A place", at = { places } or edge = "east"')
    end
    local lower = fields.name:lower()
    if self.unit_names[lower] then fail(label, "there is a unit of this name already") end
    self.unit_names[lower] = fields.name
    local arrival = { key = ("%s/%d"):format(path, i), name = fields.name, fields = fields,
      places = own or places, where = own_where or where, turn = turn, phase = group.phase, group = group }
    self.arrival_by_name[lower] = arrival
    list[#list + 1], self.arrivals[#self.arrivals + 1] = arrival, arrival
  end)
  if #list == 0 and not Faults.collecting() then fail(path, "there is no unit in it") end
  return list
end

--- Reads a scenario's reinforcements.
function Arrivals.read(self, given, fail)
  if given == nil then return end
  if type(given) ~= "table" then
    fail("reinforcements", 'expected a table by turn, like { [3] = { ... } }, found %s', type(given))
  end
  local turns = {}
  Faults.each(Text.sorted_keys(given), function(_, turn)
    if math.type(turn) ~= "integer" or turn < 1 then
      fail("reinforcements", "they are listed by turn, like [3] = { ... }, not by %s", tostring(turn))
    elseif self.turns and turn > self.turns then
      fail(("reinforcements[%d]"):format(turn), "there is no turn %d: the game has %d turns", turn, self.turns)
    end
    turns[#turns + 1] = turn
  end)
  table.sort(turns)
  Faults.each(turns, function(_, turn)
    local path = ("reinforcements[%d]"):format(turn)
    if type(given[turn]) == "table" then
      for _, key in ipairs(Text.sorted_keys(given[turn])) do
        if type(key) == "string" and not GROUP[key] then
          fail(path, "reinforcements have no %q%s; they have units, and at, edge, phase and note", key,
            Text.did_you_mean(key, { "at", "edge", "phase", "note" }))
        end
      end
    end
    Arrivals.group(self, given[turn], path, turn, fail)
  end)
end

-- --- coming -------------------------------------------------------------------------------------------------

local function arrived_hook(self)
  local hook = self:hook "arrived"
  return function(unit)
    local account = unit.side and self:account(unit.side)
    if account then account.units = account.units + 1
    elseif unit.side then self:account(unit.side, true) end       -- which counts it already
    if hook then hook(unit) end
  end
end

-- The places where it can come now; else nil, why not at the first of them.
local function free_places(self, arrival, after)
  local world, free, first = self.kit.world, {}, nil
  for _, place in ipairs(arrival.places) do
    local mark = world:mark()
    local unit = world:create(self.kind, arrival.fields)
    local ok, why = self:put(unit, place, after)
    if ok then free[#free + 1] = place else first = first or why end
    world:rollback(mark)
  end
  if #free == 0 then return nil, first end
  return free
end

--- One unit comes, or is delayed.
local function come(self, arrival)
  local api, after = self.kit.api, arrived_hook(self)
  local free, why = free_places(self, arrival, after)
  if not free then
    self:mark(arrival.key, 0)
    api.note(nil, ("%s is delayed: %s"):format(arrival.name, why))
    return
  end
  local place = free[1]
  if #free > 1 then
    place = api.choose { by = arrival.fields.side or self.kit.game.active, kind = "place", from = free,
      ask = ("Where does %s arrive?"):format(arrival.name) }
  end
  local unit = self.kit.world:create(self.kind, arrival.fields)
  self:put(unit, place, after)
  self:mark(arrival.key, 1)
  api.note(nil, "{unit} arrives at {place}", { unit = unit, place = place })
end

-- Whether it should come now: its turn is there, or an event has called it; not come, not struck off.
local function is_due(self, arrival, phase)
  local game = self.kit.game
  local record = self:record(arrival.key)
  if record then
    if record.times ~= 0 or record.turn == game.turn then return false end
  elseif not arrival.turn or game.turn < arrival.turn then
    return false
  end
  if arrival.phase ~= phase then return false end
  local side = arrival.fields.side
  return not phase or not side or side == game.active or side == game.actor
end

--- Brings all that are due at the beginning of a turn (phase nil) or of a phase.
function Arrivals.bring(self, phase)
  local told = {}
  for _, arrival in ipairs(self.arrivals) do
    if is_due(self, arrival, phase) then
      local group = arrival.group
      if group.note and not told[group] and not self:record(arrival.key) then
        self.kit.api.note(nil, group.note)
      end
      told[group] = true
      come(self, arrival)
    end
  end
end

--- Calls the units of an event: they come at once, or as soon as there is room.
function Arrivals.call(self, list)
  for _, arrival in ipairs(list) do
    if not self:record(arrival.key) then come(self, arrival) end
  end
end

--- Strikes off a unit that has not come yet. Whether there was one.
function Arrivals.strike_off(self, lower)
  local arrival = self.arrival_by_name[lower]
  local record = arrival and self:record(arrival.key)
  if not arrival or (record and record.times ~= 0) then return false end
  self:mark(arrival.key, -1)
  return true
end

--- Who is still expected, as lines for the status: by turn and place.
function Arrivals.expected(self)
  local lines, at = {}, {}
  for _, arrival in ipairs(self.arrivals) do
    local record = self:record(arrival.key)
    local text
    if record and record.times == 0 then
      text = ("Delayed, for %s: "):format(arrival.where)
    elseif not record and arrival.turn then
      text = ("Expected in turn %d, at %s: "):format(arrival.turn, arrival.where)
    end
    if text then
      if not at[text] then
        at[text] = { text }
        lines[#lines + 1] = at[text]
      end
      table.insert(at[text], arrival.name)
    end
  end
  for i, line in ipairs(lines) do
    lines[i] = line[1] .. Text.list(table.move(line, 2, #line, 1, {}))
  end
  return lines
end

return Arrivals
