-- SPDX-License-Identifier: GPL-3.0-or-later
-- `odds battle FORCE` of Campaigns of Marlborough: of the last battle of a command branches are joined
-- that differ in what no report depends on, and leaders are not drawn. They are what they are branch by
-- branch, with every die and every draw.

local Game = require "adjutant.game"
local Odds = require "adjutant.odds"

require("adjutant.playout").collect_late()               -- as `adjutant play` runs

local ROWS = [[
local rows = {}
for row = 1, 12 do rows[row] = (row %% 2 == 0 and " " or "") .. (". "):rep(16) end
]]

local SCENARIO = ROWS .. [[
return scenario {
  title = "A Battle", ruleset = "marlborough", kind = "force", turns = 3, first = "french", begins = "activity",
  map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average clear" }, rows = rows%s },
  options = { %s },
  units = { %s },
  others = { %s leader = { %s } },
  victory = function () return rules.victor() end,
}
]]

local function force(side, name, nation, size, sp, at)
  return ('{ "%s", "%s %s", nation = "%s", sp = %d, at = "%s" },'):format(name, side, size, nation, sp,
    at or "F6", side == "french" and ", active = true" or "")
end

local function leader(side, name, nation, modifier, of)
  return ('{ "%s", side = "%s", nation = "%s", av = 7, modifier = %d, %s },'):format(name, side, nation, modifier,
    of and ('post = "force", force = "%s"'):format(of) or 'post = "pool"')
end

local POOLS = leader("french", "Gacé", "french", 0) .. leader("french", "Hautefort", "french", 1)
  .. leader("allied", "Lumley", "british", 0) .. leader("allied", "Wood", "british", 2)

local function one_against_one(french, allied)
  return force("french", "Villars", "french", "army", french[1]) .. force("allied", "Duke", "british", "army", allied[1]),
    leader("french", "Marshal", "french", french[2], "Villars") .. leader("allied", "Lord", "british", allied[2], "Duke")
    .. POOLS
end

local function new(case)
  local units, leaders = case.units, case.leaders
  if case.french then units, leaders = one_against_one(case.french, case.allied) end
  local text = SCENARIO:format(case.map or "", case.options or "", units, case.others or "", leaders)
  local game, message = Game.new { ruleset = "marlborough", scenario = "a-battle", seed = 5, scenario_text = text,
    houses = case.houses }
  if not game then error(message, 2) end
  local before = { "set Villars active true", table.unpack(case.before or {}) }
  if case.units and case.units:find "Bavarians" then table.insert(before, "set Bavarians active true") end
  for _, line in ipairs(before) do
    local r = game:command(line)
    if r.status ~= "done" then error(line .. ": " .. tostring(r.message), 2) end
  end
  return game
end

