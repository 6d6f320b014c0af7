-- SPDX-License-Identifier: GPL-3.0-or-later
-- C, 4.6: field battles.
--
-- A battle is some rounds between two groups in one hex. Groups are lists of forces, the leading one
-- first; a line or strongpoint that is attacked alone stands in such a list too. What goes on from
-- one round to the next, and from the dice to what follows, are plain tables, so that odds can join
-- branches that meet:
--   attackers, defenders   the groups                over     words of what the attackers cross
--   attacking, defending   their strengths at the start of the round
--   attack_start, defence_start    and at the start of the first one (C.dem-table)
--   attack_lost, defence_lost      what the dice cost them

local none = {}

entity "force" {
  fought       = place { hidden = true, help = "where it fought last; rounds in one hex are one battle" },
  fought_phase = int(0, { hidden = true, help = "the phase of that" }),
  changed_leader = int(0, { hidden = true, help = "the phase of its last change of leaders (C.dem-red1)" }),
}

-- Activity phases by number, so that battles of another turn are told from this one's.
local function phase_number()
  return game.turn * 2 + (game.active == sides.allied and 1 or 0)
end

local function sp_of(group)
  local sp = 0
  for i = 1, #group do
    if group[i].alive then sp = sp + group[i].sp end
  end
  return sp
end

