-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a script sees, and that it can do no harm with it.
local sandbox = core.sandbox

local function run(text, api, options)
  local f, why = sandbox.load(text, "t.lua", sandbox.environment(api or {}, options))
  if not f then error(why, 0) end
  return f()
end

local function raises(text, part, api)
  expect(function() return run(text, api) end):to_raise(part)
end

describe("names", function()
  it("an unknown name is an error with file, line and a guess", function()
    raises("local x = 1\nreturn food", "t.lua:2: unknown name `food` (did you mean `foot`?)", { foot = 1 })
    raises("return zzzzzzz", "t.lua:1: unknown name `zzzzzzz`")
    raises("return tpye(1)", "did you mean `type`")
  end)
  it("a new global is an error", function()
    raises("\nfoo = 1", "t.lua:2: `foo` is not declared: put `local` before it")
    raises("string = 1", "not declared")
    raises("function roll() end", "not declared")
  end)
  it("the prompt may have globals, but not over the rules", function()
    local api = { roll = print }
    local env = sandbox.environment(api, { globals = true })
    sandbox.load("x = 5", "=prompt", env)()
    expect(sandbox.load("return x", "=prompt", env)()):to_be(5)
    expect(sandbox.load("roll = 5", "=prompt", env)):to_raise("`roll` is a name of the rules")
  end)
  it("names that are added to the API later are seen", function()
    local api = {}
    local env = sandbox.environment(api)
    api.late = 7
    expect(sandbox.load("return late", "t.lua", env)()):to_be(7)
  end)
  it("the host may ask the API for what is not there", function()
    local api = {}
    sandbox.environment(api)
    expect(api.nothing):to_be(nil)
  end)
end)

describe("frozen tables", function()
  it("read like the table behind them", function()
    local t = sandbox.freeze { 3, 1, 2, name = "x" }
    local api = { t = t }
    expect(run("return #t, t[1], t.name, table.concat(t, ','), table.unpack(t)", api)):to_be(3)
    expect(run("local s = '' for i, v in ipairs(t) do s = s .. i .. v end return s", api)):to_be("132132")
    expect(run("local s = '' for k in pairs(t) do s = s .. tostring(k) .. ' ' end return s", api))
      :to_be("1 2 3 name ")
  end)
  it("refuse to be written, naming place and table", function()
    local t = sandbox.freeze({ 1 }, "charts")
    raises("\n\nt.x = 1", "t.lua:3: `charts` is read-only: cannot set `x`", { t = t })
    raises("t[1] = 1", "read-only", { t = t })
    raises("table.insert(t, 1)", "read-only", { t = t })
    raises("table.remove(t)", "read-only", { t = t })
    raises("table.sort(t)", "read-only", { t = t })
    raises("string.format = nil", "`string` is read-only")
  end)
  it("seal reaches every table, under every name", function()
    local m = run([[
      local inner, M = {}, { list = {} }
      function M.f() inner.count = (inner.count or 0) + 1 end
      function M.g() M.list[1] = 5 end
      function M.h() return #M.list end
      return M]])
    expect(sandbox.seal(m)):to_be(m)
    expect(m.f):to_raise("read-only")
    expect(m.g):to_raise("read-only")
    expect(m.h()):to_be(0)
  end)
end)

describe("is_empty", function()
  it("tells a table with nothing in it, frozen or not", function()
    for text, want in pairs { ["{}"] = true, ["{ 1 }"] = false, ["{ x = false }"] = false, ["frozen"] = false,
      ["bare"] = true } do
      local api = { frozen = sandbox.seal { 1 }, bare = sandbox.seal {} }
      expect(run(("return is_empty(%s)"):format(text), api)):to_be(want)
    end
    raises("is_empty()", "table expected")
    raises("is_empty('')", "table expected")
  end)
end)

