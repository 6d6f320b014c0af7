-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_sequence -- the part `sequence` of a house rule: a list of
--
--   { insert = { id = "dig", ... }, after = "move" }      or before = "move"
--   { remove = "rally" }                                  its commands go with it
--   { replace = "fire", with = { id = "volley", ... } }   what could be done there can be done here
--
-- Of several sequences of a ruleset a step changes each that has the phase; `of` names one, by its
-- id or its number.

local Faults = require "adjutant.faults"
local House = require "adjutant.house"
local Sequence = require "adjutant.sequence"
local Text = require "adjutant.text"

local Steps = {}

local STEP = { "insert", "after", "before", "remove", "replace", "with", "of" }
local PHASE = { "id", "name", "rule", "actor", "starts", "automatic", "finishes", "ends", "when" }

local function has(list, word)
  for _, w in ipairs(list) do if w == word then return true end end
  return false
end

local function ids_of(data)
  local ids = {}
  for i, p in ipairs(data) do ids[i] = p.id end
  return ids
end

-- The place of a phase in a sequence, nil when it is not there.
local function index_of(data, id)
  for i, p in ipairs(data) do if p.id == id then return i end end
  return nil
end

--- A phase in a few words, for a list of changes.
function Steps.text(p)
  local parts = { p.name or p.id }
  if p.actor and p.actor ~= "active" then parts[#parts + 1] = "actor " .. p.actor end
  for _, key in ipairs { "starts", "automatic", "finishes" } do
    local rule = p[key]
    if rule then parts[#parts + 1] = key .. " " .. (type(rule) == "table" and table.concat(rule, " ") or rule) end
  end
  if p.ends == "all_passed" then parts[#parts + 1] = "ends all_passed" end
  if p.when then parts[#parts + 1] = "at times" end
  return table.concat(parts, ", ")
end

-- --- checking ----------------------------------------------------------------------------------------

local function check_words(file, keys, t, known, what)
  for _, key in ipairs(Text.sorted_keys(t)) do
    if not has(known, key) then
      local at = { table.unpack(keys) }
      at[#at + 1] = key
      file:fail(at, "%s has no %s%s", what, tostring(key), Text.did_you_mean(tostring(key), known))
    end
  end
end

local function is_rules(value)
  if type(value) ~= "table" then return type(value) == "string" end
  for _, one in ipairs(value) do if type(one) ~= "string" then return false end end
  return #value > 0
end

local function check_phase(file, keys, p)
  local function fail(key, ...)
    local at = { table.unpack(keys) }
    at[#at + 1] = key
    file:fail(at, ...)
  end
  if type(p) ~= "table" then file:fail(keys, "sequence: a phase is a table { id = \"dig\", ... }") end
  check_words(file, keys, p, PHASE, "a phase")
  if type(p.id) ~= "string" or not p.id:find("^%l[%l%d_]*$") then
    fail("id", "sequence: a phase has an id, a lower-case word like dig")
  elseif p.actor ~= nil and not Sequence.ACTORS[p.actor] then
    fail("actor", "phase %s: the actor is active, other, both or alternate, not %s", p.id, House.show(p.actor))
  elseif p.ends ~= nil and not Sequence.ENDS[p.ends] then
    fail("ends", "phase %s: it ends by pass or all_passed, not %s", p.id, House.show(p.ends))
  elseif p.when ~= nil and type(p.when) ~= "function" then
    fail("when", "phase %s: when is a function that says whether the phase is played", p.id)
  end
  for _, key in ipairs { "starts", "automatic", "finishes" } do
    if p[key] ~= nil and not is_rules(p[key]) then
      fail(key, "phase %s: %s is the name of a rule, or a list of names", p.id, key)
    end
  end
  for _, key in ipairs { "name", "rule" } do
    if p[key] ~= nil and type(p[key]) ~= "string" then fail(key, "phase %s: %s is a text", p.id, key) end
  end
  local copy = {}
  for key, value in pairs(p) do copy[key] = value end
  copy.house, copy.where = file.name, file:at(keys)
  return copy
end

-- What the step does, and to which phase: "insert"|"remove"|"replace", id.
local function check_step(file, i, step)
  local keys = { "sequence", i }
  if type(step) ~= "table" then
    file:fail(keys, "sequence: step %d is a table: { insert = { ... }, after = \"...\" }, { remove = \"...\" } or "
      .. "{ replace = \"...\", with = { ... } }", i)
  end
  check_words(file, keys, step, STEP, "a step of the sequence")
  local kinds = {}
  for _, kind in ipairs { "insert", "remove", "replace" } do
    if step[kind] ~= nil then kinds[#kinds + 1] = kind end
  end
  local kind, id = kinds[1], nil
  if #kinds ~= 1 then
    file:fail(keys, "sequence: step %d does one thing: insert, remove or replace", i)
  elseif kind == "insert" then
    if (step.after == nil) == (step.before == nil) then
      file:fail(keys, "sequence: say where the phase comes in: after = \"...\" or before = \"...\"")
    end
    id = step.after or step.before
  else
    id = step[kind]
    if kind == "replace" and step.with == nil then
      file:fail(keys, "sequence: replace = \"...\" needs with = { id = ..., }")
    end
  end
  if type(id) ~= "string" then file:fail(keys, "sequence: a phase is named by its id, a text") end
  return kind, id
end

-- --- which sequences ------------------------------------------------------------------------------------

-- The numbers of the sequences that a step may change.
local function meant(file, i, of)
  local data, list, ids = file.kit.sequence_data, {}, {}
  for n, s in ipairs(data) do
    ids[n] = s.id or tostring(n)
    if of == nil or of == n or of == s.id then list[#list + 1] = n end
  end
  if #data == 0 then file:fail({ "sequence", i }, "this ruleset has no sequence of play") end
  if #list == 0 then
    file:fail({ "sequence", i, "of" }, "there is no sequence %s%s; there is %s", tostring(of),
      type(of) == "string" and Text.did_you_mean(of, ids) or "", Text.list(ids))
  end
  return list
end

-- What a phase that the ruleset had is called now: its id, another, or false when it is gone; and
-- who did that.
local function now(kit, n, id)
  local by
  while true do                                       -- no phase leads back to itself (see `stands`)
    local moved = kit.phase_now[n] and kit.phase_now[n][id]
    if not moved then return id, by end
    by = moved
    if not moved.id then return false, by end
    id = moved.id
  end
end

local function no_phase(file, i, key, id, list)
  local kit, ids, by = file.kit, {}, nil
  for _, n in ipairs(list) do
    for _, known in ipairs(ids_of(kit.sequence_data[n])) do
      if not has(ids, known) then ids[#ids + 1] = known end
    end
    local _, gone = now(kit, n, id)
    by = by or gone
  end
  file:fail({ "sequence", i, key }, "sequence: there is no phase %s%s", id, by
    and ("; %s removes it (%s)"):format(by.by, by.where) or Text.did_you_mean(id, ids))
end

local function copied(data)
  local copy = {}
  for key, value in pairs(data) do copy[key] = value end
  return copy
end

-- --- doing it ----------------------------------------------------------------------------------------------

-- A phase of that id stands in sequence n from now on, whatever became of an earlier one: who removes a
-- phase and inserts it elsewhere has moved it, and its commands go with it.
local function stands(kit, n, id)
  if kit.phase_now[n] then kit.phase_now[n][id] = nil end
end

local DO = {}

function DO.insert(file, i, step, data, at, n)
  local p = check_phase(file, { "sequence", i, "insert" }, step.insert)
  if index_of(data, p.id) then
    file:fail({ "sequence", i, "insert", "id" }, "sequence: the phase %s stands already", p.id)
  end
  table.insert(data, step.after and at + 1 or at, p)
  stands(file.kit, n, p.id)
  return p.id, "-", ("%s %s: %s"):format(step.after and "after" or "before", step.after or step.before,
    Steps.text(p)), nil
end

function DO.remove(file, i, _, data, at)
  if #data == 1 then file:fail({ "sequence", i }, "sequence: the last phase cannot be removed") end
  local p = table.remove(data, at)
  return p.id, Steps.text(p), "-", { id = false }
end

function DO.replace(file, i, step, data, at)
  local p, old = check_phase(file, { "sequence", i, "with" }, step.with), data[at]
  if p.id ~= old.id and index_of(data, p.id) then
    file:fail({ "sequence", i, "with", "id" }, "sequence: the phase %s stands already", p.id)
  end
  data[at] = p
  local after = Steps.text(p)
  if p.id ~= old.id then after = ("%s (%s)"):format(p.id, after) end
  return old.id, Steps.text(old), after, { id = p.id }
end

local KEY = { remove = "remove", replace = "replace" }

local function one(file, i, step)
  local kit = file.kit
  local kind, id = check_step(file, i, step)
  local list, done = meant(file, i, step.of), nil
  for _, n in ipairs(list) do
    local here = now(kit, n, id)
    local at = here and index_of(kit.sequence_data[n], here)
    if at then
      local data = copied(kit.sequence_data[n])
      kit.sequence_data[n] = data
      local key, before, after, moved = DO[kind](file, i, step, data, at, n)
      if moved then
        moved.by, moved.where = file.name, file:at { "sequence", i }
        kit.phase_now[n] = kit.phase_now[n] or {}
        kit.phase_now[n][key] = moved
        if moved.id then stands(kit, n, moved.id) end
      end
      done = done or { key, before, after }
    end
  end
  if not done then no_phase(file, i, KEY[kind] or (step.after and "after" or "before"), id, list) end
  local key = step.of and ("%s (of %s)"):format(done[1], tostring(step.of)) or done[1]
  file:record("phase", key, done[2], done[3], { "sequence", i })
end

--- Does what the part `sequence` of a house rule asks for.
function Steps.apply(file, steps)
  for key in pairs(steps) do
    if math.type(key) ~= "integer" then
      file:fail({ "sequence", key }, "sequence: it is a list of steps: { { remove = \"rally\" }, ... }")
    end
  end
  Faults.each(steps, function(i, step) one(file, i, step) end)
end

-- --- when all files are in -------------------------------------------------------------------------------------

local function check_rules(kit)
  local names = Text.sorted_keys(kit.register.by_name)
  for _, data in ipairs(kit.sequence_data) do
    for _, p in ipairs(data) do
      for _, key in ipairs(p.where and { "starts", "automatic", "finishes" } or {}) do
        local rules = p[key]
        for _, name in ipairs(type(rules) == "table" and rules or { rules }) do
          if not kit.register.by_name[name] then
            Faults.attempt(error, ("%s: phase %s: %s names the rule %s, which does not exist%s"):format(p.where,
              p.id, key, name, Text.did_you_mean(name, names)), 0)
          end
        end
      end
    end
  end
end

-- The phases in which a command can be given, after all that was done to them; and who removed one.
local function phases_now(kit, names)
  local list, removed = {}, nil
  for _, id in ipairs(names) do
    local found
    for n, data in ipairs(kit.sequence_data) do
      local here, by = now(kit, n, id)
      if here and index_of(data, here) then
        found = true
        if not has(list, here) then list[#list + 1] = here end
      elseif here == false then
        removed = by
      end
    end
    if not found and not removed then list[#list + 1] = id end       -- misspelt: close() tells
  end
  return list, removed
end

local function take_away(kit, c, removed)
  kit.commands[c.name] = nil
  for i, other in ipairs(kit.command_list) do
    if other == c then table.remove(kit.command_list, i) break end
  end
  for _, h in ipairs(kit.houses) do
    if h.name == removed.by then
      table.insert(h.changes, { what = "command", key = c.name, after = "-", where = removed.where,
        before = require("adjutant.house_commands").text(c) })
    end
  end
end

local function check_command(kit, c)
  local ids = {}
  for _, data in ipairs(kit.sequence_data) do
    for _, id in ipairs(ids_of(data)) do ids[#ids + 1] = id end
  end
  for _, id in ipairs(c.house and c.phase_names or {}) do
    if #ids > 0 and not has(ids, id) then
      Faults.attempt(error, ("%s: command %s: there is no phase %s%s"):format(c.where, c.name, id,
        Text.did_you_mean(id, ids)), 0)
    end
  end
end

--- After the last file: rules that phases name exist, and commands follow their phases.
function Steps.finish(kit)
  check_rules(kit)
  for _, c in ipairs { table.unpack(kit.command_list) } do
    if c.phase_names and next(kit.phase_now) then
      local list, removed = phases_now(kit, c.phase_names)
      if #list == 0 and removed then
        take_away(kit, c, removed)
      else
        c.phase_names, c.phases = list, {}
        for _, id in ipairs(list) do c.phases[id] = true end
      end
    end
    check_command(kit, c)
  end
end

return Steps
