-- SPDX-License-Identifier: GPL-3.0-or-later
-- The runner of the specs itself: what it lends, and that it notices a failure.

describe("the spec runner", function()
  local seen = {}
  before_each(function() seen[#seen + 1] = "before" end)

  it("runs before_each before each case", function() expect(#seen):to_be(1) end)
  it("and again before the next", function() expect(#seen):to_be(2) end)

  it("compares deeply, and tells integers from floats", function()
    expect({ 1, { x = "y" } }):to_equal({ 1, { x = "y" } })
    expect(function() expect(1):to_be(1.0) end):to_raise()
    expect(function() expect({ 1, 2 }):to_equal({ 1 }) end):to_raise()
    expect(function() expect({ a = 1 }):to_equal({ a = 1, b = 2 }) end):to_raise()
  end)

  it("wants an error where one is expected", function()
    expect(function() error("no such unit") end):to_raise("such unit")
    expect(function() expect(function() end):to_raise() end):to_raise()
  end)

  it("knows a refusal by its rule", function()
    expect(function() error({ rule = "4.3" }) end):to_refuse("4.3")
    expect(function() expect(function() error({ rule = "4.4" }) end):to_refuse("4.3") end):to_raise()
  end)

  it("ends with a status and counts when a case fails", function()
    local file = outside.folder() .. "/bad.lua"
    outside.run("printf '%s\\n' 'it(\"fails\", function() expect(1):to_be(2) end)' "
      .. "'it(\"works\", function() end)' > " .. file)
    local status, text = outside.run(outside.getenv("BUILD") .. "/tests/luaspec " .. file)
    expect(status):to_be(1)
    expect(text):to_contain("FAILED fails")
    expect(text):to_contain("expected 2, got 1")
    expect(text):to_contain("1 passed, 1 failed")
  end)

  it("keeps a spec's globals to itself", function()
    leaked = 1
    expect(leaked):to_be(1)
  end)
end)
