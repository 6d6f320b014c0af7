-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario_units -- orders of battle, as lists and as text.
--
--   units = {
--     { "1st Foot", "allied infantry guns", at = "Millbrook/C", army = "Ashdown" },
--     "2nd Foot: allied infantry at Millbrook/1",
--   }
--   units = [[
--     [allied infantry army=Ashdown]        -- holds for the lines below, up to the next heading
--     1st Foot: guns at Millbrook/C
--     2nd Foot at Millbrook/1
--     [french cavalry at Easton]
--     Royal Cravates: pounds=3 army="Old Guard"
--   ]]
--
-- A unit has its name, words (a side, values of one_of fields, names of yes/no fields), fields by
-- name, and where it stands (an area means its central hex; left out: nowhere yet).

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Units = {}

-- --- one entry ----------------------------------------------------------------------------------

--- The lists of fields that are declared for a kind; none when there is no such kind.
function Units.of_kind(kit, kind)
  local list = {}
  for _, t in ipairs(kit.types) do if t.name == kind then list[#list + 1] = t.fields end end
  return list
end

--- The fields of a kind by name, and what its words mean: word -> { field, value }.
function Units.declared(kit, kind)
  local fields, words = {}, {}
  for _, list in ipairs(Units.of_kind(kit, kind)) do
    for _, f in ipairs(list) do
      fields[f.name] = f
      if f.kind == "bool" then words[f.name] = { f.name, true } end
      local words_of = f.values and f.values[1] ~= "" and f.values or {}    -- what may be empty is named by its field
      for _, value in ipairs(words_of) do words[value] = { f.name, value } end
    end
  end
  return fields, words
end

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do if type(key) == "string" then keys[#keys + 1] = key end end
  table.sort(keys)
  return keys
end

local function read_words(kit, known, words, text, fields, fail)
  for word in text:gmatch("[^%s,]+") do
    local side, meant = kit.side_by_key[word], words[word]
    if side then
      fields.side = side
    elseif meant then
      fields[meant[1]] = meant[2]
    else
      local all = sorted_keys(words)
      for _, s in ipairs(kit.sides) do all[#all + 1] = s.id end
      local value = known[word] and (" (%s=VALUE names its value)"):format(word)
      fail("what is %q?%s", word, value or Text.did_you_mean(word, all))
    end
  end
end

--- The place of a name: of an area its central hex.
function Units.place(kit, name, fail)
  if type(name) ~= "string" then
    fail("a place is named by a text, not %s", type(name) == "table" and "a table" or tostring(name))
  end
  if not kit.board then return nil end            -- its map is at fault, as has been told
  local place, message = kit.board:find(name)
  if not place then fail("%s", message) end
  return kit.board:is_area(place) and place.centre or place
end

local function check_needed(kit, known, fields, fail)
  for _, name in ipairs(sorted_keys(known)) do
    local f = known[name]
    if f.values and f.values.needed and fields[name] == nil then
      local list = {}
      for i, value in ipairs(f.values) do list[i] = value end
      fail("it has no %s; say %s", name, Text.list(list, "or"))
    elseif f.kind == "place" and f.needed and kit.board and fields[name] == nil then
      fail(name == "place" and "it stands nowhere; say where, with `at`" or "it has no " .. name)
    end
  end
  if known.side and fields.side == nil then
    local ids = {}
    for i, side in ipairs(kit.sides) do ids[i] = side.id end
    fail("it has no side; say %s", Text.list(ids, "or"))
  end
end

-- The thing of a name that field f refers to: a side, or what the scenario has made before.
local function referred(kit, f, name, made, fail)
  local key, lower = f.name, name:lower()
  for _, kind in ipairs(f.to or {}) do
    local found = kind == "side" and kit.side_by_key[name] or made.of[kind] and made.of[kind][lower]
    if found then return found end
  end
  local other = kit.side_by_key[name] or made.all[lower]
  if other and not f.to then return other end
  if other then fail("%s: %s is %s, not %s", key, other.name, Text.article(other.kind), Text.kinds(f.to)) end
  if made.failed[lower] then return nil end              -- as has been told
  local names = {}
  for _, side in ipairs(kit.sides) do names[#names + 1] = side.id end
  for _, thing in pairs(made.all) do names[#names + 1] = thing.name end
  table.sort(names)
  fail("%s: there is no %s%s", key, Text.cite(name), Text.did_you_mean(name, names))
end

-- Refuses what the World would not take.
local function check_plain(f, key, value, fail)
  if f.kind == "bool" and type(value) ~= "boolean" then
    fail("%s is true or false, not %s", key, Text.show(value))
  elseif f.kind == "text" and type(value) ~= "string" then
    fail("%s is a text, not %s", key, Text.show(value))
  elseif f.kind == "int" and math.type(value) ~= "integer" then
    fail("%s is a whole number, not %s", key, Text.show(value))
  elseif f.kind == "int" and (f.min and value < f.min or f.max and value > f.max) then
    fail("%s cannot be %d", key, value)
  end
end

--- A value as a field of that name takes it; fails with what is known. `made`: what there is by now,
--- { all = name -> thing, of = kind -> name -> thing, failed = name -> true }, for fields that refer to
--- one; without it they take no names.
function Units.value(kit, known, key, value, fail, made)
  local f = known[key]
  if not f then
    local names = sorted_keys(known)
    names[#names + 1] = "at"
    fail("there is no field %q%s", key, Text.did_you_mean(key, names))
  elseif key == "side" and type(value) == "string" then
    return kit.side_by_key[value] or fail("there is no side %q", value)
  elseif f.values then
    for _, v in ipairs(f.values) do if v == value then return value end end
    fail("%s cannot be %s", key, Text.show(value))
  elseif f.kind == "ref" and made and type(value) == "string" then
    return referred(kit, f, value, made, fail)
  end
  check_plain(f, key, value, fail)
  return value
end

--- The fields of an entity of `kind` from its entry. `fail(template, ...)` raises with the entry's
--- name in front; `made` as for Units.value.
function Units.fields(kit, kind, entry, fail, made)
  local known, words = Units.declared(kit, kind)
  local fields = {}
  local name, text = entry[1], entry[2]
  if type(name) ~= "string" or name == "" then fail("its first entry must be its name") end
  fields.name = name
  if text ~= nil and type(text) ~= "string" then
    fail('its second entry must be words like "%s infantry"', kit.sides[1].id)
  end
  read_words(kit, known, words, text or "", fields, fail)
  for _, key in ipairs(sorted_keys(entry)) do
    if key == "at" then
      if not known.place then fail("a %s has no place", kind) end
      fields.place = Units.place(kit, entry.at, fail)
    else
      fields[key] = Units.value(kit, known, key, entry[key], fail, made)
    end
  end
  check_needed(kit, known, fields, fail)
  return fields
end

-- --- text -----------------------------------------------------------------------------------------

local TRUTH = { yes = true, ["true"] = true, no = false, ["false"] = false }

-- Takes `key=value` and `at PLACE` out of a text: the words left, fields, the place.
local function take_apart(known, text)
  local fields = {}
  local function keep(key, value)
    local kind = known[key] and known[key].kind
    if kind == "int" then
      value = math.tointeger(tonumber(value)) or value
    elseif kind == "bool" and TRUTH[value] ~= nil then
      value = TRUTH[value]
    end
    fields[key] = value
    return ""
  end
  local words, at = text:match("^(.-)%f[%w]at%s+(.+)$")
  words = words or text
  words = words:gsub('([%a_][%w_]*)%s*=%s*"([^"]*)"', keep):gsub("([%a_][%w_]*)%s*=%s*([^%s,]+)", keep)
  return words, fields, at
end

-- One line: "NAME: words at PLACE", "NAME at PLACE" or "NAME".
local function read_line(known, line, heading)
  local name, rest = line:match("^(.-)%s*:%s*(.*)$")
  if not name then
    local at
    name, at = line:match("^(.-)%s+at%s+(.+)$")
    name, rest = name or line, at and "at " .. at or ""
  end
  local words, fields, at = take_apart(known, rest)
  local entry = { name, heading.words .. " " .. words, at = at or heading.at }
  for key, value in pairs(heading.fields) do entry[key] = value end
  for key, value in pairs(fields) do entry[key] = value end
  return entry
end

local NO_HEADING = { words = "", fields = {} }

-- Adds { entry, path } for each unit of a text to `list`. `several`: with line numbers.
local function read_text(known, text, path, several, list)
  local heading, n = NO_HEADING, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    n = n + 1
    line = line:gsub("%s*%-%-.*$", ""):match("^%s*(.-)%s*$")
    local inner = line:match("^%[(.*)%]$")
    if inner then
      local words, fields, at = take_apart(known, inner)
      heading = { words = words, fields = fields, at = at and at:match("^(.-)%s*$") }
    elseif line ~= "" then
      list[#list + 1] = { entry = read_line(known, line, heading),
        path = several and ("%s, line %d"):format(path, n) or path }
    end
  end
end

-- --- lists ------------------------------------------------------------------------------------------

--- The entries of an order of battle: a text, or a list of tables and texts. Gives a list of
--- { entry =, path = "units[2]" or "units, line 3" }. `fail(path, template, ...)` raises.
function Units.entries(kit, kind, given, path, fail)
  local known, list = (Units.declared(kit, kind)), {}
  if given == nil then return list end
  if type(given) == "string" then
    read_text(known, given, path, true, list)
    return list
  elseif type(given) ~= "table" then
    fail(path, 'expected a list like { { "1st Foot", "%s infantry", at = "A place" } }, or a text, found %s',
      kit.sides[1].id, type(given))
  end
  for i = 1, Faults.hole(given) or #given do
    local entry = given[i]
    local here = ("%s[%d]"):format(path, i)
    if type(entry) == "string" then
      read_text(known, entry, here, entry:find("\n") ~= nil, list)
    elseif type(entry) == "table" then
      list[#list + 1] = { entry = entry, path = here }
    else
      fail(here, 'it must be a table like { "1st Foot", "infantry" }')
    end
  end
  return list
end

--- The label of an entry in messages: its path, and its name if it has one.
function Units.label(item)
  local name = item.entry[1]
  return type(name) == "string" and name ~= "" and ("%s (%s)"):format(item.path, name) or item.path
end

--- A function fail(template, ...) for one entry.
function Units.failer(item, fail)
  local label = Units.label(item)
  return function(template, ...) fail(label, template, ...) end
end

return Units
