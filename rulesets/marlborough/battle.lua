-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.4.2, 4.6.1, C.seq: field battles and their rounds. What a round costs is in losses.lua, who flees in
-- routs.lua, how long it tells in demoralisation.lua.
--
-- A battle is some rounds between two groups in one hex. Groups are lists of forces, the leading one
-- first; a line or strongpoint that is attacked alone stands in such a list too. What goes on from
-- one round to the next, and from the dice to what follows, are plain tables, so that odds can join
-- branches that meet:
--   attackers, defenders   the groups                over     words of what the attackers cross
--   attacking, defending   their strengths at the start of the round
--   attack_start, defence_start    and at the start of the first one (C.dem-table)
--   attack_lost, defence_lost      what the dice cost them
--   last                   the battle is all that is left of the command
-- Of a last battle odds look at the reports alone. What they depend on is told at each stage, so that
-- branches are joined which differ in nothing else: in who of the enemy was hit by whom, in the points
-- scored so far, in the leaders that are drawn when all is over.

local groups = require "groups"
local sp_of, left_of, is_force, leave_aside = groups.sp_of, groups.left_of, groups.is_force, groups.leave_aside
local none = {}

entity "force" {
  fought       = place { hidden = true, help = "where it fought last; rounds in one hex are one battle" },
  fought_phase = int(0, { min = 0, max = 2000001, hidden = true, help = "the phase of that" }),
}

-- --- 4.4.2, 4.6.1: battles ------------------------------------------------------------------------

-- The strength of a group at the start of its battle; rounds in one hex and phase are one battle (G15).
local function starting_strength(group, place)
  local phase, sum = rules.phase_number(), 0
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

--- SP that join a force between two rounds of a battle, or leave it, belong to its start or do so no
--- longer.
rule("C.dem-table", "change_start", function (force, n)
  if rules.has_fought_here(force) then force.start_sp = math.max(force.start_sp + n, 0) end
end)

--- A force is about to take in another one: what that has lost in a battle here is part of its own (G15).
rule("C.dem-table", "join_battle", function (into, other)
  if not rules.has_fought_here(other) then return end
  if not rules.has_fought_here(into) then
    into.fought, into.fought_phase, into.start_sp = other.fought, other.fought_phase, into.sp
  end
  into.start_sp = into.start_sp + math.max(other.start_sp - other.sp, 0)
end)

--- A battle: round after round until one side is beaten or gone, or the attacker stops. ctx:
---   over          what the attackers cross, in words: "minor", "major", "line", "strongpoint"
---   intercepting  they pay from the next turn (INT.cost)
---   paid          the first round is paid for already
---   committed     the defenders may not evade before the first round
---   rounds        fights so many and does not ask
---   last          nothing comes after it in the command
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
    committed = ctx.committed == true or ctx.intercepting == true, most = ctx.rounds or 0, rounds = 0,
    last = ctx.last == true }
end)

-- --- what a battle depends on ---------------------------------------------------------------------

--- What the rest of a battle, and what is reported of it, depends on in a group: what is there of each
--- force and nation, and the leaders by their values; of those who flee the leaders count no more.
rule("C.seq", "battle_state", function (group, flees)
  local list = {}
  for i = 1, #group do
    local one = group[i]
    local state = { one, one.sp }
    if one.kind == "force" then
      state.nations, state.demoralised, state.leaders = {}, one.demoralised, {}
      for k, part in ipairs(rules.nations_in(one)) do state.nations[k] = part.sp end
      for k, leader in ipairs(flees and none or rules.leaders_of(one)) do
        state.leaders[k] = { leader.av, leader.modifier, leader.supreme, leader.engineer, leader.nation }
      end
    end
    list[i] = state
  end
  return list
end)

-- Goes on with f(...): the last that is left of the command, or not.
local function go_on(last, id, about, f, ...)
  if last then return last_stage(id, about(), f, ...) end
  return stage(id, f, ...)
end

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
  return force.fought ~= nil and force.fought == force.place and force.fought_phase == rules.phase_number()
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
  if battle.rounds > 0 or not battle.last then return rules.fight_round(battle) end
  return last_stage("4.6.1", {}, rules.fight_round, battle)
end)

--- Fights it, and goes on.
rule("4.6.1", "fight_round", function (battle)
  return rules.battle_round(battle.attackers, battle.defenders, battle)
end)

-- A battle with what the dice of a round have cost.
local function with_losses(battle, round)
  local after = {}
  for key, value in pairs(battle) do after[key] = value end
  after.rounds, after.over = battle.rounds + 1, ""                       -- 4.6.8-cross
  after.attack_lost = battle.attack_lost + round.attack_lost
  after.defence_lost = battle.defence_lost + round.defence_lost
  return after
end

