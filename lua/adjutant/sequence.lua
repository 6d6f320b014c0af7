-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.sequence -- the sequence of play, as data, run as a state machine.
--
--   sequence { each = "side" | "turn", turn_starts =, turn_ends =, command_ends = rule name(s), when = function,
--     { id =, name =, actor = "active"|"other"|"both"|"alternate", starts = rule name(s),
--       automatic = rule name, finishes = rule name, ends = "pass"|"all_passed", when = function } }
--
-- The rules of `command_ends` run at the end of each command of the rules, and of each step to another
-- phase: what is always at once, whatever did it. They are a part of it and report nothing.
-- Pointer, actor and passes are fields of the World's `game` entity, so undo and replay
-- take them along. With each = "side" the list is run for the first side, then the next.
-- In a phase whose actor is "alternate" the sides take turns, one command each; who passes is
-- out for the phase, and the others go on. The side that acts is also the active one there, and
-- `starts` may set game.actor to say who begins.
-- A ruleset may have several sequences: a game takes the first whose `when` agrees, else the
-- one without. A scenario's `schedule` (adjutant.scenario_schedule) is told of turns and phases.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Sequence = {}
Sequence.__index = Sequence

local ACTORS = { active = true, other = true, both = true, alternate = true }
local ENDS = { pass = true, all_passed = true }
Sequence.ACTORS, Sequence.ENDS = ACTORS, ENDS

--- The keys of a sequence that name rules of its own, not of a phase.
Sequence.RULES = { "turn_starts", "turn_ends", "command_ends" }

-- The rules that are named must be there. what: "turn_ends", "phase fire: starts".
local function need(rules, name, what)
  if type(name) == "table" then
    local hole = Faults.hole(name)
    if hole then error(("sequence: %s: rule %d of the list is missing"):format(what, hole), 0) end
    Faults.each(name, function(_, one) need(rules, one, what) end)
  elseif name ~= nil and (type(name) ~= "string" or not rules.by_name[name]) then
    local names = Text.sorted_keys(rules.by_name)
    error(("sequence: %s names the rule %q, which does not exist%s"):format(what, tostring(name),
      Text.did_you_mean(tostring(name), names)), 0)
  end
end

local function check_phase(self, i, p, rules)
  if type(p) ~= "table" or type(p.id) ~= "string" then
    error(("sequence: phase %d has no id"):format(i), 0)
  end
  if self.by_id[p.id] then error(("sequence: the phase %s stands twice"):format(p.id), 0) end
  self.by_id[p.id] = i
  local actor, ends = p.actor or "active", p.ends or "pass"
  if not ACTORS[actor] then
    error(("sequence: phase %s: actor %q is not active, other, both or alternate"):format(p.id,
      tostring(actor)), 0)
  elseif not ENDS[ends] then
    error(("sequence: phase %s: ends %q is not pass or all_passed"):format(p.id, tostring(ends)), 0)
  elseif p.when ~= nil and type(p.when) ~= "function" then
    error(("sequence: phase %s: when is a function that says yes or no"):format(p.id), 0)
  end
  for _, key in ipairs { "starts", "automatic", "finishes" } do need(rules, p[key], ("phase %s: %s"):format(p.id, key)) end
  self.phases[i] = { id = p.id, name = p.name or p.id, rule = p.rule, actor = actor, ends = ends,
    starts = p.starts, automatic = p.automatic, finishes = p.finishes, when = p.when }
end

--- Checks the ruleset's sequence. `rules`: the register, for the names of rules.
function Sequence.new(data, rules)
  if type(data) ~= "table" then error("sequence{ ... } takes a table", 0) end
  local self = setmetatable({ each = data.each or "side", phases = {}, by_id = {}, when = data.when,
    rules = rules }, Sequence)
  for _, key in ipairs(Sequence.RULES) do self[key] = data[key] end
  if self.each ~= "side" and self.each ~= "turn" then
    error(("sequence: each is side or turn, not %s"):format(Text.show(self.each)), 0)
  elseif self.when ~= nil and type(self.when) ~= "function" then
    error("sequence: when is a function that says yes or no", 0)
  end
  local before = Faults.count()
  Faults.each(data, function(i, p) check_phase(self, i, p, rules) end)
  for _, key in ipairs(Sequence.RULES) do Faults.attempt(need, rules, self[key], key) end
  Faults.halt(before)
  if #self.phases == 0 then error("sequence: there is no phase", 0) end
  return self
end

