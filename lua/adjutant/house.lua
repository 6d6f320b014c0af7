-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house -- house rules: files that change a ruleset, stacked in a stated order.
--
--   return house "steadier-morale" { base = "seven-hex", charts = ..., rules = ..., ... }
--
-- A file is run after the ruleset's own files, in their environment, and before the kit is
-- closed; then what its table asks for is done, part by part. A kit with houses has
--   kit.houses           list of { name, title, note, path, text, sha256, where, changes }
--   kit.house_conflicts  texts: what two files change both
--   kit.fixed_options    option -> { value, by, where }: what a house rule says of an option counts
--                        last, after the scenario and the player (Kit:fix_options)
-- A change is { what, key, before, after, where }. Everything that is wrong is one line with the
-- place in the file, and the kit is not made.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local House = {}

local MAX_FILE = 1024 * 1024
local MOST = 32                         -- in one stack

local KEYS = { "base", "title", "note", "edition", "options", "charts", "rules", "entities",
  "sequence", "commands", "movement" }
local TEXTS = { "base", "title", "note", "edition" }
local TABLES = { "options", "charts", "rules", "entities", "sequence", "commands", "movement" }

-- --- files --------------------------------------------------------------------------------------

--- A path as it is shown and kept: as given when it is relative and short, else its last part.
function House.shown(path)
  local plain = path:gsub("^%./+", "")
  if plain:sub(1, 1) ~= "/" and not ("/" .. plain .. "/"):find("/../", 1, true) and #plain <= 50 then
    return plain
  end
  return plain:match("([^/]+)/*$") or plain
end

--- The file of a house rule that a person names: { path = as shown, text =, sha256 = }.
--- nil, message.
function House.read(path)
  if not core.files.is_file(path) then
    return nil, ("%s: %s"):format(path, core.files.is_dir(path) and "a folder, not a house rule"
      or "there is no such file")
  end
  local text, message = core.files.read(path, MAX_FILE)
  if not text then return nil, message end
  return { path = House.shown(path), text = text, sha256 = core.files.sha256(text) }
end

--- The files of several paths, in their order, with `files` (see adjutant.house_files). nil, message.
function House.read_all(paths)
  local list = {}
  for i, path in ipairs(paths or {}) do
    local house, message = House.read(path)
    if not house then return nil, message end
    list[i] = house
  end
  return require("adjutant.house_files").name_all(list, paths or {})
end

-- What loading may use; as much as a command of a game.
local LIMITS = { instructions = 200000000, cpu_ms = 10000 }
local LIMIT_TEXT = { instructions = "its budget of instructions (does a file loop for ever?)",
  cpu = "its time (does a file loop for ever?)", memory = "its memory" }

--- What is said of loading that came to a limit, with the line where, if there is one.
function House.stopped(tripped, place)
  if tripped == "interrupt" then return "interrupted" end
  return ("stopped: loading used up %s%s"):format(LIMIT_TEXT[tripped] or tripped, place and " [" .. place .. "]" or "")
end

--- f(...), which loads what scripts are made of, within limits (of core.limits; nil: the usual ones): what it
--- gives. Raises what it raises, and that it was stopped.
function House.loading_within(limits, f, ...)
  core.limits.begin(limits or LIMITS)
  local ok, value, message = pcall(f, ...)
  local tripped, place = core.limits.finish()
  if tripped then error(House.stopped(tripped, place), 0) end
  if not ok then error(value, 0) end
  return value, message
end

--- The same within the usual limits.
function House.loading(f, ...) return House.loading_within(nil, f, ...) end

--- A kit, loaded within limits. o: folder, name, sources, houses as Kit.load takes them; limits, if
--- not the usual ones. nil, message.
function House.kit(o)
  local Kit = require "adjutant.ruleset"
  local ok, kit, message = pcall(House.loading_within, o.limits, Kit.load, o.folder, o.name, o.sources, o.houses)
  if ok and kit then return kit end
  return nil, tostring(ok and message or kit)
end

--- What differs from one kit to another: see adjutant.house_diff.
function House.diff(kit_without, kit_with)
  return require("adjutant.house_diff").kits(kit_without, kit_with)
