-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.locate -- where things stand in a Lua text: of a scenario, a house rule, a ruleset.
--
--   local L = Locate.new(text)
--   L:find { "units", 3, "at" }              -> line, column of that key in the table that the file
--                                               returns; nil when the text does not spell it out
--   L:find({ "units", 3, "at" }, "value")    -> the same of its value
--   L:where({ "units", 3, "at" }, "a.lua")   -> "a.lua:17:5", of the nearest thing that is known
--   L:value { "base" }                       -> "seven-hex", the literal there
--   L:inside({ "map", "text" }, 40)          -> line, column of byte 40 of that text
--   L:calls "rule"                           -> every rule(...) of the file: list of views
--   L:assigned "charts.combat"               -> the view of what is assigned so
--   L:has(12, "victroy")                     -> column of a word on a line, nil when it is not there
--   L:word(12, "victroy")                    -> the same; else the column of the first thing there
--   L.twice                                  -> keys given twice in one table
--
-- A view has find, where, value and inside of its own table, line, column, and its literal arguments as
-- [1], [2] ... : `rule("7", "fire", f)` has "7" and "fire". The table that counts is the first one
-- of an expression: `house "x" { ... }`, `grid { ... }`, `entity("unit", { ... })`, or that of a
-- local variable of the file. Columns count bytes, from 1. Nothing here fails: odd text gives nil.

local Tokens = require "adjutant.lua_tokens"
local Outline = require "adjutant.locate_outline"

local Locate = {}
Locate.__index = Locate

local View = {}
View.__index = View

--- The outline of a text, with positions.
function Locate.new(text)
  local outline = Outline.read(text)
  local L = setmetatable({ text = text, outline = outline }, Locate)
  L.root = setmetatable({ L = L, slot = outline.returned }, View)
  L.twice = {}
  for i, d in ipairs(outline.twice) do
    local line, column = L:at(d.at)
    local first = L:at(d.first)
    L.twice[i] = { key = d.key, line = line, column = column, first = first }
  end
  return L
end

