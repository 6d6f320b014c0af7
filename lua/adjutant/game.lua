-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.game -- a game: its World, its history, its journal.
--
-- A position is the World plus the unfinished command with its answers so far. A command runs
-- from its mark; at a question it unwinds, and runs again from the mark once the answer is
-- there. So looking, odds, `back`, undo and resume are all the same mechanism.

local Command = require "adjutant.command"
local Engine = require "adjutant.engine"
local Question = require "adjutant.question"

local Game = {}
Game.__index = Game
require("adjutant.gamerun").install(Game)

local stop = Game.stop

-- --- results ------------------------------------------------------------------------------

local ROLE = { note = nil, dice = "dice", choice = "dim" }

local function render(entry)
  if entry.kind == "print" then return { text = entry.text, actor = entry.actor } end
  local rule = entry.rule and ("%-6s "):format(entry.rule) or "       "
  return { text = rule .. entry.text, role = ROLE[entry.kind], rule = entry.rule, actor = entry.actor }
end

--- The lines of a record from its `from`-th entry on.
function Game.lines_of(record, from)
  local lines = {}
  for i = from or 1, #record do lines[#lines + 1] = render(record[i]) end
  return lines
end

local function result(status, fields)
  fields = fields or {}
  fields.status = status
  fields.lines = fields.lines or {}
  return fields
end

local function located(message)
  local where = message:match("^([%w_%-./]+%.lua:%d+):")
  return where
end

-- --- the journal ------------------------------------------------------------------------------

local Refused = { __tostring = function(self) return self.io end }

local function io_error(message) return setmetatable({ io = message }, Refused) end

--- Writes a record; raises { io = message } when the disk refuses.
function Game:write(kind, payload, sync)
  if not self.folder then return end
  local ok, message = self.folder:append(kind, payload, { sync = sync })
  if not ok then error(io_error(message), 0) end
end

--- Writes that a command has begun, once, before anything of it is written. Raises as write does.
function Game:begin(p)
  if p.begun then return end
  self:write("begin", p.line)
  p.begun = true
end

--- Writes an answer of the pending command, before it is used. Raises as write does.
function Game:write_answer(p, q, a)
  self:begin(p)
  a.payload, a.decoded = Question.encode(q, a), true
  self:write("answer", a.payload)
  p.kept = p.kept + 1
end

-- --- a command -----------------------------------------------------------------------------------

-- The answers of the pending command that the journal has; others are forgotten.
local function settle_answers(p)
  for i = #p.answers, p.kept + 1, -1 do p.answers[i] = nil end
end

--- Writes a record and puts an entry into the log, or does neither. Why the disk refuses, or nil.
function Game:write_logged(kind, payload, entry)
  local log = self.log_entries
  local n = #log + 1
  log[n] = entry
  local ok, e = pcall(self.write, self, kind, payload, true)
  if ok then return nil end
  log[n] = nil
  if type(e) ~= "table" then error(e, 0) end
  return e.io
end

-- Dice and choices of a command that was given up, in the log: the journal has all of them.
Game.MOST_GIVEN_UP = 500

