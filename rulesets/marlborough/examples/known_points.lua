-- SPDX-License-Identifier: GPL-3.0-or-later
-- The points of the charts that charts.lua (of these cases) does not go through.

-- Each { row, column or nil, value, source }.
local function compare(chart, list)
  for _, point in ipairs(list) do
    expect(chart:at(point[1], point[2])):to_be(point[3])
    expect(chart:source(point[1], point[2])):to_be(point[4] or "printed")
  end
end

describe("known points", function ()
  it("4.1-dem: demoralised forces lose 2 of their AV, and keep 4", function ()
    compare(charts.demoralised_av, { { "demoralised", nil, -2 }, { "least", nil, 4 } })
  end)

  it("INT.range: 4 MP for interceptors and lines, 5 for magazines", function ()
    compare(charts.ranges, { { "interception", nil, 4 }, { "line", nil, 4 }, { "magazine", nil, 5 } })
  end)

  it("4.6.7: 1 off the attacker over a minor river, 1 at a line, both together 2", function ()
    situation {}
    for _, case in ipairs { { {}, 0 }, { { minor = true }, -1 }, { { work = true }, -1 },
      { { minor = true, work = true }, -2 } } do
      expect(charts.battle_terrain:tally(case[1])):to_be(case[2])
    end
  end)

  it("SG.train, SG.leader, SG.size, SG.odds10: each modifier of the Siege Table by itself", function ()
    situation {}
    local function modifier(more)
      local siege = { strength = 12, garrison = 6, trains = 1, modifier = 0, turns = 0, class = 1 }
      for key, value in pairs(more) do siege[key] = value end
      return charts.siege_modifiers:tally(siege)
    end
    for _, case in ipairs {
      { {}, 0 }, { { trains = 0 }, -2 }, { { trains = 2 }, 1 }, { { trains = 3 }, 1 },
      { { modifier = 1 }, -1 }, { { modifier = 3 }, -1 }, { { modifier = -1 }, 0 },
      { { garrison = 7, strength = 14 }, -1 }, { { garrison = 9, strength = 20 }, -1 },
      { { garrison = 10, strength = 20 }, -2 }, { { garrison = 13, strength = 30 }, -3 },
      { { garrison = 16, strength = 32 }, -4 }, { { garrison = 1, strength = 4 }, 0 },
      { { garrison = 4, strength = 20 }, 1 }, { { garrison = 2, strength = 20 }, 2 },
      { { garrison = 2, strength = 19 }, 1 }, { { turns = 1 }, 1 }, { { turns = 3 }, 3 },
    } do
      expect(modifier(case[1])):to_be(case[2])
    end
    situation { options = { siege_bonus = "class" } }
    for _, case in ipairs { { { class = 2 }, 1 }, { { garrison = 3 }, 1 }, { { class = 2, garrison = 3 }, 2 },
      { { garrison = 4, strength = 80 }, 0 } } do
      expect(modifier(case[1])):to_be(case[2])
    end
    situation { options = { prolonged_sieges = false } }
    expect(modifier { turns = 3 }):to_be(0)
  end)

  it("L.none, L.garr: AV 6 and -2 without a leader", function ()
    compare(charts.leaderless, { { "force", "AV", 6 }, { "force", "modifier", -2 }, { "garrison", "AV", 6 },
      { "garrison", "modifier", -2 } })
  end)

  it("F.north: Northern Allies are there in 1704 and 1705, 1709, 1711 to 1713", function ()
    local years = {}
    for year = 1701, 1714 do
      if charts.northern_years:at(year) then years[#years + 1] = year end
    end
    expect(years):to_equal { 1704, 1705, 1709, 1711, 1712, 1713 }
  end)

  it("11.2.3: the Campaign Season Tables, row by row; ours", function ()
    local winter = { "October II", "November I", "November II", "December I", "December II", "January I" }
    local spring = { "March I", "March II", "April I", "April I", "April II", "May I" }
    for die = 1, 6 do
      compare(charts.season, { { die, "winter", winter[die], "house" }, { die, "spring", spring[die], "house" } })
    end
  end)

  it("13.3: the coup de main, die by die", function ()
    for die, outcome in ipairs { "disaster", "-", "-", "-", "-", "in" } do
      expect(charts.coup:at(die)):to_be(outcome)
    end
  end)

  it("11.4: what is kept and built, cell by cell", function ()
    compare(charts.upkeep, { { "SP", "maintain", 1, "inferred" }, { "SP", "build", 2 }, { "train", "maintain", 5, "house" },
      { "train", "build", 10, "house" }, { "army", "maintain", 0, "house" }, { "army", "build", 5, "house" },
      { "detachment", "maintain", 0, "house" }, { "detachment", "build", 0, "house" }, { "garrison", "maintain", 0 },
      { "garrison", "build", 0 } })
  end)

  it("C.dem-table, C.loss: the tables of the other readings, cell by cell", function ()
    for die, percent in ipairs { 5, 10, 10, 15, 20, 25, 30, 35, 40, 40 } do
      expect(charts.field_battle_linear:at(die)):to_be(percent)
    end
    for percent, turns in pairs { [14] = 0, [19] = 2, [20] = 3, [29] = 3, [30] = 4, [39] = 4, [40] = 5, [49] = 5,
      [50] = 6, [99] = 6 } do
      expect(charts.demoralisation_lower:at(percent)):to_be(turns)
    end
  end)
end)
