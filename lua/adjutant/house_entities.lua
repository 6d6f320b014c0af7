-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_entities -- entities = { unit = { fatigue = int(0) } } of a house rule: new kinds,
-- new fields, and for a field that there is another default, more values or wider bounds.

local Faults = require "adjutant.faults"
local House = require "adjutant.house"
local Sequence = require "adjutant.sequence"
local Text = require "adjutant.text"

local Entities = {}

-- What the program itself gives a kind.
local OWN = { side = { name = true, key = true, enemy = true }, game = {} }
for _, f in ipairs(Sequence.FIELDS) do OWN.game[f.name] = true end

local KINDS = { text = "text", int = "int", bool = "flag", frac = "fraction", ref = "ref", place = "place" }

-- The lists of fields of a kind, up to the n-th declaration; nil when there is no such kind.
local function declared(kit, kind, n)
  local fields = OWN[kind] and {} or nil
  for i = 1, n or #kit.types do
    local t = kit.types[i]
    if t.name == kind then
      fields = fields or {}
      for at, f in ipairs(t.fields) do fields[f.name] = { list = t.fields, at = at, field = f } end
    end
  end
  return fields
end

--- A field in a few words: "int 0, 0 to 3", "text sword (sword, pistol)".
function Entities.text(f)
  local text = KINDS[f.kind] or f.kind
  if f.default ~= nil then text = text .. " " .. House.show(f.default) end
  if f.values then text = ("%s (%s)"):format(text, table.concat(f.values, ", ")) end
  if f.min and f.max then text = ("%s, %d to %d"):format(text, f.min, f.max)
  elseif f.min then text = ("%s, at least %d"):format(text, f.min)
  elseif f.max then text = ("%s, at most %d"):format(text, f.max) end
  return text
end

-- Whether the World takes a field so; what it says when not.
local function try(kind, f)
  local ok, message = pcall(function()
    core.world.new():type { name = OWN[kind] and kind .. "_" or kind, fields = { f } }
  end)
  return ok, tostring(message):gsub("^.-%.lua:%d+: ", "")
end

local function check(file, keys, kind, name, f)
  if type(name) ~= "string" or not name:find("^[%a_][%w_]*$") then
    file:fail(keys, "%s: fields have names: { fatigue = int(0) }", kind)
  elseif type(f) ~= "table" or not f.field then
    file:fail(keys, "%s: the field %s needs text(), int(), flag(), ref(), place(), one_of{} or fraction()",
      kind, name)
  elseif OWN[kind] and OWN[kind][name] then
    file:fail(keys, "%s: the field %s is the program's own", kind, name)
  end
end

local function all_of(old, new)
  for _, v in ipairs(old) do
    local kept = false
    for _, w in ipairs(new) do kept = kept or v == w end
    if not kept then return false, v end
  end
  return true
end

-- The field as it is after a change by f, which must be of its kind and leave room for what is in play.
local function changed(file, keys, kind, old, f)
  local new = {}
  for key, value in pairs(old) do new[key] = value end
  if f.kind ~= old.kind then
    file:fail(keys, "%s: the field %s is %s; it cannot become %s", kind, old.name,
      KINDS[old.kind] or old.kind, KINDS[f.kind] or f.kind)
  elseif (f.values == nil) ~= (old.values == nil) then
    file:fail(keys, "%s: the field %s is %s; it stays so", kind, old.name,
      old.values and "one of a list" or "no list of values")
  end
  if f.values then
    local ok, lost = all_of(old.values, f.values)
    if not ok then
      file:fail(keys, "%s: the field %s must keep the value %q: pieces in play may have it", kind, old.name,
        lost)
    end
    new.values = f.values
  end
  if (f.min and (not old.min or f.min > old.min)) or (f.max and (not old.max or f.max < old.max)) then
    file:fail(keys, "%s: the field %s goes from %s to %s; its bounds can only become wider", kind, old.name,
      old.min or "any", old.max or "any")
  end
  new.default, new.min, new.max = f.default, f.min or old.min, f.max or old.max
  for _, key in ipairs { "help", "label", "hidden" } do
    if f[key] ~= nil then new[key] = f[key] end
  end
  return new
end

local function field(file, kind, fields, name, f)
  local keys = { "entities", kind, name }
  check(file, keys, kind, name, f)
  local new = file.kit.field_description(name, f)
  local old = fields[name]
  if old then new = changed(file, keys, kind, old.field, f) end
  local ok, message = try(kind, new)
  if not ok then file:fail(keys, "%s: the field %s: %s", kind, name, message) end
  file:record("field", kind .. "." .. name, old and Entities.text(old.field) or "-", Entities.text(new), keys)
  if old then old.list[old.at] = new return nil end
  return new
end

local function kind_of(file, kind, given)
  local keys, kit = { "entities", kind }, file.kit
  if type(kind) ~= "string" or not kind:find("^%l[%l%d_]*$") then
    file:fail(keys, "entities: a kind is a lower-case word, like unit")
  elseif type(given) ~= "table" then
    file:fail(keys, "entities: %s = { field = int(0), ... }", kind)
  end
  local fields = declared(kit, kind)
  if not fields then
    local kinds = { "game", "side" }
    for i, t in ipairs(kit.types) do kinds[i + 2] = t.name end
    local near = Text.nearest(kind, kinds)
    if near then
      file:fail(keys, "there is no kind %s (did you mean %q?); a new kind of so like a name is declared by "
        .. "entity %q { ... }", kind, near, kind)
    end
    file:record("kind", kind, "-", "new", keys)
  end
  local list = {}
  Faults.each(Text.sorted_keys(given), function(_, name)
    list[#list + 1] = field(file, kind, fields or {}, name, given[name])
  end)
  if #list > 0 or not fields then kit.types[#kit.types + 1] = { name = kind, fields = list } end
end

--- Does what the part `entities` of a house rule asks for.
function Entities.apply(file, entities)
  Faults.each(Text.sorted_keys(entities), function(_, kind) kind_of(file, kind, entities[kind]) end)
end

--- Notes what a file declared by itself with entity(): the n-th declaration of the kit.
function Entities.check_added(file, t, n)
  local fields, where = declared(file.kit, t.name, n - 1), file:call("entity", t.name)
  if not fields then file:record("kind", t.name, "-", "new", where) end
  for _, f in ipairs(t.fields) do
    if fields and (fields[f.name] or OWN[t.name] and OWN[t.name][f.name]) then
      error(("%s: %s has a field %s already; entities = { %s = { %s = ... } } changes it"):format(where,
        t.name, f.name, t.name, f.name), 0)
    end
    file:record("field", t.name .. "." .. f.name, "-", Entities.text(f), where)
  end
end

return Entities
