-- SPDX-License-Identifier: GPL-3.0-or-later
-- The printed tables of the Seven Hex System, as data. Nothing is computed here: a modifier
-- row gives its amount, its words and how often it applies to a battle (a number, or yes/no).

-- --- 3: the pieces ------------------------------------------------------------------------

charts.occupancy = values {
  rule = "3.7", title = "Unit Occupancy Table", source = "printed",
  order = { "infantry", "cavalry", "artillery", "command" },
  infantry  = 3,
  cavalry   = 3,
  artillery = 0,
  command   = 0,                     -- 3.10: a command unit has no OF
}

charts.command_association = values {
  rule = "3.11", title = "Command Association Table", source = "printed",
  order = { "Marlborough", "Eugene", "Tallard", "Marsin", "Elector" },
  Marlborough = "George Cross",
  Eugene      = "Austrian flag",
  Tallard     = "yellow fleur-de-lys",
  Marsin      = "blue fleur-de-lys",
  Elector     = "Bavarian flag",
}

-- --- 6: strategic movement ----------------------------------------------------------------

charts.road_distance = values {
  rule = "6.2a", title = "Strategic Move, Type a (along roads), areas", source = "printed",
  order = { "infantry", "cavalry", "command", "artillery" },
  infantry  = 4,
  cavalry   = 8,
  command   = 10,                    -- in its own phase, 15.1
  artillery = 0,                     -- not permitted
}

charts.field_distance = values {
  rule = "6.2b", title = "Strategic Move, Type b (without road), areas", source = "printed",
  order = { "infantry", "cavalry", "command", "artillery" },
  infantry  = 2,
  cavalry   = 4,
  command   = 6,
  artillery = 0,                     -- not permitted
}

-- --- 7: ranged fire -----------------------------------------------------------------------

charts.fire_range = grid {
  rule = "7.1", title = "Range by weight of shot, areas", source = "printed",
  rows = "pounds", cols = "areas",
  --                         areas
  { from = 3, to = 4,        2 },
  { from = 5, to = 8,        3 },    -- 6 and 8 pounders
  { from = 9, to = 16,       4 },    -- 12 and 16 pounders
}

charts.fire_modifiers = modifiers {
  rule = "7.6", title = "Ranged Fire, modifier of the roll", source = "printed",
  { -2, "into an area with woods or a town",
    function (fire) return fire.area:has "woods" or fire.area:has "town" end },
}

charts.fire_hits = grid {
  rule = "7.10", title = "Ranged Fire Hit Table: the roll that secures a hit", source = "printed",
  rows = "areas", cols = "at least",
  --             at least
  { upto = 1,     8 },
  { upto = 2,     9 },
  { upto = 3,    10 },
  { upto = 4,    11 },
}

-- --- 8: orders ----------------------------------------------------------------------------

charts.order_values = values {
  rule = "8.2", title = "Orders Value Table", source = "printed", order = { "allied", "french" },
  allied = 3,
  french = 2,
}

-- --- 10: combat ---------------------------------------------------------------------------

charts.defence_values = values {
  rule = "10.7", title = "Defense Values Table", source = "printed",
  order = { "infantry", "cavalry", "artillery_outer", "artillery_central" },
  infantry          = 5,
  cavalry           = 4,
  artillery_outer   = 1,             -- 3.6
  artillery_central = 3,
}

charts.defence_modifiers = modifiers {
  rule = "10.8", title = "Defense Value Modifiers Table", source = "printed",
  {  4, "cavalry and infantry are defending",
    function (battle) return battle.defence.infantry > 0 and battle.defence.cavalry > 0 end },
  {  2, "platoon firers defending, per unit",
    function (battle) return battle.defence.platoon end },
  {  1, "defenders have battalion guns, per unit",
    function (battle) return battle.defence.guns end },
  {  2, "on an outer hex that faces the attack, per unit",
    function (battle) return battle.defence.facing end },
  { -2, "on another outer hex, per infantry or cavalry unit",
    function (battle) return battle.defence.flank end },
  { -1, "on another outer hex, per artillery unit",
    function (battle) return battle.defence.flank_artillery end },
}

