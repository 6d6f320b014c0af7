-- SPDX-License-Identifier: GPL-3.0-or-later
-- 2 to 13, what `adjutant ledger seven-hex --verify` wanted more of: every printed cell read by
-- the row that prints it, every yes beside its no, and every rule called by a case of its own.

local ground = require "examples.ground"

describe("2 to 4, verified", function ()
  it("2.3: a river counts against each unit of foot and horse that attacks over it", function ()
    local t = situation { map = ground { borders = { { "N0", "Mid", river = true } } },
      foot = "allied infantry at N0", horse = "allied cavalry at N0", guns = "allied artillery at N0" }
    local battle = { from = map.area "N0", area = map.area "Mid",
      attack = rules.count { t.foot, t.horse, t.guns } }
    expect(rules.units_over_river(battle)):to_be(2)
    battle.from = map.area "N1"
    expect(rules.units_over_river(battle)):to_be(0)
  end)

  it("2.4: from centre to centre is a move, from an outer hex it is none", function ()
    situation { map = ground() }
    expect(rules.infantry_may_move(map.hex "N0/C", map.hex "Mid/C")):to_be(true)
    expect(rules.infantry_may_move(map.hex "N0/4", map.hex "Mid/C")):to_be(false)
  end)

  it("3.6: only artillery has a factor of its own on an outer hex", function ()
    local printed = { infantry = 5, cavalry = 4, artillery_outer = 1, artillery_central = 3 }
    for arm, value in pairs(printed) do expect(charts.defence_values:at(arm)):to_be(value) end
    expect(charts.attack_values:at "infantry"):to_be(5)
    expect(charts.attack_values:at "cavalry"):to_be(4)
    expect(charts.attack_values:at "artillery"):to_be(2)
  end)

  it("3.9: a unit in good order starts combat, a disrupted one does not", function ()
    local t = situation { map = ground(), good = "allied infantry at N0",
      poor = "allied infantry disrupted at N0" }
    expect(rules.may_start_combat(t.good)):to_be(true)
    expect(rules.may_start_combat(t.poor)):to_be(false)
  end)

  it("3.11: the designations as printed", function ()
    local printed = { Marlborough = "George Cross", Eugene = "Austrian flag",
      Tallard = "yellow fleur-de-lys", Marsin = "blue fleur-de-lys", Elector = "Bavarian flag" }
    for name, sign in pairs(printed) do expect(charts.command_association:at(name)):to_be(sign) end
  end)

  it("4.1: room for a second unit, and an area too full is noticed", function ()
    local t = situation { map = ground(), invariants = false, one = "allied infantry at Mid",
      two = "allied cavalry at Mid", three = "allied infantry at N0" }
    expect(rules.has_room({ t.three }, map.area "N1")):to_be(true)
    expect(rules.has_room({ t.three }, map.area "Mid")):to_be(false)
    expect(t.broken()):to_equal {}
    t.three.place = map.hex "Mid/1"
    expect(t.broken()[1]):to_contain "Mid holds more than six OFs of the Allied side"
  end)

  it("4.4: glanders in one area with other cavalry is noticed", function ()
    local t = situation { map = ground(), invariants = false,
      tallard = "french cavalry glanders at Mid", marsin = "french cavalry spared at Mid" }
    expect(t.broken()[1]):to_contain "Mid holds cavalry of Tallard"
    t.marsin.place = map.hex "N0/C"
    expect(t.broken()):to_equal {}
  end)

  it("4.5: a unit in the marsh is noticed", function ()
    local t = situation { map = ground { N0 = { terrain = { [2] = "marsh" } } }, invariants = false,
      foot = "allied infantry at N0/2" }
    expect(t.broken()[1]):to_contain "foot stands in marsh or woods"
    t.foot.place = map.hex "N0/C"
    expect(t.broken()):to_equal {}
  end)

  it("4.5: the way to another area leads over its borders and centres", function ()
    situation { map = ground { Mid = { terrain = { [1] = "marsh", [2] = "marsh" } },
      N2 = { terrain = { C = "woods" } }, borders = { { "N1", "Mid", danube = true } } } }
    local at = map.hex
    local function way(from, to) return function () rules.check_way(at(from), at(to)) end end
    expect(way("N0/C", "Mid/C")):to_refuse "4.5"           -- both facing hexes of Mid are marsh
    expect(way("N1/C", "Mid/C")):to_refuse "2.3"
    expect(way("N2/C", "Mid/C")):to_refuse "4.5"           -- its own centre is woods
    rules.check_way(at "N0/C", at "N1/C")
  end)

  it("4.5: an attack needs an open border", function ()
    situation { map = ground { Mid = { terrain = { [1] = "marsh", [2] = "marsh" } },
      borders = { { "N1", "Mid", danube = true } } } }
    local mid = map.area "Mid"
    expect(function () rules.check_border(map.area "N0", mid) end):to_refuse "4.5"
    expect(function () rules.check_border(map.area "N1", mid) end):to_refuse "2.3"
    expect(function () rules.check_border(map.area "N33", mid) end):to_refuse "9.1"
    rules.check_border(map.area "N3", mid)
  end)
end)

