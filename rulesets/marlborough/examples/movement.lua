-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.2 to 4.5: movement points, what steps cost, what may be entered, moves.

local NATIONS = { french = "french", bavarian = "french", spanish = "french" }

-- A row of hexes: A1, B1, ... Signs: r rough, and one for every other word that a hex may have.
local WORDS = { f = "fertile", g = "good", ["."] = "average", r = "average rough", R = "fertile rough",
  c = "clear", w = "average wood", t = "good town", m = "average marsh", h = "average hill" }

local function strip(row, sides)
  return { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = WORDS, rows = { row },
    sides = sides }
end

-- A block of average hexes, six columns and five rows.
local function block(sides, rows)
  return { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = WORDS, sides = sides,
    rows = rows or { ". . . . . .", " . . . . . .", ". . . . . .", " . . . . . .", ". . . . . ." } }
end

local function begin(ground, data)
  local all_of_it = { map = ground, kind = "force", phase = "activity", active = "french" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  return situation(all_of_it)
end

-- An active force.
local function force(nation, at, sp, more)
  local side = sides[NATIONS[nation] or "allied"]
  local fields = { name = nation .. " army at " .. at, side = side, nation = nation, size = "army",
    sp = sp or 20, place = map.hex(at), active = side == game.active }
  for key, value in pairs(more or {}) do fields[key] = value end
  fields.name = fields.name .. (#all("force", { name = fields.name }) > 0 and " too" or "")
  local new = create("force", fields)
  create("leader", { name = "leader of " .. new.name, side = side, nation = nation, av = 7, modifier = 0, post = "force",
    force = new })
  return new
end

local function train(nation, at)
  return create("train", { name = nation .. " train", side = sides[NATIONS[nation] or "allied"],
    nation = nation, place = map.hex(at) })
end

local function fortress(side, at, garrison)
  return create("fortress", { name = "fortress " .. at, side = sides[side], place = map.hex(at), class = 1,
    printed = garrison, intrinsic = garrison })
end

local function mp(piece, from, to)
  local cost = rules.step_cost(piece, map.hex(from), map.hex(to))
  return cost and cost.total
end

describe("4.2: movement points", function ()
  it("4.2-mp: 8 for a force and 6 for a siege train, in winter 6 and 3", function ()
    begin(strip ". . .")
    local army, guns = force("french", "A1"), train("french", "A1")
    expect(rules.allowance(army)):to_be(8)
    expect(rules.allowance(guns)):to_be(6)
    game.winter = true
    expect(rules.allowance(army)):to_be(6)
    expect(rules.allowance(guns)):to_be(3)
  end)

  it("4.2-mp: a detachment has the 8 MP of an army", function ()
    begin(strip ". . .")
    expect(rules.movement_left(force("french", "A1", 5, { size = "detachment" }))):to_be(8)
  end)

  it("4.2-save: what is spent is gone, and what is not there is refused", function ()
    begin(strip ". . .")
    local army = force("french", "A1")
    rules.pay(army, 5, "4.2-cost", "a test")
    expect(rules.movement_left(army)):to_be(3)
    expect(function () rules.pay(army, 4, "4.2-cost", "a test") end):to_refuse "4.2-save"
    expect(army.spent):to_be(5)
    rules.pay(army, 3)
    expect(rules.movement_left(army)):to_be(0)
  end)

  it("4.2-save: points are not kept for another turn", function ()
    begin(strip ". . .")
    local army = force("french", "A1", 20, { spent = 2 })
    rules.pay_debts(sides.french)
    expect(rules.movement_left(army)):to_be(8)             -- not 14
  end)

  it("4.2-save: a group has what the one with the fewest has", function ()
    begin(strip ". . .")
    local one, other = force("french", "A1"), force("french", "A1", 10, { spent = 3 })
    expect(rules.movement_left { one, other }):to_be(5)
    rules.pay({ one, other }, 2)
    expect(one.spent):to_be(2)
    expect(other.spent):to_be(5)
    expect(function () rules.pay({ one, other }, 4) end):to_refuse "4.2-save"
    expect(one.spent):to_be(2)
  end)

  it("4.2-save: points may be spent ahead, 8 at most, 6 when the next turn is a winter turn", function ()
    begin(strip ". . .", { active = "allied" })
    local army = force("french", "A1")
    game.first = sides.french
    game.year, game.month, game.half, game.season = 1704, 6, 1, 1704
    expect(rules.can_owe(army, 8)):to_be(true)
    expect(rules.can_owe(army, 9)):to_be(false)
    rules.owe(army, 6, "INT.cost", "an interception")
    expect(rules.can_owe(army, 2)):to_be(true)
    expect(function () rules.owe(army, 3) end):to_refuse "4.2-save"
    army.owed, game.month, game.half = 0, 11, 2            -- November II; December I is winter
    expect(rules.can_owe(army, 6)):to_be(true)
    expect(rules.can_owe(army, 7)):to_be(false)
    game.month, game.half = 11, 1
    expect(rules.can_owe(army, 7)):to_be(true)
  end)

  it("4.2-save: who plays second pays in this very turn", function ()
    begin(strip ". . .")                                   -- the French phase; the Allies are to follow
    game.year, game.month, game.half, game.season = 1704, 11, 2, 1704
    local foes, army = force("british", "A1"), force("french", "C1")
    expect(rules.can_owe(foes, 8)):to_be(true)             -- November II
    expect(rules.can_owe(army, 7)):to_be(false)            -- December I
    game.phase = 1                                         -- the French magazines: their debts are still to come
    expect(rules.can_owe(army, 8)):to_be(true)
    game.active, game.first = sides.allied, sides.french
    expect(rules.can_owe(foes, 8)):to_be(true)
    expect(rules.can_owe(army, 7)):to_be(false)
    game.phase = 3
    expect(rules.can_owe(foes, 7)):to_be(false)
  end)

  it("4.2-save: without the limit any debt stands, and what a turn cannot bear falls later", function ()
    begin(strip ". . .", { options = { debt_cap = false } })
    local army = force("french", "A1")
    rules.owe(army, 11)
    rules.pay_debts(sides.french)
    expect(rules.movement_left(army)):to_be(0)
    expect(army.owed):to_be(3)
    rules.pay_debts(sides.french)
    expect(rules.movement_left(army)):to_be(5)
  end)

  it("4.2-save: the chase of E10 leaves Marlborough 2 of his 8 MP: he owes 1, then 4 and 1", function ()
    begin(strip ". . . . . . . . .", { active = "french" })
    local marlborough = force("british", "A1")
    rules.owe(marlborough, 1, "INT.cost", "a battle that was evaded")
    rules.owe(marlborough, 4, "INT.cost", "the way")
    rules.owe(marlborough, 1, "INT.cost", "the battle")
    expect(marlborough.owed):to_be(6)
    rules.pay_debts(sides.allied)
    expect(rules.movement_left(marlborough)):to_be(2)
    expect(marlborough.owed):to_be(0)
  end)
end)

describe("4.2: what a step costs", function ()
  it("4.2-cost: all ground is like clear, but rough ground costs 3", function ()
    begin(strip "c f g . w t m h r R c")
    local army = force("french", "A1")
    for i, want in ipairs { 1, 1, 1, 1, 1, 1, 1, 3, 3, 1 } do
      local from, to = ("ABCDEFGHIJK"):sub(i, i) .. "1", ("ABCDEFGHIJK"):sub(i + 1, i + 1) .. "1"
      expect(mp(army, from, to)):to_be(want)
      expect(rules.distance_mp(army, map.hex(from), map.hex(to), 8)):to_be(want)
    end
    expect(rules.distance_mp(army, map.hex "A1", map.hex "K1")):to_be(14)
    expect(rules.distance_mp(army, map.hex "A1", map.hex "K1", 13)):to_be(nil)
  end)

  it("4.2-cost: a minor river costs 1 more, into rough ground too", function ()
    begin(strip(". . r", { minor = "A1-B1 B1-C1" }))
    local army = force("french", "A1")
    expect(mp(army, "A1", "B1")):to_be(2)                  -- E12: 1 to cross, 1 to enter
    expect(mp(army, "B1", "A1")):to_be(2)
    expect(mp(army, "B1", "C1")):to_be(4)
    expect(rules.distance_mp(army, map.hex "A1", map.hex "C1", 8)):to_be(6)
  end)

  it("4.2-cost: by the other reading of G24 a minor river costs nothing more (E12 as printed)", function ()
    begin(strip(". .", { minor = "A1-B1" }), { options = { minor_river = 0 } })
    local army = force("french", "A1")
    expect(mp(army, "A1", "B1")):to_be(1)
    expect(rules.distance_mp(army, map.hex "A1", map.hex "B1", 8)):to_be(1)
  end)

  it("4.2-cost: a major river is crossed at a bridge alone, for 1 more", function ()
    local ground = strip(". . .", { major = "A1-B1 B1-C1", bridge = "B1-C1" })
    begin(ground)
    local army = force("french", "A1")
    local cost, why = rules.step_cost(army, map.hex "A1", map.hex "B1")
    expect(cost):to_be(nil)
    expect(why):to_be "no bridge leads over the river"
    expect(rules.distance_mp(army, map.hex "A1", map.hex "B1", 8)):to_be(nil)
    expect(mp(army, "B1", "C1")):to_be(2)                  -- E7: 1 to cross, 1 to enter
    expect(rules.distance_mp(army, map.hex "B1", map.hex "C1", 8)):to_be(2)
    begin(ground, { options = { major_river = 0 } })
    army = force("french", "A1")
    expect(mp(army, "B1", "C1")):to_be(1)                  -- G23, the other reading
    expect(rules.distance_mp(army, map.hex "B1", map.hex "C1", 8)):to_be(1)
  end)

  it("4.2-cost: both rivers by the other readings", function ()
    begin(strip(". . .", { major = "A1-B1", bridge = "A1-B1", minor = "B1-C1" }),
      { options = { major_river = 0, minor_river = 0 } })
    expect(rules.distance_mp(force("french", "A1"), map.hex "A1", map.hex "C1", 8)):to_be(2)
    expect(rules.distance_mp(force("dutch", "C1"), map.hex "A1", map.hex "B1", 8)):to_be(1)
  end)

  it("4.2-cost: hexes that do not touch are no step", function ()
    begin(strip ". . .")
    local cost, why = rules.step_cost(force("french", "A1"), map.hex "A1", map.hex "C1")
    expect(cost):to_be(nil)
    expect(why):to_be "they do not touch"
  end)

  it("4.2-cost: lines and strongpoints cost no MP", function ()
    begin(strip ". .")
    create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line", place = map.hex "B1",
      sp = 1 })
    expect(mp(force("french", "A1"), "A1", "B1") + charts.terrain:at "work"):to_be(1)
  end)

  it("4.2-cost: the search and the single step agree on every side of a map with everything on it", function ()
    local ground = block({ minor = "A1-B1 B2-C2 C3-D3 A4-A5 D4-E4", major = "B1-C1 A2-B2 C4-D4 E1-E2",
      bridge = "A2-B2 E1-E2", estuary = "A3-B3 E3-F3" },
      { "c f r w . t", " R . m h g r", ". r . R . .", " h . r . c f", ". . w r . R" })
    for _, minor in ipairs { 0, 1 } do
      for _, major in ipairs { 0, 1 } do
        begin(ground, { options = { minor_river = minor, major_river = major } })
        local army, fleet = force("french", "A1"), force("dutch", "F5")
        fortress("allied", "C3", 5)
        fortress("french", "D2", 5)
        local steps, closed = 0, 0
        for _, from in ipairs(map.hexes) do
          for _, to in ipairs(from.neighbours) do
            local others = {}
            for _, hex in ipairs(from.neighbours) do
              if hex ~= to then others[#others + 1] = hex end
            end
            for _, group in ipairs { army, fleet } do
              local cost = rules.step_cost(group, from, to)
              local way = rules.cheapest_way(group, from, to, { blocked = others,
                leave = { map.hex(group == army and "C3" or "D2") } })
              expect(way and way.cost):to_be(cost and cost.total)
              steps, closed = steps + 1, closed + (cost and 0 or 1)
            end
          end
        end
        expect(steps):to_be(276)                           -- 69 hexsides, both ways, two forces
        expect(closed):to_be(12)                           -- two major rivers for both, two estuaries for one
      end
    end
  end)

  it("4.4-acts: leaving the hex of an enemy fortress costs 1 more, an empty or a friendly one does not", function ()
    begin(strip ". . . . .")
    local army = force("french", "A1")
    fortress("allied", "B1", 5)
    fortress("allied", "C1", 0)
    fortress("french", "D1", 5)
    expect(mp(army, "A1", "B1")):to_be(1)
    expect(mp(army, "B1", "C1")):to_be(2)
    expect(mp(army, "C1", "D1")):to_be(1)
    expect(mp(army, "D1", "E1")):to_be(1)
    expect(rules.distance_mp(army, map.hex "A1", map.hex "E1", 8)):to_be(5)
    expect(rules.within(army, 2):has(map.hex "C1")):to_be(false)
    expect(rules.within(army, 3):has(map.hex "C1")):to_be(true)
  end)

  it("4.4-acts: a battle 1 MP, a siege round 6, a line 7, a strongpoint 8, dismantling 8", function ()
    local want = { battle = 1, siege = 6, leave = 1, line = 7, strongpoint = 8, dismantle = 8, disengage = 1 }
    for key, cost in pairs(want) do expect(charts.actions:at(key)):to_be(cost) end
  end)
end)

describe("4.4.1: estuaries and channels", function ()
  local ground = strip(". .", { estuary = "A1-B1" })

  it("4.4.1: British and Dutch cross them like major rivers, others do not", function ()
    begin(ground)
    for _, nation in ipairs { "british", "dutch" } do
      local army = force(nation, "A1", 50)
      expect(mp(army, "A1", "B1")):to_be(2)
      expect(rules.distance_mp(army, map.hex "A1", map.hex "B1", 8)):to_be(2)
    end
    for _, nation in ipairs { "french", "bavarian", "spanish", "austrian", "northern" } do
      local army = force(nation, "A1", 10)
      local cost, why = rules.step_cost(army, map.hex "A1", map.hex "B1")
      expect(cost):to_be(nil)
      expect(why):to_be "only British and Dutch cross an estuary, at most 50 SP"
      expect(rules.distance_mp(army, map.hex "A1", map.hex "B1", 8)):to_be(nil)
    end
  end)

  it("4.4.1: at most 50 SP at a time", function ()
    begin(ground)
    expect(mp(force("british", "A1", 51), "A1", "B1")):to_be(nil)
    local british, dutch = force("british", "A1", 30), force("dutch", "A1", 20)
    expect(mp({ british, dutch }, "A1", "B1")):to_be(2)
    dutch.sp = 21
    expect(mp({ british, dutch }, "A1", "B1")):to_be(nil)
    expect(mp({ british, force("austrian", "A1", 1) }, "A1", "B1")):to_be(nil)
  end)

  it("4.4.1: a British train crosses too", function ()
    begin(ground)
    expect(mp(train("british", "A1"), "A1", "B1")):to_be(2)
    expect(mp(train("austrian", "A1"), "A1", "B1")):to_be(nil)
  end)

  it("4.4.1: an attack over an estuary is one over a major river", function ()
    local t = begin(ground, { active = "allied" })
    local british, french = force("british", "A1", 20), force("french", "B1")
    t.command("move " .. british.name .. " to B1")
    expect(british.over):to_be "major"
    expect(french.place == british.place):to_be(true)
  end)
end)

describe("4.2: moves", function ()
  it("4.2: to a hex by the cheapest way, and what is left", function ()
    local t = begin(block(nil, { ". r . . . .", " . . r . . .", ". . . . . ." }))
    local army = force("french", "A1")
    t.command("move " .. army.name .. " to D1")
    expect(army.place):to_be(map.hex "D1")
    expect(army.spent):to_be(4)                            -- around the rough hex; 5 through it
    expect(army.entered):to_be(map.hex "C1")
    t.command("move " .. army.name .. " to F1")
    expect(rules.movement_left(army)):to_be(2)
    expect(function () t.command("move " .. army.name .. " to C1") end):to_refuse "4.2-mp"
    expect(army.place):to_be(map.hex "F1")
  end)

  it("4.2: by way of hexes, in their order", function ()
    local t = begin(block())
    local army = force("french", "A1")
    t.command("move " .. army.name .. " via A3, C3 to D1")
    expect(army.place):to_be(map.hex "D1")
    expect(army.spent):to_be(6)                            -- 2, 2 and 2
  end)

  it("4.2: hex by hex, each a question; the last is a stop", function ()
    local t = begin(block(), { answers = { "B1", "C1", "stop" } })
    local army = force("french", "A1")
    t.command("move " .. army.name)
    expect(army.place):to_be(map.hex "C1")
    expect(army.spent):to_be(2)
  end)

  it("4.2: hex by hex it ends where no MP is left", function ()
    local t = begin(block(), { answers = { "B1", "C1" } })
    local army = force("french", "A1", 20, { spent = 6 })
    t.command("move " .. army.name)
    expect(army.place):to_be(map.hex "C1")
    expect(function () t.command("move " .. army.name) end):to_refuse "4.2"
  end)

  it("4.2: what cannot be reached at all is told by the ground", function ()
    local t = begin(strip(". . .", { major = "B1-C1" }))
    local army = force("french", "A1")
    expect(function () t.command("move " .. army.name .. " to C1") end):to_refuse "4.2-cost"
    expect(function () t.command("move " .. army.name .. " to A1") end):to_refuse "4.2"
  end)

  it("4.2: the crossings of the last step are kept for a battle", function ()
    local t = begin(strip(". . . .", { minor = "A1-B1", major = "B1-C1", bridge = "B1-C1" }))
    local army = force("french", "A1")
    t.command("move " .. army.name .. " to B1")
    expect(army.over):to_be "minor"
    t.command("move " .. army.name .. " to C1")
    expect(army.over):to_be "major"
    t.command("move " .. army.name .. " to D1")
    expect(army.over):to_be ""
    expect(army.spent):to_be(5)
  end)

  it("5.2-join: forces that act together move together, for each his points", function ()
    local t = begin(strip ". . . . .")
    local army = force("french", "A1")
    local other = force("french", "A1", 10, { joined = army, name = "the other" })
    t.command("move " .. army.name .. " to D1")
    expect(other.place):to_be(map.hex "D1")
    expect(other.spent):to_be(3)
  end)

  it("5.2-join: the first is named for a group, and one that was parted from it for itself", function ()
    local t = begin(strip ". . .")
    local army = force("french", "A1")
    local other = force("french", "A1", 10, { joined = army, name = "the other" })
    expect(rules.leads(army)):to_be(true)
    expect(rules.leads(other)):to_be(false)
    other.place = map.hex "C1"
    expect(rules.leads(other)):to_be(true)
    t.command "move the other to B1"
    expect(army.place):to_be(map.hex "A1")
  end)

  it("SEQ.order: one force may begin before another has ended, none goes over its points", function ()
    local t = begin(strip ". . . . . .")
    local one = force("french", "A1", 20, { name = "one" })
    local other = force("french", "F1", 20, { name = "other" })
    t.command "move one to C1"
    t.command "move other to D1"
    t.command "move one to D1"
    expect(one.spent):to_be(3)
    expect(other.spent):to_be(2)
    rules.absorb(other, one)                               -- 4.3: they converge
    expect(other.sp):to_be(40)
    expect(rules.movement_left(other)):to_be(5)
  end)

  it("4.3: who takes in another force has the points of the one with fewer", function ()
    begin(strip ". . .")
    local one, other = force("french", "A1", 20, { spent = 2 }), force("french", "A1", 20, { spent = 7 })
    rules.absorb(one, other)
    expect(rules.movement_left(one)):to_be(1)
  end)

  it("7.9: a magazine and a train that are alone are taken on the way", function ()
    local t = begin(strip ". . . .")
    local army = force("french", "A1")
    create("magazine", { name = "magazine", side = sides.allied, nation = "dutch", grade = "primary",
      place = map.hex "B1" })
    local guns = train("dutch", "C1")
    t.command("move " .. army.name .. " to D1")
    expect(#all "magazine"):to_be(0)
    expect(guns.alive):to_be(false)
    expect(tostring(rules.total(sides.french))):to_be "5"
  end)

  it("7.9: what stands in a fortress of theirs is safe", function ()
    local t = begin(strip ". . .")
    local army, guns = force("french", "A1"), train("dutch", "B1")
    fortress("allied", "B1", 4)
    t.command("move " .. army.name .. " to B1")
    expect(guns.alive):to_be(true)
  end)
end)

describe("4.1-train: siege trains", function ()
  it("4.1-train: a train moves 6 MP without activation", function ()
    local t = begin(strip ". . . . . . . .")
    local guns = train("french", "A1")
    t.command "haul french train to G1"
    expect(guns.place):to_be(map.hex "G1")
    expect(rules.movement_left(guns)):to_be(0)
    expect(function () t.command "haul french train to H1" end):to_refuse "4.2-mp"
  end)

  it("4.1-train: only its owner's, and not to where enemy forces are", function ()
    local t = begin(strip ". . . .")
    train("dutch", "A1")
    local guns = train("french", "A1")
    force("british", "C1")
    expect(function () t.command "haul dutch train to B1" end):to_refuse "4.1-train"
    expect(function () t.command "haul french train to C1" end):to_refuse "4.5"
    expect(function () t.command "haul french train to D1" end):to_refuse "4.2-cost"
    expect(function () t.command "haul french train to A1" end):to_refuse "4.2"
    t.command "haul french train to B1"
    expect(guns.spent):to_be(1)
  end)
end)

describe("4.1-train: on the way", function ()
  it("4.1-train: around enemy lines, and out of an enemy fortress for 1 MP more", function ()
    local t = begin(block())
    local guns = train("french", "A2")
    create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line", place = map.hex "B2",
      sp = 1 })
    expect(function () t.command "haul french train to B2" end):to_refuse "4.5"
    t.command "haul french train to C2"
    expect(guns.spent):to_be(3)                            -- 2 through the line
    fortress("allied", "C2", 4)
    t.command "haul french train to D2"
    expect(guns.spent):to_be(5)
  end)
end)

