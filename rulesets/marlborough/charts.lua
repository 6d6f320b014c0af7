-- SPDX-License-Identifier: GPL-3.0-or-later
-- The charts, as data; nothing is computed here.
--
-- The printed charts are not in the source: it states or uses some of their cells, and those are
-- "printed" here; "inferred" is the only sensible filling between them; "house" is ours, with its
-- reason. Whoever owns the printed charts replaces this file. Where a switch of ruleset.lua
-- chooses between two readings, both stand here.

-- A cell that is inferred, and one of ours.
local function I(value) return { value, source = "inferred" } end
local function H(value) return { value, source = "house" } end

-- --- 4: activation, movement ------------------------------------------------------------------

local y, n = true, false

-- AV 5 (4-7), 7 (3-8) and 9 (4-11) are known, and that AV 8 fails on 2. AV 9 does not hold all
-- of AV 8: the source says that it fails on 2, 3 and 12, in an aside.
charts.activation = grid {
  rule = "4.1", title = "Activation Table", source = "printed",
  note = "AV 9 fails on 3, where AV 8 does not: so an aside of the source has it",
  rows = "AV, clamped", cols = "2d6",
  --         2     3     4     5     6     7     8     9    10    11    12
  { at = 4,  n,    n,    n,    y,    y,    y,    n,    n,    n,    n,    n,  source = "house" },
  { at = 5,  n,    n,    y,    y,    y,    y,    n,    n,    n,    n,    n },
  { at = 6,  n,    n,    y,    y,    y,    y,    y,    n,    n,    n,    n,  source = "inferred" },
  { at = 7,  n,    y,    y,    y,    y,    y,    y,    n,    n,    n,    n },
  { at = 8, { n, source = "printed" },
                   y,    y,    y,    y,    y,    y,    y,    n,    n,    n,  source = "inferred" },
  { at = 9,  n,    n,    y,    y,    y,    y,    y,    y,    y,    y,    n },
  { at = 10, n,    y,    y,    y,    y,    y,    y,    y,    y,    y,    n,  source = "house" },
}

-- The other way to fill the gaps (activation_table = "low").
charts.activation_low = grid {
  rule = "4.1", title = "Activation Table, AV 6 and 8 otherwise (G6)", source = "inferred",
  rows = "AV", cols = "2d6",
  --         2     3     4     5     6     7     8     9    10    11    12
  { at = 6,  n,    y,    y,    y,    y,    y,    n,    n,    n,    n,    n },
  { at = 7,  n,    y,    y,    y,    y,    y,    y,    n,    n,    n,    n,  source = "printed" },
  { at = 8,  n,    n,    y,    y,    y,    y,    y,    y,    y,    n,    n },
}

charts.demoralised_av = values {
  rule = "4.1-dem", title = "Activation values of demoralised forces", source = "printed",
  order = { "demoralised", "least" },
  demoralised = -2,
  least       = 4,                   -- of any force, however it came down
}

charts.allowance = grid {
  rule = "4.2-mp", title = "Movement allowance, MP", source = "printed",
  rows = "piece", cols = { "season", "winter" },
  --                  season  winter
  { key = "force",       8,      6 },
  { key = "train",       6,      3 },
}

charts.terrain = values {
  rule = "4.2-cost", title = "Terrain Effects Chart: movement, MP", source = "printed",
  order = { "clear", "other", "rough", "minor", "major", "work" },
  clear = 1,
  other = 1,                         -- all other ground is like clear
  rough = 3,
  minor = 1,                         -- added; G24
  major = 1,                         -- added, and only at a bridge or an estuary; G23
  work  = 0,                         -- lines and strongpoints
}

charts.actions = values {
  rule = "4.4-acts", title = "Actions, MP", source = "printed",
  order = { "battle", "siege", "leave", "line", "strongpoint", "dismantle", "disengage" },
  battle      = 1,
  siege       = 6,
  leave       = 1,                   -- added when leaving the hex of an enemy fortress
  line        = 7,
  strongpoint = 8,
  dismantle   = 8,                   -- or 7 (G31)
  disengage   = 1,
}

charts.ranges = values {
  rule = "INT.range", title = "Ranges, MP", source = "printed",
  order = { "interception", "line", "magazine" },
  interception = 4,
  line         = 4,
  magazine     = 5,
}

