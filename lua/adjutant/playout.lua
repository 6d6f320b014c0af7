-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.playout -- whole games without a person: dice sampled, choices by policies.
--
-- A game is played without a journal: answers come at once, so no command is run twice, nothing
-- is written as text and no note is rendered. What went wrong is played again from the same
-- numbers with a record, which is then a saved game like any other.
--
-- Dice and policies have streams of their own, named by seed and number of the game: game 17 of
-- seed 1 is the same game whether 16 others went before it or none.

local Command = require "adjutant.command"
local Engine = require "adjutant.engine"
local Game = require "adjutant.game"
local Invariants = require "adjutant.invariants"
local Knowledge = require "adjutant.knowledge"
local Players = require "adjutant.players"
local Question = require "adjutant.question"

local Playout = {}
Playout.__index = Playout

local broken, broken_since = Invariants.broken, Invariants.broken_since
local broken_whole = Invariants.broken_whole

local none = {}

local CPU_MS = 10000                 -- of one game
local MOST_IN_A_PHASE = 2000         -- commands, refused ones included
local MOST_REFUSED = 20              -- in a row; then the side ends its phase

--- The limits, for those who tell of them.
Playout.CPU_MS, Playout.MOST_IN_A_PHASE = CPU_MS, MOST_IN_A_PHASE

--- Most of what rules make is gone with the command, and what stays is a few MiB: so a process that
--- only plays looks for garbage when the heap has grown fourfold, and then in large steps, which takes
--- a sixth off the time.
function Playout.collect_late() collectgarbage("incremental", 400, 400, 16) end

-- --- setting up -----------------------------------------------------------------------------------

local function players_of(self, o)
  local kit, list = self.game.kit, {}
  kit:load_policies()
  for key in pairs(o.policies or {}) do
    if not kit.side_by_key[key] then
      local known = {}
      for i, side in ipairs(kit.side_list) do known[i] = side.key end
      return nil, ("there is no side %q; they are %s"):format(key, table.concat(known, ", "))
    end
  end
  for i, side in ipairs(kit.side_list) do
    local name = (o.policies or {})[side.key] or o.policy or "random"
    local player, message = Players.new(kit, name)
    if not player then return nil, message end
    player = Knowledge.player(self.game, side, player)
    list[i] = { side = side, name = name, player = player }
    self.player_of[side] = player
  end
  return list
end

