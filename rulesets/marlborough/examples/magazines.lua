-- SPDX-License-Identifier: GPL-3.0-or-later
-- MAG, 7.3, 7.7, 7.9: magazines, how they are laid, moved and lost.

local GROUND = { ["."] = "average", r = "average rough" }

local function begin(rows, data)
  local given = { map = { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = GROUND, rows = rows },
    kind = "force", phase = "secondary_magazines", active = "allied" }
  for key, value in pairs(data or {}) do given[key] = value end
  return situation(given)
end

local STRIP = { ". . . . . . . . . . . . . . . . . ." }

local function army(nation, at, more)
  local french = nation == "french" or nation == "bavarian"
  local fields = { name = nation .. " army", side = sides[french and "french" or "allied"], nation = nation, size = "army",
    sp = 20, place = map.hex(at) }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("force", fields)
end

local function fortress(side, at, more)
  local fields = { name = "fortress", side = sides[side], place = map.hex(at), class = 2, printed = 2, intrinsic = 2 }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("fortress", fields)
end

-- "secondary C1, primary A1": the magazines of an army.
local function has(force)
  local list = {}
  for i, one in ipairs(rules.magazines_of(force)) do list[i] = one.grade .. " " .. one.place.label end
  return table.concat(list, ", ")
end

describe("MAG.sec: the secondary phase", function ()
  it("MAG.sec: an army lays one on a friendly hex, and no second one", function ()
    local t = begin(STRIP)
    local dutch = army("dutch", "C1")
    t.command "magazine dutch army at D1"
    expect(has(dutch)):to_be "secondary D1"
    local magazine = rules.magazines_of(dutch)[1]
    expect(magazine.name):to_be "dutch army magazine"
    expect(magazine.nation):to_be "dutch"
    expect(magazine.side):to_be(sides.allied)
    expect(function () t.command "magazine dutch army at E1" end):to_refuse "MAG.sec"
  end)

  it("MAG.sec: not in the hex of its primary magazine", function ()
    local t = begin(STRIP)
    local dutch = army("dutch", "C1")
    rules.create_magazine(dutch, map.hex "D1", "primary")
    expect(function () t.command "magazine dutch army at D1" end):to_refuse "MAG.sec"
    t.command "magazine dutch army at E1"
    expect(has(dutch)):to_be "primary D1, secondary E1"
  end)

  it("MAG.sec: not where the enemy is, nor in a place that he holds, nor next to his fortresses", function ()
    begin(STRIP)
    local dutch = army("dutch", "C1")
    army("french", "E1", { sp = 1 })
    local place = fortress("french", "A1")
    expect(function () rules.may_lay(dutch, map.hex "E1") end):to_refuse "MAG.sec"
    expect(function () rules.may_lay(dutch, map.hex "A1") end):to_refuse "MAG.sec"
    expect(function () rules.may_lay(dutch, map.hex "B1") end):to_refuse "MAG.sec"
    expect(rules.is_friendly(sides.french, map.hex "B1")):to_be(true)
    place.blockaded = true                                 -- SUP.siegefree
    expect(rules.is_friendly(sides.allied, map.hex "B1")):to_be(true)
    place.class, place.intrinsic, place.printed = 0, 0, 0
    expect(rules.is_friendly(sides.allied, map.hex "A1")):to_be(false)
  end)

  it("MAG.sec: armies on the map alone lay them, in the own phase", function ()
    begin(STRIP)
    local dutch, french = army("dutch", "C1", { size = "detachment" }), army("french", "F1")
    expect(function () rules.may_lay(dutch, map.hex "C1") end):to_refuse "MAG.sec"
    expect(function () rules.may_lay(french, map.hex "F1") end):to_refuse "MAG.sec"
    dutch.size, dutch.place = "army", nil
    expect(function () rules.may_lay(dutch, map.hex "C1") end):to_refuse "MAG.sec"
  end)

  it("MAG.sec: the command belongs to its phase, and names hexes that will do", function ()
    local t = begin(STRIP)
    army("dutch", "C1")
    expect(current_phase()):to_be "secondary_magazines"
    t.command "magazine dutch army at C1"
    expect(#all "magazine"):to_be(1)
  end)
end)

describe("7.3: how far away", function ()
  it("7.3: 5 MP from the army, or from where it can be next turn", function ()
    begin(STRIP)
    local dutch = army("dutch", "A1")
    rules.may_lay(dutch, map.hex "F1")                     -- 5
    rules.may_lay(dutch, map.hex "N1")                     -- 5 and the 8 of a turn
    expect(function () rules.may_lay(dutch, map.hex "O1") end):to_refuse "7.3"
    game.winter = true                                     -- 6 in winter
    rules.may_lay(dutch, map.hex "L1")
    expect(function () rules.may_lay(dutch, map.hex "M1") end):to_refuse "7.3"
  end)

  it("7.3: the hexes where it can be laid end there too", function ()
    begin(STRIP)
    local dutch = army("dutch", "A1")
    local function near(at)
      for place in rules.magazine_range(dutch):each() do
        if place == map.hex(at) then return true end
      end
      return false
    end
    expect(near "N1"):to_be(true)
    expect(near "O1"):to_be(false)
    game.winter = true
    expect(near "L1"):to_be(true)
    expect(near "M1"):to_be(false)
  end)

  it("7.3: by ways that the enemy does not close", function ()
    begin(STRIP)
    local dutch = army("dutch", "A1")
    army("french", "D1", { sp = 1 })
    expect(function () rules.may_lay(dutch, map.hex "E1") end):to_refuse "7.3"
    rules.may_lay(dutch, map.hex "C1")
  end)
end)

describe("MAG.prim: the primary phase", function ()
  it("MAG.prim: the secondary magazine becomes the primary one, the old one is lifted", function ()
    begin(STRIP)
    local dutch = army("dutch", "C1")
    rules.create_magazine(dutch, map.hex "A1", "primary")
    rules.create_magazine(dutch, map.hex "D1", "secondary")
    rules.lay_primaries(sides.allied)
    expect(has(dutch)):to_be "primary D1"
  end)

  it("MAG.prim, SEQ: it comes by itself, in the own turn", function ()
    local t = begin(STRIP, { phase = "activity", active = "french", turn = 1 })
    local dutch, french = army("dutch", "C1"), army("french", "M1")
    rules.create_magazine(dutch, map.hex "D1", "secondary")
    rules.create_magazine(french, map.hex "N1", "secondary")
    game.phase_over = true
    t.next_phase()
    expect(current_phase()):to_be "secondary_magazines"
    expect(game.active):to_be(sides.allied)
    expect(has(dutch)):to_be "primary D1"
    expect(has(french)):to_be "secondary N1"
  end)

  it("MAG.fixed: without a secondary one it stays (G43), as in Passau", function ()
    begin(STRIP)
    local dutch = army("dutch", "C1")
    rules.create_magazine(dutch, map.hex "A1", "primary")
    rules.lay_primaries(sides.allied)
    expect(has(dutch)):to_be "primary A1"
  end)

  it("MAG.fixed: by the other reading it must move, or is lifted", function ()
    begin(STRIP, { options = { magazine_stays = false } })
    local dutch = army("dutch", "C1")
    rules.create_magazine(dutch, map.hex "A1", "primary")
    rules.lay_primaries(sides.allied)
    expect(has(dutch)):to_be ""
    rules.create_magazine(dutch, map.hex "D1", "secondary")
    rules.lay_primaries(sides.allied)
    expect(has(dutch)):to_be "primary D1"
  end)

  it("MAG.brit: the British lay two, and one of them locates the primary one; the other is lifted", function ()
    local t = begin(STRIP, { answers = { "F1" } })
    local british = army("british", "C1")
    rules.create_magazine(british, map.hex "A1", "primary")
    t.command "magazine british army at D1"
    t.command "magazine british army at F1"
    expect(function () t.command "magazine british army at G1" end):to_refuse "MAG.sec"
    expect(function () t.command "magazine british army at F1" end):to_refuse "MAG.sec"
    rules.lay_primaries(sides.allied)
    expect(has(british)):to_be "primary F1"
  end)

  it("MAG.brit: with one laid there is nothing to choose", function ()
    begin(STRIP)
    local british = army("british", "C1")
    rules.lay_secondary(british, map.hex "D1")
    rules.lay_primaries(sides.allied)
    expect(has(british)):to_be "primary D1"
  end)

  it("MAG.prim: magazines of a nation, and those of an army", function ()
    begin(STRIP)
    local dutch, british = army("dutch", "C1"), army("british", "D1")
    local one = rules.create_magazine(dutch, map.hex "A1", "primary")
    local other = rules.create_magazine(british, map.hex "B1", "primary")
    expect(rules.magazines_of(dutch)):to_equal { one }
    expect(rules.magazines_of("british", sides.allied)):to_equal { other }
    expect(#rules.magazines_of("northern", sides.allied)):to_be(2)
    expect(#rules.magazines_of("dutch", sides.french)):to_be(0)
  end)
end)

describe("7.7: armies that combine", function ()
  it("7.7: one set of magazines is removed, the owner says which", function ()
    for answer, want in pairs { ["dutch army"] = "primary A1, secondary B1", ["second army"] = "primary E1" } do
      begin(STRIP, { phase = "activity", answers = { answer } })
      local one, other = army("dutch", "C1", { active = true }), army("dutch", "C1", { name = "second army" })
      rules.create_magazine(one, map.hex "A1", "primary")
      rules.create_magazine(one, map.hex "B1", "secondary")
      rules.create_magazine(other, map.hex "E1", "primary")
      rules.absorb(one, other)
      expect(has(one)):to_be(want)
      expect(#all "magazine"):to_be(#rules.magazines_of(one))
    end
  end)

  it("7.7: an army without magazines takes over those of the other", function ()
    begin(STRIP, { phase = "activity" })
    local one, other = army("dutch", "C1", { active = true }), army("dutch", "C1", { name = "second army" })
    rules.create_magazine(other, map.hex "E1", "primary")
    rules.absorb(one, other)
    expect(has(one)):to_be "primary E1"
  end)

  -- Two Dutch armies and a British one in C1, each with a leader and a primary magazine, that are to act together.
  local function joint(answers, dice)
    local t = begin(STRIP, { phase = "activity", answers = answers, dice = dice or { 5 } })
    local one, two, other = army("dutch", "C1"), army("dutch", "C1", { name = "second army" }), army("british", "C1")
    for i, force in ipairs { one, two, other } do
      create("leader", { name = "leader " .. i, side = sides.allied, nation = force.nation, av = 7, post = "force",
        force = force })
      rules.create_magazine(force, map.hex(({ "A1", "E1", "B1" })[i]), "primary")
    end
    t.command "join second army with dutch army"
    t.command "join british army with dutch army"
    return t, one, two, other
  end

  it("7.7: armies of one nation that act together have one set, which serves both, and another nation its own", function ()
    for answer, want in pairs { ["dutch army"] = "primary A1", ["second army"] = "primary E1" } do
      local t, one, two, other = joint { answer }
      expect(#all "magazine"):to_be(3)                     -- they do not act yet
      t.command "activate dutch army"
      expect(has(one) .. has(two)):to_be(want)
      expect(has(other)):to_be "primary B1"
      expect(#rules.magazines_for(one, "primary")):to_be(1)
      expect(rules.magazines_for(one)):to_equal(rules.magazines_for(two))
      expect(rules.supplied(two, "primary")):to_be(true)
      expect(#rules.magazines_for(other)):to_be(1)
    end
  end)

  it("7.7: those who fail to activate have not combined", function ()
    local t, one, two = joint({}, { 12 })
    t.command "activate dutch army"
    expect(has(one)):to_be "primary A1"
    expect(has(two)):to_be "primary E1"
  end)

  it("7.7: when they have separated each has its own again, laid in the usual phases", function ()
    local t, one, two = joint { "dutch army" }
    t.command "activate dutch army"
    rules.lay_primaries(sides.allied)
    rules.lay_secondary(two, map.hex "E1")                 -- for the turn in which they go apart
    expect(has(two)):to_be "secondary E1"
    rules.begin_activity()
    expect(rules.supplied(two)):to_be(true)
    expect(rules.supplied(two, "primary")):to_be(false)
    expect(has(one)):to_be "primary A1"
  end)

  it("7.7: so do those who join when both are active", function ()
    local t = begin(STRIP, { phase = "activity", answers = { "dutch army" } })
    local one, two = army("dutch", "C1", { active = true }), army("dutch", "C1", { name = "second army", active = true })
    rules.create_magazine(one, map.hex "A1", "primary")
    rules.create_magazine(two, map.hex "E1", "primary")
    t.command "join second army with dutch army"
    expect(has(one)):to_be "primary A1"
    expect(has(two)):to_be ""
  end)

  it("7.7: an army that leaves play leaves no magazines", function ()
    begin(STRIP, { phase = "activity" })
    local dutch = army("dutch", "C1")
    rules.create_magazine(dutch, map.hex "E1", "primary")
    rules.remove_force(dutch, "a test")
    expect(#all "magazine"):to_be(0)
  end)
end)

describe("7.9: magazines that are lost", function ()
  it("7.9: alone in a hex they are destroyed when an enemy force enters", function ()
    begin(STRIP, { phase = "activity" })
    local dutch, french = army("dutch", "C1"), army("french", "H1")
    rules.create_magazine(dutch, map.hex "E1", "primary")
    rules.create_magazine(dutch, map.hex "E1", "secondary")
    local own = rules.create_magazine(french, map.hex "E1", "primary")
    french.place = map.hex "E1"
    rules.destroy_magazines(sides.french, map.hex "E1")
    expect(has(dutch)):to_be ""
    expect(own.alive):to_be(true)
  end)

  it("7.9: with a force of theirs, or a garrison, they are safe", function ()
    begin(STRIP, { phase = "activity" })
    local dutch = army("dutch", "E1")
    rules.create_magazine(dutch, map.hex "E1", "primary")
    rules.destroy_magazines(sides.french, map.hex "E1")
    expect(has(dutch)):to_be "primary E1"
    dutch.place = map.hex "C1"
    local place = fortress("allied", "E1")
    rules.destroy_magazines(sides.french, map.hex "E1")
    expect(has(dutch)):to_be "primary E1"
    place.intrinsic = 0
    rules.destroy_magazines(sides.french, map.hex "E1")
    expect(has(dutch)):to_be ""
  end)

  it("7.9: a march over them does it, and a new one is laid in the next turn's phase", function ()
    local t = begin({ ". . . . . . . ." }, { phase = "activity", active = "french" })
    local french, dutch = army("french", "A1", { active = true }), army("dutch", "H1")
    create("leader", { name = "leader", side = sides.french, nation = "french", av = 7, post = "force", force = french })
    rules.create_magazine(dutch, map.hex "C1", "primary")
    t.command "move french army to D1"
    expect(has(dutch)):to_be ""
    rules.lay_primaries(sides.allied)                      -- no secondary to take its place
    expect(has(dutch)):to_be ""
    game.active = sides.allied
    rules.lay_secondary(dutch, map.hex "G1")
    expect(has(dutch)):to_be "secondary G1"
  end)
end)
