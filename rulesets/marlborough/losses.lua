-- SPDX-License-Identifier: GPL-3.0-or-later
-- C.loss, C.round, 4.6.2, 4.6.7, C.leaderloss: what a round of a battle costs: strengths and the losses
-- they inflict, the modifiers of the dice, and the leaders that are hit.

local groups = require "groups"
local sp_of, is_force = groups.sp_of, groups.is_force
local none = {}

-- --- C.loss, C.round: losses ----------------------------------------------------------------------

--- So many percent of a strength. A fraction above one quarter counts as a whole point, else not (G1).
rule("C.round", "share_of", function (sp, percent)
  local share = tally("share", sp)
  if option.quarter == "above" then
    return share:multiply(percent, 100, "quarter_up", "C.round", "percent, above a quarter up")
  end
  return share:multiply(4 * percent, 100, "exact", "C.round", "percent, in quarters")
    :add(3, "C.round", "exactly a quarter goes up too"):divide(4, "down", "C.round", "quarters")
end)

--- What the Field Battle and Pursuit Table has for a modified die (G4, G5).
rule("C.loss", "battle_percent", function (die)
  if die == 3 and option.battle_3 == 15 then return 15 end
  if die == 4 and option.battle_4 == 10 then return 10 end
  local chart = option.battle_ends == "linear" and charts.field_battle_linear or charts.field_battle
  return chart:at(die)
end)

--- The strength with which attackers fight: a quarter of it over a major river, by a bridge or not.
rule("4.6.7-major", "attacking_strength", function (group, over)
  local strength = tally("strength", sp_of(group))
  if not over:find "major" then return strength end
  if option.quarter == "above" then
    return strength:divide(4, "quarter_up", "4.6.7-major", "over a major river, the vanguard alone")
  end
  return strength:add(3, "4.6.7-major", "exactly a quarter goes up"):divide(4, "down", "4.6.7-major",
    "over a major river, the vanguard alone")
end)

--- The strength with which defenders fight; the works of a line with them under a switch (G29).
rule("C.loss", "defending_strength", function (group, over)
  local strength = tally("strength", sp_of(group))
  if option.line_adds and is_force(group) and (over:find "line" or over:find "strongpoint") then
    for _, work in ipairs(rules.works_at(group[1].place, group[1].side)) do
      strength:add(work.sp, "4.6.8-clear", "the works")
    end
  end
  return strength
end)

--- SP lost in battle, shared among forces and nations by their size (C.split).
rule("C.loss", "lose_in_battle", function (group, lost)
  if lost == 0 then return end
  if is_force(group) then
    rules.take_sp(group, lost)                                           -- C.split
    return
  end
  for i = 1, #group do
    local taken = math.min(lost, group[i].sp)
    group[i].sp, lost = group[i].sp - taken, lost - taken
    if group[i].sp == 0 then eliminate(group[i]) end
  end
end)

--- The enemy scores for SP lost in battle. Of a battle all rounds are scored together, so that odds can
--- join rounds that cost the same in another order.
rule("C.loss", "score_battle", function (side, lost)
  rules.score_lost(side, lost, "C.loss", ("%d SP lost in battle"):format(lost))    -- 9.1
end)

--- SP that the enemy loses to a die: percent of the firer's own strength, at most what is there.
rule("C.loss", "inflicted", function (strength, die, present)
  return math.min(rules.share_of(strength, rules.battle_percent(die)).total, present)
end)

--- A loss with its derivation, to be told.
rule("C.loss", "loss_told", function (strength, percent, present)
  local share = rules.share_of(strength, percent or 0)
  return share.total > present and share:cap(present, "C.loss", "no more are there") or share
end)

-- --- 4.6.2, 4.6.7: modifiers ----------------------------------------------------------------------

--- The total of a side before netting: its leaders, and for the attacker what he crosses (4.6.7-order).
rule("4.6.7-order", "combat_total", function (group, over)
  local total = is_force(group) and rules.command_modifier(group) or tally("modifier", 0)   -- G75
  if over == "" then return total end
  return charts.battle_terrain:tally({ minor = over:find "minor" ~= nil,
    work = over:find "line" ~= nil or over:find "strongpoint" ~= nil }, total)
end)

--- What a side adds to its own die: the higher total gets the difference, a negative one stays on its
--- own die and gives the enemy nothing (G11).
rule("4.6.2-net", "netted", function (mine, other)
  local below = rules.own_negative(mine)                                 -- 4.6.2-neg
  if option.negative_modifier == "difference" then
    return below + (mine > other and mine - other or 0)
  end
  return below + math.max(math.max(mine, 0) - math.max(other, 0), 0)
end)

--- The part of a total below zero.
rule("4.6.2-neg", "own_negative", function (mine) return math.min(mine, 0) end)

--- A demoralised force takes 1 off its dice in battle and pursuit; a group does when one of its
--- forces is demoralised.
rule("C.dem", "demoralised_modifier", function (group)
  if not is_force(group) then return 0 end
  for i = 1, #group do
    if group[i].demoralised > 0 then return -1 end
  end
  return 0
end)

--- The modifier of a group's die, a tally, with that; as it is where nobody is demoralised.
rule("C.dem", "less_demoralised", function (modifier, group)
  local less = rules.demoralised_modifier(group)
  return less == 0 and modifier or modifier:add(less, "C.dem", "demoralised")
end)

-- --- C.leaderloss: leaders ------------------------------------------------------------------------

--- All leaders of a group, commanding or not.
rule("C.leaderloss", "leaders_present", function (group)
  if not is_force(group) then return none end
  if #group == 1 then return rules.leaders_of(group[1]) end
  local list = {}
  for i = 1, #group do
    local leaders = rules.leaders_of(group[i])
    for k = 1, #leaders do list[#list + 1] = leaders[k] end
  end
  return list
end)

--- Whether leaders may be hit: each side that inflicted losses rolls, or only if both did (G13b).
rule("C.leaderloss", "leaders_in_danger", function (round)
  return not option.leader_loss_both or round.attack_lost > 0 and round.defence_lost > 0
end)

--- A die for each enemy leader: on a 1 he is out of the battle and back in his pool. G13: the die is not
--- modified; under the switch a side with a negative modifier hits nobody. Gives how many were hit.
rule("C.leaderloss", "leaders_hit", function (leaders, by, drm)
  local hits = 0
  if option.leader_die == "modified" and drm < 0 then return 0 end
  for i = 1, #leaders do
    -- those of a force that is destroyed are in the pool already
    if leaders[i].post == "force"
      and roll_as("1d6", "C.leaderloss", function (die) return die == 1 end, by) then
      hits = hits + 1
      note("C.leaderloss", "{leader} is hit", { leader = leaders[i] })
      rules.lose_leader(leaders[i], "pool")
    end
  end
  return hits
end)

--- In the pursuit a die for each leader of the beaten: on a 1 he is captured. When the whole force is
--- taken so are they (G68). Gives how many.
rule("C.capture", "capture_leaders", function (losers, by, all_taken)
  local captured = 0
  for _, leader in ipairs(rules.leaders_present(losers)) do
    if all_taken or roll_as("1d6", "C.capture", function (die) return die == 1 end, by) then
      captured = captured + 1
      rules.lose_leader(leader, "captured")
    end
  end
  return captured
end)
