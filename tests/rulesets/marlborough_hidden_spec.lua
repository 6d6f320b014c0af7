-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.1 through `view`: two Worlds that differ only in what a side may not know give that side the same
-- output for everything that looks, and for what is refused; and looking leaves no trace.

rawset(core, "terminal", {                      -- of paper: for the texts of the prompt and of packets
  about = function() return { interactive = false, colour = false } end,
  size = function() return 100, 24 end,
})

local Export = require "adjutant.export"
local Facts = require "adjutant.facts"
local Game = require "adjutant.game"
local Player = require "adjutant.player"
local Protocol = require "adjutant.protocol"
local Packets = require "shell.packets"
local Views = require "shell.views"

require("adjutant.playout").collect_late()               -- as `adjutant play` runs

local function new(hidden, scenario)
  local game, message = Game.new { ruleset = "marlborough", scenario = scenario or "1704", seed = 1,
    options = { hidden_strengths = hidden } }
  if not game then error(message, 2) end
  game.check = false
  return game
end

-- A game in which so many commands have been given at random; the same for the same seed.
local function played(seed, commands)
  local game = new("true")
  local stream = core.rng.new("hidden " .. seed):stream("policy")
  for _ = 1, commands do
    if game.kit.game.over then break end
    local line = stream:below(4) == 0 and "end" or Player.line(game, stream) or "end"
    Player.play(game, line, stream)
  end
  return game
end

-- Overwrites what the other side of `side` hides: numbers of its own for each `salt`.
local function change(game, side, salt)
  local n = 0
  for _, force in ipairs(game.world:all "force") do
    if force.side ~= side then
      n = n + 1
      local most = force.size == "detachment" and 15 or 60
      local sp = 2 + (salt * 17 + n * 5) % (most - 2)
      game:command(('set "%s" sp %d'):format(force.name, sp))
    end
  end
  for _, fortress in ipairs(game.world:all "fortress") do
    if fortress.side ~= side and fortress.class > 0 and fortress.id % 3 == 0 then
      game:command(('set "%s" extra %d'):format(fortress.name, 1 + salt % fortress.printed))
    end
  end
end

local function texts(lines, message)
  if not lines then return { "nothing: " .. tostring(message) } end
  local out = {}
  local function add(line)
    if type(line) ~= "table" then return tostring(line) end
    if line.text then return tostring(line.text) end
    local parts = {}
    for i, part in ipairs(line) do parts[i] = add(part) end
    return table.concat(parts)
  end
  for i, line in ipairs(lines) do out[i] = add(line) end
  return out
end

-- Every n-th of a list.
local function i_th(list, n)
  local found = {}
  for i = 1, #list, n do found[#found + 1] = list[i] end
  return found
end

