-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_driver -- who answers while odds are worked out.
--
-- `exact` takes every outcome in turn from an exploration (core.odds); `telling` runs one branch
-- of it again and writes down its dice.

local Engine = require "adjutant.engine"
local Question = require "adjutant.question"
local Text = require "adjutant.text"

local Driver = {}

local UNWIND = Engine.UNWIND
local MOST_SELECTIONS = 4096

local function nothing() end

local uniform = {}
--- The even distribution over 1..n.
function Driver.uniform(n)
  local d = uniform[n]
  if not d then
    d = core.dice.uniform(n)
    uniform[n] = d
  end
  return d
end

-- --- every possible answer -------------------------------------------------------------------

local function orders(q, n, add)
  local taken, list = {}, {}
  local function permute()
    if #list == n then return add({ table.unpack(list) }) end
    for i = 1, n do
      if not taken[i] then
        taken[i] = true
        list[#list + 1] = Question.value_at(q, i)
        permute()
        list[#list] = nil
        taken[i] = nil
      end
    end
  end
  permute()
end

local function subsets(q, n, add)
  local list = {}
  local function combine(start)
    if #list >= q.min then add({ table.unpack(list) }) end
    if #list == q.max then return end
    for i = start, n do
      list[#list + 1] = Question.value_at(q, i)
      combine(i + 1)
      list[#list] = nil
    end
  end
  combine(1)
end

--- Every possible value of a listed question. More than 4,096 are an error.
function Driver.selections(q)
  local sets, n = {}, #q.from
  if q.kind ~= "some" and q.kind ~= "order" then
    for i = 1, n do sets[i] = Question.value_at(q, i) end
    return sets
  end
  local function add(set)
    if #sets >= MOST_SELECTIONS then
      error(("%s: more than %d ways to choose"):format(q.ask, MOST_SELECTIONS), 0)
    end
    sets[#sets + 1] = set
  end
  local list_all = q.kind == "order" and orders or subsets
  list_all(q, n, add)
  return sets
end

--- One answer of q, picked by choose(n) -> 1..n among all there are. `lines(q)` lists the lines
--- that may answer a reaction.
local function among_all(q, lines, choose)
  if q.kind == "yesno" then return choose(2) == 2 end
  if q.kind == "count" or q.kind == "number" then
    if not q.max then error(("%s: there is no largest answer, so not every one can be tried")
      :format(q.ask), 0) end
    return q.min + choose(q.max - q.min + 1) - 1
  end
  local sets = q.kind == "command" and lines(q) or Driver.selections(q)
  return sets[choose(#sets)]
end

-- --- exact -----------------------------------------------------------------------------------

--- Every outcome in turn, weighted. o: odds = the exploration, world, policy(q) -> answer,
--- branch = side -> "max"|"min" (their choices are explored), whose(q) -> the side that a
--- question is for, every = true (other choices are chance, all answers alike), lines(q),
--- nested(line, q), to_its_end = true (last stages are the last of it, as the rules have it; tail() is
--- what follows by itself), reports_only = true (nothing counts of the end but what was reported: asides
--- are not explored, last stages joined by what they are about). It serves any number of branches:
--- `begin` begins one.
function Driver.exact(o)
  local odds, world, policy, branch = o.odds, o.world, o.policy, o.branch
  local driver = { reports = {}, order = {} }

  local asides, over = 0, false              -- how deep in them; the command itself is done
  local function chance(dist) return dist:value(asides > 0 and 1 or odds:chance(dist)) end

  function driver.roll(pool) return chance(pool:dist()) end
  local joined = setmetatable({}, { __mode = "k" })
  -- The distribution of a pool with values joined as `numbers`, a text of a number for each, says.
  local function join(pool, dist, numbers)
    local of_pool = joined[pool]
    if not of_pool then
      of_pool = {}
      joined[pool] = of_pool
    end
    local found = of_pool[numbers]
    if not found then
      local at = 0
      found = dist:map(function()
        at = at + 1
        return numbers:byte(at)
      end)
      of_pool[numbers] = found
    end
    return found
  end
  function driver.roll_as(pool, _, mapper)
    local dist = pool:dist()
    local results, index, numbers = {}, {}, {}
    for v = 1, dist:size() do
      local result = mapper(dist:value(v))
      local i = index[result]
      if not i then
        i = #results + 1
        results[i], index[result] = result, i
      end
      numbers[v] = i
    end
    if asides > 0 then return results[1] end
    local mapped = #results > 255 and dist:map(function(v) return index[mapper(v)] end)
      or join(pool, dist, string.char(table.unpack(numbers)))
    return results[mapped:value(odds:chance(mapped))]
  end
  function driver.faces(pool)
    local tuples = pool:faces_dist()
    return { table.unpack(tuples:value(odds:chance(tuples))) }
  end
  function driver.draw(list) return list[chance(Driver.uniform(#list))] end

  local function pick(q)
    local way = branch and branch[o.whose(q)]
    -- What a side decides in secret no other may know: it is not explored against that other.
    if way and q.secret and o.several then way = nil end
    if way and asides == 0 then
      return among_all(q, o.lines, function(n) return odds:choice(n, way) end)
    elseif o.every then
      return among_all(q, o.lines, function(n) return chance(Driver.uniform(n)) end)
    end
    return policy(q)
  end
  driver.choose = pick
  function driver.react(q)
    local line, args = pick(q)
    if not line then return nil end
    if args == nil then return o.nested(line, q) end
    args.about = q.about
    return line.run(args)
  end
  driver.note = nothing
  function driver.report(name, value)
    if asides > 0 then error(("%s is reported in an aside, which reports nothing"):format(name), 3) end
    if driver.reports[name] == nil then driver.order[#driver.order + 1] = name end
    driver.reports[name] = value
  end
  --- Forgets what was reported: another command begins.
  function driver.forget() driver.reports, driver.order = {}, {} end
  function driver.key()
    local parts, order, reports = {}, driver.order, driver.reports
    for i = 1, #order do
      local name = order[i]
      local value = reports[name]
      parts[i] = name .. "\1" .. (type(value) == "string" and value or Text.show(value))
    end
    return table.concat(parts, "\2")
  end
  --- A branch begins.
  function driver.begin()
    asides, over, driver.ended = 0, false, false
    driver.forget()
  end
  local function leave()
    UNWIND.question = nil
    error(UNWIND)
  end
  local function meet(boundary, name, f, ...)
    if o.unmerged or asides > 0 or odds:pass() then return f(...) end
    local key = world:key(name, driver.key(), ...)
    if not odds:stage(key, boundary) then
      driver.stage_key = key
      leave()
    end
    return f(...)
  end
  -- The last part of the command, and what follows by itself.
  local function finish(f, ...)
    f(...)
    o.tail()
    driver.ended = true
    leave()
  end
  function driver.stage(name, f, ...) return meet(false, name, f, ...) end
  -- Last stages on the way of this branch, the first one first: the branches behind one need not be run
  -- from the start.
  local kept = {}
  local function keep(f, ...)
    local from = { mark = world:mark(), f = f, args = world:copy(table.pack(...)), reports = {}, order = {} }
    for key, value in pairs(driver.reports) do from.reports[key] = value end
    for i, key in ipairs(driver.order) do from.order[i] = key end
    from.answers, from.stages = odds:position()
    kept[#kept + 1] = from
  end
  function driver.command_over() over = true end
  function driver.last_stage(name, about, f, ...)
    if not o.to_its_end or over then return meet(false, name, f, ...) end
    if asides > 0 then return f(...) end
    if not odds:pass() then
      local key = o.reports_only and world:plain_key(name, driver.key(), about, ...)
        or world:key(name, driver.key(), ...)
      if not odds:stage(key, false) then leave() end
    end
    if odds.position then keep(f, ...) end
    return finish(f, ...)
  end
  --- The last of the stages kept that is on the way of the branch to be run, or nil.
  function driver.nearest()
    local _, stages, common = odds:way()
    while #kept > 0 and (kept[#kept].answers > common or kept[#kept].stages > stages) do kept[#kept] = nil end
    return kept[#kept]
  end
  --- Goes on at a stage that was kept.
  function driver.resume(from)
    driver.begin()
    for key, value in pairs(from.reports) do driver.reports[key] = value end
    for i, key in ipairs(from.order) do driver.order[i] = key end
    odds:skip(from.answers, from.stages)
    local args = world:copy(from.args)
    finish(from.f, table.unpack(args, 1, args.n))
  end
  function driver.aside(f, ...)
    if not o.reports_only then return f(...) end
    asides = asides + 1
    local result = f(...)
    asides = asides - 1
    return result
  end
  --- A stage between two commands: all branches come to it before any goes on.
  function driver.boundary(name, f, ...) return meet(true, name, f, ...) end
  return driver
end

--- Makes a driver by sampling do as the exact one does: what it reports has an order, a key, and
--- can be forgotten. every = { stream, lines, nested }: choices fall by chance, all answers alike.
function Driver.sampled(inner, every)
  local order = {}
  if every then
    local function pick(q)
      return among_all(q, every.lines, function(n) return every.stream:below(n) + 1 end)
    end
    inner.choose = pick
    function inner.react(q)
      local line = pick(q)
      return line and every.nested(line, q) or nil
    end
  end
  function inner.report(name, value)
    if inner.reports[name] == nil then order[#order + 1] = name end
    inner.reports[name] = value
  end
  function inner.boundary(_, f, ...) return f(...) end
  function inner.forget() inner.reports, order = {}, {} end
  function inner.key()
    local parts = {}
    for i, name in ipairs(order) do parts[i] = name .. "\1" .. Text.show(inner.reports[name]) end
    return table.concat(parts, "\2")
  end
  return inner
end

-- --- one branch again ------------------------------------------------------------------------

--- In place of an exploration: gives the answers of one branch again, as O:answers() told them.
function Driver.again(answers, stages)
  local n, passed = 0, 0
  local again = {}
  local function next_answer(size)
    if size == 1 then return 1 end
    n = n + 1
    local index = answers[n]
    if not index or index > size then again.otherwise = true end
    return index and index <= size and index or 1
  end
  function again.chance(_, dist) return next_answer(dist:size()) end
  function again.choice(_, size) return next_answer(size) end
  function again.pass()
    passed = passed + 1
    return passed <= stages
  end
  function again.stage(_, key)
    again.key = key
    return false
  end
  --- Whether it was asked as often as the first time.
  function again.matches() return not again.otherwise and n == #answers end
  return again
end

local function entry(pool, total, reason)
  return ("%s = %s%s"):format(pool:text(), Text.show(total), reason and " [" .. reason .. "]" or "")
end

--- A driver that passes everything on to `inner` and writes dice and choices into driver.told, a
--- list of texts.
function Driver.telling(inner)
  local told = {}
  local driver = setmetatable({ told = told }, { __index = inner })
  local function keep(text) told[#told + 1] = text end
  function driver.roll(pool, reason, by)
    local total = inner.roll(pool, reason, by)
    keep(entry(pool, total, reason))
    return total
  end
  function driver.roll_as(pool, reason, mapper, by)
    local result = inner.roll_as(pool, reason, mapper, by)
    local totals, dist = {}, pool:dist()
    for i = 1, dist:size() do
      local total = dist:value(i)
      if #totals < 7 and mapper(total) == result then totals[#totals + 1] = tostring(total) end
    end
    if #totals == 7 then totals[7] = "..." end
    keep(entry(pool, table.concat(totals, " or "), reason))
    return result
  end
  function driver.faces(pool, reason, by)
    local faces = inner.faces(pool, reason, by)
    keep(entry(pool, table.concat(faces, " "), reason))
    return faces
  end
  function driver.draw(list, reason, by)
    local value = inner.draw(list, reason, by)
    keep(("%s: %s"):format(reason or "drawn", Text.show(value)))
    return value
  end
  function driver.choose(q)
    local value = inner.choose(q)
    keep(("%s: %s"):format((q.ask:gsub("%?$", "")), Question.shown(q, value)))
    return value
  end
  return driver
end

return Driver
