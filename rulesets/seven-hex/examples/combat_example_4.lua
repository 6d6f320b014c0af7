-- SPDX-License-Identifier: GPL-3.0-or-later
-- Combat Example #4 of the rulebook: a charge met by a counter-charge.

local ground = require "examples.ground"

describe("Combat example 4", function ()
  local function example(dice, answers)
    return situation { map = ground(), dice = dice, answers = answers,
      first   = "allied cavalry at N0",
      second  = "allied cavalry at N0",
      support = "allied artillery at N0",
      left    = "allied infantry at N1",
      right   = "allied infantry at N5",
      battery = "french artillery at Mid/4",
      horse   = "french cavalry at Mid/4",
      friends = "french infantry at N3",
    }
  end
  local function attack(t, charging)
    local both = { t.first, t.second }
    return rules.attack { area = map.area "Mid", units = both, charging = charging or both }
  end
  local counter = "counter-charge horse"

  -- dice: order, counter-charge, defence, attack, return hits. Dice A of the example:
  local function dice_a(die) return { 0, 0, 1, 3, die } end
  local function dice_b(die) return { 0, 0, 6, 3, die } end
  -- The horse takes the first hit unasked (11.5).
  local guns_die = { counter, "battery", "battery" }
  local function and_then(list, more)
    local all_of_them = {}
    for i, v in ipairs(list) do all_of_them[i] = v end
    for _, v in ipairs(more) do all_of_them[#all_of_them + 1] = v end
    return all_of_them
  end

  it("10.7, 10.8: b, c: both defending units are caught in the flank", function ()
    local battle = attack(example(dice_a(1), and_then(guns_die, { "Mid/C", "Mid/C" })))
    expect(battle.aggregate_dv):to_be(5)
    expect(battle.defence.flank_artillery):to_be(1)
    expect(battle.defence.flank):to_be(1)
    expect(battle.modified_dv):to_be(2)
    expect(battle.adjusted_dv):to_be(1)
  end)

  it("10.9, 10.10, 11.1, 11.2: d, e: surrounded +2, charge +4, counter-charge -2", function ()
    local battle = attack(example(dice_a(1), and_then(guns_die, { "Mid/C", "Mid/C" })))
    expect(battle.aggregate_av):to_be(10)
    expect(battle.surrounded):to_be(1)
    expect(rules.charge_bonus(battle, tally("charge"))):to_be(2)
    expect(battle.countered):to_be(1)
    expect(battle.modified_av):to_be(14)
    expect(battle.adjusted_av):to_be(7)
  end)

  it("10.15, 11.5: f, g: won by eight, three hits, the first on the cavalry", function ()
    local t = example(dice_a(1), and_then(guns_die, { "Mid/C", "Mid/C" }))
    local battle = attack(t)
    expect(battle.final_dv):to_be(2)
    expect(battle.final_av):to_be(10)
    expect(battle.margin):to_be(8)
    expect(battle.attackers_before):to_be(3)
    expect(battle.outcome.hits_on_defender):to_be(3)
    expect(t.reports.result):to_be("attacker wins by 4+")
  end)

  it("10.16: g: hits on the attacker by die: 0, 0, 1, 1, 1, 2", function ()
    local expected = { 0, 0, 1, 1, 1, 2 }
    for die = 1, 6 do
      local more = { "Mid/C", "Mid/C" }
      if expected[die] == 1 then more = { "support", "Mid/C", "Mid/C" } end
      if expected[die] == 2 then more = { "support", "first", "Mid/C" } end
      local battle = attack(example(dice_a(die), and_then(guns_die, more)))
      expect(battle.outcome.hits_on_attacker):to_be(expected[die])
    end
  end)

  it("11.3, 13.7: h: the chargers must advance, and catch the disrupted cavalry", function ()
    local t = example(dice_a(3), and_then(guns_die, { "first", "Mid/2" }))
    local battle = attack(t)
    expect(t.battery.alive):to_be(false)                  -- two hits
    expect(t.horse.alive):to_be(false)                    -- one hit, then caught
    expect(battle.outcome.caught):to_be(1)
    expect(t.reports["defenders eliminated"]):to_be(2)
    expect(#battle.outcome.routes):to_be(0)
    expect(t.first.place):to_be(map.hex "N0/C")           -- disrupted: stays
    expect(t.second.place):to_be(map.hex "Mid/2")
    expect(t.support.place):to_be(map.hex "N0/C")
  end)

  it("10.20: h: two hits on the cavalry, one on the artillery, which the retreat eliminates", function ()
    local t = example(dice_a(1), { counter, "horse", "Mid/C", "Mid/C" })
    local battle = attack(t)
    expect(t.horse.alive):to_be(false)
    expect(t.battery.alive):to_be(false)
    expect(battle.outcome.caught):to_be(nil)
    expect(t.first.place):to_be(map.hex "Mid/C")
    expect(t.second.place):to_be(map.hex "Mid/C")
  end)

  it("11.4: i: defence die 6: won by three only, and each charger takes a hit", function ()
    for die = 1, 5 do
      local t = example(dice_b(die), { counter, "stay" })
      local battle = attack(t)
      expect(battle.final_dv):to_be(7)
      expect(battle.final_av):to_be(10)
      expect(battle.margin):to_be(3)
      expect(battle.outcome.hits_on_defender):to_be(1)
      expect(t.horse.disrupted):to_be(true)               -- 11.5
      expect(t.battery.disrupted):to_be(false)
      expect(battle.outcome.hits_on_attacker):to_be(0)
      expect(battle.outcome.charge_hits):to_be(2)
      expect(t.reports["hits on attacker"]):to_be(2)      -- what odds tabulate
      expect(t.reports["attackers eliminated"]):to_be(0)
      expect(t.first.disrupted):to_be(true)
      expect(t.second.disrupted):to_be(true)
      expect(t.support.disrupted):to_be(false)
      expect(t.first.place):to_be(map.hex "N0/C")
    end
  end)

  it("11.4, 10.4: i: with a return hit on a charger, its charge hit eliminates it", function ()
    local t = example(dice_b(6), { counter, "first", "stay" })
    attack(t)
    expect(t.first.alive):to_be(false)
    expect(t.second.disrupted):to_be(true)
    expect(t.reports["hits on attacker"]):to_be(3)
    expect(t.reports["attackers eliminated"]):to_be(1)

    t = example(dice_b(6), { counter, "support", "stay" })
    attack(t)
    expect(t.support.disrupted):to_be(true)
    expect(t.first.disrupted):to_be(true)
    expect(t.second.disrupted):to_be(true)
  end)

  it("12.1: i: the cavalry may withdraw, the artillery stays behind", function ()
    local t = example(dice_b(1), { counter, "N3" })
    attack(t)
    expect(t.horse.place):to_be(map.hex "N3/C")
    expect(t.battery.place):to_be(map.hex "Mid/4")
  end)

  it("11.2: a counter-charge that fails leaves the charge whole", function ()
    local t = example({ 0, -5, 6, 1, 1 }, { counter, "stay" })
    local battle = attack(t)
    expect(rules.charge_bonus(battle, tally("charge"))):to_be(4)
    expect(battle.modified_av):to_be(16)
    expect(battle.adjusted_av):to_be(8)
  end)

  it("11.1: without a charge", function ()
    local t = example({ 0, 6, 1 })
    local battle = attack(t, {})
    expect(battle.modified_av):to_be(12)
    expect(battle.adjusted_av):to_be(6)
  end)
end)
