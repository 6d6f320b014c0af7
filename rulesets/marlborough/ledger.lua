-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rule by rule: what implements it, and the cases in examples/ that test it (titles that begin
-- with the rule's id, unless `tests` names others).

return {
  -- 1: scale, forces, nationality
  { id = "I.scale", kind = "definition",
    why = "the map: map.lua. The calendar: next_half_month, date_text" },
  { id = "I.sides", kind = "definition", why = "sides and nations: ruleset.lua" },
  -- 2: leaders, pools, co-command
  -- 3: fortifications
  -- 4: sequence and magazines
  { id = "SEQ", kind = "mechanical",
    by = { "primary_magazines", "secondary_magazines", "activity", "primary_phase", "begin_activity",
      "finish_activity", "begin_turn", "finish_turn", "is_winter", "half_month", "this_half_month",
      "next_half_month", "date_text", "tell_date", "end_season" } },
  { id = "SEQ.order", kind = "mechanical", by = { "move", "activity" } },
  -- 5: activation and movement
  { id = "4.1", kind = "mechanical",
    by = { "activation", "activation_low", "activation_table", "activates", "activate", "activation_bar" } },
  { id = "4.1-train", kind = "mechanical", by = { "haul" } },
  { id = "4.1-siege", kind = "mechanical", by = { "active_for_siege" } },
  { id = "4.1-dem", kind = "mechanical", by = { "activation_value", "demoralised_av" } },
  { id = "4.1.1", kind = "mechanical", by = { "withdraw", "may_withdraw", "withdrawal_hexes", "way_home" } },
  { id = "4.2-cost", kind = "mechanical",
    by = { "terrain", "step_cost", "distance_mp", "within", "way_to", "cheapest_way" } },
  { id = "4.2-save", kind = "mechanical",
    by = { "movement_left", "pay", "owe", "can_owe", "debts_fall_in_winter", "pay_debts" } },
  { id = "4.2-mp", kind = "mechanical", by = { "allowance" } },
  { id = "4.2", kind = "mechanical",
    by = { "move", "walk", "enter", "step", "move_by_hexes", "way_via", "next_hexes", "reach", "reach_bar",
      "refuse_move", "place_nearby" } },
  { id = "4.3", kind = "mechanical", by = { "split", "absorb", "share_movement" } },
  { id = "4.4-acts", kind = "mechanical", by = { "actions", "step_cost" } },
  { id = "4.4.1", kind = "mechanical", by = { "may_ferry" } },
  { id = "4.5", kind = "mechanical",
    by = { "may_enter", "closed_by_enemy", "held_by_enemy", "must_fight", "compulsory_battles" } },
  { id = "13.2", kind = "mechanical",
    by = { "march", "force_march", "may_force_march", "march_loss", "march_losses" } },
  { id = "13.2-h1", kind = "mechanical", by = { "march_die" } },
  { id = "13.2-h2", kind = "mechanical", by = { "march_losses" } },
  -- 6: battle
  { id = "4.4.2", kind = "mechanical", by = { "battle", "can_attack", "pay_round", "may_battle" } },
  { id = "C.seq", kind = "mechanical", by = { "battle_round", "after_dice", "battle_over" } },
  { id = "C.loss", kind = "mechanical",
    by = { "battle", "battle_ends", "battle_percent", "inflicted", "defending_strength", "lose_in_battle" } },
  { id = "C.round", kind = "mechanical", by = { "share_of" } },
  { id = "4.6.2-net", kind = "mechanical", by = { "netted" } },
  { id = "4.6.2-neg", kind = "mechanical", by = { "own_negative", "netted" } },
  { id = "4.6.7-minor", kind = "mechanical", by = { "battle_terrain" } },
  { id = "4.6.7-line", kind = "mechanical", by = { "battle_terrain" } },
  { id = "4.6.7-major", kind = "mechanical", by = { "attacking_strength" } },
  { id = "4.6.7-order", kind = "mechanical", by = { "combat_total" } },
  { id = "C.dem", kind = "mechanical", by = { "demoralised_modifier", "pursuit_modifier" } },
  { id = "C.leaderloss", kind = "mechanical",
    by = { "leaders_present", "leaders_in_danger", "leaders_hit", "lose_leader" } },
  { id = "C.leaderfirst", kind = "mechanical", by = { "after_dice" } },
  { id = "C.rout", kind = "mechanical", by = { "liable_to_rout", "who_routs" } },
  { id = "C.routboth", kind = "mechanical", by = { "higher_loss", "who_routs" } },
  { id = "C.prevent", kind = "mechanical", by = { "prevention", "prevents_rout" } },
  { id = "4.6.3", kind = "mechanical", by = { "beaten", "pursue" } },
  { id = "4.6.3-h", kind = "mechanical", by = { "pursuit_modifier" } },
  { id = "C.capture", kind = "mechanical", by = { "capture_leaders" } },
  { id = "C.retreat", kind = "mechanical", by = { "rout", "rout_places", "nearest_to_safety" } },
  { id = "C.retreat-h", kind = "mechanical", by = { "rout_places", "owe_rout" } },
  { id = "C.train", kind = "mechanical", by = { "lose_trains", "capture_train" } },
  { id = "C.dem-table", kind = "mechanical",
    by = { "demoralisation", "demoralisation_lower", "demoralisation_turns", "demoralise" } },
  { id = "C.dem-red1", kind = "mechanical", by = { "change_leader" } },
  { id = "C.dem-red2", kind = "mechanical", by = { "hearten_by_reinforcement", "heartening_sp" } },
  { id = "C.dem-tick", kind = "mechanical", by = { "tick_demoralisation" } },
  { id = "4.6.1", kind = "mechanical", by = { "renews", "next_round", "fight_round", "attacking_group" } },
  { id = "4.6.8-cross", kind = "mechanical", by = { "across", "fight_round" } },
  { id = "C.split", kind = "mechanical", by = { "take_sp", "shares" } },
  { id = "C.neg0", kind = "mechanical", by = { "average_modifier" } },
  -- 7: interception and lines
  -- 8: siege
  -- 9: stacking, supply, winter
  -- 10: victory points
  { id = "9.0", kind = "mechanical",
    by = { "score", "total", "sum_of_events", "points_listed", "9.0 points are the sum of their events" } },
  { id = "9.1", kind = "mechanical",
    by = { "victory_points", "score_lost", "score_captured", "score_leader", "leader_value", "capture_train",
      "place_value" } },
  { id = "9.1-any", kind = "mechanical", by = { "score_lost" } },
  { id = "9.0-own", kind = "mechanical", by = { "score_place", "strike_place" } },
  { id = "VP.noint", kind = "mechanical", by = { "score_garrison" } },
  { id = "VP.half", kind = "mechanical", by = { "score_lost", "score_captured" } },
  { id = "VP.eco", kind = "mechanical", by = { "economic_points" } },
  -- 11: Dutch caution (13.5)
  -- 12: the campaign game
}
