-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gametree -- getting about in the history, which is a tree: goto, next, prev; the lines
-- that were undone, and their names. Methods of Game. (How two of them differ: adjutant.gamecompare.)
--
-- A node stands for a command that was done; node.latest is the child that was made or visited
-- last. A branch is a name for a line: it grows with what is played at its end.

local History = require "adjutant.gamehistory"
local Text = require "adjutant.text"

local Tree = {}

local function line(text, role) return { text = text, role = role } end
Tree.line = line

-- --- places in the tree ---------------------------------------------------------------------

--- The nearest node that both have above them (or are).
local function common(a, b)
  local above = {}
  while a do
    above[a] = true
    a = a.parent
  end
  while not above[b] do b = b.parent end
  return b
end

--- The nodes from below `ancestor` down to `node`, in order of play.
local function path_from(ancestor, node)
  local path = {}
  while node ~= ancestor do
    path[#path + 1] = node
    node = node.parent
  end
  for i = 1, #path // 2 do path[i], path[#path + 1 - i] = path[#path + 1 - i], path[i] end
  return path
end
Tree.common, Tree.path_from = common, path_from

--- The end of all that a command set off.
local function settled(node)
  while node.parent do
    local follower
    for _, child in ipairs(node.children) do if child.auto then follower = child end end
    if not follower then break end
    node = follower
  end
  return node
end

local leader = History.leader

local function called(node)
  if not node.parent then return "the start" end
  return ("command %d: %s"):format(node.n, Text.without_digest(node.line))
end

--- The end of the line that runs through a node.
local function tip_of(node)
  while node.latest do node = node.latest end
  return node
end

Tree.tip_of, Tree.leader, Tree.called = tip_of, leader, called

--- The names of the lines, in order.
local function branch_names(self)
  return Text.sorted_keys(self.branches or {})
end
Tree.branch_names = branch_names

--- The node that a person means: the number of a command, or the name of a branch.
--- nil, message when there is none.
function Tree:node_of(text)
  local n = text:match("^%d+$") and math.tointeger(tonumber(text))
  if n == 0 then return self.root end
  if n then
    if self.nodes[n] then return settled(self.nodes[n]) end
    return nil, #self.nodes == 0 and ("there is no command %d: nothing has been done yet"):format(n)
      or ("there is no command %d; the last is %d"):format(n, #self.nodes)
  end
  local branch = self.branches and self.branches[text]
  if branch then return settled(branch.tip) end
  local names = branch_names(self)
  return nil, ("%s is no number of a command and no branch%s%s"):format(Text.cite(text),
    Text.did_you_mean(text, names),
    #names > 0 and "; branches: " .. table.concat(names, ", ") or "; `branch NAME` gives a line a name")
end

-- --- going there ------------------------------------------------------------------------------

local function refused(self, rule, message)
  return self.result("refused", { rule = rule, message = message })
end

local function busy(self, rule)
  return self.pending and refused(self, rule, "a question is open: answer it, or `abandon` the command")
end

--- Moves the World to any node, without a record. True, or nil and why; then it stands elsewhere.
function Tree:walk(target)
  local base = common(self.current, target)
  self:roll_back(base)
  for _, node in ipairs(path_from(base, target)) do
    local parent, latest = node.parent, node.parent.latest
    local ok, message = self:run_again(node)
    parent.latest = latest
    if not ok then return nil, message end
  end
  return true
end

--- The World comes back to where the journal says it is (self.home), whatever broke off the looking.
--- True, or nil, message when it cannot. Raises when memory runs out: then it is still to come.
function Tree:come_home()
  local ok, message
  for _ = 1, 3 do
    ok, message = self:walk(self.home)
    if ok then
      self.home = nil
      return true
    end
  end
  self.home = nil
  pcall(self.write, self, "undo", "to " .. self.current.n, true)
  return nil, ("%s; the game stands at %s"):format(message, called(self.current))
end

-- Goes to a node of another line and writes that down. A result.
local function cross(self, base, target)
  local done = self.result("done")                  -- once the record is on disk nothing may fail any more
  local path = path_from(base, target)
  local moved, message = self:walk(target)
  if not moved then return self.result("error", { message = message }) end
  message = self:write_move("redo", target, base)
  if message then return self.result("error", { message = message }) end
  for _, node in ipairs(path) do node.parent.latest = node end
  self.home = nil
  self.told_over = self.kit.game.over
  return done
end

-- The same, and back to where the game was when that fails, by the way it came.
local function across(self, base, target)
  self.home = self.current
  local ok, r = pcall(cross, self, base, target)
  if ok and r.status == "done" then return r end
  local returned, why = self:come_home()
  if not ok then error(r, 0) end
  if not returned then r.message = why end
  return r
end

--- Goes to a command (a number), to the end of a branch (its name), or to the start (0): back to
--- where the lines part, then forward, as one record of the journal. When that fails the game is
--- where it was.
function Tree:go(text)
  local open = busy(self, "goto")
  if open then return open end
  local target, message = self:node_of(text)
  if not target then return refused(self, "goto", message) end
  if target == self.current then
    return self.result("done", { lines = { line("you are there: " .. called(leader(target)), "dim") } })
  end
  local lines = { line("now at " .. called(leader(target))) }
  local base = common(self.current, target)
  local r
  if base == target then
    r = self:back_to(target)
  elseif base == self.current then
    r = self:forward(path_from(base, target))
  else
    r = across(self, base, target)
  end
  if r.status == "done" then r.lines = lines end
  return r
end

--- Goes n commands (1) back along the line; unlike undo it says where that is.
function Tree:prev(n)
  local open = busy(self, "prev")
  if open then return open end
  local target, steps = self.current, 0
  while steps < (n or 1) and target.parent do
    target, steps = self.before(target), steps + 1
  end
  if steps == 0 then return refused(self, "prev", "this is the start") end
  local r = self:back_to(target)
  if r.status == "done" then r.lines = { line("now at " .. called(leader(target))) } end
  return r
end

--- Goes n commands (1) forward along the line, and shows what they did.
function Tree:next(n)
  local open = busy(self, "next")
  if open then return open end
  local path, at = {}, self.current
  for _ = 1, n or 1 do
    if not at.latest then break end
    repeat
      at = at.latest
      path[#path + 1] = at
    until not at.latest or not at.latest.auto
  end
  if #path == 0 then return refused(self, "next", "this is the end of the line") end
  local r = self:forward(path)
  if r.status ~= "done" then return r end
  r.lines = {}
  for _, node in ipairs(path) do
    if not node.auto then
      r.lines[#r.lines + 1] = line(("%d  %s"):format(node.n, Text.without_digest(node.line)), "title")
    end
    for _, l in ipairs(self.lines_of(node.record)) do r.lines[#r.lines + 1] = l end
  end
  if self.kit.game.over and not at.latest then
    r.lines[#r.lines + 1] = line("The game is over: " .. self.kit.game.verdict, "title")
  end
  return r
end

-- --- branches ---------------------------------------------------------------------------------

local function branch_text(node, name)
  return ("the line at %s is named %s"):format(called(leader(node)), name)
end

--- Gives the line that the game is on a name, as `goto` and `compare` take it.
function Tree:branch(name)
  if self.readonly then return refused(self, "read-only", "this game is open for reading only") end
  local open = busy(self, "branch")
  if open then return open end
  if #name > 40 or not name:find("^%a[%w_-]*$") then
    return refused(self, "branch",
      "a branch is named by one word: a letter first, then letters, digits, - and _, 40 at most")
  end
  local node, names = self.current, self.branches or {}
  local text = branch_text(node, name)
  local done, before, new = self.result("done", { lines = { line(text) } }), names[name], { tip = node, at = node }
  names[name] = new
  self.branches = names
  local ok, trouble = pcall(self.write_logged, self, "remark", ("branch %d %s"):format(node.n, name),
    { kind = "remark", text = text })
  if ok and not trouble then return done end
  names[name] = before
  if not ok then error(trouble, 0) end
  return self.result("error", { message = trouble })
end

--- Enters a name for the line that ends at command n, when a game is resumed. Gives what the log says of it; nil when
--- there is no such command.
function Tree:take_branch(n, name)
  local node = n == 0 and self.root or self.nodes[n]
  if not node then return nil end
  self.branches = self.branches or {}
  self.branches[name] = { tip = node, at = node }
  local text = branch_text(node, name)
  self.log_entries[#self.log_entries + 1] = { kind = "remark", text = text }
  return text
end

--- Lines that end at `parent` go on to its new child. (No memory is asked for: it is on disk.)
function Tree:grow_branches(parent, child)
  if not self.branches then return end
  for _, branch in next, self.branches do
    if branch.tip == parent then branch.tip = child end
  end
end

-- --- variations -------------------------------------------------------------------------------

local function names_at(self, node)
  local names = {}
  for _, name in ipairs(branch_names(self)) do
    if self.branches[name].tip == node then names[#names + 1] = name end
  end
  return #names > 0 and "  [" .. table.concat(names, ", ") .. "]" or ""
end

-- How many commands of persons stand on a path.
local function count_of(path)
  local n = 0
  for _, node in ipairs(path) do if not node.auto then n = n + 1 end end
  return n == 1 and "1 command" or n .. " commands"
end

local function standing(node)
  return node.parent and node.standing and node.standing ~= "" and "; " .. node.standing or ""
end

-- The lines that leave the one through `node` (down to its tip), each with those that leave it.
local function list_from(self, node, on_line, depth, lines)
  while node do
    for _, child in ipairs(node.children) do
      if not on_line[child] and child ~= (depth > 0 and node.latest or nil) then
        local tip = tip_of(child)
        local path = path_from(node, tip)
        lines[#lines + 1] = line(("%s%3d  %s"):format(("  "):rep(depth), child.n,
          Text.without_digest(child.line)))
        lines[#lines + 1] = line(("%s     from %s; %s, to %d%s%s"):format(("  "):rep(depth),
          node.parent and "command " .. node.n or "the start", count_of(path), tip.n, standing(tip),
          names_at(self, tip)), "dim")
        list_from(self, child, on_line, depth + 1, lines)
      end
    end
    if depth > 0 then node = node.latest else
      local following
      for _, child in ipairs(node.children) do if on_line[child] then following = child end end
      node = following
    end
  end
end

local function report_text(node)
  local parts = {}
  for i, r in ipairs(node.reports or {}) do parts[i] = r.name .. " " .. r.value end
  return table.concat(parts, "; ")
end

local function add_commands(lines, path)
  for _, node in ipairs(path) do
    if not node.auto then
      lines[#lines + 1] = line(("%4d  %s"):format(node.n, Text.without_digest(node.line)))
      local reports = report_text(node)
      if reports ~= "" then lines[#lines + 1] = line("      " .. reports, "dim") end
    end
  end
end

Tree.count_of, Tree.standing, Tree.add_commands = count_of, standing, add_commands

--- The lines that were undone: where each leaves, how long it is, how it ends, its name. With n:
--- the commands of the one that begins with command n. lines | nil, message.
function Tree:variations(n)
  local lines = {}
  if n then
    local node = self.nodes[n]
    if not node then return nil, ("there is no command %d; the last is %d"):format(n, #self.nodes) end
    local tip = tip_of(node)
    local path = path_from(node.parent, tip)
    lines[1] = line(("%s, from %s%s%s"):format(count_of(path), node.parent.parent
      and "after " .. called(leader(node.parent)) or "the start", standing(tip), names_at(self, tip)), "title")
    add_commands(lines, path)
    return lines
  end
  local on_line = self.line_to(tip_of(self.current))
  local tip = tip_of(self.current)
  lines[1] = line(("the line you are on: %s%s%s"):format(count_of(path_from(self.root, tip)),
    tip == self.current and "" or ("; you are at " .. called(leader(self.current))), names_at(self, tip)), "title")
  list_from(self, self.root, on_line, 0, lines)
  if #lines == 1 then lines[2] = line("nothing was undone: there is no other line", "dim") end
  for _, name in ipairs(branch_names(self)) do
    lines[#lines + 1] = line(("branch %s: %s"):format(name, called(leader(self.branches[name].tip))))
  end
  return lines
end

--- Adds all this to Game.
function Tree.install(Game)
  for _, name in ipairs { "node_of", "go", "prev", "next", "branch", "take_branch", "grow_branches",
    "variations", "walk", "come_home", "branch_names" } do
    Game[name] = Tree[name]
  end
end

return Tree
