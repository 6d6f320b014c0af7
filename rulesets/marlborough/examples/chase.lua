-- SPDX-License-Identifier: GPL-3.0-or-later
-- E10: the published chase of Villars and Marlborough, to its printed end; E8 and E9, the published
-- interceptions, and E26, one that comes back. On open ground a hex is 1 MP, so distances are in MP.

local field = require "examples.field"

-- --- E10 ------------------------------------------------------------------------------------------

-- Marlborough stands in L10; Villars starts 5 MP east of him.
local function chase(dice, answers, options)
  local t = field.begin { dice = dice, answers = answers, active = "french", options = options }
  t.villars = field.army("french", "french", 50, { { "Villars", 9, 2 } },
    { name = "Villars' army", place = map.hex "Q10" })
  t.marlborough = field.army("allied", "british", 40, { { "Marlborough", 9, 3 } },
    { name = "Marlborough's army", active = false })
  return t
end

-- The first four hexes, in range; on the fourth Marlborough activates, and Villars evades.
local FIRST = "move Villars' army via P10, P11, O12 to O13"
local FIRST_DICE = { 2, 3, 12, 7, 5 }
local TRY = { "Marlborough's army" }
local FIRST_ANSWERS = { TRY, TRY, TRY, TRY, true, "O14" }

describe("E10: the chase", function ()
  it("INT.range: 5 MP away is out of range, 4 MP is not", function ()
    local t = chase()
    local m = t.marlborough
    expect(rules.distance_mp(m, m.place, map.hex "Q10", 8)):to_be(5)
    expect(rules.possible_interceptors(sides.allied, map.hex "Q10")):to_equal {}
    for _, label in ipairs { "P10", "P11", "O12", "O13" } do
      expect(rules.distance_mp(m, m.place, map.hex(label), 8)):to_be(4)
      expect(rules.possible_interceptors(sides.allied, map.hex(label))):to_equal { m }
    end
  end)

  it("INT.repeat: three tries fail on 2, 3 and 12, the fourth succeeds", function ()
    local t = chase(FIRST_DICE, FIRST_ANSWERS)
    t.command(FIRST)
    expect(t.notes):to_contain "Marlborough's army fails to activate"
    expect(t.notes):to_contain "Marlborough's army is active"
    expect(t.reports.interception):to_be "evaded"
  end)

  it("4.7-active: Villars evades for his fifth MP; INT.evade: Marlborough stays and owes 1", function ()
    local t = chase(FIRST_DICE, FIRST_ANSWERS)
    t.command(FIRST)
    expect(t.villars.place):to_be(map.hex "O14")
    expect(t.villars.spent):to_be(5)                       -- 4 on the march, 1 to evade
    expect(t.villars.owed):to_be(0)
    expect(t.villars.active):to_be(true)
    expect(t.marlborough.place):to_be(map.hex "L10")
    expect(t.marlborough.owed):to_be(1)
    -- He cannot react now: the hex is 5 MP from where he stands.
    expect(rules.distance_mp(t.marlborough, map.hex "L10", map.hex "O14", 8)):to_be(5)
  end)

  it("INT.cost: two hexes out of range, the eighth in range: a 12 does not evade, and 6 MP are owed", function ()
    local dice = { 2, 3, 12, 7, 5,  6, 12,  1, 1, 6, 6 }
    local answers = { TRY, TRY, TRY, TRY, true, "O14",  TRY, true, false }
    local t = chase(dice, answers)
    t.command(FIRST)
    t.command "move Villars' army via O15, N15 to M14"
    expect(t.villars.place):to_be(map.hex "M14")
    expect(t.villars.spent):to_be(8)
    expect(t.villars.owed):to_be(0)
    expect(t.marlborough.place):to_be(map.hex "M14")
    expect(t.marlborough.owed):to_be(6)                    -- 1 + 4 + 1
    expect(t.reports.interception):to_be "fought"
    -- +3 against +2: Marlborough's 1 is a 2, 10% of 40; Villars' 1 is 5% of 50, 2.5.
    expect(t.villars.sp):to_be(46)
    expect(t.marlborough.sp):to_be(37)
  end)

  it("4.7-active: had Villars evaded again, it were from his next turn", function ()
    local t = chase({ 2, 3, 12, 7, 5,  6, 5 }, { TRY, TRY, TRY, TRY, true, "O14",  TRY, true, "M15" })
    t.command(FIRST)
    t.command "move Villars' army via O15, N15 to M14"
    expect(t.villars.place):to_be(map.hex "M15")
    expect(t.villars.spent):to_be(8)
    expect(t.villars.owed):to_be(1)
    expect(t.marlborough.place):to_be(map.hex "L10")
    expect(t.marlborough.owed):to_be(2)
  end)

  it("INT.cost: the next turn begins with what is owed", function ()
    local t = chase({ 2, 3, 12, 7, 5,  6, 12,  1, 1, 6, 6 },
      { TRY, TRY, TRY, TRY, true, "O14",  TRY, true, false })
    t.command(FIRST)
    t.command "move Villars' army via O15, N15 to M14"
    rules.pay_debts(sides.allied)
    expect(rules.movement_left(t.marlborough)):to_be(2)
    expect(t.marlborough.owed):to_be(0)
  end)
end)

