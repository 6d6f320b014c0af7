-- SPDX-License-Identifier: GPL-3.0-or-later
-- Command lines: what a person may type, how it is written back, what a mistake says.

local Command = require "adjutant.command"

local units = { "1st Foot", "1st Horse", "2nd Foot", "Wood's Battery" }
local areas = { "Wood", "Weston", "Easton" }

local function names(kind, arg)
  local list = {}
  local from = kind == "from" and arg.from() or kind == "unit" and units or areas
  for i, n in ipairs(from) do list[i] = { name = n, value = n } end
  return list
end

local attack = Command.declare("attack", { run = function() end, args = {
  { name = "area", kind = "area" },
  { name = "units", kind = "units", keyword = "with" },
  { name = "charging", kind = "units", keyword = "charging", optional = true },
  { name = "times", kind = "number", keyword = "times", optional = true, min = 1, max = 3 } } })

local move = Command.declare("move", { run = function() end, args = {
  { name = "unit", kind = "unit" }, { name = "area", kind = "area" },
  { name = "mode", kind = "word", values = { "slow", "fast" }, optional = true } } })

local function parse(decl, rest) return Command.parse(decl, rest, names) end

local function mistake(decl, rest)
  local args, message = parse(decl, rest)
  expect(args):to_be(nil)
  return message
end

describe("a command line", function()
  it("reads names of several words without quotes", function()
    expect(parse(attack, "Weston with 1st Foot, 2nd Foot")):to_equal(
      { area = "Weston", units = { "1st Foot", "2nd Foot" } })
  end)
  it("reads quoted names, `and`, short names and any case", function()
    expect(parse(attack, 'weston with "1st Foot" and 2nd')):to_equal(
      { area = "Weston", units = { "1st Foot", "2nd Foot" } })
  end)
  it("takes keyword arguments in any order", function()
    expect(parse(attack, "Easton times 2 charging 1st Horse with 1st Horse")):to_equal(
      { area = "Easton", times = 2, charging = { "1st Horse" }, units = { "1st Horse" } })
  end)
  it("splits positional arguments at the longest name that fits", function()
    expect(parse(move, "1st Foot Easton fast")):to_equal(
      { unit = "1st Foot", area = "Easton", mode = "fast" })
  end)
  it("takes a whole name before a part of another, and where a number stands apart when it must", function()
    local forces = { "Ghent Corps", "Ghent Corps 2", "Lech", "Lech Corps", "Mons", "Monsheim 1" }
    local ways = { "Stony Ford", "Stony Ford at Mill", "Mill", "Bridge to Nowhere" }
    local function of(kind, arg)
      local list = {}
      for i, n in ipairs(kind == "from" and arg.from() or kind == "force" and forces or ways) do
        list[i] = { name = n, value = n }
      end
      return list
    end
    local function read(decl, rest)
      local args, message = Command.parse(decl, rest, of)
      return args or message
    end
    local garrison = Command.declare("garrison", { run = function() end, args = {
      { name = "force", kind = "force" }, { name = "sp", kind = "number", min = 1 },
      { name = "leader", kind = "word", values = { "with", "without" }, optional = true } } })
    expect(read(garrison, "Ghent Corps 2")):to_equal { force = "Ghent Corps", sp = 2 }
    expect(read(garrison, "ghent corps 2 3")):to_equal { force = "Ghent Corps 2", sp = 3 }
    expect(read(garrison, "Ghent Corps 2 3 with")):to_equal { force = "Ghent Corps 2", sp = 3, leader = "with" }
    expect(read(garrison, "Ghent Corps 2 without")):to_equal { force = "Ghent Corps", sp = 2, leader = "without" }
    expect(read(garrison, '"Ghent Corps 2"')):to_contain "the sp is missing"
    expect(read(garrison, "Lech 4")):to_equal { force = "Lech", sp = 4 }
    expect(read(garrison, "Lech Corps")):to_contain "the sp is missing"
    expect(read(garrison, "Monsheim 1")):to_contain "the sp is missing"
    local go = Command.declare("move", { run = function() end, args = {
      { name = "force", kind = "force", from = function() return { "Monsheim 1", "Lech Corps" } end },
      { name = "to", kind = "place", keyword = "to" },
      { name = "at", kind = "place", keyword = "at", optional = true } } })
    expect(read(go, "mons to stony ford")):to_equal { force = "Mons", to = "Stony Ford" }
    expect(read(go, "Lech Corps to Stony Ford at Mill")):to_equal
      { force = "Lech Corps", to = "Stony Ford", at = "Mill" }
    expect(read(go, "Lech Corps to Bridge to Nowhere at Mill")):to_equal
      { force = "Lech Corps", to = "Bridge to Nowhere", at = "Mill" }
    expect(read(go, "Lech Corps to Ston")):to_contain "Ston could be Stony Ford or Stony Ford at Mill"
    expect(read(go, "G to Mill")):to_contain "G could be"
    expect(read(go, "Lech Corps 10 to Mill")):to_contain "10: not understood; usage: move FORCE"
    expect(read(garrison, "French Corps 1 2")):to_contain 'there is no force "French Corps"'
  end)
  it("tells kinds that end in s from lists", function()
    local siege = Command.declare("siege", { run = function() end, args = {
      { name = "fortress", kind = "fortress" },
      { name = "others", kind = "fortresses", keyword = "and-of", optional = true } } })
    expect(siege.args[1].kind):to_be("fortress")
    expect(siege.args[1].list):to_be(nil)
    expect(siege.args[2].kind):to_be("fortress")
    expect(siege.args[2].list):to_be(true)
    expect(Command.usage(siege)):to_be("siege FORTRESS [and-of FORTRESSES]")
  end)
  it("prefers a whole name to a beginning", function()
    expect(parse(attack, "Wood with Wood's Battery").area):to_be("Wood")
  end)
  it("writes back a line that reads the same", function()
    local line = "Easton with 1st Horse, Wood's Battery charging 1st Horse times 3"
    local args = parse(attack, line)
    local written = Command.line(attack, args)
    expect(written):to_be('attack Easton with "1st Horse", "Wood\'s Battery" charging "1st Horse" times 3')
    expect(parse(attack, (written:gsub("^attack ", "")))):to_equal(args)
  end)
end)

