-- SPDX-License-Identifier: GPL-3.0-or-later
-- A campaign of two years, 1704 and 1705, with the winter between them (11, 12.1).
--
-- Map, forces, leaders and dates are OURS, as in 1704.lua. So are all economic values but two: the text
-- gives Munich (10/5) and Augsburg (1/1), what Britain, Austria and the Northern Allies have off the map,
-- and says that there are some 11 fortress cities and 5 open cities with values.

local ground = require "map"
local armies = require "armies_1704"

-- --- economic values (G61) ---------------------------------------------------------------------------

-- EP a year to the French, to the Allies, and why. All are house values but those of the text. Each
-- treasury has in 1705 what its forces of April 1704 cost (11.4), the Dutch 82 and Austria 68 with the 20
-- that the text gives it (its forces cost 69, with Eugene's); Britain (24 SP, 50 EP) and the Northern
-- Allies (15 SP, 20 EP) have what the text gives them, 31 more than they need. So nobody has to disband,
-- nobody can double, and what a campaign takes or loses is felt. A place is worth less to whoever conquers
-- it, as the text has it with Munich.
local VALUES = {
  -- 11 fortress cities
  Amsterdam  = { 20, 40 },                                 -- the bank of Europe
  Liege      = {  8,  9 },                                 -- ironworks and arms
  Koeln      = {  5,  8 },                                 -- the trade of the Rhine
  Mainz      = {  8, 14 },                                 -- the same, and the Main
  Nuremberg  = {  8, 18 },                                 -- the first city of Franconia
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
  Frankfurt      = {  8, 16 },                             -- its fairs, for the whole Empire
}

-- What the French have off the map, from the provinces that it leaves out: the text names nothing for
-- France, whose places alone (108) would not maintain the army that it had (197). With it France has 31
-- more than its forces of 1704 cost, as the Allies have.
local FRENCH_INTERIOR = 120

-- A treasury an Ally, one for France (11.4).
local TREASURIES = {
  { "Treasury of France",               "french", nation = "french", home_ep = FRENCH_INTERIOR },
  { "Treasury of Britain",              "allied", nation = "british" },
  { "Treasury of the United Provinces", "allied", nation = "dutch" },
  { "Treasury of Austria",              "allied", nation = "austrian" },
  { "Treasury of the Northern Allies",  "allied", nation = "northern" },
}

-- Every other place is worth nothing.
local function with_economy(others)
  for _, fortress in ipairs(others.fortress) do
    local value = VALUES[fortress[1]]
    fortress.value, fortress.value_allied = value and value[1] or 0, value and value[2] or 0
  end
  others.treasury = TREASURIES
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
  others = with_economy(armies.others()),
  options = { campaign = true },
  events = {
    { turn = 1, set = {
      { "game", year = 1704, season = 1704, month = 4, half = 1, last_season = 1705 },
    } },
    { turn = 1, name = "the winter of 1704", run = function () rules.open_campaign() end },
    armies.eugene,
  },
  victory = function () return rules.victor() end,         -- 11.11, 12.1
}