describe("pairs", function()
  it("orders whole and other numbers as numbers", function()
    local big = ("%d"):format(1 << 62)
    local keys = { "-1e300", "-1e18 * 16", "math.mininteger", "-2", "-1.5", "-1", "-0.5", "0", "0.25", "1",
      "1.5", "2", big, big .. " + 1", "math.maxinteger", "1e19", "1e300" }
    local backwards = {}
    for i, key in ipairs(keys) do backwards[#keys + 1 - i] = ("[%s] = %d"):format(key, i) end
    expect(run(("local s = '' for _, i in pairs { %s } do s = s .. i .. ' ' end return s"):format(
      table.concat(backwards, ", ")))):to_be "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 "
  end)
  it("goes in the order of the keys", function()
    expect(run([[
      local t = { b = 1, a = 2, [10] = 1, [2] = 1, [2.5] = 1, [true] = 1, [false] = 1, [-1] = 1 }
      local s = {}
      for k in pairs(t) do s[#s + 1] = tostring(k) end
      return table.concat(s, " ")]])):to_be("false true -1 2 2.5 10 a b")
  end)
  it("passes over what is removed meanwhile", function()
    expect(run([[
      local t, s = { 1, 2, 3, 4 }, 0
      for k in pairs(t) do t[k] = nil t[k + 1] = nil s = s + k end
      return s]])):to_be(4)
  end)
  it("refuses keys without an order", function()
    raises("for k in pairs({ [{}] = 1 }) do end", "a key is a table")
    raises("for k in pairs({ [type] = 1 }) do end", "a key is a function")
  end)
end)

describe("texts", function()
  it("hold no address", function()
    expect(run("return tostring({}) .. tostring(type) .. tostring(function() end)")):to_be("tablefunctionfunction")
    expect(run("return ('%s'):format({})")):to_be("table")
    raises("return ('%p'):format({})", "no conversion '%p'")
    expect(tostring {}):to_be("table")
  end)
  it("are formatted as Lua does", function()
    for _, case in ipairs {
      { "5", "%d", 5 }, { "   -3|", "%5d|", -3 }, { "3    |", "%-5d|", 3 }, { "+3", "%+d", 3 },
      { "ff", "%x", 255 }, { "0XFF", "%#X", 255 }, { " 0.67", "%5.2f", 2 / 3 }, { "1e+20", "%g", 1e20 },
      { "a", "%s", "a" }, { "    a|", "%5s|", "a" }, { "a    |", "%-5s|", "a" }, { "ab", "%.2s", "abc" },
      { '"a\\"b\\\n"', "%q", 'a"b\n' }, { "5", "%q", 5 }, { "0x8000000000000000", "%q", math.mininteger }, { "A", "%c", 65 }, { "%", "%%" },
      { "3", "%i", 3.0 }, { "1.234568e+04", "%e", 12345.678 }, { "007", "%03d", 7 }, { "nil", "%s", nil },
      { "true", "%s", true }, { ("x"):rep(200), "%s", ("x"):rep(200) }, { ("x"):rep(200), "%5s", ("x"):rep(200) },
    } do
      expect(run("return f(string.format)", {
        f = function(format) return format(case[2], case[3]) end })):to_be(case[1])
    end
    raises("return ('%d'):format(1.5)", "no integer representation")
    raises("return ('%d'):format()", "no value")
    raises("return ('%100d'):format(1)", "no conversion")
    raises("return ('%'):format(1)", "not complete")
    raises("return ('%#d'):format(1)", "do not go together")
  end)
  it("stay below 1 MiB", function()
    raises("return ('x'):rep(1 << 21)", "longer than 1 MiB")
    raises("return ('x'):rep(1 << 62)", "longer than 1 MiB")
    raises("return ('x'):rep(1 << 20, 'y')", "longer than 1 MiB")
    raises("local s = ('x'):rep(1 << 20) return (s .. s):upper()", "longer than 1 MiB")
    raises("local s = ('x'):rep(1 << 20) return ('%s%s'):format(s, s)", "longer than 1 MiB")
    raises("local s = ('x'):rep(1 << 20) return table.concat { s, s }", "longer than 1 MiB")
    raises("return (('x'):rep(100000):gsub('x', ('y'):rep(1000)))", "longer than 1 MiB")
  end)
end)

describe("loading", function()
  it("takes the mark that editors of Windows put before a text", function()
    local f = sandbox.load("\xEF\xBB\xBFreturn 7\r\n", "t.lua", {})
    expect(f and f()):to_be(7)
    expect(select(2, sandbox.load("\xEF\xBB\xBF\27Lua", "t.lua", {}))):to_be("t.lua: compiled Lua is not accepted")
  end)
  it("takes text only", function()
    local f, why = sandbox.load("\27Lua", "t.lua", {})
    expect(f):to_be(nil)
    expect(why):to_be("t.lua: compiled Lua is not accepted")
    local _
    _, why = sandbox.load((" "):rep(1024 * 1024) .. " ", "t.lua", {})
    expect(why):to_be("t.lua: longer than 1 MiB")
  end)
  it("says where the text is wrong", function()
    local _, why = sandbox.load("local x =\nlocal", "rules/t.lua", {})
    expect(why):to_contain("rules/t.lua:2:")
  end)
end)
