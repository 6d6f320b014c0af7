-- SPDX-License-Identifier: GPL-3.0-or-later
-- A campaign of two years, 1704 and 1705, with the winter between them (11, 12.1).
--
-- Map, forces, leaders and dates are OURS, as in 1704.lua. So are all economic values but two: the text
-- gives Munich (10/5) and Augsburg (1/1), what Britain, Austria and the Northern Allies have off the map,
-- and says that there are some 11 fortress cities and 5 open cities with values.

local ground = require "map"
local armies = require "armies_1704"

-- --- economic values (G61) ---------------------------------------------------------------------------

-- EP a year to the French, to the Allies, and why. All are house values but those of the text. The
-- sum of each side is what its forces of April 1704 cost (11.4): about 200 for the French with what they
-- have off the map, about 190 for the Allies with the 90 that the text gives them there. So nobody has to
-- disband, nobody can double, and what a campaign takes or loses is felt. A place is worth less to
-- whoever conquers it, as the text has it with Munich.
local VALUES = {
  -- 11 fortress cities
  Amsterdam  = { 20, 40 },                                 -- the bank of Europe
  Liege      = {  8,  8 },                                 -- ironworks and arms
  Koeln      = {  5,  8 },                                 -- the trade of the Rhine
  Mainz      = {  5,  5 },                                 -- the same, and the Main
  Nuremberg  = {  5,  8 },                                 -- the first city of Franconia
  Lille      = { 15, 10 },                                 -- the richest of French Flanders
  Antwerp    = { 12, 12 },                                 -- the Scheldt
  Ghent      = { 10, 10 },                                 -- the waterways of Flanders
  Brussels   = { 10, 10 },                                 -- Brabant and its taxes
  Strasbourg = { 10,  8 },                                 -- Alsace
  Augsburg   = {  1,  1 },                                 -- the text's
  -- 5 open cities
  Paris          = { 40, 10 },                             -- the capital
  Munich         = { 10,  5 },                             -- the text's
  Rotterdam      = {  8, 15 },                             -- the port of the Meuse
  ["The Hague"]  = {  5, 10 },                             -- the government of the United Provinces
  Frankfurt      = {  5,  8 },                             -- its fairs
}

-- What the French have off the map, from the provinces that it leaves out: the text names nothing for
-- France, whose places alone (108) would not maintain the army that it had.
local FRENCH_INTERIOR = 90

-- Every other place is worth nothing.
local function with_values(others)
  for _, fortress in ipairs(others.fortress) do
    local value = VALUES[fortress[1]]
    fortress.value, fortress.value_allied = value and value[1] or 0, value and value[2] or 0
  end
  return others
end

return scenario {
  title = "Two Years: 1704 and 1705",
  help  = "the terms of the long campaign (11.11), or more victory points when the second year is over",
  note  = "Map, set-up and economic values are ours: the printed ones are not in the source.",
  kind  = "force",
  turns = 42,                                              -- at most: 20 half-months, then 22
  first = "french", begins = "secondary_magazines",        -- SEQ: the primary ones stand
  map   = ground.board,
  units = armies.units,
  others = with_values(armies.others()),
  options = { campaign = true },
  events = {
    { turn = 1, set = {
      { "game", year = 1704, season = 1704, month = 4, half = 1, last_season = 1705 },
      { "french", home_ep = FRENCH_INTERIOR },
    } },
    { turn = 1, name = "the winter of 1704", run = function () rules.open_campaign() end },
    armies.eugene,
  },
  victory = function () return rules.victor() end,         -- 11.11, 12.1
}
