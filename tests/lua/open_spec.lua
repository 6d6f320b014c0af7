-- SPDX-License-Identifier: GPL-3.0-or-later
-- The continuation prompt names the innermost thing that is open.

local Open = require "shell.open"

describe("shell.open", function()
  it("names what a half-typed form has open", function()
    local cases = {
      { "function fire(a, b)", "function fire" },
      { "local f = function(", "(" },
      { "f = function()", "function" },
      { "if x then", "if" },
      { "for i = 1, 3 do", "for" },
      { "for i = 1, 3 do while true do", "while" },
      { "for i = 1, 3 do do", "do" },
      { "repeat", "repeat" },
      { "attack {", "{" },
      { "t[", "[" },
      { "print(\"a", "string" },
      { "x = [[ab", "string" },
      { "x = [==[a]]", "string" },
      { "--[[ a", "comment" },
      { "function a.b:c() if x then end", "function a.b:c" },
      { "(1 + 2) *", "..." },
      { "x = 'it\\'s' .. (", "(" },
      { "x = 'a\\z\n   b' .. {", "{" },
      { "-- ( {\nif a then", "if" },
    }
    for _, case in ipairs(cases) do
      expect(Open.describe(case[1]) .. "  <- " .. case[1]):to_be(case[2] .. "  <- " .. case[1])
    end
  end)
end)