--- A round is over, its losses are counted: another follows, or none.
rule("4.6.1", "round_over", function (after, round)
  local attacker, defender = round.attacker, round.defender
  local outcome = attacker.destroyed and "attacker destroyed" or defender.destroyed and "defender destroyed"
    or attacker.routed and "attacker routs" or defender.routed and "defender routs" or nil
  after.attackers, after.defenders = left_of(after.attackers), left_of(after.defenders)
  after.defence_start = after.defence_start + defender.joined            -- 4.6.8-clear
  if not outcome and after.most > 0 and after.rounds >= after.most then outcome = "no decision" end
  if outcome then return rules.battle_over(after, outcome, attacker, defender) end
  return go_on(after.last, "4.6.1", function ()
    return { rules.battle_state(after.attackers), rules.battle_state(after.defenders) }
  end, rules.next_round, after)
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

--- Whether after a battle nothing is done in its command that would depend on who leads. Who has evaded
--- may be intercepted again.
rule("INT.repeat", "ends_command", function (battle, outcome)
  return battle.last or battle.intercepting and outcome ~= "evaded"
end)

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
  local ends = rules.ends_command(battle, outcome)
  leave_aside(ends, rules.replace_leaders, "battle", battle.attacker)
  leave_aside(ends, rules.replace_leaders, "battle", battle.defender)
  if not ends then rules.end_blockades() end                             -- 7.6
  report("result", outcome)
  report("attacker losses", result.attacker.lost)
  report("defender losses", result.defender.lost)
  report("prisoners", result.attacker.prisoners + result.defender.prisoners)
  report("turns of demoralisation", result.attacker.turns + result.defender.turns)
  return result
end)

-- --- C.seq: one round -----------------------------------------------------------------------------

-- The modifier of a die, with its derivation.
local function die_modifier(name, group, mine, other)
  return rules.less_demoralised(tally(name, 0):add(rules.netted(mine.total, other.total), "4.6.2-net",
    "the higher total less the other"), group)
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

-- What came of a round for a side, of which this is left.
local function side_result(side, left)
  return { side = side, destroyed = sp_of(left) == 0, routed = false, prevented = false, prisoners = 0,
    leaders_captured = 0, cut_off = 0, joined = 0, turns = 0 }
end

-- What is told besides of a round that is no part of a battle.
local function tell(result, lost, drm, percent, strength, total)
  result.lost, result.drm, result.percent = lost, drm.total, percent
  result.strength, result.total = strength.total, total.total
end

-- What matters of a round after its losses, which are counted in the battle. attack_drm and
-- defence_drm: of the dice against leaders, false for none.
local function rest_of(round, works)
  local danger, modified = rules.leaders_in_danger(round), option.leader_die == "modified"    -- G13b
  local function die(hit, drm) return danger and hit and (modified and drm or 0) end
  return { attackers = round.attackers, defenders = round.defenders, attacker = round.attacker,
    defender = round.defender, place = round.place, works = works, attack_start = round.attack_start,
    defence_start = round.defence_start, routed = rules.who_routs(round),                     -- C.rout, C.routboth
    attack_drm = die(round.defence_lost > 0, round.attack_drm),
    defence_drm = die(round.attack_lost > 0 or works, round.defence_drm),                     -- LN.value
    defence_lost = has_units(round.defender, round.place, "work") and round.defence_lost or 0,
    battle = round.battle and with_losses(round.battle, round) }
end

--- One round: both throw a die at the same time, then leaders, rout, pursuit. ctx.over: what the
--- attackers cross; ctx.attack_start, ctx.defence_start: strengths at the start of the first round. Gives
--- what came of it; a round of a battle is followed by all that follows it, and gives the result of that.
rule("C.seq", "battle_round", function (attackers, defenders, ctx)
  ctx = ctx or none
  local over = ctx.over or ""
  local round = { attackers = attackers, defenders = defenders, attacker = attackers[1].side,
    defender = defenders[1].side, place = defenders[1].place, over = over,
    attacking = sp_of(attackers), defending = sp_of(defenders) }
  if ctx.rounds then round.battle = ctx end
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
      defence_lost = rules.loss_told(vanguard.total, attack_percent, round.defending),
      attack_lost = rules.loss_told(line.total, defence_percent, round.attacking) })
  local result = rules.lose_in_round(round)
  if round.battle then return result end
  tell(result.attacker, round.attack_lost, attack_drm, attack_percent, vanguard, mine)
  tell(result.defender, round.defence_lost, defence_drm, defence_percent, line, other)
  return result
end)

