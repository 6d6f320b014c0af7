-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.3: coups de main.

local ground = require "examples.campaign_ground"

local function winter(data)
  local t = ground.begin(data)
  game.interphase = true
  return t
end

-- Menin as in E20: 5 intrinsic SP and 2 more, Overkirk inside; Boufflers with 7 SP against it.
local function menin(data, sp)
  local t = winter(data)
  local place = ground.fortress("allied", "Menin", "F2", 1, 5, { extra = 2, nation = "dutch" })
  local inside = rules.enlist "Overkirk"
  inside.post, inside.inside = "garrison", place
  local force = ground.force("french", sp or 7, "A1", {}, { "Boufflers" })
  return t, place, force, ground.leader "Boufflers", inside
end

-- Whether a text was among what was said.
local function said(t, text)
  for _, one in ipairs(t.notes) do
    if one.text:find(text, 1, true) then return true end
  end
  return false
end

-- A strongpoint of the Dutch.
local function redoubt(at, sp)
  return create("work", { name = "Redoubt", side = sides.allied, nation = "dutch", type = "strongpoint",
    place = map.hex(at), sp = sp })
end

-- Tournai as in E21: 6 SP and 10 more on fertile ground; Boufflers with 16 SP against it, and a fortress
-- with room for who has to leave.
local function tournai(data, at)
  local t = winter(data)
  local place = ground.fortress("allied", "Tournai", at or "B2", 1, 6, { extra = 10, nation = "dutch" })
  local refuge = ground.fortress("allied", "Ath", "D2", 1, 9)
  local force = ground.force("french", 17, "A1", {}, { "Boufflers" })
  return t, place, force, ground.leader "Boufflers", refuge
end

describe("13.3: the die", function ()
  it("13.3: E20, equal modifiers add nothing: a 2 does nothing (the source makes it a 1)", function ()
    local _, place, force, leader = menin { dice = { 2 } }
    expect(rules.coup_modifier(leader, place).total):to_be(0)
    expect(rules.coup(force, place, leader)):to_be "no effect"
    expect(force.sp):to_be(7)
    expect(place.side):to_be(sides.allied)
    expect(leader.post):to_be "force"
  end)

  it("13.3: E20, a 1 is a disaster: 7 SP and Boufflers are captured", function ()
    local _, place, force, leader = menin({ dice = { 1 } }, 10)
    expect(rules.coup(force, place, leader)):to_be "disaster"
    expect(force.sp):to_be(3)
    expect(force.lost_leader):to_be(0)                                   -- nobody follows him before 11.8-lead
    expect(leader.post):to_be "captured"
    expect(sides.allied.captured_sp):to_be(7)
    expect(rules.total(sides.allied)):to_be(16)                          -- 7 x 2 and 2 for him
  end)

  it("13.3: a natural 1 is a disaster even for Villars, who adds 2", function ()
    local _, place, force = menin({ dice = { 1 } })
    local villars = rules.enlist("Villars", force)
    ground.leader "Overkirk".modifier = -1
    expect(rules.coup_modifier(villars, place).total):to_be(3)
    expect(rules.coup(force, place, villars)):to_be "disaster"
  end)

  it("13.3: the superiority counts: +2 against +1 makes a 5 a 6; 4 does nothing", function ()
    winter {}
    expect(charts.coup:at(5)):to_be "-"
    expect(charts.coup:at(6)):to_be "in"
    expect(charts.coup:at(8)):to_be "in"
    local _, place, force = menin { dice = { 4 } }
    local villars = rules.enlist("Villars", force)
    expect(rules.coup_modifier(villars, place).total):to_be(1)
    expect(rules.coup_result(1, sides.french)):to_be "-"
  end)

  it("13.3: a worse leader loses nothing by it; by the other reading (G48) he does", function ()
    local _, place, force = menin {}
    local villeroi = rules.enlist("Villeroi", force)
    expect(rules.coup_modifier(villeroi, place).total):to_be(0)
    _, place, force = menin { options = { coup_modifier = "netted" } }
    villeroi = rules.enlist("Villeroi", force)
    expect(rules.coup_modifier(villeroi, place).total):to_be(-2)         -- -1 - 1
  end)

  it("13.3: of several leaders inside the best counts; where there is none, and on a strongpoint, nobody", function ()
    local _, place, force, _, inside = menin {}
    local villars = rules.enlist("Villars", force)
    local second = rules.enlist "Athlone"
    second.post, second.inside = "garrison", place
    for _, pair in ipairs { { 1, 0 }, { 0, 1 } } do
      inside.modifier, second.modifier = pair[1], pair[2]
      expect(rules.coup_modifier(villars, place).total):to_be(1)
    end
    for _, leader in ipairs { inside, second } do leader.post, leader.inside = "pool", nil end
    local modifier = rules.coup_modifier(villars, place)
    expect(modifier.total):to_be(2)
    for _, step in ipairs(modifier:steps()) do expect(step.reason ~= "the leader inside"):to_be(true) end
    local work = redoubt("G3", 2)
    expect(rules.coup_modifier(villars, work).total):to_be(2)
    expect(rules.coup_target(sides.french, map.hex "G3")):to_be(work)
    expect(rules.coup_target(sides.french, nil)):to_be(nil)
  end)

  it("C.neg0: under the switch leaders of less than 0 count as 0 in a coup, inside and outside", function ()
    for negative, sums in pairs { [true] = { 2, -2 }, [false] = { 1, -1 } } do
      local _, place, force, leader, inside = menin { options = { negative_leaders = negative,
        coup_modifier = "netted" } }
      local villeroi = rules.enlist("Villeroi", force)
      expect(rules.coup_modifier(villeroi, place).total):to_be(sums[2])
      inside.modifier = -1
      expect(rules.coup_modifier(leader, place).total):to_be(sums[1])
    end
  end)

  it("13.3: netted (G48), a 2 less 2 is a disaster too", function ()
    local _, place, force = menin { dice = { 2 }, options = { coup_modifier = "netted" } }
    local villeroi = rules.enlist("Villeroi", force)
    expect(rules.coup(force, place, villeroi)):to_be "disaster"
  end)
end)

