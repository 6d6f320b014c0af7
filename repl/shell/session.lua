-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.session -- reads lines, and gives each to the question, the command or the Lua it is for.

local Out = require "shell.out"
local Commands = require "shell.commands"
local Lines = require "shell.lines"

local terminal = core.terminal

local Session = {}
Session.__index = Session

-- Exit statuses (docs/playing.md lists them).
local DONE, FAILED, LIMIT, INTERRUPTED = 0, 1, 4, 130
local LIMIT_STATUS = { instructions = LIMIT, cpu = LIMIT, memory = LIMIT, interrupt = INTERRUPTED }

--- options: game, keep_going (not a terminal: go on after an error).
function Session.new(options)
  return setmetatable({ game = options.game, keep_going = options.keep_going,
    interactive = Out.interactive, status = DONE, line_number = 0 }, Session)
end

--- The person's own init.lua, nil when there is none.
local function init_file()
  local folder = terminal.variable("XDG_CONFIG_HOME")
  local home = terminal.variable("HOME")
  if not folder or folder:sub(1, 1) ~= "/" then folder = home and home .. "/.config" end
  local path = folder and folder .. "/adjutant/init.lua"
  return path and core.files.is_file(path) and path or nil
end

--- Makes `game` the open one.
function Session:open(game)
  if self.game then self.game:close() end
  self.game = game
  self.names = nil
  self.init_done = nil
  if not game then return end
  Out.set_sides(game.kit.sides)
end

--- Whether a word is a command now: of the prompt, or of the rules of the open game.
function Session:is_command(word)
  local c = Commands.by_name[word]
  if c then return self.game ~= nil or c.free end
  if not self.game then return false end
  if not self.names or self.names_of ~= self.game.kit then      -- `with` may bring commands
    self.names, self.names_of = {}, self.game.kit
    for _, command in ipairs(Commands.of_game(self.game)) do
      self.names[command.name] = command.look and "look" or true
    end
  end
  return self.names[word] ~= nil
end

--- Whether a word is a command of the rules that only looks.
function Session:is_look(word)
  return not Commands.by_name[word] and self.game ~= nil and self:is_command(word)
    and self.names[word] == "look"
end

-- --- what came out ------------------------------------------------------------------------

--- An error: one line. Without a terminal it also decides how the program ends.
function Session:fail(message, status)
  Out.error(message)
  self.failed = true
  if self.status == DONE or (status or FAILED) ~= FAILED then self.status = status or FAILED end
  return nil
end

--- Shows a result of the game. True, or nil and a message.
function Session:result(r, message)
  if type(r) ~= "table" then return nil, message or "the command did nothing" end
  if r.status == nil then return self:outcome(r, message) end
  local game = self.game
  Out.lines(game and game.view and game:known_entries(r.lines, game.asked_in) or r.lines)
  if r.status == "done" then
    if r.message then Out.line { text = r.message, role = "dim" } end
    return true
  elseif r.status == "abandoned" then
    Out.line { text = r.message or "abandoned; nothing is changed", role = "dim" }
    return true
  elseif r.status == "question" then
    self.asked = nil                          -- a new question, or the old one again
    if r.message then return nil, r.message end
    return true
  elseif r.status == "refused" then
    return nil, require("adjutant.engine").refusal_text(r.rule, r.message or r.status)
  end
  local text = tostring(r.message or "error")
  if r.where and not text:find(r.where, 1, true) then text = r.where .. ": " .. text end
  self.limit = LIMIT_STATUS[r.limit or false]
  return nil, text
end

--- Shows what a function gave: lines, a text, a result, true, or nil and a message.
function Session:outcome(value, message)
  if value == nil or value == false then return nil, message or "that cannot be done" end
  if type(value) == "string" then
    Out.line(value)
  elseif type(value) == "table" then
    if value.status then return self:result(value, message) end
    Out.lines(value)
  end
  return true
end

