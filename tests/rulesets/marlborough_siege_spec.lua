-- SPDX-License-Identifier: GPL-3.0-or-later
-- `odds siege FORCE over N turns` of Campaigns of Marlborough: joined at stages it is what it is
-- branch by branch, and both are what counting turn by turn by hand gives.

local Game = require "adjutant.game"
local Odds = require "adjutant.odds"
local Result = require "adjutant.odds_result"

local SCENARIO = [[
local rows = {}
for row = 1, 8 do rows[row] = (row %% 2 == 0 and " " or "") .. (". "):rep(10) end
return scenario {
  title = "A Siege", help = "take Charleroi", kind = "force", turns = 20, first = "french", begins = "activity",
  map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average clear" }, rows = rows },
  options = { prolonged_sieges = %s },
  units = "Villars: french nation=french size=army sp=%d at E4",
  others = {
    fortress = "Charleroi: allied owner=allied class=1 printed=5 intrinsic=5 extra=%d at E4\n"
      .. "Namur: allied owner=allied class=1 printed=6 intrinsic=6 at E8",
    magazine = "Depot: french nation=french grade=primary army=Villars at E4",
    train = %q,
  },
  victory = function () return rules.victor() end,
}
]]

-- A game in which `sp` French besiege 5 and `extra` SP with so many trains.
local function new(sp, extra, trains, prolonged)
  local list = {}
  for i = 1, trains do list[i] = ("Train %d: french nation=french at E4"):format(i) end
  local game, message = Game.new { ruleset = "marlborough", scenario = "a-siege", seed = 1,
    scenario_text = SCENARIO:format(tostring(prolonged), sp, extra, table.concat(list, "\n")) }
  if not game then error(message, 2) end
  return game
end

-- --- by hand ------------------------------------------------------------------------------------

-- In how many of 36 ways two dice give a number.
local function ways(throw) return 6 - math.abs(7 - throw) end

-- "ends with|taken in turn|lost" -> chance, as a text.
local function by_hand(sp, garrison, trains, prolonged, last)
  local shares = {}
  local function add(ends, turn, lost, weight)
    local key = ("%s|%s|%d"):format(ends, turn or "-", lost)
    shares[key] = (shares[key] or core.ratio.new(0)) + weight
  end
  local alive = { [0] = core.ratio.new(1) }              -- SP lost -> chance
  for turn = 1, last do
    local next_turn = {}
    for lost, weight in pairs(alive) do
      local strength = sp - lost
      if strength < 2 * garrison then
        add("siege given up", nil, lost, weight)
      else
        local drm = trains == 0 and -2 or trains == 1 and 0 or 1
        drm = drm - (garrison >= 13 and 3 or garrison >= 10 and 2 or garrison >= 7 and 1 or 0)
        drm = drm + (strength >= 10 * garrison and 2 or strength >= 5 * garrison and 1 or 0)
        if prolonged then drm = drm + turn - 1 end
        for throw = 2, 12 do
          local share = weight * core.ratio.new(ways(throw), 36)
          local row = throw + drm
          if row >= 9 then add("surrender", turn, lost, share)
          elseif row == 8 then add("honours of war", turn, lost, share)
          else
            local now = lost + (row <= 3 and 1 or 0)
            next_turn[now] = (next_turn[now] or core.ratio.new(0)) + share
          end
        end
      end
    end
    alive = next_turn
  end
  for lost, weight in pairs(alive) do
    local given_up = sp - lost < 2 * garrison
    add(given_up and "siege given up" or "holds out", nil, lost, weight)
  end
  for key, weight in pairs(shares) do shares[key] = tostring(weight) end
  return shares
end

local function found_of(game, turns, options)
  local found = assert(Odds.of(game, ("siege Villars over %d turns"):format(turns), options))
  return found, Result.data(found)
end

local function shares_of(data)
  local shares, sum = {}, core.ratio.new(0)
  for _, o in ipairs(data.outcomes) do
    local r = o.reports
    local key = ("%s|%s|%s"):format(r["ends with"], r["taken in turn"] or "-", r["besiegers lost"])
    shares[key] = (shares[key] or core.ratio.new(0)) + o.weight
    sum = sum + o.weight
  end
  expect(tostring(sum)):to_be "1"
  for key, weight in pairs(shares) do shares[key] = tostring(weight) end
  return shares
end

-- Both hold the same chances.
local function same(found, wanted)
  for key, weight in pairs(wanted) do expect(key .. " " .. tostring(found[key])):to_be(key .. " " .. weight) end
  for key in pairs(found) do expect(wanted[key] ~= nil):to_be(true) end
end

describe("odds siege FORCE over N turns", function()
  it("is what counting by hand gives", function()
    for _, case in ipairs {
      { 20, 2, 1, false, 1 }, { 20, 2, 1, false, 6 }, { 20, 2, 1, true, 6 },     -- Charleroi (E14)
      { 40, 0, 2, true, 4 }, { 60, 0, 0, false, 5 }, { 21, 5, 0, true, 8 }, { 15, 2, 0, false, 12 },
    } do
      local sp, extra, trains, prolonged, turns = table.unpack(case)
      local _, data = found_of(new(sp, extra, trains, prolonged), turns)
      expect(data.exact):to_be(true)
      same(shares_of(data), by_hand(sp, 5 + extra, trains, prolonged, turns))
    end
  end)

  it("is the same branch by branch", function()
    local game = new(20, 2, 1, true)
    local _, joined = found_of(game, 3)
    local _, plain = found_of(game, 3, { unmerged = true })
    same(shares_of(joined), shares_of(plain))
    expect(plain.branches > joined.branches):to_be(true)
  end)

  it("leaves the game as it was, and is no command of the game", function()
    local game = new(20, 2, 1, true)
    local hash = game.world:hash()
    found_of(game, 12)
    expect(game.world:hash()):to_be(hash)
    local result = game:command "siege Villars over 3 turns"
    expect(result.status):to_be "refused"
    expect(result.message):to_contain "only looks ahead"
    expect(game.world:hash()):to_be(hash)
  end)

  it("tells what forbids the siege", function()
    local game = new(13, 2, 1, true)
    local lines, message = game:odds("siege Villars over 3 turns")
    expect(lines):to_be(nil)
    expect(message):to_contain "SG.odds"
  end)
end)
