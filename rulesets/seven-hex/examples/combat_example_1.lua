-- SPDX-License-Identifier: GPL-3.0-or-later
-- Combat Example #1 of the rulebook: a mixed attack against a split defence.

local ground = require "examples.ground"

describe("Combat example 1", function ()
  local function example(dice, answers)
    return situation { map = ground(), dice = dice, answers = answers,
      foot    = "allied infantry platoon guns at N0",
      horse   = "allied cavalry at N0",
      front   = "french infantry at Mid/1",
      flank   = "french infantry at Mid/4",
      marshal = "french command experienced at Mid",
    }
  end
  local function attack(t)
    return rules.attack { area = map.area "Mid", units = { t.foot, t.horse } }
  end

  it("10.7, 10.8: b, c: the bonus of the front and the penalty of the flank cancel out", function ()
    local battle = attack(example({ 0, { 5, 2 }, 4, 3 }, { "front", "stay" }))
    expect(battle.aggregate_dv):to_be(10)
    expect(battle.defence.facing):to_be(1)
    expect(battle.defence.flank):to_be(1)
    expect(battle.defence.guns):to_be(0)
    expect(battle.modified_dv):to_be(10)
    expect(battle.adjusted_dv):to_be(5)
  end)

  it("10.9, 10.10: d, e: mixed arms, platoon firers and battalion guns", function ()
    local battle = attack(example({ 0, { 5, 2 }, 4, 3 }, { "front", "stay" }))
    expect(battle.aggregate_av):to_be(9)
    expect(battle.attack.platoon):to_be(1)
    expect(battle.attack.guns):to_be(1)
    expect(battle.surrounded):to_be(0)
    expect(battle.modified_av):to_be(16)
    expect(battle.adjusted_av):to_be(8)
  end)

  it("10.11, 10.12, 10.13: f: the defender keeps the better of two dice", function ()
    local t = example({ 0, { 2, 5 }, 4, 3 }, { "front", "stay" })
    local battle = attack(t)
    expect(battle.final_dv):to_be(10)
    expect(battle.final_av):to_be(12)
    expect(battle.margin):to_be(2)                        -- the text prints 14 - 12
    expect(t.reports.result):to_be("attacker wins")
  end)

  it("10.15: g: one hit, on either infantry, at the defender's choice", function ()
    for _, name in ipairs { "front", "flank" } do
      local offered
      local t = example({ 0, { 5, 2 }, 4, 3 },
        { function (q) offered = #q.options return name end, "stay" })
      local battle = attack(t)
      expect(offered):to_be(2)
      expect(battle.outcome.hits_on_defender):to_be(1)
      expect(t.front.disrupted):to_be(name == "front")
      expect(t.flank.disrupted):to_be(name == "flank")
    end
    expect(rules.hits_on_loser(8, 2)):to_be(2)            -- the most: two units took part
  end)

  it("10.16: g: the attacker is hit only by a six", function ()
    for die = 1, 6 do
      local answers = { "front", "stay" }
      if die == 6 then answers = { "front", "horse", "stay" } end
      local t = example({ 0, { 5, 2 }, 4, die }, answers)
      local battle = attack(t)
      expect(battle.outcome.hits_on_attacker):to_be(die == 6 and 1 or 0)
      expect(t.horse.disrupted):to_be(die == 6)
    end
  end)

  it("10.18, 12.1: h: stay, or withdraw to any of the three rear areas; no advance", function ()
    local offered = {}
    local t = example({ 0, { 5, 2 }, 4, 3 }, { "front", function (q)
      for i, o in ipairs(q.options) do offered[i] = o.label end
      return "N4"
    end })
    local battle = attack(t)
    expect(offered):to_equal { "N2", "N3", "N4", "stay" }
    expect(battle.outcome.advance):to_be(nil)
    expect(t.front.place):to_be(map.hex "N4/C")
    expect(t.flank.place):to_be(map.hex "N4/C")
    expect(t.marshal.place):to_be(map.hex "N4/C")
    expect(t.foot.place):to_be(map.hex "N0/C")
    expect(t.horse.place):to_be(map.hex "N0/C")
  end)
end)
