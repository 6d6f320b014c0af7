-- SPDX-License-Identifier: GPL-3.0-or-later
-- The worked battles, each to its end. Where the source slips, the title or a comment tells what it
-- prints; the value asserted is what its own rules give. Dice fall in this order: attacker, defender;
-- the attacker's dice against leaders, the defender's; prevention; pursuit; capture; the leader drawn
-- for one that was lost (5.1-when).

local field = require "examples.field"

-- E1: Villeroi against Marlborough and Overkirk.
local function e1(options, british, dutch)
  local dice = { 4, 3, 1, 2, 6, 2, false }
  local t = field.begin { dice = dice, answers = { "T10" }, options = options }
  t.french = field.army("french", "french", 60, { { "Villeroi", 7, -1 } })
  dice[7] = rules.leaders_of(t.french)[1]                  -- alone in the pool, he comes back
  t.british = field.army("allied", "british", british or 20, { { "Marlborough", 9, 3 } })
  t.dutch = field.army("allied", "dutch", dutch or 42, { { "Overkirk", 7, 1 } })
  t.train = create("train", { name = "train", side = sides.french, nation = "french",
    place = map.hex(field.at) })
  t.result = rules.battle({ t.british, t.dutch }, { t.french }, { committed = true, rounds = 1 })
  return t
end

-- E3: Burgundy and Vendome over a minor river against Athlone.
local function e3(options, dice)
  local t = field.begin { dice = dice or { 5, 5, 6, 5, 1, 4, 2, 4 }, answers = { "D10" }, active = "french",
    options = options }
  t.french = field.army("french", "french", 32, { { "Vendome", 7, 2 }, { "Burgundy", 6, -1, supreme = true } })
  t.british = field.army("allied", "british", 27, { { "Athlone", 7, 0 } })
  return t
end

describe("4.6.13: the published battle, Villeroi against Marlborough (E1)", function ()
  it("C.seq: 6 and 16 SP lost, 9 prisoners, Villeroi routs", function ()
    local t = e1()
    local result = t.result
    expect(result.outcome):to_be "defender routs"
    expect(result.attacker.lost):to_be(6)                  -- 10% of 60
    expect(result.defender.lost):to_be(16)                 -- 25% of 62 is 15.5
    expect(result.defender.prisoners):to_be(9)             -- 15% of 56 is 8.4
    expect(t.french.sp):to_be(35)
    expect(t.british.sp + t.dutch.sp):to_be(56)
    expect(t.french.place):to_be(map.hex "T10")            -- 8 MP
    expect(t.british.spent):to_be(1)                       -- the attack
  end)

  it("4.6.2-neg: Villeroi's -1 stays on his die, and gives the Allies nothing", function ()
    local t = field.begin { dice = { 4, 3, 1, 2, 6, 2 }, answers = { "T10" } }
    local french = field.army("french", "french", 60, { { "Villeroi", 7, -1 } })
    local british = field.army("allied", "british", 20, { { "Marlborough", 9, 3 } })
    local dutch = field.army("allied", "dutch", 42, { { "Overkirk", 7, 1 } })
    local round = rules.battle_round({ british, dutch }, { french })
    expect(round.attacker.total):to_be(2)                  -- (3 + 1) / 2
    expect(round.attacker.drm):to_be(2)
    expect(round.defender.drm):to_be(-1)
    expect(round.attacker.percent):to_be(25)
    expect(round.defender.percent):to_be(10)
    expect(round.defender.leaders_lost):to_be(1)
    expect(t.notes):to_contain "Villeroi is hit"
  end)

  it("4.4.2: 1 MP to enter and 1 to attack are 2", function ()
    local t = e1()
    expect(charts.terrain:at "clear" + t.british.spent):to_be(2)
  end)

  it("C.split: six SP of 20 British and 42 Dutch are 2 and 4, of 10 and 52 are 1 and 5", function ()
    local t = e1()                       -- the source calls its 62 SP "10 British and 42 Dutch"
    expect(t.british.sp):to_be(18)
    expect(t.dutch.sp):to_be(38)
    t = e1(nil, 10, 52)
    expect(t.british.sp):to_be(9)
    expect(t.dutch.sp):to_be(47)
  end)

  it("C.dem-table: 25 of 60 SP is 41.67 percent, 5 turns (printed 37%, in the errata 52%)", function ()
    local t = e1()
    expect(t.result.defender.turns):to_be(5)
    expect(t.french.demoralised):to_be(5)
  end)

  it("C.train: the siege train is captured for 5 VP; 39 against 6", function ()
    local t = e1()
    expect(t.train.alive):to_be(false)
    expect(sides.allied.captured_trains):to_be(1)
    expect(rules.total(sides.allied)):to_be(39)            -- 16, 2 x 9, 5
    expect(rules.total(sides.french)):to_be(6)
  end)

  it("4.6.3: with 10 percent for a 4 the pursuit takes 6", function ()
    local t = e1 { battle_4 = 10 }
    expect(t.result.defender.prisoners):to_be(6)           -- 5.6
  end)

  it("C.dem-table: a train counted as 5 SP makes it 30 of 60, still 5 turns", function ()
    expect(e1({ train_in_losses = true }).french.demoralised):to_be(5)
  end)

  it("C.leaderloss: a natural 1 of Villeroi's side hits Marlborough (the source says that -1 cannot)", function ()
    local t = field.begin { dice = { 4, 3, 6, 1, 2, 6 }, answers = { "T10" } }
    local french = field.army("french", "french", 60, { { "Villeroi", 7, -1 } })
    local british = field.army("allied", "british", 62, { { "Marlborough", 9, 3 } })
    local round = rules.battle_round({ british }, { french })
    expect(round.attacker.leaders_lost):to_be(1)
    expect(t.notes):to_contain "Marlborough is hit"
  end)

  it("C.leaderloss: under the switch a negative modifier hits nobody, and no die is thrown", function ()
    local t = field.begin { dice = { 4, 3, 1, 2 }, answers = { "T10" }, options = { leader_die = "modified" } }
    local french = field.army("french", "french", 60, { { "Villeroi", 7, -1 } })
    local british = field.army("allied", "british", 62, { { "Marlborough", 9, 3 } })
    local round = rules.battle_round({ british }, { french })
    expect(round.defender.routed):to_be(true)
    expect(t.notes):to_contain "Villeroi is hit"
  end)
end)

