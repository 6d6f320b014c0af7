-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.1 Activation, 4.1.1 Withdrawal, 4.3 splitting on the way.

local NATIONS = { french = "french", bavarian = "french", spanish = "french" }

-- A row of average hexes, A1, B1, ... J1; below it another one.
local ground = { kind = "hexes", labels = { style = "letters", first = "A1" },
  terrain = { ["."] = "average", r = "average rough" },
  rows = { ". . . . . . . . . .", " . . . . . . . . . ." } }

local function begin(data)
  local all_of_it = { map = ground, kind = "force", phase = "activity", active = "french" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  return situation(all_of_it)
end

-- A force with leaders of these activation values.
local function force(name, nation, at, avs, more)
  local side = sides[NATIONS[nation] or "allied"]
  local fields = { name = name, side = side, nation = nation, size = "army", sp = 30, place = map.hex(at) }
  for key, value in pairs(more or {}) do fields[key] = value end
  local new = create("force", fields)
  for i, av in ipairs(avs) do
    create("leader", { name = ("%s of %s"):format(({ "First", "Second" })[i], name),
      side = side, nation = nation, av = av, modifier = 0, post = "force", force = new })
  end
  return new
end

local function fortress(side, at, garrison, more)
  local fields = { name = "fortress " .. at, side = sides[side], place = map.hex(at), class = 1,
    printed = garrison, intrinsic = garrison }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("fortress", fields)
end

-- The sums of 2d6 on which an AV activates, as a text.
local function successes(av)
  local list = {}
  for sum = 2, 12 do
    if rules.activation_table(av):at(av, sum) then list[#list + 1] = sum end
  end
  return table.concat(list, " ")
end

describe("4.1: the Activation Table", function ()
  it("4.1: AV 5 on 4 to 7, AV 7 on 3 to 8, AV 9 on all but 2, 3 and 12", function ()
    begin()
    expect(successes(5)):to_be "4 5 6 7"
    expect(successes(7)):to_be "3 4 5 6 7 8"
    expect(successes(9)):to_be "4 5 6 7 8 9 10 11"
  end)

  it("4.1: our filling of the gaps: AV 4, 6, 8, 10; values beyond the ends count as the ends", function ()
    begin()
    expect(successes(4)):to_be "5 6 7"
    expect(successes(6)):to_be "4 5 6 7 8"
    expect(successes(8)):to_be "3 4 5 6 7 8 9"
    expect(successes(10)):to_be "3 4 5 6 7 8 9 10 11"
    expect(successes(3)):to_be(successes(4))
    expect(successes(11)):to_be(successes(10))
  end)

  it("4.1: the other filling (G6): AV 6 on 3 to 7, AV 8 on 4 to 10, the rest as before", function ()
    begin { options = { activation_table = "low" } }
    expect(successes(6)):to_be "3 4 5 6 7"
    expect(successes(7)):to_be "3 4 5 6 7 8"
    expect(successes(8)):to_be "4 5 6 7 8 9 10"
    expect(successes(5)):to_be "4 5 6 7"
    expect(successes(9)):to_be "4 5 6 7 8 9 10 11"
  end)

  it("4.1: every roll that the source tells of", function ()
    for _, case in ipairs { { 7, 7, true }, { 7, 5, true }, { 7, 6, true }, { 7, 9, false }, { 7, 10, false },
      { 8, 2, false }, { 9, 5, true }, { 9, 12, false }, { 9, 6, true } } do
      local av, sum, want = case[1], case[2], case[3]
      begin { dice = { sum } }
      expect(rules.activates({ force("army", "french", "A1", { av }) }, "move")):to_be(want)
    end
  end)
end)

describe("4.1: activating", function ()
  it("4.1: a force that succeeds is active and moves, one that fails is not and does not", function ()
    local t = begin { dice = { 7, 10 } }
    local one, other = force("one", "french", "A1", { 7 }), force("other", "french", "B1", { 7 })
    expect(function () t.command "move one to B1" end):to_refuse "4.1"
    t.command "activate one"
    expect(one.active):to_be(true)
    t.command "move one to B1"
    t.command "activate other"
    expect(other.active):to_be(false)
    expect(function () t.command "move other to C1" end):to_refuse "4.1"
    expect(t.reports.active):to_be(false)
  end)

  it("4.1: one try a phase (G63), an active force does not try again", function ()
    local t = begin { dice = { 10, 7 } }
    force("one", "french", "A1", { 7 })
    force("other", "french", "B1", { 7 })
    t.command "activate one"
    expect(function () t.command "activate one" end):to_refuse "4.1"
    t.command "activate other"
    expect(function () t.command "activate other" end):to_refuse "4.1"
  end)

  it("4.1: under the switch a force may try again", function ()
    local t = begin { dice = { 10, 7 }, options = { activation_tries = 8 } }
    local one = force("one", "french", "A1", { 7 })
    t.command "activate one"
    t.command "activate one"
    expect(one.active):to_be(true)
  end)

  it("4.1: only forces of the active side that are on the map", function ()
    begin()
    local foe, off = force("foe", "british", "A1", { 7 }), force("off", "french", "B1", { 7 })
    off.place = nil
    expect(function () rules.activate(foe) end):to_refuse "4.1"
    expect(function () rules.activate(off) end):to_refuse "4.1"
  end)

  it("4.1, SEQ: the new phase begins with nobody active", function ()
    local t = begin { phase = "secondary_magazines" }
    local one = force("one", "french", "A1", { 7 }, { active = true, tried = 1, marched = 3, spent = 5 })
    t.next_phase()
    expect(current_phase()):to_be "activity"
    expect(one.active):to_be(false)
    expect(one.tried):to_be(0)
    expect(one.marched):to_be(0)
    expect(rules.movement_left(one)):to_be(8)
  end)

  it("5.1-lead: without a leader a force does not move in its own phase", function ()
    local t = begin()
    force("one", "french", "A1", {})
    expect(function () t.command "activate one" end):to_refuse "5.1-lead"
  end)

  it("4.1: demoralised forces have 2 less; Vendome's 7 is 5, and 5 on the dice will do, 8 will not", function ()
    begin { dice = { 5, 8 } }
    local vendome = force("Vendome", "french", "A1", { 7 }, { demoralised = 3 })
    expect(rules.activation_value({ vendome }, "move").total):to_be(5)
    expect(rules.activates({ vendome }, "move")):to_be(true)
    expect(rules.activates({ vendome }, "move")):to_be(false)
    vendome.demoralised = 0
    expect(rules.activation_value({ vendome }, "move").total):to_be(7)
  end)

  it("4.1-dem: 2 less for a demoralised force, never below 4", function ()
    begin()
    for _, case in ipairs { { 9, 7 }, { 7, 5 }, { 6, 4 }, { 5, 4 } } do
      local one = force("AV " .. case[1], "french", "A1", { case[1] }, { demoralised = 1 })
      expect(rules.activation_value({ one }, "move").total):to_be(case[2])
    end
  end)

  it("4.1-dem: of the floor it says so only where it acts", function ()
    begin()
    local well = force("well", "french", "A1", { 6 })
    local shaken = force("shaken", "french", "A1", { 5 }, { demoralised = 1 })
    local function steps(one) return #rules.activation_value({ one }, "move"):steps() end
    local before = steps(shaken)
    shaken.demoralised = 0
    expect(steps(well)):to_be(steps(shaken))
    expect(before):to_be(steps(shaken) + 2)                -- demoralised, and no value is lower
  end)

  it("4.1-dem: once for a group, when one of its forces is demoralised", function ()
    begin()
    local one = force("one", "french", "A1", { 8 })
    local other = force("other", "french", "A1", { 8 }, { demoralised = 2, joined = one })
    expect(rules.activation_value({ one, other }, "move").total):to_be(6)
    one.demoralised = 1
    expect(rules.activation_value({ one, other }, "move").total):to_be(6)
  end)

  it("4.1-dem: the floor holds for Dutch caution too (13.5)", function ()
    begin { active = "allied" }
    local dutch = force("Dutch 1st Army", "dutch", "A1", { 5 })
    expect(rules.activation_value({ dutch }, "move").total):to_be(4)       -- 5 - 2
  end)

  it("5.2-join: a group rolls once on its average (G64), and acts as one", function ()
    local t = begin { dice = { 9 } }                         -- AV 8 (9 and 7) would do, and does
    local one = force("one", "french", "A1", { 9 })
    local other = force("other", "french", "A1", { 7 }, { joined = one })
    t.command "activate one"
    expect(one.active and other.active):to_be(true)
    expect(other.tried):to_be(1)
    t.command "move one to C1"
    expect(other.place):to_be(map.hex "C1")
  end)

  it("5.2-join: under the switch each leader rolls, and all must succeed", function ()
    local t = begin { dice = { 9, 9 }, options = { joint_activation = "each" } }
    local one = force("one", "french", "A1", { 9 })
    force("other", "french", "A1", { 7 }, { joined = one })
    t.command "activate one"                                 -- 9 will do for AV 9, not for AV 7
    expect(one.active):to_be(false)
    t = begin { dice = { 9, 8 }, options = { joint_activation = "each" } }
    one = force("one", "french", "A1", { 9 })
    local other = force("other", "french", "A1", { 7 }, { joined = one })
    t.command "activate one"
    expect(one.active and other.active):to_be(true)
  end)

  it("5.2-join, 5.2-sub, 13.8: under the switch those roll who command: no subordinate, and a prince alone", function ()
    local t = begin { dice = { 9 }, options = { joint_activation = "each" } }
    local one = force("one", "french", "A1", { 9 })
    local corps = force("corps", "french", "A1", { 7 }, { joined = one, size = "detachment" })
    t.command "activate one"
    expect(one.active and corps.active):to_be(true)
    t = begin { dice = { 9 }, options = { joint_activation = "each" } }
    one = force("one", "french", "A1", { 7 })
    force("other", "french", "A1", { 9 }, { joined = one })
    rules.leaders_of(having(all "force", "name", "other")[1])[1].supreme = true
    t.command "activate one"
    expect(one.active):to_be(true)
  end)

  it("5.2-join, 13.5-co: under the switch Dutch leaders roll with the caution that they have in company", function ()
    begin { dice = { 9, 3 }, options = { joint_activation = "each" }, active = "allied" }
    local british = force("British", "british", "A1", { 9 })
    local dutch = force("Dutch", "dutch", "A1", { 7 }, { joined = british })
    expect(rules.each_activates({ british, dutch }, "move")):to_be(true)      -- 7 activates on a 3, 5 does not
  end)

  it("L.none, 5.2-join: under the switch too forces without a leader roll, with AV 6", function ()
    for dice, want in pairs { [8] = true, [9] = false } do
      begin { dice = { dice }, options = { joint_activation = "each" } }
      local one = force("one", "french", "A1", { 7 })
      rules.to_pool(rules.leaders_of(one)[1])
      expect(rules.reacts({ one }, "evade")):to_be(want)
    end
  end)

  it("4.1-siege: an army in an enemy fortress hex may besiege without activation, not move", function ()
    local t = begin()
    local army = force("army", "french", "B1", { 7 })
    local few = force("few", "french", "B1", { 7 }, { size = "detachment", sp = 10 })
    expect(rules.active_for_siege(army)):to_be(false)
    fortress("allied", "B1", 5)
    expect(rules.active_for_siege(army)):to_be(true)
    expect(rules.active_for_siege(few)):to_be(false)
    few.active = true
    expect(rules.active_for_siege(few)):to_be(true)
    expect(function () t.command "move army to C1" end):to_refuse "4.1"
  end)
end)

describe("13.5: Dutch caution is declared", function ()
  local country = { kind = "hexes", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average" }, rows = { ". . . ." },
    areas = { { name = "Spanish Netherlands", hexes = "A1 B1 C1 D1" } } }

  -- Marlborough (9) with Overkirk (7): E19.
  local function allies(dice)
    local t = begin { map = country, active = "allied", dice = dice }
    local british = force("British", "british", "A1", { 9 })
    local dutch = force("Dutch", "dutch", "A1", { 7 }, { joined = british })
    force("foe", "french", "C1", { 7 })
    return t, british, dutch
  end

  it("13.5-co: AV 8 together, 7 against an enemy force (E19: 7.5 printed as 7)", function ()
    local _, british, dutch = allies()
    expect(rules.activation_value({ british, dutch }, "move").total):to_be(8)
    expect(rules.activation_value({ british, dutch }, "move", map.hex "C1").total):to_be(7)
    expect(rules.activation_value({ british, dutch }, "move", map.hex "B1").total):to_be(8)
  end)

  it("13.5-co: who did not declare it does not go where the enemy is", function ()
    local t, british = allies { 9 }                          -- 9 will do for AV 8
    t.command "activate British"
    expect(british.active):to_be(true)
    t.command "move British to B1"
    expect(function () t.command "move British to C1" end):to_refuse "13.5-co"
    expect(british.place):to_be(map.hex "B1")
    expect(rules.reach(british)):to_equal { { place = map.hex "A1", how = "MP 1" } }       -- nor is it in reach
  end)

  it("13.5-co: a move that ends there is refused before its first step, and nobody intercepts", function ()
    local t, british = allies { 9 }
    all("force", { name = "foe" })[1].sp = 100             -- he would come to B1
    t.command "activate British"
    expect(function () t.command "move British to C1" end):to_refuse "13.5-co"
    expect(british.place):to_be(map.hex "A1")
    expect(british.spent):to_be(0)
  end)

  it("13.5-exc: thrown for at AV 7 against a fortress, the Dutch go there and nowhere else", function ()
    local t = begin { active = "allied", dice = { 8, 8 } }
    local dutch = force("Dutch", "dutch", "C1", { 7 })
    fortress("french", "E1", 5)
    t.command "activate Dutch"
    expect(dutch.active):to_be(false)                      -- 8 is too much for AV 5
    dutch.tried = 0
    t.command "activate Dutch against E1"
    expect(dutch.active):to_be(true)
    expect(function () t.command "move Dutch to B1" end):to_refuse "13.5-exc"
    expect(function () t.command "move Dutch via D1 to C1" end):to_refuse "13.5-exc"
    expect(dutch.place):to_be(map.hex "C1")
    t.command "move Dutch to D1"
    t.command "move Dutch to E1"
    expect(dutch.place):to_be(map.hex "E1")
    expect(function () t.command "move Dutch to F1" end):to_refuse "13.5-exc"
    rules.begin_activity()
    dutch.active = true                                    -- at AV 5, so to say
    t.command "move Dutch to F1"
  end)

  it("13.5-exc: who was thrown for with all caution goes where he likes, declared or not", function ()
    local t = begin { active = "allied", dice = { 7 } }
    local dutch = force("Dutch", "dutch", "C1", { 7 })
    fortress("french", "E1", 5)
    t.command "activate Dutch against D1"                  -- nothing is there
    t.command "move Dutch to B1"
    expect(dutch.place):to_be(map.hex "B1")
  end)

  it("13.5-co: a detachment that follows is named for its group, with the caution of that", function ()
    local t, british, dutch = allies { 8 }
    t.command "activate British against C1"
    local few = force("few", "british", "A1", { 7 }, { size = "detachment", sp = 5, joined = british, active = true })
    expect(rules.undeclared({ few, british, dutch }, map.hex "C1")):to_be(false)
  end)

  it("13.5-co: who did declare it rolls with less, and goes", function ()
    local t, british = allies { 9 }
    t.command "activate British against C1"
    expect(british.active):to_be(false)                      -- 9 is too much for AV 7
    t, british = allies { 8 }
    t.command "activate British against C1"
    expect(british.active):to_be(true)
    t.command "move British to C1"
    expect(british.place):to_be(map.hex "C1")
  end)
end)

describe("4.1: the status", function ()
  it("4.1: it lists who is active, with the MP left, and who has failed", function ()
    local t = begin { dice = { 7, 10 } }
    local one = force("one", "french", "A1", { 7 })
    force("other", "french", "C1", { 7 })
    force("with one", "french", "A1", { 7 }, { joined = one })
    expect(rules.activity_text()):to_equal {}
    t.command "activate one"
    t.command "move one to B1"
    t.command "activate other"
    expect(rules.activity_text()):to_equal { "active: one (B1, 7 MP left)", "failed to activate: other (C1)" }
    t.next_phase()
    expect(rules.activity_text()):to_equal {}
  end)
end)

describe("4.1.1: withdrawal", function ()
  local function failed(more, name)
    return force(name or "army", "french", "F1", { 7 }, { tried = 1, spent = more or 0 })
  end

  it("4.1.1: towards a friendly fortress for as far as the MP go", function ()
    local t = begin()
    local army = failed(4)
    fortress("french", "A1", 3)
    t.command "withdraw army toward fortress A1"
    expect(army.place):to_be(map.hex "B1")
    expect(rules.movement_left(army)):to_be(0)
  end)

  it("4.1.1: it ends in the fortress", function ()
    local t = begin()
    local army = failed()
    fortress("french", "C1", 3)
    t.command "withdraw army toward fortress C1"
    expect(army.place):to_be(map.hex "C1")
    expect(army.spent):to_be(3)
    expect(army.active):to_be(false)
  end)

  it("4.1.1: hex by hex, each nearer to the fortress (G59)", function ()
    local t = begin { answers = { "D1", "stop" } }           -- from F1 there is nothing but E1
    local army = failed()
    local home = fortress("french", "A1", 3)
    expect(rules.withdrawal_hexes({ army }, home)):to_equal { map.hex "E1" }
    t.command "withdraw army toward fortress A1 by hexes"
    expect(army.place):to_be(map.hex "D1")
    expect(army.spent):to_be(2)
  end)

  it("4.1.1: only after a failed try", function ()
    local t = begin()
    local army = failed()
    fortress("french", "A1", 3)
    army.tried = 0
    expect(function () t.command "withdraw army toward fortress A1" end):to_refuse "4.1.1"
    army.tried, army.active = 1, true
    expect(function () t.command "withdraw army toward fortress A1" end):to_refuse "4.1.1"
  end)

  it("4.1.1: a force without a leader, which cannot try, withdraws, and so does a demoralised one", function ()
    local t = begin()
    local army = force("army", "french", "F1", {})
    fortress("french", "D1", 3)
    t.command "withdraw army toward fortress D1"
    expect(army.place):to_be(map.hex "D1")
    local other = force("other", "french", "F1", { 7 }, { tried = 1, demoralised = 4 })
    t.command "withdraw other toward fortress D1"
    expect(other.place):to_be(map.hex "D1")
  end)

  it("4.1.1: not into an enemy hex, of a force or a fortress: around it", function ()
    local t = begin { answers = { {}, "stop" } }
    local army = failed()
    local home = fortress("french", "A1", 3)
    force("foe", "british", "E1", { 7 })
    expect(rules.withdrawal_hexes({ army }, home)):to_equal { map.hex "E2" }
    t.command "withdraw army toward fortress A1 by hexes"
    expect(army.place):to_be(map.hex "E2")
    fortress("allied", "D1", 5)
    create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line", place = map.hex "D2",
      sp = 1 })
    expect(rules.withdrawal_hexes({ army }, home)):to_equal {}
    expect(function () t.command "withdraw army toward fortress A1" end):to_refuse "4.1.1"
  end)

  it("4.1.1: the MP to the fortress are those of the cheapest way, from wherever", function ()
    begin { map = { kind = "hexes", labels = { style = "letters", first = "A1" },
      terrain = { ["."] = "average", r = "average rough" },
      rows = { ". r . . . .", " . . r . r .", ". . . r . .", " r . . . . ." },
      sides = { minor = "A1-B1 B2-C2 C3-D3", major = "B1-C1 C4-D4 A2-B2", bridge = "B1-C1" } } }
    local army = force("army", "french", "F4", { 7 }, { tried = 1 })
    force("foe", "british", "C2", { 7 })
    fortress("allied", "D2", 4)
    for _, at in ipairs { "A1", "B1", "C3" } do              -- B1 is rough
      local home = fortress("french", at, 3)
      local mp, ways = rules.mp_home({ army }, home), 0
      for _, hex in ipairs(map.hexes) do
        local way = rules.way_home({ army }, hex, home)
        if hex.name ~= "C2" and hex.name ~= "D2" then
          expect(mp(hex)):to_be(way and way.cost)
          ways = ways + 1
        end
      end
      expect(ways):to_be(22)
    end
    fortress("french", "E1", 3)
    force("other foe", "british", "E1", { 7 })
    expect(rules.mp_home({ army }, all("fortress", { name = "fortress E1" })[1])(map.hex "F1")):to_be(nil)
  end)

  it("4.1.1: not to an enemy fortress or an open city", function ()
    local t = begin()
    failed()
    fortress("allied", "A1", 3)
    fortress("french", "B1", 0, { class = 0 })
    fortress("french", "C1", 0, { dismantled = true })
    for _, at in ipairs { "A1", "B1", "C1" } do
      expect(function () t.command("withdraw army toward fortress " .. at) end):to_refuse "4.1.1"
    end
  end)

  it("4.1.1: hex by hex too it takes a hex that is nearer", function ()
    local t = begin()
    failed()
    fortress("french", "F1", 3)
    expect(function () t.command "withdraw army toward fortress F1 by hexes" end):to_refuse "4.1.1"
  end)

  it("4.1.1: with this turn's MP alone", function ()
    local t = begin()
    local army = failed(8)
    fortress("french", "A1", 3)
    expect(function () t.command "withdraw army toward fortress A1" end):to_refuse "4.1.1"
    expect(army.owed):to_be(0)
  end)

  it("4.1.1: under the switch (G59) with the next turn's, as far as there is credit", function ()
    for owed, label in pairs { [0] = "A1", [5] = "C1" } do
      local t = begin { options = { withdraw_debt = true } }
      local army = failed(8)
      army.owed = owed
      fortress("french", "A1", 3)
      t.command "withdraw army toward fortress A1"
      expect(army.place):to_be(map.hex(label))
      expect(army.spent):to_be(8)
      expect(army.owed):to_be(owed == 0 and 5 or 8)
      if owed == 5 then expect(function () t.command "withdraw army toward fortress A1" end):to_refuse "4.1.1" end
    end
    local t = begin { options = { withdraw_debt = true }, answers = { "D1", "stop" } }
    local army = failed(8)
    fortress("french", "A1", 3)
    t.command "withdraw army toward fortress A1 by hexes"
    expect(army.place):to_be(map.hex "D1")
    expect(army.owed):to_be(2)
  end)
end)

