-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_house -- a house rule, applied to its ruleset and looked at without playing.

local CheckKit = require "adjutant.check_kit"
local CheckRuleset = require "adjutant.check_ruleset"

local CheckHouse = {}

-- What several files change both, with the places: a warning, for the later one counts.
local function conflicts(F, kit, path)
  for _, text in ipairs(kit.house_conflicts or {}) do
    local line, column = text:match("%([^()]-:(%d+):(%d+)%) both change it")
    F:add("warning", path, math.tointeger(tonumber(line)), math.tointeger(tonumber(column)), text)
  end
end

-- Rules that the house rule registers and nothing calls.
local function uncalled(F, kit, calls, path, refs)
  local its, spoken = {}, { refs }
  for _, call in ipairs(calls) do if call.path == path then its[#its + 1] = call end end
  if #its == 0 then return end
  for _, source in pairs(kit.loader.sources) do spoken[#spoken + 1] = require("adjutant.check_names").read(source) end
  CheckRuleset.uncalled(F, kit, its, spoken)
end

--- Checks the house rule `text` of the file `path` for the ruleset in `folder`; `before` are house
--- rules that stand below it in the stack, list of { path =, text = }.
function CheckHouse.run(F, folder, name, path, text, shown, before)
  local House = require "adjutant.house"
  local houses = {}
  for i, house in ipairs(before or {}) do houses[i] = house end
  houses[#houses + 1] = { path = House.shown(path), given = path, text = text }
  local own = House.shown(path)
  local kit, calls, whole = CheckKit.load(F, folder, name, houses, shown)
  F:source(own, path, text)
  CheckRuleset.twice(F, own)
  if not kit then return end
  if whole then
    local ok, message = pcall(kit.attach, kit, core.world.new())
    if not ok then F:raised(message, own) end
  end
  conflicts(F, kit, own)
  if not kit.name then return end
  local refs = CheckRuleset.names(F, own, text, CheckRuleset.vocabulary(kit))
  if whole then
    CheckRuleset.idle_of_houses(F, kit, own)
    uncalled(F, kit, calls, own, refs)
  end
end

return CheckHouse
