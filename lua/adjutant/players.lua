-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.players -- who plays in a playout: `random`, and the policies of a ruleset.
--
-- A player is a table of two functions, called while the World cannot be written:
--   command(side) -> declaration, args; nothing ends the side's part of the phase
--   answer(question) -> the value that the rule receives. For a reaction: false for a pass, or
--                       declaration, args
-- Everything is picked from the declarations that parsing and completion use. No text is made.

local Question = require "adjutant.question"
local Text = require "adjutant.text"

local Players = {}

local is_frozen = core.sandbox.is_frozen

local END_ONE_IN = 4             -- `random` ends its phase as often as this, unasked
local TRIES = 4                  -- declarations tried before a player without candidates ends
local RENEW_ONE_IN = 4           -- how often first candidates are listed anew within a phase

-- --- what may be given now --------------------------------------------------------------------

--- Gives legal(phase) -> list of declarations, remembered by phase.
local function legal_by_phase(kit)
  local lists = {}
  return function(phase)
    local key = phase and phase.id or ""
    local list = lists[key]
    if list then return list end
    list = {}
    for _, decl in ipairs(kit.command_list) do
      if not decl.builtin and not decl.reaction
        and (not decl.phases or (phase and decl.phases[phase.id])) then
        list[#list + 1] = decl
      end
    end
    lists[key] = list
    return list
  end
end

--- Gives candidates(arg, args) -> list of values for one argument.
local function candidates_of(kit)
  local fixed = {}
  return function(arg, args)
    if arg.from then return arg.from(args) end
    local kind = arg.kind
    if kind == "word" then return arg.values end
    if kind == "number" then
      local list = {}
      for n = arg.min or 0, math.min(arg.max or 6, (arg.min or 0) + 20) do list[#list + 1] = n end
      return list
    end
    if kind == "hex" or kind == "area" or kind == "place" or kind == "side" then
      local list = fixed[kind]
      if not list then
        list = {}
        for i, n in ipairs(kit.names(kind, arg, args)) do list[i] = n.value end
        fixed[kind] = list
      end
      return list
    end
    if kind == "text" or kind == "value" then return {} end
    return kit.world:all(kind)
  end
end

-- --- random -------------------------------------------------------------------------------------

-- First arguments of commands ("which unit?") are candidates out of everything there is, and few
-- commands of a phase change them: so they are listed once and drawn from, and listed anew now and
-- then. One that has gone stale is refused by the command itself, and counted. Where a declaration
-- says among what to look and which of those fit, only what is drawn is asked.
local function pools_of(kit, candidates, below)
  local pools, turn, phase, actor = {}, nil, nil, nil
  local sources = {}                      -- what several arguments look among is listed once
  local entity = { entity = true }        -- kinds whose values may be gone
  for _, t in ipairs(kit.types) do entity[t.name] = true end

  local function draw(pool, arg)
    local fits, can_go, n, chosen = arg.fits, entity[arg.kind], #pool, {}
    while n > 0 do
      local i = below(n) + 1
      local value = pool[i]
      local gone = can_go and not value.alive or fits and not fits(value, chosen)
      if gone or not fits and below(2) == 0 then
        pool[i] = pool[n]
        pool[n] = nil
        n = n - 1
      end
      if not gone then return value end
    end
    return nil
  end

  -- A list of its own of what an argument that asks `fits` looks among.
  local function looked_among(among)
    local list = sources[among]
    if not list then
      list = among({})
      sources[among] = list
    end
    return { table.unpack(list, 1, #list) }
  end

  local take = {}
  function take.forget() turn = nil end

  --- One candidate for the first argument of a command.
  function take.one(arg)
    local game = kit.game
    if game.turn ~= turn or game.phase ~= phase or game.actor ~= actor then
      pools, sources, turn, phase, actor = {}, {}, game.turn, game.phase, game.actor
    end
    local pool = pools[arg]
    if arg.fits and arg.among then
      pool = pool or looked_among(arg.among)
    elseif not pool or #pool == 0 or below(RENEW_ONE_IN) == 0 then
      pool = candidates(arg, {})
      if is_frozen(pool) or pool == arg.values then pool = { table.unpack(pool) } end
    end
    pools[arg] = pool
    return draw(pool, arg)
  end
  return take
end

--- Gives sample(decl) -> args, or nil when an argument that is needed has no candidate; the
--- function that lists candidates; and forget(), which begins a new game.
local function sampler(kit, below)
  local candidates = candidates_of(kit)
  local pools = pools_of(kit, candidates, below)

  -- A list grows from one member, so that its candidates can depend on those already named. Only those
  -- that the coin takes are asked whether they fit.
  local function grow(arg, args, first)
    local chosen, fits = { first }, arg.among and arg.fits
    args[arg.name] = chosen
    if below(2) == 0 then return end
    local list, n = fits and arg.among(args) or candidates(arg, args), 1
    for i = 1, #list do
      local value = list[i]
      if value ~= first and below(2) == 0 and (not fits or fits(value, args)) then
        n = n + 1
        chosen[n] = value
      end
    end
  end

  -- One that fits of those among which to look: drawn until one does.
  local function fitting_one(arg, args)
    local list, fits = arg.among(args), arg.fits
    local n = #list
    if is_frozen(list) then list = { table.unpack(list, 1, n) } end
    while n > 0 do
      local i = below(n) + 1
      local value = list[i]
      if fits(value, args) then return value end
      list[i] = list[n]
      n = n - 1
    end
    return nil
  end

  local function one_of(arg, args, i)
    if arg.sample then return arg.sample(args, below) end
    if i == 1 and arg.from then return pools.one(arg) end
    if arg.among and arg.fits then return fitting_one(arg, args) end
    local list = candidates(arg, args)
    local n = #list
    return n > 0 and list[below(n) + 1] or nil
  end

  return function(decl)
    local args, list = {}, decl.args
    for i = 1, #list do
      local arg = list[i]
      if not arg.optional or below(2) == 0 then
        local value = one_of(arg, args, i)
        if value == nil then
          if not arg.optional then return nil end
        elseif arg.list then
          grow(arg, args, value)
        else
          args[arg.name] = value
        end
      end
    end
    return args
  end, candidates, pools.forget
end

local function some_of(q, below, n)
  local rest, taken, from = {}, {}, q.from
  for i = 1, #from do rest[i] = i end
  for i = 1, n do
    local j = i + below(#rest - i + 1)
    rest[i], rest[j] = rest[j], rest[i]
    taken[i] = rest[i]
  end
  if q.kind == "some" then table.sort(taken) end
  for i = 1, n do taken[i] = Question.value_at(q, taken[i]) end
  return taken
end

--- Picks among everything that makes sense. `stream`: its own stream of the generator, renewed
--- for each game by player.start(stream).
function Players.random(kit)
  local below = core.rng.drawer()
  local draw_from = core.rng.draw_from
  local sample, candidates, forget = sampler(kit, below)
  local legal = legal_by_phase(kit)
  local player = { candidates = candidates, sample = sample, legal = legal }

  function player.start(s)
    draw_from(below, s)
    forget()
  end

  function player.command()
    local list = legal(kit.sequence:phase(kit.game))
    local n = #list
    if n == 0 or below(END_ONE_IN) == 0 then return nil end
    for _ = 1, TRIES do
      local decl = list[below(n) + 1]
      local args = sample(decl)
      if args then return decl, args end
    end
    return nil
  end

  function player.answer(q)
    local kind = q.kind
    if kind == "yesno" then return below(2) == 1 end
    if kind == "count" or kind == "number" then
      return q.min + below((q.max or q.min + 9) - q.min + 1)
    end
    if kind == "some" then
      return some_of(q, below, q.min + below(q.max - q.min + 1))
    end
    if kind == "order" then return some_of(q, below, #q.from) end
    if kind == "command" then
      if below(2) == 0 then return false end
      local decl = kit.commands[q.commands[below(#q.commands) + 1]]
      local args = sample(decl)
      if not args then return false end
      return decl, args
    end
    return Question.value_at(q, below(#q.from) + 1)
  end
  return player
end

local BUSY_ENDS_ONE_IN = 60      -- `busy` ends its phase so often
local BUSY_LOOKS = 30            -- declarations drawn before it gives up

--- Picks at random like `random`, but goes on as long as it finds something to do, and of two commands
--- takes the one that it has given less often: it comes to what is seldom possible.
function Players.busy(kit)
  local player = Players.random(kit)
  local start, stream, given = player.start, nil, {}

  function player.start(s)
    stream, given = s, {}
    start(s)
  end

  -- Of two declarations drawn the one given less often.
  local function draw(list)
    local one, other = list[stream:below(#list) + 1], list[stream:below(#list) + 1]
    return (given[other] or 0) < (given[one] or 0) and other or one
  end

  function player.command()
    local list = player.legal(kit.sequence:phase(kit.game))
    if #list == 0 or stream:below(BUSY_ENDS_ONE_IN) == 0 then return nil end
    for _ = 1, BUSY_LOOKS do
      local decl = draw(list)
      local args = player.sample(decl)
      if args then
        given[decl] = (given[decl] or 0) + 1
        return decl, args
      end
    end
    return nil
  end
  return player
end

-- --- the policies of a ruleset ---------------------------------------------------------------------

local function closed(face, what)
  return setmetatable({}, { __index = face, __metatable = false, __name = what,
    __newindex = function(_, key)
      error(("%s is read-only: cannot set `%s`"):format(what, tostring(key)), 2)
    end })
end

--- What a policy is told of the commands that may be given now.
local function commands_object(kit, chance)
  local face = {}

  --- Whether the command may be given in this phase.
  function face.can(_, name)
    local decl = kit.commands[name]
    if not decl then error(("there is no command %s"):format(tostring(name)), 2) end
    for _, other in ipairs(chance.legal(kit.sequence:phase(kit.game))) do
      if other == decl then return true end
    end
    return false
  end

  --- The names of the commands that may be given in this phase, but for `end`.
  function face.names()
    local names = {}
    for i, decl in ipairs(chance.legal(kit.sequence:phase(kit.game))) do names[i] = decl.name end
    return names
  end

  --- The candidates for one argument, given those already chosen.
  function face.candidates(_, name, argument, args)
    local decl = kit.commands[name]
    for _, arg in ipairs(decl and decl.args or {}) do
      if arg.name == argument then return chance.candidates(arg, args or {}) end
    end
    error(("there is no command %s with an argument %s"):format(tostring(name),
      tostring(argument)), 2)
  end

  --- f(...) when no rule refuses it: true and what it gives, or false and the rule's number.
  function face.allowed(_, f, ...)
    local r = table.pack(pcall(f, ...))
    if r[1] then return true, table.unpack(r, 2, r.n) end
    if not require("adjutant.engine").is_refusal(r[2]) then error(r[2], 0) end
    return false, r[2].rule
  end

  --- A table for what the policy wants to remember until the phase is over: empty at first.
  function face.memory() return chance.memory() end

  --- A command picked at random: its name and arguments; nothing when there is none.
  function face.random()
    local decl, args = chance.command()
    if decl then return decl.name, args end
    return nil
  end

  --- A whole number from 1 to n, from the policy's own stream.
  function face.below(_, n) return chance.below(n) end

  return closed(face, "commands")
end

local function check_list(q, value, fail)
  if type(value) ~= "table" then fail() end
  local n, given = #q.from, {}
  local taken = {}
  for i = 1, n do given[Question.value_at(q, i)] = true end
  for _, v in ipairs(value) do
    if not given[v] or taken[v] then fail() end
    taken[v] = true
  end
  if q.kind == "order" and #value ~= n then fail() end
  if q.kind == "some" and (#value < q.min or #value > q.max) then fail() end
end

--- Raises when `value` cannot be the answer to q.
local function check_answer(q, value, name)
  local function fail()
    error(("policy %s: %s is no answer to %q (%s)"):format(name, Text.show(value), q.ask,
      Question.expected(q)), 0)
  end
  local kind = q.kind
  if kind == "yesno" then
    if type(value) ~= "boolean" then fail() end
  elseif kind == "count" or kind == "number" then
    if math.type(value) ~= "integer" or value < q.min or (q.max and value > q.max) then fail() end
  elseif kind == "some" or kind == "order" then
    check_list(q, value, fail)
  else
    for i = 1, #q.from do if Question.value_at(q, i) == value then return end end
    fail()
  end
end

-- Gives remember() -> a table, the same one within a phase of a side; and forget(), for a new game.
local function memory_of(kit)
  local kept, turn, phase, actor
  return function()
    local game = kit.game
    if not kept or game.turn ~= turn or game.phase ~= phase or game.actor ~= actor then
      kept, turn, phase, actor = {}, game.turn, game.phase, game.actor
    end
    return kept
  end, function() kept = nil end
end

--- A policy of the ruleset as a player. What it does not answer is answered as usual: by the
--- rule's `default`, or the first possible answer.
function Players.policy(kit, name, policy)
  local usual = require("adjutant.drivers").Policy.usual
  local chance = Players.random(kit)
  local stream
  local forget
  function chance.below(n) return stream:below(n) + 1 end
  chance.memory, forget = memory_of(kit)
  local commands = commands_object(kit, chance)
  local player = {}

  function player.start(s)
    stream = s
    forget()
    chance.start(s)
  end

  function player.command(side)
    if not policy.command then return nil end
    local command, args = policy.command(side, commands)
    if command == nil or command == "end" or args == nil then return nil end
    local decl = kit.commands[command]
    if not decl then
      error(("policy %s: there is no command %s"):format(name, tostring(command)), 0)
    end
    return decl, args
  end

  local function reaction(q, value, args)
    if not value then return false end
    local decl = kit.commands[value]
    if decl and type(args) == "table" then return decl, args end
    return value                         -- a line, as the rule's default gives it
  end

  function player.answer(q)
    local value, args
    if policy.answer then value, args = policy.answer(q) end
    if value == nil then return usual(q) end
    if q.kind == "command" then return reaction(q, value, args) end
    check_answer(q, value, name)
    return value
  end
  return player
end

--- The names of a kit's policies, `random` and `busy` first.
function Players.names(kit)
  local names = Text.sorted_keys(kit.policies)
  table.insert(names, 1, "random")
  if not kit.policies.busy then table.insert(names, 2, "busy") end
  return names
end

--- A player by the name of its policy; `usual` gives no commands and answers as the rules name it
--- the usual answer. nil, message when there is none.
function Players.new(kit, name)
  if name == "random" then return Players.random(kit) end
  if name == "busy" and not kit.policies.busy then return Players.busy(kit) end
  local policy = kit.policies[name] or name == "usual" and {}
  if policy then return Players.policy(kit, name, policy) end
  local names = Players.names(kit)
  return nil, ("there is no policy %s%s; there is %s"):format(Text.cite(name),
    Text.did_you_mean(name, names), Text.list(names))
end

return Players
