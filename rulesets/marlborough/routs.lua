-- SPDX-License-Identifier: GPL-3.0-or-later
-- C.rout, C.prevent, 4.6.3, C.retreat: who routs after a round, what prevents it, the pursuit and its
-- prisoners, where the beaten flee and what they leave.

local groups = require "groups"
local sp_of, left_of, is_force, leave_aside = groups.sp_of, groups.left_of, groups.is_force, groups.leave_aside

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

--- Whether a group that should rout does so, and fares alike, whoever of its leaders is left.
rule("C.prevent", "cannot_hold", function (group)
  if option.pursuit_defender == "netted" or option.relief_of_command then return false end    -- they count later
  if charts.leaderless:at("force", "modifier") >= 1 then return false end
  for _, leader in ipairs(rules.leaders_present(group)) do
    if leader.modifier >= 1 then return false end
  end
  return true
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
  return rules.less_demoralised(modifier, winners)
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
    { drm = drm, percent = percent or 0, strength = strength,
      prisoners = rules.loss_told(strength, percent, present) })
  return prisoners
end)

--- The group has routed: pursuit, prisoners, captured leaders, trains, flight, demoralisation. Gives
--- what there is to tell of it; start: its strength at the start of the battle;
--- ends: nothing follows in the command that would depend on who leads.
rule("4.6.3", "beaten", function (losers, winners, start, ends)
  local result = { prisoners = 0, leaders_captured = 0, cut_off = 0, destroyed = false, turns = 0 }
  note("C.rout", "{losers} {losers:routs|rout}", { losers = losers })
  if is_force(winners) then
    result.prisoners = rules.pursue(winners, losers)                     -- 4.6.3
    result.leaders_captured = leave_aside(ends and not option.relief_of_command, rules.capture_leaders, losers,
      winners[1].side, result.prisoners >= sp_of(losers))                -- C.capture, G68
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
  local trains = rules.rout(left, winners, ends)                         -- C.retreat, C.train
  result.cut_off = before - sp_of(left)                                  -- G17
  if option.train_in_losses then lost = lost + 5 * (trains or 0) end     -- G21
  result.turns = rules.demoralise(left_of(left), lost, start)            -- C.dem-table
  rules.offer_relief(left_of(left))                                      -- 13.7
  return result
end)

-- --- C.retreat: the rout --------------------------------------------------------------------------

-- What is closed to those who flee beside where enemy forces are: works of the enemy, and politics.
local function closed_to_flight(group, reached, most)
  local from, list = group[1].place, {}
  for _, work in ipairs(map.near(all("work", { side = group[1].side.enemy }), from, most)) do
    if work.place ~= from and reached:has(work.place) then list[#list + 1] = work.place end
  end
  if not game.up_neutral and not game.tory then return list end
  for place in reached:each() do
    if place ~= from and rules.closed_country(group, place) then list[#list + 1] = place end             -- 11.10
  end
  return list
end

--- How far a routed group gets with so many MP: around its enemies, their works, and what is closed to it.
rule("C.retreat", "flight", function (group, most)
  local from, enemy = group[1].place, group[1].side.enemy
  local reached, leave = rules.within(group, most), {}
  local blocked = closed_to_flight(group, reached, most)
  if #blocked == 0 then return reached end
  for _, force in ipairs(map.near(all("force", { side = enemy }), from, most)) do
    if force.place ~= from then blocked[#blocked + 1] = force.place end
  end
  for _, fortress in ipairs(map.near(all("fortress", { side = enemy }), from, most)) do
    if rules.garrison(fortress) > 0 then leave[#leave + 1] = fortress.place end                            -- 4.4-acts
  end
  return rules.all_ways(group, from, most, { blocked = blocked, leave = leave })
end)

--- Where a routed group may end: as far as 8 MP (6 in winter) carry it, and not in a fortress, unless the
--- switch lets it (G17).
rule("C.retreat", "rout_places", function (group, most)
  local from, side, forts = group[1].place, group[1].side, option.rout_fortress      -- C.retreat-h
  local reached = rules.flight(group, most)
  local list, places, cost = reached:list(), {}, nil
  for i = #list, 1, -1 do                                                -- the dearest first
    local place = list[i]
    if place ~= from and not place.box then
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

-- Where things of a kind stand that a side has, but for one place.
local function places_with(kind, side, but)
  local places = {}
  for _, thing in ipairs(all(kind, { side = side })) do
    local place = thing.place
    if place and not place.box and place ~= but then places[#places + 1] = place end
  end
  return places
end

--- Where a side is safe: its nearest magazine, without one its nearest fortress; not where it is beaten.
rule("C.retreat", "refuge_from", function (side, from)
  return nearest(places_with("magazine", side, from), from) or nearest(places_with("fortress", side, from), from)
end)

--- Of the places where a rout may end those on the way to safety (G17): nearer to it than where it began, or
--- else the nearest ones; fortresses always, where they may end it.
rule("C.retreat", "towards_safety", function (side, from, places)
  local refuge = rules.refuge_from(side, from)
  if not refuge then return places end
  local function in_fortress(place)
    return has_units(side, place, "fortress") and rules.class_of(rules.fortress_at(place)) > 0
  end
  local open, list = {}, {}
  for i = 1, #places do
    if not in_fortress(places[i]) then open[#open + 1] = places[i] end
  end
  local best, most = nearest(open, refuge), map.distance(from, refuge) - 1
  if best then most = math.max(most, map.distance(best, refuge)) end
  for i = 1, #places do
    if map.distance(places[i], refuge) <= most or in_fortress(places[i]) then list[#list + 1] = places[i] end
  end
  return list
end)

--- Where a rout usually ends: nearest to safety.
rule("C.retreat", "nearest_to_safety", function (side, from, places)
  local refuge = rules.refuge_from(side, from)
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
--- no way out it stays and loses a quarter (G17). In its own phase that is all of its MP: it does nothing
--- more. Gives the number of trains lost.
rule("C.retreat", "rout", function (group, victors, ends)
  local side, from = group[1].side, group[1].place
  local trains = rules.lose_trains(side, from, group)                    -- C.train
  local most = charts.allowance:at("force", game.winter and "winter" or "season")
  local places = rules.towards_safety(side, from, rules.rout_places(group, most))
  if #places == 0 then
    local lost = rules.share_of(sp_of(group), 25).total
    note("C.retreat", "{group} {group:has|have} no way out", { group = group })
    if lost > 0 then
      rules.take_sp(group, lost)
      rules.score_lost(side, lost, "C.retreat", ("%d SP lost without a way out"):format(lost))
    end
    group = left_of(group)
  else
    local to = leave_aside(ends, choose, { by = side, rule = "C.retreat", kind = "place", from = places,
      ask = "Where does the rout end?", default = rules.nearest_to_safety(side, from, places) })
    note("C.retreat", "{group} {group:flees|flee} from {from} to {to}",
      { group = group, from = from, to = to })
    for i = 1, #group do group[i].place, group[i].over, group[i].entered = to, "", nil end
    rules.overrun(victors[1].side, from)                                 -- 7.9
    rules.overrun(side, to)
  end
  for i = 1, #group do
    group[i].active = false
    if side == game.active then group[i].spent = rules.allowance(group[i]) end
  end
  if option.rout_debt then rules.owe_rout(group, most) end               -- C.retreat-h
  return trains
end)

--- With the switch a rout is paid from the next turn, as far as that turn has points (G34).
rule("C.retreat-h", "owe_rout", function (group, most)
  while most > 0 and not rules.can_owe(group, most) do most = most - 1 end
  if most > 0 then rules.owe(group, most, "C.retreat-h", "the rout") end
end)
