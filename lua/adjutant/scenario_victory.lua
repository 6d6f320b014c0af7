-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario_victory -- who has won, as data.
--
--   victory = {
--     { side = "allied", holds = { "Blenheim", "Oberglauheim" }, at = "end" },
--     { side = "french", enemy_lost = 10 },                          at the end of any turn
--     { side = "allied", alone = true, at = "once" },                after any phase
--     points = {                                                     counted at the end
--       { side = "allied", holds = "Blenheim", worth = 5 },
--       { side = "french", each_enemy_lost = 1 },
--       { side = "allied", holds = "The Mill", worth = 1, at = "turn" },     after every turn
--     },
--     margin = 3,                                                    that the best must be ahead
--     otherwise = "draw",                                            or the id of a side
--   }
--
-- The rows are asked in order; the first that holds names the winner.

local Faults = require "adjutant.faults"
local Conditions = require "adjutant.scenario_conditions"
local Text = require "adjutant.text"

local Victory = {}

local MOMENTS = { ["end"] = "the end of the last turn", ["turn"] = "the end of any turn",
  ["any turn"] = "the end of any turn", once = "after any phase", ["at once"] = "after any phase" }
local PLAIN = { ["any turn"] = "turn", ["at once"] = "once" }
local OWN = { at = true, because = true }
local POINT_KEYS = { worth = true, at = true, each_enemy_lost = true, each_held = true }
local TOP = { points = true, margin = true, otherwise = true }

-- --- reading ----------------------------------------------------------------------------------------------