describe("8 and 9, verified", function ()
  it("8.5: the orders are counted anew in every phase", function ()
    situation { map = ground() }
    sides.allied.orders = 2
    expect(rules.order_value(sides.allied)):to_be(1)
    rules.begin_orders()
    expect(rules.order_value(sides.allied)):to_be(3)
  end)

  it("9.1: every unit of the stack must be able to go there", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", horse = "allied cavalry at N0" }
    local at = map.hex
    expect(function () rules.check_reach({ t.foot, t.horse }, at "N0/C", at "Mid/2") end):to_refuse "9.1"
    expect(function () rules.check_reach({ t.horse }, at "N0/C", at "N33/C") end):to_refuse "9.2"
    rules.check_reach({ t.horse }, at "N0/C", at "Mid/2")
  end)

  it("9.1, 9.2: from an outer hex cavalry is launched, infantry is not", function ()
    local t = situation { map = ground { N1 = { terrain = { C = "marsh" } } },
      foot = "allied infantry at N0/2", horse = "allied cavalry at N0/2", bog = "allied cavalry at N1/2" }
    expect(function () rules.check_launch({ t.foot }, map.hex "N0/2") end):to_refuse "9.1"
    expect(function () rules.check_launch({ t.bog }, map.hex "N1/2") end):to_refuse "4.5"
    rules.check_launch({ t.horse }, map.hex "N0/2")
    rules.check_launch({ t.foot }, map.hex "N0/C")
  end)
end)

describe("10 to 13, verified", function ()
  it("10.11: any commander helps, or with the other reading only that of the army", function ()
    local data = { map = ground(), general = { "allied command at N0", army = "Eugene" },
      own = { "allied infantry at N0", army = "Eugene" },
      other = { "allied infantry at N0", army = "Marlborough" } }
    local t = situation(data)
    expect(rules.commander_helps(t.general, { t.other })):to_be(true)
    data.options = { commander_helps = "own" }
    t = situation(data)
    expect(rules.commander_helps(t.general, { t.other })):to_be(false)
    expect(rules.commander_helps(t.general, { t.other, t.own })):to_be(true)
  end)

  it("10.18: foot and horse in good order may advance; guns and the disrupted may not", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0",
      poor = "allied cavalry disrupted at N0", guns = "allied artillery at N0" }
    expect(rules.may_advance(t.foot)):to_be(true)
    expect(rules.may_advance(t.poor)):to_be(false)
    expect(rules.may_advance(t.guns)):to_be(false)
  end)

  it("10.20: foot, horse and generals withdraw, the guns stay", function ()
    local t = situation { map = ground(), foot = "french infantry at Mid", guns = "french artillery at Mid",
      general = "french command at Mid" }
    local units, generals = rules.withdrawing_units { defenders = { t.foot, t.guns },
      commanders = { t.general } }
    expect(units):to_equal { t.foot }
    expect(generals):to_equal { t.general }
  end)

  it("11.1: the charge of each kind, as printed", function ()
    local printed = { pistoliers = 2, trotters = 3, pistoliers_matched = 0, trotters_matched = 1 }
    for kind, value in pairs(printed) do expect(charts.charge:at(kind)):to_be(value) end
  end)

  it("11.2: the order in which chargers are matched leaves the order to attack alone", function ()
    local t = situation { map = ground(), one = "allied cavalry at N0", two = "allied cavalry trotters at N0" }
    local chargers = { t.one, t.two }
    local matched = rules.matched_first(chargers)
    expect(#matched):to_be(2)
    expect(matched == chargers):to_be(false)
  end)

  it("11.6: fresh cavalry charges; disrupted, charged or countered cavalry and infantry do not", function ()
    local t = situation { map = ground(), fresh = "allied cavalry at N0",
      poor = "allied cavalry disrupted at N0", gone = "allied cavalry charged at N1",
      back = "allied cavalry countered at N1", foot = "allied infantry at N2" }
    expect(rules.may_charge(t.fresh)):to_be(true)
    for _, unit in ipairs { t.poor, t.gone, t.back, t.foot } do
      expect(rules.may_charge(unit)):to_be(false)
    end
  end)

  it("13.4: a step is open, or closed by the rule that closes it", function ()
    local t = situation { map = ground(), one = "french infantry at Mid", foe = "allied infantry at N2" }
    local mid = map.area "Mid"
    expect(rules.step_closed({ t.one }, mid, map.area "N2")):to_be("12.2")
    expect(rules.step_closed({ t.one }, mid, map.area "N3")):to_be(nil)
    expect(rules.can_retreat({ t.one }, mid, map.area "N0")):to_be(true)
  end)
end)
