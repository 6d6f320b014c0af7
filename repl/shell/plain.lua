-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.plain -- Lua in the sandbox when no game is open.

local Plain = {}

local env
local LIMITS = { instructions = 200000000, cpu_ms = 10000, heap = 64 * 1024 * 1024 }

--- How a value is shown; the sandbox's tostring gives no addresses.
local function show(value)
  if type(value) == "string" then return ("%q"):format(value):gsub("\\\n", "\\n") end
  local tostring_of_script = env.tostring
  return tostring_of_script and tostring_of_script(value) or tostring(value)
end

local function environment(print_line)
  if env then return env end
  env = {}
  for name, value in pairs(core.sandbox.base()) do env[name] = value end
  env.print = function(...)
    local parts = {}
    for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
    print_line(table.concat(parts, "\t"))
  end
  return env
end

local function incomplete(message) return message:find("<eof>'?$") ~= nil end

--- Loads the text as an expression, else as statements.
local function load(text, name, globals)
  local f = core.sandbox.load("return " .. text, name, globals)
  if f then return f end
  return core.sandbox.load(text, name, globals)
end

local TRIPPED = { instructions = "too many steps", cpu = "too much time", memory = "not enough memory",
  interrupt = "interrupted" }

--- Runs text. Gives lines, or nil, message, whether the text is only half a form, and the
--- limit that stopped it ("interrupt", "cpu", ...).
function Plain.eval(text, options)
  options = options or {}
  local lines = {}
  local globals = environment(function(line) lines[#lines + 1] = line end)
  if options.print then globals.print = options.print end
  if options.arg then globals.arg = options.arg end
  local f, message
  if options.file then
    f, message = core.sandbox.load(text, "@" .. options.file, globals)
  else
    f, message = load(text, options.name or "=prompt", globals)
  end
  if not f then return nil, message, incomplete(message) end
  core.limits.begin(LIMITS)
  local results = table.pack(pcall(f, table.unpack(options.arg or {})))
  core.limits.finish()
  local tripped = core.limits.tripped()
  if not results[1] or tripped then
    return nil, tostring(results[2] or TRIPPED[tripped]), false, tripped, lines
  end
  local shown = {}
  for i = 2, results.n do shown[#shown + 1] = show(results[i]) end
  if #shown > 0 and not options.file then lines[#lines + 1] = table.concat(shown, "  ") end
  return lines
end

return Plain