-- --- 4.6: field battle ------------------------------------------------------------------------

-- 3 and 4 are contested: the source uses 10 and 15 percent for both (G5).
charts.field_battle = grid {
  rule = "C.loss", title = "Field Battle and Pursuit Table", source = "printed",
  note = "3 and 4 are contested: battle_3 and battle_4 have the other readings (G5)",
  rows = "1d6, clamped", cols = "percent",
  --           percent
  { upto = 0,    5, source = "house" },          -- as the lowest row that is known (G4)
  { at = 1,      5 },
  { at = 2,     10 },
  { at = 3,     10 },
  { at = 4,     15 },
  { at = 5,     20 },
  { at = 6,     25 },
  { at = 7,     30 },
  { beyond = 7, 30, source = "house" },          -- as the highest
}

-- With battle_ends = "linear" it goes on by fives beyond its known ends.
charts.field_battle_linear = grid {
  rule = "C.loss", title = "Field Battle and Pursuit Table, on by fives (G4)", source = "printed",
  rows = "1d6, clamped", cols = "percent",
  --           percent
  { upto = 0,    0, source = "house" },
  { at = 1,      5 },
  { at = 2,     10 },
  { at = 3,     10 },
  { at = 4,     15 },
  { at = 5,     20 },
  { at = 6,     25 },
  { at = 7,     30 },
  { at = 8,     35, source = "house" },
  { beyond = 8, 40, source = "house" },
}

charts.battle_terrain = modifiers {
  rule = "4.6.7", title = "Terrain Effects Chart: the attacker's total", source = "printed",
  { -1, "over a minor river", rule = "4.6.7-minor", function (ground) return ground.minor end },
  { -1, "against a line or strongpoint", rule = "4.6.7-line",
    function (ground) return ground.work end },
}

-- Per cent of the strength at the start of the first round, part percents up: so bands hold their
-- upper ends. Known: 28.1 (3), 31.7 and 34.5 (4), 41.7 and 50 (5), 52 and 80 (6).
charts.demoralisation = grid {
  rule = "C.dem-table", title = "Demoralisation Table", source = "printed",
  note = "the edges of the bands are ours: known are 28.1, 31.7, 34.5, 41.7, 50, 52 and 80 percent",
  rows = "percent lost", cols = "turns",
  --             turns
  { upto = 15,   0, source = "inferred" },       -- nobody routs
  { upto = 20,   2, source = "inferred" },
  { upto = 30,   3 },
  { upto = 40,   4 },
  { upto = 50,   5 },
  { beyond = 50, 6 },
}

-- Per cent, part percents dropped: bands hold their lower ends (demoralised_bands = "lower").
charts.demoralisation_lower = grid {
  rule = "C.dem-table", title = "Demoralisation Table, bands closed below (G18)", source = "house",
  rows = "percent lost", cols = "turns",
  --             turns
  { upto = 14,   0 },
  { upto = 19,   2 },
  { upto = 29,   3 },
  { upto = 39,   4 },
  { upto = 49,   5 },
  { beyond = 49, 6 },
}

-- --- 4.6.8: lines -----------------------------------------------------------------------------

-- The highest number of 2d6 that penetrates; 0 is never. By the modifier of the attacking
-- leader less that of the defending one. Only AV 9 at +1 is known; the others follow
-- 12 - AV + difference, at most 11 (G26).
charts.penetration = grid {
  rule = "PEN", title = "Penetrating a Fortified Line Table: at most, 2d6", source = "printed",
  rows = "AV of the defender, clamped",
  cols = { -2, -1, 0, 1, 2, 3, 4, clamp = true, title = "attacker less defender" },
  --         -2  -1   0   1   2   3   4
  { at = 4,   6,  7,  8,  9, 10, 11, 11,  source = "house" },
  { at = 5,   5,  6,  7,  8,  9, 10, 11,  source = "house" },
  { at = 6,   4,  5,  6,  7,  8,  9, 10,  source = "house" },
  { at = 7,   3,  4,  5,  6,  7,  8,  9,  source = "house" },
  { at = 8,   2,  3,  4,  5,  6,  7,  8,  source = "house" },
  { at = 9,   0,  2,  3, { 4, source = "printed" }, 5, 6, 7,  source = "house" },
  { at = 10,  0,  0,  2,  3,  4,  5,  6,  source = "house" },
}

