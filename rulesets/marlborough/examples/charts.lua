-- SPDX-License-Identifier: GPL-3.0-or-later
-- Every known point of every chart, and that what is ours says so.

local function points(chart, column, list)
  for _, entry in ipairs(list) do
    expect(chart:at(entry[1], column)):to_be(entry[2])
  end
end

-- From low to high on 2d6 every roll succeeds, and no other.
local function succeeds(chart, av, low, high)
  for total = 2, 12 do
    expect(chart:at(av, total)):to_be(total >= low and total <= high)
  end
end

describe("4.1: the Activation Table", function ()
  it("4.1: AV 5 succeeds on 4-7, AV 7 on 3-8, AV 9 on 4-11, as the source has them", function ()
    succeeds(charts.activation, 5, 4, 7)
    succeeds(charts.activation, 7, 3, 8)
    succeeds(charts.activation, 9, 4, 11)
    for _, av in ipairs { 5, 7, 9 } do expect(charts.activation:source(av, 7)):to_be "printed" end
  end)

  it("4.1: the rolls of the examples", function ()
    for _, roll in ipairs { 7, 5, 6 } do expect(charts.activation:at(7, roll)):to_be(true) end
    for _, roll in ipairs { 9, 10 } do expect(charts.activation:at(7, roll)):to_be(false) end
    expect(charts.activation:at(8, 2)):to_be(false)
    expect(charts.activation:source(8, 2)):to_be "printed"
    for _, roll in ipairs { 5, 6 } do expect(charts.activation:at(9, roll)):to_be(true) end
    for _, roll in ipairs { 2, 3, 12 } do expect(charts.activation:at(9, roll)):to_be(false) end
  end)

  it("4.1: AV 4, 6, 8 and 10 are filled in, 15, 23, 29 and 34 ways of 36", function ()
    succeeds(charts.activation, 4, 5, 7)
    succeeds(charts.activation, 6, 4, 8)
    succeeds(charts.activation, 8, 3, 9)
    succeeds(charts.activation, 10, 3, 11)
    expect(charts.activation:source(4, 5)):to_be "house"
    expect(charts.activation:source(6, 5)):to_be "inferred"
    expect(charts.activation:source(8, 5)):to_be "inferred"
    expect(charts.activation:source(10, 5)):to_be "house"
    for av, ways in pairs { [4] = 15, [5] = 18, [6] = 23, [7] = 25, [8] = 29, [9] = 32, [10] = 34 } do
      local n = 0
      for a = 1, 6 do
        for b = 1, 6 do n = n + (charts.activation:at(av, a + b) and 1 or 0) end
      end
      expect(n):to_be(ways)
    end
  end)

  it("4.1: the other reading has 3-7 for AV 6 and 4-10 for AV 8", function ()
    succeeds(charts.activation_low, 6, 3, 7)
    succeeds(charts.activation_low, 8, 4, 10)
    expect(charts.activation:at(3, 5)):to_be(true)         -- beyond its ends the table stops
    expect(charts.activation:at(11, 11)):to_be(true)
  end)
end)

describe("C.loss: the Field Battle and Pursuit Table", function ()
  it("C.loss: 5, 10, 10, 15, 20, 25, 30 percent for 1 to 7", function ()
    situation {}
    for die, percent in ipairs { 5, 10, 10, 15, 20, 25, 30 } do
      expect(charts.field_battle:at(die)):to_be(percent)
      expect(rules.battle_percent(die)):to_be(percent)
      expect(charts.field_battle:source(die)):to_be "printed"
    end
  end)

  it("C.loss: beyond its ends the table stops; that is ours", function ()
    situation {}
    for _, die in ipairs { -4, -1, 0 } do expect(rules.battle_percent(die)):to_be(5) end
    for _, die in ipairs { 8, 9 } do expect(rules.battle_percent(die)):to_be(30) end
    expect(charts.field_battle:source(0)):to_be "house"
    expect(charts.field_battle:source(8)):to_be "house"
  end)

  it("C.loss: under the switch it goes on by fives", function ()
    situation { options = { battle_ends = "linear" } }
    for die, percent in pairs { [-3] = 0, [0] = 0, [1] = 5, [2] = 10, [3] = 10, [4] = 15, [5] = 20, [6] = 25,
      [7] = 30, [8] = 35, [9] = 40, [12] = 40 } do
      expect(rules.battle_percent(die)):to_be(percent)
    end
  end)

  it("C.loss: the contested cells of 3 and 4 by their switches", function ()
    situation { options = { battle_3 = 15, battle_4 = 10 } }
    expect(rules.battle_percent(3)):to_be(15)
    expect(rules.battle_percent(4)):to_be(10)
    expect(rules.battle_percent(2)):to_be(10)
    expect(rules.battle_percent(5)):to_be(20)
  end)
end)

