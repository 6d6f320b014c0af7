-- SPDX-License-Identifier: GPL-3.0-or-later
-- The map: Flanders to the Danube, ten miles a hex.
--
-- The printed map is not in the source. This one is OURS, drawn from real geography on the grid of
-- the printed one: where the text names a hex, the place is there (Amsterdam A15, Lille G5, Amiens
-- K7, Toul Z18, Passau SS54, the exits RR55, SS55 and TT55), and from these the rest is fitted.
-- notes.md tells what is from the text, what from geography and what invented.
--
-- Numbers count columns from west to east, letters the rows that rise to the north-east. In the
-- drawing every second column lies half a hex lower.

local M = {}

-- --- fortresses and open cities -----------------------------------------------------------------

-- Name, hex, class (1 or 2; 0 is an open city), printed garrison. `source = "text"`: garrison or
-- value are the text's; all others are ours, from history. Economic values are known of two.
local FORTRESSES = {
  France = {
    { "Lille",           "G5",   1, 6, source = "text" },
    { "Strasbourg",      "EE27", 1, 6 },
    { "Tournai",         "H7",   1, 6, source = "text" },
    { "Dunkirk",         "C2",   1, 5 },
    { "Menin",           "F5",   1, 5, source = "text" },
    { "Metz",            "X19",  1, 5 },
    { "Valenciennes",    "J8",   1, 5 },
    { "Arras",           "I5",   1, 4 },
    { "Cambrai",         "K8",   1, 4 },
    { "Douai",           "I6",   1, 4 },
    { "Landau",          "BB29", 1, 4 },
    { "Maubeuge",        "K10",  1, 4 },
    { "St Omer",         "E3",   1, 4 },
    { "Ypres",           "E4",   1, 4 },
    { "Belfort",         "II23", 1, 3 },
    { "Bethune",         "G4",   1, 3 },
    { "Calais",          "C1",   1, 3 },
    { "Givet",           "N13",  1, 3 },
    { "Huningue",        "KK26", 1, 3 },
    { "New Breisach",    "HH26", 1, 3 },
    { "Saarlouis",       "X22",  1, 3 },
    { "Thionville",      "V19",  1, 3 },
    { "Aire",            "F4",   2, 3 },
    { "Amiens",          "K7",   2, 3 },
    { "Mezieres",        "P13",  2, 3 },
    { "Toul",            "Z18",  2, 3 },
    { "Verdun",          "V16",  2, 3 },
    { "Abbeville",       "H4",   2, 2 },
    { "Avesnes",         "L10",  2, 2 },
    { "Bouchain",        "J7",   2, 2 },
    { "Conde",           "I8",   2, 2 },
    { "Fort Louis",      "DD28", 2, 2 },
    { "Guise",           "M10",  2, 2 },
    { "Landrecies",      "L9",   2, 2 },
    { "Le Quesnoy",      "K9",   2, 2 },
    { "Longwy",          "T17",  2, 2 },
    { "Marsal",          "AA22", 2, 2 },
    { "Montmedy",        "S16",  2, 2 },
    { "Peronne",         "L8",   2, 2 },
    { "Phalsburg",       "CC25", 2, 2 },
    { "Philippeville",   "M12",  2, 2 },
    { "Rocroi",          "O12",  2, 2 },
    { "Sedan",           "Q14",  2, 2 },
    { "Selestat",        "FF25", 2, 2 },
    { "St Armand",       "I7",   2, 2, source = "text" },
    { "St Quentin",      "M9",   2, 2 },
    { "Bitche",          "AA25", 2, 1 },
    { "Hagenau",         "CC27", 2, 1 },
    { "Homburg",         "Y25",  2, 1 },
    { "Chalons",         "T10",  0, 0 },
    { "Colmar",          "GG25", 0, 0 },
    { "Laon",            "O9",   0, 0 },
    { "Nancy",           "AA20", 0, 0 },
    { "Paris",           "R4",   0, 0 },
    { "Reims",           "R10",  0, 0 },
    { "Soissons",        "P8",   0, 0 },
    { "Troyes",          "X9",   0, 0 },
  },
  ["Spanish Netherlands"] = {
    { "Luxembourg",      "U19",  1, 6 },
    { "Namur",           "L13",  1, 6 },
    { "Antwerp",         "G12",  1, 5, source = "text" },
    { "Charleroi",       "L12",  1, 5, source = "text" },
    { "Mons",            "J9",   1, 5 },
    { "Ghent",           "F8",   1, 4 },
    { "Ostend",          "C4",   1, 4 },
    { "Ath",             "I9",   1, 3 },
    { "Brussels",        "I11",  2, 3 },
    { "Dendermonde",     "G10",  2, 3 },
    { "Nieuport",        "C3",   2, 3 },
    { "Oudenarde",       "G7",   2, 3 },
    { "Venlo",           "J20",  2, 3 },
    { "Bruges",          "D5",   2, 2 },
    { "Geldern",         "I21",  2, 2 },
    { "Roermond",        "J19",  2, 2 },
    { "Courtrai",        "F6",   2, 1 },
    { "Diest",           "J15",  2, 1 },
    { "Leau",            "K15",  2, 1 },
    { "Limburg",         "N18",  2, 1 },
    { "Louvain",         "I13",  0, 0 },
    { "Mechelen",        "H12",  0, 0 },
  },
  ["United Provinces"] = {
    { "Maastricht",      "L18",  1, 6 },
    { "Bergen-op-Zoom",  "E12",  1, 5 },
    { "Den Bosch",       "F16",  1, 5 },
    { "Amsterdam",       "A15",  1, 4 },
    { "Breda",           "E14",  1, 4 },
    { "Nijmegen",        "F19",  1, 4 },
    { "Sluis",           "C6",   1, 3 },
    { "Grave",           "F18",  2, 3 },
    { "Hulst",           "E10",  2, 3 },
    { "Arnhem",          "E20",  2, 2 },
    { "Brill",           "B11",  2, 2 },
    { "Deventer",        "D21",  2, 2 },
    { "Flushing",        "C7",   2, 2 },
    { "Geertruidenberg", "E15",  2, 2 },
    { "Willemstad",      "D12",  2, 2 },
    { "Zutphen",         "E21",  2, 2 },
    { "Rotterdam",       "C13",  0, 0 },
    { "The Hague",       "A12",  0, 0 },
    { "Utrecht",         "C16",  0, 0 },
  },
  Cologne = {
    { "Liege",           "M17",  1, 4 },
    { "Bonn",            "P24",  1, 3 },
    { "Koeln",           "N23",  2, 4 },
    { "Duesseldorf",     "L23",  2, 3 },
    { "Wesel",           "I22",  2, 3 },
    { "Huy",             "M15",  2, 2 },
    { "Juelich",         "M21",  2, 2 },
    { "Kaiserswerth",    "K23",  2, 2 },
    { "Rheinberg",       "J22",  2, 2 },
    { "Bouillon",        "Q15",  2, 1 },
    { "Dinant",          "N14",  2, 1 },
    { "Aachen",          "M19",  0, 0 },
    { "Muenster",        "J28",  0, 0 },
  },
  Empire = {
    { "Breisach",        "II27", 1, 4 },
    { "Freiburg",        "II28", 1, 4 },
    { "Koblenz",         "S26",  1, 4 },
    { "Mainz",           "W29",  1, 4 },
    { "Nuremberg",       "GG43", 1, 4 },
    { "Philippsburg",    "BB30", 1, 4 },
    { "Ulm",             "LL38", 1, 4 },
    { "Wuerzburg",       "BB37", 2, 3 },
    { "Konstanz",        "NN34", 2, 2 },
    { "Lindau",          "PP36", 2, 2 },
    { "Mannheim",        "AA30", 2, 2 },
    { "Passau",          "SS54", 2, 2 },
    { "Regensburg",      "MM48", 2, 2 },
    { "Trarbach",        "U24",  2, 2 },
    { "Trier",           "U22",  2, 2 },
    { "Villingen",       "JJ30", 2, 2 },
    { "Kehl",            "EE28", 2, 1, source = "text" },
    { "Memmingen",       "OO39", 2, 1 },
    { "Noerdlingen",     "JJ40", 2, 1 },
    { "Bamberg",         "DD42", 0, 0 },
    { "Frankfurt",       "W31",  0, 0 },
    { "Heidelberg",      "BB32", 0, 0 },
    { "Heilbronn",       "EE34", 0, 0 },
    { "Stuttgart",       "GG34", 0, 0 },
  },
  Bavaria = {
    { "Ingolstadt",      "LL44", 1, 4 },
    { "Braunau",         "TT52", 2, 2 },
    { "Straubing",       "OO50", 2, 2 },
    { "Amberg",          "II46", 2, 1 },
    { "Augsburg",        "NN42", 2, 1, value = 1, value_allied = 1, source = "text" },
    { "Donauwoerth",     "KK41", 2, 1 },
    { "Rain",            "LL42", 2, 1, source = "text" },
    { "Landshut",        "PP48", 0, 0 },
    { "Munich",          "QQ45", 0, 0, value = 10, value_allied = 5, source = "text" },
  },
}

