-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ.react, INT, 13.9, 4.7, 4.6.9: interception and evading on small drawn maps. Hexes have pointy tops;
-- rows with even numbers stand half a hex to the right. The French move, the Allies intercept.

local NATIONS = { french = "french", bavarian = "french" }

local function ground(rows, more)
  local map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average clear", r = "average rough" }, rows = rows }
  for key, value in pairs(more or {}) do map[key] = value end
  return map
end

local STRIP = { ". . . . . . . . . ." }                    -- A1 to J1, a row of clear hexes
local TWO = { ". . . . . . . . . .", " . . . . . . . . . ." }

local function begin(map, data)
  local all_of_it = { map = map, kind = "force", phase = "activity", active = "french" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  return situation(all_of_it)
end

-- An army with a leader: { name, AV, modifier }, or without one.
local function army(name, nation, at, sp, leader, more)
  local side = sides[NATIONS[nation] or "allied"]
  local fields = { name = name, side = side, nation = nation, size = "army", sp = sp, place = map.hex(at),
    active = side == game.active }
  for key, value in pairs(more or {}) do fields[key] = value end
  local force = create("force", fields)
  if leader then
    create("leader", { name = leader[1], side = side, nation = nation, av = leader[2], modifier = leader[3],
      post = "force", force = force })
  end
  return force
end

local function french(at, sp, more) return army("French", "french", at, sp or 20, { "Marsin", 7, 0 }, more) end
local function eugene(at, sp, more) return army("Eugene", "austrian", at, sp or 20, { "Eugene", 9, 2 }, more) end

local function fortress(side, at, more)
  local fields = { name = "Fort " .. at, side = sides[side], owner = sides[side], place = map.hex(at), class = 1,
    printed = 3, intrinsic = 3 }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("fortress", fields)
end

local function who(at) return rules.possible_interceptors(sides.allied, map.hex(at)) end

-- --- INT.range ------------------------------------------------------------------------------------

describe("INT.range: within 4 MP", function ()
  it("INT.range: four clear hexes are in range, five are not", function ()
    begin(ground(STRIP))
    local e = eugene "E1"
    expect(who "A1"):to_equal { e }
    expect(who "I1"):to_equal { e }
    expect(who "J1"):to_equal {}
  end)

  it("INT.range: rough ground counts 3 MP", function ()
    begin(ground { ". . . r . . . . . ." })
    local e = eugene "E1"
    expect(who "D1"):to_equal { e }                        -- 3
    expect(who "C1"):to_equal { e }                        -- 4
    expect(who "B1"):to_equal {}                           -- 5
  end)

  it("INT.range: a minor river counts 1 MP more, with the switch (G24) nothing", function ()
    local map = ground(STRIP, { sides = { minor = "B1-C1" } })
    begin(map)
    local e = eugene "E1"
    expect(who "B1"):to_equal { e }                        -- 4
    expect(who "A1"):to_equal {}                           -- 5
    begin(map, { options = { minor_river = 0 } })
    expect(#who "A1"):to_be(0)                             -- nobody is there
    e = eugene "E1"
    expect(who "A1"):to_equal { e }
  end)

  it("INT.range: nobody comes over a major river but by a bridge", function ()
    begin(ground(STRIP, { sides = { major = "C1-D1" } }))
    local e = eugene "E1"
    expect(who "D1"):to_equal { e }
    expect(who "C1"):to_equal {}
    begin(ground(STRIP, { sides = { major = "C1-D1", bridge = "C1-D1" } }))
    e = eugene "E1"
    expect(who "C1"):to_equal { e }                        -- 1 and 2
    expect(who "B1"):to_equal { e }
    expect(who "A1"):to_equal {}
  end)

  it("INT.range: not through a hex of the enemy, but around it", function ()
    begin(ground(STRIP))
    eugene "D1"
    french "C1"
    expect(#who "C1"):to_be(1)                             -- that very hex
    expect(#who "B1"):to_be(0)
    begin(ground(TWO))
    eugene "D1"
    french "C1"
    expect(#who "B1"):to_be(1)                             -- by the other row, 3 MP
    army("Other", "french", "C2", 5, { "Tallard", 7, 0 })
    expect(#who "B1"):to_be(0)
  end)

  it("INT.range: through the hex of an enemy fortress, 1 MP more to leave it", function ()
    begin(ground(STRIP))
    eugene "E1"
    fortress("french", "D1")
    expect(#who "B1"):to_be(1)                             -- 1, 2, 1
    expect(#who "A1"):to_be(0)
  end)

  it("5.1-lead: a force without a leader does not intercept", function ()
    begin(ground(STRIP))
    army("Lost", "austrian", "E1", 20)
    expect(who "D1"):to_equal {}
  end)

  it("G34: nobody owes more than his next turn has, 8 MP, in winter 6", function ()
    begin(ground(STRIP))
    local e = eugene("E1", 20, { owed = 3 })
    expect(who "A1"):to_equal { e }                        -- 3, and 4 and 1
    e.owed = 4
    expect(who "A1"):to_equal {}
    expect(who "B1"):to_equal { e }
    game.winter_from = rules.this_half_month()
    e.owed = 1
    expect(who "A1"):to_equal { e }
    e.owed = 2
    expect(who "A1"):to_equal {}
  end)

  it("G34: with the switch there is no limit", function ()
    begin(ground(STRIP), { options = { debt_cap = false } })
    local e = eugene("E1", 20, { owed = 8 })
    expect(who "A1"):to_equal { e }
  end)

  it("4.2-save: what is left of this turn does not count: interception is paid ahead", function ()
    begin(ground(STRIP))
    local e = eugene("E1", 20, { spent = 8 })
    expect(who "A1"):to_equal { e }
  end)

  it("5.2-join: forces that acted together come together, declared by the leading one", function ()
    local t = begin(ground(STRIP), { dice = { 7, 1, 1, 6, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "A1"
    local e = eugene "E1"
    local hesse = army("Hesse", "austrian", "E1", 10, { "Hesse", 7, 0 }, { joined = e })
    expect(who "B1"):to_equal { e }
    t.command "move French to B1"
    expect(e.place):to_be(map.hex "B1")
    expect(hesse.place):to_be(map.hex "B1")
    expect(hesse.owed):to_be(4)
    expect(f.sp):to_be(20 - 3)                             -- +1 on average: 10% of 30
  end)
end)

-- --- INT.declare, INT.repeat ----------------------------------------------------------------------

describe("INT.declare: who tries", function ()
  it("SEQ.react: the move stops at each hex in range, and goes on when nobody comes", function ()
    local t = begin(ground(STRIP), { answers = { {}, {}, {} } })
    local f = french "A1"
    eugene "H1"
    t.command "move French to F1"                          -- D1, E1, F1 are in range
    expect(f.place):to_be(map.hex "F1")
    expect(t.reports.interception):to_be(nil)
  end)

  it("SEQ.react: he reacts by a roll of his own, as often as it comes up (G63), and evades attacks", function ()
    local t = begin(ground(STRIP), { dice = { 12, 3, 6 }, answers = { { "Eugene" }, { "Eugene" }, true, "D1" } })
    local f = french "A1"
    local e = eugene "C1"
    t.command "move French to C1"
    expect(t.reports.interception):to_be "failed"
    t.command "battle French"
    expect(e.place):to_be(map.hex "D1")
    expect(e.tried):to_be(0)
    expect(e.active):to_be(false)
    expect(f.place):to_be(map.hex "C1")
  end)

  it("SEQ.react: joint leaders roll once on their average, with the switch (G64) each by himself", function ()
    for _, case in ipairs { { "average", { 7 } }, { "each", { 7, 7 } } } do
      begin(ground(STRIP), { dice = case[2], options = { joint_activation = case[1] } })
      local e = eugene "C1"
      local hesse = army("Hesse", "austrian", "C1", 10, { "Hesse", 7, 0 }, { joined = e })
      expect(rules.reacts({ e, hesse }, "evade")):to_be(true)
    end
  end)

  it("SEQ.react: nobody is asked outside the range", function ()
    local t = begin(ground(STRIP))
    local f = french "A1"
    eugene "J1"
    t.command "move French to E1"
    expect(f.place):to_be(map.hex "E1")
  end)

  it("INT.repeat: others may try when they come in range, and who failed again", function ()
    local t = begin(ground(STRIP), { dice = { 2, 3, 9, 4, 1, 1, 6, 6 },
      answers = { { "Eugene" }, { "Eugene", "Hesse" }, { "Eugene" }, false, false } })
    french "A1"
    local e = eugene "F1"
    local hesse = army("Hesse", "austrian", "G1", 10, { "Hesse", 7, 0 })
    t.command "move French to D1"
    expect(e.place):to_be(map.hex "D1")
    expect(e.owed):to_be(3)
    expect(hesse.place):to_be(map.hex "G1")
  end)

  it("INT.declare: who is committed comes though the other fails", function ()
    local t = begin(ground(STRIP), { dice = { 10, 6, 1, 1, 6, 6 }, answers = { { "Hesse", "Eugene" }, false, false } })
    french("D1", 60)
    local hesse = army("Hesse", "austrian", "H1", 30, { "Hesse", 7, 0 })
    local e = eugene("B1", 25)
    t.command "move French to E1"
    expect(e.place):to_be(map.hex "E1")
    expect(hesse.place):to_be(map.hex "H1")
    expect(hesse.owed):to_be(0)
  end)

  it("INT.cost, G70: those who arrive together fight as one, their modifiers averaged", function ()
    local t = begin(ground(STRIP), { dice = { 6, 6, 1, 1, 6, 6, 6 }, answers = { { "Hesse", "Eugene" }, false, false } })
    local f = french("D1", 60)
    local hesse = army("Hesse", "austrian", "H1", 30, { "Hesse", 7, 0 })
    local e = eugene("B1", 20)
    t.command "move French to E1"
    expect(hesse.owed):to_be(4)
    expect(e.owed):to_be(4)
    expect(f.sp):to_be(60 - 5)                             -- (0 + 2) / 2: 1 + 1 = 2, 10% of 50
    expect(e.sp + hesse.sp):to_be(50 - 3)                  -- 5% of 60
  end)

  it("INT.cost: under the switch (G70) they fight one after the other, the strongest first, for 1 MP each", function ()
    local t = begin(ground(STRIP), { dice = { 6, 6, 1, 1, 6, 6, 1, 1, 6, 6 }, options = { interceptors = "apart" },
      answers = { { "Hesse", "Eugene" }, false, false, false } })
    local f = french("D1", 60)
    local hesse = army("Hesse", "austrian", "H1", 30, { "Hesse", 7, 0 })
    local e = eugene("B1", 20)
    t.command "move French to E1"
    expect(hesse.owed):to_be(4)
    expect(e.owed):to_be(4)
    expect(hesse.sp):to_be(30 - 3)                         -- 5% of 60
    expect(f.sp):to_be(60 - 2 - 2)                         -- 5% of 30; 1 + 2 = 3, 10% of 20
    expect(e.sp):to_be(20 - 3)                             -- 5% of 58, 2.9
  end)

  it("INT.cost: and the others do not come when the mover is beaten before, or gone", function ()
    local data = { options = { interceptors = "apart" } }
    data.dice = { 6, 6, 6, 1, 6, 6, 1, 6 }                 -- Hesse's 6 is 25% of 30, 8 of 20: a rout
    data.answers = { { "Hesse", "Eugene" }, false }
    local t = begin(ground(STRIP), data)
    local f = french("D1", 20)
    army("Hesse", "austrian", "H1", 30, { "Hesse", 7, 0 })
    local e = eugene("B1", 20)
    t.command "move French to E1"
    expect(f.demoralised > 0):to_be(true)
    expect(e.place):to_be(map.hex "B1")
    expect(e.owed):to_be(1)                                -- he was committed
  end)

  it("G70: and the ground of the strongest is theirs", function ()
    local map = ground(STRIP, { sides = { minor = "E1-F1" } })
    for _, case in ipairs { { hesse = 30, total = 0 }, { hesse = 10, total = 1 } } do
      local t = begin(map, { dice = { 6, 6, 2, 1, 6, 6, 6 }, answers = { { "Hesse", "Eugene" }, false, false } })
      local f = french("D1", 60)
      army("Hesse", "austrian", "H1", case.hesse, { "Hesse", 7, 0 })
      eugene("B1", 20)
      t.command "move French to E1"
      expect(t.notes):to_contain(("totals %d and 0"):format(case.total))
      expect(f.sp):to_be(60 - (case.hesse == 30 and 5 or 3))   -- 10% of 50; of 30
    end
  end)

  it("INT.declare: what usually happens is that who is as strong as the mover tries", function ()
    local t = begin(ground(STRIP))
    local f = french("A1", 20)
    local e = eugene("E1", 19)
    t.command "move French to B1"
    expect(f.place):to_be(map.hex "B1")
    expect(e.owed):to_be(0)
  end)

  it("13.1: with hidden strengths he reckons the mover with what an army usually has", function ()
    for _, case in ipairs { { 29, false }, { 30, true } } do           -- an army is 30 SP to him, a detachment 8
      local t = begin(ground(STRIP), { options = { hidden_strengths = true }, dice = case[2] and { 12 } or {} })
      local f = french("A1", 60)
      eugene("E1", case[1])
      expect(rules.reckoned_strength(sides.allied, { f })):to_be(30)
      expect(rules.reckoned_strength(sides.french, { f })):to_be(60)
      t.command "move French to B1"
      expect(t.reports.interception):to_be(case[2] and "failed" or nil)
    end
  end)

  it("INT.range: those who withdraw may be intercepted too", function ()
    local t = begin(ground(STRIP), { dice = { 6, 1, 1, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french("D1", 20, { active = false, tried = 1 })
    fortress("french", "A1")
    local e = eugene "G1"
    t.command "withdraw French toward Fort A1"
    expect(f.place):to_be(map.hex "C1")
    expect(e.place):to_be(map.hex "C1")
  end)
end)

-- --- INT.cost, INT.evade --------------------------------------------------------------------------

describe("INT.cost: the interception", function ()
  it("INT.cost: way and battle are owed, nothing is paid from this turn", function ()
    local t = begin(ground(STRIP), { dice = { 6, 1, 1, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "A1"
    local e = eugene("E1", 20, { spent = 5 })
    t.command "move French to B1"
    expect(e.spent):to_be(5)
    expect(e.owed):to_be(4)                                -- 3 and 1
    expect(f.spent):to_be(1)
    expect(f.owed):to_be(0)
    expect(rules.held_by_enemy { f }):to_be(false)         -- the enemy came to him: he may go on (4.5)
  end)

  it("INT.cost: to whom the enemy comes is across what he crossed, and may go on", function ()
    local t = begin(ground(STRIP, { sides = { minor = "A1-B1" } }),
      { dice = { 6, 1, 1, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "A1"
    eugene("E1", 20)
    t.command "move French to B1"
    expect(f.place):to_be(map.hex "B1")
    expect(f.over):to_be ""
  end)

  it("INT.cost: each further round is owed too, as long as there is credit", function ()
    local t = begin(ground(STRIP), { dice = { 6, 1, 1, 6, 6, 1, 1, 6, 6 },
      answers = { { "Eugene" }, false, true, false } })
    french "A1"
    local e = eugene("E1", 20, { owed = 3 })
    t.command "move French to B1"
    expect(e.owed):to_be(8)                                -- 3, 3 and two rounds: no third
  end)

  it("INT.range: what the interceptor crosses counts against him (G33)", function ()
    local t = begin(ground(STRIP, { sides = { minor = "B1-C1" } }),
      { dice = { 6, 2, 2, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "A1"
    local e = eugene "D1"
    t.command "move French to B1"
    expect(t.notes):to_contain "totals 1 and 0"
    expect(f.sp):to_be(20 - 2)                             -- 2 + 1: 10% of 20
    expect(e.owed):to_be(4)                                -- 1, 2 and 1
  end)

  it("INT.range: over a bridge he fights with a quarter of his strength", function ()
    local t = begin(ground(STRIP, { sides = { major = "B1-C1", bridge = "B1-C1" } }),
      { dice = { 6, 3, 1, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "A1"
    eugene("D1", 20)
    t.command "move French to B1"
    expect(f.sp):to_be(20 - 1)                             -- 3 + 2: 20% of 5
  end)

  it("G33: under the switch he defends, and the mover crosses his own river", function ()
    local t = begin(ground(STRIP, { sides = { minor = { "A1-B1", "B1-C1" } } }), { options = { interceptor = "defends" },
      dice = { 6, 2, 2, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "A1"
    local e = eugene "D1"
    t.command "move French to B1"
    expect(t.notes):to_contain "totals -1 and 2"
    expect(f.spent):to_be(2)                               -- the way: the interceptor pays the battle
    expect(e.owed):to_be(4)
  end)

  it("4.5: friends of the mover in the hex fight with him", function ()
    local t = begin(ground(STRIP), { dice = { 6, 1, 1, 6, 6, 6 }, answers = { { "Eugene" }, false, false } })
    french("A1", 20)
    local friend = army("Friend", "french", "B1", 40, { "Tallard", 7, 0 })
    local e = eugene("E1", 60)
    t.command "move French to B1"
    expect(friend.sp):to_be(40 - 4)                        -- two thirds of 10% of 60
    expect(e.sp):to_be(60 - 3)                             -- 5% of 60
  end)

  it("4.6.7-minor: to whom the enemy came he is over the river, and attacks without the -1", function ()
    for _, beside in ipairs { false, true } do             -- not where an enemy was there before
      local t = begin(ground(STRIP, { sides = { minor = "B1-C1" } }), { dice = { 6, 1, 1, 6, 6 },
        answers = { { "Eugene" }, false, false } })
      local f = french("B1", 40)
      eugene("E1", 40)
      if beside then army("Dutch", "dutch", "C1", 1, nil, { active = false }) end
      t.command "move French to C1"
      expect(f.place):to_be(map.hex "C1")
      expect(rules.ground_of(f)):to_be(beside and "minor" or "")
    end
  end)

  it("4.5: after an interception without decision the mover may go on: the enemy came to him", function ()
    local t = begin(ground(STRIP), { dice = { 6, 1, 1, 6, 6 }, answers = { { "Eugene" }, false, false, {} } })
    local f = french "A1"
    eugene "E1"
    t.command "move French to B1"
    expect(rules.must_fight(f)):to_be(false)
    t.command "move French to C1"
    expect(f.place):to_be(map.hex "C1")
  end)

  it("4.4.2: or attack, for a MP of his own", function ()
    local t = begin(ground(STRIP), { dice = { 6, 1, 1, 6, 6, 1, 1, 6, 6 },
      answers = { { "Eugene" }, false, false, false } })
    local f = french "A1"
    local e = eugene "E1"
    t.command "move French to B1"
    t.command "battle French rounds 1"
    expect(f.spent):to_be(2)
    expect(e.owed):to_be(4)
  end)

  it("7.9: magazines that stand alone on the interceptor's way are destroyed", function ()
    local t = begin(ground(STRIP), { dice = { 6, 1, 1, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "A1"
    eugene "E1"
    local magazine = create("magazine", { name = "French magazine", side = sides.french, nation = "french",
      grade = "primary", army = f, place = map.hex "D1" })
    t.command "move French to B1"
    expect(magazine.alive):to_be(false)
  end)

  it("INT.evade: who evades leaves the interceptor where he was, owing 1 (G33)", function ()
    local t = begin(ground(TWO), { dice = { 6, 7 }, answers = { { "Eugene" }, true, "A2", {} } })
    local f = french "A1"
    local e = eugene "E1"
    t.command "move French to B1"
    expect(t.reports.interception):to_be "evaded"
    expect(f.place):to_be(map.hex "A2")
    expect(f.spent):to_be(2)                               -- 1 in, 1 out
    expect(f.owed):to_be(0)
    expect(e.place):to_be(map.hex "E1")
    expect(e.owed):to_be(1)
  end)

  it("INT.repeat: where the evasion ends in range he may try again", function ()
    local t = begin(ground(TWO), { dice = { 6, 7, 6, 10, 1, 1, 6, 6 },
      answers = { { "Eugene" }, true, "A2", { "Eugene" }, true, false } })
    local f = french "A1"
    local e = eugene "E1"
    t.command "move French to B1"
    expect(f.place):to_be(map.hex "A2")
    expect(e.place):to_be(map.hex "A2")
    expect(e.owed):to_be(1 + 4 + 1)
    expect(t.reports.interception):to_be "fought"
  end)

  it("INT.evade: who evaded may go on with what he has left", function ()
    local t = begin(ground(STRIP), { dice = { 6, 7 }, answers = { { "Eugene" }, true, "A1" } })
    local f = french "B1"
    eugene "G1"
    t.command "move French to C1"
    expect(f.place):to_be(map.hex "A1")
    expect(rules.movement_left(f)):to_be(5)
    t.command "move French to B1"
    expect(f.place):to_be(map.hex "B1")
  end)
end)

-- --- 13.9, INT.line -------------------------------------------------------------------------------

describe("13.9: fortresses answer by themselves", function ()
  it("13.9: off, an interception in a fortress hex needs its roll", function ()
    local t = begin(ground(STRIP), { dice = { 12 }, answers = { { "Eugene" } } })
    local f = french "A1"
    eugene "E1"
    fortress("allied", "B1")
    t.command "move French to B1"
    expect(t.reports.interception):to_be "failed"
    expect(f.place):to_be(map.hex "B1")
  end)

  it("13.9: on, it needs none; but it is declared all the same", function ()
    local t = begin(ground(STRIP), { options = { fortress_response = true }, dice = { 1, 1, 6, 6 },
      answers = { { "Eugene" }, false, false } })
    french "A1"
    local e = eugene "E1"
    fortress("allied", "B1")
    t.command "move French to B1"
    expect(e.place):to_be(map.hex "B1")
    expect(e.owed):to_be(4)
  end)

  it("13.9: an open city and a fortress of the mover are none", function ()
    begin(ground(STRIP), { options = { fortress_response = true } })
    fortress("allied", "B1", { class = 0, intrinsic = 0 })
    fortress("french", "C1")
    fortress("allied", "D1")
    expect(rules.automatic_interception(sides.allied, map.hex "B1")):to_be(false)
    expect(rules.automatic_interception(sides.allied, map.hex "C1")):to_be(false)
    expect(rules.automatic_interception(sides.allied, map.hex "D1")):to_be(true)
  end)

  it("INT.line: with line_response = any a line of the mover's wakes the enemy too (G32)", function ()
    for _, case in ipairs { { {}, false }, { { line_response = "any" }, true } } do
      begin(ground(STRIP), { options = case[1] })
      create("work", { name = "line", side = sides.french, type = "line", place = map.hex "B1", nation = "french" })
      expect(rules.automatic_interception(sides.allied, map.hex "B1")):to_be(case[2])
    end
  end)
end)

-- --- 4.7 ------------------------------------------------------------------------------------------

describe("4.7: evading", function ()
  it("4.7: a defender who activates goes, at the cost of his next turn", function ()
    local t = begin(ground(STRIP), { dice = { 6 }, answers = { true, "F1" } })
    local f = french "C1"
    local e = eugene("C1", 20, { entered = map.hex "D1" })
    t.command "battle French"
    expect(e.place):to_be(map.hex "F1")
    expect(e.owed):to_be(3)
    expect(e.entered):to_be(nil)                           -- he is with no enemy there
    expect(f.spent):to_be(0)                               -- there was no battle
    expect(t.reports.result):to_be "evaded"
  end)

  it("4.7: one who fails is attacked", function ()
    local t = begin(ground(STRIP), { dice = { 12, 1, 1, 6, 6 }, answers = { true, false } })
    local f = french "C1"
    local e = eugene "C1"
    t.command "battle French"
    expect(e.place):to_be(map.hex "C1")
    expect(e.owed):to_be(0)
    expect(f.spent):to_be(1)
  end)

  it("4.7: up to the full allowance, less what is owed (G34); in winter 6", function ()
    begin(ground(STRIP))
    local e = eugene("A1", 20, { owed = 3 })
    expect(rules.evading_mp { e }):to_be(5)
    expect(#rules.evade_places({ e }, 5)):to_be(5)
    e.owed = 8
    expect(rules.evading_mp { e }):to_be(0)
    expect(rules.evade_places({ e }, 0)):to_equal {}
    e.owed, game.winter, game.winter_from = 0, true, rules.this_half_month()
    expect(rules.evading_mp { e }):to_be(6)
  end)

  it("4.7: who cannot pay is not asked", function ()
    begin(ground(STRIP))
    local f = french "C1"
    local e = eugene("C1", 20, { owed = 8 })
    expect(rules.evade({ e }, { f })):to_be(false)
  end)

  it("4.7-active: in his own phase he spends this turn's MP first, then the next's", function ()
    local t = begin(ground(STRIP), { dice = { 6, 7 }, answers = { { "Eugene" }, true, "A1" } })
    local f = french("C1", 20, { spent = 6 })
    eugene "H1"
    expect(rules.evading_mp { f }):to_be(8)                -- never more than the full allowance
    t.command "move French to D1"
    expect(f.place):to_be(map.hex "A1")
    expect(f.spent):to_be(8)                               -- 6, 1, and 1 of the 3
    expect(f.owed):to_be(2)
  end)

  it("4.7: not into hexes with the enemy's forces, garrisons or lines, nor through them", function ()
    begin(ground(STRIP))
    local e = eugene "E1"
    french "G1"
    expect(#rules.evade_places({ e }, 8)):to_be(5)         -- F1, and D1 to A1
    fortress("french", "C1")
    expect(rules.evade_places({ e }, 8)):to_equal { map.hex "D1", map.hex "F1" }
    create("work", { name = "line", side = sides.french, type = "line", place = map.hex "F1", nation = "french" })
    expect(rules.evade_places({ e }, 8)):to_equal { map.hex "D1" }
  end)

  it("4.7: but into a fortress under siege, the enemy's or one's own", function ()
    begin(ground(STRIP))
    local e = eugene "E1"
    fortress("french", "C1", { blockaded = true })
    expect(#rules.evade_places({ e }, 3)):to_be(5)         -- D1, C1, F1, G1, H1; on to B1 it is 4
    local f = french "G1"
    expect(#rules.evade_places({ e }, 3)):to_be(3)         -- D1, C1, F1
    fortress("allied", "G1", { blockaded = true })
    expect(#rules.evade_places({ e }, 3)):to_be(4)         -- G1 too, and not on from there
    expect(f.place):to_be(map.hex "G1")
  end)

  it("L.none: a force without a leader may try with AV 6 (G16)", function ()
    local t = begin(ground(STRIP), { dice = { 8, 9 }, answers = { true, "D1", true } })
    local f = french "C1"
    local lost = army("Lost", "austrian", "C1", 20)
    expect(rules.evade({ lost }, { f })):to_be(true)       -- 8 is in 4 to 8
    lost.place = map.hex "C1"
    expect(rules.evade({ lost }, { f })):to_be(false)
    expect(t.notes):to_contain "AV 6"
  end)

  it("L.none: by the other reading (G16) it needs a leader to leave, and fights at -2 as well", function ()
    begin(ground(STRIP), { options = { leaderless = "bound" }, dice = { 7 }, answers = { true, "D1" } })
    local f = french "C1"
    local lost = army("Lost", "austrian", "C1", 20)
    expect(rules.evade({ lost }, { f })):to_be(false)
    expect(rules.evade({ lost }, { f }, true)):to_be(false)              -- from a line: it cannot retreat either
    expect(rules.retreat_from_line({ lost }, { f })):to_be(false)
    expect(rules.command_modifier({ lost }).total):to_be(-2)
    create("leader", { name = "Styrum", side = sides.allied, nation = "austrian", av = 7, post = "force", force = lost })
    expect(rules.evade({ lost }, { f })):to_be(true)
  end)

  it("4.7, 11.10.2: not into neutral country", function ()
    local country = ground(STRIP, { areas = { { name = "Empire", hexes = "A1 B1 C1 D1 E1" },
      { name = "United Provinces", hexes = "F1 G1 H1 I1 J1" } } })
    begin(country)
    local e = eugene "E1"
    expect(#rules.evade_places({ e }, 4)):to_be(8)         -- A1 to D1, F1 to I1
    game.up_neutral = true
    expect(#rules.evade_places({ e }, 4)):to_be(4)
  end)

  it("4.1-dem: a demoralised one with 2 less", function ()
    begin(ground(STRIP), { dice = { 8 }, answers = { true } })
    local f = french "C1"
    local e = eugene("C1", 20, { demoralised = 2 })
    e.demoralised = 2
    rules.leaders_of(e)[1].av = 7                          -- 5: 4 to 7
    expect(rules.evade({ e }, { f })):to_be(false)
  end)

  it("4.7: `free` needs no roll", function ()
    begin(ground(STRIP), { answers = { true, "D1" } })
    local f = french "C1"
    local e = eugene "C1"
    expect(rules.evade({ e }, { f }, true)):to_be(true)
    expect(e.owed):to_be(1)
  end)

  it("4.6.1: before each further round too", function ()
    local t = begin(ground(STRIP), { dice = { 1, 1, 6, 6, 6 }, answers = { false, true, true, "D1" } })
    local f = french "C1"
    local e = eugene "C1"
    t.command "battle French"
    expect(e.place):to_be(map.hex "D1")
    expect(f.spent):to_be(1)                               -- the second round was not fought
  end)
end)

-- --- 4.6.9 ----------------------------------------------------------------------------------------

describe("4.6.9: crossing a river, penetrating a line", function ()
  it("4.6.9: behind a river the defender may try to intercept, or to evade when he is attacked", function ()
    local t = begin(ground(STRIP, { sides = { minor = "B1-C1" } }),
      { dice = { 6, 1, 1, 6, 6 }, answers = { { "Eugene" }, false, false } })
    local f = french "B1"
    local e = eugene "C1"
    t.command "move French to C1"                          -- he fights in his own hex, for 1 MP
    expect(e.owed):to_be(1)
    expect(f.spent):to_be(2)
    t = begin(ground(STRIP, { sides = { minor = "B1-C1" } }), { dice = { 6 }, answers = { {}, true, "D1" } })
    french "B1"
    e = eugene "C1"
    t.command "move French to C1"
    t.command "battle French"
    expect(e.place):to_be(map.hex "D1")
  end)

  it("4.6.9: within 4 MP of a line of his he needs no roll", function ()
    -- the one throw of 2d6 is for penetrating the line, not for Eugene
    local t = begin(ground(STRIP), { dice = { 12, 1, 1, 6, 6 }, answers = { { "Eugene" }, "storm", false } })
    french "B1"
    local e = eugene "E1"
    create("work", { name = "line", side = sides.allied, type = "line", place = map.hex "A1", nation = "austrian" })
    t.command "move French to A1"
    expect(e.place):to_be(map.hex "A1")
    expect(e.owed):to_be(4)
  end)
end)

-- --- intercepts -----------------------------------------------------------------------------------

describe("INT.range: the command intercepts", function ()
  it("INT.range: who could react, where, for how many MP, and how likely", function ()
    local t = begin(ground(STRIP))
    french "A1"
    eugene("G1", 20, { owed = 4 })
    local texts, marks = t.inquire "intercepts French"
    expect(texts):to_equal {
      "French in A1, 8 MP: of its 6 hexes the enemy could react in 4",
      "Eugene in G1, AV 9, activates on 32 of 36:",
      "  0 MP: G1", "  1 MP: F1", "  2 MP: E1", "  3 MP: D1" }   -- 4 and the battle are more than he may owe
    expect(marks):to_equal { map.hex "G1", map.hex "F1", map.hex "E1", map.hex "D1" }
  end)

  it("INT.range: within the MP that the force has left", function ()
    local t = begin(ground(STRIP))
    french("A1", 20, { spent = 6 })
    eugene "F1"
    expect(t.inquire("intercepts French")[1]):to_be "French in A1, 2 MP: of its 2 hexes the enemy could react in 2"
    t = begin(ground(STRIP))
    french("A1", 20, { spent = 6 })
    eugene "H1"
    expect(t.inquire "intercepts French"):to_equal { "French in A1, 2 MP: nobody could react" }
  end)

  it("INT.range: the force itself is gone from where it stands", function ()
    local t = begin(ground(STRIP))
    french "E1"
    eugene "F1"
    local texts = t.inquire "intercepts French"
    expect(texts[4]):to_be "  2 MP: D1"                    -- through E1, which it has left
  end)

  it("INT.line: lines, and with 13.9 fortresses, answer without a roll", function ()
    local t = begin(ground(STRIP), { options = { fortress_response = true } })
    french "C1"
    eugene("E1", 20, { owed = 5 })
    fortress("allied", "D1")
    create("work", { name = "line", side = sides.allied, type = "line", place = map.hex "B1", nation = "austrian" })
    local texts = t.inquire "intercepts French"
    expect(texts):to_equal { "French in C1, 8 MP: of its 3 hexes the enemy could react in 3",
      "Eugene in E1, AV 9, activates on 32 of 36:", "  0 MP: E1", "  1 MP: D1", "  3 MP: B1",
      "  without a roll: D1, B1" }                           -- at the line the attacker pays the battle
  end)

  it("INT.range: what it tells is what the rules ask when the force comes there", function ()
    local map_of = ground({ ". . r . . . . . . .", " . . . r . . . . . .", ". . . . . . r . . ." },
      { sides = { minor = "C1-D1 C2-D1 C2-D2", major = "F1-G1 F2-G1" } })
    local t = begin(map_of)
    local f = french "A1"
    local e = eugene "E2"
    local other = army("Hesse", "austrian", "H3", 10, { "Hesse", 7, 0 }, { owed = 5 })
    local _, marks = t.inquire "intercepts French"
    local count = 0
    for place in rules.within({ f }, 8, nil, true):each() do
      local asked = false
      if place ~= f.place then
        f.place, asked = place, #rules.possible_interceptors(sides.allied, place) > 0
        f.place = map.hex "A1"
      end
      local told = false
      for _, mark in ipairs(marks) do told = told or mark == place end
      expect(told):to_be(asked)
      if asked then count = count + 1 end
    end
    expect(count):to_be(#marks)
    expect(count > 10):to_be(true)
    expect(e.owed + other.owed):to_be(5)
  end)
end)
