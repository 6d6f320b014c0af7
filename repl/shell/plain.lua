-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.plain -- Lua in the sandbox when no game is open.

local Plain = {}

local LIMITS = { instructions = 200000000, cpu_ms = 10000, heap = 64 * 1024 * 1024 }
local OUTPUT_MAX = 1024 * 1024              -- bytes that one chunk may print

local env
local said, said_bytes

--- print, as a chunk sees it: what it says is kept until the chunk is over.
local function say(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = env.tostring(parts[i]) end
  local text = table.concat(parts, "\t")
  if said_bytes > OUTPUT_MAX then return end
  said_bytes = said_bytes + #text + 1
  said[#said + 1] = said_bytes <= OUTPUT_MAX and text or "(what follows is cut: more than 1 MiB)"
end

local function load(text, options)
  env = env or core.sandbox.environment({ print = say }, { globals = true })
  if options.file then return core.sandbox.load(text, "@" .. options.file, env) end
  local name = options.name or "=prompt"
  local f = core.sandbox.load("return " .. text, name, env)
  if f then return f end
  return core.sandbox.load(text, name, env)
end

local function shown(value)
  return type(value) == "string" and value or env.tostring(value)
end

--- Runs text: an expression, else statements. Gives lines; or nil, message, whether the text
--- is only half a form, the limit that stopped it ("interrupt", "cpu", ...), and the lines
--- said before. options: name = "=prompt", or file and arg of a script.
function Plain.eval(text, options)
  options = options or {}
  said, said_bytes = {}, 0
  core.limits.begin(LIMITS)
  local compiled, f, message = pcall(load, text, options)
  local results = compiled and f and table.pack(pcall(f, table.unpack(options.arg or {})))
  core.limits.finish()
  local tripped = core.limits.tripped()
  if not compiled then return nil, tostring(f), false, tripped, said end
  if not f then return nil, message, message:find("<eof>'?$") ~= nil end
  if tripped or not results[1] then
    return nil, env.tostring(results[2] or tripped), false, tripped, said
  end
  if not options.file then
    for i = 2, results.n do said[#said + 1] = shown(results[i]) end
  end
  return said
end

return Plain
