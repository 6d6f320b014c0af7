-- SPDX-License-Identifier: GPL-3.0-or-later
-- Chapters 1 to 7 where two rules meet: forces without leaders that are active, forces in one hex that came
-- there by different ways, what stays behind with the enemy, groups that are answered by lines.

local FRENCH = { french = true, bavarian = true, spanish = true }

-- A row of average hexes A1, B1, ..., with rivers.
local function strip(columns, sides)
  return { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = { ["."] = "average" },
    rows = { (". "):rep(columns) }, sides = sides }
end

local function begin(columns, data)
  local all_of_it = { map = strip(columns, data and data.sides), kind = "force", phase = "activity", active = "french" }
  for key, value in pairs(data or {}) do
    if key ~= "sides" then all_of_it[key] = value end
  end
  return situation(all_of_it)
end

-- A force with a leader 7/0, active in its side's phase.
local function force(name, nation, at, sp, more)
  local side = FRENCH[nation] and sides.french or sides.allied
  local fields = { name = name, side = side, nation = nation, size = "army", sp = sp, place = map.hex(at),
    active = side == game.active }
  for key, value in pairs(more or {}) do fields[key] = value end
  local new = create("force", fields)
  create("leader", { name = "leader of " .. name, side = side, nation = nation == "northern" and "austrian" or nation,
    av = 7, modifier = 0, post = "force", force = new })
  return new
end

local function lose_leader(of) rules.to_pool(rules.leaders_of(of)[1]) end

describe("5.1-lead: a force that loses its leader after it was activated", function ()
  it("5.1-lead: it does not move on, and makes no forced march", function ()
    local t = begin(6)
    local army = force("Main", "french", "A1", 20)
    lose_leader(army)
    expect(function () t.command "move Main to B1" end):to_refuse "5.1-lead"
    expect(function () t.command "move Main" end):to_refuse "5.1-lead"
    expect(function () t.command "march Main" end):to_refuse "5.1-lead"
    expect(army.place):to_be(map.hex "A1")
  end)

  it("5.1-lead: with a group that has one it does", function ()
    local t = begin(6)
    local army, corps = force("Main", "french", "A1", 20), force("Corps", "french", "A1", 5, { size = "detachment" })
    corps.joined = army
    lose_leader(army)
    t.command "move Main to B1"
    expect(army.place):to_be(map.hex "B1")
  end)

  it("5.1-lead, G16: it may withdraw, but not through the enemy", function ()
    local t = begin(6)
    local army = force("Main", "french", "D1", 20, { spent = 5 })
    create("fortress", { name = "Home", side = sides.french, place = map.hex "A1", class = 1, printed = 2, intrinsic = 2 })
    expect(function () t.command "withdraw Main toward Home" end):to_refuse "4.1.1"
    lose_leader(army)
    t.command "withdraw Main toward Home"
    expect(army.place):to_be(map.hex "A1")
    expect(army.spent):to_be(8)
    t = begin(6)
    army = force("Main", "french", "D1", 20, { entered = map.hex "C1" })
    create("fortress", { name = "Home", side = sides.french, place = map.hex "A1", class = 1, printed = 2, intrinsic = 2 })
    force("Foes", "british", "D1", 20)
    lose_leader(army)
    expect(function () t.command "withdraw Main toward Home" end):to_refuse "4.5"
  end)

  it("5.1-lead: nor does `reach` show a way", function ()
    begin(6)
    local army = force("Main", "french", "A1", 20)
    lose_leader(army)
    local list, why = rules.reach(army)
    expect(list):to_equal {}
    expect(why):to_be "it has no leader"
  end)
end)

describe("8.1-lead: leaders of another nation", function ()
  it("8.1-lead, 5.1-lead: a leader leads no leaderless force of another Allied nation by joining it", function ()
    local t = begin(6, { active = "allied", dice = { 5 } })
    local british, imperial = force("British", "british", "A1", 30), force("Imperial", "austrian", "A1", 20)
    british.active, imperial.active = false, false
    t.command "join British with Imperial"
    lose_leader(british)
    expect(rules.all_led { british, imperial }):to_be(false)
    expect(function () t.command "activate Imperial" end):to_refuse "5.1-lead"
    british.active, imperial.active = true, true           -- nor one that has lost its own since
    expect(function () t.command "move Imperial to B1" end):to_refuse "5.1-lead"
    imperial.joined, british.joined = nil, nil
    imperial.active = false
    t.command "activate Imperial"
    t.command "move Imperial to B1"
    expect(british.place):to_be(map.hex "A1")
  end)

  it("8.1-lead: nor to an interception", function ()
    begin(6)
    local british, imperial = force("British", "british", "D1", 30), force("Imperial", "austrian", "D1", 20)
    british.joined = imperial
    expect(rules.possible_interceptors(sides.allied, map.hex "A1")):to_equal { imperial }
    lose_leader(british)
    expect(rules.possible_interceptors(sides.allied, map.hex "A1")):to_equal {}
  end)

  it("F.north, F.french: Northern Allies serve under any Allied army, and the French side has no such limits", function ()
    begin(6)
    local british = force("British", "british", "D1", 30)
    local northern = force("Northern", "northern", "D1", 10, { size = "detachment" })
    local dutch = force("Dutch", "dutch", "D1", 10, { size = "detachment" })
    lose_leader(northern)
    expect(rules.all_led { british, northern }):to_be(true)
    expect(rules.all_led { british, northern, dutch }):to_be(true)
    lose_leader(dutch)
    expect(rules.all_led { british, dutch }):to_be(false)
    local french, bavarian = force("French", "french", "A1", 30), force("Bavarian", "bavarian", "A1", 20)
    lose_leader(french)
    expect(rules.all_led { french, bavarian }):to_be(true)
    lose_leader(bavarian)
    expect(rules.all_led { french, bavarian }):to_be(false)
  end)
end)

