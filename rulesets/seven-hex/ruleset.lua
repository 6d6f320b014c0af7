-- SPDX-License-Identifier: GPL-3.0-or-later
-- Seven Hex System: The Battle of Blenheim, 1704. Name, sides, pieces, options.
-- The files follow the chapters of the rulebook; notes.md has the readings (G1 to G43).

ruleset {
  name    = "Seven Hex System: The Battle of Blenheim, 1704",
  edition = "1st edition",
  source  = "The Battle of Blenheim, 1704, Rulebook",
  sides = {
    { id = "allied", name = "Allied",          colour = "red" },
    { id = "french", name = "Franco-Bavarian", colour = "blue" },
  },
  -- Readings of places where the rulebook is silent or unclear. The default stands first.
  options = {
    marsh_and_woods   = { default = "together", values = { "together", "apart" }, rule = "4.2",
      help = "G7: marked hexes of both kinds count together towards four, or each kind alone" },
    artillery_of      = { default = 1, values = { 1, 0 }, rule = "4.2",
      help = "G8: what an artillery unit occupies in heavy marsh or woods" },
    glanders_bars     = { default = true, values = { true, false }, rule = "4.4",
      help = "G9: glanders bars withdrawal and retreat too, passing through included" },
    danube_adjacency  = { default = "geometric", values = { "geometric", "open" }, rule = "10.10",
      help = "G12: areas are adjacent across closed borders too, or only across open ones" },
    lone_artillery    = { default = true, values = { true, false }, rule = "4.6",
      help = "G10: artillery alone is a stack (roads keep away from it, and attrition wears it down)" },
    outer_cavalry     = { default = true, values = { true, false }, rule = "9.2",
      help = "G17: cavalry on an outer hex may be ordered to attack" },
    downhill          = { default = "moving", values = { "moving", "all" }, rule = "10.10",
      help = "G6: supporting artillery does not count, or counts, when attacking downhill" },
    river             = { default = true, values = { true, false }, rule = "10.10",
      help = "G4: attacking across a river costs 2 per infantry or cavalry unit" },
    repeat_half       = { default = "aggregate", values = { "aggregate", "total", "per_unit" },
      rule = "10.10", help = "G18: what a repeated attack halves" },
    negative          = { default = "floor", values = { "floor", "truncate", "clamp" },
      rule = "10.11", help = "G43: how a negative modified AV is halved" },
    different         = { default = "none_took_part", values = { "none_took_part", "one_is_new" },
      rule = "10.10", help = "G20: when attacking units are different from the earlier ones" },
    earlier           = { default = "unit", values = { "unit", "area" }, rule = "10.10",
      help = "G20: earlier attacks count for units, wherever they are now, or for the area" },
    disrupted_friends = { default = true, values = { true, false }, rule = "10.10",
      help = "G21: disrupted friends next door count against being surrounded" },
    commander_helps   = { default = "any", values = { "any", "own" }, rule = "10.11",
      help = "G26: a commander helps any friendly unit, or only units of his own army" },
    command_counts    = { default = false, values = { false, true }, rule = "10.15",
      help = "G31, G23: command units count in numbers of units and areas (10.10, 10.15, 14)" },
    counter_value     = { default = "full", values = { "full", "reduced" }, rule = "11.2",
      help = "G19: Order Value of a counter-charge; reduced by orders given this phase" },
    failed_counter    = { default = "marked", values = { "marked", "free" }, rule = "11.2",
      help = "G19: a failed counter-charge counts as the one of the turn, or does not" },
    pursuit_time      = { default = "before", values = { "before", "after" }, rule = "13.7",
      help = "G22: cavalry hits the retreating before, or after, they have moved" },
    pursuit_choice    = { default = "owner", values = { "owner", "attacker" }, rule = "13.7",
      help = "G22: who chooses the disrupted unit that is hit" },
    free_move         = { default = "instead", values = { "instead", "also" }, rule = "10.19",
      help = "G24: the free strategic move replaces the advance, or may follow it" },
    charge_wipe       = { default = "penalty", values = { "penalty", "advance" }, rule = "11.4",
      help = "G24: chargers that eliminate all but win by less than 4: 11.4, or 10.19" },
    withdrawal        = { default = "all", values = { "all", "some" }, rule = "12.1",
      help = "G25: all units withdraw together, or any of them" },
    retreat_split     = { default = "largest", values = { "largest", "none" }, rule = "13.6",
      help = "G25: a stack that finds no room is split, or eliminated" },
    retreat_steering  = { default = "working", values = { "working", "free" }, rule = "13.6",
      help = "G25: the attacker must take a first area with a way on, or any open one" },
    lone_command      = { default = "advance", values = { "advance", "stay" }, rule = "10.21",
      help = "G27: after attacking an unaccompanied command unit the attackers may advance" },
    command_return    = { default = 2, values = { 2, 1 }, rule = "10.22",
      help = "G27: turns after its escape when a command unit returns" },
    break_losses      = { default = 12, rule = "16 special",
      help = "infantry and cavalry lost after which a side may no longer start combat" },
    victory_losses    = { default = 12, rule = "17.1",
      help = "enemy infantry and cavalry to be eliminated for victory" },
    leaving           = { default = "any", values = { "any", "entered" }, rule = "6.2b",
      help = "G14: an enemy next door keeps units in the area where they begin too, or not" },
    artillery_command = { default = "any", values = { "any", "own" }, rule = "6.2",
      help = "G13: any command unit of its side lets artillery redeploy, or only its own" },
    command_leaves    = { default = false, values = { false, true }, rule = "15.1",
      help = "G42: command units may leave an enemy's neighbourhood without cover" },
    disrupted_fire    = { default = false, values = { false, true }, rule = "7.1",
      help = "G16: disrupted artillery does not fire, or fires" },
    border_line       = { default = "lenient", values = { "lenient", "strict" }, rule = "7.5",
      help = "G5: a shot along a border is stopped by both areas together, or by either" },
    routed_stack      = { default = "any", values = { "any", "all" }, rule = "14.4",
      help = "G30: a stack has routed when any, or when all, of its disrupted units did" },
    other_commander   = { default = "exempts", values = { "exempts", "tests" }, rule = "14.2",
      help = "G30: another army's command unit spares disrupted units the test, or does not" },
    occupation        = { default = "present", values = { "present", "last" }, rule = "17.1",
      help = "G33: an empty village is nobody's, or belongs to the last side that stood there" },
    attrition_next    = { default = "hex", values = { "hex", "area" }, rule = "18.2",
      help = "G29: the enemy must be in an area that the stack's hex touches, or its area" },
    focus_bars        = { default = "next_turn", values = { "next_turn", "next_phase" }, rule = "20.2",
      help = "G34: committed commanders are barred in the next turn, or in their next phase" },
    failed_order      = { default = "own", values = { "own", "both" }, rule = "21.4",
      help = "G35: in alternating play a failed order ends the phase for its side, or for both" },

    deployment        = { default = false, values = { false, true }, rule = "16 set-up FB",
      help = "the players may change the set-up before the first turn, or not" },

    -- Optional and alternative rules of the book.
    attrition     = { default = false, values = { false, true }, rule = "18", help = "attrition" },
    first_order   = { default = false, values = { false, true }, rule = "19",
      help = "guaranteed first order" },
    command_focus = { default = false, values = { false, true }, rule = "20", help = "command focus" },
    alternating   = { default = false, values = { false, true }, rule = "21",
      help = "both players do each phase, taking turns" },
  },
}