--- The fields of `game` that the sequence needs.
Sequence.FIELDS = {
  { name = "name", kind = "text", default = "game" },
  { name = "turn", kind = "int", default = 0, min = 0, max = 1000000 },
  { name = "turns", kind = "int", default = 0, min = 0, max = 1000000 },
  { name = "phase", kind = "int", default = 0 },
  { name = "phase_over", kind = "bool", default = false },
  { name = "active", kind = "ref", to = { "side" }, needed = true },
  { name = "actor", kind = "ref", to = { "side" }, needed = true },
  { name = "first", kind = "ref", to = { "side" }, needed = true },
  { name = "passes", kind = "int", default = 0 },
  { name = "out", kind = "int", default = 0 },              -- sides that are out of the phase, as bits
  { name = "over", kind = "bool", default = false },
  { name = "winner", kind = "ref", to = { "side" } },
  { name = "verdict", kind = "text", default = "" },
  { name = "waived", kind = "text", default = "" },
  { name = "exceptions", kind = "text", default = "" },
  { name = "rules", kind = "text", default = "" },          -- in force (adjutant.gamerules)
}

--- The phase that the game is in, nil before the start and after the end.
function Sequence:phase(game) return self.phases[game.phase] end

local function side_after(sides, side)
  for i, s in ipairs(sides) do
    if s == side then return sides[i + 1] or sides[1] end
  end
  return sides[1]
end

--- The sides in the order of play, the first player first.
function Sequence.order(game, sides)
  local list, side = {}, game.first or sides[1]
  for i = 1, #sides do
    list[i] = side
    side = side_after(sides, side)
  end
  return list
end

--- Calls the rule of that name, or those of a list, in order; nil calls nothing.
function Sequence:call(name)
  if type(name) == "table" then
    for _, one in ipairs(name) do self.rules.callable[one]() end
  elseif name then
    self.rules.callable[name]()
  end
end

--- Enters the phase that the pointer is at: who acts, and what happens at its start.
function Sequence:enter(game, sides)
  local phase = self.phases[game.phase]
  game.phase_over = false
  game.passes, game.out = 0, 0
  if phase.actor == "other" then
    game.actor = side_after(sides, game.active)
  else
    game.actor = game.active
  end
  if self.schedule then self.schedule:phase_begins(phase) end
  self:call(phase.starts)
  if phase.actor == "alternate" then game.active = game.actor end
end

local function applies(phase) return phase.when == nil or phase.when() end

--- Begins the game: turn 1, first side, first phase or the phase of that id.
function Sequence:start(game, sides, begins)
  game.turn = 1
  game.first = game.first or sides[1]
  game.active = game.first
  game.phase = self.by_id[begins] or 1
  self:call(self.turn_starts)
  if self.schedule then self.schedule:turn_begins() end
  while not applies(self.phases[game.phase]) do self:step(game, sides) end
  self:enter(game, sides)
end

--- Moves the pointer one phase on; a turn may end on the way.
function Sequence:step(game, sides)
  if game.phase < #self.phases then
    game.phase = game.phase + 1
    return
  end
  game.phase = 1
  if self.each == "side" then
    local order = self.order(game, sides)
    if game.active ~= order[#order] then
      game.active = side_after(sides, game.active)
      return
    end
  end
  if self.schedule then
    self.schedule:end_turn(function() self:call(self.turn_ends) end)
  else
    self:call(self.turn_ends)
  end
  if game.over then return end
  if game.turns > 0 and game.turn >= game.turns then    -- and the ruleset named no winner
    game.over, game.verdict = true, "the last turn is over"
    return
  end
  game.turn = game.turn + 1
  game.active = game.first
  self:call(self.turn_starts)
  if self.schedule then self.schedule:turn_begins() end
end

--- Leaves the phase and enters the next that applies. What follows the end of a phase.
function Sequence:advance(game, sides)
  self:call(self.phases[game.phase].finishes)
  if self.schedule and not game.over then
    self.schedule:phase_closes()
    if game.over then return end
  end
  repeat
    self:step(game, sides)
    if game.over then return end
  until applies(self.phases[game.phase])
  self:enter(game, sides)
end

-- The next side, after `side`, that is not out of the phase.
local function next_in(game, sides, side)
  for _ = 1, #sides do
    side = side_after(sides, side)
    for i, s in ipairs(sides) do
      if s == side and game.out & (1 << (i - 1)) == 0 then return side end
    end
  end
  return side
end

--- After a command of a player: whose turn is it now? (Phases that alternate.)
function Sequence:after_command(game, sides, passed)
  local phase = self.phases[game.phase]
  if not phase then return end
  local alternate = phase.actor == "alternate"
  if passed then
    game.passes = game.passes + 1
    for i, side in ipairs(sides) do
      if side == game.actor then game.out = game.out | (1 << (i - 1)) end
    end
    if (phase.ends == "pass" and not alternate) or game.passes >= #sides then game.phase_over = true end
  end
  if alternate and not game.phase_over then
    game.actor = next_in(game, sides, game.actor)
    game.active = game.actor
  end
end

--- At the end of a command, and of a step to another phase: what the rules do then.
function Sequence:end_command() self:call(self.command_ends) end

--- What end_phase() of a rule does: the phase is over; in one that alternates only for the side
--- that acts. True when it counts as its pass.
function Sequence:ends_part(game)
  local phase = self.phases[game.phase]
  if phase and phase.actor == "alternate" then return true end
  game.phase_over = true
  return false
end

return Sequence