describe("13.3: who may try", function ()
  it("13.3: in the interphase alone, once a side, with a leader of the force and SP enough", function ()
    local _, place, force, leader = menin { dice = { 3 } }
    game.interphase = false
    expect(function () rules.coup(force, place, leader) end):to_refuse "13.3"
    game.interphase = true
    expect(function () rules.coup(force, place, ground.leader "Overkirk") end):to_refuse "13.3"
    place.extra = 3
    expect(function () rules.coup(force, place, leader) end):to_refuse "13.3"    -- 8 SP in it, 7 at hand
    place.extra = 2
    rules.coup(force, place, leader)
    expect(function () rules.coup(force, place, leader) end):to_refuse "13.3"
  end)

  it("13.3: not with the option off, nor where an army winters, nor on an open city", function ()
    local _, place, force, leader = menin { options = { coups = false } }
    expect(function () rules.coup(force, place, leader) end):to_refuse "13.3"
    _, place = menin {}
    expect(rules.coup_target(sides.french, place.place)):to_be(place)
    expect(function () rules.coup(force, nil, leader) end):to_refuse "13.3"
    ground.force("dutch", 10, "F2")
    expect(rules.coup_target(sides.french, place.place)):to_be(nil)
    local utrecht = ground.fortress("allied", "Utrecht", "G3", 0, 1)
    expect(rules.coup_target(sides.french, map.hex "G3")):to_be(nil)     -- whoever is in it
    expect(rules.garrison(utrecht)):to_be(1)
  end)

  it("13.3: an enemy strongpoint, not one's own, and no line", function ()
    menin {}
    local work = redoubt("G3", 2)
    expect(rules.coup_target(sides.allied, map.hex "G3")):to_be(nil)
    work.type = "line"
    expect(rules.coup_target(sides.french, map.hex "G3")):to_be(nil)
  end)

  it("13.3: who may not is told why", function ()
    local _, place, force, leader, inside = menin({}, 6)
    local function told(by, text) expect(function () rules.coup(force, place, by) end):to_raise(text) end
    told(leader, "french force has not the 7 SP of the garrison of Menin")
    told(inside, "Overkirk is not with french force")
    expect(function () rules.coup(force, place, nil) end):to_refuse "13.3"
    sides.french.coup = true
    told(leader, "French has tried its coup de main")
  end)
end)

