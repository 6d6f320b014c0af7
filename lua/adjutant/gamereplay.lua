-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamereplay -- a journal, played again record by record: what `resume` does.

local Replay = {}

--- The files of the installed ruleset that are not those the game was played with.
local function differing_files(game, folder)
  local names = {}
  local root = core.data_dir .. "/rulesets/" .. game.ruleset_name
  for _, s in ipairs(folder:sources()) do
    local path = s.path:match("^@shared/(.*)$")
    path = path and core.data_dir .. "/lua/shared/" .. path or root .. "/" .. s.path
    local own = s.path:sub(1, 7) == "@house/"
    if not own and core.files.read(path) ~= s.text then names[#names + 1] = s.path end
  end
  table.sort(names)
  return names
end

-- The dice go on behind those of a record. (A choice has none: its label may end like one.)
local function go_behind(game, payload)
  local word, position = payload:match("^(%l+) .* @(%d+)$")
  position = (word == "roll" or word == "draw") and math.tointeger(tonumber(position))
  if position then game.position = math.max(game.position, position) end
end

local function go_to(game, n)
  local target, up = game.nodes[n] or (n == 0 and game.root) or nil, game.current
  while up and up ~= target do up = up.parent end
  if not up then return nil, ("record: there is no command %d to go back to"):format(n) end
  game:roll_back(up)
  return true
end

-- On to a command; from another line by way of where the lines part, which is what comes back.
local function redo_to(game, n)
  local Tree = require "adjutant.gametree"
  local target, over = game.nodes[n], nil
  if not target then return nil, ("there is no command %d to make again"):format(n) end
  local base = Tree.common(game.current, target)
  if base == target then return nil, ("command %d is not to be made again"):format(n) end
  if base ~= game.current then
    over = base
    game:roll_back(base)
  end
  for _, node in ipairs(Tree.path_from(base, target)) do
    local ok, message = game:run_again(node)
    if not ok then return nil, message end
  end
  return true, over
end

local Kinds = {}

function Kinds.begin(game, r, state)
  state.line, state.answers = r.payload, {}
  return true, game
end

function Kinds.answer(_, r, state)
  if not state.line then return nil, "an answer without a command" end
  state.answers[#state.answers + 1] = { payload = r.payload }
  return true
end

function Kinds.done(game, r, state)
  if not state.line then return nil, "an end without a command" end
  local ok, message = game:replay_node(nil, state.line, state.answers, r.payload)
  if not ok then return nil, message end
  state.line = nil
  return true
end

-- A command that was given up may have been one that never ends.
local BRIEF = { instructions = 20000000, cpu_ms = 1000 }

-- What a command that was given up had shown: it runs again with the answers it had, and is taken
-- back. Nothing when it does not get that far.
local function shown_by(game, line, given)
  local decl, rest = game:find_command(line)
  if not decl or decl.resolve or #given == 0 then return {} end
  local limits = game.limits
  game.limits = BRIEF
  local _, args = game:arguments(decl, rest)
  if type(args) ~= "table" then
    game.limits = limits
    return {}
  end
  local answers = {}
  for i, a in ipairs(given) do answers[i] = { payload = a.payload } end
  local p = { line = line, decl = decl, args = args, answers = answers, mark = game.world:mark() }
  pcall(game.rerun, game, p, game.stop)
  game.limits = limits
  game.world:rollback(p.mark)
  return game.lines_of(p.record or {})
end

function Kinds.abandon(game, r, state)
  local dice = {}
  local unseen = r.payload == require("adjutant.gamestart").UNSEEN
  for i = 1, math.min(#state.answers, game.MOST_GIVEN_UP) do dice[i] = state.answers[i].payload end
  game.log_entries[#game.log_entries + 1] = { kind = "abandoned", line = state.line, why = r.payload,
    answers = dice, lines = unseen and {} or shown_by(game, state.line, state.answers) }
  state.line = nil
  return true
end

function Kinds.undo(game, r, state)
  local keep = r.payload:match("^answers (%d+)$")
  if keep then
    for i = #state.answers, tonumber(keep) + 1, -1 do state.answers[i] = nil end
    game.log_entries[#game.log_entries + 1] = { kind = "back", line = state.line, keep = tonumber(keep) }
    return true
  end
  local n = math.tointeger(tonumber(r.payload:match("^to (%d+)$") or ""))
  if not n then return nil, "an undo that cannot be read: " .. r.payload end
  local ok, message = go_to(game, n)
  game.log_entries[#game.log_entries + 1] = { kind = "undo", to = game.current }
  return ok, message
end

function Kinds.redo(game, r)
  local n = math.tointeger(tonumber(r.payload:match("^to (%d+)$") or ""))
  if not n then return nil, "a redo that cannot be read: " .. r.payload end
  local ok, found = redo_to(game, n)
  if not ok then return nil, found end
  game.log_entries[#game.log_entries + 1] = { kind = "redo", to = game.current, over = found }
  return true
end

function Kinds.remark(game, r)
  local mode = r.payload:match("^dice (%a+)$")
  if mode then game.dice_mode = mode end
  local n, name = r.payload:match("^branch (%d+) (%a[%w_-]*)$")
  if n then return game:take_branch(math.tointeger(tonumber(n)), name) ~= nil, "there is no command " .. n end
  game.log_entries[#game.log_entries + 1] = { kind = "remark", text = r.payload }
  return true
end

--- Takes one record of a journal; state.line and state.answers are of the command under way. True,
--- or nil and why not.
function Replay.step(game, r, state)
  if r.kind == "answer" then go_behind(game, r.payload) end
  return Kinds[r.kind](game, r, state)
end

--- Replays a journal into the game as it began, and verifies every command. nil, message.
function Replay.all(game, folder, state)
  for _, r in ipairs(folder:records()) do
    local ok, message = Replay.step(game, r, state)
    if not ok then
      local files = differing_files(game, folder)
      local why = #files > 0 and "; these installed files differ from those it was played with: "
        .. table.concat(files, ", ") or "; the installed files are those it was played with"
      return nil, ("command %d (%s, record %s): %s%s"):format(#game.nodes + 1, state.line or r.kind,
        tostring(r.seq), message, why)
    end
  end
  return true
end

return Replay
