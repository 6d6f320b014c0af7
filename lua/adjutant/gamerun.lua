-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamerun -- one command runs: its line is read, its phase is checked, its answers are given to it
-- in turn, the invariants are looked at, and what a limit or an open question breaks off unwinds.

local Drivers = require "adjutant.drivers"
local Command = require "adjutant.command"
local Question = require "adjutant.question"
local Engine = require "adjutant.engine"
local Faults = require "adjutant.faults"
local Invariants = require "adjutant.invariants"
local Text = require "adjutant.text"

local UNWIND = Engine.UNWIND

local Run = {}

-- --- what a script may use ----------------------------------------------------------------------

Run.LIMIT_TEXT = {
  instructions = "stopped: the command used up its budget of instructions (does a rule loop for ever?)",
  cpu = "stopped: the command used up its time of 10 s (does a rule loop for ever?)",
  memory = "stopped: the command used up its memory of 64 MiB",
  interrupt = "interrupted",
  output = "stopped: too much output",
}

--- What is said of a limit, as core.limits.finish gives it: which, and at which line of a script.
--- `text`: in other words than those for a command.
function Run.stopped(tripped, place, text)
  return (text or Run.LIMIT_TEXT[tripped] or "stopped: " .. tripped) .. (place and " [" .. place .. "]" or "")
end

--- f(...), which may call a script, within limits: true and what it gives (four values); false, message, the
--- limit that was reached if one was, the rule that refuses if one does.
function Run.within(limits, f, ...)
  core.limits.begin(limits)
  local ok, a, b, c, d = xpcall(f, Faults.at_fault, ...)
  local tripped, place = core.limits.finish()
  if tripped then return false, Run.stopped(tripped, place), tripped end
  if not ok then return false, tostring(a), nil, Engine.is_refusal(a) and a.rule or nil end
  return true, a, b, c, d
end

--- The same within the limits of a command.
function Run:limited(f, ...) return Run.within(self.limits, f, ...) end

-- --- what a line means --------------------------------------------------------------------------

--- Splits a line into the declaration of its command and the rest. nil, message when unknown.
function Run:find_command(line)
  local word, rest = line:match("^%s*([%l][%l%d-]*)%s*(.*)$")
  local decl = word and self.kit.commands[word]
  if not decl then
    local names = {}
    for i, c in ipairs(self.kit.command_list) do names[i] = c.name end
    return nil, ("%s is no command%s"):format(Text.cite(word or line),
      Text.did_you_mean(word or line, names))
  end
  return decl, rest
end

--- The arguments of a command, read from the words after its name: true and they, or true, nil and what is
--- wrong with the words. As `limited` when that was stopped, for candidates are asked of the rules.
function Run:arguments(decl, rest) return self:limited(Command.parse, decl, rest, self.kit.names) end

--- Why a command cannot be given now, whatever it is given with; nil when it can.
function Run:out_of_phase(decl)
  if decl.builtin and decl.name ~= "end" then return nil end
  local game = self.kit.game
  local sequence = self.kit.sequence
  local phase = sequence and sequence:phase(game)
  if decl.looks_ahead then
    return not self.exploring and ("%s only looks ahead: odds %s"):format(decl.name, Command.usage(decl)) or nil
  elseif game.over then
    return "the game is over: " .. game.verdict
  elseif decl.reaction then
    return ("%s is an answer to the other side, not a command of its own"):format(decl.name)
  elseif decl.phases and phase and not decl.phases[phase.id] then
    local names = {}
    for i, id in ipairs(decl.phase_names) do
      local p = sequence.phases[sequence.by_id[id]]
      names[i] = p and p.name or id
    end
    return ("%s belongs to another phase (%s); it is now %s"):format(decl.name,
      Text.list(Text.distinct(names), "or"), phase.name)
  end
end

--- The same of a line, whatever its words; nil too when it is no command.
function Run:barred(line)
  local decl = self:find_command(line)
  return decl and self:out_of_phase(decl) or nil
end

--- The command that a line means, and its arguments. nil, message, and the limit that stopped it.
function Run:read(line)
  local decl, rest = self:find_command(line)
  if not decl then return nil, rest end
  local ok, args, message = self:arguments(decl, rest)
  if not ok then return nil, args, message end
  if args and decl.resolve then args, message = decl.resolve(self, args) end
  if not args then return nil, message end
  return decl, args
end

-- --- running it ---------------------------------------------------------------------------------

