-- SPDX-License-Identifier: GPL-3.0-or-later
-- The specs of rulesets: a case that should fail does, and says where.

local Spec = require "adjutant.spec"
local Ledger = require "adjutant.ledger"

local state = assert(Spec.collect("seven-hex"))

local HEAD = [[
local land = { kind = "flowers", areas = { { name = "West", at = { 0, 0 } }, { name = "East", at = { 1, 0 } } } }
]]

local function run(body)
  state.cases = {}
  local text = HEAD .. 'it("a case", function () ' .. body .. "\nend)"
  local f = assert(core.sandbox.load(text, "case.lua", state.kit.env))
  f()
  return Spec.run_case(state, state.cases[1])
end

local function passes(body)
  local ok, why = run(body)
  expect(why):to_be(nil)
  expect(ok):to_be(true)
end

local function fails(body)
  local ok, why = run(body)
  expect(ok):to_be(false)
  return why
end

describe("a case of a ruleset", function()
  it("has a text and a function", function()
    for _, text in ipairs { "it({ 5 }, function () end)", 'it("7")', 'describe("7", 5)', "describe(5, function () end)" } do
      local f = assert(core.sandbox.load(text, "case.lua", state.kit.env))
      local ok, message = pcall(f)
      expect(ok):to_be(false)
      expect(message):to_contain("case.lua:1: " .. text:match "^%l+" .. ": ")
    end
  end)
  it("compares numbers, tallies, lists and refusals", function()
    passes 'situation { map = land } expect(2):to_be(2) expect(tally("x", 3)):to_be(3)'
    passes "expect({ 1, { 2 } }):to_equal { 1, { 2 } }"
    passes 'expect({ 1, 2 }):to_contain(2) expect("abc"):to_contain "b"'
    passes 'expect(function () refuse("4.3", "no") end):to_refuse "4.3"'
    passes 'expect(function () error("oh dear") end):to_raise "dear"'
  end)
  it("says what it wanted, what it got, and where", function()
    expect(fails "expect(1):to_be(2)"):to_contain("case.lua:2: expected 2, got 1")
    expect(fails "expect({ 1 }):to_equal { 2 }"):to_contain("expected { 2 }, got { 1 }")
    expect(fails 'expect({ 1 }):to_contain(3)'):to_contain("expected 3 among { 1 }")
  end)
  it("fails on the wrong refusal, on none, and on one nobody expected", function()
    expect(fails 'expect(function () refuse("4.1", "no") end):to_refuse "4.3"'):to_contain("got 4.1: no")
    expect(fails 'expect(function () end):to_refuse "4.3"'):to_contain("but it was allowed")
    expect(fails 'refuse("4.1", "no room")'):to_contain("refused by 4.1: no room")
  end)
  it("fails when dice or answers are left, or run out", function()
    expect(fails "situation { map = land, dice = { 1 } }"):to_contain("1 of 1 dice were not thrown")
    expect(fails "situation { map = land, answers = { 1 } }"):to_contain("1 of 1 answers were not asked for")
    expect(fails 'situation { map = land } roll("1d6", "x")'):to_contain("no die left")
    expect(fails 'situation { map = land, dice = { 7 } } roll("1d6", "x")'):to_contain("cannot give 7")
  end)
  it("places units by short descriptions", function()
    passes [[local t = situation { map = land, foot = "allied infantry guns disrupted at West/2",
      horse = { "french cavalry", at = "East", army = "Marsin" } }
      expect(t.foot.place):to_be(map.hex "West/2") expect(t.foot.guns):to_be(true)
      expect(t.foot.disrupted):to_be(true) expect(t.foot.name):to_be("foot")
      expect(t.horse.place):to_be(map.hex "East/C") expect(t.horse.army):to_be("Marsin")]]
    expect(fails 'situation { map = land, foot = "allied infantry at Wst" }'):to_contain('did you mean "West"')
    expect(fails 'situation { map = land, foot = "allied infantri at West" }'):to_contain('did you mean "infantry"')
  end)
  it("fails on a broken invariant, unless the situation says that it may be", function()
    local crowd = 'a = "allied infantry at West", b = "allied infantry at West", c = "allied infantry at West"'
    expect(fails("situation { map = land, " .. crowd .. " }")):to_contain("broken invariant 4.1")
    passes("situation { map = land, invariants = false, " .. crowd .. " }")
  end)
  it("knows its options, and forgets them after the case", function()
    passes 'situation { map = land, options = { river = false } } expect(option.river):to_be(false)'
    passes 'situation { map = land } expect(option.river):to_be(true)'
    expect(fails "situation { map = land, options = { rivers = false } }"):to_contain("there is no option rivers")
  end)
  it("runs command lines, with notes and reports", function()
    passes [[local t = situation { map = land, dice = { 0 }, foot = "allied infantry at West" }
      t.command "move foot to East/C" expect(t.foot.place):to_be(map.hex "East/C")
      expect(t.reports.order):to_be("carried out") expect(t.notes):to_contain "foot moves to East/C"]]
  end)
end)

describe("running the examples", function()
  it("counts, and takes only the cases whose title holds the words", function()
    local all = assert(Spec.run("seven-hex"))
    local some = assert(Spec.run("seven-hex", { "combat example 1" }))
    expect(all.failed):to_be(0)
    expect(some.passed > 0 and some.passed < all.passed):to_be(true)
    expect(some.lines[1].text):to_be("Combat example 1")
  end)
  it("says which ruleset there is not", function()
    local result, message = Spec.run("no-such-rules")
    expect(result):to_be(nil)
    expect(type(message)):to_be("string")
  end)
end)

describe("a ledger", function()
  it("counts the mechanical rules that are implemented and tested", function()
    local ledger = assert(Ledger.read("seven-hex"))
    expect(#ledger.problems):to_be(0)
    expect(Ledger.summary(ledger)):to_be(("%d of %d mechanical rules implemented and tested"):format(
      ledger.done, ledger.mechanical))
    for _, row in ipairs(ledger.rows) do
      if row.kind == "mechanical" and row.implemented and not row.tested then
        error(row.id .. " is implemented and not tested")
      end
    end
  end)
end)
