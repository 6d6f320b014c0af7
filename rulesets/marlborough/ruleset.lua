-- SPDX-License-Identifier: GPL-3.0-or-later
-- Campaigns of Marlborough. Name, sides, pieces, options.
-- The files follow the chapters of the rules; notes.md has the readings (G1 to G75). Ids that the
-- source does not number are slugs of its headings (C. combat, M. movement, SG. sieges ...).

ruleset {
  name    = "Campaigns of Marlborough",
  edition = "with errata and commentary",
  source  = "Campaigns of Marlborough: rules commentary",
  sides = {
    { id = "french", name = "French", colour = "blue" },
    { id = "allied", name = "Allied", colour = "red" },
  },
  -- Readings of places where the text is silent or contradicts itself. The default stands first.
  options = {
    activation_table   = { default = "nested", values = { "nested", "low" }, rule = "4.1",
      help = "G6: AV 6 on 4-8 and AV 8 on 3-9, or AV 6 on 3-7 and AV 8 on 4-10" },
    battle_3           = { default = 10, values = { 10, 15 }, rule = "C.loss",
      help = "G5: percent of a modified 3 on the battle and pursuit table" },
    battle_4           = { default = 15, values = { 15, 10 }, rule = "C.loss",
      help = "G5: percent of a modified 4" },
    battle_ends        = { default = "clamp", values = { "clamp", "linear" }, rule = "C.loss",
      help = "G4: beyond 1 and 7 the table stops, or goes on by fives" },
    quarter            = { default = "above", values = { "above", "from" }, rule = "C.round",
      help = "G1: fractions above one quarter go up, or those of exactly a quarter too" },
    average_av         = { default = "down", values = { "down", "quarter" }, rule = "L.avg",
      help = "G2: how the average of activation values is rounded" },
    average_negative   = { default = "line", values = { "line", "magnitude" }, rule = "L.avg",
      help = "G3: a negative average rounds along the number line, or by its size" },
    rout_at            = { default = "above", values = { "above", "from" }, rule = "C.rout",
      help = "G7: losses above 15 percent rout, or those of exactly 15 too" },
    rout_trigger       = { default = "exact", values = { "exact", "rounded" }, rule = "C.rout",
      help = "G8: the percentage itself counts, or 15 percent of the strength rounded" },
    rout_both          = { default = "percent", values = { "percent", "strength", "rounded" },
      rule = "C.routboth", help = "G9: which loss is the higher: exact percent, SP, or rounded percent" },
    rout_base          = { default = "round", values = { "round", "battle" }, rule = "C.rout",
      help = "G10: a later round is tested against its own start, or against that of the first" },
    negative_modifier  = { default = "own", values = { "own", "difference" }, rule = "4.6.2-neg",
      help = "G11: a negative total stays on its own die, or helps the enemy too" },
    pursuit_defender   = { default = "ignored", values = { "ignored", "netted" }, rule = "4.6.3-h",
      help = "G12: the modifier of the beaten leader in the pursuit" },
    leader_die         = { default = "natural", values = { "natural", "modified" },
      rule = "C.leaderloss", help = "G13: the die that hits leaders is not modified, or is" },
    leader_first       = { default = true, values = { true, false }, rule = "C.leaderfirst",
      help = "G13: leaders are lost before the rout test, or after it" },
    leader_loss_both   = { default = false, values = { false, true }, rule = "C.leaderloss",
      help = "G13b: leaders are rolled for by each side that inflicts losses, or only if both lost" },
    prevention         = { default = "rounded", values = { "rounded", "down" }, rule = "C.prevent",
      help = "G14: the joint modifier that prevents a rout: rounded by a quarter, or down" },
    replacement        = { default = "battle", values = { "battle", "own", "enemy" }, rule = "5.1-when",
      help = "G15: a lost leader is replaced after the combat, or in the next own or enemy phase" },
    leaderless         = { default = "two", values = { "two", "none", "bound" }, rule = "L.none",
      help = "G16: a force without a leader fights at -2, or without a modifier, or at -2 and cannot evade" },
    rout_debt          = { default = false, values = { false, true }, rule = "C.retreat-h",
      help = "G17: a rout move is owed from the next turn, or is free" },
    rout_fortress      = { default = false, values = { false, true }, rule = "C.retreat-h",
      help = "G17: a rout may end in a fortress, or not" },
    demoralised_until  = { default = "own", values = { "own", "turn" }, rule = "C.dem-tick",
      help = "G19: demoralisation runs off with own Activity Phases, or with game turns" },
    new_leader         = { default = 1, values = { 1, 2 }, rule = "C.dem-red1",
      help = "G20: turns of demoralisation that a new leader takes away" },
    train_in_losses    = { default = false, values = { false, true }, rule = "C.dem-table",
      help = "G21: a captured siege train counts as 5 SP lost, or not" },
    demoralised_bands  = { default = "upper", values = { "upper", "lower" }, rule = "C.dem-table",
      help = "G18: 50 percent belongs to the band below it, or to the one above" },
    major_river        = { default = 1, values = { 1, 0 }, rule = "4.2-cost",
      help = "G23: MP for crossing a major river at a bridge" },
    minor_river        = { default = 1, values = { 1, 0 }, rule = "4.2-cost",
      help = "G24: MP for crossing a minor river" },
    forced_march       = { default = "dice", values = { "dice", "leader", "activation" }, rule = "13.2",
      help = "G25: two dice; the second less the leader's modifier; or an activation roll" },
    penetrated_retreat = { default = "automatic", values = { "automatic", "rolled" }, rule = "PEN.yes",
      help = "G27: a penetrated defender may leave without a roll, or must activate" },
    disengage_debt     = { default = true, values = { true, false }, rule = "PEN.no",
      help = "G28: disengaging without MP is owed, or the line must be stormed" },
    line_adds          = { default = false, values = { false, true }, rule = "4.6.8-clear",
      help = "G29: the SP of a line fight in the first combat too, or not" },
    strongpoint_sp     = { default = 2, values = { 2, 1 }, rule = "FT.strong",
      help = "G30: strength and price of a strongpoint" },
    dismantle_mp       = { default = 8, values = { 8, 7 }, rule = "FT.dismantle",
      help = "G31: MP for dismantling or restoring a fortress" },
    line_response      = { default = "own", values = { "own", "any" }, rule = "INT.line",
      help = "G32: entering a line wakes forces of its own side, or entering any line wakes all" },
    interceptors       = { default = "together", values = { "together", "apart" }, rule = "INT.cost",
      help = "G70: those who intercept at one hex fight as one force, or one after the other" },
    interceptor        = { default = "attacks", values = { "attacks", "defends" }, rule = "INT.range",
      help = "G33: an interceptor is the attacker (rivers count against it), or the defender" },
    withdraw_debt      = { default = false, values = { false, true }, rule = "4.1.1",
      help = "G59: a withdrawal is owed from the next turn, or paid from this one" },
    debt_cap           = { default = true, values = { true, false }, rule = "4.2-save",
      help = "G34: no force owes more MP than its next turn has, or there is no limit" },
    fortress_response  = { default = false, values = { false, true }, rule = "13.9",
      help = "13.9: entering an enemy fortress hex is intercepted without a roll" },
    siege_bonus        = { default = "odds", values = { "odds", "class" }, rule = "SG.odds10",
      help = "G37: 10:1 and 5:1 help a siege, or the class of the fortress and a small garrison" },
    coehoorn           = { default = "none", values = { "none", "level", "die" }, rule = "13.4",
      help = "13.4, G38: Coehoorn moves the result one level up, or adds 1 to the roll" },
    garrison_points    = { default = "place", values = { "place", "both" }, rule = "VP.noint",
      help = "G40: intrinsic garrisons count in the value of the place alone, or as SP too" },
    excess_rounding    = { default = "quarter", values = { "quarter", "down" }, rule = "ST.excess",
      help = "G42: half of the excess is rounded like losses, or down" },
    winter_loss_at     = { default = "own", values = { "own", "turn" }, rule = "7.8-loss",
      help = "G45: forces in the field lose at the end of their player's turn, or all at the end of the turn" },
    magazine_stays     = { default = true, values = { true, false }, rule = "MAG.fixed",
      help = "G43: a primary magazine may stay where it is, or must move every turn" },
    coup_modifier      = { default = "superiority", values = { "superiority", "netted" }, rule = "13.3",
      help = "G48: only the attacker's superiority counts, or the difference either way" },
    captured_points    = { default = "exclusive", values = { "exclusive", "both" }, rule = "9.1",
      help = "G52: captured SP and Marlborough score their own value alone, or the ordinary one too" },
    allied_places      = { default = "taker", values = { "taker", "choice" }, rule = "11.4",
      help = "economic points of places are those of the Ally who took them, or of whom the player names" },
    upkeep_points      = { default = true, values = { true, false }, rule = "11.6-vp",
      help = "G53: SP lost for want of upkeep score for the enemy, or not" },
    half_points        = { default = false, values = { false, true }, rule = "VP.half",
      help = "half a point for an SP lost, one for a captured one, none for want of supply" },
    supreme            = { default = "princes", values = { "princes", "villeroi", "none" }, rule = "13.8",
      help = "13.8: the princes always command, with Villeroi among them, or nobody does" },
    princes_stay       = { default = false, values = { false, true }, rule = "13.8",
      help = "G54: a prince is lost on a 1 like others, or never" },
    dutch_average      = { default = "leader", values = { "leader", "joint" }, rule = "13.5-co",
      help = "G57: Dutch caution is taken off their leader, or off the joint value" },
    supply_zone        = { default = true, values = { true, false }, rule = "SUP.block",
      help = "G60: an unblockaded fortress blocks its six neighbours too, or its own hex alone" },
    activation_tries   = { default = 1, values = { 1, 8 }, rule = "4.1",
      help = "G63: activation rolls of a force in its own phase" },
    joint_activation   = { default = "average", values = { "average", "each" }, rule = "5.2-join",
      help = "G64: joint leaders roll once on their average, or each by himself" },
    negative_leaders   = { default = true, values = { true, false }, rule = "C.neg0",
      help = "leaders with a negative modifier keep it, or count as 0" },

    -- Optional rules of the book.
    hidden_strengths   = { default = false, values = { false, true }, rule = "13.1", help = "hidden strengths" },
    forced_marches     = { default = true, values = { true, false }, rule = "13.2", help = "forced marches" },
    coups              = { default = true, values = { true, false }, rule = "13.3", help = "coups de main" },
    dutch              = { default = true, values = { true, false }, rule = "13.5", help = "Dutch caution" },
    prolonged_sieges   = { default = true, values = { true, false }, rule = "13.6", help = "prolonged sieges" },
    relief_of_command  = { default = false, values = { false, true }, rule = "13.7", help = "relief of command" },
    campaign           = { default = false, values = { false, true }, rule = "11",
      help = "a campaign of several years, with an interphase in winter" },
    marginal           = { default = "points", values = { "points", "years", "none" }, rule = "11.11-tie",
      help = "who wins a campaign marginally that is a tie: by points, by years ahead, or nobody" },
    rolling_season     = { default = false, values = { false, true }, rule = "11.2-h",
      help = "winter comes by a die each turn, in place of one die for the year" },
  },
}

