-- SPDX-License-Identifier: GPL-3.0-or-later
-- Whole games without a person: the same from the same numbers, replayed to the same hash,
-- saved when they fail, and better played by `plain` than by chance. SOAK=1 plays many more.

local Game = require "adjutant.game"
local Playout = require "adjutant.playout"
local Report = require "adjutant.playout_report"

local soak = outside.getenv "SOAK" ~= nil
local slow = outside.getenv "SLOW" ~= nil           -- under valgrind or a sanitizer
local GAMES = slow and 2 or soak and 1000 or 2

-- Games of plain against random: a big scenario takes most of a second a game.
local function duels(scenario)
  if slow then return 1 end
  return soak and 200 or (scenario == "blenheim" or scenario == "1704") and 3 or 6
end

local function each_scenario(f)
  for _, ruleset in ipairs(Game.rulesets()) do
    for _, scenario in ipairs(Game.scenarios(ruleset)) do f(ruleset, scenario) end
  end
end

local function sound(sum)
  for _, failure in ipairs(sum.failures) do
    error(("game %d: %s"):format(failure.n, failure.text), 0)
  end
  return sum
end

each_scenario(function(ruleset, scenario)
  describe(("playouts of %s %s"):format(ruleset, scenario), function()
    it("at random end, break nothing, are seldom refused, and replay to the same hash", function()
      local sum = sound(assert(Report.run { ruleset = ruleset, scenario = scenario, games = GAMES,
        seed = 1, replay = true, check = "command", save = false }))
      expect(sum.games):to_be(GAMES)
      expect(sum.replayed):to_be(GAMES)
      expect(sum.refused * 5 < sum.sampled):to_be(true)
    end)

    it("are the same whatever was played before", function()
      local p = assert(Playout.new { ruleset = ruleset, scenario = scenario, seed = 7 })
      local q = assert(Playout.new { ruleset = ruleset, scenario = scenario, seed = 7 })
      p:play(1)
      local one, two = p:play(2), q:play(2)
      expect(one.hash):to_be(two.hash)
      expect(one.answered):to_be(two.answered)
      expect(p:play(1).hash ~= one.hash):to_be(true)
    end)

    it("can be saved, and resume as any game does", function()
      local root = outside.folder() .. "/games"
      local p = assert(Playout.new { ruleset = ruleset, scenario = scenario, seed = 3 })
      local r = p:play(5)
      expect(p:save(5, "played", root)):to_be("played")
      local game = assert(Game.resume(root .. "/played"))
      expect(game.kit.game.over):to_be(true)
      expect(game.world:hash()):to_be(r.hash)
      game:close()
    end)
  end)
end)

local function wins(ruleset, scenario, plain_side)
  local other = plain_side == "allied" and "french" or "allied"
  local sum = sound(assert(Report.run { ruleset = ruleset, scenario = scenario, games = duels(scenario),
    seed = 5, policies = { [plain_side] = "plain", [other] = "random" }, save = false }))
  return sum.wins[plain_side], sum.wins[other]
end

local DUELS = { { "marlborough", "1704" } }
for i, scenario in ipairs(Game.scenarios "seven-hex") do DUELS[i + 1] = { "seven-hex", scenario } end

for _, duel in ipairs(DUELS) do
  local ruleset, scenario = duel[1], duel[2]
  describe(("plain against random, %s %s"):format(ruleset, scenario), function()
    for _, side in ipairs { "allied", "french" } do
      it("wins by a wide margin as the " .. side .. " side", function()
        local won, lost = wins(ruleset, scenario, side)
        local played = duels(scenario)
        if not slow and not (won * 2 >= played and won >= 3 * lost) then
          error(("won %d, lost %d of %d"):format(won, lost, played), 0)
        end
      end)
    end
  end)
end

-- --- what a failure leaves ---------------------------------------------------------------------

