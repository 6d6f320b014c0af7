-- SPDX-License-Identifier: GPL-3.0-or-later
-- Who stands where in April 1704, for the scenarios that begin then. All of it is ours, from history.
--
-- One SP is about a thousand men. In April 1704 Villeroi and Bedmar hold the lines of Brabant and
-- Flanders against Overkirk, Tallard is about Strasbourg, Coigny's detachment on the Moselle, and Marsin
-- and the Elector stand on the upper Danube with a beaten path between them and France. Marlborough
-- gathers between Maastricht and Koblenz, Baden holds the lines of Stollhofen, Thungen and Styrum watch
-- Bavaria, and Eugene comes from Vienna in May.

local ground = require "map"

-- --- leaders ----------------------------------------------------------------------------------------

local FRENCH_SIDE = { french = true, bavarian = true, spanish = true }

-- Who leads what, by force.
local COMMANDS = {
  ["Villeroi"]    = "Flanders Army",
  ["Bedmar"]      = "Spanish Army",
  ["La Motte"]    = "Ghent Corps",
  ["de Coigne"]   = "Moselle Corps",
  ["Tallard"]     = "Rhine Army",
  ["Marsin"]      = "Danube Army",
  ["the Elector"] = "Bavarian Army",
  ["Arco"]        = "Lech Corps",
  ["Marlborough"] = "British Army",
  ["Overkirk"]    = "Dutch 1st Army",
  ["Slangenburg"] = "Dutch 2nd Army",
  ["Dopff"]       = "Liege Corps",
  ["Hesse"]       = "Hessians and Danes",
  ["Baden"]       = "Imperial Army",
  ["Styrum"]      = "Franconian Corps",
  ["Thungen"]     = "Lake Corps",
}

-- In the pools (5.1-pool).
local POOLS = { "Boufflers", "Egmont", "Maffei", "Webb", "Churchill", "Cutts", "Orkney", "Albemarle", "Tilly" }

-- Who serves elsewhere in 1704 (Italy, the Cevennes, Spain), is at court, or is not heard of yet.
local ABSENT = { "Villars", "Vendome", "Luxembourg", "Catinat", "Orleans", "Burgundy", "T'Serclaes", "Athlone",
  "Ormonde", "Coehoorn", "Orange", "Eugene" }

-- A leader as the chart has him.
local function leader(name, post, force)
  local chart = charts.leaders
  local nation, rank = chart:at(name, "nation"), chart:at(name, "rank")
  return { name, side = FRENCH_SIDE[nation] and "french" or "allied", nation = nation,
    av = chart:at(name, "AV"), modifier = chart:at(name, "modifier"), supreme = rank == "prince",
    engineer = rank == "engineer", post = post, force = force }
end

