-- SPDX-License-Identifier: GPL-3.0-or-later
-- The Battle of Blenheim, 13 August 1704: the whole battle, for the Seven Hex System.
--
-- The map and the set-up are OURS. The rulebook has neither the printed map nor the set-up card;
-- it gives the forces (16), the length, who begins and the villages (17), and all of these are
-- kept. The ground is drawn from history in areas of 500 yards, the whole turned a little so that
-- the front lies across the map; each commander's units stand about where his men stood at noon.
-- Which infantry has battalion guns, and what the batteries fire, is ours as well. Whoever owns
-- the game replaces this one file by the printed map and card.

-- --- the ground --------------------------------------------------------------------------------

-- Rows from north to south, areas from west to east; every second row is shifted by half an area.
-- `|` is the Nebel. A row is { row number, column of its first area (in half areas), names }.
local ROWS = {
  { 7, 7, "Upper Springs | Berghausen Wood; Berghausen Hill; Weilheim Wood; Kesselberg; Long Down;"
    .. "Tapfheim Road; Tapfheim" },
  { 6, 0, "Goldberg; Oberholz; Eichberger Hof; Eichberg | Nebel Springs; Berghausen; Berghausen Farm;"
    .. "Weilheim; Weilheim Farm; Sheep Down; Kessel Wood; Tapfheim Field; Schwenningen" },
  { 5, 1, "Lutzingen Wood; Lutzingen; Lutzingen Brook; Upper Nebel; Brook Meadow | Glauheim Ford;"
    .. "Weilheim Slope; Weilheim Heath; Wolperstetten; Wolper Down; Army Road; Schwenningen Road" },
  { 4, 0, "Moerslingen; Moerslingen Field; Schwennenbach; Schwennen Field; Gallows Hill; Marsin's Camp;"
    .. "Oberglauheim | Glauheim Mill; Unterglauheim; Stony Ford; Horse Field; Church Way; Gremheim Road" },
  { 3, 1, "Western Plain; Bavarian Camp; Lutzingen Lane; Wheat Field; Barley Field; Irish Camp;"
    .. "Glauheim Slope; West Marsh | East Marsh; Nebel Bank; Cutts's Hollow; Gremheim Field" },
  { 2, 2, "Deisenhofen; Deisen Field; Rye Field; Windmill; Oat Field; Centre Plain; Tallard's Left;"
    .. "Stream Plain; Mill Meadow | Water Mills; Willow Bank; Gremheim" },
  { 1, 3, "Hop Garden; Steinheim Road; Hoechstaedt Gate; Long Field; Clover Field; Reserve Field;"
    .. "Recruits' Field; Tallard's Camp; Blenheim Lane; Blenheim | Danube Meadow" },
  { 0, 8, "Hoechstaedt; Castle Meadow; Sonderheim Road; Sonderheim; Sonderheim Pond; Danube Field;"
    .. "Blenheim Meadow; South Bank; Far Bank" },
}