end

-- --- declaring ----------------------------------------------------------------------------------

local declared = setmetatable({}, { __mode = "k" })

--- What `house "name" { ... }` gives: a value that only the loader understands. (What is wrong is
--- said by the loader: a call behind `return` leaves no trace of its line.)
function House.declare(name, data)
  local handle, fault = core.sandbox.freeze({}, "house"), nil
  if type(name) ~= "string" or not name:find("^%l[%l%d-]*$") or #name > 40 then
    fault = "house: the name is a lower-case word, like steadier-morale"
  elseif type(data) ~= "table" then
    fault = ("house %s: its changes stand in a table: house %q { base = ..., }"):format(name, name)
  end
  declared[handle] = { name = name, data = data, fault = fault }
  return handle
end

-- --- one file being applied ------------------------------------------------------------------------

local File = {}
File.__index = File

--- "file:line:column" of the nearest key of the house's table that the text spells out.
function File:at(keys, what)
  self.locate = self.locate or require("adjutant.locate").new(self.text)
  return self.locate:where(keys, self.path, what)
end

--- The place of `word "name"` among the calls of the file; the file alone when it is not there.
function File:call(word, name)
  self.locate = self.locate or require("adjutant.locate").new(self.text)
  for _, view in ipairs(self.locate:calls(word)) do
    if view[1] == name then return ("%s:%d:%d"):format(self.path, view.line, view.column) end
  end
  return self.path
end

--- Raises what is wrong at a key of the house's table.
function File:fail(keys, message, ...)
  if select("#", ...) > 0 then message = message:format(...) end
  error(("%s: %s"):format(self:at(keys), message), 0)
end