-- Who holds the fortresses of a region unless a scenario says otherwise.
local HOLDERS = { France = "french", ["Spanish Netherlands"] = "french", Bavaria = "french",
  ["United Provinces"] = "allied", Cologne = "allied", Empire = "allied" }

-- Other towns, for the names of their hexes.
local TOWNS = {
  F2 = "Montreuil", M5 = "Beauvais", R5 = "Meaux", J6 = "Doullens", O7 = "Compiegne", D9 = "Goes",
  N9 = "La Fere", C10 = "Zierikzee", J11 = "Nivelles", V11 = "Vitry", X13 = "St Dizier",
  D14 = "Dordrecht", W14 = "Bar-le-Duc", S15 = "Stenay", L17 = "Tongres", Q17 = "Bastogne",
  S17 = "Arlon", O18 = "Stavelot", G20 = "Kleve", Q20 = "Pruem", EE21 = "Epinal",
  Y23 = "Saarbruecken", W27 = "Kreuznach", Z27 = "Kaiserslautern", FF28 = "Offenburg",
  Q28 = "Siegen", EE29 = "Stollhofen", GG30 = "Freudenstadt", Z30 = "Worms", EE31 = "Pforzheim",
  JJ31 = "Rottweil", T31 = "Giessen", KK32 = "Tuttlingen", HH33 = "Tuebingen",
  Z34 = "Aschaffenburg", OO36 = "Ravensburg", DD37 = "Mergentheim", JJ37 = "Geislingen",
  MM37 = "Biberach", KK39 = "Giengen", PP39 = "Kempten", GG40 = "Ansbach", KK40 = "Blenheim",
  PP42 = "Landsberg", LL43 = "Neuburg", RR43 = "Weilheim", PP46 = "Freising", SS48 = "Wasserburg",
}

