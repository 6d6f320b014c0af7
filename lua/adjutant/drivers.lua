-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.drivers -- who answers the questions of a rule.
--
-- `recorded` serves live, manual and replay: it follows a list of answers and asks its source
-- for the next. `scripted` and `sampled` answer at once and keep no record, and so does the
-- driver of exact odds (adjutant.odds_driver).

local Engine = require "adjutant.engine"
local Question = require "adjutant.question"
local Text = require "adjutant.text"

local Drivers = {}

-- --- recorded: live, manual, replay ------------------------------------------------------

local function dice_line(q, a)
  local faces = a.faces and #a.faces > 1 and " (" .. table.concat(a.faces, " ") .. ")" or ""
  local by = q.by and Text.show(q.by) .. ": " or ""
  return ("%s%s = %d%s"):format(by, q.pool:text(), a.total, faces)
end

local function choice_line(q, a)
  local by = q.by and Text.show(q.by) .. ": " or ""
  if q.kind == "command" then return by .. (a.line or "pass") end
  return by .. q.ask:gsub("%?$", "") .. ": " .. Question.shown(q, Question.value(q, a))
end

-- What one command may say (bytes) and ask.
local MOST_SAID, MOST_ANSWERS = 1024 * 1024, 20000
local LINE_BYTES = 224                  -- what a line costs in memory besides its text: the log keeps it