charts.attack_values = values {
  rule = "10.9", title = "Attack Values Table", source = "printed",
  order = { "infantry", "cavalry", "artillery" },
  infantry  = 5,
  cavalry   = 4,
  artillery = 2,                     -- on the central hex, with infantry or cavalry ordered to attack
}

charts.attack_modifiers = modifiers {
  rule = "10.10", title = "Attack Value Modifiers", source = "printed",
  { { 1, 2 }, "attacking units have attacked before", op = "multiply", round = "down",
    function (battle) return rules.repeat_halves(battle, "aggregate") end },      -- G18
  {  4, "defenders already attacked by different units, per attack",
    function (battle) return battle.earlier end },
  {  4, "cavalry and infantry are attacking",
    function (battle) return battle.attack.infantry > 0 and battle.attack.cavalry > 0 end },
  {  2, "platoon firers attacking, per unit",
    function (battle) return battle.attack.platoon end },
  {  1, "attackers have battalion guns, per unit",
    function (battle) return battle.attack.guns end },
  {  2, "defenders adjacent to one more hostile than friendly area",
    function (battle) return battle.surrounded == 1 end },
  {  4, "defenders adjacent to several more hostile than friendly areas",
    function (battle) return battle.surrounded > 1 end },
  {  2, "attacking into lower ground, per unit",
    function (battle) return rules.downhill_units(battle) end },
  { -3, "attacking into a town, per cavalry unit",
    function (battle) return battle.area:has "town" and battle.attack.cavalry end },
  { -2, "attacking across a river, per infantry or cavalry unit", source = "inferred",
    function (battle) return rules.units_over_river(battle) end },     -- examples 2 and 3, G4
}

charts.command_dice = values {
  rule = "10.11", title = "Dice by quality of the commander", source = "printed",
  order = { "none", "experienced", "exceptional" },
  none        = "1d6",
  experienced = "2d6kh1",
  exceptional = "3d6kh1",
}

charts.return_hits = grid {
  rule = "10.16", title = "Adjustment to the loser's hits", source = "printed",
  rows = "1d6", cols = "adjustment",
  --             adjustment
  { upto = 2,    -1 },
  { upto = 5,     0 },
  { upto = 6,     1 },
}

charts.command_fate = grid {
  rule = "10.21", title = "Fate of a command unit", source = "printed",
  rows = "1d6", cols = "fate",
  --             fate
  { upto = 3,    "captured" },
  { upto = 6,    "escapes" },
}

-- --- 11: cavalry charge -------------------------------------------------------------------

charts.charge = values {
  rule = "11.1", title = "Charge, per charging unit", source = "printed",
  order = { "pistoliers", "trotters", "pistoliers_matched", "trotters_matched" },
  pistoliers         = 2,
  trotters           = 3,
  pistoliers_matched = 0,            -- 11.2: met by a successful counter-charge
  trotters_matched   = 1,
}

-- --- 14: morale ---------------------------------------------------------------------------

charts.morale_die = grid {
  rule = "14.6", title = "Morale Adjustment Table", source = "printed",
  rows = "1d6", cols = "adjustment",
  --             adjustment
  { upto = 1,    -2 },
  { upto = 3,    -1 },
  { upto = 5,     1 },
  { upto = 6,     2 },
}

-- --- 16: setting up -------------------------------------------------------------------------

charts.forces = grid {
  rule = "16 set-up FB", title = "Forces", source = "printed",
  rows = "side", cols = { "command", "infantry", "cavalry", "artillery" },
  --                 command  infantry  cavalry  artillery
  { key = "french",  3,       27,       10,      6 },
  { key = "allied",  2,       22,       14,      4 },
}

-- --- 18: attrition (option) -------------------------------------------------------------------

charts.attrition_values = values {
  rule = "18.4", title = "Attrition Value", source = "printed", order = { "allied", "french" },
  allied = 5,
  french = 5,
}

charts.attrition_modifiers = modifiers {
  rule = "18.5", title = "Attrition Value Modifiers Table", source = "printed",
  { -1, "an enemy unit on a hex next to the stack",
    function (stack) return rules.enemy_touches(stack) end },
  { -1, "a disrupted unit in the stack",
    function (stack) return rules.holds_disrupted(stack) end },
}
