-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_study -- a file of `adjutant study` looked at without playing: the plan is read, and a game
-- is set up for the first cell of the grid, and for each other value of each axis.

local Origin = require "adjutant.origin"
local Study = require "adjutant.study"

local CheckStudy = {}

local MOST_BYTES = 1024 * 1024

-- The cells to be set up: { number, axis = the name of the axis whose value is another one }.
local function cells_of(plan)
  local list, stride = { { 1 } }, 1
  for a = #plan.axes, 1, -1 do
    local axis = plan.axes[a]
    for v = 2, #axis.values do list[#list + 1] = { 1 + (v - 1) * stride, axis = axis.name } end
    stride = stride * #axis.values
  end
  return list
end

-- The keys in a study's table of what is wrong: its axis, or what the message speaks of.
local function keys_of(plan, message, axis)
  if axis then return { "grid", axis } end
  for _, each in ipairs(plan.axes) do
    if message:find("option " .. each.name, 1, true) then return { "grid", each.name } end
  end
  for _, key in ipairs { "policy", "scenario", "setup", "options" } do
    if message:find(key, 1, true) then return key == "setup" and { "sample", "setup" } or { key } end
  end
  return {}
end

-- What is wrong with a cell, at the line that it tells, or at its axis.
local function tell(F, path, message, axis, plan)
  local at = message:match "^([^:]+):%d+"
  if at and F.sources[at] then return F:raised(message, path) end
  F:at("error", path, F:outline(path), keys_of(plan, message, axis), message)
end

--- Checks a study. F: adjutant.check_findings, which has its text.
function CheckStudy.run(F, path, text)
  local folder = path:match "^(.*/)" or ""
  local function beside(word) return word:sub(1, 1) == "/" and word or folder .. word end
  local name, missing = path:match "[^/]+$", nil
  F:source(name, path, text)
  local function read(word)
    local found, why = core.files.read(beside(word), MOST_BYTES)
    if not found then missing = word end
    return found, why
  end
  local plan, message = Study.plan { text = text, name = name, read = read }
  if not plan and missing then
    return F:at("error", path, F:outline(path), { "grid", "house" }, ("%s: there is no such file beside the study")
      :format(missing))
  end
  if not plan then return F:raised(message, path) end
  local word = plan.ruleset_word
  local ruleset
  ruleset, message = Origin.ruleset(Origin.is_path(word) and beside(word) or word)
  if not ruleset then return F:at("error", path, F:outline(path), { "ruleset" }, message, "value") end
  for _, file in ipairs(plan.files) do F:source(file.path, beside(file.path), file.text) end
  for _, own in pairs(plan.own) do F:source("scenarios/" .. own.name .. ".lua", beside(own.path), own.text) end
  local Cell, told = require "adjutant.study_cell", {}
  for _, one in ipairs(cells_of(plan)) do
    local cell, why = Cell.open(plan, one[1], { root = ruleset.root })
    local plain = why and why:gsub(" %([^()]*=[^()]*%)$", "")
    if not cell and not told[plain] then
      told[plain] = true
      tell(F, path, plain, one.axis, plan)
    end
  end
end

return CheckStudy
