-- SPDX-License-Identifier: GPL-3.0-or-later
-- Blenheim Village: an evening's game, the fight of Lord Cutts's column for Blenheim on 13 August
-- 1704, cut out of the whole battle (blenheim.lua). Map, set-up and victory are ours, and so are
-- the two commanders: the published game has no command unit for either of them.
--
--                             Horse Field    Church Way    Gremheim Road
--                       Nebel Bank   Cutts's Hollow   Gremheim Field
--   Stream Plain   Mill Meadow  ~  Water Mills    Willow Bank    Gremheim
--          Tallard's Camp   Blenheim Lane   Blenheim  ~  Danube Meadow
--     Sonderheim Pond   Danube Field   Blenheim Meadow  =  South Bank

return scenario {
  title = "Blenheim Village, 1704",
  help  = "Allies: hold Blenheim at the end of turn 8. Franco-Bavarians: keep them out, and lose fewer "
    .. "infantry and cavalry than they do",
  turns = 8,
  first = "allied",
  options = { break_losses = 6 },

  map = {
    kind = "flowers", chirality = "R",
    areas = {
      { name = "Horse Field",     at = { 8, 4 } },
      { name = "Church Way",      at = { 9, 4 } },
      { name = "Gremheim Road",   at = { 10, 4 } },
      { name = "Nebel Bank",      at = { 8, 3 }, terrain = { SE = "marsh" } },
      { name = "Cutts's Hollow",  at = { 9, 3 } },
      { name = "Gremheim Field",  at = { 10, 3 } },
      { name = "Stream Plain",    at = { 7, 2 } },
      { name = "Mill Meadow",     at = { 8, 2 }, terrain = { E = "marsh", NW = "marsh" } },
      { name = "Water Mills",     at = { 9, 2 }, terrain = { W = "marsh", SE = "marsh" } },
      { name = "Willow Bank",     at = { 10, 2 }, terrain = { W = "marsh" } },
      { name = "Gremheim",        at = { 11, 2 }, terrain = { C = "town" } },
      { name = "Tallard's Camp",  at = { 8, 1 }, height = 1 },
      { name = "Blenheim Lane",   at = { 9, 1 } },
      { name = "Blenheim",        at = { 10, 1 }, village = true,
        terrain = { C = "town", E = "town", NE = "town", NW = "town" } },
      { name = "Danube Meadow",   at = { 11, 1 },
        terrain = { E = "marsh", SE = "marsh", SW = "marsh", W = "marsh" } },
      { name = "Sonderheim Pond", at = { 8, 0 }, terrain = { SW = "marsh", SE = "marsh" } },
      { name = "Danube Field",    at = { 9, 0 }, terrain = { SW = "marsh", SE = "marsh" } },
      { name = "Blenheim Meadow", at = { 10, 0 }, terrain = { SW = "marsh", SE = "marsh", E = "marsh" } },
      { name = "South Bank",      at = { 11, 0 } },
    },
    borders = {
      -- the Nebel
      { "Mill Meadow", "Nebel Bank", river = true },
      { "Mill Meadow", "Water Mills", river = true },
      { "Blenheim Lane", "Water Mills", river = true },
      { "Blenheim", "Water Mills", river = true },
      { "Blenheim", "Willow Bank", river = true },
      { "Blenheim", "Danube Meadow", river = true, road = true },
      -- the Danube
      { "Blenheim Meadow", "South Bank", danube = true },
      { "Blenheim", "South Bank", danube = true },
      { "Danube Meadow", "South Bank", danube = true },
      -- roads
      { "Horse Field", "Church Way", road = true },
      { "Church Way", "Gremheim Road", road = true },
      { "Gremheim Road", "Gremheim Field", road = true },
      { "Gremheim Field", "Gremheim", road = true },
      { "Gremheim", "Danube Meadow", road = true },
      { "Blenheim", "Blenheim Lane", road = true },
      { "Blenheim Lane", "Danube Field", road = true },
      { "Danube Field", "Sonderheim Pond", road = true },
    },
  },

  units = {
    -- Lord Cutts's column: the left of Marlborough's army
    { "Lord Cutts",      "allied command experienced",   at = "Cutts's Hollow/C", army = "Marlborough" },
    { "Rowe",            "allied infantry platoon guns", at = "Cutts's Hollow/C", army = "Marlborough" },
    { "Ferguson",        "allied infantry platoon guns", at = "Cutts's Hollow/C", army = "Marlborough" },
    { "Wilkes",          "allied infantry platoon",      at = "Gremheim Field/C", army = "Marlborough" },
    { "St Paul",         "allied infantry platoon",      at = "Gremheim Field/C", army = "Marlborough" },
    { "Huelsen",         "allied infantry platoon",      at = "Gremheim/C",       army = "Marlborough" },
    { "Withers",         "allied infantry platoon guns", at = "Church Way/C",     army = "Marlborough" },
    { "Hamilton",        "allied infantry platoon guns", at = "Nebel Bank/C",     army = "Marlborough" },
    { "Ross's Dragoons", "allied cavalry trotters",      at = "Church Way/C",     army = "Marlborough" },
    { "Lumley's Horse",  "allied cavalry trotters",      at = "Horse Field/C",    army = "Marlborough" },
    { "Cutts's Battery", "allied artillery",             at = "Cutts's Hollow/6", army = "Marlborough",
      pounds = 6 },

    -- Clerambault's garrison, and the Gendarmerie in the plain
    { "Marquis de Clerambault", "french command",        at = "Blenheim Lane/C",   army = "Tallard" },
    { "Navarre",         "french infantry guns",         at = "Blenheim/2",        army = "Tallard" },
    { "Provence",        "french infantry guns",         at = "Blenheim/3",        army = "Tallard" },
    { "Languedoc",       "french infantry",              at = "Blenheim Lane/2",   army = "Tallard" },
    { "Zurlauben",       "french infantry",              at = "Blenheim Lane/3",   army = "Tallard" },
    { "Royal",           "french infantry guns",         at = "Blenheim Meadow/C", army = "Tallard" },
    { "Artois",          "french infantry",              at = "Blenheim Meadow/C", army = "Tallard" },
    { "Montroux",        "french infantry",              at = "Danube Field/C",    army = "Tallard" },
    { "Gendarmerie",     "french cavalry glanders",      at = "Tallard's Camp/C",  army = "Tallard" },
    { "Silly's Horse",   "french cavalry glanders",      at = "Stream Plain/C",    army = "Tallard" },
    { "Blenheim Battery", "french artillery",            at = "Blenheim/2",        army = "Tallard",
      pounds = 12 },
  },

  victory = function ()
    if game.turn < game.turns then return nil end
    local allied, french = sides.allied, sides.french
    if rules.occupier(map.area "Blenheim") == allied then
      return allied, "Lord Cutts has taken Blenheim"
    end
    if french.lost < allied.lost then
      return french, "Blenheim is held, and has cost the attackers more"
    end
    return nil, "a draw: Blenheim is not taken, but its garrison has suffered"
  end,
}