describe("13.3-in: inside", function ()
  it("13.3-in: E21, Tournai: 2 French and 3 Dutch SP are lost (the source takes 5), the Dutch rout", function ()
    -- the coup; the garrison stays; the French and the Dutch die; a leader die for Boufflers
    local t, place, force, leader, refuge = tournai { dice = { 6, 4, 4, 3 }, answers = { false } }
    expect(rules.coup(force, place, leader)):to_be "taken"
    expect(t.reports.coup):to_be "taken"
    expect(refuge.extra):to_be(13)                                       -- 16 - 3; the source has 11
    expect(place.side):to_be(sides.french)
    expect(place.intrinsic):to_be(6)
    expect(force.sp):to_be(9)                                            -- 17 - 2 - 6
    expect(rules.total(sides.french)):to_be(12)                          -- 3 SP lost, 3 + 6 for Tournai
    expect(rules.total(sides.allied)):to_be(2)
  end)

  it("13.3-in, VP.noint: SP of the printed garrison that are lost are in the value of the place", function ()
    for points, want in pairs { place = 9, both = 11 } do
      -- 30 percent of 6 are 2, and 5 percent 1: the Dutch rout
      local _, place, force, leader, refuge = tournai { dice = { 6, 6, 3, 4 }, answers = { false },
        options = { garrison_points = points } }
      place.extra, place.nation = 0, ""
      expect(rules.coup(force, place, leader)):to_be "taken"
      expect(refuge.extra):to_be(4)
      expect(rules.total(sides.french)):to_be(want)
      expect(rules.total(sides.allied)):to_be(1)
    end
  end)

  it("13.3-in: L.garr, the garrison has AV 6 and -2", function ()
    winter {}
    local av, modifier = rules.garrison_values()
    expect(av):to_be(6)
    expect(modifier):to_be(-2)
  end)

  it("13.3-in: a commander inside is captured when the place is open", function ()
    -- 6; stays; French 1, Dutch 1 (of 7, 5%: 0.35 and 0.35); two leader dice are not: only Boufflers is there
    local _, place, force, leader, inside = menin { dice = { 6, 1, 1, 6 }, answers = { false } }
    rules.coup(force, place, leader)
    expect(inside.post):to_be "captured"
    expect(inside.inside):to_be(nil)
    expect(rules.total(sides.french) >= 2):to_be(true)
  end)

  it("13.3-in: a garrison that tries to retreat needs 4 to 8, and loses nothing", function ()
    local _, place, force, leader, refuge = tournai { dice = { 6, 4 }, answers = { true } }
    expect(rules.coup(force, place, leader)):to_be "taken"
    expect(refuge.extra):to_be(16)
    expect(force.sp):to_be(11)                                           -- 17 - 6 left in it
  end)

  it("13.3-in: if it fails to it fights", function ()
    local _, place, force, leader, refuge = tournai { dice = { 6, 3, 4, 4, 3 }, answers = { true } }
    expect(rules.coup(force, place, leader)):to_be "taken"
    expect(refuge.extra):to_be(13)
  end)

  it("13.3-in: a strongpoint that is taken is gone and is worth no place", function ()
    winter { dice = { 6, 4 }, answers = { true } }
    local work = redoubt("F2", 2)
    local refuge = ground.fortress("allied", "Ath", "D2", 1, 9)
    local force = ground.force("french", 5, "A1", {}, { "Boufflers" })
    expect(rules.coup(force, work, ground.leader "Boufflers")):to_be "taken"
    expect(work.alive):to_be(false)
    expect(refuge.extra):to_be(2)
    expect(force.sp):to_be(5)
    expect(rules.total(sides.french)):to_be(0)
  end)
end)

