-- SPDX-License-Identifier: GPL-3.0-or-later
-- 1, 4.3, 5.2, 5.4, 8.1: forces and nationalities, losses, splitting, absorbing, acting together.

local countries = require "examples.countries"

local function taken(parts)
  local list = {}
  for i, part in ipairs(parts) do list[i] = part.taken end
  return list
end

describe("1: forces", function ()
  it("F.force: who is at a place, and how strong", function ()
    countries.begin {}
    local british = countries.army("british", 20)
    local dutch = countries.army("dutch", 42)
    local french = countries.army("french", 60)
    countries.army("austrian", 9, { at = "E3" })
    expect(rules.forces_at(map.hex "E2", sides.allied)):to_equal { british, dutch }
    expect(rules.forces_at(map.hex "E2")):to_equal { british, dutch, french }
    expect(rules.enemies_at(sides.allied, map.hex "E2")):to_equal { french }
    expect(rules.enemies_at(sides.french, map.hex "E2")):to_equal { british, dutch }
    expect(rules.strength(british)):to_be(20)
    expect(rules.strength { british, dutch }):to_be(62)
  end)

  it("F.force: who leaves play gives his leaders to the pool, and his magazines are gone", function ()
    countries.begin {}
    local army = countries.army("french", 60, { leaders = { "Villeroi", "Marsin" } })
    local magazine = create("magazine", { side = sides.french, nation = "french", army = army,
      place = map.hex "E2" })
    rules.add_sp(army, 5, "spanish")
    rules.remove_force(army, "an example")
    expect(army.alive):to_be(false)
    expect(magazine.alive):to_be(false)
    expect(#all "contingent"):to_be(0)
    expect(#all("leader", { post = "pool" })):to_be(2)
  end)

  it("F.force: strength is in whole SP and never below zero", function ()
    countries.begin {}
    local army = countries.army("french", 3)
    expect(function () army.sp = -1 end):to_raise "sp"
  end)
end)

describe("C.split: losses among forces and nations", function ()
  it("C.split: 6 SP of 20 British and 42 Dutch are 2 and 4 (E1: the source prints 10 and 42)", function ()
    countries.begin {}
    local british, dutch = countries.army("british", 20), countries.army("dutch", 42)
    expect(taken(rules.shares({ british, dutch }, 6))):to_equal { 2, 4 }
    expect(rules.take_sp({ british, dutch }, 6)):to_be(6)
    expect(british.sp):to_be(18)
    expect(dutch.sp):to_be(38)
  end)

  it("C.split: of 10 and 52 they are 1 and 5 (E1)", function ()
    countries.begin {}
    local list = { countries.army("british", 10), countries.army("dutch", 52) }
    expect(taken(rules.shares(list, 6))):to_equal { 1, 5 }
  end)

  it("C.split: so among the nations in a force", function ()
    countries.begin {}
    local army = countries.army("dutch", 42)
    rules.add_sp(army, 20, "northern")
    expect(army.sp):to_be(62)
    expect(taken(rules.shares(army, 6))):to_equal { 4, 2 }
    rules.take_sp(army, 6)
    expect(rules.sp_of_nation(army, "dutch")):to_be(38)
    expect(rules.sp_of_nation(army, "northern")):to_be(18)
    expect(rules.sp_of_nation(army, "british")):to_be(0)
  end)

  it("C.split: what is over goes to the largest fractions, the first of equal ones", function ()
    countries.begin {}
    local a, b, c = countries.army("british", 10), countries.army("dutch", 10), countries.army("austrian", 10)
    expect(taken(rules.shares({ a, b, c }, 1))):to_equal { 1, 0, 0 }     -- thirds
    expect(taken(rules.shares({ a, b, c }, 2))):to_equal { 1, 1, 0 }
    b.sp = 11                                                            -- 10/31, 11/31, 10/31
    expect(taken(rules.shares({ a, b, c }, 1))):to_equal { 0, 1, 0 }
    b.sp, c.sp = 25, 7                                                   -- of 42: 2.86, 7.14, 2.00
    expect(taken(rules.shares({ a, b, c }, 12))):to_equal { 3, 7, 2 }
  end)

  it("C.split: nobody loses more than he has, and who has none left leaves play", function ()
    countries.begin {}
    local a, b = countries.army("british", 3, { leaders = { "Webb" } }), countries.army("dutch", 2)
    expect(rules.take_sp({ a, b }, 9)):to_be(5)
    expect(a.alive):to_be(false)
    expect(b.alive):to_be(false)
    expect(all("leader", { name = "Webb" })[1].post):to_be "pool"
    expect(rules.take_sp({ countries.army("austrian", 5) }, 0)):to_be(0)
  end)

  it("C.split: one nation alone gives up SP; a contingent without any is gone", function ()
    countries.begin {}
    local army = countries.army("dutch", 42)
    rules.add_sp(army, 5, "northern")
    rules.add_sp(army, 2, "northern")
    rules.add_sp(army, 1, "dutch")
    rules.add_sp(army, 0, "austrian")
    expect(rules.take_nation(army, 7, "northern")):to_be(7)
    expect(army.sp):to_be(43)
    expect(#all "contingent"):to_be(0)
    expect(function () rules.take_nation(army, 1, "northern") end):to_refuse "C.split"
    expect(function () rules.take_nation(army, 44, "dutch") end):to_refuse "C.split"
    rules.take_nation(army, 43, "dutch")
    expect(army.alive):to_be(false)
  end)
end)

describe("4.3: splitting", function ()
  it("4.3: Villeroi moves 3 MP and splits; La Motte is drawn, fails on 2, and has 5 MP (E23)", function ()
    local t = countries.begin { active = "french", dice = { { 4, 3 }, "La Motte", { 1, 1 } } }
    local first = countries.army("french", 60, { name = "French 1st Army", leaders = { "Villeroi" } })
    countries.pool(t, "La Motte")
    rules.activate(first)
    expect(first.active):to_be(true)                       -- AV 7 on a 7
    rules.pay(first, 3, "4.2-cost")
    t.command "split French 1st Army sp 10"
    local new = all("force", { size = "detachment" })[1]
    expect(new.name):to_be "French Detachment 1"
    expect(new.sp):to_be(10)
    expect(first.sp):to_be(50)
    expect(new.place):to_be(first.place)
    expect(countries.names(rules.leaders_of(new))):to_equal { "La Motte" }
    expect(rules.movement_left(new)):to_be(5)
    expect(new.active):to_be(false)
    rules.activate(new)
    expect(new.active):to_be(false)                        -- AV 8 on a 2
    rules.pay(first, 5, "4.2-cost")
    expect(first.spent):to_be(8)
  end)

  it("4.3: a detachment takes over debts, demoralisation and where its parent came from", function ()
    local t = countries.begin { active = "french", dice = { "Marsin" } }
    local army = countries.army("french", 60, { spent = 4, owed = 2, demoralised = 3, over = "minor",
      entered = map.hex "E3", attacked = true })
    countries.pool(t, "Marsin")
    local new = rules.split(army, 5)
    expect(new.spent):to_be(4)
    expect(new.owed):to_be(2)
    expect(new.demoralised):to_be(3)
    expect(new.over):to_be "minor"
    expect(new.entered):to_be(map.hex "E3")
    expect(new.attacked):to_be(true)
    expect(new.side):to_be(sides.french)
  end)

  it("4.3: at least 1 SP goes, at least 1 stays, and who is not on the map does not split", function ()
    countries.begin {}
    local army = countries.army("dutch", 12)
    expect(function () rules.split(army, 0) end):to_refuse "4.3"
    expect(function () rules.split(army, 12) end):to_refuse "4.3"
    expect(function () rules.split(army, 13) end):to_refuse "4.3"
    army.place = nil
    expect(function () rules.split(army, 2) end):to_refuse "4.3"
  end)

  it("4.3: only an active force of the active side splits, and there must be a leader for it", function ()
    local t = countries.begin { active = "french" }
    local army = countries.army("french", 60)
    countries.army("dutch", 60, { active = true })
    expect(function () t.command "split french army sp 5" end):to_refuse "4.1"
    army.active = true
    expect(function () t.command "split french army sp 5" end):to_refuse "5.1-pool"
    expect(function () t.command "split dutch army sp 5" end):to_refuse "4.3"
  end)

  it("4.3: detachments have names of their own", function ()
    local t = countries.begin { dice = { "Styrum", "Baden" } }
    local army = countries.army("austrian", 60)
    countries.pool(t, "Baden", "Styrum")
    expect(rules.split(army, 5).name):to_be "Imperial Detachment 1"
    expect(rules.split(army, 5).name):to_be "Imperial Detachment 2"
    expect(rules.detachment_name "bavarian"):to_be "Bavarian Detachment 1"
    expect(rules.detachment_name "spanish"):to_be "Spanish Detachment 1"
    expect(rules.detachment_name "northern"):to_be "Northern Detachment 1"
    expect(rules.detachment_name "british"):to_be "British Detachment 1"
    expect(rules.detachment_name "dutch"):to_be "Dutch Detachment 1"
  end)

  it("5.4: a detachment has at most 15 SP", function ()
    local t = countries.begin { dice = { "Tilly" } }
    local army = countries.army("dutch", 60)
    countries.pool(t, "Tilly")
    expect(function () rules.split(army, 16) end):to_refuse "5.4"
    expect(rules.most_detached(army, "dutch")):to_be(15)
    expect(rules.split(army, 15).sp):to_be(15)
    army.sp = 9
    expect(rules.most_detached(army, "dutch")):to_be(8)
  end)

  it("5.4: it does not grow beyond them", function ()
    countries.begin {}
    local one = countries.detachment("dutch", 10)
    local other = countries.detachment("dutch", 6, { name = "the other" })
    expect(function () rules.absorb(one, other) end):to_refuse "5.4"
    other.sp = 5
    rules.absorb(one, other)
    expect(one.sp):to_be(15)
  end)

  it("F.armysize: an army has no limit of its own", function ()
    countries.begin {}
    local army = countries.army("french", 200)
    rules.absorb(army, countries.army("french", 150, { name = "the other" }))
    expect(army.sp):to_be(350)
  end)

  it("8.1-detach, F.french: an Allied army detaches SP of its own nation alone", function ()
    countries.begin {}
    local army = countries.army("dutch", 40)
    rules.add_sp(army, 6, "british")                       -- as from a garrison (8.3)
    expect(function () rules.split(army, 3, "british") end):to_refuse "8.1-detach"
    expect(rules.most_detached(army, "british")):to_be(0)
    expect(rules.may_detach(army, "dutch")):to_be(true)
  end)

  it("F.french: the French side detaches whom it likes", function ()
    local t = countries.begin { active = "french", dice = { "Arco" } }
    local army = countries.army("french", 60)
    rules.add_sp(army, 8, "bavarian")
    countries.pool(t, "Arco")
    local new = rules.split(army, 8, "bavarian")
    expect(new.nation):to_be "bavarian"
    expect(new.name):to_be "Bavarian Detachment 1"
    expect(army.sp):to_be(60)
    expect(rules.most_detached(army, "bavarian")):to_be(0)
  end)

  it("F.french: a Bavarian army uses French SP, under a French leader", function ()
    local t = countries.begin { active = "french", dice = { "Marsin" } }
    local army = countries.army("bavarian", 20)
    rules.absorb(army, countries.detachment("french", 15))
    expect(army.sp):to_be(35)
    expect(rules.sp_of_nation(army, "french")):to_be(15)
    countries.pool(t, "Marsin")
    rules.draw_leader(army)
    expect(countries.names(rules.leaders_of(army))):to_equal { "Marsin" }
  end)

  it("8.1-brit20: a British army detaches down to 20 SP, but makes garrisons below", function ()
    countries.begin {}
    local army = countries.army("british", 26)
    expect(rules.most_detached(army, "british")):to_be(6)
    expect(function () rules.split(army, 7) end):to_refuse "8.1-brit20"
    expect(rules.may_give(army, 6)):to_be(true)
    expect(rules.may_give(army, 7)):to_be(false)
    expect(rules.may_give(army, 25, "garrison")):to_be(true)
  end)

  it("8.1-brit20: losses take it lower; others and British detachments have no floor", function ()
    countries.begin {}
    local army = countries.army("british", 24)
    rules.take_sp(army, 10)
    expect(army.sp):to_be(14)
    expect(rules.most_detached(army, "british")):to_be(0)
    expect(rules.may_give(countries.army("dutch", 20), 15)):to_be(true)
    expect(rules.may_give(countries.detachment("british", 12), 11)):to_be(true)
  end)

  it("8.1-brit20: nor is a British army taken in by another one (G56)", function ()
    countries.begin {}
    local army = countries.army("british", 40)
    local second = countries.army("british", 22, { name = "the other" })
    expect(function () rules.absorb(army, second) end)
      :to_refuse "8.1-brit20"
    rules.absorb(army, countries.detachment("british", 9))
    expect(army.sp):to_be(49)
  end)
end)

describe("4.3: absorbing", function ()
  it("4.3: SP come together; what either has spent stays spent", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 40, { spent = 2, owed = 3 })
    local other = countries.detachment("french", 9, { spent = 5, owed = 1, attacked = true })
    rules.absorb(army, other)
    expect(army.sp):to_be(49)
    expect(army.spent):to_be(5)
    expect(army.owed):to_be(3)
    expect(army.attacked):to_be(true)
    expect(other.alive):to_be(false)
  end)

  it("4.3: both are of one side and in one hex, and an army is not taken in by a detachment", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 10)
    local few = countries.detachment("french", 4)
    expect(function () rules.absorb(army, army) end):to_refuse "4.3"
    expect(function () rules.absorb(army, countries.detachment("dutch", 4)) end):to_refuse "4.3"
    expect(function () rules.absorb(few, army) end):to_refuse "4.3"
    few.place = map.hex "E3"
    expect(function () rules.absorb(army, few) end):to_refuse "4.3"
  end)

  it("4.3: one of the two is active, of the active side", function ()
    local t = countries.begin { active = "french" }
    local army = countries.army("french", 10)
    countries.detachment("french", 4)
    expect(function () t.command "absorb french detachment into french army" end):to_refuse "4.1"
    army.active = true
    t.command "absorb french detachment into french army"
    expect(army.sp):to_be(14)
    local dutch = countries.army("dutch", 30, { active = true })
    countries.detachment("dutch", 4)
    expect(function () t.command "absorb dutch detachment into dutch army" end):to_refuse "4.3"
    expect(dutch.sp):to_be(30)
  end)

  it("8.1-lead: Allied forces take in none of another nation", function ()
    countries.begin {}
    local army = countries.army("british", 40)
    expect(function () rules.absorb(army, countries.detachment("dutch", 4)) end):to_refuse "8.1-lead"
    expect(function () rules.absorb(army, countries.detachment("austrian", 4)) end):to_refuse "8.1-lead"
  end)

  it("F.north: any Allied army takes in Northern Allies, and they do not leave it again", function ()
    countries.begin {}
    for _, nation in ipairs { "british", "dutch", "austrian" } do
      local army = countries.army(nation, 40)
      rules.absorb(army, countries.detachment("northern", 12))
      expect(army.sp):to_be(52)
      expect(rules.sp_of_nation(army, "northern")):to_be(12)
      expect(function () rules.split(army, 3, "northern") end):to_refuse "F.north"
    end
    local few, northern = countries.detachment("dutch", 2), countries.detachment("northern", 2)
    expect(function () rules.absorb(few, northern) end):to_refuse "F.north"
  end)

  it("L.split, F.north-leader, 13.8: the leader of a force that is taken in goes to the pool; a prince does not", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 40, { leaders = { "Villars" } })
    rules.absorb(army, countries.detachment("french", 5, { leaders = { "de Coigne" } }))
    expect(countries.names(rules.leaders_of(army))):to_equal { "Villars" }
    expect(countries.names(all("leader", { post = "pool" }))):to_equal { "de Coigne" }
    rules.absorb(army, countries.detachment("french", 5, { leaders = { "Burgundy" } }))
    expect(countries.names(rules.leaders_of(army))):to_equal { "Villars", "Burgundy" }
    expect(countries.names(rules.commanders(army))):to_equal { "Burgundy" }
  end)

  it("L.split: he takes over a force that has no leader; an engineer comes along", function ()
    countries.begin {}
    local army = countries.army("dutch", 40, { lost_leader = 1 })
    rules.absorb(army, countries.detachment("dutch", 5, { leaders = { "Tilly", "Coehoorn" } }))
    expect(#rules.leaders_of(army)):to_be(2)
    expect(army.lost_leader):to_be(0)                      -- he fills the post
    rules.absorb(army, countries.detachment("dutch", 5, { leaders = { "Dopff" } }))
    expect(all("leader", { name = "Dopff" })[1].post):to_be "pool"
  end)

  it("F.north-leader: the Imperial leader of Northern Allies becomes co-commander (G55)", function ()
    countries.begin {}
    local army = countries.army("british", 40, { leaders = { "Marlborough" } })
    rules.absorb(army, countries.detachment("northern", 12, { leaders = { "Hesse" } }))
    expect(countries.names(rules.commanders(army))):to_equal { "Marlborough", "Hesse" }
    expect(rules.command_av(army, "move")):to_be(8)        -- (9 + 7) / 2
    expect(rules.command_modifier(army).total):to_be(2)    -- 3/2
  end)

  it("L.split, F.north-leader: not where Northern Allies take in Northern Allies", function ()
    countries.begin {}
    local army = countries.army("northern", 20, { leaders = { "Hesse" } })
    rules.absorb(army, countries.detachment("northern", 12, { leaders = { "Baden" } }))
    expect(countries.names(rules.commanders(army))):to_equal { "Hesse" }
  end)

  it("C.dem-red2: a quarter of the force shortens demoralisation, 6 of 23 (E3)", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 23, { demoralised = 3 })
    rules.absorb(army, countries.detachment("french", 5))
    expect(army.demoralised):to_be(3)
    army.sp = 23
    rules.absorb(army, countries.detachment("french", 6, { name = "six" }))
    expect(army.demoralised):to_be(2)
  end)

  it("C.dem-red2: demoralised SP shorten nothing, and pass it on where they are the stronger", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 12, { demoralised = 1 })
    rules.absorb(army, countries.detachment("french", 12, { demoralised = 4 }))
    expect(army.demoralised):to_be(1)
    rules.absorb(army, countries.army("french", 25, { name = "the other", demoralised = 4 }))
    expect(army.demoralised):to_be(4)
  end)
