-- SPDX-License-Identifier: GPL-3.0-or-later
-- The odds of battles of two rounds in Campaigns of Marlborough, exactly: at Donauwoerth, one army against
-- one, and two against two.
--
-- Yardstick in the same run: the odds of one round of the first.

local Game = require "adjutant.game"
local Odds = require "adjutant.odds"

collectgarbage "generational"            -- as `adjutant play` and studies run

local ONE = { 'set "Danube Army" place Donauwoerth', 'set "Danube Army" active true', 'set "Danube Army" sp 50',
  'set "British Army" place Donauwoerth', 'set "British Army" sp 50' }
local TWO = { 'set "Danube Army" place Donauwoerth', 'set "Danube Army" active true', 'set "Bavarian Army" place Donauwoerth',
  'set "Bavarian Army" active true', 'set "Bavarian Army" joined "Danube Army"', 'set "British Army" place Donauwoerth',
  'set "Imperial Army" place Donauwoerth' }

local function game_of(lines)
  local game = assert(Game.new { ruleset = "marlborough", scenario = "1704", seed = 1 })
  game:command "end"
  for _, line in ipairs(lines) do
    local r = game:command(line)
    if r.status ~= "done" then error(line .. ": " .. tostring(r.message)) end
  end
  return game
end

local function timed(game, line, n)
  local found = assert(Odds.of(game, line))
  local start = outside.seconds()
  for _ = 1, n do found = assert(Odds.of(game, line)) end
  return (outside.seconds() - start) / n, found
end

local one, two = game_of(ONE), game_of(TWO)
local yardstick = timed(one, "battle Danube Army rounds 1", 10)
print(("yardstick: the odds of one round take %.1f ms"):format(yardstick * 1e3))
local missed = false
for _, case in ipairs { { one, "one army against one", 0.5 }, { two, "two armies against two", 2 } } do
  local seconds, found = timed(case[1], "battle Danube Army rounds 2", 2)
  print(("exact odds of two rounds, %s: %.0f ms, %d branches run, %.1f yardsticks (target: %.0f ms)"):format(case[2],
    seconds * 1e3, found.runs, seconds / yardstick, case[3] * 1e3))
  if not found.exact then error("the odds were sampled", 0) end
  missed = missed or seconds > case[3]
end
if missed then error("the odds of a battle of two rounds take too long", 0) end
