-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.charts -- printed tables as data: grid{}, modifiers{}, values{}.
--
-- Every chart has rule, title and source ("printed", "inferred", "house") and can be shown as
-- the page has it. A chart with a hole or an overlap is refused where it is declared.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Charts = {}

local freeze = core.sandbox.freeze

-- What the host knows of a chart, by the object that scripts hold.
local inside = setmetatable({}, { __mode = "k" })
Charts.inside = inside
local metatables = setmetatable({}, { __mode = "k" })    -- chart -> what it reads from

local SOURCES = { printed = true, inferred = true, house = true }

local roller

--- The engine's roller: f(dice text, reason, by, mapper) -> mapper(total).
function Charts.set_roller(f) roller = f end
function Charts.roller() return roller end

-- --- what all charts share ------------------------------------------------------------------

--- Raises a fault of a declaration, with the chart named, at the script's line.
function Charts.fault(def, level, message, ...)
  local name = def.title or def.rule
  error(("chart%s: %s"):format(name and " " .. ("%q"):format(tostring(name)) or "",
    message:format(...)), level + 1)
end
local fault = Charts.fault

--- Checks what stands at the head of a chart: rule, title, source, note. Faults are raised `level` calls up.
function Charts.check_head(def, kind, level)
  if type(def) ~= "table" then
    error(("%s{ rule =, title =, source =, ... } takes a table"):format(kind), level + 1)
  end
  local hole = Faults.hole(def)
  if hole then
    fault(def, level + 1, "row %d is missing, and there are more behind it%s", hole,
      kind == "values" and "; a key that is a number stands in a row: { 2, value }" or "")
  end
  if def.rule ~= nil and type(def.rule) ~= "string" then
    fault(def, level + 1, "the rule is a text like \"7.5\", not %s", type(def.rule))
  end
  if type(def.title) ~= "string" then
    fault(def, level + 1, "a title is needed: title = \"Fire Results\"")
  end
  for _, key in ipairs { "note", "optional", "unit" } do
    if def[key] ~= nil and type(def[key]) ~= "string" then
      fault(def, level + 1, "%s is a text, not %s", key, type(def[key]))
    end
  end
  if def.source ~= nil and not SOURCES[def.source] then
    fault(def, level + 1, "source is \"printed\", \"inferred\" or \"house\", not %s",
      tostring(def.source))
  end
end

--- A source word, or the chart's own.
function Charts.source_of(def, word, level, where)
  if word == nil then return def.source or "printed" end
  if not SOURCES[word] then
    fault(def, level + 1, "%s: source is \"printed\", \"inferred\" or \"house\", not %s", where,
      tostring(word))
  end
  return word
end

