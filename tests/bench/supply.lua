-- SPDX-License-Identifier: GPL-3.0-or-later
-- Supply lines of Campaigns of Marlborough on a map of 60 by 60 hexes: what it costs to know the supply
-- of every force after each move, and to ask it of all of them anew.
--
-- Yardstick in the same run: a plain Lua loop of 1,000 additions to a table field, so that the
-- figures can be compared between machines.

local Game = require "adjutant.game"

require("adjutant.playout").collect_late()               -- as `adjutant play` and studies run

local SIZE, TARGET = 60, 50               -- hexes; microseconds a move

-- --- a map with 64 fortresses, 20 armies with their magazines, and 20 detachments -----------------------

local function label(col, row)
  return string.char(65 + (row - 1) % 26):rep((row - 1) // 26 + 1) .. col
end

local function rows()
  local list = {}
  for r = 1, SIZE do
    local row = {}
    for c = 1, SIZE do
      row[c] = (r * 7 + c * 3) % 11 == 0 and "^" or (r + c) % 3 == 0 and "f" or "g"
    end
    list[r] = ("%q"):format((r % 2 == 0 and " " or "") .. table.concat(row, " "))
  end
  return table.concat(list, ",")
end

-- Fortresses 7 hexes apart; the west is French.
local function fortresses()
  local list = {}
  for r = 4, SIZE, 7 do
    for c = 4, SIZE, 7 do
      local side = c < SIZE // 2 and "french" or "allied"
      list[#list + 1] = ('{ "F%s", "%s", owner = "%s", at = "%s", class = 1, printed = 4, intrinsic = 4 }')
        :format(label(c, r), side, side, label(c, r))
    end
  end
  return table.concat(list, ",")
end

-- Armies face each other along the middle, each with a magazine behind it and a detachment before it.
local function forces()
  local units, magazines = {}, {}
  for k = 1, 10 do
    for _, side in ipairs { "french", "allied" } do
      local nation = side == "french" and "french" or "dutch"
      local east = side == "french" and 1 or -1
      local col, row = SIZE // 2 - 4 * east, 5 * k + 2
      units[#units + 1] = ('{ "Army %s %d", "%s", nation = "%s", size = "army", sp = 30, at = "%s" }')
        :format(side, k, side, nation, label(col, row))
      units[#units + 1] = ('{ "Detachment %s %d", "%s", nation = "%s", size = "detachment", sp = 5, at = "%s" }')
        :format(side, k, side, nation, label(col + 2 * east, row + 1))
      magazines[#magazines + 1] = ('{ "Magazine %s %d", "%s", nation = "%s", grade = "primary", '
        .. 'army = "Army %s %d", at = "%s" }'):format(side, k, side, nation, side, k, label(col - 3 * east, row))
    end
  end
  return table.concat(units, ","), table.concat(magazines, ",")
end

local function scenario()
  local units, magazines = forces()
  return ([[return scenario { title = "bench", kind = "force", turns = 5,
    map = { kind = "hexes", labels = { style = "doubled", letters = "rows", first = "A1" },
      terrain = { f = "fertile", g = "good", ["^"] = "rough average" }, rows = { %s } },
    units = { %s }, others = { fortress = { %s }, magazine = { %s } } }]])
    :format(rows(), units, fortresses(), magazines)
end

local root = core.files.realpath "rulesets/marlborough"
local sources = { ["scenarios/bench.lua"] = scenario() }
for _, file in ipairs(core.files.list(root)) do
  if file:find "%.lua$" then sources[file] = assert(core.files.read(root .. "/" .. file)) end
end
local game, message = Game.new { ruleset = "marlborough", scenario = "bench", seed = 1, root = root, sources = sources }
if not game then error(message) end
local rules, all = game.kit.api.rules, game.kit.api.all
game.world:writable(true)

-- --- the figures ------------------------------------------------------------------------------------------

local function yardstick()
  local t, n = { x = 0 }, 2000
  local start = outside.seconds()
  for _ = 1, n do
    for _ = 1, 1000 do t.x = t.x + 1 end
  end
  assert(t.x == n * 1000)
  return (outside.seconds() - start) / n
end

local unit_of_time = yardstick()
print(("yardstick: %.2f us for 1,000 additions to a table field"):format(unit_of_time * 1e6))

local everybody = all "force"
local known = {}
local function ask_all(into)
  for _, force in ipairs(everybody) do into[force] = rules.supplied(force) end
  return into
end
ask_all(known)

-- A force goes to a neighbouring hex, up and down the front; what that can touch is asked anew.
local stream = core.rng.new(7):stream "bench"
local function step()
  local force = everybody[stream:below(#everybody) + 1]
  local before = force.place
  local near = before.neighbours
  force.place = near[stream:below(#near) + 1]
  return force, before
end

local changes = 0
local function ask(force)
  local now = rules.supplied(force)
  if now ~= known[force] then known[force], changes = now, changes + 1 end
end

local function keep_up(force, before)
  ask(force)
  for _, touched in ipairs(rules.touched_by(force, before, force.place)) do ask(touched) end
end

local function moves(n, follow)
  local start = outside.seconds()
  for _ = 1, n do follow(step()) end
  return (outside.seconds() - start) / n
end

moves(500, keep_up)
changes = 0
local n, each = 1500, math.huge
for _ = 1, 3 do each = math.min(each, moves(n, keep_up)) end       -- the best of three
each = each - moves(n, function () end)
local counted = changes
ask_all(known)
moves(200, keep_up)
for force, supplied in pairs(ask_all {}) do
  if known[force] ~= supplied then error(force.name .. " is not kept up to date") end
end
local start = outside.seconds()
for _ = 1, 20 do ask_all {} end
local anew = (outside.seconds() - start) / 20
print(("supply of %d forces on %d by %d hexes: %.1f us a move to keep it up to date, %.2f yardsticks "
  .. "(target: %d us); %.0f us to ask it of all anew; %d changes in %d moves"):format(#everybody, SIZE, SIZE, each * 1e6,
  each / unit_of_time, TARGET, anew * 1e6, counted, 3 * n))
if each * 1e6 > TARGET then error("the target is missed") end
