-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.6.1, C.dem-table, C.retreat: between two rounds of a battle, and after one.

local field = require "examples.field"

-- British (or others) against French in L10, each under a leader of modifier 0.
local function meeting(data, british, french, more)
  local t = field.begin(data)
  t.french = field.army("french", "french", french, { { "Tallard", 7, 0 } }, { active = false })
  t.british = field.army("allied", "british", british, { { "Cadogan", 7, 0 } }, more)
  return t
end

describe("4.6.1: after a round", function ()
  it("4.6.1: who has fought may fight again or go on to another hex, who has not may not", function ()
    local t = meeting({ dice = { 1, 1, 2, 2 } }, 40, 40, { spent = 1 })
    t.british.entered = map.hex "K10"
    local on = "move british army to M10"
    expect(function () t.command(on) end):to_refuse "4.5"
    expect(rules.held_by_enemy { t.british }):to_be(true)
    t.french.owed = 8                                      -- he cannot evade
    t.command "battle british army rounds 1"
    t.command(on)
    expect(t.british.place):to_be(map.hex "M10")
    expect(t.british.spent):to_be(3)
  end)

  it("4.6.8-cross: who came over a river with his last MP is across in his next phase", function ()
    local rivers = {}
    for key, value in pairs(field.map) do rivers[key] = value end
    rivers.sides = { minor = "K10-L10" }
    local t = meeting({ map = rivers }, 40, 40, { spent = 6, name = "Cadogan" })
    t.french.owed = 8
    t.british.place = map.hex "K10"
    t.command "move Cadogan to L10"
    expect(rules.ground_of(t.british)):to_be "minor"
    rules.begin_activity()
    expect(rules.ground_of(t.british)):to_be ""
  end)

  it("4.6.1: two hexes, a round and another one cost Webb 4 MP (E5)", function ()
    local t = field.begin { dice = { 1, 1, 3, 4, 4, 1, 5, 6, 1, 2 }, answers = { "T10" } }
    local coigne = field.army("french", "french", 29, { { "de Coigne", 7, 0 } }, { active = false, owed = 8 })
    local webb = field.army("allied", "british", 24, { { "Webb", 7, 1 } }, { name = "Webb",
      place = map.hex "J10" })
    t.command "move Webb to L10"
    t.command "battle Webb rounds 2"
    expect(webb.spent):to_be(4)
    expect(coigne.demoralised):to_be(4)
  end)
end)

