-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_explore -- a procedure run once for every branch, or sampled.
--
-- What is explored is a subject: { mark = where the World is put back to, body = function() that
-- plays, name = text for messages, answers = those already given, value = function(reports),
-- key = function(reports), f = the function of a script that plays (then every branch is run
-- twice, and must go the same way), branch, policy, every (see odds_driver) }.

local Driver = require "adjutant.odds_driver"
local Drivers = require "adjutant.drivers"
local Engine = require "adjutant.engine"
local Question = require "adjutant.question"
local Text = require "adjutant.text"

local Explore = {}

-- Without a budget of the player's: so much work, in which a branch from the start of the command counts
-- four times one that goes on at a stage; then so many samples. It is told by work and not by time what is
-- sampled, so that every machine gives the same answer.
local WORK, FROM_START = 60000, 4
local SAMPLES, SAMPLES_PAST_BUDGET = 20000, 5000
local LIMITS = { cpu_ms = 10000 }   -- no count of instructions: it would cost most of the time
local PATIENT = { cpu_ms = 600000 } -- where the player has said how much he wants
local MOST_TOLD = 12           -- dice in a message
local LESS = " (does a rule loop for ever? A smaller budget of branches, or fewer samples, ask for less)"
local PATIENT_TEXT = "stopped: the odds took more than 10 minutes" .. LESS
local LIMIT_TEXT = {
  cpu = "the odds took more than 10 s: say how much you want, as a budget of branches or a number of samples; "
    .. "that has more time",
  instructions = "stopped: the odds used up the budget of instructions" .. LESS }

-- --- following what was answered -------------------------------------------------------------

--- A driver that follows the answers given so far, then hands over to `inner`.
local function following(answers, inner)
  if not answers or #answers == 0 then return inner end
  local n = 0
  local driver = setmetatable({}, { __index = inner })
  local function given(use, ...)
    n = n + 1
    if n > #answers then return nil end
    return use(answers[n], ...)
  end
  function driver.roll(pool, reason, by)
    return given(function(a) return a.total end) or inner.roll(pool, reason, by)
  end
  function driver.roll_as(pool, reason, mapper, by)
    local total = given(function(a) return a.total end)
    if total then return mapper(total) end
    return inner.roll_as(pool, reason, mapper, by)
  end
  function driver.faces(pool, reason, by)
    local faces = given(function(a) return a.faces end)
    return faces and { table.unpack(faces) } or inner.faces(pool, reason, by)
  end
  function driver.draw(list, reason, by)
    local index = given(function(a) return a.index end)
    if index then return list[index] end
    return inner.draw(list, reason, by)
  end
  function driver.choose(q)
    n = n + 1
    if n <= #answers then return Question.value(q, answers[n]) end
    return inner.choose(q)
  end
  function driver.react(q)
    n = n + 1
    if n <= #answers then
      local line = answers[n].line
      if not line then return nil end
      return driver.nested(line, q)
    end
    return inner.react(q)
  end
  return driver
end

-- --- commands within a branch ----------------------------------------------------------------

--- Phases that end, or run by themselves, after a command.
local function settle(game)
  local kit = game.kit
  while kit.sequence and not kit.game.over and kit.game.phase > 0 and kit.game.phase_over do
    game:body { decl = kit.commands.phase, args = {} }
  end
end

--- Plays a command inside the branch that is being run. One that cannot be read there (a unit
--- that is gone) is refused.
function Explore.give(game, line)
  local decl, rest = game:find_command(line)
  if not decl then error(rest, 0) end
  game.kit.engine.waive()
  local args, message = require("adjutant.command").parse(decl, rest, game.kit.names)
  if not args then error(Engine.refusal("command", message), 0) end
  game:body { decl = decl, args = args }
  settle(game)
end

--- What plays the command of p, with what follows by itself.
function Explore.command(game, p)
  p.tail = function()
    game:after_run(p, game.kit.game.waived)
    settle(game)
  end
  return function()
    game:body(p)
    settle(game)
  end
end

