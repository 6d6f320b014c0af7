-- SPDX-License-Identifier: GPL-3.0-or-later
-- Loading a house rule that changes something of every part of a ruleset: with the ruleset, as at the
-- start of a game, and what it adds to that. And what it takes to tell the difference.
--
-- Yardstick in the same run: the ruleset alone.

local House = require "adjutant.house"
local Kit = require "adjutant.ruleset"

local folder = core.data_dir .. "/rulesets/seven-hex"

local HOUSE = [[
rule("30.1", "dig_in", function (unit) unit.dug_in = true end)
return house "everything" {
  base = "seven-hex", title = "A little of everything",
  options = { river = false, fog = { default = false, values = { false, true }, help = "fog" } },
  charts = { morale_die = { [1] = -1 }, order_values = { french = 3 },
    attack_modifiers = { [10] = -1, add = { { 1, "in the fog", function () return option.fog end } } },
    return_hits = grid { title = "Hits", rows = "1d6", { upto = 3, 0 }, { upto = 6, 1 } } },
  rules = { negative_value = function (original, morale, area) return original(morale, area) end,
    rally = function (original, side) return original(side) end },
  entities = { unit = { dug_in = flag(), pounds = int(1) }, trench = { place = place() } },
  sequence = { { insert = { id = "dig", name = "Dig" }, after = "morale" }, { remove = "attrition" } },
  commands = { dig = { phases = { "dig" }, args = { { name = "unit", kind = "unit" } },
    run = function (args) rules.dig_in(args.unit) end } },
}
]]

local houses = { { path = "everything.lua", text = HOUSE } }

local function load(with) return assert(Kit.load(folder, "seven-hex", nil, with)) end

-- The best of some: a busy machine slows all alike.
local function best(f)
  local least
  for _ = 1, 15 do
    local start = outside.seconds()
    f()
    local seconds = outside.seconds() - start
    least = math.min(least or seconds, seconds)
  end
  return least
end

local alone = best(function() load() end)
local with = best(function() load(houses) end)
local a, b = load(), load(houses)
local diff = best(function() assert(#House.diff(a, b) > 10) end)

print(("yardstick: the ruleset alone is loaded in %.2f ms"):format(alone * 1e3))
print(("house rule, with its ruleset: %.2f ms, %.2f yardsticks (target: 50 ms)"):format(with * 1e3, with / alone))
print(("house rule, what it adds: %.2f ms"):format((with - alone) * 1e3))
print(("rules diff of it: %.2f ms"):format(diff * 1e3))
if with > 0.050 then error("a house rule takes more than 50 ms to load", 0) end
