-- SPDX-License-Identifier: GPL-3.0-or-later
-- Dice, distributions, ratios and streams as Lua sees them. The arithmetic itself is tested
-- in tests/core.

local parse, ratio = core.dice.parse, core.ratio

local function dist(text) return parse(text):dist() end
local function text_of(value) return tostring(value) end

describe("a pool", function()
  it("is parsed, or says where and what was expected", function()
    expect(text_of(parse("  2d6 "))):to_be("  2d6")
    local pool, message, column = parse("2d6+")
    expect(pool):to_be(nil)
    expect(message):to_contain("expected dice")
    expect(column):to_be(5)
    expect(function() parse(nil) end):to_raise("string expected")
  end)

  it("names itself, its faces and its range", function()
    local pool = parse("3d6kh1")
    expect(pool:text()):to_be("3d6kh1")
    expect(pool:count()):to_be(3)
    expect(pool:prompt()):to_be("three six-sided dice (3d6kh1)")
    local least, greatest = pool:range()
    expect(least):to_be(1)
    expect(greatest):to_be(6)
  end)

  it("throws the same with and without faces", function()
    local pool = parse("2d6!+1")
    local one, two = core.rng.new(3), core.rng.new(3)
    for _ = 1, 50 do
      local total, faces = pool:roll(one)
      expect(pool:value(faces)):to_be(total)
      expect(pool:total_only(two)):to_be(total)
      expect(one:position()):to_be(two:position())
    end
  end)

  it("takes faces and results as typed", function()
    local pool = parse("2d6")
    for _, typed in ipairs { "4 3", "43", "4,3" } do
      local total, faces = pool:accept(typed)
      expect(total):to_be(7)
      expect(faces):to_equal { 4, 3 }
    end
    local total, faces = pool:accept("=7")
    expect(total):to_be(7)
    expect(faces):to_be(nil)
    local none, message = pool:accept("4")
    expect(none):to_be(nil)
    expect(message):to_contain("only 1 given; expected 2 faces of d6 (1 to 6)")
  end)

  it("evaluates a list of faces", function()
    expect(parse("3d6kh1"):value { 2, 5, 3 }):to_be(5)
    local none, message = parse("3d6"):value { 2, 5 }
    expect(none):to_be(nil)
    expect(message):to_contain("too few")
    expect(function() parse("3d6"):value { 2, "x", 5 } end):to_raise("face 2 is not an integer")
  end)

  it("refuses what is not a pool or a stream", function()
    local pool = parse("2d6")
    expect(function() pool.text(core.rng.new(1)) end):to_raise("adj.pool expected")
    expect(function() pool:roll(pool) end):to_raise("adj.rng expected")
    expect(function() pool:total_only(7) end):to_raise("adj.rng expected")
  end)

  it("has one distribution, and one over faces", function()
    local pool = parse("2dav")
    expect(pool:dist()):to_be(pool:dist())
    local faces = pool:faces_dist()
    expect(faces:size()):to_be(16)
    expect(faces:value(2)):to_equal { 2, 3 }
    expect(text_of(faces:weight(2))):to_be("1/18")
    faces:value(2)[1] = 99
    expect(faces:value(2)):to_equal { 2, 3 }
    local sorted = pool:faces_dist(true)
    expect(sorted:size()):to_be(10)
    expect(text_of(sorted:weight(2))):to_be("1/9")
    expect(function() parse("9d6"):faces_dist() end):to_raise("too many different throws")
    expect(function() parse("2d6!"):faces_dist(true) end):to_raise("can be sorted")
  end)
end)

