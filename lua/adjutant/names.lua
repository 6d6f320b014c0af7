-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.names -- what the words of a command line can mean: units, places, sides, fields.
-- Adds methods to a kit (see adjutant.ruleset).

local Text = require "adjutant.text"

local Names = {}

-- Fields that the program itself gives a kind.
local OWN = { game = {}, side = { name = true, key = true, enemy = true } }
for _, f in ipairs(require("adjutant.sequence").FIELDS) do OWN.game[f.name] = true end

local FIXED = { area = true, hex = true, place = true, side = true }

local function named(list)
  local names = {}
  for i, value in ipairs(list) do names[i] = { name = Text.show(value), value = value } end
  return names
end

-- The places of a board by name, with boxes or without: a hex that has a label and a name by both.
local function named_places(board, boxes)
  local list = {}
  for _, hex in ipairs(board.hexes) do
    if boxes or not hex.box then list[#list + 1] = { name = hex.name, value = hex } end
  end
  for _, hex in ipairs(board.hexes) do
    if hex.label and hex.label ~= hex.name then list[#list + 1] = { name = hex.label, value = hex } end
  end
  return list
end

-- Entities by name. Where several kinds have a name the first has it alone, and each with its kind before
-- it: Luxembourg, leader Luxembourg, fortress Luxembourg.
local function named_entities(list)
  local names, first, doubles = {}, {}, {}
  local function double(value) doubles[#doubles + 1] = { name = value.kind .. " " .. Text.show(value), value = value } end
  for _, value in ipairs(list) do
    local name = Text.show(value)
    local other = first[name:lower()]
    if not other or other.value.kind == value.kind then
      names[#names + 1] = { name = name, value = value }
      first[name:lower()] = other or { value = value }
    else
      if not other.doubled then double(other.value) end
      other.doubled = true
      double(value)
    end
  end
  for _, n in ipairs(doubles) do names[#names + 1] = n end
  return names
end

--- Adds the look-ups to a kit whose board and World stand.
function Names.install(kit)
  local function entities()
    local list = {}
    for _, t in ipairs(kit.entity_kinds) do
      for _, e in ipairs(kit.world:all(t)) do list[#list + 1] = e end
    end
    return list
  end

  --- Lists { name =, value = } for an argument kind.
  function kit.names(kind, arg, args)
    if kind == "from" then return named(arg.from(args)) end
    if kind == "side" then return named(kit.side_list) end
    if kind == "entity" then
      local list = entities()
      for _, side in ipairs(kit.side_list) do list[#list + 1] = side end
      list[#list + 1] = kit.game
      return named_entities(list)
    end
    if kind == "area" then return kit.board and named(kit.board.areas) or {} end
    if kind == "hex" then return kit.board and named_places(kit.board, false) or {} end
    if kind == "place" then
      if not kit.board then return {} end
      local list = named_places(kit.board, true)
      for _, area in ipairs(kit.board.areas) do
        list[#list + 1] = { name = area.name, value = area.centre }
      end
      return list
    end
    if kind == "field" then
      local list = {}
      if args and args.entity then
        for _, f in ipairs(kit:fields(args.entity.kind)) do
          list[#list + 1] = { name = f.name, value = f.name }
        end
      end
      return list
    end
    return named(kit.world:all(kind))
  end

  local maps = {}                     -- kind -> name -> value; false when several have it

  local function listed(kind)
    local map = {}
    for _, n in ipairs(kit.names(kind, {}, {})) do map[n.name] = map[n.name] == nil and n.value end
    maps[kind] = map
    return map
  end

  local function exact(kind, word)
    if kind == "field" then return nil end
    local value = (maps[kind] or listed(kind))[word]
    if FIXED[kind] or value == false then return value or nil end
    if value and value.alive and value.name == word then return value end
    return listed(kind)[word] or nil
  end
  require("adjutant.command").exact[kit.names] = exact

  local function find(kind, word)
    local names, lower = kit.names(kind, {}, {}), word:lower()
    local labels = {}
    for i, n in ipairs(names) do
      if n.name:lower() == lower then return n.value end
      labels[i] = n.name
    end
    return nil, ("there is no %s %s%s"):format(kind, Text.cite(word),
      Text.did_you_mean(word, labels))
  end

  --- How a line calls an entity: by its name, with its kind before it where other kinds have that name.
  function kit:called(entity)
    local name, kind = Text.show(entity), Text.kind_of(entity)
    if not kind then return name end              -- Lua may give the name itself
    local full = kind .. " " .. name
    if exact("entity", name) == entity then return maps.entity[full] == entity and full or name end
    for _, n in ipairs(kit.names("entity", {}, {})) do
      if n.value == entity then name = n.name end
    end
    return name
  end

  --- The place, or the entity, of that name. nil, message when there is none.
  function kit:find_place(word) return find("place", word) end
  function kit:find_entity(word) return find("entity", word) end

  --- What a reference to these kinds (nil: any) names: where several kinds have a name, its own.
  function kit:find_referred(kinds, word)
    local found, message
    for _, kind in ipairs(kinds or { "entity" }) do
      found, message = find(kind, word)
      if found then return found end
    end
    local other = kinds and find("entity", word)
    if not other then return nil, message end
    return nil, ("%s is %s, not %s"):format(other.name, Text.article(other.kind), Text.kinds(kinds))
  end

  --- The declaration of a field, nil when the kind has none of that name.
  function kit:field(kind, name)
    local found
    for _, t in ipairs(self.types) do
      if t.name == kind then
        for _, f in ipairs(t.fields) do if f.name == name then found = f end end
      end
    end
    return found
  end

  local declared = {}                 -- kind -> name -> true

  local function declared_of(kind)
    local set, known = {}, OWN[kind] ~= nil
    for name in pairs(OWN[kind] or {}) do set[name] = true end
    for _, t in ipairs(kit.types) do
      if t.name == kind then
        known = true
        for _, f in ipairs(t.fields) do set[f.name] = true end
      end
    end
    declared[kind] = known and set or false
    return declared[kind]
  end

  --- The fields that a kind has under these rules, as the World describes them. (The World keeps those of
  --- rules that are no more in force, for undo.)
  function kit:fields(kind)
    local all, set, list = self.world:fields(kind), declared[kind], {}
    if set == nil then set = declared_of(kind) end
    if not set then return all end
    for _, f in ipairs(all) do if set[f.name] then list[#list + 1] = f end end
    return list
  end

  --- Whether any rule, chart or refusal is known under this id.
  function kit:knows_rule(id)
    if self.register.by_id[id] or self.register.by_name[id] then return true end
    if self.ledger_ids and self.ledger_ids[id] then return true end
    for _, text in pairs(self.loader and self.loader.sources or {}) do
      if text:find('"' .. id .. '"', 1, true) then return true end
    end
    for _, h in ipairs(self.houses or {}) do
      if h.text:find('"' .. id .. '"', 1, true) then return true end
    end
    return false
  end
end

return Names
