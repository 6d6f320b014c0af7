-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.engine -- one procedure, many drivers.
--
-- The engine owns the functions that a rule calls while it is played: roll, choose, note and
-- their kin. Each hands its question to the current driver, so that a rule is written once and
-- played live, by hand-thrown dice, from a script, from the journal, exactly or by sampling.
--
-- A driver is a table of functions:
--   roll(pool, reason, by) -> total            roll_as(pool, reason, mapper, by) -> mapped value
--   faces(pool, reason, by) -> list            draw(list, reason, by) -> element
--   choose(question) -> value                  react(question) -> result of the nested command
--   note(rule, template, ctx)  report(name, value)  stage(name, f, ...) -> f's result
--   and, where a driver has a way of its own: last_stage(name, about, f, ...), aside(f, ...)
-- A driver that needs an answer from outside unwinds: it raises Engine.UNWIND, and the command
-- is run again from its mark once the answer is there.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"
local Question = require "adjutant.question"

local Engine = {}

--- Raised to leave a command at a question or a stage; `question` says which.
Engine.UNWIND = setmetatable({}, { __name = "unwinding",
  __tostring = function() return "a question waits for its answer" end })

local Refusal = { __name = "refusal" }
Refusal.__tostring = function(self) return self.text end

--- Whether `e`, caught by pcall, is a rule's refusal ({ rule =, text = }).
function Engine.is_refusal(e) return getmetatable(e) == Refusal end

-- Refusals by no rule of the game: these words stand in no rulebook.
local OF_THE_PROMPT = { command = true, question = true, reaction = true, phase = true,
  ["read-only"] = true }

