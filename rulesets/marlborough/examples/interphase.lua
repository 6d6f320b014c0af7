-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.2, 11.3, 11.7: season, fronts, order of steps, prisoners.

local ground = require "examples.campaign_ground"

local function date() return rules.date_text() end

-- The half-month in which winter begins, as a date of 1704/05.
local function winter()
  for turn = 1, 26 do
    game.year = turn <= 24 and 1704 or 1705
    game.month, game.half = (turn - 1) // 2 % 12 + 1, (turn - 1) % 2 + 1
    if rules.is_winter() then return date() end
  end
end

describe("11.2.3, 11.2.1: the season", function ()
  it("11.2.1, 11.2.3: a die says when winter begins (G46)", function ()
    local wanted = { "October II 1704", "November I 1704", "November II 1704", "December I 1704",
      "December II 1704", "January I 1705" }
    for die, text in ipairs(wanted) do
      ground.begin { dice = { die } }
      rules.roll_winter()
      expect(winter()):to_be(text)
    end
  end)

  it("11.2.1, 11.2.3: a die says when the next campaign begins (G46)", function ()
    local wanted = { "March I 1705", "March II 1705", "April I 1705", "April I 1705", "April II 1705", "May I 1705" }
    for die, text in ipairs(wanted) do
      ground.begin { dice = { die } }
      rules.roll_spring(1705)
      expect(date()):to_be(text)
      expect(game.season):to_be(1705)
    end
  end)

  it("11.2.1, 11.2.3: the first year begins when the scenario says, and has a die for its winter", function ()
    ground.begin { dice = { 4 } }
    game.month, game.half = 4, 1
    rules.open_campaign()
    expect(date()):to_be "April I 1704"
    expect(winter()):to_be "December I 1704"
  end)

  it("11.2-h: with the switch a die each turn from October I, 6 with one more for each turn", function ()
    ground.begin { options = { rolling_season = true }, dice = { 5, 4, 4 } }
    rules.roll_winter()                                                  -- no die now
    game.month, game.half = 9, 2
    rules.winter_comes()                                                 -- nor in September
    expect(rules.is_winter()):to_be(false)
    game.month, game.half = 10, 1
    rules.winter_comes()
    expect(rules.is_winter()):to_be(false)                               -- 5
    game.half = 2
    rules.winter_comes()
    expect(rules.is_winter()):to_be(false)                               -- 4 + 1
    game.month, game.half = 11, 1
    rules.winter_comes()
    expect(rules.is_winter()):to_be(true)                                -- 4 + 2
    rules.winter_comes()                                                 -- nor a second die in its turn
    game.half = 2
    rules.winter_comes()                                                 -- and no die any more
    expect(rules.is_winter()):to_be(true)
  end)

  it("11.2-h: before the die there is no winter at all", function ()
    ground.begin { options = { rolling_season = true } }
    game.winter_from = 3
    rules.roll_winter()
    game.year, game.month, game.half = 1705, 1, 2                        -- January II
    expect(rules.is_winter()):to_be(false)
  end)

  it("11.2-h: without it nobody rolls", function ()
    ground.begin {}
    game.month = 11
    rules.winter_comes()
    expect(game.winter_from):to_be(23)
  end)
end)

