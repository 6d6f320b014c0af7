-- SPDX-License-Identifier: GPL-3.0-or-later
-- D14 and D5: the places and garrisons that the text names, and the lie of the land. What is wanted
-- here comes from the text and from an atlas.

local ours = require "map"

local function board(more)
  local data = { map = ours.board, kind = "force" }
  for key, value in pairs(more or {}) do data[key] = value end
  return situation(data)
end

-- Garrisons and classes by name, as a scenario gets them.
local function fortresses()
  local list = {}
  for _, row in ipairs(ours.fortresses {}) do list[row[1]] = row end
  return list
end

describe("the map", function ()
  it("D14: places lie where the text has them", function ()
    board()
    local places = { Amsterdam = "A15", Lille = "G5", Amiens = "K7", Toul = "Z18", Passau = "SS54" }
    for name, label in pairs(places) do
      expect(map.hex(name).label):to_be(label)
      expect(map.hex(label).name):to_be(name)
    end
    for _, exit in ipairs { "RR55", "SS55", "TT55" } do
      expect(map.adjacent(map.hex(exit), map.place "Austria")):to_be(true)
    end
    expect(#map.place("Austria").neighbours):to_be(3)
    expect(map.adjacent(map.hex "SS54", map.hex "SS55")):to_be(true)
    expect(map.adjacent(map.hex "SS54", map.hex "TT55")):to_be(true)
    expect(map.adjacent(map.hex "SS54", map.hex "RR55")):to_be(false)
  end)

  it("D14: numbers count columns, and a letter runs to the north-east", function ()
    board()
    for _, label in ipairs { "A15", "G5", "K7", "Z18", "SS54", "RR55" } do
      expect(map.hex(label).col):to_be(math.tointeger(tonumber(label:match "%d+")))
    end
    -- with flat tops: 1 is north-east, 2 north
    for _, label in ipairs { "G5", "Z18", "LL38" } do
      local letters, number = label:match "^(%a+)(%d+)$"
      local next_one = map.hex(letters .. math.tointeger(tonumber(number) + 1))
      expect(map.direction(map.hex(label), next_one)):to_be(1)
    end
    expect(map.hex("Z18").neighbours[1].label):to_be("AA19")
    expect(map.neighbour(map.hex "Z18", 2).label):to_be("Y18")
    expect(map.neighbour(map.hex "AA18", 2).label):to_be("Z18")
  end)

  it("I.scale: ten miles a hex, so that Amsterdam lies a good 40 hexes from Passau", function ()
    board()
    -- 740 km as the crow flies are 46 of ten miles; the grid of the printed labels has them a little wider
    local distance = map.distance(map.hex "Amsterdam", map.hex "Passau")
    expect(distance >= 40 and distance <= 46):to_be(true)
    expect(map.distance(map.hex "Strasbourg", map.hex "Kehl")):to_be(1)
    expect(map.distance(map.hex "Lille", map.hex "Tournai") <= 2):to_be(true)
  end)

  it("FT.class: classes and garrisons are those of the text where it has any", function ()
    board()
    local list = fortresses()
    local text = { Antwerp = { 1, 5 }, Charleroi = { 1, 5 }, ["St Armand"] = { 2, 2 }, Kehl = { 2, 1 },
      Lille = { 1, 6 }, Menin = { 1, 5 }, Tournai = { 1, 6 }, Rain = { 2, 1 }, Augsburg = { 2, 1 } }
    for name, row in pairs(text) do
      expect(list[name].class):to_be(row[1])
      expect(list[name].printed):to_be(row[2])
      expect(list[name].intrinsic):to_be(row[2])
      expect(map.hex(list[name].at).name):to_be(name)
    end
    expect(list.Munich.class):to_be(0)
    expect(list.Munich.value):to_be(10)                    -- D10
    expect(list.Munich.value_allied):to_be(5)
    expect(list.Augsburg.value):to_be(1)
    expect(list.Lille.value):to_be(nil)                    -- not in the text (G61)
  end)

  it("9.0-own: a scenario names who holds what, and a name that is none is told", function ()
    board()
    local list = {}
    for _, row in ipairs(ours.fortresses { allied = "Huy, Limburg", french = "Ulm" }) do list[row[1]] = row end
    expect(list.Limburg[2] .. list.Huy[2] .. list.Ulm[2]):to_be("alliedalliedfrench")
    expect(list.Namur[2] .. list.Maastricht[2] .. list.Ingolstadt[2]):to_be("frenchalliedfrench")
    expect(list.Ulm.owner):to_be("french")
    expect(function () ours.fortresses { allied = "Utopia" } end):to_raise("no fortress Utopia")
  end)

  it("11.10: each hex is in one of the regions that the rules name", function ()
    board()
    for _, hex in ipairs(map.hexes) do expect(hex.box or hex.area ~= nil):to_be(true) end
    local regions = { Toul = "France", Amiens = "France", Paris = "France", Namur = "Spanish Netherlands",
      Luxembourg = "Spanish Netherlands", Amsterdam = "United Provinces", Maastricht = "United Provinces",
      Liege = "Cologne", Bonn = "Cologne", Passau = "Empire", Mainz = "Empire", Munich = "Bavaria",
      Rain = "Bavaria", Augsburg = "Bavaria" }
    for name, region in pairs(regions) do expect(map.hex(name).area.name):to_be(region) end
  end)

  it("ST.class: a hex has one class of fodder", function ()
    board()
    for _, hex in ipairs(map.hexes) do
      local classes = 0
      for _, word in ipairs { "fertile", "good", "average" } do
        if hex:has(word) then classes = classes + 1 end
      end
      expect(classes):to_be(1)
    end
    expect(map.hex("Tournai"):has "fertile"):to_be(true)   -- 13.3, the example
    expect(map.hex("Rocroi"):has "average"):to_be(true)    -- the Ardennes
  end)
end)

describe("rivers", function ()
  -- The words between two places, or a place and a label.
  local function between(a, b)
    local list = {}
    for word in pairs(map.side(map.hex(a), map.hex(b))) do list[#list + 1] = word end
    table.sort(list)
    return table.concat(list, " ")
  end

  -- The sides of a hex that bear a word, as the labels beyond.
  local function beyond(place, word)
    local list = {}
    for _, hex in ipairs(map.hex(place).neighbours) do
      if map.side(map.hex(place), hex)[word] then list[#list + 1] = hex end
    end
    return list
  end

  it("4.2-cost: towns lie on their rivers, with bridges over the great ones", function ()
    board()
    expect(between("Strasbourg", "Kehl")):to_be("bridge major")                  -- the Rhine
    expect(between("Donauwoerth", "Rain")):to_be("bridge major")                 -- the Danube
    expect(between("Menin", "Lille")):to_be("minor")                             -- the Lys
    for _, name in ipairs { "Ulm", "Blenheim", "Donauwoerth", "Ingolstadt", "Regensburg", "Passau",
      "Koblenz", "Mainz", "Bonn", "Koeln", "Namur", "Liege", "Maastricht", "Venlo", "Trier", "Nijmegen" } do
      expect(#beyond(name, "major") > 0):to_be(true)
      expect(#beyond(name, "bridge") > 0):to_be(true)
    end
    for _, name in ipairs { "Munich", "Augsburg", "Landsberg", "Memmingen", "Heidelberg", "Heilbronn",
      "Charleroi", "Tournai", "Valenciennes", "Oudenarde", "Ghent", "Metz", "Saarlouis", "Louvain", "Diest" } do
      expect(#beyond(name, "minor") > 0):to_be(true)
      expect(#beyond(name, "major")):to_be(0)
    end
  end)

  it("4.2-cost: Sambre and Meuse meet at Namur", function ()
    board()
    expect(between("Namur", "M13")):to_be("minor")                               -- the Sambre, south
    expect(between("Namur", "M14")):to_be("bridge major")                        -- the Meuse, east
    expect(between("M13", "M14")):to_be("minor")                                 -- the Meuse above
  end)

  it("4.2-cost: Blenheim lies between Ulm and Donauwoerth, all three north of the Danube", function ()
    board()
    local ulm, blenheim, donau = map.hex "Ulm", map.hex "Blenheim", map.hex "Donauwoerth"
    expect(ulm.col < blenheim.col and blenheim.col < donau.col):to_be(true)
    for _, hex in ipairs { ulm, blenheim, donau } do
      expect(map.side(hex, map.neighbour(hex, 5)).major):to_be(true)             -- to the south
      expect(map.side(hex, map.neighbour(hex, 2)).major):to_be(nil)              -- to the north
    end
  end)

  it("4.2-cost: a bridge is where a major river is", function ()
    board()
    for _, hex in ipairs(map.hexes) do
      for _, other in ipairs(hex.neighbours) do
        local side = map.side(hex, other)
        if side.bridge then expect(side.major):to_be(true) end
        expect(side.major and side.minor or nil):to_be(nil)
      end
    end
  end)

  it("4.4.1: the estuary parts the islands and the two banks of the Scheldt", function ()
    board()
    for _, name in ipairs { "Flushing", "Goes", "Zierikzee", "Antwerp", "Hulst", "Sluis" } do
      expect(#beyond(name, "estuary") > 0):to_be(true)
    end
    expect(#beyond("Ghent", "estuary")):to_be(0)
    expect(#beyond("Amsterdam", "estuary")):to_be(0)
  end)

  it("4.2-cost: by bridges one comes everywhere but to the islands", function ()
    board()
    local seen, list, n = { [map.hex "Lille"] = true }, { map.hex "Lille" }, 1
    while n <= #list do
      for _, hex in ipairs(list[n].neighbours) do
        local side = not hex.box and map.side(list[n], hex)
        if side and not seen[hex] and not side.estuary and (not side.major or side.bridge) then
          seen[hex], list[#list + 1] = true, hex
        end
      end
      n = n + 1
    end
    local islands = {}
    for _, hex in ipairs(map.hexes) do
      if not hex.box and not seen[hex] then islands[#islands + 1] = hex.label end
    end
    table.sort(islands)
    expect(table.concat(islands, " ")):to_be("B11 C10 C12 C7 C8 C9 D10 D11 D9")
  end)
end)
