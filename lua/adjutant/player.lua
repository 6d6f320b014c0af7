-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.player -- a player that picks commands and answers at random, from the same
-- declarations that parsing and completion use. For playouts and tests.

local Command = require "adjutant.command"

local Player = {}

local function one_of(list, stream) return list[stream:below(#list) + 1] end

local function candidates(game, arg, args)
  local kit = game.kit
  if arg.kind == "word" then return arg.values end
  if arg.kind == "text" or arg.kind == "value" then return {} end       -- nothing to choose from
  if arg.kind == "number" then
    local list = {}
    for n = arg.min or 0, math.min(arg.max or 6, (arg.min or 0) + 20) do list[#list + 1] = n end
    return list
  end
  if arg.from then return arg.from(args) end
  local values = {}
  for i, n in ipairs(kit.names(arg.kind, arg, args)) do values[i] = n.value end
  return values
end

local function sample_list(list, stream)
  local rest, taken = { table.unpack(list) }, {}
  local n = 1 + stream:below(math.min(#rest, 3))
  for _ = 1, n do taken[#taken + 1] = table.remove(rest, stream:below(#rest) + 1) end
  return taken
end

--- The declarations that may be used now, but for `end`.
function Player.legal(game)
  local kit, list = game.kit, {}
  local phase = kit.sequence and kit.sequence:phase(kit.game)
  for _, decl in ipairs(kit.command_list) do
    if not decl.builtin and not decl.reaction
      and (not decl.phases or (phase and decl.phases[phase.id])) then
      list[#list + 1] = decl
    end
  end
  return list
end

--- A random command line; nil when an argument has no candidate.
function Player.line(game, stream, decl)
  decl = decl or one_of(Player.legal(game), stream)
  if not decl then return nil end
  local args = {}
  for _, arg in ipairs(decl.args) do
    if not arg.optional or stream:below(2) == 1 then
      local list = candidates(game, arg, args)
      if #list == 0 then
        if not arg.optional then return nil end
      elseif arg.list then
        args[arg.name] = sample_list(list, stream)
      else
        args[arg.name] = one_of(list, stream)
      end
    end
  end
  return Command.line(decl, args)
end

local MOST_LINES = 1024

--- Every non-empty choice out of `list`, in order.
local function subsets(list)
  local sets = {}
  for bits = 1, (1 << #list) - 1 do
    local set = {}
    for i, v in ipairs(list) do if bits & (1 << (i - 1)) ~= 0 then set[#set + 1] = v end end
    sets[#sets + 1] = set
  end
  return sets
end

--- Every line of a declaration that its candidates allow. More than 1,024 are an error.
function Player.lines(game, decl)
  local lines, args = {}, {}
  local function fill(i)
    local arg = decl.args[i]
    if not arg then
      if #lines >= MOST_LINES then
        error(("%s: more than %d ways to give it"):format(decl.name, MOST_LINES), 0)
      end
      lines[#lines + 1] = Command.line(decl, args)
      return
    end
    if arg.optional then fill(i + 1) end
    local list = candidates(game, arg, args)
    if arg.list and #list > 10 then
      error(("%s: too many ways to choose %s"):format(decl.name, arg.name), 0)
    end
    for _, value in ipairs(arg.list and subsets(list) or list) do
      args[arg.name] = value
      fill(i + 1)
      args[arg.name] = nil
    end
  end
  fill(1)
  return lines
end

-- The choices out of `list`, small ones first: calls f(set) for each until it gives true.
local function small_sets(list, f)
  local set = {}
  local function choose(from, size)
    if size == 0 then return f({ table.unpack(set) }) end
    for i = from, #list - size + 1 do
      set[#set + 1] = list[i]
      if choose(i + 1, size - 1) then return true end
      set[#set] = nil
    end
    return false
  end
  for size = 1, #list do if choose(1, size) then return true end end
  return false
end

local PATIENCE = 300            -- values tried in a row that lead to no line

--- The first `most` lines of a declaration that its candidates allow, and whether there may be
--- more. Of lists the short ones come first; it stops where nothing new comes for a while.
function Player.some_lines(game, decl, most)
  local lines, args, more, idle = {}, {}, false, 0
  local function fill(i)
    local arg = decl.args[i]
    if not arg then
      more = #lines >= most
      if not more then lines[#lines + 1], idle = Command.line(decl, args), 0 end
      return more
    end
    if arg.optional and fill(i + 1) then return true end
    local function try(value)
      idle = idle + 1
      if idle > PATIENCE then
        more = true
        return true
      end
      args[arg.name] = value
      local full = fill(i + 1)
      args[arg.name] = nil
      return full
    end
    local list = candidates(game, arg, args)
    if arg.list then return small_sets(list, try) end
    for _, value in ipairs(list) do if try(value) then return true end end
    return false
  end
  fill(1)
  return lines, more
end

--- A random answer to a question, as text.
function Player.answer(game, q, stream)
  local kind = q.kind
  if kind == "roll" then return "=" .. q.pool:total_only(stream) end
  if kind == "yesno" then return stream:below(2) == 0 and "no" or "yes" end
  if kind == "count" or kind == "number" then
    return tostring(q.min + stream:below((q.max or q.min + 9) - q.min + 1))
  end
  if kind == "command" then
    if stream:below(2) == 0 then return "pass" end
    return Player.line(game, stream, game.kit.commands[one_of(q.commands, stream)]) or "pass"
  end
  local rest = {}
  for i = 1, #q.options do rest[i] = i end
  local n = 1
  if kind == "order" then n = #rest
  elseif kind == "some" then n = q.min + stream:below(q.max - q.min + 1) end
  local taken = {}
  for _ = 1, n do
    local index = table.remove(rest, stream:below(#rest) + 1)
    taken[#taken + 1] = kind == "one" and q.options[index].label or tostring(index)
  end
  if kind == "some" and n == 0 then return "none" end
  return table.concat(taken, " ")
end

--- Plays one command to its end, with its questions. Gives the last result; a refused line or
--- an answer that will not do ends it as the game says.
function Player.play(game, line, stream)
  local r = game:command(line)
  local tries = 0
  while r.status == "question" do
    tries = tries + 1
    if tries > 200 then return game:abandon("no answer will do") end
    r = game:answer(Player.answer(game, game:question(), stream))
  end
  return r
end

return Player
