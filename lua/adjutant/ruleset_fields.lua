-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.ruleset_fields -- the fields of an entity, as a ruleset declares them.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Fields = {}

local freeze = core.sandbox.freeze

local function new_field(kind, default, extra, own)
  if extra ~= nil and type(extra) ~= "table" then
    error("what a field has besides its default stands in a table, like int(0, { min = 0 })", 2)
  end
  local f = own or {}
  f.field, f.kind, f.default = true, kind, default
  for key, value in pairs(extra or {}) do f[key] = value end
  return freeze(f)
end

--- Adds the makers of fields to an API, as an entity declaration uses them.
function Fields.install(api)
  -- All take as their last argument a table of what is shown: help (a text), label (words that
  -- stand for the name), hidden (only `show NAME all` shows it).
  --- A text field.
  function api.text(default, options) return new_field("text", default or "", options) end
  --- A whole-number field; options: min, max.
  function api.int(default, options) return new_field("int", default or 0, options) end
  --- An exact fraction.
  function api.fraction(default, options) return new_field("frac", default, options) end
  --- A yes/no field.
  function api.flag(default, options) return new_field("bool", default or false, options) end
  --- A reference to another entity; `indexed` lets referrers() find it, `to` names its kind.
  function api.ref(options) return new_field("ref", nil, options) end
  --- A place on the board, or nowhere; `needed`: never nowhere by a scenario or by `set`.
  function api.place(options) return new_field("place", nil, options) end
  --- A text that must be one of the list; the first is the default.
  function api.one_of(values, options)
    if type(values) ~= "table" or #values == 0 then
      error("one_of: it takes the list of its values: one_of { \"sword\", \"pistol\" }", 2)
    end
    for i = 1, Faults.hole(values) or #values do
      if type(values[i]) ~= "string" then
        error(("one_of: value %d is a text, not %s"):format(i, values[i] == nil and "missing" or type(values[i])), 2)
      end
    end
    return new_field("text", values[1], options, { values = values })
  end
end

--- A field as the kit keeps it, from what a maker of fields gave.
local function description(name, f)
  local to = f.kind == "ref" and (f.to or name == "side" and "side") or nil
  if to and type(to) ~= "table" then to = { to } end
  return { name = name, kind = f.kind, default = f.default, min = f.min, max = f.max, to = to,
    values = f.values, indexed = f.indexed, known_to = f.known_to, seen_as = f.seen_as, help = f.help,
    label = f.label, hidden = f.hidden, needed = f.needed }
end
Fields.description = description

--- The fields of an entity declaration, as the kit keeps them, in order of their names.
function Fields.check(kind, fields)
  local list = {}
  if type(fields) ~= "table" then
    error(("entity %s: its fields stand in a table: { name = text() }"):format(kind), 3)
  end
  local names = Text.sorted_keys(fields)
  for _, name in ipairs(names) do
    local f = fields[name]
    if type(name) ~= "string" then
      error(("entity %s: fields have names: name = text()"):format(kind), 3)
    end
    if type(f) ~= "table" or not f.field then
      error(("entity %s: the field %s needs text(), int(), flag(), ref(), place(), one_of{} or fraction()")
        :format(kind, name), 3)
    end
  end
  for i, name in ipairs(names) do list[i] = description(name, fields[name]) end
  return list
end

return Fields
