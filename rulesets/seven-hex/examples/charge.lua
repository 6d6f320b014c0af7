-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11 Cavalry Charge, row by row.

local ground = require "examples.ground"

local function attack(units, charging)
  return rules.attack { area = map.area "Mid", units = units, charging = charging }
end

describe("11 Cavalry charge", function ()
  it("11 note, 11.1: pistoliers add 2, trotters 3", function ()
    local t = situation { map = ground(), pistolier = "allied cavalry at N0",
      trotter = "allied cavalry trotters at N0" }
    expect(rules.charge_value(t.pistolier, false)):to_be(2)
    expect(rules.charge_value(t.trotter, false)):to_be(3)
  end)

  it("11.1: only cavalry of the attacking stack charges", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N0", foot = "allied infantry at N0",
      far = "allied cavalry at N1", enemy = "french infantry at Mid" }
    expect(function () attack({ t.horse, t.foot }, { t.foot }) end):to_refuse "11.1"
    expect(function () attack({ t.horse }, { t.far }) end):to_refuse "11.1"
  end)

  it("11.1: the Charge! marker stays until both players have completed the phase", function ()
    local t = situation { map = ground(), dice = { 0, 5, 4 }, horse = "allied cavalry at N0",
      enemy = "french infantry at Mid" }
    attack({ t.horse }, { t.horse })                       -- 6 // 2 + 4 against 5 // 2 + 5: a tie
    expect(t.horse.charged):to_be(true)
    rules.remove_markers()
    expect(t.horse.charged):to_be(true)
    rules.end_of_turn()
    expect(t.horse.charged):to_be(false)
  end)

  it("11.2: a matched pistolier adds nothing, a matched trotter 1", function ()
    local t = situation { map = ground(), pistolier = "allied cavalry at N0",
      trotter = "allied cavalry trotters at N0" }
    expect(rules.charge_value(t.pistolier, true)):to_be(0)
    expect(rules.charge_value(t.trotter, true)):to_be(1)
    local both = { t.pistolier, t.trotter }
    for countered, bonus in ipairs { 3, 1, 1 } do
      expect(rules.charge_bonus({ chargers = both, countered = countered }, tally "AV")):to_be(bonus)
    end
    expect(rules.charge_bonus({ chargers = both, countered = 0 }, tally "AV")):to_be(5)
  end)

  it("11.2: one order roll at the full Order Value, which costs nobody anything", function ()
    for difference = -3, -2 do
      -- at -3 the roll fails: AV 7, won by one; at -2 it succeeds: AV 5, a tie
      local answers = { "counter-charge one, two" }
      if difference == -3 then answers[2] = "stay" end
      local t = situation { map = ground(), dice = { 0, difference, 1, 1 }, answers = answers,
        horse = "allied cavalry trotters at N0", one = "french cavalry at Mid/3",
          two = "french cavalry at Mid/4" }
      local battle = attack({ t.horse }, { t.horse })
      expect(battle.countered):to_be(difference == -2 and 2 or 0)
      expect(t.one.countered):to_be(true)                  -- also when it failed, G19
      expect(sides.allied.orders):to_be(1)
      expect(game.phase_over):to_be(false)
    end
  end)

  it("11.2: only good-order cavalry of the attacked area counter-charges", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N0",
      hurt = "french cavalry disrupted at Mid", foot = "french infantry at Mid",
      far = "french cavalry at N3" }
    local battle = { defenders = { t.hurt, t.foot }, enemy = sides.french }
    expect(rules.counter_chargers(battle)):to_equal {}
    t = situation { map = ground(), horse = "allied cavalry at N0", one = "french cavalry at Mid",
      foot = "french infantry at Mid", far = "french cavalry at N3" }
    rules.place_markers { side = sides.allied, from = map.area "N0", area = map.area "Mid",
      attackers = { t.horse }, defenders = { t.one, t.foot }, chargers = { t.horse } }
    expect(function () rules.counter_charge { t.far } end):to_refuse "11.2"
    expect(function () rules.counter_charge { t.foot } end):to_refuse "11.2"
    t.one.charged = true
    expect(function () rules.counter_charge { t.one } end):to_refuse "11.6"
    t.one.charged, t.one.disrupted = false, true
    expect(function () rules.counter_charge { t.one } end):to_refuse "11.2"
  end)

  it("11.1, 11.2: the arithmetic names a charge and a counter-charge only where there is one", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N0" }
    local function steps(chargers, countered)
      return #rules.charge_bonus({ chargers = chargers, countered = countered }, tally "AV"):steps()
    end
    local before = steps({}, 0)
    expect(steps({ t.horse }, 0)):to_be(before + 1)
    expect(steps({ t.horse }, 1)):to_be(before + 2)
  end)

  it("11.2: the defender may decline", function ()
    local t = situation { map = ground(), dice = { 0, 4, 3 }, answers = { false },
      horse = "allied cavalry at N0", one = "french cavalry at Mid" }
    local battle = attack({ t.horse }, { t.horse })        -- 6 // 2 + 3 against 4 // 2 + 4: a tie
    expect(battle.countered):to_be(0)
    expect(t.one.countered):to_be(false)
  end)

  it("11.3: chargers in good order must advance, others may; no free strategic move", function ()
    local t = situation { map = ground(), dice = { 0, 1, 6, 1 },
      answers = { "one", "two", {}, "Mid/2", "N33 by way of N3", "two" },
      charger = "allied cavalry trotters at N0", other = "allied cavalry at N0",
      one = "french infantry at Mid", two = "french infantry at Mid" }
    attack({ t.charger, t.other }, { t.charger })
    expect(t.charger.place):to_be(map.hex "Mid/2")
    expect(t.other.place):to_be(map.hex "N0/C")
    expect(t.two.alive):to_be(false)                       -- caught by the one that advanced
    expect(rules.free_move_allowed { chargers = { t.charger } }):to_be(false)
    expect(rules.free_move_allowed { chargers = {} }):to_be(true)
  end)

  it("11.4: win by less than four, tie or lose: every charger takes a hit", function ()
    local cases = { { dice = { 0, 4, 6, 1 }, margin = 3 },            -- the hit returned is 0
      { dice = { 0, 5, 4 }, margin = 0 }, { dice = { 0, 6, 4 }, margin = -1 } }
    for _, case in ipairs(cases) do
      local t = situation { map = ground(), dice = case.dice,
        answers = case.margin ~= 0 and { "stay" } or {},
        horse = "allied cavalry at N0", enemy = "french infantry at Mid" }
      local battle = attack({ t.horse }, { t.horse })
      expect(battle.margin):to_be(case.margin)
      expect(battle.outcome.charge_hits):to_be(1)
      expect(t.horse.disrupted):to_be(true)
      expect(t.horse.place):to_be(map.hex "N0/C")
    end
  end)

  it("11.4: chargers that eliminate all but win by less than four stay, with their hits", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N0" }
    expect(rules.may_advance_after_all { chargers = { t.horse }, margin = 3 }):to_be(false)
    expect(rules.may_advance_after_all { chargers = { t.horse }, margin = 4 }):to_be(true)
    expect(rules.may_advance_after_all { chargers = {}, margin = 2 }):to_be(true)
    -- AV 4 + 2 for the charge - 2 for the river, halved, + 1: a win by three over a DV of 0
    t = situation { map = ground { borders = { { "N0", "Mid", river = true } } }, dice = { 0, 1 },
      horse = "allied cavalry at N0", enemy = "french infantry disrupted at Mid" }
    local enemy = t.enemy
    local battle = attack({ t.horse }, { t.horse })
    expect(battle.margin):to_be(3)
    expect(enemy.alive):to_be(false)
    expect(t.horse.disrupted):to_be(true)
    expect(t.horse.place):to_be(map.hex "N0/C")
  end)

  it("11.3, 11.4: four is the margin that makes chargers advance, and spares them the hit", function ()
    for margin, wins in pairs { [3] = false, [4] = true, [5] = true } do
      local t = situation { map = ground(), horse = "allied cavalry at N0", other = "allied cavalry at N0",
        enemy = "french infantry at Mid" }
      local outcome = { margin = margin, chargers = { t.horse }, defenders = { t.enemy } }
      expect(rules.must_advance(outcome, t.horse)):to_be(wins)
      expect(rules.must_advance(outcome, t.other)):to_be(false)
      expect(rules.charge_penalty(outcome)):to_be(wins and 0 or 1)
      expect(t.horse.disrupted):to_be(not wins)
      outcome.chargers = {}
      expect(rules.charge_penalty(outcome)):to_be(0)
    end
  end)

  it("11.4: a charger that the combat has eliminated takes no hit more", function ()
    -- AV 6 halved 3, and 1, against DV 10 halved 5, and 3: four behind, two hits
    local t = situation { map = ground(), dice = { 0, 3, 1 }, answers = { "stay" }, horse = "allied cavalry at N0",
      one = "french infantry at Mid", two = "french infantry at Mid" }
    local horse = t.horse
    local battle = attack({ horse }, { horse })
    expect(battle.margin):to_be(-4)
    expect(horse.alive):to_be(false)
    expect(battle.outcome.charge_hits):to_be(0)
    expect(sides.allied.lost):to_be(1)
  end)

  it("11.4: the whole stack stays, also who did not charge", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N0", foot = "allied infantry at N0" }
    local outcome = { side = sides.allied, enemy = sides.french, area = map.area "Mid", from = map.area "N0",
      margin = 3, chargers = { t.horse }, units = { t.horse, t.foot }, commanders = {} }
    rules.all_eliminated(outcome)                          -- they would all advance
    for _, unit in ipairs { t.horse, t.foot } do expect(unit.place):to_be(map.hex "N0/C") end
  end)

  it("11.3: after a charge the others have no free strategic move either", function ()
    local t = situation { map = ground(), answers = { {}, "Mid/C", "N11" },
      horse = "allied cavalry at N0", other = "allied cavalry at N0" }
    local outcome = { side = sides.allied, enemy = sides.french, area = map.area "Mid", from = map.area "N0",
      margin = 4, chargers = { t.horse }, units = { t.horse, t.other }, commanders = {} }
    rules.all_eliminated(outcome)
    expect(t.horse.place):to_be(map.hex "Mid/C")
    expect(t.other.place):to_be(map.hex "N0/C")
    rules.free_move(t.other)                               -- the last answer was for this
    expect(t.other.place):to_be(map.hex "N11/C")
  end)

  it("G24 charge_wipe: those who win without a charge, or lose, have no hit to be spared", function ()
    local t = situation { map = ground(), options = { charge_wipe = "advance" }, horse = "allied cavalry at N0",
      enemy = "french infantry at Mid" }
    local outcome = { margin = 3, chargers = { t.horse }, defenders = { t.enemy } }
    expect(rules.charge_penalty(outcome)):to_be(1)         -- a defender is left
    t.horse.disrupted = false
    rules.lose_unit(t.enemy)
    expect(rules.charge_penalty(outcome)):to_be(0)
    expect(t.horse.disrupted):to_be(false)
  end)

  it("11.5: after a charge the first hit on the defenders goes to cavalry", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N0", foot = "french infantry at Mid",
      one = "french cavalry at Mid" }
    expect(rules.first_hits { chargers = { t.horse }, defenders = { t.foot, t.one } }):to_equal { t.one }
    expect(rules.first_hits { chargers = {}, defenders = { t.foot, t.one } }):to_be(nil)
    expect(rules.allocate_hits(sides.french, { t.foot, t.one }, 1, "10.15", { t.one })):to_be(1)
    expect(t.one.disrupted):to_be(true)
  end)

  it("11.6: nobody charges or counter-charges twice a turn", function ()
    local t = situation { map = ground(), horse = "allied cavalry charged at N0",
      other = "allied cavalry countered at N0", enemy = "french infantry at Mid" }
    expect(rules.may_charge(t.horse)):to_be(false)
    expect(function () attack({ t.horse }, { t.horse }) end):to_refuse "11.6"
    expect(function () attack({ t.other }, { t.other }) end):to_refuse "11.6"
  end)
end)