describe("C.dem-table: the Demoralisation Table", function ()
  it("C.dem-table: the losses of the examples", function ()
    situation {}
    for _, case in ipairs { { 9, 32, 3 }, { 19, 60, 4 }, { 10, 29, 4 }, { 25, 60, 5 }, { 10, 20, 5 },
      { 8, 18, 5 }, { 52, 100, 6 }, { 16, 20, 6 }, { 22, 60, 4 }, { 12, 20, 6 }, { 23, 60, 4 } } do
      expect(rules.demoralisation_turns(case[1], case[2])):to_be(case[3])
    end
  end)

  it("C.dem-table: bands hold their upper ends exactly", function ()
    situation {}
    for _, case in ipairs { { 15, 100, 0 }, { 16, 100, 2 }, { 151, 1000, 2 }, { 20, 100, 2 }, { 201, 1000, 3 },
      { 30, 100, 3 }, { 301, 1000, 4 }, { 40, 100, 4 }, { 401, 1000, 5 }, { 50, 100, 5 }, { 501, 1000, 6 },
      { 100, 100, 6 } } do
      expect(rules.demoralisation_turns(case[1], case[2])):to_be(case[3])
    end
  end)

  it("C.dem-table: under the switch they hold their lower ends: 50 percent is 6 turns", function ()
    situation { options = { demoralised_bands = "lower" } }
    expect(rules.demoralisation_turns(10, 20)):to_be(6)
    expect(rules.demoralisation_turns(25, 60)):to_be(5)
    expect(rules.demoralisation_turns(9, 32)):to_be(3)
    expect(rules.demoralisation_turns(20, 100)):to_be(3)
    for _, case in ipairs { { 14, 0 }, { 19, 2 }, { 29, 3 }, { 39, 4 }, { 49, 5 } } do
      expect(rules.demoralisation_turns(case[1], 100)):to_be(case[2])
    end
  end)
end)

describe("PEN: the penetration table", function ()
  it("PEN: AV 9 at +1 penetrates on 2-4, the one printed cell", function ()
    expect(charts.penetration:at(9, 1)):to_be(4)
    expect(charts.penetration:source(9, 1)):to_be "printed"
    expect(charts.penetration:source(8, 1)):to_be "house"
  end)

  it("PEN: the others follow 12 - AV + difference, at most 11, below 2 never", function ()
    for av = 4, 10 do
      for difference = -2, 4 do
        local most = math.min(12 - av + difference, 11)
        expect(charts.penetration:at(av, difference)):to_be(most < 2 and 0 or most)
      end
    end
    expect(charts.penetration:at(9, -5)):to_be(0)
    expect(charts.penetration:at(4, 6)):to_be(11)
  end)
end)

describe("SG.roll: the Siege Table", function ()
  it("SG.roll: 2 costs 1 SP, 7 does not take a place, 9 does; 3 is in the row of 2", function ()
    points(charts.siege, nil, { { 2, "loss" }, { 3, "loss" }, { 4, "-" }, { 5, "-" }, { 6, "-" }, { 7, "-" },
      { 8, "honours" }, { 9, "surrender" }, { -3, "loss" }, { 12, "surrender" }, { 17, "surrender" } })
    for die, source in pairs { [1] = "house", [2] = "printed", [3] = "inferred", [7] = "printed",
      [8] = "house", [9] = "printed", [10] = "inferred" } do
      expect(charts.siege:source(die)):to_be(source)
    end
  end)
end)