describe("11.2.5: the order of steps", function ()
  it("11.2.5: fronts, prisoners, coups, upkeep, building, redeployment, leaders, and the next season", function ()
    local t = ground.begin { phase = "activity", dice = { 3, 4 } }
    game.last_season = 0
    game.year, game.month, game.half = 1705, 1, 2                        -- January II: the last turn
    local seen = {}
    repeat
      t.next_phase()
      seen[#seen + 1] = current_phase() .. " " .. game.actor.key
    until current_phase() == "secondary_magazines"
    expect(seen):to_equal { "exchange_first french", "exchange_second allied", "coup_first french",
      "coup_second allied", "upkeep_first french", "upkeep_second allied", "building_first french",
      "building_second allied", "redeploy_first french", "redeploy_second allied", "leaders_first french", "leaders_second allied",
      "secondary_magazines french" }
    expect(date()):to_be "April I 1705"
    expect(game.interphase):to_be(false)
    expect(game.winter_from):to_be(23)                                   -- 4: December I
  end)

  it("11.2.5, 11.10.5: who is not in the war of the new year is not paid for", function ()
    local t = ground.begin { phase = "coup_second" }
    game.interphase, game.season, game.last_season = true, 1705, 0       -- 1706: no Northern Allies
    local northern = ground.force("northern", 12, "H2")
    t.next_phase()
    expect(current_phase()):to_be "upkeep_first"
    expect(northern.alive):to_be(false)
    t.next_phase()
    t.next_phase()
    expect(current_phase()):to_be "building_first"
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("11.2.5: in the season there is none of it", function ()
    local t = ground.begin { phase = "activity" }
    game.month, game.half = 5, 1
    t.next_phase()
    expect(current_phase()):to_be "secondary_magazines"
    expect(date()):to_be "May II 1704"
  end)

  it("11.2.5, 12.1: the last interphase of a campaign ends with its fronts and who has won", function ()
    local t = ground.begin { phase = "activity" }
    game.last_season = 1704
    game.year, game.month, game.half = 1705, 1, 2
    rules.score(sides.allied, 3, "9.1", "a test")
    t.next_phase()
    expect(game.over):to_be(true)
    expect(game.winner):to_be(sides.allied)
  end)

  it("12.1: a campaign that ends with 1705 goes on in the winter of 1704", function ()
    ground.begin {}
    game.interphase, game.last_season = true, 1705
    expect(rules.interphase_goes_on()):to_be(true)
    game.season = 1705
    expect(rules.interphase_goes_on()):to_be(false)
    game.interphase, game.last_season = false, 1706
    expect(rules.interphase_goes_on()):to_be(false)
  end)

  it("SEQ, 11.2.5: a season ends, and the next one begins on its own date", function ()
    ground.begin { dice = { 6, 1 } }
    game.year, game.month, game.half, game.interphase = 1705, 1, 2, true
    rules.end_season()
    expect(date()):to_be "May I 1705"
    expect(game.season):to_be(1705)
    expect(game.season_turn):to_be(game.turn + 1)
    expect(winter()):to_be(nil)                                          -- October II 1705 is not in 1704
  end)

  it("SEQ, 12.1: with the last season the campaign ends in a tie that points decide (11.11-tie)", function ()
    ground.begin {}
    game.last_season, game.interphase = 1704, true
    rules.score(sides.french, 2, "9.1", "a test")
    rules.end_season()
    expect(game.over):to_be(true)
    expect(game.winner):to_be(sides.french)
    expect(game.verdict):to_be "marginal victory: French has 2 points against 0"
  end)

  it("11.2.5: it opens with offers and coups to make, nobody bound, and the fronts drawn", function ()
    ground.begin {}
    ground.fortress("french", "Lille", "B2", 1, 6)
    ground.fortress("allied", "Breda", "H2", 1, 4)
    local deep = ground.force("french", 10, "H3", {}, { "Villars" })
    ground.leader "Villars".bound = true
    sides.french.offers, sides.allied.coup = 2, true
    rules.open_interphase()
    expect(game.interphase):to_be(true)
    expect(deep.place):to_be(nil)
    expect(ground.leader "Villars".bound):to_be(false)
    expect(sides.french.offers):to_be(0)
    expect(sides.allied.coup):to_be(false)
  end)

  it("11.2.5: it opens with nations, fronts and what decides the campaign", function ()
    ground.begin {}
    ground.fortress("french", "Amsterdam", "F1", 1, 4)
    ground.fortress("allied", "Munich", "K2", 0, 0)
    local paris = ground.fortress("french", "Paris", "A1", 0, 0)
    local lost = ground.force("french", 10, "J2")
    sides.allied.coup, sides.allied.offers = true, 3
    rules.open_interphase()
    expect(game.interphase):to_be(true)
    expect(game.up_lost):to_be(true)
    expect(game.bavaria_left):to_be(true)
    expect(lost.place):to_be(nil)
    expect(lost.camp):to_be(map.hex "J2")
    expect(sides.allied.coup):to_be(false)
    expect(sides.allied.offers):to_be(0)
    expect(rules.campaign_victory()):to_be(nil)
    paris.side = sides.allied
    rules.open_interphase()
    expect(rules.campaign_victory()):to_be(sides.allied)
  end)

  it("11.2.5: it closes with the year's points, what the new year brings, and sieges that are over", function ()
    ground.begin { dice = { 1, 1 } }
    game.interphase, game.season = true, 1705
    rules.score(sides.french, 3, "9.1", "a test")
    local siege = ground.fortress("allied", "Breda", "G2", 1, 4, { blockaded = true, besieged = 2 })
    local northern = ground.force("northern", 12, "H2")
    local army = ground.force("french", 20, "G2", { sieges = 2, siege_of = siege, active = true })
    rules.draw_fronts()
    rules.interphase()
    expect(siege.blockaded):to_be(false)
    expect(siege.besieged):to_be(0)
    expect(army.siege_of):to_be(nil)
    expect(army.active):to_be(false)
    expect(northern.alive):to_be(false)                                  -- F.north: not in 1706
    expect(#all "year"):to_be(1)
    expect(game.season_turn):to_be(game.turn + 1)
  end)

  it("11.2.5, 11.10.5: the politics are those of the new year", function ()
    ground.begin {}
    local british = ground.force("british", 30, "F2")
    game.season = 1710
    rules.politics_of_the_year()
    expect(british.sp):to_be(30)
    game.season = 1711
    rules.politics_of_the_year()
    expect(british.sp):to_be(12)
  end)

  it("11.2.5: it is opened where no phase did it, and once", function ()
    for open, offers in pairs { [true] = 2, [false] = 0 } do
      ground.begin { dice = { 1, 1 } }
      game.interphase, sides.french.offers = open, 2
      rules.interphase()
      expect(sides.french.offers):to_be(offers)
      expect(game.interphase):to_be(false)
    end
  end)

  it("11.2.5: winter passes over everybody", function ()
    ground.begin { dice = { 1, 1 } }
    game.interphase = true
    local army = ground.force("dutch", 20, "F2", { demoralised = 4, owed = 3, spent = 2, tried = 1, sieges = 2,
      demoralised_before = 3 })
    local train = ground.train("dutch", "Train", "F2")
    train.spent, train.owed = 3, 2
    rules.interphase()
    expect(train.spent):to_be(0)
    expect(train.owed):to_be(0)
    expect(army.tried):to_be(0)
    expect(army.sieges):to_be(0)
    expect(army.demoralised_before):to_be(0)
    expect(army.demoralised):to_be(0)
    expect(army.owed):to_be(0)
    expect(army.spent):to_be(0)
  end)
end)

describe("11.3: fronts", function ()
  it("11.3: a hex is of who holds the place in it, else the nearest one", function ()
    ground.begin {}
    ground.fortress("french", "Lille", "B2", 1, 6)
    local breda = ground.fortress("allied", "Breda", "H2", 1, 4)
    local function holder(at) return rules.front_holder(map.hex(at)) end
    expect(holder "B2"):to_be(sides.french)
    expect(holder "D2"):to_be(sides.french)
    expect(holder "F2"):to_be(sides.allied)
    expect(holder "E2"):to_be(sides.french)                              -- 3 hexes from both: Spanish Netherlands
    expect(rules.front_holder(map.place "Austria")):to_be(nil)
    create("work", { name = "Line", side = sides.allied, nation = "dutch", type = "line", sp = 1,
      place = map.hex "D2" })
    expect(holder "D2"):to_be(sides.allied)                              -- works hold their hex
    breda.side = sides.french                                            -- and its ground goes with it
    expect(holder "J2"):to_be(sides.french)
  end)

  it("11.3: who has the nearest place, whoever has others farther away, whatever the region", function ()
    ground.begin {}
    ground.fortress("french", "Breda", "G3", 1, 4)
    ground.fortress("allied", "Mainz", "J2", 1, 4)
    ground.fortress("allied", "Lille", "B2", 1, 6)
    expect(rules.front_holder(map.hex "G4")):to_be(sides.french)         -- in the United Provinces
    expect(rules.front_holder(map.hex "A3")):to_be(sides.allied)         -- in France
  end)

  it("11.3: magazines and works off the map are not lost", function ()
    ground.begin {}
    ground.fortress("allied", "Mainz", "J2", 1, 4)
    local function magazine(name, place)
      return create("magazine", { name = name, side = sides.french, nation = "french", grade = "primary",
        place = place })
    end
    local there, nowhere, lost = magazine("There", map.place "Austria"), magazine "Nowhere", magazine("Lost", map.hex "J3")
    rules.lose_magazines()
    expect(there.alive and nowhere.alive):to_be(true)
    expect(lost.alive):to_be(false)
  end)

  it("11.3: the inquiry tells whose a hex is", function ()
    local t = ground.begin {}
    expect(t.inquire "front C2"):to_be "C2 is nobody's ground"
    ground.fortress("french", "Lille", "B2", 1, 6)
    expect(t.inquire "front C2"):to_be "C2 is ground of the French side"
  end)

  it("11.3: who is behind the enemy's front, with the enemy, or off the map, is deployed anew", function ()
    ground.begin {}
    ground.fortress("french", "Lille", "B2", 1, 6)
    ground.fortress("allied", "Breda", "H2", 1, 4)
    local home = ground.force("french", 20, "C2")
    local deep = ground.force("french", 10, "H3", { name = "Deep" })
    local far = ground.force("french", 10, "Austria", { name = "Far" })
    local train = ground.train("french", "Train", "H3")
    local lost = create("magazine", { name = "Depot", side = sides.french, nation = "french", grade = "primary",
      place = map.hex "H3" })
    rules.draw_fronts()
    expect(home.place):to_be(map.hex "C2")
    expect(deep.place):to_be(nil)
    expect(far.place):to_be(nil)
    expect(train.place):to_be(nil)
    for _, piece in ipairs { deep, train } do expect(piece.camp):to_be(map.hex "H3") end
    expect(far.camp):to_be(nil)                                          -- off the map there is no hex near to it
    expect(lost.alive):to_be(false)
  end)
end)

describe("11.7: prisoners", function ()
  it("11.7: SP are exchanged one for one, as many as both have", function ()
    ground.begin {}
    local french = ground.force("french", 20, "B2")
    local dutch = ground.force("dutch", 20, "H2")
    sides.french.captured_sp, sides.allied.captured_sp = 7, 4
    rules.exchange_prisoners()
    expect(sides.french.captured_sp):to_be(3)
    expect(sides.allied.captured_sp):to_be(0)
    expect(french.sp):to_be(24)
    expect(dutch.sp):to_be(24)
  end)

  it("11.7: their owner says where they go, and a detachment has 15 at most", function ()
    ground.begin { answers = { "Second" } }
    ground.force("french", 20, "B2")
    ground.force("dutch", 20, "H2")
    local second = ground.force("dutch", 13, "H3", { name = "Second", size = "detachment" })
    sides.french.captured_sp, sides.allied.captured_sp = 4, 4
    rules.exchange_prisoners()
    expect(second.sp):to_be(15)
    expect(all("force", { name = "dutch force" })[1].sp):to_be(22)
  end)

  it("11.7: without a force they are one", function ()
    ground.begin {}
    rules.take_back(sides.allied, 18)
    expect(rules.strength(all("force", { side = sides.allied }))):to_be(18)
    expect(#all("force", { nation = "dutch" })):to_be(2)
    rules.take_back(sides.french, 3)
    expect(#all("force", { nation = "french" })):to_be(1)
    expect(all("force", { nation = "french" })[1].name):to_be "French Detachment 1"
  end)

  local function captives(names)
    for _, name in ipairs(names) do
      local leader = rules.enlist(name)
      leader.post = "captured"
      rules.score_leader(leader)
    end
  end

  it("11.7: leaders one for one, whoever they are: Marlborough for Villeroi", function ()
    ground.begin { answers = { "Marlborough", "Villeroi" } }
    captives { "Marlborough", "Villeroi", "Tallard" }
    rules.exchange_leaders()
    expect(ground.leader "Marlborough".post):to_be "pool"
    expect(ground.leader "Villeroi".post):to_be "pool"
    expect(ground.leader "Tallard".post):to_be "captured"
  end)

  it("11.7: but a side may keep whom it has (G66)", function ()
    ground.begin { answers = { "keep" } }
    captives { "Marlborough", "Villeroi" }
    rules.exchange_leaders()
    expect(ground.leader "Marlborough".post):to_be "captured"
    expect(ground.leader "Villeroi".post):to_be "captured"
  end)

  it("11.7: or decline what the other one gives", function ()
    ground.begin { answers = { "Marlborough", "keep" } }
    captives { "Marlborough", "Villeroi" }
    rules.exchange_leaders()
    expect(ground.leader "Marlborough".post):to_be "captured"
  end)

  it("11.7: all of it happens in its phase", function ()
    ground.begin { answers = { "keep" } }
    captives { "Marlborough", "Villeroi" }
    rules.exchange_prisoners()
    expect(ground.leader "Villeroi".post):to_be "captured"
  end)

  it("11.7, 11.10: who comes back to a nation that is out of the war is out with it", function ()
    ground.begin {}
    captives { "Baden", "Overkirk", "Webb", "the Elector", "Tallard" }
    game.austria_lost, game.bavaria_left = true, true
    for _, name in ipairs { "Baden", "Overkirk", "Webb", "the Elector", "Tallard" } do
      rules.release(ground.leader(name))
    end
    expect(ground.leader "Baden".post):to_be "gone"
    expect(ground.leader "the Elector".post):to_be "out"                 -- until Bavaria is back
    expect(ground.leader "Overkirk".post):to_be "pool"
    expect(ground.leader "Webb".post):to_be "pool"
    expect(ground.leader "Tallard".post):to_be "pool"
  end)

  it("11.7: also when he is traded or exchanged", function ()
    local t = ground.begin { phase = "exchange_second", active = "allied", answers = { true, "Baden", "Tallard" } }
    captives { "Baden", "Marlborough", "Tallard" }
    game.austria_lost = true
    t.command "trade for-leaders Marlborough"
    expect(ground.leader "Marlborough".post):to_be "pool"
    rules.exchange_leaders()
    expect(ground.leader "Baden".post):to_be "gone"
    expect(ground.leader "Tallard".post):to_be "pool"
  end)

  it("11.7: who says nothing exchanges as many leaders as both have", function ()
    ground.begin {}
    captives { "Marlborough", "Villeroi", "Tallard" }
    rules.exchange_leaders()
    expect(ground.leader "Marlborough".post):to_be "pool"
    expect(#all("leader", { post = "captured" })):to_be(1)
    rules.exchange_leaders()                                             -- one side has nobody left
    expect(#all("leader", { post = "captured" })):to_be(1)
  end)

  it("11.7: nobody offers SP that he has not, nor leaders whom he does not hold", function ()
    ground.begin {}
    captives { "Tallard", "Webb" }
    rules.enlist "Villars"
    ground.treasury("french", 10)
    ground.treasury("british", 10)
    sides.allied.captured_sp = 5
    local function offer(sp, name)
      return function ()
        rules.trade(sides.allied, { sp = sp, leaders = name and { ground.leader(name) } or {}, ep = 0 },
          { sp = 0, leaders = {}, ep = 1 })
      end
    end
    expect(offer(6)):to_refuse "11.7"
    expect(offer(0, "Villars")):to_refuse "11.7"                         -- in his pool
    expect(offer(0, "Webb")):to_refuse "11.7"                            -- the French hold him
    offer(5, "Tallard")()
    expect(sides.allied.offers):to_be(1)
  end)

  it("11.7: a gift is taken, a demand is not, by who says nothing", function ()
    ground.begin {}
    sides.allied.captured_sp, sides.french.captured_sp = 2, 2
    ground.force("french", 20, "B2")
    local none = { sp = 0, leaders = {}, ep = 0 }
    expect(rules.trade(sides.allied, { sp = 2, leaders = {}, ep = 0 }, none)):to_be(true)
    expect(rules.trade(sides.allied, none, { sp = 2, leaders = {}, ep = 0 })):to_be(false)
    expect(sides.allied.captured_sp):to_be(0)
    expect(sides.french.captured_sp):to_be(2)
  end)

  it("11.7: one captured train too is a point, and none is none", function ()
    ground.begin {}
    sides.allied.captured_trains = 1
    rules.ransom_trains()
    expect(rules.ep_of "british"):to_be(1)
    expect(rules.ep_of "french"):to_be(0)
    expect(#all "treasury"):to_be(1)
  end)

  it("11.7: a captured train is an economic point", function ()
    ground.begin {}
    sides.french.captured_trains = 2
    rules.exchange_prisoners()
    expect(rules.ep_of "french"):to_be(2)
    expect(sides.french.captured_trains):to_be(0)
  end)

  it("11.7: the rest is traded, if both agree", function ()
    local t = ground.begin { phase = "exchange_second", active = "allied", answers = { true, "dutch" } }
    captives { "Tallard" }
    local french = ground.force("french", 20, "B2")
    sides.allied.captured_sp = 5
    local france = ground.treasury("french", 12)
    t.command "trade sp 5 leaders Tallard for-ep 10"
    expect(rules.ep_of "dutch"):to_be(10)
    expect(france.ep):to_be(2)
    expect(sides.allied.captured_sp):to_be(0)
    expect(french.sp):to_be(25)
    expect(ground.leader "Tallard".post):to_be "pool"
  end)

  it("11.7: nothing happens if one of them does not; there are three offers a side", function ()
    local t = ground.begin { phase = "exchange_second", active = "allied", answers = { false, false, false } }
    sides.allied.captured_sp = 5
    local france = ground.treasury("french", 12)
    for _ = 1, 3 do t.command "trade sp 5 for-ep 10" end
    expect(sides.allied.captured_sp):to_be(5)
    expect(france.ep):to_be(12)
    expect(function () t.command "trade sp 5 for-ep 10" end):to_refuse "11.7"
  end)

  it("11.7: nobody gives what he has not", function ()
    local t = ground.begin { phase = "exchange_second", active = "allied" }
    sides.allied.captured_sp = 5
    expect(function () t.command "trade sp 6 for-ep 1" end):to_refuse "11.7"
    expect(function () t.command "trade sp 5 for-ep 1" end):to_refuse "11.7"    -- the French have none
    expect(function () rules.trade(sides.allied, { sp = 0, leaders = {}, ep = 0 },
      { sp = 0, leaders = {}, ep = 0 }) end):to_refuse "11.7"
  end)
end)
