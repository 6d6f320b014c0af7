-- SPDX-License-Identifier: GPL-3.0-or-later
-- Exact odds of field battles of Campaigns of Marlborough: joined at stages they are what they are
-- branch by branch, and both are what counting every die by hand gives.

local Explore = require "adjutant.odds_explore"
local Spec = require "adjutant.spec"

local ROWS = {}
for row = 1, 20 do ROWS[row] = (row % 2 == 0 and " " or "") .. (". "):rep(26) end
local MAP = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
  terrain = { ["."] = "average clear" }, rows = ROWS }

-- attacker and defender: { SP, modifier of the leader }. Gives run(): the battle.
local function set_up(state, attacker, defender, ctx)
  local api, battle = state.kit.api, nil
  local ok, why = Spec.passes(state, { f = function()
    api.situation { map = MAP, kind = "force", phase = "activity", active = "french" }
    local function army(side, nation, of)
      local force = api.create("force", { name = nation, side = api.sides[side], nation = nation,
        size = "army", sp = of[1], place = api.map.hex "L10", active = true })
      api.create("leader", { name = nation .. " leader", side = api.sides[side], nation = nation, av = 7,
        modifier = of[2], post = "force", force = force })
      return force
    end
    local a, d = army("french", "french", attacker), army("allied", "dutch", defender)
    battle = function() return api.rules.battle({ a }, { d }, ctx) end
  end })
  if not ok then error(why, 0) end
  return battle
end

-- "result|attacker losses|defender losses|prisoners" -> chance, as a text; and what was explored.
local function odds_of(state, body, unmerged)
  local p = { mark = state.game.world:mark(), name = "battle", body = body }
  local found = assert(Explore.odds(state.game, p, { unmerged = unmerged, budget = 2000000 }))
  local shares, sum = {}, core.ratio.new(0)
  for _, o in ipairs(found.outcomes) do
    local r = o.reports
    local key = ("%s|%s|%s|%s"):format(r.result, r["attacker losses"], r["defender losses"], r.prisoners)
    shares[key] = (shares[key] or core.ratio.new(0)) + o.weight
    sum = sum + o.weight
  end
  expect(tostring(sum)):to_be "1"
  for key, weight in pairs(shares) do shares[key] = tostring(weight) end
  return shares, found
end

-- --- by hand ------------------------------------------------------------------------------------

local PERCENT = { 5, 10, 10, 15, 20, 25, 30 }

local function percent(die) return PERCENT[math.max(1, math.min(die, 7))] end
local function share(sp, die) return (sp * percent(die) + 74) // 100 end       -- above a quarter up
local function drm(mine, other)
  return math.min(mine, 0) + math.max(math.max(mine, 0) - math.max(other, 0), 0)
end

-- Adds to `into` the outcomes of one round and, while `more` are left, of the next. `b` is the battle:
-- strengths a and d, modifiers of the leaders ma and md (-2 without one), losses so far.
local function by_hand(b, river, more, weight, into)
  local one = core.ratio.new(1)
  local sixth = one / core.ratio.new(6)
  local function add(result, lost_a, lost_d, prisoners, w)
    local key = ("%s|%d|%d|%d"):format(result, lost_a, lost_d, prisoners)
    into[key] = (into[key] or core.ratio.new(0)) + w
  end
  local mine = b.ma - (river and 1 or 0)
  local drm_a, drm_d = drm(mine, b.md), drm(b.md, mine)
  local function routs(winner, modifier, loser, w, result, lost_a, lost_d)
    for die = 1, 6 do
      local prisoners = math.min(share(winner, die + modifier), loser)
      add(prisoners == loser and result:gsub("routs", "destroyed") or result, lost_a, lost_d, prisoners, w * sixth)
    end
  end
  local function after(lost_a, lost_d, ma, md, w)
    local a, d = b.a - lost_a, b.d - lost_d
    local total_a, total_d = b.lost_a + lost_a, b.lost_d + lost_d
    local bad_a, bad_d = 100 * lost_a > 15 * b.a, 100 * lost_d > 15 * b.d
    if bad_a and bad_d then
      local x, y = lost_a * b.d, lost_d * b.a
      bad_a, bad_d = x > y, x < y
    end
    local held = core.ratio.new(0)
    if bad_a or bad_d then
      local modifier = bad_a and ma or md
      held = core.ratio.new(math.max(0, math.min(modifier, 6))) * sixth
      local fails = w * (one - held)
      if bad_a then routs(d, md, a, fails, "attacker routs", total_a, total_d)
      else routs(a, ma, d, fails, "defender routs", total_a, total_d) end
      w = w * held
    end
    if tostring(w) == "0" then return end
    if more == 0 then add("no decision", total_a, total_d, 0, w)
    else
      by_hand({ a = a, d = d, ma = ma, md = md, lost_a = total_a, lost_d = total_d }, false, more - 1, w, into)
    end
  end
  local hit, missed = sixth, one - sixth
  for da = 1, 6 do
    for dd = 1, 6 do
      local w = weight * sixth * sixth
      local lost_d, lost_a = math.min(share(b.a, da + drm_a), b.d), math.min(share(b.d, dd + drm_d), b.a)
      local can_a, can_d = b.ma > -2 and lost_a > 0, b.md > -2 and lost_d > 0
      for _, ha in ipairs(can_a and { true, false } or { false }) do
        for _, hd in ipairs(can_d and { true, false } or { false }) do
          local x = w
          if can_a then x = x * (ha and hit or missed) end
          if can_d then x = x * (hd and hit or missed) end
          after(lost_a, lost_d, ha and -2 or b.ma, hd and -2 or b.md, x)
        end
      end
    end
  end
  return into
end

local function hand(attacker, defender, river, rounds)
  local shares = by_hand({ a = attacker[1], d = defender[1], ma = attacker[2], md = defender[2], lost_a = 0,
    lost_d = 0 }, river, rounds - 1, core.ratio.new(1), {})
  for key, weight in pairs(shares) do shares[key] = tostring(weight) end
  return shares
end

describe("marlborough: the odds of battles", function()
  local state = assert(Spec.collect "marlborough")
  for _, case in ipairs {
    { { 80, 1 }, { 20, 0 }, "minor", 1 },            -- E12
    { { 60, 2 }, { 62, 3 }, "", 1 },
    { { 40, 3 }, { 50, 2 }, "line", 1 },             -- E11
    { { 9, 2 }, { 11, 1 }, "", 2 },
  } do
    local attacker, defender, over, rounds = table.unpack(case)
    it(("are what counting gives: %d SP %+d against %d SP %+d, %d rounds%s"):format(attacker[1],
      attacker[2], defender[1], defender[2], rounds, over == "" and "" or ", over " .. over), function()
      local battle = set_up(state, attacker, defender, { over = over, committed = true, rounds = rounds })
      local merged = odds_of(state, battle, false)
      expect(merged):to_equal(hand(attacker, defender, over ~= "", rounds))
    end)
  end
  it("are the same joined and branch by branch, with fewer branches", function()
    local battle = set_up(state, { 9, 2 }, { 11, 1 }, { committed = true, rounds = 3 })
    local merged, found = odds_of(state, battle, false)
    local plain, all = odds_of(state, battle, true)
    expect(merged):to_equal(plain)
    expect(found.unmerged):to_be(all.unmerged)
    expect(found.branches * 3 < all.branches):to_be(true)
  end)
end)
