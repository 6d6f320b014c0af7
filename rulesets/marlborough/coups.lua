-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.3: coups de main, one a side in an interphase.

entity "side" {
  coup = flag(false, { help = "has tried its coup de main of this interphase (13.3)" }),
}

local function acting_forces() return all("force", { side = game.actor }) end

--- The enemy fortress or strongpoint at a place that a coup may be tried on: one with a garrison, and
--- without an army beside it (ours).
rule("13.3", "coup_target", function (side, place)
  if not place or has_units(side.enemy, place, "force") then return nil end
  local fortress = rules.hostile_fortress(side, place)
  if fortress and rules.class_of(fortress) > 0 then return fortress end
  return having(rules.works_at(place, side.enemy), "type", "strongpoint")[1]
end)

-- The modifier of the leaders inside; 0 without one.
local function modifier_inside(target)
  local best
  for _, leader in ipairs(rules.leaders_inside(target)) do
    local modifier = rules.modifier_of(leader)                            -- C.neg0
    best = math.max(best or modifier, modifier)
  end
  return best or 0
end

--- What the attacking leader adds to the die: what he is better than the leader inside, never less than
--- nothing; under the switch what he is worse too (G48).
rule("13.3", "coup_modifier", function (leader, target)
  local value = tally("coup"):add(rules.modifier_of(leader), "13.3", leader.name)
  local inside = modifier_inside(target)
  if inside ~= 0 then value:add(-inside, "13.3", "the leader inside") end
  if option.coup_modifier == "superiority" then value:floor(0, "13.3", "superiority alone counts") end
  return value
end)

--- The die: a 1 is a disaster whatever is added.
rule("13.3", "coup_result", function (modifier, by)
  return roll_as("1d6", "13.3 coup de main", function (die)
    return die == 1 and "disaster" or charts.coup:at(die + modifier)
  end, by)
end)

--- Refuses a coup that may not be tried.
rule("13.3", "may_coup", function (force, target, leader)
  local side = force.side
  local ctx = { force = force, target = target, leader = leader, side = side }
  refuse_if("13.3", not option.coups, "coups de main are not in force")
  refuse_if("13.3", not game.interphase, "a coup de main is a matter of the interphase")
  refuse_if("13.3", side.coup, "{side} has tried its coup de main", ctx)
  refuse_if("13.3", not target, "there is no enemy fortress or strongpoint for a coup there", ctx)
  refuse_if("13.3", not leader or leader.force ~= force, "{leader} is not with {force}", ctx)
  ctx.sp = rules.garrison(target)
  refuse_if("13.3", force.sp < ctx.sp, "{force} has not the {sp} SP of the garrison of {target}", ctx)
end)

--- A coup de main, one a side and interphase: SP of a force, as many as the garrison has (G50), and a
--- leader of it. Gives "disaster", "no effect", "taken" or "repelled".
rule("13.3", "coup", function (force, target, leader)
  rules.may_coup(force, target, leader)
  local side, stake = force.side, rules.garrison(target)
  side.coup = true
  local modifier = rules.coup_modifier(leader, target)
  note("13.3", "{leader} with {sp} SP of {force} against {target} ({modifier})",
    { leader = leader, sp = stake, force = force, target = target, modifier = modifier })
  local result = rules.coup_result(modifier.total, side)
  local outcome
  if result == "disaster" then outcome = rules.coup_disaster(force, stake, leader)
  elseif result == "in" then outcome = rules.coup_inside(force, target, leader, stake)
  else outcome = "no effect" end
  report("coup", outcome)
  note("13.3", "coup de main: {outcome}", { outcome = outcome })
  return outcome
end)

outcomes("coup", { "taken", "repelled", "no effect", "disaster" })

--- All that was staked is captured.
rule("13.3", "coup_disaster", function (force, stake, leader)
  local side = force.side
  rules.lose_leader(leader, "captured")                                  -- C.capture, 9.1
  force.lost_leader = 0                                                  -- a new one comes with 11.8-lead
  rules.score_captured(side, rules.take_sp(force, stake), "13.3", stake .. " SP captured in a coup de main")
  return "disaster"
end)

-- SP of a garrison that are lost: those that were added first. Gives how many score: intrinsic ones are in
-- the value of their place (VP.noint).
local function lose_from(target, n)
  if target.kind == "work" then
    target.sp = target.sp - n
    return n
  end
  local extra = math.min(n, target.extra)
  target.extra = target.extra - extra
  target.intrinsic = target.intrinsic - (n - extra)
  return option.garrison_points == "both" and n or extra
end

--- What winter costs a force in the open at a place: half of what is over its winter limit without a
--- magazine (ST.excess, 7.8-half).
rule("13.3-after", "winter_attrition", function (place, sp)
  local limit = charts.stacking:at(rules.fodder(place), "winter unsupplied")
  return rules.excess_loss(math.max(sp - limit, 0)).total
end)

--- The place is open: a commander in it is captured. The garrison fights at 6/-2, or tries to get away.
rule("13.3-in", "coup_inside", function (force, target, leader, stake)
  for _, inside in ipairs(rules.leaders_inside(target)) do
    inside.inside = nil
    rules.lose_leader(inside, "captured")
  end
  local away = choose { by = target.side, rule = "13.3-in", kind = "yesno", default = false,
    ask = ("Does the garrison of %s try to retreat?"):format(target.name) }
  if away and rules.garrison_gets_away(target) then
    return rules.coup_taken(force, target)
  end
  return rules.coup_battle(force, target, leader, stake)
end)

