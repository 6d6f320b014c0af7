-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.1 and policies: who plays decides by what his side may know. A World in which what he may not know is
-- other than it is gives the same commands and the same answers.

local Command = require "adjutant.command"
local Playout = require "adjutant.playout"
local Question = require "adjutant.question"

require("adjutant.playout").collect_late()               -- as `adjutant play` runs

local LOOKED = { random = 600, busy = 1200, plain = 120 }  -- commands looked at

local function playout(policy, options)
  options = options or {}
  options.hidden_strengths = options.hidden_strengths or "true"
  return assert(Playout.new { ruleset = "marlborough", scenario = "1704", seed = 5, policy = policy,
    options = options, check = "never" })
end

-- Other strengths for the enemy of a side, within what a force and a garrison can have.
local function disguise(world, side, salt)
  for i, force in ipairs(world:all "force") do
    if force.side ~= side then
      local most = force.size == "detachment" and 15 or 60
      local least = force.nation == "british" and force.size == "army" and 20 or 1
      local sp = least + (salt * 31 + i * 7) % (most - least)
      for _, contingent in ipairs(world:all "contingent") do
        if contingent.force == force then sp = sp + contingent.sp end
      end
      force.sp = sp
    end
  end
  for i, fortress in ipairs(world:all "fortress") do
    if fortress.side ~= side and fortress.class > 0 then
      fortress.extra = (salt + i) % 2 == 0 and fortress.printed or 0
      fortress.nation = fortress.extra > 0 and "french" or ""
    end
  end
end

-- f() in a World that is disguised for a side.
local function disguised(p, side, salt, f)
  local world = p.world
  local mark, was = world:mark(), world:writable(true)
  disguise(world, side, salt)
  world:writable(was)
  local found = f()
  world:writable(true)
  world:rollback(mark)
  world:writable(was)
  return found
end

local function line_of(p, player, side, stream)
  player.start(core.rng.new(stream):stream "policy")
  local decl, args = player.command(side)
  return decl and Command.line(decl, args) or "end"
end

-- Plays a game in which each command of each side is asked for three times: twice in disguise.
local function compare_commands(p, most)
  local asked, kinds = 0, {}
  for side, real in pairs(p.player_of) do
    local ask = setmetatable({}, { __index = real })
    function ask.command()
      if asked >= most then return nil end
      asked = asked + 1
      local stream = "command " .. asked
      local line = line_of(p, real, side, stream)
      for salt = 1, 2 do
        local other = disguised(p, side, salt, function() return line_of(p, real, side, stream) end)
        if other ~= line then error(("%s gives %s; in disguise %s"):format(side.name, line, other), 0) end
      end
      kinds[line:match "^%S+"] = true
      real.start(core.rng.new(stream):stream "policy")
      return real.command(side)
    end
    p.player_of[side] = ask
  end
  local n = 0
  while asked < most do
    n = n + 1
    local r = p:play(n)
    if r.failure then error(r.failure, 0) end
  end
  return asked, kinds
end

-- The first question that a command puts to the other side than its own, with what is answered.
local function first_answer(p, decl, args, side)
  local first
  p.player_of[side].on_answer = function(q, value, more)
    first = first or q.ask .. " " .. (more and Command.line(value, more)
      or Question.encode(q, assert(Question.answer_of(q, value))))
  end
  local status = p:command(1, p.world:mark(), decl, args, {})
  p.player_of[side].on_answer = nil
  return status == "refused" and status or first
end

-- Plays a game in which each move is looked at twice more, with other strengths of who moves. The number
-- of moves about which the other side was asked.
local function compare_answers(p)
  local asked, looked = 0, 0
  for side, real in pairs(p.player_of) do
    local ask = setmetatable({}, { __index = real })
    function ask.answer(q)
      local value, more = real.answer(q)
      if ask.on_answer then ask.on_answer(q, value, more) end
      return value, more
    end
    function ask.command()
      local decl, args = real.command(side)
      if not decl or decl.name ~= "move" or looked > LOOKED.plain then return decl, args end
      looked = looked + 1
      local found = {}
      for salt = 0, 2 do
        local mark = p.world:mark()
        p.world:writable(true)
        if salt > 0 then disguise(p.world, side.enemy, salt) end
        p.world:writable(false)
        found[salt] = first_answer(p, decl, args, side.enemy) or "nothing"
        p.world:writable(true)
        p.world:rollback(mark)
        p.world:writable(false)
      end
      for salt = 1, 2 do
        if found[salt] ~= found[0] and found[salt] ~= "refused" then error(("%s; in disguise %s"):format(found[0], found[salt]), 0) end
      end
      if found[0] ~= "nothing" then asked = asked + 1 end
      return decl, args
    end
    p.player_of[side] = ask
  end
  local r = p:play(1)
  if r.failure then error(r.failure, 0) end
  return asked
