-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.builtin -- the commands that every ruleset has: end, phase, set, place, ruling.

local Text = require "adjutant.text"

local Builtin = {}

local TRUE = { yes = true, ["true"] = true, on = true }
local FALSE = { no = true, ["false"] = true, off = true }

--- `text` as a value for the field description f. nil, message when it cannot be one.
local function field_value(kit, f, text)
  if f.kind == "bool" then
    if TRUE[text:lower()] then return true end
    if FALSE[text:lower()] then return false end
    return nil, "yes or no is wanted"
  elseif f.kind == "int" then
    local number = text:match("^[+-]?%d+$") and math.tointeger(tonumber(text))
    if not number then return nil, "a whole number is wanted" end
    return number
  elseif f.kind == "frac" then
    local n, d = text:match("^([+-]?%d+)/(%d+)$")
    n, d = n or text:match("^[+-]?%d+$"), d or "1"
    n, d = n and math.tointeger(tonumber(n)), math.tointeger(tonumber(d))
    if not n or not d or d == 0 then return nil, "a fraction like 3/4 is wanted" end
    return core.world.frac(n, d)
  elseif f.kind == "text" then
    if f.values then
      for _, v in ipairs(f.values) do if v == text then return v end end
      return nil, "one of " .. Text.list(f.values, "or") .. " is wanted"
    end
    return text
  elseif text == "none" or text == "nowhere" then
    return nil, nil, true
  elseif f.kind == "place" then
    return kit:find_place(text)
  end
  return kit:find_referred(f.to, text)
end

-- The field as the rules declare it, or as the program keeps it.
local function declaration(kit, entity, f)
  if entity == kit.game then
    for _, own in ipairs(require("adjutant.sequence").FIELDS) do if own.name == f.name then return own end end
  end
  return kit:field(entity.kind, f.name) or f
end

local function description(kit, entity, name)
  local names = {}
  for i, f in ipairs(kit:fields(entity.kind)) do
    if f.name == name then return f end
    names[i] = f.name
  end
  kit.api.refuse("set", ("a %s has no field %s%s"):format(entity.kind, name,
    Text.did_you_mean(name, names)))
  return nil
end

-- What the sequence of play keeps in `game` is not for the umpire's hand: a phase that no
-- command has led to would leave the game between two states.
local KEPT = { name = true, phase = true, phase_over = true, passes = true, exceptions = true,
  waived = true, rules = true }

--- Refuses names that could not be typed back, or would mean something else.
local function check_name(kit, entity, name)
  local api = kit.api
  api.refuse_if("set", not name:find("%a") or name:find('[,"%c]') or name ~= name:match("^%s*(.-)%s*$"),
    "a name has at least one letter, and no comma, quotation mark or blank at its ends")
  local lower = name:lower()
  for _, c in ipairs(kit.command_list) do
    for _, arg in ipairs(c.args) do
      api.refuse_if("set", arg.keyword == lower or lower == "and", "{name} is a word of a command",
        { name = name })
    end
  end
  local other = kit:find_entity(name)
  api.refuse_if("set", other and other ~= entity, "{name} is the name of another", { name = name })
end

-- How a note names the entity that it is of.
local function in_note(kit, entity)
  return kit:called(entity) == Text.show(entity) and "{entity}" or entity.kind .. " {entity}"
end

local function set_command(kit)
  return function(args)
    local api, entity = kit.api, args.entity
    local f = description(kit, entity, args.field)
    api.refuse_if("set", entity == kit.game and KEPT[f.name],
      "{field} is kept by the sequence of play; use `end`, `undo` and `ruling`", { field = f.name })
    api.refuse_if("set", entity.kind == "side" and (f.name == "key" or f.name == "enemy"),
      "{field} of a side is the ruleset's", { field = f.name })
    if f.name == "name" then check_name(kit, entity, args.value) end
    local declared = declaration(kit, entity, f)
    local value, message, empty = field_value(kit, declared, args.value)
    local side = f.name == "side" and kit:field(entity.kind, "name")    -- a scenario does not leave it out either
    if empty and (side or declared.needed) then
      empty, message = false, Text.kinds(declared.to or { "place" }) .. " is wanted"
    end
    if value == nil and not empty then
      api.refuse("set", ("%s: %s"):format(args.field, message or "no such value"))
    end
    local ok, e = pcall(function() entity[f.name] = value end)
    if not ok then api.refuse("set", (tostring(e):gsub("^.-:%d+: ", ""))) end
    api.note("set", in_note(kit, entity) .. ": {field} is now {value}", { entity = entity, field = f.name,
      value = value == nil and "none" or value })
  end
end

