-- SPDX-License-Identifier: GPL-3.0-or-later
-- 7 Ranged Fire. A gun on N3/1 looks at N3's neighbours 0 and 5: Mid and N4 (see ground.lua).

local ground = require "examples.ground"

local function with_gun(more, changes)
  local data = { map = ground(changes), phase = "ranged_fire", active = "french",
    gun = { "allied artillery at N33/1", pounds = 12 } }
  for key, value in pairs(more or {}) do data[key] = value end
  local t = situation(data)
  game.actor = sides.allied
  return t
end

local function fire(gun, hex)
  return function () return rules.fire(gun, map.hex(hex)) end
end

local function names(areas)
  local set = {}
  for _, area in ipairs(areas) do set[area.name] = true end
  return set
end

describe("7 Ranged fire", function ()
  it("7.1: ranges 4, 3 and 2 by the weight of the shot", function ()
    local t = with_gun()
    for pounds, range in pairs { [3] = 2, [4] = 2, [6] = 3, [8] = 3, [12] = 4, [16] = 4 } do
      t.gun.pounds = pounds
      expect(rules.range_of(t.gun)):to_be(range)
    end
  end)

  it("7.1: from outer hexes only, by artillery of the non-active player", function ()
    local t = with_gun { foe = "french infantry at Mid", foot = "allied infantry guns at N3",
      theirs = { "french artillery at N0/3", pounds = 12 } }
    t.gun.place = map.hex "N33/C"
    expect(fire(t.gun, "Mid/C")):to_refuse "7.1"
    expect(fire(t.foot, "Mid/C")):to_refuse "3.3"          -- battalion guns
    expect(fire(t.theirs, "N3/C")):to_refuse "7.1"
    t.gun.place = map.hex "N33/1"
    t.gun.disrupted = true                                 -- G16
    expect(fire(t.gun, "Mid/C")):to_refuse "10.2"
  end)

  it("7.1: out of range", function ()
    local t = with_gun { foe = "french infantry at N0" }
    t.gun.pounds = 4                                       -- N0 is three areas away
    expect(fire(t.gun, "N0/C")):to_refuse "7.1"
  end)

  it("7.1: the phase is left out when no gun has a target", function ()
    local t = with_gun()
    expect(rules.any_gun(sides.allied)):to_be(false)
    t = with_gun { foe = "french infantry at Mid" }
    expect(rules.any_gun(sides.allied)):to_be(true)
    expect(rules.any_gun(sides.french)):to_be(false)
    t.gun.fired = true
    expect(rules.any_gun(sides.allied)):to_be(false)
  end)

  it("7.2: each gun once in a phase", function ()
    local t = with_gun { dice = { 2, 2 }, foe = "french infantry at Mid",
      second = { "allied artillery at N33/1", pounds = 12 } }
    t.command "fire gun at Mid/C"
    expect(fire(t.gun, "Mid/C")):to_refuse "7.2"
    rules.fire(t.second, map.hex "Mid/C")
    rules.end_fire()
    expect(t.gun.fired):to_be(false)
  end)

  it("7.3: the arc begins with the two areas that the hex touches, and widens", function ()
    local t = with_gun()
    -- from N33/1: straight on N3, Mid, N0, N00; to the right N34, N4, N44, N5, N45, N50 ...
    local arc = names(rules.arc_of(t.gun.place, rules.range_of(t.gun)))
    for _, name in ipairs { "N3", "N34", "Mid", "N4", "N44", "N0", "N5", "N45", "N00" } do
      expect(arc[name]):to_be(true)
      expect(rules.in_arc(t.gun.place, map.area(name))):to_be(true)
    end
    for _, name in ipairs { "N33", "N2", "N23", "N1", "N22", "N12" } do
      expect(arc[name]):to_be(nil)
      expect(rules.in_arc(t.gun.place, map.area(name))):to_be(false)
    end
    t.gun.pounds = 3                                       -- two bands: 2 + 3 areas
    expect(names(rules.arc_of(t.gun.place, rules.range_of(t.gun)))):to_equal { N3 = true, N34 = true, Mid = true, N4 = true, N44 = true }
  end)

  it("7.3: nothing outside the arc", function ()
    local t = with_gun { foe = "french infantry at N2" }
    expect(fire(t.gun, "N2/C")):to_refuse "7.3"
  end)

  it("7.4: units on the way do not matter", function ()
    local t = with_gun { dice = { 9 }, foe = "french infantry at Mid", friend = "allied infantry at N3" }
    expect(rules.fire(t.gun, map.hex "Mid/C").hit):to_be(true)
    t = with_gun { dice = { 9 }, foe = "french infantry at Mid", other = "french infantry at N3" }
    expect(rules.fire(t.gun, map.hex "Mid/C").hit):to_be(true)
  end)

  it("7.4, 7.5: only the ground stops a shot", function ()
    local t = with_gun({ friend = "allied infantry at N3", foe = "french infantry at N3", invariants = false },
      { N34 = { terrain = { C = "town" } } })
    expect(rules.stops_shot(t.gun.area, map.area "N3")):to_be(false)
    expect(rules.stops_shot(t.gun.area, map.area "N34")):to_be(true)
    expect(rules.line_is_free(t.gun.area, map.area "Mid")):to_be(true)
    expect(rules.line_is_free(t.gun.area, map.area "N44")):to_be(false)
  end)

  it("7.5: not over woods, a town or higher ground", function ()
    for _, land in ipairs { { terrain = { [2] = "woods" } }, { terrain = { C = "town" } }, { height = 1 } } do
      local t = with_gun({ foe = "french infantry at Mid" }, { N3 = land })
      expect(fire(t.gun, "Mid/C")):to_refuse "7.5"
      expect(#rules.targets_of(t.gun)):to_be(0)
    end
    local t = with_gun({ dice = { 9 }, foe = "french infantry at Mid" },
      { N3 = { height = 1 }, N33 = { height = 1 } })       -- as high as the gun
    rules.fire(t.gun, map.hex "Mid/C")
    t = with_gun({ dice = { 9 }, foe = "french infantry at Mid" }, { N3 = { terrain = { [2] = "marsh" } } })
    rules.fire(t.gun, map.hex "Mid/C")
  end)

  it("7.5: along a border one free area of the two is enough", function ()
    local data = { foe = "french infantry at N4" }         -- the line runs between N3 and N34
    local t = with_gun(data, { N3 = { height = 1 } })
    expect(rules.line_is_free(t.gun.area, map.area "N4")):to_be(true)
    t = with_gun(data, { N3 = { height = 1 }, N34 = { height = 1 } })
    expect(rules.line_is_free(t.gun.area, map.area "N4")):to_be(false)
    data.options = { border_line = "strict" }              -- G5, the other reading
    t = with_gun(data, { N3 = { height = 1 } })
    expect(rules.line_is_free(t.gun.area, map.area "N4")):to_be(false)
    t = with_gun(data)
    expect(rules.line_is_free(t.gun.area, map.area "N4")):to_be(true)
  end)

  it("7.6: into woods or a town two less on the dice", function ()
    local t = with_gun({ dice = { 9, 10 }, foe = "french infantry at N3" }, { N3 = { terrain = { C = "town" } } })
    expect(rules.fire(t.gun, map.hex "N3/C").hit):to_be(false)   -- 8 + 2 needed
    t.gun.fired = false
    expect(rules.fire(t.gun, map.hex "N3/C").hit):to_be(true)
    t = with_gun({ foe = "french infantry at N3" }, { N3 = { terrain = { [4] = "woods" } } })
    expect(rules.roll_needed { gun = t.gun, area = map.area "N3", distance = 1 }):to_be(10)
  end)

  it("7.7: into higher ground without any modifier", function ()
    local t = with_gun({ dice = { 8 }, foe = "french infantry at N3" }, { N3 = { height = 2 } })
    expect(rules.line_is_free(t.gun.area, map.area "N3")):to_be(true)
    expect(rules.line_is_free(t.gun.area, map.area "Mid")):to_be(false)
    expect(rules.roll_needed { gun = t.gun, area = map.area "N3", distance = 1 }):to_be(8)
    expect(rules.fire(t.gun, map.hex "N3/C").hit):to_be(true)
  end)

  it("7.8: command units are no target", function ()
    local t = with_gun { general = "french command at Mid" }
    expect(fire(t.gun, "Mid/C")):to_refuse "7.8"
    expect(#rules.targets_of(t.gun)):to_be(0)
    expect(rules.any_gun(sides.allied)):to_be(false)       -- for him the phase is not held
  end)

  it("7.1: a gun whose weight of shot nobody has told does not fire", function ()
    local t = with_gun { foe = "french infantry at Mid", gun = "allied artillery at N33/1" }
    expect(fire(t.gun, "Mid/C")):to_refuse "7.1"
    expect(rules.any_gun(sides.allied)):to_be(false)
  end)

  it("7.9: a stack is one target, however many units it has", function ()
    local t = with_gun { foe = "french infantry at Mid", guns = "french artillery at Mid", other = "french cavalry at Mid/2",
      leader = "french command at Mid" }
    local hexes = {}
    for i, hex in ipairs(rules.targets_of(t.gun)) do hexes[i] = hex.name end
    table.sort(hexes)
    expect(hexes):to_equal { "Mid/2", "Mid/C" }
  end)

  it("7.9: the stack is named first: one hex with the enemy on it", function ()
    local t = with_gun { dice = { 12 }, foe = "french infantry at Mid/2", other = "french infantry at Mid/3" }
    expect(fire(t.gun, "Mid/C")):to_refuse "7.9"
    rules.fire(t.gun, map.hex "Mid/3")
    expect(t.other.disrupted):to_be(true)
    expect(t.foe.disrupted):to_be(false)
  end)

  it("7.10: 8, 9, 10, 11 at one, two, three, four areas", function ()
    local at = { "N3", "Mid", "N0", "N00" }
    for distance, name in ipairs(at) do
      for total = 7, 12 do
        local t = with_gun { dice = { total }, foe = "french infantry at " .. name }
        expect(rules.fire(t.gun, map.hex(name .. "/C")).hit):to_be(total >= 7 + distance)
        expect(t.foe.disrupted):to_be(total >= 7 + distance)
      end
    end
  end)

  it("7.10: good order before disrupted, then infantry, cavalry, artillery; the owner among equals", function ()
    local t = with_gun { dice = { 12 }, answers = { function (q) return q.from[2] end },
      a = "french infantry at Mid", b = "french infantry at Mid", g = "french artillery at Mid" }
    rules.fire(t.gun, map.hex "Mid/C")
    expect(t.b.disrupted):to_be(true)                      -- 21.3, chosen by its owner
    local order = { "infantry", "cavalry", "artillery", "infantry disrupted", "cavalry disrupted",
      "artillery disrupted" }
    for first = 1, 6 do
      local units = { invariants = false }
      for i = first, 6 do units["u" .. i] = "french " .. order[i] .. " at Mid" end
      t = with_gun(units)
      local list = {}
      for i = 6, first, -1 do list[#list + 1] = t["u" .. i] end
      expect(rules.hit_first(list)):to_equal { t["u" .. first] }
      local sorted = {}
      for i = first, 6 do sorted[#sorted + 1] = t["u" .. i] end
      expect(rules.hit_first(sorted)):to_equal { t["u" .. first] }
    end
  end)

  it("7.10, 10.21: a disrupted unit is eliminated, and its commander meets his fate", function ()
    local t = with_gun { dice = { 12, 3 }, foe = "french infantry disrupted at Mid", general = "french command at Mid" }
    local foe, general = t.foe, t.general
    rules.fire(t.gun, map.hex "Mid/C")
    expect(foe.alive):to_be(false)
    expect(general.alive):to_be(false)
    expect(sides.french.lost):to_be(1)
  end)

  it("7.10, 10.21: with a unit left, on whatever hex, the commander is safe", function ()
    local t = with_gun { dice = { 12 }, foe = "french infantry disrupted at Mid", other = "french artillery at Mid/4",
      general = "french command at Mid" }
    local foe = t.foe
    rules.fire(t.gun, map.hex "Mid/C")
    expect(foe.alive):to_be(false)
    expect(t.general.place):to_be(map.hex "Mid/C")
  end)

  it("G16 disrupted_fire: disrupted artillery fires", function ()
    local t = with_gun { dice = { 9 }, options = { disrupted_fire = true }, foe = "french infantry at Mid" }
    t.gun.disrupted = true
    expect(rules.fire(t.gun, map.hex "Mid/C").hit):to_be(true)
  end)
end)
