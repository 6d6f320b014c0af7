-- SPDX-License-Identifier: GPL-3.0-or-later
-- 9: victory points (E18), and the switches of their readings.

local field = require "examples.field"

-- A place of the Allies or the French, which was theirs when the game began.
local function place(name, side, class, garrison, more)
  local fields = { name = name, side = sides[side], owner = sides[side], class = class, printed = garrison,
    intrinsic = garrison, place = map.hex "L10" }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("fortress", fields)
end

describe("9.1: the schedule (E18)", function ()
  it("9.1: Kehl 2, Lille 9, St Armand 3, Rain 2, Augsburg 2", function ()
    field.begin {}
    expect(rules.place_value(place("Kehl", "french", 2, 1))):to_be(2)
    expect(rules.place_value(place("Lille", "french", 1, 6))):to_be(9)
    expect(rules.place_value(place("St Armand", "french", 2, 2))):to_be(3)
    expect(rules.place_value(place("Rain", "french", 2, 1))):to_be(2)
    expect(rules.place_value(place("Augsburg", "french", 2, 1))):to_be(2)
    expect(rules.place_value(place("Munich", "french", 0, 0))):to_be(1)
  end)

  it("VP.eco: Munich and the places around: printed 15, which leaves Munich's own value out", function ()
    field.begin { options = { campaign = true } }
    rules.score_place(sides.allied, place("Rain", "french", 2, 1))
    rules.score_place(sides.allied, place("Augsburg", "french", 2, 1, { value = 1, value_allied = 1 }))
    expect(rules.total(sides.allied)):to_be(2 + 2 + 1)
    rules.score_place(sides.allied, place("Munich", "french", 0, 0, { value = 10, value_allied = 5 }))
    expect(rules.total(sides.allied)):to_be(15 + 1)        -- an open city by the schedule (G52)
  end)

  it("VP.eco: no economic points in a game of one year", function ()
    field.begin {}
    local augsburg = place("Augsburg", "french", 2, 1, { value = 1, value_allied = 1 })
    rules.score_place(sides.allied, augsburg)
    expect(rules.total(sides.allied)):to_be(2)
    expect(rules.economic_points(augsburg)):to_be(0)
  end)

  it("VP.eco: an unknown value scores nothing", function ()
    field.begin { options = { campaign = true } }
    expect(rules.economic_points(place("Ulm", "french", 2, 1))):to_be(0)
  end)

  it("9.1: SP lost 1, captured 2, a leader 2, Marlborough 5, a train 5", function ()
    field.begin {}
    rules.score_lost(sides.french, 7)
    expect(rules.total(sides.allied)):to_be(7)
    rules.score_captured(sides.french, 4)
    expect(rules.total(sides.allied)):to_be(7 + 8)
    expect(sides.allied.captured_sp):to_be(4)
    expect(sides.allied.taken_sp):to_be(4)                 -- in all, whatever is exchanged (11.7)
    local french = field.army("french", "french", 20, { { "Tallard", 7, 0 } })
    local british = field.army("allied", "british", 20, { { "Marlborough", 9, 3 } })
    rules.score_leader(rules.leaders_of(french)[1])
    expect(rules.total(sides.allied)):to_be(17)
    rules.score_leader(rules.leaders_of(british)[1])
    expect(rules.total(sides.french)):to_be(5)
    rules.capture_train(create("train", { name = "train", side = sides.allied, nation = "dutch" }))
    expect(rules.total(sides.french)):to_be(10)
  end)

  it("9.1: under the switch (G52) captured SP count 3, Marlborough 7", function ()
    field.begin { options = { captured_points = "both" } }
    rules.score_captured(sides.french, 4)
    expect(rules.total(sides.allied)):to_be(12)
    local british = field.army("allied", "british", 20, { { "Marlborough", 9, 3 } })
    expect(rules.leader_value(rules.leaders_of(british)[1])):to_be(7)
  end)

  it("9.1-any: SP lost for any cause count: supply, winter, sieges", function ()
    field.begin {}
    for _, cause in ipairs { "ST.excess", "7.8-loss", "SG.roll", "C.loss" } do
      rules.score_lost(sides.french, 1, cause, "a cause")
    end
    expect(rules.total(sides.allied)):to_be(4)
  end)

  it("11.6-vp: what is lost for want of upkeep counts, unless the switch says otherwise", function ()
    field.begin {}
    rules.score_lost(sides.french, 3, "11.6-short", "no upkeep")
    expect(rules.total(sides.allied)):to_be(3)
    field.begin { options = { upkeep_points = false } }
    rules.score_lost(sides.french, 3, "11.6-short", "no upkeep")
    expect(rules.total(sides.allied)):to_be(0)
  end)
end)

