-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds -- exact odds of a command that could be given now, of the rest of one that waits
-- at a question, of several commands in a row, or of any Lua.
--
-- The procedure is run again from its mark for each branch (adjutant.odds_explore). What a rule
-- told by report(name, value) is tabulated, and what a value and a key make of the end of each
-- branch (adjutant.odds_result). Past a budget counted in branches it samples instead, from a
-- stream of its own, and says so with a confidence interval.

local Explore = require "adjutant.odds_explore"
local Result = require "adjutant.odds_result"
local Text = require "adjutant.text"

local Odds = {}

-- --- what is to be explored --------------------------------------------------------------------

local function of_pending(game)
  local p = game.pending
  if not p then return nil, "odds of what? Give the command: odds attack ..." end
  return { decl = p.decl, args = p.args, answers = p.answers, mark = p.mark, name = p.line }
end

local function of_line(game, line)
  local decl, rest = game:find_command(line)
  if not decl then return nil, rest end
  local ok, args, message = game:arguments(decl, rest)
  if not ok then return nil, args, message end
  if not args then return nil, message end
  return { decl = decl, args = args, mark = game.world:mark(), name = line }
end

local function of_lines(game, lines)
  if #lines == 0 then return nil, "odds: the list of commands is empty" end
  for i, line in ipairs(lines) do
    if type(line) ~= "string" then
      return nil, ("odds: command %d must be a text, not %s"):format(i, Text.show(line))
    end
    local decl, message = game:find_command(line)
    if not decl then return nil, message end
  end
  return { mark = game.world:mark(), name = table.concat(lines, "; "), body = Explore.lines(game, lines) }
end

--- The subject of what: a line, a list of lines, a function of a script, or nothing for the rest
--- of the command that waits. nil, message, limit.
local function subject(game, what)
  local p, message, limit
  local blank = type(what) == "string" and not what:find("%S")
  if what == nil or blank then
    p, message = of_pending(game)
  elseif game.pending then
    return nil, "a question is open: `odds` alone tells the odds of the rest"
  elseif type(what) == "string" then
    p, message, limit = of_line(game, what)
  elseif type(what) == "function" then
    p = { mark = game.world:mark(), name = "function", body = function() what() end, f = what }
  elseif type(what) == "table" then
    p, message = of_lines(game, what)
  else
    return nil, ("odds: run must be a command, a list of commands or a function, not %s")
      :format(Text.show(what))
  end
  if p and not p.body then p.body = Explore.command(game, p) end
  return p, message, limit
end

-- Why there is no such report; nil when there is one, or none was meant.
local function unknown_report(found, declared, report)
  if not report or declared[report] or #found.outcomes == 0 then return nil end
  local names, seen = {}, {}
  for _, o in ipairs(found.outcomes) do
    for name in pairs(o.reports) do
      if name == report or name == "refused" then return nil end
      if not seen[name] then names[#names + 1] = name end
      seen[name] = true
    end
  end
  table.sort(names)
  return ("nothing is reported as %s%s%s"):format(Text.cite(report), Text.did_you_mean(report, names),
    #names > 0 and "; there is " .. Text.list(names) or "")
end

-- At the question again, as it was.
local function take_up(game)
  local pending = game.pending
  local keep = pending.record
  game:rerun(pending, game.stop)
  pending.record = keep
end

-- --- working them out --------------------------------------------------------------------------

--- Odds of a line, a list of lines, a function, or (nil) the rest of the command that waits: a
--- result (adjutant.odds_result). options: budget, samples, title, value = function(reports), key =
--- function(reports) (value_of, key_of: the functions of a script behind them), known = { value or
--- key = the report whose order its values have }, branch = { side = "max"|"min" } (best and worst play; needs a value), policy
--- = function(question) or every = true (all answers alike) for the other choices, unmerged.
--- nil, message, and the limit that was reached. Looking spends nothing.
function Odds.of(game, what, options)
  options = options or {}
  local p, message, stopped = subject(game, what)
  if not p then return nil, message, stopped end
  p.value, p.key, p.branch = options.value, options.key, options.branch
  p.value_of, p.key_of, p.known = options.value_of, options.key_of, options.known
  p.policy, p.every, p.several = options.policy, options.every, options.several
  if p.branch and not p.value then
    return nil, "odds: best and worst need a value, which they make as high or as low as can be"
  end
  local found, why, limit = Explore.odds(game, p, options)
  if game.pending then take_up(game) end
  if not found then return nil, why, limit end
  found.title = options.title or p.name .. (options.suffix or "")
  found.asked_for = options.samples ~= nil and not options.budget
  local known = game.kit.report_values
  for _, name in ipairs { "value", "key" } do
    local missing = options.known and unknown_report(found, known, options.known[name])
    if missing then return nil, ("odds: %s: %s"):format(name, missing) end
  end
  if options.known then
    known = setmetatable({}, { __index = known })
    for name, report in pairs(options.known) do known[name] = game.kit.report_values[report] end
  end
  return Result.new(found, known, game.kit.report_order)
end

--- The exact value of a line when sides choose for the best: expectimax in the order of the
--- questions. options as for `of`.
function Odds.value(game, line, options)
  local found, message, limit = Odds.of(game, line, options)
  if not found then return nil, message, limit end
  return found.best
end

-- --- as text -----------------------------------------------------------------------------------

--- The distribution of one report: list of { value =, weight = }, in the order of `known`
--- (texts listed by the ruleset), numbers ascending; then the weight of the branches that do
--- not come to it.
function Odds.table(found, name, known) return Result.rows(Result.data(found), name, known) end

--- Odds as lines for the prompt. options: name, at_least, by.
function Odds.lines(found, options) return require("adjutant.odds_text").lines(found, options) end

--- What dice can give, exactly, as lines: `dice 2d6`. nil, message for a malformed notation.
function Odds.of_dice(spec) return require("adjutant.odds_text").of_dice(spec) end

--- Compares two results (adjutant.odds_compare). titles: first, second, title.
function Odds.compare(a, b, titles) return require("adjutant.odds_compare").new(a, b, titles) end

return Odds
