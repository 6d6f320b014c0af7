-- SPDX-License-Identifier: GPL-3.0-or-later
-- SG, 7.6, 4.9, 13.4, 13.6: sieges (E13 to E15).

local ground = require "examples.siege_ground"

-- E14: Charleroi, 1st class, 5 + 2, Allied; Villars with 20 SP and one train.
local function charleroi(data, sp)
  local t = ground.begin(data)
  t.fortress = ground.fortress("allied", "Charleroi", 1, 5, { extra = 2, nation = "dutch" })
  t.villars = ground.force("french", "french", sp or 20, { name = "Villars's army" })
  ground.leader(t.villars, { "Villars", 9, 2 })
  ground.trains("french", "french", 1)
  return t
end

-- E15: St Armand, 2nd class, 2, French; Coehoorn with 20 Dutch and a train.
local function st_armand(data)
  local all_of_it = { active = "allied" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  local t = ground.begin(all_of_it)
  t.fortress = ground.fortress("french", "St Armand", 2, 2)
  t.dutch = ground.force("allied", "dutch", 20, { name = "Dutch army" })
  ground.leader(t.dutch, { "Coehoorn", 7, 0 }, { engineer = true })
  ground.trains("allied", "dutch", 1)
  return t
end

-- The next turn for besiegers: points and place are new.
local function next_turn(...)
  for _, force in ipairs { ... } do force.spent = 0 end
  game.turn = game.turn + 1
end

-- The table for a throw with a modifier: the outcome of a siege of a garrison, printed so.
local function outcome(throw, garrison, sp, trains)
  ground.begin { dice = { throw } }
  local place = ground.fortress("allied", "Place", 1, garrison)
  local army = ground.force("french", "french", sp)
  ground.trains("french", "french", trains)
  return rules.siege_round({ army }, place)
end

describe("SG.odds: who may besiege", function ()
  it("SG.odds: Antwerp, 20 SP against 5, 10, 11 (E13)", function ()
    ground.begin {}
    local antwerp = ground.fortress("allied", "Antwerp", 1, 5)
    local army = ground.force("french", "french", 20)
    expect(rules.may_besiege({ army }, antwerp)):to_be(nil)              -- 4:1
    antwerp.extra = 5
    expect(rules.may_besiege({ army }, antwerp)):to_be(nil)              -- exactly 2:1
    antwerp.extra = 6
    expect(function () rules.may_besiege({ army }, antwerp) end):to_refuse "SG.odds"
    antwerp.extra = 10                                                   -- the most there may be (6.5)
    expect(function () rules.may_besiege({ army }, antwerp) end):to_refuse "SG.odds"
  end)

  it("SG.odds: all forces before the place count together, trains do not (G39)", function ()
    ground.begin {}
    local antwerp = ground.fortress("allied", "Antwerp", 1, 5, { extra = 7 })
    local army = ground.force("french", "french", 20)
    ground.trains("french", "french", 2)
    expect(function () rules.may_besiege({ army }, antwerp) end):to_refuse "SG.odds"
    local other = ground.force("french", "french", 4, { name = "other", size = "detachment" })
    expect(rules.may_besiege({ army, other }, antwerp)):to_be(nil)
  end)

  it("SG.odds: a siege turn costs 6 MP, after 1 for the way 1 is left", function ()
    local t = charleroi { dice = { 8 } }
    t.villars.spent = 1
    rules.besiege(t.villars)
    expect(rules.movement_left(t.villars)):to_be(1)
  end)

  it("SG.odds: with less than 6 MP there is none", function ()
    local t = charleroi {}
    t.villars.spent = 3
    expect(function () rules.besiege(t.villars) end):to_refuse "4.2-save"
  end)

  it("SG.odds: one siege turn of a place a turn, whoever makes it", function ()
    local t = charleroi { dice = { 8 } }
    local other = ground.force("french", "french", 20, { name = "other" })
    rules.besiege(t.villars)
    expect(function () rules.besiege(other) end):to_refuse "SG.odds"
  end)

  it("SG.odds: no siege of an own place, of an empty one, from another hex, near enemy forces", function ()
    local t = charleroi {}
    local own = ground.fortress("french", "Mons", 1, 5, { place = map.hex "B2" })
    expect(function () rules.may_besiege({ t.villars }, own) end):to_refuse "SG.odds"
    t.villars.place = map.hex "E5"
    expect(function () rules.may_besiege({ t.villars }, t.fortress) end):to_refuse "SG.odds"
    expect(function () rules.besiege(t.villars) end):to_refuse "SG.odds"
    t.villars.place = map.hex "E4"
    local relief = ground.force("allied", "dutch", 1, { name = "relief" })
    expect(function () rules.may_besiege({ t.villars }, t.fortress) end):to_refuse "4.5"
    relief.place = map.hex "E5"
    t.fortress.intrinsic, t.fortress.extra = 0, 0
    expect(function () rules.may_besiege({ t.villars }, t.fortress) end):to_refuse "SG.odds"
  end)

  it("SG.odds: as a command, alone and with others", function ()
    local t = charleroi({ dice = { 8 } }, 10)
    local other = ground.force("french", "french", 10, { name = "Boufflers's army" })
    expect(function () t.command "besiege \"Villars's army\"" end):to_refuse "SG.odds"
    t.command "besiege \"Villars's army\" with \"Boufflers's army\""
    expect(t.reports.siege):to_be "no effect"
    expect(t.reports["besiegers lost"]):to_be(0)
    expect(rules.movement_left(other)):to_be(2)
  end)

  it("4.1-siege: without activation", function ()
    local t = charleroi { dice = { 8 } }
    t.villars.active, t.villars.tried = false, 1
    expect(rules.besiege(t.villars)):to_be "no effect"
    expect(t.villars.active):to_be(false)
  end)

  it("4.1-siege, 5.2-sub: a detachment that is subordinate to the army besieges with it", function ()
    local t = charleroi({ dice = { 8 } }, 10)
    local corps = ground.force("french", "french", 6, { name = "Corps", size = "detachment", active = false })
    local bavarians = ground.force("french", "bavarian", 6, { name = "Bavarians", size = "detachment", active = false })
    t.villars.active, t.villars.tried, corps.tried = false, 1, 1
    expect(function () t.command "besiege \"Villars's army\" with Bavarians" end):to_refuse "4.1-siege"
    expect(function () rules.besiege(corps, { t.villars }) end):to_refuse "4.1-siege"
    t.command "besiege \"Villars's army\" with Corps"
    expect(t.reports.siege):to_be "no effect"
    expect(rules.movement_left(corps)):to_be(2)
    expect(rules.movement_left(bavarians)):to_be(8)
    next_turn(t.villars, corps)
    corps.joined = t.villars
    expect(rules.besiegers(t.villars)):to_equal { t.villars, corps }
  end)

  it("4.1-siege: a detachment is not active by itself", function ()
    local t = charleroi({ dice = { 8 } }, 15)
    t.villars.size, t.villars.active = "detachment", false
    expect(function () rules.besiege(t.villars) end):to_refuse "4.1-siege"
    t.villars.active = true
    expect(rules.besiege(t.villars)):to_be "no effect"
  end)
end)

describe("7.6: supply", function ()
  it("7.6: an army without its primary magazine cannot besiege, a detachment can with any", function ()
    local t = charleroi {}
    for _, magazine in ipairs(all "magazine") do magazine.grade = "secondary" end
    expect(function () rules.besiege(t.villars) end):to_refuse "7.6"
    for _, magazine in ipairs(all "magazine") do eliminate(magazine) end
    expect(function () rules.besiege(t.villars) end):to_refuse "7.6"
    create("magazine", { name = "a magazine", side = sides.french, nation = "french", grade = "secondary",
      place = map.hex "E4" })
    t.villars.size, t.villars.sp = "detachment", 15
    expect(rules.may_besiege({ t.villars }, t.fortress)):to_be(nil)
  end)

  it("7.6: without it the blockade ends, and the intrinsic garrison is full again", function ()
    local t = charleroi { dice = { 8 } }
    t.fortress.intrinsic, t.fortress.extra = 3, 4
    rules.besiege(t.villars)
    expect(t.fortress.blockaded):to_be(true)
    rules.end_sieges(sides.french)
    expect(t.fortress.blockaded):to_be(true)
    for _, magazine in ipairs(all "magazine") do eliminate(magazine) end
    rules.end_sieges(sides.allied)
    expect(t.fortress.blockaded):to_be(false)
    expect(t.fortress.intrinsic):to_be(5)
    expect(t.fortress.extra):to_be(4)                      -- 4.9.4: that of the fortress alone
    expect(t.villars.sieges):to_be(0)
  end)

  it("4.9.4, 7.6: so it is when the besiegers march off, or are no longer 2:1", function ()
    local t = charleroi { dice = { 8 } }
    rules.besiege(t.villars)
    t.fortress.intrinsic = 2
    t.villars.place = map.hex "E5"
    rules.end_sieges(sides.french)
    expect(t.fortress.intrinsic):to_be(5)
    expect(t.fortress.blockaded):to_be(false)

    t = charleroi { dice = { 8 } }
    rules.besiege(t.villars)
    t.fortress.intrinsic = 2
    t.villars.sp = 7
    rules.end_sieges(sides.french)
    expect(t.fortress.intrinsic):to_be(5)
    expect(t.fortress.besieged):to_be(0)
    expect(t.villars.siege_of):to_be(nil)                  -- 13.6: the row of turns is over
    expect(t.villars.sieges):to_be(0)
  end)

  it("7.6, 4.9.4: at once, when they march off or a siege turn leaves them too few", function ()
    local t = charleroi { dice = { 8 } }
    rules.besiege(t.villars)
    t.fortress.intrinsic = 2
    t.villars.active, t.villars.spent = true, 0
    t.command "move \"Villars's army\" to E5"
    expect(t.fortress.blockaded):to_be(false)
    expect(t.villars.sieges):to_be(0)
    expect(t.fortress.intrinsic):to_be(5)

    t = charleroi({ dice = { 2 } }, 14)
    t.command "besiege \"Villars's army\""
    expect(t.villars.sp):to_be(13)
    expect(t.fortress.blockaded):to_be(false)
  end)

  it("7.6: at once after a battle, in whichever phase and command it was fought", function ()
    local t = charleroi { dice = { 8, 3, 3, 3, 3, 3 } }
    rules.besiege(t.villars)
    t.fortress.extra = 10                                  -- 15 against 20
    local relief = ground.force("allied", "dutch", 10, { name = "Relief" })
    rules.battle({ t.villars }, { relief }, { rounds = 1 })
    expect(t.fortress.blockaded):to_be(false)
  end)

  it("7.6: at once, when primary magazines are laid out of reach, as long as they are in reach not", function ()
    local function laid(place)
      local t = charleroi { phase = "activity", active = "allied" }
      t.fortress.blockaded, t.fortress.siege_turn = true, game.turn
      rules.create_magazine(t.villars, map.hex(place), "secondary")
      game.phase_over = true
      t.next_phase()
      expect(current_phase()):to_be "secondary_magazines"
      expect(#all("magazine", { side = sides.french, grade = "primary" })):to_be(1)
      return t.fortress.blockaded
    end
    expect(laid "F4"):to_be(true)
    expect(laid "A1"):to_be(false)
  end)

  it("7.6: at once, whatever command it is that leaves a place without a blockade", function ()
    for garrison, holds in pairs { [2] = true, [10] = false } do         -- 7 or 15 against 20
      local t = charleroi { dice = { 2 } }
      t.villars.active, t.fortress.blockaded = false, true
      t.fortress.extra = garrison
      t.command "activate \"Villars's army\""
      expect(t.fortress.blockaded):to_be(holds)
    end
  end)

  it("SUP.siegefree: a place besieged at 2:1 is blockaded, so its hex does not block lines", function ()
    local t = charleroi { dice = { 8 } }
    expect(t.fortress.blockaded):to_be(false)
    rules.besiege(t.villars)
    expect(t.fortress.blockaded):to_be(true)
    expect(rules.blockade_holds(t.fortress)):to_be(true)
    t.villars.sp = 13
    expect(rules.blockade_holds(t.fortress)):to_be(false)  -- 13 against 7
  end)
end)

describe("7.6: the line of the besiegers", function ()
  it("7.6, SUP.siegefree, 13.6: a place that is besieged at 2:1 does not close it, now or when odds look ahead", function ()
    local function behind_its_zone()
      local t = charleroi { dice = { 8 } }
      for _, magazine in ipairs(all "magazine") do magazine.place = map.hex "H4" end
      expect(rules.supplied(t.villars)):to_be(false)
      return t
    end
    local t = behind_its_zone()
    expect(rules.besiege(t.villars)):to_be "no effect"
    expect(t.fortress.blockaded):to_be(true)
    t = behind_its_zone()
    rules.siege_over(t.villars, nil, 1)
    expect(t.reports["ends with"]):to_be "holds out"
  end)
end)

describe("SG.roll: the Siege Table", function ()
  it("SG.roll: the command looks as many turns ahead as it says", function ()
    local t = charleroi({ dice = { 8, 7 } }, 16)
    t.command "siege \"Villars's army\" over 2 turns"
    expect(t.reports["ends with"]):to_be "holds out"
  end)

  it("SG.roll: every row, by the modified throw", function ()
    -- a garrison of 4 at 3:1 with a train: no modifier
    local rows = { [2] = "besiegers lose 1 SP", [3] = "besiegers lose 1 SP", [4] = "no effect",
      [5] = "no effect", [6] = "no effect", [7] = "no effect", [9] = "surrender", [10] = "surrender",
      [11] = "surrender", [12] = "surrender" }
    for throw = 2, 12 do
      if rows[throw] then
        local result = outcome(throw, 4, 12, 1)
        expect(throw .. " " .. result):to_be(throw .. " " .. rows[throw])
      end
    end
  end)

  it("SG.roll: below the table and above it", function ()
    expect(outcome(2, 4, 12, 0)):to_be "besiegers lose 1 SP"           -- 2 - 2 = 0
    expect(outcome(12, 2, 20, 2)):to_be "surrender"                    -- 12 + 1 + 2 = 15
  end)

  it("SG.train: none -2, one 0, two or more +1", function ()
    ground.begin {}
    local place = ground.fortress("allied", "Place", 1, 4)
    local army = ground.force("french", "french", 12)
    for trains, modifier in pairs { [0] = -2, [1] = 0, [2] = 1, [3] = 1 } do
      for _, train in ipairs(all "train") do eliminate(train) end
      ground.trains("french", "french", trains)
      ground.trains("allied", "dutch", 2)                                -- those of the enemy do not count
      expect(rules.siege_modifier({ army }, place).total):to_be(modifier)
    end
  end)

  it("SG.size: a garrison of 7 to 9 is -1, 10 to 12 -2, 13 to 15 -3, more -4", function ()
    ground.begin {}
    local place = ground.fortress("allied", "Place", 1, 6)
    local army = ground.force("french", "french", 40)
    ground.trains("french", "french", 1)
    local by_size = { [6] = 0, [7] = -1, [9] = -1, [10] = -2, [12] = -2, [13] = -3, [15] = -3, [16] = -4,
      [18] = -4 }
    for size, modifier in pairs(by_size) do
      place.extra = size - 6
      army.sp = 4 * size                                                 -- no odds of 5:1
      expect(size .. " " .. rules.siege_modifier({ army }, place).total):to_be(size .. " " .. modifier)
    end
  end)

  it("SG.odds10: 10:1 +2, 5:1 +1, below nothing", function ()
    ground.begin {}
    local place = ground.fortress("allied", "Place", 2, 2)
    local army = ground.force("french", "french", 20)
    ground.trains("french", "french", 1)
    for sp, modifier in pairs { [4] = 0, [9] = 0, [10] = 1, [19] = 1, [20] = 2, [40] = 2 } do
      army.sp = sp
      expect(sp .. " " .. rules.siege_modifier({ army }, place).total):to_be(sp .. " " .. modifier)
    end
  end)

  it("SG.odds10: the other reading (G37): +1 for the 2nd class, +1 for a small garrison", function ()
    ground.begin { options = { siege_bonus = "class" } }
    local army = ground.force("french", "french", 40)
    ground.trains("french", "french", 1)
    local second = ground.fortress("allied", "Second", 2, 2)
    expect(rules.siege_modifier({ army }, second).total):to_be(2)
    second.extra = 2
    expect(rules.siege_modifier({ army }, second).total):to_be(1)
    local first = ground.fortress("allied", "First", 1, 2, { place = map.hex "B2" })
    expect(rules.siege_modifier({ army }, first).total):to_be(1)
  end)

  it("SG.leader: a defending leader with a positive modifier is -1, however good", function ()
    local t = charleroi {}
    t.fortress.extra = 0
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(0)   -- Villars's +2 does not count
    local leader = ground.leader(t.fortress, { "Marlborough", 9, 3 })
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(-1)
    leader.modifier = 1
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(-1)
    leader.modifier = 0
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(0)
    leader.modifier = -1
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(0)
  end)

  it("SG.roll: Charleroi: 8 is 7 and it is not taken, then 3 is 2 and costs 1 SP (E14)", function ()
    local t = charleroi { options = { prolonged_sieges = false }, dice = { 8, 3 } }
    expect(rules.besiege(t.villars)):to_be "no effect"
    expect(t.villars.sp):to_be(20)
    expect(rules.movement_left(t.villars)):to_be(2)
    next_turn(t.villars)
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(-1)
    expect(rules.besiege(t.villars)):to_be "besiegers lose 1 SP"
    expect(t.villars.sp):to_be(19)
    expect(rules.total(sides.allied)):to_be(1)             -- an SP lost in a siege (9.1-any)
  end)

  it("13.6: with prolonged sieges the second throw of Charleroi is 3, the same row (E14)", function ()
    local t = charleroi { dice = { 8, 3 } }
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(-1)
    rules.besiege(t.villars)
    next_turn(t.villars)
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(0)
    expect(rules.besiege(t.villars)):to_be "besiegers lose 1 SP"
  end)

  it("13.6: +1 for each further turn; another army begins anew; a turn without a siege ends the row", function ()
    local t = charleroi { dice = { 7, 6, 5 } }
    for turn = 1, 3 do
      rules.besiege(t.villars)
      expect(t.fortress.besieged):to_be(turn)
      rules.end_sieges(sides.french)
      next_turn(t.villars)
    end
    expect(rules.turns_before({ t.villars }, t.fortress)):to_be(3)
    expect(rules.siege_modifier({ t.villars }, t.fortress).total):to_be(2)
    local other = ground.force("french", "french", 20, { name = "other" })
    expect(rules.turns_before({ other }, t.fortress)):to_be(0)
    expect(rules.turns_before({ other, t.villars }, t.fortress)):to_be(3)
    other.siege_of, other.sieges = t.fortress, 2           -- together they have those of the longest
    expect(rules.turns_before({ other, t.villars }, t.fortress)):to_be(3)
    other.siege_of, other.sieges = nil, 0
    rules.end_sieges(sides.french)                         -- nobody has besieged it in this turn
    expect(rules.turns_before({ t.villars }, t.fortress)):to_be(0)
    expect(t.fortress.blockaded):to_be(true)               -- but the army is still there
  end)

  it("13.6: turn after turn, as odds look ahead", function ()
    local t = charleroi({ dice = { 3, 3, 3, 8 } }, 16)     -- 2, 3, 4 and 8 - 1 + 3 = 10
    rules.siege_over(t.villars, nil, 6)
    expect(t.reports["ends with"]):to_be "surrender"
    expect(t.reports["taken in turn"]):to_be(4)
    expect(t.reports["besiegers lost"]):to_be(2)
    expect(t.villars.spent):to_be(0)

    t = charleroi({ dice = { 3, 3 } }, 15)                 -- 13 SP are not 2:1 against 7
    rules.siege_over(t.villars, nil, 6)
    expect(t.reports["ends with"]):to_be "siege given up"
    expect(t.reports["besiegers lost"]):to_be(2)

    t = charleroi({ dice = { 8, 7 } }, 16)
    rules.siege_over(t.villars, nil, 2)
    expect(t.reports["ends with"]):to_be "holds out"
    expect(t.reports["taken in turn"]):to_be(nil)
    t.villars.place = map.hex "E5"
    expect(function () rules.siege_over(t.villars, nil, 2) end):to_refuse "SG.odds"
  end)

  it("SG.strong: a strongpoint is besieged like a fortress of the 2nd class", function ()
    local t = ground.begin { dice = { 9 } }
    local work = create("work", { name = "Strongpoint", side = sides.allied, nation = "dutch",
      type = "strongpoint", place = map.hex "E4", sp = 2 })
    local army = ground.force("french", "french", 4)
    ground.trains("french", "french", 1)
    expect(rules.class_of(work)):to_be(2)
    expect(rules.besieged_at(sides.french, map.hex "E4")):to_be(work)
    local relief = ground.force("allied", "dutch", 1, { name = "relief" })
    expect(function () rules.besiege(army) end):to_refuse "SG.strong"
    rules.remove_force(relief)
    expect(rules.besiege(army)):to_be "surrender"
    expect(work.alive):to_be(false)
    expect(rules.total(sides.french)):to_be(4)             -- 2 SP captured, no place
    expect(t.notes):to_contain "surrenders"
  end)

  it("SG.strong: one that is besieged may be stormed in a later turn, and the siege is over", function ()
    local t = ground.begin { dice = { 4, 3, 6, 2 } }          -- 4 + 2 for 20:1
    create("work", { name = "Strongpoint", side = sides.allied, nation = "dutch", type = "strongpoint",
      place = map.hex "E4", sp = 2 })
    local army = ground.force("french", "french", 40)
    ground.leader(army, { "Villars", 9, 2 })
    ground.trains("french", "french", 1)
    rules.besiege(army)
    rules.end_sieges(sides.french)
    next_turn(army)
    t.command "storm french force"
    expect(#all "work"):to_be(0)
    rules.end_sieges(sides.french)
    expect(army.siege_of):to_be(nil)
    expect(army.sieges):to_be(0)
  end)

  it("SG.strong: a line is not besieged", function ()
    ground.begin {}
    create("work", { name = "Line", side = sides.allied, nation = "dutch", type = "line",
      place = map.hex "E4", sp = 1 })
    local army = ground.force("french", "french", 4)
    expect(rules.besieged_at(sides.french, map.hex "E4")):to_be(nil)
    expect(function () rules.besiege(army) end):to_refuse "SG.odds"
  end)
end)

describe("4.9.3: surrender", function ()
  it("4.9.3: St Armand: 6, +2 for 10:1, a level for Coehoorn: surrender; 18 SP left, 3 VP (E15)", function ()
    local t = st_armand { options = { coehoorn = "level" }, dice = { 6 } }
    expect(rules.siege_modifier({ t.dutch }, t.fortress).total):to_be(2)
    expect(rules.besiege(t.dutch)):to_be "surrender"
    expect(t.fortress.side):to_be(sides.allied)
    expect(t.fortress.intrinsic):to_be(2)                  -- G40b: as printed
    expect(t.dutch.sp):to_be(18)
    expect(rules.total(sides.allied)):to_be(3)             -- G40: no points for the 2 SP beside
    expect(sides.allied.captured_sp):to_be(2)
    expect(t.fortress.captured):to_be(game.turn)
  end)

  it("13.4: with Coehoorn as +1 on the throw St Armand is 6 + 3 = 9 too, as printed (G38)", function ()
    local t = st_armand { options = { coehoorn = "die" }, dice = { 6 } }
    expect(rules.siege_modifier({ t.dutch }, t.fortress).total):to_be(3)
    expect(rules.besiege(t.dutch)):to_be "surrender"
  end)

  it("13.4: without the rule 6 + 2 = 8 are honours of war", function ()
    local t = st_armand { dice = { 6 } }
    ground.fortress("french", "Tournai", 1, 6, { place = map.hex "A1" })
    expect(rules.besiege(t.dutch)):to_be "honours of war"
  end)

  it("13.4: one level up: 2 or 3 becomes 4, 4 becomes 5, 8 becomes 9", function ()
    for throw, row in pairs { [-1] = 4, [2] = 4, [3] = 4, [4] = 5, [5] = 6, [7] = 8, [8] = 9, [9] = 10 } do
      expect(rules.one_level_up(throw)):to_be(row)
    end
    local t = st_armand { options = { coehoorn = "level" }, dice = { 2 } }
    t.dutch.sp = 4                                         -- 2:1: no modifier; 2 is the row of 4 for him
    expect(rules.besiege(t.dutch)):to_be "no effect"
    expect(t.dutch.sp):to_be(4)
  end)

  it("13.4: others than Coehoorn have no such effect", function ()
    for _, reading in ipairs { "level", "die" } do
      local t = st_armand { options = { coehoorn = reading }, dice = { 4 } }
      for _, leader in ipairs(all "leader") do leader.engineer = false end
      t.dutch.sp = 4
      expect(rules.siege_modifier({ t.dutch }, t.fortress).total):to_be(0)
      expect(rules.besiege(t.dutch)):to_be "no effect"
      expect(rules.has_engineer { t.dutch }):to_be(false)
    end
    local t = st_armand { dice = { 2 } }                   -- without the rule Coehoorn is one of them
    t.dutch.sp = 4
    expect(rules.besiege(t.dutch)):to_be "besiegers lose 1 SP"
  end)

  it("4.9.3: the whole garrison is captured, the added one for 2 points each (G40), and its leader", function ()
    local t = charleroi { dice = { 12 } }
    local leader = ground.leader(t.fortress, { "Webb", 7, 1 })
    expect(rules.besiege(t.villars)):to_be "surrender"     -- 12 - 1 - 1 = 10
    expect(sides.french.captured_sp):to_be(7)
    expect(rules.total(sides.french)):to_be((3 + 5) + 2 * 2 + 2)
    expect(leader.post):to_be "captured"
    expect(t.fortress.extra):to_be(0)
    expect(t.fortress.intrinsic):to_be(5)
    expect(t.fortress.nation):to_be ""                     -- the Dutch are gone
    expect(t.villars.sp):to_be(15)
    expect(t.villars.sieges):to_be(0)
  end)

  it("4.9.3: under the switch (G40) the intrinsic garrison counts as captured SP too", function ()
    local t = charleroi { options = { garrison_points = "both" }, dice = { 12 } }
    rules.besiege(t.villars)
    expect(rules.total(sides.french)):to_be((3 + 5) + 2 * 7)
  end)

  it("4.9.3: a force that has not so many leaves what it can, but keeps one (G40b)", function ()
    local t = ground.begin { dice = { 11 } }
    local place = ground.fortress("allied", "Place", 1, 5, { intrinsic = 2 })
    local army = ground.force("french", "french", 4)
    ground.trains("french", "french", 1)
    expect(rules.besiege(army)):to_be "surrender"
    expect(place.intrinsic):to_be(3)
    expect(army.sp):to_be(1)
    expect(t.notes):to_contain "garrison 3"
  end)

  it("4.9.3: the garrison comes out of all besiegers, pro rata", function ()
    local t = charleroi({ dice = { 12 } }, 15)
    local other = ground.force("french", "french", 10, { name = "other" })
    expect(rules.besiege(t.villars, { other })):to_be "surrender"
    expect(t.villars.sp):to_be(12)
    expect(other.sp):to_be(8)
  end)

  it("7.9: magazines and trains of the loser in the place go with it", function ()
    local t = charleroi { dice = { 12 } }
    create("magazine", { name = "theirs", side = sides.allied, nation = "dutch", grade = "primary",
      place = map.hex "E4" })
    create("train", { name = "their train", side = sides.allied, nation = "dutch", place = map.hex "E4" })
    rules.besiege(t.villars)
    expect(#all("magazine", { side = sides.allied })):to_be(0)
    expect(#all("train", { side = sides.allied })):to_be(0)
    expect(rules.total(sides.french)):to_be((3 + 5) + 2 * 2 + 5)
  end)

  it("9.0-own: who takes back what was his scores nothing, and the enemy's points go", function ()
    local t = charleroi { dice = { 12, 12 } }
    rules.besiege(t.villars)
    expect(rules.total(sides.french)):to_be(12)
    rules.remove_force(t.villars)
    game.active = sides.allied
    local british = ground.force("allied", "british", 30)
    ground.trains("allied", "british", 1)
    game.turn = game.turn + 1
    expect(rules.besiege(british)):to_be "surrender"
    expect(rules.total(sides.allied)):to_be(5)             -- for the train that stood there
    expect(rules.total(sides.french)):to_be(4)             -- for the 2 SP captured
    expect(t.fortress.side):to_be(sides.allied)
  end)
end)

describe("SG.hon: honours of war", function ()
  -- a throw of 8 with the modifier of Charleroi, -1, is 7: so one of 9
  local NINE = { 9 }

  it("SG.hon: the garrison marches to the nearest place of its side, and the fortress is taken", function ()
    local t = charleroi { dice = NINE }
    local near = ground.fortress("allied", "Namur", 1, 4, { place = map.hex "E6" })
    ground.fortress("allied", "Antwerp", 1, 5, { place = map.hex "E8" })
    expect(rules.besiege(t.villars)):to_be "honours of war"
    expect(near.extra):to_be(7)
    expect(near.intrinsic):to_be(4)
    expect(t.fortress.side):to_be(sides.french)
    expect(t.fortress.intrinsic):to_be(5)
    expect(t.villars.sp):to_be(15)
    expect(rules.total(sides.french)):to_be(3 + 5)         -- nobody is captured
    expect(sides.french.captured_sp):to_be(0)
  end)

  it("SG.hon: or to the nearest force, with its leader", function ()
    local t = charleroi { dice = NINE }
    t.fortress.extra = 1
    ground.fortress("allied", "Antwerp", 1, 5, { place = map.hex "E8" })
    local army = ground.force("allied", "dutch", 10, { place = map.hex "E5" })
    local leader = ground.leader(t.fortress, { "Fagel", 7, 0 })
    t.fortress.extra = 2
    expect(rules.besiege(t.villars)):to_be "honours of war"
    expect(army.sp):to_be(17)
    expect(leader.force):to_be(army)
    expect(leader.post):to_be "force"
  end)

  it("SG.hon: a fortress without room and a detachment without room are passed over (6.5, 5.4)", function ()
    local t = charleroi { dice = NINE }
    ground.fortress("allied", "Namur", 1, 3, { place = map.hex "E5" })   -- room for 6
    ground.force("allied", "dutch", 10, { size = "detachment", place = map.hex "E6" })
    local far = ground.fortress("allied", "Antwerp", 1, 5, { place = map.hex "E8" })
    expect(rules.besiege(t.villars)):to_be "honours of war"
    expect(far.extra):to_be(7)
  end)

  it("SG.hon: of equally near ones its owner chooses", function ()
    local t = charleroi { dice = NINE, answers = { true, "Namur" } }
    ground.fortress("allied", "Mons", 1, 4, { place = map.hex "E6" })
    local namur = ground.fortress("allied", "Namur", 1, 4, { place = map.hex "G4" })
    rules.besiege(t.villars)
    expect(namur.extra):to_be(7)
  end)

  it("SG.hon: the attacker may decline, and nothing happens", function ()
    local t = charleroi { dice = NINE, answers = { false } }
    expect(rules.besiege(t.villars)):to_be "honours declined"
    expect(rules.garrison(t.fortress)):to_be(7)
    expect(t.fortress.side):to_be(sides.allied)
    expect(t.villars.sieges):to_be(1)
  end)

  it("SG.hon: one that has nowhere to go surrenders", function ()
    local t = charleroi { dice = NINE }
    expect(rules.besiege(t.villars)):to_be "surrender"
    expect(sides.french.captured_sp):to_be(7)
  end)
end)
