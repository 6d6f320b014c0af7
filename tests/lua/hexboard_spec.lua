-- SPDX-License-Identifier: GPL-3.0-or-later
-- Maps of hexes and boxes, movement and sight over them: the objects and questions that rules
-- use, the texts of bad maps and costs, and a small game on them, tests/lua/skirmish.

local Board = require "adjutant.board"
local Game = require "adjutant.game"
local Movement = require "adjutant.movement"

local function skirmish(options)
  local root = core.files.realpath("tests/lua/skirmish")
  local o = { ruleset = "skirmish", scenario = "ford", seed = 7, root = root, sources = {} }
  for _, file in ipairs { "ruleset.lua", "scenarios/ford.lua" } do
    o.sources[file] = core.files.read(root .. "/" .. file)
  end
  for k, v in pairs(options or {}) do o[k] = v end
  local game, message = Game.new(o)
  if not game then error(message, 2) end
  return game
end

local function small()
  return { kind = "hexes", labels = { style = "letters", first = "A1" },
    terrain = { w = "woods", ["^"] = { "rough", height = 2 } },
    rows = {
      ". . w . .",
      " . ^ . . .",
      ". . - . .",
    },
    hexes = { B1 = { name = "Lille", terrain = "clear town" } },
    sides = { river = "A1-B1 B1-B2", bridge = { "A1-B1" } }, roads = "A1 B1 C1",
    areas = { { name = "West", hexes = "A1 Lille" } },
    boxes = { { name = "Vienna", links = { { "E1", river = true }, "E2" } } } }
end

local function board_of(d) return Board.new(d or small(), "scenarios/test.lua") end

local function names(list)
  local n = {}
  for i, place in ipairs(list) do n[i] = place.name end
  return table.concat(n, " ")
end

-- A kit with just enough to compile costs for a board.
local function kit_of(board)
  local kit = { board = board, api = {}, registers = {} }
  Movement.install(kit)
  return kit
end