describe("13.3-in: who holds out", function ()
  -- The garrison stays; the dice: coup, French, Dutch, a leader die.
  local function fought(dice, demoralised)
    local _, place, force, leader = tournai { dice = dice, answers = { false } }
    force.demoralised = demoralised or 0
    return rules.coup(force, place, leader), rules.garrison(place), force.sp
  end

  it("13.3-in: a garrison that loses less than it takes for a rout, the attackers too", function ()
    local outcome, garrison, sp = fought { 6, 1, 1, 3 }
    expect(outcome):to_be "repelled"
    expect(garrison):to_be(14)                                           -- 10 percent of 16 are 2
    expect(sp):to_be(16)
  end)

  it("13.3-in: C.routboth, one that loses enough, as long as the attackers lose as much", function ()
    local outcome, garrison, sp = fought { 6, 4, 6, 3 }
    expect(outcome):to_be "repelled"
    expect(garrison):to_be(13)
    expect(sp):to_be(14)
  end)

  it("13.3-in: C.dem, demoralised attackers take 1 off", function ()
    local outcome, garrison = fought({ 6, 1, 1, 3 }, 1)
    expect(outcome):to_be "repelled"
    expect(garrison):to_be(15)                                           -- 5 percent of 16 are 1
  end)

  it("13.3-in: where no SP are lost no leader is hit", function ()
    local _, place, force, leader = menin { dice = { 6, 1, 1 }, answers = { false } }
    place.intrinsic, place.extra = 2, 0
    expect(rules.coup(force, place, leader)):to_be "repelled"
    expect(force.sp):to_be(7)
    expect(rules.garrison(place)):to_be(2)
  end)

  it("13.3-in: C.leaderloss, by the switch (G13) a garrison, with -2, hits no leader", function ()
    local _, place, force, leader = tournai { dice = { 6, 1, 1 }, answers = { false }, options = { leader_die = "modified" } }
    expect(rules.coup(force, place, leader)):to_be "repelled"
    expect(force.sp):to_be(16)
  end)

  it("13.3-in: a 1 sends the leader of the attackers to the pool; where they are repelled he stays there", function ()
    local _, place, force, leader = tournai { dice = { 6, 1, 1, 1 }, answers = { false } }
    expect(rules.coup(force, place, leader)):to_be "repelled"
    expect(leader.post):to_be "pool"
  end)

  it("13.3-in: attackers who are destroyed leave the garrison where it is, and their leader is not hit", function ()
    -- -5 against -2: a 6 of the garrison is 9, and 30 percent of 1 SP are 1
    winter { dice = { 6, 1, 6 }, answers = { false }, options = { negative_modifier = "difference" } }
    local work = redoubt("F2", 1)
    local force = ground.force("french", 1, "A1", {}, { "Boufflers" })
    ground.leader "Boufflers".modifier = -5
    expect(rules.coup(force, work, ground.leader "Boufflers")):to_be "repelled"
    expect(force.alive):to_be(false)
    expect(work.sp):to_be(1)
    expect(ground.leader "Boufflers".post):to_be "pool"
  end)

  it("13.3-in: a garrison that is destroyed leaves the place to the attackers, and goes nowhere", function ()
    local t = winter { dice = { 6, 6, 1 }, answers = { false } }         -- 7: 30 percent of 1 SP are 1
    local place = ground.fortress("allied", "Menin", "F2", 1, 1)
    ground.fortress("allied", "Ath", "D2", 1, 9, { intrinsic = 3 })
    local force = ground.force("french", 5, "A1", {}, { "Boufflers" })
    expect(rules.coup(force, place, ground.leader "Boufflers")):to_be "taken"
    expect(place.intrinsic):to_be(1)                                     -- of the attackers
    expect(force.sp):to_be(4)
    expect(said(t, "marches to")):to_be(false)
  end)

  it("13.3-in: a strongpoint loses SP of its own, and stands", function ()
    winter { dice = { 6, 1, 1, 3 }, answers = { false } }
    local work = redoubt("F2", 8)
    local force = ground.force("french", 9, "A1", {}, { "Boufflers" })
    expect(rules.coup(force, work, ground.leader "Boufflers")):to_be "repelled"
    expect(work.sp):to_be(7)
    expect(work.alive):to_be(true)
    expect(rules.total(sides.french)):to_be(1)
  end)
end)