local function leaders()
  local list = {}
  for name, force in pairs(COMMANDS) do list[#list + 1] = leader(name, "force", force) end
  for _, name in ipairs(POOLS) do list[#list + 1] = leader(name, "pool") end
  for _, name in ipairs(ABSENT) do list[#list + 1] = leader(name, "out") end
  return list
end

-- --- magazines ----------------------------------------------------------------------------------------

-- One primary magazine an army (G72), and some of a nation for detachments that no army is near to.
local function magazine(army, nation, side, hex)
  return { army .. " magazine", side .. " primary", nation = nation, army = army, at = hex }
end

local function depot(name, nation, side, hex)
  return { name, side .. " primary", nation = nation, at = hex }
end

local M = {}

M.units = {
  { "Flanders Army",        "french army",         nation = "french",    sp = 44, at = "Leau" },
  { "Ghent Corps",          "french detachment",   nation = "french",    sp = 12, at = "Ghent" },
  { "Spanish Army",         "french army",         nation = "spanish",   sp = 20, at = "Antwerp" },
  { "Moselle Corps",        "french detachment",   nation = "french",    sp = 10, at = "Trier" },
  { "Rhine Army",           "french army",         nation = "french",    sp = 36, at = "Strasbourg" },
  { "Danube Army",          "french army",         nation = "french",    sp = 26, at = "Augsburg" },
  { "Bavarian Army",        "french army",         nation = "bavarian",  sp = 24, at = "Ulm" },
  { "Lech Corps",           "french detachment",   nation = "bavarian",  sp = 10, at = "Donauwoerth" },
  { "British Army",         "allied army",         nation = "british",   sp = 24, at = "Juelich" },
  { "Dutch 1st Army",       "allied army",         nation = "dutch",     sp = 44, at = "Liege" },
  { "Dutch 2nd Army",       "allied army",         nation = "dutch",     sp = 18, at = "Bergen-op-Zoom" },
  { "Liege Corps",          "allied detachment",   nation = "dutch",     sp = 10, at = "Maastricht" },
  { "Hessians and Danes",   "allied detachment",   nation = "northern",  sp = 15, at = "Koblenz" },
  { "Imperial Army",        "allied army",         nation = "austrian",  sp = 30, at = "EE29" },
  { "Franconian Corps",     "allied detachment",   nation = "austrian",  sp = 12, at = "Nuremberg" },
  { "Lake Corps",           "allied detachment",   nation = "austrian",  sp = 10, at = "Villingen" },
}

-- A new table each time: a scenario may change what it takes (economic values).
function M.others()
  return {
    -- who held what in April 1704, where it is not a place of his own regions
    fortress = ground.fortresses {
      french = "Breisach, Kehl, Landau, Trier, Trarbach, Ulm, Memmingen, Passau, Regensburg, Dinant, Bouillon",
      allied = "Limburg, Roermond, Venlo, Geldern, Amberg",
    },
    leader = leaders(),
    magazine = {
      magazine("Flanders Army",     "french",   "french", "Louvain"),
      magazine("Spanish Army",      "spanish",  "french", "Mechelen"),
      magazine("Rhine Army",        "french",   "french", "Hagenau"),
      magazine("Danube Army",       "french",   "french", "PP42"),
      magazine("Bavarian Army",     "bavarian", "french", "MM39"),
      depot("Flanders Magazine",    "french",   "french", "Bruges"),
      depot("Moselle Magazine",     "french",   "french", "Thionville"),
      depot("Lech Magazine",        "bavarian", "french", "Rain"),
      magazine("British Army",      "british",  "allied", "N22"),
      magazine("Dutch 1st Army",    "dutch",    "allied", "L17"),
      magazine("Dutch 2nd Army",    "dutch",    "allied", "Breda"),
      magazine("Imperial Army",     "austrian", "allied", "EE31"),
      depot("Rhine Magazine",       "austrian", "allied", "S27"),
      depot("Franconia Magazine",   "austrian", "allied", "FF42"),
      depot("Neckar Magazine",      "austrian", "allied", "FF34"),
      depot("Lake Magazine",        "austrian", "allied", "JJ31"),
    },
    train = {
      { "Flanders Train",         "french", nation = "french",    at = "Mons" },
      { "Rhine Train",            "french", nation = "french",    at = "Strasbourg" },
      { "Bavarian Train",         "french", nation = "bavarian",  at = "Ingolstadt" },
      { "Dutch Train",            "allied", nation = "dutch",     at = "Liege" },
      { "Holland Train",          "allied", nation = "dutch",     at = "Bergen-op-Zoom" },
      { "Imperial Train",         "allied", nation = "austrian",  at = "Mainz" },
    },
    -- the lines of Brabant, of Stollhofen, and the Schellenberg above Donauwoerth
    work = {
      { "Lines of Brabant",       "french line", nation = "french",    sp = 1, at = "J15" },
      { "Lines of the Geete",     "french line", nation = "french",    sp = 1, at = "K15" },
      { "Lines of Waas",          "french line", nation = "spanish",   sp = 1, at = "Antwerp" },
      { "Lines of Stollhofen",    "allied line", nation = "austrian",  sp = 1, at = "EE29" },
      { "Schellenberg",           "french line", nation = "bavarian",  sp = 1, at = "Donauwoerth" },
    },
  }
end

M.eugene = { turn = 4, name = "Eugene comes from Vienna", run = function ()
  local eugene = all("leader", { name = "Eugene" })[1]
  local place = map.hex "Heilbronn"
  if not eugene or eugene.post ~= "out" or has_units(sides.french, place, "force") then return end
  local corps = create("force", { name = "Eugene's Corps", side = sides.allied, nation = "austrian",
    size = "detachment", sp = 12, place = place })
  eugene.post, eugene.force = "force", corps
  note("5.1-pool", "{leader} leads {force} at {place}", { leader = eugene, force = corps, place = place })
end }

return M
