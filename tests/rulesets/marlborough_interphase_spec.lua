-- SPDX-License-Identifier: GPL-3.0-or-later
-- The interphase of the campaign of two years as players find it: its phases in order, and what each
-- command of them offers, which all can be done.

local Game = require "adjutant.game"
local Odds = require "adjutant.odds"

local function new(dice)
  local game, message = Game.new { ruleset = "marlborough", scenario = "two-years", seed = 1, dice = dice }
  if not game then error(message, 2) end
  game.check = false
  if dice == "manual" then expect(game:answer("3").status):to_be("done") end    -- how long the winter is
  return game
end

local function phase(game) return game.kit.sequence:phase(game.kit.game).id end

local function actor(game) return game.kit.game.actor.key end

-- Says "end", and answers with the first of what is possible, until a phase comes.
local function until_phase(game, id)
  for _ = 1, 600 do
    if phase(game) == id then return game end
    local r = game:command "end"
    while r.status == "question" do r = game:answer "1" end
  end
  error("no " .. id, 2)
end

local function entity(game, name) return assert(game.kit:find_entity(name), name) end

local function set(game, name, field, value)
  expect(game:command(("set %q %s %s"):format(name, field, value)).status):to_be("done")
end

local function argument(game, command, name)
  for _, decl in ipairs(game.kit.command_list) do
    if decl.name == command then
      for _, arg in ipairs(decl.args) do
        if arg.name == name then return arg end
      end
    end
  end
  error(command .. " has no " .. name, 2)
end