-- What a field can be set to, for completion: where there are but a few words.
local function values_to_set(kit)
  return function(args)
    local f = args.entity and args.field and kit:field(args.entity.kind, args.field)
    if not f then return {} end
    if f.kind == "bool" then return { "yes", "no" } end
    return f.values or {}
  end
end

local function place_command(kit)
  return function(args)
    if not kit:field(args.entity.kind, "place") then
      kit.api.refuse("place", "{entity} has no place", { entity = args.entity })
    end
    args.entity.place = args.place
    kit.api.note("place", in_note(kit, args.entity) .. " stands at {place}", { entity = args.entity, place = args.place })
  end
end

-- "7.1,4.2", "7.1 4.2" or "16 special": an id may hold a blank.
local function ids_of(kit, text)
  local ids = {}
  for part in text:gmatch("[^,]+") do
    part = part:match("^%s*(.-)%s*$")
    if kit:knows_rule(part) then
      ids[#ids + 1] = part
    else
      for id in part:gmatch("%S+") do ids[#ids + 1] = id end
    end
  end
  return ids
end

local function ruling_command(kit)
  return function(args)
    local ids = ids_of(kit, args.ids)
    for _, id in ipairs(ids) do
      if not kit:knows_rule(id) then
        kit.api.refuse("ruling", "there is no rule " .. id)
      end
    end
    kit.game.waived = table.concat(ids, ",")
    kit.api.note("ruling", ("%s %s for the next command%s"):format(Text.list(ids),
      #ids == 1 and "is waived" or "are waived", args.why and ": " .. args.why or ""))
  end
end

--- The commands that change the rules of a running game. What they need is worked out before they
--- run (`resolve`), so that the journal has it; running them writes the World.
local function rules_commands(kit)
  local digest = { name = "digest", keyword = "digest", kind = "value", optional = true,
    help = "of the text that is meant; the journal has it" }
  local function command(name, help, args)
    args[#args + 1] = digest
    local c = kit:add_command(name, { help = help, builtin = true, args = args,
      run = function(given)
        if not given.identity then kit.api.refuse(name, name .. " is given by itself, at the prompt") end
        kit.change_rules(given.identity, name)
      end }, "built in")
    c.changes_rules, c.args[#c.args].own = true, true       -- nobody need type the digest
    c.resolve = function(game, given) return game["resolve_" .. name](game, given) end
    return c
  end
  command("with", "Takes a file of house rules from now on: `with FILE`. Alone: the rules in force.",
    { { name = "file", kind = "value", from = function() return Builtin.lua_files() end } })
    .alone = function(game) return game:rules_lines() end
  command("without", "Takes house rules off the stack: `without NAME`.",
    { { name = "house", kind = "value", from = function() return kit.rules_game:house_names() end } })
  command("reload", "Takes in files of the ruleset and of house rules that have changed since they were read.",
    { { name = "what", kind = "word", values = { "rules", "houses" }, optional = true } })
end

--- The files of Lua in the folder where the program runs, for completion.
function Builtin.lua_files()
  local found = {}
  for _, name in ipairs(core.files.list(".") or {}) do
    if name:find("%.lua$") then found[#found + 1] = name end
  end
  return found
end

--- Adds the built-in commands to a kit.
function Builtin.install(kit)
  kit:add_command("end", { help = "Ends your part of the phase.", builtin = true, args = {},
    run = function() kit.passed = true end }, "built in")
  kit:add_command("opening", { help = "Begins the game, where its first dice are thrown by hand.", builtin = true,
    internal = true, args = {}, run = function() kit:open() end }, "built in")
  kit:add_command("phase", { help = "Goes on to the next phase.", builtin = true, internal = true,
    args = {}, run = function() kit:next_phase() end }, "built in")
  kit:add_command("set", { help = "Sets a field of a unit or of any other entity: `set UNIT FIELD VALUE`.",
    builtin = true, args = { { name = "entity", kind = "entity" }, { name = "field", kind = "field" },
      { name = "value", kind = "value", from = values_to_set(kit) } }, run = set_command(kit) }, "built in")
  kit:add_command("place", { help = "Puts a unit at a place without asking the rules.", builtin = true,
    args = { { name = "entity", kind = "entity" }, { name = "place", kind = "place" } },
    run = place_command(kit) }, "built in")
  kit:add_command("ruling", { help = "Waives rules for the next command: `ruling 7.1,4.2 \"why\"`.",
    builtin = true, args = { { name = "ids", kind = "value" },
      { name = "why", kind = "text", optional = true } }, run = ruling_command(kit) }, "built in")
  rules_commands(kit)
end

return Builtin