-- --- 4.8: sieges ------------------------------------------------------------------------------

-- Known: 2 and 3 share a row (the besieger loses 1 SP), 4 and 5 have rows of their own, 7 does not
-- take a place, 9 does, and honours of war exist.
charts.siege = grid {
  rule = "SG.roll", title = "Siege Table", source = "printed",
  rows = "2d6, clamped", cols = "result",
  { upto = 1,   "loss",      source = "house" },     -- the row of 2
  { at = 2,     "loss" },
  { at = 3,     "loss",      source = "inferred" },  -- shares the row with 2
  { at = 4,     "-",         source = "house" },
  { at = 5,     "-",         source = "house" },
  { at = 6,     "-",         source = "house" },
  { at = 7,     "-" },
  { at = 8,     "honours",   source = "house" },
  { at = 9,     "surrender" },
  { beyond = 9, "surrender", source = "inferred" },
}

-- The situation: trains, modifier (of the defending leader), class, garrison, strength (of the
-- besieger), turns (siege turns in a row before this one).
local function ratio(siege, times) return siege.strength >= times * siege.garrison end

charts.siege_modifiers = modifiers {
  rule = "SG.roll", title = "Siege Table, modifiers", source = "printed",
  note = "0: one train (printed), 1st class, odds below 5:1 (inferred), 2nd class, garrison to 6 (house)",
  { -2, "no siege train", rule = "SG.train", function (siege) return siege.trains == 0 end },
  {  1, "two or more siege trains", rule = "SG.train",
    function (siege) return siege.trains >= 2 end },
  { -1, "a defending leader with a positive modifier", rule = "SG.leader",
    function (siege) return siege.modifier > 0 end },
  {  1, "siege turns in a row before this one", rule = "13.6",
    function (siege) return option.prolonged_sieges and siege.turns end },
  { -1, "garrison of 7 to 9", rule = "SG.size",
    function (siege) return siege.garrison >= 7 and siege.garrison <= 9 end },
  { -2, "garrison of 10 to 12", rule = "SG.size", source = "house",
    function (siege) return siege.garrison >= 10 and siege.garrison <= 12 end },
  { -3, "garrison of 13 to 15", rule = "SG.size", source = "house",
    function (siege) return siege.garrison >= 13 and siege.garrison <= 15 end },
  { -4, "garrison of 16 or more", rule = "SG.size", source = "house",
    function (siege) return siege.garrison >= 16 end },
  {  2, "odds of 10:1", rule = "SG.odds10",
    function (siege) return option.siege_bonus == "odds" and ratio(siege, 10) end },
  {  1, "odds of 5:1", rule = "SG.odds10", source = "house",
    function (siege)
      return option.siege_bonus == "odds" and ratio(siege, 5) and not ratio(siege, 10)
    end },
  {  1, "2nd class", rule = "SG.odds10", source = "house",
    function (siege) return option.siege_bonus == "class" and siege.class == 2 end },
  {  1, "garrison of 1 to 3", rule = "SG.odds10", source = "house",
    function (siege) return option.siege_bonus == "class" and siege.garrison <= 3 end },
}

-- --- 7: stacking ------------------------------------------------------------------------------

-- Known: average 20 without a magazine, 10 in winter; fertile 25 in winter; fertile is twice
-- average. All others follow from halves, or are ours (G41).
charts.stacking = grid {
  rule = "ST.class", title = "Stacking limits, SP a hex", source = "printed",
  rows = "fodder", cols = { "supplied", "unsupplied", "winter supplied", "winter unsupplied" },
  --                 supplied  unsupplied  winter supplied  winter unsupplied
  { key = "fertile",    H(100),    I(50),        H(50),            25 },
  { key = "good",       H(75),     H(35),        H(37),          H(17) },
  { key = "average",    I(50),       20,         H(25),            10 },
}

-- --- 9: victory points ------------------------------------------------------------------------

