-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.6.8, PEN, LN: lines and strongpoints. E11, the published line of Villars and Marlborough, and E27,
-- works alone. The hex of the work is L10; attackers come from K10, next to it in the west.

local field = require "examples.field"

local function work(type, side, sp, more)
  local fields = { name = "the " .. type, side = sides[side], type = type, sp = sp, place = map.hex(field.at),
    nation = side == "french" and "french" or "british" }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("work", fields)
end

local VILLARS = "Villars"                                  -- among dice: drawn from the pool again

-- Marlborough with 40 SP in K10 goes for Villars, 50 SP, on a line in L10 or somewhere else.
local function e11(dice, answers, more)
  local data = { dice = dice, answers = answers, active = "allied" }
  for key, value in pairs(more and more.situation or {}) do data[key] = value end
  local t = field.begin(data)
  t.given = data.dice or {}
  t.line = work("line", "french", 1)
  t.villars = field.army("french", "french", more and more.french or 50, { { "Villars", 9, 2 } },
    { name = "Villars' army", active = false, place = map.hex(more and more.villars or field.at) })
  t.marlborough = field.army("allied", "british", more and more.sp or 40, { { "Marlborough", 9, 3 } },
    { name = "Marlborough's army", place = map.hex "K10", spent = more and more.spent or 0 })
  for i, die in ipairs(t.given) do
    if die == VILLARS then t.given[i] = rules.leaders_of(t.villars)[1] end
  end
  return t
end

local ENTER = "move Marlborough's army to L10"

describe("PEN: the penetration table", function ()
  it("PEN: +3 against +2 is column +1, where AV 9 is penetrated on 2 to 4", function ()
    local t = e11()
    local most, av, column = rules.penetration_range({ t.marlborough }, { t.villars })
    expect(av.total):to_be(9)
    expect(column.total):to_be(1)                          -- the -1 of the line is not in it
    expect(most):to_be(4)
  end)

  it("PEN: 2, 3 and 4 are through, 5 to 12 are not", function ()
    for dice = 2, 12 do
      local t = e11 { dice }
      expect(rules.penetrates({ t.marlborough }, { t.villars })):to_be(dice <= 4)
    end
  end)

  it("PEN: our table (G26): at most 12 less AV plus the column, 11 at the utmost, never below 2", function ()
    for av = 4, 10 do
      for column = -2, 4 do
        local want = 12 - av + column
        if want > 11 then want = 11 end
        if want < 2 then want = 0 end
        expect(charts.penetration:at(av, column)):to_be(want)
      end
      expect(charts.penetration:at(av, -3)):to_be(charts.penetration:at(av, -2))
      expect(charts.penetration:at(av, 5)):to_be(charts.penetration:at(av, 4))
    end
    expect(charts.penetration:source(9, 1)):to_be "printed"
    expect(charts.penetration:source(7, 0)):to_be "house"
  end)

  it("PEN: it is never if nothing penetrates", function ()
    local t = e11 { 2 }
    rules.leaders_of(t.marlborough)[1].modifier = 0         -- column -2
    expect(rules.penetrates({ t.marlborough }, { t.villars })):to_be(false)
  end)

  it("4.1-dem: a demoralised defender is looked up at his AV less 2", function ()
    local t = e11()
    t.villars.demoralised = 3
    expect(rules.penetration_range({ t.marlborough }, { t.villars })):to_be(6)   -- 12 - 7 + 1
  end)
end)

