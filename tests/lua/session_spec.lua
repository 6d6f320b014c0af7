-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a line at the prompt is taken for, with a terminal and a game made of paper.

local written, errors, input

rawset(core, "terminal", {
  about = function() return { interactive = false, colour = false } end,
  write = function(text) written = written .. text return true end,
  write_error = function(text) errors = errors .. text end,
  page = function(text) written = written .. text end,
  size = function() return 80, 24 end,
  closed = function() return false end,
  ending = function() return nil end,
  listen = function() end,
  check = function(text)
    if text:find("\0") then return nil, "holds a NUL byte", (text:find("\0")) end
    return true
  end,
  read_input = function()
    local line = table.remove(input, 1)
    if line then return line end
    return nil, "end"
  end,
})

local Session = require "shell.session"
local Open = require "shell.open"

local kind                              -- of the question that is asked

local function paper_game()
  local game = { said = {}, kit = { sides = {}, commands = {} } }
  local function say(what) game.said[#game.said + 1] = what end
  function game:commands() return { { name = "attack" }, { name = "counter-charge" }, { name = "supply", look = true } } end
  function game:inquire(line)
    say("inquire " .. line)
    if line:find("bad") then return nil, "no unit", nil, "command" end
    if line:find("secret") then return nil, "that is a secret", nil, "7.7" end
    return { texts = { "all is well" }, marks = {}, marked = line }
  end
  function game:command(line)
    say("command " .. line)
    if line:find("bad") then return { status = "refused", rule = "4.3", message = "no room" } end
    if line:find("ask") then
      self.open = { kind = kind or "one", ask = "Who?", options = { { label = "A" }, { label = "B" } } }
      return { status = "question", lines = { { text = "half way" } } }
    end
    return { status = "done", lines = { { text = "ok " .. line } } }
  end
  function game:question() return self.open end
  function game:answer(text)
    say("answer " .. text)
    if text == "C" then return { status = "question", message = "give a number from 1 to 2" } end
    self.open = nil
    return { status = "done", lines = {} }
  end
  function game:back() say "back" return { status = "question", lines = {} } end
  function game:abandon() say "abandon" self.open = nil return { status = "abandoned", message = "given up" } end
  function game:undo(n) say("undo " .. n) return { status = "done", lines = {} } end
  function game:odds(text) say("odds " .. text) return { { text = "even" } } end
  function game:eval(text)
    say("lua " .. text)
    if text:find("^function") and not text:find("end$") then return nil, "<eof>", true end
    return {}
  end
  function game:close() say "close" end
  return game
end

local function play(lines, options)
  written, errors, input = "", "", lines
  local game = paper_game()
  options = options or {}
  options.game = game
  local session = Session.new(options)
  local status = session:run()
  return game.said, status
end

describe("a line at the prompt", function()
  it("is a command when its first word is one, followed by a blank or the end", function()
    expect((play { "attack Wood", "attack", "counter-charge x" })):to_equal {
      "command attack Wood", "command attack", "command counter-charge x", "close" }
  end)

  it("is Lua otherwise, and whenever = or lua stands first", function()
    expect((play { "attack{}", "attack.x", "= attack", "lua attack 1", "x = 1" })):to_equal {
      "lua attack{}", "lua attack.x", "lua  attack", "lua attack 1", "lua x = 1", "close" }
  end)

  it("is no line when it is blank or a remark", function()
    expect((play { "", "   ", "# attack" })):to_equal { "close" }
  end)

  it("goes on with a half-typed form, whatever it begins with", function()
    expect((play { "function f()", "attack", "end" })):to_equal { "lua function f()",
      "lua function f()\nattack", "lua function f()\nattack\nend", "close" }
    expect(Open.describe("function f()")):to_be("function f")
  end)
end)

describe("a line while a question waits", function()
  it("is the answer, unless it looks at the game", function()
    expect((play { "attack ask", "odds", "B" })):to_equal { "command attack ask", "odds ", "answer B",
      "close" }
    expect((play { "attack ask", "back", "=2" })):to_equal { "command attack ask", "back", "lua 2", "close" }
    kind = "roll"
    expect((play { "attack ask", "=2" })):to_equal { "command attack ask", "answer =2", "close" }
    kind = nil
  end)

  it("is asked again after a wrong answer", function()
    local said, status = play({ "attack ask", "C", "A" }, { keep_going = true })
    expect(said):to_equal { "command attack ask", "answer C", "answer A", "close" }
    expect(errors):to_be("line 2: give a number from 1 to 2\n")
    expect(status):to_be(1)
  end)

  it("leaves the game at the question when the input ends", function()
    local _, status = play { "attack ask" }
    expect(errors):to_contain("the input ends at a question: Who?")
    expect(status):to_be(1)
  end)
end)

describe("a command of the rules that only looks", function()
  it("is asked of the game, also while a question waits", function()
    expect((play { "supply Foot", "attack ask", "supply", "B" })):to_equal { "inquire supply Foot",
      "command attack ask", "inquire supply", "answer B", "close" }
    expect(written):to_contain("all is well\n")
  end)

  it("says what is wrong, and by which rule", function()
    local _, status = play({ "supply bad", "supply secret" }, { keep_going = true })
    expect(errors):to_be("line 1: no unit\nline 2: 7.7: that is a secret\n")
    expect(status):to_be(1)
  end)
end)

describe("without a terminal", function()
  it("the first error ends it, with its rule and line", function()
    local said, status = play { "attack bad", "attack good" }
    expect(said):to_equal { "command attack bad", "close" }
    expect(errors):to_be("line 1: 4.3: no room\n")
    expect(status):to_be(1)
  end)

  it("--keep-going goes on, and still ends with 1", function()
    local said, status = play({ "attack bad", "attack good" }, { keep_going = true })
    expect(said):to_equal { "command attack bad", "command attack good", "close" }
    expect(status):to_be(1)
  end)

  it("ends with 4 when what only looks comes to a limit", function()
    for _, line in ipairs { "status", "show", "reach A", "supply hours" } do
      written, errors, input = "", "", { line }
      local game = paper_game()
      local function stopped() return nil, "stopped: it is too long [a.lua:3]", "instructions" end
      game.status, game.reach, game.inquire = stopped, stopped, stopped
      local Views = require "shell.views"
      local reach = Views.reach
      Views.reach = function() return game:reach() end
      expect(Session.new { game = game }:run()):to_be(4)
      Views.reach = reach
      expect(errors):to_contain "[a.lua:3]"
    end
  end)

  it("refuses a line with a NUL byte", function()
    local said = play { "attack \0" }
    expect(said):to_equal { "close" }
    expect(errors):to_contain("holds a NUL byte")
  end)

  it("says what a form that the input leaves open lacks", function()
    play { "function f()" }
    expect(errors):to_contain("`function f` is open")
  end)

  it("goes on after a question that cannot be shown", function()
    local Ask = require "shell.ask"
    local lines, summary = Ask.lines, Ask.summary
    Ask.lines = function() error "no words for it" end
    Ask.summary = Ask.lines
    local said = play({ "attack ask", "abandon", "attack last", "attack ask" }, { keep_going = true })
    Ask.lines, Ask.summary = lines, summary
    expect(errors):to_contain("no words for it")
    expect(said):to_equal { "command attack ask", "abandon", "command attack last", "command attack ask", "close" }
  end)

  it("cuts a message that nobody would read to its end, and lines that no screen takes", function()
    local Out = require "shell.out"
    expect(#Out.message(("x y "):rep(250000) .. ("x y "):rep(250000)) < 10000):to_be(true)
    expect(#Out.render(("x"):rep(1000000) .. ("x"):rep(1000000)) < 1 << 20):to_be(true)
    Out.lines { { { text = ("x "):rep(400000) }, { text = ("y "):rep(400000) } } }
    expect(#written > 1500000):to_be(true)
  end)

  it("writes no escape byte, whatever a name holds", function()
    local Out = require "shell.out"
    expect(Out.render { text = "a\27[31mb\7", role = "bad" }):to_be("a?[31mb?")
    expect(Out.render { { text = "x", role = "title" }, "y\194\155" }):to_be("xy?")
  end)
end)
