-- SPDX-License-Identifier: GPL-3.0-or-later
-- Positions in Lua texts. Lines and columns are counted by hand.

local Locate = require "adjutant.locate"
local Tokens = require "adjutant.lua_tokens"

local function lines(...) return table.concat({ ... }, "\n") end

local function at(L, ...)
  local line, column = L:find { ... }
  return line and line .. ":" .. column or nil
end

describe("the place of a key", function()
  local L = Locate.new(lines(
    '-- return scenario { turns = 1 }',
    'local units = {',
    '  { "Lane\'s Foot", "allied infantry", at = "Weston" },',
    '}',
    'return house "steadier" {',
    '  base = "seven-hex", charts = {',
    '    morale = { [1] = -1, [-2] = 5, ["a b"] = { 7, 8 } },',
    '    combat = grid { rule = "7", { upto = 3, "-", "D" } },',
    '  },',
    '  rules = { ["14.4"] = function (f, a) local t = { x = 1, 2, 3 } return f(t, a), 1 end, after = 2 },',
    '  entities = { unit = { fatigue = int(0, { help = "worn" }) } };',
    '  units = units,',
    '}'))
  it("is that of a name, a number, a text in brackets, an entry of a list", function()
    expect(at(L, "base")):to_be("6:3")
    expect(at(L, "charts", "morale", 1)):to_be("7:16")
    expect(at(L, "charts", "morale", -2)):to_be("7:26")
    expect(at(L, "charts", "morale", "a b", 2)):to_be("7:51")
    expect(at(L, "rules", "14.4")):to_be("10:13")
  end)
  it("goes through calls, over functions, and to a local variable", function()
    expect(at(L, "charts", "combat", "rule")):to_be("8:21")
    expect(at(L, "charts", "combat", 1, 2)):to_be("8:50")
    expect(at(L, "rules", "after")):to_be("10:89")
    expect(at(L, "entities", "unit", "fatigue", "help")):to_be("11:44")
    expect(at(L, "units", 1, "at")):to_be("3:39")
    expect(at(L)):to_be("5:8")
  end)
  it("is nil when it is not there, and the nearest above it is known", function()
    expect(at(L, "charts", "moral")):to_be(nil)
    expect(L:where({ "charts", "moral", 3 }, "a.lua")):to_be("a.lua:6:23")
    expect(L:where({ "nothing" }, "a.lua")):to_be("a.lua:5:8")
    local line, column = L:find({ "base" }, "value")
    expect(line .. ":" .. column):to_be("6:10")
  end)
  it("is known inside texts, with escapes and in long brackets", function()
    local M = Locate.new('return { a = "x\\n\\65y", b = [==[\nab\ncd]==] }')
    local function inside(...)
      local line, column = M:inside(...)
      return line and line .. ":" .. column
    end
    expect(inside({ "a" }, 1)):to_be("1:15")
    expect(inside({ "a" }, 2)):to_be("1:16")
    expect(inside({ "a" }, 4)):to_be("1:21")
    expect(inside({ "b" }, 5)):to_be("3:2")
    expect(inside({ "c" }, 1)):to_be(nil)
  end)
  it("has a value, when it is a literal", function()
    expect(L:value { "base" }):to_be("seven-hex")
    expect(L:value { "charts", "morale", 1 }):to_be(-1)
    expect(L:value { "rules", "14.4" }):to_be(nil)
    expect(L:value { "none" }):to_be(nil)
  end)
  it("does not depend on how lines end", function()
    for _, newline in ipairs { "\n", "\r\n", "\r" } do
      local M = Locate.new(('return {~ a = 1,~ b = { 2 },~}'):gsub("~", newline))
      expect(at(M, "b", 1)):to_be("3:8")
    end
  end)
  it("gives keys in the order of the text, and those given twice", function()
    expect(L:keys { "charts" }):to_equal { "morale", "combat" }
    local M = Locate.new("return {\n a = 1,\n b = { 5, [1] = 6 },\n ['a'] = 2 }")
    expect(#M.twice):to_be(2)
    expect(M.twice[1].key):to_be(1)
    expect(M.twice[2].key):to_be("a")
    expect(M.twice[2].first):to_be(2)
    expect(M.twice[2].line):to_be(4)
  end)
end)

describe("calls and assignments", function()
  local L = Locate.new(lines(
    'ruleset { name = "x", options = { fog = { default = 1 } } }',
    'entity "unit" {',
    '  name = text(), arm = one_of { "foot" } }',
    'entity("game", { n = int(0) })',
    'charts.fire = grid { title = "Fire", { at = 1, "D" } }',
    'local charts_are = 5',
    'rule("7", "fire", function (a) rules.aim(a) return a end)',
    'command "dig" { run = function () rule("no") end }',
    'local function entity_of(x) end',
    'rule ("8", name, f)'))
  it("are found with their literal arguments", function()
    local rules = L:calls "rule"
    expect(#rules):to_be(3)
    expect(rules[1][1]):to_be("7")
    expect(rules[1][2]):to_be("fire")
    expect(rules[1].line):to_be(7)
    expect(rules[3][1]):to_be("8")
    expect(rules[3][2]):to_be(nil)
    expect(rules[2].depth):to_be(1)
    expect(L:calls("entity_of")):to_equal {}
    expect(L:calls("rules.aim")[1].column):to_be(32)
  end)
  it("are views of their tables", function()
    local line, column = L:calls("ruleset")[1]:find { "options", "fog", "default" }
    expect(line .. ":" .. column):to_be("1:43")
    local entities = L:calls "entity"
    expect(entities[1][1] .. " " .. entities[2][1]):to_be("unit game")
    expect(entities[1]:where({ "arm", 1 }, "r")):to_be("r:3:33")
    expect(entities[2]:where({ "n" }, "r")):to_be("r:4:18")
    expect(L:assigned("charts.fire"):where({ "title" }, "r")):to_be("r:5:22")
    expect(L:assigned("charts.fire").line):to_be(5)
    expect(L:assigned "charts.none"):to_be(nil)
  end)
  it("are not confused by statements that follow", function()
    local M = Locate.new("local a = b\nc { 1 }\nlocal d = { 2 }\nx.y = f\n(g or h) { 3 }\nreturn { a = a, d = d, z }")
    expect(at(M, "a", 1)):to_be(nil)
    expect(at(M, "d", 1)):to_be("3:13")
    expect(at(M, 1)):to_be("6:24")
  end)
end)

describe("a word on a line", function()
  it("is found as a word, else the first token", function()
    local L = Locate.new("  a = units + unit\n\n  b")
    expect(L:word(1, "unit")):to_be(15)
    expect(L:word(1, "none")):to_be(3)
    expect(L:has(1, "none")):to_be(nil)
    expect(L:has(1, "unit", 16)):to_be(nil)
    expect(L:has(1, "units + unit")):to_be(7)
    expect(L:word(2, "b")):to_be(nil)
    expect(L:word(9, "b")):to_be(nil)
  end)
end)

describe("odd texts", function()
  local ODD = { "", "\0", "return", "return {", "return }", "return { a", "return { a =", "return { [", "{{{{", "))",
    "return { 'abc", "return { 'abc\n }", "--[[", "--[==[ ]]", "[==", "0x", "1e", "..", "...", "a.b.c.d", "\\", "'\\",
    "return { [nil] = 1, [0/0] = 2, [1.5] = 3 }", "return (({ a = 1 }))", "end end end", "function (", "local",
    "local a <const>, b = {}, {}", "return a.b", "return a, { x = 1 }", "local a = a return a", "# a\nreturn { b = 1 }",
    "'\\u{110000000000}'", "'\\999'", "'\\x1'", "return { '\\u{110000000000}\\999\\x1' }", "\255\254", "return - - 1" }
  it("never fail", function()
    for _, text in ipairs(ODD) do
      local L = Locate.new(text)
      L:find { "a", 1 }
      L:find {}
      L:where({ "a" }, "x")
      L:inside({ 1 }, 3)
      L:inside({}, 3)
      L:keys {}
      L:calls "a"
      L:word(1, "a")
      expect(L:find { "none" }):to_be(nil)
    end
    expect(at(Locate.new "# a\nreturn { b = 1 }", "b")):to_be("2:10")
    expect(at(Locate.new "return (({ a = 1 }))", "a")):to_be("1:12")
  end)
  it("never fail when cut or changed anywhere", function()
    local text = core.files.read(core.data_dir .. "/rulesets/seven-hex/scenarios/two-villages.lua")
    local stream = core.rng.new(7):stream("text")
    for _ = 1, 300 do
      local i, c = stream:below(#text), string.char(stream:below(256))
      local L = Locate.new(text:sub(1, i) .. c .. text:sub(i + 1 + stream:below(4), i + stream:below(2000)))
      L:where({ "units", 3, "at" }, "x")
      L:inside({ "units", 3, 2 }, 5)
    end
  end)
  it("take time in proportion to their length", function()
    local function cost(piece, n)
      local text = piece:rep(n)
      core.limits.begin { instructions = 1000000000, cpu_ms = 20000 }
      local ok = pcall(function() Locate.new(text):find { "a" } end)
      local tripped = core.limits.finish()
      expect(ok and not tripped or piece):to_be(true)
    end
    for _, piece in ipairs { "{", "(", "[", "((({},", "'", "[=[", "[[", "--[[", "a{", "a.", "a 'x'", "{a=", "function ",
      "x=1 ", "'\\", "[=", "f({},", "return {", "-", "--", "a,", "\\z ", "'\\z" } do
      cost(piece, 60000)
    end
  end)
end)

describe("tokens", function()
  it("stand for the texts that Lua reads", function()
    for _, literal in ipairs { [['a\\n\65\x41\u{e9}\u{20AC}\u{1F600}']], [['\z  b\'\u{7}\0651']], "[==[\n\nx]]]==]",
      '"\\\r\ny"', "[[\r\na\r\nb]]" } do
      local value = assert(load("return " .. literal))()
      expect(Tokens.value(literal, 1, #literal)):to_be(value)
      if not literal:find("\r") then
        for n = 1, #value do expect(Tokens.inside(literal, 1, #literal, n) < #literal):to_be(true) end
      end
    end
  end)
  it("are those of Lua 5.4", function()
    local found = {}
    local text = "a.b=0x1p-3+1e+5..[[x]]--c\n--[=[ d ]] ]=]'e\\'f'//~=::...3.5"
    for kind, from, to in Tokens.each(text) do found[#found + 1] = kind:sub(1, 1) .. text:sub(from, to) end
    expect(table.concat(found, " ")):to_be("na o. nb o= n0x1p-3 o+ n1e+5 o.. s[[x]] s'e\\'f' o// o~= o:: o... n3.5")
  end)
end)
