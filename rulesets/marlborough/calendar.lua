-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ, 11.2: half-months, winter, the length of a season.
--
-- A half-month has a number: 1 is January I of the year in which the campaign began, 23 December I,
-- 25 January I of the year after. So winter, which runs over New Year, is one comparison.

entity "game" {
  season      = int(1704, { min = 1600, max = 1999, help = "the year in which this season's campaign began" }),
  last_season = int(0, { min = 0, max = 1999, help = "the season with which a campaign ends; 0 is none (12.1)" }),
  winter_from = int(23, { min = 1, max = 27, help = "the half-month in which winter begins (11.2.3)" }),
}

local MONTHS = { "January", "February", "March", "April", "May", "June", "July", "August", "September",
  "October", "November", "December" }
local HALVES = { "I", "II" }
local LAST_TURN = 26                                       -- 11.2.3: January II, in any case

--- The number of a half-month in the season that game.season names.
rule("SEQ", "half_month", function (year, month, half)
  return (year - game.season) * 24 + (month - 1) * 2 + half
end)

--- The number of the half-month that is being played.
rule("SEQ", "this_half_month", function ()
  return rules.half_month(game.year, game.month, game.half)
end)

--- Activity Phases by number, so that battles of another turn are told from this one's.
rule("SEQ", "phase_number", function ()
  return game.turn * 2 + (game.active == sides.allied and 1 or 0)
end)

--- Whether this turn is a winter turn.
rule("SEQ", "is_winter", function ()
  return rules.this_half_month() >= game.winter_from
end)

--- "May I 1704".
rule("SEQ", "date_text", function ()
  return ("%s %s %d"):format(MONTHS[game.month], HALVES[game.half], game.year)
end)

--- The next half-month.
rule("SEQ", "next_half_month", function ()
  if game.half == 1 then
    game.half = 2
    return
  end
  game.half = 1
  if game.month < 12 then
    game.month = game.month + 1
  else
    game.month, game.year = 1, game.year + 1
  end
end)

--- A new season opens, on the first turn of that month's half; winter is where it was until
--- `winter_begins` says otherwise.
rule("11.2.1", "begin_season", function (year, month, half)
  game.season, game.year, game.month, game.half = year, year, month, half
end)

--- Winter begins in that half-month of this season; January counts to the year after.
rule("11.2.3", "winter_begins", function (month, half)
  game.winter_from = rules.half_month(month < 3 and game.season + 1 or game.season, month, half)
end)

--- Whether this turn is the last of the season: January II at the latest; before it a winter turn
--- at the end of which nobody is left in the field.
rule("11.2.3", "season_ends", function ()
  if rules.this_half_month() >= LAST_TURN then return true end
  if not game.winter then return false end
  for _, force in ipairs(all "force") do
    if force.place and not rules.in_quarters(force) then return false end
  end
  return true
end)