-- Entities that stand on the board for a side: list of { kind }, for the count of losses.
local function counted_kinds(kit)
  local kinds = {}
  for _, t in ipairs(kit.types) do
    local place, side = kit:field(t.name, "place"), kit:field(t.name, "side")
    if place and side and t.name ~= "side" and t.name ~= "game" and not kinds[t.name] then
      kinds[#kinds + 1], kinds[t.name] = t.name, true
    end
  end
  return kinds
end

local function count_units(self)
  local counts = {}
  for _, kind in ipairs(self.kinds) do
    for _, unit in ipairs(self.world:all(kind)) do
      local side = unit.side
      if side then counts[side.key] = (counts[side.key] or 0) + 1 end
    end
  end
  return counts
end

--- o: ruleset, scenario, seed, options (name -> text or value), policy (for every side) or
--- policies (side's id -> name), check = "phase" (the default: invariants of what was touched after
--- every phase, those of everything after every turn, all at the end),
--- "command" (and the hash worked out slowly after every game) or "never".
--- houses: list of { path =, text = }, the house rules in their order.
--- A ruleset that is not among the installed ones: root and sources, as Game.new takes them.
--- nil, message when something is not there.
function Playout.new(o)
  local game, message = Game.new { ruleset = o.ruleset, scenario = o.scenario, seed = o.seed or 1,
    options = o.options, root = o.root, sources = o.sources, houses = o.houses,
    scenario_text = o.scenario_text, loaded = o.loaded }
  if not game then return nil, message end
  if not game.kit.sequence then return nil, o.ruleset .. " has no sequence of play" end
  local self = setmetatable({ game = game, world = game.world, kit = game.kit, seed = o.seed or 1,
    given = o, player_of = {}, start = game.world:mark(), kinds = counted_kinds(game.kit),
    check = o.check or "phase", answered = 0 }, Playout)
  game.check = false
  local ok, list, why = pcall(players_of, self, o)
  if not ok then return nil, tostring(list) end
  if not list then return nil, why end
  self.players = list
  self.before = count_units(self)
  self.pending = {}                 -- the command that the engine runs; one table for all
  local pending = self.pending
  self.body = function() game:body(pending) end
  self.run = game.kit.engine.run
  return self
end

-- --- who answers ------------------------------------------------------------------------------------

local function driver_of(self)
  local game, kit = self.game, self.kit
  local player_of = self.player_of
  local stream, answered = nil, 0
  local function nothing() end
  local driver = { note = nothing, report = nothing, silent = true }

  function driver.start(s) stream, answered = s, 0 end
  function driver.count() return answered end

  function driver.roll(pool)
    answered = answered + 1
    return pool:total_only(stream)
  end
  function driver.roll_as(pool, _, mapper)
    answered = answered + 1
    return mapper(pool:total_only(stream))
  end
  function driver.faces(pool)
    answered = answered + 1
    local _, faces = pool:roll(stream)
    return faces
  end
  function driver.draw(list)
    answered = answered + 1
    return list[stream:below(#list) + 1]
  end
  function driver.choose(q)
    answered = answered + 1
    return (player_of[q.by] or player_of[kit.game.actor]).answer(q)
  end
  function driver.react(q)
    answered = answered + 1
    local decl, args = (player_of[q.by] or player_of[kit.game.actor]).answer(q)
    if not decl then return nil end
    if type(decl) == "string" then return game:nested(decl, q) end
    args.about = q.about
    return decl.run(args)
  end
  function driver.stage(_, f, ...) return f(...) end
  return driver
end

-- The same, but what was answered is written into `answers`, as a journal has it.
local function recording(plain, self, stream)
  local driver = setmetatable({}, { __index = plain })
  local answers = {}
  local function keep(q, a)
    answers[#answers + 1] = Question.encode(q, a)
  end
  local function thrown(pool)
    local total, faces = pool:roll(stream)
    keep({ kind = "roll", pool = pool }, { total = total, faces = faces, position = stream:position() })
    return total, faces
  end
  local function nested(decl, args, q)
    args.about = q.about
    return decl.run(args)
  end
  function driver.roll(pool) return (thrown(pool)) end
  function driver.roll_as(pool, _, mapper) return mapper((thrown(pool))) end
  function driver.faces(pool)
    local _, faces = thrown(pool)
    return faces
  end
  function driver.draw(list)
    local value = plain.draw(list)
    local options, index = {}, nil
    for i, v in ipairs(list) do
      options[i] = { value = v, label = require("adjutant.text").show(v) }
      if v == value then index = i end
    end
    keep({ kind = "draw", options = options }, { index = index, position = stream:position() })
    return value
  end
  function driver.choose(q)
    local value = plain.choose(q)
    keep(q, assert(Question.answer_of(q, value)))
    return value
  end
  function driver.react(q)
    local decl, args = (self.player_of[q.by] or self.player_of[self.kit.game.actor]).answer(q)
    local line = decl and (type(decl) == "string" and decl or Command.line(decl, args)) or nil
    keep(q, { line = line })
    if not decl then return nil end
    if not args then return self.game:nested(decl, q) end
    return nested(decl, args, q)
  end
  function driver.begin() answers = {} end
  function driver.answers() return answers end
  return driver
end

-- --- one game ---------------------------------------------------------------------------------------

-- Runs one command. Gives "done", or "refused" with the World as before; raises what breaks.
local function run_command(self, driver, decl, args, journal)
  local world, pending = self.world, self.pending
  pending.decl, pending.args = decl, args
  local line = journal and Command.line(decl, args)
  if journal then driver.begin() end
  local mark = world:mark()
  local status, value = self.run(driver, self.body)
  if status == "done" then
    if journal then
      journal[#journal + 1] = { line = line, answers = driver.answers(), hash = world:hash() }
    end
    return status
  end
  if status ~= "refused" then
    if journal then journal.last = { line = line, answers = driver.answers(), open = true } end
    error(value or status, 0)
  end
  world:rollback(mark)
  return status, value
end

-- Game n begins with the dice of its own, where dice fall before the first command.
local function begin(self, n)
  local again = self.kit.begin_again
  if not again then return end
  again(("%s/%d"):format(self.seed, n))
  self.start = self.world:mark()
end

-- The last command broke what must hold: a game takes no such command, but of those that are built in
-- (`phase`) it notes an exception. In a record it therefore stands at the end, unfinished.
local function break_off(journal, why)
  local last = journal and table.remove(journal)
  if last then journal.last = { line = last.line, answers = last.answers, open = true } end
  error(why, 0)
end

-- Plays on until the game is over. `r` takes the counts.
local function play_on(self, r, driver, journal)
  begin(self, r.n)
  local kit, game = self.kit, self.kit.game
  local ending, advance = kit.commands["end"], kit.commands.phase
  local each = self.check == "command"
  local in_phase, refused, checked, turn = 0, 0, self.start, 0
  while not game.over do
    if game.phase_over then
      local status, why = run_command(self, driver, advance, none, journal)
      if status == "refused" then
        error(("stuck: the phase cannot end, by %s: %s (%s)"):format(why.rule, why.text,
          self.game:phase_text()), 0)
      end
      in_phase, refused = 0, 0
      if self.check ~= "never" then
        local whole = game.turn ~= turn
        if each then why = broken(kit)
        else why = broken_since(kit, checked) or whole and broken_whole(kit) end
        if why then break_off(journal, why) end
        checked, turn = self.world:mark(), game.turn
      end
    else
      local decl, args
      if refused < MOST_REFUSED then
        local actor = game.actor
        decl, args = self.player_of[actor].command(actor)
      end
      in_phase = in_phase + 1
      if in_phase > MOST_IN_A_PHASE then
        error(("stuck: more than %d commands in a phase (%s)"):format(MOST_IN_A_PHASE,
          self.game:phase_text()), 0)
      end
      r.commands = r.commands + 1
      local status, why = run_command(self, driver, decl or ending, args or none, journal)
      if decl then r.sampled = r.sampled + 1 end
      if status == "refused" then
        if not decl then
          error(("stuck: no command, and `end` is refused by %s: %s (%s)"):format(why.rule, why.text,
            self.game:phase_text()), 0)
        end
        refused = refused + 1
        r.refused = r.refused + 1
        self.refusals[why.rule] = (self.refusals[why.rule] or 0) + 1
      else
        refused = 0
        if each then
          why = broken(kit)
          if why then break_off(journal, why) end
        end
      end
    end
  end
  local why = self.check ~= "never" and broken(kit)
  if why then error(why, 0) end
end

-- What each side has lost since the beginning.
local function losses(self)
  local now, lost = count_units(self), {}
  local schedule = self.kit.schedule
  for key, count in pairs(self.before) do
    local came = schedule and schedule:came(self.kit.side_by_key[key]) or 0
    lost[key] = count + came - (now[key] or 0)
  end
  return lost
end

-- The World as at `mark`, the dice and the players as game n has them. Gives the driver.
local function deal(self, n, mark)
  self.world:rollback(mark)
  local generator = core.rng.new(("%s/%d"):format(self.seed, n))
  local dice = generator:stream("dice")
  self.driver = self.driver or driver_of(self)
  self.driver.start(dice)
  for i, p in ipairs(self.players) do p.player.start(generator:stream("policy"):split(i)) end
  return self.driver, dice
end

--- Plays game n. Gives { n, winner = side's id or nil, verdict, turns, lost = { id = number },
--- commands, sampled, refused, answered, hash, failure = text or nil, tripped = the limit that
--- stopped it, or nil }. With `journal`, a table, the record is put there: list of { line =,
--- answers = texts, hash = }.
function Playout:play(n, journal)
  local world, game = self.world, self.kit.game
  local driver, dice = deal(self, n, self.start)
  if journal then driver = recording(driver, self, dice) end
  self.refusals = self.refusals or {}
  local r = { n = n, commands = 0, sampled = 0, refused = 0 }
  core.limits.begin { cpu_ms = CPU_MS }
  local ok, e = pcall(play_on, self, r, driver, journal)
  local tripped, place = core.limits.finish()
  world:writable(false)
  r.tripped = tripped
  r.answered = driver.count()
  if tripped == "cpu" then
    r.failure = Game.stopped(tripped, place, ("stopped: game %d used up its time of %d s"):format(n, CPU_MS // 1000))
  elseif tripped then
    r.failure = Game.stopped(tripped, place)
    r.interrupted = tripped == "interrupt"
  elseif not ok then
    r.failure = tostring(e)
  end
  r.hash = world:hash()
  if not r.failure and self.check == "command" and world:hash_slow() ~= r.hash then
    r.failure = "the hash kept is not the hash worked out"
  end
  r.turns, r.verdict = game.turn, game.verdict
  r.winner = game.winner and game.winner.key
  r.lost = losses(self)
  return r
end

--- Runs one command from `mark` (nil: from the beginning of the game) with the dice and players of
--- game n, and leaves the World as it ends. `reports`, a table, takes what its rules report. Gives
--- "done", or "refused" and the refusal; nil, message, limit when it breaks.
function Playout:command(n, mark, decl, args, reports)
  local driver = deal(self, n, mark or self.start)
  driver.report = function(name, value) reports[name] = value end
  core.limits.begin { cpu_ms = CPU_MS }
  local ok, status, why = pcall(function()
    if not mark then begin(self, n) end
    return run_command(self, driver, decl, args)
  end)
  local tripped, place = core.limits.finish()
  driver.report = function() end
  self.world:writable(false)
  if tripped then return nil, Game.stopped(tripped, place, "stopped: " .. tripped), tripped end
  if not ok then return nil, tostring(status) end
  return status, why
end

--- The CPU seconds that the rules take of game n: all of it but choosing commands. Looking at the clock
--- takes time itself, which is taken off.
function Playout:rules_seconds(n)
  local seconds, choosing, looks, plain = core.limits.cpu_seconds, 0, 0, {}
  for _, p in ipairs(self.players) do
    local player, command = p.player, p.player.command
    plain[player] = command
    function player.command(side)
      local start = seconds()
      local decl, args = command(side)
      choosing, looks = choosing + seconds() - start, looks + 1
      return decl, args
    end
  end
  local start = seconds()
  self:play(n)
  local total = seconds() - start - choosing
  for player, command in pairs(plain) do player.command = command end
  start = seconds()
  for _ = 1, looks do seconds() end
  return total - (seconds() - start)
end

-- --- records ---------------------------------------------------------------------------------------

--- Plays a record again from its texts, checking the hash after every command. true, or nil and
--- what differs.
function Playout:replay(journal) return require("adjutant.playout_replay").replay(self, journal) end

--- Plays game n again with a record and saves it as a game of that name, which can be resumed.
--- What broke stands at its end, unfinished: after every command it is asked what must hold, as a
--- game does. nil, message when it cannot be saved.
function Playout:save(n, name, root)
  local journal, check = {}, self.check
  self.check = "command"
  self:play(n, journal)
  self.check = check
  local o = self.given
  local saved, message = Game.new { ruleset = o.ruleset, scenario = o.scenario, options = o.options,
    root = o.root, sources = o.sources, houses = o.houses, scenario_text = o.scenario_text,
    seed = ("%s/%d"):format(self.seed, n), folder = name, root_folder = root }
  if not saved then return nil, message end
  local folder = saved.folder
  local function write(kind, payload)
    local ok, why = folder:append(kind, payload, { sync = false })
    if not ok then error(why, 0) end
  end
  local ok, why = pcall(function()
    for _, record in ipairs(journal) do
      write("begin", record.line)
      for _, answer in ipairs(record.answers) do write("answer", answer) end
      write("done", record.hash)
    end
    local last = journal.last
    if last then
      write("begin", last.line)
      for _, answer in ipairs(last.answers) do write("answer", answer) end
    end
    folder:append("remark", "playout", { sync = true })
  end)
  saved:close()
  if not ok then return nil, tostring(why) end
  return name
end

--- A refusal or an error, as text.
Playout.is_refusal = Engine.is_refusal

return Playout
