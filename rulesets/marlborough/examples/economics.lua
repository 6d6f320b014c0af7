-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.4, 11.6: income, upkeep, building.

local ground = require "examples.campaign_ground"

local function pay(side)
  game.actor = side
  rules.pay_upkeep()
end

describe("11.4, 11.6: upkeep", function ()
  it("11.4: E22, 40 British SP and a train cost 45 EP of 50; 2 SP more cost 4; 1 is saved", function ()
    ground.begin {}
    local army = ground.force("british", 40, "F2")
    ground.train("british", "Train", "F2")
    sides.allied.ep = 50
    expect(rules.upkeep(sides.allied).total):to_be(45)
    pay(sides.allied)
    expect(sides.allied.ep):to_be(5)
    rules.recruit(army, 2)
    expect(army.sp):to_be(42)
    expect(sides.allied.ep):to_be(1)                                     -- 11.6-save
    expect(function () rules.recruit(army, 1) end):to_refuse "11.4"
  end)

  it("11.6-short: E22, 60 SP and a train with 50 EP: 15 are not maintained, 8 lost (the source saves 50)", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    ground.train("british", "Train", "F2")
    sides.allied.ep = 50
    rules.leave_unpaid(army, 15)
    pay(sides.allied)
    expect(army.sp):to_be(52)
    expect(#all "train"):to_be(1)
    expect(sides.allied.ep):to_be(0)
    expect(rules.total(sides.french)):to_be(8)                           -- 11.6-vp
  end)

  it("11.6-short: of 10 SP that are not maintained 5 are lost", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    sides.allied.ep = 50
    rules.leave_unpaid(army, 10)
    pay(sides.allied)
    expect(army.sp):to_be(55)
    expect(army.unpaid):to_be(0)
  end)

  it("11.6-short: half by the quarter rule, of all forces together", function ()
    ground.begin {}
    local one = ground.force("dutch", 10, "F2")
    local two = ground.force("british", 30, "F3")
    sides.allied.ep = 33
    rules.leave_unpaid(one, 3)
    rules.leave_unpaid(two, 4)
    pay(sides.allied)                                                    -- half of 7 is 3.5: 4
    expect(one.sp + two.sp):to_be(36)
    expect(one.sp):to_be(9)                                              -- 4 x 3/7 is 1.7
  end)

  it("11.6-short: where the EP do not reach the owner says who goes short", function ()
    ground.begin { answers = { "dutch force" } }
    local one = ground.force("dutch", 20, "F2")
    local two = ground.force("british", 30, "F3")
    sides.allied.ep = 46
    pay(sides.allied)
    expect(one.sp):to_be(18)
    expect(two.sp):to_be(30)
    expect(sides.allied.ep):to_be(0)
  end)

  it("11.6-short: or which train", function ()
    ground.begin { answers = { "Train" } }
    local army = ground.force("dutch", 20, "F2")
    ground.train("dutch", "Train", "F2")
    sides.allied.ep = 21
    pay(sides.allied)
    expect(#all "train"):to_be(0)
    expect(army.sp):to_be(20)
    expect(sides.allied.ep):to_be(1)
  end)

  it("11.6-vp: SP lost for want of upkeep score, by the other reading (G53) they do not", function ()
    ground.begin { options = { upkeep_points = false } }
    local army = ground.force("british", 60, "F2")
    sides.allied.ep = 50
    rules.leave_unpaid(army, 10)
    pay(sides.allied)
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.6-vp: SP lost for want of upkeep score for the enemy", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    rules.leave_unpaid(army, 10)
    expect(rules.lose_unpaid(sides.allied)):to_be(5)
    expect(rules.total(sides.french)):to_be(5)
    expect(rules.total(sides.allied)):to_be(0)
  end)

  it("11.6-short: what is lost of them; without any nothing", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    expect(rules.lose_unpaid(sides.allied)):to_be(0)
    rules.leave_unpaid(army, 7)
    expect(rules.lose_unpaid(sides.allied)):to_be(4)                     -- half of 7 is 3.5
    expect(army.sp):to_be(56)
    expect(army.unpaid):to_be(0)
  end)

  it("11.6-short: the command; nobody leaves unpaid what he has not", function ()
    local t = ground.begin { phase = "upkeep_second" }
    game.interphase = true
    local army = ground.force("british", 20, "F2")
    t.command "unpaid british force sp 6"
    expect(army.unpaid):to_be(6)
    expect(rules.upkeep(sides.allied).total):to_be(14)
    expect(function () t.command "unpaid british force sp 21" end):to_refuse "11.6-short"
  end)

  it("11.6-order: what is maintained is paid when upkeep ends, all that is left can be spent", function ()
    ground.begin {}
    ground.force("british", 20, "F2")
    sides.allied.ep, sides.french.ep = 40, 7
    pay(sides.allied)
    expect(sides.allied.ep):to_be(20)
    expect(sides.french.ep):to_be(7)
  end)

  it("11.4: when upkeep begins income comes in, to what was saved", function ()
    ground.begin {}
    ground.fortress("french", "Munich", "K2", 0, 0, { value = 10, value_allied = 5 })
    local army = ground.force("french", 20, "B2", { unpaid = 4 })
    sides.french.ep = 3
    game.actor = sides.french
    rules.begin_upkeep()
    expect(sides.french.ep):to_be(13)
    expect(sides.allied.ep):to_be(0)
    expect(army.unpaid):to_be(0)
  end)

  it("11.6-save: garrisons and works are free", function ()
    ground.begin {}
    ground.fortress("allied", "Breda", "F2", 1, 4, { extra = 6, nation = "dutch" })
    create("work", { name = "Line", side = sides.allied, nation = "dutch", type = "line", sp = 1,
      place = map.hex "F3" })
    expect(rules.upkeep(sides.allied).total):to_be(0)
  end)

  it("11.6-order: in an interphase upkeep comes before building, and each side has both", function ()
    local t = ground.begin { phase = "upkeep_first" }
    game.interphase = true
    expect(current_phase()):to_be "upkeep_first"
    t.next_phase()
    expect(current_phase()):to_be "upkeep_second"
    t.next_phase()
    expect(current_phase()):to_be "building_first"
    expect(game.actor):to_be(sides.french)
    t.next_phase()
    expect(game.actor):to_be(sides.allied)
  end)

  it("11.6-order: forces and trains may be disbanded, and score nothing", function ()
    local t = ground.begin { phase = "upkeep_second" }
    game.interphase = true
    local army = ground.force("dutch", 20, "F2", {}, { "Overkirk" })
    ground.train("dutch", "Train", "F2")
    t.command "disband dutch force"
    t.command "scrap Train"
    expect(army.alive):to_be(false)
    expect(#all "train"):to_be(0)
    expect(ground.leader "Overkirk".post):to_be "pool"
    expect(rules.total(sides.french)):to_be(0)
  end)
end)

describe("11.4: income", function ()
  it("11.4: places pay the first number to the French, the second to the Allies", function ()
    ground.begin {}
    local munich = ground.fortress("french", "Munich", "K2", 0, 0, { value = 10, value_allied = 5 })
    expect(rules.income(sides.french).total):to_be(10)
    munich.side = sides.allied
    expect(rules.income(sides.french).total):to_be(0)
    expect(rules.income(sides.allied).total):to_be(95)                   -- 50 + 20 + 20 off the map, and 5
  end)

  it("11.4: Austria has 20, 30 for 1708, 50 for 1711; the Northern Allies 20 in their years", function ()
    ground.begin {}
    local function income(season)
      game.season = season
      return rules.income(sides.allied).total
    end
    expect(income(1704)):to_be(90)                                       -- for 1705
    expect(income(1705)):to_be(70)                                       -- for 1706: no Northern Allies
    expect(income(1707)):to_be(80)
    expect(income(1708)):to_be(100)                                      -- for 1709: they are back
    expect(income(1710)):to_be(120)
  end)

  it("11.4: G61, a value that is not known is refused, and the place named", function ()
    ground.begin {}
    ground.fortress("french", "Lille", "B2", 1, 6, { value = 15, value_allied = -1 })
    expect(function () rules.income(sides.allied) end):to_refuse "11.4"
    expect(function () rules.open_campaign() end):to_refuse "11.4"
  end)

  it("11.4: it comes to what was saved, when the upkeep of a side begins", function ()
    ground.begin {}
    sides.french.home_ep, sides.french.ep = 90, 7
    local army = ground.force("french", 20, "B2", { unpaid = 3 })
    game.actor = sides.french
    rules.begin_upkeep()
    expect(sides.french.ep):to_be(97)                                    -- 11.6-save
    expect(army.unpaid):to_be(0)
    expect(function () rules.leave_unpaid(army, 21) end):to_refuse "11.6-short"
  end)

  it("11.4: what the scenario gives off the map counts", function ()
    ground.begin {}
    sides.french.home_ep = 90
    expect(rules.income(sides.french).total):to_be(90)
  end)
end)

describe("11.4: the inquiry", function ()
  it("11.4: what comes in, place by place, and what everything costs", function ()
    local t = ground.begin {}
    ground.fortress("french", "Munich", "K2", 0, 0, { value = 10, value_allied = 5 })
    ground.force("french", 20, "B2")
    ground.train("french", "Train", "B2")
    sides.french.ep = 3
    expect(t.inquire "economy french"):to_equal {
      "French: 3 EP in hand; 10 come in for 1705; to maintain everything costs 25", "  Munich 10" }
  end)
end)

describe("11.4: building", function ()
  it("11.4: a new army costs 5 EP and 2 a SP, a detachment its SP, a train 10", function ()
    ground.begin {}
    sides.french.ep = 100
    local army = rules.raise(sides.french, "army", "french", 20)
    expect(sides.french.ep):to_be(55)
    expect(army.sp):to_be(20)
    expect(army.name):to_be "French 1st Army"
    expect(army.place):to_be(nil)
    rules.raise(sides.french, "detachment", "spanish", 10)
    expect(sides.french.ep):to_be(35)
    rules.equip(sides.french, "bavarian")
    expect(sides.french.ep):to_be(25)
    expect(function () rules.raise(sides.french, "detachment", "french", 16) end):to_refuse "5.4"
    expect(function () rules.raise(sides.french, "army", "french", 11) end):to_refuse "11.4"
    expect(function () rules.raise(sides.french, "army", "dutch", 1) end):to_refuse "11.4"
  end)

  it("11.4: the commands", function ()
    local t = ground.begin { phase = "building_second" }
    game.interphase = true
    local army = ground.force("dutch", 20, "F2")
    sides.allied.ep = 60
    t.command "recruit dutch force sp 3"
    expect(army.sp):to_be(23)
    t.command "raise detachment of austrian sp 4"
    expect(#all("force", { nation = "austrian", sp = 4 })):to_be(1)
    t.command "equip british"
    expect(sides.allied.ep):to_be(36)                                    -- 60 - 6 - 8 - 10
  end)

  it("11.4: who is out of the war raises nothing", function ()
    ground.begin {}
    sides.allied.ep = 50
    game.austria_lost = true
    expect(function () rules.raise(sides.allied, "detachment", "austrian", 1) end):to_refuse "11.4"
    game.season = 1705                                                   -- no Northern Allies in 1706
    expect(function () rules.raise(sides.allied, "detachment", "northern", 1) end):to_refuse "11.4"
  end)
end)
