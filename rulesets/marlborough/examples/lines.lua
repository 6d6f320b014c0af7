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
    expect(t.marlborough.entered):to_be(nil)               -- he is with no enemy there
    expect(t.marlborough.spent):to_be(2)                   -- 1 in, 1 back
    expect(t.marlborough.owed):to_be(0)
    expect(t.line.alive):to_be(true)
    expect(t.villars.owed):to_be(0)                        -- he was there
  end)

  it("PEN.no: without MP he disengages at the cost of his next turn (G28)", function ()
    local t = e11({ 11 }, { false }, { spent = 7 })
    t.command(ENTER)                                       -- his eighth: storming is out of the question
    expect(t.reports.line):to_be "disengaged"
    expect(t.marlborough.place):to_be(map.hex "K10")
    expect(t.marlborough.spent):to_be(8)
    expect(t.marlborough.owed):to_be(1)
  end)

  it("PEN.no: he needs a MP or credit, and a hex to go back to where no enemy is", function ()
    local t = e11()
    t.marlborough.place, t.marlborough.entered = map.hex "L10", map.hex "K10"
    local group = { t.marlborough }
    expect(rules.can_disengage(group)):to_be(true)
    t.marlborough.spent = 8
    expect(rules.can_disengage(group)):to_be(true)
    t.marlborough.owed = 8
    expect(rules.can_disengage(group)):to_be(false)
    t.marlborough.spent = 7
    expect(rules.can_disengage(group)):to_be(true)
    t.villars.place = map.hex "K10"
    expect(rules.can_disengage(group)):to_be(false)
    t.villars.place, t.marlborough.entered = map.hex "L10", nil
    expect(rules.can_disengage(group)):to_be(false)
  end)

  it("PEN.no: under the switch (G28) there is no debt for it: he must storm, and owes that", function ()
    local t = e11({ 11, 2, 1, 6, 6 }, { false }, { spent = 7, situation = { options = { disengage_debt = false } } })
    t.command(ENTER)
    expect(t.reports.line):to_be "stormed"
    expect(t.marlborough.place):to_be(map.hex "L10")
    expect(t.marlborough.owed):to_be(1)
    expect(t.villars.sp):to_be(46)                         -- 10 percent of 40, with no modifiers as in E11
  end)

  it("PEN.no: with no credit for it either he can do nothing", function ()
    local t = e11({ 11 }, { false }, { spent = 7, situation = { options = { disengage_debt = false } } })
    t.marlborough.owed = 8
    t.command(ENTER)
    expect(t.reports.line):to_be "held"
    expect(t.line.alive):to_be(true)
  end)

  it("PEN.no: with a MP left he may go back under the switch too", function ()
    local t = e11({ 11 }, { false, "disengage" }, { situation = { options = { disengage_debt = false } } })
    t.command(ENTER)
    expect(t.reports.line):to_be "disengaged"
    expect(t.marlborough.spent):to_be(2)
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

  it("4.6.8-clear, 5.4: a detachment of 15 SP has no room for it; another force may have", function ()
    local t = e11({}, {}, { french = 15 })
    t.villars.size = "detachment"
    rules.clear_works({ t.villars }, map.hex "L10", sides.french, 0)
    expect(t.line.alive):to_be(false)
    expect(t.villars.sp):to_be(15)
    expect(rules.total(sides.allied)):to_be(1)             -- lost, and so it scores
    t = e11({}, {}, { french = 15 })
    t.villars.size = "detachment"
    local army = field.army("french", "french", 20)
    rules.clear_works({ t.villars, army }, map.hex "L10", sides.french, 0)
    expect(t.villars.sp):to_be(15)
    expect(army.sp):to_be(21)
    expect(rules.total(sides.allied)):to_be(0)
  end)

  it("4.6.8: an attacker who routs leaves the line as it was", function ()
    local t = e11({ 11, 2, 5, 6, 5, 4, 1, 6 }, { false, "storm", "D10" })
    t.command(ENTER)                                       -- a die of 4 does not hold Marlborough
    expect(t.marlborough.place):to_be(map.hex "D10")
    expect(t.line.alive):to_be(true)
  end)
end)

