-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.export_tree -- the lines of a game, and how two of them differ, as plain tables for JSON. The
-- shapes are the protocol's (docs/serve.md): a field is never renamed, only added.

local Text = require "adjutant.text"
local Compare = require "adjutant.gamecompare"
local Tree = require "adjutant.gametree"

local array, null = core.json.array, core.json.null
local path_from, tip_of = Tree.path_from, Tree.tip_of

local ExportTree = {}

local function number_of(node) return node.parent and node.n or 0 end

-- The commands of persons on a path, each with what it reported.
local function commands_of(path)
  local list = array {}
  for _, node in ipairs(path) do
    if not node.auto then
      local reports = array {}
      for i, r in ipairs(node.reports or {}) do reports[i] = { name = r.name, value = tostring(r.value) } end
      list[#list + 1] = { n = node.n, text = Text.without_digest(node.line), reports = reports }
    end
  end
  return list
end

local function branches_at(game, node)
  local names = array {}
  for _, name in ipairs(game:branch_names()) do
    if game.branches[name].tip == node then names[#names + 1] = name end
  end
  return names
end

local function standing(node)
  return node.parent and node.standing and node.standing ~= "" and node.standing or null
end

-- A line that leaves another behind `node`, from its first command `child` on.
local function variation(game, node, child)
  local tip = tip_of(child)
  return { begins = child.n, text = Text.without_digest(child.line), from = number_of(node), ends = tip.n,
    commands = #commands_of(path_from(node, tip)), standing = standing(tip), branches = branches_at(game, tip) }
end

-- The lines that leave the one through `node`, as Tree.variations lists them.
local function add_from(game, node, on_line, inner, list)
  while node do
    local following
    for _, child in ipairs(node.children) do
      if on_line[child] then following = child end
      if not on_line[child] and child ~= (inner and node.latest or nil) then
        list[#list + 1] = variation(game, node, child)
        add_from(game, child, on_line, true, list)
      end
    end
    if inner then node = node.latest else node = following end
  end
end

--- `variations [N]`: the line that the game is on and those that leave it; with n the commands of the one
--- that begins with command n. nil, message.
function ExportTree.variations(game, n)
  if n then
    local node = game.nodes[n]
    if not node then return nil, ("there is no command %d; the last is %d"):format(n, #game.nodes) end
    local found = variation(game, node.parent, node)
    found.commands = commands_of(path_from(node.parent, tip_of(node)))
    return found
  end
  local tip, list, branches = tip_of(game.current), array {}, array {}
  add_from(game, game.root, game.line_to(tip), false, list)
  for i, name in ipairs(game:branch_names()) do
    branches[i] = { name = name, n = number_of(Tree.leader(game.branches[name].tip)) }
  end
  return { line = { at = number_of(game.current), ends = number_of(tip), branches = branches_at(game, tip),
    commands = #commands_of(path_from(game.root, tip)) }, variations = list, branches = branches }
end

local function one_side(node, base, before, now)
  local lost = array {}
  for i, entry in ipairs(Compare.lost(before, now)) do
    lost[i] = { id = entry.id, kind = entry.kind, name = entry.name, side = entry.side or null }
  end
  return { n = number_of(Tree.leader(node)), text = node.parent and Text.without_digest(Tree.leader(node).line) or null,
    standing = standing(node), commands = commands_of(path_from(base, node)), lost = lost }
end

--- `compare A B`: where two lines part, the commands of each since, what each has lost, and every field in
--- which the two positions differ. nil, message.
function ExportTree.compare(game, first, second)
  local found, message = game:parted(first, second)
  if not found then return nil, message end
  return { parted = number_of(Tree.leader(found.base)), a = one_side(found.a, found.base, found.before, found.now_a),
    b = one_side(found.b, found.base, found.before, found.now_b),
    differences = array(Compare.differences(found.now_a, found.now_b)) }
end

return ExportTree
