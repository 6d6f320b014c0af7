-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.2 Forced marches.

local ground = { kind = "hexes", labels = { style = "letters", first = "A1" },
  terrain = { ["."] = "average" }, rows = { ". . . . . . . . . . . . . . ." } }

-- An active French army under a leader.
local function march(sp, dice, options, modifier, av)
  local t = situation { map = ground, kind = "force", phase = "activity", active = "french", dice = dice,
    options = options, army = { "french army", nation = "french", sp = sp, active = true, at = "A1" } }
  create("leader", { name = "Eugene", side = sides.french, nation = "french", av = av or 9,
    modifier = modifier or 2, post = "force", force = t.army })
  return t
end

describe("13.2: forced marches", function ()
  it("13.2: 15 SP and a 3 cost 6 SP (E24)", function ()
    local t = march(15, { 2, 3 })
    t.command "march army"
    expect(t.army.sp):to_be(9)
    expect(t.reports.lost):to_be(6)
    expect(rules.total(sides.allied) == 6):to_be(true)       -- 9.1-any: lost by any cause
  end)

  it("13.2: the first die is MP, on top of the 8", function ()
    local t = march(100, { 4, 1 })
    t.command "march army"
    expect(rules.movement_left(t.army)):to_be(12)
    expect(t.army.sp):to_be(90)
    t.command "move army to M1"
    expect(t.army.place):to_be(map.hex "M1")
    expect(rules.movement_left(t.army)):to_be(0)
  end)

  it("13.2: Eugene with 63 SP: a 4 and a 6 cost 42 SP (printed 66)", function ()
    local t = march(63, { 4, 6 })
    t.command "march army"
    expect(t.army.sp):to_be(21)
    expect(rules.movement_left(t.army)):to_be(12)
  end)

  it("13.2: a die for each 10 SP or part of them, never more than there are", function ()
    march(10, {})
    for _, case in ipairs { { 15, 3, 6 }, { 63, 6, 42 }, { 63, 4, 28 }, { 10, 6, 6 }, { 11, 6, 11 },
      { 20, 5, 10 }, { 21, 5, 15 }, { 1, 1, 1 }, { 1, 6, 1 }, { 60, 0, 0 } } do
      expect(rules.march_loss(case[1], case[2])):to_be(case[3])
    end
  end)

  it("13.2: a force that loses all its SP is gone", function ()
    local t = march(4, { 6, 6 })
    t.command "march army"
    expect(t.army.alive):to_be(false)
    expect(rules.total(sides.allied) == 4):to_be(true)
  end)

  it("13.2: once a phase, and an active force alone", function ()
    local t = march(40, { 1, 1 })
    t.command "march army"
    expect(function () t.command "march army" end):to_refuse "13.2"
    expect(rules.may_force_march(t.army)):to_be(false)
    t.army.marched = 0
    expect(rules.may_force_march(t.army)):to_be(true)
    t.army.active = false
    expect(rules.may_force_march(t.army)):to_be(false)
    expect(function () t.command "march army" end):to_refuse "4.1"
  end)

  it("13.2: not in a game without forced marches", function ()
    local t = march(40, {}, { forced_marches = false })
    expect(rules.may_force_march(t.army)):to_be(false)
    expect(function () t.command "march army" end):to_refuse "13.2"
  end)

  it("13.2: forces that act together march together, and count their SP together", function ()
    local t = march(12, { 3, 2 })
    local other = create("force", { name = "other", side = sides.french, nation = "french", size = "army",
      sp = 6, active = true, joined = t.army, place = map.hex "A1" })
    t.command "march army"                                   -- 18 SP: 2 x 2
    expect(t.army.sp + other.sp):to_be(14)
    expect(rules.movement_left { t.army, other }):to_be(11)
  end)

  it("13.2: the MP of a march are gone with the turn", function ()
    local t = march(40, { 6, 1 })
    t.command "march army"
    rules.pay_debts(sides.french)
    expect(rules.movement_left(t.army)):to_be(8)
  end)

  it("13.2: a detachment that splits off on the march shares what is left of it", function ()
    local t = march(40, { 6, 1 })
    t.command "march army"
    t.command "move army to D1"
    local new = rules.split(t.army, 5)
    expect(rules.movement_left(new)):to_be(11)               -- 14 - 3
  end)

  it("13.2-h1: by the first switch the modifier comes off: Eugene's 6 is a 4, 28 SP (E24)", function ()
    local t = march(63, { 4, 6 }, { forced_march = "leader" })
    t.command "march army"
    expect(t.army.sp):to_be(35)
    expect(rules.movement_left(t.army)):to_be(12)
    t = march(63, { 4, 1 }, { forced_march = "leader" })
    t.command "march army"
    expect(t.army.sp):to_be(63)                              -- 1 - 2 is nothing
    t = march(63, { 4, 2 }, { forced_march = "leader" }, -1)
    t.command "march army"
    expect(t.army.sp):to_be(49)                              -- a bad leader does not make it worse
  end)

  it("13.2-h2: by the second an activation roll: success costs nothing", function ()
    local t = march(63, { 4, 6 }, { forced_march = "activation" })
    t.command "march army"
    expect(t.army.sp):to_be(63)
    expect(rules.movement_left(t.army)):to_be(12)
  end)

  it("13.2-h2: and failure a tenth, by the rounding of losses", function ()
    local t = march(63, { 4, 12 }, { forced_march = "activation" })
    t.command "march army"
    expect(t.army.sp):to_be(56)                              -- 6.3: 7
    expect(rules.movement_left(t.army)):to_be(12)
    t = march(62, { 4, 12 }, { forced_march = "activation" })
    t.command "march army"
    expect(t.army.sp):to_be(56)                              -- 6.2: 6
    t = march(40, { 1, 2 }, { forced_march = "activation" }, 0, 7)
    t.command "march army"
    expect(t.army.sp):to_be(36)
  end)
end)
