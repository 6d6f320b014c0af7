-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.ground_rules -- rules about the ground alone, remembered by what they are asked.
--
-- What such a rule gives follows from its arguments, the map, the charts and the options: none of it
-- changes while a map lies. So it is worked out once. What is remembered is no state: it is forgotten
-- when a map is laid, options are set or a rule gets another function, and nothing is kept while that
-- cannot be told (options that events change, house rules that put another rule in place of one).
-- Check mode runs a command with what is remembered and again without, and both must agree.

local Ground = {}
Ground.__index = Ground

local freeze = core.sandbox.freeze

-- A table that takes nothing: what is put there is gone.
local dropping = { __newindex = function() end }

--- Remembers nothing yet. board(): the board that lies, to tell places from other things.
function Ground.new(board)
  return setmetatable({ board = board, tables = {}, closed = false }, Ground)
end

--- Forgets everything.
function Ground:forget()
  for _, known in ipairs(self.tables) do
    for key in next, known do known[key] = nil end
  end
end

--- Calls f(...) as if nothing had ever been remembered; what was, is remembered again after it.
function Ground:without(f, ...)
  local aside = {}
  for i, known in ipairs(self.tables) do
    aside[i] = {}
    for key, value in next, known do aside[i][key], known[key] = value, nil end
    setmetatable(known, dropping)
  end
  local function back(...)
    for i, known in ipairs(self.tables) do
      setmetatable(known, self.closed and dropping or nil)
      for key, value in next, not self.closed and aside[i] or {} do known[key] = value end
    end
    return ...
  end
  return back(f(...))
end

--- Remembers nothing any more.
function Ground:close()
  self.closed = true
  self:forget()
  for _, known in ipairs(self.tables) do setmetatable(known, dropping) end
end

local function check(self, name, n, value)
  local kind, board = type(value), self.board()
  if kind == "number" or kind == "string" then return end
  if value ~= nil and board and (board:is_area(value) or board:is_hex(value)) then return end
  error(("rule %s is one of the ground: its argument %d is a place, a number or a text, not %s"):format(name,
    n, value == nil and "nothing" or tostring(value)), 4)
end

local function kept(value)
  if type(value) == "table" and not core.sandbox.is_frozen(value) then return freeze(value) end
  return value
end

--- f, a function of no, one or two arguments that gives one value, as one that remembers what it gave.
function Ground:remembering(name, f)
  local n, known = core.nesting.parameters(f), setmetatable({}, self.closed and dropping or nil)
  self.tables[#self.tables + 1] = known
  if n == 0 then
    return function()
      local value = known[1]
      if value == nil then
        value = kept(f())
        known[1] = value
      end
      return value
    end
  elseif n == 1 then
    return function(a)
      local value = known[a]
      if value == nil then
        check(self, name, 1, a)
        value = kept(f(a))
        known[a] = value
      end
      return value
    end
  end
  return function(a, b)
    local row = known[a]
    local value = row and row[b]
    if value == nil then
      check(self, name, 1, a)
      check(self, name, 2, b)
      value = kept(f(a, b))
      row = row or {}
      row[b] = value
      known[a] = row
    end
    return value
  end
end

-- Tables of the rules API whose entries are in the World.
local IN_THE_WORLD = { game = true, sides = true }

--- Raises when a rule of the ground names what is not of it. of_world: function -> its name, what asks
--- the World; is_ground(name): whether another rule is one of the ground too.
function Ground.check_names(entry, of_world, is_ground)
  local names, values = core.nesting.upvalues(entry.f)
  for i, name in ipairs(names or {}) do
    local rule, asks = name:match "^rules_(.*)$", of_world[values[i]] or IN_THE_WORLD[name] and name
    if asks or rule and not is_ground(rule) then
      error(("ground_rule %s %s: it uses %s, which is not about the ground alone (%s)"):format(entry.id,
        entry.name, asks or "rules." .. rule, entry.where or "?"), 0)
    end
  end
end

return Ground
