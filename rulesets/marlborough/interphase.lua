-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.2, 11.3: the winter between campaigns: season, fronts, order of steps.
--
-- When the last turn of a season is over, the interphase comes as phases of their own (turn.lua), in
-- each of them the first side before the other one: fronts and nations by themselves, exchange.lua,
-- coups.lua, economics.lua, redeployment.lua. What closes it, and opens the next season, is `interphase`.

entity "game" {
  interphase  = flag(false, { help = "the season is over, and the interphase goes on (11.2.5)" }),
  season_turn = int(1, { min = 0, max = 1000000, hidden = true, help = "the turn with which this season began (11.3)" }),
}

-- --- 11.2.1, 11.2.3: the season ----------------------------------------------------------------------

local MONTH = { January = 1, February = 2, March = 3, April = 4, May = 5, June = 6, July = 7, August = 8,
  September = 9, October = 10, November = 11, December = 12 }
local NO_WINTER = 27                                       -- after the last half-month of a season
local OCTOBER = 19                                         -- half-months, as calendar.lua counts

-- "October II" as month and half.
local function month_and_half(text)
  local month, half = text:match "^(%a+) (I+)$"
  return MONTH[month], #half
end

--- The die for the winter of this season.
rule("11.2.3", "roll_winter", function ()
  if option.rolling_season then
    game.winter_from = NO_WINTER                                         -- 11.2-h: a die each turn
    return
  end
  local text = charts.season:roll("1d6", "11.2.3 winter", { at = "winter", by = game.first })
  local month, half = month_and_half(text)
  rules.winter_begins(month, half)
  note("11.2.3", "winter begins with {text}", { text = text })
end)

--- The die for the half-month in which a year's campaign begins.
rule("11.2.1", "roll_spring", function (year)
  local text = charts.season:roll("1d6", "11.2.1 spring", { at = "spring", by = game.first })
  local month, half = month_and_half(text)
  rules.begin_season(year, month, half)
  note("11.2.1", "the campaign of {year} begins with {text}", { year = year, text = text })
end)

--- With the switch: a die each turn from October I on, and one more for each turn that has passed since;
--- with 6 it is winter.
rule("11.2-h", "winter_comes", function ()
  if not option.rolling_season or not option.campaign then return end
  local now = rules.this_half_month()
  if now < OCTOBER or game.winter_from <= now then return end
  local past = now - OCTOBER
  if roll_as("1d6", "11.2-h winter", function (die) return die + past >= 6 end, game.first) then
    game.winter_from = now
    note("11.2-h", "winter begins with {date}", { date = rules.date_text() })
  end
end)

--- What a campaign begins with: economic values that are known, and the winter of its first season, which
--- begins when the scenario says.
rule("11.2.1", "open_campaign", function ()
  rules.check_values()                                                   -- G61
  rules.roll_winter()                                                    -- 11.2.3
end)

-- --- 11.3: fronts ---------------------------------------------------------------------------------------

local HOLDERS = { France = "french", ["Spanish Netherlands"] = "french", Bavaria = "french",
  ["United Provinces"] = "allied", Cologne = "allied", Empire = "allied" }

--- Whose a hex is: that of its own fortress or open city; else of the side that has works there; else of
--- the nearest place; of several as near, of its region's first owner. Neutral ground is nobody's. Bavaria
--- is French in the interphase in which it comes back, but for what the Allies occupy (11.10.1).
rule("11.3", "front_holder", function (place)
  if not place or place.box or rules.is_neutral(place) then return nil end
  for _, kind in ipairs { "fortress", "work" } do
    if has_units(sides.french, place, kind) then return sides.french end
    if has_units(sides.allied, place, kind) then return sides.allied end
  end
  if rules.back_with_france(place) then return rules.is_occupied(place) and sides.allied or sides.french end
  local nearest, holder, both = math.maxinteger, nil, false
  for _, side in ipairs(sides) do
    for _, fortress in ipairs(all("fortress", { side = side })) do
      local distance = map.distance(place, fortress.place)
      if distance < nearest then nearest, holder, both = distance, side, false
      elseif distance == nearest and side ~= holder then both = true end
    end
  end
  if both then return place.area and sides[HOLDERS[place.area.name]] or nil end
  return holder
end)

