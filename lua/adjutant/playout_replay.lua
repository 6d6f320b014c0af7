-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.playout_replay -- the record of a playout is played again, to the same hashes.

local Command = require "adjutant.command"
local Question = require "adjutant.question"

local Replay = {}

-- --- command lines --------------------------------------------------------------------------------

-- A record has its lines from Command.line: names are whole, and in quotes where they have blanks. So
-- they are read word by word, without trying what else a person could have meant. What this does not
-- read the parser does.

local Lines = {}
Lines.__index = Lines

--- The lines of a game's records: Lines.new(game):read(line).
Replay.Lines = Lines

--- What reads the lines of records of a game.
function Lines.new(game)
  return setmetatable({ game = game, readers = {}, bare = {}, commands = game.kit.commands,
    exact = Command.exact[game.kit.names] }, Lines)
end

local is_entity = core.world.is_entity
local none = {}                          -- arguments of a word alone

local word_at = core.words.at

-- What a word means for an argument; nil when that takes more than a look.
local function meaning(arg, word, exact)
  local kind = arg.kind
  if kind == "word" then
    for _, value in ipairs(arg.values) do if value == word then return value end end
    return nil
  elseif kind == "number" then
    local number = word:find "^%-?%d+$" and math.tointeger(tonumber(word))
    return number and (not arg.min or number >= arg.min) and (not arg.max or number <= arg.max) and number or nil
  elseif kind == "text" or kind == "value" then
    return nil
  end
  return exact(kind, word)
end

-- What is remembered of an argument: words that mean the same for good (places, numbers), and those that
-- mean a piece as long as it is in play and bears the name.
local function slot_of(arg)
  return { arg = arg, name = arg.name, list = arg.list, fixed = {}, pieces = {} }
end

-- How the lines of a command are read: its arguments by their keyword and by their place, and the names
-- of those that may not be missing.
local function reader_of(decl)
  local slots, reader = {}, { keywords = {}, plain = {}, needed = {} }
  for _, arg in ipairs(decl.args) do
    slots[arg] = slot_of(arg)
    if not arg.optional then reader.needed[#reader.needed + 1] = arg.name end
  end
  for word, arg in pairs(decl.keywords) do reader.keywords[word] = slots[arg] end
  for i, arg in ipairs(decl.plain) do reader.plain[i] = slots[arg] end
  return reader
end

local function value_of(slot, word, exact)
  local value = slot.fixed[word]
  if value ~= nil then return value end
  value = slot.pieces[word]
  if value and value.alive and value.name == word then return value end
  value = meaning(slot.arg, word, exact)
  if value ~= nil then slot[is_entity(value) and "pieces" or "fixed"][word] = value end
  return value
end

-- A list that begins with `value`, and goes on at a position: the list, and where the next word begins.
local function list_at(line, at, slot, value, exact)
  local list, n = { value }, 1
  repeat
    local word, stop, _, more = word_at(line, at)
    value = word and value_of(slot, word, exact)
    if value == nil then return nil end
    for i = 1, n do if list[i] == value then return nil end end
    n = n + 1
    list[n], at = value, stop
  until not more
  return list, at
end

-- The arguments of a line, from a position behind the name of its command; nil when the parser must
-- read it.
local function arguments_at(reader, line, at, exact)
  local args, plain, length = {}, 0, #line
  while at <= length do
    local word, stop, quoted, more = word_at(line, at)
    local slot = word and not quoted and reader.keywords[word]
    if slot then
      if more then return nil end
      local named, behind, _, list = word_at(line, stop)
      word, stop, more = named, behind, list
    else
      plain = plain + 1
      slot = reader.plain[plain]
    end
    if not word or not slot then return nil end
    local name = slot.name
    if more and not slot.list or args[name] ~= nil then return nil end
    local value = value_of(slot, word, exact)
    if value == nil then return nil end
    if more then
      value, stop = list_at(line, stop, slot, value, exact)
      if not value then return nil end
    elseif slot.list then
      value = { value }
    end
    args[name], at = value, stop
  end
  local needed = reader.needed
  for i = 1, #needed do
    if args[needed[i]] == nil then return nil end
  end
  return args
end

-- A line as the parser of the prompt reads it.
function Lines:parse(line)
  local decl, rest = self.game:find_command(line)
  if not decl then return nil, rest end
  local args, message = Command.parse(decl, rest, self.game.kit.names)
  if not args then return nil, message end
  if next(args) == nil then self.bare[line] = decl end     -- a word alone
  return decl, args
end

--- The declaration and the arguments of a line; nil, message when it is none.
function Lines:read(line)
  local bare = self.bare[line]
  if bare then return bare, none end
  local word, at = word_at(line, 1)
  local decl = word and at <= #line and self.commands[word]
  if decl then
    local reader = self.readers[decl]
    if not reader then
      reader = reader_of(decl)
      self.readers[decl] = reader
    end
    local args = arguments_at(reader, line, at, self.exact)
    if args then return decl, args end
  end
  return self:parse(line)
end

-- --- answers ------------------------------------------------------------------------------------------

local MOST_THROWS = 50000

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
  local totals, kept = {}, 0           -- text of a throw -> its total, of MOST_THROWS of them
  local function thrown()
    at = at + 1
    local text = answers[at] or ""
    local total = totals[text]
    if total then return total end
    total = math.tointeger(tonumber(text:match("^roll .- = (-?%d+)")))
    if not total then error(("answer %d: a throw was wanted"):format(at), 0) end
    if kept < MOST_THROWS then totals[text], kept = total, kept + 1 end
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
    elseif not world:has_hash(record.hash) then
      return nil, ("command %d (%s): state hash %s, the journal has %s"):format(i, record.line,
        world:hash(), record.hash)
    end
  end
  return true
end

return Replay
