-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_script -- odds{}, compare(), best() and worst() for Lua at the prompt, in -e, in
-- run and in init.lua; and who chooses, for these and for `odds COMMAND --best SIDE`.

local Compare = require "adjutant.odds_compare"
local Odds = require "adjutant.odds"
local Result = require "adjutant.odds_result"
local Text = require "adjutant.text"

local Script = {}

local freeze, fail = core.sandbox.freeze, Result.fail

-- --- who chooses -------------------------------------------------------------------------------

local plays = setmetatable({}, { __mode = "k" })     -- what best() and worst() give

local function side_of(game, side)
  local kit, names = game.kit, {}
  for i, s in ipairs(kit.side_list) do
    if s == side or s.key == side or s.name == side then return s end
    names[i] = s.key
  end
  return nil, ("there is no side %s%s; they are %s"):format(Text.cite(Text.show(side)),
    Text.did_you_mean(Text.show(side), names), Text.list(names))
end

--- The play of a side that makes the value as high ("max") or as low ("min") as can be; nil, message.
function Script.play(game, side, way)
  local found, message = side_of(game, side)
  if not found then return nil, message end
  local play = freeze({ side = found, way = way }, way == "max" and "best" or "worst")
  plays[play] = true
  return play
end

local function policy_named(game, name)
  if name == "usual" then return {} end
  if name == "random" then return { every = true } end
  game.kit:load_policies()
  local player, message = require("adjutant.players").new(game.kit, name)
  if not player then return nil, message end
  player.start(core.rng.new(1):stream("odds"))
  return { policy = player.answer }
end

local function one_choice(game, choice, o)
  local found, message
  if plays[choice] then
    o.branch = o.branch or {}
    if o.branch[choice.side] then return nil, ("%s is told twice how to choose"):format(choice.side.name) end
    o.branch[choice.side] = choice.way
    o.several = next(o.branch, (next(o.branch))) ~= nil
    return true
  elseif type(choice) == "string" then
    found, message = policy_named(game, choice)
    if not found then return nil, message end
  elseif type(choice) == "function" then
    local player = require("adjutant.players").policy(game.kit, "choices", { answer = choice })
    found = { policy = player.answer }
  else
    return nil, ("odds: choices must be best(side), worst(side), the name of a policy or a "
      .. "function, not %s"):format(Text.show(choice))
  end
  if o.policy or o.every then return nil, "odds: choices name two policies" end
  o.policy, o.every = found.policy, found.every
  return true
end

--- Enters into o who chooses: best(side), worst(side), the name of a policy, a function of the
--- question, or a list of these. true, or nil and a message.
function Script.choices(game, choices, o)
  local list = type(choices) == "table" and not plays[choices] and choices or { choices }
  for _, choice in ipairs(list) do
    local ok, message = one_choice(game, choice, o)
    if not ok then return nil, message end
  end
  return true
end

-- --- value and key -----------------------------------------------------------------------------

--- A value or key that is the name of a report, as a function.
local function of_report(name, otherwise)
  return function(reports)
    local value = reports[name]
    if value == nil then return otherwise end
    return value
  end
end

-- Functions of scripts see what was reported, and may not change it.
local function seen_by(f)
  return function(reports) return f(freeze(reports)) end
end

--- Enters value and key: a function of the end state, or the name of a report. nil, message.
function Script.measures(given, o)
  for _, name in ipairs { "value", "key" } do
    local measure = given[name]
    if type(measure) == "string" then
      o[name] = of_report(measure, name == "value" and 0 or "-")
      o.known = o.known or {}
      o.known[name] = measure               -- its values in the order of that report
    elseif type(measure) == "function" then
      o[name] = seen_by(measure)
      o[name .. "_of"] = measure
    elseif measure ~= nil then
      return nil, ("odds: %s must be a function of the end state, or the name of a report, not %s")
        :format(name, Text.show(measure))
    end
  end
  return true
end

-- --- odds{} ------------------------------------------------------------------------------------

local KNOWN = { run = true, value = true, key = true, choices = true, given = true, budget = true,
  samples = true, charts = true, with = true, title = true }

