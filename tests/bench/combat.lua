-- SPDX-License-Identifier: GPL-3.0-or-later
-- Combats of the Seven Hex System through its Lua rules: how many a second, and how long exact
-- odds take. Tallies and hash on, notes not rendered, invariants off.
--
-- Yardstick in the same run: a plain Lua loop of 1,000 additions to a table field, so that the
-- figures can be compared between machines.

local Game = require "adjutant.game"
local Command = require "adjutant.command"
local Drivers = require "adjutant.drivers"
local Odds = require "adjutant.odds"

require("adjutant.playout").collect_late()               -- as `adjutant play` and studies run

local game, message = Game.new { ruleset = "seven-hex", scenario = "two-villages", seed = 1 }
if not game then error(message) end
game.check = false
local world, engine, kit = game.world, game.kit.engine, game.kit

local function parsed(line)
  local decl, rest = game:find_command(line)
  local args, why = Command.parse(decl, rest, kit.names)
  if not args then error(why) end
  return decl, args
end

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

local LINE = 'attack Niederlind with "Foot Guards", "Carew\'s Horse" charging "Carew\'s Horse"'
  .. ' commander "General Ashdown"'

local function combats(line, n)
  local decl, args = parsed(line)
  local stream = core.rng.new(5):stream("bench")
  local function nested(l, q) return game:nested(l, q) end
  local driver = Drivers.sampled(stream, Drivers.Policy.usual, nested)
  local mark = world:mark()
  local before = world:hash()
  local start = outside.seconds()
  for _ = 1, n do
    local status, why = engine.run(driver, function() decl.run(args) end)
    if status ~= "done" then error(tostring(why.text or why)) end
    world:rollback(mark)
  end
  local seconds = outside.seconds() - start
  if world:hash() ~= before then error("the World was not rolled back") end
  return n / seconds, seconds / n
end

combats(LINE, 200)
local rate, each = combats(LINE, 6000)
print(("combats: %d a second; one costs %.1f yardsticks (target: 30,000 a second)"):format(
  math.floor(rate), each / unit_of_time))

local function odds(line, n)
  local found
  local start = outside.seconds()
  for _ = 1, n do found = assert(Odds.of(game, line)) end
  return (outside.seconds() - start) / n, found
end

local seconds, found = odds(LINE, 20)
print(("exact odds of 3d6 against 2d6: %.2f ms, %s branches merged, %s unmerged; %.0f yardsticks "
  .. "(target: 5 ms)"):format(seconds * 1e3, found.branches, found.unmerged, seconds / unit_of_time))
