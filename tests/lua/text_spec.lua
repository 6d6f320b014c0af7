-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.text: templates that agree in number, natural order, sentences.

local Text = require "adjutant.text"

describe("a template", function()
  it("agrees with one thing or several", function()
    local template = "{units} {units:withdraws|withdraw} to {to}"
    local one, two = { name = "Picardie" }, { name = "Navarre" }
    expect(Text.fill(template, { units = one, to = "Wood" })):to_be("Picardie withdraws to Wood")
    expect(Text.fill(template, { units = { one }, to = "Wood" })):to_be("Picardie withdraws to Wood")
    expect(Text.fill(template, { units = { one, two }, to = "Wood" }))
      :to_be("Picardie and Navarre withdraw to Wood")
  end)

  it("agrees with numbers", function()
    expect(Text.fill("{n} {n:hit|hits}", { n = 1 })):to_be("1 hit")
    expect(Text.fill("{n} {n:hit|hits}", { n = 0 })):to_be("0 hits")
    expect(Text.fill("{n} {n:hit|hits}", { n = 3 })):to_be("3 hits")
  end)

  it("leaves what it does not know as it stands", function()
    expect(Text.fill("{who:is|are} {n:x} {n?}", { n = 1 })):to_be("{who:is|are} {n:x} {n?}")
  end)
end)

describe("columns", function()
  it("are counted by characters, and what is wider stands whole", function()
    expect(Text.width("\195\169t\195\169")):to_be(3)
    expect(Text.pad("\195\169t\195\169", 5)):to_be("\195\169t\195\169  ")
    expect(Text.pad_left("", 2)):to_be "  "
    expect(Text.pad("wide", 0)):to_be "wide"
  end)
end)

describe("the order of labels", function()
  it("is one order, also of those that read the same", function()
    local labels = { "1.7", "1.07", "1.10", "a1", "a01", "1.007" }
    local want = { "1.007", "1.07", "1.7", "1.10", "a01", "a1" }
    for turn = 1, #labels do
      local list = table.move(labels, turn, #labels, 1, {})
      table.move(labels, 1, turn - 1, #list + 1, list)
      table.sort(list, Text.natural_less)
      expect(list):to_equal(want)
    end
  end)
end)

describe("a word in a message", function()
  it("stands whole when it is no longer than a name", function()
    local word = ("n"):rep(60)
    expect(Text.cite(word)):to_be(word)
    expect(Text.cite("Foot Guards")):to_be('"Foot Guards"')
  end)
  it("stands with its beginning when it is longer, in whole characters", function()
    expect(Text.cite(("n"):rep(70000))):to_be(("n"):rep(60) .. "...")
    expect(Text.cite(("a "):rep(40))):to_be('"' .. ("a "):rep(30) .. '..."')
    expect(Text.cite("n" .. ("\u{e9}"):rep(40))):to_be("n" .. ("\u{e9}"):rep(29) .. "...")
    expect(Text.cite(("\u{2014}"):rep(40))):to_be(("\u{2014}"):rep(20) .. "...")
  end)
  it("is found where one begins, and not within one", function()
    expect(Text.has_beginning("carew's horse", "horse")):to_be(true)
    expect(Text.has_beginning("mergentheim", "gent")):to_be(false)
    expect(Text.has_beginning("agent gent", "gent")):to_be(true)
    expect(Text.has_beginning("zo\u{e9}a", "a")):to_be(false)
  end)
  it("is cut in a message too, however it came there, but no path is", function()
    local path = ("/folder"):rep(30)
    expect(Text.brief("there is no file " .. path)):to_be("there is no file " .. path)
    expect(Text.brief("syntax error near '" .. ("n"):rep(3000) .. "' here")):to_be(
      "syntax error near '" .. ("n"):rep(59) .. "... here")
  end)
  it("is cut wherever a command is refused", function()
    local game = assert(require("adjutant.game").new { ruleset = "seven-hex", scenario = "two-villages", seed = 1 })
    local word = ("n"):rep(60000)
    for _, line in ipairs { word, ("n"):rep(2000), "attack " .. word,
      "attack " .. ("n"):rep(2000), "attack Niederlind with " .. word,
      "set " .. word .. " sp 3", "place Carew " .. word } do
      local r = game:command(line)
      expect(r.status == "done"):to_be(false)
      expect(#r.message < 400):to_be(true)
      expect(r.message):to_contain(("n"):rep(50))
    end
  end)
end)

describe("the order of rule numbers", function()
  it("counts digits as numbers", function()
    local ids = { "10.10", "10.7", "3.11", "10", "6.2b", "6.2", "6.2a", "16 special", "8.2", "3.7" }
    table.sort(ids, Text.natural_less)
    expect(table.concat(ids, " ")):to_be("3.7 3.11 6.2 6.2a 6.2b 8.2 10 10.7 10.10 16 special")
  end)

  it("is an order", function()
    local ids = { "a", "1", "1.1", "", "1a", "b2", "b10", "99999999999999999999", "2" }
    for _, a in ipairs(ids) do
      expect(Text.natural_less(a, a)):to_be(false)
      for _, b in ipairs(ids) do
        if a ~= b then expect(Text.natural_less(a, b)):to_be(not Text.natural_less(b, a)) end
      end
    end
  end)
end)

describe("a sentence", function()
  it("has a capital and a full stop", function()
    expect(Text.sentence("orders units")):to_be("Orders units.")
    expect(Text.sentence("Goes on. Or not.")):to_be("Goes on. Or not.")
    expect(Text.sentence("")):to_be("")
  end)
end)
