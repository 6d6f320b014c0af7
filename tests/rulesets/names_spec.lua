-- SPDX-License-Identifier: GPL-3.0-or-later
-- How what has a name is shown by Lua at the prompt: places, pieces, what belongs to the program.

local Game = require "adjutant.game"

local function says(game, code)
  local lines, message = game:eval(code)
  if not lines then error(message, 2) end
  local list = {}
  for i, line in ipairs(lines) do list[i] = line.text end
  return table.concat(list, "\n")
end

describe("Lua at the prompt shows", function()
  local game = assert(Game.new { ruleset = "marlborough", scenario = "1704", seed = 1 })
  for code, text in pairs {
    ['all("force")[1].place'] = "Leau (K15)",
    ['map.hex "K16"'] = "K16",
    ['map.hex "Lille".area'] = "France",
    ['all("force")[1]'] = "Flanders Army",
    ['{ all("force")[1].place, 3 }'] = "{Leau, 3}",
    ['{ at = all("force")[1].place, n = 2 }'] = "{at = Leau, n = 2}",
    ['{ name = "Ghent", sp = 3 }'] = '{name = "Ghent", sp = 3}',
    ["map"] = "map", ["rules"] = "rules", ["charts"] = "charts", ["charts.leaders"] = "Leaders",
    ["sides"] = "{French, Allied}", ["{}"] = "{}", ["{ {} }"] = "{{}}",
  } do
    it(code, function() expect(says(game, "return " .. code)):to_be(text) end)
  end

  it("places of the other kind of map too", function()
    local hexes = assert(Game.new { ruleset = "seven-hex", scenario = "blenheim", seed = 1 })
    expect(says(hexes, "return map.areas[1]")):to_be "Upper Springs"
    expect(says(hexes, "return map.areas[1].hexes[1]")):to_be "Upper Springs/C"
    expect(says(hexes, "return map.areas[1].features")):to_be "{high = true, woods = true}"
  end)
end)
