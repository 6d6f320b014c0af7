-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scaffold_house -- a working start for a house rule.

local Text = require "adjutant.text"

local House = {}

-- The first option with another value than its usual one: name, value; nil when there is none.
local function an_option(kit)
  local names = Text.sorted_keys(kit.options)
  for _, name in ipairs(names) do
    local o = kit.options[name]
    for _, value in ipairs(o.values or {}) do
      if value ~= o.default then return name, value, o end
    end
  end
  return nil
end

-- The first rule whose number only one name bears.
local function a_rule(kit)
  for _, entry in ipairs(kit.register.list) do
    local same = kit.register.by_id[entry.id]
    if type(same) ~= "table" or #same <= 1 then return entry end
  end
  return kit.register.list[1]
end

-- A chart of values, its first key.
local function a_chart(kit)
  local names = Text.sorted_keys(kit.charts)
  for _, name in ipairs(names) do
    local ok, keys = pcall(function() return kit.charts[name]:keys() end)
    if ok and type(keys) == "table" and type(keys[1]) == "string" and keys[1]:find("^[%a_][%w_]*$") then
      local value = kit.charts[name]:at(keys[1])
      if math.type(value) == "integer" then return name, keys[1], value end
    end
  end
  return nil
end

local HEAD = [[
-- SPDX-License-Identifier: GPL-3.0-or-later
-- A house rule for @BASE@. Look for mistakes with `adjutant check @PATH@`, see what it
-- changes with `adjutant rules diff @BASE@ @PATH@`, play with it by
-- `adjutant new @BASE@ SCENARIO --with @PATH@`. docs/house-rules.md is the manual.

return house "@NAME@" {
  base  = "@BASE@",
  title = "@NAME@",
  note  = "why we play it so",
]]

local function option_part(kit)
  local name, value, o = an_option(kit)
  if not name then
    return "\n  -- An option of our own, read as option.fog in rules:\n"
      .. '  options = { fog = { default = false, values = { false, true }, help = "fog in the morning" } },\n'
  end
  return ("\n  -- Another value of an option%s.\n  options = { %s = %s },\n"):format(
    o.rule and " (" .. o.rule .. ")" or "", name, type(value) == "string" and ("%q"):format(value) or tostring(value))
end

local function rule_part(kit)
  local entry = a_rule(kit)
  if not entry then return "" end
  return ([[

  -- A rule by its number or name. `original` is the rule as it was; what is given back is what it
  -- gives now. This one changes nothing yet.
  rules = {
    [%q] = function (original, ...)
      return original(...)
    end,
  },
]]):format(entry.name)
end

local function chart_part(kit)
  local name, key, value = a_chart(kit)
  if not name then return "\n  -- Figures of a table: charts = { morale = { [1] = -1 } },\n" end
  return ([[

  -- Figures of a table, by row (and column): `adjutant rules diff` shows what was there.
  -- charts = { %s = { %s = %d } },
]]):format(name, key, value + 1)
end

local TAIL = [[

  -- More that a house rule may do:
  -- entities = { unit = { tired = flag() } },                    new fields
  -- sequence = { { insert = { id = "dig", name = "Digging" }, after = "@PHASE@" } },
  -- commands = { dig = { help = "Dig in.", phases = { "dig" }, args = {}, run = function () end } },
}
]]

--- The text of a house rule: `name`, `path` how a person names its file, `base` its ruleset's name or
--- path. `kit`: the ruleset.
function House.text(kit, name, path, base)
  local phase = kit.sequence and kit.sequence.phases[1] and kit.sequence.phases[1].id or "move"
  local words = { NAME = name, PATH = path, BASE = base, PHASE = phase }
  local function fill(text) return (text:gsub("@(%u+)@", words)) end
  return fill(HEAD) .. option_part(kit) .. rule_part(kit) .. chart_part(kit) .. fill(TAIL)
end

return House