local function line_starts(text)
  local starts, at = { 1 }, 1
  while true do
    local stop = text:find("[\r\n]", at)
    if not stop then return starts end
    local two = text:sub(stop, stop + 1)
    at = stop + ((two == "\r\n" or two == "\n\r") and 2 or 1)
    starts[#starts + 1] = at
  end
end

--- line, column of a byte of the text.
function Locate:at(offset)
  if not offset then return nil end
  self.starts = self.starts or line_starts(self.text)
  local low, high = 1, #self.starts
  while low < high do
    local middle = (low + high + 1) // 2
    if self.starts[middle] <= offset then low = middle else high = middle - 1 end
  end
  return low, offset - self.starts[low] + 1
end

-- The first and the last byte of a line, nil when there is no such line.
local function bounds(self, line)
  self.starts = self.starts or line_starts(self.text)
  local start = self.starts[line]
  if not start then return nil end
  return start, (self.starts[line + 1] or #self.text + 1) - 1
end

--- The column of a word on a line, from column `from` on (a text of several words counts as one);
--- nil when it is not there.
function Locate:has(line, word, from)
  local start, stop = bounds(self, line)
  if not start or word == "" then return nil end
  local text, at = self.text:sub(start, stop), from or 1
  while true do
    local first, last = text:find(word, at, true)
    if not first then return nil end
    local joined = word:find("^[%w_]") and first > 1 and text:find("^[%w_]", first - 1)
    if not joined and not (word:find("[%w_]$") and text:find("^[%w_]", last + 1)) then return first end
    at = last + 1
  end
end

--- The text up to a column of a line, that included.
function Locate:up_to(line, column)
  return self.text:sub(1, bounds(self, line) + column - 1)
end

--- The column of a word on a line; else of the first thing on it; nil when the line is empty.
function Locate:word(line, word)
  local column = word and self:has(line, word)
  if column then return column end
  local start, stop = bounds(self, line)
  if not start then return nil end
  return self.text:sub(start, stop):find("%S")
end

-- The slot that another stands for: a bare name is what the file's local of that name is.
local function resolved(self, slot)
  for _ = 1, 10 do
    if not slot or slot.table or not slot.alias then return slot end
    slot = self.L.outline.locals[slot.alias]
  end
  return nil
end

-- The field that keys lead to, and how many of them did.
local function walk(self, keys)
  local slot, field, known = self.slot, nil, 0
  for i, key in ipairs(keys) do
    slot = resolved(self, slot)
    local found = slot and slot.table and slot.table.fields[key]
    if not found then break end
    field, slot, known = found, found.slot, i
  end
  return field, known
end

--- line, column of a path of keys; of the value when `what` is "value". Without keys: of the table
--- itself. nil when the text does not spell it out.
function View:find(keys, what)
  if #keys == 0 then return self.L:at(self.slot and self.slot.at) end
  local field, known = walk(self, keys)
  if known < #keys then return nil end
  return self.L:at(what == "value" and field.slot.at or field.at)
end

--- line, column of the nearest thing on a path that is known, and how many of its keys are.
function View:nearest(keys, what)
  local field, known = walk(self, keys)
  if not field then
    local line, column = self.L:at(self.slot and self.slot.at)
    return line or 1, column or 1, 0
  end
  local line, column = self.L:at(known == #keys and what == "value" and field.slot.at or field.at)
  return line, column, known
end

--- "file:line:column" of the nearest thing on a path that is known.
function View:where(keys, shown_file, what)
  local line, column = self:nearest(keys, what)
  return ("%s:%d:%d"):format(shown_file, line, column)
end

--- The literal that a path of keys leads to; nil when it is something else, or not there.
function View:value(keys)
  local field, known = walk(self, keys)
  if not field or known < #keys then return nil end
  local slot = resolved(self, field.slot)
  return slot and slot.literal
end

--- line, column of byte n of the text that a path leads to; nil when it is no literal text.
function View:inside(keys, n)
  local field, known = walk(self, keys)
  local slot = #keys == 0 and self.slot or known == #keys and field and field.slot
  if slot and slot.alias then slot = self.L.outline.locals[slot.alias] end
  if not slot or type(slot.literal) ~= "string" then return nil end
  return self.L:at(Tokens.inside(self.L.text, slot.at, slot.to, n))
end

--- The keys that are written in the table of a path, in the order of the text.
function View:keys(keys)
  local field, known = walk(self, keys or {})
  local slot = resolved(self, (not keys or #keys == 0) and self.slot
    or known == #keys and field and field.slot or nil)
  if not slot or not slot.table then return {} end
  local list = {}
  for i, key in ipairs(slot.table.order) do list[i] = key end
  return list
end

--- Whether the text spells out the table of this view.
function View:spelt()
  local slot = resolved(self, self.slot)
  return slot ~= nil and slot.table ~= nil
end

for _, name in ipairs { "find", "nearest", "where", "value", "inside", "keys", "spelt" } do
  Locate[name] = function(self, ...) return self.root[name](self.root, ...) end
end

local function view_of_call(L, call)
  local line, column = L:at(call.at)
  local view = setmetatable({ L = L, line = line, column = column, name = call.name,
    depth = call.depth, slot = { at = call.at } }, View)
  for i, slot in ipairs(call.arguments) do
    view[i] = slot.literal
    if slot.table and not view.slot.table then view.slot.table = slot.table end
    if slot.alias and not view.slot.table and not view.slot.alias then view.slot.alias = slot.alias end
  end
  return view
end

--- Every call of a function by its name ("rule", "map.area"): list of views, in order of the text.
function Locate:calls(name)
  local list = {}
  for _, call in ipairs(self.outline.calls[name] or {}) do list[#list + 1] = view_of_call(self, call) end
  return list
end

--- The view of what is assigned to a name ("charts.combat"), nil when nothing is.
function Locate:assigned(name)
  local slot = self.outline.assigned[name]
  if not slot then return nil end
  local line, column = self:at(slot.target)
  return setmetatable({ L = self, slot = slot, line = line, column = column, name = name }, View)
end

return Locate