describe("4.5: who is with the enemy and does nothing", function ()
  it("4.5: he tries at the end of his phase, and if he activates he fights (G65)", function ()
    for _, row in ipairs { { { 7, 1, 1, 6, 6 }, 19 }, { { 9 }, 20 } } do
      local t = begin(6, { dice = row[1], answers = row[2] == 19 and { false } or {} })
      local army = force("Main", "french", "C1", 20, { active = false })
      local foes = force("Foes", "british", "C1", 20)
      t.command "end"
      t.next_phase()
      expect(foes.sp):to_be(row[2])
      expect(army.sp):to_be(row[2])
      expect(army.tried):to_be(1)
    end
  end)

  it("4.5: not without a leader or a MP, not again, nor where no enemy is", function ()
    begin(6)
    local army = force("Main", "french", "C1", 20, { active = false })
    force("Other", "french", "A1", 20, { active = false })
    force("Foes", "british", "C1", 20)
    expect(rules.must_try(army)):to_be(true)
    army.spent = 8
    expect(rules.must_try(army)):to_be(false)
    army.spent, army.tried = 0, 1
    expect(rules.must_try(army)):to_be(false)
    army.tried = 0
    lose_leader(army)
    expect(rules.must_try(army)):to_be(false)
    rules.compulsory_battles(sides.french)
    expect(army.sp):to_be(20)
  end)
end)

describe("4.5: forces of a group that met the enemy", function ()
  it("4.5: who was held by the enemy does not go on in company of one who is not", function ()
    local t = begin(6)
    local held = force("Held", "french", "C1", 20, { entered = map.hex "B1" })
    force("Free", "french", "C1", 20)
    force("Foes", "british", "C1", 20)
    t.command "join Held with Free"
    expect(function () t.command "move Free to D1" end):to_refuse "4.5"
    expect(function () t.command "move Held to D1" end):to_refuse "4.5"
    expect(held.place):to_be(map.hex "C1")
  end)

  it("4.5: nor when one who is not takes him in", function ()
    local t = begin(6)
    force("Held", "french", "C1", 10, { entered = map.hex "B1" })
    local free = force("Free", "french", "C1", 20)
    force("Foes", "british", "C1", 20)
    t.command "absorb Held into Free"
    expect(free.entered):to_be(map.hex "B1")
    expect(function () t.command "move Free to D1" end):to_refuse "4.5"
  end)

  it("4.6.7: who takes in a stronger force has the river behind him that it came over", function ()
    local t = begin(6)
    force("Strong", "french", "C1", 30, { entered = map.hex "B1", over = "major" })
    local weak = force("Weak", "french", "C1", 20)
    force("Foes", "british", "C1", 20)
    t.command "absorb Strong into Weak"
    expect(rules.ground_of(weak)):to_be "major"
    t = begin(6)
    force("Strong", "french", "C1", 30)
    weak = force("Weak", "french", "C1", 20, { entered = map.hex "B1", over = "major" })
    t.command "absorb Weak into Strong"
    expect(rules.ground_of(having(all "force", "name", "Strong")[1])):to_be ""
  end)

  it("4.6.7: what the strongest of a group crossed counts, whoever is named (G70)", function ()
    for _, named in ipairs { "Strong", "Weak" } do
      local t = begin(6, { dice = { 1, 1, 6, 6, 6 }, answers = { false } })
      local strong = force("Strong", "french", "C1", 30, { entered = map.hex "B1", over = "major" })
      force("Weak", "french", "C1", 10, { entered = map.hex "D1" })
      local foes = force("Foes", "british", "C1", 40)
      t.command "join Weak with Strong"
      t.command(("battle %s rounds 1"):format(named))
      expect(foes.sp):to_be(39)                            -- a 1: 5 percent of 40 / 4 = 10 is 0.5; of 40 it were 2
      expect(strong.over):to_be ""
    end
  end)
end)

