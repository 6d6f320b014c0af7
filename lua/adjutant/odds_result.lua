-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_result -- what odds came to: an object that scripts and the prompt ask.
--
-- Fields: exact, branches, unmerged, runs, samples, title, conditions (list of texts), outcomes =
-- list of { weight = ratio, reports = { name = text }, key = text, value = ratio }. What is asked
-- about is a report by its name, or "value", or "key"; left out, it is the value, else the key,
-- else the only report.

local Text = require "adjutant.text"

local Result = {}

local freeze = core.sandbox.freeze
local ZERO, ONE = core.ratio.new(0), core.ratio.new(1)

--- Raises a message at the line of the script that is running, if it names no line itself.
function Result.fail(message)
  local here = not message:find("^[^%s:]+:%d+: ") and core.limits.place()
  error((here and here .. ": " or "") .. message, 0)
end
local fail = Result.fail

local Methods = {}
local Face = { __index = Methods }
local made = setmetatable({}, { __mode = "k" })     -- object -> its data

--- Whether a value is the result of odds.
function Result.is(value) return made[value] ~= nil end

local function object(data, name, text)
  local names
  setmetatable(data, Face)
  local o = setmetatable({}, {
    __index = function(_, key)
      local found = data[key]
      if found ~= nil then return found end
      if Result.FIELDS[key] then return nil end
      if not names then
        names = {}
        for known in pairs(Result.FIELDS) do names[#names + 1] = known end
        for known in pairs(Methods) do names[#names + 1] = known end
        table.sort(names)
      end
      fail(("odds have no %s%s"):format(tostring(key), Text.did_you_mean(tostring(key), names)))
    end,
    __newindex = function(_, key)
      fail(("odds are read-only: cannot set `%s`"):format(tostring(key)))
    end,
    __tostring = text, __name = name, __metatable = false })
  made[o] = data
  return o
end

Result.FIELDS = { exact = true, branches = true, unmerged = true, runs = true, samples = true,
  title = true, conditions = true, outcomes = true, best = true }

--- The object of what was found. known: report name -> its values in their order; order: names of
--- reports in the order of the ruleset.
function Result.new(found, known, order)
  for i, o in ipairs(found.outcomes) do
    o.reports = freeze(o.reports)
    found.outcomes[i] = freeze(o)
  end
  found.outcomes = freeze(found.outcomes)
  found.known, found.order = known or {}, order or {}
  found.conditions = freeze(found.conditions or {})
  local result = object(found, "odds", function(self) return self:table() end)
  Text.lines_of[result] = function(o) return require("adjutant.odds_text").lines(o) end
  return result
end

local function data_of(self, method)
  return made[self] or fail(("odds:%s: call it with a colon"):format(method))
end

-- --- names and values -------------------------------------------------------------------------

--- The text of what an outcome says of `name`; nil when it does not come to it.
local function said(o, name)
  if name == "value" and o.value ~= nil then return tostring(o.value) end
  if name == "key" and o.key ~= nil then return o.key end
  return o.reports[name]
end

--- A text as an exact number, or nil.
local function number_of(text)
  return text:find("^%-?%d+/?%d*$") and core.ratio.parse(text) or nil
end
Result.number_of = number_of

--- The names that the odds tell of: value, key, then reports in the order of the ruleset.
function Result.names(data)
  local names, seen = {}, {}
  local function add(name)
    if not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end
  local found, rest = {}, {}
  for _, o in ipairs(data.outcomes) do
    if o.value ~= nil then add "value" end
    if o.key ~= nil then add "key" end
    for name in pairs(o.reports) do
      if not found[name] then
        found[name] = true
        rest[#rest + 1] = name
      end
    end
  end
  for _, name in ipairs(data.order) do if found[name] then add(name) end end
  table.sort(rest)
  for _, name in ipairs(rest) do add(name) end
  return names
end

--- Those of the names that a table shows: value and key, if there are any, with what was refused;
--- else all.
function Result.shown(data)
  local names = Result.names(data)
  if names[1] ~= "value" and names[1] ~= "key" then return names end
  local shown = {}
  for _, name in ipairs(names) do
    if name == "value" or name == "key" or name == "refused" then shown[#shown + 1] = name end
  end
  return shown
end

--- The name that is meant; raises when it is none, or is left out and could be several.
local function meant(self, method, name)
  local data = data_of(self, method)
  local names = Result.names(data)
  if name == nil then
    if names[1] == "value" or names[1] == "key" or #names == 1 then return names[1], data end
    fail(("odds:%s: say of which: %s"):format(method, #names == 0 and "nothing was reported"
      or Text.list(names, "or")))
  end
  for _, known in ipairs(names) do if known == name then return name, data end end
  if #data.outcomes > 0 then
    fail(("odds:%s: nothing is called %s%s"):format(method, Text.cite(Text.show(name)),
      Text.did_you_mean(Text.show(name), names)))
  end
  return name, data
end

--- How values are listed, as a function for sort: those of `known` in its order, then numbers
--- ascending, then texts; "-", which stands for none, last.
function Result.ordering(known)
  local class, place = { ["-"] = 4 }, { ["-"] = 0 }
  for i, value in ipairs(known or {}) do
    value = tostring(value)
    class[value], place[value] = class[value] or 1, place[value] or i
  end
  local function look_at(text)
    local number = number_of(text)
    class[text], place[text] = number and 2 or 3, number or text
  end
  return function(a, b)
    if not class[a] then look_at(a) end
    if not class[b] then look_at(b) end
    if class[a] ~= class[b] then return class[a] < class[b] end
    return place[a] < place[b]
  end
end

--- The distribution of one name: list of { value = text, weight = }, in the order of `known`,
--- numbers ascending; then the weight of the branches that do not come to it.
function Result.rows(data, name, known)
  local weights, list, numbers = {}, {}, {}
  for _, o in ipairs(data.outcomes) do
    local value = said(o, name)
    if value ~= nil then
      if weights[value] then
        weights[value] = weights[value] + o.weight
      else
        weights[value] = o.weight
        numbers[value] = number_of(value)
        list[#list + 1] = value
      end
    end
  end
  table.sort(list, Result.ordering(known or data.known and data.known[name]))
  local rows, mass = {}, ZERO
  for i, value in ipairs(list) do
    rows[i] = { value = value, weight = weights[value], number = numbers[value] }
    mass = mass + weights[value]
  end
  return rows, ONE - mass
end

--- The mean of numeric rows among the branches that come to them; nil for texts.
function Result.mean_of(rows)
  local sum, mass = ZERO, ZERO
  for _, row in ipairs(rows) do
    if not row.number then return nil end
    sum, mass = sum + row.weight * row.number, mass + row.weight
  end
  return #rows > 0 and sum / mass or nil
end

local function numeric(self, method, name)
  local data
  name, data = meant(self, method, name)
  local rows, rest = Result.rows(data, name)
  for _, row in ipairs(rows) do
    if not row.number then
      fail(("odds:%s: %s is no number (it can be %s)"):format(method, name, Text.cite(row.value)))
    end
  end
  return rows, rest, data
end

local function exact_number(value, method)
  local ratio = require("adjutant.odds_explore").ratio_of(value)
  if not ratio and type(value) == "number" then      -- 0.9: as it is written
    ratio = core.ratio.new(math.floor(value * 1000000000 + 0.5), 1000000000)
  end
  if not ratio and type(value) == "string" then ratio = number_of(value) end
  return ratio or fail(("odds:%s: a number is wanted, not %s"):format(method, Text.show(value)))
end

-- --- questions --------------------------------------------------------------------------------

--- Everything that can come of `name`: list of { value = text, weight = its chance }, in order.
function Methods.distribution(self, name)
  local data
  name, data = meant(self, "distribution", name)
  local rows = Result.rows(data, name)
  for i, row in ipairs(rows) do rows[i] = freeze { value = row.value, weight = row.weight } end
  return freeze(rows)
end

--- The mean, exactly, of those branches that come to it.
function Methods.mean(self, name)
  local rows = numeric(self, "mean", name)
  return Result.mean_of(rows) or fail("odds:mean: no branch comes to it")
end

--- The chance that it is at least n.
function Methods.at_least(self, n, name)
  local rows = numeric(self, "at_least", name)
  local least, sum = exact_number(n, "at_least"), ZERO
  for _, row in ipairs(rows) do if row.number >= least then sum = sum + row.weight end end
  return sum
end

--- The chance that it is x (an entity stands for its name); or that f(outcome) holds.
function Methods.probability(self, x, name)
  local sum, data = ZERO, data_of(self, "probability")
  if type(x) == "function" then
    for _, o in ipairs(data.outcomes) do if x(o) then sum = sum + o.weight end end
    return sum
  end
  name = meant(self, "probability", name)
  x = Text.show(x)
  for _, o in ipairs(data.outcomes) do if said(o, name) == x then sum = sum + o.weight end end
  return sum
end

--- The smallest number that is reached in at least the share p (0 to 1) of the branches that come
--- to it: quantile(0.5) is the median.
function Methods.quantile(self, p, name)
  local rows, rest = numeric(self, "quantile", name)
  local share = exact_number(p, "quantile")
  if share < ZERO or share > ONE then fail("odds:quantile: a share from 0 to 1 is wanted") end
  local wanted, sum = share * (ONE - rest), ZERO
  for _, row in ipairs(rows) do
    sum = sum + row.weight
    if sum >= wanted then return math.tointeger(tonumber(row.value)) or row.number end
  end
  fail("odds:quantile: no branch comes to it")
end

-- --- a part of the branches -------------------------------------------------------------------

--- The odds among the outcomes for which keep(o) holds; nil when none does.
local function part_of(data, keep, condition)
  local list, mass = {}, ZERO
  for _, o in ipairs(data.outcomes) do
    if keep(o) then
      list[#list + 1] = o
      mass = mass + o.weight
    end
  end
  if #list == 0 then return nil end
  for i, o in ipairs(list) do
    list[i] = { weight = o.weight / mass, reports = o.reports, key = o.key, value = o.value }
  end
  local conditions = {}
  for i, text in ipairs(data.conditions) do conditions[i] = text end
  conditions[#conditions + 1] = ("%s (%s)"):format(condition, mass:percent(2))
  local samples = data.samples and math.floor(mass:number() * data.samples + 0.5)
  return Result.new({ outcomes = list, exact = data.exact, branches = data.branches,
    unmerged = data.unmerged, runs = data.runs, samples = samples, title = data.title,
    conditions = conditions }, data.known, data.order), mass
end

local COMPARED = {
  ["="] = function(a, b) return a == b end,
  [">="] = function(a, b) return number_of(a) and number_of(b) and number_of(a) >= number_of(b) end,
  ["<="] = function(a, b) return number_of(a) and number_of(b) and number_of(a) <= number_of(b) end,
}

--- The odds given that `name` is `value` ("-": that it does not come to it). With how = ">=" or
--- "<=": that it is at least, at most. nil, message when that never happens.
function Result.given(self, name, value, how)
  local data = made[self]
  value, how = Text.show(value), how or "="
  local holds = COMPARED[how]
  local found, mass = part_of(data, function(o)
    local text = said(o, name)
    if value == "-" and how == "=" then return text == nil end
    return text ~= nil and holds(text, value)
  end, ("given %s %s %s"):format(name, how, value))
  if found then return found, mass end
  local values = {}
  for i, row in ipairs(Result.rows(data, name)) do values[i] = Text.quote(row.value) end
  return nil, ("%s is never %s%s"):format(name, how == "=" and Text.cite(value) or how .. " " .. value,
    #values > 0 and "; it can be " .. Text.list(values, "or") or "")
end

--- The odds given that `name` is `value`; or given that f(outcome) holds.
function Methods.given(self, name, value)
  local data = data_of(self, "given")
  if type(name) == "function" then
    return part_of(data, name, "given a condition") or fail("odds:given: no outcome is left")
  end
  name = meant(self, "given", name)
  local found, message = Result.given(self, name, value)
  return found or fail("odds:given: " .. message)
end

--- One entry for each value of `name`: list of { value = text, weight = its chance, odds = the
--- odds given it }.
function Methods.by(self, name)
  local data
  name, data = meant(self, "by", name)
  local groups = {}
  for i, row in ipairs(Result.rows(data, name)) do
    groups[i] = freeze { value = row.value, weight = row.weight, odds = Result.given(self, name, row.value) }
  end
  local text = function() return require("adjutant.odds_text").of_groups(self, name) end
  local list = setmetatable({}, { __index = groups, __len = function() return #groups end,
    __newindex = function() fail("odds are read-only") end, __tostring = text,
    __name = "odds", __metatable = false })
  Text.lines_of[list] = function() return require("adjutant.odds_text").lines(self, { by = name }) end
  return list
end

-- --- as text ----------------------------------------------------------------------------------

--- The odds as text; of one name, or of all. In place of the name: { name =, at_least = true, by = }.
function Methods.table(self, name)
  data_of(self, "table")
  local options = { name = name }
  if type(name) == "table" then options = { name = name.name, at_least = name.at_least, by = name.by } end
  for _, which in ipairs { "name", "by" } do
    if options[which] ~= nil then options[which] = meant(self, "table", options[which]) end
  end
  return require("adjutant.odds_text").text(self, options)
end

--- The odds as CSV, one line for each value.
function Methods.csv(self)
  data_of(self, "csv")
  return require("adjutant.odds_files").csv(self)
end

--- The odds as JSON.
function Methods.json(self)
  data_of(self, "json")
  return require("adjutant.odds_files").json(self)
end

--- A picture of the odds: SVG; of one name, or of all.
function Methods.svg(self, name)
  data_of(self, "svg")
  if name ~= nil then name = meant(self, "svg", name) end
  return require("adjutant.odds_svg").of(self, name)
end

--- The names of all methods, for those who complete.
function Result.methods()
  return Text.sorted_keys(Methods)
end

--- What the host keeps of a result.
function Result.data(self) return made[self] end

return Result
