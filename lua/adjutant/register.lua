-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.register -- the rules of a ruleset, by id and by name.
--
-- Every rule is called through the register (`rules.name(...)`), so that it can be shown,
-- tested and overridden. A wrapper looks how deep rules call each other: at most 150 (Lua
-- itself stops at about 200 C levels), and the error names the cycle.

local Faults = require "adjutant.faults"
local Ground = require "adjutant.ground_rules"
local Links = require "adjutant.links"
local Text = require "adjutant.text"

local Register = {}
Register.__index = Register

--- The table of wrappers: a name that no rule has is an error where it is used.
local function callable(by_name)
  return setmetatable({}, { __index = function(_, name)
    local names = Text.sorted_keys(by_name)
    error(("there is no rule named %s%s"):format(tostring(name),
      Text.did_you_mean(tostring(name), names)), 2)
  end })
end

--- A new, empty register. board(): the board that lies, if any.
function Register.new(board)
  local names, by_name = {}, {}   -- names: function -> the name of the rule
  return setmetatable({
    list = {},                    -- entries in order of registration
    by_name = by_name,
    by_id = {},                   -- id -> list of entries
    callable = callable(by_name), -- name -> wrapper; what `rules` shows
    names = names,
    ground = Ground.new(board or function() end),
    wrap = Register.wrapping(core.nesting.checker(names)),
    new_entry = Register.entries(names),
  }, Register)
end

--- Gives the maker of entries. entry.f is what is called under its name: it can be set.
function Register.entries(names)
  local Entry = {}
  function Entry.__index(entry, key)
    if key == "f" then return entry.current end
    return nil
  end
  function Entry.__newindex(entry, key, value)
    if key ~= "f" then return rawset(entry, key, value) end
    entry.current = value
    names[value] = entry.name
    return entry.set(value)
  end
  return function(entry) return setmetatable(entry, Entry) end
end

--- Gives wrap(f) -> wrapper, set(f). The wrapper calls the f that was set last. A rule is called
--- a hundred times in one combat: so a wrapper ends in a tail call, takes no more arguments than
--- the rule has, and looks only now and then how deep the calls are nested.
function Register.wrapping(check)
  local calls = 0                 -- that may pass before the next look

  local sizes = {
    [0] = function(f)
      return function()
        local left = calls - 1
        calls = left
        if left < 0 then calls = check() end
        return f()
      end, function(g) f = g end
    end,
    function(f)
      return function(a)
        local left = calls - 1
        calls = left
        if left < 0 then calls = check() end
        return f(a)
      end, function(g) f = g end
    end,
    function(f)
      return function(a, b)
        local left = calls - 1
        calls = left
        if left < 0 then calls = check() end
        return f(a, b)
      end, function(g) f = g end
    end,
    function(f)
      return function(a, b, c)
        local left = calls - 1
        calls = left
        if left < 0 then calls = check() end
        return f(a, b, c)
      end, function(g) f = g end
    end,
  }
  local function any(f)
    return function(...)
      local left = calls - 1
      calls = left
      if left < 0 then calls = check() end
      return f(...)
    end, function(g) f = g end
  end

  return function(f)
    local n, more = core.nesting.parameters(f)
    return ((not more and sizes[n]) or any)(f)
  end
end