-- --- who answers ----------------------------------------------------------------------------------

describe("INT.line: a line wakes those near it", function ()
  it("INT.line: Villars, 4 MP away, needs no roll; he comes, owes the way and defends", function ()
    local t = e11({ 11, 2, 5, 6, 5, 3 }, { { "Villars' army" }, "storm", false }, { villars = "P10" })
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "L10")
    expect(t.villars.owed):to_be(4)                        -- the way; the attacker pays the battle
    expect(t.marlborough.spent):to_be(2)
    expect(t.villars.sp):to_be(46)
    expect(t.marlborough.sp):to_be(30)
    expect(t.notes):to_contain "totals 2 and 2"
  end)

  it("4.6.8: from any direction: he comes from behind the attacker just as well", function ()
    local t = e11({ 11 }, { { "Villars' army" }, "disengage" }, { villars = "K13" })
    expect(rules.line_responders(sides.french, map.hex "L10")):to_equal { t.villars }
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "L10")
    expect(t.villars.owed):to_be(3)
    expect(t.marlborough.place):to_be(map.hex "K10")
  end)

  it("INT.line: nobody wakes who is 5 MP away, or could not owe the way (G34)", function ()
    local t = e11({}, {}, { villars = "Q10" })
    expect(rules.line_responders(sides.french, map.hex "L10")):to_equal {}
    t.villars.place, t.villars.owed = map.hex "P10", 5
    expect(rules.line_responders(sides.french, map.hex "L10")):to_equal {}
    t.villars.owed = 4
    expect(rules.line_responders(sides.french, map.hex "L10")):to_equal { t.villars }
  end)

  it("INT.line: an entry into a line is not intercepted besides", function ()
    local t = e11({}, {}, { villars = "P10" })
    expect(rules.offer_interception({ t.marlborough }, map.hex "L10")):to_be "none"
  end)

  it("INT.line: his player may decline (G32)", function ()
    local t = e11({ 3, 6, 2 }, { {}, true }, { villars = "P10" })
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "P10")
    expect(t.villars.owed):to_be(0)
    expect(t.reports.line):to_be "attacked"
    expect(t.line.alive):to_be(false)
  end)

  it("4.6.9: a force in the line itself may leave instead, without a roll", function ()
    local t = e11({ 3, 6, 2 }, { true, "M10", true })
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "M10")
    expect(t.villars.owed):to_be(1)
    expect(t.reports.line):to_be "attacked"                -- the line is alone
  end)

  it("4.6.7-order: a minor river before the line counts on top of it", function ()
    local rivers = {}
    for key, value in pairs(field.map) do rivers[key] = value end
    rivers.sides = { minor = "K10-L10" }
    local t = e11({ 11, 2, 2, 6, 6 }, { false, "storm", false }, { situation = { map = rivers } })
    t.command(ENTER)
    expect(t.notes):to_contain "totals 1 and 2"            -- 3, less 1 and 1
  end)
end)

-- --- PEN.yes --------------------------------------------------------------------------------------

