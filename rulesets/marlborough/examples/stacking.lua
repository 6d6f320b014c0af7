-- SPDX-License-Identifier: GPL-3.0-or-later
-- ST, 7.8: stacking by fodder, what is over it, winter.

local GROUND = { f = "fertile", g = "good", ["."] = "average", r = "average rough", R = "fertile rough" }

local function strip(row, data)
  local given = { map = { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = GROUND, rows = { row } },
    kind = "force", phase = "activity", active = "allied" }
  for key, value in pairs(data or {}) do given[key] = value end
  return situation(given)
end

local function force(nation, at, sp, more)
  local french = nation == "french"
  local fields = { name = nation .. " army", side = sides[french and "french" or "allied"], nation = nation, size = "army",
    sp = sp, place = map.hex(at) }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("force", fields)
end

local function magazine(army, at, grade)
  return create("magazine", { name = army.name .. " magazine", side = army.side, nation = army.nation,
    grade = grade or "primary", army = army, place = map.hex(at) })
end

local function train(side, at)
  return create("train", { name = "train", side = sides[side], nation = "dutch", place = map.hex(at) })
end

local function limit(at, side) return rules.stacking_limit(map.hex(at), sides[side or "allied"]).total end

describe("ST.class: fodder", function ()
  it("ST.class: fertile, good and average ground; rough is what it is besides", function ()
    strip "f g . r R"
    local words = {}
    for i, hex in ipairs(map.hexes) do words[i] = rules.fodder(hex) end
    expect(words):to_equal { "fertile", "good", "average", "average", "fertile" }
  end)

  it("ST.class: with a magazine 100, 75, 50; without 50, 35, 20", function ()
    strip "f g . f g ."
    for i, at in ipairs { "A1", "B1", "C1" } do expect(limit(at)):to_be(({ 50, 35, 20 })[i]) end
    for i, at in ipairs { "A1", "B1", "C1" } do
      local army = force("dutch", at, 10)
      magazine(army, at)
      expect(limit(at)):to_be(({ 100, 75, 50 })[i])
    end
    expect(limit("C1") * 2):to_be(limit "A1")              -- average is half of fertile
  end)

  it("ST.class: the tally says why", function ()
    strip "."
    force("dutch", "A1", 10)
    expect(rules.stacking_limit(map.hex "A1", sides.allied):steps()[1].reason):to_contain "without a magazine"
  end)

  it("ST.range: the limit falls when the magazine is out of range", function ()
    strip ". . . . . . ."
    local army = force("dutch", "A1", 10)
    local near = magazine(army, "F1")
    expect(limit "A1"):to_be(50)
    near.place = map.hex "G1"
    expect(limit "A1"):to_be(20)
  end)

  it("ST.range: or when its line is cut", function ()
    strip ". . . . . ."
    magazine(force("dutch", "A1", 10), "F1")
    force("french", "C1", 1, { size = "detachment" })
    expect(limit "A1"):to_be(20)
  end)

  it("ST.range: a secondary magazine serves as well", function ()
    strip ". . . ."
    magazine(force("dutch", "A1", 10), "D1", "secondary")
    expect(limit "A1"):to_be(50)
  end)

  it("ST.range: of several forces those with half of the SP decide (ours)", function ()
    strip ". . . ."
    local army = force("dutch", "A1", 20)
    magazine(army, "B1")
    local other = force("austrian", "A1", 20)
    expect(limit "A1"):to_be(50)
    other.sp = 21
    expect(limit "A1"):to_be(20)
  end)

  it("ST.range: an empty hex is supplied by any magazine near it", function ()
    strip ". . . . . . . . ."
    magazine(force("dutch", "A1", 20), "C1")
    expect(limit "H1"):to_be(50)
    expect(limit "I1"):to_be(20)
    expect(limit("H1", "french")):to_be(20)
  end)
end)