local function check_keys(row, own, path, what, fail)
  local known = {}
  for _, key in ipairs(Conditions.KEYS) do known[key] = true end
  for key in pairs(own) do known[key] = true end
  local names, unknown = {}, {}
  for key in pairs(known) do names[#names + 1] = key end
  table.sort(names)
  for key in pairs(row) do if not known[key] then unknown[#unknown + 1] = tostring(key) end end
  table.sort(unknown)
  if unknown[1] then
    fail(path, "%s has no %q%s; it has %s", what, unknown[1], Text.did_you_mean(unknown[1], names),
      Text.list(names))
  end
end

local function moment_of(self, given, usual, path, fail)
  if given ~= nil and not MOMENTS[given] then
    fail(path .. ".at", 'expected "end", "turn" or "once", found %s', Text.show(given))
  end
  local moment = PLAIN[given] or given or usual
  if moment == "end" and not self.turns then
    fail(path, "it is asked at the end of the last turn, but the scenario does not say how many: turns = 6")
  end
  return moment
end

local function read_row(self, row, path, fail)
  if type(row) ~= "table" then
    fail(path, 'expected a table like { side = %q, holds = "A place" }', self.kit.sides[1].id)
  end
  check_keys(row, OWN, path, "a way to win", fail)
  local c = Conditions.read(self, row, path, fail)
  if not c.side then fail(path, "who wins? side = %q", self.kit.sides[1].id) end
  if Conditions.is_empty(c) then
    fail(path, 'how? holds = { places }, enemy_lost = 10, alone = true, points = 20, or test = function')
  end
  if row.because ~= nil and type(row.because) ~= "string" then fail(path .. ".because", "expected a text") end
  return { condition = c, side = c.side, at = moment_of(self, row.at, "turn", path, fail),
    because = row.because }
end

local function read_points(self, row, path, fail)
  if type(row) ~= "table" then
    fail(path, 'expected a table like { side = %q, holds = "A place", worth = 5 }', self.kit.sides[1].id)
  end
  check_keys(row, POINT_KEYS, path, "an entry of points", fail)
  local c = Conditions.read(self, row, path, fail)
  if not c.side then fail(path, "for whom? side = %q", self.kit.sides[1].id) end
  local entry = { condition = c, side = c.side, at = moment_of(self, row.at, "end", path, fail) }
  for _, key in ipairs { "worth", "each_enemy_lost", "each_held" } do
    if row[key] ~= nil and math.type(row[key]) ~= "integer" then
      fail(path .. "." .. key, "expected a whole number, found %s", Text.show(row[key]))
    end
    entry[key] = row[key]
  end
  if entry.each_held and not c.holds then fail(path, "each_held needs holds = { places }") end
  if not entry.worth and not entry.each_enemy_lost and not entry.each_held then
    fail(path, "how many points? worth = 5, each_held = 2 or each_enemy_lost = 1")
  end
  self.counts_points = true
  return entry
end

--- Reads a scenario's victory, a table.
function Victory.read(self, given, fail)
  local list = { points = {} }
  for _, key in ipairs(Text.sorted_keys(given)) do
    if math.type(key) ~= "integer" and not TOP[key] then
      fail("victory", "it has no %q%s; it has ways to win in braces, and points, margin and otherwise",
        tostring(key), Text.did_you_mean(tostring(key), { "points", "margin", "otherwise" }))
    end
  end
  self.victory_rows = list
  local before = Faults.count()
  Faults.each(given, function(i, row) list[i] = read_row(self, row, ("victory[%d]"):format(i), fail) end)
  if type(given.points) ~= "table" and given.points ~= nil then
    fail("victory.points", "expected a list like { { side = %q, holds = \"A place\", worth = 5 } }", self.kit.sides[1].id)
  end
  Faults.each(given.points or {}, function(i, row)
    list.points[i] = read_points(self, row, ("victory.points[%d]"):format(i), fail)
  end)
  Faults.halt(before)
  list.margin = given.margin == nil and 1 or given.margin
  if math.type(list.margin) ~= "integer" or list.margin < 1 then
    fail("victory.margin", "expected a whole number, 1 or more, found %s", Text.show(given.margin))
  end
  if given.otherwise ~= nil and given.otherwise ~= "draw" then
    list.otherwise = Conditions.side(self.kit, given.otherwise, "victory.otherwise", fail)
  end
  if #list == 0 and #list.points == 0 and not list.otherwise then
    fail("victory", "nobody can win: it needs a way to win, points or otherwise")
  end
  if #list.points > 0 or given.otherwise ~= nil then moment_of(self, "end", "end", "victory", fail) end
end

-- --- judging --------------------------------------------------------------------------------------------------

local function sentence(row)
  return row.because or ("the %s side %s"):format(row.side.name, Conditions.text(row.condition))
end

local function held(self, c)
  local n = 0
  for _, place in ipairs(c.holds) do if self:holder(place) == c.side then n = n + 1 end end
  return n
end

local function enemies_lost(self, side)
  local sum = 0
  for _, other in ipairs(self.kit.side_list) do
    if other ~= side then sum = sum + self:lost(other) end
  end
  return sum
end

-- The points of an entry now.
local function worth(self, entry)
  local c = entry.condition
  if entry.each_held then return entry.each_held * held(self, c) end
  local bare = Conditions.is_empty(c)
  if not bare and not Conditions.holds(c) then return 0 end
  return (entry.worth or 0) + (entry.each_enemy_lost or 0) * (entry.each_enemy_lost and enemies_lost(self, entry.side) or 0)
end

--- Gives the points that every turn brings.
function Victory.score_turn(self)
  for _, entry in ipairs(self.victory_rows.points) do
    local points = entry.at ~= "end" and worth(self, entry) or 0
    if points ~= 0 then
      self:score(entry.side, points)
      self.kit.api.note(nil, ("%s: %+d points, now %d"):format(entry.side.name, points, self:points(entry.side)))
    end
  end
end

-- At the end: the winner on points and the count in words; nil, words when nobody is ahead enough.
local function by_points(self)
  local list, parts = {}, {}
  for i, side in ipairs(self.kit.side_list) do
    local sum = self:points(side)
    for _, entry in ipairs(self.victory_rows.points) do
      if entry.side == side and entry.at == "end" then sum = sum + worth(self, entry) end
    end
    list[i] = { side = side, sum = sum }
    parts[i] = ("%s %d"):format(side.name, sum)
  end
  table.sort(list, function(a, b) return a.sum > b.sum end)
  local ahead = list[1].sum - (list[2] and list[2].sum or 0)
  local text = table.concat(parts, ", ")
  if ahead < self.victory_rows.margin then return nil, text end
  return list[1].side, text
end

local function at_the_end(self)
  local rows = self.victory_rows
  local points
  if #rows.points > 0 then
    local winner
    winner, points = by_points(self)
    if winner then return winner, "on points: " .. points end
  end
  points = points and " (points: " .. points .. ")" or ""
  if rows.otherwise then
    return rows.otherwise, ("the %s side has held out%s"):format(rows.otherwise.name, points)
  elseif self.turns then
    return nil, "a draw: nobody has won" .. points
  end
  return nil
end

--- The winner and why; nothing while the game goes on. `ending`: a turn ends now.
function Victory.verdict(self, ending)
  local game = self.kit.game
  local last = ending and game.turns > 0 and game.turn >= game.turns
  for _, row in ipairs(self.victory_rows) do
    if (row.at == "once" or ending and row.at == "turn" or last) and Conditions.holds(row.condition) then
      return row.side, sentence(row)
    end
  end
  if last then return at_the_end(self) end
  return nil
end

--- Who wins how, in one line: for the head of a game.
function Victory.aim(self)
  local parts = {}
  for i, row in ipairs(self.victory_rows) do
    parts[i] = ("%s: %s (%s)"):format(row.side.name, row.because or Conditions.text(row.condition), MOMENTS[row.at])
  end
  local rows = self.victory_rows
  if #rows.points > 0 then parts[#parts + 1] = "else by points" end
  if rows.otherwise then parts[#parts + 1] = "otherwise " .. rows.otherwise.name end
  return table.concat(parts, "; ")
end

return Victory
