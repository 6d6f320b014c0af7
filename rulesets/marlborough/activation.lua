-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.1: activation, and what a force may do that failed.

entity "force" {
  caution = int(0, { min = -9, max = 9, hidden = true, help = "Dutch caution that counted in its activation (13.5-co)" }),
  aim     = place { hidden = true, help = "the place that it was activated against (13.5-exc)" },
}

-- --- 4.1: activation ------------------------------------------------------------------------------

--- The activation value of a group for a purpose (and a place): that of its leaders (or of some of them),
--- less 2 when one of its forces is demoralised, and never below 4. A tally.
rule("4.1-dem", "activation_value", function (forces, purpose, place, leaders)
  local value = rules.average_av(forces, purpose, place, leaders)        -- L.avg, 13.5
  for i = 1, #forces do
    if forces[i].demoralised > 0 then
      value:add(charts.demoralised_av:at "demoralised", "4.1-dem", "demoralised")
      break
    end
  end
  local least = charts.demoralised_av:at "least"
  if value.total < least then value:floor(least, "4.1-dem", "no value is lower") end
  return value
end)

--- The table that a value is looked up in (G6).
rule("4.1", "activation_table", function (value)
  if option.activation_table == "low" and value >= 6 and value <= 8 then return charts.activation_low end
  return charts.activation
end)

--- Whether a group activates, or one of its leaders: 2d6 on the Activation Table.
rule("4.1", "activates", function (forces, purpose, place, leader)
  local value = rules.activation_value(forces, purpose, place, leader and { leader })    -- 4.1-dem, L.avg, 13.5
  local active = rules.activation_table(value.total):roll("2d6", "4.1 activation of " .. (leader or forces[1]).name,
    { at = value.total, by = forces[1].side })
  note("4.1", active and "{who} {who:is|are} active (AV {value})"
    or "{who} {who:fails|fail} to activate (AV {value})", { who = leader or forces, value = value })
  return active
end)

--- Whether all who command a group activate, each by himself (the other reading of G64).
rule("5.2-join", "each_activates", function (forces, purpose, place)
  local leaders = rules.commanders(forces)
  if #leaders <= 1 then return rules.activates(forces, purpose, place) end
  for _, leader in ipairs(leaders) do
    if not rules.activates(forces, purpose, place, leader) then return false end
  end
  return true
end)

--- Why a force may not try to activate: the number of a rule and words, or nil.
rule("4.1", "activation_bar", function (force)
  if force.side ~= game.active then return "4.1", "{force} is not a force of the active side" end
  if not force.place then return "4.1", "{force} is not on the map" end
  if force.active then return "4.1", "{force} is active already" end
  if force.tried >= option.activation_tries then return "4.1", "{force} has tried already" end   -- G63
  return nil
end)

--- The try of a force, and of those that act with it, in its own phase; `against` is a place where the
--- enemy is that it will move to.
rule("4.1", "activate", function (force, against)
  local forces = rules.acting(force)                                     -- 5.2-join
  for i = 1, #forces do
    local bar, words = rules.activation_bar(forces[i])
    refuse_if(bar, bar, words, { force = forces[i] })
  end
  rules.needs_leader(forces)                                             -- 5.1-lead
  local active
  if option.joint_activation == "each" then
    active = rules.each_activates(forces, "move", against)               -- G64
  else
    active = rules.activates(forces, "move", against)
  end
  local caution = rules.caution_of(forces, against)                      -- 13.5-co
  for i = 1, #forces do
    forces[i].tried, forces[i].active = forces[i].tried + 1, active
    forces[i].caution, forces[i].aim = caution, against
  end
  if active and #forces > 1 then rules.share_magazines(forces) end       -- 7.7
  report("active", active)
  return active
end)

--- Whether a force can besiege without activation: an army in the hex of an enemy fortress.
rule("4.1-siege", "active_for_siege", function (force)
  if force.active then return true end
  if force.size ~= "army" or not force.place then return false end
  return rules.hostile_fortress(force.side, force.place) ~= nil
end)