--- Parses and runs a nested command of a reaction. Its refusal is a refused answer.
function Run:nested(line, q)
  local decl, rest = self:find_command(line)
  if not decl then error(Engine.refusal("reaction", rest), 0) end
  local allowed = false
  for _, name in ipairs(q.commands) do allowed = allowed or name == decl.name end
  if not allowed then
    error(Engine.refusal("reaction", ("%s is no answer here; %s"):format(decl.name,
      Question.expected(q))), 0)
  end
  local args, message = Command.parse(decl, rest, self.kit.names)
  if not args then error(Engine.refusal("reaction", message), 0) end
  args.about = q.about
  return decl.run(args)
end

local function check_phase(self, decl)
  local why = self:out_of_phase(decl)
  if why then self.kit.api.refuse("phase", why) end
end

-- The exceptions that are known, as texts without their figures: what is too much by one less is the same.
local function without_figures(text) return (text:gsub("%d+", "#")) end

local function check_invariants(self, forgiving, new)
  local kit = self.kit
  local broken = Invariants.all_broken(new or kit)
  for i, found in ipairs(broken) do broken[i] = found[1] .. ": " .. found[2] end
  local known, now, expected = kit.game.exceptions, {}, {}
  for text in known:gmatch "[^\n]+" do expected[without_figures(text)] = true end
  for _, text in ipairs(broken) do
    now[#now + 1] = text
    if not expected[without_figures(text)] then
      if not forgiving then error("broken invariant: " .. text, 0) end
      kit.api.note("invariant", "known from now on as an exception: " .. text)
    end
  end
  local joined = table.concat(now, "\n")
  if joined ~= known then kit.game.exceptions = joined end
end

--- What runs inside the engine for the pending command `p`.
function Run:body(p)
  local kit = self.kit
  check_phase(self, p.decl)
  kit.passed = false
  local waived = kit.game.waived
  p.decl.run(p.args)
  self:after_run(p, waived)
end

local AT_THE_END = "rules of command_ends"

--- What the rules do at the end of a command: one of theirs, or the step to another phase.
function Run:end_command(decl)
  if decl.builtin and decl.name ~= "phase" then return end
  local kit = self.kit
  local sequence = kit.sequence
  if sequence and sequence.command_ends then
    kit.engine.unreported(AT_THE_END, sequence.end_command, sequence)
  end
end

--- What follows a command by itself; waived: what was waived for it, kit.game.waived.
function Run:after_run(p, waived)
  local kit = self.kit
  kit.engine.command_over()
  self:end_command(p.decl)
  if kit.game.rules ~= self.rules_now and not p.decl.changes_rules then
    error("game.rules is kept by `with`, `without` and `reload`", 0)
  end
  if not p.decl.builtin or p.decl.name == "end" then
    if kit.sequence then
      kit.sequence:after_command(kit.game, kit.side_list, kit.passed)
    end
    if waived ~= "" then kit.game.waived = "" end
  end
  if self.check then
    local new = p.decl.changes_rules and self:kit_for(kit.game.rules)
    check_invariants(self, p.decl.builtin or waived ~= "", new)
  end
end

--- Runs the pending command from its mark with the answers it has. `source` gives the next.
function Run:rerun(p, source)
  self.world:rollback(p.mark)
  local kit = self.kit
  local driver = Drivers.recorded(p.answers, source, function(line, q) return self:nested(line, q) end,
    function() return kit.game.actor end)
  local function body() self:body(p) end
  core.limits.begin(self.limits)
  local status, value = self.kit.engine.run(driver, body)
  local tripped, place = core.limits.tripped()
  core.limits.finish()
  p.record, p.reports = driver.record, driver.reports
  if tripped then return "error", Run.stopped(tripped, place), tripped end
  return status, value
end

-- The labels of what can be chosen are made here, while what a rule gives for them can still be its error.
local function stop(q)
  local _ = q.options
  UNWIND.question = q
  error(UNWIND)
end

--- The source of answers in play: live dice are thrown and written down, the rest unwinds.
function Run:live_source(p)
  return function(q, n)
    local no_dice = q.kind == "roll" and q.pool:count() == 0          -- 0d6: nothing to throw
    if no_dice or self.dice_mode == "live" and (q.kind == "roll" or q.kind == "draw") then
      local stream = self.stream
      stream:seek(self.position)
      local a
      if q.kind == "roll" then
        local total, faces = q.pool:roll(stream)
        a = { total = total, faces = faces }
      else
        a = { index = stream:below(#q.options) + 1 }
      end
      a.position = stream:position()
      p.answers[n] = a                 -- it has its place before the journal has it
      self:write_answer(p, q, a)
      self.position = a.position
      return a
    end
    return stop(q)
  end
end

Run.stop = stop

--- Adds what is here to the class of games.
function Run.install(Game)
  for name, f in pairs(Run) do
    if name ~= "install" then Game[name] = f end
  end
end

return Run