-- Of what may have none yet.
local NATIONS = { "", "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern" }

-- F.force, 5.4: armies and detachments. SP are whole. Nothing counts without end, so that what an umpire
-- sets by a slip of the hand stays what the rules can reckon with.
entity "force" {
  name        = text(),
  side        = ref { indexed = true },
  nation      = one_of { "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern",
                         needed = true },
  size        = one_of { "army", "detachment", needed = true },
  sp          = int(0, { min = 0, max = 999, label = "SP", help = "strength points", known_to = "knows_strength",
    seen_as = "usual_strength" }),
  place       = place { known_to = "knows_place" },
  spent       = int(0, { min = 0, max = 99, label = "MP spent", help = "movement points spent this turn (4.2)" }),
  owed        = int(0, { min = 0, max = 99, label = "MP owed", help = "spent ahead from the next turn (4.2)" }),
  active      = flag(false, { help = "activated in this phase (4.1)" }),
  tried       = int(0, { min = 0, max = 99, help = "activation rolls of this phase (G63)" }),
  joined      = ref { to = "force", indexed = true, help = "the force it acts with this turn (5.2)" },
  demoralised = int(0, { min = 0, max = 99, label = "demoralised for", help = "turns (C.dem-table)" }),
  attacked    = flag(false, { help = "fought a round this phase (4.6.1)" }),
  over        = text("", { hidden = true, help = "what it stands across after entering a hex: river, line (4.6.7)" }),
  entered     = place { hidden = true, help = "the hex from which it entered (PEN.no, 4.6.7)" },
  start_sp    = int(0, { min = 0, max = 999, hidden = true, known_to = "knows_strength",
    help = "strength at the start of the battle (C.dem-table)" }),
  sieges      = int(0, { min = 0, max = 1000000, help = "siege turns in a row at its fortress (13.6)" }),
  lost_leader = int(0, { min = 0, max = 99, hidden = true, help = "leaders to be replaced (5.1-when)" }),
  left_map    = text("", { help = "the exit by which it left the map (11.10.3)" }),
}