describe("ST.train: siege trains", function ()
  it("ST.train: each counts as 5 SP; garrisons, works and the enemy do not count", function ()
    strip ". ."
    force("dutch", "A1", 25)
    expect(rules.stacked(map.hex "A1", sides.allied)):to_be(25)
    train("allied", "A1")
    expect(rules.stacked(map.hex "A1", sides.allied)):to_be(30)
    train("allied", "A1")
    force("british", "A1", 4)
    force("french", "A1", 50)
    create("fortress", { name = "fortress", side = sides.allied, place = map.hex "A1", class = 1, printed = 5, intrinsic = 5,
      extra = 3 })
    create("work", { name = "line", side = sides.allied, type = "line", place = map.hex "A1", sp = 1 })
    expect(rules.stacked(map.hex "A1", sides.allied)):to_be(39)
    expect(rules.stacked(map.hex "A1", sides.french)):to_be(50)
    expect(rules.stacked(map.hex "B1", sides.allied)):to_be(0)
    expect(rules.counts_as(all("train")[1])):to_be(5)
    expect(rules.counts_as(all("force")[1])):to_be(25)
  end)
end)

describe("ST.excess: what is over the limit", function ()
  it("ST.excess: half of it is lost (G42), a fraction above a quarter goes up", function ()
    strip "."
    for excess, loss in pairs { [1] = 1, [2] = 1, [5] = 3, [10] = 5, [11] = 6 } do
      expect(rules.excess_loss(excess).total):to_be(loss)
    end
  end)

  it("ST.excess: under the switch (G42) half SP go down", function ()
    strip(".", { options = { excess_rounding = "down" } })
    for excess, loss in pairs { [1] = 0, [5] = 2, [10] = 5 } do
      expect(rules.excess_loss(excess).total):to_be(loss)
    end
  end)

  it("E16: 30 with a train, five hexes from the magazine: nothing is lost", function ()
    strip ". . . . . ."
    local army = force("dutch", "A1", 25)
    train("allied", "A1")
    magazine(army, "F1", "secondary")
    expect(rules.excess(map.hex "A1", sides.allied)):to_be(0)
    rules.lose_excess(sides.allied)
    expect(army.sp):to_be(25)
  end)

  it("ST.excess: E16, the way is blocked and 6 MP around: 10 over 20, 5 are lost, the train stays", function ()
    local ground = { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = GROUND,
      rows = { ". . . . . .", " . . . . . ." } }
    strip("", { map = ground })
    local army, guns = force("dutch", "A1", 25), train("allied", "A1")
    magazine(army, "F1")
    expect(rules.supply_line(army).cost):to_be(5)
    force("french", "C1", 5, { size = "detachment" })
    expect(rules.supplied(army)):to_be(false)
    expect(rules.cheapest_way(army, army.place, map.hex "F1", { blocked = { map.hex "C1" } }).cost):to_be(6)
    rules.lose_excess(sides.allied)
    expect(army.sp):to_be(20)
    expect(guns.alive):to_be(true)
    expect(rules.total(sides.french)):to_be(5)             -- 9.1-any: for any cause
  end)

  it("ST.excess: what is over the limit, and nothing below it", function ()
    strip "."
    local army = force("dutch", "A1", 30)
    for sp, over in pairs { [30] = 10, [21] = 1, [20] = 0, [7] = 0 } do
      army.sp = sp
      expect(rules.excess(map.hex "A1", sides.allied)):to_be(over)
    end
  end)

  it("ST.excess: only the side whose turn ends loses", function ()
    strip "."
    local army = force("french", "A1", 30)
    rules.lose_excess(sides.allied)
    expect(army.sp):to_be(30)
    rules.lose_excess(sides.french)
    expect(army.sp):to_be(25)
  end)

  it("ST.excess, SEQ: the end of the phase is the time", function ()
    local t = strip "."
    local army = force("dutch", "A1", 30)
    t.command "end"
    t.next_phase()
    expect(army.sp):to_be(25)
  end)

  it("ST.excess: with half points want of supply scores nothing (VP.half)", function ()
    strip(".", { options = { half_points = true } })
    force("dutch", "A1", 30)
    rules.lose_excess(sides.allied)
    expect(rules.total(sides.french)):to_be(0)
  end)

  it("ST.excess: of several forces the owner says who loses, or all pro rata", function ()
    strip(".", { answers = { "all of them" } })
    local one, other = force("dutch", "A1", 30), force("austrian", "A1", 10)
    rules.lose_excess(sides.allied)                        -- 20 over: 10 lost
    expect(one.sp + other.sp):to_be(30)
    expect(other.sp):to_be(8)                              -- 7.5 and 2.5: the first of equal fractions
  end)

  it("ST.excess: or one of them alone", function ()
    strip(".", { answers = { "austrian army" } })
    local one, other = force("dutch", "A1", 30), force("austrian", "A1", 10)
    rules.lose_excess(sides.allied)
    expect(one.sp):to_be(30)
    expect(other.alive):to_be(false)                       -- it had no more than the 10
  end)

  it("ST.excess: trains alone lose nothing", function ()
    strip "."
    for _ = 1, 5 do train("allied", "A1") end
    rules.lose_excess(sides.allied)
    expect(#all "train"):to_be(5)
  end)
end)

describe("7.8: winter", function ()
  it("7.8-half: stacking is halved, odd limits down", function ()
    strip "f g ."
    game.winter = true
    for i, at in ipairs { "A1", "B1", "C1" } do expect(limit(at)):to_be(({ 25, 17, 10 })[i]) end
    for i, at in ipairs { "A1", "B1", "C1" } do
      magazine(force("dutch", at, 5), at)
      expect(limit(at)):to_be(({ 50, 37, 25 })[i])
    end
  end)

  it("7.8-half: E17, E21: 10 on average ground, 25 on fertile ground like Tournai's", function ()
    strip ". f"
    game.winter = true
    expect(limit "A1"):to_be(10)
    expect(limit "B1"):to_be(25)
    local garrison = force("dutch", "B1", 13)
    rules.lose_excess(sides.allied)
    expect(garrison.sp):to_be(13)
  end)

  it("7.8-loss: E17, a tenth of the SP: 40 lose 4, 42 lose 4, 43 lose 5", function ()
    strip ". ."
    for sp, left in pairs { [40] = 36, [42] = 38, [43] = 38 } do
      local army = force("austrian", "A1", sp)
      rules.winter_losses(sides.allied)
      expect(army.sp):to_be(left)
      eliminate(army)
    end
    expect(rules.total(sides.french)):to_be(13)
  end)

  it("7.8-loss, SEQ: E17, at the end of the owner's turn, in winter turns alone", function ()
    local t = strip "f f"
    local army, enemy = force("austrian", "A1", 20), force("french", "B1", 20)
    t.command "end"
    t.next_phase()
    expect(army.sp):to_be(20)
    t = strip "f f"
    army, enemy = force("austrian", "A1", 20), force("french", "B1", 20)
    game.winter = true
    t.command "end"
    t.next_phase()
    expect(army.sp):to_be(18)
    expect(enemy.sp):to_be(20)                             -- at the end of its own
  end)

  it("7.8-loss, SEQ: under the switch (G45) both sides at the end of the turn", function ()
    local t = strip("f f", { options = { winter_loss_at = "turn" }, active = "french" })
    local army, enemy = force("austrian", "A1", 20), force("french", "B1", 20)
    game.winter_from = 1
    game.winter = true
    t.command "end"
    t.next_phase()
    expect(enemy.sp):to_be(20)                             -- not at the end of its own
    while current_phase() ~= "activity" do t.next_phase() end
    t.command "end"
    t.next_phase()
    expect(army.sp):to_be(18)
    expect(enemy.sp):to_be(18)
  end)

  it("7.8-out: off the map, or in a fortress of one's own, a force is in quarters (G45)", function ()
    strip ". . . ."
    local army = force("dutch", "A1", 20)
    local place = create("fortress", { name = "fortress", side = sides.allied, place = map.hex "B1", class = 2, printed = 2,
      intrinsic = 2 })
    create("fortress", { name = "city", side = sides.allied, place = map.hex "C1", class = 0 })
    expect(rules.in_quarters(army)):to_be(false)
    army.place = map.hex "B1"
    expect(rules.in_quarters(army)):to_be(true)
    place.dismantled = true
    expect(rules.in_quarters(army)):to_be(false)
    place.dismantled, place.side = false, sides.french
    expect(rules.in_quarters(army)):to_be(false)
    army.place = map.hex "C1"
    expect(rules.in_quarters(army)):to_be(false)           -- an open city
    army.place = nil
    expect(rules.in_quarters(army)):to_be(true)
    rules.winter_losses(sides.allied)
    expect(army.sp):to_be(20)
  end)

  it("7.8-out: SP in supplementary garrisons are safe", function ()
    strip "."
    local place = create("fortress", { name = "fortress", side = sides.allied, place = map.hex "A1", class = 2, printed = 2,
      intrinsic = 2, extra = 4 })
    game.winter = true
    rules.winter_losses(sides.allied)
    rules.lose_excess(sides.allied)
    expect(rules.garrison(place)):to_be(6)
  end)

  it("7.8-out: E17, in the turn before winter a force goes off the map with its leader and its train", function ()
    local t = strip ". ."
    game.month, game.half = 11, 2                          -- November II; winter begins with December I
    local army, guns = force("dutch", "A1", 30), train("allied", "A1")
    local leader = create("leader", { name = "Overkirk", side = sides.allied, nation = "dutch", post = "force", force = army })
    t.command "retire dutch army"
    expect(army.place):to_be(nil)
    expect(guns.place):to_be(nil)
    expect(leader.force):to_be(army)
    rules.lose_excess(sides.allied)
    expect(army.sp):to_be(30)
  end)

  it("7.8-loss, 7.8-out: who goes in a winter turn only has lost a tenth in it, but not out of a fortress", function ()
    local t = strip ". ."
    game.month, game.half, game.winter = 12, 1, true       -- E17: December I
    local army = force("austrian", "A1", 43)
    local home = force("dutch", "B1", 20)
    create("fortress", { name = "fortress", side = sides.allied, place = map.hex "B1", class = 2, printed = 2, intrinsic = 2 })
    t.command "retire austrian army"
    expect(army.sp):to_be(38)
    expect(rules.total(sides.french)):to_be(5)
    t.command "retire dutch army"
    expect(home.sp):to_be(20)
    rules.winter_losses(sides.allied)
    expect(army.sp):to_be(38)
    expect(army.place):to_be(nil)
  end)

  it("7.8-out: not earlier, not before the enemy; trains stay with those who stay", function ()
    local t = strip ". ."
    game.month, game.half = 11, 1
    local army, guns = force("dutch", "A1", 10), train("allied", "A1")
    force("austrian", "A1", 10)
    expect(function () t.command "retire dutch army" end):to_refuse "7.8-out"
    game.half = 2
    local enemy = force("french", "A1", 5)
    expect(function () t.command "retire dutch army" end):to_refuse "4.5"
    enemy.place = map.hex "B1"
    expect(function () rules.retire(enemy) end):to_refuse "7.8-out"
    t.command "retire dutch army"
    expect(guns.place):to_be(map.hex "A1")
    t.command "retire train"                               -- but they may go by themselves
    expect(guns.place):to_be(nil)
    expect(guns.camp):to_be(map.hex "A1")                  -- near to which they come back (11.8)
    expect(army.camp):to_be(map.hex "A1")
    expect(function () t.command "retire Allied" end):to_refuse "7.8-out"
    expect(function () t.command "retire dutch army" end):to_refuse "7.8-out"
    expect(army.place):to_be(nil)
  end)
end)