describe("C.dem-table: SP that come or go between rounds", function ()
  -- A round costs the British 2 of 40; the next one, 20 percent of 38, costs 8, a rout; 5 percent of the
  -- 36 French are 2 prisoners (1.8).
  local function routed(between)
    local t = meeting({ dice = { 1, 1, 2, 2, 1, 5, 2, 2, 1, 5 }, answers = { "D10" } }, 40, 40)
    t.french.owed = 8
    t.command "battle british army rounds 1"
    if between then between(t) end
    t.command "battle british army rounds 1"
    return t
  end

  it("C.dem-table: nobody came: 2 + 8 + 2 of 40, 30 percent, 3 turns", function ()
    local t = routed()
    expect(t.british.sp):to_be(28)
    expect(t.british.demoralised):to_be(3)
  end)

  it("C.dem-table: 10 more came: 12 of 50, 24 percent, 3 turns", function ()
    local t = routed(function (t)
      rules.absorb(t.british, field.army("allied", "british", 10, nil, { size = "detachment", name = "ten" }))
    end)
    expect(t.british.start_sp):to_be(50)
    expect(t.british.demoralised):to_be(3)
  end)

  it("C.dem-table: 12 went: 12 of 28, 42.9 percent, 5 turns", function ()
    local t = routed(function (t)
      rules.take_nation(t.british, 12, "british")
    end)
    expect(t.british.start_sp):to_be(28)
    expect(t.british.demoralised):to_be(5)
  end)

  it("C.dem-table: 8 + 4 of 40 are 3 turns; with a captured train as 5 SP (G21) 17 of 40 are 5", function ()
    for turns, options in pairs { [3] = {}, [5] = { train_in_losses = true } } do
      local t = meeting({ dice = { 5, 1, 2, 2, 2, 5 }, answers = { "T10" }, options = options }, 40, 40)
      t.french.owed = 8
      create("train", { name = "train", side = sides.french, nation = "french", place = map.hex(field.at) })
      t.command "battle british army rounds 1"
      expect(t.french.sp):to_be(28)
      expect(t.french.demoralised):to_be(turns)
    end
  end)

  it("C.dem-table: of two that have both fought, what either has lost counts", function ()
    local t = meeting({}, 40, 40)
    local other = field.army("allied", "british", 20, nil, { name = "other", size = "detachment" })
    for i, force in ipairs { other, t.british } do         -- 1 and 2 SP lost
      force.fought, force.fought_phase, force.start_sp = force.place, rules.phase_number(), force.sp
      force.sp = force.sp - i
    end
    rules.absorb(t.british, other)
    expect(t.british.sp):to_be(57)
    expect(t.british.start_sp):to_be(60)
  end)

  it("C.dem-table: of a fresh one that takes in one that has fought too", function ()
    local t = meeting({}, 40, 40)
    local other = field.army("allied", "british", 20, nil, { name = "other", size = "detachment" })
    other.fought, other.fought_phase, other.start_sp = other.place, rules.phase_number(), 21
    rules.absorb(t.british, other)
    expect(t.british.start_sp):to_be(61)
    expect(rules.has_fought_here(t.british)):to_be(true)
  end)

  it("C.dem-table: a line that joins its defender in the battle belongs to his start", function ()
    local t = field.begin { dice = { 1, 1 } }              -- 5 percent of 5 SP are nothing
    t.french = field.army("french", "french", 5, { { "Tallard", 7, 0 } }, { active = false, owed = 8 })
    t.british = field.army("allied", "british", 5, { { "Cadogan", 7, 0 } })
    create("work", { name = "the line", side = sides.french, nation = "french", type = "line",
      place = map.hex(field.at), sp = 1 })
    t.command "battle british army rounds 1"
    expect(t.french.sp):to_be(6)
    expect(t.french.start_sp):to_be(6)
  end)

  it("C.dem-table, 4.6.8-clear: in one battle of two rounds as well", function ()
    local t = field.begin { dice = { 1, 1, 1, 1 } }        -- 5 percent of 4 and 5 SP are nothing
    t.french = field.army("french", "french", 4, { { "Tallard", 7, 0 } }, { active = false, owed = 8 })
    t.british = field.army("allied", "british", 5, { { "Cadogan", 7, 0 } })
    create("work", { name = "the line", side = sides.french, nation = "french", type = "line",
      place = map.hex(field.at), sp = 1 })
    local result = rules.battle({ t.british }, { t.french }, { over = "line", rounds = 2, committed = true })
    expect(result.defender.start):to_be(5)
  end)
end)