-- C.split: SP of other nations that a force has absorbed; force.sp counts them too.
entity "contingent" {
  force  = ref { to = "force", indexed = true },
  nation = one_of(NATIONS),
  sp     = int(0, { min = 0, max = 999, known_to = "knows_strength" }),
}

-- L.values: leaders. `post` is "pool", "force", "garrison" (of a fortress), "captured", "out" (for the
-- year) or "gone".
entity "leader" {
  name     = text(),
  side     = ref { indexed = true },
  nation   = one_of { "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern",
                      needed = true },
  av       = int(6, { min = 0, max = 12, label = "AV", help = "activation value (L.values)" }),
  modifier = int(0, { min = -9, max = 9, help = "combat modifier (L.values)" }),
  post     = one_of({ "pool", "force", "garrison", "captured", "out", "gone" }, { help = "where he is" }),
  force    = ref { to = "force", indexed = true },
  supreme  = flag(false, { help = "a prince, who always commands (13.8)" }),
  engineer = flag(false, { help = "Coehoorn (13.4)" }),
  relief   = int(0, { min = 0, max = 99, hidden = true, help = "own movement phases until he is relieved (13.7)" }),
}

-- ST.train: siege trains.
entity "train" {
  name   = text(),
  side   = ref { indexed = true },
  nation = one_of { "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern",
                    needed = true },
  place  = place { known_to = "knows_place" },
  spent  = int(0, { min = 0, max = 99, label = "MP spent" }),
  owed   = int(0, { min = 0, max = 99, label = "MP owed" }),
}

