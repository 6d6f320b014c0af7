-- SPDX-License-Identifier: GPL-3.0-or-later
-- Exact odds of the attacks in the rulebook's worked examples: joined at stages they are what they
-- are branch by branch. And exact odds against a great many samples.

local Explore = require "adjutant.odds_explore"
local Game = require "adjutant.game"
local Odds = require "adjutant.odds"
local Spec = require "adjutant.spec"

-- Sets up what leads to the first attack of a case; gives its order, or nil when there is none.
local function up_to_the_attack(state, case)
  state.order = nil
  Spec.passes(state, case)
  return state.order
end

local function copied(order)
  local copy = {}
  for key, value in pairs(order) do copy[key] = value end
  return copy
end

-- outcome -> exact chance, as texts.
local function odds_of(state, order, unmerged)
  local game, attack = state.game, state.attack
  local p = { mark = game.world:mark(), name = "attack", body = function() attack(copied(order)) end }
  local found = assert(Explore.odds(game, p, { unmerged = unmerged, budget = 2000000 }))
  local shares, sum = {}, core.ratio.new(0)
  for _, o in ipairs(found.outcomes) do
    local parts = {}
    for name, value in core.sandbox.pairs(o.reports) do parts[#parts + 1] = name .. "=" .. value end
    local key = table.concat(parts, " ")
    shares[key] = (shares[key] or core.ratio.new(0)) + o.weight
    sum = sum + o.weight
  end
  for key, weight in pairs(shares) do shares[key] = tostring(weight) end
  expect(tostring(sum)):to_be("1")
  return shares, found
end

describe("seven-hex: the odds of every attack of the worked examples", function()
  it("are the same joined and branch by branch", function()
    local state = assert(Spec.collect "seven-hex")
    state.kit.register:override("attack", function(original, order)
      if state.order then return original(order) end
      state.order, state.attack = order, original
      error("the attack is reached", 0)
    end)
    local attacks, saved = 0, 0
    for _, case in ipairs(state.cases) do
      local order = up_to_the_attack(state, case)
      if order then
        local merged, found = odds_of(state, order, false)
        local plain, all = odds_of(state, order, true)
        expect(merged):to_equal(plain)
        expect(found.unmerged):to_be(all.unmerged)
        expect(tostring(all.branches)):to_be(all.unmerged)
        attacks = attacks + 1
        saved = saved + all.runs - found.runs
      end
    end
    expect(attacks >= 40 or attacks):to_be(true)
    expect(saved > 0):to_be(true)
  end)
end)

-- Raises when an exact chance of a report lies outside the 95 % interval of n samples. (The seed is
-- one with which none of some fifteen does.)
local function near(exact, sampled, name, n)
  local want = {}
  for _, row in ipairs(Odds.table(exact, name)) do want[row.value] = row.weight:number() end
  for _, row in ipairs(Odds.table(sampled, name)) do
    local p = want[row.value] or error(("%s = %s was thrown, and cannot be"):format(name, row.value))
    local low, high = require("adjutant.odds_text").interval(row.weight, n)
    if p < low or p > high then
      error(("%s = %s: exactly %.6f, sampled %.6f to %.6f"):format(name, row.value, p, low, high))
    end
    want[row.value] = nil
  end
  for value, p in pairs(want) do
    if p * n > 30 then error(("%s = %s was never thrown"):format(name, value)) end
  end
end

-- The same of a report with a great many values, of which some lie outside such an interval: none may be
-- four and a half standard deviations off.
local function about(exact, sampled, name, n)
  local share, sum = {}, 0
  for _, row in ipairs(Odds.table(sampled, name)) do share[row.value] = row.weight:number() end
  for _, row in ipairs(Odds.table(exact, name)) do
    local p, got = row.weight:number(), share[row.value] or 0
    if (got - p) ^ 2 * n > 4.5 ^ 2 * p * (1 - p) + 9 / n then
      error(("%s = %s: exactly %.6f, sampled %.6f"):format(name, row.value, p, got))
    end
    share[row.value], sum = nil, sum + 1
  end
  for value in core.sandbox.pairs(share) do error(("%s = %s was thrown, and cannot be"):format(name, value)) end
  expect(sum > 10):to_be(true)
end

local LONG = outside.getenv("SOAK") ~= nil

-- Two armies with a leader each, and leaders to draw, in an open field.
local BATTLE = [[
local rows = {}
for row = 1, 12 do rows[row] = (row % 2 == 0 and " " or "") .. (". "):rep(16) end
local function leader(name, side, nation, modifier, of)
  return { name, side = side, nation = nation, av = 7, modifier = modifier, post = of and "force" or "pool", force = of }
end
return scenario {
  title = "A Battle", kind = "force", turns = 3, first = "french", begins = "activity",
  map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average clear" }, rows = rows },
  units = {
    { "Villars", "french army", nation = "french", sp = 50, at = "F6" },
    { "Duke", "allied army", nation = "british", sp = 48, at = "F6" },
  },
  others = { leader = { leader("Marshal", "french", "french", 2, "Villars"), leader("Lord", "allied", "british", 3, "Duke"),
    leader("Hautefort", "french", "french", 1), leader("Lumley", "allied", "british", 0) } },
  victory = function () return rules.victor() end,
}
]]

describe("marlborough: exact odds", function()
  local n, rounds = LONG and 1000000 or 2000, LONG and 3 or 2
  it(("of a battle of %d rounds lie within the intervals of %d samples"):format(rounds, n), function()
    local game = assert(Game.new { ruleset = "marlborough", scenario = "a-battle", seed = 2, scenario_text = BATTLE })
    game:command "set Villars active true"
    local line = "battle Villars rounds " .. rounds
    local exact = assert(Odds.of(game, line))
    local sampled = assert(Odds.of(game, line, { samples = n, limits = {} }))
    near(exact, sampled, "result", n)
    for _, name in ipairs { "attacker losses", "defender losses", "prisoners" } do about(exact, sampled, name, n) end
  end)
end)

describe("seven-hex: exact odds", function()
  local n = LONG and 1000000 or 10000
  it(("lie within the intervals of %d samples"):format(n), function()
    local game = assert(Game.new { ruleset = "seven-hex", scenario = "two-villages", seed = 1 })
    local line = 'attack Niederlind with "Foot Guards", "Carew\'s Horse" charging "Carew\'s Horse"'
    local exact = assert(Odds.of(game, line))
    local sampled = assert(Odds.of(game, line, { samples = n, limits = {} }))
    for _, name in ipairs { "order", "result", "hits on defender", "hits on attacker" } do
      near(exact, sampled, name, n)
    end
  end)
end)
