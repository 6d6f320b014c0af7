-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.movement_costs -- reads what movement_costs { ... } is given: a class for each mover, with its
-- tables of words.

local Text = require "adjutant.text"

local Costs = {}

--- What is said of costs as a whole, what a mover may have, and the greatest cost.
Costs.HEAD = { rule = true, title = true, source = true, note = true }
Costs.KEYS = { enter = true, across = true, instead = true, along = true, stop = true, once = true,
  leave = true, minimum_one = true, like = true }
Costs.MOST = 10000

local sorted_keys = Text.key_names

local function fault(level, where, message, ...)
  error(("movement_costs: %s: %s"):format(where, message:format(...)), level + 1)
end

--- Whether a value can be a cost.
function Costs.is_cost(value) return math.type(value) == "integer" and value >= 0 and value <= Costs.MOST end

-- { clear = 1, marsh = "no" } -> { clear = 1, marsh = false }; functions are asked when a map is laid.
local function read_table(level, where, t)
  if type(t) ~= "table" then
    fault(level + 1, where, "expected a table like { clear = 1, marsh = \"no\" }, found %s", type(t))
  end
  local costs = {}
  for _, word in ipairs(sorted_keys(t)) do
    local value = t[word]
    if value == "no" then value = false
    elseif not Costs.is_cost(value) and type(value) ~= "function" then
      fault(level + 1, where .. "." .. word, "a cost is a whole number from 0 to %d or \"no\", not %s",
        Costs.MOST, tostring(value))
    end
    costs[word] = value
  end
  return costs
end

local function read_list(level, where, t, from)
  local set = {}
  if type(t) ~= "table" then
    fault(level + 1, where, "expected a list like { %s\"marsh\" }, found %s", from > 1 and "2, " or "", type(t))
  end
  for i = from, #t do
    if type(t[i]) ~= "string" then fault(level + 1, where, "entry %d is a word like \"marsh\"", i) end
    set[t[i]] = true
  end
  return set
end

local function merged(base, own)
  local all = {}
  for word, cost in pairs(base or {}) do all[word] = cost end
  for word, cost in pairs(own) do all[word] = cost end
  return all
end

local function read_class(level, name, given, known)
  if type(given) ~= "table" then
    fault(level + 1, name, "a mover is a table like { enter = { clear = 1 } }, not %s", type(given))
  end
  for _, key in ipairs(sorted_keys(given)) do
    if not Costs.KEYS[key] then
      local keys = sorted_keys(Costs.KEYS)
      fault(level + 1, name, "there is no entry %q%s; there is %s", key, Text.did_you_mean(key, keys),
        Text.list(keys))
    end
  end
  local base = given.like and known[given.like] or {}
  if given.like and not known[given.like] then
    fault(level + 1, name, "like = %q: there is no such mover%s", tostring(given.like),
      Text.did_you_mean(tostring(given.like), sorted_keys(known)))
  end
  local class = { name = name, stop = base.stop or {}, once = base.once, once_words = base.once_words or {},
    leave = base.leave, minimum_one = base.minimum_one }
  for _, key in ipairs { "enter", "across", "instead", "along" } do
    class[key] = merged(base[key], read_table(level + 1, name .. "." .. key, given[key] or {}))
  end
  if given.stop then class.stop = read_list(level + 1, name .. ".stop", given.stop, 1) end
  if given.once then
    local cost = type(given.once) == "table" and given.once[1]
    if math.type(cost) ~= "integer" or cost < 0 or cost > Costs.MOST then
      fault(level + 1, name .. ".once", "it begins with a cost: { 2, \"hedge\" }")
    end
    class.once, class.once_words = cost, read_list(level + 1, name .. ".once", given.once, 2)
  end
  if given.leave ~= nil then
    if not Costs.is_cost(given.leave) and type(given.leave) ~= "function" then
      fault(level + 1, name .. ".leave", "a cost is a whole number from 0 to %d, not %s", Costs.MOST, tostring(given.leave))
    end
    class.leave = given.leave
  end
  if given.minimum_one ~= nil then class.minimum_one = given.minimum_one and true or false end
  if not next(class.enter) then
    fault(level + 1, name, "enter is missing: what each terrain costs, { clear = 1 }")
  end
  return class
end

--- The movers of a description: name -> class. An error is raised `level` levels up.
--- Movers may be `like` others: read until none is left that waits for one.
function Costs.read(level, def)
  local known, waiting = {}, {}
  for _, name in ipairs(sorted_keys(def)) do
    if not Costs.HEAD[name] then waiting[#waiting + 1] = name end
  end
  if #waiting == 0 then
    fault(level + 1, "no mover", "it needs at least one: foot = { enter = { clear = 1 } }")
  end
  while #waiting > 0 do
    local later = {}
    for _, name in ipairs(waiting) do
      local given = def[name]
      local like = type(given) == "table" and given.like
      if like and like ~= name and not known[like] and def[like] and not Costs.HEAD[like] then
        later[#later + 1] = name
      else
        known[name] = read_class(level + 1, name, given, known)
      end
    end
    if #later == #waiting then
      fault(level + 1, later[1], "like leads in a circle: %s", Text.list(later))
    end
    waiting = later
  end
  return known
end

return Costs