--- What plays several lines. Branches that come to the same World after one of them are joined,
--- so what a command but the last has reported is forgotten.
function Explore.lines(game, lines)
  local engine = game.kit.engine
  local function step(i)
    Explore.give(game, lines[i])
    if i == #lines then return end
    local driver = engine.driver()
    driver.forget()
    return driver.boundary("next command", step, i + 1)
  end
  return function() step(1) end
end

-- --- what a branch comes to ------------------------------------------------------------------

local function ratio_of(value)
  if math.type(value) == "integer" then return core.ratio.new(value) end
  if type(value) ~= "userdata" then return nil end
  local text = tostring(value)
  return text:find("^%-?%d+/?%d*$") and core.ratio.parse(text) or nil
end
Explore.ratio_of = ratio_of

-- "FILE:LINE" of the value or key.
local function place_of(p, name) return core.odds.place(p[name .. "_of"] or p[name]) end

local function value_of(p, reports)
  local value = p.value(reports)
  local ratio = ratio_of(value)
  if ratio then return ratio end
  if p.known and p.known.value then
    error(("odds: value: %s is no number: it is reported as %q"):format(p.known.value, Text.show(value)), 0)
  end
  error(("%s: value must be a whole number or an exact fraction of the end state, not %s")
    :format(place_of(p, "value"), value == nil and "nothing" or Text.show(value)), 0)
end

local function key_of(p, reports)
  local key = p.key(reports)
  local text = Text.show(key)
  local kind = type(key)
  if kind == "nil" or kind == "function" or kind == "table" and text == "nothing" then
    error(("%s: key must be a text, a number or an entity, not %s"):format(place_of(p, "key"),
      kind == "nil" and "nothing" or "a " .. kind), 0)
  end
  return text
end

--- Asks f twice at the same end of a branch.
local function asked(ask, p, reports, name)
  local one, two = ask(p, reports), ask(p, reports)
  if one ~= two then
    error(("%s: %s gives two answers for one branch, %s and %s; it may depend on the World alone")
      :format(place_of(p, name), name, tostring(one), tostring(two)), 0)
  end
  return one
end

--- The end of a branch: its outcome as one text, and its value.
local function ending(game, p, status, e, driver)
  local text, reports
  if status == "refused" then
    game.world:rollback(p.mark)
    reports = { refused = Engine.refusal_text(e.rule, e.text) }
    text = "refused\1" .. reports.refused
  else
    text, reports = driver.key(), driver.reports
  end
  local value, key
  if p.key then key = asked(key_of, p, reports, "key") end
  if p.value then value = asked(value_of, p, reports, "value") end
  if key or value then
    text = ("%s\3%s\4%s"):format(text, key or "", value and tostring(value) or "")
  end
  return text, value
end

local function decode(text, p)
  local said, key, value = text, nil, nil
  if p.key or p.value then said, key, value = text:match("^(.*)\3(.*)\4(.*)$") end
  local reports = {}
  for part in said:gmatch("[^\2]+") do
    local name, shown = part:match("^(.-)\1(.*)$")
    if name then reports[name] = shown end
  end
  return { reports = reports, key = p.key and key or nil,
    value = p.value and core.ratio.parse(value) or nil }
end

-- --- exact -----------------------------------------------------------------------------------

