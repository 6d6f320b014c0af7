-- SPDX-License-Identifier: GPL-3.0-or-later
-- Questions of every kind: preparing, reading answers, journal form and back.

local Question = require "adjutant.question"

local function prepared(q)
  local p, only = Question.prepare(q)
  return p, only
end

local foot = { name = "1st Foot" }
local horse = { name = "1st Horse" }
local guns = { name = "The Battery" }

local function listed(kind, extra)
  local q = { kind = kind, ask = "Which?", from = { foot, horse, guns } }
  for k, v in pairs(extra or {}) do q[k] = v end
  return (prepared(q))
end

local function round_trip(q, a) return Question.decode(q, Question.encode(q, a)) end

describe("the journal form", function()
  it("has labels that end like the place of a die", function()
    local keep = { name = "Keep @7" }
    for _, kind in ipairs { "one", "draw" } do
      local q = prepared { kind = "one", ask = "Which?", from = { keep, foot } }
      q.kind = kind
      expect(round_trip(q, { index = 1 })):to_equal { index = 1 }
    end
    local q = prepared { kind = "one", ask = "Which?", from = { keep, foot } }
    q.kind = "draw"
    expect(round_trip(q, { index = 1, position = 12 })):to_equal { index = 1, position = 12 }
  end)
end)

describe("choose", function()
  it("one: by number, name, or the beginning of a name", function()
    local q = listed("one")
    for _, text in ipairs { "2", "1st Horse", "1ST H", " 1st horse " } do
      expect(Question.value(q, Question.parse(q, text))):to_be(horse)
    end
    local a, message = Question.parse(q, "1st")
    expect(a):to_be(nil)
    expect(message):to_contain("1st could be 1st Foot or 1st Horse")
    a, message = Question.parse(q, "4")
    expect(a):to_be(nil)
    expect(message):to_contain("give a number from 1 to 3, or a name")
  end)
  it("some: a list between min and max, in the order of the options", function()
    local q = listed("some", { min = 1, max = 2 })
    expect(Question.value(q, Question.parse(q, "3, 1"))):to_equal({ foot, guns })
    expect(Question.value(q, Question.parse(q, "the battery, 1st foot"))):to_equal({ foot, guns })
    expect(Question.parse(q, "none")):to_be(nil)
    expect(Question.parse(q, "1 2 3")):to_be(nil)
    expect(Question.parse(q, "1 1")):to_be(nil)
    local free = listed("some")
    expect(Question.value(free, Question.parse(free, ""))):to_equal({})
    expect(#Question.value(free, Question.parse(free, "all"))):to_be(3)
    expect(Question.shown(free, {})):to_be("none")
    expect(Question.shown(free, { foot, guns })):to_be("1st Foot and The Battery")
  end)
  it("order: all of them, in the order given", function()
    local q = listed("order")
    expect(Question.value(q, Question.parse(q, "3 1 2"))):to_equal({ guns, foot, horse })
    expect(Question.parse(q, "3 1")):to_be(nil)
  end)
  it("count and number: within the bounds", function()
    local q = prepared { kind = "count", ask = "How many?", min = 1, max = 3 }
    expect(Question.value(q, Question.parse(q, "3"))):to_be(3)
    for _, text in ipairs { "0", "4", "two", "2.5", "" } do
      local a, message = Question.parse(q, text)
      expect(a):to_be(nil)
      expect(message):to_be("give a whole number from 1 to 3")
    end
  end)
  it("yesno", function()
    local q = prepared { kind = "yesno", ask = "Withdraw?" }
    expect(Question.value(q, Question.parse(q, "Y"))):to_be(true)
    expect(Question.value(q, Question.parse(q, "no"))):to_be(false)
    expect(Question.parse(q, "perhaps")):to_be(nil)
  end)
  it("options that are numbers get no index", function()
    local q = prepared { kind = "one", ask = "Range?", from = { 3, 5, 1 } }
    expect(Question.value(q, Question.parse(q, "3"))):to_be(3)
    expect(Question.parse(q, "2")):to_be(nil)
  end)
  it("takes the only option unasked, and refuses to choose from nothing", function()
    local _, only = prepared { kind = "one", from = { foot } }
    expect(only):to_be(foot)
    _, only = prepared { kind = "some", min = 2, from = { foot, horse } }
    expect(only):to_equal({ foot, horse })
    _, only = prepared { kind = "count", min = 2, max = 2 }
    expect(only):to_be(2)
    expect(function() prepared { kind = "one", ask = "Who?", from = {} } end)
      :to_raise("there is nothing to choose from")
    expect(function() prepared { kind = "some", ask = "Who?", min = 3, from = { foot } } end)
      :to_raise("3 wanted, but only 1 there")
    expect(function() prepared { kind = "any" } end):to_raise('unknown kind "any"')
  end)
end)

describe("the journal form", function()
  it("reads like a sentence and comes back the same", function()
    local q = listed("one")
    expect(Question.encode(q, { index = 2 })):to_be("one 2 1st Horse")
    expect(round_trip(q, { index = 2 }).index):to_be(2)
    q = listed("some", { max = 3 })
    expect(Question.encode(q, { indexes = { 1, 3 } })):to_be("some [1 3] 1st Foot, The Battery")
    expect(round_trip(q, { indexes = { 1, 3 } }).indexes):to_equal({ 1, 3 })
    q = prepared { kind = "yesno" }
    expect(round_trip(q, { yes = false }).yes):to_be(false)
    q = prepared { kind = "count", min = 0, max = 9 }
    expect(round_trip(q, { number = 7 }).number):to_be(7)
  end)
  it("holds faces and the place in the stream for a roll", function()
    local pool = { text = function() return "2d6" end }
    local q = { kind = "roll", pool = pool }
    local a = { total = 7, faces = { 4, 3 }, position = 12 }
    expect(Question.encode(q, a)):to_be("roll 2d6 = 7 : 4 3 @12")
    expect(round_trip(q, a)):to_equal(a)
    expect(round_trip(q, { total = 7 })):to_equal({ total = 7 })
  end)
  it("does not fit another question", function()
    local q = listed("one")
    expect(Question.decode(q, "one 2 1st Foot")):to_be(nil)
    expect(Question.decode(q, "one 9 1st Foot")):to_be(nil)
    expect(Question.decode(q, "yesno yes")):to_be(nil)
  end)
end)
