-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_options -- options = { name = value } or { name = { default =, values =, help = } }
-- of a house rule: a value for an option of the ruleset, another default or more values for it, or
-- a new option.

local Faults = require "adjutant.faults"
local House = require "adjutant.house"
local Text = require "adjutant.text"

local Options = {}

local KEYS = { "default", "values", "help", "rule" }

local function known(kit)
  local names = Text.sorted_keys(kit.options)
  for i, name in ipairs(names) do names[i] = tostring(name) end
  return names
end

local function allows(option, value)
  if option.values then
    for _, v in ipairs(option.values) do if v == value then return true end end
    return false
  end
  return math.type(value) == math.type(option.default) and type(value) == type(option.default)
end

local function wanted(option)
  if option.values then
    local texts = {}
    for i, v in ipairs(option.values) do texts[i] = tostring(v) end
    return "it is " .. Text.list(texts, "or")
  elseif type(option.default) == "boolean" then
    return "it is true or false"
  end
  return math.type(option.default) == "integer" and "it is a whole number" or "it is a text"
end

--- Whether an option can have a value, and in words what it can have.
Options.allows, Options.wanted = allows, wanted

-- A value for an option that there is.
local function value(file, name, given)
  local kit = file.kit
  local option = kit.options[name]
  if not option then
    file:fail({ "options", name }, "there is no option %s%s; a new one is { default = ..., help = ... }",
      name, Text.did_you_mean(name, known(kit)))
  elseif not allows(option, given) then
    file:fail({ "options", name }, "option %s cannot be %s: %s", name, tostring(given), wanted(option))
  end
  local before = kit.option_values[name]
  file:record("option", name, House.show(before), House.show(given), { "options", name })
  kit.option_values[name] = given
  kit.fixed_options[name] = { value = given, by = file.name, where = file:at { "options", name } }
end

local function check_declaration(file, name, given)
  for _, key in ipairs(Text.sorted_keys(given)) do
    if not (key == "default" or key == "values" or key == "help" or key == "rule") then
      file:fail({ "options", name, key }, "an option has no %s%s", tostring(key),
        Text.did_you_mean(tostring(key), KEYS))
    end
  end
  if given.values ~= nil and (type(given.values) ~= "table" or #given.values == 0) then
    file:fail({ "options", name, "values" }, "option %s: values is a list", name)
  end
end

-- { default =, values = }: a new option, or more of one that there is.
local function declaration(file, name, given)
  local kit = file.kit
  check_declaration(file, name, given)
  local old = kit.options[name]
  local option = { default = given.default, values = given.values, help = given.help, rule = given.rule,
    house = file.name }
  if old then
    for key, was in pairs(old) do if option[key] == nil then option[key] = was end end
    if given.values and old.values then
      option.values = { table.unpack(old.values) }
      for _, v in ipairs(given.values) do
        if not allows(old, v) then table.insert(option.values, v) end
      end
    end
  elseif not name:find("^[%a_][%w_]*$") then
    file:fail({ "options", name }, "the name of an option is a word, like dig_in")
  end
  if option.default == nil then
    file:fail({ "options", name }, "option %s needs a default", name)
  elseif not allows(option, option.default) then
    file:fail({ "options", name, "default" }, "option %s: its default %s is none of its values", name,
      tostring(option.default))
  end
  file:record("option", name, old and Options.text(old) or "-", Options.text(option), { "options", name })
  kit.options[name] = option
  kit.option_values[name] = option.default
end

--- "yes (yes, no)"
function Options.text(option)
  local text = House.show(option.default)
  if not option.values then return text end
  local values = {}
  for i, v in ipairs(option.values) do values[i] = House.show(v) end
  return ("%s (%s)"):format(text, table.concat(values, ", "))
end

--- Does what the part `options` of a house rule asks for.
function Options.apply(file, options)
  local kit, copy = file.kit, {}
  for name, option in pairs(kit.options) do copy[name] = option end
  kit.options = copy                  -- the ruleset's own table is left as it is
  Faults.each(Text.sorted_keys(options), function(_, name)
    if type(name) ~= "string" then
      file:fail({ "options", name }, "options have names: options = { river = true }")
    elseif type(options[name]) == "table" then
      declaration(file, name, options[name])
    else
      value(file, name, options[name])
    end
  end)
end

return Options