-- All that a side is shown of a game, in one list of texts.
local function seen(game)
  local out = {}
  local function keep(title, f)
    local found = game:veiled(function() return table.concat(texts(f()), "\n") end)
    out[#out + 1] = title .. "\n" .. found
  end
  local function json(title, f, ...)
    local args = table.pack(...)
    out[#out + 1] = title .. "\n" .. game:veiled(function()
      return core.json.encode((f(game, table.unpack(args, 1, args.n))))
    end)
  end
  keep("status", function() return game:status() end)
  keep("units", function()
    local rows = Facts.rows(game, "")
    for i, row in ipairs(rows) do rows[i] = row.name .. "  " .. row.place .. "  " .. row.state end
    return rows
  end)
  keep("map", function() return game:map { overview = true } end)
  keep("log", function() return game:log() end)
  for _, force in ipairs(game.world:all "force") do
    json("show " .. force.name, Export.show, force.name)
    keep("supply " .. force.name, function() return game:inquire("supply " .. force.name).texts end)
  end
  keep("supply", function() return game:inquire("supply").texts end)
  keep("vp", function() return game:inquire("vp").texts end)
  for n = 1, #game.nodes do keep("why " .. n, function() return game:why(n) end) end
  for _, decl in ipairs(game:commands()) do
    if not decl.builtin then
      keep("complete " .. decl.name, function() return game:completions(decl.name .. " ", "") end)
    end
  end
  json("units", Export.units)
  json("status", Export.status)
  json("log", Export.log)
  json("show", Export.show, "allied")
  keep("map in full", function() return game:map { overview = false, width = 10000 } end)
  local names = game:veiled(Views.names, game)
  out[#out + 1] = table.concat(names, ", ")
  for _, name in ipairs(i_th(names, 5)) do
    if not name:find "^%u+%d+$" then keep("show " .. name, function() return Views.show(game, name, true) end) end
  end
  for _, force in ipairs(i_th(game.world:all "force", 8)) do
    keep("reach " .. force.name, function() return Views.reach(game, force.name) end)
    json("reach " .. force.name, Export.reach, force.name)
    keep("intercepts " .. force.name, function() return game:inquire("intercepts " .. force.name).texts end)
    for _, word in ipairs { "split", "garrison", "besiege", "absorb", "move", "battle", "join" } do
      keep("complete " .. word, function() return game:completions(("%s %s "):format(word, force.name), "") end)
    end
  end
  for _, filter in ipairs { "sp 3", "sp 8", "extra" } do
    keep("units " .. filter, function()
      local rows = Facts.rows(game, filter)
      for i, row in ipairs(rows) do rows[i] = row.name .. row.state end
      return rows
    end)
  end
  for _, file in ipairs(not game.view and {} or game:veiled(Packets.files, game, game.view, "mail")) do
    out[#out + 1] = file[1] .. "\n" .. table.concat(texts(file[2]), "\n")
  end
  return out
end

-- The first lines in which two texts differ.
local function difference(a, b)
  local other = (b .. "\n"):gmatch "(.-)\n"
  for line in (a .. "\n"):gmatch "(.-)\n" do
    local there = other()
    if line ~= there then return ("%s\n-- and --\n%s"):format(line, tostring(there)) end
  end
  return "the second is longer"
end

local function same(first, second)
  expect(#first):to_be(#second)
  for i = 1, #first do
    if first[i] ~= second[i] then
      error(("%s differs:\n%s"):format(first[i]:match "^[^\n]*", difference(first[i], second[i])), 2)
    end
  end
end

describe("13.1: two Worlds that differ in what a side may not know", function()
  local cases = { { 1, 0, { "french", "allied" } }, { 2, 100, { "french", "allied" } } }
  if not outside.getenv "SOAK" then cases = { { 1, 0, { "french" } }, { 2, 100, { "allied" } } } end
  for _, case in ipairs(cases) do
    for _, key in ipairs(case[3]) do
      it(("look alike to %s after %d commands"):format(key, case[2]), function()
        local a, b = played(case[1], case[2]), played(case[1], case[2])
        expect(a.world:hash()):to_be(b.world:hash())
        local side_a, side_b = a.kit.side_by_key[key], b.kit.side_by_key[key]
        change(a, side_a, 1)
        change(b, side_b, 2)
        expect(a.world:hash() == b.world:hash()):to_be(false)
        local hash = a.world:hash()
        a:look_as(side_a)
        b:look_as(side_b)
        same(seen(a), seen(b))
        expect(a.world:hash()):to_be(hash)
      end)
    end
  end

  it("refuse alike what both refuse, and tell the same odds", function()
    local a, b = played(5, 60), played(5, 60)
    local side_a, side_b = a.kit.side_by_key.french, b.kit.side_by_key.french
    change(a, side_a, 3)
    change(b, side_b, 4)
    a:look_as(side_a)
    b:look_as(side_b)
    local stream = core.rng.new("lines"):stream("policy")
    for _ = 1, 60 do
      local line = a:veiled(function() return Player.line(a, stream) end)
      if line then
        local odds = {}
        for i, game in ipairs { a, b } do
          odds[i] = game:veiled(function() return table.concat(texts(game:odds(line, { budget = 200 })), "\n") end)
        end
        expect(odds[1]):to_be(odds[2])
      end
    end
    for _, line in ipairs { "besiege Flanders Army", "move Spanish Army to Liege", "battle Flanders Army",
      "split Flanders Army sp 40", "move British Army to Paris" } do
      local said = {}
      for i, game in ipairs { a, b } do
        local r = game:known_refusal(line, game:command(line))
        said[i] = r.status .. ": " .. tostring(r.message)
      end
      expect(said[1]):to_be(said[2])
    end
  end)
end)

-- A campaign that has come to the redeployment of the second side; the first has deployed some forces.
local function until_phase(phase)
  local game = new("true", "two-years")
  local stream = core.rng.new("phases"):stream("policy")
  for _ = 1, 400 do
    if game.kit.sequence:phase(game.kit.game).id == phase then return game end
    Player.play(game, "end", stream)
  end
  error("no phase " .. phase, 0)
end

describe("13.1: what comes in with a phase", function()
  it("is told to the side whose phase it is, not to the one that ended its own", function()
    local game = until_phase "upkeep_second"
    local owner = game.kit.game.actor
    local said = "Treasury of Britain: [^\n]- to maintain everything costs"
    for _, side in ipairs(game.kit.side_list) do
      game:look_as(side)
      local why = table.concat(texts(game:why(game.current.n)), "\n")
      expect(why:find(said) ~= nil):to_be(side == owner)
    end
  end)

  it("is what an enemy hex holds told as about so many", function()
    local game = new "true"
    local force = "Flanders Army"
    local function said()
      return table.concat(texts(game:veiled(function()
        return game:inquire(('supply "%s"'):format(force)).texts
      end)), "\n")
    end
    game:look_as(game.kit.side_by_key.allied)
    expect(said()):to_contain ", about 30 are there"
    game:look_as(game.kit.side_by_key.french)
    expect(said():find "about"):to_be(nil)
  end)

  it("is what the enemy has in hand no more than what his forces cost", function()
    local told = {}
    for i, ep in ipairs { 317, 473 } do
      local game = new("true", "two-years")
      expect(game:command(("set \"Treasury of France\" ep %d"):format(ep)).status):to_be("done")
      game:look_as(game.kit.side_by_key.allied)
      told[i] = game:veiled(function()
        return table.concat(texts(game:inquire("economy french").texts), "\n")
          .. table.concat(texts(Views.show(game, "Treasury of France", true)), "\n")
      end)
      expect(told[i]:find(tostring(ep), 1, true)):to_be(nil)
      game:look_as(game.kit.side_by_key.french)
      expect(texts(game:inquire("economy french").texts)[1]:find(("^France: %d EP in hand"):format(ep))):to_be(1)
    end
    expect(told[1]):to_be(told[2])
  end)
end)

local function redeploying(first, second)
  local game = new("false", "two-years")
  local stream = core.rng.new("redeployment"):stream("policy")
  local sequence = game.kit.sequence
  for _ = 1, 400 do
    local id = sequence:phase(game.kit.game).id
    if id == "redeploy_second" then return game end
    if id == "redeploy_first" then
      Player.play(game, "deploy Flanders Army to " .. first, stream)
      Player.play(game, "deploy Spanish Army to " .. second, stream)
    end
    Player.play(game, "end", stream)
  end
  error("no redeployment", 0)
end

describe("11.8: hidden redeployment", function()
  it("shows a side nothing of where the enemy goes", function()
    local a, b = redeploying("Lille", "Antwerp"), redeploying("Ghent", "Mons")
    expect(a.world:hash() == b.world:hash()):to_be(false)
    local allied = { a.kit.side_by_key.allied, b.kit.side_by_key.allied }
    expect(a.kit.game.actor):to_be(allied[1])
    a:look_as(allied[1])
    b:look_as(allied[2])
    local first = seen(a)
    same(first, seen(b))
    expect(first[2]:find("Flanders Army  ?", 1, true) ~= nil):to_be(true)
    local line = "deploy \"Dutch 1st Army\" to Nijmegen"
    expect(a:command(line).status):to_be("done")
    expect(b:command(line).status):to_be("done")
    same(seen(a), seen(b))
  end)

  it("comes before leaders are: nobody draws while forces move, nobody moves when leaders are drawn", function()
    local game, stream = redeploying("Lille", "Antwerp"), core.rng.new("leaders"):stream("policy")
    expect(game:command("dismiss Overkirk").status):to_be("refused")
    Player.play(game, "end", stream)
    expect(game.kit.sequence:phase(game.kit.game).id):to_be("leaders_first")
    expect(game.kit.game.actor):to_be(game.kit.side_by_key.french)
    expect(game:command("dismiss Villeroi").status):to_be("done")
    Player.play(game, "end", stream)
    expect(game:command("dismiss Overkirk").status):to_be("done")
    expect(game:command("deploy \"Dutch 1st Army\" to Nijmegen").status):to_be("refused")
  end)
end)

describe("13.1: what a side sees", function()
  it("has question marks for strengths that it does not know, and its own in full", function()
    local game = new("true")
    game:look_as(game.kit.side_by_key.french)
    local found = seen(game)[2]
    expect(found:find("British Army.-SP %?") ~= nil):to_be(true)
    expect(found:find("Flanders Army.-SP 44") ~= nil):to_be(true)
    game:look_as(nil)
    expect(seen(game)[2]:find("British Army.-SP 24") ~= nil):to_be(true)
  end)

  it("is everything without the optional rule", function()
    local game = new("false")
    game:look_as(game.kit.side_by_key.french)
    expect(seen(game)[2]:find("British Army.-SP 24") ~= nil):to_be(true)
  end)

  it("has the enemy's commands without what they tell, and the umpire's not at all", function()
    local game = new("true")
    game:command "set \"British Army\" sp 33"
    game:look_as(game.kit.side_by_key.allied)
    local log = table.concat(texts(game:log()), "\n")
    expect(log:find("33", 1, true) == nil):to_be(true)
    expect(log:find("(the umpire)", 1, true) ~= nil):to_be(true)
    expect(game:known_line("split \"Flanders Army\" sp 7", "Turn 1, French: Activity")):to_be("split ...")
    expect(game:known_line("split \"British Army\" sp 4", "Turn 1, Allied: Activity"))
      :to_be("split \"British Army\" sp 4")
    expect(game:known_line("move \"Flanders Army\" to Ghent", "Turn 1, French: Activity"))
      :to_be("move \"Flanders Army\" to Ghent")
  end)
end)

describe("13.1: another program", function()
  local function conversation()
    local game = new("true")
    local talk = Protocol.new()
    talk:open(game)
    return talk, game
  end

  it("asks for a view, and gets that side's; the umpire's requests are closed to it", function()
    local talk = conversation()
    local r = talk:request { ["do"] = "view", side = "french" }
    expect(r.ok):to_be(true)
    expect(r.position.view):to_be("french")
    expect(r.position.hash):to_be(core.json.null)
    local units = talk:request { ["do"] = "units", filter = "British Army" }
    expect(units.units[1].fields.sp):to_be(core.json.null)
    for _, name in ipairs { "undo", "variations", "redo" } do
      expect(talk:request({ ["do"] = name }).error.kind):to_be("view")
    end
    expect(talk:request({ ["do"] = "command", text = "set Lille extra 3" }).error.kind):to_be("view")
    expect(talk:request({ ["do"] = "view", side = "dutch" }).ok):to_be(false)
    expect(talk:request({ ["do"] = "view", side = "umpire" }).position.view):to_be(core.json.null)
    units = talk:request { ["do"] = "units", filter = "British Army" }
    expect(units.units[1].fields.sp):to_be(24)
  end)
end)