describe("9.0: the tally", function ()
  it("9.0: the total is the sum of the events, each with its turn and reason", function ()
    local t = field.begin { turn = 3 }
    rules.score(sides.french, 2, "9.1", "one")
    rules.score(sides.french, 5, "9.1", "two")
    rules.score(sides.allied, 4, "9.1", "three")
    expect(rules.total(sides.french)):to_be(7)
    expect(rules.sum_of_events(sides.french)):to_be(7)
    expect(rules.sum_of_events(sides.allied)):to_be(4)
    local events = all("score", { side = sides.french })
    expect(#events):to_be(2)
    expect(events[2].reason):to_be "two"
    expect(events[2].turn):to_be(3)
    expect(t.notes):to_contain "2 VP for one"
  end)

  it("9.0: vp lists every event and both totals", function ()
    field.begin { turn = 2 }
    rules.score(sides.allied, 4, "9.1", "Rain taken")
    local lines = rules.points_listed()
    expect(lines):to_contain "French: 0 VP"
    expect(lines):to_contain "T2 Allied 4  Rain taken (9.1)"
    expect(lines):to_contain "Allied: 4 VP"
  end)

  it("9.0: vp at the prompt, with the places on the map", function ()
    local t = field.begin { turn = 2 }
    rules.score_place(sides.allied, place("Lille", "french", 1, 6))
    rules.score_lost(sides.allied, 3, "C.loss", "3 SP lost in battle")
    expect(t.inquire "vp"):to_equal { "T2 French 3  3 SP lost in battle (C.loss)", "French: 3 VP",
      "T2 Allied 9  Lille taken (9.1)", "Allied: 9 VP" }
    expect(t.inquire "vp allied"):to_equal { "T2 Allied 9  Lille taken (9.1)", "Allied: 9 VP" }
    expect(rules.places_that_score()):to_equal { map.hex "L10" }
    expect(rules.places_that_score(sides.french)):to_equal {}
  end)

  it("9.0: points without an event are told", function ()
    local t = field.begin { invariants = false }
    expect(t.broken()):to_equal {}
    rules.score(sides.allied, 4, "9.1", "Rain taken")
    sides.allied.points = 5
    expect(#t.broken()):to_be(1)
    expect(t.broken()[1]):to_contain "has 5 points, its events 4"
  end)

  it("9.0: nothing is no event", function ()
    field.begin {}
    rules.score(sides.allied, 0, "9.1", "nothing")
    rules.score_lost(sides.allied, 0, "9.1", "nothing")
    expect(#all "score"):to_be(0)
  end)
end)

describe("9.0-own: places lost and taken back", function ()
  it("9.0-own: a place that is retaken scores nothing, but the enemy's points for it go", function ()
    field.begin {}
    local lille = place("Lille", "french", 1, 6)
    rules.score_place(sides.allied, lille)
    expect(rules.total(sides.allied)):to_be(9)
    game.turn = 3
    rules.score_place(sides.french, lille)
    expect(rules.total(sides.allied)):to_be(0)
    expect(rules.total(sides.french)):to_be(0)
    local event = all("score", { side = sides.allied, turn = 3 })[1]
    expect(event.reason):to_be "Lille lost again"
    expect(event.rule):to_be "9.0-own"
    rules.score_place(sides.allied, lille)                 -- and once more
    expect(rules.total(sides.allied)):to_be(9)
  end)

  it("9.0-own: only that place's points go", function ()
    field.begin {}
    local lille, kehl = place("Lille", "french", 1, 6), place("Kehl", "french", 2, 1)
    rules.score_place(sides.allied, lille)
    rules.score_place(sides.allied, kehl)
    rules.score_place(sides.french, lille)
    expect(rules.total(sides.allied)):to_be(2)
    rules.score_place(sides.french, kehl)
    expect(rules.total(sides.allied)):to_be(0)
    rules.score_place(sides.french, kehl)                  -- there is no more to lose
    expect(rules.total(sides.allied)):to_be(0)
  end)

  it("9.0-own: score with a fortress of the side itself takes from the enemy too", function ()
    field.begin {}
    local lille = place("Lille", "french", 1, 6)
    rules.score(sides.allied, 9, "9.1", "Lille taken", lille)
    rules.score(sides.french, 9, "9.1", "Lille taken", lille)
    expect(rules.total(sides.allied)):to_be(0)
    expect(rules.total(sides.french)):to_be(0)
  end)
end)

describe("VP.noint: garrisons", function ()
  it("VP.noint: the intrinsic garrison is in the value of the place, what was added is captured SP", function ()
    field.begin {}
    rules.score_garrison(sides.french, 6, 3)
    expect(rules.total(sides.allied)):to_be(6)             -- 2 x 3; not 6 x 2 beside Lille's 9
    expect(sides.allied.captured_sp):to_be(9)
  end)

  it("VP.noint: under the switch (G40) both score", function ()
    field.begin { options = { garrison_points = "both" } }
    rules.score_garrison(sides.french, 6, 3)
    expect(rules.total(sides.allied)):to_be(18)
    expect(sides.allied.captured_sp):to_be(9)
  end)
end)

describe("VP.half: half points", function ()
  it("VP.half: not unless it is switched on: 7 lost and 3 captured are 7 and 6", function ()
    field.begin()
    rules.score_lost(sides.french, 7)
    rules.score_captured(sides.french, 3)
    expect(rules.total(sides.allied) == 13):to_be(true)
  end)

  it("VP.half: half a point for an SP lost, one for a captured one, exactly", function ()
    field.begin { options = { half_points = true } }
    rules.score_lost(sides.french, 7)
    expect(tostring(rules.total(sides.allied))):to_be "7/2"
    rules.score_captured(sides.french, 3)
    expect(tostring(rules.total(sides.allied))):to_be "13/2"
    rules.score_lost(sides.french, 1)
    expect(rules.total(sides.allied) == 7):to_be(true)
  end)

  it("VP.half: none for want of supply", function ()
    field.begin { options = { half_points = true } }
    for _, cause in ipairs { "ST.excess", "7.8-loss", "11.6-short", "13.3-after" } do rules.score_lost(sides.french, 4, cause, "hunger") end
    expect(rules.total(sides.allied) == 0):to_be(true)
  end)

  it("VP.half: places and trains keep their points", function ()
    field.begin { options = { half_points = true } }
    rules.score_place(sides.allied, place("Kehl", "french", 2, 1))
    rules.capture_train(create("train", { name = "train", side = sides.french, nation = "french" }))
    expect(rules.total(sides.allied) == 7):to_be(true)
  end)
end)
