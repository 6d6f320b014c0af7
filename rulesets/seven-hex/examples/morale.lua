-- SPDX-License-Identifier: GPL-3.0-or-later
-- 14 Morale. The areas: see ground.lua.

local ground = require "examples.ground"

describe("14 Morale", function ()
  it("14.1: only under its own command unit does a disrupted unit rally", function ()
    local t = situation { map = ground(),
      tallard = { "french command at Mid", army = "Tallard" },
      own = { "french infantry disrupted at Mid/3", army = "Tallard" },
      other = { "french infantry disrupted at Mid/4", army = "Marsin" },
      far = { "french infantry disrupted at N0", army = "Tallard" },
      foe = { "allied infantry disrupted at N3", army = "Tallard" } }
    rules.rally(sides.french)
    expect(t.own.disrupted):to_be(false)
    expect(t.other.disrupted):to_be(true)
    expect(t.far.disrupted):to_be(true)
    expect(t.foe.disrupted):to_be(true)
  end)

  it("14.1: the disrupted are those on the board", function ()
    local t = situation { map = ground(), foot = "french infantry disrupted at Mid", gone = "french infantry disrupted",
      good = "french infantry at Mid", foe = "allied infantry disrupted at N0" }
    expect(rules.disrupted_units(sides.french)):to_equal { t.foot }
    rules.rally(sides.french)
  end)

  it("14.1: it takes a command unit to rally anybody", function ()
    local t = situation { map = ground(), marshal = "french command at Mid", foot = "french infantry at Mid" }
    expect(rules.may_rally_units(t.marshal)):to_be(true)
    expect(rules.may_rally_units(t.foot)):to_be(false)
  end)

  it("14.1, 14.2: those who rallied test no more", function ()
    local t = situation { map = ground(), active = "french",
      tallard = { "french command at Mid", army = "Tallard" },
      own = { "french infantry disrupted at Mid", army = "Tallard" }, enemy = "allied infantry at N0" }
    rules.morale_phase()                                   -- no die is thrown
    expect(t.own.disrupted):to_be(false)
  end)

  it("14.2: who tests: no command unit there, and a good-order enemy next door", function ()
    local t = situation { map = ground(), foot = "french infantry disrupted at Mid",
      enemy = "allied infantry at N0" }
    expect(rules.must_test(t.foot)):to_be(true)
    t.enemy.disrupted = true
    expect(rules.must_test(t.foot)):to_be(false)
    t.enemy.disrupted = false
    t.enemy.place = map.hex "N00/C"                        -- two areas away
    expect(rules.must_test(t.foot)):to_be(false)
  end)

  it("14.2: a lone enemy command unit next door makes nobody test", function ()
    local t = situation { map = ground(), foot = "french infantry disrupted at Mid",
      general = "allied command at N0" }
    expect(rules.must_test(t.foot)):to_be(false)
  end)

  it("14.2: another army's command unit neither rallies nor lets them test", function ()
    local units = { map = ground(), marsin = { "french command at Mid", army = "Marsin" },
      foot = { "french infantry disrupted at Mid", army = "Tallard" }, enemy = "allied infantry at N0" }
    local t = situation(units)
    expect(rules.rallies(t.foot)):to_be(false)
    expect(rules.must_test(t.foot)):to_be(false)
    units.options = { other_commander = "tests" }          -- G30, the other reading
    t = situation(units)
    expect(rules.must_test(t.foot)):to_be(true)
  end)

  it("14.3: each stack by itself, in the order that the active player wants", function ()
    local t = situation { map = ground(), active = "french", dice = { 5, 1 }, answers = { "Mid/4" },
      one = "french infantry disrupted at Mid/3", two = "french infantry disrupted at Mid/4",
      enemy = "allied infantry at N0" }
    local one, two = t.one, t.two
    expect(#rules.stacks_to_test(sides.french)):to_be(2)
    rules.morale_phase()
    expect(two.alive):to_be(true)                          -- first: 0 + 1 - 1 is 0
    expect(one.alive):to_be(false)                         -- then: 0 - 2 - 1 is -3
  end)

  it("14.4: routed stacks nearby, and areas with enemies all in good order", function ()
    local t = situation { map = ground(), foot = "french infantry disrupted at Mid",
      e0 = "allied infantry at N0", e1 = "allied infantry at N1", e1b = "allied cavalry disrupted at N1",
      e2 = "allied infantry disrupted at N2", general = "allied command at N3", far = "allied infantry at N44" }
    local morale = { side = sides.french, routed = { map.area "Mid", map.area "N4", map.area "N55" } }
    local routed, hostile = rules.negative_value(morale, t.foot.area)
    expect(routed):to_be(2)                                -- Mid and N4, not N55
    expect(hostile):to_be(1)                               -- N0; not N1 (mixed) nor N2
  end)

  it("14.4: a stack counts as routed when any of its units did", function ()
    local units = { map = ground(), one = "french infantry disrupted at Mid",
      two = "french infantry disrupted at Mid" }
    local t = situation(units)
    expect(rules.counts_as_routed(t.one.place, 0)):to_be(false)
    expect(rules.counts_as_routed(t.one.place, 1)):to_be(true)
    units.options = { routed_stack = "all" }               -- G30, the other reading
    t = situation(units)
    local hex = t.one.place
    expect(rules.counts_as_routed(hex, 1)):to_be(false)
    rules.lose_unit(t.one)
    expect(rules.counts_as_routed(hex, 1)):to_be(false)
    rules.lose_unit(t.two)
    expect(rules.counts_as_routed(hex, 1)):to_be(true)
  end)

  it("14.4: a stack that stood, or by the other reading one that is left in part, weighs on nobody", function ()
    -- both N3 and Mid lie between friends at N2 and N4, and next to one enemy each
    local function second(die, reading, answers)
      local t = situation { map = ground(), active = "french", dice = { die, 2 }, answers = answers,
        options = { routed_stack = reading }, one = "french infantry disrupted at N3/C",
        guns = "french artillery disrupted at N3/C", last = "french artillery disrupted at N3/C",
        e = "allied infantry at N33", two = "french infantry disrupted at Mid", friend = "french infantry at N4",
        friend2 = "french infantry at N2", e2 = "allied infantry at N0" }
      rules.morale_phase()
      return t.two.alive
    end
    expect(second(6, "any", { "N3/C" })):to_be(true)                    -- N3: 2 + 2 - 1; Mid: 2 - 1 - 1 is 0
    expect(second(1, "all", { "N3/C" })):to_be(true)                    -- N3: 2 - 2 - 1: one of three
    expect(second(1, "any", { "N3/C" })):to_be(false)                   -- Mid: 2 - 1 - 1 - 1
  end)

  it("14.4: a rout weighs on the next stack", function ()
    local t = situation { map = ground(), active = "french", dice = { 1, 5 }, answers = { "N3/C" },
      one = "french infantry disrupted at N3", e = "allied infantry at N33",
      two = "french infantry disrupted at Mid", e2 = "allied infantry at N0" }
    local two = t.two
    rules.morale_phase()                                   -- N3: 0 - 2 - 1 is -3
    expect(two.alive):to_be(false)                         -- Mid: 0 + 1 - 1 - 1 is -1
  end)

  it("14.5: good-order units here, and areas with good-order friends next door", function ()
    local t = situation { map = ground(), foot = "french infantry disrupted at Mid",
      a = "french infantry at Mid/3", guns = "french artillery at Mid/1",
      b = "french infantry at N2", c = "french infantry at N2", d = "french cavalry disrupted at N3",
      general = "french command at N4" }
    local good, friendly = rules.positive_value(sides.french, t.foot.area)
    expect(good):to_be(2)
    expect(friendly):to_be(1)                              -- N2 once; not N3 nor N4
  end)

  it("G31 command_counts: command units count as units in good order", function ()
    local units = { map = ground(), foot = "french infantry disrupted at Mid", general = "french command at N3",
      foe = "allied command at N0" }
    situation(units)
    local good, friendly = rules.positive_value(sides.french, map.area "Mid")
    expect(friendly):to_be(0)
    units.options = { command_counts = true }
    situation(units)
    good, friendly = rules.positive_value(sides.french, map.area "Mid")
    expect(good):to_be(0)
    expect(friendly):to_be(1)
    local _, hostile = rules.negative_value({ side = sides.french, routed = {} }, map.area "Mid")
    expect(hostile):to_be(1)
  end)

  it("14.6: the die adjusts by -2, -1, -1, +1, +1, +2", function ()
    local wanted = { -2, -1, -1, 1, 1, 2 }
    for die = 1, 6 do
      local t = situation { map = ground(), dice = { die }, foot = "french infantry disrupted at Mid" }
      expect(charts.morale_die:at(die)):to_be(wanted[die])
      expect(rules.morale_result({ side = sides.french, routed = {} }, t.foot.place)):to_be(wanted[die])
    end
  end)

  it("14.7: positive less negative; below zero so many rout", function ()
    -- good 1 + friends next door 1, die 2: -1, two hostile areas: 1 + 1 - 1 - 2 is -1
    local t = situation { map = ground(), active = "french", dice = { 2 }, answers = { function (q)
        return q.from[2] end },
      one = "french infantry disrupted at Mid", two = "french infantry disrupted at Mid",
      good = "french artillery at Mid/1", friend = "french infantry at N3",
      e0 = "allied infantry at N0", e1 = "allied infantry at N1" }
    local one, two = t.one, t.two
    rules.morale_phase()
    expect(one.alive):to_be(true)
    expect(two.alive):to_be(false)                         -- the one its owner chose
    expect(sides.french.lost):to_be(1)
  end)

  it("14.7: infantry routs before cavalry, cavalry before artillery; good order stays", function ()
    local t = situation { map = ground(), gun = "french artillery disrupted at Mid",
      foot = "french infantry disrupted at Mid", horse = "french cavalry at Mid" }
    local gun, foot, horse = t.gun, t.foot, t.horse
    expect(rules.rout(sides.french, gun.place, 1)):to_be(1)
    expect(foot.alive):to_be(false)
    horse.disrupted = true
    expect(rules.rout(sides.french, gun.place, 1)):to_be(1)
    expect(horse.alive):to_be(false)
    expect(rules.rout(sides.french, gun.place, 3)):to_be(1)
    expect(gun.alive):to_be(false)
  end)

  it("14.7: infantry, then cavalry, then artillery, of those that are disrupted; the first of equals", function ()
    local function stack(more)
      local data = { map = ground(), guns = "french artillery disrupted at Mid", horse = "french cavalry disrupted at Mid",
        foot = "french infantry disrupted at Mid" }
      for key, value in pairs(more or {}) do data[key] = value end
      return situation(data)
    end
    local t = stack()
    local guns, horse, foot = t.guns, t.horse, t.foot
    expect(rules.next_to_rout(guns.place)):to_equal { foot }
    rules.rout(sides.french, guns.place, 1)
    expect(foot.alive):to_be(false)
    expect(rules.next_to_rout(guns.place)):to_equal { horse }
    rules.rout(sides.french, guns.place, 2)
    expect(horse.alive or guns.alive):to_be(false)

    t = stack { horse = "french cavalry at Mid", foot = "french infantry at Mid" }
    expect(rules.next_to_rout(t.guns.place)):to_equal { t.guns }
    t = stack { horse = "french infantry disrupted at Mid" }
    local equals = rules.next_to_rout(t.guns.place)
    expect(#equals):to_be(2)
    rules.rout(sides.french, t.guns.place, 1)              -- nobody has chosen
    expect(equals[1].alive):to_be(false)
  end)

  it("16 special: a broken side has no positive morale adjustment", function ()
    local t = situation { map = ground(), foot = "french infantry disrupted at Mid" }
    expect(rules.morale_adjustment(sides.french, 6)):to_be(2)
    sides.french.lost = 12
    for die, wanted in ipairs { -2, -1, -1, 0, 0, 0 } do
      expect(rules.morale_adjustment(sides.french, die)):to_be(wanted)
    end
    expect(rules.morale_adjustment(sides.allied, 6)):to_be(2)
    expect(t.foot.disrupted):to_be(true)
  end)
end)
