-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.remembered -- every script function that a kit calls: what they remember between calls is
-- sealed when a ruleset has loaded, and looked at in check mode, for state lives in the World alone.

local Remembered = {}

local function of_rules(kit, add)
  for _, entry in ipairs(kit.register.list) do
    local name = ("rule %s %s"):format(entry.id, entry.name)
    for _, f in ipairs(entry.layers or { entry.f, entry.original }) do add(f, name) end
  end
end

local function of_charts(kit, add)
  local inside = require("adjutant.charts").inside
  for name, chart in next, kit.charts do
    local own = inside[chart]
    for _, row in ipairs(own.kind == "modifiers" and own.rows or {}) do
      for _, key in ipairs { "when", "amount", "per" } do add(row[key], "chart " .. name) end
    end
    for _, cell in pairs(own.cells or {}) do add(cell, "chart " .. name) end
  end
end

local function of_sequences(kit, add)
  for _, data in ipairs(kit.sequence_data) do
    add(data.when, "the sequence of play")
    for _, phase in ipairs(data) do
      if type(phase) == "table" then add(phase.when, "phase " .. tostring(phase.id)) end
    end
  end
end

local function of_commands(kit, add)
  for _, list in ipairs { kit.command_list, kit.inquiry_list } do
    for _, c in ipairs(list) do
      local name = "command " .. c.name
      for _, value in pairs(c) do add(value, name) end
      for _, f in ipairs(c.layers or {}) do add(f, name) end
      for _, arg in ipairs(c.args) do
        for _, key in ipairs { "from", "among", "fits", "sample" } do add(arg[key], name) end
      end
    end
  end
end

--- The functions of a kit, the ruleset's and those of house rules over them: list of
--- { f =, name = whose it is }.
function Remembered.functions(kit)
  local list = {}
  local function add(f, name)
    if type(f) == "function" then list[#list + 1] = { f = f, name = name } end
  end
  of_rules(kit, add)
  of_charts(kit, add)
  of_sequences(kit, add)
  for _, inv in ipairs(kit.invariants) do add(inv.one, "invariant " .. inv.name) end
  for _, f in ipairs(kit.status_list) do add(f, "status") end
  for _, f in ipairs(kit.schedule and kit.schedule.functions or {}) do add(f, "a function of the scenario") end
  for kind, f in pairs(kit.sheets) do add(f, "sheet " .. kind) end
  for name, policy in pairs(kit.policies) do
    add(policy.command, "policy " .. name)
    add(policy.answer, "policy " .. name)
  end
  of_commands(kit, add)
  return list
end

return Remembered
