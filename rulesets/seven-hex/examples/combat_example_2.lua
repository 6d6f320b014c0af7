-- SPDX-License-Identifier: GPL-3.0-or-later
-- Combat Example #2 of the rulebook: river, marsh, an earlier attack, supporting artillery.

local ground = require "examples.ground"

describe("Combat example 2", function ()
  local marsh = { [3] = "marsh", [4] = "marsh", [5] = "marsh", [6] = "marsh" }
  local land = { Mid = { terrain = marsh }, borders = { { "N0", "Mid", river = true } } }

  local function example(dice, answers)
    local t = situation { map = ground(land), dice = dice, answers = answers,
      battery = "allied artillery at N0",
      horse   = "allied cavalry trotters at N0",
      second  = "allied cavalry trotters at N0",
      others  = "allied infantry at N1",
      foot    = "french infantry at Mid",
      friends = "french infantry at N5",
      marshal = "french command experienced at Mid",
    }
    -- attacked once already this turn, by the units in N1
    rules.place_markers { side = sides.allied, from = map.area "N1", area = map.area "Mid",
      attackers = { t.others }, defenders = { t.foot }, chargers = {} }
    return t
  end
  local function attack(t)
    return rules.attack { area = map.area "Mid", units = { t.horse } }
  end
  local tie = { 0, { 5, 1 }, 3 }

  it("4.2, 4.3: a: heavy marsh leaves room for one of the two cavalry units", function ()
    local t = example({})
    local mid = map.area "Mid"
    expect(rules.heavy_going(mid)):to_be(true)
    expect(rules.occupied_by({ t.horse }, mid)):to_be(4)
    expect(rules.occupied_by({ t.horse, t.second }, mid)):to_be(8)
    expect(function ()
      rules.attack { area = mid, units = { t.horse, t.second } }
    end):to_refuse "4.3"
    expect(rules.attack_fits({ t.horse }, mid)):to_be(true)
  end)

  it("10.7, 10.8: b, c: infantry on the central hex, no modifier", function ()
    local battle = attack(example(tie))
    expect(battle.aggregate_dv):to_be(5)
    expect(battle.modified_dv):to_be(5)
    expect(battle.adjusted_dv):to_be(2)
  end)

  it("10.9, 10.10: d, e: the artillery supports; earlier attack +4, river -2", function ()
    local battle = attack(example(tie))
    expect(battle.aggregate_av):to_be(6)
    expect(battle.earlier):to_be(1)
    expect(rules.units_over_river(battle)):to_be(1)       -- the artillery pays nothing
    expect(battle.surrounded):to_be(0)                    -- one hostile area, one friendly
    expect(battle.modified_av):to_be(8)
    expect(battle.adjusted_av):to_be(4)
  end)

  it("10.14: f, g: a tie; all stay and nobody is hit", function ()
    local t = example(tie)
    local battle = attack(t)
    expect(battle.final_dv):to_be(7)
    expect(battle.final_av):to_be(7)
    expect(battle.margin):to_be(0)
    expect(t.reports.result):to_be("tie")
    expect(battle.outcome.hits_on_defender):to_be(0)
    expect(battle.outcome.hits_on_attacker):to_be(0)
    expect(t.foot.disrupted):to_be(false)
    expect(t.horse.place):to_be(map.hex "N0/C")
    expect(t.foot.place):to_be(map.hex "Mid/C")
  end)

  it("10.15, 10.19: h: the dice swapped: two hits eliminate the infantry, none come back", function ()
    local t = example({ 0, { 3, 1 }, 5, 3 }, { {}, "stay" })
    local battle = attack(t)
    expect(battle.final_dv):to_be(5)
    expect(battle.final_av):to_be(9)
    expect(battle.margin):to_be(4)
    expect(battle.outcome.hits_on_defender):to_be(2)      -- cavalry and artillery took part
    expect(t.foot.alive):to_be(false)
    expect(battle.outcome.hits_on_attacker):to_be(0)
    expect(rules.hits_on_loser(4, 1)):to_be(1)            -- without the artillery there would be one
  end)

  it("10.19: h: the cavalry stays, advances, or makes a free strategic move", function ()
    local t = example({ 0, { 3, 1 }, 5, 3 }, { {}, "stay" })
    attack(t)
    expect(t.horse.place):to_be(map.hex "N0/C")

    t = example({ 0, { 3, 1 }, 5, 3 }, { { "horse" }, "Mid/1" })
    attack(t)
    expect(t.horse.place):to_be(map.hex "Mid/1")
    expect(t.battery.place):to_be(map.hex "N0/C")

    t = example({ 0, { 3, 1 }, 5, 3 }, { {}, "Mid" })
    attack(t)
    expect(t.horse.place):to_be(map.hex "Mid/C")
  end)

  it("10.21, 10.22: h: the command unit is lost on 1 to 3 and escapes on 4 to 6", function ()
    for die = 1, 6 do
      local t = example({ 0, { 3, 1 }, 5, die }, { {}, "stay" })
      attack(t)
      expect(t.marshal.alive):to_be(die > 3)
      if die > 3 then
        expect(t.marshal.place):to_be(nil)
        expect(t.marshal.escaped_from):to_be(map.hex "Mid/C")
      end
    end
  end)
end)
