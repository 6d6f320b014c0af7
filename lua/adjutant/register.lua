-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.register -- the rules of a ruleset, by id and by name.
--
-- Every rule is called through the register (`rules.name(...)`), so that it can be shown,
-- tested and overridden. A wrapper keeps the stack of nested rule calls, for two ends: the
-- limit of 150 (Lua itself stops at about 200 C levels) and an error that names the cycle.

local Register = {}
Register.__index = Register

local MOST_NESTED = 150

--- A new, empty register.
function Register.new()
  return setmetatable({
    list = {},            -- entries in order of registration
    by_name = {},
    by_id = {},           -- id -> list of entries
    callable = {},        -- name -> wrapper; what `rules` shows
    wrap = Register.wrapping(),
  }, Register)
end

local function cycle_message(stack, depth)
  local names, seen = {}, {}
  for i = depth, 1, -1 do
    local name = stack[i].name
    table.insert(names, 1, name)
    if seen[name] then break end
    seen[name] = true
  end
  return ("rules call each other more than %d deep: %s"):format(MOST_NESTED,
    table.concat(names, " -> "))
end

--- Gives wrap(entry) -> the function that others call, and reset(). A rule is called a hundred
--- times in one combat, so depth and stack are upvalues, not fields.
function Register.wrapping()
  local depth, stack = 0, {}
  local function leave(...)
    depth = depth - 1
    return ...
  end
  local function wrap(entry)
    return function(...)
      local d = depth + 1
      if d > MOST_NESTED then error(cycle_message(stack, depth), 2) end
      depth = d
      stack[d] = entry
      return leave(entry.f(...))
    end
  end
  return { wrap = wrap, reset = function() depth = 0 end }
end

--- Registers rule `id` (the rulebook's number) under `name`. Errors: a name used twice, an id
--- that is no text, something that is no function.
function Register:add(id, name, f, where)
  if type(id) ~= "string" or id == "" then
    error('rule(id, name, f): the id is the rule\'s number as text, like "10.15"', 3)
  elseif type(name) ~= "string" or not name:find("^[%a_][%w_]*$") then
    error(("rule %s: the name must be a Lua name, like hits_on_loser"):format(id), 3)
  elseif type(f) ~= "function" then
    error(("rule %s %s: the third argument must be a function"):format(id, name), 3)
  end
  local other = self.by_name[name]
  if other then
    error(("rule %s: the name %s is taken by rule %s (%s)"):format(id, name, other.id,
      other.where or "?"), 3)
  end
  local entry = { id = id, name = name, f = f, original = f, where = where }
  self.list[#self.list + 1] = entry
  self.by_name[name] = entry
  self.by_id[id] = self.by_id[id] or {}
  table.insert(self.by_id[id], entry)
  self.callable[name] = self.wrap.wrap(entry)
  return entry
end

--- The entry that `key` means: an id borne by one rule, or a name. nil, message otherwise.
function Register:find(key)
  if self.by_name[key] then return self.by_name[key] end
  local list = self.by_id[key]
  if not list then
    return nil, ("no rule with the id or name %s"):format(key)
  elseif #list > 1 then
    local names = {}
    for i, entry in ipairs(list) do names[i] = entry.name end
    return nil, ("rule %s has several names: %s"):format(key, table.concat(names, ", "))
  end
  return list[1]
end

--- Replaces the rule that `key` means by f(original, ...).
function Register:override(key, f, where)
  local entry, message = self:find(key)
  if not entry then error(message, 3) end
  local before = entry.f
  entry.f = function(...) return f(before, ...) end
  entry.overridden = where or true
  return entry
end

--- Forgets nested calls that an error has left behind.
function Register:reset() self.wrap.reset() end

return Register
