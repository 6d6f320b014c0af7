-- SPDX-License-Identifier: GPL-3.0-or-later
-- docs/dice.md against the parser: what it shows is taken, what it calls an error is one.

local page = assert(core.files.read(core.data_dir .. "/docs/dice.md"))

local function section(title)
  return assert(page:match("\n##+ " .. title .. "\n(.-)\n## ") or page:match("\n##+ " .. title .. "\n(.*)"))
end

local function quoted(cell)
  local list = {}
  for text in cell:gmatch("`([^`]+)`") do list[#list + 1] = text end
  return list
end

describe("docs/dice.md", function()
  it("shows notations that parse", function()
    local n = 0
    local head = section("The notation"):match("^(.-)\n### ")
    for line in head:gmatch("[^\n]+") do
      if line:match("^    ") then
        for text in line:gmatch("[%w%-({][^ ]*[^ ]*") do
          if text:match("%d*d%d") and not text:match("^each") then
            expect(text .. tostring(core.dice.parse(text) ~= nil)):to_be(text .. "true")
            n = n + 1
          end
        end
      end
    end
    expect(n > 8):to_be(true)
  end)

  it("quotes every error as it is said", function()
    local n = 0
    for row in section("Errors"):gmatch("\n(|[^\n]*)") do
      local said, shown = row:match("^|[^|]*|(.-)|([^|]*)|$")
      local messages = quoted(said)
      for _, text in ipairs(quoted(shown)) do
        local pool, message = core.dice.parse(text)
        expect(pool):to_be(nil)
        local found = false
        for _, m in ipairs(messages) do
          m = m:gsub("%.%.%.$", "")
          found = found or message:sub(1, #m) == m
        end
        if not found then expect(text .. ": " .. message):to_be(said) end
        n = n + 1
      end
    end
    expect(n >= 34):to_be(true)
  end)

  it("gives the edges as they are", function()
    local n = 0
    for left, right in section("Edges"):gmatch("\n| (`[^|]*) | ([^|]*) |") do
      for _, text in ipairs(quoted(left)) do
        local pool, message = core.dice.parse(text)
        expect(text .. tostring(pool == nil)):to_be(text .. tostring(right:match("^an error") ~= nil
          or right:match("^errors") ~= nil))
        local why = right:match('"(.-)"')
        if why and not pool then expect(message):to_contain(why) end
        if right:match("^0:") then expect(tostring(pool:dist():probability(0))):to_be("1") end
        n = n + 1
      end
    end
    expect(n > 12):to_be(true)
  end)
end)
