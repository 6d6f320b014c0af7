-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check -- house rules, scenarios and rulesets, looked at without playing.
--
--   local F = Check.new()
--   Check.path(F, "fog.lua", { ruleset = "seven-hex" })   -> true, or nil, message when it is no such file
--   F:sort()  F.list                                      findings (adjutant.check_findings)
--
-- A folder with a ruleset.lua is a ruleset; a file in one of its scenarios is a scenario of it; any
-- other file says by `return house`, `return scenario`, `return study` or `ruleset {` what it is.

local Faults = require "adjutant.faults"
local Findings = require "adjutant.check_findings"
local Text = require "adjutant.text"

local Check = {}

local MAX_FILE = 1024 * 1024
local LIMITS = { instructions = 400000000, cpu_ms = 10000 }
local TRIPPED = { instructions = "loading it takes too many steps: it may never end",
  cpu = "loading it takes too long", memory = "loading it needs too much memory" }

--- What is raised when the person interrupts.
Check.INTERRUPTED = "interrupted"

--- An empty list of findings.
function Check.new() return Findings.new() end

-- --- which ruleset -----------------------------------------------------------------------------------------

local function clean(path)
  path = path:gsub("/+$", "")
  return path == "" and "/" or path
end

local function join(folder, name) return folder == "." and name or folder .. "/" .. name end

local function parent(path)
  local folder = path:match("^(.+)/[^/]+$")
  return folder or (path:sub(1, 1) == "/" and "/" or ".")
end

local function is_ruleset_folder(folder) return core.files.is_file(join(folder, "ruleset.lua")) end

-- The folder of an installed ruleset by its name, or of any by its path; nil, message.
local function ruleset_folder(name)
  local names = require("adjutant.game").rulesets()
  for _, known in ipairs(names) do
    if known == name then return core.data_dir .. "/rulesets/" .. name end
  end
  if is_ruleset_folder(clean(name)) then return clean(name) end
  return nil, ("there is no ruleset %s%s; there is %s"):format(Text.cite(name),
    Text.did_you_mean(name, names), Text.list(names))
end

-- --- one of each -----------------------------------------------------------------------------------------------

-- What is wrong with the grammar of a text, nil when nothing is. (Loading shows no folders of a path.)
local function fault_of_grammar(path, text)
  local whole, fault = core.sandbox.load(text, "it", {})
  if whole then return nil end
  return (fault:gsub("^it:", function() return path .. ":" end))
end

-- Which key names the ruleset in a file of each kind.
local NAMED_BY = { house = "base", scenario = "ruleset" }

-- The ruleset that a lone file is for: folder, name. Reports when there is none.
local function ruleset_of(F, path, kind, options)
  local key = NAMED_BY[kind]
  local outline = F:outline(path)
  local name = options.ruleset or outline:value { key }
  if type(name) ~= "string" then
    local fault = fault_of_grammar(path, F.sources[path].text)
    if fault then F:raised(fault, path) return nil end
    if outline:value { key } == nil and not F.sources[path].text:find("%f[%w]return%s+" .. kind) then
      local call = outline:calls(kind)[1]
      F:add("error", path, call.line, call.column, ("the file gives nothing back: write return before %s"):format(kind))
      return nil
    end
    F:at("error", path, outline, { key }, ("%s: say which ruleset it is for: %s = \"seven-hex\", or --ruleset NAME")
      :format(kind, key), "value")
    return nil
  end
  local folder, message = ruleset_folder(name)
  if not folder then
    F:at("error", path, outline, { key }, message, "value")
    return nil
  end
  return folder, name:match("([^/]+)/*$")
end

local function shown_in(folder)
  return function(path) return join(folder, path) end
end

local function check_scenario(F, path, text, options)
  local folder, name = ruleset_of(F, path, "scenario", options)
  if not folder then return end
  local CheckKit = require "adjutant.check_kit"
  local kit, _, whole = CheckKit.load(F, folder, name, options.houses, shown_in(folder))
  if not kit or not kit.name then return end
  local CheckScenario = require "adjutant.check_scenario"
  local inside = CheckScenario.path_inside(path)       -- what loaders call it
  F:source(inside, path, text)
  CheckScenario.run(F, kit, inside, text, whole)
end