local function check_known(t)
  local names = Text.sorted_keys(KNOWN)
  for _, name in ipairs(Text.sorted_keys(t)) do
    if not KNOWN[name] then
      fail(("odds: there is no %s%s"):format(Text.show(name), Text.did_you_mean(Text.show(name), names)))
    end
  end
end

local function whole(t, name)
  local n = t[name]
  if n ~= nil and (math.type(n) ~= "integer" or n < 1) then
    fail(("odds: %s is a whole number from 1, not %s"):format(name, Text.show(n)))
  end
  return n
end

-- given = { name = value, ... }, or a function of the outcome.
local function conditional(found, given)
  if given == nil then return found end
  if type(given) == "function" then return found:given(given) end
  if type(given) ~= "table" then
    fail("odds: given is a table, like { order = \"carried out\" }, or a function of the outcome")
  end
  local names = Text.sorted_keys(given)
  for _, name in ipairs(names) do
    local part, message = Result.given(found, name, given[name])
    if not part then fail("odds: " .. message) end
    found = part
  end
  return found
end

--- A list of a script, frozen or not, as a plain one.
local function plain_list(list)
  if type(list) ~= "table" then return list end
  local copy = {}
  for i, entry in ipairs(list) do copy[i] = entry end
  return copy
end

--- What other rules are called in a title: " with house.lua".
function Script.suffix(t)
  local names = {}
  for i, path in ipairs(type(t.with) == "table" and plain_list(t.with) or { t.with }) do
    names[i] = Text.show(path):match("[^/]*$")
  end
  for name in core.sandbox.pairs(type(t.charts) == "table" and t.charts or {}) do
    names[#names + 1] = "another " .. Text.show(name)
  end
  return #names > 0 and ", with " .. Text.list(names) or ""
end

-- A plain copy of a table of a script.
local function fields_of(t)
  if type(t) == "string" or type(t) == "function" then return { run = t } end
  if type(t) ~= "table" then
    fail("odds{ run = ... }: a table, a command or a function is wanted")
  end
  local copy = {}
  for key, value in pairs(t) do copy[key] = value end
  check_known(copy)
  return copy
end

--- odds{...} of a script: a result. Raises what is wrong.
function Script.odds(game, t)
  t = fields_of(t)
  local o = { budget = whole(t, "budget"), samples = whole(t, "samples"), title = t.title }
  local ok, message = Script.measures(t, o)
  if ok and t.choices ~= nil then ok, message = Script.choices(game, t.choices, o) end
  if not ok then fail(message) end
  if t.run == nil then fail("odds{ run = ... }: say what is to be run") end
  if t.title ~= nil and type(t.title) ~= "string" then fail("odds: the title is a text") end
  local function work_out() return Odds.of(game, plain_list(t.run), o) end
  local found, why, limit
  if t.charts or t.with then
    o.suffix = Script.suffix(t)
    local rules = { charts = t.charts, with = plain_list(t.with) }
    local done
    done, found, why, limit = pcall(require("adjutant.odds_under").run, game, rules, work_out)
    if not done then fail(tostring(found)) end
  else
    found, why, limit = work_out()
  end
  if not found then
    game.inner_limit, game.inner_why = limit, why
    fail(why)
  end
  return conditional(found, t.given)
end

--- compare(a, b) of a script: two results, or what odds{} takes. Raises what is wrong.
function Script.compare(game, a, b)
  if a == nil or b == nil then fail("compare(a, b) takes two odds") end
  if not Result.is(a) then a = Script.odds(game, a) end
  if not Result.is(b) then b = Script.odds(game, b) end
  return Compare.new(a, b)
end

--- best(side): how a side chooses that wants the value high.
function Script.best(game, side)
  local play, message = Script.play(game, side, "max")
  return play or fail("best: " .. message)
end

--- worst(side): how a side chooses that wants the value low.
function Script.worst(game, side)
  local play, message = Script.play(game, side, "min")
  return play or fail("worst: " .. message)
end

return Script
