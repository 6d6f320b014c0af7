-- SPDX-License-Identifier: GPL-3.0-or-later
-- How each kind of question is put at the prompt.

local Ask = require "shell.ask"

local function text_of(line)
  if type(line) ~= "table" then return tostring(line) end
  if line.text then return line.text end
  local parts = {}
  for i, piece in ipairs(line) do parts[i] = text_of(piece) end
  return table.concat(parts)
end

local function lines_of(q)
  local lines = {}
  for i, line in ipairs(Ask.lines(q)) do lines[i] = text_of(line) end
  return lines
end

local function options(...)
  local list = {}
  for i, value in ipairs { ... } do list[i] = { value = value, label = tostring(value) } end
  return list
end

local red = { name = "Red", key = "red" }

describe("a question", function()
  it("says the rule, who decides, and numbers the options", function()
    expect(lines_of { kind = "one", rule = "10.4", by = red, ask = "Who is hit?",
      options = options("1st Foot", "2nd Foot") }):to_equal {
      "10.4 Red: Who is hit?", "  1  1st Foot", "  2  2nd Foot" }
  end)

  it("gives no numbers to options that are numbers", function()
    local q = { kind = "one", ask = "How far?", options = options(2, 4, 6) }
    expect(lines_of(q)):to_equal { "How far?", "  2", "  4", "  6" }
    expect((Ask.prompt(q))):to_be("one of the numbers")
  end)

  it("lines the numbers up when there are many", function()
    local list = {}
    for i = 1, 12 do list[i] = { value = "u" .. i, label = "u" .. i } end
    local lines = lines_of { kind = "place", ask = "Where?", options = list }
    expect(lines[2]):to_be("   1  u1")
    expect(lines[13]):to_be("  12  u12")
  end)

  it("has a prompt for each kind", function()
    local two = options("a", "b")
    local cases = {
      { { kind = "one", options = two }, "1 to 2" },
      { { kind = "place", options = two }, "1 to 2" },
      { { kind = "route", options = two }, "1 to 2" },
      { { kind = "order", options = two }, "all 2 in order" },
      { { kind = "some", options = two, min = 0, max = 2 }, "up to 2 of 2, or none" },
      { { kind = "some", options = two, min = 1, max = 2 }, "1 to 2 of 2" },
      { { kind = "some", options = options("a", "b", "c"), min = 2, max = 2 }, "2 of 3" },
      { { kind = "count", min = 0, max = 4 }, "0 to 4" },
      { { kind = "number", min = 1 }, "1 or more" },
      { { kind = "yesno" }, "yes or no" },
      { { kind = "command", commands = { "counter-charge" } }, "a command, or pass" },
      { { kind = "roll", spec = "2d6kh1" }, "2d6kh1" },
    }
    for _, case in ipairs(cases) do expect((Ask.prompt(case[1]))):to_be(case[2]) end
  end)

  it("says which dice to throw, and what for", function()
    expect(lines_of { kind = "roll", by = red, spec = "2d6", prompt = "two six-sided dice (2d6)",
      ask = "10.11 attack" }):to_equal { "Red: throw two six-sided dice (2d6) for 10.11 attack" }
  end)

  it("offers its answers to Tab", function()
    expect(Ask.words { kind = "yesno" }):to_equal { "yes", "no" }
    expect(Ask.words { kind = "command", commands = { "counter-charge" } }):to_equal {
      "counter-charge", "pass" }
    expect(Ask.words { kind = "some", min = 0, options = options("a", "b") }):to_equal {
      "a", "b", "all", "none" }
  end)

  it("lists the commands that may answer", function()
    expect(lines_of { kind = "command", ask = "React?", commands = { "counter-charge" } })
      :to_equal { "React?", "  counter-charge, or pass" }
  end)
end)
