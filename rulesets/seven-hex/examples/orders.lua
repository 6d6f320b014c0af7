-- SPDX-License-Identifier: GPL-3.0-or-later
-- 8 Orders, 9 Tactical Movement.

local ground = require "examples.ground"

describe("8 Orders", function ()
  it("8.2: Order Values: Allied 3, Franco-Bavarian 2", function ()
    situation { map = ground() }
    expect(rules.full_order_value(sides.allied)):to_be(3)
    expect(rules.full_order_value(sides.french)):to_be(2)
  end)

  it("8.3: one stack, all or part of it, to one hex", function ()
    local t = situation { map = ground(), dice = { 0 }, one = "allied infantry at N0",
      two = "allied infantry at N0", far = "allied infantry at N1", foe = "french infantry at N33" }
    expect(function () rules.tactical_move({ t.one, t.far }, map.hex "Mid/C") end):to_refuse "8.3"
    expect(function () rules.tactical_move({ t.foe }, map.hex "N3/C") end):to_refuse "8.3"
    rules.tactical_move({ t.one }, map.hex "Mid/C")
    expect(t.one.place):to_be(map.hex "Mid/C")
    expect(t.two.place):to_be(map.hex "N0/C")
  end)

  it("8.4: obeyed when white plus Order Value reaches red", function ()
    for difference = -5, 5 do
      expect(rules.order_succeeds(difference, 3)):to_be(difference >= -3)
      expect(rules.order_succeeds(difference, 2)):to_be(difference >= -2)
    end
  end)

  it("8.4: a failed order moves nobody and ends the phase", function ()
    local t = situation { map = ground(), dice = { { 1, 5 } }, foot = "allied infantry at N0" }
    rules.tactical_move({ t.foot }, map.hex "Mid/C")
    expect(t.foot.place):to_be(map.hex "N0/C")
    expect(game.phase_over):to_be(true)
    expect(t.reports.order):to_be("not carried out")
  end)

  it("8.5: each order obeyed costs one, below zero too", function ()
    local t = situation { map = ground(), dice = { 0, 0, 0 }, foot = "allied infantry at N0" }
    expect(rules.order_value(sides.allied)):to_be(3)
    rules.tactical_move({ t.foot }, map.hex "Mid/C")
    rules.tactical_move({ t.foot }, map.hex "N3/C")
    expect(rules.order_value(sides.allied)):to_be(1)       -- third order: Allied 1,
    rules.tactical_move({ t.foot }, map.hex "Mid/C")
    sides.french.orders = 2                                -- Franco-Bavarian 0
    expect(rules.order_value(sides.french)):to_be(0)
    sides.french.orders = 4
    expect(rules.order_value(sides.french)):to_be(-2)
  end)

  it("8.6: no unit attacks more than twice a turn", function ()
    local t = situation { map = ground(), dice = { 0, 4, 4, 0, 4, 5 },
      foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    local order = { area = map.area "Mid", units = { t.foot } }
    rules.attack(order)
    expect(rules.attacks_made(t.foot)):to_be(1)
    expect(rules.may_attack_again(t.foot)):to_be(true)
    rules.attack(order)
    expect(rules.attacks_made(t.foot)):to_be(2)
    expect(function () rules.attack(order) end):to_refuse "8.6"
  end)

  it("16 special: a side that has lost twelve may no longer attack", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    sides.allied.lost = 12
    expect(function () rules.attack { area = map.area "Mid",
      units = { t.foot } } end):to_refuse "16 special"
    sides.allied.lost = 11
    expect(rules.may_still_attack(sides.allied)):to_be(true)
  end)
end)

describe("9 Tactical movement", function ()
  it("9.1: infantry goes anywhere in its area, or from centre to centre", function ()
    situation { map = ground() }
    local at = map.hex
    expect(rules.infantry_may_move(at "N0/2", at "N0/5")):to_be(true)
    expect(rules.infantry_may_move(at "N0/2", at "N0/C")):to_be(true)
    expect(rules.infantry_may_move(at "N0/C", at "Mid/C")):to_be(true)
    expect(rules.infantry_may_move(at "N0/2", at "Mid/C")):to_be(false)
    expect(rules.infantry_may_move(at "N0/C", at "Mid/2")):to_be(false)
    expect(rules.infantry_may_move(at "N0/C", at "N3/C")):to_be(false)
  end)

  it("9.2: cavalry has one more step in the first or the last area, not in both", function ()
    situation { map = ground() }
    local at = map.hex
    expect(rules.cavalry_may_move(at "N0/2", at "Mid/C")):to_be(true)
    expect(rules.cavalry_may_move(at "N0/C", at "Mid/2")):to_be(true)
    expect(rules.cavalry_may_move(at "N0/2", at "Mid/2")):to_be(false)
    expect(rules.cavalry_may_move(at "N0/C", at "N3/C")):to_be(false)
  end)

  it("9.2: cavalry on an outer hex attacks by way of the central one", function ()
    local t = situation { map = ground(), dice = { 0, 3, 3 },
      horse = "allied cavalry at N0/2", enemy = "french infantry at Mid" }
    rules.attack { area = map.area "Mid", units = { t.horse } }
    expect(t.horse.place):to_be(map.hex "N0/C")
  end)

  it("9.1: infantry on an outer hex cannot attack", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0/2",
      enemy = "french infantry at Mid" }
    expect(function () rules.attack { area = map.area "Mid", units = { t.foot } } end):to_refuse "9.1"
  end)

  it("9.3: artillery moves within its area only, and is never ordered to attack", function ()
    local t = situation { map = ground(), dice = { 0 }, guns = "allied artillery at N0",
      enemy = "french infantry at Mid" }
    expect(function () rules.tactical_move({ t.guns }, map.hex "N1/C") end):to_refuse "9.3"
    expect(function () rules.attack { area = map.area "Mid", units = { t.guns } } end):to_refuse "9.3"
    rules.tactical_move({ t.guns }, map.hex "N0/2")
    expect(t.guns.place):to_be(map.hex "N0/2")
  end)

  it("9: the slowest unit binds the stack", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", horse = "allied cavalry at N0" }
    expect(function () rules.tactical_move({ t.foot, t.horse }, map.hex "Mid/2") end):to_refuse "9.1"
  end)

  it("10.1: a move does not enter an area where the enemy is", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    expect(function () rules.tactical_move({ t.foot }, map.hex "Mid/C") end):to_refuse "10.1"
  end)
end)
