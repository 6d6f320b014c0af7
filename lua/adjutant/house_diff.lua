-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_diff -- what differs between two kits: cell by cell, rule by rule. The kits
-- themselves are compared, so it does not matter how they came to differ: by a house rule, by a
-- ruleset that was edited, by another edition.
--
-- A difference is { what, key, before, after, where, house }: what is "ruleset", "option", "chart",
-- "cell", "cost", "rule", "kind", "field", "sequence", "phase", "command", "invariant", "policy", "sheet",
-- "inquiry" or "file"; before and after are texts, "-" for what is not there; where and house, when known, say
-- where the change is written and in which house rule.

local Charts = require "adjutant.charts"
local Commands = require "adjutant.house_commands"
local Entities = require "adjutant.house_entities"
local House = require "adjutant.house"
local Options = require "adjutant.house_options"
local Sequence = require "adjutant.sequence"
local Source = require "adjutant.house_source"
local Steps = require "adjutant.house_sequence"
local Text = require "adjutant.text"

local Diff = {}

-- --- collecting ----------------------------------------------------------------------------------------

local function adder(b)
  local written, list = {}, {}
  for _, h in ipairs(b.houses or {}) do
    for _, c in ipairs(h.changes) do written[c.what .. " " .. c.key] = { where = c.where, house = h.name } end
  end
  local function add(what, key, before, after, where)
    local by = written[what .. " " .. key]
      or what == "cell" and written["chart " .. (key:match("^(.-)%[") or "")] or {}
    if type(where) == "function" then where = not by.where and where() or nil end
    list[#list + 1] = { what = what, key = key, before = before or "-", after = after or "-",
      where = by.where or where, house = by.house }
  end
  return add, list
end

