-- SPDX-License-Identifier: GPL-3.0-or-later
-- 6 Strategic Movement and 15 Command Unit Movement. The areas: see ground.lua.

local ground = require "examples.ground"

local ROUND = { "N00", "N01", "N11", "N12", "N22", "N23", "N33", "N34", "N44", "N45", "N55", "N50" }

-- A road around the outer ring, from N00 to N50; the two ends do not meet.
local function ring_road()
  local borders = {}
  for i = 1, #ROUND - 1 do borders[i] = { ROUND[i], ROUND[i + 1], road = true } end
  return ground { borders = borders }
end

local function names(areas)
  local set = {}
  for _, area in ipairs(areas) do set[area.name] = true end
  return set
end

local function march(units, to, by)
  return function () rules.march(units, map.area(to), by) end
end

describe("6.1 and 6.2: who moves strategically", function ()
  it("6.1: combat units of the active player; command units wait for their phase", function ()
    local t = situation { map = ground(), foot = "allied infantry at Mid", general = "allied command at Mid",
      foe = "french infantry at N33" }
    expect(march({ t.general }, "N0")):to_refuse "6.1"
    expect(march({ t.foe }, "N3")):to_refuse "6.1"
    rules.march({ t.foot }, map.area "N0")
    expect(t.foot.place):to_be(map.hex "N0/C")
  end)

  it("6.2: near its own command unit, in its area or next to it", function ()
    local t = situation { map = ground(), foot = { "allied infantry at Mid", army = "Eugene" },
      general = { "allied command at N3", army = "Eugene" },
      other = { "allied command at Mid", army = "Marlborough" } }
    rules.march({ t.foot }, map.area "N0")
    expect(t.foot.marched):to_be(true)
    t.foot.marched = false
    expect(rules.in_command(t.foot)):to_be(false)          -- N3 is two away, Mid is another's
    expect(march({ t.foot }, "N00")):to_refuse "6.2"
    t.general.place = map.hex "N0/C"
    expect(rules.in_command(t.foot)):to_be(true)
  end)

  it("6.2: artillery redeploys under any command unit of its side", function ()
    local units = { map = ground(), guns = { "allied artillery at Mid", army = "Eugene" },
      general = { "allied command at Mid", army = "Marlborough" } }
    local t = situation(units)
    expect(rules.in_command(t.guns)):to_be(true)
    units.options = { artillery_command = "own" }          -- G13, the other reading
    t = situation(units)
    expect(rules.in_command(t.guns)):to_be(false)
  end)

  it("6.2: a command unit of the own side enables, and nobody else", function ()
    local t = situation { map = ground(), guns = { "allied artillery at Mid", army = "Eugene" },
      foot = { "allied infantry at Mid", army = "Eugene" }, prince = { "allied command at Mid", army = "Eugene" },
      foe = { "french command at N3", army = "Eugene" } }
    for _, unit in ipairs { t.guns, t.foot } do
      expect(rules.enables(t.prince, unit)):to_be(true)
      expect(rules.enables(t.foe, unit)):to_be(false)
    end
    expect(rules.enables(t.foot, t.guns)):to_be(false)
  end)

  it("6.2: one strategic move a turn, of whatever type", function ()
    local t = situation { map = ground(), foot = "allied infantry at Mid", general = "allied command at Mid" }
    rules.march({ t.foot }, map.area "N0")
    expect(march({ t.foot }, "Mid")):to_refuse "6.2"
    expect(function () rules.redeploy({ t.foot }, map.hex "N0/3") end):to_refuse "6.2"
    rules.begin_strategic()                                -- the next turn
    rules.redeploy({ t.foot }, map.hex "N0/3")
    expect(march({ t.foot }, "Mid")):to_refuse "6.2"
  end)

  it("6.2: no artillery, and from a central hex to a central hex", function ()
    local t = situation { map = ground(), guns = "allied artillery at Mid", foot = "allied infantry at Mid/3",
      horse = "allied cavalry at Mid", general = "allied command at Mid" }
    expect(march({ t.guns }, "N0")):to_refuse "6.2"
    expect(march({ t.foot }, "N0")):to_refuse "6.2"
    expect(march({ t.horse, t.foot }, "N0")):to_refuse "6.2"   -- not one stack
    rules.march({ t.horse }, map.area "N0")
    expect(t.horse.place):to_be(map.hex "N0/C")
  end)

  it("3.9, 6.2: one disrupted unit keeps its whole stack", function ()
    local t = situation { map = ground(), foot = "allied infantry at Mid", sick = "allied cavalry disrupted at Mid",
      general = "allied command at Mid" }
    expect(march({ t.foot }, "N0")):to_refuse "3.9"
    expect(march({ t.sick }, "N0")):to_refuse "3.9"
    t.sick.place = map.hex "Mid/3"
    rules.march({ t.foot }, map.area "N0")
  end)

  it("6.2: no strategic move into or through the enemy, nor where there is no room", function ()
    local t = situation { map = ground(), one = "allied infantry at Mid", two = "allied infantry at Mid",
      general = "allied command at Mid", foe = "french command at N3", a = "allied infantry at N1",
      b = "allied cavalry at N2", c = "allied cavalry at N2" }
    expect(march({ t.one }, "N3")):to_refuse "10.1"
    expect(march({ t.one, t.two }, "N1")):to_refuse "4.1"  -- one there, two come
    expect(march({ t.one }, "N2")):to_refuse "4.1"
    rules.march({ t.one }, map.area "N1")
    expect(names(rules.field_reach { t.two }).N2):to_be(nil)
  end)

  it("6.2: the slowest unit of those who go together sets the distance", function ()
    local t = situation { map = ground(), foot = "allied infantry at Mid", horse = "allied cavalry at Mid" }
    expect(rules.strategic_distance({ t.foot, t.horse }, "road")):to_be(4)
    expect(rules.strategic_distance({ t.horse, t.foot }, "field")):to_be(2)
    expect(rules.strategic_distance({ t.horse }, "field")):to_be(4)
  end)

  it("6.2, 15.1: nobody marches or rides to where he is", function ()
    local t = situation { map = ring_road(), foot = "allied infantry at N00", general = "allied command at N00" }
    for _, by in ipairs { "road", false } do
      expect(march({ t.foot }, "N00", by or nil)):to_refuse "6.2"
      expect(function () rules.ride(t.general, map.area "N00", by or nil) end):to_refuse "6.2"
    end
    expect(t.foot.marched or t.general.marched):to_be(false)
  end)

  it("6.2: a way that makes a detour is found too", function ()
    local t = situation { map = ground { borders = { { "Mid", "N3", danube = true } } },
      horse = "allied cavalry at N0", general = "allied command at N0" }
    rules.march({ t.horse }, map.area "N3")                -- three steps to an area two away
    expect(t.horse.place):to_be(map.hex "N3/C")
  end)

  it("6.2: a refused march says what is within reach", function ()
    local t = situation { map = ground { borders = { { "N3", "N33", danube = true } } },
      foot = "allied infantry at N33", general = "allied command at N33" }
    expect(march({ t.foot }, "Mid")):to_refuse "6.2b"      -- three areas by way of N34 and N3
    expect(rules.reach_in_words(rules.strategic_reach { t.foot })):to_contain "N34"
  end)
end)