describe("a map of hexes", function()
  it("has hexes with labels, names, terrain, heights, areas and boxes", function()
    local map = board_of().map
    local lille = map.hex "lille"
    expect(#map.hexes):to_be(15)
    expect(lille == map.hex "b1"):to_be(true)
    expect(lille.label .. " " .. lille.name .. " " .. lille.terrain):to_be("B1 Lille clear")
    expect(lille:has "town"):to_be(true)
    expect(map.hex "B2".height):to_be(2)
    expect(lille.area == map.area "West"):to_be(true)
    expect(names(map.area "West".hexes)):to_be("A1 Lille")
    expect(map.place "Vienna".box):to_be(true)
    expect(names(map.place "Vienna".neighbours)):to_be("E1 E2")
    expect(names(map.hex "E1".neighbours)):to_be("D1 D2 E2 Vienna")
  end)

  it("answers where hexes lie", function()
    local map = board_of().map
    local a1, b2, e3 = map.hex "A1", map.hex "B2", map.hex "E3"
    expect(map.distance(a1, e3)):to_be(5)
    expect(map.adjacent(a1, map.hex "A2")):to_be(true)
    expect(map.adjacent(map.hex "E1", map.place "Vienna")):to_be(true)
    expect(map.direction(a1, map.hex "B1")):to_be(0)
    expect(map.neighbour(a1, 0) == map.hex "Lille"):to_be(true)
    expect(map.neighbour(a1, 3)):to_be(nil)
    expect(names(map.line(a1, e3))):to_be("A1 Lille B2 C2 D3 E3")
    expect(names(map.line(a1, a1))):to_be("A1")
    expect(names(map.ring(b2, 1))):to_be("C2 C1 Lille A2 B3")
    expect(names(map.spiral(b2, 1))):to_be("B2 C2 C1 Lille A2 B3")
    expect(names(map.arc(b2, 0, 1, 2))):to_be("C2 D2 D1 D3")
    expect(map.rotate(map.hex "C2", b2, 3) == map.hex "A2"):to_be(true)
    expect(map.line(map.hex "B3", map.hex "D3").off_map):to_be(true)
    expect(map.side(a1, map.hex "B1").river):to_be(true)
    expect(map.side(map.hex "B1", a1).bridge):to_be(true)
    expect(map.side(map.hex "C1", map.hex "D1").river):to_be(nil)
    expect(map.side(map.hex "E1", map.place "Vienna").river):to_be(true)
  end)

  it("cannot be changed by rules, and says what a wrong question lacks", function()
    local map = board_of().map
    local a1 = map.hex "A1"
    for text, f in pairs {
      ["cannot set `name`"] = function() a1.name = "x" end,
      ["cannot set `hex`"] = function() map.hex = 1 end,
      ["map has no nieghbour (did you mean \"neighbour\"?)"] = function() return map.nieghbour end,
      ["there is no hex Z9 on the map; its hexes go from A1 to E3"] = function() map.hex "Z9" end,
      ["there is no place Vinna (did you mean \"Vienna\"?)"] = function() map.place "Vinna" end,
      ['argument 1 must be a hex of this map, found "A1"; use map.hex "label"'] =
        function() map.distance("A1", a1) end,
      ["argument 2 must be a hex of this map, found Vienna"] =
        function() map.distance(a1, map.place "Vienna") end,
      ["A1 and E3 are not neighbours"] = function() map.side(a1, map.hex "E3") end,
      ["argument 2 must be a whole number from 0 to 2000"] = function() map.ring(a1, -1) end,
    } do
      expect(f):to_raise(text)
    end
  end)

  it("is right for both shapes and both ways of shoving, checked hex by hex", function()
    for _, shape in ipairs { "pointy", "flat" } do
      for _, shoved in ipairs { "first", "second" } do
        local rows = {}
        for i = 1, 6 do rows[i] = ("."):rep(7) end
        local board = board_of { kind = "hexes", shape = shape, shoved = shoved, rows = rows }
        local map = board.map
        for _, a in ipairs(map.hexes) do
          -- centres on a fine grid, six steps to a hex and no two alike
          for _, b in ipairs(map.hexes) do
            local function centre(h)
              local line = shape == "pointy" and h.row or h.col
              local half = ((line % 2 == 0) == (shoved == "second")) and 1 or 0
              if shape == "pointy" then return 2 * h.col + half, 2 * h.row end
              return 2 * h.col, 2 * h.row + half
            end
            local ax, ay = centre(a)
            local bx, by = centre(b)
            local dx, dy = math.abs(ax - bx), math.abs(ay - by)
            local touch
            if shape == "pointy" then touch = (dy == 0 and dx == 2) or (dy == 2 and dx == 1)
            else touch = (dx == 0 and dy == 2) or (dx == 2 and dy == 1) end
            expect(map.adjacent(a, b)):to_be(touch)
          end
        end
      end
    end
  end)

  it("gives lines of distance + 1 hexes, alike from both ends", function()
    local rows = {}
    for i = 1, 9 do rows[i] = ("."):rep(9) end
    local map = board_of { kind = "hexes", rows = rows }.map
    for _, a in ipairs(map.hexes) do
      for _, b in ipairs(map.hexes) do
        local line, back = map.line(a, b), map.line(b, a)
        expect(#line + (line.off_map and 1 or 0) >= 1):to_be(true)
        if not line.off_map then expect(#line):to_be(map.distance(a, b) + 1) end
        expect(#back):to_be(#line)
        for i, hex in ipairs(line) do
          if back[#back + 1 - i] ~= hex then error(a.name .. " " .. b.name) end
        end
      end
    end
  end)
end)

describe("labels that run along an axis", function()
  -- Three columns of flat-topped hexes, of which the second lies half a hex higher.
  local function slanted(labels)
    labels.style, labels.letters = "letters", "rows"
    return board_of { kind = "hexes", shape = "flat", shoved = "first", labels = labels,
      rows = { ". . .", ". . ." } }
  end

  it("go up or down to the right, and the first hex is the first that is drawn", function()
    local function labels_of(labels)
      local list = {}
      for i, hex in ipairs(slanted(labels).hexes) do list[i] = hex.label end
      return table.concat(list, " ")
    end
    expect(labels_of { slant = "up", first = "B1" }):to_be("B1 B2 C3 C1 C2 D3")
    expect(labels_of { slant = "down", first = "B1" }):to_be("B1 A2 A3 C1 B2 B3")
    expect(labels_of { first = "B1" }):to_be("B1 B2 B3 C1 C2 C3")
  end)

  it("begin at the first hex that is on the map", function()
    local board = board_of { kind = "hexes", shape = "flat",
      labels = { style = "doubled", letters = "rows", slant = "up", first = "A3" },
      rows = {
        "- - . .",
        "- . . .",
        ". . . -",
      } }
    local list = {}
    for i, hex in ipairs(board.hexes) do list[i] = hex.label end
    expect(table.concat(list, " ")):to_be("A3 B4 B2 B3 C4 B1 C2 C3")
    local map = board.map
    expect(map.distance(map.hex "B1", map.hex "B4")):to_be(3)
    expect(#map.line(map.hex "B1", map.hex "B4")):to_be(4)
    local one = map.direction(map.hex "B1", map.hex "B2")
    expect(map.direction(map.hex "B2", map.hex "B3")):to_be(one)
    expect(map.direction(map.hex "B3", map.hex "B4")):to_be(one)
  end)

  it("draws areas as it draws hexes", function()
    local d = small()
    d.areas = { { name = "West", sign = "W" }, { name = "East", sign = "E", hexes = "C2 Vienna" } }
    d.area_rows = {
      "W W . E E",
      " W .",
    }
    local board = board_of(d)
    expect(names(board.areas[1].hexes)):to_be("A1 Lille A2")
    expect(names(board.areas[2].hexes)):to_be("C2 Vienna D1 E1")
    expect(board.map.hex("A2").area.name):to_be("West")
    expect(board.map.hex("C1").area):to_be(nil)
  end)
end)

describe("a bad map", function()
  it("is told by file, entry and remedy", function()
    local cases = {
      ['map.rows[1], column 5: "x" is no sign of map.terrain, which has ., ^ and w; add ["x"] = '] =
        function(d) d.rows[1] = ". . x . ." end,
      ["map: a map has no \"row\" (did you mean \"rows\"?)"] = function(d) d.row = {} end,
      ["map.shape: expected pointy or flat, found \"flatt\" (did you mean \"flat\"?)"] =
        function(d) d.shape = "flatt" end,
      ["map.sides.river[1] (A1-Z9): there is no hex Z9 on the map; its hexes go from A1 to E3"] =
        function(d) d.sides.river = { "A1-Z9" } end,
      ["map.sides.river (A1-C1): A1 and C1 do not touch"] = function(d) d.sides.river = "A1-C1" end,
      ["map.sides.river (A1): a hexside is two labels with a dash"] = function(d) d.sides.river = "A1" end,
      ["map.roads[1] (E3): A1 and E3 do not touch"] = function(d) d.roads = "A1 E3" end,
      ['map.hexes["A!"]: hex label "A!", column 2: expected a digit'] =
        function(d) d.hexes["A!"] = "woods" end,
      ["map.areas[1] (West).hexes: A1 is in West already"] = function(d) d.areas[1].hexes = "A1 A1" end,
      ['the name "a2" is the label of another hex'] = function(d) d.areas[1].name = "a2" end,
      ['the name "Lille" is taken by map.hexes["B1"]'] = function(d) d.areas[1].name = "Lille" end,
      ["map.boxes (Vienna).links[1]: expected a text like \"A1\""] =
        function(d) d.boxes[1].links = { {} } end,
      ["map.boxes (Vienna).links[1]: there is no hex Q9"] = function(d) d.boxes[1].links = "Q9" end,
      ['map.terrain["ww"]: a sign is one character'] = function(d) d.terrain.ww = "woods" end,
      ["map.labels.first: hex label"] = function(d) d.labels.first = "1A" end,
      ["map.labels.first: \"AWOODS0\" is too far from the first label"] = function(d) d.labels.first = "AWOODS0" end,
      ["map.labels.letters: labels of style \"digits\" have no letters"] =
        function(d) d.labels = { letters = "rows" } end,
      ["map.labels.slant: expected up or down, found \"left\""] = function(d) d.labels.slant = "left" end,
      ["map.rows[1], column 5: the hex in column 3 of row 1 has no label"] = function(d)
        d.shape, d.labels = "flat", { style = "letters", letters = "rows", slant = "down", first = "A1" }
      end,
      ["map.areas[1] (West).sign: a sign is one character"] = function(d) d.areas[1].sign = "WW" end,
      ["map.areas[2] (East).sign: \"W\" is the sign of West"] = function(d)
        d.areas = { { name = "West", sign = "W" }, { name = "East", sign = "W" } }
      end,
      ["map.areas[1] (West): an area needs at least one hex"] = function(d)
        d.areas = { { name = "West", sign = "W" } }
      end,
      ["map.area_rows[1], column 1: \"Q\" is the sign of no area; there are W"] = function(d)
        d.areas, d.area_rows = { { name = "West", sign = "W" } }, { "Q W" }
      end,
      ["map.area_rows[3], column 5: there is no hex here that could be in West"] = function(d)
        d.areas, d.area_rows = { { name = "West", sign = "W" } }, { ".", "", ". . W" }
      end,
      ["map.area_rows[1], column 1: A1 is in West already"] = function(d)
        d.areas[1].sign, d.area_rows = "W", { "W" }
      end,
      ["needs rows ="] = function(d) d.rows, d.hexes = nil, nil end,
      ['it lies before the first hex'] = function(d)
        d.labels, d.hexes = { first = "0201", digits = 2 }, { ["0101"] = "woods" }
        d.sides, d.roads, d.areas, d.boxes = nil, nil, nil, nil
      end,
    }
    for text, change in pairs(cases) do
      local d = small()
      change(d)
      local ok, message = pcall(Board.new, d, "scenarios/test.lua")
      expect(ok):to_be(false)
      expect(message):to_contain(text)
      expect(message:find("scenarios/test.lua: map", 1, true)):to_be(1)
    end
  end)
end)

describe("movement", function()
  local function costs_of(kit)
    return kit.api.movement_costs { rule = "4.2",
      foot = { enter = { clear = 1, woods = 2, rough = 3, town = 1 }, across = { river = "no" },
        instead = { bridge = 0 }, along = { road = 1 }, leave = 2 },
      horse = { like = "foot", enter = { woods = "no" }, across = { river = 1 } } }
  end

  it("reaches what it can, in order of cost and then of the map", function()
    local kit = kit_of(board_of())
    local costs, map = costs_of(kit), kit.board.map
    Movement.lay(kit)
    local set = kit.api.reach(costs, "foot", map.hex "A1", 4)
    local seen = {}
    for place, cost in set:each() do seen[#seen + 1] = place.name .. "=" .. cost end
    expect(table.concat(seen, " ")):to_be(
      "A1=0 Lille=1 A2=1 C1=2 A3=2 B3=2 D1=3 C2=3 E1=4 B2=4 D2=4 D3=4")
    expect(#set):to_be(12)
    expect(names(set:list())):to_be("A1 Lille A2 C1 A3 B3 D1 C2 E1 B2 D2 D3")
    expect(set:has(map.place "Vienna")):to_be(false)
    expect(set:cost(map.hex "C2")):to_be(3)
    expect(set:cost(map.hex "E3")):to_be(nil)
    expect(set:route(map.hex "E3")):to_be(nil)
    local way = set:route(map.hex "D1")
    expect(names(way)):to_be("A1 Lille C1 D1")
    expect(way.costs):to_equal { 0, 1, 2, 3 }
    expect(way.cost):to_be(3)
    expect(tostring(way.tally)):to_contain("A1 to Lille: clear, town, over bridge and river and road")
    expect(#kit.api.reach(costs, "foot", map.hex "A1", 0)):to_be(1)
    expect(kit.api.reach(costs, "horse", map.hex "A1"):has(map.place "Vienna")):to_be(true)
  end)

  it("finds the cheapest route, or none", function()
    local kit = kit_of(board_of())
    local costs, map = costs_of(kit), kit.board.map
    Movement.lay(kit)
    local way = kit.api.route(costs, "horse", map.hex "A1", map.place "Vienna")
    expect(names(way)):to_be("A1 Lille C1 D1 E1 D2 E2 Vienna" == names(way) and names(way)
      or "A1 Lille C1 D1 E1 Vienna")
    expect(kit.api.route(costs, "foot", map.hex "A1", map.hex "E1", { points = 3 })):to_be(nil)
    expect(kit.api.route(costs, "foot", map.hex "A1", map.hex "E1", { points = 4 }).cost):to_be(4)
    local around = kit.api.route(costs, "foot", map.hex "A1", map.hex "D1", { blocked = { map.hex "C1" } })
    expect(names(around)):to_be("A1 A2 B2 C2 D1")
    local stop = kit.api.reach(costs, "foot", map.hex "A1", 4, { stop = { map.hex "Lille", map.hex "A2" } })
    expect(names(stop:list())):to_be("A1 Lille A2")
    local pass = kit.api.reach(costs, "foot", map.hex "A1", 2, { pass = { map.hex "Lille" } })
    expect(names(pass:list())):to_be("A1 A2 C1 A3 B3")
    expect(names(pass:route(map.hex "C1"))):to_be("A1 Lille C1")
  end)

  it("names what is wrong with a question for what is near", function()
    local board = board_of()
    local map = board.map
    expect(map.near({}, map.hex "A1", 3)):to_equal {}
    for text, f in pairs {
      ["map.near: argument 1 must be a list, found nil"] = function() map.near(nil, map.hex "A1", 3) end,
      ["map.near: argument 2 must be a hex"] = function() map.near({}, map.place "Vienna", 3) end,
      ["map.near: argument 3 must be a whole number from 0"] = function() map.near({}, map.hex "A1", -1) end,
    } do
      local ok, e = pcall(f)
      expect(ok):to_be(false)
      expect(e):to_contain(text)
    end
  end)

  it("pays for leaving places that are marked so", function()
    local kit = kit_of(board_of())
    local costs, map = costs_of(kit), kit.board.map
    Movement.lay(kit)
    local marks = { leave = { map.hex "Lille" } }
    local set = kit.api.reach(costs, "foot", map.hex "A1", 5, marks)
    expect(set:cost(map.hex "Lille")):to_be(1)
    expect(set:cost(map.hex "C1")):to_be(4)                -- 1 for Lille, 2 for leaving it, 1 to enter
    expect(tostring(set:route(map.hex "C1").tally)):to_contain("Lille to C1: woods, over road (2 for leaving)")
    expect(kit.api.route(costs, "foot", map.hex "Lille", map.hex "C1", marks).cost):to_be(3)
    expect(kit.api.route(costs, "foot", map.hex "Lille", map.hex "C1").cost):to_be(1)
  end)

  it("says of which cost a function was that fails", function()
    local kit = kit_of(board_of())
    kit.api.movement_costs { rule = "4.2", foot = { enter = { clear = kit.api.route } } }
    local ok, message = pcall(Movement.lay, kit)
    expect(ok):to_be(false)
    expect(message):to_be("movement_costs (4.2): foot.enter.clear: route: argument 1 must be made by movement_costs{}")
    kit = kit_of(board_of())
    kit.api.movement_costs { rule = "4.2", foot = { enter = { clear = function() error("foot.lua:3: no shoes", 0) end } } }
    ok, message = pcall(Movement.lay, kit)
    expect(ok):to_be(false)
    expect(message):to_be("foot.lua:3: no shoes")
  end)

  it("asks functions for costs when the map is laid", function()
    local kit = kit_of(board_of())
    local map, price = kit.board.map, 2
    local costs = kit.api.movement_costs { rule = "4.2",
      foot = { enter = { clear = 1, woods = function() return price end, rough = function() return "no" end,
        town = 1 }, across = { river = function() return price end }, leave = function() return price end },
      horse = { like = "foot", enter = { town = function() return "dear" end } } }
    local ok, message = pcall(Movement.lay, kit)
    expect(ok):to_be(false)
    expect(message):to_contain("movement_costs (4.2): horse.enter.town: the function gives dear")
    kit = kit_of(board_of())
    map = kit.board.map
    costs = kit.api.movement_costs { rule = "4.2",
      foot = { enter = { clear = 1, woods = function() return price end, rough = function() return "no" end,
        town = 1 }, across = { river = function() return price end }, leave = function() return price end } }
    price = 3
    Movement.lay(kit)
    expect(kit.api.route(costs, "foot", map.hex "Lille", map.hex "C1").cost):to_be(3)
    expect(kit.api.route(costs, "foot", map.hex "Lille", map.hex "C1", { leave = { map.hex "Lille" } }).cost):to_be(6)
  end)

  it("says what is wrong with costs and questions", function()
    local kit = kit_of(board_of())
    local costs, map = costs_of(kit), kit.board.map
    Movement.lay(kit)
    local a1 = map.hex "A1"
    local function declare(t) return function() kit.api.movement_costs(t) end end
    for text, f in pairs {
      ["foot: there is no entry \"entr\" (did you mean \"enter\"?)"] = declare { foot = { entr = {} } },
      ["foot.enter.clear: a cost is a whole number from 0 to 10000 or \"no\", not 1.5"] =
        declare { foot = { enter = { clear = 1.5 } } },
      ["foot.enter.clear: a cost is a whole number from 0 to 10000 or \"no\", not -1"] =
        declare { foot = { enter = { clear = -1 } } },
      ["foot: enter is missing"] = declare { foot = {} },
      ["like leads in a circle"] = declare { a = { like = "b" }, b = { like = "a" } },
      ["there is no such mover"] = declare { a = { like = "c", enter = { clear = 1 } } },
      ["no mover: it needs at least one"] = declare { rule = "1" },
      ["it begins with a cost"] = declare { a = { enter = { clear = 1 }, once = { "river" } } },
      ["a.leave: a cost is a whole number from 0 to 10000, not no"] =
        declare { a = { enter = { clear = 1 }, leave = "no" } },
      ["movement_costs: rule is a text, not 4"] = declare { rule = 4, a = { enter = { clear = 1 } } },
      ["a.stop: expected a list like { \"marsh\" }, found number"] =
        declare { a = { enter = { clear = 1 }, stop = 1 } },
      ["a.once: it begins with a cost: { 2, \"hedge\" }"] = declare { a = { enter = { clear = 1 }, once = 2 } },
      ["there is no mover hores (did you mean \"horse\"?)"] = function() kit.api.reach(costs, "hores", a1, 1) end,
      ["argument 1 must be made by movement_costs"] = function() kit.api.reach({}, "foot", a1, 1) end,
      ["argument 3 must be a place of this map, found A1"] = function() kit.api.reach(costs, "foot", "A1", 1) end,
      ["argument 4 must be a whole number of points, found 1.5"] = function() kit.api.reach(costs, "foot", a1, 1.5) end,
      ["there is no option \"block\" (did you mean \"blocked\"?)"] =
        function() kit.api.reach(costs, "foot", a1, 1, { block = {} }) end,
      ["blocked[1] is no place"] = function() kit.api.reach(costs, "foot", a1, 1, { blocked = { "A1" } }) end,
      ["arguments 3 and 4 must be places"] = function() kit.api.route(costs, "foot", a1, "B1") end,
      ["set:has(place): that is no place of the map"] = function() kit.api.reach(costs, "foot", a1, 1):has("B1") end,
    } do
      local ok, e = pcall(f)
      if ok then error("no error: " .. text) end
      expect(e):to_contain(text)
    end
    local other = kit_of(board_of())
    other.api.movement_costs { rule = "9", cart = { enter = { clear = 1, woods = 2 } } }
    expect(function() Movement.lay(other) end):to_raise(
      "movement_costs (9): cart has no cost for rough, which the map has: give enter.rough a number or \"no\"")
  end)

  it("works on boxes and links alone", function()
    local kit = kit_of(board_of { kind = "graph",
      boxes = { { name = "Ulm" }, { name = "Linz", terrain = "hills" }, { name = "Wien" }, { name = "Graz" } },
      links = { { "Ulm", "Linz", river = true }, { "Linz", "Wien" }, { "Wien", "Graz", one_way = true } },
      areas = { { name = "Austria", hexes = { "Linz" } } } })
    local map = kit.board.map
    local costs = kit.api.movement_costs { foot = { enter = { clear = 1, hills = 2 }, across = { river = 3 } } }
    Movement.lay(kit)
    expect(kit.api.route(costs, "foot", map.place "Ulm", map.place "Graz").cost):to_be(7)
    expect(kit.api.route(costs, "foot", map.place "Graz", map.place "Ulm")):to_be(nil)
    expect(names(kit.api.reach(costs, "foot", map.place "Linz", 4):list())):to_be("Linz Wien Graz Ulm")
    expect(map.place "Linz".area.name):to_be("Austria")
    expect(map.adjacent(map.place "Ulm", map.place "Linz")):to_be(true)
  end)

  it("works on boards of flowers, between areas and between hexes", function()
    local kit = kit_of(Board.new { kind = "flowers", areas = {
      { name = "Aldorf", at = { 0, 0 }, terrain = { C = "town" } },
      { name = "Berg", at = { 1, 0 } }, { name = "Cron", at = { 2, 0 } }, { name = "Holz", at = { 1, -1 } } },
      borders = { { "Aldorf", "Berg", river = true }, { "Berg", "Cron", road = true }, { "Aldorf", "Holz", danube = true } } })
    local map = kit.board.map
    local costs = kit.api.movement_costs { foot = { enter = { clear = 1, town = 2 }, across = { river = 1 },
      along = { road = 0 } } }
    Movement.lay(kit)
    local way = kit.api.route(costs, "foot", map.area "Aldorf", map.area "Cron")
    expect(names(way)):to_be("Aldorf Berg Cron")
    expect(way.costs):to_equal { 0, 2, 2 }
    local hexes = kit.api.reach(costs, "foot", map.hex "Aldorf/1", 2)
    expect(hexes:cost(map.hex "Aldorf/C")):to_be(2)
    expect(hexes:cost(map.hex "Aldorf/2")):to_be(1)
  end)
end)

describe("a search", function()
  it("charges the command that makes it, and a limit ends it", function()
    local rows = {}
    for i = 1, 60 do rows[i] = ("."):rep(60) end
    local kit = kit_of(board_of { kind = "hexes", rows = rows })
    local costs = kit.api.movement_costs { foot = { enter = { clear = 1 } } }
    Movement.lay(kit)
    local start = kit.board.map.hex "3030"
    core.limits.begin { instructions = 2000, cpu_ms = 10000 }
    local ok = pcall(kit.api.reach, costs, "foot", start)
    local tripped = core.limits.finish()
    expect(ok):to_be(false)
    expect(tripped):to_be("instructions")
    expect(#kit.api.reach(costs, "foot", start)):to_be(3600)
  end)
end)

describe("the manual of maps", function()
  it("has examples that are maps", function()
    local n = 0
    for block in core.files.read(core.data_dir .. "/docs/maps.md"):gmatch("```lua\n(.-)```") do
      local f = assert(core.sandbox.load(block, "=docs/maps.md", {}))
      local board = Board.new(f(), "docs/maps.md")
      expect(#board.hexes > 0):to_be(true)
      n = n + 1
    end
    expect(n):to_be(4)
  end)
end)

describe("a line of sight", function()
  it("meets what the ruleset says, and tells what it touches", function()
    local kit = kit_of(board_of { kind = "hexes", labels = { style = "letters" },
      terrain = { w = "woods" }, rows = { ". . . .", " . w . .", ". . . ." },
      sides = { wall = "A3-B3" } })
    local map = kit.board.map
    kit.api.line_of_sight { spine = "either", stands = { woods = 2 }, blocks = { "wall" } }
    Movement.lay(kit)
    local clear, touched = map.sight(map.hex "A2", map.hex "C2")
    expect(clear):to_be(false)
    expect(touched[2][1].name):to_be("B2")
    expect(touched[2].blocks):to_be(true)
    expect(map.sight(map.hex "A2", map.hex "C2", { 3, 3 })):to_be(true)
    expect(map.sight(map.hex "A3", map.hex "B3")):to_be(false)
    -- along the side between A2 and B2
    clear, touched = map.sight(map.hex "B1", map.hex "B3")
    expect(#touched[2]):to_be(2)
    expect(clear):to_be(false)
    kit.api.line_of_sight { spine = "both", stands = { woods = 2 } }
    Movement.lay(kit)
    expect(map.sight(map.hex "B1", map.hex "B3")):to_be(true)
    expect(function() kit.api.line_of_sight { spine = "neither" } end):to_raise("spine is both or either, not neither")
    expect(function() kit.api.line_of_sight { stand = {} } end):to_raise('did you mean "stands"?')
  end)

  it("is the same from both ends on all pairs of an 11x11 map, and off the map never clear", function()
    local seed = 5
    local function random(n) seed = (seed * 1103515245 + 12345) % 2147483648 return (seed >> 12) % n end
    local rows = {}
    for i = 1, 11 do
      local signs = {}
      for k = 1, 11 do signs[k] = ({ "w", ".", ".", "-", ".", "." })[random(6) + 1] end
      rows[i] = table.concat(signs)
    end
    local kit = kit_of(board_of { kind = "hexes", terrain = { w = "woods" }, rows = rows })
    local map = kit.board.map
    kit.api.line_of_sight { stands = { woods = 1 }, spine = "either", equal_blocks = true, level = "higher" }
    Movement.lay(kit)
    for _, a in ipairs(map.hexes) do
      for _, b in ipairs(map.hexes) do
        local clear, touched = map.sight(a, b, { 1, 1 })
        if clear ~= map.sight(b, a, { 1, 1 }) then error(a.name .. " " .. b.name) end
        for _, step in ipairs(touched) do
          if step.off_map and clear then error(a.name .. " sees over the edge to " .. b.name) end
        end
      end
    end
  end)
end)

describe("a game on hexes", function()
  local function texts(lines)
    local list = {}
    for i, l in ipairs(lines) do list[i] = l.text end
    return table.concat(list, "\n")
  end

  it("marches by the map, and why lists every step with its cost", function()
    local game = skirmish()
    local r = game:command('march "Red Foot" to E3')
    expect(r.status):to_be("done")
    expect(game.kit:find_entity("Red Foot").place.label):to_be("E3")
    local why = texts(game:why())
    expect(why):to_contain("Red Foot marches to E3 for 3")
    expect(why):to_contain("D3 to E3: clear, over bridge and river and road")
    expect(game:command('march "Red Horse" to Zell').status):to_be("refused")
    expect(game:command('march "Red Wagon" to B1').status):to_be("refused")
  end)

  it("is seen whole on a narrow screen, a sign for each hex, when it is too wide", function()
    local yard = core.files.read("tests/lua/skirmish/scenarios/ford.lua")
    local wide = yard:gsub('"( ?)([^"\n]- )([^"\n ])",\n', function(blank, middle, last)
      return ('"%s%s%s %s",\n'):format(blank, middle, last, ("."):rep(20, " "))
    end)
    local game = skirmish { sources = { ["ruleset.lua"] = core.files.read("tests/lua/skirmish/ruleset.lua"),
      ["scenarios/ford.lua"] = wide } }
    local function drawn(o)
      o.style = function(text) return text end
      return table.concat(game:map(o), "\n")
    end
    local text = drawn { width = 80, overview = true }
    expect(text):to_match("\nA3  ?%. R%d? ?%. ")         -- Aldorf, B3: the red foot
    expect(text):to_match("^A1  ?%. %. w w %. ")
    expect(text):to_match("\n.-what lies between hexes is not shown")
    expect(text):to_contain("Depot")                      -- a box has no hex: it stands below
    for line in (text .. "\n"):gmatch("(.-)\n") do expect(#line <= 80 or line):to_be(true) end
    expect(drawn { width = 60, overview = true }):to_match("^A1 +%.%.ww%.")
    expect(drawn { width = 80 }):to_contain("part 1 of ")
    expect(drawn { width = 80, overview = true, around = game.board:find "B3" }:find("part 1", 1, true)):to_be(nil)
    local marks = { [game.board:find "B3"] = true, [game.board:find "C3"] = true }
    local near = drawn { width = 80, overview = true, close = true, marks = marks, marked = "within reach" }
    expect(near):to_match("|B3 +%+.|")                     -- only the part with the marks, in boxes
    expect(near):to_match("|C3 +%+.|")
    expect(near:find("part 1", 1, true)):to_be(nil)
    expect(select(2, near:gsub("%+[.w]|", ""))):to_be(2)
    expect(near):to_contain("+ within reach")
    local far = drawn { width = 80, overview = true, marks = marks, marked = "within reach" }
    expect(far):to_match("^A1  ?%. %. w w %. ")            -- without `close`, or when they lie too far apart
    expect(far):to_contain("+ within reach")
    for _, hex in ipairs(game.board.hexes) do
      if hex.col == game.board.cols then marks[hex] = true end
    end
    local scattered = drawn { width = 80, overview = true, close = true, marks = marks, marked = "within reach" }
    expect(scattered):to_contain("+ within reach")
  end)

  it("looks along lines", function()
    local game = skirmish()
    expect(texts(game:command('look "Red Foot" at G3').lines)):to_contain("does not see")
    expect(texts(game:command('look "Red Foot" at B1').lines)):to_contain("sees B1")
  end)

  it("traces supply by a wagon's way, and around the enemy", function()
    local game = skirmish()
    local rules = game.kit.api.rules
    local horse = game.kit:find_entity("Red Horse")
    expect(rules.supply(horse) ~= nil):to_be(true)
    game:command('march "Red Foot" to E3')
    expect(rules.supply(game.kit:find_entity("Red Foot")).cost):to_be(8)
  end)

  it("plays itself, and every replay agrees", function()
    local Player = require "adjutant.player"
    for seed = 1, 5 do
      local game = skirmish { seed = seed }
      local stream = core.rng.new(seed):stream("player")
      for _ = 1, 25 do
        local legal = Player.legal(game)
        local line = Player.line(game, stream, legal[stream:below(#legal) + 1])
                local r = line and Player.play(game, line, stream)
        if r and r.status == "error" then error(line .. ": " .. r.message) end
      end
      expect(game.world:hash()):to_be(game.world:hash_slow())
    end
  end)
end)
