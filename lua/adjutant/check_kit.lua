-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_kit -- loads a ruleset for `adjutant check`: what its files register is noted with
-- its place, and what is wrong with one registration, or one file, does not stop the others.

local Faults = require "adjutant.faults"
local Kit = require "adjutant.ruleset"
local Text = require "adjutant.text"

local CheckKit = {}

-- Functions that register something, and the fields that their table may have.
local FIELDS = {
  ruleset = { "name", "title", "edition", "source", "sides", "options", "note" },
  command = { "rule", "help", "args", "phases", "run", "reaction", "looks_ahead", "note" },
  inquiry = { "rule", "help", "args", "run", "note" },
  sequence = { "id", "each", "turn_starts", "turn_ends", "command_ends", "when" },
  grid = { "rule", "title", "source", "rows", "cols", "note", "optional" },
  modifiers = { "rule", "title", "source", "note", "optional" },
  policy = { "command", "answer" },
}
local PARTS = {
  command = { args = { "name", "kind", "list", "keyword", "from", "among", "fits", "sample", "optional",
    "values", "help", "min", "max" } },
  inquiry = { args = { "name", "kind", "list", "keyword", "from", "among", "fits", "optional", "values", "help",
    "min", "max" } },
  sequence = { [""] = { "id", "name", "rule", "actor", "starts", "automatic", "finishes", "ends", "when" } },
  ruleset = { sides = { "id", "name", "colour", "fields" } },
  modifiers = { [""] = { "rule", "source", "per", "op", "round" } },
}
local OPTION = { "default", "values", "rule", "help" }
local FIELD = { "min", "max", "indexed", "known_to", "seen_as", "help", "label", "hidden", "needed", "to" }
local FIELD_MAKERS = { text = 2, int = 2, fraction = 2, flag = 2, ref = 1, place = 1, one_of = 2 }
local OTHERS = { "entity", "rule", "ground_rule", "invariant", "values", "movement_costs", "line_of_sight", "status", "sheet",
  "outcomes", "scenario_rules", "told" }

local STAND_IN = {
  grid = function() return require("adjutant.charts").values { title = "?", { "?", 0 } } end,
  int = function(make) return make.int() end,
}
STAND_IN.modifiers, STAND_IN.values = STAND_IN.grid, STAND_IN.grid
for name in pairs(FIELD_MAKERS) do STAND_IN[name] = STAND_IN.int end

-- --- places --------------------------------------------------------------------------------------------

--- The view (adjutant.locate) of a call that was noted: of that name on that line; nil when the text
--- does not show it.
function CheckKit.view(F, call)
  local outline = call and F:outline(call.path)
  if not outline then return nil end
  for _, view in ipairs(outline:calls(call.name)) do
    if view.line == call.line then return view end
  end
  return nil
end

local NUMBERED = { { "row (%d+)" }, { "phase (%d+)" }, { "argument (%d+)", "args" }, { "column (%d+)", "cols" } }

-- The keys that a message about a call speaks of.
local function keys_of(text, view)
  for _, pattern in ipairs(NUMBERED) do
    local n = math.tointeger(tonumber(text:match("%f[%w]" .. pattern[1])))
    if n then
      local keys = pattern[2] and { pattern[2], n } or { n }
      if view:find(keys) then return keys end
    end
  end
  for word in text:gmatch("[%w_]+") do
    if #word > 2 and view:find { word } then return { word } end
  end
  return {}
end

-- The source and the line of a place; a loader may put "./" before a path.
local function split(F, place)
  local path, line = tostring(place):match("^(.*):(%d+)$")
  if path and not F.sources[path] then path = path:gsub("^%./", "") end
  return path, math.tointeger(tonumber(line))
end

--- Reports what a registration raised, at the entry of its table that the message speaks of.
function CheckKit.fault(F, call, message)
  message = tostring(message):gsub("^lua/adjutant/[%w_]+%.lua:%d+: ", "")
  local view = CheckKit.view(F, call)
  if message:find("^[%w_/@.-]+%.lua:%d") or not view then
    local place = not message:find("^[%w_/@.-]+%.lua:%d") and call.path and ("%s:%d: "):format(call.path, call.line)
    F:raised((place or "") .. message, call.path)
  else
    F:at("error", call.path, view, keys_of(message, view), message)
  end
