-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.4: what comes into which treasury, and EP that change hands (11.7).

local ground = require "examples.campaign_ground"

-- Income of all Allies together.
local function allied()
  local sum = 0
  for _, payer in ipairs(rules.payers(sides.allied)) do sum = sum + rules.income(payer).total end
  return sum
end

local function incomes()
  return { rules.income("british").total, rules.income("dutch").total, rules.income("austrian").total,
    rules.income("northern").total }
end

describe("11.4: income", function ()
  it("11.4: places pay the first number to the French, the second to the Allies", function ()
    ground.begin {}
    local munich = ground.fortress("french", "Munich", "K2", 0, 0, { value = 10, value_allied = 5 })
    expect(rules.income("french").total):to_be(10)
    munich.side = sides.allied
    expect(rules.income("french").total):to_be(0)
    expect(allied()):to_be(95)                                           -- 50 + 20 + 20 off the map, and 5
  end)

  it("11.4: Britain has 50 off the map, Austria 20, the Northern Allies 20, the Dutch nothing", function ()
    ground.begin {}
    expect(incomes()):to_equal { 50, 0, 20, 20 }
  end)

  it("11.4: Austria has 20, 30 for 1708, 50 for 1711; the Northern Allies 20 in their years", function ()
    ground.begin {}
    local function income(season)
      game.season = season
      return { rules.income("austrian").total, rules.income("northern").total }
    end
    expect(income(1704)):to_equal { 20, 20 }                             -- for 1705
    expect(income(1705)):to_equal { 20, 0 }                              -- for 1706: no Northern Allies
    expect(income(1706)):to_equal { 20, 0 }
    expect(income(1707)):to_equal { 30, 0 }
    expect(income(1708)):to_equal { 30, 20 }                             -- for 1709: they are back
    expect(income(1709)):to_equal { 30, 0 }
    expect(income(1710)):to_equal { 50, 20 }
  end)

  it("11.4, 11.10.4: the Northern Allies pay nothing when nobody else fights", function ()
    ground.begin {}
    game.up_lost, game.austria_lost = true, true
    expect(rules.income("northern").total):to_be(20)
    game.britain_out = true
    expect(rules.income("northern").total):to_be(0)
  end)

  it("11.4: G61, a value that is not known is refused, and the place named", function ()
    ground.begin {}
    local lille = ground.fortress("french", "Lille", "B2", 1, 6, { value = 15, value_allied = -1 })
    expect(function () rules.income("dutch") end):to_refuse "11.4"
    expect(function () rules.open_campaign() end):to_refuse "11.4"
    lille.value, lille.value_allied = -1, 15
    expect(function () rules.income("dutch") end):to_refuse "11.4"
    lille.value = 0
    expect(rules.income("french").total):to_be(0)
  end)

  it("11.4: what the scenario gives off the map counts", function ()
    ground.begin {}
    ground.treasury("french", 7, 90)
    ground.treasury("dutch", 0, 3)
    expect(rules.income("french").total):to_be(90)
    expect(rules.income("dutch").total):to_be(3)
    expect(rules.income("british").total):to_be(50)
  end)
end)

