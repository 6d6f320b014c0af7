-- SPDX-License-Identifier: GPL-3.0-or-later
-- `adjutant check` of files with mistakes. Each file of tests/check-files has one of its own, and
-- ends with what is expected of it: lines `--> LINE:COLUMN: level: text`. The folders there are
-- rulesets, with what is expected in expected.txt.

local Check = require "adjutant.check"

local FOLDER = core.data_dir .. "/tests/check-files"

local function checked(path, options)
  local F = Check.new()
  local ok, message = Check.path(F, path, options)
  F:sort()
  local lines = {}
  for i, f in ipairs(F.list) do
    expect(f.file:sub(1, #path)):to_be(path)
    lines[i] = F.line(f):sub(#path + 2)
  end
  return lines, ok and F or message
end

local function expected_of(path)
  local lines = {}
  for line in core.files.read(path):gmatch("\n%-%-> ([^\n]*)") do lines[#lines + 1] = line end
  return lines
end

-- Whether lines are as expected; `...` in one stands for what depends on where rules happen to be.
local function same(lines, wanted)
  if #lines ~= #wanted then return false end
  for i, line in ipairs(wanted) do
    local pattern = "^" .. line:gsub("%.%.%.", "\0"):gsub("%p", "%%%0"):gsub("\0", ".*") .. "$"
    if not lines[i]:find(pattern) then return false end
  end
  return true
end

describe("a file with a mistake", function()
  local seen, files = {}, 0
  for _, name in ipairs(core.files.list(FOLDER)) do
    local path = FOLDER .. "/" .. name
    if name:find("%.lua$") then
      files = files + 1
      it(name:gsub("%.lua$", ""):gsub("_", " ") .. " is told so", function()
        local lines, wanted = checked(path), expected_of(path)
        expect(#wanted > 0):to_be(true)
        if not same(lines, wanted) then expect(table.concat(lines, "\n")):to_be(table.concat(wanted, "\n")) end
        local whole = table.concat(lines, "\n")
        expect(seen[whole]):to_be(nil)
        seen[whole] = true
      end)
    end
  end
  it("is one of more than forty", function() expect(files > 40):to_be(true) end)
end)

describe("a ruleset with mistakes", function()
  for _, name in ipairs { "ruleset-of-mistakes", "ruleset-of-leftovers" } do
    it(name .. " is told all of them", function()
      local lines, F = checked(FOLDER .. "/" .. name)
      lines[#lines + 1] = F:summary()
      expect(table.concat(lines, "\n") .. "\n"):to_be(core.files.read(FOLDER .. "/" .. name .. "/expected.txt"))
    end)
  end
end)

describe("a file", function()
  local two_villages = core.data_dir .. "/rulesets/seven-hex/scenarios/two-villages.lua"
  it("of an installed ruleset is without fault", function()
    expect(checked(two_villages)):to_equal {}
  end)
  it("that does not exist is no finding, but an error", function()
    local _, message = checked "nowhere.lua"
    expect(message):to_be "nowhere.lua: there is no such file or folder"
    _, message = checked(core.data_dir .. "/docs")
    expect(message):to_contain "there is no ruleset.lua in this folder"
  end)
  it("that never ends does not leave loads to come without their faults", function()
    Check.text(Check.new(), "a.lua", 'while true do end return house "a" { base = "seven-hex" }',
      { limits = { instructions = 10000000 } })
    expect(require("adjutant.faults").collecting()):to_be(false)
  end)
  it("whose grammar is wrong is told so at its line, wherever it lies", function()
    local F = Check.new()
    Check.text(F, "/tmp/somewhere/a.lua", 'return house "a" {\n  base = }')
    expect(F.line(F.list[1])):to_be("/tmp/somewhere/a.lua:2:10: error: unexpected symbol near '}'")
  end)
  it("is for the ruleset that is named beside it", function()
    local F = Check.new()
    Check.text(F, "a.lua", 'return house "a" { base = "duel", options = { river = false } }', { ruleset = "seven-hex" })
    expect(F.line(F.list[1])):to_be("a.lua:1:20: error: house a is for the ruleset duel, not for seven-hex")
    F = Check.new()
    Check.text(F, "a.lua", 'return house "a" { base = "seven-hex", options = { river = false } }')
    expect(F:summary()):to_be("0 errors, 0 warnings")
  end)
  it("of a scenario may make rules of its own, as it may in a game", function()
    local F = Check.new()
    local text = core.files.read(two_villages):gsub("return scenario {",
      'rule("1", "bells", function () return 1 end)\n%0 ruleset = "seven-hex",', 1)
    Check.text(F, "a.lua", text)
    expect(F.list[1] and F.line(F.list[1])):to_be(nil)
  end)
  it("may hold anything", function()
    for _, text in ipairs { "", "\0", "return", "return house", "return house 'a'", "return scenario", "return scenario {}",
      "return scenario { map = 5 }", "return house 'a' {}", "scenario {} return 5", "return scenario { ruleset = 5 }",
      "return scenario { ruleset = 'seven-hex', units = 5, turns = {}, map = { kind = 'flowers', areas = 5 } }",
      "return scenario { ruleset = 'seven-hex', map = { kind = 'flowers', areas = { 5, {}, { name = 5 } }, borders = 5 } }",
      "return house 'a' { base = 'seven-hex', charts = 5, rules = { 5 }, sequence = { 5 }, entities = { unit = 5 } }",
      "\27Lua" } do
      local F = Check.new()
      Check.text(F, "a.lua", text)
      expect(F.errors > 0):to_be(true)
      for _, f in ipairs(F.list) do expect(f.text:find("lua/adjutant", 1, true) or nil):to_be(nil) end
    end
  end)
end)

describe("limits", function()
  it("end a file that never does", function()
    local F = Check.new()
    Check.text(F, "a.lua", "while true do end return house 'a' { base = 'seven-hex' }")
    expect(#F.list):to_be(1)
    expect(F.list[1].text):to_be("loading it takes too many steps: it may never end")
  end)
end)

describe("names", function()
  local Names = require "adjutant.check_names"
  local function unknown(text, fields)
    local list = {}
    local api = { note = true, rules = true, game = true, ipairs = true }
    Names.check(Names.read(text), function(name) return api[name] end, { "note", "rules" }, fields or {},
      function(at, message) list[#list + 1] = at .. " " .. message:gsub(";.*", "") end)
    return list
  end
  it("of the file's own are known, wherever they are declared", function()
    expect(unknown [[local a <const>, b = 1 local function c(d, ...) return a, b, d end
      for e, f in ipairs {} do c(e, f) end for g = 1, 2 do note(g) end
      return { x = a, y = { ["z"] = b }, function (h) return h.i:j(h.k) end, l = 1 }]]):to_equal {}
  end)
  it("that mean nothing are told once, with what may be meant", function()
    expect(unknown "nota(1) nota(2)\nx = 5 -- nobody\nreturn 'nothing'"):to_equal {
      '1 there is no nota (did you mean "note"?)', "17 there is no x" }
  end)
  it("behind a dot are looked up in the tables that rules share", function()
    expect(unknown("rules.fire() rules['fier']() game.turn = 1 a.rules.x()", { rules = { fire = true },
      game = { turn = true } })):to_equal { "44 there is no a", '20 there is no rule named fier (did you mean "fire"?)' }
  end)
  it("of rules may be worked out", function()
    local refs = Names.read "local r = rules r.fire() r[('mo' .. 've')]()"
    expect(refs.dynamic and refs.members.fire):to_be(true)
    expect(Names.read("rules.fire()").dynamic):to_be(nil)
  end)
end)
