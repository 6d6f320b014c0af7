-- SPDX-License-Identifier: GPL-3.0-or-later
-- The odds of a siege of 12 turns in Campaigns of Marlborough, exactly: turns that come to the same
-- strength are joined.
--
-- Yardstick in the same run: the odds of one siege turn.

local Game = require "adjutant.game"
local Odds = require "adjutant.odds"

require("adjutant.playout").collect_late()               -- as `adjutant play` and studies run

local SCENARIO = [[
local rows = {}
for row = 1, 8 do rows[row] = (row % 2 == 0 and " " or "") .. (". "):rep(10) end
return scenario {
  title = "A Siege", help = "take Charleroi", kind = "force", turns = 20, first = "french", begins = "activity",
  map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average clear" }, rows = rows },
  options = { prolonged_sieges = false },                  -- so that it lasts
  units = "Villars: french nation=french size=army sp=20 at E4",
  others = {
    fortress = "Charleroi: allied owner=allied class=1 printed=5 intrinsic=5 extra=2 at E4\n"
      .. "Namur: allied owner=allied class=1 printed=6 intrinsic=6 at E8",
    magazine = "Depot: french nation=french grade=primary army=Villars at E4",
    train = "Train: french nation=french at E4",
  },
  victory = function () return rules.victor() end,
}
]]

local game, message = Game.new { ruleset = "marlborough", scenario = "a-siege", seed = 1, scenario_text = SCENARIO }
if not game then error(message) end

local function timed(line, n)
  local found
  assert(Odds.of(game, line))
  local start = outside.seconds()
  for _ = 1, n do found = assert(Odds.of(game, line)) end
  return (outside.seconds() - start) / n, found
end

local one = timed("besiege Villars", 100)
print(("yardstick: the odds of one siege turn take %.2f ms"):format(one * 1e3))
local seconds, found = timed("siege Villars over 12 turns", 20)
print(("exact odds of a siege of 12 turns: %.2f ms, %s branches merged, %s unmerged; %.1f yardsticks (target: 50 ms)")
  :format(seconds * 1e3, found.branches, found.unmerged, seconds / one))
if seconds > 0.050 then error("the odds of a siege of 12 turns take longer than 50 ms", 0) end