-- --- E8, E9 ---------------------------------------------------------------------------------------

-- Villeroi in H10 and Marsin in P10, Marlborough goes to L10, 4 MP from both.
local function villeroi(dice, answers)
  local t = field.begin { dice = dice, answers = answers, active = "allied" }
  t.marlborough = field.army("allied", "british", 62, { { "Marlborough", 9, 3 } },
    { name = "Marlborough's army", place = map.hex "L11" })
  t.villeroi = field.army("french", "french", 60, { { "Villeroi", 7, -1 } },
    { name = "Villeroi's army", place = map.hex "H10", active = false })
  t.marsin = field.army("french", "french", 10, { { "Marsin", 7, 0 } },
    { name = "Marsin's army", place = map.hex "P10", active = false })
  return t
end

describe("E8: Villeroi and Marsin intercept Marlborough", function ()
  local BOTH = { "Villeroi's army", "Marsin's army" }

  it("INT.declare: both are declared; Villeroi's 7 is in, Marsin's 9 is not, and Villeroi is committed", function ()
    local t = villeroi({ 7, 9, 2, 2, 6, 6, 1, 6 }, { BOTH, false, "D10" })
    t.command "move Marlborough's army to L10"
    expect(t.marsin.place):to_be(map.hex "P10")
    expect(t.marsin.owed):to_be(0)
    expect(t.villeroi.owed):to_be(5)                       -- 4 and the battle
    -- Villeroi's 2 is 1, 5% of 60; Marlborough's 2 is 5, 20% of 62 or 12.4; then 15% of 59, 8.85 (the
    -- source takes 10% here, against its own errata).
    expect(t.marlborough.sp):to_be(59)
    expect(t.villeroi.sp):to_be(60 - 13 - 9)
    expect(t.villeroi.demoralised):to_be(4)                -- 22/60; 19/60 as printed gives 4 too
    expect(t.marlborough.spent):to_be(1)                   -- the way alone: the interceptor pays the battle
  end)

  it("INT.declare: who is not declared does not roll", function ()
    local t = villeroi({ 9 }, { { "Marsin's army" } })
    t.command "move Marlborough's army to L10"
    expect(t.marlborough.place):to_be(map.hex "L10")
    expect(t.villeroi.place):to_be(map.hex "H10")
    expect(t.reports.interception):to_be "failed"
  end)
end)

describe("E9: Eugene and Hesse intercept Marsin", function ()
  it("INT.declare: Hesse's 10 fails, Eugene's 6 activates: 25 SP meet 60", function ()
    local t = field.begin { dice = { 10, 6, 1, 1, 6, 6 }, active = "french",
      answers = { { "Hesse's army", "Eugene's army" }, false, false } }
    local marsin = field.army("french", "french", 60, { { "Marsin", 7, 0 } },
      { name = "Marsin's army", place = map.hex "L11" })
    local hesse = field.army("allied", "austrian", 30, { { "Hesse", 7, 0 } },
      { name = "Hesse's army", place = map.hex "H10", active = false })
    local eugene = field.army("allied", "austrian", 25, { { "Eugene", 9, 2 } },
      { name = "Eugene's army", place = map.hex "O10", active = false })
    t.command "move Marsin's army to L10"
    expect(hesse.place):to_be(map.hex "H10")
    expect(hesse.owed):to_be(0)
    expect(eugene.place):to_be(map.hex "L10")
    expect(eugene.owed):to_be(4)                           -- 3 and the battle
    expect(marsin.sp):to_be(60 - 3)                        -- 1 + 2 = 3: 10% of 25, 2.5
    expect(eugene.sp):to_be(25 - 3)                        -- 5% of 60
  end)
end)

-- --- E26 ------------------------------------------------------------------------------------------

describe("E26: the army at C intercepts at E, comes back and fights again", function ()
  it("INT.cost: 4 MP of its next turn, one for each way and each battle", function ()
    -- C is L10, E is K10. Force A fought at E may go on: the enemy came to it.
    local t = field.begin { dice = { 4, 1, 1, 6, 6, 5, 1, 1, 6, 6 }, active = "french",
      answers = { { "C" }, false, false, { "C" }, false, false } }
    local a = field.army("french", "french", 40, { { "Villars", 9, 2 } }, { name = "A", place = map.hex "J10" })
    local c = field.army("allied", "austrian", 40, { { "Eugene", 9, 2 } }, { name = "C", active = false })
    local outpost = field.army("allied", "austrian", 1, {}, { name = "outpost", active = false,
      size = "detachment" })
    t.command "move A to K10"
    expect(c.place):to_be(map.hex "K10")
    expect(a.place):to_be(map.hex "K10")
    expect(rules.must_fight(a)):to_be(false)               -- they have fought there
    t.command "move A to L10"
    expect(a.place):to_be(map.hex "L10")
    expect(c.place):to_be(map.hex "L10")
    expect(c.owed):to_be(4)
    expect(outpost.owed):to_be(0)
  end)
end)
