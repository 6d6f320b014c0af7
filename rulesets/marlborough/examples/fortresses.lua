-- SPDX-License-Identifier: GPL-3.0-or-later
-- FT, 6.5, 8.3: fortresses, garrisons, lines and strongpoints.

local ground = require "examples.siege_ground"

describe("FT.class: fortresses", function ()
  it("FT.class: a fortress, its class and printed garrison; who may not pass", function ()
    ground.begin {}
    local lille = ground.fortress("french", "Lille", 1, 6)
    expect(rules.fortress_at(map.hex "E4")):to_be(lille)
    expect(rules.fortress_at(map.hex "E5")):to_be(nil)
    expect(rules.class_of(lille)):to_be(1)
    expect(rules.garrison(lille)):to_be(6)
    expect(rules.hostile_fortress(sides.allied, map.hex "E4")):to_be(lille)
    expect(rules.hostile_fortress(sides.french, map.hex "E4")):to_be(nil)
    lille.intrinsic = 0
    expect(rules.hostile_fortress(sides.allied, map.hex "E4")):to_be(nil)
  end)

  it("FT.class: an open city has no garrison", function ()
    ground.begin {}
    local munich = ground.fortress("french", "Munich", 0, 0)
    expect(rules.class_of(munich)):to_be(0)
    expect(rules.garrison_room(munich)):to_be(0)
    expect(rules.hostile_fortress(sides.allied, map.hex "E4")):to_be(nil)
  end)
end)

