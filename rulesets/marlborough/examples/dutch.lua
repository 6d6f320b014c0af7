-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.5: Dutch caution, with the example of the book (E19). Its figure of 7 for (9 + 6) / 2 is by dropping
-- the half (G2); by the quarter rule it would be 8.

local countries = require "examples.countries"
local ground = require "examples.campaign_ground"

local function allies(data, where)
  local t = countries.begin(data)
  t.british = countries.army("british", 40, { leaders = { "Marlborough" }, at = where })
  t.dutch = countries.army("dutch", 60, { leaders = { "Overkirk" }, at = where })
  t.both = { t.british, t.dutch }
  return t
end

local function french_at(name)
  return countries.army("french", 30, { at = name, name = "French at " .. name })
end

describe("13.5: the AV of Dutch leaders", function ()
  it("13.5-solo, 13.5-co: 2 alone, 1 with others", function ()
    expect(charts.dutch:at "alone"):to_be(-2)
    expect(charts.dutch:at "with others"):to_be(-1)
  end)

  it("13.5-co: Marlborough and Overkirk against an enemy in the Spanish Netherlands: 7 (E19)", function ()
    local t = allies({}, "E2")
    french_at "G2"
    expect(rules.command_av(t.both, "move", map.hex "G2")):to_be(7)
    expect(rules.dutch_caution(rules.leaders_of(t.dutch)[1], t.both, "move", map.hex "G2")):to_be(-1)
  end)

  it("13.5-co: they are 8 in the United Provinces and in France (E19)", function ()
    local t = allies({}, "D2")
    french_at "B2"
    french_at "B4"
    expect(rules.command_av(t.both, "move", map.hex "B2")):to_be(8)
    expect(rules.command_av(t.both, "move", map.hex "B4")):to_be(8)
    expect(rules.command_av(t.both, "intercept", map.hex "B4")):to_be(8)
  end)

  it("13.5-co: so in Cologne and the Empire, and not in Bavaria, which the rule does not name", function ()
    local t = allies({}, "L2")
    french_at "K2"
    french_at "M2"
    french_at "U2"
    expect(rules.command_av(t.both, "move", map.hex "K2")):to_be(7)
    expect(rules.command_av(t.both, "attack", map.hex "M2")):to_be(7)
    expect(rules.command_av(t.both, "move", map.hex "U2")):to_be(8)
  end)

  it("13.5-co: only against an enemy force; an interception always is (G57)", function ()
    local t = allies({}, "E2")
    expect(rules.command_av(t.both, "move", map.hex "G2")):to_be(8)
    expect(rules.command_av(t.both, "move")):to_be(8)
    expect(rules.command_av(t.both, "intercept", map.hex "G2")):to_be(7)
    expect(rules.goes_for_enemy(sides.allied, "intercept", map.hex "G2")):to_be(true)
    expect(rules.goes_for_enemy(sides.allied, "move", map.hex "G2")):to_be(false)
  end)

  it("13.5-co: off the joint value (G57) it is (9 + 7) / 2 - 1, and 7 too", function ()
    local t = allies({ options = { dutch_average = "joint" } }, "E2")
    french_at "G2"
    expect(rules.command_av(t.both, "move", map.hex "G2")):to_be(7)
  end)

  it("13.5-co: with a third leader the two readings differ: (9 + 9 + 6) / 3 and (9 + 9 + 7) / 3 - 1", function ()
    local t = allies({}, "E2")
    local imperial = countries.army("austrian", 20, { leaders = { "Eugene" } })
    french_at "G2"
    expect(rules.command_av({ t.british, t.dutch, imperial }, "move", map.hex "G2")):to_be(8)
    t = allies({ options = { dutch_average = "joint" } }, "E2")
    imperial = countries.army("austrian", 20, { leaders = { "Eugene" } })
    french_at "G2"
    expect(rules.command_av({ t.british, t.dutch, imperial }, "move", map.hex "G2")):to_be(7)
  end)

  it("13.5-solo: Overkirk alone with his army is 5, which activates on 4 to 7 (E19)", function ()
    local t = allies({}, "E2")
    expect(rules.command_av({ t.dutch }, "move")):to_be(5)
    expect(rules.command_av({ t.dutch }, "intercept", map.hex "G2")):to_be(5)
    expect(rules.dutch_caution(rules.leaders_of(t.dutch)[1], { t.dutch }, "move")):to_be(-2)
    expect(rules.dutch_alone { t.dutch }):to_be(true)
    expect(rules.dutch_alone(t.both)):to_be(false)
    local few = countries.detachment("dutch", 10, { leaders = { "Tilly" } })
    local leaderless = countries.army("austrian", 20)
    expect(rules.dutch_alone { few, leaderless }):to_be(false)           -- it is not his army
    expect(charts.activation:at(5, 3)):to_be(false)
    expect(charts.activation:at(5, 4)):to_be(true)
    expect(charts.activation:at(5, 7)):to_be(true)
    expect(charts.activation:at(5, 8)):to_be(false)
  end)

  it("13.5-solo: it is told in the derivation, and holds off the joint value too", function ()
    local t = allies({ options = { dutch_average = "joint" } }, "E2")
    expect(rules.command_av({ t.dutch }, "move")):to_be(5)
    local steps = rules.average_av({ t.dutch }, "move"):steps()
    expect(steps[#steps].rule):to_be "13.5"
    expect(steps[#steps].amount):to_be(-2)
  end)

  it("13.5-solo, 13.5-co: two Dutch leaders are alone; a detachment is no army", function ()
    countries.begin {}
    local army = countries.army("dutch", 60, { leaders = { "Overkirk", "Albemarle" } })
    local few = countries.detachment("dutch", 10, { leaders = { "Tilly" } })
    expect(rules.command_av({ army }, "move")):to_be(5)
    expect(rules.command_av({ few }, "move")):to_be(7)
  end)

  it("13.5-exc: not for moves against a fortress, retreats and sieges", function ()
    local t = allies({}, "E2")
    create("fortress", { name = "Kehl", side = sides.french, owner = sides.french, place = map.hex "G2",
      class = 2, printed = 1, intrinsic = 1 })
    local overkirk = rules.leaders_of(t.dutch)[1]
    for _, purpose in ipairs { "evade", "withdraw", "retreat", "rout", "siege" } do
      expect(rules.command_av({ t.dutch }, purpose, map.hex "G3")):to_be(7)
      expect(rules.dutch_exempt(sides.allied, purpose)):to_be(true)
    end
    expect(rules.command_av({ t.dutch }, "move", map.hex "G2")):to_be(7)
    expect(rules.command_av({ t.dutch }, "move", map.hex "G3")):to_be(5)
    expect(rules.command_av({ t.dutch }, "intercept", map.hex "G2")):to_be(5)
    expect(rules.dutch_caution(overkirk, t.both, "move", map.hex "G2")):to_be(0)
    french_at "G2"                                         -- an army at the fortress: not the fortress alone
    expect(rules.command_av({ t.dutch }, "move", map.hex "G2")):to_be(5)
    expect(rules.dutch_caution(overkirk, t.both, "move", map.hex "G2")):to_be(-1)
  end)

  it("13.5-co: others know no caution, and without the rule the Dutch do not either", function ()
    local t = allies({}, "E2")
    expect(rules.dutch_caution(rules.leaders_of(t.british)[1], { t.british }, "move")):to_be(0)
    t = allies({ options = { dutch = false } }, "E2")
    expect(rules.command_av({ t.dutch }, "move")):to_be(7)
  end)
end)

describe("13.5: where the Dutch go", function ()
  local function first_army(data, where)
    local t = countries.begin(data)
    t.first = countries.army("dutch", 40, { name = "Dutch 1st Army", leaders = { "Overkirk" }, at = where })
    t.home = countries.army("dutch", 60, { name = "Dutch 2nd Army", leaders = { "Albemarle" }, at = "B2" })
    return t
  end

  it("13.5-emp: the 1st Army goes 5 MP into the Empire, M to Q, and no farther", function ()
    local t = first_army({}, "L2")
    for _, name in ipairs { "M2", "N2", "O2", "P2", "Q2", "L2", "K2" } do
      rules.check_dutch_depth({ t.first }, map.hex(name))
    end
    for _, name in ipairs { "R2", "S2", "T3", "U2" } do
      expect(function () rules.check_dutch_depth({ t.first }, map.hex(name)) end):to_refuse "13.5-emp"
    end
    expect(rules.near_border(t.first, map.hex "Q2")):to_be(true)
    expect(rules.near_border(t.first, map.hex "R2")):to_be(false)
  end)

  it("13.5-emp: the 1st Army is the one of that name, else the first; no detachment, nor who is not Dutch", function ()
    countries.begin {}
    local south = countries.army("dutch", 10, { name = "Army of the South", at = "B2" })
    local north = countries.army("dutch", 10, { name = "Army of the North", at = "B2" })
    expect(rules.is_first_dutch(south)):to_be(true)
    expect(rules.is_first_dutch(north)):to_be(false)
    north.name = "Dutch 1st Army"
    expect(rules.is_first_dutch(south)):to_be(false)
    expect(rules.is_first_dutch(north)):to_be(true)
    north.size = "detachment"
    expect(rules.is_first_dutch(north)):to_be(false)
    expect(rules.is_first_dutch(countries.army("british", 30, { name = "British 1st Army", at = "B2" }))):to_be(false)
  end)

  it("13.5-emp: outside the Empire every place is near enough, off the map in Austria none", function ()
    local t = first_army({}, "L2")
    for _, name in ipairs { "B2", "Britain" } do
      expect(rules.too_deep({ t.first }, map.place(name))):to_be(nil)
    end
    situation { kind = "force", map = ground.map }
    local first = ground.force("dutch", 10, "A1")
    expect(rules.too_deep({ first }, map.place "Austria")):to_be(first)
  end)

  it("13.5-emp: they are MP, so over rough ground, which costs 3 a hex, one hex", function ()
    situation { kind = "force", map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
      terrain = { ["."] = "average clear", r = "average rough" }, rows = { ". . r r . .", " . . r r . ." },
      areas = { { name = "Cologne", sign = "C" }, { name = "Empire", sign = "E" } },
      area_rows = { "C C E E E E", " C C E E E E" } } }
    local first = countries.army("dutch", 40, { at = "B1" })
    expect(rules.near_border(first, map.hex "C1")):to_be(true)
    expect(rules.near_border(first, map.hex "D1")):to_be(false)          -- 6 MP
    expect(rules.near_border(first, map.hex "E1")):to_be(false)
  end)

  it("13.5-co: no caution in company without an enemy, nor of a detachment alone; of one force as of a list", function ()
    local t = allies({}, "E2")
    local overkirk = rules.leaders_of(t.dutch)[1]
    expect(rules.dutch_caution(overkirk, t.both, "move", map.hex "G2")):to_be(0)
    expect(rules.dutch_caution(overkirk, t.dutch, "move", map.hex "G2")):to_be(-2)
    t.dutch.sp, t.dutch.size = 15, "detachment"
    expect(rules.dutch_caution(overkirk, t.dutch, "move", map.hex "G2")):to_be(0)
  end)

  it("13.5-emp: others may, and all may in a campaign", function ()
    local t = first_army({}, "L2")
    rules.check_dutch_depth({ t.home }, map.hex "S2")
    expect(rules.is_first_dutch(t.first)):to_be(true)
    expect(rules.is_first_dutch(t.home)):to_be(false)
    rules.check_dutch_depth({ countries.army("british", 40, { at = "L2" }) }, map.hex "S2")
    t = first_army({ options = { campaign = true } }, "L2")
    rules.check_dutch_depth({ t.first }, map.hex "S2")
    t = first_army({ options = { dutch = false } }, "L2")
    rules.check_dutch_depth({ t.first }, map.hex "S2")
  end)

  it("13.5-emp: a move beyond is refused", function ()
    local t = first_army({}, "Q2")
    t.first.active = true
    local british = countries.army("british", 30, { at = "Q2" })
    expect(rules.too_deep({ british, t.first }, map.hex "R2")):to_be(t.first)
    expect(function () rules.check_dutch_depth({ british, t.first }, map.hex "R2") end):to_raise "Dutch 1st Army goes no more"
    expect(function () rules.may_enter({ t.first }, map.hex "R2", "move") end):to_refuse "13.5-emp"
    rules.may_enter({ t.first }, map.hex "P2", "move")
  end)

  local function reached(force)
    force.active = true
    local seen = {}
    for _, one in ipairs((rules.reach(force))) do seen[one.place] = true end
    return seen
  end

  it("13.5-emp: nor does `reach` show what lies beyond", function ()
    local t = first_army({}, "P2")
    local seen = reached(t.first)
    expect(seen[map.hex "Q2"]):to_be(true)
    expect(seen[map.hex "R2"]):to_be(nil)
    expect(rules.too_deep({ t.first }, map.hex "R2")):to_be(t.first)
    expect(rules.too_deep({ t.first }, map.hex "Q2")):to_be(nil)
    t = first_army({ options = { dutch = false } }, "P2")
    expect(reached(t.first)[map.hex "R2"]):to_be(true)
  end)

  it("13.5-50: nor what would leave too few", function ()
    local t = first_army({}, "L2")
    expect(reached(t.first)[map.hex "M2"]):to_be(true)
    t.home.sp = 49
    expect(reached(t.first)[map.hex "M2"]):to_be(nil)
    expect(reached(t.first)[map.hex "K2"]):to_be(true)
    expect(rules.leaves_too_few({ t.first }, map.hex "M2")):to_be(true)
    expect(rules.leaves_too_few({ t.first }, map.hex "K2")):to_be(false)
  end)

  it("13.5-50: forces, contingents, garrisons and works of the Dutch at home count", function ()
    local t = first_army({}, "E2")
    local british = countries.army("british", 30, { at = "C4" })
    expect(rules.dutch_at_home()):to_be(100)
    rules.add_sp(british, 3, "dutch")
    create("fortress", { name = "Namur", side = sides.allied, place = map.hex "F2", class = 1, printed = 6,
      intrinsic = 6, extra = 5, nation = "dutch" })
    create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line", place = map.hex "I2" })
    expect(rules.dutch_at_home()):to_be(109)
    t.first.place = map.hex "M2"
    expect(rules.dutch_at_home()):to_be(69)
  end)

  it("13.5-50: no garrisons and works of others, nor elsewhere; who is off the map does in winter alone", function ()
    local t = first_army({}, "E2")
    local function fortress(name, nation, at)
      create("fortress", { name = name, side = sides.allied, place = map.hex(at), class = 1, printed = 6, intrinsic = 6,
        extra = 5, nation = nation })
    end
    local function work(name, nation, at)
      create("work", { name = name, side = sides.allied, nation = nation, type = "strongpoint", place = map.hex(at), sp = 2 })
    end
    fortress("Namur", "british", "F2")
    fortress("Mainz", "dutch", "M2")
    work("Redoubt", "british", "F4")
    work("Far redoubt", "dutch", "N2")
    expect(rules.dutch_at_home()):to_be(100)
    work("Dutch redoubt", "dutch", "H2")
    expect(rules.dutch_at_home()):to_be(102)
    t.first.place = nil
    expect(rules.dutch_at_home()):to_be(62)
    expect(rules.dutch_at_home(true)):to_be(102)
    t.first.place = map.hex "M2"
    expect(rules.dutch_at_home(true)):to_be(62)
  end)

  it("13.5-50: of a group what is Dutch and at home leaves, and no more", function ()
    local t = first_army({}, "L2")
    t.home.sp = 53
    local british = countries.army("british", 30, { at = "L2" })
    local out = countries.army("dutch", 30, { at = "M2", name = "Out" })
    rules.add_sp(british, 3, "dutch")
    expect(rules.leaves_too_few({ british, out }, map.hex "M2")):to_be(false)
    expect(rules.leaves_too_few({ british, t.first }, map.hex "M2")):to_be(false)   -- 53 stay
    t.home.sp = 49
    expect(rules.leaves_too_few({ out, british, t.first }, map.hex "M2")):to_be(true)
    expect(rules.leaves_too_few({ british, out }, map.hex "M2")):to_be(false)
    t.home.sp = 60
    expect(rules.leaves_too_few({ t.first }, map.hex "M2")):to_be(false)
    t.home.place = nil                                                   -- gone into winter quarters: not there
    expect(rules.leaves_too_few({ t.first }, map.hex "M2")):to_be(true)
  end)

  it("13.5-50: without the rule they go where they like", function ()
    local t = first_army({ options = { dutch = false } }, "L2")
    t.home.sp = 1
    expect(rules.leaves_too_few({ t.first }, map.hex "M2")):to_be(false)
    rules.check_dutch_floor({ t.first }, map.hex "M2")
    expect(rules.gives_up_home(t.first, map.hex "M2")):to_be(false)
  end)

  it("13.5-50: no fewer than 50 Dutch SP stay in the four countries", function ()
    local t = first_army({}, "L2")
    rules.check_dutch_floor({ t.first }, map.hex "M2")                   -- 60 stay
    t.home.sp = 50
    rules.check_dutch_floor({ t.first }, map.hex "M2")
    t.home.sp = 49
    expect(function () rules.check_dutch_floor({ t.first }, map.hex "M2") end):to_refuse "13.5-50"
    expect(function () rules.check_dutch_floor({ t.first }, map.place "Britain") end):to_refuse "13.5-50"
    rules.check_dutch_floor({ t.first }, map.hex "K2")                   -- Cologne is one of them
    rules.check_dutch_floor({ countries.army("british", 40, { at = "L2" }) }, map.hex "M2")
    expect(function () rules.may_enter({ t.first }, map.hex "M2", "move") end):to_refuse "13.5-50"
    t.first.place = map.hex "M2"                                         -- who is out already goes on
    rules.check_dutch_floor({ t.first }, map.hex "N2")
    expect(rules.may_leave_home(0)):to_be(true)
    expect(rules.may_leave_home(1)):to_be(false)
  end)
end)