--- Fronts: the places that changed hands bring their ground with them; whoever is not on ground of his
--- side, or where the enemy is, or before Vienna, leaves the map until he is deployed again (11.8).
rule("11.3", "draw_fronts", function ()
  for _, fortress in ipairs(all "fortress") do
    if fortress.captured > 0 and fortress.captured >= game.season_turn and fortress.side then
      note("11.3", "{fortress} and the ground about it: {side}", { fortress = fortress, side = fortress.side })
    end
    fortress.blockaded, fortress.besieged = false, 0
  end
  for _, side in ipairs(sides) do
    for _, kind in ipairs { "force", "train" } do
      for _, piece in ipairs(all(kind, { side = side })) do
        local place = piece.place
        if place and (rules.front_holder(place) ~= side or has_units(side.enemy, place, "force")) then
          if not place.box then piece.camp = place end
          piece.place = nil
          note("11.3", "{piece} leaves {place}", { piece = piece, place = place })
        end
      end
    end
  end
  rules.lose_magazines()
end)

--- Magazines and works behind the enemy's front are lost.
rule("11.3", "lose_magazines", function ()
  for _, kind in ipairs { "magazine", "work" } do
    for _, piece in ipairs(all(kind)) do
      if piece.place and not piece.place.box and rules.front_holder(piece.place) ~= piece.side then
        note("11.3", "{piece} is lost", { piece = piece })
        if kind == "work" then rules.score_lost(piece.side, piece.sp, "11.3", "a work behind the front") end
        eliminate(piece)
      end
    end
  end
end)

--- The interphase opens: nations, fronts, victory, the offer of peace. Prisoners are next.
rule("11.2.5", "open_interphase", function ()
  game.interphase = true
  note("11.2.5", "the campaign of {year} is over", { year = game.season })
  for _, side in ipairs(sides) do side.offers, side.coup = 0, false end
  for _, leader in ipairs(all("leader", { bound = true })) do leader.bound = false end
  rules.bavaria()                                                        -- 11.10.1
  rules.united_provinces()                                               -- 11.10.2
  rules.draw_fronts()                                                    -- 11.3
  rules.decide_campaign()                                                -- 11.11
  check_victory()
end)

--- Whether the steps after the fronts are played: not when the campaign ends with this season.
rule("11.2.5", "interphase_goes_on", function ()
  return game.interphase and game.season ~= game.last_season
end)

-- --- 11.2.5: the interphase is over ----------------------------------------------------------------------

--- What the new year changes, before it is paid for.
rule("11.10.5", "politics_of_the_year", function () rules.politics(game.season + 1) end)

-- The winter has passed over everybody.
local function rest()
  for _, force in ipairs(all "force") do
    force.active, force.tried, force.attacked, force.joined = false, 0, false, nil
    force.spent, force.owed, force.demoralised, force.demoralised_before = 0, 0, 0, 0
    force.sieges, force.siege_of, force.over, force.entered, force.left_map = 0, nil, "", nil, ""
  end
  for _, train in ipairs(all "train") do train.spent, train.owed = 0, 0 end
end

--- The interphase is over: the season's points are written down, the year brings its politics, and the
--- dice say when the next campaign and its winter begin. A campaign that ends with this season has none.
rule("11.2.5", "interphase", function ()
  if not game.interphase then rules.open_interphase() end
  game.interphase = false
  rules.record_year()                                                    -- 11.11-tie
  if game.over or game.season == game.last_season then return end
  rules.politics_of_the_year()                                           -- where no phase did it
  rest()
  game.season_turn = game.turn + 1
  rules.roll_spring(game.season + 1)                                     -- 11.2.1
  rules.roll_winter()                                                    -- 11.2.3
end)

inquiry "front" {
  rule = "11.3", help = "whose ground a hex is",
  args = { { name = "hex", kind = "place" } },
  run = function (args)
    local side = rules.front_holder(args.hex)
    return ("%s is %s"):format(args.hex.name, side and "ground of the " .. side.name .. " side" or "nobody's ground")
  end,
}