local function check_house(F, path, text, options)
  local folder, name = ruleset_of(F, path, "house", options)
  if not folder then return end
  require("adjutant.check_house").run(F, folder, name, path, text, shown_in(folder), options.houses)
end

local function check_ruleset(F, folder, given)
  require("adjutant.check_ruleset").run(F, folder, given)
end

local function check_study(F, path, text) require("adjutant.check_study").run(F, path, text) end

-- --- files and folders --------------------------------------------------------------------------------------------

-- Runs one check under limits; what nobody expected is a finding too.
local function limited(F, path, options, f, ...)
  core.limits.begin(options.limits or LIMITS)
  local ok, message = pcall(f, F, ...)
  local tripped, place = core.limits.finish()
  if tripped then Faults.stop() end
  if tripped == "interrupt" then error(Check.INTERRUPTED, 0) end
  if tripped then F:raised((place and place .. ": " or "") .. (TRIPPED[tripped] or tripped), path)
  elseif not ok then F:raised(message, path) end
end

-- What a file says it is: "house", "scenario", "study", "ruleset", nil.
local function kind_of(outline)
  for _, kind in ipairs { "house", "scenario", "study", "ruleset" } do
    for _, call in ipairs(outline:calls(kind)) do
      if call.depth == 0 then return kind end
    end
  end
  return nil
end

local CHECKS = { house = check_house, scenario = check_scenario, study = check_study }

-- The ruleset's folder, when a file lies in its scenarios.
local function above_scenarios(path, folder)
  if folder == "." then
    local same = core.files.is_file("../scenarios/" .. path) and is_ruleset_folder("..")
    return same and ".." or nil
  end
  local above = parent(folder)
  return folder:match("([^/]+)$") == "scenarios" and is_ruleset_folder(above) and above or nil
end

local function check_file(F, path, options)
  local folder = parent(path)
  if is_ruleset_folder(folder) and path:find("%.lua$") then
    return limited(F, path, options, check_ruleset, folder, folder)
  end
  local text, message = core.files.read(path, MAX_FILE)
  if not text then return nil, message end
  F:forget()
  F:source(path, path, text)
  local above = above_scenarios(path, folder)
  if above and not options.ruleset then
    options = { ruleset = above, houses = options.houses, limits = options.limits }
    return limited(F, path, options, check_scenario, path, text, options)
  end
  local kind = kind_of(F:outline(path))
  if CHECKS[kind] then return limited(F, path, options, CHECKS[kind], path, text, options) end
  local fault = fault_of_grammar(path, text)
  F:raised(not fault and path .. ': this is no house rule, scenario or study: it should return house "name" { ... }, '
    .. "scenario { ... } or study { ... }" or fault, path)
  return true
end

local check_folder

-- A ruleset; or a folder of rulesets and of lone files.
function check_folder(F, path, options)
  if is_ruleset_folder(path) then
    F:forget()
    limited(F, path, options, check_ruleset, path, path)
    return true
  end
  local found = false
  for _, name in ipairs(core.files.list(path) or {}) do
    if is_ruleset_folder(join(path, name)) then
      found = true
      check_folder(F, join(path, name), options)
    elseif name:find("%.lua$") and core.files.is_file(join(path, name)) then
      found = true
      local ok, message = check_file(F, join(path, name), options)
      if not ok and message then return nil, message end
    end
  end
  if not found then return nil, path .. ": there is no ruleset.lua in this folder, and no other file of Lua" end
  return true
end

--- Checks a file or a folder. options: ruleset (for files that name none), houses (house rules that
--- are in force: list of { path =, text = }), limits (of core.limits, for each file). true, or nil, message when
--- it cannot be read.
function Check.path(F, path, options)
  path = clean(path)
  if core.files.is_dir(path) then return check_folder(F, path, options or {}) end
  if not core.files.is_file(path) then return nil, path .. ": there is no such file or folder" end
  local ok, message = check_file(F, path, options or {})
  if message then return nil, message end
  return ok ~= nil or true
end

--- Checks a text that is in no file, called `path`: for editors and tests.
function Check.text(F, path, text, options)
  options = options or {}
  F:forget()
  F:source(path, path, text)
  local kind = kind_of(F:outline(path))
  if CHECKS[kind] then
    limited(F, path, options, CHECKS[kind], path, text, options)
  else
    F:raised(path .. ": this is no house rule, scenario or study", path)
  end
end

return Check