-- The ground of each area, where it is not clear and level. Hexes: C, then E, NE, NW, W, SW, SE.
local GROUND = {
  -- wooded hills in the north-west, from which Lutzingen takes its shelter
  ["Goldberg"]        = { height = 1, terrain = { NE = "woods", NW = "woods", W = "woods", SW = "woods" } },
  ["Oberholz"]        = { height = 1, terrain = { E = "woods", NE = "woods", NW = "woods", W = "woods" } },
  ["Eichberger Hof"]  = { height = 1, terrain = { NE = "woods", NW = "woods", W = "woods" } },
  ["Eichberg"]        = { height = 1, terrain = { NW = "woods", W = "woods" } },
  ["Upper Springs"]   = { height = 1, terrain = { SW = "woods", W = "woods", NW = "woods" } },
  ["Lutzingen Wood"]  = { terrain = { NE = "woods", NW = "woods", W = "woods", SW = "woods" } },
  -- woods and downs behind the Allies
  ["Berghausen Wood"] = { terrain = { NE = "woods", NW = "woods", E = "woods" } },
  ["Weilheim Wood"]   = { terrain = { NE = "woods", NW = "woods" } },
  ["Kessel Wood"]     = { terrain = { E = "woods", NE = "woods", NW = "woods" } },
  ["Berghausen Hill"] = { height = 1 },
  ["Kesselberg"]      = { height = 1 },
  ["Long Down"]       = { height = 1 },
  -- the swell of ground that Tallard's camp lay on
  ["Tallard's Camp"]  = { height = 1 },
  ["Recruits' Field"] = { height = 1 },
  ["Gallows Hill"]    = { height = 1 },
  -- the marsh along the Nebel
  ["Nebel Springs"]   = { terrain = { W = "marsh", SW = "marsh" } },
  ["Upper Nebel"]     = { terrain = { NE = "marsh" } },
  ["Brook Meadow"]    = { terrain = { E = "marsh" } },
  ["Glauheim Ford"]   = { terrain = { W = "marsh" } },
  ["Glauheim Mill"]   = { terrain = { SW = "marsh", SE = "marsh" } },
  ["Glauheim Slope"]  = { terrain = { NE = "marsh" } },
  ["West Marsh"]      = { terrain = { E = "marsh", NE = "marsh", NW = "marsh" } },
  ["East Marsh"]      = { terrain = { W = "marsh", NW = "marsh" } },
  ["Mill Meadow"]     = { terrain = { E = "marsh", NW = "marsh" } },
  ["Nebel Bank"]      = { terrain = { SE = "marsh" } },
  ["Water Mills"]     = { terrain = { W = "marsh", SE = "marsh" } },
  ["Willow Bank"]     = { terrain = { W = "marsh" } },
  ["Danube Meadow"]   = { terrain = { E = "marsh", SE = "marsh", SW = "marsh", W = "marsh" } },
  ["Blenheim Meadow"] = { terrain = { SW = "marsh", SE = "marsh", E = "marsh" } },
  ["Sonderheim Pond"] = { terrain = { SW = "marsh", SE = "marsh" } },
  ["Danube Field"]    = { terrain = { SW = "marsh", SE = "marsh" } },
  -- the three villages to be held (17.1), and the other places with houses
  ["Blenheim"]        = { village = true, terrain = { C = "town", E = "town", NE = "town", NW = "town" } },
  ["Oberglauheim"]    = { village = true, terrain = { C = "town", NE = "town" } },
  ["Lutzingen"]       = { village = true, terrain = { C = "town", E = "town" } },
  ["Unterglauheim"]   = { terrain = { SW = "town" } },
  ["Schwennenbach"]   = { terrain = { C = "town" } },
  ["Wolperstetten"]   = { terrain = { C = "town" } },
  ["Weilheim"]        = { terrain = { NW = "town" } },
  ["Berghausen"]      = { terrain = { NW = "town" } },
  ["Moerslingen"]     = { terrain = { C = "town" } },
  ["Deisenhofen"]     = { terrain = { C = "town" } },
  ["Hoechstaedt"]     = { terrain = { C = "town", E = "town", W = "town", SW = "town" } },
  ["Sonderheim"]      = { terrain = { C = "town" } },
  ["Gremheim"]        = { terrain = { C = "town" } },
  ["Schwenningen"]    = { terrain = { C = "town" } },
  ["Tapfheim"]        = { terrain = { C = "town" } },
}

-- Roads, from place to place.
local ROADS = {
  -- the great road from Donauwoerth to Hoechstaedt
  "Schwenningen; Schwenningen Road; Church Way; Horse Field; Stony Ford; East Marsh; Stream Plain;"
    .. "Recruits' Field; Sonderheim; Sonderheim Road; Castle Meadow; Hoechstaedt",
  -- along the Danube through Blenheim
  "Schwenningen Road; Gremheim Road; Gremheim Field; Gremheim; Danube Meadow; Blenheim; Blenheim Lane; Danube Field;"
    .. "Sonderheim Pond; Sonderheim",
  -- the villages along the Nebel
  "Stony Ford; Unterglauheim; Glauheim Mill; Oberglauheim; Marsin's Camp; Gallows Hill; Upper Nebel;"
    .. "Lutzingen Brook; Lutzingen",
  -- from Lutzingen and Oberglauheim to Hoechstaedt
  "Lutzingen; Schwennenbach; Lutzingen Lane; Rye Field; Hoechstaedt Gate; Hoechstaedt",
  "Oberglauheim; Irish Camp; Oat Field; Long Field; Hoechstaedt",
  -- behind the Allies
  "Tapfheim; Tapfheim Road; Sheep Down; Wolperstetten; Stony Ford",
  "Unterglauheim; Weilheim Heath; Weilheim; Berghausen Farm; Berghausen; Nebel Springs",
}

-- The Danube: what lies south of it cannot be reached.
local DANUBE = {
  { "Blenheim Meadow", "South Bank" }, { "Blenheim", "South Bank" }, { "Danube Meadow", "South Bank" },
  { "Danube Meadow", "Far Bank" },
}

-- --- from these lists to a map ------------------------------------------------------------------