describe("4.6.13: the line of Malplaquet (E2)", function ()
  local function e2(options, dice, answers)
    local t = field.begin { dice = dice or { 2, 6, 1, 5, 2, 3, 4, 1 }, options = options, answers = answers }
    t.french = field.army("french", "french", 80, { { "Villars", 9, 2 }, { "Boufflers", 7, 1 } })
    t.allied = field.army("allied", "british", 110, { { "Marlborough", 9, 3 }, { "Eugene", 9, 2 },
      { "Orange", 7, -1 } }, { over = "line" })
    return t
  end

  it("4.6.7-line: 2 less 1 against 2, so +1 for the French; 24 and 11 SP lost", function ()
    local t = e2()
    local round = rules.battle_round({ t.allied }, { t.french }, { over = "line" })
    expect(round.attacker.total):to_be(1)                  -- 4/3 is 2, less 1
    expect(round.defender.total):to_be(2)                  -- 3/2 is 2
    expect(round.attacker.drm):to_be(0)
    expect(round.defender.drm):to_be(1)
    expect(round.attacker.lost):to_be(24)                  -- 30% of 80
    expect(round.defender.lost):to_be(11)                  -- 10% of 110
    expect(t.allied.sp):to_be(86)
    expect(t.french.sp):to_be(69)
    expect(round.defender.leaders_lost):to_be(1)           -- Villars
    expect(round.attacker.prevented):to_be(true)
    expect(t.allied.over):to_be ""                         -- 4.6.8-cross: no line in another round
  end)

  it("C.prevent: the joint value 4/3 prevents on 2; the source says 1 for its die of 1", function ()
    local t = e2(nil, { 2, 6, 1, 5, 2, 3, 4, 2 })
    expect(rules.battle_round({ t.allied }, { t.french }, { over = "line" }).attacker.prevented):to_be(true)
    t = e2({ prevention = "down" }, { 2, 6, 1, 5, 2, 3, 4, 1 })
    expect(rules.prevention({ t.allied })):to_be(1)
    expect(rules.battle_round({ t.allied }, { t.french }, { over = "line" }).attacker.prevented):to_be(true)
  end)

  it("C.leaderfirst: the dice for leaders come first: Villars is hit, and the last die prevents the rout", function ()
    local t = e2()
    local round = rules.battle_round({ t.allied }, { t.french }, { over = "line" })
    expect(round.defender.leaders_lost):to_be(1)
    expect(round.attacker.leaders_lost):to_be(0)
    expect(round.attacker.prevented):to_be(true)
  end)

  it("C.leaderfirst: with the rout first the prevention die comes before those for leaders", function ()
    local t = e2({ leader_first = false }, { 2, 6, 2, 1, 5, 2, 3, 4 })
    local round = rules.battle_round({ t.allied }, { t.french }, { over = "line" })
    expect(round.attacker.prevented):to_be(true)
    expect(round.defender.leaders_lost):to_be(1)
  end)

  it("4.6.1: the Allies would go on, and Boufflers evades: 6 MP are left, too few after one more hex", function ()
    local dice = { 2, 6, 1, 5, 2, 3, 4, 1, 5, false }
    local t = e2(nil, dice, { true, "G10" })
    dice[10] = rules.leaders_of(t.french)[1]               -- Villars, drawn again for himself
    t.allied.spent = 1                                     -- to enter
    local result = rules.battle({ t.allied }, { t.french }, { over = "line", committed = true, rounds = 2 })
    expect(result.outcome):to_be "evaded"
    expect(result.rounds):to_be(1)
    expect(rules.movement_left(t.allied)):to_be(6)
    expect(rules.movement_left(t.allied) - charts.terrain:at "clear" < charts.actions:at "siege"):to_be(true)
    expect(t.french.owed):to_be(5)                         -- the marker for his next turn
  end)

  it("C.rout: 24 of 110 is liable, 11 of 80 is not", function ()
    expect(rules.liable_to_rout(24, 110)):to_be(true)      -- 21.82
    expect(rules.liable_to_rout(11, 80)):to_be(false)      -- 13.75
  end)
end)