describe("a mistake in a command line", function()
  it("names what is missing and the usage", function()
    expect(mistake(attack, "Easton")):to_be(
      "attack: `with UNITS` is missing; usage: attack AREA with UNITS [charging UNITS] [times NUMBER]")
    expect(mistake(attack, "Easton with")):to_contain("`with UNITS` is missing")
  end)
  it("offers the near name", function()
    expect(mistake(attack, "Esaton with 1st Foot")):to_be(
      'there is no area Esaton (did you mean "Easton"?)')
  end)
  it("offers nothing for a word that is like no other", function()
    expect(mistake(attack, ("x"):rep(300) .. " with 1st Foot")):to_be("there is no area " .. ("x"):rep(60) .. "...")
  end)
  it("says what a name is when it is of another kind", function()
    local guard, mill = { kind = "unit", name = "Guard" }, { kind = "hex", name = "Mill" }
    local function of(kind)
      local value = kind == "entity" and guard or kind == "place" and mill
      return value and { { name = value.name, value = value } } or {}
    end
    local go = Command.declare("go", { run = function() end, args = {
      { name = "leader", kind = "leader" }, { name = "to", kind = "place", keyword = "to" } } })
    local function read(rest) return select(2, Command.parse(go, rest, of)) end
    expect(read "guard to Mill"):to_be("Guard is a unit, not a leader")
    expect(read "Mill to Mill"):to_be("Mill is a hex, not a leader")
    expect(read "Nobody to Mill"):to_be("there is no leader Nobody")
    local correct = Command.declare("correct", { run = function() end, args = {
      { name = "leader", kind = "leader" }, { name = "field", kind = "word", values = { "sp" } },
      { name = "to", kind = "value" } } })
    expect(select(2, Command.parse(correct, "Guard sp 3", of))):to_be("Guard is a unit, not a leader")
  end)
  it("says which words are missing, not what the rules call them", function()
    local build = Command.declare("build", { run = function() end, args = {
      { name = "unit", kind = "unit" }, { name = "what", kind = "word", values = { "line", "strongpoint" } } } })
    expect(mistake(build, "1st Foot")):to_be("build: line or strongpoint is missing; usage: build UNIT line|strongpoint")
  end)
  it("says what a short name could be", function()
    expect(mistake(attack, "Easton with 1st")):to_be("1st could be 1st Foot or 1st Horse")
  end)
  it("refuses a name given twice, a hanging comma, an open quotation", function()
    expect(mistake(attack, "Easton with 1st Foot, 1st foot")):to_be("1st Foot is named twice")
    expect(mistake(attack, "Easton with 1st Foot,")):to_be("a name is missing at the end")
    expect(mistake(attack, "Easton with , 1st Foot")):to_be("a name is missing before the comma")
    expect(mistake(attack, 'Easton with "1st Foot')):to_be("column 13: the quotation is not closed")
  end)
  it("is read in no time however long it is", function()
    local words = ("abc "):rep(8000)
    core.limits.begin { instructions = 5000000 }
    local ok, of_list, after_name, of_one = pcall(function()
      return mistake(attack, "Weston with " .. words), mistake(attack, "Weston with 1st Foot " .. words),
        mistake(move, words)
    end)
    expect(core.limits.finish()):to_be(nil)
    expect(ok):to_be(true)
    expect(of_list):to_contain 'there is no unit "abc abc'
    expect(after_name):to_contain "not understood after 1st Foot"
    expect(of_one):to_contain 'there is no unit "abc abc'
  end)
  it("refuses numbers out of range and words not listed", function()
    expect(mistake(attack, "Easton with 1st Foot times 4")):to_be("4 is not between 1 and 3")
    expect(mistake(attack, "Easton with 1st Foot times two")):to_be("two is no whole number")
    local function count(min, max, word)
      return mistake(Command.declare("take", { run = function() end, args = {
        { name = "sp", kind = "number", min = min, max = max } } }), word)
    end
    expect(count(1, nil, "-3")):to_be("-3 is not 1 or more")
    expect(count(nil, 8, "9")):to_be("9 is not 8 or less")
    expect(mistake(move, "1st Foot Easton quick")):to_be("quick is not one of slow or fast")
  end)
  it("refuses a keyword given twice and words left over", function()
    expect(mistake(attack, "Easton with 1st Foot with 2nd Foot")):to_be("with is given twice")
    expect(mistake(move, "1st Foot Easton fast now")):to_contain("now: not understood")
  end)
end)