local RULESET = [[
ruleset { name = "frail", sides = { { id = "a", name = "A" }, { id = "b", name = "B" } },
  options = { way = { default = "raise", values = { "raise", "break", "stick" } } } }
entity "unit" { name = text(), side = ref { indexed = true }, place = place() }
entity "side" { steps = int(0) }
rule("1", "step", function ()
  if option.way == "stick" then refuse("1", "nobody steps") end
  local side = game.active
  side.steps = side.steps + roll("1d6", "1 step")
  if side.steps > 20 and option.way == "raise" then error("a step too far") end
end)
invariant("2 nobody strides", function ()
  if option.way == "break" and sides.a.steps > 20 then return "A strides" end
end)
command "step" { rule = "1", help = "", phases = { "walk" }, args = {}, run = function () rules.step() end }
rule("3", "never", function () end)
rule("4", "stick", function () if option.way == "stick" then refuse("4", "not over") end end)
rule("3", "turn_over", function () if game.turn >= 40 then game_over(nil, "done") end end)
sequence { each = "side", turn_ends = "turn_over", { id = "walk", ends = "pass", finishes = "stick" } }
]]

local SCENARIO = [[
return scenario { title = "Frail", first = "a", turns = 40,
  map = { kind = "flowers", chirality = "R", areas = { { name = "Here", at = { 0, 0 } } } },
  units = { { "One", "a", at = "Here/C" } } }
]]

local function frail(way, more)
  local o = { ruleset = "frail", scenario = "frail", seed = 1, games = 3, options = { way = way },
    root = core.data_dir, sources = { ["ruleset.lua"] = RULESET, ["scenarios/frail.lua"] = SCENARIO } }
  for key, value in pairs(more or {}) do o[key] = value end
  return o
end

describe("a playout that fails", function()
  it("says what a rule raised, and saves the game up to there", function()
    local root = outside.folder() .. "/games"
    local sum = assert(Report.run(frail("raise", { root_folder = root })))
    expect(#sum.failures):to_be(3)
    expect(sum.failures[1].text):to_contain "a step too far"
    expect(sum.failures[1].saved):to_be("playout-1-1")
    local game = assert(Game.resume(root .. "/playout-1-1"))
    expect(game.world:hash()):to_be(game.world:hash_slow())
    expect(#game.nodes > 3):to_be(true)
    game:close()
  end)

  it("notices an invariant that breaks", function()
    local sum = assert(Report.run(frail("break", { save = false })))
    expect(#sum.failures):to_be(3)
    expect(sum.failures[1].text):to_contain "broken invariant: 2 nobody strides: A strides"
  end)

  it("notices a phase that never ends", function()
    local sum = assert(Report.run(frail("stick", { save = false, games = 1 })))
    expect(sum.failures[1].text):to_contain "stuck"
  end)

  it("counts the checks of the set-up as fired", function()
    local sum = assert(Report.run { ruleset = "seven-hex", scenario = "blenheim", games = 1, seed = 1,
      policies = {}, save = false })
    for _, rule in ipairs(sum.silent_rules) do
      expect(rule:find("wrong_", 1, true) or rule:find("muster", 1, true)):to_be(nil)
    end
  end)

  it("tells which rules never fired", function()
    local sum = assert(Report.run(frail("raise", { save = false })))
    expect(sum.silent_rules[1]):to_be("3 never")
    local text = Report.json(sum, frail("raise"))
    expect(text):to_contain '"failures":[{"game":1,'
  end)

  it("names what is no policy, no side, no option", function()
    local _, message = Playout.new { ruleset = "seven-hex", scenario = "two-villages", policy = "clever" }
    expect(message):to_contain "there is no policy clever"
    _, message = Playout.new { ruleset = "seven-hex", scenario = "two-villages",
      policies = { prussian = "random" } }
    expect(message):to_contain "there is no side \"prussian\""
    _, message = Playout.new { ruleset = "seven-hex", scenario = "two-villages",
      options = { downhil = "all" } }
    expect(message):to_contain "downhill"
    _, message = Playout.new { ruleset = "seven-hex", scenario = "two-villages",
      options = { downhill = "some" } }
    expect(message):to_contain "some is not moving or all"
  end)
end)