-- Who changed the same thing before: { name, where } of another house, or of this one.
local function earlier(touched, what, key)
  local same = touched[what .. " " .. key]
  if same then return same end
  if what == "cell" then return touched["chart " .. key:match("^(.-)%[")] end
  if what == "chart" then
    local first
    for other, by in pairs(touched) do
      if other:sub(1, #key + 6) == "cell " .. key .. "[" and (not first or by.where < first.where) then
        first = by
      end
    end
    return first
  end
  return nil
end

local function conflict(what, key, first, second)
  local how = what == "rule" and "%s calls the one of %s as its original" or "%s counts, it stands after %s"
  return ("%s %s: %s (%s) and %s (%s) both change it; " .. how):format(what, key, first.name, first.where,
    second.name, second.where, second.name, first.name)
end

--- Notes a change: what ("cell", "rule", ...), key, before and after as texts; where = a place, or
--- keys of the house's table. Changing a thing twice in one file is an error; doing what an earlier
--- file did is told.
function File:record(what, key, before, after, where)
  if type(where) == "table" then where = self:at(where) end
  local thing = what == "phase" and key:match("^%S+") or key        -- of whichever sequence
  local kit, own = self.kit, { name = self.name, where = where }
  local first = earlier(kit.house_touched, what, thing)
  if first and first.name == self.name then
    if what ~= "phase" then                         -- steps of the sequence follow each other
      error(("%s: %s %s is changed twice in this file (first at %s)"):format(where, what, key,
        first.where), 0)
    end
  elseif first then
    kit.house_conflicts[#kit.house_conflicts + 1] = conflict(what, key, first, own)
  end
  kit.house_touched[what .. " " .. thing] = own
  self.changes[#self.changes + 1] = { what = what, key = key, before = before, after = after,
    where = where }
end

--- Whether a house, of kit.houses, changes more than cells of charts, costs of movement and options.
function House.changes_rules(house)
  for _, change in ipairs(house.changes) do
    if change.what ~= "cell" and change.what ~= "option" and change.what ~= "cost" then return true end
  end
  return false
end

local function contains(list, value)
  for _, v in ipairs(list) do if v == value then return true end end
  return false
end

-- Checks the head of a house's table: its keys, its base, its edition.
local function check_head(file, data, base)
  Faults.each(Text.sorted_keys(data), function(_, key)
    if not contains(KEYS, key) then
      file:fail({ key }, "a house rule has no %s%s", type(key) == "string" and key
        or "entry " .. tostring(key), Text.did_you_mean(tostring(key), KEYS))
    end
  end)
  Faults.each(TEXTS, function(_, key)
    if data[key] ~= nil and type(data[key]) ~= "string" then
      file:fail({ key }, "%s is a text, not %s", key, House.show(data[key]))
    end
  end)
  Faults.each(TABLES, function(_, key)
    if data[key] ~= nil and type(data[key]) ~= "table" then
      file:fail({ key }, "%s is a table, not %s", key, House.show(data[key]))
    end
  end)
  local kit = file.kit
  if data.base == nil then
    file:fail({}, "house %s: say which ruleset it changes: base = %q", file.name, base)
  elseif tostring(data.base):match("([^/]+)/*$") ~= base then            -- a name, or the path of a folder
    file:fail({ "base" }, "house %s is for the ruleset %s, not for %s", file.name, data.base, base)
  elseif type(data.edition) == "string" and data.edition ~= kit.edition then
    file:fail({ "edition" }, "house %s is for the edition %q of %s; this is %q", file.name, data.edition,
      base, kit.edition)
  end
end

-- Refuses what cannot be read as plain data: charts elsewhere than as a whole chart, and the tables of
-- the API.
local function check_plain(file, value, keys, depth)
  local api = file.kit.api
  local is_chart = require("adjutant.charts").is(value)
  if is_chart and not (keys[1] == "charts" and #keys == 2) then
    file:fail(keys, "a chart cannot stand here; it may be charts = { name = grid { ... } }")
  elseif value == api.rules or value == api.charts or value == api.option then
    file:fail(keys, "the table of all %s cannot stand here", value == api.option and "options"
      or value == api.rules and "rules" or "charts")
  elseif not is_chart and depth < 12 then
    for _, key in ipairs(Text.sorted_keys(value)) do
      if type(value[key]) == "table" then
        local below = { table.unpack(keys) }
        below[#below + 1] = key
        check_plain(file, value[key], below, depth + 1)
      end
    end
  elseif not is_chart then
    file:fail(keys, "the tables of a house rule are not nested so deep")
  end
end

--- How a value reads in a list of changes.
function House.show(value)
  if value == nil then return "-" end
  if type(value) == "string" then return value == "" and '""' or value end
  if type(value) == "boolean" then return value and "yes" or "no" end
  if type(value) == "function" then return "a function" end
  if type(value) == "table" then
    if require("adjutant.charts").is(value) then return "a chart" end
    local parts = {}
    for i, v in ipairs(value) do parts[i] = House.show(v) end
    return #parts > 0 and table.concat(parts, " ") or "a table"
  end
  return tostring(value)
end

-- --- what a file registers by itself ------------------------------------------------------------------

local function names_of(t)
  local set = {}
  for key, value in next, t do set[key] = value end
  return set
end

local function snapshot(kit)
  return { rules = #kit.register.list, commands = #kit.command_list, invariants = #kit.invariants,
    types = #kit.types, status = #kit.status_list, policies = names_of(kit.policies),
    sheets = names_of(kit.sheets), inquiries = names_of(kit.inquiries), charts = names_of(kit.charts), sequences = #kit.sequence_data }
end

local function new_names(file, now, before, what, word)
  for _, name in ipairs(Text.sorted_keys(names_of(now))) do
    if rawget(now, name) ~= before[name] then
      local was = before[name] ~= nil or nil
      local where = word and file:call(word, name) or nil
      if not where then
        local view = file.locate:assigned("charts." .. tostring(name))
        where = view and ("%s:%d:%d"):format(file.path, view.line, view.column) or file.path
      end
      file:record(what, tostring(name), was and "another" or "-", "new", where)
    end
  end
end

local function additions(file, before)
  local kit = file.kit
  file.locate = file.locate or require("adjutant.locate").new(file.text)
  for i = before.rules + 1, #kit.register.list do
    local entry = kit.register.list[i]
    entry.house = file.name
    file:record("rule", entry.id .. " " .. entry.name, "-", "new", entry.where)
  end
  for i = before.commands + 1, #kit.command_list do
    local c = kit.command_list[i]
    c.house = file.name
    file:record("command", c.name, "-", "new", c.where)
  end
  for i = before.types + 1, #kit.types do
    local t = kit.types[i]
    require("adjutant.house_entities").check_added(file, t, i)
  end
  for i = before.invariants + 1, #kit.invariants do
    local name = kit.invariants[i].name
    file:record("invariant", name, "-", "new", file:call("invariant", name))
  end
  for i = before.status + 1, #kit.status_list do
    file:record("status", ("%d"):format(i), "-", "new", file.path)
  end
  new_names(file, kit.policies, before.policies, "policy", "policy")
  new_names(file, kit.sheets, before.sheets, "sheet", "sheet")
  new_names(file, kit.inquiries, before.inquiries, "inquiry", "inquiry")
  new_names(file, kit.charts, before.charts, "chart")
  if #kit.sequence_data > before.sequences then
    error(("%s: a house rule changes the sequence of play by sequence = { { insert = { ... }, "
      .. "after = \"...\" } }; sequence{} is the ruleset's"):format(file:call("sequence")), 0)
  end
end

-- --- a stack ---------------------------------------------------------------------------------------------

-- A path that no other file of the kit bears, so that a place means one file.
local function own_path(kit, path)
  local shown = House.shown(path)
  while kit.loader.sources[shown] or kit.house_texts[shown] do shown = "./" .. shown end
  return shown
end

local PARTS = { "options", "entities", "charts", "movement", "rules", "commands", "sequence" }

local function run(kit, file)
  kit.in_house = file.path
  require("adjutant.faults").of_house(file.path)
  local ok, value = pcall(kit.loader.chunk, kit.loader, file.path, file.text)
  if ok then ok, value = xpcall(value, require("adjutant.faults").at_fault) end
  kit.in_house = nil
  if ok then return value end
  local message = tostring(value)
  error(message:find(file.path, 1, true) and message or file.path .. ": " .. message, 0)
end

-- A text for people, in one line. (Where all faults are collected, what is no text has been told.)
local function plain(text) return type(text) == "string" and (text:gsub("%s+", " ")) or nil end

local function apply_one(kit, given, base)
  local path = own_path(kit, given.path)
  if #given.text > MAX_FILE then error(path .. ": longer than 1 MiB", 0) end
  local file = setmetatable({ kit = kit, path = path, text = given.text, changes = {} }, File)
  local before = snapshot(kit)
  local own = declared[run(kit, file)]
  if not own then
    error(path .. ": a house rule gives back what it changes: return house \"name\" { base = ... }", 0)
  end
  file.name, file.data = own.name, own.data
  local where = file:call("house", own.name)
  if own.fault then error(("%s: %s"):format(where, own.fault), 0) end
  for _, other in ipairs(kit.houses) do
    if other.name == own.name then
      error(("%s: house %s stands in the stack already (%s)"):format(where, own.name, other.where), 0)
    end
  end
  check_plain(file, own.data, {}, 0)
  Faults.attempt(check_head, file, own.data, base)
  kit.house_texts[path] = given.text
  Faults.attempt(additions, file, before)
  Faults.each(PARTS, function(_, part)
    if type(own.data[part]) == "table" then
      require("adjutant.house_" .. part).apply(file, own.data[part])
    end
  end)
  kit.houses[#kit.houses + 1] = { name = own.name, title = plain(own.data.title), note = plain(own.data.note),
    path = path, text = given.text, sha256 = given.sha256 or core.files.sha256(given.text),
    where = where, changes = file.changes }
end

--- Applies houses, { path =, text = } in order, to a kit that is loaded and not yet closed. `base`
--- is the name of its ruleset. Raises what is wrong.
function House.apply(kit, houses, base)
  kit.houses, kit.house_conflicts, kit.house_touched, kit.house_texts = {}, {}, {}, {}
  kit.fixed_options, kit.phase_now = {}, {}
  if #houses > MOST then error(("more than %d house rules in one stack"):format(MOST), 0) end
  Faults.each(houses, function(_, given) apply_one(kit, given, base) end)
  require("adjutant.house_sequence").finish(kit)
end

return House
