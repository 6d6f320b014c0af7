-- SPDX-License-Identifier: GPL-3.0-or-later
-- Boards: the objects and questions that rules use, the text of a bad map, the drawing.

local Board = require "adjutant.board"
local Draw = require "adjutant.draw"

local function description()
  return { kind = "flowers", chirality = "R",
    areas = {
      { name = "Aldorf", at = { 0, 0 }, terrain = { C = "town", [1] = "marsh" }, village = true },
      { name = "Holz", at = { 1, 0 }, terrain = "all woods" },
      { name = "Berg", at = { 0, 1 }, height = 1 },
      { name = "Ried", at = { -1, 1 }, terrain = { E = "marsh", NE = "marsh woods" } },
      { name = "Furt", at = { -1, 0 } },
      { name = "Zell", at = { 2, -1 } },
      { name = "Low Field", at = { 1, -1 } },
    },
    borders = {
      { "Aldorf", "Berg", river = true }, { "berg", "aldorf", road = true },
      { "Aldorf", "Furt", danube = true }, { "Ried", "Furt", blocked = true },
    } }
end

local function board() return Board.new(description(), "scenarios/test.lua") end

describe("board", function()
  it("has areas and hexes that know each other", function()
    local map = board().map
    local a = map.area "Aldorf"
    expect(a.name):to_be("Aldorf")
    expect(#a.hexes):to_be(7)
    expect(a.centre.name):to_be("Aldorf/C")
    expect(a.centre.central):to_be(true)
    expect(a.outer[3].name):to_be("Aldorf/3")
    expect(a.outer[3].area == a):to_be(true)
    expect(map.hex "aldorf/3" == a.outer[3]):to_be(true)
    expect(#a.centre.neighbours):to_be(6)
    expect(#a.neighbours):to_be(5)
    expect(tostring(a)):to_be("Aldorf")
  end)

  it("knows terrain of hexes and areas, height and villages", function()
    local map = board().map
    local a = map.area "Aldorf"
    expect(a:has "town"):to_be(true)
    expect(a:has "woods"):to_be(false)
    expect(a.centre:has "town"):to_be(true)
    expect(a.outer[1]:has "marsh"):to_be(true)
    expect(map.hex "Ried/2":has "wood"):to_be(true)
    expect(a.village):to_be(true)
    expect(map.area "Berg".height):to_be(1)
    expect(map.area "Berg":has "high"):to_be(true)
  end)

  it("answers where areas lie", function()
    local map = board().map
    local a, b = map.area "Aldorf", map.area "Berg"
    expect(map.direction(a, b)):to_be(1)
    expect(map.neighbour(a, 1) == b):to_be(true)
    expect(map.neighbour(a, 4)):to_be(nil)
    expect(map.direction(a, map.area "Zell")):to_be(nil)
    expect(map.distance(a, map.area "Zell")):to_be(2)
    expect(map.distance(a.centre, b.centre)):to_be(3)
    expect(map.adjacent(a, b)):to_be(true)
    expect(map.adjacent(a.outer[1], a.outer[2])):to_be(true)
    local facing = map.facing(a, b)
    expect(facing[1].name .. " " .. facing[2].name):to_be("Aldorf/2 Aldorf/3")
  end)

  it("opens a border where clear hexes touch, unless the Danube or a mark closes it", function()
    local map = board().map
    local a = map.area "Aldorf"
    expect(map.open(a, map.area "Berg")):to_be(true)
    expect(map.open(a, map.area "Holz")):to_be(false)
    expect(map.crossing(a, map.area "Holz")):to_be(false)
    expect(map.open(a, map.area "Furt")):to_be(false)
    expect(map.crossing(a, map.area "Furt")):to_be(true)
    expect(map.open(map.area "Furt", map.area "Ried")):to_be(false)
    expect(map.border(a, map.area "Berg").river):to_be(true)
    expect(map.border(map.area "Berg", a).road):to_be(true)
    expect(map.border(a, map.area "Low Field").river):to_be(nil)
  end)

  it("closes a border whose only clear hexes do not touch (both minors)", function()
    -- Chirality R, direction 0: A's major hex is 1, its minor 2; B's major is 4, its minor 5.
    local function open(own, theirs)
      local b = Board.new { kind = "flowers", areas = { { name = "A", at = { 0, 0 }, terrain = own },
        { name = "B", at = { 1, 0 }, terrain = theirs } } }
      return b.map.open(b.map.area "A", b.map.area "B")
    end
    expect(open({ [1] = "marsh" }, { [4] = "woods" })):to_be(false)
    expect(open({ [1] = "marsh" }, { [5] = "woods" })):to_be(true)
    expect(open({ [2] = "marsh" }, { [4] = "woods" })):to_be(true)
    expect(open({ [2] = "marsh" }, { [5] = "woods" })):to_be(true)
    expect(open({ [1] = "marsh", [2] = "marsh" }, {})):to_be(false)
  end)

  it("leads away from an attack", function()
    local map = board().map
    local function names(list)
      local n = {}
      for i, area in ipairs(list) do n[i] = area.name end
      return table.concat(n, " ")
    end
    expect(names(map.withdrawal(map.area "Aldorf", map.area "Berg"))):to_be("Furt Low Field")
    expect(names(map.withdrawal(map.area "Low Field", map.area "Zell"))):to_be("Aldorf")
    expect(names(map.retreat(map.area "Low Field", map.area "Zell"))):to_be("Ried Furt")
    expect(names(map.field_of_fire(map.hex "Furt/2", 2))):to_be("Ried Aldorf Berg Holz")
  end)

  it("tells what a shot passes over", function()
    local map = board().map
    local line = map.line_between(map.area "Furt", map.area "Zell")
    expect(#line):to_be(2)
    expect(line[1][1].name):to_be("Aldorf")
    expect(line[2][1].name):to_be("Low Field")
    local along = map.line_between(map.area "Furt", map.area "Berg")
    expect(#along):to_be(1)
    expect(#along[1]):to_be(2)
  end)

  it("cannot be changed by rules, and says what a wrong question lacks", function()
    local map = board().map
    local a = map.area "Aldorf"
    for text, f in pairs {
      ["cannot set `name`"] = function() a.name = "x" end,
      ["cannot set `area`"] = function() map.area = 1 end,
      ["read-only"] = function() a.neighbours[1] = a end,
      ["map has no aera (did you mean \"area\"?)"] = function() return map.aera end,
      ['did you mean "Aldorf"?'] = function() map.area "Aldrof" end,
      ["has no hex"] = function() map.hex "Aldorf/9" end,
      ["is an area; its hexes are"] = function() map.hex "Aldorf" end,
      ["are not neighbours"] = function() map.facing(a, map.area "Zell") end,
      ["use .area of the hex"] = function() map.open(a.centre, a) end,
      ['use map.area "name"'] = function() map.direction("Aldorf", a) end,
    } do
      expect(f):to_raise(text)
    end
  end)

  it("names the file, the entry and the remedy of a bad map", function()
    local cases = {
      ['map.areas[2] (Aldorf): area 1 has this name'] = function(d) d.areas[2].name = "Aldorf" end,
      ["Aldorf and Holz both lie at (0, 0)"] = function(d) d.areas[2].at = { 0, 0 } end,
      ['"all woods" for all seven'] = function(d) d.areas[1].terrain = "woods" end,
      ["7 is no hex of an area"] = function(d) d.areas[1].terrain = { [7] = "marsh" } end,
      ['"mrsh" (did you mean "marsh"?)'] = function(d) d.areas[1].terrain = { "mrsh" } end,
      ["hex C is given twice"] = function(d) d.areas[1].terrain = { C = "town", [0] = "town" } end,
      ['no area "Brg" (did you mean "Berg"?)'] = function(d) d.borders[1][2] = "Brg" end,
      ["(Aldorf - Zell): these areas do not touch: they are 2 apart"] =
        function(d) d.borders[1][2] = "Zell" end,
      ['no "rivr" (did you mean "river"?)'] = function(d) d.borders[1].rivr = true end,
      ['no "hieght" (did you mean "height"?)'] = function(d) d.areas[1].hieght = 1 end,
      ["at least one area"] = function(d) d.areas = {} end,
      ['expected "flowers", "hexes" or "graph"'] = function(d) d.kind = "squares" end,
      ['expected "R" or "L"'] = function(d) d.chirality = "X" end,
      ["two whole numbers"] = function(d) d.areas[1].at = { 0, 0.5 } end,
      ["too far out"] = function(d) d.areas[1].at = { 0, math.maxinteger } end,
      ["expected a text like"] = function(d) d.areas[1].name = nil end,
      ["no slash"] = function(d) d.areas[1].name = "a/b" end,
    }
    for text, change in pairs(cases) do
      local d = description()
      change(d)
      local ok, message = pcall(Board.new, d, "scenarios/test.lua")
      expect(ok):to_be(false)
      expect(message):to_contain(text)
      expect(message:find("scenarios/test.lua: map", 1, true)):to_be(1)
    end
  end)
end)

describe("the manual and the annotations", function()
  it("have every function of map with its parameters", function()
    local source = core.files.read(core.data_dir .. "/lua/adjutant/board_map.lua")
      .. core.files.read(core.data_dir .. "/lua/adjutant/hexboard_map.lua")
    local manual = core.files.read(core.data_dir .. "/docs/rules-api.md")
    local annotations = core.files.read(core.data_dir .. "/lua/annotations/adjutant.lua")
    local n = 0
    for name, params in source:gmatch("function map%.([%w_]+)(%b())") do
      n = n + 1
      expect(manual):to_contain(("`map.%s%s`"):format(name, params))
      expect(annotations):to_contain(("---@field %s fun("):format(name))
    end
    expect(n > 10):to_be(true)
  end)

  it("have every method of charts", function()
    local manual = core.files.read(core.data_dir .. "/docs/rules-api.md")
    local annotations = core.files.read(core.data_dir .. "/lua/annotations/adjutant.lua")
    for _, file in ipairs { "charts", "charts_grid", "charts_roll", "charts_modifiers" } do
      local source = core.files.read(core.data_dir .. "/lua/adjutant/" .. file .. ".lua")
      for name in source:gmatch("function face%.([%w_]+)") do
        expect(manual):to_contain(("`chart:%s("):format(name))
        expect(annotations):to_contain(("---@field %s fun(self: Chart"):format(name))
      end
    end
  end)
end)

describe("the drawing", function()
  local function situation()
    local b = board()
    local world = core.world.new()
    world:type { name = "side", fields = { { name = "name", kind = "text", default = "" },
      { name = "key", kind = "text", default = "" } } }
    world:type { name = "unit", fields = { { name = "name", kind = "text", default = "" },
      { name = "side", kind = "ref" }, { name = "place", kind = "place" },
      { name = "disrupted", kind = "bool", default = false } } }
    b:register(world)
    world:writable(true)
    local north = world:create("side", { name = "North", key = "north" })
    local south = world:create("side", { name = "South", key = "south" })
    world:create("unit", { name = "1st Foot", side = north, place = b:find "Aldorf/3" })
    world:create("unit", { name = "Müller's Horse", side = south, place = b:find "Berg/C", disrupted = true })
    return b, { world = world, entity_kinds = { "unit" }, side_list = { north, south } }
  end

  local function lines_of(width, style)
    local b, kit = situation()
    return Draw.lines(b, kit, { width = width, style = style or function(text) return text end })
  end

  it("shows areas, terrain, borders and who is where", function()
    local text = table.concat(lines_of(100), "\n")
    for _, want in ipairs { "Aldorf #", "Berg ^1", "3N 1st Foot", "CS Müller's Horse*", "~~~[]~~~",
        "xxxx", "* disrupted", "m marsh", "=H Danube", "N North" } do
      expect(text):to_contain(want)
    end
  end)

  it("stays within the width, in parts if need be", function()
    for _, width in ipairs { 40, 60, 80, 100, 120 } do
      for _, line in ipairs(lines_of(width)) do
        local n = select(2, line:gsub("[^\128-\191]", ""))
        expect(n <= width or line):to_be(true)
      end
    end
    expect(table.concat(lines_of(40), "\n")):to_contain("part 1 of ")
  end)

  it("is an overview of small cells when wanted and too wide", function()
    local b, kit = situation()
    local lines = Draw.lines(b, kit, { width = 40, overview = true, style = function(text) return text end })
    local text = table.concat(lines, "\n")
    for _, want in ipairs { "Aldorf", "N1", "S1*", "~[]~", "two units of that side" } do
      expect(text):to_contain(want)
    end
    expect(text:find("part 1 of ", 1, true)):to_be(nil)
    for i = 1, #lines - 2 do
      local n = select(2, lines[i]:gsub("[^\128-\191]", ""))
      expect(n <= 40 or lines[i]):to_be(true)
    end
  end)

  it("explains its signs within the width of a narrow screen, each whole", function()
    local b, kit = situation()
    for _, overview in ipairs { true, false } do
      local lines = Draw.lines(b, kit, { width = 30, overview = overview, style = function(t) return t end })
      local signs, found = { ["* disrupted"] = true, ["m marsh"] = true, ["=H Danube"] = true,
        ["x no way across"] = true }, 0
      for _, line in ipairs(lines) do
        for sign in pairs(signs) do
          if line:find(sign, 1, true) then
            found = found + 1
            expect(#line:gsub("%s+$", "") <= 30 or line):to_be(true)
          end
        end
        if overview and line:find("x no way", 1, true) then expect(line):to_match("^  %S") end
      end
      expect(found):to_be(overview and 3 or 4)       -- a star of the overview is told below
    end
  end)

  it("marks what is within reach, and shows the neighbourhood of an area alone", function()
    local b, kit = situation()
    local function drawn(options)
      options.width, options.style = 100, function(text) return text end
      return table.concat(Draw.lines(b, kit, options), "\n")
    end
    local text = drawn { marks = { [b:find "Aldorf"] = true, [b:find "Berg/2"] = true }, marked = "in reach" }
    expect(text):to_contain("Aldorf + #")
    expect(text):to_contain("+ in reach")
    local whole, near = drawn {}, drawn { around = b:find "Furt", radius = 0 }
    expect(whole):to_contain("Berg")
    expect(near:find("Berg", 1, true)):to_be(nil)
    expect(near):to_contain("Furt")
  end)

  it("leaves colour to the style", function()
    local roles = {}
    lines_of(100, function(text, role)
      if role then roles[role] = true end
      return text
    end)
    for _, role in ipairs { "title", "side:north", "side:south dim", "river", "danube", "woods" } do
      expect(roles[role]):to_be(true)
    end
  end)

  it("says in words what is remarkable about an area", function()
    local b = situation()
    local text = Draw.words_of(b, b:find "Aldorf")
    expect(text):to_contain("river, road to Berg")
    expect(text):to_contain("the Danube to Furt")
    expect(text):to_contain("closed: no clear hexes touch across it to Holz")
  end)
end)