--- A driver that follows self.answers and then asks source(question, n). The source returns
--- an answer, or raises. What happened is kept in driver.record: a list of
--- { kind = "note"|"dice"|"choice", rule =, text =, tallies = }; reports in driver.reports.
--- `nested(line, question)` runs the nested command of a reaction; `actor()`, when given, is whose go it
--- is when something is kept (a command that ends a phase goes on into the next one).
function Drivers.recorded(answers, source, nested, actor)
  local driver = { answers = answers, n = 0, record = {}, reports = {} }
  local record, said = driver.record, 0

  local function keep(entry)
    if said > MOST_SAID then return end
    said = said + #entry.text + LINE_BYTES
    if said > MOST_SAID then entry = { kind = "print", text = "(output of more than 1 MiB is cut here)" } end
    entry.actor = actor and actor()
    record[#record + 1] = entry
  end

  local function answer(q)
    local n = driver.n + 1
    if n > MOST_ANSWERS then
      error(("a command of more than %d dice and choices (does a rule loop for ever?)")
        :format(MOST_ANSWERS), 0)
    end
    driver.n = n
    local a = answers[n]
    if a == nil then
      a = source(q, n)
      answers[n] = a
    elseif a.payload and not a.decoded then
      local decoded = Question.decode(q, a.payload)
      if not decoded then
        error(("answer %d was %q, but the rules now ask: %s (%s)"):format(n, a.payload,
          q.ask or q.reason or "?", q.kind), 0)
      end
      for key, value in pairs(decoded) do a[key] = value end
      a.decoded = true
    end
    a.by = q.by or actor and actor() or nil          -- whose it is to take back
    return a
  end

  local function thrown(pool, reason, by)
    local q = { kind = "roll", pool = pool, spec = pool:text(), reason = reason, by = by,
      ask = reason }
    local a = answer(q)
    keep { kind = "dice", rule = reason and reason:match("^[%d.]+[a-z]?"),
      text = dice_line(q, a), reason = reason }
    return a
  end

  function driver.roll(pool, reason, by) return thrown(pool, reason, by).total end

  function driver.roll_as(pool, reason, mapper, by)
    return mapper(thrown(pool, reason, by).total)
  end

  function driver.faces(pool, reason, by)
    local a = thrown(pool, reason, by)
    if not a.faces then
      error(Engine.refusal("dice", ("%s: the single faces are needed here, not only the total")
        :format(reason or pool:text())))
    end
    return { table.unpack(a.faces) }
  end

  function driver.draw(list, reason, by)
    local options = {}
    for i, value in ipairs(list) do options[i] = { value = value, label = Text.show(value) } end
    local q = { kind = "draw", options = options, reason = reason, ask = reason or "Draw", by = by }
    local a = answer(q)
    keep { kind = "dice", text = choice_line(q, a), reason = reason }
    return options[a.index].value
  end

  function driver.choose(q)
    local a = answer(q)
    keep { kind = "choice", rule = q.rule, text = choice_line(q, a) }
    return Question.value(q, a)
  end

  function driver.react(q)
    local a = answer(q)
    keep { kind = "choice", rule = q.rule, text = choice_line(q, a) }
    if not a.line then return nil end
    return nested(a.line, q)
  end

  function driver.note(rule, template, ctx)
    if said > MOST_SAID then return end
    local tallies = {}
    local text = Text.fill(template, ctx, tallies)
    keep { kind = "note", rule = rule, text = text,
      tallies = #tallies > 0 and Drivers.steps(tallies) or nil }
  end

  function driver.print(text) keep { kind = "print", text = text } end

  function driver.report(name, value)
    if #driver.reports >= MOST_ANSWERS then error("too many reports in one command", 3) end
    driver.reports[#driver.reports + 1] = { name = name, value = Text.show(value) }
  end

  function driver.stage(_, f, ...) return f(...) end

  return driver
end

--- The derivations of tallies, copied out of them.
function Drivers.steps(tallies)
  local copies = {}
  for i, t in ipairs(tallies) do
    copies[i] = { total = tostring(t.total), name = t.name, steps = t:steps(), text = tostring(t) }
  end
  return copies
end

-- --- scripted ----------------------------------------------------------------------------

local function nothing() end

--- Dice and choices dealt by hand. dice: list of totals, or lists of faces. choices: list of
--- option values, lists of them, numbers, booleans, nested command lines (or false for pass),
--- or functions of the question. Running out, or a deal that is impossible, is an error.
function Drivers.scripted(dice, choices, nested)
  local driver = { dice_used = 0, choices_used = 0, notes = {}, reports = {} }
  dice, choices = dice or {}, choices or {}

  local function deal(pool, reason)
    local n = driver.dice_used + 1
    driver.dice_used = n
    local dealt = dice[n]
    if dealt == nil then
      error(("no die left for %s (%s): %d were dealt"):format(pool:text(), reason or "?", #dice), 4)
    end
    if type(dealt) == "table" then
      local total, message = pool:value(dealt)
      if not total then error(("deal %d for %s: %s"):format(n, pool:text(), message), 4) end
      return total, dealt
    end
    if pool:dist():probability(dealt):num() == "0" then
      error(("deal %d: %s cannot give %s (%s)"):format(n, pool:text(), tostring(dealt),
        reason or "?"), 4)
    end
    return dealt, { dealt }
  end

  function driver.roll(pool, reason) return (deal(pool, reason)) end
  function driver.roll_as(pool, reason, mapper) return mapper((deal(pool, reason))) end
  function driver.faces(pool, reason)
    local _, faces = deal(pool, reason)
    if #faces ~= pool:count() then
      error(("%s: deal the single faces, as a list"):format(pool:text()), 3)
    end
    return { table.unpack(faces) }
  end

  local function next_choice(q)
    local n = driver.choices_used + 1
    driver.choices_used = n
    local value = choices[n]
    if value == nil then
      if q.default ~= nil then return q.default end
      error(("no answer left for: %s (%s)"):format(q.ask or "?", q.kind), 4)
    end
    if type(value) == "function" then value = value(q) end
    return value
  end

  local function pick(q)
    local value = next_choice(q)
    local a, message = Question.answer_of(q, value)
    if not a then error(("answer to %q: %s"):format(q.ask, message), 4) end
    return Question.value(q, a)
  end

  function driver.choose(q) return pick(q) end
  function driver.draw(list)
    local n = driver.dice_used + 1
    driver.dice_used = n
    local dealt = dice[n]
    for _, value in ipairs(list) do if value == dealt then return value end end
    error(("draw: %s is not in the list"):format(Text.show(dealt)), 3)
  end
  function driver.react(q)
    local value = next_choice(q)
    if not value then return nil end
    return nested(value, q)
  end
  function driver.note(rule, template, ctx)
    if driver.keep_notes then
      driver.notes[#driver.notes + 1] = { rule = rule, text = Text.fill(template, ctx) }
    end
  end
  function driver.report(name, value) driver.reports[name] = value end
  function driver.stage(_, f, ...) return f(...) end
  return driver
end

-- --- policies ----------------------------------------------------------------------------

local Policy = {}
Drivers.Policy = Policy

local value_at = Question.value_at

local function first(q, n)
  local values = {}
  for i = 1, n do values[i] = value_at(q, i) end
  return values
end

--- What a rule names as the usual answer (`default`), or else the first possible one.
function Policy.usual(q)
  local default = q.default
  if type(default) == "function" then default = default(q) end
  if default ~= nil then return default end
  local kind = q.kind
  if kind == "yesno" then return false end
  if kind == "command" then return false end
  if kind == "count" or kind == "number" then return q.min end
  if kind == "some" then return first(q, q.min) end
  if kind == "order" then return first(q, #q.from) end
  return value_at(q, 1)
end

--- A policy that answers at random from its own stream of the generator.
function Policy.random(stream)
  local function below(n) return stream:below(n) end
  local function sample(q, n)
    local rest, taken = {}, {}
    for i = 1, #q.from do rest[i] = i end
    for i = 1, n do
      local j = i + below(#rest - i + 1)
      rest[i], rest[j] = rest[j], rest[i]
      taken[i] = value_at(q, rest[i])
    end
    return taken
  end
  return function(q)
    local kind = q.kind
    if kind == "yesno" then return below(2) == 1 end
    if kind == "count" or kind == "number" then
      return q.min + below((q.max or q.min + 9) - q.min + 1)
    end
    if kind == "some" then
      return sample(q, q.min + below(q.max - q.min + 1))
    end
    if kind == "order" then return sample(q, #q.from) end
    if kind == "command" then
      if below(2) == 0 then return false end
      return q.sample and q.sample(stream) or false
    end
    return value_at(q, below(#q.from) + 1)
  end
end

-- --- sampled -----------------------------------------------------------------------------

--- Answers dice from `stream` and choices by `policy`. For studies and playouts.
function Drivers.sampled(stream, policy, nested)
  local driver = { reports = {}, answered = 0 }
  function driver.roll(pool)
    driver.answered = driver.answered + 1
    return pool:total_only(stream)
  end
  function driver.roll_as(pool, _, mapper)
    driver.answered = driver.answered + 1
    return mapper(pool:total_only(stream))
  end
  function driver.faces(pool)
    driver.answered = driver.answered + 1
    local _, faces = pool:roll(stream)
    return faces
  end
  function driver.draw(list)
    driver.answered = driver.answered + 1
    return list[stream:below(#list) + 1]
  end
  function driver.choose(q)
    driver.answered = driver.answered + 1
    return policy(q)
  end
  function driver.react(q)
    driver.answered = driver.answered + 1
    local line = policy(q)
    if not line then return nil end
    return nested(line, q)
  end
  driver.note = nothing
  function driver.report(name, value) driver.reports[name] = value end
  function driver.stage(_, f, ...) return f(...) end
  return driver
end

return Drivers