end)

describe("5.2: acting together", function ()
  it("5.2-join: two armies of a nation activate on one roll and act together", function ()
    local t = countries.begin { active = "french", dice = { { 4, 4 } } }
    local first = countries.army("french", 40, { leaders = { "Villars" } })
    local second = countries.army("french", 30, { name = "second", leaders = { "Marsin" } })
    t.command "join second with french army"
    expect(rules.acting(first)):to_equal { first, second }
    expect(rules.acting(second)):to_equal { second, first }
    rules.activate(first)                                  -- (9 + 7) / 2 = 8, on an 8
    expect(first.active and second.active):to_be(true)
  end)

  it("5.2-join: a force by itself acts by itself, and so do those in other hexes", function ()
    countries.begin {}
    local army = countries.army("dutch", 40)
    expect(rules.acting(army)):to_equal { army }
    local other = countries.army("british", 40)
    local third = countries.army("austrian", 40)
    rules.join(other, army)
    rules.join(third, other)                               -- with the same leading force
    expect(rules.acting(army)):to_equal { army, other, third }
    expect(third.joined):to_be(army)
    other.place = map.hex "E3"
    expect(rules.acting(army)):to_equal { army, third }
    expect(rules.acting(other)):to_equal { other }
  end)

  it("5.2-join: not with itself, an enemy, another hex, or twice", function ()
    countries.begin {}
    local army = countries.army("dutch", 40)
    local other = countries.army("british", 40)
    expect(function () rules.join(army, army) end):to_refuse "5.2-join"
    expect(function () rules.join(army, countries.army("french", 40)) end):to_refuse "5.2-join"
    local far = countries.army("austrian", 40, { at = "E3" })
    expect(function () rules.join(army, far) end):to_refuse "5.2-join"
    rules.join(army, other)
    expect(function () rules.join(other, army) end):to_refuse "5.2-join"
  end)

  it("5.2-join: who has failed to activate joins nobody; both must be active, or neither", function ()
    local t = countries.begin {}
    local army = countries.army("dutch", 40)
    local other = countries.army("british", 40, { tried = 1 })
    expect(function () rules.join(army, other) end):to_refuse "5.2-join"
    army.active, army.tried = true, 1
    expect(function () t.command "join british army with dutch army" end):to_refuse "5.2-join"
    other.tried = 0
    expect(function () t.command "join british army with dutch army" end):to_refuse "5.2-sub"
    other.active, other.tried = true, 1
    t.command "join british army with dutch army"
    expect(other.joined):to_be(army)
    countries.army("french", 9)
    countries.army("french", 9, { name = "another" })
    expect(function () t.command "join french army with another" end):to_refuse "5.2-join"
  end)

  it("5.2-sub: a detachment is led by an army of its nation, and follows an active one", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 40, { active = true, tried = 1, leaders = { "Villars" } })
    local few = countries.detachment("french", 5, { leaders = { "de Coigne" } })
    rules.join(army, few)                                  -- the army leads whoever is named first
    expect(few.joined):to_be(army)
    expect(few.active):to_be(true)
    expect(few.tried):to_be(1)
    expect(rules.is_subordinate(few, { army, few })):to_be(true)
    expect(countries.names(rules.commanders { army, few })):to_equal { "Villars" }
    expect(rules.command_modifier({ army, few }).total):to_be(2)
  end)

  it("5.2-sub: a detachment that has failed does not follow, nor does an army", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 40, { active = true, tried = 1 })
    local few = countries.detachment("french", 5, { tried = 1 })
    expect(function () rules.join(few, army) end):to_refuse "5.2-join"
    local idle = countries.army("french", 9, { name = "idle" })
    expect(function () rules.join(idle, army) end):to_refuse "5.2-sub"
    expect(rules.is_subordinate(army, { army, few })):to_be(false)
  end)

  it("5.2-sub: the detachment's leader commands where the army has none", function ()
    countries.begin { active = "french" }
    local army = countries.army("french", 40)
    local few = countries.detachment("french", 5, { leaders = { "de Coigne" } })
    expect(countries.names(rules.commanders { army, few })):to_equal { "de Coigne" }
  end)

  it("5.2-sub, F.codet: and so he does when there are armies of other nations, whose leaders may not", function ()
    countries.begin {}
    local army = countries.army("british", 40)
    local few = countries.detachment("british", 5, { leaders = { "Webb" } })
    local other = countries.army("austrian", 20, { leaders = { "Eugene" } })
    expect(countries.names(rules.commanders { army, few, other })):to_equal { "Eugene", "Webb" }
    rules.enlist("Marlborough", army)
    expect(countries.names(rules.commanders { army, few, other })):to_equal { "Marlborough", "Eugene" }
  end)

  it("F.codet: a detachment of one nation with an army of another: both leaders count", function ()
    countries.begin {}
    local army = countries.army("british", 40, { leaders = { "Marlborough" } })
    local few = countries.detachment("dutch", 10, { leaders = { "Overkirk" } })
    expect(countries.names(rules.commanders { army, few })):to_equal { "Marlborough", "Overkirk" }
    expect(rules.command_modifier({ army, few }).total):to_be(2)
    expect(rules.is_subordinate(few, { army, few })):to_be(false)
  end)

  it("F.codet, F.north: Northern Allies serve under any Allied army", function ()
    countries.begin {}
    local army = countries.army("british", 40, { leaders = { "Marlborough" } })
    local few = countries.detachment("northern", 10, { leaders = { "Hesse" } })
    expect(countries.names(rules.commanders { army, few })):to_equal { "Marlborough" }
  end)

  it("L.split: those who are not active yet each activate by themselves", function ()
    local t = countries.begin { active = "french", dice = { { 4, 4 }, { 6, 6 } } }
    local first = countries.army("french", 40, { leaders = { "Villars" } })
    local second = countries.army("french", 30, { name = "second", leaders = { "Marsin" } })
    rules.join(second, first)
    t.command "separate second"
    expect(rules.acting(first)):to_equal { first }
    rules.activate(first)                                  -- 9 on an 8
    rules.activate(second)                                 -- 7 on a 12
    expect(first.active):to_be(true)
    expect(second.active):to_be(false)
  end)

  it("L.split: so when the leading force goes; who is active stays with the others for the turn", function ()
    local t = countries.begin { active = "french" }
    local first = countries.army("french", 40)
    local second = countries.army("french", 30, { name = "second" })
    expect(function () rules.separate(first) end):to_refuse "L.split"
    rules.join(second, first)
    rules.separate(first)
    expect(second.joined):to_be(nil)
    rules.join(second, first)
    first.active, second.active = true, true
    expect(function () t.command "separate second" end):to_refuse "5.2-join"
    countries.army("dutch", 9)
    expect(function () t.command "separate dutch army" end):to_refuse "L.split"
  end)

  it("5.2-join: who is absorbed acts no more, and those that acted with him act with the other", function ()
    countries.begin { active = "french" }
    local first = countries.army("french", 40)
    local second = countries.army("french", 30, { name = "second" })
    rules.join(second, first)
    rules.absorb(first, second)
    expect(rules.acting(first)):to_equal { first }
    local third = countries.army("french", 20, { name = "third" })
    local fourth = countries.army("french", 20, { name = "fourth" })
    rules.join(fourth, third)
    rules.absorb(first, third)                             -- those that acted with it act with the other
    expect(rules.acting(first)):to_equal { first, fourth }
  end)

  it("L.split: joint command ends when the next Activity Phase of the side begins", function ()
    countries.begin { active = "french" }
    local first = countries.army("french", 40)
    local second = countries.army("french", 30, { name = "second" })
    rules.join(second, first)
    rules.begin_activity()
    expect(rules.acting(first)):to_equal { first }
    expect(second.joined):to_be(nil)
  end)
