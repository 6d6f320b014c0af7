-- SPDX-License-Identifier: GPL-3.0-or-later
-- `ledger --verify` on a small ruleset whose cases notice some mistakes and not others.

local Ledger = require "adjutant.ledger"
local Verify = require "adjutant.verify"

local RULESET = [[
ruleset { name = "verified", sides = { { id = "a", name = "A" }, { id = "b", name = "B" } },
  options = { free = { default = false, values = { false, true } } } }
entity "unit" { name = text(), side = ref { indexed = true }, arm = one_of { "foot", "horse" }, place = place() }
charts.speed = values { rule = "1", title = "Speed", order = { "foot", "horse" }, foot = 2, horse = 4 }
charts.luck_rows = modifiers { rule = "2", title = "Luck", { 1, "always" }, { 2, "free", function () return option.free end } }
rule("1", "speed_of", function (unit) return charts.speed:at(unit.arm) end)
rule("2", "luck", function () return charts.luck_rows:tally({}) end)
rule("3", "may_run", function (unit) return unit.arm == "horse" end)
rule("4", "forgotten", function () return 1 end)
invariant("5 nobody is nameless", function ()
  for _, unit in ipairs(all "unit") do if unit.name == "" then return "nameless" end end
end)
command "rest" { help = "", args = {}, run = function () report("rested", 1) end }
]]