describe("4.5: enemies in a hex", function ()
  it("4.5: nobody moves through an enemy hex", function ()
    local t = begin(strip ". . . .", { answers = { {}, {} } })
    local army = force("french", "A1")
    force("british", "C1")
    expect(function () t.command("move " .. army.name .. " to D1") end):to_refuse "4.2-cost"
    t.command("move " .. army.name .. " to C1")
    expect(army.place):to_be(map.hex "C1")
    expect(army.entered):to_be(map.hex "B1")
    expect(function () t.command("move " .. army.name .. " to D1") end):to_refuse "4.5"
    expect(function () t.command("move " .. army.name .. " to B1") end):to_refuse "4.5"
  end)

  it("4.5: but through the hex of a fortress, for 1 MP more", function ()
    local t = begin(strip ". . . .")
    local army = force("french", "A1")
    fortress("allied", "C1", 5)
    t.command("move " .. army.name .. " to D1")
    expect(army.spent):to_be(4)
  end)

  it("4.5: not where a force stands in the fortress", function ()
    local t = begin(strip ". . . .")
    local army = force("french", "A1")
    fortress("allied", "C1", 5)
    force("british", "C1")
    expect(function () t.command("move " .. army.name .. " to D1") end):to_refuse "4.2-cost"
  end)

  it("4.5: who meets the enemy with MP left must fight, a round at the end of the phase", function ()
    begin(strip ". . . .", { dice = { 1, 1, 6, 6 } })
    local army, foes = force("french", "C1", 20, { entered = map.hex "B1", spent = 7 }), force("british", "C1")
    expect(rules.must_fight(army)):to_be(true)
    create("leader", { name = "none", side = sides.allied, nation = "dutch", post = "gone" })
    rules.owe(foes, 8)                                     -- so they cannot evade
    rules.compulsory_battles(sides.french)
    expect(army.attacked):to_be(true)
    expect(army.sp):to_be(19)                              -- a 1 is 5 percent of 20
    expect(foes.sp):to_be(19)
    expect(rules.must_fight(army)):to_be(false)
  end)

  it("4.5: not who spent the last MP on entering (G65); in the next phase he may leave", function ()
    local t = begin(strip ". . . .", { answers = { {}, {}, {} } })
    local army = force("french", "A1", 20, { spent = 6 })
    local foes = force("british", "C1")
    t.command("move " .. army.name .. " to C1")
    expect(rules.movement_left(army)):to_be(0)
    expect(rules.must_fight(army)):to_be(false)
    rules.compulsory_battles(sides.french)
    expect(army.sp + foes.sp):to_be(40)
    game.winter_from = 23
    rules.begin_activity()
    army.active = true
    expect(rules.must_fight(army)):to_be(true)             -- if it stays
    t.command("move " .. army.name .. " to B1")
    expect(army.place):to_be(map.hex "B1")
    expect(rules.must_fight(army)):to_be(false)
  end)

  it("4.5: who withdraws, and a train, keeps away from enemy forces", function ()
    begin(strip ". . .")
    local army = force("french", "A1")
    local foes = force("british", "B1")
    for _, purpose in ipairs { "withdraw", "haul" } do
      expect(function () rules.may_enter({ army }, map.hex "B1", purpose) end):to_refuse "4.5"
      rules.may_enter({ army }, map.hex "C1", purpose)
    end
    local line = create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line",
      place = map.hex "C1", sp = 1 })
    expect(function () rules.may_enter({ army }, map.hex "C1", "withdraw") end):to_refuse "4.5"
    rules.may_enter({ army }, map.hex "C1", "move")
    eliminate(line)
    rules.may_enter({ army }, map.hex "B1", "move")
    fortress("allied", "B1", 4)
    foes.place = nil
    rules.may_enter({ army }, map.hex "B1", "haul")        -- to a siege
    expect(function () rules.may_enter({ army }, map.hex "B1", "withdraw") end):to_refuse "4.5"
  end)
