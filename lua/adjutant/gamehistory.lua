-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamehistory -- undo and redo. The history is a tree: what was taken back stays as a
-- variation, and undo and redo are records of the journal, never a truncation. Methods of Game.

local Text = require "adjutant.text"

local History = {}

--- The commands on the way from the start to `node`, itself among them: a set.
function History.line_to(node)
  local set = {}
  while node do
    set[node] = true
    node = node.parent
  end
  return set
end

--- The command that set a node off: itself, unless it followed by itself. What begins the game was set off
--- by nothing.
function History.leader(node)
  while node.auto and node.parent and node.parent.parent do node = node.parent end
  return node
end

--- The node that one undo leads to from `node`: past all that the command set off.
local function before(node)
  repeat
    local auto = node.auto
    node = node.parent
  until not auto or not node.parent
  return node
end

--- Takes the World back to an ancestor of where it is; nothing is written.
function History:roll_back(target)
  while self.current ~= target do
    self.world:rollback(self.current.mark)
    self.current = self.current.parent
  end
  self.told_over = self.kit.game.over
  self:take_rules()
end

--- Writes how one gets to a node (`over`: where the lines part, if it is on another), as a record
--- and in the log; who only reads leaves no trace. Why the disk refuses, or nil.
function History:write_move(kind, target, over)
  if self.readonly then return nil end
  return self:write_logged(kind, "to " .. target.n, { kind = kind, to = target, over = over })
end

--- Goes back to an ancestor, as a record of the journal.
function History:back_to(target)
  local done = self.result("done")
  local trouble = self:write_move("undo", target)
  if trouble then return self.result("error", { message = trouble }) end
  self:roll_back(target)
  return done
end

--- Takes back n commands (1), with all they set off.
function History:undo(n)
  if self.pending then
    return self.result("refused", { rule = "question",
      message = "a question is open: use `back`, or `abandon`" })
  end
  local lines, target = {}, self.current
  for _ = 1, n or 1 do
    if not target.parent then break end
    lines[#lines + 1] = { text = "taken back: " .. Text.without_digest(History.leader(target).line) }
    target = before(target)
  end
  if #lines == 0 then
    return self.result("refused", { rule = "undo", message = "there is nothing to take back" })
  end
  local r = self:back_to(target)
  r.lines = r.status == "done" and lines or {}
  return r
end

--- Runs a command as the record has it, from where the World stands: one of the history (`node`), or one
--- that becomes part of it. nil, message on divergence.
function History:replay_node(node, line, answers, hash)
  local taken, trouble = self:take_rules()
  if not taken then return nil, trouble end
  local decl, args = self:read(line)
  if not decl then return nil, args end
  local p = { line = line, decl = decl, args = args, answers = answers, mark = self.world:mark(),
    heading = self:phase_text() }
  local status, value = self:rerun(p, self.stop)
  if status ~= "done" then
    if status == "unwound" then
      value = "the rules ask more than the journal answers: " .. tostring(value.ask)
    end
    if status == "refused" then value = value.text end
    self.world:rollback(p.mark)
    return nil, value
  end
  local now = self.world:hash()
  if now ~= hash then
    self.world:rollback(p.mark)
    return nil, ("state hash %s, the journal has %s"):format(now, hash)
  end
  if node then
    node.mark, node.record, node.reports = p.mark, p.record, p.reports
    node.parent.latest = node
    self.current = node
    self:take_rules()
  else
    self:push(p, hash)
  end
  return true
end

--- The answers of a node of the history, as they come from a journal.
function History.answers_of(node)
  local answers = {}
  for i, record in ipairs(node.answers) do answers[i] = { payload = record } end
  return answers
end

--- Runs a node of the history again, with what it was and gave. nil, message on divergence.
function History:run_again(node)
  return self:replay_node(node, node.line, History.answers_of(node), node.hash)
end

local function forward(self, path)
  for _, node in ipairs(path) do
    local ok, message = self:run_again(node)
    if not ok then return self.result("error", { message = message }) end
  end
  self.told_over = self.kit.game.over
  local done = self.result("done")                  -- once the record is on disk nothing may fail any more
  local trouble = self:write_move("redo", self.current)
  if not trouble then return done end
  return self.result("error", { message = trouble })
end

--- Plays the nodes of `path`, which lead on from here, again, as a record of the journal. When
--- that fails all is as before.
function History:forward(path)
  if #path == 0 then return self.result("done") end
  local from, mark, latest = self.current, self.world:mark(), {}
  for i, node in ipairs(path) do latest[i] = node.parent.latest end
  local ok, r = pcall(forward, self, path)
  if ok and r.status == "done" then return r end
  for i, node in ipairs(path) do node.parent.latest = latest[i] end
  self.current = from
  self.world:rollback(mark)
  self.told_over = self.kit.game.over
  self:take_rules()
  if not ok then error(r, 0) end
  return r
end

--- Makes n commands (1) that were taken back again. When that fails the World is as before.
function History:redo(n)
  if self.pending then
    return self.result("refused", { rule = "question", message = "a question is open" })
  end
  local lines, path, at = {}, {}, self.current
  for _ = 1, n or 1 do
    if not at.latest then break end
    repeat
      at = at.latest
      path[#path + 1] = at
      if History.leader(at) == at then lines[#lines + 1] = { text = "made again: " .. Text.without_digest(at.line) } end
    until not at.latest or not at.latest.auto
  end
  if #lines == 0 then
    return self.result("refused", { rule = "redo", message = "there is nothing to make again" })
  end
  local r = self:forward(path)
  if r.status == "done" then r.lines = lines else r.message = "redo: " .. tostring(r.message) end
  return r
end

--- Adds all this to Game.
function History.install(Game)
  Game.line_to = History.line_to
  for name, f in pairs(History) do if name ~= "install" then Game[name] = f end end
  Game.before = before
end

return History
