-- SPDX-License-Identifier: GPL-3.0-or-later
-- Two Villages: a small evening's game for the Seven Hex System. It is ours, an invented fight
-- on invented ground, and no part of the published game.
--
-- Late on a summer day two vanguards meet at the Lauter brook. Whoever holds both villages,
-- Oberlind and Niederlind, when the light goes (turn 6) has won the road. The vanguards have
-- closed already: Valmont has an outpost on the Kirchberg, and either side can attack at once.
--
--            North Farm    Kirchberg     The Spinney
--      Mill Meadow   Oberlind    Niederlind    Long Field
--            South Farm    Galgenhoehe   Fuchsmoor

return scenario {
  title = "Two Villages",
  help  = "hold both villages, Oberlind and Niederlind, at the end of turn 6",
  turns = 6,
  first = "allied", begins = "orders",

  map = {
    kind = "flowers", chirality = "R",
    areas = {
      { name = "Mill Meadow", at = { 0, 0 } },
      { name = "Oberlind",    at = { 1, 0 }, village = true,
        terrain = { C = "town", NE = "town" } },
      { name = "Niederlind",  at = { 2, 0 }, village = true,
        terrain = { C = "town", SW = "town" } },
      { name = "Long Field",  at = { 3, 0 } },
      { name = "North Farm",  at = { 0, 1 } },
      { name = "Kirchberg",   at = { 1, 1 }, height = 1 },
      { name = "The Spinney", at = { 2, 1 }, terrain = { E = "woods", NE = "woods", NW = "woods" } },
      { name = "South Farm",  at = { 1, -1 } },
      { name = "Galgenhoehe", at = { 2, -1 }, height = 1 },
      { name = "Fuchsmoor",   at = { 3, -1 },
        terrain = { E = "marsh", NE = "marsh", SW = "marsh", SE = "marsh" } },
    },
    borders = {
      -- the Lauter brook, from Kirchberg down to the Galgenhoehe
      { "Oberlind", "Niederlind", river = true },
      { "Kirchberg", "Niederlind", river = true },
      { "Oberlind", "Galgenhoehe", river = true },
      -- the road
      { "Mill Meadow", "Oberlind", road = true },
      { "Oberlind", "Niederlind", road = true },
      { "Niederlind", "Long Field", road = true },
    },
  },

  units = {
    -- Ashdown's vanguard comes from the west
    { "General Ashdown", "allied command exceptional",     at = "Oberlind/C",    army = "Ashdown" },
    { "Foot Guards",     "allied infantry platoon guns",   at = "Oberlind/C",    army = "Ashdown" },
    { "Carew's Horse",   "allied cavalry trotters",        at = "Oberlind/C",    army = "Ashdown" },
    { "Lane's Foot",     "allied infantry platoon guns",   at = "South Farm/C",  army = "Ashdown" },
    { "Marsh's Foot",    "allied infantry platoon",        at = "South Farm/1",  army = "Ashdown" },
    { "Heron's Horse",   "allied cavalry trotters",        at = "North Farm/C",  army = "Ashdown" },
    { "Wyatt's Horse",   "allied cavalry",                 at = "North Farm/C",  army = "Ashdown" },
    { "Heavy Battery",   "allied artillery",               at = "North Farm/C",  army = "Ashdown", pounds = 12 },
    { "Light Battery",   "allied artillery",               at = "Oberlind/1",    army = "Ashdown", pounds = 3 },
    { "Poole's Foot",    "allied infantry",                at = "Mill Meadow/C", army = "Ashdown" },

    -- Valmont's vanguard comes from the east
    { "General Valmont",  "french command experienced",     at = "Niederlind/C",  army = "Valmont" },
    { "Picardie",         "french infantry guns",           at = "Niederlind/4",  army = "Valmont" },
    { "Batterie legere",  "french artillery",               at = "Niederlind/5",  army = "Valmont", pounds = 4 },
    { "Navarre",          "french infantry guns",           at = "Kirchberg/5",   army = "Valmont" },
    { "Royal Allemand",   "french cavalry",                 at = "Kirchberg/C",   army = "Valmont" },
    { "Champagne",        "french infantry",                at = "Long Field/C",  army = "Valmont" },
    { "Royal Cravates",   "french cavalry",                 at = "Long Field/C",  army = "Valmont" },
    { "Bearn",            "french infantry",                at = "Galgenhoehe/C", army = "Valmont" },
    { "Batterie du Parc", "french artillery",               at = "Galgenhoehe/3", army = "Valmont", pounds = 8 },
    { "Dragons du Roi",   "french cavalry",                 at = "Fuchsmoor/C",   army = "Valmont" },
  },

  victory = function ()
    if game.turn < game.turns then return nil end
    local holder = rules.occupier(map.area "Oberlind")                     -- 17.1
    if not holder or holder ~= rules.occupier(map.area "Niederlind") then
      return nil, "a draw: nobody holds both villages"
    end
    return holder, "the " .. holder.name .. " side holds both villages and has won"
  end,
}
