-- SPDX-License-Identifier: GPL-3.0-or-later
-- Two charts on one combat compared, exactly, as Lua at the prompt does it: with cells changed on
-- the spot, and under a file of house rules (which is loaded the first time).
--
-- Yardstick in the same run: the odds of that combat once.

local Game = require "adjutant.game"
local Odds = require "adjutant.odds"

local game, message = Game.new { ruleset = "seven-hex", scenario = "two-villages", seed = 1 }
if not game then error(message) end

local LINE = 'attack Niederlind with "Foot Guards", "Carew\'s Horse" charging "Carew\'s Horse"'
  .. ' commander "General Ashdown"'
local HOUSE = [[return house "hard-hitters" { base = "seven-hex", charts = { attack_values = { infantry = 8 } } }]]

local path = outside.folder() .. "/hard-hitters.lua"
assert(core.files.write_new(path, HOUSE))

local function timed(n, f)
  local start = outside.seconds()
  for _ = 1, n do f() end
  return (outside.seconds() - start) / n
end

local function eval(text)
  return function()
    local lines, why = game:eval(text)
    if not lines then error(tostring(why)) end
  end
end

local once = timed(20, function() assert(Odds.of(game, LINE)) end)
print(("yardstick: the odds of one combat take %.2f ms"):format(once * 1e3))

local in_charts = eval(("return compare(%q, odds{ run = %q, charts = { attack_values = { infantry = 8 } } })"):format(
  LINE, LINE))
local in_house = eval(("return compare(%q, odds{ run = %q, with = %q })"):format(LINE, LINE, path))

local seconds = timed(20, in_charts)
print(("compare, cells changed on the spot: %.2f ms, %.1f yardsticks (target: 20 ms)"):format(seconds * 1e3,
  seconds / once))
local missed = seconds > 0.020
print(("compare, the first time under a house rule: %.2f ms (its load and that of the rules: target 50 ms)")
  :format(timed(1, in_house) * 1e3))
seconds = timed(20, in_house)
print(("compare, under a house rule: %.2f ms, %.1f yardsticks (target: 20 ms)"):format(seconds * 1e3,
  seconds / once))
if missed or seconds > 0.020 then error("compare takes longer than 20 ms", 0) end
