-- SPDX-License-Identifier: GPL-3.0-or-later
-- C, 4.6: battles, rule by rule.

local field = require "examples.field"

-- French 40 SP under a leader of modifier `f`, British 40 under one of `b`, in one hex.
local function meeting(data, f, b, more)
  local t = field.begin(data)
  t.french = field.army("french", "french", 40, f and { { "Tallard", 7, f } } or {}, more)
  t.british = field.army("allied", "british", 40, b and { { "Cadogan", 7, b } } or {})
  return t
end

local function fight(t, more)
  local ctx = { committed = true, rounds = 1 }
  for key, value in pairs(more or {}) do ctx[key] = value end
  return rules.battle({ t.british }, { t.french }, ctx)
end

describe("4.4.2, 4.6.1: rounds and what they cost", function ()
  it("4.4.2: 1 MP a round, from this turn", function ()
    local t = meeting({ dice = { 1, 1, 2, 2 } }, 0, 0)
    expect(fight(t).outcome):to_be "no decision"
    expect(t.british.spent):to_be(1)
    expect(t.french.spent):to_be(0)
    expect(t.british.attacked):to_be(true)
    for _, force in ipairs { t.british, t.french } do      -- G10: a battle of this hex and phase, from 40 SP on
      expect(rules.has_fought_here(force)):to_be(true)
      expect(force.start_sp):to_be(40)
    end
  end)

  it("4.4.2: without a MP there is no battle", function ()
    local t = meeting({}, 0, 0)
    t.british.spent = 8
    expect(function () t.command("battle " .. t.british.name) end):to_refuse "4.4.2"
  end)

  it("4.4.2: an interceptor's rounds come from his next turn", function ()
    local t = meeting({ dice = { 1, 1, 2, 2 } }, 0, 0)
    fight(t, { intercepting = true })
    expect(t.british.spent):to_be(0)
    expect(t.british.owed):to_be(1)
  end)

  it("4.4.2: a round that is paid for already costs nothing more", function ()
    local t = meeting({ dice = { 1, 1, 2, 2 } }, 0, 0)
    fight(t, { intercepting = true, paid = true })
    expect(t.british.owed):to_be(0)
  end)

  it("4.6.1: the attacker goes on as long as he pays and the defender is there", function ()
    -- 5% of 40, 38, 36 each way: nobody ever loses 15 percent
    local t = meeting({ dice = { 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2 },
      answers = { false, true, false, true, false, false } }, 0, 0)
    local result = rules.battle({ t.british }, { t.french }, {})
    expect(result.outcome):to_be "no decision"
    expect(result.rounds):to_be(3)
    expect(t.british.spent):to_be(3)
    expect(result.attacker.lost):to_be(6)
    expect(result.defender.start):to_be(40)
  end)

  it("4.6.1: he is not asked when he cannot pay", function ()
    local t = meeting({ dice = { 1, 1, 2, 2 }, answers = { false } }, 0, 0)
    t.british.spent = 7
    expect(rules.battle({ t.british }, { t.french }, {}).rounds):to_be(1)
  end)

  it("4.6.1: the defender may evade before a round, which then costs nothing", function ()
    local t = meeting({ dice = { 1, 1, 2, 2, 7 }, answers = { false, true, true, "S10" } }, 0, 0)
    local result = rules.battle({ t.british }, { t.french }, {})
    expect(result.outcome):to_be "evaded"
    expect(result.rounds):to_be(1)
    expect(t.british.spent):to_be(1)
    expect(t.french.place ~= t.british.place):to_be(true)
  end)

  it("4.6.1: two battles in one hex and phase are one: the start is that of the first", function ()
    local t = meeting({ dice = { 1, 1, 2, 2, 1, 1, 2, 2 } }, 0, 0)
    fight(t)
    expect(t.french.sp):to_be(38)
    local second = fight(t)
    expect(second.defender.start):to_be(40)
    expect(second.defender.lost):to_be(2)
  end)

  it("4.4.2: may attack: an active force with an enemy in its hex and a MP", function ()
    local t = meeting({}, 0, 0)
    expect(rules.may_battle(t.british)):to_be(true)
    expect(rules.may_battle(t.french)):to_be(true)
    local dutch = field.army("allied", "dutch", 30, { { "Overkirk", 7, 1 } }, { joined = t.british })
    expect(rules.attacking_group(t.british)):to_equal { t.british, dutch }
    dutch.spent = 8
    expect(rules.attacking_group(t.british)):to_equal { t.british }
    expect(rules.may_battle(dutch)):to_be(false)
    t.british.active = false
    expect(rules.may_battle(t.british)):to_be(false)
    t.british.active, t.french.place = true, map.hex "A1"
    expect(rules.may_battle(t.british)):to_be(false)
  end)

  it("4.4.2: the command takes a force that is active and has an enemy in its hex", function ()
    local t = meeting({ dice = { 1, 1, 2, 2 }, answers = { false } }, 0, 0)
    t.command("battle " .. t.british.name .. " rounds 1")
    expect(t.british.sp):to_be(38)
    t.british.active = false
    expect(function () t.command("battle " .. t.british.name) end):to_refuse "4.1"
    t.british.active, t.french.place = true, map.hex "A1"
    expect(function () t.command("battle " .. t.british.name) end):to_refuse "4.6"
  end)
end)