describe("PEN.yes: penetrated", function ()
  it("PEN.yes: the defender may fight, without the line, and pays the battle (INT.cost)", function ()
    local t = e11({ 4, 2, 2, 6, 6 }, { { "Villars' army" }, "fight", false }, { villars = "P10" })
    t.command(ENTER)
    expect(t.reports.line):to_be "penetrated"
    expect(t.notes):to_contain "totals 3 and 2"
    expect(t.villars.owed):to_be(5)                        -- 4 and the battle
    expect(t.marlborough.spent):to_be(1)
    expect(t.line.alive):to_be(false)                      -- 4.6.8-clear
  end)

  it("PEN.yes: the river counts all the same", function ()
    local rivers = {}
    for key, value in pairs(field.map) do rivers[key] = value end
    rivers.sides = { minor = "K10-L10" }
    local t = e11({ 4, 2, 2, 6, 6 }, { false, "fight", false }, { situation = { map = rivers } })
    t.command(ENTER)
    expect(t.notes):to_contain "totals 2 and 2"
  end)

  it("PEN.yes: he retreats without a roll, as if he evaded, from where he is (G27); the line is alone", function ()
    local t = e11({ 4, 3, 6, 2 }, { false, "retreat", "O10", true })
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "O10")
    expect(t.villars.owed):to_be(3)
    expect(t.line.alive):to_be(false)                      -- Marlborough attacks it
    expect(t.marlborough.spent):to_be(2)
  end)

  it("PEN.yes: with the switch (G27) he must activate", function ()
    local t = e11({ 4, 12, 3, 1, 6, 6 }, { false, "retreat", false },
      { situation = { options = { penetrated_retreat = "rolled" } } })
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "L10")
    expect(t.villars.owed):to_be(0)
    -- he failed, and is attacked at once, without the line: 3 + 1 is 15 percent of 40
    expect(t.villars.sp):to_be(44)
    expect(t.marlborough.spent):to_be(2)
    expect(t.marlborough.sp):to_be(37)                     -- 5 percent of 50 is 2.5
  end)

  it("PEN.yes: who cannot go anywhere fights without the line too; not with an attacker who has no MP", function ()
    for spent, sp in pairs { [0] = 44, [7] = 50 } do
      local t = e11(spent == 0 and { 4, 3, 1, 6, 6 } or { 4 }, spent == 0 and { "retreat", false } or { "retreat" },
        { spent = spent })
      t.villars.owed = 8
      t.command(ENTER)
      expect(t.villars.place):to_be(map.hex "L10")
      expect(t.villars.sp):to_be(sp)
    end
  end)

  it("PEN.yes: when he routs the line is gone with him", function ()
    local t = e11({ 4, 6, 1, 6, 6, 5, 1, 6 }, { "retreat", "T10" })
    t.villars.owed = 8
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "T10")
    expect(t.line.alive):to_be(false)
    expect(t.reports.line):to_be "penetrated"
  end)

  it("PEN.yes: who is elsewhere may stay there, at no cost", function ()
    local t = e11({ 4 }, { { "Villars' army" }, "stay", false }, { villars = "P10" })
    t.command(ENTER)
    expect(t.villars.place):to_be(map.hex "P10")
    expect(t.villars.owed):to_be(0)
    expect(t.line.alive):to_be(true)                       -- Marlborough lets it be
  end)
end)

-- --- LN.value -------------------------------------------------------------------------------------