--- A refusal as it is told: "7.2: the road is closed".
function Engine.refusal_text(rule, text)
  rule, text = rule and tostring(rule), tostring(text)
  if not rule or OF_THE_PROMPT[rule] then return text end
  if text == rule or text:sub(1, #rule + 1) == rule .. ":" then return text end
  return ("%s: %s"):format(rule, text)
end

--- A refusal as a value that can be raised.
function Engine.refusal(rule, text) return setmetatable({ rule = rule, text = Text.brief(text) }, Refusal) end

local MOST_KNOWN = 256                  -- texts, and bytes of each

local function outside()
  error("dice, choices and notes belong inside a command; `dice 2d6` shows what dice can give", 0)
end

local idle = { roll = outside, roll_as = outside, faces = outside, draw = outside,
  choose = outside, react = outside, report = function() end, note = function() end,
  stage = function(_, f, ...) return f(...) end }

local MOST_POOLS = 500

--- A new engine over a register of rules. engine.api holds the functions that scripts see.
function Engine.new(register)
  local engine = { register = register, commands = {}, tostring = tostring }
  local driver = idle
  local waived                       -- nil, or set of rule ids waived for this command
  local pools, pools_kept = {}, 0    -- dice by their text; a rule may make up ever new ones
  local parse = core.dice.parse

  local function pool_of(spec)
    local pool = pools[spec]
    if pool then return pool end
    if type(spec) ~= "string" then
      if type(spec) == "userdata" then return spec end
      error('roll: the dice are given as text, like "2d6"', 3)
    end
    local message, column
    pool, message, column = parse(spec)
    if not pool then
      error(("dice %q, column %d: %s"):format(spec, column or 1, tostring(message)), 3)
    end
    if pools_kept == MOST_POOLS then pools, pools_kept = {}, 0 end
    pools[spec], pools_kept = pool, pools_kept + 1
    return pool
  end
  engine.pool_of = pool_of

  local api = {}
  engine.api = api

  -- Rules say the same few things again and again: what was found to be a text is not looked at again.
  local known, kept = {}, 0

  local function want_text(what, value)
    if type(value) ~= "string" then
      error(("%s is a text, not %s"):format(what, value == nil and "missing" or "a " .. type(value)), 3)
    end
    if #value <= MOST_KNOWN and kept < MOST_KNOWN then known[value], kept = true, kept + 1 end
  end

  --- Throws dice and gives their total. `by`: the side that throws.
  function api.roll(spec, reason, by)
    if reason ~= nil and not known[reason] then want_text("roll: the reason", reason) end
    return driver.roll(pool_of(spec), reason, by)
  end

  --- Throws dice and gives mapper(total). Odds branch once for each distinct result, so use it
  --- wherever only the result matters: roll_as("1d6-1d6", "8.4", function(d) return d >= -ov end).
  function api.roll_as(spec, reason, mapper, by)
    if reason ~= nil and not known[reason] then want_text("roll_as: the reason", reason) end
    return driver.roll_as(pool_of(spec), reason, mapper, by)
  end

  --- Throws dice and gives the list of faces. Odds branch by faces.
  function api.faces(spec, reason, by)
    if reason ~= nil and not known[reason] then want_text("faces: the reason", reason) end
    return driver.faces(pool_of(spec), reason, by)
  end

  --- Takes one element of a list at random, without a die (leaders, chits).
  function api.draw(list, reason, by)
    if type(list) ~= "table" then error("draw: a list is wanted, not a " .. type(list), 2) end
    if #list == 0 then error("draw: the list is empty", 2) end
    if reason ~= nil and not known[reason] then want_text("draw: the reason", reason) end
    return driver.draw(list, reason, by)
  end

  --- Puts a decision to the side that owns it. See Question.prepare for the fields.
  function api.choose(question)
    local q, only = Question.prepare(question)
    if only ~= nil then
      driver.note(q.rule, "{answer}: nothing else to choose", { answer = only })
      return only
    end
    if q.steps then return engine.route(q) end
    return driver.choose(q)
  end

  --- A reaction: a nested command of another side. Gives its result, or nil when declined.
  function api.react(question)
    local q = Question.prepare_reaction(question, engine.commands)
    return driver.react(q)
  end

  --- Says what happened and by which rule. `{a.b}` in the template is filled from ctx.
  function api.note(rule, template, ctx)
    if not known[template] then want_text("note: what is said", template) end
    if rule ~= nil and not known[rule] then want_text("note: the number of the rule", rule) end
    return driver.note(rule, template, ctx)
  end

  local silent_rules                 -- those that run now may not report: how they are called

  --- A machine-readable result of this command; what `odds` tabulates.
  function api.report(name, value)
    if not known[name] then want_text("report: the name", name) end
    if silent_rules then error(("report %q: %s report nothing"):format(name, silent_rules), 2) end
    return driver.report(name, value)
  end

  --- f(...), rules that may report nothing; `called`: in the message, when they do.
  function engine.unreported(called, f, ...)
    silent_rules = called
    local ok, e = xpcall(f, Faults.at_fault, ...)
    silent_rules = nil                -- whoever catches a refusal goes on, an example does
    if not ok then error(e, 0) end
  end

  --- The command itself is over: what runs from now on follows it, and has no last stage of its own.
  function engine.command_over()
    if driver.command_over then driver.command_over() end
  end

  --- Goes on with f(...), which depends on the World and these plain arguments alone. Odds join
  --- branches that meet here.
  function api.stage(name, f, ...)
    if type(f) ~= "function" then
      error(("stage %q: the second argument must be a function, such as a rule"):format(tostring(name)), 2)
    end
    return driver.stage(name, f, ...)
  end

  --- A stage behind which the command has nothing but f(...) left, and all that this reports
  --- depends on `about` (plain values) and its arguments alone, whatever else differs in the World.
  function api.last_stage(name, about, f, ...)
    if type(f) ~= "function" then
      error(("last_stage %q: the third argument must be a function, such as a rule"):format(tostring(name)), 2)
    end
    if driver.last_stage then return driver.last_stage(name, about, f, ...) end
    return driver.stage(name, f, ...)
  end

  --- Does f(...), which reports nothing, and whose dice and draws nothing depends on that the command
  --- reports. Odds take one outcome of them for all, unless the end state is asked for.
  function api.aside(f, ...)
    if type(f) ~= "function" then error("aside: the first argument must be a function, such as a rule", 2) end
    if driver.aside then return driver.aside(f, ...) end
    return f(...)
  end

  --- Refuses the command (or the answer) by a rule, leaving everything as it was.
  function api.refuse(rule, template, ctx)
    if not known[rule] then want_text("refuse: the number of the rule", rule) end
    if not known[template] then want_text("refuse: why", template) end
    if waived and waived[rule] then return end
    error(Engine.refusal(rule, Text.fill(template, ctx)))
  end

  --- Refuses when the condition holds, unless the umpire waived the rule for this command.
  function api.refuse_if(rule, condition, template, ctx)
    if condition and not (waived and waived[rule]) then
      if not known[rule] then want_text("refuse_if: the number of the rule", rule) end
      if not known[template] then want_text("refuse_if: why", template) end
      error(Engine.refusal(rule, Text.fill(template, ctx)))
    end
  end

  --- A number that remembers how it came about (see the tally methods).
  api.tally = core.tally.new                                          -- (name, start)

  --- A route chosen step by step: q.steps(path) gives the places that may come next.
  function engine.route(q)
    local path = { q.start }
    while true do
      local next_places = q.steps(path)
      if #next_places == 0 then break end
      local may_stop = not q.may_stop or q.may_stop(path)
      local options = {}
      for i, place in ipairs(next_places) do options[i] = place end
      if may_stop then options[#options + 1] = { value = Question.STOP, label = "stop" } end
      local step = api.choose { by = q.by, rule = q.rule, ask = q.ask, kind = "one",
        from = options, default = may_stop and Question.STOP or nil }
      if step == Question.STOP then break end
      path[#path + 1] = step
    end
    return path
  end

  local MOST_OUTPUT = 1024 * 1024
  local printed = 0

  --- Shows values, in one line. Silent while odds are worked out and games are sampled.
  function api.print(...)
    local parts = {}
    for i = 1, select("#", ...) do parts[i] = engine.tostring((select(i, ...))) end
    local text = table.concat(parts, "\t")
    local out = driver == idle and engine.print_out or driver.print
    if not out or printed > MOST_OUTPUT then return end
    printed = printed + #text + 1
    if printed > MOST_OUTPUT then text = "(output of more than 1 MiB is cut here)" end
    out(text)
  end

  --- Output is counted anew (a command, or a line of Lua, begins).
  function engine.reset_output() printed = 0 end

  --- Runs body() under a driver. Gives "done", value | "unwound", question |
  --- "refused", refusal | "error", message. The caller holds the World's mark.
  function engine.run(with, body)
    local world = engine.world
    driver = with
    printed, silent_rules = 0, nil
    waived = engine.waived_now and engine.waived_now() or nil
    world:writable(true)
    local ok, e = xpcall(body, Faults.at_fault)
    world:writable(false)
    driver = idle
    if ok then return "done", e end
    if e == Engine.UNWIND then return "unwound", e.question end
    if getmetatable(e) == Refusal then return "refused", e end
    return "error", Text.brief(tostring(e))
  end

  --- Within what is being run another command begins: what is waived for it is looked up.
  function engine.waive() waived = engine.waived_now and engine.waived_now() or nil end

  --- Ends what a limit or an interrupt broke off between two steps of `run`.
  function engine.stop()
    driver = idle
    if engine.world then engine.world:writable(false) end
  end

  --- The driver that is answering now.
  function engine.driver() return driver end

  --- The roller that charts use: one branch for each distinct cell.
  function engine.chart_roller(spec, reason, by, mapper)
    if reason ~= nil and not known[reason] then want_text("chart:roll: the reason", reason) end
    return driver.roll_as(pool_of(spec), reason, mapper, by)
  end

  return engine
end

return Engine