--- The fortresses as a scenario places them (others.fortress). `held`: by side, names of those that
--- it holds beyond its regions: { allied = "Huy, Limburg", french = "Ulm" }.
function M.fortresses(held)
  local holder, list = {}, {}
  for _, side in ipairs { "french", "allied" } do
    for name in (held[side] or ""):gmatch "[^,]+" do holder[name:match "^%s*(.-)%s*$"] = side end
  end
  for _, region in ipairs(M.regions) do
    for _, row in ipairs(FORTRESSES[region.name]) do
      local name, hex, class, garrison = row[1], row[2], row[3], row[4]
      local side = holder[name] or HOLDERS[region.name]
      holder[name] = nil
      list[#list + 1] = { name, side, owner = side, at = hex, class = class, printed = garrison,
        intrinsic = garrison, value = row.value, value_allied = row.value_allied }
    end
  end
  for name in pairs(holder) do error("there is no fortress " .. name .. " on the map") end
  return list
end

-- --- the ground -----------------------------------------------------------------------------------

M.regions = {
  { name = "France", sign = "F" }, { name = "Spanish Netherlands", sign = "S" },
  { name = "United Provinces", sign = "U" }, { name = "Cologne", sign = "C" },
  { name = "Empire", sign = "E" }, { name = "Bavaria", sign = "B" },
}

-- The names of the hexes.
local function named()
  local hexes = {}
  for _, region in ipairs(M.regions) do
    for _, row in ipairs(FORTRESSES[region.name]) do hexes[row[2]] = { name = row[1] } end
  end
  for label, name in pairs(TOWNS) do hexes[label] = { name = name } end
  return hexes
end