--- Runs init.lua once for the open game, at a terminal. A mistake in it is one warning.
function Session:run_init()
  if self.init_done then return end
  self.init_done = true
  local path = init_file()
  if not path then return end
  local text, message = core.files.read(path, 1024 * 1024)
  if text then
    local eval = self.game and function(...) return self.game:eval(...) end
      or require("shell.plain").eval
    terminal.listen(true)
    local ok, lines, why = pcall(eval, text, { file = "init.lua" })
    terminal.listen(false)
    if ok and lines then
      Out.lines(lines)
      return
    end
    message = ok and why or lines
  end
  message = tostring(message)
  Out.warn(message:find("^init%.lua") and message or "init.lua: " .. message)
end

-- --- running lines ------------------------------------------------------------------------

local function runner(self)
  if self.game then
    return function(text, options) return self.game:eval(text, options) end
  end
  return require("shell.plain").eval
end

--- Runs Lua. True; or nil and a message; a half-typed form waits for its next line.
function Session:lua(text)
  if self.game and self.game.view then
    return nil, "Lua sees the whole game and is the umpire's: `view umpire` gives his view back"
  end
  local lines, message, incomplete, limit, said = runner(self)(text)
  self.asked = nil
  if lines then
    if lines.status then return self:result(lines) end
    Out.lines(lines)
    return true
  end
  if incomplete then
    self.partial = text
    return true
  end
  if type(message) == "table" then return self:result(message) end
  Out.lines(said)
  self.limit = LIMIT_STATUS[limit or false]
  return nil, message
end

local function checked(text)
  local ok, what, at = terminal.check(text)
  if ok then return true end
  return nil, ("the line %s (byte %d); nothing was done"):format(what, at)
end

--- The form under way with one more line of it.
local function go_on(self, text)
  local whole = self.partial .. "\n" .. text
  self.partial = nil
  return self:lua(whole)
end

local function guarded(self, f, text)
  self.limit = nil
  if self.game and self.game.busy then self.game:put_in_order() end      -- before anything looks at it
  terminal.listen(true)
  local ok, done, message, limit = pcall(f, self, text)
  terminal.listen(false)
  if not ok then return nil, tostring(done) end
  self.limit = self.limit or LIMIT_STATUS[limit or false]
  return done, message
end

--- A text of one or several lines (a paste). True, or nil once something failed.
function Session:feed(text)
  local ok, message = checked(text)
  if ok then
    if self.partial then
      ok, message = guarded(self, go_on, text)
    elseif text:find("\n") and not self:begins_with_command(text) then
      ok, message = guarded(self, Lines.run_line, text)
    elseif text:find("\n") then
      return self:feed_lines(text)
    else
      ok, message = guarded(self, Lines.run_line, text)
    end
  end
  if not ok then return self:fail(message or "failed", self.limit) end
  return true
end

--- Whether a text of several lines is commands, one a line, not Lua.
function Session:begins_with_command(text)
  if self.game and self.game:question() then return true end
  local word = text:match("^%s*(%a[%w%-]*)%f[%s\0]")
  return word ~= nil and self:is_command(word)
end

--- Pasted commands, one a line; stops at the first that fails.
function Session:feed_lines(text)
  for line in (text .. "\n"):gmatch("(.-)\n") do
    if not self:feed(line) then return nil end
  end
  return true
end

-- --- at a terminal ---------------------------------------------------------------------------

local function put_question(self)
  local question = self.game and not self.partial and self.game:question()
  if question and self.asked ~= true then
    if not Lines.hidden_question(self) then
      Out.lines(require("shell.ask").lines(question))
    else
      Out.line(("%s decides"):format(require("shell.ask").side_name(question) or "the other side"))
    end
    self.asked = true
  end
  return question
end

local function prompt_of(self, question)
  if self.partial then return require("shell.open").describe(self.partial) .. " ...> " end
  if question and not Lines.hidden_question(self) then
    local what, role = require("shell.ask").prompt(question)
    return Out.paint_prompt(what, role or "dice") .. "> "
  end
  if not self.game then return "adjutant> " end
  local side = self.game.side and self.game:side()
  local ok, key = pcall(function() return type(side) == "string" and side or side.key or side.id end)
  local view = self.game.view
  local text = self.game:prompt_text() .. (view and (" (view of %s)"):format(view.name) or "")
  return Out.paint_prompt(text, ok and key and "side:" .. tostring(key))
    .. "> "
