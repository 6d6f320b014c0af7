-- SPDX-License-Identifier: GPL-3.0-or-later
-- Whole games at random through the Lua rules: games, and answered commands and choices, a second
-- on one core; and what replaying their records costs against the rules' share of play. Answers are
-- the commands that a side gave or ended its part of a phase with, those refused included, and what the
-- rules asked: dice, draws, choices, reactions. The phases, which follow by themselves, are not counted.
-- Tallies and hash are on, notes are not rendered, invariants are off, as in the other figures;
-- `adjutant play` checks invariants too, see docs/playouts.md. CPU time, so that neighbours count for less.

local Playout = require "adjutant.playout"

local seconds = core.limits.cpu_seconds
Playout.collect_late()                   -- as `adjutant play` runs

local function yardstick()
  local t, n = { x = 0 }, 2000
  local start = seconds()
  for _ = 1, n do
    for _ = 1, 1000 do t.x = t.x + 1 end
  end
  return (seconds() - start) / n
end

local unit_of_time = yardstick()
print(("yardstick: %.2f us for 1,000 additions to a table field"):format(unit_of_time * 1e6))

local function play(p, games)
  local answers = 0
  local start = seconds()
  for n = 1, games do
    local r = p:play(n)
    if r.failure then error(("game %d: %s"):format(n, r.failure), 0) end
    answers = answers + r.commands + r.answered
  end
  local spent = seconds() - start
  return games / spent, answers / spent, spent / games
end

-- Each game is recorded, played again for the rules' share, and replayed, as `adjutant play --replay` does.
local function replay(p, games)
  local rules, replayed = 0, 0
  for n = 1, games do
    local journal = {}
    p:play(n, journal)
    rules = rules + p:rules_seconds(n)
    local start = seconds()
    assert(p:replay(journal))
    replayed = replayed + seconds() - start
  end
  return replayed / rules
end

for _, case in ipairs { { "two-villages", 200 }, { "blenheim", 40 }, { "1704", 40, "marlborough" } } do
  local p = assert(Playout.new { ruleset = case[3] or "seven-hex", scenario = case[1], seed = 1, check = "never" })
  play(p, case[2] // 10)
  local games, answers, each = play(p, case[2])
  print(("%s: %.0f games a second, %.0f answered commands and choices a second; a game costs "
    .. "%.0f yardsticks (target, blenheim and 1704: 100 games; 100,000 answers)"):format(case[1], games, answers,
    each / unit_of_time))
  print(("%s: replay costs %.2f x the rules' share of play (target: 1.1)"):format(case[1],
    replay(p, case[2])))
end