--- Lines that may answer a reaction: pass, and all that the candidates allow.
local function reaction_lines(game)
  local Player = require "adjutant.player"
  return function(q)
    local lines = { false }
    for _, name in ipairs(q.commands) do
      for _, l in ipairs(Player.lines(game, game.kit.commands[name])) do lines[#lines + 1] = l end
    end
    return lines
  end
end

local function nested_of(game) return function(line, q) return game:nested(line, q) end end

local function whose(game) return function(q) return q.by or game.kit.game.actor end end

-- Whether last stages are taken at their word: in a command, not in a script that may go on with something
-- else, nor under house rules that change more than cells and options.
local function to_its_end(game, p, options)
  if not p.tail or options.unmerged then return false end
  for _, house in ipairs(game.kit.houses or {}) do
    if require("adjutant.house").changes_rules(house) then return false end
  end
  return true
end

-- Whether nothing is looked at of the end of a branch but what was reported.
local function looks_at_reports(p) return not p.key and (not p.value or (p.known and p.known.value) ~= nil) end

--- Gives run(again) -> status, value, driver, told: one branch of O; or one that `again` tells, its
--- dice written down.
local function runner(game, p, O, options)
  local world, engine = game.world, game.kit.engine
  local about = { odds = O, world = world, policy = p.policy or Drivers.Policy.usual,
    branch = p.branch, several = p.several, every = p.every, whose = whose(game),
    lines = reaction_lines(game), nested = nested_of(game), unmerged = options.unmerged,
    to_its_end = to_its_end(game, p, options), tail = p.tail }
  about.reports_only = about.to_its_end and looks_at_reports(p)
  local exact, body, run = Driver.exact(about), p.body, engine.run
  local from
  local function resume() exact.resume(from) end
  return function(again)
    local driver, told = exact, nil
    from = not again and about.to_its_end and exact.nearest()
    if from then
      world:rollback(from.mark)
      local status, e = run(exact, resume)
      return status == "unwound" and exact.ended and "done" or status, e, exact, nil, true
    end
    world:rollback(p.mark)
    if again then
      about.odds = again
      driver = Driver.telling(Driver.exact(about))
      told = driver.told
    else
      exact.begin()
    end
    local inner = driver
    driver = following(p.answers, inner)
    driver.nested = about.nested
    local status, e = run(driver, body)
    return status == "unwound" and inner.ended and "done" or status, e, inner, told
  end
end

-- The message with the dice that led to it.
local function after(message, told)
  if #told == 0 then return message end
  local rest = #told - MOST_TOLD
  local shown = table.concat(told, "; ", 1, math.min(#told, MOST_TOLD))
  return ("%s (after %s%s)"):format(message, shown, rest > 0 and ("; and %d more"):format(rest) or "")
end

--- The message with the dice of the branch of O that was run last.
local function with_dice(O, run, message)
  if core.limits.tripped() then return message end
  local answers, stages = O:answers()
  local _, _, _, told = run(Driver.again(answers, stages))
  return after(message, told)
end

--- Runs the branch again: what differs, as a text, or nil.
local function differs(game, p, O, run, first)
  local answers, stages = O:answers()
  local again = Driver.again(answers, stages)
  local status, e, driver = run(again)
  local same = status == first.status and again.matches() and game.world:hash() == first.hash
    and driver.key() == first.key and (status ~= "unwound" or again.key == first.stage)
  if same and status ~= "unwound" then same = ending(game, p, status, e, driver) == first.text end
  if same then return nil end
  return ("%s: the function gives two answers for one branch; it may depend on the World and its "
    .. "dice alone"):format(core.odds.place(p.f))
end

--- One branch: nil, or a message; how it ended; whether it was played from the start of the command.
local function branch(game, p, O, run)
  local status, e, driver, _, resumed = run()
  if status == "error" then return with_dice(O, run, e) end
  local first = p.f and { status = status, hash = game.world:hash(), key = driver.key(),
    stage = driver.stage_key }
  if status ~= "unwound" then
    local ok, text, value = pcall(ending, game, p, status, e, driver)
    if not ok then return with_dice(O, run, tostring(text)) end
    if status == "refused" then O:refuse(text, value) else O:finish(text, value) end
    if first then first.text = text end
  end
  if not first then return nil, status, not resumed end
  local why = differs(game, p, O, run, first)
  return why and with_dice(O, run, why), status, true
end

--- nil, message; nil, nil and how many branches there were past the budget.
local function explore(game, p, options)
  local O = core.odds.new { budget = options.budget, value = p.branch ~= nil }
  local run, ends, work = runner(game, p, O, options), 0, options.budget and -math.huge or 0
  while work < WORK and O:next() do
    local why, status, started = branch(game, p, O, run)
    if why then return nil, why end
    if status ~= "unwound" then ends = ends + 1 end
    work = work + (started and FROM_START or 1)
  end
  game.world:rollback(p.mark)
  if O:over_budget() or work >= WORK and O:next() then return nil, nil, O:branches() end
  local list = {}
  for i, outcome in ipairs(O:outcomes()) do
    local o = decode(outcome.key, p)
    o.weight = outcome.weight
    list[i] = o
  end
  return { outcomes = list, branches = ends, unmerged = O:unmerged(), runs = O:branches(),
    exact = true, best = p.branch and O:value() or nil }
end

-- --- sampled ---------------------------------------------------------------------------------

local function sample(game, p, options)
  local world, engine = game.world, game.kit.engine
  local stream = game.generator:stream("odds"):split(#p.name)
  local nested = nested_of(game)
  local inner = Driver.sampled(Drivers.sampled(stream, p.policy or Drivers.Policy.usual, nested),
    p.every and { stream = stream, lines = reaction_lines(game), nested = nested })
  local function throw(driver)
    world:rollback(p.mark)
    inner.forget()
    driver = following(p.answers, driver)
    driver.nested = nested
    return engine.run(driver, p.body)
  end
  local function failed(message, position)
    if core.limits.tripped() then return nil, message end
    stream:seek(position)
    local telling = Driver.telling(inner)
    throw(telling)
    return nil, after(message, telling.told)
  end
  local counts, order = {}, {}
  local n = options.samples or options.budget and SAMPLES or SAMPLES_PAST_BUDGET
  for _ = 1, n do
    local position = stream:position()
    local status, e = throw(inner)
    if status == "error" then return failed(e, position) end
    local ok, text = pcall(ending, game, p, status, e, inner)
    if not ok then return failed(tostring(text), position) end
    if not counts[text] then order[#order + 1] = text end
    counts[text] = (counts[text] or 0) + 1
  end
  world:rollback(p.mark)
  local list = {}
  for i, text in ipairs(order) do
    local o = decode(text, p)
    o.weight = core.ratio.new(counts[text], n)
    list[i] = o
  end
  return { outcomes = list, samples = n, exact = false }
end

-- --- both ------------------------------------------------------------------------------------

--- Calls f, which plays from p's mark, within limits and with invariants off. Whatever stops
--- it (Ctrl-C, a limit, no memory), the World is as before. Gives f's two results; nil, message,
--- limit when one was reached.
local function looking(game, p, limits, f)
  local engine, check, print_out = game.kit.engine, game.check, game.kit.engine.print_out
  game.check, engine.print_out, game.exploring = false, nil, true
  core.limits.begin(limits)
  local ok, found, why = pcall(f)
  local tripped, place = core.limits.finish()
  game.world:rollback(p.mark)
  game.check, engine.print_out, game.exploring = check, print_out, nil
  engine.stop()
  if not ok and not tripped then error(found, 0) end
  local patient = limits == PATIENT and tripped == "cpu"
  if tripped then return nil, game.stopped(tripped, place, patient and PATIENT_TEXT or LIMIT_TEXT[tripped]), tripped end
  return found, why
end

local function explore_or_sample(game, p, options)
  if options.samples and not options.budget and not p.branch then return sample(game, p, options) end
  local found, why, over = explore(game, p, options)
  if not over then return found, why end
  if p.branch then
    return nil, ("more than %d branches: best and worst play cannot be sampled; raise the budget (budget N, which "
      .. "has more time), value a report, or let a policy choose"):format(over)
  end
  core.limits.finish()
  core.limits.begin(options.limits or options.budget and PATIENT or LIMITS)
  return sample(game, p, options)
end

--- The odds of a subject: { outcomes = list of { weight, reports, key, value }, exact, branches,
--- unmerged, runs, samples, best }. options: budget (branches), samples (alone: samples at once),
--- unmerged = true (stages join nothing), limits. nil, message, limit when it cannot be told.
--- Looking spends nothing: no die, no journal record, and the World is as before.
function Explore.odds(game, p, options)
  if game.exploring then return nil, "odds: other odds are being worked out; these cannot begin in them" end
  local wanted = options.budget or options.samples
  return looking(game, p, options.limits or wanted and PATIENT or LIMITS, function() return explore_or_sample(game, p, options) end)
end

return Explore
