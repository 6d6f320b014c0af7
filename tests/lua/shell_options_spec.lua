-- SPDX-License-Identifier: GPL-3.0-or-later
-- The words behind a command of the prompt, and the options among them.

local Options = require "shell.options"

describe("the words of a line", function()
  it("are held together by quotation marks of either kind, wherever they stand", function()
    expect(Options.words 'mill yard --option "weather=heavy rain" --with=\'my rules.lua\''):to_equal {
      "mill", "yard", "--option", "weather=heavy rain", "--with=my rules.lua" }
    expect(Options.words '  a"b c"d  ""  '):to_equal { "ab cd", "" }
    expect(Options.words ""):to_equal {}
  end)
  it("want their quotation marks in pairs", function()
    local words, message = Options.words 'mill --with "my rules.lua'
    expect(words):to_be(nil)
    expect(message):to_be 'a quotation is not closed: "my rules.lua'
  end)
end)

describe("options with a blank in their value", function()
  it("are read as one", function()
    local options = Options.read(Options.words 'mill --option "weather=heavy rain"', { option = "list" })
    expect(Options.pairs(options.option, "option")):to_equal { weather = "heavy rain" }
  end)
end)
