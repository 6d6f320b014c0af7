-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.playout_replay -- the record of a playout is played again, to the same hashes.

local Command = require "adjutant.command"
local Question = require "adjutant.question"
local Text = require "adjutant.text"

local Replay = {}

-- --- command lines --------------------------------------------------------------------------------

-- What lines mean, kept: games of one scenario say the same again and again. A line means the same
-- as long as the pieces that it names are in play and bear their names.
local Lines = {}
Lines.__index = Lines

local MOST_LINES = 50000

function Lines.new(game) return setmetatable({ game = game, known = {}, count = 0 }, Lines) end

local is_entity = core.world.is_entity
local none = {}                          -- arguments of a word alone

-- Notes a value of an argument, and the name it bears if it is a piece. False when a line with such a
-- value cannot be kept: what its name means depends on more than the name.
local function note_value(pieces, arg, value, exact)
  local kind = type(value)
  if kind ~= "userdata" and kind ~= "table" then return true end
  local name = Text.show(value)
  if exact(arg.kind, name) ~= value then return false end
  if is_entity(value) then pieces[#pieces + 1], pieces[#pieces + 2] = value, name end
  return true
end

-- The pieces that a line names: piece, name, piece, name ...; nil when the line cannot be kept.
local function pieces_of(decl, args, exact)
  local pieces = {}
  for _, arg in ipairs(decl.args) do
    local value = args[arg.name]
    if arg.list and value then
      for _, one in ipairs(value) do
        if not note_value(pieces, arg, one, exact) then return nil end
      end
    elseif value ~= nil and not note_value(pieces, arg, value, exact) then
      return nil
    end
  end
  return pieces
end

local function still_there(pieces)
  for i = 1, #pieces, 2 do
    local piece = pieces[i]
    if not piece.alive or piece.name ~= pieces[i + 1] then return false end
  end
  return true
end

-- Rules may write into their arguments.
local function copy(args)
  local own = {}
  for name, value in pairs(args) do own[name] = value end
  return own
end

--- The declaration and the arguments of a line; nil, message when it is none.
function Lines:read(line)
  local known = self.known[line]
  if known and still_there(known.pieces) then
    return known.decl, known.bare and none or copy(known.args)
  end
  local game = self.game
  local decl, rest = game:find_command(line)
  if not decl then return nil, rest end
  local args, message = Command.parse(decl, rest, game.kit.names)
  if not args then return nil, message end
  local pieces = pieces_of(decl, args, Command.exact[game.kit.names])
  if pieces and (known or self.count < MOST_LINES) then
    if not known then self.count = self.count + 1 end
    self.known[line] = { decl = decl, args = copy(args), pieces = pieces,
      bare = next(args) == nil }
  end
  return decl, args
end

-- --- answers ------------------------------------------------------------------------------------------

local function follower(self)
  local driver = { note = function() end, report = function() end, silent = true }
  local answers, at
  local decode = Question.decode
  function driver.follow(list) answers, at = list, 0 end
  function driver.used() return at end
  local function answer(q)
    at = at + 1
    local payload = answers[at]
    local a = payload and decode(q, payload)
    if not a then
      error(("answer %d was %q, but the rules ask: %s (%s)"):format(at, tostring(payload),
        q.ask or q.reason or "?", q.kind), 0)
    end
    return a
  end
  local roll = {}
  local totals, kept = {}, 0           -- text of a throw -> its total
  local function thrown()
    at = at + 1
    local text = answers[at] or ""
    local total = totals[text]
    if total then return total end
    total = math.tointeger(tonumber(text:match("^roll .- = (-?%d+)")))
    if not total then error(("answer %d: a throw was wanted"):format(at), 0) end
    if kept < MOST_LINES then totals[text], kept = total, kept + 1 end
    return total
  end
  function driver.roll(pool) return thrown() end
  function driver.roll_as(pool, _, mapper) return mapper(thrown()) end
  function driver.faces(pool)
    roll.kind, roll.pool = "roll", pool
    return answer(roll).faces
  end
  function driver.draw(list)
    local index = (answers[at + 1] or ""):match("^draw (%d+)")
    at = at + 1
    return list[math.tointeger(index)]
  end
  -- As Question.decode and Question.value, without naming every option.
  function driver.choose(q)
    local kind = q.kind
    if kind ~= "one" and kind ~= "place" and kind ~= "route" then
      return Question.value(q, answer(q))
    end
    at = at + 1
    local index, label = (answers[at] or ""):match("^%a+ (%d+) (.*)$")
    index = index and math.tointeger(index)
    if not index or index < 1 or index > #q.from or Question.label_at(q, index) ~= label then
      error(("answer %d was %q, but the rules ask: %s (%s)"):format(at, tostring(answers[at]), q.ask,
        kind), 0)
    end
    return Question.value_at(q, index)
  end
  function driver.react(q)
    local a = answer(q)
    if not a.line then return nil end
    return self.game:nested(a.line, q)
  end
  function driver.stage(_, f, ...) return f(...) end
  return driver
end

-- --- whole records ------------------------------------------------------------------------------------

--- Plays a record of a playout again from its texts, checking the hash after every command. true, or
--- nil and what differs.
function Replay.replay(self, journal)
  local world, kit = self.world, self.kit
  world:rollback(self.start)
  self.follower = self.follower or follower(self)
  self.lines = self.lines or Lines.new(self.game)
  local driver = self.follower
  local pending, run, body = self.pending, kit.engine.run, self.body
  for i, record in ipairs(journal) do
    local decl, args = self.lines:read(record.line)
    if not decl then return nil, ("command %d (%s): %s"):format(i, record.line, args) end
    pending.decl, pending.args = decl, args
    driver.follow(record.answers)
    local status, value = run(driver, body)
    if status ~= "done" then
      return nil, ("command %d (%s): %s"):format(i, record.line,
        status == "refused" and value.text or tostring(value))
    elseif driver.used() ~= #record.answers then
      return nil, ("command %d (%s): %d answers, %d used"):format(i, record.line, #record.answers,
        driver.used())
    elseif world:hash() ~= record.hash then
      return nil, ("command %d (%s): state hash %s, the journal has %s"):format(i, record.line,
        world:hash(), record.hash)
    end
  end
  return true
end

return Replay