describe("C.retreat: after a rout", function ()
  it("C.retreat: an attacker who has routed does not withdraw: he has no MP left", function ()
    local t = meeting({ dice = { 1, 5, 2, 2, 1, 5 }, answers = { "D10" } }, 40, 40, { tried = 1 })
    create("fortress", { name = "Ghent", side = sides.allied, owner = sides.allied, class = 2, printed = 2,
      intrinsic = 2, place = map.hex "B10" })
    t.french.owed = 8
    t.command "battle british army rounds 1"
    expect(t.british.place):to_be(map.hex "D10")
    expect(rules.movement_left(t.british)):to_be(0)
    expect(function () t.command "withdraw british army toward Ghent" end):to_refuse "4.1.1"
  end)

  it("C.retreat: one that is routed in its enemy's phase has all MP of its own", function ()
    local t = meeting({ answers = { "T10" } }, 40, 40)
    rules.rout({ t.french }, { t.british })
    expect(t.french.spent + t.french.owed):to_be(0)
  end)

  it("C.retreat: towards its nearest magazine (G17): nearer to it than it was, where the owner likes", function ()
    local t = meeting({}, 40, 40)
    local all_places = rules.rout_places({ t.french }, 8)
    expect(rules.towards_safety(sides.french, t.french.place, all_places)):to_equal(all_places)
    create("fortress", { name = "Mons", side = sides.french, owner = sides.french, class = 1, printed = 4,
      intrinsic = 4, place = map.hex "A10" })
    create("magazine", { name = "magazine", side = sides.french, nation = "french", grade = "primary",
      place = map.hex "Z10" })
    create("magazine", { name = "at hand", side = sides.french, nation = "french", grade = "primary",
      place = map.hex(field.at) })                         -- the victor has it
    local places = rules.towards_safety(sides.french, t.french.place, all_places)
    expect(#places > 1):to_be(true)
    expect(#places < #all_places):to_be(true)
    for _, place in ipairs(all_places) do                  -- Z10 is 14 hexes away
      local nearer, named = map.distance(place, map.hex "Z10") < 14, false
      for _, one in ipairs(places) do named = named or one == place end
      expect(named):to_be(nearer)
    end
  end)

  it("C.retreat: without a magazine towards its nearest fortress, beyond one that is near", function ()
    local t = meeting({ answers = { "U12" } }, 40, 40)
    local function mons(hex)
      for _, fortress in ipairs(all "fortress") do eliminate(fortress) end
      create("fortress", { name = "Mons", side = sides.french, owner = sides.french, class = 1, printed = 4,
        intrinsic = 4, place = map.hex(hex) })
      return rules.towards_safety(sides.french, t.french.place, rules.rout_places({ t.french }, 8))
    end
    for _, place in ipairs(mons "A10") do expect(map.distance(place, map.hex "A10") < 11):to_be(true) end
    -- from N10, 2 hexes east of L10, those that are 8 hexes from L10 are 6 away at least
    local places = mons "N10"
    for _, place in ipairs(places) do expect(map.distance(place, map.hex "N10")):to_be(6) end
    expect(#places >= 1):to_be(true)
    expect(function () rules.rout({ t.french }, { t.british }) end):to_raise "U12"
    mons(field.at)                                         -- the one where it is beaten is none
    expect(#rules.towards_safety(sides.french, t.french.place, { map.hex "D10", map.hex "T10" })):to_be(2)
  end)

  it("C.retreat-h: under the switch (G17) an own fortress will do in any direction", function ()
    local t = meeting({ options = { rout_fortress = true } }, 40, 40)
    create("magazine", { name = "magazine", side = sides.french, nation = "french", grade = "primary",
      place = map.hex "Z10" })
    create("fortress", { name = "Mons", side = sides.french, owner = sides.french, class = 1, printed = 4,
      intrinsic = 4, place = map.hex "J10" })
    local function may_end(hex)
      local places = rules.rout_places({ t.french }, 8)
      for _, place in ipairs(rules.towards_safety(sides.french, t.french.place, places)) do
        if place == map.hex(hex) then return true end
      end
      return false
    end
    expect(may_end "J10"):to_be(true)
    expect(may_end "D10"):to_be(false)
    create("fortress", { name = "Enghien", side = sides.french, owner = sides.french, place = map.hex "D10" })
    expect(may_end "D10"):to_be(false)                     -- an open city
  end)

  local function army(side, nation, hex)
    return create("force", { name = nation .. " at " .. hex, side = sides[side], nation = nation, size = "army", sp = 40,
      place = map.hex(hex) })
  end

  -- A row A1 to L1, the French beaten in F1; where they may end.
  local function in_a_row(areas)
    local row = { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = { ["."] = "average" },
      rows = { (". "):rep(12) }, areas = areas }
    field.begin { map = row, active = "french" }
    local french = army("french", "french", "F1")
    army("allied", "british", "F1")
    return function () return rules.rout_places({ french }, 8) end
  end

  it("C.retreat: nor through lines and strongpoints of the enemy", function ()
    local places = in_a_row()
    expect(places()):to_equal { map.hex "L1" }
    local function line(hex)
      create("work", { name = "line at " .. hex, side = sides.allied, nation = "dutch", type = "line", sp = 1,
        place = map.hex(hex) })
    end
    line "I1"
    expect(places()):to_equal { map.hex "A1" }             -- 5 MP; to H1 there are 2
    line "D1"
    expect(places()):to_equal { map.hex "H1" }
    army("allied", "british", "G1")
    expect(places()):to_equal { map.hex "E1" }
  end)

  it("C.retreat, 11.10.2: nor through neutral country", function ()
    local places = in_a_row { { name = "France", hexes = "A1 B1 C1 D1 E1 F1 G1 I1 J1 K1 L1" },
      { name = "United Provinces", hexes = "H1" } }
    expect(places()):to_equal { map.hex "L1" }
    game.up_neutral = true
    expect(places()):to_equal { map.hex "A1" }
  end)

  it("C.retreat, 4.4-acts: the hex of an enemy fortress costs 1 MP more to leave, as always", function ()
    local places = in_a_row()
    create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line", sp = 1, place = map.hex "C1" })
    create("fortress", { name = "Liege", side = sides.allied, owner = sides.allied, class = 2, printed = 2,
      intrinsic = 2, place = map.hex "G1" })
    expect(places()):to_equal { map.hex "L1" }             -- 6 hexes, 7 MP
    create("fortress", { name = "Huy", side = sides.allied, owner = sides.allied, class = 2, printed = 2,
      intrinsic = 2, place = map.hex "H1" })
    create("fortress", { name = "Ath", side = sides.allied, owner = sides.allied, class = 2, printed = 2,
      intrinsic = 2, place = map.hex "I1" })
    expect(places()):to_equal { map.hex "K1" }             -- 5 hexes and 3
  end)

  it("C.retreat, 11.10.2: nobody flees into neutral country", function ()
    local ground = {}
    for key, value in pairs(field.map) do ground[key] = value end
    ground.areas = { { name = "United Provinces", hexes = "T10 T9" }, { name = "France", hexes = "D10" } }
    local t = field.begin { map = ground }
    t.french = field.army("french", "french", 40)
    local function open(hex)
      for _, place in ipairs(rules.rout_places({ t.french }, 8)) do
        if place == map.hex(hex) then return true end
      end
      return false
    end
    expect(open "T10"):to_be(true)
    game.up_neutral = true
    expect(open "T10"):to_be(false)
    expect(open "D10"):to_be(true)
  end)
end)

describe("C.dem-red2: two forces become one", function ()
  -- { SP, turns } of the one that takes in and of the other; the turns of both together
  local cases = {
    { { 24, 3 }, { 5, 0 },  3, "too few" },
    { { 24, 3 }, { 6, 0 },  2, "a quarter" },
    { { 24, 3 }, { 6, 1 },  3, "a quarter, but demoralised itself (ours)" },
    { { 20, 0 }, { 30, 3 }, 2, "20 is more than a quarter of the 30 it takes in" },
    { { 7, 0 },  { 30, 3 }, 3, "7 is less than a quarter of 30" },
    { { 8, 0 },  { 30, 3 }, 2, "8 is a quarter, part points up" },
    { { 30, 0 }, { 20, 3 }, 0, "the stronger one stays as it is" },
    { { 10, 2 }, { 30, 4 }, 4, "the time of the stronger" },
    { { 30, 4 }, { 10, 2 }, 4, "the same the other way round" },
    { { 20, 1 }, { 20, 0 }, 0, "nothing is left" },
  }
  for _, case in ipairs(cases) do
    local one, other, turns, why = table.unpack(case)
    it(("C.dem-red2: %d SP for %d turns and %d for %d are %d turns: %s"):format(one[1], one[2], other[1], other[2],
      turns, why), function ()
      field.begin { active = "french" }
      local into = field.army("french", "french", one[1], nil, { demoralised = one[2] })
      rules.absorb(into, field.army("french", "french", other[1], nil, { name = "other", demoralised = other[2] }))
      expect(into.demoralised):to_be(turns)
    end)
  end
end)
