-- SPDX-License-Identifier: GPL-3.0-or-later
-- 2 The Board, 3 The Pieces, 4 Occupying an Area.

local ground = require "examples.ground"

describe("2 and 3: board and pieces", function ()
  it("2.3: nobody crosses the Danube; other rivers stop nobody", function ()
    local t = situation { map = ground { borders = { { "N0", "Mid", danube = true },
        { "N1", "Mid", river = true } } }, dice = { 0 },
      foot = "allied infantry at N0", other = "allied infantry at N1", enemy = "french infantry at N3" }
    expect(rules.danube_between(map.area "N0", map.area "Mid")):to_be(true)
    expect(function () rules.tactical_move({ t.foot }, map.hex "Mid/C") end):to_refuse "2.3"
    rules.tactical_move({ t.other }, map.hex "Mid/C")
    expect(t.other.place):to_be(map.hex "Mid/C")
  end)

  it("2.3: no attack across the Danube", function ()
    local t = situation { map = ground { borders = { { "N0", "Mid", danube = true } } },
      foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    expect(function () rules.attack { area = map.area "Mid", units = { t.foot } } end):to_refuse "2.3"
  end)

  it("2.4: infantry goes from central hex to central hex", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0/4" }
    expect(rules.arrival_hex(map.area "Mid")):to_be(map.hex "Mid/C")
    expect(function () rules.tactical_move({ t.foot }, map.hex "Mid/C") end):to_refuse "9.1"
  end)

  it("3.3: battalion guns belong to infantry and are no artillery", function ()
    local t = situation { map = ground(), foot = "allied infantry guns at N0",
      plain = "allied infantry at N0" }
    expect(rules.has_battalion_guns(t.foot)):to_be(true)
    expect(rules.has_battalion_guns(t.plain)):to_be(false)
    local count = rules.count { t.foot, t.plain }
    expect(count.guns):to_be(1)
    expect(count.central_artillery):to_be(0)
  end)

  it("3.6: artillery is worth 1 on an outer hex, 3 on the central one, 2 in support", function ()
    local t = situation { map = ground(), outer = "french artillery at Mid/2",
      central = "french artillery at Mid" }
    expect(rules.aggregate_dv(rules.count { t.outer })):to_be(1)
    expect(rules.aggregate_dv(rules.count { t.central })):to_be(3)
    expect(rules.aggregate_av(rules.count { t.central })):to_be(2)
    expect(rules.supporting_artillery(sides.french, map.hex "Mid/C")):to_equal { t.central }
  end)

  it("3.7: infantry and cavalry occupy 3, artillery and command units nothing", function ()
    local t = situation { map = ground(), foot = "allied infantry at Mid", horse = "allied cavalry at Mid",
      guns = "allied artillery at Mid", general = "allied command at Mid" }
    local mid = map.area "Mid"
    expect(rules.occupied_by({ t.foot }, mid)):to_be(3)
    expect(rules.occupied_by({ t.horse }, mid)):to_be(3)
    expect(rules.occupied_by({ t.guns }, mid)):to_be(0)
    expect(rules.occupied_by({ t.general }, mid)):to_be(0) -- 3.10
  end)

  it("3.9, 10.2: a disrupted unit moves, but starts no combat", function ()
    local t = situation { map = ground(), dice = { 0 },
      foot = "allied infantry disrupted at N0", enemy = "french infantry at Mid" }
    expect(rules.may_start_combat(t.foot)):to_be(false)
    expect(function () rules.attack { area = map.area "Mid", units = { t.foot } } end):to_refuse "10.2"
    rules.tactical_move({ t.foot }, map.hex "N1/C")
    expect(t.foot.place):to_be(map.hex "N1/C")
  end)

  it("3.10: command units take no orders", function ()
    local t = situation { map = ground(), general = "allied command at N0" }
    expect(function () rules.tactical_move({ t.general }, map.hex "N1/C") end):to_refuse "3.10"
  end)

  it("3.11: a command unit commands units of its designation", function ()
    local t = situation { map = ground(), general = { "allied command at N0", army = "Eugene" },
      own = { "allied infantry at N0", army = "Eugene" },
      other = { "allied infantry at N1", army = "Marlborough" } }
    expect(rules.commands_unit(t.general, t.own)):to_be(true)
    expect(rules.commands_unit(t.general, t.other)):to_be(false)
    expect(charts.command_association:at "Eugene"):to_be("Austrian flag")
  end)
end)

describe("4 Occupying an area", function ()
  it("4.1: six OFs a side, at every instant", function ()
    local t = situation { map = ground(), one = "allied infantry at Mid/1", two = "allied cavalry at Mid",
      three = "allied infantry at N0", guns = "allied artillery at Mid" }
    local mid = map.area "Mid"
    expect(rules.occupied_by({ t.one, t.two, t.guns }, mid)):to_be(6)
    expect(rules.has_room({ t.three }, mid)):to_be(false)
    expect(function () rules.tactical_move({ t.three }, map.hex "Mid/C") end):to_refuse "4.1"
  end)

  it("4.2: four marked hexes cost one OF more a unit", function ()
    local t = situation { map = ground { Mid = { terrain = { [3] = "marsh", [4] = "marsh", [5] = "woods",
        [6] = "woods" } }, N1 = { terrain = { [3] = "marsh", [4] = "marsh", [5] = "marsh" } } },
      foot = "allied infantry at N0", guns = "allied artillery at N0" }
    expect(rules.heavy_going(map.area "Mid")):to_be(true)   -- both kinds together, G7
    expect(rules.heavy_going(map.area "N1")):to_be(false)
    expect(rules.occupied_by({ t.foot }, map.area "Mid")):to_be(4)
    expect(rules.occupied_by({ t.guns }, map.area "Mid")):to_be(1)
    expect(rules.occupied_by({ t.foot }, map.area "N1")):to_be(3)
  end)

  it("4.3: the attackers alone must fit, whoever defends", function ()
    local t = situation { map = ground(), one = "allied infantry at N0", two = "allied infantry at N0",
      foe = "french infantry at Mid", other = "french infantry at Mid" }
    local mid = map.area "Mid"
    expect(rules.attack_fits({ t.one, t.two }, mid)):to_be(true)
    expect(rules.has_room({ t.one, t.two }, mid)):to_be(true)
  end)

  it("4.4: glanders keeps Tallard's cavalry from that of Marsin and the Elector", function ()
    local t = situation { map = ground(), active = "french",
      tallard = "french cavalry glanders at N0", marsin = "french cavalry spared at Mid",
      foot = "french infantry at N0" }
    expect(rules.glanders_bars({ t.tallard }, map.area "Mid")):to_be(true)
    expect(rules.glanders_bars({ t.foot }, map.area "Mid")):to_be(false)
    expect(function () rules.tactical_move({ t.tallard }, map.hex "Mid/C") end):to_refuse "4.4"
    t.foot.place = map.hex "N00/C"
    expect(rules.glanders_bars({ t.marsin }, map.area "N0")):to_be(true)       -- nor the other way
    expect(function () rules.tactical_move({ t.marsin }, map.hex "N0/C") end):to_refuse "4.4"
  end)

  it("4.4: nor do they attack into one area together", function ()
    local t = situation { map = ground(), active = "french", invariants = false,
      tallard = "french cavalry glanders at N0", marsin = "french cavalry spared at N0",
      enemy = "allied infantry at Mid" }
    expect(function ()
      rules.attack { area = map.area "Mid", units = { t.tallard, t.marsin } }
    end):to_refuse "4.4"
  end)

  it("4.5: nobody enters marsh or woods", function ()
    local t = situation { map = ground { N0 = { terrain = { [2] = "marsh", [3] = "woods" } } },
      foot = "allied infantry at N0" }
    expect(rules.may_enter_hex(map.hex "N0/2")):to_be(false)
    expect(rules.may_enter_hex(map.hex "N0/3")):to_be(false)
    expect(function () rules.tactical_move({ t.foot }, map.hex "N0/2") end):to_refuse "4.5"
  end)

  it("4.5: a border is open when clear hexes touch; two clear minor hexes do not", function ()
    -- chirality R: Mid/1 (major) and Mid/2 face N0; N0/4 (major) and N0/5 face Mid
    local cases = {
      { {},               {},               true },
      { { 1 },            {},               true },
      { { 2 },            {},               true },
      { {},               { 4 },            true },
      { { 2 },            { 4 },            true },
      { { 1 },            { 5 },            true },
      { { 2 },            { 5 },            true },
      { { 1 },            { 4 },            false },
      { { 1, 2 },         {},               false },
      { {},               { 4, 5 },         false },
      { { 1 },            { 4, 5 },         false },
    }
    for _, case in ipairs(cases) do
      local mid, far = {}, {}
      for _, number in ipairs(case[1]) do mid[number] = "marsh" end
      for _, number in ipairs(case[2]) do far[number] = "woods" end
      situation { map = ground { Mid = { terrain = mid }, N0 = { terrain = far } } }
      expect(rules.crossing_open(map.area "Mid", map.area "N0")):to_be(case[3])
      expect(rules.crossing_open(map.area "N0", map.area "Mid")):to_be(case[3])
    end
  end)

  it("4.5: no move and no attack over a blocked border", function ()
    local t = situation { map = ground { Mid = { terrain = { [1] = "marsh", [2] = "marsh" } } },
      foot = "allied infantry at N0" }
    expect(function () rules.tactical_move({ t.foot }, map.hex "Mid/C") end):to_refuse "4.5"
    t = situation { map = ground { Mid = { terrain = { [1] = "marsh", [2] = "marsh" } } },
      foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    expect(function () rules.attack { area = map.area "Mid", units = { t.foot } } end):to_refuse "4.5"
  end)
end)