-- The names of both tables, in order.
local function both(a, b)
  local set, list = {}, {}
  for _, t in ipairs { a, b } do
    for name in next, t do
      if not set[name] then list[#list + 1] = name end
      set[name] = true
    end
  end
  table.sort(list, function(x, y) return Text.natural_less(tostring(x), tostring(y)) end)
  return list
end

local function one(kit, name)
  local option = kit.options[name]
  if not option then return nil end
  local fixed = kit.fixed_options and kit.fixed_options[name]
  return fixed and House.show(fixed.value) or Options.text(option)
end

local function options(a, b, add)
  for _, name in ipairs(both(a.options or {}, b.options or {})) do
    local before, after = one(a, name), one(b, name)
    if before ~= after then
      if before and after and b.fixed_options and b.fixed_options[name] then
        before = House.show(a.options[name].default)
      end
      if before ~= after then
        add("option", name, before, after, function() return Source.call(b, "ruleset", nil, { "options", name }) end)
      end
    end
  end
end

-- --- charts ---------------------------------------------------------------------------------------------

local CELLS = {}

-- list of { label, text, source } of everything in a chart, in its order.
function CELLS.values(own)
  local list = {}
  for i, key in ipairs(own.keys) do
    list[i] = { tostring(key), House.show(own.cells[key]), own.sources[key] }
  end
  return list
end

function CELLS.grid(own)
  local list, n = {}, own.cols and #own.cols or 1
  for i, row in ipairs(own.rows) do
    for k = 1, n do
      local label = n > 1 and row.label .. ", " .. own.cols[k].label or row.label
      local cell = (i - 1) * n + k
      list[#list + 1] = { label, House.show(own.cells[cell]), own.chart:source(cell) }
    end
  end
  return list
end

function CELLS.modifiers(own)
  local list = {}
  for i, row in ipairs(own.rows) do list[i] = { row.text, Charts.amount_text(row), row.source } end
  return list
end

local function by_label(list)
  local map = {}
  for _, cell in ipairs(list) do map[cell[1]] = cell end
  return map
end

-- Whether a house rule wrote a row anew that looks as before: another condition.
local function rewritten(a, b, key)
  local was, is = a.house_touched and a.house_touched[key], b.house_touched and b.house_touched[key]
  return is ~= nil and (was == nil or was.name ~= is.name)
end

-- The place of a chart in kit b, looked up when it is first asked for.
local function place_of(b, name)
  local place
  return function()
    place = place or Source.chart(b, name) or ""
    return place ~= "" and place or nil
  end
end

local function cells(name, a, b, own, other, add)
  local where = place_of(b, name)
  local old, new = CELLS[own.kind](own), CELLS[other.kind](other)
  local was, is, n = by_label(old), by_label(new), 0
  for _, cell in ipairs(new) do
    local before, key = was[cell[1]], ("%s[%s]"):format(name, cell[1])
    local again = before and before[2] == cell[2]
    if not again or (own.kind == "modifiers" and rewritten(a, b, "cell " .. key)) then
      add("cell", key, before and before[2], again and cell[2] .. ", written anew" or cell[2], where)
      n = n + 1
    end
  end
  for _, cell in ipairs(old) do
    if not is[cell[1]] then
      add("cell", ("%s[%s]"):format(name, cell[1]), cell[2], nil, where)
      n = n + 1
    end
  end
  return n
end

local function chart(name, a, b, add)
  local old, new = rawget(a.charts, name), rawget(b.charts, name)
  if not old or not new then
    add("chart", name, old and Charts.head(old), new and Charts.head(new), place_of(b, name))
    return
  end
  local own, other = Charts.inside[old], Charts.inside[new]
  if own.kind ~= other.kind then
    add("chart", name, own.kind, other.kind)
    return
  end
  local before, after, n = Charts.head(old), Charts.head(new), 0
  if before ~= after then
    add("chart", name, before, after, place_of(b, name))
    n = 1
  end
  n = n + cells(name, a, b, own, other, add)
  if n == 0 and Source.text_of(a, "charts.lua") ~= Source.text_of(b, "charts.lua") then
    local where_a, where_b = Source.chart(a, name), Source.chart(b, name)
    if where_a and where_b and not Source.same(a, where_a, b, where_b) then
      add("chart", name, where_a, "written anew", where_b)
    end
  end
end

local function charts(a, b, add)
  for _, name in ipairs(both(a.charts, b.charts)) do chart(name, a, b, add) end
end

-- --- rules ------------------------------------------------------------------------------------------------

-- The places where a rule is written, the ruleset's first, then those of the house rules over it.
local function places(kit, entry)
  local list = { entry.where }
  for _, h in ipairs(kit.houses or {}) do
    for _, c in ipairs(h.changes) do
      if c.what == "rule" and c.key == entry.id .. " " .. entry.name and c.where ~= entry.where then
        list[#list + 1] = c.where
      end
    end
  end
  return list
end

local function differs(a, b, old, new)
  if old.id ~= new.id then return true end
  local was, is = places(a, old), places(b, new)
  if #was ~= #is then return true end
  for i = 1, #was do
    if not Source.same(a, was[i], b, is[i]) then return true end
  end
  return false
end

local function rules(a, b, add)
  local list = {}
  for _, name in ipairs(both(a.register.by_name, b.register.by_name)) do
    local old, new = a.register.by_name[name], b.register.by_name[name]
    if not old or not new or differs(a, b, old, new) then list[#list + 1] = { old, new } end
  end
  table.sort(list, function(x, y)
    local p, q = x[2] or x[1], y[2] or y[1]
    if p.id ~= q.id then return Text.natural_less(p.id, q.id) end
    return p.name < q.name
  end)
  for _, pair in ipairs(list) do
    local old, new = pair[1], pair[2]
    local entry = new or old
    local was, is = old and places(a, old), new and places(b, new)
    add("rule", entry.id .. " " .. entry.name, was and was[#was], is and is[#is], is and is[#is])
  end
end

-- --- pieces ---------------------------------------------------------------------------------------------------

local function fields_of(kit)
  local fields, kinds = {}, {}
  for _, t in ipairs(kit.types) do
    kinds[t.name] = true
    for _, f in ipairs(t.fields) do fields[t.name .. "." .. f.name] = f end
  end
  return fields, kinds
end

local OWN_KINDS = { game = true, side = true }

local function pieces(a, b, add)
  local old, old_kinds = fields_of(a)
  local new, new_kinds = fields_of(b)
  for _, kind in ipairs(both(old_kinds, new_kinds)) do
    if not OWN_KINDS[kind] and not (old_kinds[kind] and new_kinds[kind]) then
      add("kind", kind, old_kinds[kind] and "there", new_kinds[kind] and "new")
    end
  end
  for _, name in ipairs(both(old, new)) do
    local before, after = old[name] and Entities.text(old[name]), new[name] and Entities.text(new[name])
    if before ~= after then
      add("field", name, before, after, function()
        local kind, field = name:match("^(.-)%.(.*)$")
        return Source.call(b, "entity", kind, { field })
      end)
    end
  end
end

-- --- the sequence of play ------------------------------------------------------------------------------------------

local function phases_of(sequence)
  local map = {}
  for i, p in ipairs(sequence and sequence.phases or {}) do
    local before = sequence.phases[i - 1]
    map[p.id] = { text = Steps.text(p), after = before and before.id, rule = p.rule, at = i }
  end
  return map
end

-- Whether the phases that both have stand in another order.
local function moved(old, new)
  local list = {}
  for id, p in pairs(new) do if old[id] then list[#list + 1] = { id, p.at } end end
  table.sort(list, function(x, y) return x[2] < y[2] end)
  for i = 2, #list do
    if old[list[i - 1][1]].at > old[list[i][1]].at then return list[i][1] end
  end
  return nil
end

local function placed(p) return (p.after and "after " .. p.after or "first") .. ": " .. p.text end

local function sequence(a, b, suffix, add)
  local old, new = phases_of(a), phases_of(b)
  for _, id in ipairs(both(old, new)) do
    local was, is = old[id], new[id]
    if not was or not is then
      add("phase", id .. suffix, was and was.text, is and placed(is))
    elseif was.text ~= is.text then
      add("phase", id .. suffix, was.text, is.text)
    end
  end
  local id = moved(old, new)
  if id then add("phase", id .. suffix, placed(old[id]), placed(new[id])) end
  for _, key in ipairs { "each", table.unpack(Sequence.RULES) } do
    local was, is = House.show(a and a[key]), House.show(b and b[key])
    if was ~= is then add("sequence", key .. suffix, was, is) end
  end
end

local function sequences(a, b, add)
  local seen = {}
  for i = 1, math.max(#a.sequences, #b.sequences) do
    sequence(a.sequences[i], b.sequences[i], "", function(what, key, before, after)
      local line = table.concat({ what, key, before or "-", after or "-" }, "\0")
      if not seen[line] then                                          -- the same in several sequences
        add(what, key, before, after, function() return Source.call(b, "sequence", nil, {}) end)
      end
      seen[line] = true
    end)
  end
end

-- --- commands, and the rest ------------------------------------------------------------------------------------------

local function commands(a, b, add)
  local old, new = {}, {}
  for _, c in ipairs(a.command_list) do if not c.builtin then old[c.name] = c end end
  for _, c in ipairs(b.command_list) do if not c.builtin then new[c.name] = c end end
  for _, name in ipairs(both(old, new)) do
    local was, is = old[name], new[name]
    if not was or not is or Commands.text(was) ~= Commands.text(is) or was.help ~= is.help
      or #(was.layers or {}) ~= #(is.layers or {}) or not Source.same(a, was.where, b, is.where) then
      add("command", name, was and Commands.text(was), is and Commands.text(is), is and is.where)
    end
  end
end

local function named(list)
  local set = {}
  for _, item in ipairs(list) do set[item.name] = true end
  return set
end

local function the_rest(a, b, add)
  for _, pair in ipairs { { "invariant", named(a.invariants), named(b.invariants) },
    { "policy", a.policies, b.policies }, { "sheet", a.sheets, b.sheets }, { "inquiry", a.inquiries, b.inquiries } } do
    for _, name in ipairs(both(pair[2], pair[3])) do
      local was, is = pair[2][name], pair[3][name]
      if (was == nil) ~= (is == nil) then add(pair[1], name, was and "there", is and "new") end
    end
  end
  for _, key in ipairs { "name", "edition", "title" } do
    if a[key] ~= b[key] then add("ruleset", key, House.show(a[key]), House.show(b[key])) end
  end
end

-- Files that are another program now, where nothing of the above tells what changed.
local function files(a, b, list, add)
  local told = {}
  for _, c in ipairs(list) do
    for _, place in ipairs { c.where or "", c.before, c.after } do
      local path = place:match("^(.-):%d")
      if path then told[path] = true end
    end
  end
  for _, path in ipairs(Source.changed_files(a, b)) do
    if not told[path] then add("file", path, "-", "changed") end
  end
end

--- What differs from kit a to kit b: a list of differences, in the order of the file's head.
function Diff.kits(a, b)
  local add, list = adder(b)
  the_rest(a, b, add)
  options(a, b, add)
  charts(a, b, add)
  require("adjutant.house_movement").diff(a, b, add)
  rules(a, b, add)
  pieces(a, b, add)
  sequences(a, b, add)
  commands(a, b, add)
  files(a, b, list, add)
  return list
end

return Diff