--- Calls rules without a wrapper from now on where no circle of calls can lead through them; what
--- stays wrapped looks how deep the calls are. known: what rules remember of the API -> true when it
--- calls no rule, false when it may call any. links: the constants of the files. asking: name of a
--- chart -> the functions that it calls. of_world: function -> its name, those that no rule of the
--- ground may use.
function Register:settle(known, links, asking, of_world)
  local called, leads_to = self.callable, Links.reader(known)
  local nodes, graph, direct, opaque = {}, {}, {}, {}
  for name, functions in pairs(asking) do
    local node, all = "charts_" .. name, {}
    for _, f in ipairs(functions) do
      local names = leads_to(f)
      opaque[node] = opaque[node] or not names
      for other in pairs(names or {}) do all[other] = true end
    end
    graph[node] = all
  end
  for _, entry in ipairs(self.list) do
    local node, names = "rules_" .. entry.name, leads_to(entry.f)
    local known_through = names
    for other in pairs(names or {}) do known_through = not opaque[other] and known_through end
    nodes[#nodes + 1], graph[node] = node, known_through or nil
  end
  local free = Links.on_no_circle(nodes, graph)
  for _, entry in ipairs(self.list) do
    local name, wrapper, set = entry.name, called[entry.name], entry.set
    direct[entry.f] = free["rules_" .. name]
    local first, remembering = entry.f, self:of_ground(entry, direct[entry.f] and entry.f or wrapper, of_world)
    local function settle(f)
      called[name] = f == first and remembering or direct[f] and f or wrapper
      links:set("rules", name)
    end
    entry.set = function(f)
      set(f)
      self.ground:forget()
      settle(f)
    end
    settle(entry.f)
  end
end

--- What is called for a rule of the ground, `f` with a memory; nil for any other rule.
function Register:of_ground(entry, f, of_world)
  if not entry.of_ground then return nil end
  Ground.check_names(entry, of_world, function(name)
    local other = self.by_name[name]
    return other and other.of_ground
  end)
  return self.ground:remembering(entry.name, f)
end

--- Registers rule `id` (the rulebook's number) under `name`. Errors: a name used twice, an id
--- that is no text, something that is no function.
function Register:add(id, name, f, where, of_ground)
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
  local entry = self.new_entry { id = id, name = name, current = f, original = f, where = where,
    of_ground = of_ground }
  self.list[#self.list + 1] = entry
  self.by_name[name] = entry
  self.by_id[id] = self.by_id[id] or {}
  table.insert(self.by_id[id], entry)
  self.names[f] = name
  self.callable[name], entry.set = self.wrap(f)
  return entry
end

--- The number of the line at a position of a text, and what stands on it before the position.
local function line_at(text, at)
  local n, start = 1, 1
  while true do
    local stop = text:find("\n", start, true)
    if not stop or stop >= at then return n, text:sub(start, at - 1) end
    n, start = n + 1, stop + 1
  end
end

--- Looks in a source text for rules that are called but not registered. Raises the first, with
--- its line and the name that may be meant. (Every start reads every file so: plain searches.)
function Register:check_calls(path, text)
  local at = 1
  while true do
    local start, stop = text:find("rules.", at, true)
    if not start then return end
    at = stop + 1
    local name = text:match("^[%a_][%w_]*", at)
    local joined = start > 1 and text:find("^[%w_.]", start - 1)
    if name and not joined and not self.by_name[name] then
      local n, before = line_at(text, start)
      if not before:find("--", 1, true) then
        Faults.attempt(error, ("%s:%d: there is no rule named %s%s"):format(path, n, name,
          Text.did_you_mean(name, self:rule_names())), 0)
      end
    end
  end
end

-- What is known of ids and names, for "did you mean".
--- The names of all rules, sorted.
function Register:rule_names()
  return Text.sorted_keys(self.by_name)
end

local function all_keys(self)
  local keys = {}
  for _, entry in ipairs(self.list) do
    keys[#keys + 1] = entry.name
    if self.by_id[entry.id][1] == entry then keys[#keys + 1] = entry.id end
  end
  table.sort(keys)
  return keys
end

--- The entry that `key` means: an id borne by one rule, or a name. nil, message otherwise.
function Register:find(key)
  if self.by_name[key] then return self.by_name[key] end
  local list = self.by_id[key]
  if not list then
    return nil, ("there is no rule with the id or name %s%s"):format(tostring(key),
      Text.did_you_mean(tostring(key), all_keys(self)))
  elseif #list > 1 then
    local names = {}
    for i, entry in ipairs(list) do names[i] = entry.name end
    return nil, ("rule %s has several names: %s; say which"):format(key, Text.list(names, "or"))
  end
  return list[1]
end

--- Replaces the rule that `key` means by f(original, ...), at `where`; `by` is the name of the
--- house rule that does so. What was called before is the next one's original. The rule takes
--- as many arguments as it is given from now on.
function Register:override(key, f, where, by)
  local entry, message = self:find(key)
  if not entry then error(message, 3) end
  if entry.of_ground then self.ground:close() end      -- nobody knows what it looks at from now on
  local before, set = entry.f, entry.set
  local wrapper, set_wrapper = self.wrap(function(...) return before(...) end)
  self.callable[entry.name] = wrapper
  entry.set = function(g)         -- who asked for the rule while the ruleset loaded has the old one
    set(g)
    set_wrapper(g)
  end
  entry.layers = entry.layers or { entry.original }
  table.insert(entry.layers, f)
  self.names[f] = ("%s (%s)"):format(entry.name, by or "house rule")
  entry.f = function(...) return f(before, ...) end
  entry.overridden = where or true
  return entry
end

return Register