describe("Burgundy and Vendome over a minor river (E3)", function ()
  it("4.6.7-minor: -1 for Burgundy, who commands alone, and -1 for the river; 6 and 3 SP", function ()
    local t = e3()
    local result = rules.battle_round({ t.french }, { t.british }, { over = "minor" })
    expect(result.attacker.total):to_be(-2)
    expect(result.attacker.drm):to_be(-2)
    expect(result.defender.drm):to_be(0)
    expect(result.attacker.lost):to_be(6)                  -- 20% of 27 is 5.4
    expect(result.defender.lost):to_be(3)                  -- 10% of 32 is 3.2
    expect(result.attacker.leaders_lost):to_be(1)          -- Burgundy
    expect(result.attacker.routed):to_be(true)             -- a 4 against Vendome's 2
    expect(result.attacker.prisoners):to_be(3)             -- 10% of 24
    expect(result.attacker.leaders_captured):to_be(0)
    expect(t.french.sp):to_be(23)                          -- later the source says 25
    expect(t.british.sp):to_be(24)
    expect(t.french.demoralised):to_be(3)                  -- 9/32; the source's marker is a 2
  end)

  it("C.rout: 6/32 is 18.75 percent (printed 15.625); 27 SP rout at 5 lost, not at 4", function ()
    expect(6 * 10000 // 32):to_be(1875)
    expect(rules.liable_to_rout(6, 32)):to_be(true)
    expect(rules.liable_to_rout(4, 27)):to_be(false)       -- printed as its trigger point: 14.8%
    expect(rules.liable_to_rout(5, 27)):to_be(true)
    expect(rules.liable_to_rout(3, 27)):to_be(false)
  end)

  it("C.rout: with rounded trigger points 27 SP rout at 4, 32 and 80 at 5 and 12", function ()
    field.begin { options = { rout_trigger = "rounded" } }
    expect(rules.liable_to_rout(4, 27)):to_be(true)
    expect(rules.liable_to_rout(3, 27)):to_be(false)
    expect(rules.liable_to_rout(5, 32)):to_be(true)
    expect(rules.liable_to_rout(4, 32)):to_be(false)
    expect(rules.liable_to_rout(12, 80)):to_be(true)
  end)

  it("C.dem: Vendome, demoralised, activates at 5 and fights at his +2 and -1", function ()
    local t = field.begin {}
    local french = field.army("french", "french", 23, { { "Vendome", 7, 2 } }, { demoralised = 3 })
    expect(rules.demoralised_modifier { french }):to_be(-1)
    expect(rules.combat_total({ french }, "").total):to_be(2)
    expect(rules.pursuit_modifier({ french }, {}).total):to_be(1)
    expect(t.notes):to_equal {}
  end)

  it("C.dem-red2: a quarter of 25 SP is 7, of the 23 that he has 6", function ()
    field.begin {}
    expect(rules.heartening_sp(25)):to_be(7)
    expect(rules.heartening_sp(23)):to_be(6)
    local french = field.army("french", "french", 23, { { "Vendome", 7, 2 } }, { demoralised = 3 })
    rules.hearten_by_reinforcement(french, 5)
    expect(french.demoralised):to_be(3)
    rules.hearten_by_reinforcement(french, 6)
    expect(french.demoralised):to_be(2)
  end)
end)

describe("Vendome against Eugene, exactly 15 percent (E4)", function ()
  local function e4(options, dice, answers)
    local t = field.begin { dice = dice or { 1, 5, 3, 4 }, options = options, answers = answers }
    t.french = field.army("french", "french", 60, { { "Vendome", 7, 2 } })
    t.eugene = field.army("allied", "austrian", 80, { { "Eugene", 9, 2 } })
    return t
  end

  it("C.rout: 12 of 80 does not rout; Eugene has 68 SP (printed 78)", function ()
    local t = e4()
    local round = rules.battle_round({ t.eugene }, { t.french })
    expect(round.attacker.drm):to_be(0)
    expect(round.defender.drm):to_be(0)
    expect(round.attacker.lost):to_be(12)                  -- 20% of 60
    expect(round.defender.lost):to_be(4)                   -- 5% of 80
    expect(round.attacker.routed):to_be(false)
    expect(t.eugene.sp):to_be(68)
    expect(t.french.sp):to_be(56)
  end)

  it("4.6.1: Vendome evades the second round on a 5 with 7 MP; Eugene has 6 left", function ()
    local t = e4(nil, { 1, 5, 3, 4, 5 }, { true, "E10" })
    t.eugene.spent = 1                                     -- to enter
    local result = rules.battle({ t.eugene }, { t.french }, { committed = true, rounds = 2 })
    expect(result.outcome):to_be "evaded"
    expect(t.french.place):to_be(map.hex "E10")
    expect(t.french.owed):to_be(7)
    expect(rules.movement_left(t.eugene)):to_be(6)
  end)

  it("C.rout: under the switch exactly 15 percent routs", function ()
    local t = e4({ rout_at = "from" }, { 1, 5, 3, 4, 3, 2, 5 }, { "D10" })
    expect(rules.battle_round({ t.eugene }, { t.french }).attacker.routed):to_be(true)
  end)
end)

describe("Webb against de Coigne, two rounds (E5)", function ()
  local function e5(options, answers, capture)
    local t = field.begin { dice = { 1, 1, 3, 4, 4, 1, 5, 6, 1, capture or 2 }, options = options,
      answers = answers or { "T10" } }
    t.french = field.army("french", "french", 29, { { "de Coigne", 7, 0 } })
    t.webb = field.army("allied", "british", 24, { { "Webb", 7, 1 } })
    return t
  end

  it("4.6.1: 3 and 2 SP in the first round, 5 and 2 in the second, then a rout", function ()
    local t = e5()
    local first = rules.battle_round({ t.webb }, { t.french })
    expect(first.attacker.drm):to_be(1)
    expect(first.defender.lost):to_be(3)                   -- 10% of 24 is 2.4
    expect(first.attacker.lost):to_be(2)                   -- 5% of 29 is 1.45
    local second = rules.battle_round({ t.webb }, { t.french }, { attack_start = 24, defence_start = 29 })
    expect(second.defender.lost):to_be(5)                  -- 20% of 22 is 4.4
    expect(second.attacker.lost):to_be(2)                  -- 5% of 26 is 1.3
    expect(second.defender.routed):to_be(true)             -- 5/26 is 19.2%, and no modifier
    expect(second.defender.prisoners):to_be(2)             -- 10% of 20
    expect(t.french.sp):to_be(19)
    expect(t.webb.sp):to_be(20)
    expect(second.defender.turns):to_be(4)                 -- 10/29 (printed 9/29, "35%")
  end)

  it("C.capture: a 2 does not capture de Coigne, a 1 does", function ()
    local t = e5()
    rules.battle_round({ t.webb }, { t.french })
    expect(rules.battle_round({ t.webb }, { t.french }).defender.leaders_captured):to_be(0)
    expect(rules.leaders_of(t.french)[1].post):to_be "force"
    t = e5(nil, nil, 1)
    rules.battle_round({ t.webb }, { t.french })
    expect(rules.battle_round({ t.webb }, { t.french }).defender.leaders_captured):to_be(1)
  end)

  it("4.4.2: a MP a round, and one battle: the base is the strength before the first", function ()
    local t = e5(nil, { false, "T10" })                    -- he does not evade
    local result = rules.battle({ t.webb }, { t.french }, { committed = true, rounds = 2 })
    expect(result.rounds):to_be(2)
    expect(result.outcome):to_be "defender routs"
    expect(t.webb.spent):to_be(2)
    expect(result.defender.start):to_be(29)
    expect(result.defender.lost):to_be(8)
    expect(result.defender.prisoners):to_be(2)
    expect(t.french.demoralised):to_be(4)
    expect(t.reports.result):to_be "defender routs"
    expect(t.reports["defender losses"]):to_be(8)
    expect(t.reports["attacker losses"]):to_be(4)
    expect(t.reports.prisoners):to_be(2)
  end)

  it("C.rout: measured over the battle (G10) 8/29 routs too", function ()
    local t = e5({ rout_base = "battle" }, { false, "T10" })
    local result = rules.battle({ t.webb }, { t.french }, { committed = true, rounds = 2 })
    expect(result.outcome):to_be "defender routs"
  end)
end)

describe("Vendome against Webb, both above 15 percent (E6)", function ()
  local function e6(options, dice)
    local t = field.begin { dice = dice or { 4, 6, 3, 3, 5, 3, 5 }, active = "french", answers = { "D10" },
      options = options }
    t.french = field.army("french", "french", 26, { { "Vendome", 7, 2 } })
    t.webb = field.army("allied", "british", 22, { { "Webb", 7, 1 } })
    return t
  end

  it("C.routboth: 6/26 is 23.08 percent and 5/22 is 22.73: the French rout", function ()
    local t = e6()
    local round = rules.battle_round({ t.french }, { t.webb })
    expect(round.attacker.drm):to_be(1)
    expect(round.defender.drm):to_be(0)
    expect(round.defender.lost):to_be(5)                   -- 20% of 26 is 5.2
    expect(round.attacker.lost):to_be(6)                   -- 25% of 22 is 5.5
    expect(round.attacker.routed):to_be(true)
    expect(round.defender.routed):to_be(false)
  end)

  it("C.routboth: by rounded percents both lost 23, and nobody routs; by SP the French do", function ()
    local t = e6({ rout_both = "rounded" }, { 4, 6, 3, 3 })
    local round = rules.battle_round({ t.french }, { t.webb })
    expect(round.attacker.routed):to_be(false)
    expect(round.defender.routed):to_be(false)
    t = e6({ rout_both = "strength" })
    expect(rules.battle_round({ t.french }, { t.webb }).attacker.routed):to_be(true)
  end)
end)

describe("Catinat over a major river (E7)", function ()
  local function e7(dice, answers)
    local t = field.begin { dice = dice or { 1, 2, 3, 4 }, active = "french", answers = answers }
    t.catinat = field.army("french", "french", 80, { { "Catinat", 7, 1 } }, { over = "major" })
    t.dutch = field.army("allied", "dutch", 20, { { "Albemarle", 7, 0 } })
    return t
  end

  it("4.6.7-major: a vanguard of 20 SP, 2 and 2 SP lost, and no -1", function ()
    local t = e7()
    local round = rules.battle_round({ t.catinat }, { t.dutch }, { over = "major" })
    expect(round.attacker.strength):to_be(20)
    expect(round.attacker.drm):to_be(1)
    expect(round.defender.lost):to_be(2)
    expect(round.attacker.lost):to_be(2)
    expect(t.catinat.sp):to_be(78)
    expect(t.dutch.sp):to_be(18)
  end)

  it("C.rout: 2/20 and 2/80: the whole force is the base, not the vanguard", function ()
    local t = e7()
    local round = rules.battle_round({ t.catinat }, { t.dutch }, { over = "major" })
    expect(round.attacker.routed):to_be(false)
    expect(round.defender.routed):to_be(false)
    expect(rules.liable_to_rout(2, 20)):to_be(false)
    expect(t.catinat.over):to_be ""
  end)

  it("4.6.1: Albemarle cannot evade the second round on a 9, and is routed in it", function ()
    local t = e7({ 1, 2, 3, 4, 9, 1, 1, 3, 4, 1, 5 }, { true, "T10" })
    t.catinat.spent = 2                                    -- to cross, and to enter
    local result = rules.battle({ t.catinat }, { t.dutch }, { over = "major", committed = true, rounds = 2 })
    expect(result.outcome):to_be "defender routs"
    expect(result.rounds):to_be(2)
    expect(t.catinat.spent):to_be(4)
    expect(result.defender.lost):to_be(10)                 -- 2, and 8 in the second round
    expect(result.defender.prisoners):to_be(8)             -- 1 + 1 in pursuit: 10% of 77 is 7.7
    expect(t.dutch.demoralised):to_be(6)                   -- 18 of 20; before the pursuit 10 of 20, 5 turns
  end)

  it("4.6.8-cross: the second round at 78 SP; even a 1 costs 8 of 18, a rout and 5 turns", function ()
    -- the second round: 1 + 1 = 2, 10% of 78 is 7.8; pursuit 1 + 1 = 2, 10% of what is left
    local t = e7({ 1, 2, 3, 4, 1, 1, 3, 4, 1, 5 }, { "T10" })
    local start = { attack_start = 80, defence_start = 20 }
    rules.battle_round({ t.catinat }, { t.dutch }, { over = "major" })
    local second = rules.battle_round({ t.catinat }, { t.dutch }, start)
    expect(second.attacker.strength):to_be(78)
    expect(second.defender.lost):to_be(8)
    expect(second.defender.routed):to_be(true)
    expect(rules.demoralisation_turns(10, 20)):to_be(5)    -- before the pursuit
  end)
end)

describe("Villeroi intercepts Marlborough (E8)", function ()
  local function e8(options, capture)
    local t = field.begin { dice = { 2, 2, 3, 4, 1, capture or 5 }, answers = { "D10" }, options = options }
    t.villeroi = field.army("french", "french", 60, { { "Villeroi", 7, -1 } })
    t.marlborough = field.army("allied", "british", 62, { { "Marlborough", 9, 3 } })
    t.result = rules.battle({ t.villeroi }, { t.marlborough }, { intercepting = true, rounds = 1 })
    return t
  end

  it("4.6.3: 3 and 13 SP, and on 1 + 3 15 percent of 59, 9 prisoners (printed 10 percent, 6)", function ()
    local t = e8()
    expect(t.result.outcome):to_be "attacker routs"
    expect(t.result.defender.lost):to_be(3)                -- 5% of 60
    expect(t.result.attacker.lost):to_be(13)               -- 20% of 62 is 12.4
    expect(t.result.attacker.prisoners):to_be(9)           -- 8.85
    expect(t.villeroi.sp):to_be(38)
    expect(t.villeroi.demoralised):to_be(4)                -- 22/60
    expect(t.villeroi.owed):to_be(1)                       -- INT.cost
  end)

  it("C.capture: a die for Villeroi, which the source leaves out: a 1 captures him, a 5 does not", function ()
    e8()
    expect(all("leader", { name = "Villeroi" })[1].post):to_be "force"
    e8(nil, 1)
    expect(all("leader", { name = "Villeroi" })[1].post):to_be "captured"
  end)

  it("4.6.3: with 10 percent for a 4, 6 prisoners: 19/60, 4 turns too", function ()
    local t = e8 { battle_4 = 10 }
    expect(t.result.attacker.prisoners):to_be(6)
    expect(t.villeroi.demoralised):to_be(4)
  end)
end)

describe("Marlborough storms a line of Villars (E11)", function ()
  local function e11(dice, options)
    local t = field.begin { dice = dice or { 2, 5, 1, 5, 3 }, options = options }
    t.villars = field.army("french", "french", 50, { { "Villars", 9, 2 } })
    t.marlborough = field.army("allied", "british", 40, { { "Marlborough", 9, 3 } }, { over = "line" })
    return t
  end

  it("4.6.7-order: 3 less 1 against 2; 4 SP, and 20 percent of 50 is 10 (printed 20)", function ()
    local t = e11()
    local round = rules.battle_round({ t.marlborough }, { t.villars }, { over = "line" })
    expect(round.attacker.total):to_be(2)
    expect(round.attacker.drm):to_be(0)
    expect(round.defender.drm):to_be(0)
    expect(round.defender.lost):to_be(4)
    expect(round.attacker.lost):to_be(10)
    expect(t.villars.sp):to_be(46)
    expect(t.marlborough.sp):to_be(30)                     -- printed 20
    expect(round.defender.leaders_lost):to_be(1)           -- Villars
  end)

  it("C.prevent: 10/40 is 25 percent; Marlborough needs at most his 3, a die that is not told", function ()
    local t = e11()
    expect(rules.battle_round({ t.marlborough }, { t.villars }, { over = "line" }).attacker.prevented)
      :to_be(true)
    t = e11({ 2, 5, 1, 5, 4, 3, 5 })                       -- Villars is gone: no modifier in pursuit
    expect(rules.battle_round({ t.marlborough }, { t.villars }, { over = "line" }).attacker.routed)
      :to_be(true)
  end)

  it("L.none: without Villars the second round is at -2: 5 and 5 SP", function ()
    local t = e11({ 2, 5, 1, 5, 3, 1, 5, 4, 2 })
    local lines = { over = "line" }
    rules.battle_round({ t.marlborough }, { t.villars }, lines)
    local second = rules.battle_round({ t.marlborough }, { t.villars })
    expect(second.attacker.drm):to_be(3)
    expect(second.defender.drm):to_be(-2)
    expect(second.attacker.lost):to_be(5)                  -- 10% of 46 is 4.6
    expect(second.defender.lost):to_be(5)                  -- 15% of 30 is 4.5
  end)

  it("L.none: with the switch (G16) he inflicts 20 percent of 46, 9", function ()
    local t = e11({ 2, 5, 1, 5, 3, 1, 5, 4, 2 }, { leaderless = "none" })
    rules.battle_round({ t.marlborough }, { t.villars }, { over = "line" })
    local second = rules.battle_round({ t.marlborough }, { t.villars })
    expect(second.defender.drm):to_be(0)
    expect(second.attacker.lost):to_be(9)
  end)
end)

describe("Catinat over a minor river (E12)", function ()
  local function e12(options)
    local t = field.begin { dice = { 1, 2, 3, 4, 2, 5 }, active = "french", answers = { "T10" },
      options = options }
    t.catinat = field.army("french", "french", 80, { { "Catinat", 7, 1 } }, { over = "minor" })
    t.dutch = field.army("allied", "dutch", 20, { { "Albemarle", 7, 0 } })
    t.result = rules.battle({ t.catinat }, { t.dutch }, { over = "minor", committed = true, rounds = 1 })
    return t
  end

  it("4.6.7-minor: +1 and -1; 4 of 20 SP is 20 percent (printed 25), a rout", function ()
    local t = e12()
    expect(t.result.defender.lost):to_be(4)                -- 5% of 80
    expect(t.result.attacker.lost):to_be(2)
    expect(t.result.outcome):to_be "defender routs"
  end)

  it("4.6.3: the river does not count in pursuit: 2 + 1 is 10 percent of 78, 8 (printed 15, 12)", function ()
    local t = e12()
    expect(t.result.defender.prisoners):to_be(8)           -- 7.8
    expect(t.dutch.sp):to_be(8)
    expect(t.dutch.demoralised):to_be(6)                   -- 12/20; with 12 prisoners 16/20
  end)

  it("4.6.3: with 15 percent for a 3, 12 prisoners: 16/20, 80 percent, 6 turns", function ()
    local t = e12 { battle_3 = 15 }
    expect(t.result.defender.prisoners):to_be(12)          -- 11.7
    expect(t.dutch.demoralised):to_be(6)
  end)

  it("C.retreat-h: the rout is free next turn; under the switch it owes 8 MP, as the source marks", function ()
    expect(e12().dutch.owed):to_be(0)
    expect(e12({ rout_debt = true }).dutch.owed):to_be(8)
  end)
end)

describe("4.6.2-net: modifiers are netted (E25)", function ()
  it("4.6.2-net: Eugene's 2 against Luxembourg's 1 is +1 and nothing; equal totals nothing", function ()
    field.begin {}
    expect(rules.netted(2, 1)):to_be(1)
    expect(rules.netted(1, 2)):to_be(0)
    expect(rules.netted(2, 2)):to_be(0)
    expect(rules.netted(0, 0)):to_be(0)
  end)

  it("4.6.2-neg: a negative total stays on its own die", function ()
    field.begin {}
    expect(rules.netted(-1, 2)):to_be(-1)
    expect(rules.netted(2, -1)):to_be(2)
    expect(rules.netted(-1, -2)):to_be(-1)
    expect(rules.netted(-2, -1)):to_be(-2)
    expect(rules.netted(0, -2)):to_be(0)
  end)

  it("4.6.2-neg: under the switch (G11) +2 against -1 is +3", function ()
    field.begin { options = { negative_modifier = "difference" } }
    expect(rules.netted(2, -1)):to_be(3)
    expect(rules.netted(-1, 2)):to_be(-1)
    expect(rules.netted(2, 1)):to_be(1)
  end)

  it("C.neg0: under the switch negative leaders count as 0", function ()
    field.begin()
    local villeroi = field.army("french", "french", 60, { { "Villeroi", 7, -1 } })
    expect(rules.combat_total({ villeroi }, "").total):to_be(-1)
    field.begin { options = { negative_leaders = false } }
    local french = field.army("french", "french", 60, { { "Villeroi", 7, -1 } })
    expect(rules.combat_total({ french }, "").total):to_be(0)
    field.leader(french, { "Vendome", 7, 2 })
    expect(rules.combat_total({ french }, "").total):to_be(1)
  end)
end)

describe("A lone line and a lone strongpoint (E27)", function ()
  it("LN.value: a 6 inflicts 25 percent of 1 SP, 0 (printed 1), and of 2 SP, 1", function ()
    field.begin {}
    expect(rules.inflicted(1, 6, 60)):to_be(0)
    expect(rules.inflicted(2, 6, 60)):to_be(1)
  end)

  it("C.round: with exactly a quarter up, a lone line inflicts 1 as printed", function ()
    field.begin { options = { quarter = "from" } }
    expect(rules.inflicted(1, 6, 60)):to_be(1)
    expect(rules.inflicted(1, 5, 60)):to_be(0)
  end)

  it("LN.value: a strongpoint fights alone, and hits a leader on a 1", function ()
    local t = field.begin { dice = { 3, 6, 1 } }
    local british = field.army("allied", "british", 40, { { "Marlborough", 9, 3 } })
    local work = create("work", { name = "strongpoint", side = sides.french, nation = "french",
      type = "strongpoint", place = map.hex(field.at), sp = 2 })
    local round = rules.battle_round({ british }, { work }, { over = "strongpoint" })
    expect(round.attacker.lost):to_be(1)
    expect(round.attacker.leaders_lost):to_be(1)
    expect(round.defender.lost):to_be(2)                   -- 3 + 2 = 5: 20% of 40, at most the 2 there
    expect(t.notes):to_contain "Marlborough is hit"
  end)
end)