--- Dutch caution of a group's leaders together, for a move to a place.
rule("13.5-co", "caution_of", function (forces, place)
  if not option.dutch or forces[1].side ~= sides.allied then return 0 end
  local sum = 0
  for _, leader in ipairs(rules.commanders(forces)) do
    sum = sum + rules.dutch_caution(leader, forces, "move", place)
  end
  return sum
end)

-- What a group was thrown for: the caution that counted, and the place it was activated against. A
-- detachment that follows an active army has none of its own.
local function thrown_for(forces)
  local caution, aim = 0, nil
  for i = 1, #forces do
    caution, aim = math.min(caution, forces[i].caution), aim or forces[i].aim
  end
  return caution, aim
end

--- Whether more Dutch caution counts for a move into a place than was thrown for: moves against enemy
--- forces are declared with the activation.
rule("13.5-co", "undeclared", function (forces, to)
  return rules.caution_of(forces, to) < thrown_for(forces)
end)

--- The fortress that a Dutch army has to come nearer to: it activated against that, without caution.
rule("13.5-exc", "keeps_course", function (forces)
  if not option.dutch or forces[1].side ~= sides.allied then return nil end
  local caution, aim = thrown_for(forces)
  if not aim or rules.caution_of(forces) >= caution then return nil end
  return aim
end)

--- A Dutch army that activated without caution, against a fortress, comes nearer to it with every hex:
--- whether it would not by entering one, from where it is or from elsewhere.
rule("13.5-exc", "off_course", function (forces, to, from)
  local aim = rules.keeps_course(forces)
  if not aim then return false end
  if to == aim then return false end
  local before, after = rules.way_to(forces, aim, nil, from), rules.way_to(forces, aim, nil, to)
  return not after or before ~= nil and after.cost >= before.cost
end)

--- Whether Dutch caution keeps a moving group from a hex: the number of the rule, or nil.
rule("13.5-co", "kept_from", function (forces, to, from)
  if has_units(forces[1].side.enemy, to, "force") and rules.undeclared(forces, to) then return "13.5-co" end
  return rules.off_course(forces, to, from) and "13.5-exc" or nil
end)

--- Refuses such a hex.
rule("13.5-co", "check_declared", function (forces, to, from)
  local bar = rules.kept_from(forces, to, from)
  if not bar then return end
  local _, aim = thrown_for(forces)
  refuse(bar, bar == "13.5-co" and "{forces} {forces:was|were} not activated against {to}"
    or "{forces} {forces:was|were} activated against {aim}: {to} is not nearer to it",
    { forces = forces, to = to, aim = aim })
end)

-- --- 4.1.1: withdrawal ----------------------------------------------------------------------------

--- Whether a force may withdraw: it tried to activate and failed, or has no leader to try or to move
--- with (G16).
rule("4.1.1", "may_withdraw", function (force)
  if force.side ~= game.active or not force.place then return false end
  return not force.active and force.tried > 0 or #rules.commanders(rules.acting(force)) == 0
end)

