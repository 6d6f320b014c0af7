-- SPDX-License-Identifier: GPL-3.0-or-later
-- 5 Sequence of Play: the phases as data, and what a turn begins and ends with.

--- The game turn begins; before the first one the units are counted.
rule("5.3", "begin_turn", function ()
  if game.turn > 1 then return end
  rules.muster()                                                         -- 16
  rules.note_holders()                                                   -- 17.1
end)

--- The game turn ends: both players have done all phases.
rule("5.2", "end_of_turn", function ()
  rules.remove_charge_markers()                                          -- 11.1
  check_victory()                                                        -- 17, of the scenario
end)

-- 16: the second player (Franco-Bavarian) deploys first, then the first one; an option.
local function deployment(id, name, actor)
  return { id = id, name = name, rule = "16", actor = actor, ends = "pass",
    when = function () return rules.deploying() end }
end

-- Phase 2 belongs to the non-active player, and is left out when none of his guns can fire.
local function strategic(actor, starts)
  return { id = "strategic", name = "Strategic Movement", rule = "6", actor = actor,
    starts = starts, finishes = "end_strategic", ends = "pass" }
end
local function ranged_fire(actor, starts, when)
  return { id = "ranged_fire", name = "Ranged Fire", rule = "7", actor = actor, starts = starts,
    finishes = "end_fire", ends = "pass", when = when }
end
local function orders(actor, starts)
  return { id = "orders", name = "Orders, Tactical Movement, Combat", rule = "8", actor = actor,
    starts = starts, finishes = "end_orders", ends = "pass" }
end
local function morale(automatic)
  return { id = "morale", name = "Morale", rule = "14", actor = "active", automatic = automatic }
end
local function attrition(automatic)
  return { id = "attrition", name = "Attrition", rule = "18", actor = "active",
    automatic = automatic, when = function () return option.attrition end }
end
local function command_units(actor, starts)
  return { id = "command", name = "Command Unit Movement", rule = "15", actor = actor,
    starts = starts, finishes = "note_holders", ends = "pass" }
end

-- 5.1, 5.2: the five phases of the active player, then those of the other. 18.1: attrition.
sequence {
  each = "side", turn_starts = "begin_turn", turn_ends = "end_of_turn",
  deployment("deploy_second", "Deployment", "other"),
  deployment("deploy_first", "Deployment", "active"),
  strategic("active", "begin_strategic"),
  ranged_fire("other", nil, function () return rules.any_gun(game.active.enemy) end),
  orders("active", "begin_orders"),
  morale "morale_phase",
  attrition "attrition_phase",
  command_units "active",
}

-- 21: both players do each phase, taking turns; a die says who begins.
sequence {
  each = "turn", turn_starts = "begin_turn", turn_ends = "end_of_turn",
  when = function () return option.alternating end,
  deployment("deploy_second", "Deployment", "other"),
  deployment("deploy_first", "Deployment", "active"),
  strategic("alternate", { "begin_strategic", "who_begins" }),
  ranged_fire("alternate", "who_begins",
    function () return rules.any_gun(sides.allied) or rules.any_gun(sides.french) end),
  orders("alternate", { "begin_orders", "who_begins" }),
  morale "alternating_morale",
  attrition "alternating_attrition",
  command_units("alternate", "who_begins"),
}