-- Those of a group that are still in play.
local function left_of(group)
  for i = 1, #group do
    if not group[i].alive then
      local left = {}
      for k = 1, #group do
        if group[k].alive then left[#left + 1] = group[k] end
      end
      return left
    end
  end
  return group
end

local function is_force(group) return #group > 0 and group[1].kind == "force" end

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

-- The modifier of a die, with its derivation.
local function die_modifier(name, group, mine, other)
  return tally(name, 0):add(rules.netted(mine.total, other.total), "4.6.2-net",
    "the higher total less the other")
    :add(rules.demoralised_modifier(group), "C.dem", "demoralised")
end

-- --- C.seq: one round -----------------------------------------------------------------------------

--- SP that the enemy loses to a die: percent of the firer's own strength, at most what is there.
rule("C.loss", "inflicted", function (strength, die, present)
  return math.min(rules.share_of(strength, rules.battle_percent(die)).total, present)
end)

-- A loss with its derivation.
local function loss(strength, percent, present)
  local share = rules.share_of(strength, percent or 0)
  return share.total > present and share:cap(present, "C.loss", "no more are there") or share
end

-- Throws a side's die; gives the loss, and the percent (of the last die tried, where odds try all).
local function throw(by, reason, strength, drm, present)
  local percent
  local lost = roll_as("1d6", reason, function (die)
    percent = rules.battle_percent(die + drm)
    return rules.inflicted(strength, die + drm, present)
  end, by)
  return lost, percent
end

--- One round: both throw a die at the same time, then leaders, rout, pursuit. ctx.over: what the
--- attackers cross; ctx.attack_start, ctx.defence_start: strengths at the start of the first round.
rule("C.seq", "battle_round", function (attackers, defenders, ctx)
  ctx = ctx or none
  local over = ctx.over or ""
  local round = { attackers = attackers, defenders = defenders, attacker = attackers[1].side,
    defender = defenders[1].side, place = defenders[1].place, over = over,
    attacking = sp_of(attackers), defending = sp_of(defenders) }
  round.alone = ctx.rounds == nil                          -- of no battle: it scores by itself
  round.attack_start = ctx.attack_start or round.attacking
  round.defence_start = ctx.defence_start or round.defending
  local mine, other = rules.combat_total(attackers, over), rules.combat_total(defenders, "")
  local attack_drm = die_modifier("attacker", attackers, mine, other)
  local defence_drm = die_modifier("defender", defenders, other, mine)
  local vanguard = rules.attacking_strength(attackers, over)
  local line = rules.defending_strength(defenders, over)
  note("4.6.2", "{attackers} against {defenders}: totals {mine} and {other}, so {attack} and {defence}",
    { attackers = attackers, defenders = defenders, mine = mine, other = other, attack = attack_drm,
      defence = defence_drm })

  local attack_percent, defence_percent
  round.attack_drm, round.defence_drm = attack_drm.total, defence_drm.total
  round.defence_lost, attack_percent = throw(round.attacker, "C.loss attacker", vanguard.total,
    attack_drm.total, round.defending)
  round.attack_lost, defence_percent = throw(round.defender, "C.loss defender", line.total,
    defence_drm.total, round.attacking)
  note("C.loss", "{attacker} inflicts {attack}% of {vanguard}, {defence_lost} SP; {defender} {defence}% of "
    .. "{line}, {attack_lost} SP", { attacker = round.attacker, defender = round.defender,
      attack = attack_percent or 0, defence = defence_percent or 0, vanguard = vanguard, line = line,
      defence_lost = loss(vanguard.total, attack_percent, round.defending),
      attack_lost = loss(line.total, defence_percent, round.attacking) })
  local result = stage("C.seq", rules.after_dice, round)
  result.attacker.percent, result.defender.percent = attack_percent, defence_percent
  result.attacker.strength, result.defender.strength = vanguard.total, line.total
  result.attacker.total, result.defender.total = mine.total, other.total
  return result
end)

-- What is told of a side after a round.
local function side_result(side, drm, lost)
  return { side = side, drm = drm, lost = lost, prisoners = 0, leaders_lost = 0, leaders_captured = 0,
    cut_off = 0, routed = false, prevented = false, destroyed = false, turns = 0 }
end

--- What follows the dice.
rule("C.seq", "after_dice", function (round)
  local attacker = side_result(round.attacker, round.attack_drm, round.attack_lost)
  local defender = side_result(round.defender, round.defence_drm, round.defence_lost)
  local result = { attacker = attacker, defender = defender }
  local attack_leaders, defence_leaders = rules.leaders_present(round.attackers),
    rules.leaders_present(round.defenders)
  rules.lose_in_battle(round.attackers, round.attack_lost)
  rules.lose_in_battle(round.defenders, round.defence_lost)
  if round.alone then
    rules.score_battle(round.attacker, round.attack_lost)
    rules.score_battle(round.defender, round.defence_lost)
  end
  local attackers, defenders = left_of(round.attackers), left_of(round.defenders)
  round.attackers, round.defenders = attackers, defenders
  attacker.destroyed, defender.destroyed = sp_of(attackers) == 0, sp_of(defenders) == 0

  local function lose_leaders()
    if not rules.leaders_in_danger(round) then return end                -- G13b
    if round.defence_lost > 0 then
      defender.leaders_lost = rules.leaders_hit(defence_leaders, round.attacker, round.attack_drm)
    end
    if round.attack_lost > 0 then
      attacker.leaders_lost = rules.leaders_hit(attack_leaders, round.defender, round.defence_drm)
    end
  end

  if option.leader_first then lose_leaders() end                         -- C.leaderfirst
  local routed = rules.who_routs(round)                                  -- C.rout, C.routboth
  if routed then
    local loser = routed == round.attacker and attacker or defender
    local group = routed == round.attacker and attackers or defenders
    loser.prevented = rules.prevents_rout(group)                         -- C.prevent
    loser.routed = not loser.prevented
  end
  if not option.leader_first then lose_leaders() end
  local beaten = attacker.routed and stage("4.6.3", rules.beaten, attackers, defenders, round.attack_start)
    or defender.routed and stage("4.6.3", rules.beaten, defenders, attackers, round.defence_start)
  for name, value in pairs(beaten or none) do
    if attacker.routed then attacker[name] = value else defender[name] = value end
  end
  if not attacker.routed and not attacker.destroyed then
    rules.across(attackers)                                              -- 4.6.8-cross
    local alone = not is_force(round.defenders)
    if rules.clear_works(defenders, round.place, round.defender, round.defence_lost) then  -- 4.6.8-clear
      defender.destroyed = defender.destroyed or alone
    end
  end
  return result
end)

--- The group has routed: pursuit, prisoners, captured leaders, trains, flight, demoralisation. Gives
--- what there is to tell of it; start: its strength at the start of the battle.
rule("4.6.3", "beaten", function (losers, winners, start)
  local result = { prisoners = 0, leaders_captured = 0, cut_off = 0, destroyed = false, turns = 0 }
  note("C.rout", "{losers} {losers:routs|rout}", { losers = losers })
  if is_force(winners) then
    result.prisoners = rules.pursue(winners, losers)                     -- 4.6.3
    result.leaders_captured = rules.capture_leaders(losers, winners[1].side,
      result.prisoners >= sp_of(losers))                                 -- C.capture, G68
    if result.prisoners > 0 then
      local side = losers[1].side
      rules.take_sp(losers, result.prisoners)
      rules.score_captured(side, result.prisoners, "4.6.3",
        ("%d prisoners in the pursuit"):format(result.prisoners))        -- 9.1
    end
  end
  local left = left_of(losers)
  local before = sp_of(left)
  local lost = start - before
  if #left == 0 then
    result.destroyed = true
    return result
  end
  local trains = rules.rout(left, winners)                               -- C.retreat, C.train
  result.cut_off = before - sp_of(left)                                  -- G17
  if option.train_in_losses then lost = lost + 5 * (trains or 0) end     -- G21
  result.turns = rules.demoralise(left_of(left), lost, start)            -- C.dem-table
  rules.offer_relief(left_of(left))                                      -- 13.7
  return result
end)

--- The attackers are over the river, or in the line: what they fight next they fight at full strength
--- and without its modifier.
rule("4.6.8-cross", "across", function (group)
  for i = 1, #group do
    if group[i].kind == "force" and group[i].over ~= "" then group[i].over = "" end
  end
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
      rules.lose_leader(leader, "captured", by)
    end
  end
  return captured
end)

-- --- C.rout: who routs ----------------------------------------------------------------------------

--- Whether a loss out of a strength is enough for a rout: above 15 percent, exactly (G7, G8).
rule("C.rout", "liable_to_rout", function (lost, strength)
  if lost == 0 then return false end
  if option.rout_trigger == "rounded" then return lost >= rules.share_of(strength, 15).total end
  if option.rout_at == "from" then return lost * 100 >= 15 * strength end
  return lost * 100 > 15 * strength
end)

--- Compares two losses: above zero when the first is the higher (G9).
rule("C.routboth", "higher_loss", function (lost, strength, other_lost, other_strength)
  if option.rout_both == "strength" then return lost - other_lost end
  if option.rout_both == "rounded" then
    return (200 * lost + strength) // (2 * strength)
      - (200 * other_lost + other_strength) // (2 * other_strength)
  end
  return lost * other_strength - other_lost * strength
end)

--- The side that would rout, if one would: of two that lost enough the one that lost more; nobody
--- when both lost alike. G10: losses of this round by the strength at its start, or of the battle.
rule("C.rout", "who_routs", function (round)
  if #round.attackers == 0 or #round.defenders == 0 then return nil end  -- nobody is left to flee from
  local a_lost, a_sp, d_lost, d_sp = round.attack_lost, round.attacking, round.defence_lost,
    round.defending
  if option.rout_base == "battle" then
    a_lost, a_sp = round.attack_start - sp_of(round.attackers), round.attack_start
    d_lost, d_sp = round.defence_start - sp_of(round.defenders), round.defence_start
  end
  local a = rules.liable_to_rout(a_lost, a_sp)
  local d = rules.liable_to_rout(d_lost, d_sp)
  if a and d then
    local higher = rules.higher_loss(a_lost, a_sp, d_lost, d_sp)         -- C.routboth
    a, d = higher > 0, higher < 0
    if higher == 0 then note("C.routboth", "both lost alike: nobody routs") end
  end
  local routed = a and round.attacker or d and round.defender or nil
  local group = a and round.attackers or round.defenders
  if not routed or not is_force(group) then return nil end               -- works stay
  return routed
end)

--- The modifier that prevents a rout: that of the leaders who are left, before netting (G14).
rule("C.prevent", "prevention", function (group)
  if option.prevention == "rounded" then return rules.command_modifier(group).total end
  return rules.average_modifier(rules.commanders(group), "down").total
end)

--- The owner prevents the rout with a die of at most that modifier; he needs +1 or better.
rule("C.prevent", "prevents_rout", function (group)
  local most = rules.prevention(group)
  if most < 1 then
    note("C.prevent", "{group} cannot prevent a rout", { group = group })
    return false
  end
  local held = roll_as("1d6", "C.prevent", function (die) return die <= most end, group[1].side)
  if held then note("C.prevent", "{group} {group:holds|hold}", { group = group }) end
  return held
end)

-- --- 4.6.3: pursuit -------------------------------------------------------------------------------

--- The winner's modifier in pursuit: his leaders, without what he crossed; the beaten leaders do not
--- count (G12), or are netted.
rule("4.6.3-h", "pursuit_modifier", function (winners, losers)
  local mine, modifier = rules.command_modifier(winners).total, tally("pursuit", 0)
  if option.pursuit_defender == "netted" then
    modifier:add(rules.netted(mine, rules.command_modifier(losers).total), "4.6.3-h", "leaders, netted")
  else
    modifier:add(mine, "4.6.3", "leaders of the winner")
  end
  return modifier:add(rules.demoralised_modifier(winners), "C.dem", "demoralised")
end)

--- The pursuit: on the same table, percent of the winner's strength that remains are prisoners.
rule("4.6.3", "pursue", function (winners, losers)
  local strength, present = sp_of(winners), sp_of(losers)
  local drm = rules.pursuit_modifier(winners, losers)
  local percent
  local prisoners = roll_as("1d6", "4.6.3 pursuit", function (die)
    percent = rules.battle_percent(die + drm.total)
    return rules.inflicted(strength, die + drm.total, present)
  end, winners[1].side)
  note("4.6.3", "the pursuit, with {drm}, takes {percent}% of {strength}, {prisoners} SP prisoner",
    { drm = drm, percent = percent or 0, strength = strength, prisoners = loss(strength, percent, present) })
  return prisoners
end)

-- --- C.retreat: the rout --------------------------------------------------------------------------

--- Where a routed group may end: as far as 8 MP (6 in winter) carry it, around its enemies, and not in
--- a fortress, unless the switch lets it (G17).
rule("C.retreat", "rout_places", function (group, most)
  local from, side, forts = group[1].place, group[1].side, option.rout_fortress      -- C.retreat-h
  local reached = rules.within(group[1], most)
  local list, places, cost = reached:list(), {}, nil
  for i = #list, 1, -1 do                                                -- the dearest first
    local place = list[i]
    if place ~= from and not place.box and not has_units(side.enemy, place, "work") then
      local fortress = rules.fortress_at(place)
      if fortress and rules.class_of(fortress) > 0 then
        if forts and fortress.side == side then places[#places + 1] = place end
      else
        cost = cost or reached:cost(place)
        if reached:cost(place) == cost then places[#places + 1] = place
        elseif not forts then break end
      end
    end
  end
  return places
end)

-- The nearest of some places to a hex, the first of equal ones.
local function nearest(places, to)
  local best, best_distance
  for i = 1, #places do
    local distance = places[i].box and math.maxinteger or map.distance(places[i], to)
    if not best or distance < best_distance then best, best_distance = places[i], distance end
  end
  return best
end

-- Where things of a kind stand that a side has.
local function places_with(kind, side)
  local places = {}
  for _, thing in ipairs(all(kind, { side = side })) do
    if thing.place and not thing.place.box then places[#places + 1] = thing.place end
  end
  return places
end

--- Where a rout usually goes: towards the nearest own magazine, without one the nearest own fortress.
rule("C.retreat", "nearest_to_safety", function (side, from, places)
  local refuge = nearest(places_with("magazine", side), from) or nearest(places_with("fortress", side), from)
  return refuge and nearest(places, refuge) or places[1]
end)

--- The siege trains of a routed group stay behind and are captured, unless a garrison of their own
--- side, or a force that is not of the group, covers them (ours). Gives how many.
rule("C.train", "lose_trains", function (side, place, group)
  if rules.hostile_fortress(side.enemy, place) or #units_of(side, place, "force") > #group then return 0 end
  local trains = units_of(side, place, "train")
  for i = 1, #trains do rules.capture_train(trains[i], "C.train") end
  return #trains
end)

--- A rout: trains are left, and the group goes its full allowance; the owner picks where it ends. With
--- no way out it stays and loses a quarter (G17). It does nothing more in this phase. Gives the number
--- of trains lost.
rule("C.retreat", "rout", function (group, victors)
  local side, from = group[1].side, group[1].place
  local trains = rules.lose_trains(side, from, group)                    -- C.train
  local most = charts.allowance:at("force", game.winter and "winter" or "season")
  local places = rules.rout_places(group, most)
  if #places == 0 then
    local lost = rules.share_of(sp_of(group), 25).total
    note("C.retreat", "{group} {group:has|have} no way out", { group = group })
    if lost > 0 then
      rules.take_sp(group, lost)
      rules.score_lost(side, lost, "C.retreat", ("%d SP lost without a way out"):format(lost))
    end
    group = left_of(group)
  else
    local to = choose { by = side, rule = "C.retreat", kind = "place", from = places,
      ask = "Where does the rout end?", default = rules.nearest_to_safety(side, from, places) }
    note("C.retreat", "{group} {group:flees|flee} from {from} to {to}",
      { group = group, from = from, to = to })
    for i = 1, #group do group[i].place, group[i].over, group[i].entered = to, "", nil end
    rules.overrun(victors[1].side, from)                                 -- 7.9
    rules.overrun(side, to)
  end
  for i = 1, #group do group[i].active = false end
  if option.rout_debt then rules.owe_rout(group, most) end               -- C.retreat-h
  return trains
end)

--- With the switch a rout is paid from the next turn, as far as that turn has points (G34).
rule("C.retreat-h", "owe_rout", function (group, most)
  while most > 0 and not rules.can_owe(group, most) do most = most - 1 end
  if most > 0 then rules.owe(group, most, "C.retreat-h", "the rout") end
end)

-- --- C.dem-table: demoralisation ------------------------------------------------------------------

--- Turns of demoralisation for a loss out of the strength at the start of the first round.
rule("C.dem-table", "demoralisation_turns", function (lost, start)
  if option.demoralised_bands == "lower" then
    return charts.demoralisation_lower:at(100 * lost // start)
  end
  return charts.demoralisation:at((100 * lost + start - 1) // start)
end)

--- A group is demoralised for its loss, captured SP included. Gives the turns.
rule("C.dem-table", "demoralise", function (group, lost, start)
  local turns = rules.demoralisation_turns(lost, start)
  for i = 1, #group do
    if group[i].demoralised < turns then group[i].demoralised = turns end
  end
  note("C.dem-table", "{lost} of {start} SP lost: {group} {group:is|are} demoralised for {turns} turns",
    { lost = lost, start = start, group = group, turns = turns })
  return turns
end)

-- Demoralisation ends sooner.
local function hearten(force, turns, rule_id)
  force.demoralised = math.max(force.demoralised - turns, 0)
  note(rule_id, "{force} is demoralised for {turns} turns now", { force = force, turns = force.demoralised })
end

--- Another leader, drawn blind, shortens demoralisation (G20): once a phase for a force. Princes stay
--- at their posts (13.8).
rule("C.dem-red1", "change_leader", function (force, leader)
  refuse_if("C.dem-red1", force.demoralised == 0, "{force} is not demoralised", { force = force })
  refuse_if("C.dem-red1", leader.force ~= force, "{leader} is not with {force}",
    { leader = leader, force = force })
  refuse_if("13.8", not rules.may_be_changed(leader), "{leader} stays at his post", { leader = leader })
  refuse_if("C.dem-red1", force.changed_leader == phase_number(), "{force} had a new leader in this phase",
    { force = force })
  refuse_if("5.1-pool", #rules.pool_of(force) == 0, "there is no leader in the pool", none)
  force.changed_leader = phase_number()
  note("C.dem-red1", "{leader} gives up {force}", { leader = leader, force = force })
  rules.draw_leader(force)                                               -- 5.1-pool, before he is back in it
  leader.post, leader.force, leader.relief = "pool", nil, 0
  hearten(force, option.new_leader, "C.dem-red1")
end)

--- Whether a leader can be replaced: not a prince; Villeroi, supreme or not, can.
rule("13.8", "may_be_changed", function (leader)
  return not leader.supreme or option.supreme == "none" or leader.name == "Villeroi"
end)

--- So does joining by a quarter of the force, part points up (G20).
rule("C.dem-red2", "hearten_by_reinforcement", function (force, sp)
  if force.demoralised > 0 and force.sp > 0 and sp >= rules.heartening_sp(force.sp) then
    hearten(force, 1, "C.dem-red2")
  end
end)

--- The SP that it takes.
rule("C.dem-red2", "heartening_sp", function (sp) return (sp + 3) // 4 end)

-- --- 4.4.2, 4.6.1: battles ------------------------------------------------------------------------

-- The strength of a group at the start of its battle; rounds in one hex and phase are one battle (G15).
local function starting_strength(group, place)
  local phase, sum = phase_number(), 0
  for i = 1, #group do
    local force = group[i]
    if force.kind ~= "force" then
      sum = sum + force.sp
    else
      if force.fought ~= place or force.fought_phase ~= phase then
        force.fought, force.fought_phase, force.start_sp = place, phase, force.sp
      end
      sum = sum + force.start_sp
    end
  end
  return sum
end

--- A battle: round after round until one side is beaten or gone, or the attacker stops. ctx:
---   over          what the attackers cross, in words: "minor", "major", "line", "strongpoint"
---   intercepting  they pay from the next turn (INT.cost)
---   paid          the first round is paid for already
---   committed     the defenders may not evade before the first round
---   rounds        fights so many and does not ask
--- The result: outcome, winner and routed (sides), rounds, and of attacker and defender start, lost,
--- prisoners, turns.
rule("4.4.2", "battle", function (attackers, defenders, ctx)
  ctx = ctx or none
  local place = defenders[1].place
  return rules.next_round { attackers = attackers, defenders = defenders, place = place,
    attacker = attackers[1].side, defender = defenders[1].side,
    attack_start = starting_strength(attackers, place),
    defence_start = starting_strength(defenders, place),
    attack_lost = 0, defence_lost = 0,
    over = ctx.over or "", intercepting = ctx.intercepting == true, paid = ctx.paid == true,
    committed = ctx.committed == true or ctx.intercepting == true, most = ctx.rounds or 0, rounds = 0 }
end)

--- Whether the attackers can pay for a round.
rule("4.4.2", "can_attack", function (group, intercepting)
  local cost = charts.actions:at "battle"
  if intercepting then return rules.can_owe(group, cost) end
  for i = 1, #group do
    if rules.movement_left(group[i]) < cost then return false end
  end
  return true
end)

--- Whether a force has fought in this phase in the hex where it is, on either side.
rule("4.5", "has_fought_here", function (force)
  return force.fought ~= nil and force.fought == force.place and force.fought_phase == phase_number()
end)

--- A round costs the attackers 1 MP, interceptors from their next turn.
rule("4.4.2", "pay_round", function (group, intercepting)
  if intercepting then
    rules.owe(group, charts.actions:at "battle", "INT.cost", "battle")
  else
    rules.pay(group, charts.actions:at "battle", "4.4.2", "battle")
  end
  for i = 1, #group do group[i].attacked = true end
end)

--- Whether the attacker goes on: he may as long as he has MP.
rule("4.6.1", "renews", function (battle)
  if battle.rounds == 0 then return true end
  if battle.most > 0 and battle.rounds >= battle.most then return false end
  if not rules.can_attack(battle.attackers, battle.intercepting) then return false end
  if battle.most > 0 then return true end
  return choose { by = battle.attacker, rule = "4.6.1", kind = "yesno", ask = "Renew the battle?",
    default = false }
end)

--- The next round of a battle, when there is one.
rule("4.6.1", "next_round", function (battle)
  if not rules.renews(battle) then return rules.battle_over(battle, "no decision") end
  local attackers, defenders = battle.attackers, battle.defenders
  if is_force(defenders) and not (battle.rounds == 0 and battle.committed)
    and rules.evade(defenders, attackers) then                           -- 4.7, before each round
    return rules.battle_over(battle, "evaded")
  end
  if not (battle.rounds == 0 and battle.paid) then rules.pay_round(attackers, battle.intercepting) end
  return rules.fight_round(battle)
end)

--- Fights it, and goes on.
rule("4.6.1", "fight_round", function (battle)
  local round = rules.battle_round(battle.attackers, battle.defenders, battle)
  local attacker, defender = round.attacker, round.defender
  local outcome = attacker.destroyed and "attacker destroyed" or defender.destroyed and "defender destroyed"
    or attacker.routed and "attacker routs" or defender.routed and "defender routs" or nil
  local after = {}
  for key, value in pairs(battle) do after[key] = value end
  after.attackers, after.defenders = left_of(battle.attackers), left_of(battle.defenders)
  after.rounds, after.over = battle.rounds + 1, ""                       -- 4.6.8-cross
  after.attack_lost = battle.attack_lost + attacker.lost
  after.defence_lost = battle.defence_lost + defender.lost
  if outcome then return rules.battle_over(after, outcome, attacker, defender) end
  return stage("4.6.1", rules.next_round, after)
end)

-- A side of the result: what it lost to dice and for want of a way out, and its prisoners.
local function summary(side, start, lost, round)
  return { side = side, start = start, lost = lost + (round and round.cut_off or 0),
    prisoners = round and round.prisoners or 0, turns = round and round.turns or 0 }
end

local BEATEN = { ["attacker routs"] = "attacker", ["attacker destroyed"] = "attacker",
  ["defender routs"] = "defender", ["defender destroyed"] = "defender" }

outcomes("result", { "attacker routs", "attacker destroyed", "defender routs", "defender destroyed",
  "no decision", "evaded" })

--- A battle is over: lost leaders are replaced (5.1-when), and what came of it is reported.
rule("C.seq", "battle_over", function (battle, outcome, attacker, defender)
  local result = { outcome = outcome, rounds = battle.rounds,
    attacker = summary(battle.attacker, battle.attack_start, battle.attack_lost, attacker),
    defender = summary(battle.defender, battle.defence_start, battle.defence_lost, defender) }
  local beaten = BEATEN[outcome]
  if beaten then
    result.winner = beaten == "attacker" and battle.defender or battle.attacker
    if outcome:find "routs" then result.routed = result.winner.enemy end
    if has_units(result.winner, battle.place, "force") then              -- of who is destroyed: 7.9, C.train
      rules.overrun(result.winner, battle.place)
    end
  end
  rules.score_battle(battle.attacker, battle.attack_lost)
  rules.score_battle(battle.defender, battle.defence_lost)
  rules.replace_leaders("battle", battle.attacker)
  rules.replace_leaders("battle", battle.defender)
  report("result", outcome)
  report("attacker losses", result.attacker.lost)
  report("defender losses", result.defender.lost)
  report("prisoners", result.attacker.prisoners + result.defender.prisoners)
  report("turns of demoralisation", result.attacker.turns + result.defender.turns)
  return result
end)

-- --- the commands ---------------------------------------------------------------------------------

--- The attackers of a battle that a force begins: those that act with it and can pay.
rule("4.6.1", "attacking_group", function (force)
  local group, cost = {}, charts.actions:at "battle"
  for _, one in ipairs(rules.acting(force)) do
    if one == force or one.place == force.place and one.active and rules.movement_left(one) >= cost then
      group[#group + 1] = one
    end
  end
  return group
end)

--- Active forces of the player that have an enemy in their hex and a MP left.
rule("4.4.2", "may_battle", function (force)
  return force.active and force.place ~= nil and has_units(force.side.enemy, force.place, "force")
    and rules.movement_left(force) >= charts.actions:at "battle"
end)

command "battle" {
  rule = "4.4.2", help = "attacks the enemy forces in the hex of an active force; 1 MP a round",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "the leading force of the attackers",
      among = function () return all("force", { side = game.active, active = true }) end,
      fits = function (force) return rules.may_battle(force) end },
    { name = "rounds", kind = "number", keyword = "rounds", optional = true, min = 1, max = 8,
      help = "fights so many rounds without asking again" },
  },
  run = function (args)
    local force = args.force
    refuse_if("4.1", not force.active, "{force} is not active", args)
    refuse_if("4.6", not force.place or not has_units(force.side.enemy, force.place, "force"),
      "there is no enemy force in the hex of {force}", args)
    local group = rules.attacking_group(force)
    refuse_if("4.4.2", not rules.can_attack(group, false), "{group} {group:has|have} no MP left",
      { group = group })
    return rules.battle(group, rules.enemies_at(force.side, force.place),
      { over = rules.ground_of(force), rounds = args.rounds })
  end,
}

-- The leaders of a force who can be replaced.
local function leaders_who_go(force)
  local list = {}
  for _, leader in ipairs(rules.leaders_of(force)) do
    if rules.may_be_changed(leader) then list[#list + 1] = leader end
  end
  return list
end

command "replace" {
  rule = "C.dem-red1", help = "gives a demoralised force another leader, drawn blind",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "a demoralised force",
      among = function () return all("force", { side = game.active }) end,
      fits = function (force)
        return force.demoralised > 0 and force.changed_leader ~= phase_number()
          and #leaders_who_go(force) > 0 and #rules.pool_of(force) > 0
      end },
    { name = "leader", kind = "leader", keyword = "leader", help = "the leader who goes",
      from = function (args) return args.force and leaders_who_go(args.force) or none end },
  },
  run = function (args)
    refuse_if("C.dem-red1", args.force.side ~= game.active, "{force} is not yours", args)
    return rules.change_leader(args.force, args.leader)
  end,
}
