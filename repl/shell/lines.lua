-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.lines -- what a line is for: the question that is open, a command of the prompt or of the rules, Lua;
-- and what of that a person may do in the view of a side.

local Commands = require "shell.commands"

local Lines = {}

local function question_is_open(word)
  return nil, ("%s: a question is open; answer it, take your last answer back with `back`, or `abandon` "
    .. "the command"):format(word)
end

-- What a person may do in a side's view: look, and give that side's commands.
local IN_VIEW = { help = true, apropos = true, rule = true, chart = true, map = true, units = true, status = true,
  show = true, reach = true, why = true, odds = true, log = true, view = true, back = true, abandon = true, quit = true }

-- A command of the prompt or of the rules in the view of a side.
local function run_in_view(self, word, rest, run)
  local game = self.game
  local c = Commands.by_name[word]
  if c and not IN_VIEW[word] or game:is_closed(word) then
    return nil, ("%s is the umpire's: `view umpire` gives his view back"):format(word)
  elseif word == "view" or word == "quit" or word == "back" or word == "abandon" then
    return run(self, word, rest)
  elseif word == "odds" and (game:question() or rest:find("--under", 1, true)) then
    return nil, "odds: those of an unfinished command, or under other rules, are the umpire's"
  elseif c or self:is_look(word) then
    return game:veiled(run, self, word, rest)
  end
  local line = word .. (rest ~= "" and " " .. rest or "")
  return self:result(game:known_refusal(line, game:command(line)))
end

local function run_command(self, word, rest, seen)
  if self.game and self.game.view and not seen then
    return run_in_view(self, word, rest, function(...)
      local s, w, r = ...
      return run_command(s, w, r, true)
    end)
  end
  local c = Commands.by_name[word]
  if c then
    if c.look ~= true and self.game and self.game:question() then return question_is_open(word) end
    if rest:find("--json", 1, true) then
      local Json = require "shell.json"
      local plain = Json.asked(word, rest)
      if plain then return Json.show(self, word, plain) end
    end
    return c.run(self, rest)
  end
  local line = word .. (rest ~= "" and " " .. rest or "")
  if self:is_look(word) then return require("shell.looks").run(self, line) end
  return self:result(self.game:command(line))
end

--- Whether the question that is open is not for the side to see whose view it is.
function Lines.hidden_question(self)
  local game = self.game
  return game.view and not game:known_question()
end

--- A line while a question is open: a looking command, else the answer.
local function answer(self, text)
  local word, rest = text:match("^%s*(%l[%w%-]*)%f[%s\0]%s*(.-)%s*$")
  local c = word and Commands.by_name[word]
  if c and (c.look or (c.free and rest ~= "") or word == "undo" or word == "redo")
    or word and self:is_look(word) then
    return run_command(self, word, rest)
  end
  local question = self.game:question()
  if Lines.hidden_question(self) then
    return nil, "the question is for the other side to answer: `view umpire` shows it"
  end
  if text:find("^%s*$") then                -- never an answer: one presses Return to see the question again
    self.asked = nil
    return true
  end
  local code = question.kind ~= "roll" and text:match("^%s*=(.*)$")     -- `=7` is a throw
  if code then return self:lua(code) end
  local done, message = self:result(self.game:answer(text))
  local decl = word and self.game.kit.commands[word]
  if not done and question.kind ~= "command" and (c or decl)
    and self.game:question() == question then
    return question_is_open(word)
  end
  return done, message
end

--- Runs one line of a session, which is not part of a half-typed form. True; nil, message, limit.
function Lines.run_line(self, text)
  if self.game and self.game:question() then return answer(self, text) end
  if text:find("^%s*$") or (not self.interactive and text:find("^%s*#%f[%s\0]")) then return true end
  local forced = text:match("^%s*=(.*)$")
  if forced then return self:lua(forced) end
  local word, rest = text:match("^%s*(%a[%w%-]*)%f[%s\0]%s*(.-)%s*$")
  if word and self:is_command(word) then return run_command(self, word, rest) end
  if word and Commands.by_name[word] then
    return nil, ("%s: no game is open; `new RULESET SCENARIO` begins one"):format(word)
  end
  local done, message = self:lua(text)
  return done, not done and require("shell.unknown").message(self, text, message) or nil
end

return Lines
