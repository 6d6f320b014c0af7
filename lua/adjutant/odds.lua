-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds -- exact odds of a command that could be given now, or of the rest of one that
-- waits at a question.
--
-- The procedure is run again from its mark for each branch (core.odds). What a rule told by
-- report(name, value) is tabulated. Past a budget counted in branches it samples instead, from
-- a stream of its own, and says so with a confidence interval.

local Drivers = require "adjutant.drivers"
local Engine = require "adjutant.engine"
local Question = require "adjutant.question"
local Text = require "adjutant.text"

local Odds = {}

local BUDGET = 200000          -- branches
local SAMPLES = 20000
local LIMITS = { cpu_ms = 10000 }   -- no count of instructions: it would cost most of the time
local Z95 = 1.959964           -- two-sided 95 % of the normal distribution

--- A driver that follows the answers given so far, then hands over to `inner`.
local function following(answers, inner)
  if #answers == 0 then return inner end
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

--- What is to be explored: the pending command, or a line. nil, message.
local function subject(game, line)
  if line and line:find("%S") then
    if game.pending then return nil, "a question is open: `odds` alone tells the odds of the rest" end
    local decl, rest = game:find_command(line)
    if not decl then return nil, rest end
    local Command = require "adjutant.command"
    local args, message = Command.parse(decl, rest, game.kit.names)
    if not args then return nil, message end
    return { decl = decl, args = args, answers = {}, mark = game.world:mark(), line = line }
  end
  if not game.pending then return nil, "odds of what? Give the command: odds attack ..." end
  local p = game.pending
  return { decl = p.decl, args = p.args, answers = p.answers, mark = p.mark, line = p.line }
end

local function outcome_key(driver, status, value)
  if status == "refused" then
    return "refused\1" .. value.text .. " [" .. value.rule .. "]"
  end
  return driver.key()
end

local function decode(key)
  local reports = {}
  for part in key:gmatch("[^\2]+") do
    local name, value = part:match("^(.-)\1(.*)$")
    if name then reports[name] = value end
  end
  return reports
end

--- Calls f, which plays from p's mark, within limits and with invariants off. Whatever stops
--- it (Ctrl-C, a limit, no memory), the World is as before. Gives f's two results, then the
--- limit that was reached.
local function looking(game, p, f)
  local check = game.check
  game.check = false
  core.limits.begin(LIMITS)
  local ok, found, why = pcall(f)
  local tripped = core.limits.finish()
  game.world:rollback(p.mark)
  game.kit.engine.stop()
  game.check = check
  if not ok and not tripped then error(found, 0) end
  return found, why, tripped
end