charts.victory_points = values {
  rule = "9.1", title = "Victory Points Schedule", source = "printed",
  order = { "lost", "captured", "leader", "Marlborough", "train", "open", "class2", "class1" },
  lost        = 1,                   -- an enemy SP lost for any reason
  captured    = 2,                   -- an enemy SP captured
  leader      = 2,                   -- captured
  Marlborough = 5,                   -- captured
  train       = 5,                   -- captured
  open        = 1,                   -- an open city
  class2      = 1,                   -- and the printed garrison
  class1      = 3,                   -- and the printed garrison
}

-- --- 11: the campaign game --------------------------------------------------------------------

-- 1 SP a year and T for a train and its army: 45 EP for 40 SP and both fixes T at 5 (G47).
charts.upkeep = grid {
  rule = "11.4", title = "Maintenance and Build Costs, EP", source = "printed",
  rows = "item", cols = { "maintain", "build" },
  --                       maintain    build
  { key = "SP",             I(1),      2 },
  { key = "train",          H(5),    H(10) },
  { key = "army",           H(0),     H(5) },
  { key = "detachment",     H(0),     H(0) },
  { key = "garrison",         0,        0 },
}

-- Known: one die each, and that nobody plays on after January II (G46).
charts.season = grid {
  rule = "11.2.3", title = "Campaign Season Tables", source = "house",
  rows = "1d6", cols = { "winter", "spring" },
  --       winter begins   the campaign begins
  { at = 1, "October II",   "March I" },
  { at = 2, "November I",   "March II" },
  { at = 3, "November II",  "April I" },
  { at = 4, "December I",   "April I" },
  { at = 5, "December II",  "April II" },
  { at = 6, "January I",    "May I" },
}

-- What is known of off-map economics; the values of places come with a scenario (G61).
charts.economics = values {
  rule = "11.4", title = "Off-map Economic Values, EP", source = "printed",
  order = { "Britain", "Britain reduced", "Northern Allies", "Austria", "Austria 1708",
    "Austria 1711", "Austria defeated", "refused offer", "captured train" },
  Britain              = 50,
  ["Britain reduced"]  = 30,         -- UP lost, and no fortress on the coast
  ["Northern Allies"]  = 20,
  Austria              = 20,
  ["Austria 1708"]     = 30,
  ["Austria 1711"]     = 50,
  ["Austria defeated"] = 0,
  ["refused offer"]    = 20,         -- to France, each interphase (11.11)
  ["captured train"]   = 1,          -- to the captor (11.7)
}

charts.austria = grid {
  rule = "11.10.3", title = "Defeat of Austria", source = "printed",
  rows = "2d6", cols = { { from = 5, to = 9 }, { from = 10, to = 14 }, { from = 15, to = 24 },
    { from = 25, to = 34 }, { from = 35, to = 49 }, { from = 50 } },
  --                   5-9  10-14  15-24  25-34  35-49  50+
  { from = 2, to = 3,   y,    y,     y,     y,     y,    y },
  { at = 4,             n,    y,     y,     y,     y,    y },
  { at = 5,             n,    n,     y,     y,     y,    y },
  { at = 6,             n,    n,     n,   I(y),  I(y), I(y) },
  { at = 7,             n,    n,     n,     n,     y,    y,  source = "inferred" },
  { at = 8,             n,    n,     n,     n,     n,    y,  source = "inferred" },
  { from = 9, to = 12,  n,    n,     n,     n,     n,    n,  source = "inferred" },
}

-- --- 13: optional rules -----------------------------------------------------------------------

charts.relief = grid {
  rule = "13.7", title = "Relief of Commission", source = "printed",
  rows = "1d6", cols = "own movement phases until he goes",
  { at = 1,             0 },         -- at once
  { from = 2, to = 3,   1 },
  { from = 4, to = 5,   2 },
  { at = 6,            -1 },         -- he stays
}

charts.coup = grid {
  rule = "13.3", title = "Coup de Main", source = "printed", rows = "1d6, clamped", cols = "result",
  { upto = 1,           "disaster" },
  { from = 2, to = 5,   "-" },
  { from = 6,           "in" },
}

charts.dutch = values {
  rule = "13.5", title = "Dutch caution: taken off the AV", source = "printed",
  order = { "alone", "with others" },
  alone           = -2,              -- 13.5-solo
  ["with others"] = -1,              -- 13.5-co
}
