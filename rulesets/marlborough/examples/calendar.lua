-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ, 11.2: the calendar and the sequence of play.

local field = require "examples.field"

local function on(year, month, half)
  game.year, game.month, game.half = year, month, half
end

describe("SEQ: the calendar", function ()
  it("I.scale: a turn is half a month", function ()
    field.begin {}
    on(1704, 5, 1)
    expect(rules.date_text()):to_be("May I 1704")
    rules.next_half_month()
    expect(rules.date_text()):to_be("May II 1704")
    rules.next_half_month()
    expect(rules.date_text()):to_be("June I 1704")
    on(1704, 12, 2)
    rules.next_half_month()
    expect(rules.date_text()):to_be("January I 1705")
  end)

  it("SEQ: December I 1704 is the first winter turn, November II the last before it (E17)", function ()
    field.begin {}
    on(1704, 11, 2)
    expect(rules.is_winter()):to_be(false)
    on(1704, 12, 1)
    expect(rules.is_winter()):to_be(true)
    on(1705, 1, 2)
    expect(rules.is_winter()):to_be(true)
    on(1704, 4, 1)
    expect(rules.is_winter()):to_be(false)
  end)

  it("11.2.3: winter may begin in January, and play ends with January II at the latest", function ()
    field.begin {}
    rules.winter_begins(1, 1)
    on(1704, 12, 2)
    expect(rules.is_winter()):to_be(false)
    expect(rules.season_ends()):to_be(false)
    on(1705, 1, 1)
    expect(rules.is_winter()):to_be(true)
    on(1705, 1, 2)
    expect(rules.season_ends()):to_be(true)
    rules.winter_begins(10, 2)
    on(1704, 10, 1)
    expect(rules.is_winter()):to_be(false)
    on(1704, 10, 2)
    expect(rules.is_winter()):to_be(true)
  end)

  it("11.2.3: a winter turn at whose end nobody is in the field is the last", function ()
    field.begin {}
    on(1704, 12, 1)
    game.winter = true
    expect(rules.season_ends()):to_be(true)
    local army = field.army("allied", "british", 30)
    expect(rules.season_ends()):to_be(false)
    army.place = nil
    expect(rules.season_ends()):to_be(true)
    game.winter = false
    expect(rules.season_ends()):to_be(false)
  end)

  it("11.2.1: a new season begins on its own turn, and winter comes in its own year", function ()
    field.begin {}
    on(1705, 1, 2)
    rules.begin_season(1705, 3, 2)
    expect(rules.date_text()):to_be("March II 1705")
    expect(rules.is_winter()):to_be(false)
    rules.winter_begins(11, 1)
    on(1705, 10, 2)
    expect(rules.is_winter()):to_be(false)
    on(1705, 11, 1)
    expect(rules.is_winter()):to_be(true)
  end)
end)

describe("SEQ: the sequence", function ()
  local function now() return game.active.key .. " " .. current_phase() .. " " .. game.turn end

  it("SEQ: French magazines and activity, then Allied ones", function ()
    local t = field.begin { active = "french", phase = "secondary_magazines" }
    expect(now()):to_be("french secondary_magazines 1")
    t.next_phase()
    expect(now()):to_be("french activity 1")
    t.next_phase()                                         -- primary magazines are laid by themselves
    expect(now()):to_be("allied secondary_magazines 1")
    t.next_phase()
    expect(now()):to_be("allied activity 1")
    t.next_phase()
    expect(now()):to_be("french secondary_magazines 2")
  end)

  it("SEQ.order: forces move by turns and meet, each within its own points", function ()
    local t = field.begin { active = "allied" }
    local one = field.army("allied", "british", 20, { { "Marlborough", 9, 3 } }, { name = "One" })
    local two = field.army("allied", "british", 20, { { "Cutts", 7, 0 } },
      { name = "Two", place = map.hex "P10" })
    t.command "move One to M10"
    t.command "move Two to N10"
    t.command "move One to N10"
    expect(one.place == two.place):to_be(true)
    expect(one.spent):to_be(2)
    expect(two.spent):to_be(2)
    expect(function () t.command "move One to X10" end):to_refuse "4.2-mp"     -- 10 hexes, 6 MP left
  end)

  it("SEQ.turn: the date goes on with the turn", function ()
    local t = field.begin { active = "french" }
    on(1704, 11, 2)
    for _ = 1, 3 do t.next_phase() end
    expect(now()):to_be("french secondary_magazines 2")
    expect(rules.date_text()):to_be("December I 1704")
    expect(game.winter):to_be(true)
  end)

  it("4.2-save: what was spent ahead comes off the next own turn", function ()
    local t = field.begin { active = "french", phase = "activity" }
    local allied = field.army("allied", "british", 30, { { "Marlborough", 9, 3 } }, { spent = 8 })
    allied.owed = 3
    t.next_phase()                                         -- French activity ends
    t.next_phase()
    expect(now()):to_be("allied activity 1")
    expect(allied.spent):to_be(3)
    expect(allied.owed):to_be(0)
    expect(allied.active):to_be(false)
    expect(rules.movement_left(allied)):to_be(5)
  end)

  it("C.dem-tick: a turn of demoralisation is over at the end of the own Activity Phase, but not of the "
    .. "one in which it came", function ()
    field.begin { active = "allied" }
    local old = field.army("allied", "british", 30, {}, { name = "Old", demoralised = 3, demoralised_before = 3 })
    local new = field.army("allied", "british", 30, {}, { name = "New", demoralised = 3 })
    local enemy = field.army("french", "french", 30, {}, { name = "Enemy", place = map.hex "D10", demoralised = 2 })
    rules.tick_demoralisation(sides.allied)
    expect(old.demoralised):to_be(2)
    expect(new.demoralised):to_be(3)
    expect(enemy.demoralised):to_be(2)
  end)

  it("C.dem-tick: by the other reading every game turn counts, for both", function ()
    field.begin { options = { demoralised_until = "turn" } }
    local new = field.army("allied", "british", 30, {}, { demoralised = 3 })
    local enemy = field.army("french", "french", 30, {}, { place = map.hex "D10", demoralised = 1 })
    rules.finish_turn()
    expect(new.demoralised):to_be(2)
    expect(enemy.demoralised):to_be(0)
  end)

  it("9.0: at the end of the scenario more points win", function ()
    field.begin {}
    game.turns, game.turn = 15, 14
    rules.score(sides.allied, 3, "9.1", "a test")
    rules.score(sides.french, 2, "9.1", "a test")
    expect(rules.victor()):to_be(nil)
    game.turn = 15
    local winner, why = rules.victor()
    expect(winner):to_be(sides.allied)
    expect(why):to_be("Allied has 3 points against 2")
    rules.score(sides.french, 1, "9.1", "a test")
    winner, why = rules.victor()
    expect(winner):to_be(nil)
    expect(why):to_be("both sides have 3 points")
  end)
end)