local function explore(game, p, options)
  local world, engine = game.world, game.kit.engine
  local O = core.odds.new { budget = options.budget or BUDGET }
  local function nested(l, q) return game:nested(l, q) end
  local policy = options.policy or Drivers.Policy.usual
  local failure
  local ends = 0
  while O:next() do
    world:rollback(p.mark)
    local exact = Drivers.exact(O, world, policy, nested, options.branch)
    local driver = following(p.answers, exact)
    driver.nested = nested
    local status, value = engine.run(driver, function() game:body(p) end)
    if status == "error" then failure = value break end
    if status ~= "unwound" then
      ends = ends + 1
      O:finish(outcome_key(exact, status, value))
    end
  end
  world:rollback(p.mark)
  if failure then return nil, failure end
  if O:over_budget() then return nil, nil, true end
  local list = {}
  for _, outcome in ipairs(O:outcomes()) do
    list[#list + 1] = { weight = outcome.weight, reports = decode(outcome.key) }
  end
  return { outcomes = list, branches = ends, unmerged = O:unmerged(), runs = O:branches(),
    exact = true }
end

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

--- The exact value of a line when sides choose for the best: expectimax in the order of the
--- questions. options.value(reports) gives a whole number for a branch's end; options.branch
--- says which side wants it high ("max") or low ("min"); the others follow options.policy.
--- A branch that is refused is worth options.refused (0).
function Odds.value(game, line, options)
  local p, message = subject(game, line)
  if not p then return nil, message end
  local world, engine, O = game.world, game.kit.engine, core.odds.new { value = true,
    budget = options.budget or BUDGET }
  local function nested(l, q) return game:nested(l, q) end
  local lines = reaction_lines(game)
  local function explore_values()
    while O:next() do
      world:rollback(p.mark)
      local exact = Drivers.exact(O, world, options.policy or Drivers.Policy.usual, nested,
        options.branch, lines)
      local driver = following(p.answers, exact)
      driver.nested = nested
      local status, value = engine.run(driver, function() game:body(p) end)
      if status == "error" then return nil, value end
      if status ~= "unwound" then
        O:finish(outcome_key(exact, status, value), status == "done" and options.value(exact.reports)
          or options.refused or 0)
      end
    end
    if O:over_budget() then return nil, "too many branches" end
    return O:value()
  end
  local value, why, tripped = looking(game, p, explore_values)
  if tripped then return nil, game.LIMIT_TEXT[tripped] or tripped end
  return value, why
end

local function sample(game, p, options)
  local world, engine = game.world, game.kit.engine
  local stream = game.generator:stream("odds"):split(#p.line)
  local function nested(l, q) return game:nested(l, q) end
  local counts, order = {}, {}
  local n = options.samples or SAMPLES
  for _ = 1, n do
    world:rollback(p.mark)
    local inner = Drivers.sampled(stream, options.policy or Drivers.Policy.usual, nested)
    local keys = {}
    inner.report = function(name, value)
      if inner.reports[name] == nil then keys[#keys + 1] = name end
      inner.reports[name] = value
    end
    inner.key = function()
      local parts = {}
      for i, name in ipairs(keys) do parts[i] = name .. "\1" .. Text.show(inner.reports[name]) end
      return table.concat(parts, "\2")
    end
    local driver = following(p.answers, inner)
    driver.nested = nested
    local status, value = engine.run(driver, function() game:body(p) end)
    if status == "error" then world:rollback(p.mark) return nil, value end
    local key = outcome_key(inner, status, value)
    if not counts[key] then order[#order + 1] = key end
    counts[key] = (counts[key] or 0) + 1
  end
  world:rollback(p.mark)
  local list = {}
  for i, key in ipairs(order) do
    list[i] = { weight = core.ratio.new(counts[key], n), reports = decode(key) }
  end
  return { outcomes = list, samples = n, exact = false }
end

--- The odds of a line (or of the rest of the pending command): { outcomes = list of
--- { weight = ratio, reports = { name = text } }, branches, unmerged, exact, samples }.
--- Looking spends nothing: no die, no journal record, and the World is as before.
function Odds.of(game, line, options)
  options = options or {}
  local p, message = subject(game, line)
  if not p then return nil, message end
  local found, why, tripped = looking(game, p, function()
    local found, why, over = explore(game, p, options)
    if over then return sample(game, p, options) end
    return found, why
  end)
  if game.pending then
    local keep = game.pending.record
    game:rerun(game.pending, function(q) Engine.UNWIND.question = q error(Engine.UNWIND) end)
    game.pending.record = keep
  end
  if tripped then return nil, game.LIMIT_TEXT[tripped] or tripped end
  return found, why
end

-- --- as text --------------------------------------------------------------------------------

--- The distribution of one report: list of { value =, weight = }, in the order of `known`
--- (texts listed by the ruleset), numbers ascending; then the weight of the branches that do
--- not come to it.
function Odds.table(found, name, known)
  local weights, list = {}, {}
  for _, o in ipairs(found.outcomes) do
    local value = o.reports[name]
    if value ~= nil then
      if weights[value] then
        weights[value] = weights[value] + o.weight
      else
        weights[value] = o.weight
        list[#list + 1] = value
      end
    end
  end
  local rank = {}
  for i, value in ipairs(known or {}) do rank[value] = i end
  table.sort(list, function(a, b)
    local na, nb = tonumber(a), tonumber(b)
    if na and nb then return na < nb end
    local ra, rb = rank[a] or 1000, rank[b] or 1000
    if ra ~= rb then return ra < rb end
    return a < b
  end)
  local rows, mass = {}, core.ratio.new(0, 1)
  for i, value in ipairs(list) do
    rows[i] = { value = value, weight = weights[value] }
    mass = mass + weights[value]
  end
  return rows, core.ratio.new(1, 1) - mass
end

local BAR = 30

local function interval(weight, n)
  local p = weight:number()
  local centre = (p + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n)
  local half = Z95 / (1 + Z95 * Z95 / n) * (p * (1 - p) / n + Z95 * Z95 / (4 * n * n)) ^ 0.5
  return ("  %5.2f to %5.2f %%"):format(100 * (centre - half), 100 * (centre + half))
end

local function fraction_text(weight)
  local text = tostring(weight)
  return #text <= 21 and text or "~" .. ("%.9f"):format(weight:number())
end

local MOST_ROWS = 60

local function rows_text(found, rows, lines)
  local width, fraction = 6, 1
  local left_out = #rows - MOST_ROWS
  if left_out > 1 then rows = table.move(rows, 1, MOST_ROWS, 1, {}) end
  for _, row in ipairs(rows) do
    width = math.max(width, #row.value)
    fraction = math.max(fraction, #fraction_text(row.weight))
  end
  for _, row in ipairs(rows) do
    local p = row.weight:number()
    local bar = ("#"):rep(math.floor(p * BAR + 0.5))
    local tail = found.exact and ("%" .. fraction .. "s"):format(fraction_text(row.weight))
      or interval(row.weight, found.samples)
    lines[#lines + 1] = { text = ("  %-" .. width .. "s  %7s  %s  %s"):format(row.value,
      row.weight:percent(2), tail, bar) }
  end
  if left_out > 1 then
    lines[#lines + 1] = { text = ("  and %d more values"):format(left_out), role = "dim" }
  end
end

local function names_of(found, kit)
  local names, seen = {}, {}
  for _, name in ipairs(kit.report_order or {}) do
    for _, o in ipairs(found.outcomes) do
      if o.reports[name] ~= nil and not seen[name] then
        seen[name] = true
        names[#names + 1] = name
      end
    end
  end
  for _, o in ipairs(found.outcomes) do
    local rest = {}
    for name in pairs(o.reports) do if not seen[name] then rest[#rest + 1] = name end end
    table.sort(rest)
    for _, name in ipairs(rest) do
      seen[name] = true
      names[#names + 1] = name
    end
  end
  return names
end

--- The mean of a numeric report among the branches that come to it; nil for texts.
local function mean_of(rows)
  local sum, mass = core.ratio.new(0, 1), core.ratio.new(0, 1)
  for _, row in ipairs(rows) do
    local v = math.tointeger(tonumber(row.value))
    if not v then return nil end
    sum, mass = sum + row.weight * core.ratio.new(v, 1), mass + row.weight
  end
  return #rows > 1 and sum / mass or nil
end

--- What dice can give, exactly, as lines: `dice 2d6`. nil, message for a malformed notation.
function Odds.of_dice(spec)
  local pool, message, column = core.dice.parse(spec)
  if not pool then return nil, ("dice: column %d: %s"):format(column or 1, message) end
  local dist, rows = pool:dist(), {}
  for i = 1, math.min(dist:size(), MOST_ROWS + 2) do
    rows[i] = { value = tostring(dist:value(i)), weight = dist:weight(i) }
  end
  local lines = { { text = pool:prompt(), role = "title" } }
  rows_text({ exact = true }, rows, lines)
  if dist:size() > MOST_ROWS + 1 then
    lines[#lines].text = ("  and %d more values"):format(dist:size() - MOST_ROWS)
  end
  lines[#lines + 1] = { text = ("  mean %.3f"):format(dist:mean():number()), role = "dim" }
  return lines
end

--- Odds as lines for the prompt.
function Odds.lines(found, kit)
  local lines = {}
  for _, name in ipairs(names_of(found, kit)) do
    local rows, rest = Odds.table(found, name, kit.report_values and kit.report_values[name])
    local mean = mean_of(rows)
    local whole = rest:num() == "0"
    if not whole then rows[#rows + 1] = { value = "-", weight = rest } end
    lines[#lines + 1] = { text = name, role = "title" }
    rows_text(found, rows, lines)
    if mean then
      lines[#lines + 1] = { text = ("  mean %.3f%s"):format(mean:number(),
        whole and "" or ", of those that come to it"), role = "dim" }
    end
  end
  if #lines == 0 then lines[1] = { text = "nothing in this command is left to chance" } end
  if found.exact then
    lines[#lines + 1] = { text = ("exact: %s branches after merging, %s before"):format(
      tostring(found.branches), tostring(found.unmerged)), role = "dim" }
  else
    lines[#lines + 1] = { text = ("sampled %d times (too many branches for exact odds); 95 %% intervals")
      :format(found.samples), role = "dim" }
  end
  return lines
end

return Odds