describe("11.4: who has what of the Allies", function ()
  local function place(name, at, side)
    return ground.fortress(side or "allied", name, at, 1, 4, { value = 3, value_allied = 7 })
  end

  it("11.4: of old places the one to whose region they belong", function ()
    ground.begin {}
    place("Breda", "F2")                                                 -- United Provinces
    place("Koeln", "H2")                                                 -- Cologne
    place("Mainz", "I2")                                                 -- Empire
    place("Augsburg", "K2")                                              -- Bavaria
    expect(incomes()):to_equal { 50, 14, 34, 20 }
  end)

  it("11.4: the upper Rhine is Austria's, the rest of France is not", function ()
    local ours = require "map"
    situation { map = ours.board, kind = "force", options = { campaign = true } }
    expect(rules.pays_by_region(map.hex "EE27")):to_be "austrian"        -- Strasbourg
    expect(rules.pays_by_region(map.hex "BB25")):to_be "austrian"
    expect(rules.column(map.hex "BB25")):to_be(25)
    expect(rules.pays_by_region(map.hex "G5")):to_be "dutch"             -- Lille
    expect(rules.pays_by_region(map.hex "II23")):to_be "dutch"           -- Belfort
    expect(rules.pays_by_region(map.hex "CC24")):to_be "austrian"
    expect(map.hex "P24".area.name):to_be "Cologne"
    expect(rules.pays_by_region(map.hex "P24")):to_be "dutch"            -- Bonn
  end)

  it("11.4: of conquests the one whose force took them, Northern Allies for Austria", function ()
    ground.begin {}
    local takers = { british = "british", dutch = "dutch", austrian = "austrian", northern = "austrian" }
    for nation, has in pairs(takers) do
      local fortress = place("Of " .. nation, "B2", "french")
      local force = ground.force(nation, 20, "B2")
      rules.take_fortress(fortress, sides.allied, { force })
      expect(rules.pays_to(fortress)):to_be(has)
      expect(rules.income(has).total >= 7):to_be(true)
      eliminate(fortress)
      eliminate(force)
    end
  end)

  it("11.4: the force that leads, where several take it", function ()
    ground.begin {}
    local fortress = place("Lille", "B2", "french")
    rules.take_fortress(fortress, sides.allied, { ground.force("british", 20, "B2"), ground.force("dutch", 30, "B2") })
    expect(incomes()):to_equal { 57, 0, 20, 20 }
  end)

  it("11.4: what was an Ally's from the beginning is his again; what is lost again is forgotten", function ()
    ground.begin {}
    local breda, lille = place("Breda", "F2"), place("Lille", "B2", "french")
    local british, french = ground.force("british", 60, "F2"), ground.force("french", 60, "F2")
    rules.take_fortress(breda, sides.french, { french })
    expect(rules.pays_to(breda)):to_be "french"
    rules.take_fortress(breda, sides.allied, { british })
    expect(rules.pays_to(breda)):to_be "dutch"
    rules.take_fortress(lille, sides.allied, { british })
    expect(lille.pays):to_be "british"
    rules.take_fortress(lille, sides.french, { french })
    expect(lille.pays):to_be ""
    rules.take_fortress(breda, sides.french, { french })
    expect(breda.pays):to_be ""
    rules.take_fortress(lille, sides.allied)                             -- by nobody's force
    expect(rules.pays_to(lille)):to_be "dutch"
  end)

  it("11.4: nobody counts it in a season", function ()
    situation { map = ground.map, kind = "force", options = { campaign = false } }
    local fortress = place("Lille", "B2", "french")
    rules.take_fortress(fortress, sides.allied, { ground.force("british", 20, "B2") })
    expect(fortress.pays):to_be ""
  end)

  it("11.4, 11.10: what one had who is out of the war another one has", function ()
    ground.begin {}
    local augsburg, breda = place("Augsburg", "K2"), place("Breda", "D2")
    game.austria_lost = true
    expect(rules.pays_to(augsburg)):to_be "british"
    game.up_lost = true
    expect(rules.pays_to(breda)):to_be "british"
    game.britain_out, game.austria_lost = true, false
    expect(rules.pays_to(breda)):to_be "austrian"
    game.austria_lost = true
    expect(rules.pays_to(breda)):to_be(nil)                              -- nor do the Northern Allies fight
    breda.side = nil
    expect(rules.pays_to(breda)):to_be(nil)
    game.up_lost = false
    breda.side, breda.pays = sides.allied, "british"
    expect(rules.pays_to(breda)):to_be "dutch"
    game.austria_lost = false
    expect(rules.pays_to(breda)):to_be "dutch"                           -- before Austria
    game.austria_lost, breda.side, breda.pays = true, nil, ""
    expect(rules.pays_to(breda)):to_be(nil)                              -- neutral
    expect(rules.pays_to(augsburg)):to_be "dutch"
  end)

  it("11.4: by the other reading the player says, each winter, of each place that pays", function ()
    ground.begin { options = { allied_places = "choice" }, answers = { "british", "dutch" } }
    local breda, mainz = place("Breda", "F2"), place("Mainz", "I2")
    local nothing = place("Grave", "G2")
    nothing.value_allied = 0
    game.actor = sides.allied
    rules.begin_upkeep()
    expect(breda.pays):to_be "british"
    expect(mainz.pays):to_be "dutch"
    expect(nothing.pays):to_be ""
    expect(rules.ep_of "british"):to_be(57)
    expect(rules.ep_of "dutch"):to_be(7)
    expect(rules.ep_of "austrian"):to_be(20)
  end)

  it("11.4: else he is not asked; and who says nothing leaves them to their region", function ()
    for wanted, options in pairs { [""] = {}, austrian = { allied_places = "choice" } } do
      ground.begin { options = options }
      local mainz = place("Mainz", "I2")
      place("Lille", "B2", "french")
      game.actor = sides.allied
      rules.begin_upkeep()
      expect(mainz.pays):to_be(wanted)
      expect(rules.ep_of "austrian"):to_be(27)
    end
  end)

  it("11.4: of a single EP too; where one Ally fights nobody is asked, and where none does nobody has it", function ()
    ground.begin { options = { allied_places = "choice" }, answers = { "british" } }
    local breda = place("Breda", "D2")
    breda.value_allied = 1
    rules.share_places()
    expect(breda.pays):to_be "british"
    breda.pays = ""
    game.up_lost, game.austria_lost = true, true
    rules.share_places()
    expect(breda.pays):to_be "british"
    breda.pays, game.britain_out = "", true
    rules.share_places()
    expect(breda.pays):to_be ""
  end)

  it("11.4: it is never the Northern Allies, nor who is out of the war", function ()
    for _, answer in ipairs { "northern", "austrian" } do
      ground.begin { options = { allied_places = "choice" }, answers = { answer } }
      place("Mainz", "F2")
      game.austria_lost = true
      expect(function () rules.share_places() end):to_raise(answer)
    end
  end)
end)

