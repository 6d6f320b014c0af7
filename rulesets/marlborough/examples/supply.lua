-- SPDX-License-Identifier: GPL-3.0-or-later
-- SUP, ST.range, MAG.det, 8.1-mag: supply lines, on maps that are drawn with the pieces on them.
--
-- Ground: . clear, r rough. Of the French side: A an army, M its primary magazine, S its secondary one,
-- d a detachment, o a fortress, b a fortress that is besieged. Of the Allies: E an army, e a detachment of
-- 1 SP, F a fortress, B a fortress that is besieged, Z an open city. Rows are shifted as they are written;
-- columns are letters, rows numbers.

local GROUND = { ["."] = "average", r = "average rough" }

local function army_of(side, name, place, sp, size)
  local allied = side == sides.allied
  return create("force", { name = name, side = side, nation = allied and "dutch" or "french", size = size or "army",
    sp = sp, place = place })
end

local function fortress(side, place, more)
  local fields = { name = "fortress " .. place.label, side = side, place = place, class = 1, printed = 4, intrinsic = 4 }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("fortress", fields)
end

local function magazine(army, place, grade)
  return create("magazine", { name = grade .. " magazine " .. place.label, side = army.side, nation = army.nation,
    grade = grade, army = army, place = place })
end

-- The situation that a drawing shows, and its pieces by their signs: the first of each, and lists.
local function drawn(rows, data)
  local found, ground = {}, {}
  for r, row in ipairs(rows) do
    local c = 0
    ground[r] = row:gsub("%S", function (sign)
      c = c + 1
      if GROUND[sign] then return sign end
      found[#found + 1] = { sign = sign, label = ("%c%d"):format(64 + c, r) }
      return "."
    end)
  end
  local given = { map = { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = GROUND, rows = ground,
    sides = data and data.sides }, kind = "force", phase = "activity", active = "french", options = data and data.options }
  local t, pieces = situation(given), {}
  local make = {
    A = function (at) return army_of(sides.french, "army", at, 20) end,
    d = function (at) return army_of(sides.french, "detachment", at, 5, "detachment") end,
    E = function (at) return army_of(sides.allied, "enemy", at, 30) end,
    e = function (at) return army_of(sides.allied, "vanguard", at, 1, "detachment") end,
    F = function (at) return fortress(sides.allied, at) end,
    B = function (at) return fortress(sides.allied, at, { blockaded = true }) end,
    Z = function (at) return fortress(sides.allied, at, { class = 0, printed = 0, intrinsic = 0 }) end,
    o = function (at) return fortress(sides.french, at) end,
    b = function (at) return fortress(sides.french, at, { blockaded = true }) end,
  }
  for _, one in ipairs(found) do
    if make[one.sign] then pieces[one.sign] = make[one.sign](map.hex(one.label)) end
  end
  for _, one in ipairs(found) do
    local grade = one.sign == "M" and "primary" or one.sign == "S" and "secondary"
    if grade then pieces[one.sign] = magazine(pieces.A, map.hex(one.label), grade) end
  end
  pieces.t = t
  return pieces
end

-- Whether the army of a drawing is in supply.
local function supplied(rows, data) return rules.supplied(drawn(rows, data).A) end

local function labels(list)
  local names = {}
  for i, one in ipairs(list) do names[i] = (one.place or one).label end
  return table.concat(names, " ")
end

describe("ST.range: five MP", function ()
  it("ST.range: five clear hexes are in range, six are not", function ()
    expect(supplied { "M . . . . A" }):to_be(true)
    expect(supplied { "M . . . . . A" }):to_be(false)
  end)

  it("ST.range: MP count, not hexes (G43): rough ground is 3", function ()
    expect(supplied { "M r . A" }):to_be(true)             -- 3 + 1 + 1
    expect(supplied { "M r . . A" }):to_be(false)
    expect(supplied { "M r r A" }):to_be(false)
    expect(supplied({ "M . r . A", " . . . . ." })):to_be(true)      -- around it
  end)

  it("ST.range: a minor river is 1 MP more", function ()
    expect(supplied({ "M . . . A" }, { sides = { minor = "B1-C1" } })):to_be(true)
    expect(supplied({ "M . . . A" }, { sides = { minor = "B1-C1 C1-D1" } })):to_be(false)
    expect(supplied({ "M . . . . A" }, { sides = { minor = "B1-C1" } })):to_be(false)
  end)

  it("ST.range: over a major river only by a bridge, for 1 MP more", function ()
    expect(supplied({ "M . . A" }, { sides = { major = "B1-C1" } })):to_be(false)
    expect(supplied({ "M . . A" }, { sides = { major = "B1-C1", bridge = "B1-C1" } })):to_be(true)
    expect(supplied({ "M . . . . A" }, { sides = { major = "B1-C1", bridge = "B1-C1" } })):to_be(false)
    local p = drawn({ "M . . A" }, { sides = { major = "B1-C1" } })
    local way, blocks, why = rules.supply_line(p.A)
    expect(way):to_be(nil)
    expect(#blocks):to_be(0)
    expect(why):to_be "no way leads to its magazine"
  end)

  it("ST.range: the magazine in the hex of the force is always near", function ()
    local p = drawn { "A ." }
    magazine(p.A, map.hex "A1", "primary")
    expect(rules.supplied(p.A)):to_be(true)
    expect(rules.supply_line(p.A).cost):to_be(0)
  end)

  it("ST.range: without a magazine there is no supply; off the map none is needed", function ()
    local p = drawn { "A . ." }
    expect(rules.supplied(p.A)):to_be(false)
    expect(select(3, rules.supply_line(p.A))):to_be "it has no magazine"
    p.A.place = nil
    expect(rules.supplied(p.A)):to_be(true)
  end)

  it("ST.range: of a given grade, or of any", function ()
    local p = drawn { "M . . . . . A . S" }
    expect(rules.supplied(p.A)):to_be(true)
    expect(rules.supplied(p.A, "secondary")):to_be(true)
    expect(rules.supplied(p.A, "primary")):to_be(false)
    expect(select(3, rules.supply_line(p.A, "primary"))):to_be "primary magazine A1 is 6 MP away"
    local way, of = rules.supply_line(p.A)
    expect(of):to_be(p.S)
    expect(labels(way)):to_be "I1 H1 G1"
    expect(way.cost):to_be(2)
  end)
end)

describe("SUP.block: what cuts a line", function ()
  it("SUP.block: an enemy force, even of 1 SP", function ()
    expect(supplied { "M . E . A" }):to_be(false)
    local p = drawn { "M . e . A" }
    local way, blocks = rules.supply_line(p.A)
    expect(way):to_be(nil)
    expect(labels(blocks)):to_be "C1"
    expect(blocks[1].by):to_be(p.e)
  end)

  it("SUP.block: a line goes around when it can, as long as it has 5 MP", function ()
    expect(supplied { "M . . E . A",
                     " . . . . . ." }):to_be(false)         -- 6 MP around
    expect(supplied { "M . E . A",
                     " . . . . ." }):to_be(true)            -- 5 MP around
  end)

  it("SUP.block: an enemy fortress closes its hex and the six around it (G60)", function ()
    local zone = { ". . F . . .",
                  " M . . . A" }
    local p = drawn(zone)
    expect(rules.supplied(p.A)):to_be(false)
    local _, blocks = rules.supply_line(p.A)
    expect(labels(blocks)):to_be "B2 C2"
    expect(blocks[1].by):to_be(p.F)
    expect(rules.closed_by(sides.french, map.hex "B1")):to_be(p.F)
    expect(rules.closed_by(sides.french, map.hex "C1")):to_be(p.F)
    expect(rules.closed_by(sides.french, map.hex "E1")):to_be(nil)
    expect(rules.closed_by(sides.allied, map.hex "C1")):to_be(nil)
  end)

  it("SUP.block: by the other reading it closes its own hex alone", function ()
    local alone = { options = { supply_zone = false } }
    expect(supplied({ ". . F . . .", " M . . . A" }, alone)):to_be(true)
    expect(supplied({ "M . F . A" }, alone)):to_be(false)
  end)

  it("SUP.block: an open city, or a fortress without a garrison, closes nothing", function ()
    expect(supplied { "M . Z . A" }):to_be(true)
    local p = drawn { "M . F . A" }
    expect(rules.supplied(p.A)):to_be(false)
    p.F.intrinsic = 0
    expect(rules.supplied(p.A)):to_be(true)
  end)

  it("SUP.block: magazine and force may stand next to a fortress themselves", function ()
    expect(supplied { "M A . .",
                     " F . . ." }):to_be(true)
    expect(supplied { "M . A",
                     " F . ." }):to_be(false)               -- but the hex between is closed
  end)

  it("SUP.block: a garrison of one's own keeps its hex open, but not while it is besieged", function ()
    expect(supplied { ". F . .", " M o A ." }):to_be(true)
    expect(supplied { ". F . .", " M . A ." }):to_be(false)
    expect(supplied { ". F . .", " M b A ." }):to_be(false)
  end)

  it("SUP.block: nor against an enemy force in it", function ()
    local p = drawn { "M . o . A" }
    expect(rules.supplied(p.A)):to_be(true)
    army_of(sides.allied, "enemy", map.hex "C1", 30)
    expect(rules.supplied(p.A)):to_be(false)
  end)

  it("SUP.block: what the enemy's own lines meet is closed to him too", function ()
    local p = drawn { "A . . E" }
    magazine(p.E, map.hex "B1", "primary")
    expect(rules.supplied(p.E)):to_be(true)
    p.A.place = map.hex "C1"
    expect(rules.supplied(p.E)):to_be(false)
  end)

  it("SUP.block: lines and strongpoints cut no line", function ()
    local p = drawn { "M . . . A" }
    create("work", { name = "line", side = sides.allied, nation = "dutch", type = "line", place = map.hex "C1", sp = 1 })
    expect(rules.supplied(p.A)):to_be(true)
  end)
end)

-- A in the east, its magazine B in the west, the enemy's fortress D and his army C between them, rough
-- ground (^) in the south.
local BLOCKED = {
  ". . D . . .",
  " B . . A . .",
  ". . C . . .",
  " ^ ^ ^ ^ ^ ^",
}

local function blocked(guard)
  local rows = {}
  for i, row in ipairs(BLOCKED) do
    rows[i] = row:gsub("%u", { A = "A", B = "M", C = guard, D = "F" }):gsub("%^", "r")
  end
  return drawn(rows)
end

describe("E26: a blocked line (L54-58)", function ()
  it("SUP.block: E26, an army and a fortress cut A from B", function ()
    local p = blocked "E"
    expect(rules.supplied(p.A)):to_be(false)
    expect(labels(select(2, rules.supply_line(p.A)))):to_be "B2 C2"
  end)

  it("SUP.block: E26, either alone would not", function ()
    local p = blocked "E"
    p.E.place = nil
    expect(rules.supplied(p.A)):to_be(true)                -- south of the zone
    p.E.place = map.hex "C3"
    p.F.intrinsic = 0
    expect(rules.supplied(p.A)):to_be(true)
  end)

  it("SUP.block: E26, A goes into the hex of the army and is in supply again, before it has fought", function ()
    local p = blocked "E"
    expect(rules.distance_mp(p.A, p.A.place, map.hex "C3", 8)):to_be(2)      -- and 1 for the attack
    p.A.place = map.hex "C3"
    expect(rules.supplied(p.A)):to_be(true)
    expect(rules.enemies_at(sides.french, p.A.place)):to_equal { p.E }
    expect(labels((rules.supply_line(p.A)))):to_be "A2 B3 C3"
  end)

  it("SUP.block: E26, one SP left behind is enough to cut the line together with the fortress", function ()
    local p = blocked "e"
    army_of(sides.allied, "interceptor", p.A.place, 29)    -- it meets A where that is: hex E
    expect(rules.supplied(p.A)):to_be(false)
    p.A.place = map.hex "C3"                               -- A advances to attack the one SP
    expect(rules.supplied(p.A)):to_be(true)
  end)

  it("SUP.block: another force of the side keeps the hex open for the others", function ()
    local p = blocked "E"
    army_of(sides.french, "relief", map.hex "C3", 10)
    expect(rules.supplied(p.A)):to_be(true)
  end)
end)

describe("SUP.siegefree: besieged fortresses", function ()
  it("SUP.siegefree: a blockaded fortress closes neither its hex nor those around it", function ()
    expect(supplied { ". . B . . .", " M . . . A" }):to_be(true)
    expect(supplied { "M . B . A" }):to_be(true)
  end)

  it("SUP.siegefree: what is not besieged closes both, whatever else is known of it", function ()
    local p = drawn { "M . B . A" }
    expect(rules.closed_by(sides.french, map.hex "B1")):to_be(nil)
    p.B.blockaded = false
    expect(rules.closed_by(sides.french, map.hex "C1")):to_be(p.B)
    expect(rules.closed_by(sides.french, map.hex "B1")):to_be(p.B)
    expect(rules.blocking_fortress(sides.french, map.hex "C1")):to_be(p.B)
    expect(rules.blocking_fortress(sides.allied, map.hex "C1")):to_be(nil)
  end)

  it("SUP.siegefree: it does again when the blockade is over", function ()
    local p = drawn { "M . B . A" }
    rules.siege_broken(p.B)
    expect(rules.supplied(p.A)):to_be(false)
  end)

  it("SUP.siegefree: of two, only the one that is besieged", function ()
    expect(supplied { ". . B . . . .",
                     " M . . . . A .",
                      ". . . . . . ." }):to_be(true)
    expect(supplied { ". . B . . . .",
                     " M . . . . A .",
                      ". . . . F . ." }):to_be(false)
  end)
end)

describe("MAG.det, 8.1-mag: whose magazines", function ()
  local function two(nation, other)
    local p = drawn { ". . . . . . . ." }
    local function side_of(n) return (n == "french" or n == "bavarian") and sides.french or sides.allied end
    p.force = create("force", { name = "first", side = side_of(nation), nation = nation, size = "army", sp = 10,
      place = map.hex "A1" })
    p.other = create("force", { name = "second", side = side_of(other), nation = other, size = "army", sp = 10,
      place = map.hex "B1" })
    p.magazine = magazine(p.other, map.hex "C1", "primary")
    return p
  end

  it("8.1-mag: an army draws on its own magazines alone", function ()
    local p = two("dutch", "dutch")
    expect(rules.supplied(p.force)):to_be(false)
    expect(rules.supplied(p.other)):to_be(true)
    p = two("austrian", "british")
    expect(rules.supplied(p.force)):to_be(false)
  end)

  it("MAG.det: a detachment draws on any magazine of its nation, of either grade", function ()
    local p = two("dutch", "dutch")
    p.force.size = "detachment"
    expect(rules.supplied(p.force)):to_be(true)
    p.magazine.grade = "secondary"
    expect(rules.supplied(p.force)):to_be(true)
    expect(rules.supplied(p.force, "primary")):to_be(true)
  end)

  it("8.1-mag: but not on those of another", function ()
    local p = two("austrian", "british")
    p.force.size = "detachment"
    expect(rules.supplied(p.force)):to_be(false)
  end)

  it("8.1-mag, F.french: the French side knows no nationalities", function ()
    local p = two("bavarian", "french")
    p.force.size = "detachment"
    expect(rules.supplied(p.force)):to_be(true)
  end)

  it("8.1-mag, F.north: Northern Allies draw on any Allied magazine", function ()
    for _, nation in ipairs { "british", "dutch", "austrian" } do
      local p = two("northern", nation)
      expect(rules.supplied(p.force)):to_be(true)
      p.force.size = "detachment"
      expect(rules.supplied(p.force)):to_be(true)
    end
    local north = two("northern", "british")
    expect(rules.supplied(north.force, "primary")):to_be(true)
    expect(rules.supplied(north.force, "secondary")):to_be(false)
    local p = two("dutch", "northern")
    p.force.size = "detachment"
    expect(rules.supplied(p.force)):to_be(false)           -- not the other way round
  end)

  it("4.4.1, 8.1-mag: British and Dutch supplies cross an estuary, Imperial ones do not", function ()
    for nation, want in pairs { british = true, dutch = true, austrian = false } do
      local p = drawn({ ". . . ." }, { sides = { estuary = "B1-C1" } })
      p.force = create("force", { name = "army", side = sides.allied, nation = nation, size = "army", sp = 60,
        place = map.hex "A1" })
      magazine(p.force, map.hex "D1", "primary")
      expect(rules.supplied(p.force)):to_be(want)
    end
  end)
end)

describe("every hex of a map with everything on it", function ()
  -- MP from a hex to all others, step after step, around what is closed; worked out apart from the search.
  local function spread(from, side)
    local cost, again = { [from] = 0 }, true
    local function closed(hex)
      local enemy = side.enemy
      if #units_of(side, hex, "force") > 0 then return false end
      if #units_of(enemy, hex, "force") > 0 then return true end
      local function strong(at, whose)
        for _, place in ipairs(units_of(whose, at, "fortress")) do
          if place.intrinsic > 0 and not place.blockaded then return true end
        end
        return false
      end
      if strong(hex, enemy) then return true end
      if strong(hex, side) then return false end
      for _, near in ipairs(hex.neighbours) do
        if strong(near, enemy) then return true end
      end
      return false
    end
    while again do
      again = false
      for _, hex in ipairs(map.hexes) do
        for _, near in ipairs(cost[hex] and hex.neighbours or {}) do
          local between = map.side(hex, near) or {}
          local mp = cost[hex] + (near:has "rough" and 3 or 1) + ((between.minor or between.bridge) and 1 or 0)
          local open = not closed(near) and not (between.major and not between.bridge)
          if open and mp < (cost[near] or 99) then cost[near], again = mp, true end
        end
      end
    end
    return cost
  end

  it("SUP.block: the search finds what a count step by step finds, for both sides", function ()
    local p = drawn({ ". . r . . . F . . .",
                     " . M . . . . . . r .",
                      ". . . B . r . E . .",
                     " . d r . . . . . . .",
                      ". . . o . e . . Z .",
                     " r . . F . . . . A .",
                      ". . . . . b . . . ." },
      { sides = { minor = "C2-C3 D2-D3 E3-E4 G4-G5", major = "F1-F2 F2-G2 G2-G3 G3-H3 C5-C6", bridge = "F2-G2 C5-C6" } })
    p.E.size, p.E.sp = "detachment", 10
    local enemy = magazine(p.E, map.hex "A1", "primary")
    local yes, no = 0, 0
    for _, one in ipairs { p.M, enemy } do
      for i = 1, #map.hexes, 5 do
        local from = map.hexes[i]
        one.place = from
        local cost = spread(from, one.side)
        for _, to in ipairs(map.hexes) do
          local want = (cost[to] or 99) <= 5
          expect(rules.supplies(one, to)):to_be(want)
          if want then yes = yes + 1 else no = no + 1 end
        end
      end
    end
    expect(yes + no):to_be(2 * 14 * 70)
    expect(yes > 300 and no > 300):to_be(true)
    for _, side in ipairs(sides) do                        -- the list of closed hexes, and each by itself
      local closed = {}
      for _, hex in ipairs(rules.closed_places(side, map.hex "E4", 99)) do closed[hex] = true end
      for _, hex in ipairs(map.hexes) do
        expect(closed[hex] or false):to_be(rules.closed_by(side, hex) ~= nil)
      end
    end
  end)
end)

describe("supply: the inquiry", function ()
  it("SUP.block: names the line and marks it", function ()
    local p = drawn { "M . . A . S" }
    local texts, marks = p.t.inquire "supply army"
    expect(texts[2]):to_be "primary: primary magazine A1, 3 MP: A1, B1, C1, D1"
    expect(texts[3]):to_be "secondary: secondary magazine F1, 2 MP: F1, E1, D1"
    expect(texts[4]):to_be "50 SP may stay in D1, 20 are there"
    expect(#marks):to_be(7)
  end)

  it("13.1: SP that a side does not know are told as about so many", function ()
    local p = drawn({ "M . . A . S" }, { options = { hidden_strengths = true } })
    expect(p.t.inquire("supply army")[4]):to_be "50 SP may stay in D1, 20 are there"
    expect(p.t.inquire("supply army", p.A.side)[4]):to_be "50 SP may stay in D1, 20 are there"
    expect(p.t.inquire("supply army", p.A.side.enemy)[4]):to_be "50 SP may stay in D1, about 20 are there"
  end)

  it("SUP.block: names what closes it", function ()
    local p = drawn { "M . e . A" }
    local texts, marks = p.t.inquire "supply army"
    expect(texts[2]):to_be "primary: none; the way from primary magazine A1 is closed"
    expect(texts[3]):to_be "  C1 is closed by vanguard"
    expect(labels(marks)):to_be "C1"
  end)

  it("SUP.block: alone it tells of all forces", function ()
    local p = drawn { "M . . A . . E" }
    local texts = p.t.inquire "supply"
    expect(texts[1]):to_be "army (D1): primary magazine A1, 3 MP"
    expect(texts[2]):to_be "enemy (G1): out of supply; it has no magazine"
  end)
end)

describe("what a move touches", function ()
  it("SUP.block: enemies with a magazine near, and its own side where the enemy would close the hex", function ()
    local p = drawn { "M . . A . . . . . . . . . . E" }
    magazine(p.E, map.hex "L1", "primary")
    expect(#rules.touched_by(p.E, p.E.place, map.hex "N1")):to_be(0)
    expect(rules.touched_by(p.E, map.hex "G1", map.hex "F1")):to_equal { p.A }
    expect(#rules.touched_by(p.E, map.hex "H1", map.hex "G1")):to_be(0)
    local guard = army_of(sides.allied, "guard", map.hex "M1", 5)
    expect(#rules.touched_by(guard, map.hex "M1", map.hex "N1")):to_be(0)
    army_of(sides.french, "raider", map.hex "M1", 1, "detachment")
    expect(rules.touched_by(guard, map.hex "M1", map.hex "N1")):to_equal { p.E }
  end)

  -- The supply of all forces, as a text.
  local function everybody()
    local list = {}
    for i, force in ipairs(all "force") do list[i] = force.name .. (rules.supplied(force) and " yes" or " no") end
    return table.concat(list, ", ")
  end

  it("SUP.block: who is not touched by a change keeps its supply", function ()
    local p = drawn { ". . . . . . . . . . . .",
                     " M . . A . . . F . . . .",
                      ". . . . d . . . . . . .",
                     " . . . . . . . . . . . .",
                      ". . E . . . . . e . . ." }
    magazine(p.E, map.hex "H5", "primary")
    local known = {}
    for _, force in ipairs(all "force") do known[force] = rules.supplied(force) end
    local walkers, changes = { p.E, p.d, p.e, p.A }, 0
    for n = 0, 299 do
      local force = walkers[n % 4 + 1]
      local before = force.place
      local near = before.neighbours
      force.place = near[n * n // 3 % #near + 1]
      local asked = rules.touched_by(force, before, force.place)
      asked[#asked + 1] = force
      for _, one in ipairs(asked) do
        local now = rules.supplied(one)
        if now ~= known[one] then changes = changes + 1 end
        known[one] = now
      end
      local list = {}
      for i, one in ipairs(all "force") do list[i] = one.name .. (known[one] and " yes" or " no") end
      expect(table.concat(list, ", ")):to_be(everybody())
    end
    expect(changes > 10):to_be(true)
  end)
end)
