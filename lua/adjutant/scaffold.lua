-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scaffold -- commented, working starts: a ruleset, a scenario, a house rule.

local Origin = require "adjutant.origin"
local Text = require "adjutant.text"

local Scaffold = {}

--- The kinds of start that there are, and of maps.
Scaffold.KINDS = { "ruleset", "scenario", "house" }
Scaffold.MAPS = { "areas", "hexes" }

local files = core.files

-- The name without a folder and ".lua"; nil, message when it cannot be one.
local function plain_name(name, what)
  local base = (name:match("([^/]+)/*$") or name):gsub("%.lua$", "")
  if not base:find("^%l[%l%d-]*$") or #base > 40 then
    return nil, ("%s: the name of a %s is a lower-case word, like night-march"):format(name, what)
  end
  return base
end

-- "night-march" -> "Night march".
local function title_of(name)
  local words = name:gsub("-", " ")
  return words:sub(1, 1):upper() .. words:sub(2)
end

local function kit_of(base)
  local found, message = Origin.ruleset(base)
  if not found then return nil, message end
  local kit
  kit, message = require("adjutant.house").kit { folder = found.root, name = found.name }
  if not kit then return nil, message end
  return kit, found
end

-- A path as a word of the command line that means this file or folder, not a name.
local function as_path(name)
  return name:find("/", 1, true) and name or "./" .. name
end

local PLAN = {}

--- A folder with a ruleset, a scenario and examples.
function PLAN.ruleset(name, o)
  local folder = name:gsub("/+$", "")
  local base, message = plain_name(folder, "ruleset")
  if not base then return nil, message end
  if o.base then return nil, "--base: a ruleset of one's own begins anew; --map-kind chooses its map" end
  local list = require("adjutant.scaffold_ruleset").files(title_of(base), as_path(folder), o.map_kind or "hexes")
  for _, file in ipairs(list) do file.path = folder .. "/" .. file.path end
  return { files = list, folder = folder, name = base, kind = o.map_kind or "hexes" }
end

local function lua_file(name) return name:find("%.lua$") and name or name .. ".lua" end

-- Why a scenario does not work with its ruleset: what `adjutant check` says first; nil when it does.
local function fault_of(text, path, word, found)
  local Check = require "adjutant.check"
  local F = Check.new()
  Check.text(F, path, text, { ruleset = word })
  F:sort()
  for _, f in ipairs(F.list) do
    if f.level == "error" then
      local own = Origin.scenarios(found.root)
      local instead = #own > 0 and ("; copy one of its own: %s/scenarios/%s.lua"):format(found.root, own[1]) or ""
      return ("the start for all rulesets does not do for %s: %s%s"):format(found.name, f.text, instead)
    end
  end
end

function PLAN.scenario(name, o)
  local base, message = plain_name(name, "scenario")
  if not base then return nil, message end
  local word = o.base or "seven-hex"
  local kit, found = kit_of(word)
  if not kit then return nil, found end
  local Scenario = require "adjutant.scaffold_scenario"
  local path = lua_file(name)
  local kind = o.map_kind or Scenario.kind_of(kit, found.root) or "hexes"
  local text = Scenario.text(kit, title_of(base), as_path(path), word, kind)
  local fault = fault_of(text, path, word, found)
  if fault then return nil, fault end
  return { files = { { path = path, text = text } } }
end

function PLAN.house(name, o)
  local base, message = plain_name(name, "house rule")
  if not base then return nil, message end
  if o.map_kind then return nil, "--map-kind: a house rule has no map" end
  local word = o.base or "seven-hex"
  local kit, found = kit_of(word)
  if not kit then return nil, found end
  local path = lua_file(name)
  return { files = { { path = path, text = require("adjutant.scaffold_house").text(kit, base, as_path(path), word) } } }
end

local function write(file)
  local folder = file.path:match("^(.*)/[^/]*$")
  if folder and not files.is_dir(folder) then
    local ok, message = files.mkdir_p(folder)
    if not ok then return nil, message end
  end
  return files.write_new(file.path, file.text)
end

local function write_all(list)
  for _, file in ipairs(list) do
    if files.is_file(file.path) or files.is_dir(file.path) then
      return nil, ("%s is there already: nothing is overwritten"):format(file.path)
    end
  end
  for _, file in ipairs(list) do
    local ok, message = write(file)
    if not ok then return nil, message end
  end
  return true
end

-- The first scenario of a new ruleset, which is written with the ruleset itself at hand.
local function first_scenario(plan)
  local kit, message = require("adjutant.house").kit { folder = files.realpath(plan.folder), name = plan.name }
  if not kit then return nil, message end
  local path = plan.folder .. "/scenarios/first.lua"
  local text = require("adjutant.scaffold_scenario").text(kit, "The first scenario", as_path(path), plan.name,
    plan.kind)
  return { path = path, text = text:gsub("adjutant new %S+`", ("adjutant new %s first`"):format(as_path(plan.folder)), 1) }
end

--- Writes a start of `what` ("ruleset", "scenario", "house") called `name` below the current folder:
--- the list of the paths written. o: base, map_kind. nil, message; nothing is overwritten.
function Scaffold.write(what, name, o)
  if not PLAN[what] then
    return nil, ("%q is no start; there is %s%s"):format(what, Text.list(Scaffold.KINDS),
      Text.did_you_mean(what, Scaffold.KINDS))
  end
  if o.map_kind and o.map_kind ~= "areas" and o.map_kind ~= "hexes" then
    return nil, ("--map-kind: areas or hexes, not %q"):format(o.map_kind)
  end
  local plan, message = PLAN[what](name, o)
  if not plan then return nil, message end
  local ok
  ok, message = write_all(plan.files)
  if not ok then return nil, message end
  local list = {}
  for i, file in ipairs(plan.files) do list[i] = file.path end
  if what == "ruleset" then
    local first
    first, message = first_scenario(plan)
    if not first then return nil, message end
    ok, message = write_all { first }
    if not ok then return nil, message end
    list[#list + 1] = first.path
  end
  return list
end

return Scaffold
