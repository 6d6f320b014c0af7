-- SPDX-License-Identifier: GPL-3.0-or-later
-- `random` of the playouts: what it draws from what a declaration says.

local Command = require "adjutant.command"
local Players = require "adjutant.players"

local freeze = core.sandbox.freeze

-- A player of a game with these commands (name -> arguments); the game's fields can be set.
local function player_of(commands)
  local kit = { command_list = {}, types = {}, commands = {}, game = { turn = 1, phase = 1, actor = "red" },
    sequence = { phase = function() return { id = "p" } end } }
  for i, c in ipairs(commands) do
    kit.command_list[i] = Command.declare(c.name, { args = c.args, run = function() end }, "here")
    kit.commands[c.name] = kit.command_list[i]
  end
  local player = Players.random(kit)
  player.start(core.rng.new(4):stream "policy")
  return player, kit
end

local function numbers(n)
  local list = {}
  for i = 1, n do list[i] = i end
  return list
end

describe("a player at random", function()
  it("names first who fits, all of them about as often, and lists once a phase among whom to look", function()
    local listed, asked = 0, {}
    local function among() listed = listed + 1 return numbers(10) end
    local function fits(value) asked[value] = (asked[value] or 0) + 1 return value % 2 == 0 end
    local player, kit = player_of {
      { name = "go", args = { { name = "who", kind = "word", values = {}, among = among, fits = fits } } },
      { name = "stay", args = { { name = "who", kind = "word", values = {}, among = among, fits = fits } } } }
    local counts = {}
    for _ = 1, 1000 do
      for _, name in ipairs { "go", "stay" } do
        local who = player.sample(kit.commands[name]).who
        counts[who] = (counts[who] or 0) + 1
      end
    end
    expect(listed):to_be(1)
    for i = 1, 10 do
      if i % 2 == 1 then
        expect(counts[i]):to_be(nil)
        expect(asked[i] <= 2):to_be(true)                   -- once refused it is not asked again
      else
        expect(counts[i] > 300 and counts[i] < 500):to_be(true)
      end
    end
    kit.game.phase = 2
    player.sample(kit.commands.go)
    expect(listed):to_be(2)
    kit.game.actor = "blue"
    player.sample(kit.commands.go)
    expect(listed):to_be(3)
  end)

  it("names nobody when nobody fits", function()
    local player, kit = player_of { { name = "go", args = {
      { name = "who", kind = "word", values = {}, among = function() return freeze { 1, 2, 3 } end,
        fits = function() return false end } } } }
    for _ = 1, 5 do expect(player.sample(kit.commands.go)):to_be(nil) end
    expect((player.command())):to_be(nil)
  end)

  it("goes on with what fits those already named", function()
    local all = freeze(numbers(8))
    local player, kit = player_of { { name = "go", args = {
      { name = "area", kind = "word", values = {}, from = function() return { 3, 5 } end },
      { name = "who", kind = "word", values = {}, list = true, among = function() return all end,
        fits = function(value, args)
          local first = args.who and args.who[1]
          return value <= args.area and (not first or (value - first) % 2 == 0)
        end } } } }
    local seen, lengths = {}, {}
    for _ = 1, 600 do
      local args = player.sample(kit.commands.go)
      lengths[#args.who] = true
      seen[args.area .. ":" .. args.who[1]] = true
      local named = {}
      for _, value in ipairs(args.who) do
        expect(value <= args.area and (value - args.who[1]) % 2 == 0):to_be(true)
        expect(named[value]):to_be(nil)
        named[value] = true
      end
    end
    for _, area in ipairs { 3, 5 } do
      for first = 1, area do expect(seen[area .. ":" .. first]):to_be(true) end
    end
    expect(lengths):to_equal { true, true, true }
  end)

  it("leaves out what may be left out, now and then", function()
    local player, kit = player_of { { name = "go", args = {
      { name = "n", kind = "number", min = 2, max = 4 },
      { name = "how", kind = "word", values = { "fast", "slow" }, optional = true, keyword = "how" } } } }
    local counts = {}
    for _ = 1, 300 do
      local args = player.sample(kit.commands.go)
      expect(args.n >= 2 and args.n <= 4):to_be(true)
      counts[args.how or "none"] = (counts[args.how or "none"] or 0) + 1
    end
    expect(counts.none > 100 and counts.fast > 40 and counts.slow > 40):to_be(true)
  end)
end)
