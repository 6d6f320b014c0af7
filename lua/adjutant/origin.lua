-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.origin -- where a ruleset and a scenario come from: those that are installed by their
-- names, a person's own by a path (a word with a slash, or one that ends in .lua).
--
--   new seven-hex two-villages              new seven-hex ./my-scenario.lua
--   new ./my-ruleset first                  new ./my-scenario.lua      (the file says its ruleset)

local Text = require "adjutant.text"

local Origin = {}

local files = core.files

--- Whether a word is a path, not a name.
function Origin.is_path(word)
  return word:find("/", 1, true) ~= nil or word:find("%.lua$") ~= nil or word == "." or word == ".."
end

--- The names of the rulesets that are installed, in order.
function Origin.rulesets()
  local names = {}
  local root = core.data_dir .. "/rulesets"
  for _, name in ipairs(files.list(root) or {}) do
    if files.is_file(root .. "/" .. name .. "/ruleset.lua") then names[#names + 1] = name end
  end
  return names
end

local function ruleset_at(path)
  local root, message = files.realpath(path)
  if not root then return nil, message end
  if not files.is_file(root .. "/ruleset.lua") then
    return nil, ("%s is no ruleset: there is no ruleset.lua in it"):format(path)
  end
  return { name = root:match("([^/]+)/*$") or "ruleset", root = root, own = true }
end

--- The ruleset of a name or a path: { name =, root = absolute folder, own = true when it is not an
--- installed one }. nil, message.
function Origin.ruleset(word)
  if Origin.is_path(word) then return ruleset_at(word) end
  local names = Origin.rulesets()
  for _, name in ipairs(names) do
    if name == word then return { name = name, root = core.data_dir .. "/rulesets/" .. name } end
  end
  local here = files.is_file(word .. "/ruleset.lua") and ("; the one in this folder is ./%s"):format(word) or ""
  return nil, ("there is no ruleset %s%s; there is %s%s"):format(Text.cite(word),
    Text.did_you_mean(word, names), Text.list(names), here)
end

--- The names of the scenarios in a ruleset's folder, in order.
function Origin.scenarios(root)
  local names = {}
  for _, file in ipairs(files.list(root .. "/scenarios") or {}) do
    names[#names + 1] = file:match("^(.+)%.lua$")
  end
  return names
end

local MOST = 1024 * 1024

--- A scenario of a ruleset (of Origin.ruleset) by name or path: { name =, text = (of a file by
--- path), path = }. nil, message.
function Origin.scenario(ruleset, word)
  if Origin.is_path(word) then
    local text, message = files.read(word, MOST)
    if not text then return nil, message end
    local name = word:match("([^/]+)$"):gsub("%.lua$", "")
    if not name:find("^[%w][%w_.-]*$") then
      return nil, ("%s: a scenario's file is named by letters, digits, - and _"):format(word)
    end
    return { name = name, text = text, path = word }
  end
  local names = Origin.scenarios(ruleset.root)
  for _, name in ipairs(names) do if name == word then return { name = name } end end
  local here = files.is_file(word .. ".lua") and ("; the file in this folder is ./%s.lua"):format(word) or ""
  return nil, ("%s has no scenario %s%s; %s%s"):format(ruleset.name, Text.cite(word),
    Text.did_you_mean(word, names), #names > 0 and "it has " .. Text.list(names) or "it has none", here)
end

--- The ruleset that the file of a scenario names: a word as Origin.ruleset takes it (a path there
--- begins at the file's folder). nil, message when it names none.
function Origin.ruleset_of(path)
  local text, message = files.read(path, MOST)
  if not text then return nil, message end
  local word = (text:gsub("%-%-[^\n]*", "")):match('%f[%w_]ruleset%s*=%s*["\']([^"\']+)["\']')
  if not word then
    return nil, ('%s does not say which ruleset it is for: give `RULESET %s`, or write ruleset = "its name" into it')
      :format(path, path)
  end
  if Origin.is_path(word) and word:sub(1, 1) ~= "/" then
    word = (path:match("^(.*/)") or "./") .. word:gsub("^%./", "")
  end
  return word
end

--- Takes the paths out of a request: a copy of `o` with ruleset and scenario as names, and root and
--- scenario_text where they come from a path. What has sources is a game that brings its own.
function Origin.resolve(o)
  local r = {}
  for key, value in pairs(o) do r[key] = value end
  if o.sources then return r end
  local ruleset, message
  if o.root then
    ruleset = { name = o.ruleset, root = o.root, own = true }
  else
    ruleset, message = Origin.ruleset(o.ruleset)
    if not ruleset then return nil, message end
  end
  r.ruleset, r.root = ruleset.name, ruleset.root
  if o.scenario_text then return r end
  local scenario
  scenario, message = Origin.scenario(ruleset, o.scenario or "")
  if not scenario then return nil, message end
  r.scenario, r.scenario_text, r.scenario_path = scenario.name, scenario.text, scenario.path
  return r
end

--- A message of a request with the scenario's file as the person named it.
function Origin.shown(o, message)
  local inner = "scenarios/" .. tostring(o.scenario) .. ".lua"
  if not o.scenario_path or message:sub(1, #inner) ~= inner then return message end
  return o.scenario_path .. message:sub(#inner + 1)
end

--- Checks that a scenario's data is for this ruleset; nil, message.
function Origin.agree(data, ruleset, scenario)
  local wanted = data.ruleset
  if wanted == nil then return true end
  if type(wanted) ~= "string" then
    return nil, ("scenarios/%s.lua: ruleset: expected the name of a ruleset, found %s"):format(scenario, type(wanted))
  end
  local name = wanted:match("([^/]+)/*$") or wanted
  if name == ruleset then return true end
  return nil, ("scenarios/%s.lua: ruleset: it is a scenario of %s, not of %s"):format(scenario, wanted, ruleset)
end

return Origin