--- Places that are closed to a side that withdraws: where enemy forces, works and fortresses are.
rule("4.1.1", "enemy_hexes", function (side)
  local places = {}
  for _, kind in ipairs { "force", "work" } do
    for _, piece in ipairs(all(kind, { side = side.enemy })) do
      if piece.place then places[#places + 1] = piece.place end
    end
  end
  for _, fortress in ipairs(all("fortress", { side = side.enemy })) do
    if fortress.intrinsic + fortress.extra > 0 then places[#places + 1] = fortress.place end
  end
  return places
end)

--- The cheapest way to a fortress around the enemy, a route; nil without one.
rule("4.1.1", "way_home", function (forces, from, fortress)
  return rules.cheapest_way(forces, from, fortress.place, { blocked = rules.enemy_hexes(forces[1].side) })
end)

--- MP to a fortress around the enemy: a function of the place, which gives nil where there is no way.
--- One search from the fortress tells all: a way costs backwards what it costs forwards, but that it
--- enters the place where it begins in place of the fortress.
rule("4.1.1", "mp_home", function (forces, fortress)
  local home, here, blocked = fortress.place, forces[1].place, {}
  if rules.closed_by_enemy(forces[1].side, home, "withdraw") then return function () return nil end end
  for _, place in ipairs(rules.enemy_hexes(forces[1].side)) do
    if place ~= here then blocked[#blocked + 1] = place end
  end
  local ways = rules.all_ways(forces, home, nil, { blocked = blocked })
  local function entry(place) return charts.terrain:at(place:has "rough" and "rough" or "clear") end
  return function (place)
    local cost = ways:cost(place)
    return cost and cost + entry(home) - entry(place)
  end
end)

--- The hexes by which a withdrawing group comes nearer to its fortress.
rule("4.1.1", "withdrawal_hexes", function (forces, fortress)
  local mp, list = rules.mp_home(forces, fortress), {}
  local here = mp(forces[1].place)
  if not here or here == 0 then return list end
  for _, place in ipairs(rules.next_hexes(forces, "withdraw")) do
    local there = mp(place)
    if there and there < here then list[#list + 1] = place end
  end
  return list
end)

--- MP that a group has for withdrawing: what is left of this turn's, or what it may owe of the next (G59).
rule("4.1.1", "withdrawal_mp", function (forces)
  if not option.withdraw_debt then return rules.movement_left(forces) end
  return rules.credit(forces, charts.allowance:at("force", game.winter and "winter" or "season"))
end)

--- Along the cheapest way to the fortress, as far as the MP go: how many hexes.
rule("4.1.1", "withdraw_far", function (forces, fortress)
  local way, steps = rules.way_home(forces, forces[1].place, fortress), 0
  for i = 2, way and #way or 0 do
    local cost = rules.step_cost(forces, way[i - 1], way[i])
    if cost.total > rules.withdrawal_mp(forces) then break end
    steps = steps + 1
    if rules.enter(forces, way[i], "withdraw") ~= "none" then break end
  end
  return steps
end)

--- Towards the fortress hex by hex, each a question: how many hexes.
rule("4.1.1", "withdraw_by_hexes", function (forces, fortress)
  local first, steps = forces[1], 0
  while first.alive do
    local options = rules.withdrawal_hexes(forces, fortress)
    if #options == 0 then break end
    if steps > 0 then options[#options + 1] = "stop" end
    local to = choose { by = first.side, rule = "4.1.1", kind = "one", from = options,
      default = steps > 0 and "stop" or options[1],
      ask = ("Where does %s withdraw from %s?"):format(first.name, first.place.name) }
    if to == "stop" then break end
    steps = steps + 1
    if rules.enter(forces, to, "withdraw") ~= "none" then break end
  end
  return steps
end)

--- A group that failed to activate goes towards a friendly fortress, each hex nearer to it in MP (G59):
--- hex by hex, or along the cheapest way for as far as its MP go.
rule("4.1.1", "withdraw", function (force, fortress, all_the_way)
  local forces = rules.acting(force)
  for i = 1, #forces do
    refuse_if("4.1.1", not rules.may_withdraw(forces[i]), "{force} has not failed to activate",
      { force = forces[i] })
  end
  rules.check_held(forces)                                               -- 4.5
  refuse_if("4.1.1", fortress.side ~= force.side or fortress.class == 0 or fortress.dismantled,
    "{fortress} is no friendly fortress", { fortress = fortress })
  local steps = all_the_way and rules.withdraw_far(forces, fortress)
    or rules.withdraw_by_hexes(forces, fortress)
  refuse_if("4.1.1", steps == 0, "no hex leads {forces} nearer to {fortress}", { forces = forces,
    fortress = fortress })
end)

-- --- how it stands --------------------------------------------------------------------------------

-- "French 1st (Lille, 5 MP left)", of the forces that lead others or are alone.
local function listed(title, forces, left)
  local names = {}
  for _, force in ipairs(forces) do
    if force.place and rules.leads(force) then
      local mp = left and (", %d MP left"):format(rules.movement_left(rules.acting(force))) or ""
      names[#names + 1] = ("%s (%s%s)"):format(force.name, force.place.name, mp)
    end
  end
  return #names > 0 and title .. table.concat(names, ", ") or nil
end

--- In an Activity Phase: who is active, and who has failed.
rule("4.1", "activity_text", function ()
  local list, failed = {}, {}
  if current_phase() ~= "activity" then return list end
  for _, force in ipairs(all("force", { side = game.active, active = false })) do
    if force.tried > 0 then failed[#failed + 1] = force end
  end
  list[1] = listed("active: ", all("force", { side = game.active, active = true }), true)
  list[#list + 1] = listed("failed to activate: ", failed)
  return list
end)

status(function () return rules.activity_text() end)

-- --- the commands ---------------------------------------------------------------------------------

local function own_forces() return all("force", { side = game.active, active = false }) end

local function can_try(force)
  return rules.leads(force) and force.tried < option.activation_tries and force.place ~= nil
    and #rules.leaders_of(force) > 0
end

-- Where enemies are that a force could reach: their forces and fortresses.
local function enemies_near(args)
  local force, list = args.force, {}
  if not force or not force.place then return list end
  local enemy = force.side.enemy
  for _, place in ipairs(rules.within(force, rules.movement_left(force), nil, true):list()) do
    if has_units(enemy, place, "force") or has_units(enemy, place, "fortress") then list[#list + 1] = place end
  end
  return list
end

-- For players that pick at random: only where Dutch caution asks for it.
local function an_enemy(args, below)
  local force = args.force
  if not option.dutch or not force or force.side ~= sides.allied then return nil end
  local enemies = all("force", { side = force.side.enemy })
  return #enemies > 0 and enemies[below(#enemies) + 1].place or nil
end

command "activate" {
  rule = "4.1", help = "rolls for a force, and those that act with it, to be active in this phase",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "a force of yours that has not tried", among = own_forces,
      fits = can_try, sample = function (_, below) return rules.any_of(own_forces(), can_try, below) end },
    { name = "against", kind = "place", keyword = "against", optional = true, from = enemies_near,
      sample = an_enemy, help = "the enemy, or fortress, that it will move against (13.5-co)" },
  },
  run = function (args) return rules.activate(args.force, args.against) end,
}

local function own_fortresses()
  local list = {}
  for _, fortress in ipairs(all("fortress", { side = game.active, dismantled = false })) do
    if fortress.class > 0 then list[#list + 1] = fortress end
  end
  return list
end

local function forces_of_side() return all("force", { side = game.active }) end

local function can_withdraw(force)
  if not rules.leads(force) or not rules.may_withdraw(force) then return false end
  local forces = rules.acting(force)
  return rules.withdrawal_mp(forces) > 0 and not rules.held_by_enemy(forces)
end

command "withdraw" {
  rule = "4.1.1", help = "a force that failed to activate goes towards a friendly fortress",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "a force that failed to activate, or has no leader",
      among = forces_of_side, fits = can_withdraw,
      sample = function (_, below) return rules.any_of(forces_of_side(), can_withdraw, below) end },
    { name = "fortress", kind = "fortress", keyword = "toward", help = "the fortress to come nearer to",
      from = own_fortresses,
      sample = function (_, below)
        return rules.any_of(all("fortress", { side = game.active, dismantled = false }),
          function (fortress) return fortress.class > 0 end, below)
      end },
    { name = "how", kind = "word", keyword = "by", values = { "hexes" }, optional = true,
      help = "hex by hex, each a question; else as far as it goes" },
  },
  run = function (args) rules.withdraw(args.force, args.fortress, args.how == nil) end,
}