describe("4.3: Villeroi splits on the way (E23)", function ()
  -- Villeroi, AV 7, rolls 7 and moves 3; La Motte, AV 8, is drawn for the detachment.
  local function villeroi(roll)
    local dice = { 7, "drawn", roll }
    local t = begin { dice = dice }
    local army = force("1st Army", "french", "A1", { 7 }, { sp = 40 })
    dice[2] = create("leader", { name = "La Motte", side = sides.french, nation = "french", av = 8, modifier = 0,
      post = "pool" })
    return t, army
  end

  local function split(t, army)
    t.command "activate 1st Army"
    t.command "move 1st Army to D1"
    expect(rules.movement_left(army)):to_be(5)
    return rules.split(army, 10)
  end

  it("4.3: the detachment has the 5 MP that its parent has left, and must activate by itself", function ()
    local t, army = villeroi(2)
    local new = split(t, army)
    expect(new.sp):to_be(10)
    expect(rules.movement_left(new)):to_be(5)
    expect(new.active):to_be(false)
    expect(new.tried):to_be(0)
    t.command "move 1st Army to I1"
    expect(army.spent):to_be(8)                              -- 3 and 5
    rules.activate(new)                                      -- a 2 fails for AV 8
    expect(new.active):to_be(false)
    expect(new.place):to_be(map.hex "D1")
  end)

  it("4.3: had it activated, it would have gone 5 MP", function ()
    local t, army = villeroi(6)
    local new = split(t, army)
    rules.activate(new)
    expect(new.active):to_be(true)
    t.command("move " .. new.name .. " to I1")
    expect(rules.movement_left(new)):to_be(0)
    expect(function () t.command("move " .. new.name .. " to J1") end):to_refuse "4.2-mp"
  end)
end)
