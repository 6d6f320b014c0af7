-- SPDX-License-Identifier: GPL-3.0-or-later
-- Tallies: numbers that remember how they came about.

local tally = core.tally.new

describe("tally", function()
  it("adds, scales with a stated rounding, and bounds", function()
    local t = tally("hits"):add(7, "10.15", "margin"):divide(2, "down", "10.15")
    expect(t.total):to_be(3)
    expect(t:cap(2, "10.15").total):to_be(2)
    expect(t:floor(4).total):to_be(4)
    expect(t:multiply(-3, 2, "down").total):to_be(-6)
    expect(tally("x", -3):divide(2, "down").total):to_be(-2)
    expect(tally("x", -3):divide(2, "up").total):to_be(-1)
    expect(tally("x", 5):divide(2, "nearest").total):to_be(3)
    expect(tally("x", 5):divide(4, "quarter_up").total):to_be(1)
    expect(tally("x", 13):divide(10, "quarter_up").total):to_be(2)
  end)

  it("keeps an exact fraction until it is rounded", function()
    local t = tally("losses", 7):multiply(3, 4, "exact"):add(1)
    expect(t:steps()[1].after):to_be("21/4")
    expect(function() return t.total end):to_raise("25/4")
    expect(t:round("quarter_up").total):to_be(6)
  end)

  it("takes another tally as an amount", function()
    expect(tally("x", 1):add(tally("y", 4)).total):to_be(5)
  end)

  it("lists its steps and its derivation", function()
    local t = tally("hits", 5):add(2, "10.10", "guns"):divide(2, "down", "10.15")
    local steps = t:steps()
    expect(#steps):to_be(2)
    expect(steps[1]):to_equal { op = "add", amount = 2, rule = "10.10", reason = "guns", after = 7 }
    expect(steps[2]):to_equal { op = "divide", amount = 2, rounding = "down", rule = "10.15", after = 3 }
    expect(tostring(t)):to_contain("hits = 3")
    expect(tostring(t)):to_match("%+2 +=    7  10%.10  guns")
    expect(t.name):to_be("hits")
  end)

  it("holds many steps and many texts", function()
    local t = tally("long")
    for i = 1, 1000 do t:add(1, "r" .. i, ("a long reason, longer than forty bytes: %d"):format(i)) end
    expect(t.total):to_be(1000)
    expect(t:steps()[777].rule):to_be("r777")
    expect(t:steps()[1000].reason):to_contain("bytes: 1000")
    expect(function() t:add(1) end):to_raise("at most 1000 steps")
    local first = tally("first"):add(1, "rule", "why")
    for i = 1, 20000 do tally("n" .. i):add(1, "t" .. i) end
    expect(first:steps()[1].reason):to_be("why")
    expect(tally("n"):add(1, "rule", "why"):steps()[1].rule):to_be("rule")
  end)

  it("says what is wrong and changes nothing", function()
    local t = tally("x", 4)
    for text, f in pairs {
      ["cannot be divided by 0"] = function() t:divide(0, "down") end,
      ["say how to round"] = function() t:divide(2) end,
      ["number expected"] = function() t:add("two") end,
      ["string expected"] = function() t:add(1, {}) end,
      ["too large"] = function() t:multiply(math.maxinteger) end,
      ["a tally has no foo"] = function() return t.foo end,
    } do
      expect(f):to_raise(text)
    end
    expect(t.total):to_be(4)
    expect(#t:steps()):to_be(0)
    expect(core.tally.is(t)):to_be(true)
    expect(core.tally.is(4)):to_be(false)
  end)
end)
