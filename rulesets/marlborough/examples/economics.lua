-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.4, 11.6: upkeep and building. What comes in is in treasuries.lua.

local ground = require "examples.campaign_ground"

local function pay(side)
  game.actor = side
  rules.pay_upkeep()
end

-- An interphase in the upkeep of the Allies.
local function upkeep(data)
  data.phase = "upkeep_second"
  local t = ground.begin(data)
  game.interphase = true
  return t
end

describe("11.4, 11.6: upkeep", function ()
  it("11.4: E22, 40 British SP and a train cost 45 EP of 50; 2 SP more cost 4; 1 is saved", function ()
    local t = ground.begin {}
    local army = ground.force("british", 40, "F2")
    ground.train("british", "Train", "F2")
    local britain = ground.treasury("british", 50)
    expect(rules.upkeep("british").total):to_be(45)
    pay(sides.allied)
    expect(britain.ep):to_be(5)
    rules.recruit(army, 2)
    expect(army.sp):to_be(42)
    expect(rules.sp_of_nation(army, "british")):to_be(42)
    expect(t.notes):to_contain "Britain pays 4 EP for 2 SP of british force"
    expect(britain.ep):to_be(1)                                          -- 11.6-save
    expect(function () rules.recruit(army, 1) end):to_refuse "11.4"
  end)

  it("11.6-short: E22, 60 SP and a train with 50 EP: 15 are not maintained, 8 lost (the source saves 50)", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    ground.train("british", "Train", "F2")
    local britain = ground.treasury("british", 50)
    rules.leave_unpaid(army, 15)
    pay(sides.allied)
    expect(army.sp):to_be(52)
    expect(#all "train"):to_be(1)
    expect(britain.ep):to_be(0)
    expect(rules.total(sides.french)):to_be(8)                           -- 11.6-vp
  end)

  it("11.6-short: of 10 SP that are not maintained 5 are lost", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    ground.treasury("british", 50)
    rules.leave_unpaid(army, 10)
    pay(sides.allied)
    expect(army.sp):to_be(55)
    expect(army.unpaid):to_be(0)
  end)

  it("11.4: each Ally pays for his own with his own: what Britain has does not help the Dutch", function ()
    ground.begin {}
    local dutch = ground.force("dutch", 20, "F2")
    local british = ground.force("british", 25, "F3")
    ground.train("dutch", "Train", "F2")
    local britain, states = ground.treasury("british", 50), ground.treasury("dutch", 21)
    expect(rules.upkeep("british").total):to_be(25)
    expect(rules.upkeep("dutch").total):to_be(25)
    expect(rules.upkeep("austrian").total):to_be(0)
    pay(sides.allied)                                                    -- 4 Dutch SP go without, 2 are lost
    expect(britain.ep):to_be(25)
    expect(states.ep):to_be(0)
    expect(british.sp):to_be(25)
    expect(dutch.sp):to_be(18)
  end)

  it("11.4: SP of an Ally in another's force are his to pay; he who commands does not", function ()
    ground.begin {}
    local army = ground.force("british", 25, "F2")
    rules.add_sp(army, 12, "northern")
    ground.treasury("british", 30)
    ground.treasury("northern", 8)
    expect(rules.upkeep("british").total):to_be(25)
    expect(rules.upkeep("northern").total):to_be(12)
    pay(sides.allied)                                                    -- of 4 Northern SP 2 are lost
    expect(rules.sp_of_nation(army, "northern")):to_be(10)
    expect(rules.sp_of_nation(army, "british")):to_be(25)
    expect(all("contingent", { force = army })[1].unpaid):to_be(0)
    expect(rules.total(sides.french)):to_be(2)
  end)

  it("11.4: France pays for Bavarians and Spaniards, in one reckoning (F.french)", function ()
    ground.begin {}
    ground.force("french", 20, "B2")
    local bavarian = ground.force("bavarian", 10, "K2")
    rules.add_sp(bavarian, 4, "french")
    ground.train("spanish", "Train", "B2")
    local france = ground.treasury("french", 40)
    expect(rules.payer "bavarian"):to_be "french"
    expect(rules.payer "spanish"):to_be "french"
    expect(rules.payer "northern"):to_be "northern"
    expect(rules.upkeep("french").total):to_be(39)
    expect(#rules.upkeep("british"):steps()):to_be(0)      -- no rows of nothing
    local steps = {}
    for i, step in ipairs(rules.upkeep("french"):steps()) do steps[i] = step.reason end
    expect(steps):to_equal { "34 SP", "1 siege train", "2 armies" }
    ground.force("spanish", 5, "B2", { size = "detachment", name = "Corps" })
    expect(rules.upkeep("french"):steps()[3].reason):to_be "2 armies"
    eliminate(all("force", { name = "Corps" })[1])
    pay(sides.french)
    expect(france.ep):to_be(1)
  end)

  it("11.4: the reckoning speaks of one and of several", function ()
    ground.begin {}
    ground.force("french", 20, "B2")
    ground.train("french", "Train", "B2")
    ground.train("bavarian", "Second Train", "B2")
    local steps = rules.upkeep("french"):steps()
    expect(steps[2].reason):to_be "2 siege trains"
    expect(steps[2].rule):to_be "11.4"
    expect(steps[3].reason):to_be "1 army"
  end)

  it("11.6-short: half by the quarter rule, of all its forces together", function ()
    ground.begin {}
    local one = ground.force("dutch", 10, "F2")
    local two = ground.force("dutch", 30, "F3", { name = "Second" })
    ground.treasury("dutch", 33)
    rules.leave_unpaid(one, 3)
    rules.leave_unpaid(two, 4)
    pay(sides.allied)                                                    -- half of 7 is 3.5: 4
    expect(one.sp):to_be(9)                                              -- 4 x 3/7 is 1.7
    expect(two.sp):to_be(27)
  end)

  it("11.6-short: each Ally's by itself", function ()
    ground.begin {}
    local one = ground.force("dutch", 10, "F2")
    local two = ground.force("british", 30, "F3")
    ground.treasury("dutch", 7)
    ground.treasury("british", 27)
    pay(sides.allied)                                                    -- 3 and 3: half of 3 is 1.5: 2 each
    expect(one.sp):to_be(8)
    expect(two.sp):to_be(28)
    expect(rules.total(sides.french)):to_be(4)
  end)

  it("11.6-short: where the EP do not reach the owner says who goes short", function ()
    ground.begin { answers = { "First" } }
    local one = ground.force("dutch", 30, "F2", { name = "First" })
    local two = ground.force("dutch", 20, "F3", { name = "Second" })
    local states = ground.treasury("dutch", 46)
    pay(sides.allied)
    expect(one.sp):to_be(28)
    expect(two.sp):to_be(20)
    expect(states.ep):to_be(0)
  end)

  it("11.6-short: the weakest, if he says nothing; and the next one, if that is not enough", function ()
    ground.begin {}
    local one = ground.force("dutch", 30, "F2", { name = "First" })
    local two = ground.force("dutch", 6, "F3", { name = "Second" })
    local three = ground.force("dutch", 8, "F4", { name = "Third" })
    ground.treasury("dutch", 36)
    pay(sides.allied)                                                    -- 6 and 2, of these 4 lost
    expect(one.sp):to_be(30)
    expect(two.sp):to_be(3)
    expect(three.sp):to_be(7)
  end)

  it("11.6-short: in a force of several of its nations France saves on the own first, then on the others", function ()
    ground.begin {}
    local army = ground.force("bavarian", 3, "K2")
    rules.add_sp(army, 4, "french")
    rules.add_sp(army, 5, "spanish")
    ground.treasury("french", 7)
    rules.cut_upkeep "french"
    expect(army.unpaid):to_be(3)
    expect(all("contingent", { nation = "french" })[1].unpaid):to_be(2)
    expect(all("contingent", { nation = "spanish" })[1].unpaid):to_be(0)
    expect(rules.upkeep("french").total):to_be(7)
    expect(rules.lose_unpaid "french"):to_be(3)                          -- half of 5 is 2.5; 3 x 3/5 is 1.8
    expect(rules.sp_of_nation(army, "bavarian")):to_be(2)
    expect(rules.sp_of_nation(army, "french")):to_be(2)
    expect(all("contingent", { nation = "french" })[1].unpaid):to_be(0)  -- those that are left are paid for
    expect(rules.total(sides.allied)):to_be(3)
  end)

  it("11.6-short: who is asked is asked of each force once, of the weakest by what France pays in it", function ()
    ground.begin { answers = { "Strong", "Weak" } }
    local strong = ground.force("bavarian", 2, "K2", { name = "Strong" })
    rules.add_sp(strong, 10, "french")
    local weak = ground.force("french", 5, "B2", { name = "Weak" })
    local france = ground.treasury("french", 14)
    rules.cut_upkeep "french"                                            -- of 17
    expect(strong.unpaid):to_be(2)
    expect(all("contingent", { nation = "french" })[1].unpaid):to_be(1)
    strong.unpaid, france.ep = 0, 10
    all("contingent", { nation = "french" })[1].unpaid = 0
    rules.cut_upkeep "french"                                            -- 7: all of the weaker one, and 2
    expect(weak.unpaid):to_be(5)
    expect(strong.unpaid):to_be(2)
  end)

  it("11.6-short: weak is who has few SP in all that the treasury pays", function ()
    ground.begin {}
    local strong = ground.force("bavarian", 10, "K2", { name = "Strong" })
    rules.add_sp(strong, 2, "french")
    local weak = ground.force("french", 5, "B2", { name = "Weak" })
    ground.treasury("french", 16)
    rules.cut_upkeep "french"
    expect(weak.unpaid):to_be(1)
    expect(strong.unpaid):to_be(0)
  end)

  it("11.6-short: nobody is asked of one force, whatever it is made of", function ()
    ground.begin { answers = { "Corps" } }
    local army = ground.force("bavarian", 2, "K2")
    rules.add_sp(army, 10, "french")
    ground.treasury("french", 9)
    rules.cut_upkeep "french"
    expect(army.unpaid):to_be(2)
    local corps = ground.force("french", 2, "B2", { name = "Corps" })
    rules.cut_upkeep "french"                                            -- now of two
    expect(corps.unpaid):to_be(2)
  end)

  it("11.6-short: of forces as weak the first; of a force all that is left, told without what is nothing", function ()
    local t = ground.begin {}
    local one = ground.force("bavarian", 3, "K2", { name = "First", unpaid = 2 })
    rules.add_sp(one, 4, "french")
    rules.add_sp(one, 1, "spanish")
    local two = ground.force("french", 6, "B2", { name = "Second" })
    local france = ground.treasury("french", 9)
    rules.cut_upkeep "french"                                            -- of 12
    expect(one.unpaid):to_be(3)
    expect(all("contingent", { nation = "french" })[1].unpaid):to_be(2)
    expect(two.unpaid):to_be(0)
    expect(t.notes):to_contain "3 bavarian SP of First are not maintained"
    expect(t.notes):to_contain "2 french SP of First are not maintained"
    for _, note in ipairs(t.notes) do expect(note.text:find("spanish", 1, true)):to_be(nil) end
    expect(rules.lose_unpaid "french"):to_be(3)                          -- half of 5
    expect(t.notes):to_contain "French: french SP that are not maintained 5, of them lost 3"
    expect(france.ep):to_be(9)
  end)

  it("11.6-short: with trains alone it is a train; half is half of many too", function ()
    ground.begin {}
    ground.train("dutch", "Train", "F2")
    rules.cut_upkeep "dutch"
    expect(#all "train"):to_be(0)
    local army = ground.force("dutch", 100, "F2")
    pay(sides.allied)
    expect(army.sp):to_be(50)
  end)

  it("11.6-short: the weakest is who has the fewest left that are paid; down to the last SP", function ()
    ground.begin {}
    local one = ground.force("dutch", 10, "F2", { name = "First", unpaid = 8 })
    local two = ground.force("dutch", 6, "F3", { name = "Second" })
    local last = ground.force("british", 1, "F3", { size = "detachment" })
    ground.treasury("dutch", 7)
    rules.cut_upkeep "dutch"
    expect(one.unpaid):to_be(9)
    expect(two.unpaid):to_be(0)
    pay(sides.allied)                                                    -- half of 9 is 4.5; half of 1 is 0.5
    expect(one.sp):to_be(5)
    expect(last.alive):to_be(false)
    expect(rules.total(sides.french)):to_be(6)
  end)

  it("11.6-short: or which train", function ()
    ground.begin { answers = { "Train" } }
    local army = ground.force("dutch", 20, "F2")
    ground.train("dutch", "Train", "F2")
    ground.train("british", "Other", "F2")
    local states = ground.treasury("dutch", 21)
    ground.treasury("british", 5)
    pay(sides.allied)
    expect(#all("train", { nation = "dutch" })):to_be(0)
    expect(#all("train", { nation = "british" })):to_be(1)
    expect(army.sp):to_be(20)
    expect(states.ep):to_be(1)
  end)

  it("11.6-vp: SP lost for want of upkeep score, by the other reading (G53) they do not", function ()
    ground.begin { options = { upkeep_points = false } }
    local army = ground.force("british", 60, "F2")
    rules.leave_unpaid(army, 10)
    expect(rules.lose_unpaid("british")):to_be(5)
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.6-vp: SP lost for want of upkeep score for the enemy", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    rules.leave_unpaid(army, 10)
    expect(rules.lose_unpaid("british")):to_be(5)
    expect(rules.total(sides.french)):to_be(5)
    expect(rules.total(sides.allied)):to_be(0)
  end)

  it("11.6-short: what is lost of them; without any nothing", function ()
    ground.begin {}
    local army = ground.force("british", 60, "F2")
    expect(rules.lose_unpaid "british"):to_be(0)
    rules.leave_unpaid(army, 7)
    expect(rules.lose_unpaid "dutch"):to_be(0)
    expect(rules.lose_unpaid "british"):to_be(4)                         -- half of 7 is 3.5
    expect(army.sp):to_be(56)
    expect(army.unpaid):to_be(0)
  end)

  it("11.6-short: the command; nobody leaves unpaid what he has not", function ()
    local t = upkeep {}
    local army = ground.force("british", 20, "F2")
    t.command "unpaid british force sp 6"
    expect(army.unpaid):to_be(6)
    expect(rules.upkeep("british").total):to_be(14)
    expect(function () t.command "unpaid british force sp 21" end):to_refuse "11.6-short"
    t.command "unpaid british force sp 4"
    expect(rules.upkeep("british").total):to_be(16)
    expect(function () rules.leave_unpaid(army, 21) end):to_raise "british force has 20 british SP"
    expect(function () rules.leave_unpaid(army, 1, "dutch") end):to_raise "british force has 0 dutch SP"
    t.command "unpaid british force sp 20"
    expect(rules.upkeep("british").total):to_be(0)
  end)

  it("11.6-short: of another nation in a force, when it is named", function ()
    local t = upkeep {}
    local army = ground.force("british", 20, "F2")
    rules.add_sp(army, 5, "northern")
    t.command "unpaid british force sp 3 of northern"
    expect(army.unpaid):to_be(0)
    expect(rules.upkeep("northern").total):to_be(2)
    expect(rules.upkeep("british").total):to_be(20)
    expect(function () t.command "unpaid british force sp 6 of northern" end):to_refuse "11.6-short"
    expect(function () t.command "unpaid british force sp 1 of dutch" end):to_refuse "11.6-short"
    expect(function () rules.leave_unpaid(army, 6, "northern") end):to_raise "british force has 5 northern SP"
  end)

  it("11.6-order: what the EP reach for after all, as others were disbanded, is maintained", function ()
    for disbanded, left in pairs { [4] = 2, [9] = 0, [6] = 0, [5] = 1 } do   -- of 6 that were left for 24 EP
      local t = ground.begin {}
      local army = ground.force("british", 30 - disbanded, "F2")
      local corps = ground.force("british", disbanded, "F3", { name = "Corps", size = "detachment" })
      local britain = ground.treasury("british", 24)
      rules.leave_unpaid(army, 6)
      rules.disband(corps)
      pay(sides.allied)
      expect(army.sp):to_be(30 - disbanded - (left + 1) // 2)
      expect(britain.ep):to_be(math.max(disbanded - 6, 0))
      expect(rules.total(sides.french)):to_be((left + 1) // 2)
      expect(t.notes):to_contain(left .. " british SP of british force are not maintained")
    end
  end)

  it("11.6-order: of the first force on, each by its own treasury, and nothing where nothing is to spare", function ()
    ground.begin {}
    local one, two = ground.force("british", 10, "F2", { name = "One" }), ground.force("british", 10, "F2", { name = "Two" })
    local dutch = ground.force("dutch", 10, "F3")
    local britain = ground.treasury("british", 14)
    ground.treasury("dutch", 7)
    rules.leave_unpaid(one, 3)
    rules.leave_unpaid(two, 3)
    rules.leave_unpaid(dutch, 3)
    britain.ep = 18
    rules.maintain_again "british"
    expect(one.unpaid):to_be(0)
    expect(two.unpaid):to_be(2)
    expect(dutch.unpaid):to_be(3)
    britain.ep = 17
    rules.maintain_again "british"
    expect(two.unpaid):to_be(2)
    rules.add_sp(two, 5, "northern")
    rules.leave_unpaid(two, 4, "northern")
    ground.treasury("northern", 3)
    rules.maintain_again "northern"                                      -- of 4 that it left
    expect(all("contingent", { force = two })[1].unpaid):to_be(2)
    expect(two.unpaid):to_be(2)
  end)

  it("11.6-order: of another nation by what its own treasury has", function ()
    ground.begin {}
    local army = ground.force("british", 20, "F2")
    rules.add_sp(army, 5, "northern")
    local allies = ground.treasury("northern", 5)
    expect(function () rules.leave_unpaid(army, 1, "northern") end):to_refuse "11.6-order"
    allies.ep = 4
    ground.treasury("british", 20)
    rules.leave_unpaid(army, 1, "northern")
    expect(all("contingent", { force = army })[1].unpaid):to_be(1)
    local other = ground.force("french", 20, "B2", { name = "Theirs" })
    rules.add_sp(other, 5, "spanish")
    ground.treasury("french", 24)
    rules.leave_unpaid(other, 1, "spanish")                              -- France pays for them
    expect(rules.upkeep("french").total):to_be(24)
  end)

  it("11.6-order: who can pay must: no more SP are left than the EP do not reach for", function ()
    ground.begin {}
    local army = ground.force("british", 30, "F2")
    ground.treasury("british", 24)
    ground.treasury("dutch", 50)
    expect(function () rules.leave_unpaid(army, 7) end):to_refuse "11.6-order"
    rules.leave_unpaid(army, 6)
    expect(army.unpaid):to_be(6)
    expect(function () rules.leave_unpaid(army, 7) end):to_refuse "11.6-order"
    rules.leave_unpaid(army, 2)                                          -- less may be
    expect(army.unpaid):to_be(2)
    all("treasury", { nation = "british" })[1].ep = 30
    rules.leave_unpaid(army, 1)                                          -- whatever has come in since
    expect(army.unpaid):to_be(1)
    all("treasury", { nation = "british" })[1].ep = 24
    rules.leave_unpaid(army, 6)
    expect(army.unpaid):to_be(6)
    local dutch = ground.force("dutch", 30, "F3")
    rules.leave_unpaid(dutch, 0)                                         -- none at all always
    expect(function () rules.leave_unpaid(dutch, 1) end):to_refuse "11.6-order"
  end)

  it("11.6-order: what is maintained is paid when upkeep ends, all that is left can be spent", function ()
    local t = ground.begin {}
    ground.force("british", 20, "F2")
    local britain, france = ground.treasury("british", 40), ground.treasury("french", 7)
    pay(sides.allied)
    expect(britain.ep):to_be(20)
    expect(france.ep):to_be(7)
    expect(t.notes):to_contain "Britain pays 20 EP for upkeep"
  end)

  it("11.4: when upkeep begins income comes in, to what was saved", function ()
    local t = ground.begin { options = { allied_places = "choice" } }
    local breda = ground.fortress("allied", "Breda", "F2", 1, 4, { value = 1, value_allied = 1 })
    ground.fortress("french", "Munich", "K2", 0, 0, { value = 10, value_allied = 5 })
    local army = ground.force("french", 20, "B2", { unpaid = 4 })
    local bavarian = ground.force("bavarian", 20, "B2")
    rules.add_sp(bavarian, 4, "french")
    all("contingent", { force = bavarian })[1].unpaid = 2
    local france = ground.treasury("french", 3)
    game.actor = sides.french
    rules.begin_upkeep()
    expect(france.ep):to_be(13)
    expect(breda.pays):to_be ""                                          -- the Allies say that in their own upkeep
    expect(t.notes):to_contain "Treasury of french: 10 come in, 13 EP in all; to maintain everything costs 44"
    expect(#all "treasury"):to_be(1)
    expect(army.unpaid):to_be(0)
    expect(all("contingent", { force = bavarian })[1].unpaid):to_be(0)
  end)

  it("11.4: to each Ally's own; a treasury that was none is one then", function ()
    ground.begin {}
    local britain = ground.treasury("british", 3)
    ground.fortress("allied", "Amsterdam", "F1", 1, 4, { value = 20, value_allied = 40 })
    game.actor = sides.allied
    rules.begin_upkeep()
    expect(britain.ep):to_be(53)
    expect(rules.ep_of "dutch"):to_be(40)
    expect(rules.ep_of "austrian"):to_be(20)
    expect(rules.ep_of "northern"):to_be(20)
    expect(rules.ep_of "french"):to_be(0)
    expect(rules.ep_of_side(sides.allied)):to_be(133)
  end)

  it("11.6-save: garrisons and works are free", function ()
    ground.begin {}
    ground.fortress("allied", "Breda", "F2", 1, 4, { extra = 6, nation = "dutch" })
    create("work", { name = "Line", side = sides.allied, nation = "dutch", type = "line", sp = 1,
      place = map.hex "F3" })
    expect(rules.upkeep("dutch").total):to_be(0)
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
    local t = upkeep {}
    local army = ground.force("british", 20, "F2", {}, { "Marlborough" })
    ground.train("british", "Train", "F2")
    ground.force("french", 20, "B2")
    ground.train("french", "Theirs", "B2")
    for _, line in ipairs { "disband french force", "scrap Theirs" } do
      expect(function () t.command(line) end):to_refuse "11.6-order"
    end
    expect(function () t.command "unpaid french force sp 1" end):to_refuse "11.6-short"
    t.command "disband british force"
    t.command "scrap Train"
    expect(army.alive):to_be(false)
    expect(#all("train", { side = sides.allied })):to_be(0)
    expect(ground.leader "Marlborough".post):to_be "pool"
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.6-order, 13.5-50: the Dutch do not disband below 50 SP in their four countries", function ()
    for sp, refused in pairs { [49] = true, [50] = false } do
      ground.begin {}
      ground.force("dutch", sp - 10, "F2", { name = "Home" })
      ground.force("dutch", 10, nil, { name = "Wintering" })
      ground.force("dutch", 30, "I2", { name = "Away" })
      local corps = ground.force("dutch", 10, "F3", { name = "Corps" })
      local function disband() rules.disband(corps) end
      if refused then expect(disband):to_refuse "13.5-50" else disband() end
      expect(corps.alive):to_be(refused)
    end
    ground.begin { options = { dutch = false } }
    local corps = ground.force("dutch", 10, "F3")
    rules.disband(corps)
    expect(corps.alive):to_be(false)
  end)
end)

describe("11.4: building", function ()
  it("11.4: a new army costs 5 EP and 2 a SP, a detachment its SP, a train 10", function ()
    ground.begin {}
    local france = ground.treasury("french", 100)
    local army = rules.raise(sides.french, "army", "french", 20)
    expect(france.ep):to_be(55)
    expect(army.sp):to_be(20)
    expect(army.name):to_be "French 1st Army"
    expect(army.size):to_be "army"
    expect(army.place):to_be(nil)
    expect(rules.raise(sides.french, "detachment", "spanish", 10).size):to_be "detachment"
    expect(france.ep):to_be(35)
    local train = rules.equip(sides.french, "bavarian")
    expect(train.name):to_be "Bavarian 1st Siege Train"
    expect(train.nation):to_be "bavarian"
    expect(france.ep):to_be(25)
    expect(function () rules.raise(sides.french, "detachment", "french", 16) end):to_refuse "5.4"
    expect(function () rules.raise(sides.french, "army", "french", 11) end):to_refuse "11.4"
    expect(function () rules.raise(sides.french, "army", "dutch", 1) end):to_refuse "11.4"
    rules.raise(sides.french, "army", "french", 10)                      -- the last 25
    expect(france.ep):to_be(0)
  end)

  it("11.4: new armies and trains are called by nation and number, the first that is free of their kind", function ()
    ground.begin {}
    local called = { french = "French", bavarian = "Bavarian", spanish = "Spanish", british = "British", dutch = "Dutch",
      austrian = "Imperial", northern = "Northern" }
    game.season = 1703
    for nation, name in pairs(called) do
      local side = rules.side_of_nation(nation)
      rules.pay_in(rules.payer(nation), 55)
      expect(rules.raise(side, "army", nation, 20).name):to_be(name .. " 1st Army")
      expect(rules.equip(side, nation).name):to_be(name .. " 1st Siege Train")
    end
    rules.pay_in("dutch", 60)
    ground.force("dutch", 10, "F2", { name = "Dutch 3rd Army" })
    for _, number in ipairs { "2nd", "4th", "5th" } do
      expect(rules.raise(sides.allied, "army", "dutch", 1).name):to_be("Dutch " .. number .. " Army")
    end
    for _, number in ipairs { "2nd", "3rd" } do
      expect(rules.equip(sides.allied, "dutch").name):to_be("Dutch " .. number .. " Siege Train")
    end
  end)

  it("11.4: each Ally builds with what is his own", function ()
    ground.begin {}
    local army = ground.force("dutch", 20, "F2")
    local britain, states = ground.treasury("british", 60), ground.treasury("dutch", 6)
    expect(function () rules.recruit(army, 4) end):to_refuse "11.4"
    expect(function () rules.equip(sides.allied, "dutch") end):to_refuse "11.4"
    expect(function () rules.raise(sides.allied, "detachment", "dutch", 4) end):to_refuse "11.4"
    expect(states.ep):to_be(6)
    rules.recruit(army, 3)
    expect(states.ep):to_be(0)
    rules.raise(sides.allied, "detachment", "british", 5)
    rules.equip(sides.allied, "british")
    expect(britain.ep):to_be(40)
  end)

  it("11.4: the commands", function ()
    local t = ground.begin { phase = "building_second" }
    game.interphase = true
    local army = ground.force("dutch", 20, "F2")
    local britain, states = ground.treasury("british", 60), ground.treasury("dutch", 10)
    local austria = ground.treasury("austrian", 9)
    t.command "recruit dutch force sp 3"
    expect(army.sp):to_be(23)
    t.command "raise detachment of austrian sp 4"
    expect(#all("force", { nation = "austrian", sp = 4 })):to_be(1)
    t.command "equip british"
    expect(britain.ep):to_be(50)
    expect(states.ep):to_be(4)
    expect(austria.ep):to_be(1)
  end)

  it("11.4, 5.4: a detachment has 15 SP at most, raised or recruited; an army what it can pay", function ()
    ground.begin {}
    local corps = ground.force("dutch", 13, "F2", { size = "detachment" })
    local army = ground.force("dutch", 20, "F3", { name = "Army" })
    ground.treasury("dutch", 200)
    expect(function () rules.recruit(corps, 3) end):to_refuse "5.4"
    rules.recruit(corps, 2)
    expect(corps.sp):to_be(15)
    rules.recruit(army, 30)
    expect(army.sp):to_be(50)
    expect(rules.raise(sides.allied, "detachment", "dutch", 15).sp):to_be(15)
    expect(function () rules.raise(sides.allied, "detachment", "dutch", 16) end):to_refuse "5.4"
    expect(rules.raise(sides.allied, "army", "dutch", 16).sp):to_be(16)
  end)

  it("11.4, F.north: Northern Allies are raised for the years in which they are there, others in all", function ()
    ground.begin {}
    local wanted = { [1703] = true, [1704] = true, [1705] = false, [1707] = false, [1708] = true, [1709] = false,
      [1710] = true }
    for season, there in pairs(wanted) do
      game.season = season
      expect(rules.may_raise "northern"):to_be(there)
      expect(rules.may_raise "dutch"):to_be(true)
    end
  end)

  it("11.4, 8.1-brit20: a new British army has 20 SP, a detachment may have fewer", function ()
    ground.begin {}
    ground.treasury("british", 100)
    ground.treasury("dutch", 100)
    expect(function () rules.raise(sides.allied, "army", "british", 19) end):to_refuse "8.1-brit20"
    rules.raise(sides.allied, "army", "british", 20)
    rules.raise(sides.allied, "detachment", "british", 3)
    rules.raise(sides.allied, "army", "dutch", 3)
    expect(#all "force"):to_be(3)
  end)

  it("11.4: who is out of the war raises nothing", function ()
    ground.begin {}
    for _, nation in ipairs { "austrian", "northern", "british" } do ground.treasury(nation, 50) end
    game.austria_lost = true
    expect(function () rules.raise(sides.allied, "detachment", "austrian", 1) end):to_refuse "11.4"
    expect(function () rules.equip(sides.allied, "austrian") end):to_raise "austrian raises nothing for Allied now"
    game.season = 1705                                                   -- no Northern Allies in 1706
    expect(function () rules.raise(sides.allied, "detachment", "northern", 1) end):to_refuse "11.4"
    game.season = 1710
    rules.raise(sides.allied, "detachment", "british", 1)
    game.season = 1711                                                   -- the Tories' year
    expect(function () rules.raise(sides.allied, "detachment", "british", 1) end):to_refuse "11.4"
    local army = ground.force("british", 12, "F2")
    expect(function () rules.recruit(army, 1) end):to_refuse "11.4"
  end)
end)