describe("C.seq: the round", function ()
  it("C.loss: each side's percent is of its own strength", function ()
    local t = field.begin { dice = { 2, 5, 2 } }           -- Cadogan is in the pool: no die for him
    local small = field.army("allied", "british", 10, { { "Cadogan", 7, 0 } })
    local large = field.army("french", "french", 100, { { "Tallard", 7, 0 } })
    local round = rules.battle_round({ small }, { large })
    expect(round.attacker.strength):to_be(10)
    expect(round.defender.strength):to_be(100)
    expect(round.defender.lost):to_be(1)                   -- 10% of 10
    expect(round.attacker.lost):to_be(10)                  -- 20% of 100 is 20, at most what is there
    expect(round.attacker.destroyed):to_be(true)
    expect(small.alive):to_be(false)
    expect(rules.total(sides.french)):to_be(10)
    expect(rules.total(sides.allied)):to_be(1)
    expect(t.notes):to_contain "inflicts"
  end)

  it("C.loss: the works of a line do not fight with their defender, under the switch (G29) they do", function ()
    for adds, strength in pairs { [false] = 40, [true] = 41 } do
      local t = meeting({ options = { line_adds = adds } }, 0, 0)
      create("work", { name = "line", side = sides.french, nation = "french", type = "line",
        place = map.hex(field.at), sp = 1 })
      expect(rules.defending_strength({ t.french }, "line")):to_be(strength)
      expect(rules.defending_strength({ t.french }, "")):to_be(40)
    end
  end)

  it("C.seq: a group without SP left is destroyed, its leaders are in the pool", function ()
    local t = field.begin { dice = { 6, 1, 3 } }
    t.british = field.army("allied", "british", 100, { { "Cadogan", 7, 0 } })
    t.french = field.army("french", "french", 10, { { "Tallard", 7, 0 } })
    local result = fight(t)
    expect(result.outcome):to_be "defender destroyed"
    expect(result.winner):to_be(sides.allied)
    expect(t.french.alive):to_be(false)
    expect(all("leader", { name = "Tallard" })[1].post):to_be "pool"
  end)

  it("C.train, 7.9: trains and magazines of who is destroyed, in battle or pursuit, fall to the enemy", function ()
    for _, sp in ipairs { 10, 30 } do                      -- with 30, the pursuit takes the last 5
      local t = field.begin { dice = sp == 10 and { 6, 1, 3 } or { 5, 1, 3, 3, 6 } }
      t.british = field.army("allied", "british", 100, { { "Cadogan", 7, 1 } })
      t.french = field.army("french", "french", sp, { { "Tallard", 7, 0 } })
      local train = create("train", { name = "train", side = sides.french, nation = "french",
        place = map.hex(field.at) })
      create("magazine", { name = "magazine", side = sides.french, grade = "primary", nation = "french",
        place = map.hex(field.at) })
      fight(t)
      expect(t.french.alive):to_be(false)
      expect(train.alive):to_be(false)
      expect(sides.allied.captured_trains):to_be(1)
      expect(#all "magazine"):to_be(0)
    end
  end)

  it("C.leaderloss: a 1 sends a leader to the pool, each side rolls", function ()
    local t = meeting({ dice = { 1, 1, 1, 1 } }, 0, 0)
    local round = rules.battle_round({ t.british }, { t.french })
    expect(round.attacker.leaders_lost):to_be(1)
    expect(round.defender.leaders_lost):to_be(1)
    expect(#all("leader", { post = "pool" })):to_be(2)
    expect(rules.total(sides.allied)):to_be(2)             -- the SP; a leader in the pool scores nothing
  end)

  it("C.leaderloss: a side that inflicts nothing does not roll", function ()
    local t = field.begin { dice = { 1, 1, 3, 1, 5 }, answers = { "D10" } }
    t.british = field.army("allied", "british", 5, { { "Cadogan", 7, 0 } })
    t.french = field.army("french", "french", 40, { { "Tallard", 7, 0 } })
    local round = rules.battle_round({ t.british }, { t.french })
    expect(round.defender.lost):to_be(0)                   -- 5% of 5 is 0.25
    expect(round.attacker.lost):to_be(2)                   -- a die for Cadogan, none for Tallard
    expect(round.attacker.leaders_lost):to_be(0)
  end)

  it("C.leaderloss: under the switch (G13b) nobody rolls unless both have lost", function ()
    local t = field.begin { dice = { 1, 1, 1, 5 }, answers = { "D10" }, options = { leader_loss_both = true } }
    t.british = field.army("allied", "british", 5, { { "Cadogan", 7, 0 } })
    t.french = field.army("french", "french", 40, { { "Tallard", 7, 0 } })
    expect(rules.battle_round({ t.british }, { t.french }).attacker.lost):to_be(2)
  end)

  it("C.rout: under the switch (G10) the losses of the whole battle count: 4 and 4 of 40", function ()
    local dice = { 2, 1, 3, 3, 2, 1, 3, 3 }
    local t = meeting({ dice = dice, answers = { false } }, 0, 0)
    local ctx = { committed = true, rounds = 2 }
    expect(rules.battle({ t.british }, { t.french }, ctx).outcome):to_be "no decision"    -- 4/40, 4/36
    table.insert(dice, 1)
    table.insert(dice, 5)                                  -- pursuit, capture
    t = meeting({ dice = dice, answers = { false, "T10" }, options = { rout_base = "battle" } }, 0, 0)
    expect(rules.battle({ t.british }, { t.french }, ctx).outcome):to_be "defender routs" -- 8/40
  end)

  it("C.routboth: the higher share routs, 6 of 30 and not 8 of 50; with the switch the higher number", function ()
    local losses = { 6, 30, 8, 50 }
    field.begin {}
    expect(rules.higher_loss(table.unpack(losses)) > 0):to_be(true)
    field.begin { options = { rout_both = "strength" } }
    expect(rules.higher_loss(table.unpack(losses)) < 0):to_be(true)
  end)

  it("C.routboth: two equal losses, and nobody routs", function ()
    local t = meeting({ dice = { 5, 5, 3, 3 } }, 0, 0)
    local round = rules.battle_round({ t.british }, { t.french })
    expect(round.attacker.lost):to_be(8)
    expect(round.defender.lost):to_be(8)
    expect(round.attacker.routed):to_be(false)
    expect(round.defender.routed):to_be(false)
  end)

  it("C.routboth: who destroys the enemy does not rout, whatever it cost him", function ()
    local t = field.begin { dice = { 6, 6, 3 }, options = { rout_both = "strength" } }
    t.british = field.army("allied", "british", 60, { { "Cadogan", 7, 0 } })
    t.french = field.army("french", "french", 15, { { "Tallard", 7, 0 } })
    t.other = field.army("french", "french", 40, { { "Marsin", 7, 0 } }, { place = map.hex "A1" })
    local round = rules.battle_round({ t.french }, { t.british })
    expect(round.attacker.destroyed):to_be(true)           -- 25% of 60
    expect(round.defender.routed):to_be(false)
    expect(round.defender.lost):to_be(4)                   -- 25% of 15 is 3.75
    t = field.begin { dice = { 6, 6, 3 } }
    t.british = field.army("allied", "british", 60, { { "Cadogan", 7, 0 } })
    t.french = field.army("french", "french", 15, { { "Tallard", 7, 0 } })
    expect(fight(t).outcome):to_be "defender destroyed"
  end)

  it("C.routboth: when the higher loser holds, nobody routs", function ()
    local t = meeting({ dice = { 6, 5, 3, 3, 2 } }, 2, 2)
    local round = rules.battle_round({ t.british }, { t.french })
    expect(round.defender.prevented):to_be(true)
    expect(round.attacker.routed):to_be(false)
    expect(t.french.place):to_be(t.british.place)
  end)

  it("C.prevent: at most the modifier; without +1 there is no die", function ()
    local t = meeting({ dice = { 5, 1, 3, 3, 1 } }, 1, 1)
    expect(rules.battle_round({ t.british }, { t.french }).defender.prevented):to_be(true)
    t = meeting({ dice = { 5, 1, 3, 3, 2, 1, 4 }, answers = { "T10" } }, 1, 1)
    expect(rules.battle_round({ t.british }, { t.french }).defender.routed):to_be(true)
    t = meeting({ dice = { 5, 1, 3, 3, 1, 4 }, answers = { "T10" } }, 0, 0)
    expect(rules.battle_round({ t.british }, { t.french }).defender.routed):to_be(true)
  end)

  it("C.prevent: demoralised, a force still has its full modifier for it", function ()
    local t = meeting({ dice = { 5, 1, 3, 3, 1 } }, 1, 1, { demoralised = 2 })
    expect(rules.battle_round({ t.british }, { t.french }).defender.prevented):to_be(true)
  end)

  it("C.dem: a demoralised force fights at -1 besides its leader, after netting", function ()
    local t = meeting({ dice = { 1, 3, 3, 3 } }, 2, 1, { demoralised = 2 })
    local round = rules.battle_round({ t.british }, { t.french })
    expect(round.defender.total):to_be(2)
    expect(round.defender.drm):to_be(0)                    -- +1 of the difference, -1
    expect(round.attacker.drm):to_be(0)
    expect(round.attacker.lost):to_be(4)                   -- a 3: 10%
  end)
end)

describe("4.6.3: pursuit and capture", function ()
  local function rout(dice, options, f, b, answers)
    local t = meeting({ dice = dice, options = options, answers = answers or { "T10" } }, f, b)
    t.round = rules.battle_round({ t.british }, { t.french })
    return t
  end

  it("4.6.3: percent of the winner's remaining strength, with his full modifier", function ()
    local t = rout({ 4, 1, 3, 3, 2, 1, 4 }, nil, 1, 2)     -- netted +1: 20% of 40; 5% of 40 is 2
    expect(t.round.defender.routed):to_be(true)
    expect(t.round.defender.prisoners):to_be(4)            -- 1 + 2 = 3: 10% of 38 is 3.8
    expect(t.french.sp):to_be(40 - 8 - 4)
    expect(rules.total(sides.allied)):to_be(8 + 2 * 4)
    expect(sides.allied.captured_sp):to_be(4)
  end)

  it("4.6.3-h: under the switch (G12) the beaten leader's modifier is netted", function ()
    local t = rout({ 4, 1, 3, 3, 2, 1, 4 }, { pursuit_defender = "netted" }, 1, 2)
    expect(t.round.defender.prisoners):to_be(4)            -- 1 + 1 = 2: 10% too
    t = rout({ 4, 1, 3, 3, 2, 3, 4 }, { pursuit_defender = "netted" }, 1, 2)
    expect(t.round.defender.prisoners):to_be(6)            -- 4: 15% of 38 is 5.7; with +2 20% is 7.6
    t = rout({ 4, 1, 3, 3, 2, 3, 4 }, nil, 1, 2)
    expect(t.round.defender.prisoners):to_be(8)
  end)

  it("C.dem: where nobody is demoralised no modifier tells of it", function ()
    field.begin {}
    local french = field.army("french", "french", 20, { { "Villars", 9, 2 } })
    local modifier = rules.less_demoralised(tally("attacker", 1), { french })
    expect(modifier.total):to_be(1)
    expect(#modifier:steps()):to_be(0)
    expect(#rules.pursuit_modifier({ french }, {}):steps()):to_be(1)
    french.demoralised = 1
    local step = rules.pursuit_modifier({ french }, {}):steps()[2]
    expect(step.reason):to_be "demoralised"
  end)

  it("C.dem: a demoralised winner pursues at -1", function ()
    local t = field.begin {}
    local french = field.army("french", "french", 20, { { "Villars", 9, 2 } }, { demoralised = 1 })
    expect(rules.pursuit_modifier({ french }, {})):to_be(1)
    expect(t.notes):to_equal {}
  end)

  it("C.capture: a 1 captures a leader, 2 VP, Marlborough 5", function ()
    local t = rout({ 5, 1, 3, 3, 1, 1 }, nil, 0, 0)
    expect(t.round.defender.leaders_captured):to_be(1)
    local tallard = all("leader", { name = "Tallard" })[1]
    expect(tallard.post):to_be "captured"
    expect(rules.total(sides.allied)):to_be(8 + 2 * 2 + 2) -- SP lost, prisoners (5% of 38 is 1.9), Tallard
  end)

  it("C.capture: who loses all its SP in pursuit loses its leaders too", function ()
    local t = field.begin { dice = { 5, 1, 3, 3, 6 } }
    t.british = field.army("allied", "british", 100, { { "Cadogan", 7, 1 } })
    t.french = field.army("french", "french", 30, { { "Tallard", 7, 0 } })
    local result = fight(t)
    -- 5 + 1: 25 of 30 lost; 6 + 1 in pursuit is 30 percent of 98, capped at the 5 that are left
    expect(result.defender.lost):to_be(25)
    expect(result.defender.prisoners):to_be(5)
    expect(t.french.alive):to_be(false)
    expect(all("leader", { name = "Tallard" })[1].post):to_be "captured"
    expect(rules.total(sides.allied)):to_be(25 + 10 + 2)
  end)
end)

describe("C.retreat: the rout", function ()
  local function rout(data, more)
    local t = field.begin(data)
    t.british = field.army("allied", "british", 40, { { "Cadogan", 7, 0 } })
    t.french = field.army("french", "french", 40, { { "Tallard", 7, 0 } }, more)
    return t
  end

  it("C.retreat: the full 8 MP, where the owner likes", function ()
    local t = rout { answers = { "L2" } }
    expect(rules.rout({ t.french }, { t.british })):to_be(0)           -- trains lost
    expect(map.distance(t.french.place, map.hex(field.at))):to_be(8)
    t = rout {}
    for _, place in ipairs(rules.rout_places({ t.french }, 8)) do
      expect(map.distance(place, map.hex(field.at))):to_be(8)
    end
  end)

  it("C.retreat: 6 MP in winter", function ()
    local t = rout { answers = { "R10" } }
    game.winter = true
    rules.rout({ t.french }, { t.british })
    expect(t.french.place):to_be(map.hex "R10")
  end)

  it("C.retreat: not where the enemy has a line; magazines that stand alone are destroyed on both ends", function ()
    local t = rout { answers = { "T10" } }
    create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line", sp = 1,
      place = map.hex "D10" })
    for _, place in ipairs(rules.rout_places({ t.french }, 8)) do
      expect(place ~= map.hex "D10"):to_be(true)
    end
    for _, entry in ipairs { { "french", field.at }, { "allied", "T10" } } do
      create("magazine", { name = entry[1] .. " magazine", side = sides[entry[1]], grade = "primary",
        nation = entry[1] == "french" and "french" or "british", place = map.hex(entry[2]) })
    end
    rules.rout({ t.french }, { t.british })
    expect(#all "magazine"):to_be(0)
  end)

  it("C.retreat: usually towards an own magazine", function ()
    local t = rout {}
    create("magazine", { name = "magazine", side = sides.french, nation = "french", grade = "primary",
      place = map.hex "Z10" })
    rules.rout({ t.french }, { t.british })
    expect(t.french.place):to_be(map.hex "T10")
  end)

  it("C.retreat, C.retreat-h: not into a fortress, nor through enemies", function ()
    local t = rout {}
    create("fortress", { name = "Ghent", side = sides.french, owner = sides.french, class = 2, printed = 2,
      intrinsic = 2, place = map.hex "T10" })
    for _, place in ipairs(rules.rout_places({ t.french }, 8)) do
      expect(place ~= map.hex "T10"):to_be(true)
    end
    field.army("allied", "british", 1, {}, { place = map.hex "D10" })
    for _, place in ipairs(rules.rout_places({ t.french }, 8)) do
      expect(place ~= map.hex "D10"):to_be(true)
    end
  end)

  it("C.retreat-h: under the switch (G17) an own fortress on the way will do", function ()
    local t = rout { options = { rout_fortress = true }, answers = { "N10" } }
    create("fortress", { name = "Ghent", side = sides.french, owner = sides.french, class = 2, printed = 2,
      intrinsic = 2, place = map.hex "N10" })
    rules.rout({ t.french }, { t.british })
    expect(t.french.place):to_be(map.hex "N10")
  end)

  it("C.retreat: without a way out a quarter is lost, and the rest stays", function ()
    local t = rout {}
    for _, place in ipairs(map.hex(field.at).neighbours) do
      field.army("allied", "british", 1, {}, { place = place })
    end
    rules.rout({ t.french }, { t.british })
    expect(t.french.sp):to_be(30)
    expect(t.french.place):to_be(map.hex(field.at))
    expect(rules.total(sides.allied)):to_be(10)
  end)

  it("C.train: trains stay behind, 5 VP each", function ()
    local t = rout { answers = { "T10" } }
    for i = 1, 2 do
      create("train", { name = "train " .. i, side = sides.french, nation = "french", place = map.hex(field.at) })
    end
    create("train", { name = "train 3", side = sides.french, nation = "french", place = map.hex "A1" })
    expect(rules.rout({ t.french }, { t.british })):to_be(2)
    expect(#all "train"):to_be(1)
    expect(rules.total(sides.allied)):to_be(10)
    expect(sides.allied.captured_trains):to_be(2)
  end)

  it("C.train: a garrison covers them", function ()
    local t = rout { answers = { "T10" } }
    create("fortress", { name = "Ghent", side = sides.french, owner = sides.french, class = 2, printed = 2,
      intrinsic = 2, place = map.hex(field.at) })
    local train = create("train", { name = "train", side = sides.french, nation = "french",
      place = map.hex(field.at) })
    expect(rules.lose_trains(sides.french, t.french.place, { t.french })):to_be(0)
    rules.rout({ t.french }, { t.british })
    expect(train.alive):to_be(true)
    expect(rules.total(sides.allied)):to_be(0)
  end)

  it("C.train: so does a force of theirs that does not rout", function ()
    local t = rout { answers = { "T10" } }
    field.army("french", "french", 10, nil, { name = "other" })
    local train = create("train", { name = "train", side = sides.french, nation = "french",
      place = map.hex(field.at) })
    expect(rules.rout({ t.french }, { t.british })):to_be(0)
    expect(train.alive):to_be(true)
  end)

  it("C.retreat: the force does nothing more in its phase", function ()
    local t = rout { answers = { "T10" } }
    rules.rout({ t.british }, { t.french })
    expect(t.british.active):to_be(false)
  end)
end)

describe("C.dem: demoralisation", function ()
  it("C.dem-table: a longer one stands", function ()
    field.begin {}
    local french = field.army("french", "french", 20, {}, { demoralised = 6 })
    expect(rules.demoralise({ french }, 5, 20)):to_be(3)
    expect(french.demoralised):to_be(6)
  end)

  it("C.dem-red1: another leader, drawn blind, takes a turn away; once a phase", function ()
    local dice = { false }
    local t = field.begin { dice = dice, active = "french" }
    local french = field.army("french", "french", 20, { { "Tallard", 7, 0 } }, { demoralised = 3 })
    dice[1] = create("leader", { name = "Marsin", side = sides.french, nation = "french", av = 7, post = "pool" })
    t.command("replace " .. french.name .. " leader Tallard")
    expect(french.demoralised):to_be(2)
    expect(rules.leaders_of(french)[1].name):to_be "Marsin"
    expect(all("leader", { name = "Tallard" })[1].post):to_be "pool"
    expect(function () rules.change_leader(french, dice[1]) end):to_refuse "C.dem-red1"
  end)

  it("C.dem-red1: two turns under the switch (G20); princes stay; healthy forces do not change", function ()
    local dice = { false }
    field.begin { dice = dice, active = "french", options = { new_leader = 2 } }
    local french = field.army("french", "french", 20, { { "Tallard", 7, 0 } }, { demoralised = 3 })
    dice[1] = create("leader", { name = "Marsin", side = sides.french, nation = "french", av = 7, post = "pool" })
    local prince = field.leader(french, { "Orleans", 7, 0, supreme = true })
    expect(function () rules.change_leader(french, prince) end):to_refuse "13.8"
    local tallard = all("leader", { name = "Tallard" })[1]
    rules.change_leader(french, tallard)
    expect(french.demoralised):to_be(1)
    local other = field.army("french", "french", 20, { { "Villars", 9, 2 } })
    expect(function () rules.change_leader(other, rules.leaders_of(other)[1]) end):to_refuse "C.dem-red1"
  end)

  it("C.dem-red2: a quarter of its strength that joins takes a turn away", function ()
    field.begin {}
    local french = field.army("french", "french", 24, { { "Tallard", 7, 0 } }, { demoralised = 3 })
    local few = field.army("french", "french", 5, {})
    rules.absorb(french, few)
    expect(french.demoralised):to_be(3)
    local many = field.army("french", "french", 8, {})     -- a quarter of 29 is 7.25: 8
    rules.absorb(french, many)
    expect(french.demoralised):to_be(2)
    expect(french.sp):to_be(37)
  end)

  it("C.dem-tick: with own phases a turn is over at the end of each, from the next one on", function ()
    field.begin { active = "french" }
    local beaten = field.army("french", "french", 20, {}, { demoralised = 3, demoralised_before = 0 })
    local before = field.army("french", "french", 20, {}, { demoralised = 3, demoralised_before = 3 })
    rules.tick_demoralisation(sides.french)
    expect(beaten.demoralised):to_be(3)
    expect(before.demoralised):to_be(2)
  end)

  it("C.dem-tick: with game turns (G19) this one counts too", function ()
    field.begin { options = { demoralised_until = "turn" } }
    local beaten = field.army("french", "french", 20, {}, { demoralised = 3 })
    rules.tick_demoralisation(sides.french)
    expect(beaten.demoralised):to_be(2)
  end)
end)

describe("4.6.7: ground", function ()
  local function total(over)
    local t = meeting({}, 0, 1)
    return rules.combat_total({ t.british }, over).total
  end

  it("4.6.7-minor, 4.6.7-line: -1 each, together -2", function ()
    expect(total ""):to_be(1)
    expect(total "minor"):to_be(0)
    expect(total "line"):to_be(0)
    expect(total "strongpoint"):to_be(0)
    expect(total "minor line"):to_be(-1)
  end)

  it("4.6.7-major: no -1; a quarter by the quarter rule, with a line -1", function ()
    expect(total "major"):to_be(1)
    expect(total "major line"):to_be(0)
    field.begin {}
    for sp, quarter in pairs { [80] = 20, [81] = 20, [82] = 21, [83] = 21, [1] = 0, [2] = 1, [5] = 1 } do
      local force = field.army("french", "french", sp, {})
      expect(rules.attacking_strength({ force }, "major")):to_be(quarter)
      expect(rules.attacking_strength({ force }, "minor")):to_be(sp)
    end
  end)

  it("4.6.7-major: exactly a quarter goes up under the switch (G1)", function ()
    field.begin { options = { quarter = "from" } }
    for sp, quarter in pairs { [80] = 20, [81] = 21, [1] = 1 } do
      expect(rules.attacking_strength({ field.army("french", "french", sp, {}) }, "major")):to_be(quarter)
    end
  end)

  it("4.6.8-cross: who does not rout is across; who routs is not", function ()
    local t = meeting({ dice = { 1, 1, 2, 2 } }, 0, 0)
    t.british.over = "minor"
    fight(t, { over = "minor" })
    expect(t.british.over):to_be ""
  end)
end)
