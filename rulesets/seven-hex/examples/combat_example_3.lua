-- SPDX-License-Identifier: GPL-3.0-or-later
-- Combat Example #3 of the rulebook: artillery in defence, a river, surrounded defenders.

local ground = require "examples.ground"

describe("Combat example 3", function ()
  local land = { borders = { { "N0", "Mid", river = true } } }

  local function example(dice, answers)
    local t = situation { map = ground(land), active = "french", dice = dice, answers = answers,
      first   = "french infantry guns at N0",
      second  = "french infantry guns at N0",
      support = "french artillery at N0",
      left    = "french infantry at N1",
      right   = "french infantry at N5",
      battery = "allied artillery at Mid/1",
      foot    = "allied infantry platoon at Mid",
      friends = "allied infantry at N4",
    }
    rules.place_markers { side = sides.french, from = map.area "N1", area = map.area "Mid",
      attackers = { t.left }, defenders = { t.battery, t.foot }, chargers = {} }
    return t
  end
  local function attack(t)
    return rules.attack { area = map.area "Mid", units = { t.first, t.second } }
  end
  local stays = {}

  it("10.7, 10.8: b, c: artillery on a facing hex, platoon firers", function ()
    local battle = attack(example({ 0, 2, 3, 1 }, { "battery", "battery", stays, "N33 by way of N3" }))
    expect(battle.aggregate_dv):to_be(6)
    expect(battle.defence.facing):to_be(1)
    expect(battle.defence.platoon):to_be(1)
    expect(battle.modified_dv):to_be(10)
    expect(battle.adjusted_dv):to_be(5)
  end)

  it("10.9, 10.10: d, e: earlier attack, surrounded, battalion guns, river", function ()
    local battle = attack(example({ 0, 2, 3, 1 }, { "battery", "battery", stays, "N33 by way of N3" }))
    expect(battle.aggregate_av):to_be(12)
    expect(battle.earlier):to_be(1)
    expect(battle.surrounded):to_be(1)                    -- two hostile areas, one friendly
    expect(battle.attack.guns):to_be(2)
    expect(rules.units_over_river(battle)):to_be(2)
    expect(battle.modified_av):to_be(16)
    expect(battle.adjusted_av):to_be(8)
  end)

  it("10.13, 10.15, 10.16: f, g: won by four; the winner's loss depends on the die", function ()
    local expected = { 0, 0, 1, 1, 1, 2 }
    for die = 1, 6 do
      local answers = { "battery", "battery" }
      if expected[die] == 1 then answers = { "battery", "battery", "support" } end
      if expected[die] == 2 then answers = { "battery", "battery", "support", "first" } end
      answers[#answers + 1] = stays
      answers[#answers + 1] = "N33 by way of N3"
      local battle = attack(example({ 0, 2, 3, die }, answers))
      expect(battle.final_dv):to_be(7)
      expect(battle.final_av):to_be(11)
      expect(battle.margin):to_be(4)
      expect(battle.attackers_before):to_be(3)
      expect(battle.outcome.hits_on_defender):to_be(2)
      expect(battle.outcome.hits_on_attacker):to_be(expected[die])
    end
  end)

  it("10.20, 13.1: h: both hits on the artillery save the infantry, which retreats in good order", function ()
    local routes = {}
    local t = example({ 0, 2, 3, 1 }, { "battery", "battery", stays, function (q)
      for i, o in ipairs(q.options) do routes[i] = o.value.second.name end
      return "N33 by way of N3"
    end })
    attack(t)
    expect(t.battery.alive):to_be(false)
    expect(t.foot.disrupted):to_be(false)
    expect(t.foot.place):to_be(map.hex "N33/C")
    expect(routes):to_equal { "N22", "N23", "N23", "N33", "N34", "N34", "N44" }
  end)

  it("10.20: h: a hit each: the infantry retreats disrupted, the artillery is lost", function ()
    local t = example({ 0, 2, 3, 1 }, { "foot", "battery", stays, "N22 by way of N2" })
    attack(t)
    expect(t.battery.alive):to_be(false)
    expect(t.foot.disrupted):to_be(true)
    expect(t.foot.place):to_be(map.hex "N22/C")
  end)

  it("10.20: h: both on the infantry: it is eliminated, and so is the artillery that must retreat", function ()
    local t = example({ 0, 2, 3, 1 }, { "foot", "foot", stays })
    local battle = attack(t)
    expect(t.foot.alive):to_be(false)
    expect(t.battery.alive):to_be(false)
    expect(#battle.outcome.routes):to_be(0)
  end)

  it("10.18: h: infantry in good order advances to any hex, the artillery does not", function ()
    local t = example({ 0, 2, 3, 3 }, { "battery", "battery", "first", { "second" }, "Mid/5",
      "N44 by way of N4" })
    attack(t)
    expect(t.first.disrupted):to_be(true)
    expect(t.first.place):to_be(map.hex "N0/C")
    expect(t.second.place):to_be(map.hex "Mid/5")
    expect(t.support.place):to_be(map.hex "N0/C")
  end)
end)