-- Dice of a storm: penetration; attacker, defender; one against each leader of the defender, of the
-- attacker; prevention. VILLARS is the one drawn from the pool again.
describe("E11: Marlborough comes to Villars' line", function ()
  it("PEN.no: an 11 does not penetrate; he may disengage, for 1 MP, to the hex he came from", function ()
    local t = e11({ 11 }, { false, "disengage" })
    t.command(ENTER)
    expect(t.reports.line):to_be "disengaged"
    expect(t.marlborough.place):to_be(map.hex "K10")
    expect(t.marlborough.spent):to_be(2)                   -- 1 in, 1 back
    expect(t.marlborough.owed):to_be(0)
    expect(t.line.alive):to_be(true)
    expect(t.villars.owed):to_be(0)                        -- he was there
  end)

  it("G28: without MP he disengages at the cost of his next turn", function ()
    local t = e11({ 11 }, { false }, { spent = 7 })
    t.command(ENTER)                                       -- his eighth: storming is out of the question
    expect(t.reports.line):to_be "disengaged"
    expect(t.marlborough.place):to_be(map.hex "K10")
    expect(t.marlborough.spent):to_be(8)
    expect(t.marlborough.owed):to_be(1)
  end)

  it("G28: under the switch there is no debt for it, and he can do nothing", function ()
    local t = e11({ 11 }, { false }, { spent = 7, situation = { options = { disengage_debt = false } } })
    t.command(ENTER)
    expect(t.reports.line):to_be "held"
    expect(t.marlborough.place):to_be(map.hex "L10")
    expect(t.line.alive):to_be(true)
  end)

  it("4.6.7-line: 3 - 1 is 2 against 2, no modifiers: 4 SP and 10 SP lost, Villars hit, the rout prevented", function ()
    local t = e11({ 11, 2, 5, 1, 5, 3, VILLARS }, { false, "storm", false })
    t.command(ENTER)
    expect(t.reports.line):to_be "stormed"
    expect(t.villars.sp):to_be(46)                         -- 10% of 40
    expect(t.marlborough.sp):to_be(30)                     -- 20% of 50 is 10; the source prints 20
    expect(t.notes):to_contain "Villars is back in the pool"
    expect(t.marlborough.place):to_be(map.hex "L10")       -- 10 of 40 lost: the die of 3 holds him
    expect(t.marlborough.spent):to_be(2)
  end)

  it("4.6.8-clear: the French have lost SP, so the line and its SP are gone, and score", function ()
    local t = e11({ 11, 2, 5, 1, 5, 3, VILLARS }, { false, "storm", false })
    t.command(ENTER)
    expect(t.line.alive):to_be(false)
    expect(t.villars.sp):to_be(46)
    expect(rules.total(sides.allied)):to_be(5)             -- 4 SP and that of the line
    expect(rules.total(sides.french)):to_be(10)
  end)

  it("4.6.8-cross: the next round is without the line; Villars is not replaced yet (G15, G16)", function ()
    local t = e11({ 11, 2, 5, 1, 5, 3,  1, 5, 6, 3, VILLARS }, { false, "storm", true, false, false })
    t.command(ENTER)
    expect(t.villars.sp):to_be(46 - 5)                     -- 1 + 3 is 4: 15% of 30, 4.5
    expect(t.marlborough.sp):to_be(30 - 5)                 -- 5 - 2 is 3: 10% of 46, 4.6
    expect(t.marlborough.spent):to_be(3)
  end)

  it("L.none: with leaderless = none the French 5 stays a 5: 20 percent of 46 is 9.2", function ()
    local t = e11({ 11, 2, 5, 1, 5, 3,  1, 5, 6, 3, VILLARS }, { false, "storm", true, false, false },
      { situation = { options = { leaderless = "none" } } })
    t.command(ENTER)
    expect(t.marlborough.sp):to_be(30 - 9)
  end)

  it("4.6.8-clear: a defender who lost nothing takes the SP of the line in", function ()
    -- 5 percent of 5 SP are a quarter, and that is nothing (G1).
    local t = e11({ 11, 1, 1 }, { false, "storm", false }, { sp = 5, french = 5 })
    t.command(ENTER)
    expect(t.line.alive):to_be(false)
    expect(t.villars.sp):to_be(6)
    expect(t.marlborough.sp):to_be(5)
    expect(rules.total(sides.allied)):to_be(0)
  end)

  it("4.6.8: an attacker who routs leaves the line as it was", function ()
    local t = e11({ 11, 2, 5, 6, 5, 4, 1, 6 }, { false, "storm", "D10" })
    t.command(ENTER)                                       -- a die of 4 does not hold Marlborough
    expect(t.marlborough.place):to_be(map.hex "D10")
    expect(t.line.alive):to_be(true)
  end)
end)