-- 3: the pieces. What is printed on the counter, what lies on it, and where it stands.
entity "unit" {
  name      = text(),
  side      = ref { indexed = true },
  arm       = one_of { "infantry", "cavalry", "artillery", "command", needed = true },
  army      = text("", { help = "its commander (3.11)" }),
  quality   = one_of({ "none", "experienced", "exceptional" }, { help = "of a command unit (10.11)" }),
  platoon   = flag(false, { label = "platoon firers", help = "fires by platoon (10 note)" }),
  guns      = flag(false, { label = "battalion guns", help = "has battalion guns (3.3)" }),
  trotters  = flag(false, { help = "charges at the trot; other cavalry are pistoliers (11 note)" }),
  glanders  = flag(false, { help = "infected: Tallard's cavalry (4.4)" }),
  spared    = flag(false, { help = "keeps apart from infected cavalry (4.4)" }),
  pounds    = int(0, { help = "weight of its shot (7.1)" }),
  disrupted = flag(false, { help = "may not start combat, adds nothing (3.8)" }),
  charged   = flag(false, { help = "Charge! marker of this turn (11.1)" }),
  countered = flag(false, { label = "counter-charged", help = "Counter-Charge! marker of this turn (11.2)" }),
  marched   = flag(false, { help = "has made its strategic move (6.2)" }),
  held      = flag(false, { label = "stays as cover", help = "covers others that left, for this turn (6.2b)" }),
  fired     = flag(false, { help = "Ranged Fire marker (7.2)" }),
  place     = place(),
  escaped   = int(0, { hidden = true, help = "game turn of its escape (10.21)" }),
  escaped_from = place { hidden = true, help = "central hex of area X (10.22)" },
}

-- 10.1: one record for each combat of the phase, and the markers that point at it.
entity "combat" { side = ref(), from = place(), at = place(), charging = int(0) }
entity "marker" { mark = one_of { "Attack", "Defend" }, unit = ref { to = "unit", indexed = true },
  combat = ref { to = "combat" } }

-- 20.1: a Combat Committed marker. 17: who stood last in a village (reading G33).
entity "focus" { commander = ref { to = "unit", indexed = true }, turn = int(0) }
-- 16: an area that bears a leader's name.
entity "quarters" { army = text(), place = place() }
entity "holding" { place = place(), side = ref() }

entity "side" {
  lost     = int(0, { help = "infantry and cavalry eliminated (16)" }),
  mustered = int(0, { help = "infantry and cavalry at the start" }),
  banks    = int(0, { help = "of the Danube, where it began, as bits" }),
  orders   = int(0, { help = "orders obeyed in this phase (8.5)" }),
}
entity "game" { combat = ref { to = "combat" } }          -- the last combat of the phase, 10.1

require "charts"
require "occupying"
require "strategic"
require "fire"
require "orders"
require "tactical"
require "combat"
require "combat_values"
require "outcome"
require "charge"
require "withdrawal"
require "retreat"
require "command_units"
require "morale"
require "setup"
require "victory"
require "attrition"
require "focus"
require "alternating"
require "reach"
require "turn"
require "sheets"

outcomes("order", { "carried out", "not carried out" })
outcomes("result", { "attacker wins by 4+", "attacker wins", "tie", "defender wins", "no combat" })
outcomes("hits on defender", {})
outcomes("hits on attacker", {})
outcomes("defenders eliminated", {})
outcomes("attackers eliminated", {})
