-- SPDX-License-Identifier: GPL-3.0-or-later
-- Ways to play by themselves, for `adjutant play`. They read the rules' own arithmetic and change
-- nothing. `plain` keeps its armies fed, besieges what it is twice as strong as, attacks where it
-- should win, and goes into winter quarters. Each force acts by itself.

local RANGE = charts.ranges:at "magazine"
local SIEGE, BATTLE = charts.actions:at "siege", charts.actions:at "battle"
local FAR = 16                                             -- hexes: what lies farther is no goal
local GOOD = 1 / 4                                         -- of its SP: what a battle is to be worth to a group

-- --- the chances of a battle -------------------------------------------------------------------------

-- A fraction above one quarter is a whole point (C.round).
local function share(sp, percent) return (sp * percent + 74) // 100 end

--- What a round is worth to an attacker: losses dealt less losses taken, and what a rout brings.
local function worth_of_round(attack, defence, attack_drm, defence_drm, firing)
  local sum, dealt, taken = 0, {}, {}
  for die = 1, 6 do
    dealt[die] = math.min(share(firing, rules.battle_percent(die + attack_drm)), defence)
    taken[die] = math.min(share(defence, rules.battle_percent(die + defence_drm)), attack)
  end
  for i = 1, 6 do
    for j = 1, 6 do
      local hit, lost = dealt[i], taken[j]
      sum = sum + hit - lost
      local they, we = hit / defence, lost / attack
      if they > 0.15 and they > we then sum = sum + 0.2 * attack
      elseif we > 0.15 and we > they then sum = sum - 0.2 * defence - 4 end
    end
  end
  return sum / 36
end

