-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.10, 11.11: nations that leave the war, victory of a campaign.

local ground = require "examples.campaign_ground"

-- Income of all Allies together.
local function allied_income()
  local sum = 0
  for _, payer in ipairs(rules.payers(sides.allied)) do sum = sum + rules.income(payer).total end
  return sum
end

describe("11.10: who leaves the war", function ()
  it("11.10.1, 11.10.2: SP of others in its forces stay, as forces of their own", function ()
    ground.begin {}
    local army, corps = ground.force("dutch", 30, "F2"), ground.force("dutch", 10, "G2", { name = "Corps" })
    rules.add_sp(army, 16, "northern")
    rules.add_sp(corps, 15, "austrian")
    local empty = ground.force("dutch", 4, "H2", { name = "Empty" })
    rules.add_sp(empty, 3, "british")
    rules.take_nation(empty, 4, "dutch")
    rules.dismiss_forces("dutch", "a test")
    expect(#all("force", { nation = "dutch" })):to_be(0)
    local northern, imperial = all("force", { nation = "northern" })[1], all("force", { nation = "austrian" })[1]
    expect(northern.sp):to_be(16)
    expect(northern.size):to_be "army"
    expect(northern.place):to_be(map.hex "F2")
    expect(northern.side):to_be(sides.allied)
    expect(northern.name):to_be "Northern Detachment 1"
    expect(imperial.sp):to_be(15)
    expect(imperial.size):to_be "detachment"
    expect(all("force", { nation = "british" })[1].sp):to_be(3)
    expect(#all "contingent"):to_be(0)
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.10.1, 11.10.2: what serves with others goes, trains, magazines, works and what was added to garrisons",
    function ()
      ground.begin {}
      local army = ground.force("british", 20, "F2")
      rules.add_sp(army, 5, "dutch")
      ground.train("dutch", "Train", "F2")
      for _, kind in ipairs { "magazine", "work" } do
        for _, nation in ipairs { "dutch", "british" } do
          create(kind, { name = nation .. " " .. kind, side = sides.allied, nation = nation, place = map.hex "F3",
            grade = kind == "magazine" and "primary" or nil, type = kind == "work" and "line" or nil })
        end
      end
      local breda = ground.fortress("allied", "Breda", "G2", 1, 4, { extra = 5, nation = "dutch" })
      local grave = ground.fortress("allied", "Grave", "G3", 1, 4, { extra = 5, nation = "british" })
      local inside, tilly = rules.enlist "Overkirk", rules.enlist "Tilly"
      inside.post, inside.inside = "garrison", breda
      tilly.relief = 2
      rules.dismiss_forces("dutch", "a test")
      expect(army.sp):to_be(20)
      expect(#all "train"):to_be(0)
      expect(all("magazine")[1].nation):to_be "british"
      expect(#all "magazine"):to_be(1)
      expect(#all "work"):to_be(1)
      expect(breda.extra):to_be(0)
      expect(breda.nation):to_be ""
      expect(breda.intrinsic):to_be(4)
      expect(grave.extra):to_be(5)
      expect(inside.inside):to_be(nil)
      rules.dismiss_leaders("dutch", "gone")
      expect(tilly.post):to_be "gone"
      expect(tilly.relief):to_be(0)
    end)

  it("11.10.1, 11.10.2, 11.10.3: leaders go from their posts too, but not who is a prisoner, or leads Northern Allies",
    function ()
      ground.begin {}
      local army = ground.force("austrian", 20, "I2", {}, { "Baden" })
      local northern = ground.force("northern", 15, "I3")
      local thungen, eugene = rules.enlist("Thungen", northern), rules.enlist "Eugene"
      eugene.post = "captured"
      rules.score_leader(eugene)
      local styrum = rules.enlist "Styrum"
      styrum.post, styrum.inside = "garrison", ground.fortress("allied", "Mainz", "J2", 1, 4)
      rules.dismiss_leaders("austrian", "gone")
      expect(styrum.post):to_be "gone"
      expect(styrum.inside):to_be(nil)
      expect(ground.leader "Baden".post):to_be "gone"
      expect(#rules.leaders_of(army)):to_be(0)
      expect(thungen.force):to_be(northern)
      expect(eugene.post):to_be "captured"
    end)

  it("11.10.2: a place that is neutral holds nobody, and is not besieged", function ()
    ground.begin {}
    local breda = ground.fortress("allied", "Breda", "G2", 1, 4, { extra = 5, nation = "british", blockaded = true,
      besieged = 2 })
    local inside = rules.enlist "Webb"
    inside.post, inside.inside = "garrison", breda
    rules.make_neutral(breda)
    expect(breda.side):to_be(nil)
    expect(breda.extra):to_be(0)
    expect(breda.nation):to_be ""
    expect(breda.blockaded):to_be(false)
    expect(breda.besieged):to_be(0)
    expect(inside.inside):to_be(nil)
  end)

  it("11.10.2: neutral ground is cleared, and no other", function ()
    ground.begin {}
    ground.fortress("french", "Amsterdam", "F1", 1, 4)
    local function pieces(at)
      local force, train = ground.force("british", 20, at, { name = "At " .. at }), ground.train("british", "T" .. at, at)
      local work = create("work", { name = "W" .. at, side = sides.allied, nation = "british", type = "line", sp = 1,
        place = map.hex(at) })
      local magazine = create("magazine", { name = "M" .. at, side = sides.allied, nation = "british",
        grade = "primary", place = map.hex(at) })
      return force, train, work, magazine
    end
    local force, train, work, magazine = pieces "G3"
    local force_2, train_2, work_2, magazine_2 = pieces "I3"
    local off = ground.force("british", 10, nil, { name = "Off the map" })
    rules.united_provinces()
    expect(off.camp):to_be(nil)
    expect(force.place or train.place):to_be(nil)
    expect(force.camp):to_be(map.hex "G3")
    expect(train.camp):to_be(map.hex "G3")
    expect(work.alive or magazine.alive):to_be(false)
    expect(force_2.place):to_be(map.hex "I3")
    expect(train_2.place):to_be(map.hex "I3")
    expect(work_2.alive and magazine_2.alive):to_be(true)
  end)

  it("11.10.2, 11.10.5-13: who has made peace is not defeated afterwards", function ()
    ground.begin {}
    ground.fortress("french", "Amsterdam", "F1", 1, 4)
    game.up_neutral = true
    rules.united_provinces()
    expect(game.up_lost):to_be(false)
  end)

  it("11.10.2: a dismantled fortress on the coast is no base, nor is one inland or of the French", function ()
    ground.begin {}
    local ostend = ground.fortress("allied", "Ostend", "D1", 1, 4)
    expect(rules.coastal_base()):to_be(true)
    ostend.dismantled, ostend.class = true, 0
    expect(rules.coastal_base()):to_be(false)
    ground.fortress("french", "Calais", "A1", 1, 4)
    ground.fortress("allied", "Ghent", "D2", 1, 4)
    expect(rules.coastal_base()):to_be(false)
  end)

  it("11.10.4: any one of three others is enough", function ()
    local lost = { british = "britain_out", dutch = "up_lost", austrian = "austria_lost" }
    for left in pairs(lost) do
      ground.begin {}
      for nation, flag in pairs(lost) do game[flag] = nation ~= left end
      expect(rules.northern_fight()):to_be(true)
    end
  end)
end)

describe("11.10.1: Bavaria", function ()
  it("11.10.1: it leaves France when the Allies hold all its places, and comes back with one of them", function ()
    ground.begin {}
    local ingolstadt = ground.fortress("french", "Ingolstadt", "K2", 1, 4)
    local munich = ground.fortress("french", "Munich", "L3", 0, 0)
    local army = ground.force("bavarian", 20, "K3", {}, { "the Elector" })
    local french = ground.force("french", 20, "B2")
    rules.add_sp(french, 5, "bavarian")
    ingolstadt.side = sides.allied
    rules.bavaria()
    expect(game.bavaria_left):to_be(false)                               -- Munich is left
    expect(game.bavaria_back):to_be(0)
    munich.side = sides.allied
    rules.bavaria()
    expect(game.bavaria_left):to_be(true)
    expect(army.alive):to_be(false)
    expect(french.sp):to_be(20)
    expect(ground.leader "the Elector".post):to_be "out"
    expect(rules.total(sides.allied)):to_be(0)
    expect(rules.may_raise "bavarian"):to_be(false)
    rules.enlist("Arco").post = "pool"                                   -- (the umpire's)
    rules.bavaria()                                                      -- and is out as long as they hold them
    expect(game.bavaria_left):to_be(true)
    expect(ground.leader "the Elector".post):to_be "out"
    expect(ground.leader "Arco".post):to_be "pool"
    munich.side = sides.french                                           -- occupied again
    rules.bavaria()
    expect(game.bavaria_left):to_be(false)
    expect(ground.leader "the Elector".post):to_be "pool"
    expect(ingolstadt.side):to_be(sides.allied)                          -- what the Allies hold they keep
    expect(rules.may_raise "bavarian"):to_be(true)
  end)
end)

describe("11.10: on a map without regions", function ()
  it("11.10.1, 11.10.2, 11.4: there is no Bavaria that could leave, no ground that is neutral, and places pay", function ()
    situation { kind = "force", options = { campaign = true }, map = { kind = "hexes", shape = "pointy",
      labels = { style = "letters", first = "A1" }, terrain = { ["."] = "average clear" }, rows = { ". . ." } } }
    local place = ground.fortress("allied", "Place", "A1", 1, 4, { value_allied = 6 })
    local hex = map.hex "A1"
    rules.bavaria()
    expect(game.bavaria_left):to_be(false)
    game.bavaria_back, game.austria_lost = game.season, true
    expect(rules.back_with_france(hex)):to_be(false)
    expect(rules.economic_value(sides.allied, place)):to_be(6)
    expect(rules.pays_by_region(hex)):to_be "dutch"
    game.up_neutral = true
    expect(rules.is_neutral(hex)):to_be(false)
    rules.politics(1714)                                                 -- the first after 1712, or a later one
    expect(place.side):to_be(nil)                                        -- column 1
    expect(rules.is_neutral(hex)):to_be(true)
  end)
end)

describe("11.10.1: Bavaria comes back", function ()
  -- Ingolstadt is French again; the Allies have Munich, open and empty, and a garrison in Rain.
  local function bavaria()
    ground.begin {}
    game.bavaria_left = true
    ground.fortress("french", "Ingolstadt", "K2", 1, 4)
    local munich = ground.fortress("allied", "Munich", "L3", 0, 0, { owner = sides.french, value = 10 })
    local rain = ground.fortress("allied", "Rain", "K4", 2, 1, { owner = sides.french })
    return munich, rain
  end

  it("11.10.1: what the Allies do not occupy is French, and their points for it are gone", function ()
    local munich, rain = bavaria()
    local ingolstadt = all("fortress", { name = "Ingolstadt" })[1]
    ingolstadt.extra, ingolstadt.nation = 3, "french"
    rules.score_place(sides.allied, munich)
    expect(rules.total(sides.allied)):to_be(11)
    rules.bavaria()
    expect(munich.side):to_be(sides.french)
    expect(ingolstadt.extra):to_be(3)                                    -- it was French before, with its garrison
    expect(rain.side):to_be(sides.allied)
    expect(rules.total(sides.allied)):to_be(0)
  end)

  it("11.10.1: a force, a garrison or works occupy a hex", function ()
    local munich, rain = bavaria()
    rain.intrinsic = 0
    expect(rules.is_occupied(munich.place)):to_be(false)
    expect(rules.is_occupied(rain.place)):to_be(false)
    rain.extra = 1
    expect(rules.is_occupied(rain.place)):to_be(true)
    ground.force("french", 20, "L3")
    expect(rules.is_occupied(munich.place)):to_be(false)
    ground.force("austrian", 1, "L3")
    expect(rules.is_occupied(munich.place)):to_be(true)
    create("work", { name = "Line", side = sides.allied, nation = "dutch", type = "line", sp = 1,
      place = map.hex "K3" })
    expect(rules.is_occupied(map.hex "K3")):to_be(true)
    expect(rules.is_occupied(map.hex "K2")):to_be(false)                 -- Ingolstadt's garrison is French
    rules.bavaria()
    expect(munich.side):to_be(sides.allied)
  end)

  it("11.10.1, 11.3: in that interphase all its hexes are French but those that the Allies occupy", function ()
    local munich = bavaria()
    eliminate(munich)
    all("fortress", { name = "Ingolstadt" })[1].place = map.hex "K1"
    local mainz = ground.fortress("allied", "Mainz", "J3", 1, 4)
    local function holder(at) return rules.front_holder(map.hex(at)) end
    expect(holder "K3"):to_be(sides.allied)                              -- J3 and K4 are nearest
    rules.bavaria()
    expect(holder "K3"):to_be(sides.french)
    expect(holder "L4"):to_be(sides.french)
    expect(holder "J4"):to_be(sides.allied)                              -- not Bavaria
    expect(holder(mainz.place.label)):to_be(sides.allied)
    ground.force("austrian", 5, "K3")
    expect(holder "K3"):to_be(sides.allied)
    eliminate(all("force", { nation = "austrian" })[1])
    game.season = 1705                                                   -- later the fronts are as everywhere
    expect(holder "K3"):to_be(sides.allied)
    expect(rules.back_with_france(map.place "Austria")):to_be(false)
  end)
end)

describe("11.10.2: the United Provinces", function ()
  local function amsterdam()
    local place = ground.fortress("allied", "Amsterdam", "F1", 1, 4, { value = 20, value_allied = 40 })
    ground.fortress("allied", "Breda", "G3", 1, 4, { extra = 2, nation = "dutch" })
    ground.fortress("french", "Antwerp", "D2", 1, 5)
    ground.fortress("allied", "Koeln", "H2", 2, 4)
    return place
  end

  it("11.10.2: with Amsterdam French in an interphase they are neutral and closed, the Dutch gone", function ()
    ground.begin {}
    local place = amsterdam()
    local dutch = ground.force("dutch", 20, "H3", {}, { "Overkirk" })
    local british = ground.force("british", 25, "G4", { active = true }, { "Marlborough" })
    rules.united_provinces()
    expect(game.up_lost):to_be(false)
    place.side = sides.french
    rules.united_provinces()
    expect(game.up_lost):to_be(true)
    expect(dutch.alive):to_be(false)
    expect(ground.leader "Overkirk".post):to_be "gone"
    expect(rules.fights "dutch"):to_be(false)
    expect(british.place):to_be(nil)                                     -- it leaves Dutch ground
    expect(place.side):to_be(nil)
    expect(rules.front_holder(map.hex "F2")):to_be(nil)
    british.place = map.hex "H2"
    expect(function () rules.may_enter({ british }, map.hex "G2", "move") end):to_refuse "11.10.2"
    rules.may_enter({ british }, map.hex "I2", "move")
  end)

  it("11.10.2: their economic values count for nobody; Britain has 30 EP, 50 with a fortress on the coast", function ()
    ground.begin {}
    local place = amsterdam()
    expect(allied_income()):to_be(130)                  -- 50 + 20 + 20, Amsterdam 40
    place.side = sides.french
    rules.united_provinces()
    expect(allied_income()):to_be(70)                   -- 30 + 20 + 20
    expect(rules.income("french").total):to_be(0)
    ground.fortress("allied", "Ostend", "D1", 1, 4)
    expect(allied_income()):to_be(90)
  end)
end)

describe("11.10.3: Austria", function ()
  local function before_vienna(sp, data)
    local t = ground.begin(data)
    local passau = ground.fortress("french", "Passau", "K1", 2, 2)
    local army = ground.force("french", sp, "Austria", { active = true }, { "Villars" })
    local magazine = create("magazine", { name = "Passau magazine", side = sides.french, nation = "french",
      grade = "primary", place = passau.place })
    local imperial = ground.force("austrian", 20, "J2", {}, { "Baden" })
    return army, magazine, imperial, t
  end

  -- D11: what is the highest throw that defeats Austria, by SP.
  it("11.10.3: the table by SP before Vienna (D11)", function ()
    local most = { [5] = 3, [9] = 3, [10] = 4, [14] = 4, [15] = 5, [24] = 5, [25] = 6, [34] = 6, [35] = 7, [49] = 7,
      [50] = 8, [80] = 8 }
    for sp, highest in pairs(most) do
      for throw = 2, 12 do
        local army = before_vienna(sp, { dice = { throw } })
        expect(rules.test_austria { army }):to_be(throw <= highest)
      end
    end
  end)

  it("11.10.3: an army leaves the map by an exit; the Allies do not", function ()
    local army, _, imperial, t = before_vienna(25, { active = "french", dice = {} })
    army.place = map.hex "L1"
    t.command "move french force to Austria"
    expect(army.place):to_be(map.place "Austria")
    expect(#rules.before_vienna()):to_be(1)
    expect(rules.closed_country({ army }, army.place)):to_be(nil)
    expect(rules.closed_country({ army }, map.hex "L1")):to_be "11.10.3-cut"
    expect(function () rules.may_enter({ imperial }, map.place "Austria", "move") end):to_refuse "11.10.3"
  end)

  it("11.10.3: fewer than 5 SP do not throw", function ()
    local army = before_vienna(4)
    expect(rules.test_austria { army }):to_be(false)
  end)

  it("11.10.3: when a French phase begins; with a V Imperial forces and leaders are gone", function ()
    local _, _, imperial = before_vienna(25, { dice = { 6 } })
    ground.fortress("allied", "Nuremberg", "I2", 1, 4, { value = 5, value_allied = 8 })
    expect(allied_income()):to_be(98)
    rules.nations_step(sides.allied)                                     -- no throw
    rules.nations_step(sides.french)
    expect(game.austria_lost):to_be(true)
    expect(imperial.alive):to_be(false)
    expect(ground.leader "Baden".post):to_be "gone"
    expect(allied_income()):to_be(70)                   -- 50 and 20; nothing in the Empire
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.10.3: Bavaria keeps its value", function ()
    ground.begin {}
    ground.fortress("allied", "Augsburg", "K2", 2, 1, { value = 1, value_allied = 1 })
    game.austria_lost = true
    expect(allied_income()):to_be(71)
  end)

  it("11.10.3: a detachment does not count, nor an army without a magazine at Passau", function ()
    local army, magazine = before_vienna(25)
    army.size = "detachment"
    rules.nations_step(sides.french)
    army.size = "army"
    eliminate(magazine)
    rules.nations_step(sides.french)                                     -- it never had one: nothing is lost
    expect(army.sp):to_be(25)
    expect(game.austria_lost):to_be(false)
  end)

  it("11.10.3-cut: the magazine is lost: half the army is, the rest is demoralised for 6 turns, once", function ()
    local army, magazine = before_vienna(25)
    rules.nations_step(sides.allied)
    eliminate(magazine)
    rules.nations_step(sides.french)
    expect(army.sp):to_be(12)                                            -- half of 25 is 12.5: 13 are lost
    expect(army.demoralised):to_be(6)
    expect(rules.total(sides.allied)):to_be(13)
    rules.nations_step(sides.french)
    expect(army.sp):to_be(12)
  end)

  it("11.10.3-cut: exactly half, and who is demoralised for longer stays so", function ()
    local army, magazine = before_vienna(100)
    army.demoralised = 8
    rules.nations_step(sides.allied)
    eliminate(magazine)
    rules.nations_step(sides.allied)
    expect(army.sp):to_be(50)
    expect(army.demoralised):to_be(8)
  end)

  it("11.10.3: who is on the map, or nowhere, is not before Vienna; what the throw gave is reported", function ()
    local army, _, _, t = before_vienna(25, { dice = { 6 } })
    ground.force("french", 30, "B2", { name = "Home" })
    ground.force("french", 30, nil, { name = "Wintering" })
    ground.force("british", 30, "Austria", { name = "Theirs" })
    expect(#rules.before_vienna()):to_be(1)
    expect(rules.test_austria { army }):to_be(true)
    expect(t.reports.Austria):to_be(true)
    expect(t.notes):to_contain "25 French SP before Vienna: Austria is defeated"
    army, _, _, t = before_vienna(25, { dice = { 7 } })
    rules.test_austria { army }
    expect(t.notes):to_contain "25 French SP before Vienna: Austria holds out"
  end)

  it("11.10.3: it is a primary magazine of the French that counts, at Passau", function ()
    local _, magazine = before_vienna(25)
    expect(rules.passau_magazine()):to_be(magazine)
    magazine.grade = "secondary"
    expect(rules.passau_magazine()):to_be(nil)
    magazine.grade, magazine.place = "primary", map.hex "K2"
    expect(rules.passau_magazine()):to_be(nil)
    magazine.place = map.hex "K1"
    eliminate(all("fortress", { name = "Passau" })[1])
    expect(rules.passau_magazine()):to_be(nil)
  end)

  it("11.10.3: all armies there throw together, and each is cut off; once Austria is out nobody throws", function ()
    local army, magazine = before_vienna(25, { dice = { 8 } })
    local second = ground.force("bavarian", 25, "Austria", { name = "Second" })
    rules.nations_step(sides.french)                                     -- 50 SP: an 8 is enough
    expect(game.austria_lost):to_be(true)
    eliminate(magazine)
    rules.nations_step(sides.french)
    expect(army.sp):to_be(25)                                            -- Vienna is theirs
    game.austria_lost = false
    rules.nations_step(sides.french)
    expect(army.sp):to_be(12)
    expect(second.sp):to_be(12)
  end)

  it("11.10.3-cut: what is cut off and is told; the last SP too", function ()
    local army, magazine, _, t = before_vienna(25)
    rules.nations_step(sides.allied)
    eliminate(magazine)
    army.sp = 1                                                          -- half of it is 1 by the quarter rule
    rules.nations_step(sides.french)
    expect(army.alive):to_be(false)
    expect(rules.total(sides.allied)):to_be(1)
    expect(t.notes):to_contain "french force has no magazine at Passau: 1 of 1 SP are lost"
    expect(t.notes):to_contain "1 VP for SP lost before Vienna"
    army, magazine, _, t = before_vienna(26)
    rules.nations_step(sides.allied)
    eliminate(magazine)
    rules.nations_step(sides.allied)
    expect(t.notes):to_contain "french force has no magazine at Passau: 13 of 26 SP are lost"
  end)


  it("11.10.3-cut: only who is there and active returns, and not to the enemy", function ()
    local army, _, imperial = before_vienna(25, { active = "french" })
    army.active = false
    expect(function () rules.return_to_passau(army) end):to_refuse "4.1"
    army.active = true
    imperial.place = map.hex "K1"
    expect(function () rules.return_to_passau(army) end):to_refuse "4.5"
    imperial.place = map.hex "J2"
    army.place = map.hex "L2"
    expect(function () rules.return_to_passau(army) end):to_refuse "11.10.3-cut"
    army.place = map.place "Austria"
    eliminate(all("fortress", { name = "Passau" })[1])
    expect(function () rules.return_to_passau(army) end):to_refuse "4.5"
  end)

  it("11.10.3-cut: an army returns to Passau, and its move is over", function ()
    local army, _, _, t = before_vienna(25, { active = "french" })
    expect(function () rules.may_enter({ army }, map.hex "L1", "move") end):to_refuse "11.10.3-cut"
    army.marched, army.spent, army.left_map = 3, 4, "Passau"
    army.over, army.entered = "minor", map.hex "J1"
    t.command "return french force"
    expect(army.place):to_be(map.hex "K1")
    expect(rules.movement_left(army)):to_be(0)
    expect(army.left_map .. army.over):to_be ""
    expect(army.entered):to_be(nil)
    expect(t.notes):to_contain "french force returns to K1"
    expect(function () rules.may_move { army } end):to_refuse "4.1"
    expect(function () rules.force_march(army) end):to_refuse "4.1"      -- nor by forced march
  end)
end)

describe("11.10.4: Northern Allies", function ()
  it("11.10.4: they stay while another Ally fights, in their years (F.north)", function ()
    ground.begin {}
    local northern = ground.force("northern", 12, "I2")
    game.up_lost, game.austria_lost = true, true
    rules.politics(1705)
    expect(northern.alive):to_be(true)                                   -- Britain fights
    expect(rules.northern_fight()):to_be(true)
    game.britain_out = true
    expect(rules.northern_fight()):to_be(false)
    expect(rules.fights "northern"):to_be(false)
    for _, nation in ipairs { "french", "spanish", "bavarian" } do expect(rules.fights(nation)):to_be(true) end
    rules.politics(1705)
    expect(northern.alive):to_be(false)
  end)

  it("11.10.4: in 1706 they are not there; Imperial leaders lead them after the defeat of Austria", function ()
    ground.begin {}
    local northern = ground.force("northern", 12, "I2", {}, { "Hesse" })
    rules.enlist "Baden"
    rules.defeat_austria()
    expect(ground.leader "Hesse".force):to_be(northern)
    expect(ground.leader "Baden".post):to_be "gone"
    rules.politics(1706)
    expect(northern.alive):to_be(false)
  end)
end)

describe("11.10.5: Tories", function ()
  it("11.10.5-12: from 1712 there are 12 British SP under Ormonde, of the owner's choice (G71, G74)", function ()
    ground.begin { answers = { "Second" } }
    local one = ground.force("british", 30, "F2", {}, { "Marlborough" })
    local two = ground.force("british", 25, "G2", { name = "Second" }, { "Webb" })
    rules.enlist "Ormonde"
    rules.politics(1711)
    expect(game.tory):to_be(false)
    rules.politics(1712)
    expect(one.alive):to_be(false)
    expect(two.sp):to_be(12)
    expect(#rules.leaders_of(two)):to_be(1)
    expect(rules.leaders_of(two)[1].name):to_be "Ormonde"
    expect(ground.leader "Marlborough".post):to_be "pool"
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.10.5-12: where that force has fewer the others make it 12", function ()
    ground.begin { answers = { "Small" } }
    local small = ground.force("british", 5, "F2", { name = "Small", size = "detachment" })
    local one = ground.force("british", 4, "F3", { name = "One" })
    local two = ground.force("british", 30, "G2", { name = "Two" })
    rules.add_sp(small, 2, "northern")
    rules.add_sp(two, 16, "northern")                                    -- who go their own way
    rules.add_sp(one, 15, "austrian")
    rules.politics(1712)
    local northern = all("force", { nation = "northern" })[1]
    expect(northern.sp):to_be(16)
    expect(northern.name):to_be "Northern Detachment 1"
    expect(northern.size):to_be "army"
    expect(northern.place):to_be(map.hex "G2")
    expect(all("force", { nation = "austrian" })[1].size):to_be "detachment"
    expect(rules.sp_of_nation(small, "british")):to_be(12)
    expect(small.sp):to_be(14)
    expect(one.alive or two.alive):to_be(false)
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.10.5-12: the strongest, if the Allies say nothing; Ormonde comes from anywhere", function ()
    ground.begin {}
    ground.force("british", 20, "F2", { name = "One" })
    local two = ground.force("british", 30, "G2", { name = "Two" })
    ground.force("british", 25, "G3", { name = "Three" })
    local dutch = ground.force("dutch", 10, "G3")
    rules.add_sp(dutch, 4, "british")
    rules.add_sp(two, 8, "northern")
    expect(#all("leader", { name = "Ormonde" })):to_be(0)
    rules.politics(1712)
    expect(game.tory):to_be(true)
    expect(rules.sp_of_nation(two, "british")):to_be(12)
    expect(rules.sp_of_nation(two, "northern")):to_be(8)
    rules.take_nation(two, 8, "northern")
    expect(dutch.sp):to_be(10)
    expect(rules.leaders_of(two)[1].name):to_be "Ormonde"
    rules.add_sp(two, 2, "british")
    rules.politics(1712)                                                 -- once
    expect(two.sp):to_be(14)
    ground.begin {}
    local first = ground.force("british", 20, "F2", { name = "One" })    -- of two as strong the first
    ground.force("british", 20, "G2", { name = "Two" })
    rules.politics(1712)
    expect(all("force", { nation = "british" })):to_equal { first }
  end)

  it("11.10.5-12, 11.8-lead: the British are under Ormonde, who is not sent away", function ()
    ground.begin {}
    local army = ground.force("british", 30, "G2", {}, { "Marlborough" })
    local ormonde = rules.enlist "Ormonde"
    ormonde.post, ormonde.force = "force", army
    expect(rules.leader_bar(ormonde)):to_be(nil)                         -- before he governs them he is like others
    rules.politics(1712)
    expect(rules.leader_bar(ormonde)):to_be "11.10.5-12"
    expect(function () rules.dismiss(ormonde) end):to_raise "Ormonde commands what is left of the British"
    expect(function () rules.assign(ormonde, ground.force("dutch", 10, "G2")) end):to_refuse "11.10.5-12"
    local dutch = ground.force("dutch", 30, "G3", { name = "Dutch" }, { "Overkirk" })
    expect(rules.leader_bar(rules.leaders_of(dutch)[1])):to_be(nil)
  end)

  it("11.10.5-12: Ormonde leaves a fortress, or his relief, for it; without a force nobody is asked", function ()
    ground.begin {}
    local breda = ground.fortress("allied", "Breda", "G2", 1, 4)
    local army = ground.force("british", 30, "G2")
    local ormonde = rules.enlist "Ormonde"
    ormonde.post, ormonde.inside, ormonde.relief = "garrison", breda, 2
    rules.politics(1712)
    expect(ormonde.force):to_be(army)
    expect(ormonde.post):to_be "force"
    expect(ormonde.inside):to_be(nil)
    expect(ormonde.relief):to_be(0)
    ground.begin {}
    rules.politics(1712)
    expect(game.tory):to_be(true)
  end)

  it("11.10.5-12: no die for who has no Tories, or no British", function ()
    ground.begin { dice = { 3 } }
    local army = ground.force("british", 12, "F2")
    rules.nations_step(sides.french)
    eliminate(army)
    game.tory = true
    rules.nations_step(sides.french)
    rules.roll_winter()                                                  -- the die is still there
    expect(game.winter_from):to_be(22)
  end)

  it("11.10.5-12: or all there are, where there are not as many", function ()
    ground.begin { answers = { "One" } }
    local one = ground.force("british", 4, "F2", { name = "One" })
    local two = ground.force("british", 5, "G2", { name = "Two" })
    rules.add_sp(two, 10, "northern")
    rules.politics(1712)
    expect(one.sp):to_be(9)
    expect(#all("force", { nation = "british" })):to_be(1)
  end)

  it("11.10.5-12: their EP still count in the interphase before", function ()
    ground.begin {}
    game.season = 1711
    expect(rules.britain_pays(1712)):to_be(50)
    expect(rules.britain_pays(1713)):to_be(0)
  end)

  it("11.10.5-12: on 1 or 2 before a French phase they go home, and score nothing", function ()
    for die = 1, 6 do
      local t = ground.begin { dice = { die } }
      game.tory = true
      local army = ground.force("british", 12, "F2", {}, { "Ormonde" })
      rules.nations_step(sides.allied)                                   -- no die
      expect(army.alive):to_be(true)
      rules.nations_step(sides.french)
      expect(army.alive):to_be(die > 2)
      expect(t.notes):to_contain(die > 2 and "the British stay" or "the British go home")
      expect(rules.total(sides.french)):to_be(0)
    end
  end)

  it("11.10.5-12: they do not enter a hostile hex", function ()
    ground.begin {}
    game.tory = true
    ground.fortress("french", "Antwerp", "D2", 1, 5)
    ground.fortress("allied", "Breda", "G2", 1, 4)
    local army = ground.force("british", 12, "F2")
    rules.may_enter({ army }, map.hex "G2", "move")
    expect(function () rules.may_enter({ army }, map.hex "E2", "move") end):to_refuse "11.10.5-12"
    ground.force("french", 5, "G1")
    expect(function () rules.may_enter({ army }, map.hex "G1", "move") end):to_refuse "11.10.5-12"
    local dutch = ground.force("dutch", 12, "F2")
    rules.may_enter({ dutch }, map.hex "E2", "move")
    expect(rules.closed_country({ dutch, army }, map.hex "E2")):to_be "11.10.5-12"
    expect(rules.closed_country({ dutch }, map.hex "E2")):to_be(nil)
    game.tory = false
    expect(rules.closed_country({ army }, map.hex "E2")):to_be(nil)
    game.tory = true
    create("work", { name = "Line", side = sides.french, nation = "french", type = "line", sp = 1,
      place = map.hex "G2" })                                              -- where the fortress is ours
    expect(rules.front_holder(map.hex "G2")):to_be(sides.allied)
    expect(function () rules.may_enter({ army }, map.hex "G2", "move") end):to_refuse "11.10.5-12"
  end)

  it("11.10.5-12: nor do they come into one that the enemy enters, to fight him there", function ()
    ground.begin {}
    local army = ground.force("british", 12, "F2", {}, { "Ormonde" })
    local dutch = ground.force("dutch", 12, "F3", {}, { "Overkirk" })
    local raider = ground.force("french", 5, "G1")
    expect(rules.can_react({ army }, raider.place, 4, 2)):to_be(true)
    expect(rules.possible_interceptors(sides.allied, raider.place)):to_equal { army, dutch }
    local function told_of(force)                                        -- where it could react, by MP
      local list, lines = {}, rules.reactions_to { raider }
      local at = #lines + 1
      for i, line in ipairs(lines) do
        if line:find(force.name .. " in ", 1, true) == 1 then at = i + 1 end
        if i >= at and line:find "^  %d MP" then list[#list + 1] = line:match "%d MP" end
        if i > at and not line:find "^  " then break end
      end
      return list
    end
    expect(told_of(army)):to_equal { "0 MP", "1 MP", "2 MP", "3 MP", "4 MP" }
    game.tory = true
    expect(told_of(army)):to_equal { "0 MP" }
    expect(rules.can_react({ army }, raider.place, 4, 2)):to_be(false)
    expect(rules.possible_interceptors(sides.allied, raider.place)):to_equal { dutch }
    expect(rules.closed_to_reaction({ dutch, army }, raider.place)):to_be(true)
    local here = ground.force("french", 5, "F2")
    expect(rules.can_react({ army }, here.place, 4, 2)):to_be(true)      -- where they stand already
    expect(rules.closed_to_reaction({ dutch }, raider.place)):to_be(false)
  end)

  it("11.10.5-13: whoever stands there leaves it until he is deployed", function ()
    local t = ground.begin {}
    local koeln = ground.fortress("allied", "Koeln", "H3", 2, 4)
    local mainz = ground.fortress("allied", "Mainz", "I2", 1, 4)
    local army, other = ground.force("austrian", 20, "H3"), ground.force("austrian", 20, "I2", { name = "Other" })
    rules.politics(1713)
    expect(koeln.side):to_be(nil)
    expect(mainz.side):to_be(nil)                                        -- column 2
    expect(t.notes):to_contain "Britain and the United Provinces make peace"
    expect(army.place or other.place):to_be(nil)
    expect(army.camp):to_be(map.hex "H3")
  end)

  it("11.10.2, 11.10.5-12: nobody comes to neutral ground to fight there, the British elsewhere without Tories",
    function ()
      ground.begin {}
      ground.fortress("french", "Amsterdam", "F1", 1, 4)
      local british = ground.force("british", 20, "H2", {}, { "Marlborough" })
      rules.united_provinces()
      expect(rules.closed_to_reaction({ british }, map.hex "G2")):to_be(true)
      expect(rules.closed_to_reaction({ british }, map.hex "H3")):to_be(false)
      expect(rules.closed_country({ british }, map.hex "G2")):to_be "11.10.2"
      game.tory = true
      expect(rules.closed_to_reaction({ british }, map.hex "H3")):to_be(true)
    end)

  it("11.10.3, 11.10.5-12: in a game of one season no die is thrown for Austria or Britain", function ()
    situation { map = ground.map, kind = "force", phase = "activity", active = "french", options = { campaign = false },
      dice = {} }
    local passau = ground.fortress("french", "Passau", "K1", 2, 2)
    ground.force("french", 50, "Austria")
    create("magazine", { name = "Magazine", side = sides.french, nation = "french", grade = "primary",
      place = passau.place })
    game.tory = true
    local british = ground.force("british", 12, "F2")
    rules.nations_step(sides.french)
    expect(game.austria_lost):to_be(false)
    expect(british.alive):to_be(true)
  end)

  it("11.10.5-13: in 1713 Britain and the United Provinces are neutral, with their fortresses in the west", function ()
    local ours = require "map"
    situation { map = ours.board, kind = "force", options = { campaign = true } }
    local function place(side, name, at)
      return create("fortress", { name = name, side = sides[side], owner = sides[side], class = 1, printed = 4,
        intrinsic = 4, place = map.hex(at) })
    end
    local lille, mainz = place("allied", "Lille", "G5"), place("allied", "Mainz", "W29")
    local bonn, ghent = place("allied", "Bonn", "P24"), place("french", "Ghent", "F8")
    local namur, luxembourg = place("allied", "Namur", "L13"), place("allied", "Luxembourg", "U19")
    local deventer = place("allied", "Deventer", "D21")
    rules.enlist "Marlborough"
    local function in_france(column)
      for _, hex in ipairs(map.hexes) do
        if hex.area and hex.area.name == "France" and rules.column(hex) == column then return hex.label end
      end
    end
    local last, first = place("allied", "Last", in_france(15)), place("allied", "First", in_france(16))
    local dutch, imperial = ground.force("dutch", 20, "G5"), ground.force("austrian", 20, "W29")
    expect(rules.column(map.hex "G5")):to_be(5)
    rules.politics(1713)
    expect(dutch.alive):to_be(false)
    expect(imperial.alive):to_be(true)
    expect(lille.side):to_be(nil)                                        -- west of column 16
    expect(last.side):to_be(nil)
    expect(first.side):to_be(sides.allied)                               -- on it
    expect(bonn.side):to_be(nil)                                         -- Cologne
    expect(namur.side):to_be(nil)                                        -- Spanish Netherlands
    expect(luxembourg.side):to_be(nil)
    expect(deventer.side):to_be(nil)                                     -- United Provinces
    expect(ground.leader "Marlborough".post):to_be "gone"
    expect(rules.column(map.place "Austria")):to_be(0)
    expect(mainz.side):to_be(sides.allied)
    expect(rules.is_neutral(mainz.place)):to_be(false)
    lille.value_allied, mainz.value_allied = 10, 14
    expect(rules.economic_value(sides.allied, lille)):to_be(0)           -- neutral places pay nobody
    expect(rules.economic_value(sides.allied, mainz)):to_be(14)
    expect(ghent.side):to_be(sides.french)
    expect(rules.is_neutral(map.hex "G5")):to_be(true)
    expect(rules.is_neutral(map.hex "A15")):to_be(true)
    expect(game.up_lost):to_be(false)                                    -- neutral, not defeated
    expect(rules.fights "british" or rules.fights "dutch"):to_be(false)
    expect(rules.fights "austrian"):to_be(true)
    expect(rules.campaign_victory()):to_be(nil)
  end)
end)

describe("11.11: victory", function ()
  it("11.11-total: United Provinces and Austria out of the war", function ()
    ground.begin {}
    game.up_lost = true
    expect(rules.campaign_victory()):to_be(nil)
    game.austria_lost = true
    local winner, why = rules.campaign_victory()
    expect(winner):to_be(sides.french)
    expect(why):to_be "French Total Victory: the United Provinces and Austria are out of the war"
  end)

  it("11.11-total: one of them by the end of 1713 is a French Partial Victory", function ()
    ground.begin {}
    game.austria_lost, game.season = true, 1712
    rules.decide_campaign()
    expect(rules.campaign_victory()):to_be(nil)
    game.season = 1713
    rules.decide_campaign()
    local winner, why = rules.campaign_victory()
    expect(winner):to_be(sides.french)
    expect(why:sub(1, 22)):to_be "French Partial Victory"
    for lost, season in pairs { up_lost = 1713, austria_lost = 1714 } do
      ground.begin {}
      game.season = season
      game.up_neutral = true                                             -- peace is no defeat
      rules.decide_campaign()
      expect(game.outcome):to_be ""
      game[lost] = true
      rules.decide_campaign()
      expect(game.outcome):to_be "partial_french"
    end
  end)

  it("11.11-total: the Allies in Paris in an interphase", function ()
    ground.begin {}
    local paris = ground.fortress("french", "Paris", "A1", 0, 0)
    rules.decide_campaign()
    expect(rules.campaign_victory()):to_be(nil)
    paris.side = sides.allied
    rules.decide_campaign()
    expect(rules.campaign_victory()):to_be(sides.allied)
  end)

  it("11.11-total: when both are out nothing else is asked or decided", function ()
    ground.begin {}
    ground.fortress("allied", "Lille", "B2", 1, 6)
    local paris = ground.fortress("allied", "Paris", "A1", 0, 0)
    game.up_lost, game.austria_lost, game.season = true, true, 1713
    rules.decide_campaign()
    paris.side = sides.french
    rules.decide_campaign()
    expect(game.outcome):to_be ""
    expect(game.offered):to_be(false)
    expect(rules.campaign_victory()):to_be(sides.french)
  end)

  local function lille(data)
    ground.begin(data)
    ground.fortress("allied", "Lille", "B2", 1, 6)
  end

  it("11.11-offer: any one of Toul, Lille and Amiens will do (G62), once", function ()
    for _, name in ipairs { "Toul", "Lille", "Amiens" } do
      ground.begin {}
      local place = ground.fortress("french", name, "B2", 1, 6)
      expect(rules.may_offer()):to_be(false)
      place.side = nil                                                   -- neutral
      expect(rules.may_offer()):to_be(false)
      place.side = sides.allied
      expect(rules.may_offer()):to_be(true)
      game.offered = true
      expect(rules.may_offer()):to_be(false)
    end
  end)

  it("11.11-offer: it is made in the interphase, where nothing else decides", function ()
    lille { answers = { true, true } }
    rules.decide_campaign()
    expect(game.outcome):to_be "partial_allied"
    expect(game.refused):to_be(false)
  end)

  it("11.11-offer: accepted, it is an Allied Partial Victory", function ()
    lille { answers = { true, true } }
    rules.offer_peace()
    local winner, why = rules.campaign_victory()
    expect(winner):to_be(sides.allied)
    expect(why:sub(1, 22)):to_be "Allied Partial Victory"
  end)

  it("11.11-offer: refused, France has 20 EP more in this and all later interphases", function ()
    lille { answers = { true, false } }
    expect(rules.income("french").total):to_be(0)
    rules.offer_peace()
    expect(rules.campaign_victory()):to_be(nil)
    expect(rules.income("french").total):to_be(20)
    expect(rules.income("dutch").total):to_be(0)                         -- nobody else has
    expect(rules.may_offer()):to_be(false)
    game.season = 1707
    expect(rules.income("french").total):to_be(20)
  end)

  it("11.11-offer: if France does not offer now it may later", function ()
    lille { answers = { false } }
    rules.offer_peace()
    expect(rules.may_offer()):to_be(true)
  end)

  -- Three years: the French are ahead by 1 twice, the Allies by 5 once.
  local function three_years(data)
    ground.begin(data)
    for year, points in ipairs { { 2, 1 }, { 0, 5 }, { 4, 3 } } do
      game.season = 1703 + year
      rules.score(sides.french, points[1], "9.1", "a test")
      rules.score(sides.allied, points[2], "9.1", "a test")
      rules.record_year()
    end
  end

  it("11.11-tie: a tie goes by points of all years", function ()
    three_years {}
    expect(rules.marginal_victory()):to_be(sides.allied)                 -- 6 against 9
  end)

  it("11.11-tie: each year by itself, the side ahead in more of them, and by how many", function ()
    three_years { options = { marginal = "years" } }
    local years = {}
    for i, year in ipairs(all "year") do years[i] = ("%d: %s-%s"):format(year.year, tostring(year.french), tostring(year.allied)) end
    expect(years):to_equal { "1704: 2-1", "1705: 0-5", "1706: 4-3" }
    local winner, why = rules.more_years()
    expect(winner):to_be(sides.french)
    expect(why):to_be "ahead in 1 more years"
    local function year(french, allied) create("year", { year = 1707, french = french, allied = allied }) end
    year(3, 3)                                                           -- a tie counts for nobody
    expect(rules.more_years()):to_be(sides.french)
    year(0, 1)
    winner, why = rules.more_years()
    expect(winner):to_be(nil)
    expect(why):to_be "neither side was ahead in more years"
    winner, why = rules.marginal_victory()
    expect(winner):to_be(nil)
    expect(why):to_be "a tie: neither side was ahead in more years"
    year(0, 1)
    year(2, 3)
    winner, why = rules.marginal_victory()
    expect(winner):to_be(sides.allied)
    expect(why):to_be "marginal victory: ahead in 2 more years"
  end)

  it("11.11-tie: or by years ahead, or to nobody", function ()
    three_years { options = { marginal = "years" } }
    expect(rules.marginal_victory()):to_be(sides.french)
    three_years { options = { marginal = "none" } }
    local winner, why = rules.marginal_victory()
    expect(winner):to_be(nil)
    expect(why):to_be "a tie"
  end)
end)

describe("12.1: short campaigns", function ()
  it("12.1: they end with their own last season, and the terms of the long one hold", function ()
    local t = ground.begin { phase = "activity" }
    ground.fortress("allied", "Paris", "A1", 0, 0)
    game.last_season = 1704
    game.year, game.month, game.half = 1705, 1, 2
    t.next_phase()
    expect(game.over):to_be(true)
  end)
end)