end)

describe("11.10: closed countries", function ()
  local country = { kind = "hexes", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average" }, rows = { ". . ." },
    areas = { { name = "France", hexes = "A1 B1" }, { name = "United Provinces", hexes = "C1" } } }

  it("11.10.2: nobody enters the neutral United Provinces", function ()
    local t = begin(country)
    local army = force("french", "B1", 20, { name = "army" })
    game.up_neutral = true
    expect(function () t.command "move army to C1" end):to_refuse "11.10.2"
    expect(rules.next_hexes({ army }, "move")):to_equal { map.hex "A1" }
    for i = 0, 20 do
      expect(rules.place_nearby({ army }, function (n) return i % n end) ~= map.hex "C1"):to_be(true)
    end
    game.up_neutral = false
    t.command "move army to C1"
  end)
end)

describe("4.2: MP of the worked examples", function ()
  -- The enemy cannot evade: he owes all of his next turn.
  local function fight(ground, from, sp, die, foe_sp)
    local t = begin(ground, { dice = die })
    local army = force("french", from, sp, { name = "army" })
    force("british", "B1", foe_sp, { name = "foe", owed = 8 })
    t.command "move army to B1"
    t.command "battle army rounds 1"
    return army
  end

  it("4.4.2: E2 and E4, one hex and one round leave 6 MP", function ()
    local army = fight(strip ". .", "A1", 80, { 1, 1, 6, 6 }, 60)
    expect(rules.movement_left(army)):to_be(6)
  end)

  it("4.2-cost: E7, over a bridge, into the hex, a round: 3 MP", function ()
    local army = fight(strip(". .", { major = "A1-B1", bridge = "A1-B1" }), "A1", 80, { 1, 2, 6, 6 }, 20)
    expect(army.spent):to_be(3)
  end)

  it("4.2-cost: E12, over a minor river 3 MP; printed 2, as by the other reading of G24", function ()
    local ground = strip(". .", { minor = "A1-B1" })
    local army = fight(ground, "A1", 40, { 1, 1, 6, 6 }, 60)
    expect(army.spent):to_be(3)
  end)

  it("4.2-cost: E10, Villars 5 MP away is out of reach, 4 MP away within it", function ()
    begin(strip ". . . . . .")
    local marlborough, villars = force("british", "A1"), force("french", "F1")
    expect(rules.distance_mp(marlborough, marlborough.place, villars.place, 4)):to_be(nil)
    villars.place = map.hex "E1"
    expect(rules.distance_mp(marlborough, marlborough.place, villars.place, 4)):to_be(4)
  end)

  it("4.2-cost: MP, not hexes, are the measure of reactions", function ()
    begin(strip ". . r . . .")
    local marlborough = force("british", "A1")
    expect(rules.distance_mp(marlborough, map.hex "A1", map.hex "C1", 4)):to_be(4)
    expect(rules.distance_mp(marlborough, map.hex "A1", map.hex "D1", 4)):to_be(nil)
    expect(rules.distance_mp(marlborough, map.hex "A1", map.hex "A1", 4)):to_be(0)
  end)

  it("4.2-cost: an enemy force on the way bars it, at its end it does not", function ()
    begin(strip ". . . .")
    local marlborough = force("british", "A1")
    force("french", "C1")
    expect(rules.distance_mp(marlborough, map.hex "A1", map.hex "C1", 4)):to_be(2)
    expect(rules.distance_mp(marlborough, map.hex "A1", map.hex "D1", 4)):to_be(nil)
    expect(rules.within(marlborough, 4):has(map.hex "C1")):to_be(false)
    expect(rules.within(marlborough, 4, nil, true):has(map.hex "C1")):to_be(true)
    expect(#rules.within(marlborough, 4)):to_be(2)
  end)
end)

describe("INT.range: who is near", function ()
  it("4.2-cost: only hexes near enough are searched, and all of them", function ()
    begin(block())
    local forces = {}
    for i, hex in ipairs(map.hexes) do
      forces[i] = create("force", { name = "force " .. i, side = sides.french, nation = "french", size = "army",
        sp = 1, place = hex })
    end
    local off = create("force", { name = "off the map", side = sides.french, nation = "french", size = "army",
      sp = 1 })
    forces[#forces + 1] = off
    for radius = 0, 7 do
      local want = {}
      for _, one in ipairs(forces) do
        if one.place and map.distance(one.place, map.hex "C2") <= radius then want[#want + 1] = one end
      end
      expect(map.near(forces, map.hex "C2", radius)):to_equal(want)
      expect(#want > 0):to_be(true)
    end
    expect(map.near({}, map.hex "C2", 3)):to_equal {}
  end)
end)

describe("players that pick at random", function ()
  -- Numbers below n, from a row of its own.
  local function numbers()
    local x = 7
    return function (n)
      x = (x * 1103515245 + 12345) % 2147483648
      return x // 65536 % n
    end
  end

  it("4.2: they name places that the force reaches, over every kind of ground", function ()
    begin(block({ minor = "A1-B1 B2-C2 C3-D3", major = "B1-C1 C4-D4 A4-B4", bridge = "B1-C1",
      estuary = "A3-B3 E3-F3" }, { ". . r . . .", " r . . . r .", ". r . r . .", " . . . . . .", ". . . r . r" }))
    local army, fleet, guns = force("french", "C3", 20, { spent = 3 }), force("british", "B3"), train("french", "D2")
    fortress("allied", "C2", 4)
    force("austrian", "E4", 5)
    force("bavarian", "A2", 5)
    local below, found = numbers(), { 0, 0, 0 }
    for _ = 1, 200 do
      for i, piece in ipairs { army, fleet, guns } do
        local place = rules.place_nearby({ piece }, below)
        if place then
          found[i] = found[i] + 1
          expect(place ~= piece.place):to_be(true)
          expect(rules.within(piece, rules.movement_left(piece), nil, i < 3):has(place)):to_be(true)
        end
      end
    end
    for i = 1, 3 do expect(found[i] > 100):to_be(true) end
    army.spent = 8
    expect(rules.place_nearby({ army }, below)):to_be(nil)
  end)

  it("4.2: they find the one of a list that will do", function ()
    begin(strip ". .")
    local function is_two(n) return n == 2 end
    for first = 0, 2 do
      expect(rules.any_of({ 1, 2, 3 }, is_two, function () return first end)):to_be(2)
    end
    expect(rules.any_of({ 1, 3 }, is_two, function () return 1 end)):to_be(nil)
    expect(rules.any_of({}, is_two, function () return 0 end)):to_be(nil)
  end)
end)

describe("reach", function ()
  it("4.2: what a force can reach, and how far it is", function ()
    begin(strip ". . r .")
    local army = force("french", "A1", 20, { spent = 4 })
    local list = rules.reach(army)
    expect(#list):to_be(2)
    expect(list[1].place):to_be(map.hex "B1")
    expect(list[1].how):to_be "MP 1"
    expect(list[2].how):to_be "MP 4"
  end)

  it("4.2: an enemy is told, and a train does not go to him", function ()
    begin(strip ". . .")
    local army, guns = force("french", "A1"), train("french", "A1")
    force("british", "B1")
    expect(rules.reach(army)[1].how):to_be "to the enemy, MP 1"
    expect(#rules.reach(army)):to_be(1)
    local list, why = rules.reach(guns)
    expect(#list):to_be(0)
    expect(why):to_be "its 6 MP lead nowhere"
  end)

  it("4.2: why nothing is in reach", function ()
    local t = begin(strip ". . .")
    local army, foes = force("french", "A1"), force("british", "C1")
    local function why(piece)
      local list, reason = rules.reach(piece)
      expect(#list):to_be(0)
      return reason
    end
    expect(why(foes)):to_be "it is not its player's phase"
    expect(why(all("leader")[1])):to_be "only forces and trains move"
    army.active = false
    expect(why(army)):to_be "it is not active"
    army.tried = 1
    expect(why(army)):to_be "it failed to activate"
    army.active, army.spent = true, 8
    expect(why(army)):to_be "it has no MP left"
    army.spent, army.place, army.entered = 7, map.hex "C1", map.hex "B1"
    expect(why(army)):to_be "the enemy is in its hex"
    army.place = nil
    expect(why(army)):to_be "it is not on the map"
    army.place, army.entered = map.hex "A1", nil
    expect(#rules.reach(army)):to_be(1)
    t.next_phase()
    expect(why(army)):to_be "pieces move in the Activity Phase"
  end)
end)
