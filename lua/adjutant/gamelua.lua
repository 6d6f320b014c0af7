-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamelua -- Lua at the prompt of a game: what it sees, how it runs, how values are shown.
-- Methods of Game.

local Command = require "adjutant.command"
local Engine = require "adjutant.engine"
local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Prompt = {}

local function line(text) return { text = text } end

local function lua_arguments(decl, t)
  local args = {}
  for _, a in ipairs(decl.args) do args[a.name] = t[a.name] or t[a.keyword or a.name] end
  for i, v in ipairs(t) do if decl.args[i] then args[decl.args[i].name] = v end end
  for _, a in ipairs(decl.args) do
    if a.list and args[a.name] ~= nil and type(args[a.name]) ~= "table" then
      args[a.name] = { args[a.name] }
    end
  end
  return args
end

--- Runs a command given as Lua, attack{ area = ..., with = {...} }: by its line, like any other.
local function command_function(self, decl)
  return function(t)
    if type(t) == "string" then t = { t } end
    local text = Command.line(decl, lua_arguments(decl, t or {}))
    if self.exploring then return require("adjutant.odds_explore").give(self, text) end
    local r = self:command(text)
    if self.on_result then self.on_result(r, text) end
    if r.status == "refused" or r.status == "error" then
      error(Engine.refusal_text(r.rule, r.message), 0)
    end
    if r.status ~= "done" then return r.status end
  end
end

--- A command that only looks, given as Lua: its texts in a list, and the places it would mark.
local function inquiry_function(self, decl)
  return function(t)
    if type(t) ~= "table" then t = { t } end
    local found, message, _, rule = self:inquire(Command.line(decl, lua_arguments(decl, t)))
    if not found then error(Engine.refusal_text(rule, message), 0) end
    return found.texts, found.marks
  end
end

-- What Lua at the prompt has beside the rules API (adjutant.odds_script).
local OF_ODDS = { "odds", "compare", "best", "worst" }

local function fill_prompt(self, api)
  for _, name in ipairs(OF_ODDS) do
    api[name] = function(...) return require("adjutant.odds_script")[name](self, ...) end
  end
  for name, value in pairs(self.kit.api) do
    if not self.kit.registers[name] then api[name] = value end
  end
  for _, list in ipairs { self.kit.command_list, self.kit.inquiry_list } do
    for _, decl in ipairs(list) do
      local name = decl.name
      if not decl.internal and name ~= "end" and name:find("^[%l%d]+$") and not api[name] then
        api[name] = decl.look and inquiry_function(self, decl) or command_function(self, decl)
      end
    end
  end
  return api
end

local function prompt_environment(self)
  self.prompt_api = fill_prompt(self, {})
  return core.sandbox.environment(self.prompt_api, { globals = true })
end

--- After a change of rules: the prompt sees what they have; a person's own globals stay.
function Prompt:renew_prompt()
  local api = self.prompt_api
  if not api then return end
  for name in pairs(api) do api[name] = nil end
  fill_prompt(self, api)
end