--- The object that scripts hold: reads from `face`, cannot be written.
function Charts.object(kind, def, face, own)
  face.rule, face.title, face.source_word = def.rule, def.title, def.source or "printed"
  face.optional, face.note = def.optional, def.note
  local names
  setmetatable(face, { __index = function(_, key)
    if not names then
      names = {}
      for name in next, face do names[#names + 1] = name end
      table.sort(names)
    end
    error(("%s %q has no %s%s"):format(kind, def.title, tostring(key),
      Text.did_you_mean(tostring(key), names)), 2)
  end })
  local metatable = {
    __index = face,
    __newindex = function(_, key)
      error(("chart %q is read-only: cannot set `%s`"):format(def.title, tostring(key)), 2)
    end,
    __tostring = function() return def.title end,
    __name = "chart",
    __metatable = false,
  }
  local chart = setmetatable({}, metatable)
  own.kind, own.def, own.face = kind, def, face
  inside[chart], metatables[chart] = own, metatable
  return chart
end

--- Puts what is in the chart `with` in the place of what is in `chart`, for all who hold it. It is
--- of source "house" then, and of the same rule when it names none.
function Charts.replace(chart, with)
  local old, own, def = inside[chart], inside[with], {}
  for key, value in pairs(own.def) do def[key] = value end
  def.rule, def.source = def.rule or old.def.rule, "house"
  own.def = def
  own.face.rule, own.face.source_word = def.rule, def.source
  own.roller = old.roller or own.roller
  local metatable = metatables[chart]
  metatable.__index = own.face
  metatable.__tostring = function() return def.title end
  inside[chart] = own
end

--- How a value of a chart reads in a message.
function Charts.show(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "table" then
    local parts = {}
    for i, v in ipairs(value) do parts[i] = tostring(v) end
    return table.concat(parts, ":")
  end
  return tostring(value)
end

-- --- values{} --------------------------------------------------------------------------------

local HEAD = { rule = true, title = true, source = true, note = true, optional = true,
  order = true, sources = true, unit = true }

local function values_rows(def, level)
  local keys, cells, sources = {}, {}, {}
  for _, key in ipairs { "order", "sources" } do
    if def[key] ~= nil and type(def[key]) ~= "table" then fault(def, level + 1, "%s is a table", key) end
  end
  local function add(key, value, source, where)
    if cells[key] ~= nil then fault(def, level + 2, "%s is given twice", Charts.show(key)) end
    keys[#keys + 1], cells[key] = key, type(value) == "table" and freeze(value) or value
    sources[key] = Charts.source_of(def, source, level + 2, where)
  end
  for i, row in ipairs(def) do
    if type(row) ~= "table" or row[1] == nil or row[2] == nil then
      fault(def, level + 1, "row %d: a row is { key, value }", i)
    end
    add(row[1], row[2], row.source, "row " .. i)
  end
  local named = {}
  for key, value in pairs(def) do
    if type(key) == "string" and not HEAD[key] and value ~= nil then named[#named + 1] = key end
  end
  table.sort(named)
  if def.order then named = def.order end
  for _, key in ipairs(named) do
    if def[key] == nil then fault(def, level + 1, "order names %s, which has no value", tostring(key)) end
    add(key, def[key], def.sources and def.sources[key], tostring(key))
  end
  if #keys == 0 then fault(def, level + 1, "there is nothing in it") end
  return keys, cells, sources
end

--- A list of named values. Read with chart:at(key).
function Charts.values(def)
  Charts.check_head(def, "values", 2)
  local keys, cells, sources = values_rows(def, 2)
  local face = {}

  local function known(key, level)
    local names = {}
    for i, k in ipairs(keys) do names[i] = tostring(k) end
    error(("chart %q has nothing for %s%s"):format(def.title, Charts.show(key),
      key == nil and "; a chart is asked with a colon, chart:at(key)" or Text.did_you_mean(tostring(key), names)),
      level + 1)
  end

  --- The value of a key; an error when there is none.
  function face.at(_, key)
    local value = cells[key]
    if value == nil then known(key, 2) end
    return value
  end

  --- Whether there is a value for the key.
  function face.has(_, key) return key ~= nil and cells[key] ~= nil end

  --- Where the value of a key comes from.
  function face.source(_, key)
    if sources[key] == nil then known(key, 2) end
    return sources[key]
  end

  --- The keys, in printed order.
  function face.keys() return { table.unpack(keys) } end

  return Charts.object("values", def, face, { keys = keys, cells = cells, sources = sources })
end

-- --- for the kit and the prompt ---------------------------------------------------------------

--- The functions that a chart asks: those of the rows of modifiers.
function Charts.functions(chart)
  local list, own = {}, inside[chart]
  for _, row in ipairs(own.kind == "modifiers" and own.rows or {}) do
    for _, key in ipairs { "when", "per", "amount" } do
      if type(row[key]) == "function" then list[#list + 1] = row[key] end
    end
  end
  return list
end

--- Whether a value is a chart.
function Charts.is(value) return inside[value] ~= nil end

--- The chart as the page has it: a list of texts.
function Charts.lines(chart) return require("adjutant.charts_show").lines(chart) end

--- The head of a chart, as its page has it; the amount of a row of modifiers in a few words.
function Charts.head(chart) return require("adjutant.charts_show").head(inside[chart]) end
function Charts.amount_text(row) return require("adjutant.charts_show").amount_text(row) end

--- Changes a chart as a house rule says, before the game begins: see adjutant.charts_override.
--- Raises what is wrong.
function Charts.override(chart, changes)
  return require("adjutant.charts_override").apply(chart, changes)
end

--- A new chart from a declaration, for the host.
function Charts.grid(def) return require("adjutant.charts_grid").new(def, 2) end
function Charts.modifiers(def) return require("adjutant.charts_modifiers").new(def, 2) end

--- Gives scripts grid, modifiers, values and `charts`, the table that names them; what is
--- assigned there lands in `list`. Grids are thrown on by `thrower`, the roller of this game (there
--- may be several), and `named` is told each name. Returns a function that ends the naming.
function Charts.install(api, list, thrower, named)
  local closed = false
  --- A one- or two-way table as the page prints it.
  function api.grid(data)
    local chart = require("adjutant.charts_grid").new(data, 3)
    inside[chart].roller = thrower
    return chart
  end
  --- A list of modifiers, each with its amount, its reason and when it applies.
  function api.modifiers(data) return Charts.modifiers(data) end
  --- A list of named values.
  function api.values(data) return Charts.values(data) end
  api.charts = setmetatable({}, {
    __index = setmetatable(list, { __index = function(_, name)
      local names = {}
      for n in next, list do names[#names + 1] = n end
      table.sort(names)
      error(("there is no chart %s%s"):format(tostring(name),
        Text.did_you_mean(tostring(name), names)), 2)
    end }),
    __newindex = function(_, name, chart)
      if closed then
        error(("charts.%s: charts are named while the ruleset loads"):format(tostring(name)), 2)
      elseif type(name) ~= "string" or not inside[chart] then
        error(("charts.%s must be a grid{}, modifiers{} or values{}"):format(tostring(name)), 2)
      elseif rawget(list, name) then
        error(("charts.%s is named twice"):format(name), 2)
      end
      list[name] = chart
      if named then named(name) end
    end,
    __pairs = function() return next, list end,
    __name = "charts",
    __metatable = false,
  })
  return function() closed = true end
end

return Charts