describe("6.5: garrisons", function ()
  it("6.5: twice the printed garrison may be added: Antwerp 10, Tournai 12", function ()
    ground.begin {}
    local antwerp = ground.fortress("french", "Antwerp", 1, 5)
    expect(rules.garrison_room(antwerp)):to_be(10)
    antwerp.extra = 6
    expect(rules.garrison_room(antwerp)):to_be(4)
    local tournai = ground.fortress("french", "Tournai", 1, 6, { extra = 10, place = map.hex "B2" })
    expect(rules.garrison(tournai)):to_be(16)
    expect(rules.garrison_room(tournai)):to_be(2)          -- 6 + 12 = 18 at most (E21)
  end)

  it("6.5: a force leaves SP, as a command", function ()
    local t = ground.begin {}
    local antwerp = ground.fortress("french", "Antwerp", 1, 5)
    local army = ground.force("french", "french", 20)
    t.command 'garrison "french force" 6'
    expect(antwerp.extra):to_be(6)
    expect(antwerp.nation):to_be "french"
    expect(army.sp):to_be(14)
    expect(function () rules.leave_garrison(army, 5) end):to_refuse "6.5"    -- there is room for 4
    army.active = false
    expect(function () rules.leave_garrison(army, 1) end):to_refuse "4.3"
    expect(rules.total(sides.allied)):to_be(0)             -- nobody is lost
  end)

  it("6.5: what the printed garrison lacks is filled first", function ()
    ground.begin {}
    local place = ground.fortress("french", "Place", 1, 5, { intrinsic = 3 })
    local army = ground.force("french", "french", 20)
    rules.leave_garrison(army, 4)
    expect(place.intrinsic):to_be(5)
    expect(place.extra):to_be(2)
  end)

  it("6.5, C.split: of a force of two nations both go in, pro rata, and the larger part gives the nation", function ()
    ground.begin { active = "allied" }
    local place = ground.fortress("allied", "Place", 1, 5)
    local army = ground.force("allied", "dutch", 4, { size = "army" })
    rules.add_sp(army, 16, "northern")
    rules.leave_garrison(army, 5)                          -- 1 Dutch, 4 Northern
    expect(place.extra):to_be(5)
    expect(place.nation):to_be "northern"
    expect(rules.sp_of_nation(army, "dutch")):to_be(3)
    expect(rules.sp_of_nation(army, "northern")):to_be(12)
    place.intrinsic, place.extra, place.nation = 4, 0, ""
    rules.leave_garrison(army, 5)                          -- the Dutch SP fills the printed garrison
    expect(place.intrinsic):to_be(5)
    expect(place.extra):to_be(4)
    expect(place.nation):to_be "northern"
  end)

  it("6.5: who is there first gives it among equals; it is told who counts as another", function ()
    local t = ground.begin { active = "allied" }
    local place = ground.fortress("allied", "Place", 1, 5)
    rules.add_garrison(place, 3, "dutch")
    rules.add_garrison(place, 3, "british")
    expect(place.nation):to_be "dutch"
    rules.add_garrison(place, 1, "austrian")
    expect(place.nation):to_be "dutch"
    expect(place.extra):to_be(7)
    expect(#t.notes):to_be(2)
    expect(t.notes):to_contain "3 british SP count as dutch in Place"
    local other = ground.fortress("allied", "Other", 1, 5, { extra = 1, nation = "dutch", place = map.hex "B2" })
    rules.add_garrison(other, 2, "austrian")
    expect(other.nation):to_be "austrian"
    expect(t.notes):to_contain "1 dutch SP count as austrian in Other"
  end)

  it("6.5: not in an enemy place, nor with the enemy before it, nor what the force has not", function ()
    ground.begin {}
    local place = ground.fortress("allied", "Place", 1, 5)
    local army = ground.force("french", "french", 4)
    expect(function () rules.leave_garrison(army, 1) end):to_refuse "6.5"
    place.side = sides.french
    expect(function () rules.leave_garrison(army, 5) end):to_refuse "6.5"
    ground.force("allied", "dutch", 4)
    expect(function () rules.leave_garrison(army, 1) end):to_refuse "4.5"
  end)

  it("6.5, SG.leader: a whole force may go in; its leader is in the pool, or commands the garrison", function ()
    local t = ground.begin {}
    local place = ground.fortress("french", "Place", 1, 5)
    local army = ground.force("french", "french", 4, { name = "one" })
    local leader = ground.leader(army, { "Villars", 9, 2 })
    rules.leave_garrison(army, 4)
    expect(army.alive):to_be(false)
    expect(leader.post):to_be "pool"
    local other = ground.force("french", "french", 3, { name = "two" })
    local second = ground.leader(other, { "Boufflers", 7, 1 })
    expect(function () rules.leave_garrison(other, 2, second) end):to_refuse "5.1-lead"
    t.command "garrison two 3 commander Boufflers"
    expect(second.post):to_be "garrison"
    expect(rules.leaders_inside(place)):to_equal { second }
    expect(place.extra):to_be(7)
  end)

  it("8.3: a force takes in added garrison, whatever its nation; the printed one stays", function ()
    local t = ground.begin { active = "allied" }
    local place = ground.fortress("allied", "Ostend", 2, 3, { extra = 5, nation = "dutch" })
    local british = ground.force("allied", "british", 20, { name = "British army" })
    t.command 'muster "British army" garrison 2'
    expect(british.sp):to_be(22)
    expect(place.extra):to_be(3)
    expect(rules.sp_of_nation(british, "dutch")):to_be(2)
    expect(function () rules.muster_garrison(british, 4) end):to_refuse "8.3"       -- 3 are left
    t.command 'muster "British army" garrison'
    expect(british.sp):to_be(25)
    expect(place.intrinsic):to_be(3)
    expect(function () rules.muster_garrison(british) end):to_refuse "8.3"
    place.extra, british.active = 2, false
    expect(function () rules.muster_garrison(british) end):to_refuse "4.3"
  end)

  it("13.8: a prince stays with his force: he goes into a fortress with all of it alone, at its head", function ()
    local t = ground.begin {}
    local place = ground.fortress("french", "Place", 1, 5)
    local army = ground.force("french", "french", 8)
    local orleans = ground.leader(army, { "Orleans", 7, 0 }, { supreme = true })
    ground.leader(army, { "Boufflers", 7, 1 })
    expect(function () rules.leave_garrison(army, 3, orleans) end):to_refuse "13.8"
    expect(function () rules.leave_garrison(army, 8) end):to_refuse "13.8"
    t.command "garrison french force 8 commander Orleans"
    expect(orleans.inside):to_be(place)
    expect(orleans.post):to_be "garrison"
  end)

  it("13.8: without the rule for princes he may stay or go like others", function ()
    ground.begin { options = { supreme = "none" } }
    local place = ground.fortress("french", "Place", 1, 5)
    local army = ground.force("french", "french", 8)
    local orleans = ground.leader(army, { "Orleans", 7, 0 }, { supreme = true })
    ground.leader(army, { "Boufflers", 7, 1 })
    rules.leave_garrison(army, 3, orleans)
    expect(orleans.inside):to_be(place)
  end)

  it("8.3, SG.leader: a detachment takes in as much as it may have (5.4), and the leader", function ()
    ground.begin {}
    local place = ground.fortress("french", "Place", 1, 5, { extra = 4, nation = "french" })
    local force = ground.force("french", "french", 13, { size = "detachment" })
    expect(function () rules.muster_garrison(force, 3) end):to_refuse "5.4"
    rules.muster_garrison(force)
    expect(force.sp):to_be(15)
    expect(place.extra):to_be(2)
    local leader = ground.leader(place, { "Boufflers", 7, 1 }, { nation = "french" })
    force.sp = 10
    rules.muster_garrison(force)
    expect(leader.force):to_be(force)
    expect(leader.inside):to_be(nil)
    expect(place.nation):to_be ""                          -- nobody's SP are left in it
  end)

  it("8.3, FT.line, FT.strong: lines and strongpoints are taken in too", function ()
    local t = ground.begin {}
    local force = ground.force("french", "french", 13, { name = "force" })
    create("work", { name = "Line", side = sides.french, nation = "bavarian", type = "line",
      place = map.hex "E4", sp = 1 })
    create("work", { name = "Redoubt", side = sides.french, nation = "bavarian", type = "strongpoint",
      place = map.hex "E4", sp = 2 })
    t.command "muster force line"
    t.command "muster force strongpoint"
    expect(force.sp):to_be(16)
    expect(#all "work"):to_be(0)
    expect(function () rules.muster_work(force, "line") end):to_refuse "8.3"
  end)
end)

describe("What must hold", function ()
  it("6.5: more than twice the printed garrison beside it is an error", function ()
    local t = ground.begin { invariants = false }
    local place = ground.fortress("french", "Place", 1, 5, { extra = 10 })
    expect(t.broken()):to_equal {}
    place.extra = 11
    expect(t.broken()[1]):to_contain "Place has a garrison of 16 SP"
  end)

  it("SG.leader: so is a leader in no place, or in one of the enemy", function ()
    local t = ground.begin { invariants = false }
    local place = ground.fortress("allied", "Place", 1, 5)
    local leader = ground.leader(place, { "Webb", 7, 1 })
    expect(t.broken()):to_equal {}
    place.side = sides.french
    expect(t.broken()[1]):to_contain "Webb commands no garrison of his side"
    place.side, leader.post = sides.allied, "pool"
    expect(t.broken()[1]):to_contain "Webb commands no garrison of his side"
  end)
end)

describe("FT.line, FT.strong: works", function ()
  it("FT.line: a line costs 7 MP and 1 SP, and may stand with a fortress", function ()
    local t = ground.begin {}
    ground.fortress("french", "Place", 1, 5)
    local force = ground.force("french", "french", 10, { name = "force", spent = 1 })
    t.command "build force line"
    expect(force.sp):to_be(9)
    expect(rules.movement_left(force)):to_be(0)
    local works = rules.works_at(map.hex "E4", sides.french)
    expect(#works):to_be(1)
    expect(works[1].sp):to_be(1)
    expect(works[1].name):to_be "Line at E4"
    expect(works[1].nation):to_be "french"
    expect(#rules.works_at(map.hex "E4", sides.allied)):to_be(0)
    expect(#rules.works_at(map.hex "E4")):to_be(1)
    expect(rules.total(sides.allied)):to_be(0)             -- its SP is not lost
  end)

  it("FT.line: not with less than 7 MP, without activation, a second one, or by the last SP", function ()
    ground.begin {}
    local force = ground.force("french", "french", 10, { spent = 2 })
    expect(function () rules.build(force, "line") end):to_refuse "4.2-save"
    force.spent, force.active = 0, false
    expect(function () rules.build(force, "line") end):to_refuse "4.1"
    force.active, force.sp = true, 1
    expect(function () rules.build(force, "line") end):to_refuse "FT.line"
    force.sp = 10
    rules.build(force, "line")
    force.spent = 0
    expect(function () rules.build(force, "line") end):to_refuse "FT.line"
  end)

  it("FT.strong: a strongpoint costs 8 MP and 2 SP (G30)", function ()
    ground.begin {}
    local force = ground.force("french", "french", 10)
    local work = rules.build(force, "strongpoint")
    expect(work.sp):to_be(2)
    expect(work.name):to_be "Strongpoint at E4"
    expect(force.sp):to_be(8)
    expect(rules.movement_left(force)):to_be(0)
  end)

  it("FT.strong: under the switch (G30) 1 SP", function ()
    ground.begin { options = { strongpoint_sp = 1 } }
    local force = ground.force("french", "french", 10)
    expect(rules.build(force, "strongpoint").sp):to_be(1)
    expect(force.sp):to_be(9)
  end)

  it("FT.strong: never with a fortress, nor next to another strongpoint; 7 MP are not enough", function ()
    ground.begin {}
    local force = ground.force("french", "french", 10, { spent = 1 })
    expect(function () rules.build(force, "strongpoint") end):to_refuse "4.2-save"
    force.spent = 0
    local place = ground.fortress("french", "Place", 2, 2)
    expect(function () rules.build(force, "strongpoint") end):to_refuse "FT.strong"
    eliminate(place)
    local near = create("work", { name = "other", side = sides.allied, nation = "dutch", type = "strongpoint",
      place = map.hex "E5", sp = 2 })
    expect(function () rules.build(force, "strongpoint") end):to_refuse "FT.strong"
    near.type = "line"                                     -- a line next to it does not matter
    ground.fortress("french", "City", 0, 0)                -- nor an open city, which is no fortress
    expect(rules.build(force, "strongpoint").type):to_be "strongpoint"
  end)

  it("FT.strong: two hexes away another may stand", function ()
    ground.begin {}
    local force = ground.force("french", "french", 10)
    create("work", { name = "other", side = sides.french, nation = "french", type = "strongpoint",
      place = map.hex "E6", sp = 2 })
    expect(rules.build(force, "strongpoint").sp):to_be(2)
  end)
end)

describe("FT.dismantle: open cities", function ()
  -- Menin, 1st class, 5: taken from the French in turn 3, 5 Allied SP in it.
  local function menin(turn, options)
    local t = ground.begin { active = "allied", turn = turn, options = options }
    local place = ground.fortress("french", "Menin", 1, 5, { side = sides.allied, captured = 3 })
    rules.score_place(sides.allied, place)
    return place, ground.force("allied", "british", 20, { name = "army" }), t
  end

  it("FT.when: only in the turn after the capture", function ()
    for _, turn in ipairs { 3, 5 } do
      local _, army = menin(turn)
      expect(function () rules.dismantle(army) end):to_refuse "FT.when"
    end
    ground.begin { turn = 1 }
    ground.fortress("french", "Lille", 1, 6)               -- never captured
    local army = ground.force("french", "french", 20)
    expect(function () rules.dismantle(army) end):to_refuse "FT.when"
  end)

  it("FT.dismantle, FT.when: in that turn, for 8 MP (G31); the garrison joins the force", function ()
    local place, army = menin(4)
    rules.dismantle(army)
    expect(rules.movement_left(army)):to_be(0)
    expect(rules.class_of(place)):to_be(0)
    expect(rules.garrison(place)):to_be(0)
    expect(army.sp):to_be(25)
  end)

  it("FT.dismantle, 8.3: what was added to the garrison joins too, and keeps its nation", function ()
    local place, army = menin(4)
    place.extra, place.nation = 3, "dutch"
    rules.dismantle(army)
    expect(rules.garrison(place)):to_be(0)
    expect(army.sp):to_be(28)
    expect(rules.sp_of_nation(army, "dutch")):to_be(3)
    expect(place.nation):to_be ""
  end)

  it("FT.dismantle: as commands", function ()
    local place, army, t = menin(4)
    t.command "dismantle army"
    expect(rules.class_of(place)):to_be(0)
    army.spent = 0
    t.command "restore army"
    expect(rules.class_of(place)):to_be(1)
  end)

  it("FT.dismantle: under the switch (G31) 7 MP", function ()
    local _, army = menin(4, { dismantle_mp = 7 })
    rules.dismantle(army)
    expect(rules.movement_left(army)):to_be(1)
  end)

  it("FT.dismantle: 7 MP are not enough, nor a force that is not active", function ()
    local _, army = menin(4)
    army.spent = 1
    expect(function () rules.dismantle(army) end):to_refuse "4.2-save"
    army.active = false
    expect(function () rules.dismantle(army) end):to_refuse "4.1"
  end)

  it("FT.dismantle: the place scores as the open city that it is now, 1 in place of 3 + 5", function ()
    local _, army = menin(4)
    expect(rules.total(sides.allied)):to_be(8)
    rules.dismantle(army)
    expect(rules.total(sides.allied)):to_be(1)
  end)

  it("FT.dismantle: restored for 8 MP, with a garrison of the force, at its full value", function ()
    local place, army = menin(4)
    rules.dismantle(army)
    army.spent = 0
    expect(function () rules.dismantle(army) end):to_refuse "FT.dismantle"
    rules.restore(army)
    expect(rules.movement_left(army)):to_be(0)
    expect(rules.class_of(place)):to_be(1)
    expect(place.intrinsic):to_be(5)
    expect(army.sp):to_be(20)
    expect(rules.total(sides.allied)):to_be(8)
    expect(function () rules.restore(army) end):to_refuse "FT.dismantle"
  end)
end)

describe("9.1: places without a garrison", function ()
  it("9.1, 4.9.3: who ends his phase in an open city of the enemy takes it, for 1 point", function ()
    ground.begin { active = "allied" }
    local munich = ground.fortress("french", "Munich", 0, 0)
    local army = ground.force("allied", "dutch", 10)
    rules.occupy_places(sides.allied)
    expect(munich.side):to_be(sides.allied)
    expect(rules.garrison(munich)):to_be(0)
    expect(army.sp):to_be(10)
    expect(rules.total(sides.allied)):to_be(1)
  end)

  it("9.1, 4.9.3: not one with a garrison, nor with enemy forces there", function ()
    ground.begin { active = "allied" }
    local place = ground.fortress("french", "Place", 2, 2)
    local army = ground.force("allied", "dutch", 10)
    rules.occupy_places(sides.allied)
    expect(place.side):to_be(sides.french)
    place.intrinsic = 0
    local french = ground.force("french", "french", 3)
    rules.occupy_places(sides.allied)
    expect(place.side):to_be(sides.french)
    rules.remove_force(french)
    rules.occupy_places(sides.allied)                      -- an empty fortress gets a garrison
    expect(place.side):to_be(sides.allied)
    expect(place.intrinsic):to_be(2)
    expect(army.sp):to_be(8)
  end)
end)