-- Everything that is reported of an outcome -> its exact chance; and what was explored.
local function told(game, line, options)
  local found, message = Odds.of(game, line, options)
  if not found then error(message, 2) end
  local shares, sum = {}, core.ratio.new(0)
  for _, o in ipairs(found.outcomes) do
    if o.reports.refused then error(o.reports.refused, 2) end
    local parts = {}
    for name, value in core.sandbox.pairs(o.reports) do parts[#parts + 1] = ("%s=%s"):format(name, value) end
    local key = table.concat(parts, " ")
    shares[key] = (shares[key] or core.ratio.new(0)) + o.weight
    sum = sum + o.weight
  end
  for key, weight in pairs(shares) do shares[key] = tostring(weight) end
  expect(tostring(sum)):to_be "1"
  return shares, found
end

local TWO = {
  units = force("french", "Villars", "french", "army", 6) .. force("french", "Bavarians", "bavarian", "detachment", 3)
    .. force("allied", "Duke", "british", "army", 8) .. force("allied", "Dutch", "dutch", "army", 5),
  leaders = leader("french", "Marshal", "french", 1, "Villars") .. leader("french", "Elector", "bavarian", 0, "Bavarians")
    .. leader("allied", "Lord", "british", 3, "Duke") .. leader("allied", "Overkirk", "dutch", 1, "Dutch")
    .. leader("french", "Gacé", "french", 0) .. leader("allied", "Lumley", "british", 0),
  before = { 'set Bavarians joined Villars' },
}

local function two(case)
  for key, value in pairs(TWO) do
    if case[key] == nil then case[key] = value end
  end
  return case
end

local CASES = {
  { "one round", french = { 9, 2 }, allied = { 11, 1 } },
  { "one round of great armies", french = { 50, 2 }, allied = { 48, 3 } },
  { "leaders who prevent no rout", french = { 9, 0 }, allied = { 11, -1 } },
  { "leaders who prevent no rout, and are hit after it", french = { 9, 0 }, allied = { 8, 0 }, rounds = 2,
    options = "leader_first = false" },
  { "two rounds", french = { 7, 1 }, allied = { 6, 0 }, rounds = 2 },
  { "three rounds of small forces, no leader to draw", rounds = 3,
    units = force("french", "Villars", "french", "army", 4) .. force("allied", "Duke", "british", "army", 3),
    leaders = leader("french", "Marshal", "french", 1, "Villars") .. leader("allied", "Lord", "british", 2, "Duke") },
  { "the second round is fought after a line was cleared", french = { 12, 0 }, allied = { 9, 1 }, rounds = 2,
    others = 'work = "Line: allied type=line sp=1 at F6",', before = { 'set Villars over "line"' } },
  { "a minor river", french = { 20, 2 }, allied = { 8, 1 }, before = { 'set Villars over "minor"' } },
  { "a major river, two rounds", french = { 16, 1 }, allied = { 6, 0 }, rounds = 2,
    before = { 'set Villars over "major"' } },
  two { "four leaders" },
  { "leaders after the rout", french = { 9, 2 }, allied = { 11, 1 }, options = "leader_first = false" },
  { "the beaten leader counts in pursuit", french = { 9, 2 }, allied = { 11, 1 },
    options = 'pursuit_defender = "netted"' },
  { "modified dice against leaders", french = { 9, -1 }, allied = { 11, 1 }, options = 'leader_die = "modified"' },
  { "leaders only where both lost", french = { 5, 1 }, allied = { 6, 1 }, rounds = 2,
    options = "leader_loss_both = true" },
  { "rout by the losses of the battle", french = { 7, 1 }, allied = { 6, 0 }, rounds = 2,
    options = 'rout_base = "battle"' },
  { "relief of command", french = { 9, 2 }, allied = { 11, 1 }, options = "relief_of_command = true" },
  { "a demoralised defender", french = { 9, 2 }, allied = { 11, 1 }, before = { "set Duke demoralised 3" } },
  { "no way out", french = { 9, 2 }, allied = { 11, 1 },
    before = { "set Villars place A1", "set Duke place A1" } },
}

describe("odds of a battle of Marlborough", function ()
  local saved = 0
  for _, case in ipairs(CASES) do
    it("are the same joined and branch by branch: " .. case[1], function ()
      local game = new(case)
      local line = "battle Villars rounds " .. (case.rounds or 1)
      local joined, few = told(game, line)
      local plain, all = told(game, line, { unmerged = true, budget = 10000000, limits = {} })
      expect(joined):to_equal(plain)
      expect(few.exact):to_be(true)
      expect(tostring(all.branches)):to_be(all.unmerged)
      saved = saved + all.runs - few.runs
    end)
  end

  -- What the enemy does on a move is answered as usual: who is as strong intercepts, who is weaker evades.
  for _, case in ipairs {
    { "a move past an enemy who intercepts", french = { 6, 1 }, allied = { 7, 0 }, line = "move Villars to E6",
      before = { "set Villars place C6", "set Duke place G6" }, wants = "interception=fought" },
    { "a move at whose end a weaker enemy may evade", french = { 9, 1 }, allied = { 4, 2 },
      line = "move Villars to E6", before = { "set Villars place C6", "set Duke place E6" }, wants = "move=enemy" },
    { "a battle that the defender evades", french = { 9, 1 }, allied = { 4, 2 }, line = "battle Villars rounds 1",
      wants = "result=evaded" },
    { "an attack on a line that is defended", french = { 8, 1 }, allied = { 6, 0 }, line = "move Villars to E6",
      others = 'work = "Line: allied type=line sp=1 at E6",', before = { "set Villars place D6", "set Duke place E6" },
      wants = "line=" },
    { "a line that nobody defends", french = { 8, 1 }, allied = { 6, 0 }, line = "move Villars to E6",
      others = 'work = "Line: allied type=line sp=1 at E6",', before = { "set Villars place D6", "set Duke place P12" },
      wants = "line=" },
    { "an interceptor who may evade in the second round", french = { 5, 0 }, allied = { 9, 0 }, line = "move Villars to F6",
      before = { "set Villars place D6", "set Duke place G7" }, wants = "interception=" },
  } do
    it("are the same joined and branch by branch: " .. case[1], function ()
      local game = new(case)
      local joined = told(game, case.line)
      local plain = told(game, case.line, { unmerged = true, budget = 10000000, limits = {} })
      expect(joined):to_equal(plain)
      local found = false
      for key in pairs(joined) do found = found or key:find(case.wants, 1, true) ~= nil end
      expect(found):to_be(true)
    end)
  end

  it("take fewer branches, and leave the World as it was", function ()
    expect(saved > 5000 or saved):to_be(true)
    local game = new { french = { 50, 1 }, allied = { 50, 3 } }
    local hash = game.world:hash()
    expect(hash):to_be(game.world:hash_slow())
    local _, found = told(game, "battle Villars rounds 2")
    expect(game.world:hash()):to_be(hash)
    expect(found.runs < 10000 or found.runs):to_be(true)
    expect(found.runs < tonumber(found.unmerged) or found.unmerged):to_be(true)
  end)

  it("look at the whole end where a value does", function ()
    local game = new { french = { 9, 2 }, allied = { 11, 1 } }
    local value = function () return #game.kit.api.all("leader", { post = "pool" }) end
    local line = "battle Villars rounds 1"
    local joined, few = told(game, line, { value = value })
    local plain = told(game, line, { value = value, unmerged = true })
    expect(joined):to_equal(plain)
    local _, reports = told(game, line)
    expect(few.branches > 2 * reports.branches):to_be(true)
  end)

  it("under house rules that let a report depend on a drawn leader, they draw", function ()
    local game = new { french = { 9, 2 }, allied = { 11, 1 }, houses = { { path = "told.lua", text = [[
      return house "told" { base = "marlborough", rules = { battle_over = function (original, battle, ...)
        local result = original(battle, ...)
        local leader = rules.leaders_of(battle.attackers[1] or battle.defenders[1])[1]
        report("leads", leader and leader.name or "-")
        return result
      end } }]] } } }
    local line = "battle Villars rounds 1"
    local joined = told(game, line)
    expect(joined):to_equal((told(game, line, { unmerged = true })))
    local names = {}
    for key in pairs(joined) do names[key:match "leads=(%S+)"] = true end
    expect(names["Hautefort"]):to_be(true)
  end)
end)