--- Both sides lose what the dice cost them, at the same time.
rule("C.seq", "lose_in_round", function (round)
  local works = not is_force(round.defenders)                            -- alone
  rules.lose_in_battle(round.attackers, round.attack_lost)
  rules.lose_in_battle(round.defenders, round.defence_lost)
  if not round.battle then                                               -- it scores by itself
    rules.score_battle(round.attacker, round.attack_lost)
    rules.score_battle(round.defender, round.defence_lost)
  end
  round.attackers, round.defenders = left_of(round.attackers), left_of(round.defenders)
  local rest = rest_of(round, works)
  return go_on(rest.battle and rest.battle.last, "C.seq", function ()
    return { rules.battle_state(rest.attackers), rules.battle_state(rest.defenders) }
  end, rules.after_dice, rest)
end)

--- What follows the losses: leaders who are hit, and who routs.
rule("C.seq", "after_dice", function (rest)
  local attacker, defender = side_result(rest.attacker, rest.attackers), side_result(rest.defender, rest.defenders)
  local attack_hits, defence_hits = 0, 0

  -- Of those who rout whatever becomes of their leaders, nothing depends on that.
  local lost = rest.battle and rules.ends_command(rest.battle, "routs") and rest.routed
  local function hits(group, side, by, drm)
    return leave_aside(lost == side and rules.cannot_hold(group), rules.leaders_hit, rules.leaders_present(group), by, drm)
  end
  local function lose_leaders()
    if rest.attack_drm then defence_hits = hits(rest.defenders, rest.defender, rest.attacker, rest.attack_drm) end
    if rest.defence_drm then attack_hits = hits(rest.attackers, rest.attacker, rest.defender, rest.defence_drm) end
  end

  if option.leader_first then lose_leaders() end                         -- C.leaderfirst
  if rest.routed then
    local loser = rest.routed == rest.attacker and attacker or defender
    local group = rest.routed == rest.attacker and rest.attackers or rest.defenders
    loser.prevented = rules.prevents_rout(group)                         -- C.prevent
    loser.routed = not loser.prevented
  end
  if not option.leader_first then lose_leaders() end
  local result = { attacker = attacker, defender = defender }
  if not rest.battle then attacker.leaders_lost, defender.leaders_lost = attack_hits, defence_hits end
  rest.attack_drm, rest.defence_drm, rest.routed = nil, nil, nil
  return rules.after_rout(rest, result)
end)

--- Whoever routs is pursued, and flees. rest: what matters of a round after its losses.
rule("C.rout", "after_rout", function (rest, result)
  local losers, winners = rest.attackers, rest.defenders
  if not result.attacker.routed then losers, winners = winners, losers end
  if not result.attacker.routed and not result.defender.routed then return rules.after_pursuit(rest, result) end
  return go_on(rest.battle and rest.battle.last, "4.6.3", function ()
    return { rules.battle_state(losers, true), sp_of(winners),
      is_force(winners) and rules.pursuit_modifier(winners, losers).total }
  end, rules.rout_and_pursuit, rest, result)
end)

--- One side of a round has routed.
rule("4.6.3", "rout_and_pursuit", function (rest, result)
  local side = result.attacker
  local losers, winners, start = rest.attackers, rest.defenders, rest.attack_start
  if result.defender.routed then
    side, losers, winners, start = result.defender, rest.defenders, rest.attackers, rest.defence_start
  end
  local ends = rest.battle ~= nil and rules.ends_command(rest.battle, "routs")
  for name, value in pairs(rules.beaten(losers, winners, start, ends)) do side[name] = value end
  return rules.after_pursuit(rest, result)
end)

--- The end of a round: attackers who stay are across, works are cleared. Then follows what comes after it
--- in its battle.
rule("C.seq", "after_pursuit", function (rest, result)
  local attacker, defender = result.attacker, result.defender
  if not attacker.routed and not attacker.destroyed then
    rules.across(rest.attackers)                                         -- 4.6.8-cross
    local cleared, joined = rules.clear_works(rest.defenders, rest.place, rest.defender, rest.defence_lost)
    if cleared then defender.destroyed, defender.joined = defender.destroyed or rest.works, joined end  -- 4.6.8-clear
  end
  rules.let_go(rest.attackers)                                           -- 4.6.1
  rules.let_go(rest.defenders)
  if rest.battle then return rules.round_over(rest.battle, result) end
  return result
end)

--- The attackers are over the river, or in the line: what they fight next they fight at full strength
--- and without its modifier.
rule("4.6.8-cross", "across", function (group)
  for i = 1, #group do
    if group[i].kind == "force" and group[i].over ~= "" then group[i].over = "" end
  end
end)

--- Who has fought a round where he is may fight another one, or go on to another hex: the enemy no longer
--- holds him (4.5).
rule("4.6.1", "let_go", function (group)
  for i = 1, #group do
    if group[i].kind == "force" and group[i].alive then group[i].entered = nil end
  end
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
      { over = rules.ground_of(group), rounds = args.rounds, last = true })
  end,
}