-- FT.class, 6.5: fortresses and open cities. `class` 0 is an open city.
entity "fortress" {
  name       = text(),
  side       = ref { indexed = true },
  owner      = ref { to = "side", hidden = true, help = "whose it was when the game began (9.0-own)" },
  place      = place { needed = true },
  class      = int(0, { min = 0, max = 2, help = "1 or 2; 0 is an open city (FT.class)" }),
  printed    = int(0, { min = 0, max = 99, hidden = true, label = "garrison printed" }),
  intrinsic  = int(0, { min = 0, max = 99, label = "intrinsic garrison" }),
  extra      = int(0, { min = 0, max = 999, label = "supplementary garrison", known_to = "knows_strength" }),
  nation     = one_of(NATIONS, { help = "of the supplementary garrison", known_to = "knows_strength" }),
  besieged   = int(0, { min = 0, max = 1000000, help = "siege turns in a row (13.6)" }),
  blockaded  = flag(false, { help = "besieged at 2:1 (SUP.siegefree)" }),
  captured   = int(0, { min = 0, max = 1000000, hidden = true, help = "the turn of its capture (FT.when)" }),
  dismantled = flag(false, { help = "an open city for now (FT.dismantle)" }),
  value      = int(-1, { min = -1, max = 999, hidden = true, help = "economic value to the French; -1 is unknown (G61)" }),
  value_allied = int(-1, { min = -1, max = 999, hidden = true, help = "economic value to the Allies; -1 is unknown (G61)" }),
}

-- FT.line, FT.strong: fortified lines and strongpoints.
entity "work" {
  name  = text(),
  side  = ref { indexed = true },
  nation = one_of(NATIONS),
  type  = one_of { "line", "strongpoint", needed = true },
  place = place { needed = true },
  sp    = int(1, { min = 0, max = 999, label = "SP" }),
  besieged = int(0, { min = 0, max = 1000000 }),
}

-- MAG.prim, MAG.sec: magazines, of an army or (detachments) of a nation.
entity "magazine" {
  name   = text(),
  side   = ref { indexed = true },
  nation = one_of(NATIONS),
  grade  = one_of { "primary", "secondary", needed = true },
  army   = ref { to = "force", indexed = true, help = "the army that laid it (G72)" },
  place  = place { needed = true },
}

-- 9.1: what has scored, one entity each, so that the total is the sum of its events.
entity "score" {
  side   = ref { indexed = true },
  points = fraction(),
  reason = text(),
  rule   = text(),
  turn   = int(0, { min = 0, max = 1000000 }),
  fortress = ref { to = "fortress", indexed = true, help = "the place that it is for (9.0-own)" },
}

entity "side" {
  points = fraction(nil, { label = "VP", help = "victory points: the sum of its events (9.1)" }),
  captured_sp = int(0, { min = 0, max = 99999, help = "prisoners it holds (11.7)" }),
  captured_trains = int(0, { min = 0, max = 999, help = "trains it has captured (11.7)" }),
}

entity "game" {
  year   = int(1704, { min = 1600, max = 1999 }),
  month  = int(4, { min = 1, max = 12 }),
  half   = int(1, { min = 1, max = 2 }),
  winter = flag(false, { help = "a winter turn (7.8)" }),
}

require "charts"
require "calendar"
require "forces"
require "leaders"
require "activation"
require "magazines"
require "supply"
require "movement"
require "moving"
require "marches"
require "reactions"
require "battle"
require "losses"
require "routs"
require "demoralisation"
require "lines"
require "fortresses"
require "sieges"
require "stacking"
require "winter"
require "points"
require "dutch"
require "interphase"
require "exchange"
require "coups"
require "treasuries"
require "economics"
require "redeployment"
require "nations"
require "hidden"
require "turn"
require "invariants"
