-- SPDX-License-Identifier: GPL-3.0-or-later
-- Exploring a procedure written in Lua, with coroutine-free unwinding by error.

local UNWIND = {}

local function dist(text) return core.dice.parse(text):dist() end

-- Runs procedure(O) for every branch; where it calls stage(key) it may end for now.
local function explore(options, procedure)
  local O = core.odds.new(options)
  local function stage(key)
    if not O:stage(key) then error(UNWIND) end
  end
  while O:next() do
    local good, problem = pcall(procedure, O, stage)
    if not good and problem ~= UNWIND then error(problem, 0) end
  end
  return O
end

describe("odds", function()
  local three, two, one = dist("3d6kh1"), dist("2d6kh1"), dist("1d6")

  local function fight(O, stage)
    local margin = three:value(O:chance(three)) - two:value(O:chance(two))
    stage("margin " .. margin)
    local hits = math.max(0, margin) + (O:chance(one) > 4 and 1 or 0)
    O:finish("hits " .. hits, hits)
  end

  it("merge at stages and count what that saved", function()
    local merged = explore({}, fight)
    local plain = explore({}, function(O) fight(O, function() end) end)
    expect(merged:branches()):to_be(36 + 11 * 6)
    expect(merged:unmerged()):to_be("216")
    expect(plain:unmerged()):to_be("216")
    expect(plain:branches()):to_be(216)
    local sum, want = core.ratio.new(0), {}
    for _, outcome in ipairs(plain:outcomes()) do want[outcome.key] = tostring(outcome.weight) end
    for _, outcome in ipairs(merged:outcomes()) do
      expect(tostring(outcome.weight)):to_be(want[outcome.key])
      sum = sum + outcome.weight
    end
    expect(tostring(sum)):to_be("1")
    expect(merged:value() == plain:value()):to_be(true)
  end)

  it("are the same when branches go on at a stage that is on their way", function()
    local plain = explore({}, fight)
    local O, at, resumed = core.odds.new {}, nil, 0
    local function rest(margin)
      local hits = math.max(0, margin) + (O:chance(one) > 4 and 1 or 0)
      O:finish("hits " .. hits, hits)
    end
    while O:next() do
      local _, stages, common = O:way()
      if at and (at.answers > common or at.stages > stages) then at = nil end
      if at then
        resumed = resumed + 1
        O:skip(at.answers, at.stages)
        rest(at.margin)
      else
        local margin = three:value(O:chance(three)) - two:value(O:chance(two))
        if O:stage("margin " .. margin) then
          local answers, passed = O:position()
          at = { answers = answers, stages = passed, margin = margin }
          rest(margin)
        end
      end
    end
    expect(resumed):to_be(11 * 5)
    expect(O:branches()):to_be(plain:branches())
    expect(O:value() == plain:value()):to_be(true)
    local want = {}
    for _, outcome in ipairs(plain:outcomes()) do want[outcome.key] = tostring(outcome.weight) end
    for _, outcome in ipairs(O:outcomes()) do expect(tostring(outcome.weight)):to_be(want[outcome.key]) end
    expect(function() O:skip(1, 0) end):to_raise()
  end)

  it("stop at the budget", function()
    local O = explore({ budget = 10 }, fight)
    expect(O:over_budget()):to_be(true)
    expect(O:branches()):to_be(10)
    expect(explore({}, fight):over_budget()):to_be(false)
  end)

  it("find the best and the worst play", function()
    local function play(way)
      return explore({ value = true }, function(O, stage)
        local throws = 0
        repeat
          local face = O:chance(one)
          throws = throws + 1
          stage(throws .. "," .. face)
          if throws == 3 or O:choice(2, way) == 1 then return O:finish("keep " .. face, face) end
        until false
      end)
    end
    -- the classic: throw again below 5, then below 4
    expect(tostring(play("max"):value())):to_be("14/3")
    expect(tostring(play("min"):value())):to_be("7/3")
    for _, outcome in ipairs(play("max"):outcomes()) do
      expect(outcome.weight > core.ratio.new(0)):to_be(true)
    end
  end)

  it("tell a procedure that asks otherwise when it is run again", function()
    local calls = 0
    expect(function()
      explore({}, function(O)
        calls = calls + 1
        O:chance(calls == 1 and one or two:map(function(v) return v > 3 and 1 or 0 end))
        O:finish("x")
      end)
    end):to_raise("asks other questions")
  end)

  it("say why they failed", function()
    local O = core.odds.new {}
    expect(O:next()):to_be(true)
    O:fail("the unit is gone")
    expect(O:failed()):to_be("the unit is gone")
    expect(function() O:next() end):to_raise("odds: the unit is gone")
    local P = core.odds.new {}
    P:next()
    expect(function() P:next() end):to_raise("without an outcome")
    expect(function() core.odds.new { budget = 0 } end):to_raise("budget")
    expect(function() core.odds.new {}:choice(2, "best") end):to_raise("invalid option")
  end)

  it("know the weight of the branch being run", function()
    local O = core.odds.new {}
    O:next()
    O:chance(one)
    expect(tostring(O:weight())):to_be("1/6")
    O:finish("x")
    expect(tostring(O)):to_be("odds after 1 branches")
  end)
end)
