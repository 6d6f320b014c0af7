-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.ruleset_checks -- whether what a ruleset registers goes together: its options, the phases, kinds
-- and rules that its commands, fields and views name.

local Command = require "adjutant.command"
local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Checks = {}

--- Checks the options of a ruleset{}: names that can be typed and kept, each with what it is when nobody
--- says. Raises at the line of its caller's caller.
function Checks.options(options)
  if options == nil then return end
  local example = "options = { river = { default = true } }"
  if type(options) ~= "table" then error("ruleset{}: options is a table: " .. example, 3) end
  for _, name in ipairs(Text.sorted_keys(options)) do
    local o = options[name]
    if type(name) ~= "string" or not name:find("^[%a_][%w_]*$") then
      error(("ruleset{}: the name of an option is a word, like dig_in, not %s"):format(Text.show(name)), 3)
    elseif type(o) ~= "table" or o.default == nil then
      error(("ruleset{}: option %s needs a default: %s"):format(name, example), 3)
    elseif o.values ~= nil and (type(o.values) ~= "table" or #o.values == 0) then
      error(("ruleset{}: option %s: values is a list"):format(name), 3)
    end
  end
end

-- The phases that commands name must be there.
local function check_phases(self)
  local ids, known = {}, {}
  for _, data in ipairs(self.sequence_data) do
    for _, p in ipairs(data) do
      local id = type(p) == "table" and p.id
      if id and not known[id] then ids[#ids + 1] = tostring(id) end
      known[id] = true
    end
  end
  for _, c in ipairs(self.command_list) do
    Faults.each(c.phase_names or {}, function(_, phase)
      if not known[phase] then
        error(("command %s: there is no phase %q%s (%s)"):format(c.name, phase,
          Text.did_you_mean(phase, ids), c.where or "?"), 0)
      end
    end)
  end
end

-- The kinds of arguments that commands name must be there, and their own names must be free.
local function check_commands(self)
  local kinds = { "area", "entity", "field", "hex", "number", "place", "side", "text", "value", "word" }
  for _, t in ipairs(self.types) do kinds[#kinds + 1] = t.name end
  local known = {}
  for _, kind in ipairs(kinds) do known[kind] = true end
  local function check(c)
    if Command.OF_THE_PROMPT[c.name] then
      error(("command %s: %s is a word of the prompt, which would never give this command (%s)"):format(c.name,
        c.name, c.where or "?"), 0)
    end
    Faults.each(c.args, function(_, a)
      if not known[a.kind] then
        error(("command %s: argument %s: there is no kind %q%s (%s)"):format(c.name, a.name, a.kind,
          Text.did_you_mean(a.kind, kinds), c.where or "?"), 0)
      end
    end)
  end
  Faults.each(self.command_list, function(_, c) if not c.builtin then check(c) end end)
  local names = Text.sorted_keys(self.inquiries)
  Faults.each(names, function(_, name) check(self.inquiries[name]) end)
end

-- The kinds that fields refer to must be there.
local function check_references(self)
  local kinds, known = { "game", "side" }, { game = true, side = true }
  for _, t in ipairs(self.types) do kinds[#kinds + 1], known[t.name] = t.name, true end
  for _, t in ipairs(self.types) do
    for _, f in ipairs(t.fields) do
      for _, to in ipairs(f.to or {}) do
        if not known[to] then
          error(("entity %s: the field %s: there is no kind %q%s (%s)"):format(t.name, f.name, tostring(to),
            Text.did_you_mean(tostring(to), kinds), t.where or "?"), 0)
        end
      end
    end
  end
end

--- Checks a kit whose files have been read, and raises (or tells, see adjutant.faults) what names something
--- that is not there.
function Checks.kit(kit)
  if #kit.sequence_data > 0 then check_phases(kit) end
  check_commands(kit)
  check_references(kit)
  require("adjutant.knowledge").check(kit)
end

return Checks