--- Whether a garrison gets away: 2d6 on the Activation Table with its AV of 6.
rule("13.3-in", "garrison_gets_away", function (target)
  local av = rules.garrison_values()                                     -- L.garr
  local away = rules.activation_table(av):roll("2d6", "13.3-in the garrison of " .. target.name,
    { at = av, by = target.side })
  note("13.3-in", away and "the garrison of {target} gets away" or "the garrison of {target} has to fight",
    { target = target })
  return away
end)

-- A die of one side, and the SP that it costs the other.
local function throw(by, strength, drm, present)
  return roll_as("1d6", "C.loss", function (die) return rules.inflicted(strength, die + drm, present) end, by)
end

--- One round of battle in the place. If the garrison routs, for it has lost enough and more than the attackers
--- (C.routboth), the place is taken; else they withdraw, in winter (13.3-after).
rule("13.3-in", "coup_battle", function (force, target, leader, stake)
  local garrison = rules.garrison(target)
  local mine = rules.average_modifier({ leader }).total
  local _, theirs = rules.garrison_values()                              -- L.garr
  local drm = rules.netted(mine, theirs) + rules.demoralised_modifier { force }
  local against = rules.netted(theirs, mine)
  local dealt = throw(force.side, stake, drm, garrison)
  local lost = throw(target.side, garrison, against, stake)
  note("13.3-in", "the garrison of {target} loses {dealt} of {garrison} SP, the attackers {lost} of {stake}",
    { target = target, dealt = dealt, garrison = garrison, lost = lost, stake = stake })
  local scores = lose_from(target, dealt)
  rules.score_lost(target.side, scores, "13.3-in", scores .. " SP lost in a coup de main")
  rules.score_lost(force.side, lost, "13.3-in", lost .. " SP lost in a coup de main")
  rules.take_sp(force, lost)
  if lost > 0 then rules.leaders_hit({ leader }, target.side, against) end
  if rules.liable_to_rout(dealt, garrison) and rules.higher_loss(lost, stake, dealt, garrison) < 0 then
    return rules.coup_taken(force, target)
  end
  rules.withdraw_from_coup(force, target.place, stake - lost)
  return "repelled"
end)

--- The attackers withdraw and suffer attrition.
rule("13.3-after", "withdraw_from_coup", function (force, place, sp)
  local loss = rules.winter_attrition(place, sp)
  if loss == 0 then return end
  note("13.3-after", "winter costs the attackers {loss} of {sp} SP", { loss = loss, sp = sp })
  rules.take_sp(force, loss)
  rules.score_lost(force.side, loss, "13.3-after", loss .. " SP lost in winter")
end)

--- The garrison goes to the nearest place of its side with room for it, without pursuit and
--- demoralisation (G73), and suffers attrition; with no way to go it is captured.
rule("13.3-after", "garrison_leaves", function (target)
  local side, sp = target.side, rules.garrison(target)
  local loss = rules.winter_attrition(target.place, sp)
  if loss > 0 then
    note("13.3-after", "winter costs the garrison {loss} of {sp} SP", { loss = loss, sp = sp })
    local scores = lose_from(target, loss)
    rules.score_lost(side, scores, "13.3-after", scores .. " SP lost in winter")
  end
  if rules.garrison(target) == 0 then return end
  local refuges = rules.refuges_of(target)
  if #refuges > 0 then return rules.march_out(target, refuges) end
  if target.kind == "work" then
    rules.score_captured(side, target.sp, "13.3-after", "a strongpoint captured")
  else
    rules.score_garrison(side, target.intrinsic, target.extra, "13.3-after", "a garrison captured")
  end
end)

--- The place is taken; a strongpoint is gone.
rule("13.3-after", "coup_taken", function (force, target)
  rules.garrison_leaves(target)
  if target.kind == "work" then eliminate(target) else rules.take_fortress(target, force.side, { force }) end
  return "taken"
end)

local function coup_places(side, force)
  local list = {}
  for _, kind in ipairs { "fortress", "work" } do
    for _, target in ipairs(all(kind, { side = side.enemy })) do
      if rules.garrison(target) <= force.sp and rules.coup_target(side, target.place) == target then
        list[#list + 1] = target.place
      end
    end
  end
  return list
end

command "coup" {
  rule = "13.3", help = "a coup de main with a leader and SP of a force on an enemy fortress or strongpoint",
  phases = { "coup_first", "coup_second" },
  args = {
    { name = "force", kind = "force", help = "the force that gives SP and leader", among = acting_forces,
      fits = function (force)
        return option.coups and not force.side.coup and #rules.leaders_of(force) > 0
      end },
    { name = "target", kind = "place", keyword = "on", help = "where the fortress or strongpoint is",
      from = function (args) return args.force and coup_places(args.force.side, args.force) or {} end },
    { name = "leader", kind = "leader", keyword = "by", optional = true, help = "who leads it; else the highest",
      from = function (args) return args.force and rules.leaders_of(args.force) or {} end },
  },
  run = function (args)
    local force = args.force
    refuse_if("13.3", force.side ~= game.actor, "{force} is not yours", args)
    refuse_if("13.3", has_units(force.side.enemy, args.target, "force"), "an enemy force winters in {target}", args)
    return rules.coup(force, rules.coup_target(force.side, args.target), args.leader or rules.leaders_of(force)[1])
  end,
}
