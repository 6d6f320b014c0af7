-- SPDX-License-Identifier: GPL-3.0-or-later
-- The library functions that scripts get in our own form do what Lua's do, within their limits.
-- Host Lua still has Lua's own (string.format and tostring excepted), so they are compared.
local sandbox = core.sandbox

local base = sandbox.base()
local text, list = base.string, base.table

--- What f(...) gives, as one text; an error as "error".
local function outcome(f, ...)
  local values = table.pack(pcall(f, ...))
  if not values[1] then return "error" end
  for i = 1, values.n do values[i] = math.type(values[i]) == "float" and "float" or tostring(values[i]) end
  return table.concat(values, "|", 2)
end

--- A stream of small numbers, the same in every run.
local function numbers(seed)
  local stream = core.rng.new(seed):stream("library")
  return function(n) return stream:below(n) end
end

describe("patterns", function()
  local items = { "a", "b", ".", "%a", "%d", "%s", "%w", "%A", "%S", "[ab]", "[^a]", "[a-c]", "[%d_]", "%.",
    "(", ")", "()", "(a)", "(.-)", "%1", "%b()", "%f[%w]", "$", "^", "[]]", "[^]a]", "%", "[a", "-", "%z" }
  local ends = { "", "", "", "*", "+", "-", "?" }
  local letters = { "a", "b", "c", "(", ")", " ", "1", "_", ".", "]", "A", "\0" }

  local function pattern(below)
    local parts = {}
    if below(4) == 0 then parts[1] = "^" end
    for _ = 1, 1 + below(4) do
      parts[#parts + 1] = items[1 + below(#items)] .. ends[1 + below(#ends)]
    end
    return table.concat(parts)
  end
  local function subject(below)
    local parts = {}
    for i = 1, below(9) do parts[i] = letters[1 + below(#letters)] end
    return table.concat(parts)
  end

  it("find, match, gmatch and gsub as Lua's do, over random patterns", function()
    local below = numbers(11)
    local replacements = { "x", "%0%0", "%1", "<%1>", "%%", { a = "1", b = false }, function(a, b)
      return a and b or nil
    end }
    for _ = 1, 20000 do
      local p, s = pattern(below), subject(below)
      local start = below(12) - 4
      for _, name in ipairs { "find", "match" } do
        local want, got = outcome(string[name], s, p, start), outcome(text[name], s, p, start)
        if want ~= got then error(("%s(%q, %q, %d): Lua %s, ours %s"):format(name, s, p, start, want, got), 0) end
      end
      local r = replacements[1 + below(#replacements)]
      local most = below(3) > 0 and 99 or below(3)
      local want, got = outcome(string.gsub, s, p, r, most), outcome(text.gsub, s, p, r, most)
      if want ~= got then error(("gsub(%q, %q, %s): Lua %s, ours %s"):format(s, p, tostring(r), want, got), 0) end
      local function all(gmatch)
        local found = {}
        for a, b in gmatch(s, p) do found[#found + 1] = tostring(a) .. ":" .. tostring(b) end
        return table.concat(found, ",")
      end
      want, got = outcome(all, string.gmatch), outcome(all, text.gmatch)
      if want ~= got then error(("gmatch(%q, %q): Lua %s, ours %s"):format(s, p, want, got), 0) end
    end
  end)

  it("find plain text", function()
    local below = numbers(12)
    for _ = 1, 3000 do
      local s, p, start = subject(below), subject(below), below(12) - 4
      expect(outcome(text.find, s, p, start, true)):to_be(outcome(string.find, s, p, start, true))
    end
  end)

  it("know every class, of ASCII alone", function()
    for class in ("acdglpsuwxACDGLPSUWX"):gmatch(".") do
      for c = 0, 127 do
        local s, p = string.char(c), "^%" .. class .. "$"
        if outcome(text.find, s, p) ~= outcome(string.find, s, p) then error(("%q %d"):format(p, c), 0) end
      end
    end
    expect(text.find("\xe9", "%a")):to_be(nil)
  end)
end)

describe("texts", function()
  it("are cut and turned as by Lua", function()
    local below = numbers(13)
    for _ = 1, 3000 do
      local s = ("abCD12 é"):sub(1, below(10))
      local i, j = below(24) - 12, below(24) - 12
      expect(outcome(text.sub, s, i, j)):to_be(outcome(string.sub, s, i, j))
      expect(outcome(text.sub, s, i)):to_be(outcome(string.sub, s, i))
      expect(outcome(text.byte, s, i, j)):to_be(outcome(string.byte, s, i, j))
      expect(outcome(text.byte, s, i)):to_be(outcome(string.byte, s, i))
      expect(outcome(text.rep, s, j, ",")):to_be(outcome(string.rep, s, j, ","))
      expect(text.reverse(s)):to_be(string.reverse(s))
      expect(text.len(s)):to_be(#s)
    end
    for _, at in ipairs { math.mininteger, math.maxinteger } do
      expect(outcome(text.sub, "abc", at, -at)):to_be(outcome(string.sub, "abc", at, -at))
      expect(outcome(text.byte, "abc", at, at)):to_be(outcome(string.byte, "abc", at, at))
    end
    expect(text.upper("aé")):to_be("Aé")
    expect(text.lower("AÉ")):to_be("aÉ")
    expect(text.char()):to_be("")
    expect(text.char(72, 0, 255)):to_be("H\0\255")
    expect(text.rep("", 1000000000)):to_be("")
  end)
  it("are quoted so that they read back", function()
    for _, s in ipairs { "", "a", 'a"b\\c\nd', "\0", "\0" .. "1", "\1x\r\t\127" } do
      expect(load("return " .. text.format("%q", s))()):to_be(s)
    end
    expect(text.format("%q %q %q", true, math.mininteger, nil)):to_contain("true")
    expect(function() text.format("%q", 1.5) end):to_raise("%q takes")
    expect(function() text.format("%q", {}) end):to_raise("%q takes")
    expect(function() text.format("%5q", "x") end):to_raise("%q takes no width")
    expect(function() text.format("%5c", 65) end):to_raise("%c takes no width")
    expect(function() text.format("%5s", "a\0b") end):to_raise("zeros")
    expect(function() text.format("%y", 1) end):to_raise("no conversion '%y'")
    expect(function() text.format("%.") end):to_raise("not complete")
  end)
  it("show what is no number as nan everywhere", function()
    expect(tostring(0 / 0)):to_be("nan")
    expect(text.format("%.1f %s", -(0 / 0), 0 / 0)):to_be("nan nan")
  end)
end)

describe("lists", function()
  it("are joined, taken apart and changed as by Lua", function()
    local below = numbers(14)
    for _ = 1, 2000 do
      local t, u = {}, {}
      for i = 1, below(8) do
        t[i] = below(100)
        u[i] = t[i]
      end
      local at = below(12) - 2
      expect(outcome(list.concat, t, "-", at, at + 3)):to_be(outcome(table.concat, u, "-", at, at + 3))
      expect(outcome(list.unpack, t, at, at + 3)):to_be(outcome(table.unpack, u, at, at + 3))
      expect(outcome(list.insert, t, at, "x")):to_be(outcome(table.insert, u, at, "x"))
      expect(outcome(list.remove, t, at)):to_be(outcome(table.remove, u, at))
      expect(outcome(list.remove, t)):to_be(outcome(table.remove, u))
      expect(outcome(list.insert, t, "y")):to_be(outcome(table.insert, u, "y"))
      expect(t):to_equal(u)
    end
    expect(list.pack(1, nil, 3).n):to_be(3)
    expect(list.concat({}, ",")):to_be("")
    expect(function() list.insert({}) end):to_raise("two or three arguments")
    expect(function() list.insert({}, 1, 2, 3) end):to_raise("two or three arguments")
    expect(function() list.concat({ {} }) end):to_raise("element 1 is a table")
    expect(function() list.concat(5) end):to_raise("table expected")
  end)
  it("are sorted stably", function()
    local below = numbers(15)
    for _ = 1, 300 do
      local t, numbers_only = {}, {}
      for i = 1, below(60) do
        t[i] = { key = below(5), i = i }
        numbers_only[i] = below(1000) / 7
      end
      list.sort(t, function(a, b) return a.key < b.key end)
      for i = 2, #t do
        local a, b = t[i - 1], t[i]
        expect(a.key < b.key or (a.key == b.key and a.i < b.i)):to_be(true)
      end
      local sorted = table.move(numbers_only, 1, #numbers_only, 1, {})
      table.sort(sorted)
      list.sort(numbers_only)
      expect(numbers_only):to_equal(sorted)
    end
    local words = { "b", "a", "B", "", "ab" }
    list.sort(words)
    expect(words):to_equal { "", "B", "a", "ab", "b" }
    expect(function() list.sort({ 1, 2 }, 5) end):to_raise("function expected")
  end)
end)

describe("pairs and is_empty", function()
  it("order numbers of both kinds by value", function()
    local t, keys = {}, {}
    for _, k in ipairs { 3, -1, 2.5, 1e300, -1e300, math.maxinteger, math.mininteger, 0.5, 2 ^ 53, 9.5e18, -9.5e18 } do
      t[k] = true
    end
    for k in base.pairs(t) do keys[#keys + 1] = k end
    for i = 2, #keys do expect(keys[i - 1] < keys[i]):to_be(true) end
    expect(#keys):to_be(11)
  end)
  it("order texts bytewise, zeros and beginnings included", function()
    local t, keys = { ["a\0b"] = 1, a = 1, ab = 1, [""] = 1, ["é"] = 1, B = 1 }, {}
    for k in base.pairs(t) do keys[#keys + 1] = k end
    expect(keys):to_equal { "", "B", "a", "a\0b", "ab", "é" }
  end)
  it("go through lists and frozen tables", function()
    local n = 0
    for i, v in base.pairs { 5, 6, 7 } do n = n + i * v end
    expect(n):to_be(38)
    for k, v in base.pairs(sandbox.freeze { x = 1 }) do expect(k .. v):to_be("x1") end
    for k, v in pairs(sandbox.freeze { x = 1 }) do expect(k .. v):to_be("x1") end
    expect(function() base.pairs(5) end):to_raise("table expected")
  end)
  it("tell an empty table", function()
    expect(base.is_empty {}):to_be(true)
    expect(base.is_empty { nil, 1 }):to_be(false)
    expect(base.is_empty(sandbox.freeze {})):to_be(true)
    expect(base.is_empty(sandbox.freeze { x = 1 })):to_be(false)
    expect(function() base.is_empty("x") end):to_raise("table expected")
  end)
end)

describe("frozen tables", function()
  it("are known, and frozen once only", function()
    local t = sandbox.freeze { 1 }
    expect(sandbox.is_frozen(t)):to_be(true)
    expect(sandbox.is_frozen {}):to_be(false)
    expect(sandbox.is_frozen(5)):to_be(false)
    expect(sandbox.freeze(t)):to_be(t)
    expect(function() t[{}] = 1 end):to_raise("cannot set `table`")
    expect(tostring(t)):to_be("table")
    expect(tostring(sandbox.freeze({}, "rules"))):to_be("rules")
  end)
  it("sealed, hold circles and keys that are tables", function()
    local inner = {}
    local t = { inner = inner, [inner] = { deep = {} } }
    t.self = t
    expect(sandbox.seal(t)):to_be(t)
    expect(t.self):to_be(t)
    expect(function() t[inner].deep.x = 1 end):to_raise("read-only")
    expect(function() inner.x = 1 end):to_raise("read-only")
    expect(sandbox.seal(5)):to_be(5)
  end)
  it("sealing leaves what belongs to the host alone", function()
    local kept = { n = 0 }
    local function host() kept.n = kept.n + 1 end
    sandbox.seal { host, object = setmetatable({ x = 1 }, {}) }
    host()
    expect(kept.n):to_be(1)
  end)
  it("tell what a function remembers", function()
    local f = sandbox.load("local a, b = 1, { 2 } return function() return a, b, type end", "t.lua",
      sandbox.environment {})()
    local found = sandbox.upvalues(f)
    expect(#found):to_be(2)
    expect(found[1].name .. found[2].name):to_be("ab")
    expect(found[1].value):to_be(1)
    expect(sandbox.upvalues(print)):to_equal {}
  end)
end)

describe("environments", function()
  it("refuse odd names in a plain way", function()
    local env = sandbox.environment {}
    expect(sandbox.load("return _ENV[5]", "t.lua", env)):to_raise("indexed with a number")
    expect(sandbox.load("return " .. ("x"):rep(100), "t.lua", env)):to_raise("unknown name `xxx")
  end)
  it("keep the metatable that an API has", function()
    local api = setmetatable({}, { __index = function(_, name) return "made " .. name end })
    expect(sandbox.load("return foo", "t.lua", sandbox.environment(api))()):to_be("made foo")
  end)
  it("show chunk names without the folders above them", function()
    local env = sandbox.environment {}
    for given, shown in pairs { ["/home/x/a.lua"] = "a.lua:1:", ["@rules/a.lua"] = "rules/a.lua:1:",
      ["lua/adjutant/engine.lua"] = "./lua/adjutant/engine.lua:1:", ["=prompt"] = "prompt:1:" } do
      local _, message = sandbox.load("=", given, env)
      expect(message:sub(1, #shown)):to_be(shown)
    end
  end)
end)

describe("checks of arguments", function()
  it("lists have no holes", function()
    expect(function() core.limits.begin { heap = 1.5 } end):to_raise("must be an integer")
    expect(function() text.char(300) end):to_raise("must be an integer from 0 to 255")
  end)
end)