end

-- --- unknown fields ------------------------------------------------------------------------------------

local function sorted(t)
  local keys = {}
  for key in pairs(t) do if type(key) == "string" then keys[#keys + 1] = key end end
  table.sort(keys)
  return keys
end

local function contains(list, word)
  for _, w in ipairs(list) do if w == word then return true end end
  return false
end

local function check_words(F, call, view, keys, t, known, what)
  for _, key in ipairs(type(t) == "table" and sorted(t) or {}) do
    if not contains(known, key) then
      local at = { table.unpack(keys) }
      at[#at + 1] = key
      F:at("error", call.path, view, at, ("%s has no field %s%s; it has %s"):format(what, key,
        Text.did_you_mean(key, known), Text.list(known)))
    end
  end
end

local ENTRY = { args = "an argument", sides = "a side" }

local function unknown_fields(F, call)
  local given, name = call.given, call.name
  if not FIELDS[name] or type(given) ~= "table" then return end
  local view = CheckKit.view(F, call)
  check_words(F, call, view, {}, given, FIELDS[name], name)
  for part, known in pairs(PARTS[name] or {}) do
    local list = part == "" and given or given[part]
    for i, entry in ipairs(type(list) == "table" and list or {}) do
      local keys = part == "" and { i } or { part, i }
      check_words(F, call, view, keys, entry, known, ENTRY[part] or name == "sequence" and "a phase" or "a row")
    end
  end
  if name == "ruleset" and type(given.options) == "table" then
    for _, option in ipairs(sorted(given.options)) do
      local o = given.options[option]
      check_words(F, call, view, { "options", option }, o, OPTION, "an option")
      if type(o) == "table" and type(o.values) == "table" and not contains(o.values, o.default) then
        F:at("error", call.path, view, { "options", option, "default" },
          ("option %s: its default %s is none of its values"):format(option, tostring(o.default)))
      end
    end
  end
end

-- --- calling ----------------------------------------------------------------------------------------------

-- Functions of the World that scripts know by another name, and without the World before the rest.
local KNOWN_AS = { within = "units_in", at = "units_at" }

local function as_scripts_know(message)
  message = message:gsub("^lua/adjutant/[%w_]+%.lua:%d+: ", "")
  return (message:gsub("bad argument #(%d+) to '(%l+)'", function(n, name)
    return KNOWN_AS[name] and ("bad argument #%d to '%s'"):format(tonumber(n) - 1, KNOWN_AS[name]) or nil
  end))
end

-- What a script did wrong with a function of ours is told with the line of the script: the first
-- level above ours.
local function script_line(message)
  if type(message) ~= "string" or not message:find("^lua/adjutant/") then return message end
  for level = 3, 30 do
    local _, place = pcall(error, "", level)
    if type(place) == "string" and place ~= "" and not place:find("^lua/") and not place:find("^repl/") then
      return place .. as_scripts_know(message)
    end
  end
  return message
end

--- pcall, but what goes wrong names a line of the script, not one of ours.
function CheckKit.call(f, ...) return xpcall(f, script_line, ...) end

-- --- watching ------------------------------------------------------------------------------------------

-- Puts a noting function in the place of api[name].
local function wrap(kit, F, calls, name)
  local f = kit.api[name]
  if not f then return end
  kit.api[name] = function(...)
    local place = Kit.where(2)
    local first, second = ...
    if (name == "entity" or name == "command" or name == "inquiry" or name == "policy") and second == nil and type(first) == "string" then
      return f(...)                          -- entity "unit" { ... }: the call comes when the table does
    end
    local call = { name = name, first = first, given = type(second) == "table" and second or first }
    call.path, call.line = split(F, place)
    if call.path then calls[#calls + 1] = call end
    Kit.called_from = place
    local ok, value = pcall(f, ...)
    Kit.called_from = nil
    if ok then return value end
    CheckKit.fault(F, call, value)
    return STAND_IN[name] and STAND_IN[name] { int = function() return CheckKit.plain_field end } or nil
  end
end

-- Field makers: their options are looked at too.
local function wrap_maker(kit, F, name, at)
  local f = kit.api[name]
  kit.api[name] = function(...)
    local call = { name = name }
    call.path, call.line = split(F, Kit.where(2))
    local options = select(at, ...)
    if type(options) == "table" then
      check_words(F, call, CheckKit.view(F, call), {}, options, FIELD, "the field")
    end
    local ok, value = pcall(f, ...)
    if ok then return value end
    CheckKit.fault(F, call, value)
    return CheckKit.plain_field
  end
end

-- What went wrong with require(name), at the call in the file that is being read.
local function require_fault(F, kit, name, message)
  local loader = kit.loader
  local path = loader.loading[#loader.loading] or kit.in_house or "ruleset.lua"
  local outline = tostring(message):find("^require ") and F:outline(path)
  for _, view in ipairs(outline and outline:calls "require" or {}) do
    if view[1] == name then return F:add("error", path, view.line, view.column, message) end
  end
  F:raised(message, path)
end

-- Files are read one by one: a broken one leaves the others. Every text is made known to F.
local function wrap_loader(kit, F, shown)
  local loader, failed = kit.loader, {}
  local count, require_file, chunk = loader.count, loader.require, loader.chunk
  function loader:chunk(path, text)
    local f = chunk(self, path, text)
    return function(...)
      local ok, value = CheckKit.call(f, ...)
      if not ok then error(value, 0) end
      return value
    end
  end
  function loader:count(path, text)
    count(self, path, text)
    F:source(path, path:sub(1, 8) == "@shared/" and path or shown(path), text)
  end
  function loader:require(name)
    local ok, value = pcall(require_file, self, name)
    if ok then return value end
    failed[#failed + 1] = name
    require_fault(F, kit, name, value)
    return true
  end
  return failed
end

-- What the end of a load says; of the sequence it has no place of its own.
local function closing_fault(F, kit, calls, message, path)
  message = tostring(message)
  local about = message:match("^sequence: ")
  if about then
    local id, n = message:match("phase ([%l%d_]+)"), math.tointeger(tonumber(message:match("phase (%d+)")))
    for _, data in ipairs(kit.sequence_data) do
      for _, p in ipairs(data) do
        if type(p) == "table" and p.id == id and p.where then         -- of a house rule
          return F:raised(("%s: %s"):format(p.where, message), path)
        end
      end
    end
    for _, call in ipairs(calls) do
      if call.name == "sequence" then
        local view = CheckKit.view(F, call)
        for i, p in ipairs(type(call.given) == "table" and call.given or {}) do
          if i == n or (type(p) == "table" and p.id == id) then
            local key = message:match(": (%l[%l_]*) names") or message:match(": (%l+) ") or "id"
            return F:at("error", call.path, view, { i, key }, message, "value")
          end
        end
        local key = message:match("^sequence: ([%l_]+) ")
        if key and view and view:find { key } then
          return F:at("error", call.path, view, { key }, message, "value")
        end
      end
    end
  end
  return F:raised(message, path)
end

--- Loads the ruleset in `folder` with `houses`. `shown` is a function of a path in the folder: what
--- it is called in findings. Gives the kit (as far as it came), the calls noted, and whether it is
--- whole. Everything wrong is in F.
function CheckKit.load(F, folder, name, houses, shown)
  local calls, kit, failed = {}, nil, nil
  local before = F.errors
  local about = houses and houses[1] and houses[#houses].path or "ruleset.lua"
  local function watch(k)
    kit = k
    CheckKit.plain_field = k.api.text()
    for fn in pairs(FIELDS) do wrap(k, F, calls, fn) end
    for _, fn in ipairs(OTHERS) do wrap(k, F, calls, fn) end
    for fn, at in pairs(FIELD_MAKERS) do wrap_maker(k, F, fn, at) end
    failed = wrap_loader(k, F, shown)
    for _, house in ipairs(houses or {}) do F:source(house.path, house.given or house.path, house.text) end
  end
  local whole, message
  Faults.collect(function(m) closing_fault(F, kit, calls, m, about) end, function()
    whole, message = Kit.load(folder, name, nil, houses, watch)
  end)
  if not whole and message and F.errors == before then F:raised(message, about) end
  for _, call in ipairs(calls) do unknown_fields(F, call) end
  return kit, calls, whole ~= nil and #failed == 0 and F.errors == before
end

return CheckKit
