-- SPDX-License-Identifier: GPL-3.0-or-later
-- 5 Sequence of Play, 16 Setting up the Game, 17 Victory Conditions.

local ground = require "examples.ground"

local function villages(more)
  local data = { map = ground { Mid = { village = true }, N0 = { village = true }, N3 = { village = true } } }
  for key, value in pairs(more) do data[key] = value end
  return data
end

describe("16 Setting up", function ()
  it("16 set-up FB: the forces of the rulebook", function ()
    local want = { french = { 3, 27, 10, 6 }, allied = { 2, 22, 14, 4 } }
    situation { map = ground() }
    for key, list in pairs(want) do
      for i, kind in ipairs { "command", "infantry", "cavalry", "artillery" } do
        expect(charts.forces:at(key, kind)):to_be(list[i])
      end
    end
  end)

  it("16 set-up FB: a set-up with other forces is wrong, and says how", function ()
    situation { map = ground(), foot = "french infantry at Mid" }
    expect(rules.strength_of(sides.french).infantry):to_be(1)
    expect(rules.wrong_forces(sides.french)):to_contain "0 command units, rule 16 gives it 3"
    expect(rules.wrong_set_up()):to_contain "rule 16 gives it"
  end)

  it("16 set-up FB: complete forces are right", function ()
    local data = { map = ground(), invariants = false }
    for kind, count in pairs { command = 3, infantry = 27, cavalry = 10, artillery = 6 } do
      for i = 1, count do data[kind .. i] = "french " .. kind .. " at Mid" end
    end
    situation(data)
    expect(rules.wrong_forces(sides.french)):to_be(nil)
    expect(rules.wrong_forces(sides.allied)):to_contain "Allied"
  end)

  it("16 set-up Allied: infantry and cavalry on central hexes, artillery and the other side as they like", function ()
    local t = situation { map = ground(), foot = "allied infantry at Mid/3", horse = "allied cavalry at Mid",
      guns = "allied artillery at Mid/1", general = "allied command at N0/1",
      other = "french infantry at N3/2", marshal = "french command at N3", invariants = false }
    expect(rules.wrong_place(t.foot)):to_contain "central hex"
    expect(rules.wrong_place(t.horse)):to_be(nil)
    expect(rules.wrong_place(t.guns)):to_be(nil)
    expect(rules.wrong_place(t.general)):to_contain "central hex"
    expect(rules.wrong_place(t.other)):to_be(nil)
    expect(rules.wrong_place(t.marshal)):to_be(nil)
    t.horse.place = nil
    expect(rules.wrong_place(t.horse)):to_contain "not on the board"
  end)

  it("16 set-up Allied: nobody begins in an area where the enemy does", function ()
    local t = situation { map = ground(), invariants = false, foot = "allied infantry at Mid",
      general = "french command at Mid", guns = "french artillery at N0/3" }
    expect(rules.wrong_place(t.foot)):to_contain "both sides"
    expect(rules.wrong_place(t.general)):to_contain "both sides"
    expect(rules.wrong_place(t.guns)):to_be(nil)
  end)

  it("16 first move, length: the units are counted before the first turn", function ()
    situation { map = ground(), foot = "allied infantry at Mid", horse = "allied cavalry at N0",
      guns = "allied artillery at Mid/1", general = "allied command at N0" }
    rules.muster()
    expect(sides.allied.mustered):to_be(2)
    expect(sides.french.mustered):to_be(0)
    expect(sides.allied.banks):to_be(2)                    -- the only bank there is, number 1
  end)

  it("2.3: nobody is ever on a bank of the Danube where his side did not begin", function ()
    local borders = {}
    for i = 0, 5 do borders[i + 1] = { "Mid", "N" .. i, danube = true } end
    local t = situation { map = ground { borders = borders }, invariants = false,
      foot = "allied infantry at N3", foe = "french infantry at N0" }
    rules.muster()
    expect(#t.broken()):to_be(0)
    t.foot.place = map.hex "N5/C"                          -- round the lake that Mid is now
    expect(#t.broken()):to_be(0)
    t.foot.place = map.hex "Mid/C"
    expect(t.broken()[1]):to_contain "other bank of the Danube"
  end)

  it("10.4, 16 special: units in play and losses make up what was there at the start", function ()
    local t = situation { map = ground(), invariants = false, foot = "allied infantry at N3" }
    rules.muster()
    sides.allied.lost = 1
    expect(t.broken()[1]):to_contain "do not make up"
    rules.lose_unit(t.foot)
    sides.allied.lost = 1
    expect(#t.broken()):to_be(0)
  end)

  it("4.4: nobody is nowhere but command units", function ()
    local t = situation { map = ground(), invariants = false, foot = "allied infantry at N3",
      general = "allied command at N3" }
    rules.muster()
    t.general.place = nil
    expect(#t.broken()):to_be(0)
    t.foot.place = nil
    expect(t.broken()[1]):to_contain "nowhere"
  end)

  it("8.5: attacks without orders are noticed", function ()
    local t = situation { map = ground(), invariants = false, foot = "allied infantry at N3" }
    rules.muster()
    create("combat", { side = sides.allied })
    expect(t.broken()[1]):to_contain "more attacks than orders"
    sides.allied.orders = 1
    expect(#t.broken()):to_be(0)
  end)

  it("16 first move, length: a set-up is checked unit by unit", function ()
    local data = { map = ground(), invariants = false, lost = "allied infantry" }
    local forces = { french = { command = 3, infantry = 27, cavalry = 10, artillery = 6 },
      allied = { command = 2, infantry = 21, cavalry = 14, artillery = 4 } }
    for side, kinds in pairs(forces) do
      for kind, count in pairs(kinds) do
        for i = 1, count do data[side .. kind .. i] = side .. " " .. kind .. (side == "french" and " at Mid" or " at N3") end
      end
    end
    local t = situation(data)
    expect(rules.wrong_set_up()):to_contain "lost is not on the board"
    t.lost.place = map.hex "N0/C"
    expect(rules.wrong_set_up()):to_be(nil)
  end)

  it("16 set-up FB: deployment: the Franco-Bavarians first, then the Allies, then the first turn", function ()
    local t = situation { map = ground(), options = { deployment = true }, foot = "allied infantry at N3",
      foe = "french infantry at N0" }
    expect(current_phase()):to_be("deploy_second")
    t.next_phase()
    expect(current_phase()):to_be("deploy_first")
    t.next_phase()
    expect(current_phase()):to_be("strategic")
    for _ = 1, 3 do t.next_phase() end
    expect(current_phase() .. " " .. game.active.key):to_be("strategic french")
    game.turn = 2
    expect(rules.deploying()):to_be(false)
    t = situation { map = ground(), foot = "allied infantry at N3" }
    expect(rules.deploying()):to_be(false)
  end)

  it("16 set-up FB: deployment: to areas of the leader, central or outer hexes, with room", function ()
    local t = situation { map = ground { N1 = { terrain = { [2] = "woods" } } }, active = "french",
      options = { deployment = true },
      one = { "french infantry at N0", army = "Tallard" }, two = { "french infantry at N1", army = "Tallard" },
      three = { "french cavalry at N1", army = "Tallard" }, other = { "french infantry at N2", army = "Marsin" },
      guns = { "french artillery at N0/1", army = "Tallard" }, foe = { "allied infantry at N33", army = "Eugene" } }
    rules.note_quarters()
    expect(rules.is_quarter(t.one, map.area "N1")):to_be(true)
    expect(rules.is_quarter(t.one, map.area "N2")):to_be(false)
    expect(rules.deployment_bar(t.one, map.hex "N2/C")):to_be("16")    -- Marsin's
    expect(rules.deployment_bar(t.one, map.hex "N1/C")):to_be("4.1")
    expect(rules.deployment_bar(t.two, map.hex "N1/2")):to_be("4.5")
    expect(rules.deployment_bar(t.guns, map.hex "N0/2")):to_be("16")
    expect(rules.deployment_bar(t.two, map.hex "N0/3")):to_be(nil)
    expect(function () rules.deploy(t.foe, map.hex "N33/C") end):to_refuse "16"
    expect(function () rules.deploy(t.one, map.hex "N1/C") end):to_refuse "4.1"
    t.command "deploy two to N0/3"
    expect(t.two.place):to_be(map.hex "N0/3")
  end)

  it("16 set-up Allied: deployment on central hexes only", function ()
    local t = situation { map = ground(), options = { deployment = true },
      one = { "allied infantry at N0", army = "Eugene" }, two = { "allied cavalry at N1", army = "Eugene" } }
    rules.note_quarters()
    expect(rules.deployment_bar(t.one, map.hex "N1/2")):to_be("16")
    expect(rules.deployment_bar(t.one, map.hex "N1/C")):to_be(nil)
  end)

  it("16 special: twelve infantry and cavalry lost break a side, artillery does not count", function ()
    local t = situation { map = ground(), guns = "french artillery at Mid", foot = "french infantry at Mid" }
    sides.french.lost = 11
    rules.lose_unit(t.guns)
    expect(rules.is_broken(sides.french)):to_be(false)
    rules.lose_unit(t.foot)
    expect(rules.is_broken(sides.french)):to_be(true)
    expect(rules.may_still_attack(sides.french)):to_be(false)
    expect(rules.may_still_attack(sides.allied)):to_be(true)
  end)

  it("16 special, 17.1: a small scenario may set other numbers", function ()
    situation { map = ground { Mid = { village = true }, N3 = { village = true } },
      options = { break_losses = 6, victory_losses = 5 },
      one = "allied infantry at Mid", two = "allied infantry at N3" }
    sides.french.lost = 5
    expect(rules.is_broken(sides.french)):to_be(false)
    expect(rules.has_won(sides.allied)):to_be(true)
    sides.french.lost = 6
    expect(rules.is_broken(sides.french)):to_be(true)
  end)

  it("16 special: a broken side still moves", function ()
    local t = situation { map = ground(), phase = "orders", dice = { 0 }, foot = "allied infantry at N0" }
    sides.allied.lost = 12
    rules.tactical_move({ t.foot }, map.hex "Mid/C")
    expect(t.foot.place):to_be(map.hex "Mid/C")
  end)
end)

describe("17 Victory", function ()
  it("17.1: twelve eliminated and two villages occupied", function ()
    local t = situation(villages { one = "allied infantry at Mid/3", two = "allied artillery at N0/1" })
    expect(#rules.villages()):to_be(3)
    expect(rules.villages_held(sides.allied)):to_be(2)
    expect(rules.has_won(sides.allied)):to_be(false)
    sides.french.lost = 11
    expect(rules.has_won(sides.allied)):to_be(false)
    sides.french.lost = 12
    expect(rules.has_won(sides.allied)):to_be(true)
    t.two.place = map.hex "N1/C"
    expect(rules.has_won(sides.allied)):to_be(false)
  end)

  it("17.1: an empty village, or one with a command unit alone, is nobody's", function ()
    situation(villages { general = "allied command at Mid" })
    expect(rules.occupier(map.area "Mid")):to_be(nil)
    expect(rules.occupier(map.area "N0")):to_be(nil)
  end)

  it("17.1: by the other reading the last side there keeps an empty village", function ()
    local t = situation(villages { options = { occupation = "last" }, foot = "allied infantry at Mid",
      foe = "french infantry at N0" })
    rules.note_holders()
    t.foot.place = map.hex "N1/C"
    expect(rules.occupier(map.area "Mid")):to_be(sides.allied)
    t.foe.place = map.hex "Mid/C"
    rules.note_holders()
    t.foe.place = map.hex "N4/C"
    expect(rules.occupier(map.area "Mid")):to_be(sides.french)
    expect(rules.villages_held(sides.french)):to_be(2)
  end)

  it("17.1: who stands in a village holds it, whoever held it last", function ()
    local t = situation(villages { options = { occupation = "last" }, foot = "allied infantry at Mid",
      foe = "french infantry at N1" })
    rules.note_holders()
    t.foot.place, t.foe.place = map.hex "N2/C", map.hex "Mid/C"
    expect(rules.occupier(map.area "Mid")):to_be(sides.french)
    situation(villages { foot = "allied infantry at Mid" })
    rules.note_holders()
    expect(#all "holding"):to_be(0)                        -- who stood last is of no interest
  end)

  it("17.1: by the other reading a village is held from the beginning", function ()
    local t = situation(villages { options = { occupation = "last" }, foot = "allied infantry at Mid" })
    rules.begin_turn()
    t.foot.place = map.hex "N1/C"                          -- before the first phase ends
    expect(rules.occupier(map.area "Mid")):to_be(sides.allied)
  end)

  it("17.2: awarded at the end of a turn, to who meets the conditions then", function ()
    local t = situation(villages { turn = 4, one = "allied infantry at Mid", two = "allied infantry at N3" })
    game.turns = 15
    sides.french.lost = 12
    local winner = rules.award()
    expect(winner):to_be(sides.allied)
    t.one.place = map.hex "N1/C"                           -- no longer met
    expect(rules.award()):to_be(nil)
  end)

  it("17.3: at the end of turn 15 two villages are enough", function ()
    situation(villages { turn = 14, one = "french infantry at Mid", two = "french infantry at N3" })
    game.turns = 15
    expect(rules.award()):to_be(nil)
    game.turn = 15
    expect(rules.award()):to_be(sides.french)
  end)

  it("17.4: anything else is a draw", function ()
    situation(villages { turn = 15, one = "french infantry at Mid", two = "allied infantry at N3" })
    game.turns = 15
    local winner, why = rules.award()
    expect(winner):to_be(nil)
    expect(why):to_contain "draw"
  end)
end)
