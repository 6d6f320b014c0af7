-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.8: redeployment and leaders.

local ground = require "examples.campaign_ground"

local function two_places()
  return ground.fortress("french", "Lille", "B2", 1, 6), ground.fortress("allied", "Breda", "J2", 1, 4)
end

describe("11.8: redeployment", function ()
  it("11.8: to any hex on the own side of the front, from wherever the force is", function ()
    local t = ground.begin { phase = "redeploy_second" }
    two_places()
    local army = ground.force("british", 20, nil)
    local train = ground.train("dutch", "Train")
    t.command "deploy british force to L4"
    expect(army.place):to_be(map.hex "L4")
    t.command "deploy british force to G3"
    expect(army.place):to_be(map.hex "G3")
    t.command "station Train to G3"
    expect(train.place):to_be(map.hex "G3")
    expect(function () t.command "deploy british force to C2" end):to_refuse "11.8"
    expect(function () t.command "station Train to C2" end):to_refuse "11.8"
    ground.force("dutch", 10, nil, { name = "Dutch" })
    expect(function () t.command "deploy Dutch to L4" end):to_refuse "13.5-50"
    expect(function () rules.deploy(army, map.place "Austria") end):to_refuse "11.8"
  end)

  it("11.8: not where the enemy is, nor with his forces", function ()
    local t = ground.begin { phase = "redeploy_second" }
    two_places()
    ground.force("dutch", 20, nil)
    ground.force("french", 20, "G3")
    expect(function () t.command "deploy dutch force to G3" end):to_refuse "11.8"
    expect(function () t.command "deploy french force to B2" end):to_refuse "11.8"
    create("work", { name = "Line", side = sides.french, nation = "french", type = "line", sp = 1,
      place = map.hex "J2" })                                              -- left in what is Allied now
    expect(function () t.command "deploy dutch force to J2" end):to_refuse "11.8"
    expect(rules.deploy_bar(sides.allied, map.hex "J2")):to_be "the enemy is in {place}"
  end)

  it("11.8: new works cost no EP, but SP of the force", function ()
    local t = ground.begin { phase = "redeploy_second" }
    two_places()
    local army = ground.force("dutch", 20, "H2")
    local states = ground.treasury("dutch", 7)
    t.command "fortify dutch force line"
    expect(army.sp):to_be(19)
    t.command "fortify dutch force strongpoint"
    expect(army.sp):to_be(17)
    expect(#rules.works_at(map.hex "H2", sides.allied)):to_be(2)
    expect(states.ep):to_be(7)
    expect(function () t.command "fortify dutch force line" end):to_refuse "FT.line"
  end)

  it("11.8: they are called after their hex; not off the map, nor for the last SP", function ()
    ground.begin {}
    two_places()
    local army, corps = ground.force("dutch", 20, "H2"), ground.force("dutch", 2, "K2", { size = "detachment" })
    expect(rules.fortify(army, "line").name):to_be "Line at H2"
    expect(rules.fortify(army, "strongpoint").name):to_be "Strongpoint at H2"
    expect(function () rules.fortify(corps, "strongpoint") end):to_raise "has not the 2 SP"
    rules.fortify(corps, "line")
    army.place = nil
    expect(function () rules.fortify(army, "line") end):to_refuse "11.8"
    army.place = map.place "Austria"
    expect(function () rules.fortify(army, "line") end):to_refuse "11.8"
  end)

  it("11.8: who is refused is told why", function ()
    ground.begin {}
    two_places()
    local army = ground.force("dutch", 20, "H2", {}, { "Overkirk" })
    ground.force("dutch", 50, nil, { name = "At home" })
    local work = rules.fortify(army, "strongpoint")
    expect(function () rules.deploy(army, map.hex "B2") end):to_raise "side of the front"
    expect(function () rules.deploy(army, map.place "Austria") end):to_raise "off the map"
    expect(function () rules.fortify(army, "strongpoint") end):to_raise "there is a strongpoint in H2"
    expect(function () rules.relocate(work, map.hex "B2") end):to_raise "side of the front"
    expect(function () rules.relocate(work, map.hex "J2") end):to_raise "may not stand with a fortress"
    work = rules.fortify(army, "line")
    ground.force("dutch", 20, "H3", { name = "More" })
    rules.fortify(all("force", { name = "More" })[1], "line")
    expect(function () rules.relocate(work, map.hex "H3") end):to_raise "there is a line in H3"
    expect(function () rules.assign(ground.leader "Overkirk", army) end):to_raise "Overkirk is with dutch force already"
    army.place = nil
    expect(function () rules.fortify(army, "line") end):to_raise "dutch force is not on the map"
    ground.leader "Overkirk".bound = true
    expect(function () rules.dismiss(ground.leader "Overkirk") end):to_raise "has been drawn in this interphase"
    expect(function () rules.assign(ground.leader "Overkirk", army) end):to_raise "has been drawn in this interphase"
  end)

  it("11.8: nobody lifts what is not his, nor into a force without room (5.4)", function ()
    ground.begin {}
    two_places()
    local corps = ground.force("dutch", 14, "H2", { size = "detachment" })
    local function work(side, kind, sp)
      return create("work", { name = side .. kind, side = sides[side], nation = "", type = kind, sp = sp,
        place = map.hex "I2" })
    end
    expect(function () rules.lift(work("french", "line", 1), corps) end):to_refuse "11.8"
    expect(function () rules.lift(work("allied", "strongpoint", 2), corps) end):to_refuse "5.4"
    rules.lift(work("allied", "line", 1), corps)
    expect(corps.sp):to_be(15)
    expect(rules.sp_of_nation(corps, "dutch")):to_be(15)
  end)

  it("11.8: old ones are laid anew in another hex, by the rules of their building", function ()
    local t = ground.begin { phase = "redeploy_second" }
    two_places()
    ground.force("dutch", 50, nil, { name = "At home" })
    local function work(kind, at, sp)
      return create("work", { name = kind .. " " .. at, side = sides.allied, nation = "dutch", type = kind, sp = sp,
        place = map.hex(at) })
    end
    local line, redoubt, other = work("line", "H2", 1), work("strongpoint", "H3", 2), work("strongpoint", "K3", 2)
    t.command "relocate \"line H2\" to J2"                               -- a fortress
    expect(line.place):to_be(map.hex "J2")
    t.command "relocate \"strongpoint H3\" to H4"                        -- next to where it was
    expect(redoubt.name):to_be "Strongpoint at H4"                     -- another may be laid at H3
    expect(redoubt.place):to_be(map.hex "H4")
    expect(redoubt.sp):to_be(2)
    local function refused(what, to, id)
      expect(function () t.command(("relocate %q to %s"):format(what, to)) end):to_refuse(id)
    end
    refused("Strongpoint at H4", "J2", "FT.strong")
    refused("Strongpoint at H4", "K2", "FT.strong")                         -- next to the other one
    refused("Line at J2", "B2", "11.8")
    work("line", "L3", 1)
    refused("Line at J2", "L3", "FT.line")
    expect(line.place):to_be(map.hex "J2")
    create("work", { name = "Theirs", side = sides.french, nation = "french", type = "line", sp = 1,
      place = map.hex "C2" })
    refused("Theirs", "D2", "11.8")
    expect(other.place):to_be(map.hex "K3")
  end)

  it("11.8, 13.5-50: 50 Dutch SP are deployed in their four countries, if there are as many", function ()
    for sp, refused in pairs { [49] = true, [50] = false } do
      ground.begin {}
      ground.fortress("allied", "Mainz", "I2", 1, 4)
      ground.force("dutch", sp, nil, { name = "Home" })
      local corps = ground.force("dutch", 10, nil, { name = "Corps" })
      local function deploy() rules.deploy(corps, map.hex "I2") end
      if refused then expect(deploy):to_refuse "13.5-50" else deploy() end
      expect(corps.place == nil):to_be(refused)
      rules.deploy(corps, map.hex "H3")                                  -- Cologne is one of them
      expect(corps.place):to_be(map.hex "H3")
    end
  end)

  it("11.8, 13.5-50: not counting who is elsewhere already, nor others; with the option off none", function ()
    ground.begin {}
    ground.fortress("allied", "Mainz", "I2", 1, 4)
    ground.fortress("allied", "Breda", "G2", 1, 4, { extra = 5, nation = "dutch" })
    ground.force("dutch", 40, "I3", { name = "Away" })
    ground.force("dutch", 45, "G2", { name = "Home" })
    local corps = ground.force("dutch", 4, "I2", { name = "Corps" })
    local british = ground.force("british", 20, nil)
    rules.deploy(corps, map.hex "I3")                                    -- it was outside before
    rules.deploy(ground.train("dutch", "Train"), map.hex "I3")           -- no SP
    rules.deploy(british, map.hex "I3")
    rules.deploy(corps, map.hex "G2")
    rules.deploy(corps, map.hex "I3")                                    -- 50 stay
    all("fortress", { name = "Breda" })[1].extra = 4
    rules.deploy(corps, map.hex "G2")
    expect(function () rules.deploy(corps, map.hex "I3") end):to_refuse "13.5-50"
    british.place = nil
    all("force", { name = "Home" })[1].sp = 40
    expect(rules.gives_up_home(british, map.hex "I3")):to_be(false)      -- it has no Dutch SP
    rules.add_sp(british, 3, "dutch")
    expect(rules.gives_up_home(british, map.hex "I3")):to_be(true)
    ground.begin { options = { dutch = false } }
    ground.fortress("allied", "Mainz", "I2", 1, 4)
    local alone = ground.force("dutch", 10, nil)
    rules.deploy(alone, map.hex "I2")
    expect(alone.place):to_be(map.hex "I2")
  end)

  it("11.8, 13.5-50: nor do Dutch works, or the SP of them, where fewer than 50 would be left", function ()
    for home, refused in pairs { [49] = true, [50] = false } do
      ground.begin {}
      ground.fortress("allied", "Mainz", "I2", 1, 4)
      ground.fortress("allied", "Breda", "G2", 1, 4)
      local near, wintering = ground.force("dutch", home - 10, "G3", { name = "Near" }), ground.force("dutch", 10, nil)
      local dutch, british = ground.force("dutch", 20, "I3", { name = "Far" }), ground.force("british", 20, "I3")
      local function line(at, nation)
        return create("work", { name = nation .. " line", side = sides.allied, nation = nation, type = "line", sp = 1,
          place = map.hex(at) })
      end
      local work = line("G3", "dutch")                                   -- one of 50, or 51
      local function told(f, ...)
        local args = { ... }
        local function run() f(table.unpack(args)) end
        if refused then
          expect(run):to_refuse "13.5-50"
          expect(run):to_raise "fewer than 50 Dutch SP would be left"
        else run() end
      end
      told(rules.relocate, work, map.hex "J3")
      expect(work.place):to_be(map.hex(refused and "G3" or "J3"))
      rules.relocate(work, map.hex "H3")                                 -- Cologne
      rules.lift(line("G2", "british"), dutch)
      rules.relocate(line("G2", "british"), map.hex "J3")
      told(rules.lift, work, dutch)
      expect(work.alive):to_be(refused)
      if not refused then work = line("H3", "dutch") end
      told(rules.lift, work, british)
      if not refused then work = line("H3", "dutch") end
      rules.lift(work, wintering)                                        -- who is off the map may come home
      rules.lift(line("G2", "dutch"), near)
      rules.lift(line("I3", "dutch"), dutch)                             -- not from home
      expect(near.sp):to_be(home - 9)
    end
  end)

  it("11.8, 13.5-50: who is off the map in the end goes where 50 stay, or anywhere where there is no such place",
    function ()
      ground.begin {}
      game.actor = sides.allied
      ground.fortress("allied", "Mainz", "I2", 1, 4)
      local breda = ground.fortress("allied", "Breda", "G2", 1, 4)
      local army = ground.force("dutch", 40, nil, { camp = map.hex "J2" })
      local train = ground.train("dutch", "Train")
      local theirs = ground.force("french", 10, nil)
      train.camp = map.hex "J2"
      rules.end_redeployment()
      expect(army.place):to_be(breda.place)
      expect(train.place):to_be(map.hex "I2")
      expect(theirs.place):to_be(nil)
      eliminate(breda)
      army.place = nil
      rules.end_redeployment()
      expect(army.place):to_be(map.hex "I2")
    end)

  it("11.8: old ones are given up, and their SP join a force", function ()
    local t = ground.begin { phase = "redeploy_second" }
    two_places()
    local army = ground.force("dutch", 20, "H2")
    local work = create("work", { name = "Line", side = sides.allied, nation = "british", type = "line",
      place = map.hex "I2", sp = 1 })
    t.command "lift Line into \"dutch force\""
    expect(work.alive):to_be(false)
    expect(army.sp):to_be(21)
    expect(rules.sp_of_nation(army, "british")):to_be(1)
  end)

  it("11.8: who is off the map when it ends comes where his owner says", function ()
    ground.begin { answers = { "J2" } }
    two_places()
    ground.fortress("allied", "Grave", "K3", 2, 3)
    local army = ground.force("dutch", 20, nil)
    game.actor = sides.allied
    rules.end_redeployment()
    expect(army.place):to_be(map.hex "J2")
  end)

  it("11.8: else near to where it left the map, where there is room for it", function ()
    ground.begin { active = "allied" }
    two_places()
    ground.fortress("allied", "Grave", "K3", 2, 3)
    local army = ground.force("dutch", 30, "K4")
    game.winter_from, game.month, game.half = 10, 6, 1
    rules.retire(army)
    expect(army.place):to_be(nil)
    local havens = rules.havens(sides.allied)
    expect(rules.usual_place(army, havens)):to_be(map.hex "K3")
    ground.force("british", 40, "K3")                                    -- 70 SP are too many there
    expect(rules.usual_place(army, havens)):to_be(map.hex "J2")
  end)

  it("11.8: fed is who just finds room; of places as near the first one; not where the enemy is", function ()
    ground.begin {}
    local _, breda = two_places()
    local grave = ground.fortress("allied", "Grave", "K3", 2, 3)
    local havens = rules.havens(sides.allied)
    expect(#havens):to_be(2)
    local train = ground.train("british", "Train")
    local army = ground.force("british", 20, nil)
    expect(rules.usual_place(army, havens)):to_be(breda.place)
    expect(rules.usual_place(train, havens)):to_be(breda.place)
    army.camp, train.camp = grave.place, grave.place
    ground.force("dutch", 30, "K3")                                      -- 50 in all is the limit with a magazine
    expect(rules.usual_place(army, havens)):to_be(grave.place)
    ground.force("dutch", 1, "K3", { name = "One" })
    expect(rules.usual_place(army, havens)):to_be(breda.place)
    expect(rules.usual_place(train, havens)):to_be(grave.place)
    local more = ground.force("dutch", 14, "K3", { name = "More" })      -- 45, and a train is 5 (ST.train)
    expect(rules.usual_place(train, havens)):to_be(grave.place)
    more.sp = 15
    expect(rules.usual_place(train, havens)):to_be(breda.place)
    ground.force("french", 5, "J2")
    expect(#rules.havens(sides.allied)):to_be(1)
  end)

  it("11.8: magazines are laid when redeployment ends", function ()
    ground.begin {}
    two_places()
    local army = ground.force("british", 20, "J2")
    game.actor = sides.allied
    rules.end_redeployment()
    expect(#rules.magazines_of(army)):to_be(1)
  end)

  it("11.8: an army has its primary magazine within reach in the spring", function ()
    ground.begin {}
    two_places()
    local army = ground.force("dutch", 20, "J2")
    local enemy = ground.force("french", 20, "B2")
    rules.lay_winter_magazines(sides.allied)
    expect(#rules.magazines_of(enemy)):to_be(0)
    local magazines = rules.magazines_of(army)
    expect(#magazines):to_be(1)
    expect(magazines[1].place):to_be(map.hex "J2")
    army.place = map.hex "H2"                                            -- 2 MP: it stays where it is
    rules.lay_winter_magazines(sides.allied)
    expect(rules.magazines_of(army)[1].place):to_be(map.hex "J2")
    army.place = map.hex "C2"
    rules.lay_winter_magazines(sides.allied)
    expect(#rules.magazines_of(army)):to_be(1)
    expect(rules.magazines_of(army)[1].place):to_be(map.hex "C2")
    rules.lay_winter_magazines(sides.french)
    expect(rules.magazines_of(enemy)[1].place):to_be(map.hex "B2")
  end)

  it("11.8: a primary one, of armies on the map and of nobody else", function ()
    local t = ground.begin {}
    two_places()
    local army = ground.force("dutch", 20, "J2")
    ground.force("dutch", 10, "J2", { name = "Corps", size = "detachment" })
    ground.force("dutch", 20, nil, { name = "Off the map" })
    ground.force("french", 20, "Austria")
    local secondary = create("magazine", { name = "Secondary", side = sides.allied, nation = "dutch", army = army,
      grade = "secondary", place = map.hex "J2" })
    rules.lay_winter_magazines(sides.allied)
    rules.lay_winter_magazines(sides.french)
    expect(secondary.alive):to_be(false)
    expect(#all "magazine"):to_be(1)
    expect(rules.magazines_of(army)[1].grade):to_be "primary"
    expect(t.notes):to_contain "dutch force has its primary magazine at J2"
  end)
end)

describe("11.8-lead: leaders", function ()
  it("11.8-lead: a force is named, a leader drawn blind for it, and he stays", function ()
    local dealt = { "Overkirk" }
    local t = ground.begin { phase = "leaders_second", dice = dealt }
    two_places()
    local army = ground.force("dutch", 20, "J2", {}, { "Slangenburg" })
    dealt[1] = rules.enlist "Overkirk"
    rules.enlist "Tilly"
    expect(function () rules.appoint(army) end):to_refuse "11.8-lead"
    t.command "dismiss Slangenburg"
    expect(ground.leader "Slangenburg".post):to_be "pool"
    t.command "appoint dutch force"
    local drawn = rules.leaders_of(army)[1]
    expect(drawn.name):to_be "Overkirk"                                  -- of three
    expect(function () rules.dismiss(drawn) end):to_refuse "11.8-lead"
  end)

  it("11.8-lead: a leader is sent to another force that he may lead, or comes out of a fortress", function ()
    local t = ground.begin { phase = "leaders_second" }
    two_places()
    local one = ground.force("dutch", 20, "J2", { name = "One" }, { "Overkirk", "Tilly" })
    local two = ground.force("dutch", 10, "H2", { name = "Two", lost_leader = 1 })
    local british = ground.force("british", 20, "H2", { name = "British" })
    local tilly = ground.leader "Tilly"
    tilly.relief = 2
    t.command "assign Tilly to Two"
    expect(tilly.force):to_be(two)
    expect(tilly.post):to_be "force"
    expect(tilly.relief):to_be(0)
    expect(two.lost_leader):to_be(0)
    expect(#rules.leaders_of(one)):to_be(1)
    expect(function () rules.assign(tilly, two) end):to_refuse "11.8-lead"
    expect(function () rules.assign(tilly, british) end):to_refuse "8.1-lead"
    local breda = all("fortress", { side = sides.allied })[1]
    tilly.post, tilly.force, tilly.inside = "garrison", nil, breda
    one.lost_leader = 2
    rules.assign(tilly, one)
    expect(one.lost_leader):to_be(1)
    one.lost_leader = 0
    tilly.post, tilly.force, tilly.inside = "garrison", nil, breda
    rules.dismiss(tilly)
    expect(tilly.inside):to_be(nil)
    tilly.post, tilly.force, tilly.inside = "garrison", nil, breda
    rules.assign(tilly, one)
    expect(tilly.force):to_be(one)
    expect(tilly.inside):to_be(nil)
    expect(one.lost_leader):to_be(0)
  end)

  it("11.8-lead: on the French side to forces of all its nations (F.french)", function ()
    ground.begin {}
    ground.force("french", 20, "B2", {}, { "Villars" })
    local spanish = ground.force("spanish", 10, "C2")
    rules.assign(ground.leader "Villars", spanish)
    expect(ground.leader "Villars".force):to_be(spanish)
  end)

  it("11.8-lead: nobody is taken from the pool by name, nor a captive", function ()
    ground.begin {}
    local army = ground.force("dutch", 20, "J2")
    local tilly = rules.enlist "Tilly"
    for _, post in ipairs { "pool", "captured" } do
      tilly.post = post
      if post == "captured" then rules.score_leader(tilly) end
      expect(rules.leader_bar(tilly)):to_be "11.8-lead"
      expect(function () rules.assign(tilly, army) end):to_refuse "11.8-lead"
      expect(function () rules.dismiss(tilly) end):to_refuse "11.8-lead"
    end
  end)

  it("11.8-lead: once a side has drawn a leader its others stay as well, the enemy's do not", function ()
    local dealt = { "Tilly" }
    ground.begin { dice = dealt }
    local one = ground.force("dutch", 20, "J2", { name = "One" }, { "Overkirk" })
    local two = ground.force("dutch", 10, "H2", { name = "Two", lost_leader = 1 })
    ground.force("french", 20, "B2", {}, { "Villars" })
    dealt[1] = rules.enlist "Tilly"
    local overkirk = ground.leader "Overkirk"
    expect(rules.leader_bar(overkirk)):to_be(nil)
    expect(rules.appoint(two)):to_be(ground.leader "Tilly")
    expect(two.lost_leader):to_be(0)
    expect(function () rules.dismiss(overkirk) end):to_refuse "11.8-lead"
    expect(function () rules.assign(overkirk, two) end):to_refuse "11.8-lead"
    expect(function () rules.assign(ground.leader "Tilly", one) end):to_refuse "11.8-lead"
    expect(overkirk.force):to_be(one)
    rules.dismiss(ground.leader "Villars")
    expect(ground.leader "Villars".post):to_be "pool"
  end)

  it("11.8-lead: a prince is not sent to another force (13.8)", function ()
    ground.begin {}
    ground.force("french", 20, "B2", {}, { "Luxembourg" })
    local other = ground.force("spanish", 10, "C2")
    expect(rules.leader_bar(ground.leader "Luxembourg")):to_be "13.8"
    expect(function () rules.assign(ground.leader "Luxembourg", other) end):to_refuse "13.8"
  end)

  it("11.8-lead: a prince is not sent to the pool (13.8)", function ()
    ground.begin {}
    ground.force("french", 20, "B2", {}, { "Luxembourg" })
    expect(function () rules.dismiss(ground.leader "Luxembourg") end):to_refuse "13.8"
  end)

  it("11.8-lead, 13.8-h: Villeroi is, even where he commands like a prince", function ()
    ground.begin { options = { supreme = "villeroi" } }
    ground.force("french", 20, "B2", {}, { "Villeroi" })
    expect(rules.is_supreme(ground.leader "Villeroi")):to_be(true)
    rules.dismiss(ground.leader "Villeroi")
    expect(ground.leader "Villeroi".post):to_be "pool"
  end)

  it("11.8-lead: there is nobody to draw from an empty pool", function ()
    ground.begin {}
    local army = ground.force("dutch", 20, "J2")
    expect(function () rules.appoint(army) end):to_refuse "11.8-lead"
  end)
end)