end

-- What is shown between two lines: a failure there is said, and ends nothing.
local function between_lines(self, f, ...)
  local ok, value = pcall(f, self, ...)
  if ok then return value end
  self:fail(tostring(value))
  self.asked = true
  return nil
end

local function interrupted(self)
  self.pending_history = nil
  if self.partial then
    self.partial = nil
  elseif self.game and self.game:question() then
    local ok, message = self:result(self.game:abandon("interrupted"))
    if not ok then self:fail(message) end
  end
end

local function at_end(self)
  if self.partial then
    self.partial, self.pending_history = nil, nil
    Out.line { text = "the half-typed form is dropped", role = "dim" }
    return
  end
  self.quitting = true
end

--- Keeps what was typed: a form of several lines as one entry, answers not at all.
local function remember(self, text, was_question)
  if was_question then return end
  local whole = self.pending_history and self.pending_history .. "\n" .. text or text
  if self.partial then
    self.pending_history = whole
  else
    self.pending_history = nil
    terminal.history_add(whole)
  end
end

local function take_line(self, text, question)
  self.failed = nil
  if terminal.check(text) then
    self:feed(text)
    remember(self, text, question)
  else
    self:feed(text)
  end
end

local function open_history()
  local path = core.files.state_home() .. "/adjutant/history"
  local kept, message = terminal.history_open(path)
  if not kept then Out.warn(message) end
end

local function too_long(length)
  return ("the line is %d bytes long; at most %d are taken"):format(length, 65536)
end

--- The prompt, until quit. Gives the exit status.
function Session:interact()
  open_history()
  local function candidates(text, start)
    return require("shell.complete").candidates(self, text, start)
  end
  while not self.quitting and not terminal.closed() do
    self:run_init()
    local question = between_lines(self, put_question)
    local text, what, length = terminal.read_line(between_lines(self, prompt_of, question) or "> ", candidates)
    if text then
      take_line(self, text, question)
    elseif what == "interrupted" then
      between_lines(self, interrupted)
    elseif what == "end" then
      at_end(self)
    elseif what == "too long" then
      Out.error(too_long(length))
    else
      self.quitting = true
    end
    if terminal.ending() then self.quitting = true end
  end
  self:close()
  return DONE
end

-- --- not a terminal --------------------------------------------------------------------------

local function end_of_input(self)
  if self.partial then
    local what = require("shell.open").describe(self.partial)
    self.partial = nil
    return self:fail(("the input ends inside a form: `%s` is open"):format(what))
  end
  local question = self.game and self.game:question()
  if question then
    local what = Lines.hidden_question(self) and "the other side decides" or require("shell.ask").summary(question)
    self:fail("the input ends at a question: " .. what
      .. (self.game.folder and ("; `adjutant resume %s` asks it again"):format(self.game.folder.name) or ""))
  end
end

--- Commands from standard input until its end. Gives the exit status.
function Session:batch()
  while not self.quitting and not terminal.closed() do
    local text, what, length = terminal.read_input()
    self.line_number = self.line_number + 1
    Out.error_prefix = ("line %d: "):format(self.line_number)
    if text then
      self:feed(text)
      between_lines(self, put_question)
    elseif what == "too long" then
      self:fail(too_long(length))
    elseif what == "end" then
      between_lines(self, end_of_input)
      break
    else
      if what == "interrupted" then self.status = INTERRUPTED end
      break
    end
    if self.status ~= DONE and not self.keep_going then break end
    if terminal.ending() then break end
  end
  self:close()
  return self.status
end

--- Puts the game away, said once.
function Session:close()
  local game = self.game
  self.game = nil
  if not game then return end
  local question, name = game:question(), game.folder and game.folder.name
  game:close()
  if self.interactive and name then
    Out.line { text = ("%s is saved%s; `adjutant resume %s` goes on"):format(name,
      question and ", with a question open" or "", name), role = "dim" }
  end
end

--- Reads standard input or the terminal, whichever it is.
function Session:run()
  terminal.listen(false)
  if self.interactive then return self:interact() end
  return self:batch()
end

return Session
