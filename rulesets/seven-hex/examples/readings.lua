-- SPDX-License-Identifier: GPL-3.0-or-later
-- The other readings of notes.md: what each option changes.

local ground = require "examples.ground"

local function attack(units, more)
  local order = { area = map.area "Mid", units = units }
  for key, value in pairs(more or {}) do order[key] = value end
  return rules.attack(order)
end

describe("Readings of 2 to 9", function ()
  it("G7 marsh_and_woods: each kind counts alone", function ()
    local land = ground { Mid = { terrain = { [3] = "marsh", [4] = "marsh", [5] = "woods", [6] = "woods" } } }
    situation { map = land, options = { marsh_and_woods = "apart" } }
    expect(rules.heavy_going(map.area "Mid")):to_be(false)
    situation { map = land }
    expect(rules.heavy_going(map.area "Mid")):to_be(true)
    for _, kind in ipairs { "marsh", "woods" } do          -- four of one kind are enough, three are not
      for last = 5, 6 do
        local terrain = {}
        for number = 3, last do terrain[number] = kind end
        situation { map = ground { Mid = { terrain = terrain } }, options = { marsh_and_woods = "apart" } }
        expect(rules.heavy_going(map.area "Mid")):to_be(last == 6)
      end
    end
  end)

  it("G8 artillery_of: artillery occupies nothing in heavy marsh either", function ()
    local land = ground { Mid = { terrain = { [3] = "marsh", [4] = "marsh", [5] = "marsh", [6] = "marsh" } } }
    local t = situation { map = land, options = { artillery_of = 0 }, guns = "allied artillery at N0" }
    expect(rules.occupied_by({ t.guns }, map.area "Mid")):to_be(0)
  end)

  it("G9 glanders_bars: glanders does not close an area to withdrawal", function ()
    local units = { map = ground(), invariants = false, tallard = "french cavalry glanders at Mid",
      marsin = "french cavalry spared at N3" }
    local t = situation(units)
    expect(rules.step_closed({ t.tallard }, map.area "Mid", map.area "N3")):to_be("4.4")
    units.options = { glanders_bars = false }
    t = situation(units)
    expect(rules.step_closed({ t.tallard }, map.area "Mid", map.area "N3")):to_be(nil)
    t.tallard.place = map.hex "N3/C"
    expect(t.broken()):to_equal {}                         -- where it may have withdrawn to
  end)

  it("G10 lone_artillery: artillery alone is no stack: roads lead past it, and it wears off no more", function ()
    local units = { map = ground(), foot = "french infantry at Mid", guns = "allied artillery at N3/1" }
    situation(units)
    expect(rules.road_is_safe(map.area "Mid", sides.allied)):to_be(false)
    expect(#rules.worn_stacks(sides.allied)):to_be(1)
    units.options = { lone_artillery = false }
    situation(units)
    expect(rules.road_is_safe(map.area "Mid", sides.allied)):to_be(true)
    expect(#rules.worn_stacks(sides.allied)):to_be(0)
    units.horse = "allied cavalry at N3/1"
    situation(units)
    expect(#rules.worn_stacks(sides.allied)):to_be(1)
  end)

  it("G10, G11 lone_artillery: no withdrawal into it all the same: two sides are never in one area", function ()
    local t = situation { map = ground(), options = { lone_artillery = false }, foot = "french infantry at Mid",
      guns = "allied artillery at N3" }
    expect(rules.step_closed({ t.foot }, map.area "Mid", map.area "N3")):to_be("12.2")
  end)

  it("G12 danube_adjacency: closed borders do not count as adjacent", function ()
    local land = ground { borders = { { "Mid", "N1", danube = true } } }
    local units = { map = land, foot = "allied infantry at N0", enemy = "french infantry at Mid",
      across = "allied infantry at N1" }
    local function hostile()
      situation(units)
      return rules.surrounded_by { area = map.area "Mid", from = map.area "N0", side = sides.allied }
    end
    expect(hostile()):to_be(1)
    units.options = { danube_adjacency = "open" }
    expect(hostile()):to_be(0)
  end)

  it("G12 danube_adjacency: nor for a rout next door, nor for attrition", function ()
    local units = { map = ground { borders = { { "Mid", "N0", danube = true } } }, foot = "allied infantry at Mid/1",
      foe = "french infantry at N0" }
    for value, wanted in pairs { geometric = 1, open = 0 } do
      units.options = { danube_adjacency = value }
      situation(units)
      local morale = { side = sides.allied, routed = { map.area "N0" } }
      expect((rules.negative_value(morale, map.area "Mid"))):to_be(wanted)
      expect(#rules.worn_stacks(sides.allied)):to_be(wanted)
    end
  end)

  it("G17 outer_cavalry: cavalry on an outer hex may not attack", function ()
    local t = situation { map = ground(), options = { outer_cavalry = false },
      horse = "allied cavalry at N0/2", enemy = "french infantry at Mid" }
    expect(function () attack({ t.horse }) end):to_refuse "9.2"
  end)
end)

describe("Readings of 10", function ()
  local function modified_av(units)
    units.foot, units.enemy = "allied infantry at N0", "french infantry at Mid"
    local t = situation(units)
    return attack({ t.foot }).modified_av
  end

  it("G4 river: no penalty for attacking across one", function ()
    local land = ground { borders = { { "N0", "Mid", river = true } } }
    expect(modified_av { map = land, dice = { 0, 3, 4 } }):to_be(3)
    expect(modified_av { map = land, dice = { 0, 4, 4 }, options = { river = false } }):to_be(5)
  end)

  it("G6 downhill: supporting artillery counts", function ()
    local land = ground { N0 = { height = 1 } }
    expect(modified_av { map = land, dice = { 0, 6, 4 }, guns = "allied artillery at N0" }):to_be(9)
    expect(modified_av { map = land, dice = { 0, 6, 3 }, guns = "allied artillery at N0",
      options = { downhill = "all" } }):to_be(11)
  end)

  it("G18 repeat_half: the total, or only the units that attacked before", function ()
    local function second(value, dice)
      local t = situation { map = ground(), dice = dice, options = { repeat_half = value },
        foot = "allied infantry platoon guns at N0", fresh = "allied infantry at N0",
          enemy = "french infantry at Mid/1" }
      attack({ t.foot })
      return attack({ t.foot, t.fresh }).modified_av
    end
    -- first attack: 8 // 2 + 3 against 7 // 2 + 4: a tie
    expect(second("aggregate", { 0, 4, 3, 0, 4, 3 })):to_be(8)     -- 10 // 2 + 3
    expect(second("total", { 0, 4, 3, 0, 4, 4 })):to_be(6)         -- 13 // 2
    expect(second("per_unit", { 0, 4, 3, 0, 4, 2 })):to_be(10)     -- 5 // 2 + 5 + 3
  end)

  it("G43 negative: truncated, or not below zero", function ()
    situation { map = ground(), options = { negative = "truncate" } }
    expect(rules.halve(tally("AV", -3))):to_be(-1)
    situation { map = ground(), options = { negative = "clamp" } }
    expect(rules.halve(tally("AV", -3))):to_be(0)
  end)

  it("G20 different: one new unit is enough", function ()
    local function earlier(value, dice)
      local t = situation { map = ground(), dice = dice, options = { different = value },
        foot = "allied infantry at N0", fresh = "allied infantry at N0", enemy = "french infantry at Mid" }
      attack({ t.foot })
      return attack({ t.foot, t.fresh }).earlier
    end
    expect(earlier("none_took_part", { 0, 4, 4, 0, 4, 4 })):to_be(0)
    expect(earlier("one_is_new", { 0, 4, 4, 0, 6, 4 })):to_be(1)
  end)

  it("G20 different: the same units are different by no reading", function ()
    for _, value in ipairs { "none_took_part", "one_is_new" } do
      local t = situation { map = ground(), dice = { 0, 4, 4, 0, 3, 4 }, options = { different = value },
        foot = "allied infantry at N0", enemy = "french infantry at Mid" }
      attack({ t.foot })
      expect(attack({ t.foot }).earlier):to_be(0)
    end
  end)

  it("G18 repeat_half: by the unit, each of those that attacked before", function ()
    local t = situation { map = ground(), dice = { 0, 4, 4, 0, 3, 6 },
      options = { repeat_half = "per_unit" }, foot = "allied infantry at N0", horse = "allied cavalry at N0",
      guns = "allied artillery at N0", one = "french infantry at Mid/1", two = "french infantry at Mid/2" }
    local battle = attack({ t.foot, t.horse })             -- 5 + 4 + 2 + 4 is 15, halved 7, against 14 // 2
    expect(battle.modified_av):to_be(15)
    battle = attack({ t.foot, t.horse })
    expect(battle.aggregate_av):to_be(11)
    expect(battle.modified_av):to_be(2 + 2 + 1 + 4)
  end)

  it("G20 earlier: attacks count for the area, not for the units", function ()
    local units = { map = ground(), foot = "allied infantry at N0", others = "allied infantry at N1",
      enemy = "french infantry at Mid", moved = "french infantry at N3" }
    local function count()
      local t = situation(units)
      rules.place_markers { side = sides.allied, from = map.area "N1", area = map.area "N3",
        attackers = { t.others }, defenders = { t.moved }, chargers = {} }
      t.moved.place = map.hex "Mid/C"                      -- withdrew into the area
      return rules.earlier_attacks_on { area = map.area "Mid", side = sides.allied, units = { t.foot },
        defenders = { t.enemy, t.moved } }
    end
    expect(count()):to_be(1)
    units.options = { earlier = "area" }
    expect(count()):to_be(0)
  end)

  it("G20 earlier: the largest count of any one unit, or of the area whoever is there now", function ()
    local units = { map = ground(), foot = "allied infantry at N0", others = "allied infantry at N1",
      left = "french infantry at Mid", fresh = "french infantry at Mid" }
    for value, wanted in pairs { unit = { 1, 1, 0 }, area = { 1, 1, 1 } } do
      units.options = { earlier = value }
      local t = situation(units)
      rules.place_markers { side = sides.allied, from = map.area "N1", area = map.area "Mid",
        attackers = { t.others }, defenders = { t.left }, chargers = {} }
      for i, defenders in ipairs { { t.left, t.fresh }, { t.fresh, t.left }, { t.fresh } } do
        expect(rules.earlier_attacks_on { area = map.area "Mid", side = sides.allied, units = { t.foot },
          defenders = defenders }):to_be(wanted[i])
      end
    end
  end)

  it("G21 disrupted_friends: disrupted friends next door do not help", function ()
    local function difference(value)
      situation { map = ground(), options = { disrupted_friends = value }, foot = "allied infantry at N0",
        left = "allied infantry at N1", enemy = "french infantry at Mid",
          friend = "french infantry disrupted at N3" }
      return rules.surrounded_by { area = map.area "Mid", from = map.area "N0", side = sides.allied }
    end
    expect(difference(true)):to_be(0)
    expect(difference(false)):to_be(1)
  end)

  it("G26 commander_helps: a commander helps only his own army", function ()
    local t = situation { map = ground(), options = { commander_helps = "own" },
      foot = { "allied infantry at N0", army = "Eugene" },
      duke = { "allied command exceptional at N0", army = "Marlborough" },
      prince = { "allied command exceptional at N0", army = "Eugene" } }
    expect(rules.command_dice({ t.duke }, { t.foot })):to_be("1d6")
    expect(rules.command_dice({ t.duke, t.prince }, { t.foot })):to_be("3d6kh1")
  end)

  it("G31 command_counts: command units count as units", function ()
    -- AV 8 halved 4, DV 5 halved 2: won by seven, three hits, as many as units took part
    local t = situation { map = ground(), options = { command_counts = true }, dice = { 0, 1, { 6, 1, 1 } },
      answers = { {} }, foot = "allied infantry platoon guns at N0",
      duke = "allied command exceptional at N0", enemy = "french infantry at Mid" }
    local battle = attack({ t.foot }, { commander = t.duke })
    expect(battle.outcome.hits_on_defender):to_be(2)
    situation { map = ground(), options = { command_counts = true } }
    expect(rules.command_units_counted({ enemy = sides.french, commander = true }, sides.allied)):to_be(1)
    expect(rules.command_units_counted({ enemy = sides.french,
      commanders = { 1, 2 } }, sides.french)):to_be(2)
    expect(rules.command_units_counted({ enemy = sides.french }, sides.allied)):to_be(0)
  end)

  it("G24 free_move: the free strategic move may follow the advance", function ()
    local t = situation { map = ground(), options = { free_move = "also" }, dice = { 0, 6 },
      answers = { { "horse" }, "Mid/C", "N3" },
      horse = "allied cavalry at N0", enemy = "french infantry disrupted at Mid" }
    attack({ t.horse })
    expect(t.horse.place):to_be(map.hex "N3/C")
  end)

  it("G27 lone_command: no advance after an attack on a command unit alone", function ()
    local t = situation { map = ground(), options = { lone_command = "stay" }, dice = { 0, 2 },
      foot = "allied infantry at N0", general = "french command at Mid" }
    attack({ t.foot })
    expect(t.foot.place):to_be(map.hex "N0/C")
  end)

  it("G27 command_return: back in the next game turn", function ()
    local t = situation { map = ground(), options = { command_return = 1 }, turn = 4,
      general = { "french command", escaped = 3 } }
    expect(rules.due_back(t.general)):to_be(true)
  end)

  it("16 break_losses: another limit of losses", function ()
    situation { map = ground(), options = { break_losses = 3 } }
    sides.allied.lost = 3
    expect(rules.may_still_attack(sides.allied)):to_be(false)
  end)
end)

describe("Readings of 11 to 13", function ()
  it("G19 counter_value: the Order Value as reduced by orders", function ()
    situation { map = ground(), options = { counter_value = "reduced" } }
    sides.french.orders = 2
    expect(rules.counter_charge_value(sides.french)):to_be(0)
    situation { map = ground() }
    sides.french.orders = 2
    expect(rules.counter_charge_value(sides.french)):to_be(2)
  end)

  it("G19 failed_counter: a failed counter-charge leaves no marker", function ()
    local t = situation { map = ground(), options = { failed_counter = "free" }, dice = { 0, -5, 4, 3 },
      answers = { "counter-charge one" }, horse = "allied cavalry at N0", one = "french cavalry at Mid" }
    attack({ t.horse }, { charging = { t.horse } })
    expect(t.one.countered):to_be(false)
  end)

  it("G24 charge_wipe: chargers that eliminate all advance, without a hit", function ()
    local t = situation { map = ground { borders = { { "N0", "Mid", river = true } } }, dice = { 0, 1 },
      options = { charge_wipe = "advance" }, answers = { { "horse" }, "Mid/C" },
      horse = "allied cavalry at N0", enemy = "french infantry disrupted at Mid" }
    attack({ t.horse }, { charging = { t.horse } })
    expect(t.horse.disrupted):to_be(false)
    expect(t.horse.place):to_be(map.hex "Mid/C")
  end)

  local function outcome(defenders, commanders)
    return { side = sides.allied, enemy = sides.french, area = map.area "Mid", from = map.area "N0",
      defenders = defenders, commanders = commanders or {} }
  end

  it("G25 (1) withdrawal: some go, some stay", function ()
    local t = situation { map = ground(), options = { withdrawal = "some" }, answers = { "N3", { "two" } },
      one = "french infantry at Mid", two = "french cavalry at Mid" }
    rules.may_withdraw(outcome({ t.one, t.two }))
    expect(t.one.place):to_be(map.hex "Mid/C")
    expect(t.two.place):to_be(map.hex "N3/C")
  end)

  it("12.2, G25 (1) withdrawal: to an area with room for one of them", function ()
    local t = situation { map = ground(), options = { withdrawal = "some" }, answers = { "N3", "two" },
      one = "french infantry at Mid", two = "french cavalry at Mid", a = "french infantry at N3",
      b = "allied infantry at N2", c = "allied infantry at N4" }
    local ways = rules.ways_to_withdraw(outcome({}), { t.one, t.two }, {})
    expect(ways):to_equal { map.area "N3" }
    rules.may_withdraw(outcome({ t.one, t.two }))
    expect(t.one.place):to_be(map.hex "Mid/C")
    expect(t.two.place):to_be(map.hex "N3/C")
  end)

  it("12.2, G25 (1), G9 withdrawal: who may not go there is not asked about", function ()
    local t = situation { map = ground(), options = { withdrawal = "some" }, answers = { "N3" },
      one = "french infantry at Mid", two = "french cavalry glanders at Mid", a = "french cavalry spared at N3",
      b = "allied infantry at N2", c = "allied infantry at N4" }
    rules.may_withdraw(outcome({ t.one, t.two }))
    expect(t.one.place):to_be(map.hex "N3/C")
    expect(t.two.place):to_be(map.hex "Mid/C")
  end)

  it("G25 (6) retreat_split: a stack without room together is lost", function ()
    local t = situation { map = ground(), options = { retreat_split = "none" },
      one = "french infantry at Mid", two = "french cavalry at Mid",
      a = "allied infantry at N2", b = "allied infantry at N4", c = "french infantry at N3" }
    rules.retreat(outcome({ t.one, t.two }), 0)
    expect(t.one.alive):to_be(false)
    expect(t.two.alive):to_be(false)
  end)

  it("G25 (11) retreat_steering: the attacker may choose a way that leads nowhere", function ()
    local t = situation { map = ground(), options = { retreat_steering = "free" },
      answers = { "N2, with no way on" }, one = "french infantry at Mid",
      a = "allied infantry at N22", b = "allied infantry at N23" }
    rules.retreat(outcome({ t.one }), 0)
    expect(t.one.alive):to_be(false)
  end)

  it("G25 (11) retreat_steering: a command unit goes with those who find a way, not with the lost", function ()
    local t = situation { map = ground(), options = { retreat_steering = "free" },
      answers = { "two", "N2, with no way on", "N33 by way of N3" }, one = "french infantry at Mid",
      two = "french cavalry at Mid", general = "french command at Mid", a = "allied infantry at N22",
      b = "allied infantry at N23", c = "allied infantry at N4", d = "french infantry at N3" }
    local two = t.two
    rules.retreat(outcome({ t.one, t.two }, { t.general }), 0)
    expect(two.alive):to_be(false)
    expect(t.one.place):to_be(map.hex "N33/C")
    expect(t.general.place):to_be(map.hex "N33/C")
  end)

  it("G22 pursuit_time: the pursuit comes after the retreat", function ()
    local t = situation { map = ground(), options = { pursuit_time = "after" },
      answers = { "N33 by way of N3" },
      one = "french infantry disrupted at Mid" }
    local o = outcome({ t.one })
    rules.retreat(o, 1)
    expect(#o.routes):to_be(1)
    expect(t.one.alive):to_be(false)
  end)

  it("G22 pursuit_choice: the attacker chooses whom it hits", function ()
    local asked
    local t = situation { map = ground(), options = { pursuit_choice = "attacker" },
      answers = { "N33 by way of N3", function (q) asked = q.by return "two" end },
      one = "french infantry disrupted at Mid", two = "french infantry disrupted at Mid" }
    rules.retreat(outcome({ t.one, t.two }), 1)
    expect(asked):to_be(sides.allied)
    expect(t.two.alive):to_be(false)
  end)
end)