describe("completion", function()
  local function complete(before, prefix) return Command.complete(attack, before, prefix, names) end
  it("offers the values of the next argument", function()
    expect(complete("", "W")):to_equal({ "Wood", "Weston" })
    expect(complete("Easton with ", "1")):to_equal({ "1st Foot", "1st Horse" })
  end)
  it("offers the keywords that are left", function()
    expect(complete("Easton with 1st Foot ", "c")):to_equal({ "charging" })
  end)
end)

describe("the words of the prompt", function()
  it("are all known, so that no command of rules takes one", function()
    local words = {}
    for _, name in ipairs(core.files.list(core.data_dir .. "/repl/shell")) do
      if name:find "%.lua$" then
        local text = core.files.read(core.data_dir .. "/repl/shell/" .. name)
        for word in text:gmatch 'define%("(%l+)"' do words[word] = true end
      end
    end
    expect(words.undo):to_be(true)
    expect(Command.OF_THE_PROMPT):to_equal(words)
  end)
  it("completes numbers and texts of which the candidates are known", function()
    local siege = Command.declare("siege", { run = function() end, args = {
      { name = "sp", kind = "number", from = function() return { 1, 2, 12 } end },
      { name = "turns", kind = "text", keyword = "over", from = function() return { "6 turns" } end },
      { name = "why", kind = "text", keyword = "for", optional = true, from = function() error "no" end } } })
    local function of(kind, arg)
      if kind ~= "from" then error("there are no names of " .. kind) end
      local list = {}
      for i, n in ipairs(arg.from()) do list[i] = { name = tostring(n), value = n } end
      return list
    end
    expect(Command.complete(siege, "", "1", of)):to_equal { "1", "12" }
    expect(Command.complete(siege, "1 over ", "", of)):to_equal { "6 turns" }
    expect(Command.complete(siege, "1 over 6 turns for ", "", of)):to_equal {}
  end)
end)

describe("the name of a command", function()
  it("is a word of at most 40 letters", function()
    local longest = ("a"):rep(40)
    expect(Command.declare(longest, { run = function() end }).name):to_be(longest)
    for _, name in ipairs { longest .. "a", "Attack", "two words", "", 7 } do
      expect(function() Command.declare(name, { run = function() end }) end):to_raise("one lower-case word of at most 40 letters")
    end
  end)
end)