describe("a distribution", function()
  it("answers about its values", function()
    local d = dist("2d6")
    expect(d:size()):to_be(11)
    expect(#d):to_be(11)
    expect(d:value(1)):to_be(2)
    expect(text_of(d:weight(6))):to_be("1/6")
    expect(text_of(d:probability(7))):to_be("1/6")
    expect(text_of(d:probability(13))):to_be("0")
    expect(text_of(d:probability("7"))):to_be("0")
    expect(d:find(12)):to_be(11)
    expect(d:find(1)):to_be(nil)
    expect(text_of(d:mean())):to_be("7")
    expect(text_of(d:variance())):to_be("35/6")
    expect(text_of(d:at_least(10))):to_be("1/6")
    expect(text_of(d:at_most(4))):to_be("1/6")
    expect(text_of(d:at_most(math.maxinteger))):to_be("1")
    expect(d:quantile(ratio.new(1, 2))):to_be(7)
    expect(d:quantile(0)):to_be(2)
    expect(d:values()[11]):to_be(12)
    expect(function() d:value(12) end):to_raise("from 1 to 11")
    expect(text_of(dist("d6!"):cut())):to_be("1/21936950640377856")
  end)

  it("is summed, scaled and compared", function()
    local d6, d4 = dist("d6"), dist("d4")
    expect(text_of((d6 + d4):probability(10))):to_be("1/24")
    expect(text_of((d6 - d4):probability(0))):to_be("1/6")
    expect(text_of((d6 * 3 + 1):probability(19))):to_be("1/6")
    expect(text_of((10 - d6):probability(4))):to_be("1/6")
    expect(text_of((-d6):probability(-6))):to_be("1/6")
    expect(text_of(d6:sum(3):probability(18))):to_be("1/216")
    local above, equal, below = d6:compare(d4)
    expect(text_of(above + equal + below)):to_be("1")
    expect(text_of(equal)):to_be("1/6")
    expect(function() return d6 + {} end):to_raise("adj.dist expected")
  end)

  it("goes on into as many dice as it says", function()
    local casualties = dist("5dav each(-2, min 0)"):each(dist("d6c<5"))
    expect(text_of(casualties:mean())):to_be("5")
    expect(function() (-dist("d6")):each(dist("d6")) end):to_raise("cannot be negative")
  end)

  it("is mapped by a function or a table, equal results merging", function()
    local d = dist("d6"):map { 0, 0, 1, 1, 1, 9 }
    expect(text_of(d:probability(1))):to_be("1/2")
    expect(text_of(d:mean())):to_be("2")
    local cell = { name = "rout" }
    local e = dist("d6"):map(function(v) return v > 4 and cell or "-" end)
    expect(e:size()):to_be(2)
    expect(e:value(1)):to_be("-")
    expect(e:value(2)):to_be(cell)
    expect(text_of(e:probability(cell))):to_be("1/3")
    expect(e:find("-")):to_be(1)
    expect(function() e:mean() end):to_raise("not integers")
    expect(text_of(e:map(function(v) return v == "-" and 0 or 1 end):mean())):to_be("1/3")
    expect(function() dist("d6"):map(function() end) end):to_raise("became nil")
    expect(function() dist("d6"):map(7) end):to_raise("function or table expected")
    expect(function() dist("d6"):map(function() error("oops", 0) end) end):to_raise("oops")
  end)

  it("is asked under a condition", function()
    local even = dist("d6"):given(function(v) return v % 2 == 0 end)
    expect(text_of(even:probability(4))):to_be("1/3")
    local none, message = dist("d6"):given {}
    expect(none):to_be(nil)
    expect(message):to_contain("no value")
    local red = dist("d6"):map { "r", "r", "b", "b", "b", "g" }:given { r = true, g = true }
    expect(text_of(red:probability("r"))):to_be("2/3")
  end)

  it("is made without dice", function()
    expect(text_of(core.dice.uniform(66):probability(66))):to_be("1/66")
    local d = core.dice.weighted { { 5, 1 }, { 3, 2 }, { 5, 1 }, { 9, 0 } }
    expect(d:values()):to_equal { 3, 5 }
    expect(text_of(d:weight(1))):to_be("1/2")
    expect(function() core.dice.weighted { { 1, 0 } } end):to_raise("above 0")
    expect(function() core.dice.weighted { { 1, -1 } } end):to_raise("whole numbers")
    expect(function() core.dice.weighted { 7 } end):to_raise("value, weight")
    expect(function() core.dice.uniform(0) end):to_raise("1")
  end)

  it("that would be too large is refused", function()
    local d = core.dice.uniform(1000000)
    expect(function() return d * d end):to_raise("too large to be worked out exactly")
    expect(function() return d:sum(1000) end):to_raise("too large")
  end)
end)

describe("a ratio", function()
  it("calculates exactly", function()
    local third, half = ratio.new(1, 3), ratio.new(1, 2)
    expect(text_of(third + half)):to_be("5/6")
    expect(text_of(third - half)):to_be("-1/6")
    expect(text_of(third * 3)):to_be("1")
    expect(text_of(1 / third)):to_be("3")
    expect(text_of(-third)):to_be("-1/3")
    expect(third < half and third <= half and half > third):to_be(true)
    expect(ratio.new(2, 6) == third):to_be(true)
    expect(ratio.new(10, 24):num()):to_be("5")
    expect(ratio.new(10, 24):den()):to_be("12")
    expect(ratio.new(1, 4):number()):to_be(0.25)
    expect(ratio.new(7):num()):to_be("7")
    expect(function() return third / 0 end):to_raise("divided by zero")
    expect(function() return third + 0.5 end):to_raise("ratio or integer expected")
    expect(function() ratio.new(1, 0) end):to_raise("denominator")
  end)

  it("is a percentage to as many places as asked", function()
    expect(ratio.new(5, 12):percent(2)):to_be("41.67 %")
    expect(ratio.new(5, 12):percent()):to_be("41.67 %")
    expect(ratio.new(1, 2):percent(0)):to_be("50 %")
    expect(function() ratio.new(1, 2):percent(-1) end):to_raise("0")
  end)

  it("is read from text", function()
    expect(text_of(ratio.parse("10/24"))):to_be("5/12")
    local none, message = ratio.parse("1/0")
    expect(none):to_be(nil)
    expect(message):to_contain("5/12")
  end)

  it("does not grow without end", function()
    local r = ratio.new(3)
    expect(function() for _ = 1, 40 do r = r * r end end):to_raise("too large")
  end)
end)

describe("a stream", function()
  it("is told apart by seed, name and numbers", function()
    local root = core.rng.new(7)
    local seen = {}
    for _, s in ipairs { root, core.rng.new(8), root:stream("dice"), root:stream("odds"),
                         root:split(1), root:split(2), root:split(1, 1) } do
      local words = s:below(1 << 31) .. "," .. s:below(1 << 31)
      expect(seen[words]):to_be(nil)
      seen[words] = true
    end
    expect(core.rng.new("7"):below(1000000)):to_be(core.rng.new(7):below(1000000))
  end)

  it("goes to any position", function()
    local s = core.rng.new(1):stream("dice")
    local list = {}
    for i = 1, 20 do list[i] = s:below(1000) end
    expect(s:position()):to_be(20)
    s:seek(7)
    expect(s:below(1000)):to_be(list[8])
    expect(function() s:seek(-1) end):to_raise("0")
    expect(function() s:below(0) end):to_raise("1")
  end)

  it("has a name for the journal, and a seed from the system when none is given", function()
    expect(core.rng.name):to_be("philox4x32-10/1")
    local seed = core.rng.entropy()
    expect(seed >= 1 and seed < 2 ^ 31):to_be(true)
  end)
end)

describe("a drawer", function()
  it("draws from the stream it was given last, as the stream itself would", function()
    local below = core.rng.drawer()
    expect(function() below(6) end):to_raise("no stream to draw from")
    for _, seed in ipairs { 3, "x/7" } do
      local same = core.rng.new(seed)
      core.rng.draw_from(below, core.rng.new(seed))
      for n = 1, 40 do expect(below(n * n)):to_be(same:below(n * n)) end
    end
  end)

  it("is made by the generator, draws from a stream of it, and below a number", function()
    local below = core.rng.drawer()
    expect(function() core.rng.draw_from(print, core.rng.new(1)) end):to_raise("rng.drawer()")
    expect(function() core.rng.draw_from(below, {}) end):to_raise("adj.rng expected")
    core.rng.draw_from(below, core.rng.new(1))
    for _, n in ipairs { 0, -1, 1.5 } do expect(function() below(n) end):to_raise("integer") end
    expect(function() core.rng.new(1).below(core.world.new(), 6) end):to_raise("adj.rng expected")
  end)
end)