describe("6.2a: moves along roads", function ()
  it("6.2a: infantry four areas, cavalry eight, command units ten", function ()
    expect(charts.road_distance:at "command"):to_be(10)
    local t = situation { map = ring_road(), foot = "allied infantry at N00", horse = "allied cavalry at N00",
      general = "allied command at N00", guns = "allied artillery at N00" }
    local function last(unit)
      local list = rules.road_reach { unit }
      return #list, #list > 0 and list[#list].name
    end
    local n, name = last(t.foot)
    expect(n):to_be(4)
    expect(name):to_be("N22")
    n, name = last(t.horse)
    expect(n):to_be(8)
    expect(name):to_be("N44")
    n, name = last(t.general)
    expect(n):to_be(10)
    expect(name):to_be("N55")
    expect((last(t.guns))):to_be(0)
    rules.march({ t.foot, t.horse }, map.area "N22", "road")   -- the slower binds
    expect(t.horse.place):to_be(map.hex "N22/C")
  end)

  it("6.2a: only along the road", function ()
    local t = situation { map = ring_road(), foot = "allied infantry at N00", general = "allied command at N00" }
    expect(march({ t.foot }, "N0", "road")):to_refuse "6.2a"
    rules.march({ t.foot }, map.area "N0")                 -- without road it may
  end)

  it("6.2a: not from, through or to an area next to an enemy stack", function ()
    local t = situation { map = ring_road(), foot = "allied infantry at N00", general = "allied command at N00",
      foe = "french artillery at N1" }                     -- next to N01, N11, N12, N0, N2, Mid
    expect(#rules.road_reach { t.foot }):to_be(0)
    expect(march({ t.foot }, "N01", "road")):to_refuse "6.2a"
    t.foe.place = map.hex "N2/C"                           -- next to N12, N22, N23
    expect(names(rules.road_reach { t.foot })):to_equal { N01 = true, N11 = true }
    t.foe.place = map.hex "N0/C"                           -- next to the start, and to N01
    expect(march({ t.foot }, "N11", "road")):to_refuse "6.2a"
    t.foe.place = map.hex "N50/C"                          -- next to the start alone
    expect(#rules.road_reach { t.foot }):to_be(0)
    expect(march({ t.foot }, "N01", "road")):to_refuse "6.2a"
  end)

  it("6.2a: a lone command unit of the enemy is no stack", function ()
    local t = situation { map = ring_road(), foot = "allied infantry at N00", general = "allied command at N00",
      foe = "french command at N2" }
    expect(#rules.road_reach { t.foot }):to_be(4)
  end)
end)

describe("6.2b: moves without road", function ()
  it("6.2b: infantry two areas, cavalry four, command units six", function ()
    expect(charts.field_distance:at "command"):to_be(6)
    local t = situation { map = ground(), foot = "allied infantry at N33", horse = "allied cavalry at N33",
      general = "allied command at N33" }
    local gun = situation { map = ground(), guns = "allied artillery at N33" }.guns
    expect(#rules.field_reach { gun }):to_be(0)            -- not permitted
    t = situation { map = ground(), foot = "allied infantry at N33", horse = "allied cavalry at N33",
      general = "allied command at N33" }
    local foot = names(rules.field_reach { t.foot })
    expect(foot.Mid):to_be(true)
    expect(foot.N0):to_be(nil)
    expect(names(rules.field_reach { t.horse }).N00):to_be(true)
    expect(march({ t.foot }, "N0")):to_refuse "6.2b"
    rules.march({ t.horse }, map.area "N00")
    expect(t.horse.place):to_be(map.hex "N00/C")
  end)

  it("6.2b: it may enter an area next to an enemy, but not leave it again", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N33", foe = "french infantry at N1",
      general = "allied command at N33" }
    local reach = names(rules.field_reach { t.horse })
    expect(reach.Mid):to_be(true)                          -- next to N1
    expect(reach.N0):to_be(true)                           -- next to N1, by way of N3, N4, N5
    t.foe.place = map.hex "N4/C"                           -- next to Mid, N3, N5, N34, N44, N45
    reach = names(rules.field_reach { t.horse })
    expect(reach.Mid):to_be(true)                          -- by way of N23, N2
    expect(reach.N5):to_be(nil)                            -- three areas off, but only through Mid
    t.foe.place = map.hex "N1/C"
    expect(rules.is_threatened(map.area "Mid", sides.french)):to_be(true)
  end)

  it("6.2b: blocking terrain and the Danube between take the threat away", function ()
    for _, kind in ipairs { "danube", "blocked" } do
      local t = situation { map = ground { borders = { { "Mid", "N1", [kind] = true } } },
        foot = "allied infantry at Mid", general = "allied command at Mid", foe = "french infantry at N1" }
      rules.march({ t.foot }, map.area "N3")
      expect(t.foot.place):to_be(map.hex "N3/C")
    end
  end)

  it("6.2b: a friend who stays covers those who leave, and is kept there", function ()
    local t = situation { map = ground(), one = "allied infantry at Mid", two = "allied infantry at Mid",
      general = "allied command at Mid", foe = "french infantry at N1" }
    expect(march({ t.one, t.two }, "N3")):to_refuse "6.2b"   -- nobody would stay
    rules.march({ t.one }, map.area "N3")
    expect(t.two.held):to_be(true)
    expect(march({ t.two }, "N4")):to_refuse "6.2b"
    expect(function () rules.redeploy({ t.two }, map.hex "Mid/3") end):to_refuse "6.2b"
    rules.begin_strategic()
    expect(t.two.held):to_be(false)
  end)

  it("6.2b: who has moved strategically covers nobody; a command unit neither", function ()
    local t = situation { map = ground(), one = "allied infantry at Mid", two = "allied infantry at Mid/3",
      general = "allied command at Mid", foe = "french infantry at N1" }
    rules.redeploy({ t.two }, map.hex "Mid/4")
    expect(march({ t.one }, "N3")):to_refuse "6.2b"
  end)

  it("6.2b: cover on the way; its owner says who stays", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N3", general = "allied command at N3",
      a = "allied infantry at Mid", foe = "french infantry at N1", foe2 = "french infantry at N44",
      b = "allied artillery at Mid/4", answers = { function (q) return q.from[2] end } }
    rules.march({ t.horse }, map.area "N0")                -- by way of Mid
    expect(t.horse.place):to_be(map.hex "N0/C")
    expect(t.a.held):to_be(false)
    expect(t.b.held):to_be(true)
  end)

  it("6.2b: one who stays covers all who pass, and nobody stays where there is no threat", function ()
    local t = situation { map = ground(), one = "allied cavalry at N3", two = "allied cavalry at N3",
      general = "allied command at N3", a = "allied infantry at Mid", b = "allied artillery at Mid/4",
      friend = "allied artillery at N3/2", foe = "french infantry at N1", foe2 = "french infantry at N44",
      answers = { function (q) return q.from[2] end } }    -- one question, not two
    rules.march({ t.one }, map.area "N0")
    rules.march({ t.two }, map.area "N0")
    expect(t.two.place):to_be(map.hex "N0/C")
    expect(t.b.held):to_be(true)
    expect(t.a.held or t.friend.held):to_be(false)
  end)

  it("6.2: all that is within reach, by road or without, each area once; in words eight of them", function ()
    local t = situation { map = ring_road(), foot = "allied infantry at N00", horse = "allied cavalry at N00" }
    local seen, last, count = {}, 0, 0
    for _, area in ipairs(rules.strategic_reach { t.foot }) do
      expect(seen[area.name]):to_be(nil)
      expect(area.index > last):to_be(true)
      seen[area.name], last, count = true, area.index, count + 1
    end
    expect(seen.N22):to_be(true)                           -- by road
    expect(seen.N0 and seen.Mid):to_be(true)               -- without
    expect(seen.N01):to_be(true)                           -- both ways
    local areas = rules.strategic_reach { t.horse }
    expect(#areas > 8):to_be(true)
    local words, names_said = rules.reach_in_words(areas), 0
    for _ in words:gmatch "[^,]+" do names_said = names_said + 1 end
    expect(names_said):to_be(9)
    expect(words):to_contain "others"
    expect(rules.reach_in_words {}):to_be("nowhere")
  end)

  it("6.2b: a way that leaves nobody behind comes first", function ()
    local t = situation { map = ground(), horse = "allied cavalry at N2", general = "allied command at N2",
      a = "allied infantry at Mid", foe = "french infantry at N5" }
    rules.march({ t.horse }, map.area "N1")
    rules.begin_strategic()
    t.general.place = map.hex "N1/C"
    rules.march({ t.horse }, map.area "N3")                -- round by N2 rather than through Mid
    expect(t.a.held):to_be(false)
  end)

  it("G14 leaving: the area where a move begins does not hold it, nor who stays there", function ()
    local t = situation { map = ground(), options = { leaving = "entered" }, foot = "allied infantry at Mid",
      other = "allied infantry at Mid", general = "allied command at Mid", foe = "french infantry at N1" }
    expect((rules.way_to({ t.foot }, map.area "N3"))):to_be("alone")
    rules.march({ t.foot }, map.area "N3")
    expect(t.other.held):to_be(false)
    rules.march({ t.other }, map.area "N4")                -- not even as the last one
  end)

  it("G14 leaving: an area entered on the way holds it still, and keeps its cover", function ()
    local units = { map = ground(), options = { leaving = "entered" }, horse = "allied cavalry at N3",
      general = "allied command at N3", foe = "french infantry at N1", foe2 = "french infantry at N44" }
    local t = situation(units)
    expect(march({ t.horse }, "N0")):to_refuse "6.2b"      -- only by way of Mid, next to N1
    units.foot = "allied infantry at Mid"
    t = situation(units)
    rules.march({ t.horse }, map.area "N0")
    expect(t.foot.held):to_be(true)
  end)
end)

describe("6.2c: redeployment", function ()
  it("6.2c: to any hex of its own area, artillery too, splitting a stack", function ()
    local t = situation { map = ground { Mid = { terrain = { [5] = "woods" } } },
      foot = "allied infantry at Mid", guns = "allied artillery at Mid", general = "allied command at Mid" }
    t.command "redeploy guns to Mid/2"
    rules.redeploy({ t.foot }, map.hex "Mid/3")
    expect(t.guns.place):to_be(map.hex "Mid/2")
    expect(t.foot.place):to_be(map.hex "Mid/3")
    expect(t.foot.marched):to_be(true)                     -- once in a phase
    rules.begin_strategic()
    expect(function () rules.redeploy({ t.foot }, map.hex "N0/C") end):to_refuse "6.2c"
    expect(function () rules.redeploy({ t.foot }, map.hex "Mid/3") end):to_refuse "6.2c"
    expect(function () rules.redeploy({ t.foot }, map.hex "Mid/5") end):to_refuse "4.5"
  end)

  it("6.2c: not the disrupted and who stands with them; others of the area can", function ()
    local t = situation { map = ground(), sick = "allied infantry disrupted at Mid/3",
      with = "allied artillery at Mid/3", well = "allied infantry at Mid", general = "allied command at Mid" }
    expect(function () rules.redeploy({ t.sick }, map.hex "Mid/4") end):to_refuse "3.9"
    expect(function () rules.redeploy({ t.with }, map.hex "Mid/4") end):to_refuse "3.9"
    rules.redeploy({ t.well }, map.hex "Mid/4")
  end)
end)

describe("15 Command unit movement", function ()
  it("15.1: a command unit always stands on a central hex", function ()
    local t = situation { map = ground(), invariants = false, general = "allied command at Mid" }
    expect(#t.broken()):to_be(0)
    t.general.place = map.hex "Mid/2"
    expect(t.broken()[1]):to_contain "outer hex"
  end)

  it("15.1: by road or without, once, with no regard to room", function ()
    local t = situation { map = ground(), phase = "command", general = "allied command at N33",
      a = "allied infantry at N00", b = "allied infantry at N00", foot = "allied infantry at N33" }
    t.command "ride general to N00"
    expect(t.general.place):to_be(map.hex "N00/C")
    expect(function () rules.ride(t.general, map.area "Mid") end):to_refuse "15.1"
    expect(function () rules.ride(t.foot, map.area "Mid") end):to_refuse "15.1"
  end)

  it("15.1: not into the enemy; not away from him without cover", function ()
    local units = { map = ground(), phase = "command", general = "allied command at Mid",
      foe = "french infantry at N1" }
    local t = situation(units)
    expect(function () rules.ride(t.general, map.area "N1") end):to_refuse "10.1"
    expect(function () rules.ride(t.general, map.area "N3") end):to_refuse "6.2b"
    units.options = { command_leaves = true }              -- G42, the other reading
    t = situation(units)
    rules.ride(t.general, map.area "N3")
    units.options, units.foot = nil, "allied infantry at Mid"
    t = situation(units)
    t.foot.marched = true                                  -- it has moved strategically this turn
    expect(function () rules.ride(t.general, map.area "N3") end):to_refuse "6.2b"
    t.foot.marched = false
    rules.ride(t.general, map.area "N3")
  end)

  it("15.1: the rider must be yours and on the board", function ()
    local t = situation { map = ground(), phase = "command", other = "french command at Mid",
      gone = "allied command" }
    expect(function () rules.ride(t.other, map.area "N3") end):to_refuse "15.1"
    expect(function () rules.ride(t.gone, map.area "N3") end):to_refuse "10.22"
  end)
end)

describe("6: what is within reach", function ()
  it("6: of a march, by road, and of a redeployment", function ()
    local t = situation { map = ring_road(), foot = "allied infantry at N00", general = "allied command at N00" }
    local found = {}
    for _, entry in ipairs(rules.reach(t.foot)) do found[entry.place.name] = entry.how end
    expect(found.N0):to_be("march")
    expect(found.N22):to_be("march by road")
    expect(found["N00/3"]):to_be("redeploy")
    expect(#rules.reach(t.general)):to_be(0)
  end)

  it("6: nothing is, of those who have no part in the phase", function ()
    local data = { map = ring_road(), foot = "french infantry at N00", general = "french command at N00",
      guns = { "french artillery at N33/1", pounds = 12 }, foe = "allied infantry at Mid/3",
      theirs = { "allied artillery at Mid/4", pounds = 12 }, leader = "allied command at Mid" }
    for phase, unit in pairs { strategic = "foot", ranged_fire = "theirs", orders = "foot", command = "general" } do
      data.phase = phase
      local t = situation(data)
      if phase == "ranged_fire" then game.actor = sides.french end
      expect(#rules.reach(t[unit])):to_be(0)
      game.active = game.active.enemy
      game.actor = game.actor.enemy
      if #rules.reach(t[unit]) == 0 then error(phase .. ": nor when it is its turn") end
    end
  end)

  it("9.2, 6: cavalry on an outer hex attacks, unless its centre or the reading G17 forbids it", function ()
    local function attacks(more)
      local data = { map = ground(), phase = "orders", horse = "allied cavalry at N0/2", foe = "french infantry at Mid" }
      for key, value in pairs(more) do data[key] = value end
      local count = 0
      for _, entry in ipairs(rules.reach(situation(data).horse)) do
        if entry.how == "attack" then count = count + 1 end
      end
      return count
    end
    expect(attacks {}):to_be(1)
    expect(attacks { options = { outer_cavalry = false } }):to_be(0)
    expect(attacks { options = { outer_cavalry = false }, horse = "allied cavalry at N0" }):to_be(1)
    expect(attacks { map = ground { N0 = { terrain = { C = "marsh" } } } }):to_be(0)
    expect(attacks { horse = "allied infantry at N0/2" }):to_be(0)
    expect(attacks { horse = "allied infantry at N0" }):to_be(1)
  end)

  it("6: of an order, a ride and a gun", function ()
    local t = situation { map = ground(), phase = "orders", horse = "allied cavalry at N3",
      foe = "french infantry at Mid", general = "allied command at N3",
      guns = { "allied artillery at N3/1", pounds = 3 } }
    local found = {}
    for _, entry in ipairs(rules.reach(t.horse)) do found[entry.place.name] = entry.how end
    expect(found.Mid):to_be("attack")
    expect(found["N33/4"]):to_be("move")
    expect(found["Mid/C"]):to_be(nil)
    t = situation { map = ground(), phase = "command", general = "allied command at N3" }
    expect(#rules.reach(t.general)):to_be(18)              -- every other area of the map
  end)
end)
