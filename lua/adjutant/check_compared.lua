-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_compared -- what is compared with a text that it never is: `unit.side == "french"`.
--
-- Only the name of a field is known, not whose it is. So it is told when the field of that name is of one
-- sort with whoever has it, and as a warning.

local Text = require "adjutant.text"

local Compared = {}

--- The fields of a kit by their names: name -> list of descriptions, over all kinds of pieces.
function Compared.fields(kit)
  local fields = { enemy = { { kind = "ref", to = { "side" } } } }
  local function add(list)
    for _, f in ipairs(list) do
      fields[f.name] = fields[f.name] or {}
      table.insert(fields[f.name], f)
    end
  end
  add(require("adjutant.sequence").FIELDS)
  for _, t in ipairs(kit.types) do add(t.fields) end
  return fields
end

-- Whether all of a list of fields are of a sort, by a function of one.
local function all(list, is)
  for _, f in ipairs(list) do if not is(f) then return false end end
  return true
end

local function is_side(f) return f.kind == "ref" and f.to and #f.to == 1 and f.to[1] == "side" end
local function is_thing(f) return f.kind == "ref" or f.kind == "place" end
local function has_values(f) return f.kind == "text" and f.values ~= nil end

-- The id of the side that a text means, else of some side.
local function side_of(kit, text)
  local first
  for _, side in ipairs(kit.sides or {}) do
    local id, name = tostring(side.id), tostring(side.name)
    first = first or id
    if id:lower() == text:lower() or name:lower() == text:lower() then return id end
  end
  return first or "NAME"
end

--- What is wrong with `.name == "text"`, by the fields of a kit; nil when nothing is.
function Compared.fault(kit, fields, name, text)
  local list = fields[name]
  if not list then return nil end
  if all(list, is_side) then
    return ("%s is a side and never equals a text: write sides.%s"):format(name, side_of(kit, text))
  elseif all(list, is_thing) then
    return ("%s is %s and never equals a text: compare %s.name"):format(name,
      list[1].kind == "place" and "a place" or "a piece", name)
  elseif all(list, has_values) then
    local values = {}
    for _, f in ipairs(list) do table.move(f.values, 1, #f.values, #values + 1, values) end
    for _, value in ipairs(values) do if value == text then return nil end end
    local near = Text.did_you_mean(text, values)
    return near ~= "" and ("%s is never %q%s"):format(name, text, near) or nil
  end
end

return Compared