--- What it is worth for a group to attack others, having crossed `over`.
local function worth_of_attack(group, others, over)
  local attack, defence = rules.strength(group), rules.strength(others)
  if attack == 0 or defence == 0 then return 0 end
  local mine = rules.command_modifier(group).total - (over == "minor" and 1 or 0)
  local theirs = rules.command_modifier(others).total
  return worth_of_round(attack, defence, rules.netted(mine, theirs) + rules.demoralised_modifier(group),
    rules.netted(theirs, mine) + rules.demoralised_modifier(others), over == "major" and attack // 4 or attack)
end

-- --- the ground ----------------------------------------------------------------------------------------

--- SP of a side's forces within so many hexes of a place.
local function strength_near(side, place, most)
  local sp = 0
  for _, force in ipairs(map.near(all("force", { side = side }), place, most)) do sp = sp + force.sp end
  return sp
end

-- A table within a policy's memory of the phase.
local function remembered(commands, name)
  local memory = commands:memory()
  if not memory[name] then memory[name] = {} end
  return memory[name]
end

-- What a fortress is to who would take it: its place, its garrison, the SP that it takes to besiege it, and
-- what it is worth. Found once in a phase.
local function prize_of(fortress, side, known)
  local garrison = rules.garrison(fortress)
  local prize = { place = fortress.place, least = 2 * garrison + 2, garrison = garrison,
    value = rules.place_value(fortress) + (fortress.owner == side and 1 or 0) }
  known[fortress] = prize
  return prize
end

--- The place that a force goes for: the best prize for its distance and for how easily it is taken, where
--- the enemy is not stronger.
local function find_goal(force, commands)
  local place, side, sp = force.place, force.side, force.sp
  local best, most, known = nil, 0, remembered(commands, "prizes")
  for _, fortress in ipairs(map.near(all("fortress", { side = side.enemy }), place, FAR)) do
    local prize = known[fortress] or prize_of(fortress, side, known)
    if sp >= prize.least and prize.value > 2 * most then   -- it is worth at most twice its value, next door
      local to, garrison = prize.place, prize.garrison
      local ease = garrison == 0 and 2 or math.min(sp / garrison, 10) / 5
      local value = prize.value * ease / (4 + map.distance(place, to))
      if value > most and strength_near(side.enemy, to, 4) <= 1.1 * sp then best, most = to, value end
    end
  end
  return best
end

--- The same, found once for a force where it stands in a phase.
local function goal_of(force, commands)
  local goals = remembered(commands, "goals")
  local known = goals[force.id]
  if not known or known.from ~= force.place or known.sp ~= force.sp then
    known = { from = force.place, sp = force.sp, to = find_goal(force, commands) }
    goals[force.id] = known
  end
  return known.to
end

-- Where a magazine's supplies come to; found once in a phase.
local function range_of(magazine, commands)
  local known = remembered(commands, "ranges")
  local found = known[magazine.id]
  if not found or found.from ~= magazine.place then
    found = { from = magazine.place, reach = rules.supply_range(magazine, magazine.place, RANGE) }
    known[magazine.id] = found
  end
  return found.reach
end

--- SP that a force would lose for want of fodder at the end of its phase in a place.
local function hunger(force, place, commands)
  local sp = rules.stacked(place, force.side) + (force.place == place and 0 or force.sp)
  local fodder, season = rules.fodder(place), game.winter and "winter " or ""
  local limit = charts.stacking:at(fodder, season .. "unsupplied")
  if sp <= limit then return 0 end
  for _, magazine in ipairs(rules.magazines_for(force)) do
    if magazine.place and map.distance(magazine.place, place) <= RANGE
      and range_of(magazine, commands):has(place) then
      limit = charts.stacking:at(fodder, season .. "supplied")
      break
    end
  end
  return math.max(sp - limit, 0) / 2
end

--- Whether a force may stay at a place: it is fed there.
local function fed(force, place, commands) return hunger(force, place, commands) == 0 end

--- Whether a group can go to a place for what it has left, on the way that `move` finds for it: rules of
--- borders let it into all hexes of that.
local function open(forces, to, left, commands)
  local way = rules.open_way(forces, to, left, forces[1].place)
  for i = 2, way and #way or 0 do
    if not commands:allowed(rules.may_enter, forces, way[i], "move") then return false end
  end
  return way ~= nil
end

-- What a rule says of a force where it stands, asked once in a phase: of its supply.
local function once(commands, name, force, f, ...)
  local known = remembered(commands, name)
  local found = known[force.id]
  if not found or found.from ~= force.place then
    found = { from = force.place, says = f(force, ...) }
    known[force.id] = found
  end
  return found.says
end

local function supplied(force, commands) return once(commands, "supplied", force, rules.supplied) end

-- Whether it is near enough to its magazine for a siege.
local function may_stay(force, commands) return once(commands, "siege supply", force, rules.supplied_for_siege) end

-- --- sieges ----------------------------------------------------------------------------------------------

--- Whether a force stands before a place that it is strong enough for.
local function at_siege(force)
  local fortress = force.place and not force.place.box and rules.besieged_at(force.side, force.place)
  if fortress and rules.enough_to_besiege({ force }, fortress)
    and not has_units(force.side.enemy, force.place, "force") then return fortress end
  return nil
end

local function besiege(force, commands)
  if rules.movement_left(force) < SIEGE then return nil end
  local fortress = at_siege(force)
  if not fortress or fortress.siege_turn == game.turn or not rules.may_start_siege(force, fortress) then
    return nil
  end
  if not may_stay(force, commands) then return nil end
  if commands:allowed(rules.may_besiege, { force }, fortress) then return { force = force } end
  return nil
end

-- --- moves -----------------------------------------------------------------------------------------------

--- What it is worth for a group to go and attack whoever is in a hex of its reach.
local function worth_going(forces, range, to, commands)
  local first = forces[1]
  if has_units(first.side.enemy, to, "work") then return -1 end
  local way = range:route(to)
  local over = rules.crossing(way[#way - 1], to)
  return worth_of_attack(forces, rules.enemies_at(first.side, to), over) - hunger(first, to, commands)
end

--- The best of the places where a group can attack in what it reaches.
local function prey(forces, reached, left, commands)
  local first, best, most = forces[1], nil, GOOD * rules.strength(forces)
  if left < BATTLE + 1 then return nil end
  for _, enemy in ipairs(map.near(all("force", { side = first.side.enemy }), first.place, left - BATTLE)) do
    local to = enemy.place
    local cost = to ~= first.place and 2 * rules.strength(forces) > rules.strength(rules.enemies_at(first.side, to))
      and reached():cost(to)
    if cost and cost + BATTLE <= left then
      local value = worth_going(forces, reached(), to, commands)
      if value > most and not rules.undeclared(forces, to) and open(forces, to, left, commands) then
        best, most = to, value
      end
    end
  end
  return best
end

--- The way to a goal as far as a group gets and is fed.
local function toward(forces, goal, left, reached, commands)
  local first = forces[1]
  local way = goal and goal ~= first.place and rules.way_to(forces, goal, nil)
  if not way then return nil end
  for i = #way, 2, -1 do
    local to = way[i]
    local cost = way.costs[i]
    if cost <= left and not has_units(first.side.enemy, to, "force") and reached():has(to) and fed(first, to, commands) then
      if not open(forces, to, left, commands) then return nil end
      return to
    end
  end
  return nil
end

--- The nearest magazine of a force that is out of supply.
local function home(force, commands)
  if supplied(force, commands) then return nil end
  local best, least
  for _, magazine in ipairs(rules.magazines_for(force)) do
    local distance = magazine.place and map.distance(force.place, magazine.place)
    if distance and (not least or distance < least) then best, least = magazine.place, distance end
  end
  return best
end

local function move(force, commands)
  local forces = rules.acting(force)
  local left = rules.movement_left(forces)
  if left == 0 or rules.held_by_enemy(forces) then return nil end
  if force.demoralised > 0 or at_siege(force) and may_stay(force, commands) then return nil end
  local range
  local function reached()                                 -- found when it is asked for
    range = range or rules.within(forces, left, nil, true)
    return range
  end
  local to = prey(forces, reached, left, commands)
    or force.spent == 0 and (toward(forces, goal_of(force, commands), left, reached, commands)
      or toward(forces, home(force, commands), left, reached, commands))
  return to and { force = force, to = to } or nil
end

--- Whether a force that is not active has somewhere to go: an enemy, a goal, or home.
local function has_aim(force, commands)
  if #map.near(all("force", { side = force.side.enemy }), force.place, rules.movement_left(force)) > 0 then return true end
  return goal_of(force, commands) ~= nil or home(force, commands) ~= nil
end

--- Whether a force is to activate, and where an enemy is against whom it must be declared (13.5-co).
local function activation(force, commands)
  if force.tried >= option.activation_tries or force.joined or #rules.leaders_of(force) == 0 then return nil end
  if not has_aim(force, commands) then return nil end
  if at_siege(force) and may_stay(force, commands) and force.size == "army" then return nil end
  if has_units(force.side.enemy, force.place, "force") then return { force = force, against = force.place } end
  if not option.dutch or force.nation ~= "dutch" then return { force = force } end
  local near, least
  for _, enemy in ipairs(all("force", { side = force.side.enemy })) do
    local to = enemy.place
    local distance = to and not to.box and map.distance(force.place, to)
    if distance and distance <= 4 and (not least or distance < least) and enemy.sp < force.sp then
      near, least = to, distance
    end
  end
  return { force = force, against = near }
end

local function battle(force)
  if not rules.may_battle(force) or rules.has_fought_here(force) then return nil end
  local group = rules.attacking_group(force)
  if not rules.can_attack(group, false) then return nil end
  local over = force.over
  if worth_of_attack(group, rules.enemies_at(force.side, force.place), over) <= 0 then return nil end
  return { force = force }
end

local function retire(force)
  if not game.winter or rules.in_quarters(force) or has_units(force.side.enemy, force.place, "force") then
    return nil
  end
  return { force = force }
end

--- A train goes to the army that is nearest to it, which it can help at a siege.
local function haul(train, commands)
  local left = rules.movement_left(train)
  if not train.place or left == 0 then return nil end
  local goal, least
  for _, army in ipairs(all("force", { side = train.side, size = "army" })) do
    local to = army.place
    local distance = to and not to.box and map.distance(train.place, to)
    if distance and distance > 0 and (not least or distance < least) then goal, least = to, distance end
    if distance == 0 then return nil end
  end
  local way = goal and rules.way_to(train, goal, nil)
  if not way then return nil end
  local range = rules.train_ways(train)
  for i = #way, 2, -1 do
    local to = way[i]
    if range:has(to) and has_units(train.side, to, "force") or range:has(to)
      and strength_near(train.side.enemy, to, 4) == 0 and not rules.hostile_fortress(train.side, to) then
      if commands:allowed(rules.may_enter, train, to, "haul") then return { train = train, to = to } end
      return nil
    end
  end
  return nil
end

--- What a force does next; nothing when it has done what it wants to.
local function next_of(force, commands)
  local args = besiege(force, commands)
  if args then return "besiege", args end
  if force.active then
    args = battle(force)
    if args then return "battle", args end
    args = not force.joined and move(force, commands)
    if args then return "move", args end
  else
    args = activation(force, commands)
    if args then return "activate", args end
  end
  args = retire(force)
  if args then return "retire", args end
end

--- What to do next in an Activity Phase: one force after the other, then the trains. Who has done what it
--- wants to is not looked at again in the phase.
local function activity(side, commands)
  local done = commands:memory()
  for _, force in ipairs(all("force", { side = side })) do
    if not done[force.id] and force.place and not force.place.box then
      local name, args = next_of(force, commands)
      if name then return name, args end
      done[force.id] = true
    end
  end
  for _, train in ipairs(all("train", { side = side })) do
    local args = not done[train.id] and haul(train, commands)
    if args then return "haul", args end
    done[train.id] = true
  end
end

-- --- magazines ---------------------------------------------------------------------------------------------

-- Takes the nearest of a list of { at =, distance = } out of it.
local function take_nearest(list)
  local best = 1
  for i = 2, #list do
    if list[i].distance < list[best].distance then best = i end
  end
  return table.remove(list, best).at
end

--- Where an army lays its secondary magazine: as near to its goal as it can, where it still feeds the army;
--- nowhere as long as the primary one serves.
local function magazine(army, commands)
  local place = army.place
  if not place or place.box or #having(rules.magazines_of(army), "grade", "secondary") > 0 then return nil end
  local fortress = at_siege(army)
  local fine = rules.supplied(army, "primary")
  if fine and fortress then return nil end
  local goal = fortress and place or goal_of(army, commands)
  if not goal or fine and map.distance(place, goal) <= 2 then goal = fine and place or goal or place end
  if fine and goal == place then return nil end
  local list = {}
  for at, cost in rules.supply_range(army, place, RANGE):each() do
    if not has_units(army.side, at, "magazine") then
      list[#list + 1] = { at = at, distance = map.distance(at, goal) + (cost > 3 and 4 or 0) }
    end
  end
  while #list > 0 do
    local at = take_nearest(list)
    if strength_near(army.side.enemy, at, 1) == 0 and commands:allowed(rules.may_lay, army, at) then
      return { army = army, at = at }
    end
  end
  return nil
end

local function magazines(side, commands)
  local done = commands:memory()
  for _, army in ipairs(all("force", { side = side, size = "army" })) do
    local args = not done[army.id] and magazine(army, commands)
    if args then return args end
    done[army.id] = true
  end
end

-- --- the interphase ----------------------------------------------------------------------------------------

--- New SP for the army that has the fewest, ten at a time; a year's income is not saved.
local function recruit(commands)
  local least
  for _, force in ipairs(commands:candidates("recruit", "force", {})) do
    if force.size == "army" and (not least or force.sp < least.sp) then least = force end
  end
  if not least then return nil end
  return { force = least, sp = math.min(10, rules.ep_of(rules.payer(least.nation)) // charts.upkeep:at("SP", "build")) }
end

--- A leader for a force that has none.
local function appoint(commands)
  local force = commands:candidates("appoint", "force", {})[1]
  return force and { force = force } or nil
end

local function with(name, args)
  if args then return name, args end
end

policy("plain", {
  command = function (side, commands)
    if commands:can "magazine" then return with("magazine", magazines(side, commands)) end
    if commands:can "move" then return activity(side, commands) end
    if commands:can "recruit" then return with("recruit", recruit(commands)) end
    if commands:can "appoint" then return with("appoint", appoint(commands)) end
  end,

  -- All questions are answered as the rules name it the usual answer: who is stronger intercepts, who is
  -- much weaker evades, a battle is not renewed, honours of war are granted.
})
