-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the sandbox and its limits cost: the same work as a host chunk, as a script with the
-- limits of a study (CPU time alone) and as one with those of the prompt (instructions too).

local WORK = [[
local floor, insert = math.floor, table.insert
local units = {}
for i = 1, 60 do units[i] = { id = i, strength = i % 7 + 1, place = i % 12, name = "unit " .. i } end
local function strength_at(place)
  local total = 0
  for _, unit in ipairs(units) do
    if unit.place == place then total = total + unit.strength end
  end
  return total
end
local function turn(n)
  local log = {}
  for place = 0, 11 do
    local here = strength_at(place)
    for i = 1, 20 do
      local odds = floor(here * 10 / (i + n % 5))
      if odds > 12 then here = here - 1 elseif type(odds) == "string" then here = 0 end
    end
    insert(log, ("%d: %d"):format(place, here))
  end
  return #log
end
local sum = 0
for n = 1, 800 do sum = sum + turn(n) end
return sum
]]

local sandbox, limits = core.sandbox, core.limits
local host = assert(load(WORK, "=work", "t", { math = math, table = table, ipairs = ipairs, type = type }))
local script = assert(sandbox.load(WORK, "work.lua", sandbox.environment {}))

local ways = {
  { name = "host", run = host },
  { name = "study", run = script, limits = { cpu_ms = 10000 }, most = 1.05 },
  { name = "prompt", run = script, limits = { cpu_ms = 10000, instructions = 200000000 }, most = 1.8 },
}

-- In turn, so that a busy machine slows all alike; the best of each counts, of processor time.
for _ = 1, 12 do
  for _, way in ipairs(ways) do
    if way.limits then limits.begin(way.limits) end
    local start = limits.cpu_seconds()
    local sum = way.run()
    local seconds = limits.cpu_seconds() - start
    if way.limits then limits.finish() end
    assert(sum == 9600)
    if not way.best or seconds < way.best then way.best = seconds end
  end
end

local missed = false
for i = 2, #ways do
  local way = ways[i]
  local ratio = way.best / ways[1].best
  print(("sandbox, limits of a %s: %.2f times the host's %.1f ms (target: %.2f)"):format(way.name, ratio,
    ways[1].best * 1000, way.most))
  missed = missed or ratio > way.most
end
if missed then error("a figure is missed", 0) end