end)

describe("What must hold", function ()
  it("5.4: a detachment of 16 SP is an error", function ()
    local t = countries.begin { invariants = false }
    local few = countries.detachment("dutch", 15)
    expect(t.broken()):to_equal {}
    few.sp = 16
    expect(t.broken()[1]):to_contain "dutch detachment has 16 SP"
    expect(#t.broken()):to_be(1)
  end)

  it("C.split: so are contingents larger than their force, of its own nation, or of none", function ()
    local t = countries.begin { invariants = false }
    local army = countries.army("dutch", 15)
    rules.add_sp(army, 3, "british")
    expect(t.broken()):to_equal {}
    army.sp = 2
    expect(t.broken()[1]):to_contain "the contingents of dutch army have more than its 2 SP"
    army.sp = 18
    local contingent = all("contingent")[1]
    contingent.sp = 19
    expect(t.broken()[1]):to_contain "more than its 18 SP"
    expect(#t.broken()):to_be(2)                           -- of the force, and of the contingent
    contingent.sp, contingent.nation = 3, "dutch"
    expect(t.broken()[1]):to_contain "of its own nation"
    contingent.force = nil
    expect(t.broken()[1]):to_contain "with no force"
  end)


  it("I.sides: every nation is on its side", function ()
    countries.begin {}
    for _, nation in ipairs { "french", "bavarian", "spanish" } do
      expect(countries.army(nation, 1).side):to_be(sides.french)
    end
    for _, nation in ipairs { "british", "dutch", "austrian", "northern" } do
      expect(countries.army(nation, 1).side):to_be(sides.allied)
    end
  end)
end)