-- The values that an argument offers, as texts in order.
local function offered(game, command, name, args)
  local arg, list = argument(game, command, name), {}
  local values = arg.from and arg.from(args or {}) or arg.among(args or {})
  for _, value in ipairs(values) do
    if arg.from or arg.fits(value, args or {}) then
      list[#list + 1] = type(value) == "string" and value or value.name
    end
  end
  table.sort(list)
  return table.concat(list, ", ")
end

-- The least and the most that a number is sampled with: "1-10"; nil where there is none.
local function range(game, command, name, args)
  local sample = argument(game, command, name).sample
  local least = sample(args, function() return 0 end)
  local most = sample(args, function(n) return n - 1 end)
  return least and ("%d-%d"):format(least, most)
end

describe("marlborough: an interphase", function()
  it("has its phases in order, of each side in turn", function()
    local game, seen = until_phase(new(), "exchange_first"), {}
    while phase(game) ~= "secondary_magazines" do
      seen[#seen + 1] = phase(game) .. " " .. actor(game)
      local r = game:command "end"
      while r.status == "question" do r = game:answer "1" end
    end
    expect(table.concat(seen, ", ")):to_be("exchange_first french, exchange_second allied, coup_first french, "
      .. "coup_second allied, upkeep_first french, upkeep_second allied, building_first french, "
      .. "building_second allied, redeploy_first french, redeploy_second allied, leaders_first french, "
      .. "leaders_second allied")
  end)

  it("has its commands in the phases of both sides, and in no others", function()
    local wanted = { exchange = "trade", coup = "coup", upkeep = "disband, scrap, unpaid",
      building = "equip, raise, recruit", redeploy = "deploy, fortify, lift, relocate, station",
      leaders = "appoint, assign, dismiss" }
    local commands = {}
    for _, decl in ipairs(new().kit.command_list) do
      for id in pairs(decl.phases or {}) do
        commands[id] = commands[id] or {}
        table.insert(commands[id], decl.name)
      end
    end
    expect((", " .. table.concat(commands.activity, ", ") .. ","):find(", return,", 1, true) ~= nil):to_be(true)
    for id, names in pairs(wanted) do
      for _, order in ipairs { "_first", "_second" } do
        table.sort(commands[id .. order])
        expect(table.concat(commands[id .. order], ", ")):to_be(names)
      end
    end
    for id, names in pairs(commands) do
      if not wanted[id:match "^[^_]+"] then
        for _, name in ipairs(names) do
          for _, list in pairs(wanted) do expect((", " .. list .. ","):find(", " .. name .. ",", 1, true)):to_be(nil) end
        end
      end
    end
  end)
end)

-- What the first side is offered, which is not the active one, holds one text and not the other.
local function expect_of(game, list, theirs, others)
  list = ", " .. list .. ", "
  expect(list:find(", " .. theirs .. ", ", 1, true) ~= nil):to_be(true)
  expect(list:find(", " .. others .. ", ", 1, true)):to_be(nil)
  expect(game.kit.game.actor == game.kit.game.active):to_be(false)
end

describe("marlborough: the side that plays first", function()
  it("is offered what is its own", function()
    local game = until_phase(new(), "upkeep_first")
    expect_of(game, offered(game, "disband", "force"), "Flanders Army", "British Army")
    expect(offered(game, "scrap", "train")):to_be("Bavarian Train, Flanders Train, Rhine Train")
    set(game, "Treasury of France", "ep", 0)
    expect_of(game, offered(game, "unpaid", "force"), "Bavarian Army", "British Army")
    set(game, "Treasury of France", "ep", 999)
    until_phase(game, "building_first")
    expect_of(game, offered(game, "recruit", "force"), "Spanish Army", "British Army")
    expect(offered(game, "raise", "size")):to_be("army, detachment")
    for _, size in ipairs { "army", "detachment" } do
      expect(offered(game, "raise", "nation", { size = size })):to_be("bavarian, french, spanish")
    end
    expect(offered(game, "equip", "nation")):to_be("bavarian, french, spanish")
    for _, line in ipairs { "raise detachment of spanish sp 3", "raise detachment of french sp 3", "equip bavarian" } do
      expect(game:command(line).status):to_be("done")
    end
    expect(entity(game, "Bavarian 1st Siege Train").side):to_be(game.kit.side_by_key.french)
    expect(entity(game, "Spanish Detachment 1").side):to_be(game.kit.side_by_key.french)
    until_phase(game, "redeploy_first")
    expect_of(game, offered(game, "deploy", "force"), "Flanders Army", "British Army")
    expect_of(game, offered(game, "deploy", "to", {}), entity(game, "Lille").place.name, entity(game, "Amsterdam").place.name)
    expect_of(game, offered(game, "station", "train"), "Flanders Train", "Dutch Train")
    expect_of(game, offered(game, "fortify", "force"), "Rhine Army", "British Army")
    expect_of(game, offered(game, "relocate", "work"), "Lines of Waas", "Lines of Stollhofen")
    expect_of(game, offered(game, "lift", "work"), "Lines of Waas", "Lines of Stollhofen")
    expect_of(game, offered(game, "lift", "force", { work = entity(game, "Lines of Waas") }), "Flanders Army", "British Army")
    until_phase(game, "leaders_first")
    expect_of(game, offered(game, "dismiss", "leader"), "Villeroi", "Marlborough")
    expect_of(game, offered(game, "assign", "leader"), "Villeroi", "Overkirk")
    expect_of(game, offered(game, "assign", "force", { leader = entity(game, "Villeroi") }), "Spanish Army", "British Army")
    expect(game:command("dismiss Villeroi").status):to_be("done")
    expect(offered(game, "appoint", "force")):to_be("Flanders Army, French Detachment 1, Spanish Detachment 1")
    expect(game:command("appoint \"Flanders Army\"").status):to_be("done")
  end)
end)

describe("marlborough: exchange", function()
  it("offers what there is, and asks the enemy in words", function()
    local game = until_phase(new(), "exchange_first")
    for _, name in ipairs { "sp", "ep", "for_sp", "for_ep" } do expect(range(game, "trade", name, {})):to_be(nil) end
    set(game, "French", "captured_sp", 4)
    set(game, "Allied", "captured_sp", 1)
    set(game, "Treasury of France", "ep", 6)
    set(game, "Treasury of Britain", "ep", 3)
    set(game, "Treasury of Austria", "ep", 2)
    expect(range(game, "trade", "sp", {})):to_be("1-4")
    expect(range(game, "trade", "ep", {})):to_be("1-6")
    expect(range(game, "trade", "for_sp", {})):to_be("1-1")
    expect(range(game, "trade", "for_ep", {})):to_be("1-5")
    expect(game:command("trade sp 4 ep 1 for-ep 5").status):to_be("question")
    expect(game:question().ask):to_be("French offers 4 SP, 1 EP for 5 EP: agreed?")
    game:answer "no"
    expect(game:command("trade sp 1 for-sp 1").status):to_be("question")
    expect(game:question().ask):to_be("French offers 1 SP for 1 SP: agreed?")
  end)
end)

describe("marlborough: coups de main", function()
  it("offers the places that the SP of the force are enough for, without an enemy force", function()
    local game = until_phase(new(), "coup_first")
    local force = entity(game, "Flanders Army")
    for _, sp in ipairs { 4, 5, 12 } do
      set(game, "Flanders Army", "sp", sp)
      local want, got = {}, {}
      for _, fortress in ipairs(game.world:all "fortress") do
        local inside, held = fortress.intrinsic + fortress.extra, false
        for _, other in ipairs(game.world:all "force") do
          held = held or other.side == fortress.side and other.place == fortress.place
        end
        if fortress.side ~= force.side and not held and inside > 0 and inside <= sp then want[#want + 1] = fortress.place.name end
      end
      for _, place in ipairs(argument(game, "coup", "target").from { force = force }) do got[#got + 1] = place.name end
      table.sort(want)
      table.sort(got)
      expect(#want > 0):to_be(true)
      expect(got):to_equal(want)
    end
  end)

  it("offers strongpoints as well, to forces of who acts that have a leader, until he has tried", function()
    local game = until_phase(new(), "coup_first")
    set(game, "Schellenberg", "type", "strongpoint")
    set(game, "Schellenberg", "side", "Allied")
    local function places(sp)
      set(game, "Flanders Army", "sp", sp)
      local list = argument(game, "coup", "target").from { force = entity(game, "Flanders Army") }
      for _, place in ipairs(list) do
        if place == entity(game, "Schellenberg").place then return true end
      end
      return false
    end
    local sp = entity(game, "Schellenberg").sp
    expect(places(sp)):to_be(true)
    expect(places(sp - 1)):to_be(false)
    set(game, "Schellenberg", "type", "line")
    expect(places(sp)):to_be(false)
    local forces = offered(game, "coup", "force")
    for name, theirs in pairs { ["Flanders Army"] = true, ["Danube Army"] = true, ["British Army"] = false } do
      expect(forces:find(name, 1, true) ~= nil):to_be(theirs)
    end
    for _, leader in ipairs(game.kit.register.callable.leaders_of(entity(game, "Danube Army"))) do
      set(game, leader.name, "post", "pool")
      set(game, leader.name, "force", "none")
    end
    expect(offered(game, "coup", "force"):find("Danube Army", 1, true)):to_be(nil)
    set(game, "French", "coup", "true")
    expect(offered(game, "coup", "force")):to_be("")
    expect(#argument(game, "coup", "target").from {}):to_be(0)
  end)

  it("tells its odds, the best outcome first: 1 of 6 ends badly, and 1 of 6 gets in", function()
    local game = until_phase(new(), "coup_first")
    set(game, "Flanders Army", "sp", 30)
    local list = {}
    for _, row in ipairs(Odds.table(assert(Odds.of(game, "coup \"Flanders Army\" on Bonn")), "coup")) do
      list[#list + 1] = ("%s %s"):format(row.value, row.weight)
    end
    -- of 3 SP against 3 the garrison loses 1 to a 3 or more less 1, the attackers 1 to a 4 or more less 2
    expect(table.concat(list, ", ")):to_be("taken 1/18, repelled 1/9, no effect 2/3, disaster 1/6")
  end)

  it("has each side throw its own dice, and asks the player of the garrison whether it stays", function()
    local game = until_phase(new "manual", "coup_first")
    set(game, "Flanders Army", "sp", 30)
    local r, asked = game:command "coup \"Flanders Army\" on Bonn", {}
    for _, answer in ipairs { "6", "yes", "1 1", "1", "1" } do               -- he cannot, and fights
      local question = game:question()
      asked[#asked + 1] = ("%s %s"):format(question.by, question.spec or question.kind)
      if question.kind == "yesno" then expect(question.default):to_be(false) end
      r = game:answer(answer)
    end
    expect(table.concat(asked, ", ")):to_be("French 1d6, Allied yesno, Allied 2d6, French 1d6, Allied 1d6")
    expect(r.status):to_be("done")
  end)
end)

describe("marlborough: upkeep", function()
  it("offers SP to leave unpaid where a treasury is short, and no more than it is short of", function()
    local game = until_phase(new(), "upkeep_second")
    expect(offered(game, "unpaid", "force")):to_be("")
    set(game, "Treasury of Britain", "ep", entity(game, "British Army").sp - 7)
    expect(offered(game, "unpaid", "force")):to_be("British Army")
    local args = { force = entity(game, "British Army") }
    expect(range(game, "unpaid", "sp", args)):to_be("0-7")
    expect(offered(game, "unpaid", "nation", args)):to_be("british")
    set(game, "Treasury of Britain", "ep", 0)
    expect(range(game, "unpaid", "sp", args)):to_be("0-" .. args.force.sp)
    expect(range(game, "unpaid", "sp", {})):to_be(nil)
    expect(offered(game, "unpaid", "nation", {})):to_be("")
    expect(range(game, "unpaid", "sp", { force = entity(game, "Imperial Army") })):to_be("0-0")   -- it is paid for
    expect(game:command("unpaid \"Imperial Army\" sp 0").status):to_be("done")
    expect(game:command("unpaid \"Imperial Army\" sp -1").status ~= "done"):to_be(true)
    set(game, "Treasury of Britain", "ep", args.force.sp - 1)
    expect(offered(game, "unpaid", "force")):to_be("British Army")
    expect(offered(game, "disband", "force"):find("Flanders", 1, true)):to_be(nil)
    expect(offered(game, "scrap", "train")):to_be("Dutch Train, Holland Train, Imperial Train")
    for _, line in ipairs { "unpaid \"Flanders Army\" sp 1", "disband \"Flanders Army\"", "scrap \"Flanders Train\"" } do
      expect(game:command(line).status):to_be("refused")
    end
  end)
end)

describe("marlborough: upkeep of a force of several nations", function()
  it("offers its own SP, or those of a nation that is named", function()
    local game = until_phase(new(), "activity")
    game:command "end"
    until_phase(game, "activity")                                        -- the Allies'
    local british, hessians = entity(game, "British Army"), entity(game, "Hessians and Danes")
    set(game, "Hessians and Danes", "place", british.place.name)
    set(game, "British Army", "active", "true")
    local own, sp = british.sp, hessians.sp
    expect(game:command("absorb \"Hessians and Danes\" into \"British Army\"").status):to_be("done")
    until_phase(game, "upkeep_second")
    expect(british.sp):to_be(own + sp)
    set(game, "Treasury of Britain", "ep", 0)
    local args = { force = british }
    expect(range(game, "unpaid", "sp", args)):to_be("0-" .. own)
    expect(offered(game, "unpaid", "nation", args)):to_be("british, northern")
  end)
end)

describe("marlborough: a treasury that does not reach", function()
  it("asks the player of its side", function()
    for phase_of, case in pairs { upkeep_first = { "France", "french" }, upkeep_second = { "Austria", "allied" } } do
      local game = until_phase(new(), phase_of)
      set(game, "Treasury of " .. case[1], "ep", 20)
      expect(game:command("end").status):to_be("question")
      expect(game:question().ask:find("^%d+ EP are missing: what is not maintained%?$")):to_be(1)
      expect(game:question().by):to_be(game.kit.side_by_key[case[2]])
    end
  end)

  it("asks him whose each place is, with that switch", function()
    local game = assert(Game.new { ruleset = "marlborough", scenario = "two-years", seed = 1,
      options = { allied_places = "choice" } })
    game.check = false
    until_phase(game, "upkeep_first")
    expect(game:command("end").status):to_be("question")
    local asked = {}
    for _ = 1, 3 do
      local question = game:question()
      expect(question.by):to_be(game.kit.side_by_key.allied)
      asked[#asked + 1] = question.ask
      game:answer "1"
    end
    for i, ask in ipairs(asked) do
      local name = ask:match "^Who has the EP of (.+)%?$"
      expect(entity(game, name).kind):to_be("fortress")
      expect(asked[i + 1] ~= ask):to_be(true)
    end
  end)

  it("says how many EP are missing, and names forces and trains", function()
    local game = until_phase(new(), "upkeep_second")
    set(game, "Treasury of the United Provinces", "ep", 0)
    local cost = 2 * 5
    for _, name in ipairs { "Dutch 1st Army", "Dutch 2nd Army", "Liege Corps" } do cost = cost + entity(game, name).sp end
    set(game, "Treasury of the United Provinces", "ep", cost - 3)
    expect(game:command("end").status):to_be("question")
    local question, names = game:question(), {}
    expect(question.ask):to_be("3 EP are missing: what is not maintained?")
    expect(question.rule):to_be("11.6-short")
    for i, option in ipairs(question.options) do names[i] = option.label end
    table.sort(names)
    expect(names):to_equal { "Dutch 1st Army", "Dutch 2nd Army", "Dutch Train", "Holland Train", "Liege Corps" }
  end)
end)

describe("marlborough: a house rule by which a SP costs 2 EP a year", function()
  it("leaves as few SP unpaid as it takes, and maintains again what it reaches for", function()
    local game = assert(Game.new { ruleset = "marlborough", scenario = "two-years", seed = 1,
      houses = { { path = "dear.lua", text = [[
        return house "dear" { base = "marlborough", charts = { upkeep = { SP = { maintain = 2 } } } }]] } } })
    game.check = false
    until_phase(game, "upkeep_second")
    for _, name in ipairs { "the United Provinces", "Austria", "the Northern Allies" } do
      set(game, "Treasury of " .. name, "ep", 999)
    end
    local army, cost = entity(game, "British Army"), 2 * entity(game, "British Army").sp
    local callable = game.kit.register.callable
    expect(callable.upkeep("british").total):to_be(cost)
    set(game, "Treasury of Britain", "ep", cost - 3)
    expect(range(game, "unpaid", "sp", { force = army })):to_be("0-2")
    expect(game:command("unpaid \"British Army\" sp 3").status):to_be("refused")
    expect(game:command("unpaid \"British Army\" sp 2").status):to_be("done")
    set(game, "Treasury of Britain", "ep", cost - 1)
    local sp = army.sp
    expect(game:command("end").status):to_be("done")
    expect(army.sp):to_be(sp - 1)                                        -- 1 EP is not enough for another one
    expect(entity(game, "Treasury of Britain").ep):to_be(1)
  end)

  it("goes on where it costs nothing: armies and trains are what is paid for", function()
    local game = assert(Game.new { ruleset = "marlborough", scenario = "two-years", seed = 1,
      houses = { { path = "free.lua", text = [[
        return house "free" { base = "marlborough", charts = { upkeep = { SP = { maintain = 0 } } } }]] } } })
    game.check = false
    until_phase(game, "upkeep_second")
    set(game, "Treasury of the United Provinces", "ep", 5)
    expect(range(game, "unpaid", "sp", { force = entity(game, "British Army") })):to_be("0-0")
    expect(game:command("end").status):to_be("question")                 -- two trains
    local question = game:question()
    expect(question.default):to_be(entity(game, "Dutch Train"))
    for i, option in ipairs(question.options) do
      if option.label == "Dutch Train" then expect(game:answer(tostring(i)).status):to_be("done") end
    end
    expect(game.kit:find_entity "Dutch Train"):to_be(nil)
    expect(entity(game, "Treasury of the United Provinces").ep):to_be(0)
  end)
end)

describe("marlborough: building", function()
  local function building()
    local game = until_phase(new(), "building_second")
    for _, name in ipairs { "Britain", "the United Provinces", "Austria", "the Northern Allies" } do
      set(game, "Treasury of " .. name, "ep", 0)
    end
    return game
  end

  it("offers SP to forces whose treasury can pay them and that have room", function()
    local game = building()
    expect(offered(game, "recruit", "force")):to_be("")
    set(game, "Treasury of Britain", "ep", 1)
    expect(offered(game, "recruit", "force")):to_be("")
    for _, ep in ipairs { 2, 9 } do
      set(game, "Treasury of Britain", "ep", ep)
      expect(offered(game, "recruit", "force")):to_be("British Army")
    end
    expect(range(game, "recruit", "sp", { force = entity(game, "British Army") })):to_be("1-4")
    expect(range(game, "recruit", "sp", { force = entity(game, "Dutch 1st Army") })):to_be(nil)
    expect(range(game, "recruit", "sp", {})):to_be(nil)
    set(game, "Liege Corps", "sp", 13)
    set(game, "Treasury of the United Provinces", "ep", 50)
    expect(offered(game, "recruit", "force")):to_be("British Army, Dutch 1st Army, Dutch 2nd Army, Liege Corps")
    expect(range(game, "recruit", "sp", { force = entity(game, "Liege Corps") })):to_be("1-2")
    set(game, "Liege Corps", "sp", 14)
    expect(offered(game, "recruit", "force")):to_be("British Army, Dutch 1st Army, Dutch 2nd Army, Liege Corps")
    set(game, "Liege Corps", "sp", 15)
    expect(offered(game, "recruit", "force")):to_be("British Army, Dutch 1st Army, Dutch 2nd Army")
    expect(game:command("recruit \"Flanders Army\" sp 1").status):to_be("refused")
  end)

  it("offers armies and detachments to who can pay them", function()
    local game = building()
    expect(offered(game, "raise", "size")):to_be("")
    set(game, "Treasury of Austria", "ep", 6)
    expect(offered(game, "raise", "size")):to_be("detachment")
    expect(offered(game, "raise", "nation", { size = "detachment" })):to_be("austrian")
    expect(range(game, "raise", "sp", { size = "detachment", nation = "austrian" })):to_be("1-3")
    set(game, "Treasury of Austria", "ep", 7)
    expect(offered(game, "raise", "size")):to_be("army, detachment")
    expect(offered(game, "raise", "nation", { size = "army" })):to_be("austrian")
    expect(range(game, "raise", "sp", { size = "army", nation = "austrian" })):to_be("1-1")
    expect(range(game, "raise", "sp", { size = "army", nation = "dutch" })):to_be(nil)
    expect(range(game, "raise", "sp", { size = "army" })):to_be(nil)
    expect(range(game, "raise", "sp", {})):to_be(nil)
    expect(offered(game, "raise", "nation", {})):to_be("")
    set(game, "Treasury of Austria", "ep", 99)
    expect(range(game, "raise", "sp", { size = "detachment", nation = "austrian" })):to_be("1-15")
    expect(range(game, "raise", "sp", { size = "army", nation = "austrian" })):to_be("1-47")
  end)

  it("offers British armies from 20 SP on", function()
    local game = building()
    set(game, "Treasury of Britain", "ep", 44)
    expect(offered(game, "raise", "nation", { size = "army" })):to_be("")
    expect(range(game, "raise", "sp", { size = "army", nation = "british" })):to_be(nil)
    set(game, "Treasury of Britain", "ep", 45)
    expect(offered(game, "raise", "nation", { size = "army" })):to_be("british")
    expect(range(game, "raise", "sp", { size = "army", nation = "british" })):to_be("20-20")
    set(game, "Treasury of Britain", "ep", 60)
    expect(range(game, "raise", "sp", { size = "army", nation = "british" })):to_be("20-27")
    expect(range(game, "raise", "sp", { size = "detachment", nation = "british" })):to_be("1-15")
  end)

  it("offers siege trains to who has 10 EP", function()
    local game = building()
    expect(offered(game, "equip", "nation")):to_be("")
    set(game, "Treasury of the Northern Allies", "ep", 9)
    set(game, "Treasury of Britain", "ep", 10)
    expect(offered(game, "equip", "nation")):to_be("british")
    expect(game:command("equip northern").status):to_be("refused")
    expect(game:command("equip british").status):to_be("done")
    expect(entity(game, "Treasury of Britain").ep):to_be(0)
  end)

end)

describe("marlborough: politics", function()
  it("has the French throw for Britain before they move", function()
    local game = until_phase(new "manual", "activity")
    set(game, "game", "tory", "true")
    local r
    for _ = 1, 5 do
      r = game:command "end"
      if r.status == "question" then break end
    end
    expect(phase(game) .. " " .. actor(game)):to_be("activity french")
    expect(game:question().spec):to_be("1d6")
    expect(game:question().by):to_be(game.kit.side_by_key.french)
  end)

  it("asks France whether it offers peace, and the Allies whether they accept", function()
    local game = new()
    set(game, "Lille", "side", "Allied")
    local question
    for _ = 1, 600 do
      local r = game:command "end"
      question = game:question()
      while r.status == "question" and question.rule ~= "11.11-offer" do
        r = game:answer "1"
        question = game:question()
      end
      if question then break end
    end
    expect(question.by):to_be(game.kit.side_by_key.french)
    expect(question.default):to_be(false)
    game:answer "yes"
    expect(game:question().by):to_be(game.kit.side_by_key.allied)
    expect(game:question().default):to_be(true)
    game:answer "no"
    expect(game.kit.game.offered):to_be(true)
    expect(game.kit.game.refused):to_be(true)
  end)
end)

describe("marlborough: before Vienna", function()
  it("has the French throw, when their own phase begins, and ends when the second enemy is out", function()
    local game = until_phase(new "manual", "activity")
    set(game, "Danube Army", "place", "Austria")
    set(game, "Danube Army magazine", "place", "Passau")
    set(game, "game", "up_lost", "true")
    local seen, r = {}, nil
    for _ = 1, 5 do
      r = game:command "end"
      if r.status == "question" then break end
      seen[#seen + 1] = phase(game) .. " " .. actor(game)
    end
    expect(table.concat(seen, ", ")):to_be("secondary_magazines allied, activity allied, secondary_magazines french")
    expect(game:question().spec):to_be("2d6")
    expect(game:question().by):to_be(game.kit.side_by_key.french)
    expect(game:answer("1 1").status):to_be("done")
    expect(game.kit.game.over):to_be(true)                               -- who is second out decides it at once
  end)

  it("offers a way back to Passau to who is there and active, unless the enemy is at Passau", function()
    local game = until_phase(new(), "activity")
    expect(offered(game, "return", "force")):to_be("")
    set(game, "Danube Army", "active", "true")
    expect(offered(game, "return", "force")):to_be("")
    set(game, "Danube Army", "place", "Austria")
    expect(offered(game, "return", "force")):to_be("Danube Army")
    set(game, "Imperial Army", "place", "Passau")
    expect(offered(game, "return", "force")):to_be("")
  end)
end)

describe("marlborough: redeployment", function()
  it("offers the pieces of who deploys, hexes on his side, and works where they may be laid", function()
    local game = until_phase(new(), "redeploy_second")
    expect(offered(game, "deploy", "force"):find("Flanders", 1, true)):to_be(nil)
    expect(offered(game, "deploy", "force"):find("British Army", 1, true) ~= nil):to_be(true)
    expect(offered(game, "station", "train")):to_be("Dutch Train, Holland Train, Imperial Train")
    local to = ", " .. offered(game, "deploy", "to", {}) .. ", "
    for name, ours in pairs { Amsterdam = true, Mainz = true, Lille = false, Paris = false } do
      expect(to:find(", " .. entity(game, name).place.name .. ", ", 1, true) ~= nil):to_be(ours)
    end
    expect(offered(game, "relocate", "work")):to_be("Lines of Stollhofen")
    expect(offered(game, "lift", "work")):to_be("Lines of Stollhofen")
  end)

  it("asks the player of who is still off the map where he goes, and marks the places", function()
    local game = until_phase(new(), "redeploy_second")
    set(game, "British Army", "place", "none")
    expect(game:command("end").status):to_be("question")
    expect(game:question().ask):to_be("Where is British Army deployed?")
    expect(game:question().by):to_be(game.kit.side_by_key.allied)
    expect(game:question().kind):to_be("place")
  end)

  it("offers places at random that are the player's own, also to who is not active", function()
    local game = until_phase(new(), "redeploy_first")
    local sample, side = argument(game, "deploy", "to").sample, game.kit.side_by_key.french
    local stream, found, seen, different = core.rng.new("places"):stream("policy"), 0, {}, 0
    for _ = 1, 50 do
      local place = sample({}, function(n) return stream:below(n) end)
      if place then
        found = found + 1
        if not seen[place.name] then seen[place.name], different = true, different + 1 end
        expect(game.kit.register.callable.deploy_bar(side, place)):to_be(nil)
      end
    end
    expect(found > 25 and different > 15):to_be(true)
  end)

  it("offers places at random that are the player's own, a haven or next to one", function()
    local game = until_phase(new(), "redeploy_second")
    local sample, stream = argument(game, "deploy", "to").sample, core.rng.new("places"):stream("policy")
    local function below(n) return stream:below(n) end
    local rules, side = game.kit.register.callable, game.kit.side_by_key.allied
    local havens, others = 0, 0
    for _ = 1, 200 do
      local place = sample({}, below)
      if place then
        expect(rules.deploy_bar(side, place)):to_be(nil)
        if rules.fortress_at(place) then havens = havens + 1 else others = others + 1 end
      end
    end
    expect(havens > 50):to_be(true)
    expect(others > 50):to_be(true)
  end)
end)

describe("marlborough: works and leaders of an interphase", function()
  it("offers works where they may be laid, and forces with room for those that are lifted", function()
    local game = until_phase(new(), "redeploy_second")
    local function works(name) return offered(game, "fortify", "what", { force = entity(game, name) }) end
    expect(game:command("deploy \"British Army\" to Amsterdam").status):to_be("done")
    expect(works "British Army"):to_be("line")                           -- no strongpoint in a fortress
    set(game, "British Army", "place", "N22")
    expect(works "British Army"):to_be("line, strongpoint")
    set(game, "Liege Corps", "place", "none")
    expect(offered(game, "fortify", "force"):find("Liege Corps", 1, true)):to_be(nil)
    expect(offered(game, "fortify", "what", {})):to_be("")
    expect(offered(game, "fortify", "force"):find("British Army", 1, true) ~= nil):to_be(true)
    set(game, "Liege Corps", "sp", 15)
    local work = entity(game, "Lines of Stollhofen")
    local into = offered(game, "lift", "force", { work = work })
    expect(into:find("Liege Corps", 1, true)):to_be(nil)
    expect(into:find("Dutch 1st Army", 1, true) ~= nil):to_be(true)
    set(game, "Liege Corps", "sp", 14)
    expect(offered(game, "lift", "force", { work = work }):find("Liege Corps", 1, true) ~= nil):to_be(true)
    expect(offered(game, "lift", "force", {})):to_be("")
    set(game, "Danube Army", "place", "Austria")
    expect(works "Danube Army"):to_be("")
    for _, line in ipairs { "fortify \"Rhine Army\" line", "deploy \"Flanders Army\" to Lille", "station \"Flanders Train\" to Lille",
      "relocate \"Lines of Brabant\" to Lille" } do
      expect(game:command(line).status):to_be("refused")
    end
  end)

  it("offers leaders who may go, forces that they may lead, and draws for who has none", function()
    local game = until_phase(new(), "leaders_second")
    expect(offered(game, "dismiss", "leader")):to_be(
      "Baden, Dopff, Eugene, Hesse, Marlborough, Overkirk, Slangenburg, Styrum, Thungen")
    expect(offered(game, "assign", "leader"):find("Marlborough", 1, true)):to_be(nil)        -- one British force
    expect(offered(game, "assign", "force", { leader = entity(game, "Overkirk") })):to_be("Dutch 2nd Army, Liege Corps")
    expect(offered(game, "assign", "force", {})):to_be("")
    expect(offered(game, "appoint", "force")):to_be("")
    expect(game:command("dismiss Slangenburg").status):to_be("done")
    expect(offered(game, "appoint", "force")):to_be("Dutch 2nd Army")
    for _, line in ipairs { "dismiss Villeroi", "assign Villeroi to \"Rhine Army\"", "appoint \"Rhine Army\"" } do
      expect(game:command(line).status):to_be("refused")
    end
    expect(game:command("appoint \"Dutch 2nd Army\"").status):to_be("done")
    expect(offered(game, "dismiss", "leader")):to_be("")                 -- one is drawn: all stay
    expect(offered(game, "assign", "leader")):to_be("")
  end)
end)
