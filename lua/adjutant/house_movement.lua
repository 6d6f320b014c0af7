-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_movement -- movement = { mover = { enter = { woods = 3 }, stop = { "marsh" } } } of a house
-- rule: other costs for a mover of the ruleset, wherever that keeps them. Words are changed one by one, the
-- rest of a mover as a whole; movers that are `like` it follow. Where two lists of costs have the mover, its
-- rule stands before its name: ["4.2 foot"].

local Faults = require "adjutant.faults"
local Movement = require "adjutant.movement"
local Text = require "adjutant.text"

local HouseMovement = {}

--- A cost, or whatever else a mover has, in a few words.
function HouseMovement.text(value)
  if value == nil then return "-" end
  if value == false then return "no" end
  if value == true then return "yes" end
  if type(value) == "function" then return "by a function" end
  if type(value) ~= "table" then return tostring(value) end
  local words = {}
  for word in next, value do words[#words + 1] = tostring(word) end
  table.sort(words)
  return #words > 0 and table.concat(words, " ") or "-"
end

-- The one list of costs that has a mover.
local function costs_of(file, name)
  local found = Movement.having(file.kit, name)
  if #found == 1 then return found[1] end
  local keys = { "movement", name }
  if #found == 0 then
    local names = {}
    for full in next, Movement.classes(file.kit) do names[#names + 1] = full:match "(%S+)$" end
    table.sort(names)
    file:fail(keys, "no mover is named %s%s%s", name, Text.did_you_mean(name, names),
      #names > 0 and "; there is " .. Text.list(names) or ": the ruleset has no movement_costs")
  end
  file:fail(keys, "%d lists of costs have a mover %s: write the rule before it, [%q]", #found, name,
    tostring(found[1].costs.rule) .. " " .. name)
end

local function check_words(file, name, key, given)
  if type(given) ~= "table" then file:fail({ "movement", name, key }, "%s is a table like { woods = 2 }", key) end
  for _, word in ipairs(Text.sorted_keys(given)) do
    local cost = given[word]
    if type(word) ~= "string" or cost ~= "no" and (math.type(cost) ~= "integer" or cost < 0) then
      file:fail({ "movement", name, key, word }, 'a cost is a whole number from 0, or "no", not %s', Text.show(cost))
    end
  end
end

local function check(file, name, given)
  if type(given) ~= "table" then
    file:fail({ "movement", name }, "the costs of a mover are a table like { enter = { woods = 2 } }")
  end
  for _, key in ipairs(Text.sorted_keys(given)) do
    if not Movement.KEYS[key] or key == "like" then
      local keys = {}
      for known in next, Movement.KEYS do if known ~= "like" then keys[#keys + 1] = known end end
      table.sort(keys)
      file:fail({ "movement", name, key }, "there is no entry %s%s", tostring(key), Text.did_you_mean(tostring(key), keys))
    end
    if Movement.WORDS[key] then check_words(file, name, key, given[key]) end
  end
end

-- What a class has under a key.
local function of_class(class, key)
  if key == "once" and class.once then
    return ("%d for %s"):format(class.once, HouseMovement.text(class.once_words))
  end
  return class[key]
end

local function apply_one(file, name, given)
  check(file, name, given)
  local found = costs_of(file, name)
  local before = found.costs.classes[found.mover]
  local ok, message = pcall(Movement.change, found.costs, found.mover, given)
  if not ok then file:fail({ "movement", name }, "%s", (tostring(message):gsub("^movement_costs: ", ""))) end
  local after = found.costs.classes[found.mover]
  for _, key in ipairs(Text.sorted_keys(given)) do
    for _, word in ipairs(Movement.WORDS[key] and Text.sorted_keys(given[key]) or { "" }) do
      local was, is = of_class(before, key), of_class(after, key)
      if word ~= "" then was, is = before[key][word], after[key][word] end
      local full = name .. "." .. key .. (word ~= "" and "." .. word or "")
      file:record("cost", full, HouseMovement.text(was), HouseMovement.text(is), { "movement", name, key,
        word ~= "" and word or nil })
    end
  end
end

--- Applies the part `movement` of a house rule.
function HouseMovement.apply(file, movement)
  Faults.each(Text.sorted_keys(movement), function(_, name)
    if type(name) ~= "string" then file:fail({ "movement" }, "the key is the name of a mover, like foot") end
    apply_one(file, name, movement[name])
  end)
end

-- All words of two tables, in order.
local function words_of(a, b)
  local set, list = {}, {}
  for _, t in ipairs { a, b } do
    for word in next, t do
      if not set[word] then list[#list + 1] = word end
      set[word] = true
    end
  end
  table.sort(list)
  return list
end

local function diff_class(name, a, b, add)
  for _, key in ipairs { "enter", "across", "instead", "along" } do
    for _, word in ipairs(words_of(a[key], b[key])) do
      local was, is = HouseMovement.text(a[key][word]), HouseMovement.text(b[key][word])
      if was ~= is then add("cost", ("%s.%s.%s"):format(name, key, word), was, is) end
    end
  end
  for _, key in ipairs { "stop", "once", "leave", "minimum_one" } do
    local was, is = HouseMovement.text(of_class(a, key)), HouseMovement.text(of_class(b, key))
    if was ~= is then add("cost", name .. "." .. key, was, is) end
  end
end

--- What differs in the costs of two kits; add(what, key, before, after).
function HouseMovement.diff(a, b, add)
  local old, new = Movement.classes(a), Movement.classes(b)
  for _, full in ipairs(words_of(old, new)) do
    local name = full:match "(%S+)$"
    if old[full] and new[full] then diff_class(name, old[full], new[full], add)
    else add("cost", full, old[full] and "there", new[full] and "there") end
  end
end

return HouseMovement
