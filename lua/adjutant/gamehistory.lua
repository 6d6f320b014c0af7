-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamehistory -- undo and redo. The history is a tree: what was taken back stays as a
-- variation, and undo and redo are records of the journal, never a truncation. Methods of Game.

local Command = require "adjutant.command"

local History = {}

--- The node that one undo leads to from `node`: past all that the command set off.
local function before(node)
  repeat
    local auto = node.auto
    node = node.parent
  until not auto or not node.parent
  return node
end

--- Takes the World back to an ancestor of where it is.
local function go_back(self, target)
  while self.current ~= target do
    self.world:rollback(self.current.mark)
    self.current = self.current.parent
  end
  self.told_over = self.kit.game.over
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
    local node = target
    while node.auto and node.parent.parent do node = node.parent end
    lines[#lines + 1] = { text = "taken back: " .. node.line }
    target = before(target)
  end
  if #lines == 0 then
    return self.result("refused", { rule = "undo", message = "there is nothing to take back" })
  end
  local ok, e = pcall(self.write, self, "undo", "to " .. target.n, true)
  if not ok then return self.result("error", { message = e.io or tostring(e) }) end
  go_back(self, target)
  self.log_entries[#self.log_entries + 1] = { kind = "undo", to = self.current }
  return self.result("done", { lines = lines })
end

--- Runs a node of the history again, from where the World stands. nil, message on divergence.
function History:replay_node(node, line, answers, hash)
  local decl, rest = self:find_command(line)
  if not decl then return nil, rest end
  local args, message = Command.parse(decl, rest, self.kit.names)
  if not args then return nil, message end
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
    self.current = node
  else
    self:push(p, hash)
  end
  return true
end

local function redo(self, n)
  if self.pending then
    return self.result("refused", { rule = "question", message = "a question is open" })
  end
  local lines = {}
  local function fail(message) return self.result("error", { message = message }) end
  for _ = 1, n or 1 do
    local node = self.current.latest
    if not node then break end
    repeat
      local ok, message = self:replay_node(node, node.line, node.answers, node.hash)
      if not ok then return fail("redo: " .. message) end
      if not node.auto then lines[#lines + 1] = { text = "made again: " .. node.line } end
      node = self.current.latest
    until not node or not node.auto
  end
  if #lines == 0 then
    return self.result("refused", { rule = "redo", message = "there is nothing to make again" })
  end
  self.told_over = self.kit.game.over
  -- Once the record is on disk nothing may fail any more.
  local log, done = self.log_entries, self.result("done", { lines = lines })
  log[#log + 1] = { kind = "redo", to = self.current }
  local ok, e = pcall(self.write, self, "redo", "to " .. self.current.n, true)
  if ok then return done end
  log[#log] = nil
  return fail(type(e) == "table" and e.io or tostring(e))
end

--- Makes n commands (1) that were taken back again. When that fails the World is as before.
function History:redo(n)
  local from, mark = self.current, self.world:mark()
  local ok, r = pcall(redo, self, n)
  if ok and r.status == "done" then return r end
  self.current = from
  self.world:rollback(mark)
  self.told_over = self.kit.game.over
  if not ok then error(r, 0) end
  return r
end

--- Adds all this to Game.
function History.install(Game)
  Game.undo, Game.redo, Game.replay_node = History.undo, History.redo, History.replay_node
end

return History