describe("11.4: treasuries", function ()
  it("11.4: nobody pays more than he has, and the others do not help", function ()
    ground.begin {}
    local britain = ground.treasury("british", 10)
    ground.treasury("dutch", 10)
    expect(function () rules.spend("british", 11, "a test") end):to_refuse "11.4"
    rules.spend("british", 10, "a test")
    expect(britain.ep):to_be(0)
    expect(function () rules.spend("austrian", 1, "a test") end):to_refuse "11.4"
    rules.spend("austrian", 0, "nothing")
    expect(rules.ep_of "austrian"):to_be(0)
  end)

  it("11.4: what comes in comes to what is there", function ()
    ground.begin {}
    expect(rules.pay_in("northern", 4).ep):to_be(4)
    local treasury = rules.pay_in("northern", 3)
    expect(treasury.ep):to_be(7)
    expect(treasury.side):to_be(sides.allied)
    expect(treasury.name):to_be "Treasury of the Northern Allies"
    expect(rules.pay_in("french", 1).side):to_be(sides.french)
    expect(#all "treasury"):to_be(2)
  end)

  it("11.7: 1 EP is received, and for none nobody is asked", function ()
    ground.begin {}
    rules.receive(sides.french, 1)
    expect(rules.ep_of "french"):to_be(1)
    rules.receive(sides.allied, 0)
    expect(rules.ep_of_side(sides.allied)):to_be(0)
    expect(#all "treasury"):to_be(1)
  end)

  it("11.7: of EP for the Allies their player says whose they are; France has one treasury", function ()
    ground.begin { answers = { "austrian" } }
    rules.receive(sides.allied, 4)
    expect(rules.ep_of "austrian"):to_be(4)
    rules.receive(sides.french, 2)
    expect(rules.ep_of "french"):to_be(2)
    rules.receive(sides.allied, 0)                                       -- nobody is asked
  end)

  it("11.7: Britain's, if he says nothing; anybody's where none of them fights", function ()
    ground.begin {}
    rules.receive(sides.allied, 1)
    expect(rules.ep_of "british"):to_be(1)
    ground.treasury("dutch", 1)
    rules.pay_together(sides.allied, 1, "a test")
    expect(rules.ep_of "british"):to_be(0)
    rules.pay_together(sides.allied, 1, "a test")
    expect(rules.ep_of "dutch"):to_be(0)
    game.up_lost, game.austria_lost, game.britain_out = true, true, true
    rules.receive(sides.allied, 2)
    expect(rules.ep_of_side(sides.allied)):to_be(2)
  end)

  it("11.7: nobody is asked for who is out of the war", function ()
    ground.begin {}
    game.up_lost, game.britain_out = true, true
    game.season = 1705
    rules.receive(sides.allied, 1)
    expect(rules.ep_of_side(sides.allied)):to_be(1)
    expect(rules.ep_of "british" + rules.ep_of "dutch"):to_be(0)
  end)

  it("11.7: and of EP that they pay who pays them, until all is paid", function ()
    ground.begin { answers = { "dutch", "austrian" } }
    local britain, states, austria = ground.treasury("british", 10), ground.treasury("dutch", 4),
      ground.treasury("austrian", 5)
    rules.pay_together(sides.allied, 7, "a test")
    expect(states.ep):to_be(0)
    expect(austria.ep):to_be(2)
    expect(britain.ep):to_be(10)
    britain.ep, austria.ep = 0, 3
    rules.pay_together(sides.allied, 3, "a test")                        -- one has anything: nobody is asked
    expect(austria.ep):to_be(0)
  end)
end)

describe("11.4: the inquiry", function ()
  it("11.4: what comes in, place by place, and what everything costs", function ()
    local t = ground.begin {}
    ground.fortress("french", "Munich", "K2", 0, 0, { value = 10, value_allied = 5 })
    ground.force("french", 20, "B2")
    ground.train("french", "Train", "B2")
    ground.treasury("french", 3)
    expect(t.inquire "economy french"):to_equal {
      "France: 3 EP in hand; 10 come in for 1705; to maintain everything costs 25", "  Munich 10" }
  end)

  it("11.4: without a side that of who looks, else the one whose phase it is", function ()
    local t = ground.begin { phase = "upkeep_first" }                    -- in the turn of the Allies
    for _, side in ipairs(sides) do
      game.actor = side
      expect(t.inquire "economy"):to_equal(t.inquire("economy " .. side.key))
    end
    expect(t.inquire("economy", sides.french)):to_equal(t.inquire "economy french")
    expect(t.inquire("economy allied", sides.french)):to_equal(t.inquire "economy allied")
  end)

  it("11.4: countries that are plural words pay and have, others pays and has", function ()
    for payer, said in pairs { dutch = { "the United Provinces pay 3 EP for bread", "the United Provinces have 2" },
      northern = { "the Northern Allies pay 3 EP for bread", "the Northern Allies have 2" },
      austrian = { "Austria pays 3 EP for bread", "Austria has 2" } } do
      local t = ground.begin {}
      ground.treasury(payer, 5)
      rules.spend(payer, 3, "bread")
      expect(t.notes):to_contain(said[1])
      expect(function () rules.spend(payer, 3, "bread") end):to_raise(said[2])
    end
  end)

  it("11.4: in a single season there is nothing to tell", function ()
    local t = situation { map = ground.map, kind = "force", phase = "activity", active = "allied" }
    expect(function () t.inquire "economy french" end):to_refuse "11.4"
  end)

  it("11.4: the places that pay, of 1 EP too, and no others", function ()
    ground.begin {}
    ground.fortress("allied", "Mainz", "I2", 1, 4, { value_allied = 1 })
    ground.fortress("allied", "Breda", "F2", 1, 4)
    ground.fortress("allied", "Grave", "G2", 1, 4, { value_allied = 2 })
    local lines, places = rules.economy_listed(sides.allied)
    expect(lines[3]):to_be "  Grave 2"
    expect(lines[5]):to_be "  Mainz 1"
    expect(#places):to_be(2)
    expect(places[1]):to_be(map.hex "G2")
    expect(places[2]):to_be(map.hex "I2")
    local steps = rules.income("austrian"):steps()
    expect(#steps):to_be(2)
    expect(steps[2].reason):to_be "Mainz"
    expect(steps[2].rule):to_be "11.4"
    expect(#rules.income("dutch"):steps()):to_be(1)
    ground.treasury("dutch", 3)                            -- with nothing off the map
    expect(#rules.income("dutch"):steps()):to_be(1)
  end)

  it("11.4: treasury by treasury", function ()
    local t = ground.begin {}
    ground.fortress("allied", "Amsterdam", "F1", 1, 4, { value = 20, value_allied = 40 })
    ground.fortress("allied", "Mainz", "I2", 1, 4, { value = 5, value_allied = 6 })
    ground.fortress("allied", "Breda", "F2", 1, 4)
    ground.force("austrian", 20, "I2")
    ground.treasury("dutch", 3)
    expect(t.inquire "economy allied"):to_equal {
      "Britain: 0 EP in hand; 50 come in for 1705; to maintain everything costs 0",
      "The United Provinces: 3 EP in hand; 40 come in for 1705; to maintain everything costs 0", "  Amsterdam 40",
      "Austria: 0 EP in hand; 26 come in for 1705; to maintain everything costs 20", "  Mainz 6",
      "The Northern Allies: 0 EP in hand; 20 come in for 1705; to maintain everything costs 0" }
  end)
end)