describe("The other charts", function ()
  it("4.2-mp: 8 and 6 MP, in winter 6 and 3", function ()
    points(charts.allowance, "season", { { "force", 8 }, { "train", 6 } })
    points(charts.allowance, "winter", { { "force", 6 }, { "train", 3 } })
  end)

  it("4.4-acts: what actions cost", function ()
    for action, mp in pairs { battle = 1, siege = 6, leave = 1, line = 7, strongpoint = 8, dismantle = 8,
      disengage = 1 } do
      expect(charts.actions:at(action)):to_be(mp)
    end
  end)

  it("4.2-cost: clear 1, rough 3, rivers 1 more", function ()
    for kind, mp in pairs { clear = 1, other = 1, rough = 3, minor = 1, major = 1, work = 0 } do
      expect(charts.terrain:at(kind)):to_be(mp)
    end
  end)

  it("ST.class: average 20 unsupplied and 10 in winter, fertile 25 in winter", function ()
    points(charts.stacking, "unsupplied", { { "average", 20 }, { "fertile", 50 }, { "good", 35 } })
    points(charts.stacking, "winter unsupplied", { { "average", 10 }, { "fertile", 25 }, { "good", 17 } })
    points(charts.stacking, "supplied", { { "average", 50 }, { "fertile", 100 }, { "good", 75 } })
    points(charts.stacking, "winter supplied", { { "average", 25 }, { "fertile", 50 }, { "good", 37 } })
    expect(charts.stacking:source("average", "unsupplied")):to_be "printed"
    expect(charts.stacking:source("fertile", "winter unsupplied")):to_be "printed"
    expect(charts.stacking:source("average", "winter unsupplied")):to_be "printed"
    expect(charts.stacking:source("average", "supplied")):to_be "inferred"
    expect(charts.stacking:source("good", "supplied")):to_be "house"
  end)

  it("9.1: the schedule of victory points", function ()
    for what, vp in pairs { lost = 1, captured = 2, leader = 2, Marlborough = 5, train = 5, open = 1,
      class2 = 1, class1 = 3 } do
      expect(charts.victory_points:at(what)):to_be(vp)
    end
  end)

  it("11.10.3: Austria, the known cells, and the staircase below them", function ()
    local strengths = { 5, 10, 15, 25, 35, 50 }
    local first = { [2] = 1, [3] = 1, [4] = 2, [5] = 3, [6] = 4, [7] = 5, [8] = 6 }
    for roll = 2, 12 do
      for i, strength in ipairs(strengths) do
        expect(charts.austria:at(roll, strength)):to_be(first[roll] ~= nil and i >= first[roll])
      end
    end
    for roll = 2, 5 do expect(charts.austria:source(roll, 50)):to_be "printed" end
    expect(charts.austria:source(6, 20)):to_be "printed"
    expect(charts.austria:source(6, 25)):to_be "inferred"
    expect(charts.austria:source(7, 25)):to_be "inferred"
  end)

  it("13.7: relief: 1 at once, 2-3, 4-5 later, 6 never", function ()
    points(charts.relief, nil, { { 1, 0 }, { 2, 1 }, { 3, 1 }, { 4, 2 }, { 5, 2 }, { 6, -1 } })
  end)

  it("13.3: coup de main: 1 disaster, 2-5 nothing, 6 in", function ()
    points(charts.coup, nil, { { 1, "disaster" }, { 2, "-" }, { 5, "-" }, { 6, "in" }, { 9, "in" }, { 0, "disaster" } })
  end)

  it("11.4: 1 SP costs 2 to build, 1 to keep; 40 SP, a train and an army 45", function ()
    local upkeep = charts.upkeep
    expect(upkeep:at("SP", "build")):to_be(2)
    expect(upkeep:source("SP", "build")):to_be "printed"
    expect(upkeep:source("SP", "maintain")):to_be "inferred"
    expect(40 * upkeep:at("SP", "maintain") + upkeep:at("train", "maintain") + upkeep:at("army", "maintain"))
      :to_be(45)
    expect(upkeep:at("garrison", "maintain")):to_be(0)
  end)

  it("11.4: off-map economies", function ()
    for who, ep in pairs { Britain = 50, ["Britain reduced"] = 30, ["Northern Allies"] = 20, Austria = 20,
      ["Austria 1708"] = 30, ["Austria 1711"] = 50, ["Austria defeated"] = 0, ["refused offer"] = 20,
      ["captured train"] = 1 } do
      expect(charts.economics:at(who)):to_be(ep)
    end
  end)

  it("11.2.3: seasons: December I 1704 was winter, January I is the last to begin it", function ()
    points(charts.season, "winter", { { 1, "October II" }, { 4, "December I" }, { 6, "January I" } })
    points(charts.season, "spring", { { 1, "March I" }, { 3, "April I" }, { 6, "May I" } })
    expect(charts.season:source(4, "winter")):to_be "house"
  end)

  it("13.5: what Dutch caution takes off", function ()
    expect(charts.dutch:at "alone"):to_be(-2)
    expect(charts.dutch:at "with others"):to_be(-1)
  end)
end)
