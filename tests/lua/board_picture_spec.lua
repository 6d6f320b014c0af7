-- SPDX-License-Identifier: GPL-3.0-or-later
-- Maps of areas drawn in text.

local Board = require "adjutant.board"

local LEGEND = { NF = "North Farm", KB = { "Kirchberg", height = 1 }, SP = "The Spinney", MM = "Mill Meadow",
  OB = { "Oberlind", village = true, terrain = { C = "town" } }, NI = "Niederlind", SF = "South Farm",
  GH = "Galgenhoehe" }

local function board(picture, legend, more)
  local map = { kind = "flowers", picture = picture, legend = legend or LEGEND }
  for key, value in pairs(more or {}) do map[key] = value end
  return Board.new(map, "a.lua").map
end

local function names(list)
  local t = {}
  for i, a in ipairs(list) do t[i] = a.name end
  table.sort(t)
  return table.concat(t, ", ")
end

describe("a drawn map of areas", function()
  it("has the areas where they are drawn", function()
    local map = board([[
      NF  KB  SP
    MM  OB  NI
      SF  GH
    ]])
    expect(#map.areas):to_be(8)
    expect(names(map.area("Oberlind").neighbours)):to_be(
      "Galgenhoehe, Kirchberg, Mill Meadow, Niederlind, North Farm, South Farm")
    expect(map.direction(map.area "Oberlind", map.area "Niederlind")):to_be(0)
    expect(map.direction(map.area "Oberlind", map.area "Kirchberg")):to_be(1)
    expect(map.area("Kirchberg").height):to_be(1)
    expect(map.area("Oberlind").village):to_be(true)
  end)
  it("is read however wide it is drawn", function()
    local map = board("   MM     OB     NI\n      NF     KB\n", { MM = "M", OB = "O", NI = "N", NF = "F", KB = "K" })
    expect(names(map.area("O").neighbours)):to_be("F, K, M, N")
    expect(map.distance(map.area "M", map.area "N")):to_be(2)
  end)
  it("has borders in a row and between two rows", function()
    local map = board([[
     NF     KB     SP
           ~
 MM  -  OB  +  NI
           ~
     SF     GH
]], { NF = "F", KB = "K", SP = "S", MM = "M", OB = "O", NI = "N", SF = "U", GH = "G" })
    local function border(a, b) return map.border(map.area(a), map.area(b)) end
    expect(border("M", "O").road):to_be(true)
    expect(border("O", "N").river):to_be(true)
    expect(border("O", "N").road):to_be(true)
    expect(border("K", "O").river):to_be(true)
    expect(border("K", "N").river):to_be(nil)
    expect(border("O", "G").river):to_be(true)
    expect(border("O", "U").river):to_be(nil)
  end)
  it("takes further borders from a list, and signs of one's own", function()
    local map = board("MM  OB # NI", { MM = "M", OB = "O", NI = "N" },
      { borders = { { "M", "O", blocked = true } }, signs = { ["#"] = "danube" } })
    expect(map.border(map.area "M", map.area "O").blocked):to_be(true)
    expect(map.border(map.area "O", map.area "N").danube):to_be(true)
  end)
end)

describe("a mistake in a drawn map", function()
  local function mistake(picture, legend, more)
    local ok, e = pcall(board, picture, legend, more)
    return ok and "no mistake" or e
  end
  local two = { AA = "A", BB = "B" }
  it("a sign that the legend has not", function()
    expect(mistake("AA BC", two)):to_be(
      'a.lua: map.picture, line 1, column 4: "BC" is not in map.legend (did you mean "BB"?); add BC = "its name"')
  end)
  it("an area that the picture has not", function()
    expect(mistake("AA", two)):to_be("a.lua: map.legend.BB: it is not in the picture")
  end)
  it("an area drawn twice, or between two places", function()
    expect(mistake("AA BB AA", two)):to_contain("line 1, column 7: AA stands twice")
    expect(mistake("AA  BB\n  AC", { AA = "A", BB = "B", AC = "C" })):to_contain("no mistake")
    expect(mistake("AA  BB\nAC", { AA = "A", BB = "B", AC = "C" })):to_contain("AA stands right above AC")
  end)
  it("a sign that is no border, or lies between no areas", function()
    expect(mistake("AA ? BB", two)):to_contain('map.picture, line 1, column 4: "?" is no sign of a border')
    expect(mistake("AA BB ~", two)):to_contain('"~" is not between two areas')
  end)
  it("an empty picture, and one beside a list", function()
    expect(mistake("  \n", two)):to_contain("there is no area in it")
    expect(mistake("AA BB", two, { areas = {} })):to_contain("a picture and a list of areas")
  end)
  it("what is wrong with an area names its legend", function()
    expect(mistake("AA BB", { AA = "A", BB = { "B", terrain = { C = "mash" } } })):to_contain(
      'map.legend.BB (B).terrain[C]: there is no terrain "mash"')
  end)
end)