--- The globals that Lua at the prompt sees and that begin with `prefix`.
function Prompt:globals(prefix)
  local names = {}
  for name in pairs(self.kit.api) do
    if name:sub(1, #prefix) == prefix then names[#names + 1] = name end
  end
  for _, name in ipairs(OF_ODDS) do
    if name:sub(1, #prefix) == prefix then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function compile(self, text, options)
  if options.file then
    return core.sandbox.load(text, "@" .. options.file, self.prompt_env)
  end
  local name = options.name or "=prompt"
  local f = core.sandbox.load("return " .. text, name, self.prompt_env)
  if f then return f end
  return core.sandbox.load(text, name, self.prompt_env)
end

--- A text that gives a value, as a function in the environment of the prompt. nil, message.
function Prompt:expression(text, name)
  self.prompt_env = self.prompt_env or prompt_environment(self)
  return core.sandbox.load("return " .. text, name, self.prompt_env)
end

--- Whether Lua at the prompt knows the name.
function Prompt:knows_global(name)
  self.prompt_env = self.prompt_env or prompt_environment(self)
  return self.prompt_api[name] ~= nil
end

-- A text of several lines is as many lines.
local function add_text(lines, text)
  for l in (text:gsub("\n$", "") .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line(l) end
end

--- Runs Lua from the prompt: it may read, and give commands. Gives the lines to show; or nil,
--- message, whether the text is only half a form, the limit that stopped it, and the lines
--- shown before. options: name = "=prompt", or file and arg of a script.
function Prompt:eval(text, options)
  options = options or {}
  self.prompt_env = self.prompt_env or prompt_environment(self)
  local engine, lines = self.kit.engine, {}
  engine.print_out = function(said) add_text(lines, said) end
  self.on_result = function(r)
    for _, l in ipairs(r.lines) do lines[#lines + 1] = l end
  end
  engine.reset_output()
  self.inner_limit = nil                  -- reached by odds that the text has asked for
  core.limits.begin(self.limits)
  -- Memory may run out for the results too: whatever happens, the limits are closed.
  local f, message
  local ok, values = pcall(function()
    f, message = compile(self, text, options)
    return f and table.pack(xpcall(f, Faults.at_fault, table.unpack(options.arg or {}))) or { false, message, n = 2 }
  end)
  local tripped, place = core.limits.finish()
  self:put_in_order()                     -- a command in it may have been broken off
  if not ok then values = { false, values, n = 2 } end
  engine.print_out, self.kit.engine.print_out, self.on_result = nil, nil, nil
  if message and not tripped then return nil, message, message:find("<eof>'?$") ~= nil end
  if self.inner_limit and (tripped or not values[1]) then
    return nil, self.inner_why, false, tripped or self.inner_limit, lines
  elseif tripped then
    return nil, self.stopped(tripped, place), false, tripped, lines
  end
  if not values[1] then return nil, tostring(values[2]), false, nil, lines end
  if not options.file then
    for i = 2, values.n do
      local shown = Text.lines_of[values[i]]
      if not shown then add_text(lines, Prompt.value_text(values[i], 0)) end
      for _, l in ipairs(shown and shown(values[i]) or {}) do lines[#lines + 1] = l end
    end
  end
  return lines
end

local MOST_SHOWN = 40                    -- of a list or a table

-- What is in a table, as parts of a text: its list, or else its fields by name.
local function contents(value, depth)
  local parts = {}
  for i, v in ipairs(value) do
    if i > MOST_SHOWN then parts[i] = "..." break end
    parts[i] = Prompt.value_text(v, depth + 1)
  end
  if #parts > 0 then return parts end
  local keys = {}
  for k in pairs(value) do if type(k) == "string" then keys[#keys + 1] = k end end
  table.sort(keys)
  for i, k in ipairs(keys) do
    if i > MOST_SHOWN then parts[i] = "..." break end
    parts[i] = k .. " = " .. Prompt.value_text(value[k], depth + 1)
  end
  return parts
end

local function name_of(value) return value.name end
local function label_of(value) return value.label end

-- How a table is called: nil when it has no name. Those of the program may refuse to be asked.
local function name_in_words(value)
  local named, name = pcall(name_of, value)
  if named and name then
    local labelled, label = pcall(label_of, value)
    return tostring(name) .. (labelled and label and label ~= name and (" (%s)"):format(tostring(label)) or "")
  end
  local text = tostring(value)
  return not text:find "^table" and text or nil
end

--- A value as the prompt prints it.
function Prompt.value_text(value, depth)
  if type(value) == "string" then return depth > 0 and ("%q"):format(value) or value end
  if type(value) ~= "table" or Text.lines_of[value] then return tostring(value) end
  local named, name = pcall(name_of, value)
  if depth > 0 and named and name then return tostring(name) end
  if depth > 2 then return "{...}" end
  local listed, parts = pcall(contents, value, depth)
  if not listed or #parts == 0 then
    local words = name_in_words(value)
    if words then return words end
  end
  return "{" .. (listed and table.concat(parts, ", ") or "") .. "}"
end

--- Adds all this to Game.
function Prompt.install(Game)
  for name, f in pairs(Prompt) do
    if name ~= "install" then Game[name] = f end
  end
end

return Prompt
