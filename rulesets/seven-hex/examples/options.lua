-- SPDX-License-Identifier: GPL-3.0-or-later
-- The optional rules: 18 Attrition, 19 Guaranteed First Order, 20 Command Focus.

local ground = require "examples.ground"

describe("18 Attrition", function ()
  local function facing(more)
    local data = { map = ground(), options = { attrition = true }, foot = "allied infantry at Mid/1",
      foe = "french infantry at N0" }                      -- Mid/1 touches N0 and N5
    for key, value in pairs(more or {}) do data[key] = value end
    return situation(data)
  end

  it("18.1: a phase between morale and command unit movement, with the option only", function ()
    local t = facing { phase = "orders", dice = { 1 } }
    t.next_phase()                                         -- the die is that of attrition
    expect(current_phase()):to_be("command")
    t = facing { phase = "orders", options = {} }
    t.next_phase()
    expect(current_phase()):to_be("command")
  end)

  it("18.1: stacks of the active player only", function ()
    local t = facing { dice = { 6 }, foe = "french infantry at N0/4", foe2 = "french infantry at N5/2",
      far = "allied infantry at N33", gone = "allied command" }
    rules.attrition_phase()                                -- one die: of foot
    expect(t.foot.disrupted):to_be(true)
    expect(t.foe.disrupted):to_be(false)
  end)

  it("18.2: stacks on outer hexes that touch an area with an enemy combat unit", function ()
    local t = facing()
    expect(#rules.worn_stacks(sides.allied)):to_be(1)
    t.foe.place = map.hex "N5/C"
    expect(#rules.worn_stacks(sides.allied)):to_be(1)
    t.foe.place = map.hex "N1/C"                           -- next to Mid, not to Mid/1
    expect(#rules.worn_stacks(sides.allied)):to_be(0)
    t.foe.place = map.hex "N0/C"
    t.foot.place = map.hex "Mid/C"
    expect(#rules.worn_stacks(sides.allied)):to_be(0)
    expect(#rules.worn_stacks(sides.french)):to_be(0)
  end)

  it("18.2: a command unit alone wears nobody down; two hexes are two stacks", function ()
    local t = facing { foe = "french command at N0", second = "allied infantry at Mid/2" }
    expect(#rules.worn_stacks(sides.allied)):to_be(0)
    t.foe.place = nil
    t = facing { second = "allied infantry at Mid/2", guns = "allied artillery at Mid/1" }
    local stacks = rules.worn_stacks(sides.allied)
    expect(#stacks):to_be(2)
    expect(#stacks[1].units):to_be(2)
  end)

  it("18.2: a stack is any combat unit; with the other reading of G10 artillery alone is none", function ()
    local data = { guns = "allied artillery at Mid/1", foot = "allied infantry at N1", general = "allied command at N1" }
    for value, wanted in pairs { [true] = 1, [false] = 0 } do
      data.options = { attrition = true, lone_artillery = value }
      local t = facing(data)
      expect(#rules.worn_stacks(sides.allied)):to_be(wanted)
      expect(rules.is_stack { t.guns }):to_be(value)
      expect(rules.is_stack { t.guns, t.foot }):to_be(true)
      expect(rules.is_stack { t.general }):to_be(false)
    end
  end)

  it("18.2: by the other reading of G29 any area next to the stack's counts", function ()
    local t = facing { options = { attrition = true, attrition_next = "area" }, foe = "french infantry at N2" }
    expect(#rules.worn_stacks(sides.allied)):to_be(1)
    t.foot.place = map.hex "Mid/C"                         -- an outer hex it must be all the same
    expect(#rules.worn_stacks(sides.allied)):to_be(0)
  end)

  it("18.3: above the value one unit of the stack, of its owner's choice, takes a loss", function ()
    for die = 1, 6 do
      local t = facing { dice = { die } }
      rules.attrition_phase()
      expect(t.foot.disrupted):to_be(die == 6)
    end
    local t = facing { dice = { 5 }, answers = { function (q) return q.from[2] end },
      foot = "allied infantry disrupted at Mid/1", other = "allied cavalry disrupted at Mid/1" }
    local foot, other = t.foot, t.other
    rules.attrition_phase()                                -- 5 > 5 - 1
    expect(foot.alive):to_be(true)
    expect(other.alive):to_be(false)
    expect(sides.allied.lost):to_be(1)
  end)

  it("18.4: five, for both sides", function ()
    local t = facing()
    for _, side in ipairs(sides) do
      expect(rules.attrition_value { side = side, hex = t.foot.place, units = { t.foot } }):to_be(5)
    end
  end)

  it("18.5: one less for an enemy on a touching hex, one less for a disrupted unit", function ()
    local t = facing()
    local stack = { side = sides.allied, hex = t.foot.place, units = { t.foot } }
    expect(rules.enemy_touches(stack)):to_be(false)
    t.foe.place = map.hex "N0/4"                           -- touches Mid/1
    expect(rules.attrition_value(stack)):to_be(4)
    t.foot.disrupted = true
    expect(rules.attrition_value(stack)):to_be(3)
    t.foe.place = map.hex "N0/C"
    expect(rules.attrition_value(stack)):to_be(4)
  end)
end)

describe("19 Guaranteed first order", function ()
  it("19.1: the first order needs no roll, and costs one of the Order Value", function ()
    local t = situation { map = ground(), phase = "orders", options = { first_order = true }, dice = { { 1, 6 } },
      foot = "allied infantry at N3" }
    rules.tactical_move({ t.foot }, map.hex "Mid/C")       -- no die
    expect(t.foot.place):to_be(map.hex "Mid/C")
    expect(rules.order_value(sides.allied)):to_be(2)
    rules.tactical_move({ t.foot }, map.hex "N0/C")        -- 1 + 2 against 6
    expect(t.foot.place):to_be(map.hex "Mid/C")
  end)

  it("19.1: without the option every order is rolled for", function ()
    situation { map = ground() }
    expect(rules.is_guaranteed(sides.allied)):to_be(false)
  end)
end)

describe("20 Command focus", function ()
  local function fight(more)
    local data = { map = ground(), phase = "orders", turn = 2, options = { command_focus = true },
      foot = { "allied infantry at N0", army = "Eugene" },
      eugene = { "allied command exceptional at N0", army = "Eugene" },
      enemy = { "french infantry at Mid", army = "Marsin" },
      marsin = { "french command experienced at Mid", army = "Marsin" } }
    for key, value in pairs(more or {}) do data[key] = value end
    return situation(data)
  end
  local function attack(t)
    return rules.attack { area = map.area "Mid", units = { t.foot }, commander = t.eugene }
  end

  it("20.1: command units that influenced the dice are marked", function ()
    local t = fight { dice = { 0, 4, 4 }, answers = { true } }
    attack(t)
    expect(#referrers(t.eugene, "commander")):to_be(1)
    expect(#referrers(t.marsin, "commander")):to_be(1)
    expect(all "focus"[1].turn):to_be(2)
  end)

  it("20.1: the defender may keep his out of it: one die then", function ()
    local t = fight { dice = { 0, { 4 }, 4 }, answers = { false } }
    attack(t)
    expect(#referrers(t.marsin, "commander")):to_be(0)
  end)

  it("20.1: who influences no die is neither asked about nor marked", function ()
    local t = fight { dice = { 0, 4, 4 }, marsin = { "french command at Mid", army = "Marsin" },
      eugene = { "allied command at N0", army = "Eugene" } }
    attack(t)                                              -- no quality: one die each, no answer
    expect(#all "focus"):to_be(0)
    t = fight { dice = { 0, 4, 4 }, options = { command_focus = true, commander_helps = "own" },
      marsin = { "french command at N3", army = "Marsin" },
      foot = { "allied infantry at N0", army = "Marlborough" } }
    attack(t)                                              -- Eugene's is another army (G26)
    expect(#all "focus"):to_be(0)
  end)

  it("20.1: without the option nobody is marked or asked", function ()
    local t = fight { options = {}, dice = { 0, { 4, 1 }, 4 } }
    attack(t)
    expect(#all "focus"):to_be(0)
  end)

  it("20.2: no rally in that turn", function ()
    local t = fight()
    rules.commit(t.eugene)
    t.foot.disrupted = true
    expect(rules.rallies(t.foot)):to_be(false)
    game.turn = 3
    expect(rules.rallies(t.foot)):to_be(true)
  end)

  it("20.2: no strategic movement in the following turn, and the marker goes after it", function ()
    local t = fight()
    rules.commit(t.eugene)
    expect(rules.in_command(t.foot)):to_be(true)           -- not this turn
    rules.release_commanders()
    expect(#all "focus"):to_be(1)
    game.turn = 3
    expect(rules.in_command(t.foot)):to_be(false)
    game.active = sides.french
    rules.release_commanders()                             -- the other side's phase
    expect(rules.in_command(t.foot)):to_be(false)
    game.active = sides.allied
    rules.end_strategic()
    expect(#all "focus"):to_be(0)
    expect(rules.in_command(t.foot)):to_be(true)
  end)

  it("20.2: by the other reading of G34 its very next strategic phase is barred", function ()
    local t = fight { options = { command_focus = true, focus_bars = "next_phase" } }
    rules.commit(t.marsin)
    expect(rules.in_command(t.enemy)):to_be(false)
    game.active = sides.french
    rules.end_strategic()
    expect(rules.in_command(t.enemy)):to_be(true)
  end)

  it("20.1, 10.21: a committed commander who falls takes his marker along", function ()
    local t = fight { dice = { 2 } }
    local eugene = t.eugene
    rules.commit(eugene)
    rules.fate_of_command_unit(eugene, map.area "N0")
    expect(eugene.alive):to_be(false)
    expect(#all "focus"):to_be(0)
  end)
end)
