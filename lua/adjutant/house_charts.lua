-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_charts -- charts = { morale = { [1] = -1 } } of a house rule: cells, rows or the
-- whole of a chart. See adjutant.charts_override for what a change looks like.

local Charts = require "adjutant.charts"
local Faults = require "adjutant.faults"
local House = require "adjutant.house"
local Override = require "adjutant.charts_override"
local Text = require "adjutant.text"

local ChartsOf = {}

local function path(name, keys)
  local all = { "charts", name }
  for _, key in ipairs(keys) do all[#all + 1] = key end
  return all
end

local function one(file, name, changes)
  local kit = file.kit
  local chart = type(name) == "string" and rawget(kit.charts, name)
  if not chart then
    local names = {}
    for known in next, kit.charts do names[#names + 1] = known end
    table.sort(names)
    local new = Charts.is(changes) and ("; a new one is named above: charts.%s = ..."):format(tostring(name)) or ""
    file:fail({ "charts", name }, "there is no chart %s%s%s", tostring(name),
      Text.did_you_mean(tostring(name), names), new)
  end
  local whole = Charts.is(changes)
  if whole then
    for known, other in next, kit.charts do
      if other == changes then
        file:fail({ "charts", name }, "charts.%s is a chart of its own; give a new one, like grid { ... }", known)
      end
    end
  end
  local before = whole and Charts.head(chart)
  Override.apply(chart, changes, {
    fail = function(keys, message) file:fail(path(name, keys), "chart %s: %s", name, message) end,
    note = function(label, was, now, keys)
      file:record("cell", ("%s[%s]"):format(name, label), House.show(was), House.show(now), path(name, keys))
    end,
  })
  if whole then file:record("chart", name, before, Charts.head(chart), { "charts", name }) end
end

--- Does what the part `charts` of a house rule asks for.
function ChartsOf.apply(file, charts)
  Faults.each(Text.sorted_keys(charts), function(_, name) one(file, name, charts[name]) end)
end

return ChartsOf
