-- SPDX-License-Identifier: GPL-3.0-or-later
-- Charts: look-ups, what is refused at load, throwing dice on them, how they are shown.

local Charts = require "adjutant.charts"
local grid, modifiers, values = Charts.grid, Charts.modifiers, Charts.values

local function fire()
  return grid {
    rule = "7.5", title = "Fire Results", source = "printed",
    rows = "strength", cols = "1d6, clamped to 1-6",
    { upto =   3,  "-", "-", "-", "-", "D", "D" },
    { upto =   7,  "-", "-", "-", "D", "D", "R" },
    { upto =  12,  "-", "-", "D", "D", { "R", source = "inferred" }, "R" },
    { beyond = 12, "-", "D", "D", "R", "R", "E" },
  }
end

local function crt(favour, clamp)
  return grid {
    title = "Odds", rows = "1d6, clamped",
    cols = { odds = { "1:2", "1:1", "2:1", "3:1" }, favour = favour, clamp = clamp },
    { upto = 2,          "AE", "AR", "-",  "DR" },
    { from = 3, to = 4,  "AR", "-",  "DR", "DR" },
    { from = 5, to = 6,  "-",  "DR", "DR", "DE" },
  }
end

describe("grid", function()
  it("finds cells by ranges with open ends, and clamps where it says so", function()
    local f = fire()
    expect(f:at(3, 1)):to_be("-")
    expect(f:at(-50, 6)):to_be("D")
    expect(f:at(8, 3)):to_be("D")
    expect(f:at(13, 6)):to_be("E")
    expect(f:at(13, 99)):to_be("E")
    expect(f:at(13, -1)):to_be("-")
    expect(function() f:at(13) end):to_raise("has no column for nil: it has 1-6")
    expect(function() f:at(1.5, 1) end):to_raise("not a whole number")
    local one = grid { title = "One", rows = "1d6", cols = "hits", { upto = 2, -1 }, { upto = 6, 0 } }
    expect(one:at(1)):to_be(-1)
    expect(function() one:at(7) end):to_raise('chart "One" has no row for 7: it has up to 6')
  end)

  it("shifts columns, stopping at the ends", function()
    local f = fire()
    expect(f:shift(2, 3)):to_be(5)
    expect(f:shift(2, -7)):to_be(1)
    expect(f:shift(2, math.maxinteger)):to_be(6)
    expect(crt("defender", true):shift("1:1", 1)):to_be("2:1")
  end)

  it("rounds odds in the defender's or the smaller side's favour", function()
    local d, s = crt("defender", true), crt("smaller", true)
    for _, case in ipairs { { 29, 10, "2:1", "2:1" }, { 3, 1, "3:1", "3:1" }, { 9, 1, "3:1", "3:1" },
        { 7, 10, "1:2", "1:1" }, { 1, 2, "1:2", "1:2" }, { 1, 9, "1:2", "1:2" },
        { 1, 1, "1:1", "1:1" }, { 4, 0, "3:1", "3:1" }, { 0, 4, "1:2", "1:2" } } do
      expect(d:odds(case[1], case[2])):to_be(case[3])
      expect(s:odds(case[1], case[2])):to_be(case[4])
    end
    expect(d:at(4, d:odds(5, 2))):to_be("DR")
    local strict = crt("defender", false)
    expect(function() strict:odds(1, 3) end):to_raise("has no column for 1 to 3")
    expect(function() strict:odds(1, 0) end):to_raise("has no column for 1 to 0")
  end)

  it("refuses holes, overlaps and wrong rows where it is declared", function()
    local cases = {
      ["between row 1 (up to 3) and row 2 (5-6) there is nothing for 4"] =
        { title = "h", { upto = 3, 1 }, { from = 5, to = 6, 1 } },
      ["row 1 (1-3) and row 2 (3-6) overlap at 3"] =
        { title = "h", { from = 1, to = 3, 1 }, { from = 3, to = 6, 1 } },
      ["there is no row for 12 of 2d6"] = { title = "h", rows = "2d6", { upto = 11, 1 } },
      ["row 1 (up to 3) has 1 cell, the chart has 2 columns"] =
        { title = "h", cols = { "a", "b" }, { upto = 3, 1 } },
      ["cell 1 is empty"] = { title = "h", cols = { "a", "b" }, { upto = 3, nil, 1 } },
      ["row 1 (a) and row 2 (a) have the same key"] = { title = "h", { key = "a", 1 }, { key = "a", 2 } },
      ["keys and ranges do not mix"] = { title = "h", { key = "a", 1 }, { from = 1, to = 2, 2 } },
      ["it begins with upto"] = { title = "h", { 1, 2 } },
      ["odds must rise"] = { title = "h", cols = { odds = { "2:1", "1:1" } }, { upto = 1, 1, 2 } },
      ["source is"] = { title = "h", source = "guessed", { upto = 1, 1 } },
      ["a title is needed"] = { rule = "7" },
      ["there are no rows"] = { title = "h" },
      ["beyond is too large"] = { title = "h", { beyond = math.maxinteger, 1 } },
      ["upto is too large"] = { title = "h", { upto = math.maxinteger, 1 }, { upto = 3, 1 } },
      ["cols: the title is a text"] = { title = "h", cols = { "a", title = {} }, { upto = 3, 1 } },
      ["row 1 (1) has 2 cells, the chart has 1 column"] = { title = "h", cols = ("1d%s"):format(("5"):rep(40)),
        { at = 1, 1, 2 } },
      ["cols: clamped to what?"] = { title = "h", cols = ("x, clamped to 1-%s"):format(("5"):rep(40)), { at = 1, 1 } },
      ["(\"1d6, clamped to 1-6\")"] = { title = "h", cols = ("x, clamped to %d-7"):format(math.mininteger), { at = 1, 1 } },
      ["cols: odds is a list"] = { title = "h", cols = { odds = true }, { upto = 3, 1 } },
    }
    for text, def in pairs(cases) do
      expect(function() grid(def) end):to_raise(text)
    end
  end)

  it("and whatever is of another type than it is meant to be, as all charts do", function()
    local ways = { grid = { grid, { { upto = 1, 1 } } }, values = { values, { a = 1 } },
      modifiers = { modifiers, { { 1, "one" } } } }
    for name, way in pairs(ways) do
      for _, key in ipairs { "note", "optional", "unit", "rule" } do
        for _, wrong in ipairs { 7, true, {}, print } do
          local def = { title = name, [key] = wrong }
          for k, v in pairs(way[2]) do def[k] = v end
          expect(function() way[1](def) end):to_raise(key .. " is a text")
        end
      end
    end
    for _, key in ipairs { "order", "sources" } do
      expect(function() values { title = "h", a = 1, [key] = true } end):to_raise(key .. " is a table")
    end
    expect(function() modifiers { title = "h", { 1, "one", rule = {} } } end):to_raise "row 1 (one): the rule is a text"
  end)

  it("throws dice and tells the driver the cell of each total", function()
    local before = Charts.roller()
    local asked
    Charts.set_roller(function(spec, reason, by, mapper)
      asked = { spec, reason, by }
      local cells = {}
      for total = 1, 6 do cells[total] = tostring(mapper(total)) end
      return table.concat(cells, " ")
    end)
    expect(fire():roll("1d6", "7.5 fire", { at = 5, drm = 1, by = "north" })):to_be("- - D D R R")
    expect(asked):to_equal { "1d6", "7.5 fire", "north" }
    expect(crt("defender", true):roll("1d6", "x", { at = "2:1" })):to_be("- - DR DR DR DR")
    local one = grid { title = "One", rows = "1d6, clamped", { upto = 2, -1 }, { upto = 6, 0 } }
    expect(one:roll("1d6", "x", core.tally.new("drm", 1))):to_be("-1 0 0 0 0 0")
    expect(function() fire():roll("1d6", "x") end):to_raise("say which row the dice are thrown on")
    expect(function() fire():roll("1d6", "x", { at = 1, drm = "2" }) end):to_raise("modifier must be")
    Charts.set_roller(before)
  end)

  it("knows the source of every cell", function()
    local f = fire()
    expect(f:source(3, 1)):to_be("printed")
    expect(f:source(10, 5)):to_be("inferred")
    Charts.override(f, { [10] = { [1] = "X" } })
    expect(f:at(8, 1)):to_be("X")
    expect(f:source(12, 1)):to_be("house")
    expect(function() Charts.override(f, { [1] = "X" }) end):to_raise("several columns")
  end)

  it("is shown as the page has it", function()
    expect(table.concat(Charts.lines(fire()), "\n")):to_be([[
7.5  Fire Results  [printed]
               1d6
  strength     1   2   3   4    5   6
  up to 3      -   -   -   -    D   D
  4-7          -   -   -   D    D   R
  8-12         -   -   D   D   R~   R
  13 or more   -   D   D   R    R   E
  ~ inferred from an example]])
  end)
end)

