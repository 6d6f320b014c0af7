-- SPDX-License-Identifier: GPL-3.0-or-later
-- What players who mean nothing do not come to in two years: the last years of the war, countries that leave
-- it, the French before Vienna. So the campaign of two years begins where these are near, and is played at
-- random, with every invariant after every command, and replayed.

local Report = require "adjutant.playout_report"

require("adjutant.playout").collect_late()               -- as `adjutant play` runs

local slow = outside.getenv "SLOW" ~= nil           -- under valgrind or a sanitizer
local TEXT = core.files.read(core.data_dir .. "/rulesets/marlborough/scenarios/two-years.lua")

-- The scenario from a year to a year, with what is done when it begins, in Lua.
local function campaign(first, last, begins)
  local years, began
  local text = TEXT
  text, years = text:gsub("year = 1704, season = 1704, month = 4, half = 1, last_season = 1705",
    ("year = %d, season = %d, month = 4, half = 1, last_season = %d"):format(first, first, last))
  text, began = text:gsub("run = function %(%) rules%.open_campaign", "run = function () " .. begins .. " rules.open_campaign")
  expect(years + began):to_be(2)
  return text
end

-- Plays some games; those of the rules that never fired, in order. allied: the policy of that side, else busy.
local function unreached(text, games, names, allied)
  local sum = assert(Report.run { ruleset = "marlborough", scenario = "late", scenario_text = text, seed = 6,
    games = slow and 1 or games, policies = { french = "busy", allied = allied or "busy" }, replay = true, check = "command",
    save = false })
  for _, failure in ipairs(sum.failures) do error(("game %d: %s"):format(failure.n, failure.text), 0) end
  expect(sum.replayed):to_be(sum.games)
  local silent, list = table.concat(sum.silent_rules, "\n") .. "\n", {}
  for name in names:gmatch "%S+" do
    if silent:find(" " .. name .. "\n", 1, true) then list[#list + 1] = name end
  end
  return slow and {} or list
end

describe("late in the war of Marlborough", function()
  it("Tories govern Britain in 1712, and the maritime powers make peace in 1713", function()
    -- `busy` disbands the British in a winter, which nobody raises again after 1711
    expect(unreached(campaign(1711, 1713, ""), 3, "tories appoint_ormonde britain_wavers is_hostile maritime_peace "
      .. "column make_neutral dismiss_forces dismiss_leaders", "plain")):to_equal {}
  end)

  it("Austria is tested while the French are before Vienna, who come back to Passau", function()
    local text = campaign(1704, 1704, [[
      all("force", { name = "Danube Army" })[1].place = map.place "Austria"
      all("magazine", { name = "Danube Army magazine" })[1].place = map.hex "SS54" ]])
    expect(unreached(text, 3, "before_vienna passau_magazine test_austria defeat_austria return_to_passau")):to_equal {}
  end)

  it("the French before Vienna are cut off when their magazine is gone", function()
    local text = campaign(1704, 1704, [[
      local army = all("force", { name = "Danube Army" })[1]
      army.place, army.left_map = map.place "Austria", "Passau" ]])
    expect(unreached(text, 1, "before_vienna passau_magazine cut_off")):to_equal {}
  end)

  it("the United Provinces leave the war without Amsterdam, and Bavaria comes back with one of its places", function()
    local text = campaign(1704, 1705, [[
      rules.take_fortress(all("fortress", { name = "Amsterdam" })[1], sides.french)
      game.bavaria_left = true ]])
    expect(unreached(text, 3, "make_neutral coastal_base is_occupied dismiss_forces dismiss_leaders")):to_equal {}
  end)
end)