describe("7.9: what stays behind with the enemy", function ()
  it("7.9: who leaves a hex with enemy forces in it leaves his magazine and his train to them", function ()
    local t = begin(6, { answers = { {} } })
    local army = force("Main", "french", "C1", 20)
    force("Foes", "british", "C1", 20)
    local store = create("magazine", { name = "store", side = sides.french, nation = "french", grade = "primary",
      army = army, place = map.hex "C1" })
    local guns = create("train", { name = "guns", side = sides.french, nation = "french", place = map.hex "C1" })
    t.command "move Main to B1"
    expect(store.alive):to_be(false)
    expect(guns.alive):to_be(false)
    expect(sides.allied.captured_trains):to_be(1)
  end)

  it("7.9: not as long as another force or a garrison stays", function ()
    local t = begin(6, { answers = { {} } })
    local army = force("Main", "french", "C1", 20)
    force("Corps", "french", "C1", 5, { size = "detachment" })
    force("Foes", "british", "C1", 20)
    local store = create("magazine", { name = "store", side = sides.french, nation = "french", grade = "primary",
      army = army, place = map.hex "C1" })
    t.command "move Main to B1"
    expect(store.alive):to_be(true)
  end)
end)

describe("5.2-join: a group answers as one", function ()
  it("INT.line, 5.2-join: forces that acted together come to a line together", function ()
    local t = begin(8, { dice = { 12, 1, 1, 6, 6, 6 }, answers = { { "Main" }, "storm", false }, active = "allied" })
    local main = force("Main", "french", "G1", 20)
    local corps = force("Corps", "french", "G1", 5, { size = "detachment", joined = main })
    local other = force("Other", "french", "G1", 8)
    create("work", { name = "line", side = sides.french, type = "line", place = map.hex "D1", nation = "french" })
    force("Foes", "british", "C1", 40)
    t.command "move Foes to D1"
    expect(main.place):to_be(map.hex "D1")
    expect(corps.place):to_be(map.hex "D1")
    expect(corps.owed):to_be(3)
    expect(other.place):to_be(map.hex "G1")
  end)

  it("PEN.yes, 5.2-join: and retreat together from a line that is penetrated", function ()
    local t = begin(12, { dice = { 2 }, answers = { { "Main" }, "retreat", "H1", false }, active = "allied" })
    local main = force("Main", "french", "G1", 20)
    local corps = force("Corps", "french", "G1", 5, { size = "detachment", joined = main })
    create("work", { name = "line", side = sides.french, type = "line", place = map.hex "D1", nation = "french" })
    force("Foes", "british", "C1", 40)
    t.command "move Foes to D1"
    expect(main.place):to_be(map.hex "H1")
    expect(corps.place):to_be(map.hex "H1")
    expect(corps.owed):to_be(1)
  end)
end)

-- Two rows: an estuary lies between B1 and the hexes west of it, A1 and A2; around it one goes by B2.
local function around(data)
  local all_of_it = { map = { kind = "hexes", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average" }, rows = { ". . . . .", " . . . . ." }, sides = { estuary = "A1-B1 A2-B1" } },
    kind = "force", phase = "activity", active = "french" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  return situation(all_of_it)
end

describe("4.4.1: a group that comes, or flees", function ()
  it("INT.cost, 4.4.1: interceptors who act together go around an estuary when they are more than 50 SP", function ()
    for _, row in ipairs { { 20, 2, 1 }, { 21, 3, 3 } } do -- SP, MP of the way, loss of the mover to a 1
      local t = around { dice = { 6, 1, 1, 6, 6, 6 }, answers = { { "Dutch" }, false, false } }
      local main = force("Main", "french", "C1", 60)
      local dutch = force("Dutch", "dutch", "A1", 30)
      local british = force("British", "british", "A1", row[1], { joined = dutch })
      t.command "move Main to B1"
      expect(british.place):to_be(map.hex "B1")
      expect(dutch.owed):to_be(row[2] + 1)
      expect(british.owed):to_be(row[2] + 1)
      expect(main.sp):to_be(60 - row[3])                   -- 5 percent of 50 / 4 = 13, 0.65; of 51, 2.55
    end
  end)

  it("C.retreat, 4.4.1: a rout crosses no estuary when one of its forces may not", function ()
    begin(12, { sides = { estuary = "D1-E1" } })
    local dutch = force("Dutch", "dutch", "D1", 20)
    local imperial = force("Imperial", "austrian", "D1", 20)
    force("Foes", "french", "C1", 40)
    expect(#rules.rout_places({ dutch }, 8) > 0):to_be(true)
    expect(rules.rout_places({ dutch, imperial }, 8)):to_equal {}
  end)

  it("C.retreat, 4.4.1: nor when it has more than 50 SP", function ()
    begin(12, { sides = { estuary = "D1-E1" } })
    local dutch = force("Dutch", "dutch", "D1", 30)
    local british = force("British", "british", "D1", 21)
    force("Foes", "french", "C1", 40)
    expect(rules.rout_places({ dutch, british }, 8)):to_equal {}
    british.sp = 20
    expect(#rules.rout_places({ dutch, british }, 8) > 0):to_be(true)
  end)
end)