describe("LN.value: works alone (E27)", function ()
  -- Marlborough with so many SP attacks a work alone. Dice: attacker, work, then the leader's.
  local function alone(type, sp, dice, options)
    local t = field.begin { dice = dice, answers = { true }, active = "allied", options = options }
    t.work = work(type, "french", sp)
    t.marlborough = field.army("allied", "british", 60, { { "Marlborough", 9, 3 } },
      { name = "Marlborough's army", place = map.hex "K10" })
    if dice[4] then dice[4] = rules.leaders_of(t.marlborough)[1] end   -- drawn again
    t.command(ENTER)
    return t
  end

  it("LN.value: a line inflicts nothing on a 6: 25% of 1 is a quarter (printed 1)", function ()
    local t = alone("line", 1, { 1, 6, 2 })
    expect(t.marlborough.sp):to_be(60)
    expect(t.notes):to_contain "totals 2 and 0"            -- G75: it has no leader, and no -2
    expect(t.work.alive):to_be(false)
    expect(t.marlborough.spent):to_be(2)
    expect(rules.total(sides.allied)):to_be(1)
  end)

  it("LN.value: with a quarter rounded up (G1) it inflicts the printed 1, and rolls for the leader", function ()
    local t = alone("line", 1, { 1, 6, 1, true }, { quarter = "from" })
    expect(t.marlborough.sp):to_be(59)
    expect(t.notes):to_contain "Marlborough is back in the pool"
  end)

  it("LN.value: a strongpoint of 2 SP inflicts 1 on a 6, never more; 20 and 15% of 2 are 1 too", function ()
    for die = 1, 6 do
      local t = alone("strongpoint", 2, { 1, die, 6 })
      expect(t.marlborough.sp):to_be(die >= 4 and 59 or 60)
      expect(t.work.alive):to_be(false)
      expect(rules.total(sides.allied)):to_be(2)
    end
  end)

  it("LN.value: a work hits a leader on a die of 1, whatever it inflicts (a chance of 1 in 6)", function ()
    for _, type in ipairs { "line", "strongpoint" } do
      for die = 1, 6 do
        local dice = { 1, 1, die }                         -- 5 percent of 1 or 2 SP are nothing
        if die == 1 then dice[4] = true end
        local t = alone(type, type == "line" and 1 or 2, dice)
        expect(t.marlborough.sp):to_be(60)
        if die == 1 then expect(t.notes):to_contain "Marlborough is hit" end   -- else nobody is drawn
      end
    end
  end)

  it("LN.value: who has no MP left passes it by, and may storm it later", function ()
    local t = field.begin { dice = { 1, 6, 2 }, active = "allied" }
    local line = work("line", "french", 1)
    local army = field.army("allied", "british", 60, { { "Marlborough", 9, 3 } },
      { name = "Marlborough's army", place = map.hex "K10", spent = 7 })
    t.command(ENTER)
    expect(line.alive):to_be(true)
    expect(t.reports.line):to_be "passed"
    expect(function () t.command "storm Marlborough's army" end):to_refuse "4.4.2"
    army.spent, army.over = 0, ""                          -- the next turn
    t.command "storm Marlborough's army"
    expect(t.notes):to_contain "totals 2 and 0"            -- the line still counts
    expect(line.alive):to_be(false)
  end)

  it("LN.value: who may: an active force with a MP, works, and no force that defends them", function ()
    local t = e11({}, {}, { villars = "P10" })
    local army = t.marlborough
    expect(rules.may_attack_works(army)):to_be(false)      -- nothing is in K10
    army.place = map.hex "L10"
    expect(rules.may_attack_works(army)):to_be(true)
    army.spent = 8
    expect(rules.may_attack_works(army)):to_be(false)
    army.spent = 7
    expect(rules.may_attack_works(army)):to_be(true)
    army.active = false
    expect(rules.may_attack_works(army)):to_be(false)
    army.active = true
    t.villars.place = map.hex "L10"
    expect(rules.may_attack_works(army)):to_be(false)
  end)

  it("LN.value: nobody storms what a force defends, or what is not there", function ()
    local t = e11 {}
    t.marlborough.place = map.hex "L10"
    expect(function () t.command "storm Marlborough's army" end):to_refuse "LN.value"
    t.marlborough.place = map.hex "K10"
    expect(function () t.command "storm Marlborough's army" end):to_refuse "LN.value"
    t.marlborough.active = false
    expect(function () t.command "storm Marlborough's army" end):to_refuse "4.1"
  end)

  it("4.6.8-clear: with line_adds (G29) its SP fight in the first round", function ()
    local t = e11({}, {}, { situation = { options = { line_adds = true } } })
    t.villars.sp = 7                                       -- 20% of 8 is 1.6, of 7 it were 1.4
    expect(rules.defending_strength({ t.villars }, "line").total):to_be(8)
    expect(rules.defending_strength({ t.villars }, "").total):to_be(7)
  end)

  it("4.6.8: a battle in the hex of a line counts it, by whatever way it comes about", function ()
    local t = e11 {}
    t.marlborough.place = map.hex "L10"
    expect(rules.ground_of(t.marlborough)):to_be "line"
    t.marlborough.over = "minor"
    expect(rules.ground_of(t.marlborough)):to_be "minor line"
    t.line.side = sides.allied
    expect(rules.ground_of(t.marlborough)):to_be "minor"
  end)

  it("4.6.7-line: an interceptor who attacks a force on a line of its own has the line against him", function ()
    local t = field.begin { dice = { 6, 2, 2, 6, 6 }, answers = { { "Villars' army" }, false, false }, active = "allied" }
    local line = work("line", "allied", 1)
    field.army("french", "french", 50, { { "Villars", 9, 2 } },
      { name = "Villars' army", active = false, place = map.hex "O10" })
    field.army("allied", "british", 40, { { "Marlborough", 9, 3 } },
      { name = "Marlborough's army", place = map.hex "K10" })
    t.command(ENTER)
    expect(t.notes):to_contain "totals 1 and 3"
    expect(line.alive):to_be(false)                        -- he did not rout
  end)
end)