describe("modifiers", function()
  local function chart()
    return modifiers {
      rule = "7.4", title = "Fire Modifiers",
      { -1, "target in woods", function(f) return f.woods end },
      { 2, "guns, per gun", function(f) return f.guns end },
      { function(f) return f.wind end, "wind", function(f) return f.wind ~= nil end, rule = "7.9" },
      { 2, "long range", function(f) return f.long end, op = "divide", round = "down" },
    }
  end

  it("adds the rows that apply, as often as they apply", function()
    expect(chart():tally({}).total):to_be(0)
    local t = chart():tally { woods = true, guns = 3, wind = 4, long = true }
    expect(t.total):to_be(4)
    local steps = t:steps()
    expect(steps[1].reason):to_be("target in woods")
    expect(steps[2].reason):to_be("guns, per gun (3 x 2)")
    expect(steps[3].rule):to_be("7.9")
    expect(chart():tally({ guns = 1 }, core.tally.new("av", 10)).total):to_be(12)
    expect(function() chart():tally { guns = "many" } end):to_raise("row 2 (guns, per gun)")
  end)

  it("can be changed and struck out by a house rule", function()
    local c = chart()
    Charts.override(c, { ["target in woods"] = -3, [2] = false })
    expect(c:tally({ woods = true, guns = 5 }).total):to_be(-3)
    expect(function() Charts.override(c, { ["target in wood"] = 1 }) end)
      :to_raise('did you mean "target in woods"?')
  end)

  it("says which row is wrong", function()
    for text, def in pairs {
      ["row 1: the amount"] = { title = "m", { "a", "b" } },
      ["row 1: the second entry"] = { title = "m", { 1, 2 } },
      ["row 1 (a): the third entry"] = { title = "m", { 1, "a", true } },
      ["row 1 (a): op is"] = { title = "m", { 1, "a", op = "power" } },
      ["round ="] = { title = "m", { 2, "a", op = "divide" } },
    } do
      expect(function() modifiers(def) end):to_raise(text)
    end
  end)
end)