local function names_in(text)
  local names = {}
  for name in text:gmatch "[^;|]+" do names[#names + 1] = name:match "^%s*(.-)%s*$" end
  return names
end

-- The areas, and for each its row, column and bank of the Nebel.
local function areas_of(rows)
  local areas, spots = {}, {}
  for _, entry in ipairs(rows) do
    local row, column = entry[1], entry[2]
    local west = entry[3]:match "^[^|]*"
    local beyond = #names_in(west)
    for i, name in ipairs(names_in(entry[3])) do
      local ground = GROUND[name] or {}
      areas[#areas + 1] = { name = name, at = { (column - row) // 2, row },
        height = ground.height, village = ground.village, terrain = ground.terrain }
      spots[#spots + 1] = { name = name, row = row, column = column, east = i > beyond }
      column = column + 2
    end
  end
  return areas, spots
end

-- Rows touch where columns differ by one, areas of a row where they differ by two.
local function next_to(a, b)
  local rows, columns = a.row - b.row, a.column - b.column
  return (rows == 0 and columns == -2) or (rows == 1 and (columns == 1 or columns == -1))
end

local function borders_of(spots)
  local borders = {}
  for _, a in ipairs(spots) do
    for _, b in ipairs(spots) do
      if next_to(a, b) and a.east ~= b.east and b.row > 0 then
        borders[#borders + 1] = { a.name, b.name, river = true }
      end
    end
  end
  for _, road in ipairs(ROADS) do
    local names = names_in(road)
    for i = 2, #names do borders[#borders + 1] = { names[i - 1], names[i], road = true } end
  end
  for _, pair in ipairs(DANUBE) do
    borders[#borders + 1] = { pair[1], pair[2], danube = true }
  end
  return borders
end

local areas, spots = areas_of(ROWS)

-- --- the armies ----------------------------------------------------------------------------------

-- What every unit of an army has in common, by kind.
local ARMIES = {
  Marlborough = { command = "allied command exceptional", infantry = "allied infantry platoon",
    cavalry = "allied cavalry trotters", artillery = "allied artillery" },
  Eugene = { command = "allied command exceptional", infantry = "allied infantry",
    cavalry = "allied cavalry", artillery = "allied artillery" },
  Tallard = { command = "french command experienced", infantry = "french infantry",
    cavalry = "french cavalry glanders", artillery = "french artillery" },
  Marsin = { command = "french command experienced", infantry = "french infantry",
    cavalry = "french cavalry spared", artillery = "french artillery" },
  Elector = { command = "french command experienced", infantry = "french infantry",
    cavalry = "french cavalry spared", artillery = "french artillery" },
}

local units = {}

--- Units of one army and kind: pairs of a name and a place. A name that ends in * has battalion
--- guns.
local function deploy(army, kind, list)
  for i = 1, #list, 2 do
    local name, guns = list[i]:gsub("%*$", "")
    units[#units + 1] = { name, ARMIES[army][kind] .. (guns > 0 and " guns" or ""), at = list[i + 1],
      army = army }
  end
end

--- Batteries: name, place, weight of shot in pounds.
local function batteries(army, list)
  for i = 1, #list, 3 do
    units[#units + 1] = { list[i], ARMIES[army].artillery, at = list[i + 1], army = army,
      pounds = list[i + 2] }
  end
end

-- Tallard: Blenheim full of infantry, the plain up to Oberglauheim held by horse and recruits.
deploy("Tallard", "command", { "Marshal Tallard", "Stream Plain/C" })
deploy("Tallard", "infantry", {
  "Navarre*",  "Blenheim/2",        "Provence*",     "Blenheim/3",
  "Languedoc", "Blenheim Lane/2",   "Zurlauben",     "Blenheim Lane/3",
  "Royal*",    "Blenheim Meadow/C", "Artois",        "Blenheim Meadow/C",
  "Greder",    "Tallard's Camp/C",  "Agenois",       "Tallard's Camp/C",
  "Montroux",  "Danube Field/C",    "Saintonge",     "Recruits' Field/C",
  "Robecq",    "Recruits' Field/C", "Beuil",         "Reserve Field/C",
})
deploy("Tallard", "cavalry", {
  "Gendarmerie",   "Stream Plain/C",   "Zurlauben's Horse", "Stream Plain/C",
  "Silly's Horse", "Tallard's Left/C", "Broglie's Horse",   "Tallard's Left/C",
  "Hautefort's Dragoons", "Reserve Field/C",
})
batteries("Tallard", {
  "Blenheim Battery",   "Blenheim/2",       12,
  "Stream Battery",     "Stream Plain/2",    8,
  "Left Battery",       "Tallard's Left/2",  4,
})

-- Marsin: around Oberglauheim, with the Irish, and up the brook towards Lutzingen.
deploy("Marsin", "command", { "Marshal Marsin", "Marsin's Camp/C" })
deploy("Marsin", "infantry", {
  "Champagne*",   "Oberglauheim/2",  "Bourbonnais*", "Oberglauheim/1",
  "Clare",        "Irish Camp/C",    "Lee",          "Irish Camp/C",
  "Dorrington",   "Marsin's Camp/C", "Poitou",       "Marsin's Camp/C",
  "Conde",        "Gallows Hill/2",  "Toulouse",     "Gallows Hill/C",
  "Nivernais",    "Upper Nebel/1",   "Isenghien",    "Upper Nebel/3",
})
deploy("Marsin", "cavalry", {
  "Vivans' Horse",    "Glauheim Slope/C", "Conflans' Horse", "Glauheim Slope/C",
  "Cuirassiers du Roi", "Barley Field/C",
})
batteries("Marsin", {
  "Glauheim Battery", "Oberglauheim/2", 8,
  "Gallows Battery",  "Gallows Hill/2", 8,
})

-- The Elector: Lutzingen and the edge of the woods.
deploy("Elector", "command", { "Elector of Bavaria", "Lutzingen/C" })
deploy("Elector", "infantry", {
  "Leibregiment*", "Lutzingen/1",       "Kurprinz*",  "Lutzingen/2",
  "Maffei",        "Lutzingen Brook/2", "Luetzelburg", "Lutzingen Brook/1",
  "Mercy",         "Eichberger Hof/1",
})
deploy("Elector", "cavalry", {
  "Arco's Cuirassiers", "Schwennenbach/C", "Wolframsdorf's Horse", "Schwennenbach/C",
})
batteries("Elector", { "Bavarian Battery", "Lutzingen Brook/2", 12 })

-- Marlborough: Cutts's column opposite Blenheim, lines of foot and horse in the centre,
-- Holstein-Beck opposite Oberglauheim.
deploy("Marlborough", "command", { "Duke of Marlborough", "Horse Field/C" })
deploy("Marlborough", "infantry", {
  "Rowe*",         "Cutts's Hollow/C", "Ferguson*",  "Cutts's Hollow/C",
  "Wilkes",        "Gremheim Field/C", "St Paul",    "Gremheim Field/C",
  "Huelsen",       "Gremheim/C",       "Withers*",   "Gremheim/C",
  "Webb*",         "Church Way/C",     "Hamilton*",  "Nebel Bank/C",
  "Luc",           "Nebel Bank/C",     "Meredith*",  "Stony Ford/C",
  "Rantzau",       "Stony Ford/C",     "Pallandt",   "Unterglauheim/C",
  "Wulffen",       "Unterglauheim/C",  "Heidebrecht", "Weilheim Heath/C",
  "Holstein-Beck*", "Weilheim Heath/C", "Tecklenburg", "Army Road/C",
})
deploy("Marlborough", "cavalry", {
  "Lumley's Horse", "Horse Field/C",   "Palmes' Horse",   "Horse Field/C",
  "Hompesch",       "Wolperstetten/C", "Buelow",          "Wolperstetten/C",
  "Hesse-Kassel",   "Wolper Down/C",   "Noyelles",        "Wolper Down/C",
  "Ross's Dragoons", "Church Way/C",
})
batteries("Marlborough", {
  "Blood's Battery",  "Nebel Bank/5",     12,
  "Cutts's Battery",  "Cutts's Hollow/6",  6,
  "Dutch Battery",    "Unterglauheim/5",   6,
})

-- Eugene: on the right, still coming up through the woods.
deploy("Eugene", "command", { "Prince Eugene", "Berghausen Farm/C" })
deploy("Eugene", "infantry", {
  "Anhalt-Dessau*", "Berghausen/C",      "Finck",     "Berghausen/C",
  "Scholten",       "Berghausen Farm/C", "Rebsdorf",  "Berghausen Farm/C",
  "Bielke",         "Weilheim/C",        "Canitz*",   "Weilheim/C",
})
deploy("Eugene", "cavalry", {
  "Fugger's Cuirassiers", "Berghausen Wood/C", "Bayreuth's Horse",   "Berghausen Wood/C",
  "Wuerttemberg's Horse", "Berghausen Hill/C", "Natzmer's Horse",    "Berghausen Hill/C",
  "Hanover's Horse",      "Weilheim Wood/C",   "La Tour's Horse",    "Weilheim Wood/C",
  "Styrum's Dragoons",    "Weilheim Farm/C",
})
batteries("Eugene", { "Imperial Battery", "Berghausen/5", 6 })

-- --- the scenario ---------------------------------------------------------------------------------

return scenario {
  title = "The Battle of Blenheim, 1704",
  help  = "break the enemy (12 infantry and cavalry) and hold two of Blenheim, Oberglauheim and "
    .. "Lutzingen; or hold two of them at the end of turn 15. Map and set-up are ours",
  note  = "The map and the set-up are ours, drawn from history; the printed ones are not in the rulebook.",
  turns = 15,                                                            -- 16
  first = "allied",                                                      -- 16
  map   = { kind = "flowers", chirality = "R", areas = areas, borders = borders_of(spots) },
  units = units,
  check = function () return rules.wrong_set_up() end,                   -- 16
  victory = function () return rules.award() end,                        -- 17
}
