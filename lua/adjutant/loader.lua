-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.loader -- the `require` of a ruleset: confined to its folder, text only, counted.
--
--   local loader = Loader.new { root = "/path/rulesets/x", env = function() return env end }
--   loader:require("charts")       rulesets/x/charts.lua, or lua/shared/charts.lua of the library
--   loader:file("scenarios/a.lua") a file of the folder, run each time it is asked for
--   loader.sources                 relative path -> text, of everything read so far
--
-- A module runs once; what it returns is sealed, so that it keeps no state. Every error is one
-- line that begins with the path inside the ruleset.

local Faults = require "adjutant.faults"

local Loader = {}
Loader.__index = Loader

local MAX_FILE, MAX_TOTAL, MAX_FILES = 1024 * 1024, 8 * 1024 * 1024, 500
local NAME = "^%l[%l%d_]*$"

--- options: root (absolute folder), env (environment, or a function that gives it),
--- sources (path -> text: read these instead of the disk, as a saved game does), library
--- (folder of the shared modules; false: none), prefix (put before paths in messages), constants
--- (function of a file's text: declarations to put before it), links (see adjutant.links).
function Loader.new(options)
  local library = options.library
  if library == nil then library = core.data_dir .. "/lua/shared" end
  return setmetatable({ root = options.root, env = options.env, library = library,
    given = options.sources, constants = options.constants, links = options.links, prefix = options.prefix or "",
    sources = {}, order = {}, modules = {}, loading = {}, running = 0, files = 0, bytes = 0 }, Loader)
end

local function check_parts(name)
  local parts = {}
  for part in (name .. "."):gmatch("(.-)%.") do
    if not part:find(NAME) then
      error(("require %q: a module is named by lower-case words with dots between")
        :format(name), 0)
    end
    parts[#parts + 1] = part
  end
  return parts
end

--- Counts a text of `path` against the limits of the ruleset and keeps it.
function Loader:count(path, text)
  if self.sources[path] then return end
  if #text > MAX_FILE then error(("%s%s: longer than 1 MiB"):format(self.prefix, path), 0) end
  self.files, self.bytes = self.files + 1, self.bytes + #text
  if self.files > MAX_FILES then
    error(("%s%s: more than %d files"):format(self.prefix, path, MAX_FILES), 0)
  end
  if self.bytes > MAX_TOTAL then
    error(("%s%s: more than 8 MiB of source in all"):format(self.prefix, path), 0)
  end
  self.sources[path] = text
  self.order[#self.order + 1] = path
end

--- The text of `path` inside `root`: text | nil, message, "missing" when nothing is there.
local function read_under(root, path)
  local files = core.files
  local place, message, kind = files.under(root, path)
  if not place then return nil, message, kind end
  if not files.is_file(place) then return nil, path .. ": not a file", "invalid" end
  return files.read(place, MAX_FILE)
end

--- The text of a file: the ruleset's own, or "@shared/..." of the library.
function Loader:text(path)
  local have = self.sources[path]
  if have then return have end
  local text, message, kind
  if self.given then
    text = self.given[path]
    message, kind = path .. ": not among the sources of this game", "missing"
  elseif path:sub(1, 8) == "@shared/" then
    if not self.library then return nil, path .. ": there is no library", "missing" end
    text, message, kind = read_under(self.library, path:sub(9))
  else
    text, message, kind = read_under(self.root, path)
  end
  if not text then return nil, message, kind end
  self:count(path, text)
  return text
end

local function environment(self)
  local env = self.env
  if type(env) == "function" then env = env() end
  return env
end

--- The function of a text; raises with file and line when it is not Lua. Names of the API that
--- the text uses become constants of the file, on its first line: they are read faster so, and
--- assigning to one is refused when the file is compiled.
function Loader:chunk(path, text)
  text = text:gsub("^\xEF\xBB\xBF", "")     -- no mark behind the head; core.sandbox.load knows it in front
  local head, load, env = self.constants and self.constants(text) or "", core.sandbox.load, environment(self)
  local bound, body, link
  if self.links then bound, body, link = self.links:bind(text) end
  if bound then
    local f = load(head .. bound .. body, self.prefix .. path, env)
    if f then return function() return f(link) end end         -- else the text as it is says why not
  end
  local f, message = load(head .. text, self.prefix .. path, env)
  if not f then error(message, 0) end
  return f
end

--- Runs the function of a file (Loader:chunk): what it returns. `running` counts the files that are being
--- run, in which rules can be made.
function Loader:run(chunk)
  self.running = self.running + 1
  local ok, value = xpcall(chunk, Faults.at_fault)
  self.running = self.running - 1
  if not ok then error(value, 0) end
  return value
end

--- Runs a file of the folder (scenarios/blenheim.lua) and gives what it returns.
function Loader:file(path)
  local text, message = self:text(path)
  if not text then error(self.prefix .. message, 0) end
  return self:run(self:chunk(path, text))
end

local function cycle_text(loading, path)
  local steps, from = {}, 1
  for i, p in ipairs(loading) do if p == path then from = i end end
  for i = from, #loading do steps[#steps + 1] = loading[i] end
  steps[#steps + 1] = path
  return table.concat(steps, " requires ")
end

--- The module `name` of the ruleset or of the shared library; runs it the first time, while files are read.
--- loaded: none is read any more, so it must be one that has been.
function Loader:require(name, loaded)
  if type(name) ~= "string" then error("require: the name of a module is a text", 0) end
  local below = table.concat(check_parts(name), "/") .. ".lua"
  local path, text, message, kind
  for _, candidate in ipairs { below, "@shared/" .. below } do
    if self.modules[candidate] ~= nil then return self.modules[candidate] end
    for _, p in ipairs(self.loading) do
      if p == candidate then
        error("files require each other in a circle: " .. cycle_text(self.loading, candidate), 0)
      end
    end
    if not loaded then
      text, message, kind = self:text(candidate)
      path = candidate
      if text or kind ~= "missing" then break end
    end
  end
  if loaded then
    error(("require %q: files are read while the rules are loaded, not in a game"):format(name), 0)
  elseif not text then
    if kind == "missing" then message = ("there is no %s"):format(below) end
    error(("require %q: %s"):format(name, message), 0)
  end
  local chunk, loading = self:chunk(path, text), self.loading
  loading[#loading + 1] = path
  local ok, value = pcall(self.run, self, chunk)
  loading[#loading] = nil
  if not ok then error(value, 0) end
  if value == nil then value = true end
  self.modules[path] = core.sandbox.seal(value)
  return value
end

return Loader