describe("values", function()
  it("gives values by key and names the nearest when there is none", function()
    local v = values { rule = "8.2", title = "Order Values", allied = 3, french = 2,
      sources = { french = "house" } }
    expect(v:at "allied"):to_be(3)
    expect(v:source "french"):to_be("house")
    expect(v:has "prussian"):to_be(false)
    expect(function() v:at("alied") return 1 end):to_raise('did you mean "allied"?')
    expect(function() v.at("allied") return 1 end):to_raise("a chart is asked with a colon, chart:at(key)")
    expect(Charts.lines(v)):to_equal { "8.2  Order Values  [printed]", "  allied  3", "  french  2*",
      "  * house: ours, or of a house rule" }
  end)
end)

describe("charts", function()
  it("are named once, while the ruleset loads", function()
    local api, list = {}, {}
    local close = Charts.install(api, list)
    api.charts.fire = fire()
    expect(api.charts.fire:at(1, 1)):to_be("-")
    expect(function() api.charts.fire = fire() end):to_raise("named twice")
    expect(function() api.charts.other = 3 end):to_raise("must be a grid{}")
    expect(function() return api.charts.fier end):to_raise('did you mean "fire"?')
    expect(function() api.charts.fire.title = "x" end):to_raise("read-only")
    expect(function() return api.charts.fire.ad end):to_raise("has no ad")
    close()
    expect(function() api.charts.late = fire() end):to_raise("while the ruleset loads")
  end)
end)