local EXAMPLES = [[
describe("all", function ()
  it("1: both arms", function ()
    local t = situation { foot = "a foot", horse = "a horse" }
    expect(rules.speed_of(t.foot)):to_be(2)
    expect(rules.speed_of(t.horse)):to_be(4)
  end)
  it("2: luck is one", function ()
    situation {}
    expect(rules.luck()):to_be(1)
  end)
  it("3, R.run-fast: horse runs", function ()
    local t = situation { horse = "a horse" }
    expect(rules.may_run(t.horse)):to_be(true)
  end)
  it("4: nothing", function () situation {} end)
  it("5: names", function ()
    local t = situation { invariants = false, foot = "a foot" }
    expect(#t.broken()):to_be(0)
    t.foot.name = ""
    expect(#t.broken()):to_be(1)
  end)
  it("6: rest", function ()
    local t = situation {}
    t.command "rest"
    expect(t.reports.rested):to_be(1)
  end)
  it("7: an option", function ()
    situation {}
    expect(option.free):to_be(false)
  end)
end)
]]

local LEDGER = [[
return {
  { id = "1", kind = "mechanical", by = { "speed_of", "speed" } },
  { id = "2", kind = "mechanical", by = { "luck" } },
  { id = "2 chart", kind = "mechanical", by = { "luck_rows" }, tests = { "2" } },
  { id = "3", kind = "mechanical", by = { "may_run" } },
  { id = "R.run-fast", kind = "mechanical", by = { "may_run" } },
  { id = "4", kind = "mechanical", by = { "forgotten" } },
  { id = "5", kind = "mechanical", by = { "5 nobody is nameless" } },
  { id = "6", kind = "mechanical", by = { "rest" } },
  { id = "7", kind = "mechanical", by = { "free" } },
}
]]

local function read(ruleset, examples, rows)
  local folder = outside.folder()
  core.files.mkdir_p(folder .. "/examples")
  core.files.write_new(folder .. "/ruleset.lua", ruleset)
  core.files.write_new(folder .. "/examples/all.lua", examples)
  core.files.write_new(folder .. "/ledger.lua", rows)
  return assert(Ledger.read("verified", folder))
end

local function verified()
  local ledger = read(RULESET, EXAMPLES, LEDGER)
  local before = ledger.done
  local tried, survivors = Verify.ledger(ledger)
  local rows = {}
  for _, row in ipairs(ledger.rows) do rows[row.id] = row end
  return rows, ledger, before, tried, survivors
end

describe("ledger --verify", function()
  local rows, ledger, before, tried, survivors = verified()

  it("finds nothing wrong where cases look at every cell and every number", function()
    expect(rows["1"].survivors):to_equal {}
    expect(rows["1"].tested):to_be(true)
  end)
  it("breaks rules and charts in every way", function()
    expect(rows["1"].tried):to_be(7 + 2)              -- five ways, two off by one, two cells
  end)
  it("sees a rule that says yes to everything pass for one that says yes rightly", function()
    expect(rows["3"].survivors):to_equal {}           -- a table is not true
    expect(rows["R.run-fast"].survivors):to_equal {}  -- ids may be slugs
    expect(rows["2"].tested):to_be(true)
  end)
  it("tells of a rule that no case calls", function()
    expect(rows["4"].survivors):to_equal { "rule forgotten is not called by any case" }
    expect(rows["4"].tested):to_be(false)
  end)
  it("breaks invariants, commands and options", function()
    for _, id in ipairs { "5", "6", "7" } do expect(rows[id].survivors):to_equal {} end
    expect(rows["6"].tried):to_be(2)
  end)
  it("drops each row of modifiers and alters its amount", function()
    expect(rows["2 chart"].survivors):to_equal { "chart luck_rows row 2 (free) dropped",
      "chart luck_rows row 2 (free): 3 instead of 2" }
  end)
  it("takes survivors from what is done, and mends everything again", function()
    expect(ledger.done):to_be(before - 2)
    expect(survivors):to_be(3)
    local again, left = Verify.ledger(ledger)
    expect(again):to_be(tried - 1 - rows["2 chart"].tried)    -- these rows are no longer tried
    expect(left):to_be(0)
  end)
end)

-- --- what is not written ------------------------------------------------------------------------------

local WRITING = [[
ruleset { name = "verified", sides = { { id = "a", name = "A" }, { id = "b", name = "B" } } }
entity "unit" { name = text(), side = ref { indexed = true }, hurt = flag(), lame = flag(), tired = int(0), place = place() }
entity "grave" { unit = ref {}, deep = flag() }
rule("1", "strain", function (unit) unit.tired = unit.tired + 1 end)
rule("2", "hit", function (unit)
  unit.hurt, unit.lame = true, true
  rules.strain(unit)
end)
rule("3", "bury", function (unit) return create("grave", { unit = unit, deep = true }) end)
rule("4", "rest", function (unit)
  unit.hurt = false
  refuse_if("4", unit.tired > 0, "{unit} is tired", { unit = unit })
  unit.lame = false
end)
command "hit" { help = "", args = { { name = "unit", kind = "unit" } }, run = function (args) rules.hit(args.unit) end }
command "tire" { help = "", args = { { name = "unit", kind = "unit" } }, run = function (args)
  args.unit.tired = 3
  return true
end }
]]

local WRITTEN = [[
describe("all", function ()
  it("1: strain", function ()
    local t = situation { foot = "a" }
    rules.strain(t.foot)
    expect(t.foot.tired):to_be(1)
  end)
  it("2: a hit hurts", function ()
    local t = situation { foot = "a" }
    rules.hit(t.foot)
    expect(t.foot.hurt):to_be(true)
  end)
  it("2b: and lames", function ()
    local t = situation { foot = "a" }
    rules.hit(t.foot)
    expect(t.foot.lame):to_be(true)
  end)
  it("3: graves", function ()
    local t = situation { foot = "a" }
    expect(rules.bury(t.foot).kind):to_be "grave"
    expect(#all "grave"):to_be(1)
  end)
  it("4: nobody rests who is tired", function ()
    local t = situation { tired = { "a", tired = 1 }, foot = { "a", hurt = true } }
    expect(function () rules.rest(t.tired) end):to_refuse "4"
    t.foot.lame = true
    rules.rest(t.foot)
    expect(t.foot.hurt or t.foot.lame):to_be(false)
  end)
  it("5: the command", function ()
    local t = situation { foot = "a" }
    expect(t.command "tire foot"):to_be(true)
  end)
end)
]]

local ROWS = [[
return {
  { id = "1", kind = "mechanical", by = { "strain" } },
  { id = "2", kind = "mechanical", by = { "hit" } },
  { id = "2b", kind = "mechanical", by = { "hit" } },
  { id = "3", kind = "mechanical", by = { "bury" } },
  { id = "4", kind = "mechanical", by = { "rest" } },
  { id = "5", kind = "mechanical", by = { "tire" } },
}
]]

-- The survivors of the rows that are chosen, or of all, a line each.
local function left_of(ids)
  local ledger, list = read(WRITING, WRITTEN, ROWS), {}
  if ids then assert(Ledger.choose(ledger, ids)) end
  Verify.ledger(ledger)
  for _, row in ipairs(ledger.rows) do
    for _, text in ipairs(row.survivors) do list[#list + 1] = row.id .. ": " .. text end
  end
  return table.concat(list, "\n")
end

describe("ledger --verify of what is written", function()
  it("leaves out a field that a rule or command writes, or what it makes, but not what others write", function()
    expect(left_of { "1" }):to_be ""
    expect(left_of { "3" }):to_be("3: rule bury does not write grave.deep\n3: rule bury does not write grave.unit")
    expect(left_of { "4" }):to_be ""                      -- a refusal in it is no end of watching
    expect(left_of { "5" }):to_be "5: command tire does not write unit.tired"
  end)
  it("lets the cases of any row that names the rule notice it, and breaks its namesake of a command, once", function()
    local want = "%s: command hit raises\n%s: command hit does nothing"
    for _, ids in ipairs { { "2" }, { "2b" }, { "2", "2b" } } do
      expect(left_of(ids)):to_be((want:gsub("%%s", ids[1])))
    end
  end)
end)
