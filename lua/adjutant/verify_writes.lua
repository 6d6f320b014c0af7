-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.verify_writes -- rules and commands that leave out one thing that they write, for `ledger --verify`.
--
-- What a rule writes is what its own lines write; what is written by rules that it calls is theirs. So a
-- call of another rule looks at the World when it begins, and again when it comes back: what has changed
-- since the last look was written by the rule that was running.

local Writes = {}
Writes.__index = Writes

--- For a ruleset with its cases, a `state` of Spec.collect.
function Writes.new(state)
  return setmetatable({ state = state, waiting = {} }, Writes)
end

-- Tells what is watched of what has changed since its last look.
function Writes:look(frame)
  local world = self.state.kit.world
  if world:mark() == frame.mark then return end
  frame.seen(world:changes(frame.mark), world)
  frame.mark = world:mark()
end

-- A rule, as long as another one is watched: that one waits for it.
function Writes:other(entry)
  local f = entry.f
  local function back(frame, ...)
    self.frame, frame.mark = frame, self.state.kit.world:mark()
    return ...
  end
  return function(...)
    local frame = self.frame
    if not frame then return f(...) end
    self:look(frame)
    self.called[entry], self.frame = true, nil
    return back(frame, f(...))
  end
end

-- The function that is watched. seen(changes, world) is told what it writes.
function Writes:watched(f, seen)
  return function(...)
    local outer, world = self.frame, self.state.kit.world
    if outer then self:look(outer) end
    local frame = { seen = seen, mark = world:mark() }
    self.frame, self.reached = frame, true
    local results = table.pack(pcall(f, ...))
    self.frame = outer
    if not results[1] then error(results[2], 0) end
    self:look(frame)
    if outer then outer.mark = world:mark() end
    return table.unpack(results, 2, results.n)
  end
end

-- Watches holder[key], the function of a rule or of a command, until the function that it gives is called.
-- others: the rules that may be called from it.
function Writes:watch(holder, key, others, seen)
  local before, f = {}, holder[key]
  for entry in pairs(others) do
    before[entry] = entry.f
    self.waiting[entry] = self.waiting[entry] or self:other(entry)
    entry.f = self.waiting[entry]
  end
  holder[key], self.frame = self:watched(f, seen), nil
  return function()
    holder[key], self.frame = f, nil
    for entry, g in pairs(before) do entry.f = g end
  end
end

-- Adds the names of what was written to a set: "unit.strength", or "unit" for one that was made.
local function add_names(changes, into)
  for _, change in ipairs(changes) do
    local kind, field = change.entity.kind, change.field
    if field == "alive" then
      into[kind] = change.new or into[kind]
    elseif field ~= "owner" then
      into[kind .. "." .. field] = true
    end
  end
end

-- Takes back what was written under such a name.
local function take_back(changes, world, name)
  for _, change in ipairs(changes) do
    local entity, field = change.entity, change.field
    if entity.alive and entity.kind == name and field == "alive" then
      world:destroy(entity)
    elseif entity.alive and entity.kind .. "." .. field == name then
      entity[field] = change.old
    end
  end
end

--- Looks what holder[key] writes while each of some cases is played by play(case), which gives whether it
--- passed. Gives the ways to leave it out: a list of { name =, apply =, undo = }; and the cases that call it.
function Writes:ways(holder, key, cases, play)
  local names, others, calling, list = {}, {}, {}, {}
  for _, entry in ipairs(self.state.kit.register.list) do
    if entry ~= holder then others[entry] = true end
  end
  self.called = {}
  local stop = self:watch(holder, key, others, function(changes) add_names(changes, names) end)
  for _, case in ipairs(cases) do
    self.reached, self.frame = false, nil
    play(case)
    if self.reached then calling[#calling + 1] = case end
  end
  stop()
  local called = self.called
  for name in core.sandbox.pairs(names) do
    local undo
    list[#list + 1] = { name = name, undo = function() undo() end, apply = function()
      undo = self:watch(holder, key, called, function(changes, world) take_back(changes, world, name) end)
    end }
  end
  return list, calling
end

return Writes