describe("13.3-after: winter", function ()
  it("13.3-after: 16 SP on fertile ground lose nothing, on average ground half of what is over 10", function ()
    ground.begin {}
    expect(rules.winter_attrition(map.hex "B2", 16)):to_be(0)            -- E21: the limit is 25
    expect(rules.winter_attrition(map.hex "C3", 10)):to_be(0)
    expect(rules.winter_attrition(map.hex "C3", 16)):to_be(3)
    expect(rules.winter_attrition(map.hex "C3", 15)):to_be(3)            -- half of 5 goes up
  end)

  it("13.3-after: a garrison that is not routed stays, and the attacker withdraws and suffers", function ()
    -- on average ground: French 1 + 1 = 2, 10% of 16 = 1.6: 2 of 16, no rout; Dutch 6 - 2 = 4, 15% = 2.4: 3
    local _, place, force, leader = tournai({ dice = { 6, 1, 6, 3 }, answers = { false } }, "C3")
    expect(rules.coup(force, place, leader)):to_be "repelled"
    expect(place.side):to_be(sides.allied)
    expect(rules.garrison(place)):to_be(14)
    expect(force.sp):to_be(12)                                           -- 17 - 3; half of 13 - 10 is 1.5: 2
    expect(rules.total(sides.allied)):to_be(5)
  end)

  it("13.3-after: 11 SP lose 1 on average ground, and 10 nothing, in the open as in the garrison", function ()
    for sp, loss in pairs { [11] = 1, [10] = 0 } do
      local t = winter { dice = { 6, 4 }, answers = { true } }
      local work, refuge = redoubt("C3", sp), ground.fortress("allied", "Ath", "D2", 1, 9, { intrinsic = 0 })
      local force = ground.force("french", 20, "A1", {}, { "Boufflers" })
      rules.withdraw_from_coup(force, map.hex "C3", sp)
      expect(force.sp):to_be(20 - loss)
      expect(rules.total(sides.allied)):to_be(loss)
      expect(said(t, "winter costs the attackers")):to_be(loss > 0)
      expect(rules.coup(force, work, ground.leader "Boufflers")):to_be "taken"
      expect(rules.garrison(refuge)):to_be(sp - loss)
      expect(said(t, "winter costs the garrison")):to_be(loss > 0)
      expect(rules.total(sides.french)):to_be(loss)
    end
  end)

  it("13.3-after: 1 SP gets away too; of a strongpoint with nowhere to go the SP are captured", function ()
    local function open(refuge)
      winter { dice = { 6, 4 }, answers = { true } }
      if refuge then refuge = ground.fortress("allied", "Ath", "D2", 1, 9, { intrinsic = 0 }) end
      local work = redoubt("C3", 1)
      rules.coup(ground.force("french", 5, "A1", {}, { "Boufflers" }), work, ground.leader "Boufflers")
      return work, refuge
    end
    local work, refuge = open(true)
    expect(rules.garrison(refuge)):to_be(1)
    expect(sides.french.captured_sp):to_be(0)
    work = open(false)
    expect(work.alive):to_be(false)
    expect(sides.french.captured_sp):to_be(1)
    expect(rules.total(sides.french)):to_be(2)
  end)

  it("13.3-after: a retiring garrison suffers it too", function ()
    local _, place, force, leader, refuge = tournai({ dice = { 6, 4 }, answers = { true } }, "C3")
    rules.coup(force, place, leader)
    expect(refuge.extra):to_be(13)                                       -- 16 - 3
    expect(rules.total(sides.french)):to_be(12)                          -- 3 and 3 + 6
  end)

  it("13.3-after: with nowhere to go it is captured", function ()
    local _, place, force, leader, refuge = tournai { dice = { 6, 4 }, answers = { true } }
    eliminate(refuge)
    rules.coup(force, place, leader)
    expect(place.side):to_be(sides.french)
    expect(sides.french.captured_sp):to_be(16)
    expect(rules.total(sides.french)):to_be(29)                          -- 10 added SP x 2, 3 + 6
  end)
end)

describe("13.3: the command", function ()
  it("13.3: the first side tries in its phase", function ()
    local t, place, force = menin { phase = "coup_first", active = "french", dice = { 3 } }
    t.command "coup french force on F2"
    expect(sides.french.coup):to_be(true)
    expect(place.side):to_be(sides.allied)
    expect(force.sp):to_be(7)
  end)
end)
