-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_commands -- commands = { dig = { ... } } of a house rule: new commands, or with
-- replace = true another shape of one that there is. What a replacement leaves out is as it was;
-- its run(args, original) can call the earlier one: original(args).

local Faults = require "adjutant.faults"
local Command = require "adjutant.command"
local Text = require "adjutant.text"

local Commands = {}

local KEYS = { "rule", "help", "args", "phases", "run", "reaction", "looks_ahead", "replace" }
local BUILT_IN = { ["end"] = true, phase = true, set = true, place = true, ruling = true }

local function has(list, word)
  for _, w in ipairs(list) do if w == word then return true end end
  return false
end

local function check(file, name, decl)
  local keys = { "commands", name }
  if type(name) ~= "string" then file:fail(keys, "commands have names: commands = { dig = { ... } }") end
  if type(decl) ~= "table" then
    file:fail(keys, "command %s: it is a table { args = ..., run = function }", name)
  elseif BUILT_IN[name] then
    file:fail(keys, "%s is a command of the program, which no house rule changes", name)
  end
  for _, key in ipairs(Text.sorted_keys(decl)) do
    if not has(KEYS, key) then
      file:fail({ "commands", name, key }, "command %s has no %s%s", name, tostring(key),
        Text.did_you_mean(tostring(key), KEYS))
    end
  end
end

-- The declaration of a replacement: what it leaves out is as in `old`.
local function completed(old, decl)
  local new = { rule = decl.rule or old.rule, help = decl.help or old.help, args = decl.args or old.args,
    phases = decl.phases or old.phase_names, reaction = old.reaction, looks_ahead = old.looks_ahead, run = old.run }
  if decl.reaction ~= nil then new.reaction = decl.reaction end
  local run, original = decl.run, old.run
  if run then new.run = function(args) return run(args, original) end end
  return new
end

local function declare(file, name, decl, where)
  local ok, made = pcall(Command.declare, name, decl, where)
  if not ok then file:fail({ "commands", name }, "%s", (tostring(made):gsub("^.-%.lua:%d+: ", ""))) end
  made.house = file.name
  return made
end

--- A command in a few words, for a list of changes.
function Commands.text(c)
  return Command.usage(c) .. (c.phase_names and ", in " .. table.concat(c.phase_names, ", ") or "")
end

local function replace(file, old, decl)
  local kit, name = file.kit, old.name
  local keys = { "commands", name }
  if decl.replace ~= true then
    file:fail(keys, "there is a command %s already (%s); with replace = true this one takes its place",
      name, old.where or "?")
  elseif decl.run ~= nil and type(decl.run) ~= "function" then
    file:fail({ "commands", name, "run" }, "command %s: run is a function(args, original)", name)
  end
  local new = declare(file, name, completed(old, decl), file:at(keys))
  new.layers = { decl.run or nil, table.unpack(old.layers or { old.run }) }
  file:record("command", name, Commands.text(old), Commands.text(new), keys)
  kit.commands[name] = new
  for i, c in ipairs(kit.command_list) do if c == old then kit.command_list[i] = new end end
end

--- Does what the part `commands` of a house rule asks for.
function Commands.apply(file, commands)
  local kit = file.kit
  Faults.each(Text.sorted_keys(commands), function(_, name)
    local decl, keys = commands[name], { "commands", name }
    check(file, name, decl)
    local old = kit.commands[name]
    if old then
      replace(file, old, decl)
    elseif decl.replace then
      local names = Text.sorted_keys(kit.commands)
      file:fail(keys, "there is no command %s to replace%s", name, Text.did_you_mean(name, names))
    else
      local new = declare(file, name, decl, file:at(keys))
      file:record("command", name, "-", Commands.text(new), keys)
      kit.commands[name] = new
      kit.command_list[#kit.command_list + 1] = new
    end
  end)
end

return Commands