--- Leaves the pending command: World as before it, the dice it had shown stay in the log. Why the
--- disk refuses, or nil. When memory runs out the command is still to be left.
function Game:drop(p, why)
  self.world:rollback(p.mark)
  p.question = nil
  settle_answers(p)
  local trouble
  if p.begun then
    local dice = {}
    for i = 1, math.min(#p.answers, Game.MOST_GIVEN_UP) do dice[i] = p.answers[i].payload end
    local entry = { kind = "abandoned", line = p.line, answers = dice, why = why, heading = p.heading,
      lines = Game.lines_of(p.record or {}) }
    trouble = self:write_logged("abandon", why or "", entry)
    if trouble then self.log_entries[#self.log_entries + 1] = entry end
  end
  self.pending = nil
  return trouble
end

local function fresh_lines(p)
  local record = p.record or {}
  local lines = Game.lines_of(record, (p.shown or 0) + 1)
  p.shown = #record
  return lines
end

--- The pending command is done: it joins the history once it is on disk, or is taken back. A result.
function Game:finish(p)
  local hash = self.world:hash()
  local ok, e = pcall(self.push, self, p, hash, function()
    self:begin(p)
    self:write("done", hash, true)
  end)
  if not ok then
    local why = type(e) == "table" and e.io or tostring(e)
    local unsaid = self:drop(p, why)        -- then the journal still says that it began
    return result("error", { message = why .. "; the command is taken back"
      .. (unsaid and " (but resuming the game now would finish it)" or "")
      .. ", and none is taken until writing works" })
  end
  return result("done", { lines = fresh_lines(p), n = self.current.n })
end

local function after_push(self)
  self:take_rules()
  self.current.standing = self:standing()
end

-- What the history keeps of answers: their records, which take a fifth of the room.
local function records_of(answers)
  local records = {}
  for i, a in ipairs(answers) do records[i] = a.payload end
  return records
end

--- Adds the command to the history as a child of where we are. `keep`, when given, puts it on
--- disk, as the last step: should it fail, or memory run out, nothing is added. Once it is on disk
--- nothing may fail any more; what else is to be done can be made up for later.
function Game:push(p, hash, keep)
  local here, nodes, log = self.current, self.nodes, self.log_entries
  local n, child, entry, latest = #nodes + 1, #here.children + 1, #log + 1, here.latest
  local ok, e = pcall(function()
    local node = { n = n, parent = here, line = p.line, answers = records_of(p.answers),
      record = p.record, reports = p.reports, hash = hash, mark = p.mark, auto = p.decl.internal,
      heading = p.heading, children = {}, houses = self.kit.houses }
    nodes[n], here.children[child], here.latest = node, node, node
    log[entry] = { kind = "command", node = node }
    if keep then keep() end
    self.current, self.pending = node, nil
  end)
  if not ok then
    nodes[n], here.children[child], here.latest, log[entry] = nil, nil, latest, nil
    error(e, 0)
  end
  self:grow_branches(here, self.current)
  pcall(after_push, self)
end

--- Runs the pending command on to its next question or its end.
function Game:step()
  local p = self.pending
  p.kept = p.kept or #p.answers                   -- those of a game that is resumed
  local ok, status, value, tripped = pcall(self.rerun, self, p, self:live_source(p))
  if not ok then
    self.kit.engine.stop()
    status, value = "error", type(status) == "table" and status.io or tostring(status)
  elseif self.check == "twice" and not tripped then
    local why = require("adjutant.twice").check(self, p, status, value)
    if why then status, value = "error", why end
  end
  if status == "unwound" then
    local kept, e = pcall(self.begin, self, p)      -- so that it comes back after a kill
    if not kept then
      self:drop(p)
      return result("error", { message = type(e) == "table" and e.io or tostring(e) })
    end
    local r = result("question", { question = value, lines = fresh_lines(p) })
    p.question, p.at = value, self.world:mark()
    return r
  elseif status == "done" then
    return self:settle(self:finish(p))
  end
  self.world:rollback(p.mark)
  local lines = fresh_lines(p)
  local text = status == "refused" and value.text or value
  local trouble = self:drop(p, text)
  if trouble then text = text .. " (and the journal: " .. trouble .. ")" end
  if status == "refused" then
    return result("refused", { rule = value.rule, message = text, lines = p.begun and lines or {} })
  end
  return result("error", { message = text, where = located(text), lines = p.begun and lines or {},
    limit = tripped })
end

-- A phase that should follow by itself has failed: what stands all the same, and what remains to do.
local function failed_to_follow(self, auto)
  local node = self.current
  while node.auto and node.parent do node = node.parent end
  local line = node.line
  local before = line and ("`%s` stands, but what follows"):format(line) or "what begins"
  local back = line and ", and `undo` takes back what stands" or ""
  auto.message = ("%s by itself failed: %s; the next command tries it again%s"):format(before,
    tostring(auto.message), back)
end

-- The command that follows by itself now, nil when none does: a game begins, a phase has ended.
local function following(self)
  local kit = self.kit
  if not kit.sequence or kit.game.over then return nil end
  if kit.game.phase == 0 then return self.opening_asked and "opening" end
  return kit.game.phase_over and "phase"
end

--- After a finished command: phases that end, or run by themselves.
function Game:settle(r)
  local kit = self.kit
  while r.status == "done" do
    local name = following(self)
    if not name then break end
    local auto = self:start(name, kit.commands[name], {})
    for _, line in ipairs(auto.lines) do r.lines[#r.lines + 1] = line end
    auto.lines = r.lines
    auto.n = r.n or auto.n
    if auto.status == "error" or auto.status == "refused" then failed_to_follow(self, auto) end
    r = auto
  end
  if kit.game.over and r.status == "done" and not self.told_over then
    self.told_over = true
    r.over = true
    r.lines[#r.lines + 1] = { text = "The game is over: " .. kit.game.verdict, role = "title" }
  end
  return r
end

--- What the command `phase` does: the pointer moves, and what runs by itself runs.
function Game:next_phase()
  local kit = self.kit
  local sequence, game = kit.sequence, kit.game
  sequence:advance(game, kit.side_list)
  if game.over then return end
  local phase = sequence:phase(game)
  if not kit.engine.driver().silent then kit.api.note(phase.rule, self:phase_text()) end
  if phase.automatic then
    sequence:call(phase.automatic)
    game.phase_over = true
  end
end

--- Makes a command the pending one and runs it to its first question or its end. A result.
function Game:start(line, decl, args)
  self.pending = { line = line, decl = decl, args = args, answers = {}, kept = 0, mark = self.world:mark(),
    shown = 0, heading = self:phase_text() }
  return self:step()
end

--- The result of what only looks and fails: what View:inquire gives after nil.
function Game.look_failed(message, limit, rule)
  return result(rule and "refused" or "error", { rule = rule, message = message, limit = limit, lines = {},
    where = not rule and located(tostring(message)) or nil })
end

--- A line that only looks, as a result: nothing is written, and a question stays open.
function Game:look(line)
  local found, message, limit, rule = self:inquire(line)
  if not found then return Game.look_failed(message, limit, rule) end
  local lines = {}
  for i, text in ipairs(found.texts) do lines[i] = { text = text } end
  return result("done", { lines = lines })
end

--- Runs one command line. See the head of repl/shell for what the result holds.
function Game:command(line)
  self.asked_in = self:phase_text()
  local taken, trouble = self:take_rules()      -- memory may have run out on the way to them
  if not taken then return result("error", { message = trouble }) end
  if self:inquiry_of(line) then return self:look(line) end
  local look = self.kit.commands[line:match("^%s*(%l+)%s*$")]
  if look and look.alone then return result("done", { lines = look.alone(self) }) end
  if self.readonly then
    return result("refused", { rule = "read-only", message = "this game is open for reading only" })
  elseif self.pending and not self.pending.question then      -- memory ran out on the way to it
    self:drop(self.pending, "broken off")
  elseif self.pending then
    return result("refused", { rule = "question", message =
      "a question is open: answer it, take the last answer back with `back`, or `abandon` the command" })
  end
  local decl, rest = self:find_command(line)
  if not decl then return result("refused", { rule = "command", message = rest }) end
  if not decl.builtin or decl.name == "end" then    -- a phase that failed to follow by itself is due
    local due = self:settle(result("done"))
    if due.status ~= "done" then return due end
  end
  if decl.internal then
    return result("refused", { rule = "command", message = decl.name .. " comes by itself" })
  end
  local ok, args, message = self:arguments(decl, rest)
  if not ok then return result("error", { message = args, where = located(args), limit = message }) end
  if args and decl.resolve then args, message = decl.resolve(self, args) end
  if not args then                          -- what cannot be given now needs no better words
    local why = self:out_of_phase(decl)
    return result("refused", { rule = why and "phase" or decl.resolve and decl.name or "command", message = why or message })
  end
  return self:start(Command.line(decl, args), decl, args)
end

--- The question that waits, or nil.
function Game:question() return self.pending and self.pending.question end

--- Answers the question that waits, by a text as it is typed or by an answer (adjutant.question).
--- A wrong one consumes nothing.
function Game:answer(given)
  local p = self.pending
  if not p then return result("refused", { rule = "question", message = "no question is open" }) end
  local q = p.question
  if not q then return self:step() end            -- memory ran out on the way to it
  local a, message = given, nil
  if type(given) ~= "table" then a, message = Question.parse(q, given) end
  if not a then return result("question", { question = q, message = message }) end
  message = self:try(p, q, a)
  if message and self.view then message = "that cannot be done" end      -- why may be hidden from it
  if message then return result("question", { question = q, message = message }) end
  local ok, e = pcall(self.write_answer, self, p, q, a)
  if not ok then
    local text_ = type(e) == "table" and e.io or tostring(e)
    self:drop(p, text_)
    return result("error", { message = text_ .. "; the command is taken back" })
  end
  p.answers[p.kept] = a                           -- `try` has made room for it
  p.question = nil
  return self:step()
end

--- Whether the answer leads to a refusal before anything else is asked: then it is not taken,
--- and the text of the refusal comes back.
function Game:try(p, q, a)
  local n = p.kept + 1
  a.payload, a.decoded = Question.encode(q, a), true
  p.answers[n] = a
  local keep_record = p.record
  local status, value = self:rerun(p, stop)
  p.answers[n] = nil
  p.record = keep_record
  if status ~= "refused" then return nil end
  self:rerun(p, stop)
  return Engine.refusal_text(value.rule, value.text)
end

--- Takes back the last answer a person gave; dice thrown after it will be thrown anew.
function Game:back()
  local p = self.pending
  if not p then return result("refused", { rule = "question", message = "no question is open" }) end
  local bar = self:back_bar()
  if bar then return result("refused", { rule = "question", message = bar }) end
  local keep
  for i = #p.answers, 1, -1 do
    local word = p.answers[i].payload:match("^%a+")
    local thrown = (word == "roll" or word == "draw") and p.answers[i].position
    if not thrown then keep = i - 1 break end
  end
  if not keep then
    self:drop(p, "taken back")
    return result("abandoned", { message = "no answer to take back: the command is given up" })
  end
  local trouble = self:write_logged("undo", "answers " .. keep,
    { kind = "back", line = p.line, heading = p.heading, keep = keep })
  if trouble then return result("error", { message = trouble }) end
  p.kept, p.shown, p.question = keep, 0, nil
  settle_answers(p)
  return self:step()
end

--- Gives the unfinished command up. The log keeps the dice it had shown.
function Game:abandon(why)
  local p = self.pending
  if not p then return result("refused", { rule = "question", message = "no command is open" }) end
  local bar = self:back_bar "whole"
  if bar then return result("refused", { rule = "question", message = bar }) end
  local trouble = self:drop(p, why or "given up")
  return result("abandoned", { message = trouble or "the command is given up; nothing has changed" })
end

-- --- the rules in force, comparing ---------------------------------------------------------------

--- Takes the rules that the World names, after whatever moved it. True, or nil, message.
function Game:take_rules()
  if self.kit.game.rules == self.rules_now and not self.half_taken then return true end
  return self:change_kit()
end

local LATER = {
  ["adjutant.gamerules"] = { "change_kit", "kit_for", "enter_rules", "stack_of" },
  ["adjutant.gamecompare"] = { "snapshot", "parted", "compare" },
  ["adjutant.gamerules_commands"] = { "rules_lines", "house_names", "resolve_with", "resolve_without",
    "resolve_reload" },
}
for module, names in pairs(LATER) do
  for _, name in ipairs(names) do
    Game[name] = function(self, ...) return require(module)[name](self, ...) end
  end
end

-- --- what broke off -----------------------------------------------------------------------------

-- At its question again, as it was. A question that has changed with the rules is none.
local function at_question(self, p)
  if not p.question or self.world:mark() == p.at then return end
  local record = p.record
  local status = self:rerun(p, stop)
  p.record = record
  if status ~= "unwound" then self:drop(p, "broken off") end
end

-- After something raised (memory ran out, or a limit further out was reached): the unfinished command
-- is at its question again, or left; the World is where the history says.
local function in_order(self)
  if self.take_back then              -- what odds have changed for a while
    self.take_back()
    self.take_back = nil
  end
  self.kit.engine.stop()
  local p = self.pending
  if p then
    settle_answers(p)
    if p.question then at_question(self, p) else self:drop(p, "broken off") end
  end
  if self.home then self:come_home() end
  self.busy = false
end

-- Lua may want memory for a call inside a call. So the World goes back from here, with a single one;
-- what else is to be done is tried, and tried again before the next thing is done (self.busy).
local function entered(name, f)
  Game[name] = function(self, ...)
    if self.under then self:put_in_order() end
    if self.busy or self.take_back then in_order(self) end
    self.busy = true
    local ok, a, b, c = pcall(f, self, ...)
    if not ok then
      if self.pending then self.world:rollback(self.pending.mark) end
      pcall(in_order, self)
      error(a, 0)
    end
    self.busy = false
    return a, b, c
  end
end

--- Puts in order what broke off in a call that did not return.
function Game:put_in_order()
  if not (self.busy or self.under or self.take_back) then return end
  if self.under then self.world:rollback(self.under) end
  if self.pending then self.world:rollback(self.pending.mark) end
  self.under = nil
  pcall(in_order, self)
end

Game.result = result
require("adjutant.gamehistory").install(Game)
require("adjutant.gametree").install(Game)
require("adjutant.gameview").install(Game)
require("adjutant.gamestart").install(Game)
for _, name in ipairs { "command", "answer", "back", "abandon", "undo", "redo", "go", "prev", "next",
  "branch", "compare" } do
  entered(name, Game[name])
end

return Game