end

describe("13.1: policies", function()
  for _, policy in ipairs { "random", "busy", "plain" } do
    it(policy .. " gives the same commands whatever it may not know", function()
      local asked, kinds = compare_commands(playout(policy), LOOKED[policy])
      expect(asked):to_be(LOOKED[policy])
      for _, name in ipairs { "activate", "move", "magazine" } do expect(kinds[name]):to_be(true) end
    end)
  end

  it("the test would tell: with strengths known to all the commands differ", function()
    local ok, why = pcall(compare_commands, playout("plain", { hidden_strengths = "false" }), LOOKED.plain)
    expect(ok):to_be(false)
    expect(tostring(why):find("in disguise", 1, true) ~= nil):to_be(true)
  end)

  it("answer the same whatever the strength of the force that moves", function()
    local p = playout "plain"
    expect(compare_answers(p) > 5):to_be(true)
  end)
end)

-- Plays some games; gives how often each command was given by both sides, and calls at_end(p) after each.
local function count_commands(policy, games, at_end)
  local p = assert(Playout.new { ruleset = "marlborough", scenario = "1704", seed = 5, policy = policy, check = "never" })
  local counts, kinds, all = {}, 0, 0
  for side, real in pairs(p.player_of) do
    local player = setmetatable({}, { __index = real })
    function player.command(...)
      local decl, args = real.command(...)
      if decl then
        if not counts[decl.name] then counts[decl.name], kinds = 0, kinds + 1 end
        counts[decl.name], all = counts[decl.name] + 1, all + 1
      end
      return decl, args
    end
    p.player_of[side] = player
  end
  for n = 1, games do
    local r = p:play(n)
    if r.failure then error(r.failure, 0) end
    if at_end then at_end(p) end
  end
  return counts, kinds, all
end

describe("plain", function()
  it("lays magazines, besieges, gives battle, and goes into winter quarters", function()
    local out, hungry = 0, 0
    local counts = count_commands("plain", 4, function(p)
      for _, force in ipairs(p.world:all "force") do
        if not p.kit.register.callable.in_quarters(force) then out = out + 1 end
      end
      for _, score in ipairs(p.world:all "score") do
        if score.rule == "ST.excess" then hungry = hungry + 1 end
      end
    end)
    for _, name in ipairs { "magazine", "activate", "move", "besiege", "battle", "haul", "retire" } do
      expect((counts[name] or 0) >= 4):to_be(true)
    end
    expect(out <= 4):to_be(true)                    -- one of sixteen forces a season, at most
    expect(hungry <= 4 * 4):to_be(true)
  end)

  -- Seed 3: in its 2nd game the Dutch would leave fewer than 50 SP (13.5-50) on the way that `move` finds, in
  -- its 4th works stand on another; seed 2: in its 2nd they do so for a train.
  it("gives no command that a rule refuses: it looks at the way that the command finds", function()
    for _, game in ipairs { { seed = 3, n = 2 }, { seed = 3, n = 4 }, { seed = 2, n = 2 } } do
      local p = assert(Playout.new { ruleset = "marlborough", scenario = "two-years", seed = game.seed,
        policy = "plain", check = "never" })
      local r = p:play(game.n)
      expect(r.failure):to_be(nil)
      expect(r.sampled > 500):to_be(true)
      expect(p.refusals):to_equal {}
    end
  end)
end)

describe("busy", function()
  it("gives more commands than random, and more kinds of them", function()
    local _, kinds, all = count_commands("busy", 4)
    local _, fewer, less = count_commands("random", 4)
    expect(kinds > fewer):to_be(true)
    expect(all > 2 * less):to_be(true)
  end)
end)
