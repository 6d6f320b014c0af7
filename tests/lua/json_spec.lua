-- SPDX-License-Identifier: GPL-3.0-or-later
-- core.json: what is written, what is read, what is refused and where.

local json = core.json

local function refused(value)
  local ok, message = pcall(json.encode, value)
  expect(ok):to_be(false)
  return (message:gsub("^.-json: ", ""))
end

describe("writing JSON", function()
  it("sorts keys and writes integers exactly", function()
    expect(json.encode { b = 1, a = { math.maxinteger, math.mininteger }, B = true })
      :to_be('{"B":true,"a":[9223372036854775807,-9223372036854775808],"b":1}')
  end)

  it("tells an empty list from an empty object", function()
    expect(json.encode { {}, json.array {} }):to_be("[{},[]]")
    expect(json.encode(json.array { 1, 2 })):to_be("[1,2]")
  end)

  it("writes frozen tables, null, floats and single values", function()
    local frozen = core.sandbox.freeze({ 1, { x = "y" } }, "list")
    expect(json.encode(frozen)):to_be('[1,{"x":"y"}]')
    expect(json.encode { json.null, 0.1, 1e20, 3.0 }):to_be("[null,0.1,1e20,3.0]")
    expect(json.encode "x"):to_be('"x"')
    expect(json.encode(false)):to_be("false")
  end)

  it("keeps a text on one line, and U+FFFD for bytes that are not UTF-8", function()
    expect(json.encode "a\nb\t\"\\\0\127é"):to_be('"a\\nb\\t\\"\\\\\\u0000\127é"')
    expect(json.encode "a\xffb\xe2\x82"):to_be('"a\u{FFFD}b\u{FFFD}"')
    expect(json.encode { ["k\xc3"] = 1 }):to_be('{"k\u{FFFD}":1}')
  end)

  it("is pretty when asked", function()
    expect(json.encode({ a = { 1 } }, { pretty = true })):to_be('{\n  "a": [\n    1\n  ]\n}')
  end)

  it("refuses what JSON has not, with the place", function()
    expect(refused { a = { 1, { b = print } } }):to_be("a[2].b: a function; give its text")
    expect(refused { core.ratio.new(1, 2) }):to_match("%[1%]: a value of kind .*; give its text")
    expect(refused(core.world.new())):to_match("^a value of kind World")
    expect(refused { x = { 1, nil, 3 } }):to_be("x: a list with a hole")
    expect(refused { 1, 2, x = 3 }):to_be("a list with other keys than 1, 2, 3 ...")
    expect(refused { [true] = 1 }):to_be("an object with a key that is no text")
    expect(refused { [2.5] = 1 }):to_be("an object with a key that is no text")
    expect(refused { ["a\0b"] = 1 }):to_be("an object with a zero byte in a key")
    expect(refused { 1 / 0 }):to_be("[1]: a number that is not finite")
    expect(refused { n = 0 / 0 }):to_be("n: a number that is not finite")
  end)

  it("has limits of depth and size", function()
    local round = {}
    round.x = round
    expect(refused(round)):to_match("tables more than 100 deep$")
    local deep = {}
    for _ = 1, 99 do deep = { deep } end
    expect(json.encode(deep)):to_be(("["):rep(99) .. "{}" .. ("]"):rep(99))
    local big = ("x"):rep(1 << 20)
    local many = {}
    for i = 1, 16 do many[i] = big end
    expect(refused(many)):to_be("more than 16 MiB")
    many[16] = nil
    expect(#json.encode(many)):to_be(15 * ((1 << 20) + 3) + 1)
  end)
end)

local function wrong(text)
  local value, message, line, column = json.decode(text)
  expect(value):to_be(nil)
  return ("%d:%d: %s"):format(line, column, message)
end

describe("reading JSON", function()
  it("gives Lua values", function()
    local v = json.decode ' {"a":[1,-9223372036854775808,2.5,"\\u00e9\\u0000"],"b":{},"c":null,"d":true} '
    expect(v.a[1]):to_be(1)
    expect(math.type(v.a[1])):to_be("integer")
    expect(v.a[2]):to_be(math.mininteger)
    expect(v.a[3]):to_be(2.5)
    expect(v.a[4]):to_be("é\0")
    expect(next(v.b)):to_be(nil)
    expect(v.c == json.null):to_be(true)
    expect(v.d):to_be(true)
    expect(json.decode "7"):to_be(7)
  end)

  it("writes what it has read", function()
    local text = '{"a":[],"b":{},"c":[[],{"x":[null]}],"d":"é","e":-1,"f":0.25}'
    expect(json.encode(json.decode(text))):to_be(text)
  end)

  it("is strict and says where", function()
    expect(wrong '{"a":1'):to_match("^1:6: .*'}' expected")
    expect(wrong "[1,]"):to_match("^1:4: unexpected token")
    expect(wrong "[1] x"):to_match("^1:5: end of file expected")
    expect(wrong '{"a":1,\n"a":2}'):to_match("^2:3: duplicate object key")
    expect(wrong '"\xff"'):to_match("unable to decode byte 0xff")
    expect(wrong '"\\ud800"'):to_match("invalid Unicode")
    expect(wrong "[1e999]"):to_match("real number overflow")
    expect(wrong "[9223372036854775808]"):to_match("too big integer")
    for _, text in ipairs { "", "NaN", "[01]", "nul", "'a'", "{a:1}", '"a\tb"', "[1]]", '{"\\u0000":1}' } do
      expect(wrong(text)):to_match("^1:%d+: .")
    end
  end)

  it("has limits of depth, size and number", function()
    expect(wrong(("["):rep(101) .. ("]"):rep(101))):to_be("1:101: more than 100 deep")
    expect(wrong("[\n" .. ("{\"é\":"):rep(100))):to_be("2:496: more than 100 deep")
    expect(json.decode(("["):rep(100) .. ("]"):rep(100)) ~= nil):to_be(true)
    local blanks = " "
    for _ = 1, 24 do blanks = blanks .. blanks end
    expect(wrong(blanks .. " ")):to_be("1:1: more than 16 MiB")
    expect(wrong(blanks)):to_match("unexpected token near end of file")
    local half = ("0,"):rep(500000)
    expect(wrong("[" .. half .. half)):to_match("more than 1,000,000 values")
    expect(json.decode('"' .. ("[,\\\""):rep(1000) .. '"')):to_be(("[,\""):rep(1000))
  end)

  it("never fails otherwise: texts with a byte changed, cut or doubled", function()
    local rng = core.rng.new(20)
    local text = '{"id":7,"do":"command","text":"move \\"B3\\" é","list":[1,-2.5e3,true,null,{}]}'
    local read = 0
    for _ = 1, 20000 do
      local t = text
      for _ = 1, rng:below(3) + 1 do
        local at = rng:below(#t + 1) + 1
        local how = rng:below(3) + 1
        local with = how == 1 and string.char(rng:below(256)) or how == 2 and t:sub(at, at + 1) or ""
        t = t:sub(1, at - 1) .. with .. t:sub(at + (how == 2 and 0 or 1))
      end
      local value, message = json.decode(t)
      if value ~= nil then
        read = read + 1
        local back = json.encode(value)
        expect(json.encode(json.decode(back))):to_be(back)
      else
        expect(type(message)):to_be("string")
      end
    end
    expect(read > 100):to_be(true)
  end)
end)