M.board = {
  kind = "hexes", shape = "flat", shoved = "second",
  title = "Flanders to the Danube",
  note = "ours, from geography; the places that the text names are where it puts them",
  labels = { style = "doubled", letters = "rows", slant = "up", first = "A14" },

  -- Fodder (ST.class); ^ is rough ground besides. Behind each row the label of its first hex.
  terrain = { f = "fertile", g = "good", ["."] = "average", ["^"] = "rough average" },
  rows = {
    -- 1       5         10        15        20        25        30        35        40        45        50        55
    "- - - - - - - - - - - - - f f f - . . . g g g g g g",  -- A14
    "- - - - - - - - - - - f f f f f . . . g g g g g g g g",  -- A12
    "- - - - - - - - - - - f f f f f f f . f g g g g g g g g",  -- B12
    "- - - - - - - - - g g g f g f f f f f f f f g g g g g g g",  -- B10
    "- - - - - - - - - g g g g g g g g . f f f f f g g g g g g",  -- C10
    "- - - - - - - g g g g g g . g . g . g g f f f g g g g ^ g ^",  -- C8
    "- - - - - f f f f f g . . . . . . . . g f f f . g . ^ ^ ^ ^",  -- C6
    "- - - f f f f f f f f f . . . . . . g g f f f . . . ^ ^ ^ ^",  -- C4
    "- f f f f f f f f f f f f . . . . g g f f f f f . . ^ ^ ^ ^ ^ ^",  -- C2
    "f f f f f f f f f f f f f f f f f . g f f f f f f ^ ^ . ^ ^ ^ ^",  -- C1
    "f g f f f f f f f f f f f f f f f . . . f f f f ^ ^ ^ ^ ^ ^ ^ g . .",  -- D1
    "g g g g f g f f f g g g f f f ^ f . . . . ^ f . ^ ^ ^ . ^ g g g . . . .",  -- E1
    "g g g g g f f g f g g g g f f ^ ^ . ^ ^ ^ ^ . . g g . . . . g g g g . . . .",  -- F1
    "g g g g g f f f g g g . g . ^ ^ ^ ^ ^ . ^ ^ ^ . g g g ^ ^ ^ ^ f g ^ . . . . ^ ^",  -- G1
    "g g g g g g f f f g ^ ^ . ^ ^ ^ ^ ^ ^ ^ ^ ^ . . ^ ^ ^ ^ ^ f f f g ^ ^ ^ . g ^ ^ g g g g",  -- H1
    "g g g g g g g f f g g . ^ ^ ^ ^ . ^ ^ ^ ^ ^ . . ^ ^ ^ g f f f ^ ^ . ^ ^ f g g ^ g g g ^",  -- I1
    "g g g g g g g f f g g . . . . ^ ^ ^ ^ ^ g g ^ ^ ^ g g g f f f ^ ^ ^ ^ f f f ^ ^ g g g ^ ^ ^",  -- J1
    "g g g g g g g g g . . . g g ^ . . ^ ^ g g g ^ ^ ^ . g g f f f ^ ^ g g f f f g g g g ^ ^ ^ .",  -- K1
    "g g g g g g g g g . . . g g g g . g g g g g ^ . . . g f f f f . ^ f g g f g g g g g g ^ . . . .",  -- L1
    "f f f f f f f f g g . . ^ ^ ^ g g f g g g g g g . . . ^ f f f f ^ f f g g g g g g g ^ ^ ^ . . . ^ ^",  -- M1
    "f f f f f f f g g . . . ^ ^ g g g f f f g g g . . ^ ^ ^ f f f g f f f g g g g g g g ^ ^ ^ ^ . . ^ ^ ^ ^",  -- N1
    "f f f f f f g g . . . . . ^ g g g f f g g g . . . ^ ^ f f f f g f f g g g g g f g ^ ^ ^ ^ ^ . g ^ ^ ^ ^ ^ ^",  -- O1
    "f f f f f g g . . . . . . . g g g g g g g g . ^ ^ f f f f ^ f g f f g ^ g ^ f f f f ^ f ^ f g f f f ^ ^ ^ ^",  -- P1
    "f f f g f g . . . . . . . . . g g g g g g g ^ ^ . f f f . ^ ^ g g g g ^ ^ ^ ^ f f f f f f f f f f f f f ^ ^ g",  -- Q1
    "f g g g g g . . . . . . . . . . g g g g g g ^ ^ ^ f f . ^ . ^ g g ^ g ^ . f f f f g g g g g g g g g f g ^ g g",  -- R1
    "g g g g g . . . . . . . . . . . . . g g g g ^ ^ ^ f f ^ ^ ^ g g ^ ^ ^ g ^ f f g g g g g g g g g g g g g g g g",  -- S1
    "g g g g g . . . . . . . . . . . . . g g g ^ ^ ^ f f f f ^ ^ g ^ ^ ^ ^ g g g g g g g g . g . g g g g g g g g",  -- T1
    "g g g g g . . . . . . . . . . . . . g . . . ^ ^ f f f . ^ . g g ^ g g g g g g . g g . . . . . . g . . . g ^",  -- U1
    "g g g g . . . . . . . . . . . . . . . . . . ^ ^ f f f ^ ^ ^ g g g g g g g . . . . ^ . . . . . ^ . . . ^ ^ ^",  -- V1
    "g g g . . . . . . . . . . . . . . . . . . . ^ . . f f ^ ^ ^ ^ g g g g . ^ ^ . ^ ^ ^ . ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^",  -- W1
    "g g . . . . . . . . . . . . . . . . . . . . . . . . f ^ ^ ^ ^ g g g g . ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^",  -- X1
  },

  hexes = named(),

  areas = M.regions,
  area_rows = {
    -- 1       5         10        15        20        25        30        35        40        45        50        55
    "- - - - - - - - - - - - - U U U - U U U U U U U U C",
    "- - - - - - - - - - - U U U U U U U U U U U U U C C C",
    "- - - - - - - - - - - U U U U U U U U U U U U C C C C C",
    "- - - - - - - - - U U U U U U U U U U C C C C C C C C C C",
    "- - - - - - - - - U U U U U U U U U U C C C C C C C C C C",
    "- - - - - - - U U U U U U U U U U U U S S C C C C C C C C C",
    "- - - - - U U U U U U S U S S U U C S S S C C C C C C C C C",
    "- - - S S S U U U U U S S S S C C C S S S C C C C C C C C C",
    "- F S S S S S S S S S S S S S S C U S C C C C C C C C C C C C E",
    "F F F F S S S S S S S S S S S C U U C C C C C C C C C C C C E E",
    "F F F F F S S S S S S S S S S C C S C C C C C C C C C C C E E E E E",
    "F F F F F F F F S S S S S S C C C S S C C C C C C E C E E E E E E E E E",
    "F F F F F F F F S F S S S S C C C C S C C C C C E E E E E E E E E E E E E E",
    "F F F F F F F F F F S F S C C C C C C C C C C E E E E E E E E E E E E E E E E E",
    "F F F F F F F F F F F F F C C S S S S S C E E E E E E E E E E E E E E E E E E E E E E E",
    "F F F F F F F F F F F F F C C S S S S S E E E E E E E E E E E E E E E E E E E E E E E E",
    "F F F F F F F F F F F F F F C S S S S E E E E E E E E E E E E E E E E E E E E E E E E E E B",
    "F F F F F F F F F F F F F F F F S S S S E E E E E E E E E E E E E E E E E E E E E E E E B B",
    "F F F F F F F F F F F F F F F F F F S F F F E E E E E E E E E E E E E E E E E E E E E E B B B B",
    "F F F F F F F F F F F F F F F F F F F F F F E E F E E E E E E E E E E E E E E E E E E B B B B B B B",
    "F F F F F F F F F F F F F F F F F F F F F F E F E F E E F E E E E E E E E E E E E E E E B B B B B B B B",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E E E E B B B E E B B B B B E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E B B E B B B B B B B B B B E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E B B B B B B B B B B B B B E E E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E B B B B B B B B B B B B B E E E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E E B B B B B B B B B B B B B E E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E E B B B B B B B B B B B B B B E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E E E B B B B B B B B B B B B B E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E E E B B B B B B B B B B B B B E",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E E E B B B B B B B B B B B B B B",
    "F F F F F F F F F F F F F F F F F F F F F F F F F F E E E E E E E E E E E E E E E B B B B B B B B B B B B B",
  },

  -- 11.10.3: the way to Vienna.
  boxes = {
    { name = "Austria", terrain = "average", links = "RR55 SS55 TT55" },
  },

  sides = {
    -- major rivers, crossed at a bridge (4.2-cost)
    major = {
      -- Rhine
      "KK26-KK27 JJ26-KK27 JJ26-JJ27 II26-JJ27 II26-II27 HH26-II27 HH26-HH27 GG26-HH27 GG26-GG27",
      "FF26-GG27 FF26-FF27 EE26-FF27 EE27-FF27 EE27-FF28 EE27-EE28 DD27-EE28 DD28-EE28 DD28-EE29",
      "DD28-DD29 CC28-DD29 CC29-DD29 CC29-DD30 CC29-CC30 BB29-CC30 BB29-BB30 AA29-BB30 AA29-AA30",
      "Z29-AA30 Z30-AA30 Z30-AA31 Z30-Z31 Y30-Z31 Y30-Y31 X30-Y30 X29-X30 W29-X30 W29-W30 V29-W29",
      "V28-W29 V28-W28 V27-V28 U27-V27 U26-U27 T26-U27 T26-T27 S26-T27 S26-S27 R26-S26 R25-R26",
      "Q25-R25 Q24-Q25 P24-Q25 P24-P25 O24-P24 O23-O24 N23-O24 N23-N24 M23-N24 M23-M24 L23-M23",
      "L22-L23 K22-L23 K22-K23 J22-K23 J22-J23 I22-J22 I21-I22 H21-I22 H21-H22 G21-H21 G20-G21",
      -- Meuse below Namur
      "L13-M14 L14-M14 L14-M15 L15-M15 L15-M16 L16-M16 M16-M17 M17-N17 M17-N18 M17-M18 L17-M18",
      "L18-M18 L18-M19 L18-L19 K18-L19 K18-K19 J18-K19 J18-J19 I18-J19 I19-J19 I19-J20 I19-I20",
      "H19-I19 H18-H19 G18-H19 G18-G19 F18-G19 F18-F19 E18-F18 E17-F18 E17-F17 E16-F17 E16-F16",
      "E15-E16 D15-E15 D14-E15 D14-E14 D13-D14 C13-D13 C12-D13",
      -- Waal
      "F20-G20 F19-F20 E19-F19 E18-F19 E16-E17 D16-E16 D15-E16",
      -- Lek
      "F20-G21 F20-F21 E20-F20 E19-E20 D19-E19 D18-E19 D18-E18 D17-E18 D17-E17 D16-D17 C16-D16",
      "C15-D16 C15-D15 C14-D15 C14-D14 C13-D14 C12-C13 B12-C12 B11-B12",
      -- Moselle below Trier
      "T21-U22 T22-U22 T22-U23 T23-U23 T23-U24 T24-U24 T24-U25 T25-U25 T25-U26 T25-T26 S25-T26",
      "S25-S26 R25-S26",
      -- Danube below Ulm
      "LL37-LL38 LL38-MM38 LL38-MM39 LL38-LL39 KK38-LL39 KK39-LL39 KK39-LL40 KK40-LL40 KK40-LL41",
      "KK41-LL41 KK41-LL42 KK42-LL42 KK42-LL43 KK43-LL43 LL43-LL44 LL44-MM44 LL44-MM45 LL45-MM45",
      "LL45-MM46 LL46-MM46 LL46-MM47 LL47-MM47 LL47-MM48 LL48-MM48 MM48-MM49 MM49-NN49 NN49-NN50",
      "NN50-OO50 OO50-OO51 OO51-PP51 PP51-PP52 PP52-QQ52 QQ52-QQ53 QQ53-RR53 RR53-RR54 RR54-SS54",
      "RR54-SS55 RR55-SS55",
      -- Inn
      "UU47-UU48 TT47-UU48 TT48-UU48 TT48-UU49 TT48-TT49 SS48-TT49 SS48-SS49 RR48-SS49 RR49-SS49",
      "SS49-SS50 SS50-TT50 SS50-TT51 SS51-TT51 SS51-TT52 SS52-TT52 SS52-TT53 SS53-TT53 SS53-TT54",
      "SS54-TT54 SS54-TT55 SS54-SS55",
      -- Main below Aschaffenburg
      "Y33-Z34 Y33-Z33 Y32-Y33 X32-Y32 X31-X32 W31-X31 W30-X31 W30-X30",
      -- Seine
      "U4-U5 T4-U5 T4-T5 S4-T5 S4-S5 R4-S4 R3-R4 Q3-R3 Q2-Q3 P2-Q2 P1-P2 O1-P2 O1-O2",
    },
    bridge = {
      -- Rhine: Huningue, Breisach, Strasbourg, Fort Louis, Philippsburg, Mannheim, Mainz, Koblenz, Bonn, Koeln, Wesel, Koblenz
      "KK26-KK27 HH26-II27 EE27-EE28 DD28-EE29 BB29-BB30 Z29-AA30 W29-W30 S26-S27 P24-P25 N23-N24",
      "I21-I22 R26-S26",
      -- Waal: Nijmegen
      "E19-F19",
      -- Lek: Arnhem
      "E20-F20",
      -- Meuse: Rotterdam, Namur, Huy, Liege, Maastricht, Roermond, Venlo, Grave, Den Bosch, Dordrecht
      "C13-D13 L13-M14 L15-M15 M17-N18 L18-M19 I18-J19 I19-J20 F18-F19 E16-F16 D14-E14",
      -- Moselle: Trier, Trarbach
      "T21-U22 T24-U24",
      -- Danube: Ulm, Giengen, Blenheim, Donauworth, Neuburg, Ingolstadt, Regensburg, Straubing, Passau
      "LL38-MM38 KK39-LL39 KK40-LL40 KK41-LL42 KK43-LL43 LL44-MM44 LL48-MM48 NN50-OO50 RR54-SS54",
      -- Inn: Wasserburg, Braunau, Passau
      "SS48-TT49 SS52-TT52 SS54-TT55",
      -- Main: Frankfurt, Aschaffenburg
      "W31-X31 Y33-Z34",
      -- Seine: Paris
      "R4-S4",
    },
    -- 4.4.1: crossed by British and Dutch alone
    estuary = {
      -- Western Scheldt
      "C6-C7 C7-D7 C7-D8 C8-D8 D8-D9 D9-E9 D9-E10 D10-E10 E10-E11 E11-F11 F11-F12 F11-G12",
      -- Eastern Scheldt
      "C8-C9 C9-D9 C9-D10 C10-D10 D10-D11 D10-E11",
      -- Grevelingen
      "B10-C10 C10-C11 C11-D11",
      -- Haringvliet
      "B10-B11 B11-C11 C11-C12 C12-D12",
      -- Eendracht, which makes Tholen an island
      "D11-E11 D11-E12 D11-D12",
    },
    minor = {
      -- Meuse above Namur
      "BB16-CC17 BB16-BB17 AA16-BB17 AA16-AA17 Z16-AA17 Z16-Z17 Y16-Z16 Y15-Y16 X15-Y16 X15-X16",
      "W15-X16 W15-W16 V15-W16 V16-W16 V16-W17 V16-V17 U16-V16 U15-U16 T15-U16 T15-T16 S15-T15",
      "S14-S15 R14-S15 R14-R15 Q14-R14 Q13-Q14 P13-Q14 P13-P14 O13-P14 O13-O14 N13-O14 N13-N14",
      "M13-N14 M13-M14",
      -- Moselle above Trier
      "FF21-FF22 EE21-FF21 EE20-EE21 DD20-EE21 DD20-DD21 CC20-DD21 CC20-CC21 BB20-CC20 BB19-BB20",
      "AA19-BB19 AA18-AA19 Z18-AA19 Z18-Z19 Y18-Z19 Y18-Y19 X18-Y19 X18-X19 W18-X19 W18-W19",
      "V18-W19 V19-W19 V19-W20 V19-V20 U19-V20 U20-V20 U20-V21 U21-V21 U21-V22 U21-U22",
      -- Danube above Ulm
      "JJ31-KK31 JJ31-KK32 JJ32-KK32 JJ32-KK33 JJ33-KK33 KK33-KK34 KK34-LL34 KK34-LL35 KK35-LL35",
      "KK35-LL36 KK36-LL36 KK36-LL37 KK37-LL37",
      -- Main above Aschaffenburg
      "CC43-DD44 CC43-DD43 CC42-DD43 CC42-DD42 CC41-DD42 CC41-DD41 CC40-CC41 BB40-CC40 BB39-BB40",
      "AA39-BB39 AA38-BB39 BB38-BB39 BB38-CC39 BB38-CC38 BB37-CC38 BB37-CC37 BB36-BB37 AA36-BB36",
      "AA35-AA36 Z35-AA35 Z34-AA35 Z34-AA34 Z33-Z34",
      -- Seine above the Yonne
      "AA11-AA12 Z11-AA11 Z10-Z11 Y10-Z10 Y9-Y10 X9-Y9 X8-X9 W8-X8 W7-W8 V7-W7 V6-V7 U6-V6 U5-U6",
      "T5-U5",
      -- Scheldt
      "K7-K8 J7-K8 J7-J8 I7-J8 I7-I8 H7-I8 H7-H8 G7-H8 G7-G8 F7-G8 F8-G8 F8-G9 F9-G9 F9-G10",
      "F10-G10 F10-G11 F11-G11",
      -- Scarpe
      "H5-I5 H5-I6 H6-I6 H6-I7 H7-I7",
      -- Lys
      "F4-G4 F4-G5 F5-G5 F5-G6 F6-G6 F6-G7 F7-G7",
      -- Haine
      "J9-J10 I9-J9 I8-J9 I8-J8",
      -- Dender
      "I9-J10 I9-I10 H9-I10 H9-H10 G9-H10 G9-G10",
      -- Senne
      "I10-J11 I10-I11 H10-I11 H11-I11 H11-I12 H12-I12",
      -- Dyle
      "J12-K13 J12-J13 I12-J13 I12-I13 H12-I13 H12-H13 G12-H12 G11-G12",
      -- Demer
      "J16-K16 J15-J16 I15-J15 I14-I15 H14-I14 H13-I14 H13-I13",
      -- Geete
      "K14-L15 K14-K15 J14-K15 J15-K15 J15-K16",
      -- Sambre
      "L9-L10 K9-L10 K10-L10 K10-L11 K11-L11 L11-L12 L12-M12 L12-M13 L13-M13",
      -- Ourthe
      "P16-P17 O16-P17 O16-O17 N16-O17 N16-N17 M16-N17",
      -- Rur
      "N19-O20 N20-O20 N20-O21 N20-N21 M20-N21 M20-M21 L20-M21 L20-L21 K20-L20 K19-L20 K19-L19",
      -- Aa
      "F3-F4 E3-F4 E3-E4 D3-E3 D2-D3 C2-D2 C1-C2",
      -- Yser
      "D3-E4 D3-D4 C3-D4 C3-C4",
      -- IJssel
      "E20-F21 E20-E21 D20-E21 D20-D21",
      -- Dommel
      "H17-I17 I17-I18 I18-J18",
      -- Somme
      "M9-N10 M9-N9 M8-M9 L8-M8 L7-L8 K7-L7 K6-K7 J6-K6 J5-J6 I5-J5 I4-I5 H4-I4 H3-H4 G3-H3 G2-G3",
      "F2-G2",
      -- Oise
      "M10-N10 N9-N10 N9-O10 N9-O9 N8-O9 O8-O9 O8-P9 O8-P8 O7-P8 O7-P7 O6-P7 O6-P6 O5-P6 O5-P5",
      "O4-P5 O4-P4 O3-P4 O3-P3 O2-P3 O2-P2",
      -- Aisne
      "U13-V14 U13-U14 T13-U14 T13-T14 S13-T14 S13-S14 R13-S13 R12-R13 Q12-R12 Q11-Q12 P11-Q11",
      "P10-Q11 P10-Q10 P9-P10 O9-P9",
      -- Marne
      "AA14-BB15 AA14-AA15 Z14-AA14 Z13-Z14 Y13-Z14 Y13-Y14 X13-Y13 X12-X13 W12-X13 W12-W13",
      "V12-W12 V11-V12 U11-V11 U10-U11 T10-U11 T10-T11 S10-T10 S9-T10 S9-T9 S8-S9 R8-S8 R7-S8",
      "R7-S7 R6-R7 Q6-R6 Q5-R6 Q5-R5 Q4-R5 R4-R5 R4-S5",
      -- Meurthe
      "EE23-EE24 DD23-EE23 DD22-DD23 CC22-DD22 CC21-CC22 BB21-CC21 BB20-BB21 AA20-BB21 AA20-AA21",
      "Z20-AA20 Z19-Z20 Y19-Z19",
      -- Saar
      "CC23-CC24 BB23-CC24 BB23-BB24 AA23-BB24 AA23-AA24 Z23-AA24 Z23-Z24 Y23-Z23 Y22-Y23 X22-Y23",
      "X22-X23 W22-X22 W21-W22 V21-W22 V21-V22",
      -- Sauer
      "R17-R18 R18-S18 R18-S19 R19-S19 S19-S20 S20-T20 T20-T21 T21-U21",
      -- Nahe
      "V24-W25 V25-W25 V25-W26 V26-W26 V26-W27 V27-W27 V27-W28",
      -- Lahn
      "S31-T31 S30-T31 T30-T31 T30-U31 T30-U30 T29-U30 T29-U29 T28-T29 S28-T28 S27-T28 S27-T27",
      -- Sieg
      "Q28-R29 Q28-R28 Q27-Q28 P27-Q27 P26-Q27 P26-Q26 P25-Q26 P25-Q25",
      -- Ruhr
      "N29-O29 N28-N29 M28-N28 M27-N28 M27-N27 M26-M27 L26-M26 L25-M26 L25-M25 L24-L25 K24-L24",
      "K23-K24 J23-K23",
      -- Lippe
      "L28-L29 K28-L28 K27-L28 K27-L27 K26-K27 J26-K26 J25-K26 J25-K25 J24-K25 J24-K24 J23-K24",
      -- Ill
      "II24-II25 HH24-II25 HH24-HH25 GG24-HH25 GG25-HH25 GG25-HH26 GG25-GG26 FF25-GG26 FF25-FF26",
      "EE25-FF26 EE26-FF26",
      -- Moder
      "BB25-BB26 BB26-CC26 CC26-CC27 CC27-DD27 DD27-DD28",
      -- Lauter
      "AA27-BB27 BB27-BB28 BB28-CC28 CC28-CC29",
      -- Kinzig
      "HH29-HH30 GG29-HH29 GG28-GG29 FF28-GG29 FF28-FF29 EE28-FF28",
      -- Murg
      "FF30-GG31 FF30-FF31 EE30-FF30 EE29-EE30 DD29-EE29",
      -- Neckar
      "JJ31-JJ32 II31-JJ32 II31-II32 HH31-II32 HH32-II32 HH32-II33 HH33-II33 HH33-II34 HH34-II34",
      "HH34-II35 HH34-HH35 GG34-HH35 GG34-GG35 FF34-GG34 FF33-FF34 EE33-FF34 EE33-EE34 DD33-EE34",
      "DD33-DD34 CC33-DD34 CC33-CC34 BB33-CC33 BB32-BB33 AA32-BB32 AA31-AA32 Z31-AA31",
      -- Kocher
      "HH37-HH38 GG37-HH37 GG36-GG37 FF36-GG37 FF36-FF37 EE36-FF36 EE35-EE36 DD35-EE35 DD34-EE35",
      "DD34-EE34",
      -- Tauber
      "EE38-FF38 EE37-EE38 DD37-EE38 DD37-DD38 CC37-DD37 CC36-CC37 BB36-CC37",
      -- Regnitz
      "HH42-II43 HH42-HH43 GG42-HH43 GG42-GG43 FF42-GG43 FF42-FF43 EE42-FF43 EE42-EE43 DD42-EE42",
      "DD41-DD42",
      -- Altmuehl
      "GG39-GG40 GG40-HH40 HH40-HH41 HH41-II41 II41-II42 II42-JJ42 JJ42-JJ43 JJ43-KK43 KK43-KK44",
      "KK44-LL44 KK44-LL45 KK45-LL45 LL45-LL46",
      -- Woernitz
      "HH39-HH40 HH40-II40 II40-II41 II40-JJ41 JJ40-JJ41 JJ41-KK41 KK41-KK42",
      -- Naab
      "II47-JJ48 JJ47-JJ48 JJ47-KK48 KK47-KK48 KK47-LL48 LL47-LL48",
      -- Iller
      "QQ38-QQ39 PP38-QQ39 PP38-PP39 OO38-PP39 OO38-OO39 NN38-OO39 NN38-NN39 MM38-NN38 MM37-MM38",
      "LL37-MM38",
      -- Lech
      "RR41-SS42 RR41-RR42 QQ41-RR42 QQ41-QQ42 PP41-QQ42 PP41-PP42 OO41-PP42 OO41-OO42 NN41-OO42",
      "NN42-OO42 NN42-OO43 NN42-NN43 MM42-NN42 MM41-MM42 LL41-MM42 LL41-LL42",
      -- Isar
      "SS44-TT45 SS44-SS45 RR44-SS45 RR44-RR45 QQ44-RR45 QQ45-RR45 QQ45-RR46 QQ45-QQ46 PP45-QQ46",
      "PP46-QQ46 PP46-QQ47 PP47-QQ47 PP47-QQ48 PP47-PP48 OO47-PP48 OO48-PP48 OO48-PP49 OO49-PP49",
      "PP49-PP50 PP50-QQ50 PP50-QQ51 PP51-QQ51 PP51-QQ52",
      -- Amper
      "PP42-QQ43 PP43-QQ43 PP43-QQ44 PP44-QQ44 PP44-QQ45 PP44-PP45 OO44-PP45 OO45-PP45 PP45-PP46",
    },
  },
}

return M
