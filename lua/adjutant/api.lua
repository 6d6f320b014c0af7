-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.api -- the functions of the rules API, read from the prelude's own sources, so that
-- help, the manual and the editor's annotations can be checked against what is really there.

local Text = require "adjutant.text"

local Api = {}

-- Where the functions that scripts see are defined; one in C has its parameters beside it.
local SOURCES = { "engine", "ruleset_fields", "ruleset", "ruleset_world", "charts", "scenario", "movement",
  "knowledge", "spec", "study" }

local function read(module, list)
  local text = core.files.read(core.data_dir .. "/lua/adjutant/" .. module .. ".lua")
  if not text then return end
  local doc = {}
  for l in (text .. "\n"):gmatch("(.-)\n") do
    local comment = l:match("^%s*%-%-%-%s?(.*)$") or (#doc > 0 and l:match("^%s*%-%-%s?(.*)$"))
    if comment then
      doc[#doc + 1] = comment
    else
      local name, params = l:match("^%s*function api%.([%a_][%w_]*)%((.-)%)")
      if not name then name, params = l:match("^%s*api%.([%a_][%w_]*) = [%w_.]+%s+%-%- %((.-)%)$") end
      if name then
        list[#list + 1] = { name = name, params = params, summary = table.concat(doc, " "),
          where = "lua/adjutant/" .. module .. ".lua" }
      end
      doc = {}
    end
  end
end

--- Every function: { name =, params = "a, b", summary =, where = }, by name.
function Api.list()
  local list = {}
  for _, module in ipairs(SOURCES) do read(module, list) end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

--- The names of everything in a kit's environment: functions, tables and values.
function Api.names(kit)
  return Text.sorted_keys(kit.api)
end

--- The entry for one name, nil when there is none.
function Api.find(name)
  for _, entry in ipairs(Api.list()) do if entry.name == name then return entry end end
  return nil
end

return Api
