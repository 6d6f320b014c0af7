-- SPDX-License-Identifier: GPL-3.0-or-later
-- L, 5.1, 5.2, 8.1, 13.7, 13.8: leaders, joint command, pools, relief.

local countries = require "examples.countries"

local function army_of(nation, sp, ...)
  return countries.army(nation, sp, { leaders = { ... } })
end

local function modifier(forces) return rules.command_modifier(forces).total end

-- A leader of no book, with a modifier.
local function add(force, name, value, av)
  return create("leader", { name = name, side = force.side, nation = force.nation, post = "force",
    force = force, av = av or 7, modifier = value })
end

describe("L.values: the leaders of the text", function ()
  -- name, nation, AV, modifier, as the source has them
  for _, row in ipairs {
    { "Marlborough", "british", 9, 3 }, { "Eugene", "austrian", 9, 2 }, { "Villars", "french", 9, 2 },
    { "Vendome", "french", 7, 2 }, { "Luxembourg", "french", 7, 1 }, { "Boufflers", "french", 7, 1 },
    { "Catinat", "french", 7, 1 }, { "Overkirk", "dutch", 7, 1 }, { "Webb", "british", 7, 1 },
    { "Villeroi", "french", 7, -1 }, { "Burgundy", "french", 6, -1 }, { "Orange", "dutch", 7, -1 },
    { "Marsin", "french", 7, 0 }, { "de Coigne", "french", 7, 0 }, { "Albemarle", "dutch", 7, 0 },
    { "Athlone", "british", 7, 0 }, { "Hesse", "austrian", 7, 0 },
  } do
    it(("L.values: %s %d/%+d"):format(row[1], row[3], row[4]), function ()
      countries.begin {}
      local leader = rules.enlist(row[1])
      expect(leader.nation):to_be(row[2])
      expect(leader.av):to_be(row[3])
      expect(leader.modifier):to_be(row[4])
      expect(leader.post):to_be "pool"
      expect(charts.leaders:source(row[1], "AV")):to_be "printed"
      expect(charts.leaders:source(row[1], "modifier")):to_be "printed"
    end)
  end

  it("L.values: La Motte's AV is known, his modifier is ours", function ()
    expect(charts.leaders:at("La Motte", "AV")):to_be(8)
    expect(charts.leaders:source("La Motte", "AV")):to_be "printed"
    expect(charts.leaders:source("La Motte", "modifier")):to_be "house"
  end)

  it("L.values: unknown values are 7 and 0, and house, as are leaders whom the text does not name", function ()
    for name, nation in pairs { Orleans = "french", Coehoorn = "dutch", ["the Elector"] = "bavarian",
      Ormonde = "british", Tallard = "french", Arco = "bavarian", Maffei = "bavarian", Bedmar = "spanish",
      Egmont = "spanish", ["T'Serclaes"] = "spanish", Churchill = "british", Cutts = "british",
      Orkney = "british", Dopff = "dutch", Slangenburg = "dutch", Tilly = "dutch", Baden = "austrian",
      Styrum = "austrian", Thungen = "austrian" } do
      expect(charts.leaders:at(name, "nation")):to_be(nation)
      expect(charts.leaders:at(name, "AV")):to_be(7)
      expect(charts.leaders:at(name, "modifier")):to_be(0)
      expect(charts.leaders:source(name, "AV")):to_be "house"
      expect(charts.leaders:source(name, "modifier")):to_be "house"
    end
    expect(charts.leaders:at("La Motte", "modifier")):to_be(0)
  end)

  it("L.values: every leader's nation and rank", function ()
    local want = {
      french = "Villars, La Motte, Vendome, Luxembourg prince, Boufflers, Catinat, de Coigne, Marsin, "
        .. "Villeroi favourite, Orleans prince, Burgundy prince, Tallard",
      bavarian = "the Elector, Arco, Maffei", spanish = "Bedmar, Egmont, T'Serclaes",
      british = "Marlborough, Webb, Athlone, Ormonde, Churchill, Cutts, Orkney",
      dutch = "Overkirk, Albemarle, Orange, Coehoorn engineer, Dopff, Slangenburg, Tilly",
      austrian = "Eugene, Hesse, Baden, Styrum, Thungen",
    }
    local have = {}
    for _, nation in ipairs { "french", "bavarian", "spanish", "british", "dutch", "austrian" } do
      for name in (want[nation] .. ", "):gmatch "(.-), " do
        local rank = "-"
        for _, one in ipairs { "prince", "favourite", "engineer" } do
          if name:find(" " .. one, 1, true) then rank, name = one, name:gsub(" " .. one, "") end
        end
        expect(charts.leaders:at(name, "nation")):to_be(nation)
        expect(charts.leaders:at(name, "rank")):to_be(rank)
        have[#have + 1] = name
      end
    end
    expect(#have):to_be(37)
  end)

  it("L.values: three princes, a favourite, an engineer", function ()
    countries.begin {}
    local ranks = {}
    for _, name in ipairs { "Luxembourg", "Orleans", "Burgundy", "Villeroi", "Coehoorn", "Villars" } do
      ranks[#ranks + 1] = charts.leaders:at(name, "rank")
    end
    expect(ranks):to_equal { "prince", "prince", "prince", "favourite", "engineer", "-" }
    expect(rules.enlist("Orleans").supreme):to_be(true)
    expect(rules.enlist("Villeroi").supreme):to_be(false)
    expect(rules.enlist("Coehoorn").engineer):to_be(true)
    expect(rules.enlist("Marlborough").side):to_be(sides.allied)
    expect(rules.enlist("Villars").side):to_be(sides.french)
  end)

  it("L.values: three Spanish and three Bavarian leaders", function ()
    local number = { spanish = 0, bavarian = 0 }
    countries.begin {}
    for _, name in ipairs { "the Elector", "Arco", "Maffei", "Bedmar", "Egmont", "T'Serclaes" } do
      local nation = rules.enlist(name).nation
      number[nation] = number[nation] + 1
    end
    expect(number.spanish):to_be(3)
    expect(number.bavarian):to_be(3)
  end)

  it("L.values: the leaders with a force, the highest first", function ()
    countries.begin {}
    local army = army_of("french", 60, "Burgundy", "Marsin", "Boufflers", "de Coigne", "Villars")
    expect(countries.names(rules.leaders_of(army)))
      :to_equal { "Villars", "Boufflers", "Marsin", "de Coigne", "Burgundy" }
    expect(rules.leaders_of(countries.army("french", 5, { name = "another" }))):to_equal {}
  end)
end)

describe("What the prompt shows", function ()
  it("L.values: a leader is written with his values", function ()
    countries.begin {}
    expect(rules.leader_text(rules.enlist "Marlborough")):to_be "Marlborough 9/+3"
    expect(rules.leader_text(rules.enlist "Burgundy")):to_be "Burgundy 6/-1"
    expect(rules.leader_text(rules.enlist "Marsin")):to_be "Marsin 7/+0"
  end)
end)

describe("L.avg: joint command", function ()
  it("L.avg: Marlborough 9/+3 and Overkirk 7/+1 are 8/+2 (E1)", function ()
    countries.begin {}
    local both = { army_of("british", 20, "Marlborough"), army_of("dutch", 42, "Overkirk") }
    expect(rules.command_av(both, "attack")):to_be(8)
    expect(modifier(both)):to_be(2)
  end)

  it("L.avg: Villars 9/+2 and Boufflers 7/+1 are 8, and 1.5 is +2 (E2)", function ()
    countries.begin {}
    local army = army_of("french", 80, "Villars", "Boufflers")
    expect(rules.command_av(army, "move")):to_be(8)
    expect(modifier(army)):to_be(2)
  end)

  local function malplaquet(options)
    countries.begin { options = options }
    return { army_of("british", 30, "Marlborough"), army_of("austrian", 40, "Eugene"),
      army_of("dutch", 40, "Orange") }
  end

  it("L.avg: Marlborough, Eugene and Orange: 8.33 is 8, 1.33 is +2 (E2)", function ()
    local all_three = malplaquet()
    expect(rules.command_av(all_three, "evade")):to_be(8)
    expect(modifier(all_three)):to_be(2)
  end)

  it("L.avg: with AVs by the quarter rule (G2) they are 9, and 7.5 is 8", function ()
    local all_three = malplaquet { average_av = "quarter" }
    expect(rules.command_av(all_three, "evade")):to_be(9)
    all_three[2].place = nil
    local army = army_of("dutch", 9)
    add(army, "seven", 0, 7)
    add(army, "eight", 0, 8)
    expect(rules.command_av({ army }, "evade")):to_be(8)
  end)

  it("L.avg: part points of an AV are dropped: 7.5 is 7", function ()
    countries.begin {}
    local army = army_of("austrian", 9)
    add(army, "seven", 0, 7)
    add(army, "eight", 0, 8)
    expect(rules.command_av(army, "move")):to_be(7)
  end)

  -- modifiers, their average by the number line and by its magnitude (G3)
  for _, row in ipairs {
    { { 0, -1 }, 0, -1 }, { { 0, 0, -1 }, 0, -1 }, { { -1, -1, 0 }, 0, -1 }, { { -1, -1, -1, 0 }, -1, -1 },
    { { -1, 0, 0, 0 }, 0, 0 }, { { -1, -2 }, -1, -2 }, { { -1, -1 }, -1, -1 }, { { 1, -1 }, 0, 0 },
  } do
    local text = table.concat(row[1], ", ")
    it(("L.avg: %s is %d, by its magnitude %d (G3)"):format(text, row[2], row[3]), function ()
      for i, options in ipairs { {}, { average_negative = "magnitude" } } do
        countries.begin { options = options }
        local army = army_of("austrian", 9)
        for k, value in ipairs(row[1]) do add(army, "leader " .. k, value) end
        expect(modifier(army)):to_be(row[i + 1])
      end
    end)
  end

  it("L.avg: exactly a quarter is down, and up under the switch (G1)", function ()
    for want, options in pairs { [0] = {}, [1] = { quarter = "from" } } do
      countries.begin { options = options }
      local army = army_of("austrian", 9)
      for k, value in ipairs { 1, 0, 0, 0 } do add(army, "leader " .. k, value) end
      expect(modifier(army)):to_be(want)
    end
    countries.begin { options = { quarter = "from", average_negative = "magnitude" } }
    local army = army_of("austrian", 9)
    for k, value in ipairs { -1, 0, 0, 0 } do add(army, "leader " .. k, value) end
    expect(modifier(army)):to_be(-1)
  end)

  it("L.avg: rounded down where that is asked for: 4/3 is 1 (G14)", function ()
    local all_three = malplaquet()
    expect(rules.average_modifier(rules.commanders(all_three), "down").total):to_be(1)
    expect(rules.average_rounding(4, 3, "down")):to_be "down"
    expect(rules.average_rounding(4, 3)):to_be "up"
    expect(rules.average_rounding(4, 2)):to_be "down"
  end)

  it("L.avg: the derivation names every leader", function ()
    countries.begin {}
    local steps = rules.average_av({ army_of("french", 80, "Villars", "Boufflers") }, "move"):steps()
    expect(steps[1].reason):to_be "Villars"
    expect(steps[1].amount):to_be(9)
    expect(steps[2].reason):to_be "Boufflers"
    expect(steps[3].rule):to_be "L.avg"
  end)

  it("L.none, L.garr: both are 6 and -2", function ()
    local cells = {}
    for _, who in ipairs { "force", "garrison" } do
      cells[#cells + 1] = charts.leaderless:at(who, "AV")
      cells[#cells + 1] = charts.leaderless:at(who, "modifier")
    end
    expect(cells):to_equal { 6, -2, 6, -2 }
  end)

  it("L.none: a force without a leader has AV 6 and -2", function ()
    countries.begin {}
    local army = countries.army("french", 40)
    expect(rules.command_av(army, "evade")):to_be(6)
    expect(modifier(army)):to_be(-2)
  end)

  it("L.none: under the switch it has no modifier (G16)", function ()
    countries.begin { options = { leaderless = "none" } }
    expect(modifier(countries.army("french", 40))):to_be(0)
  end)

  it("L.garr: a garrison that a coup de main has caught fights as AV 6, -2", function ()
    local av, value = rules.garrison_values()
    expect(av):to_be(6)
    expect(value):to_be(-2)
  end)

  it("L.supreme: several leaders of a nation average, unless a prince is there (G64)", function ()
    countries.begin {}
    local armies = { army_of("french", 40, "Villars"), countries.army("french", 40, { name = "second",
      leaders = { "Marsin" } }) }
    expect(rules.command_av(armies, "move")):to_be(8)
    expect(modifier(armies)):to_be(1)
    rules.enlist("Burgundy", armies[2])
    expect(rules.command_av(armies, "move")):to_be(6)
    expect(modifier(armies)):to_be(-1)
  end)

  it("L.avg: an engineer does not command, unless nobody else is there", function ()
    countries.begin {}
    local army = army_of("dutch", 20, "Coehoorn")
    expect(countries.names(rules.commanders(army))):to_equal { "Coehoorn" }
    rules.enlist("Overkirk", army)
    expect(countries.names(rules.commanders(army))):to_equal { "Overkirk" }
  end)
end)

describe("13.8: princes", function ()
  it("13.8: Burgundy, with a detachment, commands over Vendome and his army (E3)", function ()
    countries.begin { active = "french" }
    local army = army_of("french", 22, "Vendome")
    local few = countries.detachment("french", 10, { leaders = { "Burgundy" } })
    expect(countries.names(rules.commanders { army, few })):to_equal { "Burgundy" }
    expect(modifier { army, few }):to_be(-1)
    expect(rules.command_av({ army, few }, "attack")):to_be(6)
    rules.lose_leader(rules.leaders_of(few)[1], "pool")                  -- a 1 on the die (G54)
    expect(modifier { army, few }):to_be(2)
  end)

  it("13.8: without the rule he does not", function ()
    countries.begin { options = { supreme = "none" } }
    local army = army_of("french", 32, "Vendome", "Burgundy")
    expect(#rules.commanders(army)):to_be(2)
    expect(rules.is_supreme(rules.leaders_of(army)[2])):to_be(false)
  end)

  it("13.8: of two princes the higher commands", function ()
    countries.begin {}
    local army = army_of("french", 32, "Burgundy", "Luxembourg")
    expect(countries.names(rules.commanders(army))):to_equal { "Luxembourg" }
  end)

  it("13.8-h: Villeroi commands like a prince under the switch alone", function ()
    countries.begin {}
    local army = army_of("french", 60, "Villars", "Villeroi")
    expect(#rules.commanders(army)):to_be(2)
    countries.begin { options = { supreme = "villeroi" } }
    army = army_of("french", 60, "Villars", "Villeroi")
    expect(countries.names(rules.commanders(army))):to_equal { "Villeroi" }
    expect(rules.is_supreme(rules.leaders_of(army)[1])):to_be(false)
    local other = countries.army("french", 60, { name = "another", leaders = { "Orleans", "Marsin" } })
    expect(countries.names(rules.commanders(other))):to_equal { "Orleans" }
  end)

  it("13.8: a prince is lost on a 1 like others, or under the switch stays at his post (G54)", function ()
    countries.begin { options = { princes_stay = true } }
    local army = army_of("french", 32, "Vendome", "Burgundy")
    local vendome, burgundy = rules.leaders_of(army)[1], rules.leaders_of(army)[2]
    rules.lose_leader(burgundy, "pool")
    expect(burgundy.force):to_be(army)
    rules.lose_leader(vendome, "pool")
    expect(vendome.post):to_be "pool"
    rules.lose_leader(burgundy, "captured")
    expect(burgundy.post):to_be "captured"
  end)
end)

describe("5.1, 8.1: pools", function ()
  it("8.1-lead: British, Dutch and Imperial forces have leaders of their own nation", function ()
    countries.begin {}
    for nation, own in pairs { british = "Webb", dutch = "Tilly", austrian = "Baden" } do
      local army = countries.army(nation, 30)
      for _, name in ipairs { "Marlborough", "Overkirk", "Eugene", "Villars" } do
        if charts.leaders:at(name, "nation") ~= nation then
          expect(function () rules.enlist(name, army) end):to_refuse "8.1-lead"
        end
      end
      expect(rules.enlist(own, army).force):to_be(army)
    end
  end)

  it("8.1-lead: a pool has only leaders of the nation", function ()
    local t = countries.begin { dice = { "Tilly" } }
    countries.pool(t, "Webb", "Tilly", "Baden", "Marsin", "Dopff")
    local army = countries.army("dutch", 30)
    expect(countries.names(rules.pool_of(army))):to_equal { "Tilly", "Dopff" }
    rules.draw_leader(army)
    expect(countries.names(rules.pool_of(army))):to_equal { "Dopff" }
  end)

  it("F.french: the French side has one pool for French, Spanish and Bavarian forces", function ()
    local t = countries.begin {}
    countries.pool(t, "Marsin", "the Elector", "Bedmar", "Webb")
    for _, nation in ipairs { "french", "bavarian", "spanish" } do
      expect(countries.names(rules.pool_of(countries.army(nation, 9))))
        :to_equal { "Marsin", "the Elector", "Bedmar" }
    end
    expect(rules.enlist("Arco", countries.army("french", 9, { name = "another" })).nation):to_be "bavarian"
    expect(rules.may_lead("dutch", countries.army("french", 9, { name = "a third" }))):to_be(false)
  end)

  it("F.north: Northern Allies are in the field in 1704 and 1705, 1709, and 1711 to 1713", function ()
    local years = {}
    for year = 1701, 1714 do
      if rules.northern_present(year) then years[#years + 1] = year end
    end
    expect(years):to_equal { 1704, 1705, 1709, 1711, 1712, 1713 }
  end)

  it("F.north: Imperial leaders lead the Northern Allies", function ()
    local t = countries.begin { dice = { "Hesse" } }
    countries.pool(t, "Hesse", "Overkirk")
    local few = countries.detachment("northern", 9)
    expect(rules.draw_leader(few).name):to_be "Hesse"
    expect(rules.leading_nation "northern"):to_be "austrian"
    expect(rules.leading_nation "dutch"):to_be "dutch"
  end)

  it("5.1-pool: a leader is drawn blind, and is out of the pool", function ()
    local t = countries.begin { active = "french", dice = { "de Coigne", "Villars" } }
    countries.pool(t, "Villars", "de Coigne", "Marsin")
    local army = countries.army("french", 9)
    local leader = rules.draw_leader(army)
    expect(leader.name):to_be "de Coigne"
    expect(leader.post):to_be "force"
    expect(leader.force):to_be(army)
    expect(rules.draw_leader(army).name):to_be "Villars"
    expect(#all("leader", { post = "pool" })):to_be(1)
  end)

  it("5.1-pool: from an empty pool nobody comes; an engineer is not drawn", function ()
    local t = countries.begin {}
    countries.pool(t, "Coehoorn")
    expect(rules.draw_leader(countries.army("dutch", 9))):to_be(nil)
  end)

  it("5.1-lead: a force without a leader does not activate in its own phase", function ()
    countries.begin {}
    local army = countries.army("dutch", 9)
    expect(function () rules.activate(army) end):to_refuse "5.1-lead"
    expect(function () rules.needs_leader(army) end):to_refuse "5.1-lead"
    rules.enlist("Tilly", army)
    rules.needs_leader(army)
  end)

  it("C.leaderloss, 5.1-pool: a lost leader is back in the pool, a captured one scores", function ()
    countries.begin {}
    local army = army_of("french", 40, "Villars", "Villeroi")
    local villars, villeroi = rules.leaders_of(army)[1], rules.leaders_of(army)[2]
    villeroi.relief = 2
    rules.lose_leader(villeroi, "pool")
    expect(villeroi.post):to_be "pool"
    expect(villeroi.force):to_be(nil)
    expect(villeroi.relief):to_be(0)
    expect(army.lost_leader):to_be(1)
    rules.lose_leader(villars, "captured")
    expect(villars.post):to_be "captured"
    expect(army.lost_leader):to_be(2)
    expect(rules.total(sides.allied)):to_be(2)
  end)

  it("5.1-when: he is replaced after the battle, by one of the pool; none is due twice", function ()
    local t = countries.begin { dice = { "Marsin", "Tallard" } }
    countries.pool(t, "Marsin", "Tallard", "Catinat")
    local army = army_of("french", 40, "Villeroi")
    army.lost_leader = 2
    rules.replace_leaders("own", sides.french)
    rules.replace_leaders("battle", sides.allied)
    expect(#rules.leaders_of(army)):to_be(1)
    rules.replace_leaders("battle", sides.french)
    expect(#rules.leaders_of(army)):to_be(3)
    expect(army.lost_leader):to_be(0)
    rules.replace_leaders("battle", sides.french)
    expect(#rules.leaders_of(army)):to_be(3)
  end)

  it("5.1-when: in the own or the enemy's next phase under the switch (G15)", function ()
    for _, moment in ipairs { "own", "enemy" } do
      local t = countries.begin { options = { replacement = moment }, dice = { "Marsin" } }
      countries.pool(t, "Marsin", "Tallard")
      local army = countries.army("french", 40, { lost_leader = 1 })
      rules.replace_leaders("battle", sides.french)
      rules.replace_leaders(moment == "own" and "enemy" or "own", sides.french)
      expect(#rules.leaders_of(army)):to_be(0)
      rules.replace_leaders(moment, sides.french)
      expect(#rules.leaders_of(army)):to_be(1)
    end
  end)

  it("5.1-when: with an empty pool the post stays due", function ()
    countries.begin {}
    local army = countries.army("french", 40, { lost_leader = 1 })
    rules.replace_leaders("battle", sides.french)
    expect(army.lost_leader):to_be(1)
  end)
end)

describe("13.7: relief of command", function ()
  local function routed(dice, more)
    local data = { options = { relief_of_command = true }, dice = dice }
    for key, value in pairs(more or {}) do data[key] = value end
    local t = countries.begin(data)
    countries.pool(t, "Marsin")
    t.army = army_of("french", 40, "Villeroi", "Burgundy")
    t.villeroi, t.burgundy = rules.leaders_of(t.army)[1], rules.leaders_of(t.army)[2]
    return t
  end

  local function offer(t) rules.offer_relief { t.army } end

  it("13.7, 5.1-pool: on a 1 he goes at once, and another is drawn", function ()
    local t = routed({ 1, "Marsin" }, { answers = { "relieve Villeroi" } })
    offer(t)
    expect(t.villeroi.post):to_be "pool"
    expect(countries.names(rules.leaders_of(t.army))):to_equal { "Marsin", "Burgundy" }
    expect(t.army.disgraced):to_be(false)
  end)

  it("13.7: on 2 and 3 at the end of his side's next phase", function ()
    for die = 2, 3 do
      local t = routed({ die, "Marsin" }, { answers = { "relieve Villeroi" } })
      offer(t)                                             -- in the Allied phase: the French one is next
      expect(t.villeroi.force):to_be(t.army)
      rules.end_reliefs(sides.allied)
      expect(t.villeroi.force):to_be(t.army)
      rules.end_reliefs(sides.french)
      expect(t.villeroi.post):to_be "pool"
      expect(rules.leaders_of(t.army)[1].name):to_be "Marsin"
    end
  end)

  it("13.7, C.dem-red1: a leader drawn for one who is relieved shortens demoralisation as well, once a phase", function ()
    local t = routed({ 1, "Marsin", 1 }, { answers = { "relieve Villeroi" } })
    t.army.demoralised = 3
    offer(t)
    expect(t.army.demoralised):to_be(2)
    local marsin = all("leader", { name = "Marsin" })[1]
    expect(marsin.force):to_be(t.army)
    expect(function () rules.change_leader(t.army, marsin) end):to_refuse "C.dem-red1"
    t.villeroi.post, t.villeroi.force = "out", nil
    t.army.disgraced = true
    rules.relieve(marsin)                                  -- nobody is in the pool: his post is due
    expect(t.army.demoralised):to_be(2)
    expect(t.army.lost_leader):to_be(1)
  end)

  it("13.7: on 4 and 5 at the end of the one after", function ()
    for die = 4, 5 do
      local t = routed({ die, "Marsin" }, { answers = { "relieve Villeroi" } })
      offer(t)
      rules.end_reliefs(sides.french)
      expect(t.villeroi.force):to_be(t.army)
      rules.end_reliefs(sides.french)
      expect(t.villeroi.post):to_be "pool"
    end
  end)

  it("13.7: the table: 1 at once, 2 and 3 the next phase, 4 and 5 the one after, 6 never", function ()
    for die, phases in ipairs { 0, 1, 1, 2, 2, -1 } do
      local t = routed(die == 1 and { 1, "Marsin" } or { die })
      t.army.disgraced = true
      expect(rules.relieve(t.villeroi)):to_be(phases)
      expect(t.villeroi.relief):to_be(phases > 0 and phases or 0)
    end
  end)

  it("13.7: on a 6 he stays", function ()
    local t = routed({ 6 }, { answers = { "relieve Villeroi" } })
    offer(t)
    expect(t.villeroi.relief):to_be(0)
    expect(t.villeroi.force):to_be(t.army)
  end)

  it("13.7: a phase in which he was beaten himself is not the next", function ()
    local t = routed({ 2, "Marsin" }, { answers = { "relieve Villeroi" }, active = "french" })
    offer(t)
    rules.end_reliefs(sides.french)                        -- this one
    expect(t.villeroi.force):to_be(t.army)
    rules.end_reliefs(sides.french)
    expect(t.villeroi.post):to_be "pool"
  end)

  it("13.7: princes are not relieved (13.8)", function ()
    local t = routed({})
    t.army.disgraced = true
    expect(rules.may_be_relieved(t.burgundy)):to_be(false)
    expect(rules.may_be_relieved(t.villeroi)):to_be(true)
    expect(function () rules.relieve(t.burgundy) end):to_refuse "13.8"
  end)

  it("13.7: only after a rout, once for a leader, and only where the rule is in force", function ()
    local t = routed({})
    expect(function () rules.relieve(t.villeroi) end):to_refuse "13.7"
    t.army.disgraced, t.villeroi.relief = true, 1
    expect(function () rules.relieve(t.villeroi) end):to_refuse "13.7"
    t = routed({}, { options = {} })
    t.army.disgraced = true
    expect(function () rules.relieve(t.villeroi) end):to_refuse "13.7"
    offer(t)
    rules.end_reliefs(sides.french)
  end)

  it("13.7: the owner may decline, and is not asked where there is nobody", function ()
    local t = routed({}, { answers = { false } })
    offer(t)
    expect(t.villeroi.force):to_be(t.army)
    rules.lose_leader(t.villeroi, "pool")
    offer(t)
  end)

  it("13.7: with an empty pool he goes all the same, and his post is due", function ()
    countries.begin { options = { relief_of_command = true }, dice = { 1 }, answers = { "relieve Villeroi" } }
    local army = army_of("french", 40, "Villeroi")
    rules.offer_relief { army }
    expect(#rules.leaders_of(army)):to_be(0)
    expect(army.lost_leader):to_be(1)
  end)

  it("13.7: a battle that ends in a rout asks for it", function ()
    -- 60 SP of Villeroi's at -1 against 62 of Marlborough's at +3: 3 and 13 SP lost, a rout (E8)
    local t = countries.begin { active = "allied", options = { relief_of_command = true },
      dice = { 2, 2, 2, 2, 1, 2, 6 },
      answers = { function (q) return q.from and q.from[1] end, "relieve Villeroi" } }
    local french = army_of("french", 60, "Villeroi")
    local british = army_of("british", 62, "Marlborough")
    local result = rules.battle({ british }, { french }, { committed = true, paid = true, rounds = 1 })
    expect(result.outcome):to_be "defender routs"
    expect(t.dealt[7]):to_be(6)
  end)
end)

describe("Leaders: what must hold", function ()
  it("L.values: a leader in two places, in none, with the enemy or twice is an error", function ()
    local t = countries.begin { invariants = false }
    local army = army_of("dutch", 40, "Overkirk")
    local overkirk = rules.leaders_of(army)[1]
    expect(t.broken()):to_equal {}
    overkirk.post = "pool"
    expect(t.broken()[1]):to_contain "Overkirk is pool, and with dutch army"
    overkirk.post, overkirk.force = "force", nil
    expect(t.broken()[1]):to_contain "Overkirk is force, and with nobody"
    overkirk.force = countries.army("french", 9)
    expect(t.broken()[1]):to_contain "Overkirk is with the enemy's french army"
    overkirk.force = army
    rules.enlist "Overkirk"
    expect(t.broken()[1]):to_contain "there are two leaders named Overkirk"
  end)

  it("L.values: a leader is drawn from his pool, not from his army", function ()
    local t = countries.begin { dice = { "Dopff" } }
    army_of("dutch", 40, "Overkirk")
    countries.pool(t, "Dopff")
    rules.draw_leader(countries.detachment("dutch", 5))
    expect(rules.draw_leader(countries.detachment("dutch", 5, { name = "another" }))):to_be(nil)
  end)
end)
