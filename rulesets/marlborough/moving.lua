-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.1 to 4.5: moves, of forces that act together and of siege trains: the commands `move` and `haul`, who
-- must fight where it stands, and what can be reached.

local T = charts.terrain

-- --- 4.2: moves -----------------------------------------------------------------------------------

--- What a group does to what is alone in a hex: magazines and trains of the enemy (7.9, C.train).
rule("7.9", "overrun", function (side, place)
  local enemy = side.enemy
  if has_units(enemy, place, "magazine") then rules.destroy_magazines(side, place) end
  if has_units(enemy, place, "train") and not has_units(enemy, place, "force")
    and not (has_units(enemy, place, "fortress") and rules.hostile_fortress(side, place)) then
    for _, train in ipairs(units_of(enemy, place, "train")) do rules.capture_train(train, "C.train") end
  end
end)

--- A group enters one hex after the other of a way (which begins where it stands), as long as nothing
--- keeps it: after each the enemy may intercept. Gives what ended the move: "none", or as
--- offer_interception says, "enemy", "works".
rule("4.2", "walk", function (forces, way, purpose)
  for i = 2, #way do
    local what = rules.enter(forces, way[i], purpose)
    if what ~= "none" then return what end
  end
  return "none"
end)

--- One hex of a move with all that follows.
rule("4.2", "enter", function (forces, to, purpose)
  local side = forces[1].side
  rules.step(forces, to, purpose)                                        -- 4.2-cost, 4.5
  rules.overrun(side, to)                                                -- 7.9
  local what = rules.offer_interception(forces, to)                      -- INT.declare
  if what ~= "none" then return what end
  if has_units(side.enemy, to, "work") then                              -- 4.6.8
    rules.storm(forces, to)
    return "works"
  end
  return has_units(side.enemy, to, "force") and "enemy" or "none"        -- 4.5
end)

-- Whether the Dutch do not go to a place, for one reason or another (13.5).
local function kept(forces, place)
  return rules.kept_from(forces, place) or rules.too_deep(forces, place) or rules.leaves_too_few(forces, place)
end

--- Whether a group may enter a place, wherever it comes from, for all but the enemy and the ground: politics
--- (11.10), and what keeps the Dutch (13.5).
rule("4.2", "closed_place", function (forces, place)
  if rules.closed_country(forces, place) then return true end
  if not option.dutch or forces[1].side ~= sides.allied then return false end
  return rules.too_deep(forces, place) ~= nil or rules.leaves_too_few(forces, place)
    or has_units(forces[1].side.enemy, place, "force") and rules.undeclared(forces, place)
end)

-- Whether any place may be closed to a group in this way.
local function may_find_closed(forces)
  return option.dutch and forces[1].side == sides.allied or game.up_neutral or game.tory
    or forces[1].place.box ~= nil
end

--- The neighbours that a group can enter next.
rule("4.2", "next_hexes", function (forces, purpose)
  local list, first = {}, forces[1]
  local left = purpose == "withdraw" and rules.withdrawal_mp(forces) or rules.movement_left(forces)
  for _, place in ipairs(first.place.neighbours) do
    if not rules.closed_by_enemy(first.side, place, purpose) and not rules.closed_country(forces, place)
      and not (purpose == "move" and kept(forces, place)) then
      local cost = rules.step_cost(forces, first.place, place)
      if cost and cost.total <= left then list[#list + 1] = place end
    end
  end
  return list
end)

--- Moves hex by hex: each is a question to the player.
rule("4.2", "move_by_hexes", function (forces)
  local first, steps = forces[1], 0
  while first.alive and first.active do
    local options = rules.next_hexes(forces, "move")
    if #options == 0 then
      refuse_if("4.2", steps == 0, "{forces} {forces:has|have} {left} MP left, and no hex to enter for that",
        { forces = forces, left = rules.movement_left(forces) })
      return
    end
    options[#options + 1] = "stop"
    local to = choose { by = first.side, rule = "4.2", kind = "one", from = options, default = "stop",
      ask = ("Where does %s go from %s? (%d MP left)"):format(first.name, first.place.name,
        rules.movement_left(forces)) }
    if to == "stop" then return end
    steps = steps + 1
    if rules.enter(forces, to, "move") ~= "none" then return end
  end
end)

--- Why a group cannot go to a place with what it has left.
rule("4.2", "refuse_move", function (forces, to, left)
  local ctx = { forces = forces, to = to, left = left, from = forces[1].place }
  if to == ctx.from then refuse("4.2", "{forces} {forces:is|are} in {to} already", ctx) end
  local way = rules.cheapest_way(forces, ctx.from, to, rules.marks_of_move(forces, ctx.from))
  if not way then refuse("4.2-cost", "no way leads {forces} from {from} to {to}", ctx) end
  ctx.cost = way.tally
  refuse("4.2-mp", "{forces} {forces:has|have} {left} MP left; {to} is {cost} MP away", ctx)
end)

-- The first place of a way, but for its ends, that is closed to a group.
local function closed_on(forces, way)
  for i = 2, #way - 1 do
    if rules.closed_place(forces, way[i]) then return way[i] end
  end
  return nil
end

--- The cheapest way of a group to a place for at most so many MP, around what is closed to it; where there
--- is none the way through that, which is refused with the reason. nil: no way at all.
rule("4.2", "open_way", function (forces, to, left, from)
  local closed = {}
  local marks = rules.marks_of_move(forces, from, left, closed)
  local first = rules.cheapest_way(forces, from, to, marks)
  if not first or not may_find_closed(forces) then return first end
  local way = first
  local place = closed_on(forces, way)
  while place do
    closed[#closed + 1] = place
    way = rules.cheapest_way(forces, from, to, marks)
    place = way and closed_on(forces, way)
  end
  return way or first
end)

--- The way to a place, through others in their order.
rule("4.2", "way_via", function (forces, via, to)
  local from, left, way = forces[1].place, rules.movement_left(forces), {}
  way[1] = from
  local function go(place)
    local leg = place ~= from and rules.open_way(forces, place, left, from)
    if not leg then return rules.refuse_move(forces, place, rules.movement_left(forces)) end
    for i = 2, #leg do way[#way + 1] = leg[i] end
    left, from = left - leg.cost, place
  end
  for _, place in ipairs(via or {}) do go(place) end
  if to then go(to) end
  return way
end)

--- Refuses a group that may not move now.
rule("4.1", "may_move", function (forces)
  for i = 1, #forces do
    local force = forces[i]
    if force.side ~= game.active then
      refuse("4.1", "{force} is not a force of the active side", { force = force })
    elseif not force.place then
      refuse("4.1", "{force} is not on the map", { force = force })
    elseif not force.active then
      refuse("4.1", "{force} is not active", { force = force })
    end
  end
  rules.needs_leader(forces)                                             -- 5.1-lead
  rules.check_held(forces)                                               -- 4.5
end)

--- Refuses a group that the enemy holds in its hex.
rule("4.5", "check_held", function (forces)
  refuse_if("4.5", rules.held_by_enemy(forces), "the enemy is in {place}: {forces} cannot move through",
    { forces = forces, place = forces[1].place })
end)

outcomes("move", { "arrived", "enemy", "works", "fought", "evaded", "stopped" })

-- Refuses a way with a hex that may not be entered before the first step, and before anybody intercepts.
local function check_way(forces, way)
  for i = 2, #way do
    rules.may_enter(forces, way[i], "move")
    rules.check_declared(forces, way[i], way[i - 1])                     -- 13.5-co
  end
end

--- Moves a force and those that act with it: to a place, by way of others, or hex by hex.
rule("4.2", "move", function (force, to, via)
  local forces = rules.acting(force)                                     -- 5.2-join
  rules.may_move(forces)                                                 -- 4.1, 4.5
  if not to and not via then return rules.move_by_hexes(forces) end
  local way = rules.way_via(forces, via, to)
  check_way(forces, way)
  local what = rules.walk(forces, way, "move")
  report("move", what == "none" and "arrived" or what)
  return what
end)

--- Moves a siege train: without activation, and not where enemy forces are.
rule("4.1-train", "haul", function (train, to)
  refuse_if("4.1-train", train.side ~= game.active or not train.place,
    "{train} is no train of the active side on the map", { train = train })
  rules.may_enter(train, to, "haul")                                     -- 4.5
  local left = rules.movement_left(train)
  local way = to ~= train.place and rules.train_ways(train):route(to)
  if not way then return rules.refuse_move({ train }, to, left) end
  rules.pay(train, way.cost, "4.2-cost", "the way to " .. to.name)
  train.place = to
  note("4.1-train", "{train} to {to} for {way.tally}", { train = train, to = to, way = way })
end)

-- --- 4.5: who meets the enemy must fight -----------------------------------------------------------

--- Whether a force has to fight where it is: active, with enemy forces, a point left and no round
--- fought. With its last MP spent on entering it has none left.
rule("4.5", "must_fight", function (force)
  return force.active and force.place ~= nil and not rules.has_fought_here(force)
    and has_units(force.side.enemy, force.place, "force")
    and rules.movement_left(force) >= charts.actions:at "battle"
end)

--- Whether a force that is with the enemy has let its try pass, so that it neither left nor fought.
rule("4.5", "must_try", function (force)
  if force.active or force.tried > 0 or not force.place or not rules.leads(force)
    or not has_units(force.side.enemy, force.place, "force") or rules.has_fought_here(force) then return false end
  local group = rules.acting(force)
  for i = 1, #group do
    if rules.activation_bar(group[i]) then return false end
  end
  return rules.movement_left(group) >= charts.actions:at "battle" and rules.all_led(group)
end)

--- At the end of a phase: who is with the enemy and has not tried to activate tries now, and who met the
--- enemy and did not fight fights one round.
rule("4.5", "compulsory_battles", function (side)
  for _, force in ipairs(all("force", { side = side, active = false })) do
    if rules.must_try(force) then
      note("4.5", "{force} is in one hex with the enemy and must try to activate", { force = force })
      rules.activate(force, force.place)
    end
  end
  for _, force in ipairs(all("force", { side = side, active = true })) do
    if force.alive and rules.must_fight(force) then
      local enemies = rules.enemies_at(side, force.place)
      note("4.5", "{force} is in one hex with the enemy and must fight", { force = force })
      local group = rules.attacking_group(force)
      rules.battle(group, enemies, { over = rules.ground_of(group), rounds = 1 })
    end
  end
end)

-- --- the commands ---------------------------------------------------------------------------------

--- Whether a force is named for its group: it leads it, or has been parted from its leader.
rule("5.2-join", "leads", function (force)
  return not force.joined or force.joined.place ~= force.place
end)

local function active_forces() return all("force", { side = game.active, active = true }) end

--- One of a list that will do, for players that pick at random: what forces may do changes with every
--- command, so they look anew each time.
rule("4.2", "any_of", function (list, fits, below)
  local n = #list
  if n == 0 then return nil end
  local first = below(n)
  for i = 0, n - 1 do
    local one = list[(first + i) % n + 1]
    if fits(one) then return one end
  end
  return nil
end)

local function can_move(force)
  if not force.place or not rules.leads(force) or rules.movement_left(force) == 0 then return false end
  local forces = rules.acting(force)
  return not rules.held_by_enemy(forces) and rules.all_led(forces)
end

-- Where the forces named can go.
local function in_reach(args)
  if not args.force or not args.force.place then return {} end
  local list = {}
  for i, one in ipairs(rules.places_in_reach(rules.acting(args.force))) do list[i] = one.place end
  return list
end

-- What a step costs, as step_cost has it, without saying why.
local function price(from, to, ferry, enemy)
  local cost, between = to:has "rough" and T:at "rough" or T:at "clear", map.side(from, to)
  if between then
    if between.bridge then cost = cost + option.major_river * T:at "major"
    elseif between.major then return nil
    elseif between.estuary then
      if not ferry then return nil end
      cost = cost + option.major_river * T:at "major"
    elseif between.minor then cost = cost + option.minor_river * T:at "minor" end
  end
  if has_units(enemy, from, "fortress") then cost = cost + charts.actions:at "leave" end
  return cost
end

-- One of the neighbours at random; one time in two one that the enemy holds, so that sieges and battles come
-- about among players who mean nothing.
local function drawn(near, enemy, below)
  if below(2) == 0 then
    for i = 1, #near do
      local place = near[i]
      if has_units(enemy, place, "fortress") or has_units(enemy, place, "force") or has_units(enemy, place, "work") then
        return place
      end
    end
  end
  return near[below(#near) + 1]
end

--- For players that pick at random: a place that forces, or a train, reach by some steps at random.
rule("4.2", "place_nearby", function (pieces, below)
  local first, left = pieces[1], rules.movement_left(pieces)
  local place, enemy, ferry = first.place, first.side.enemy, nil
  for _ = 1, 1 + below(8) do
    local near = place.neighbours
    local to = #near > 0 and drawn(near, enemy, below)
    if not to or left == 0 then break end
    if ferry == nil then ferry = rules.may_ferry(pieces) end
    local cost = price(place, to, ferry, enemy)
    if not cost or cost > left or rules.closed_country(pieces, to) then break end
    local met = has_units(enemy, to, "force") or has_units(enemy, to, "work")
    if met and (first.kind == "train" or rules.undeclared(pieces, to)) then break end
    place, left = to, left - cost
    if met or has_units(enemy, to, "fortress") then break end
  end
  return place ~= first.place and place or nil
end)

local function force_nearby(args, below)
  local force = args.force
  return force and force.place and rules.place_nearby(rules.acting(force), below) or nil
end

command "move" {
  rule = "4.2", help = "moves an active force, and those that act with it: to a hex, or hex by hex",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "an active force", among = active_forces, fits = can_move,
      sample = function (_, below) return rules.any_of(active_forces(), can_move, below) end },
    { name = "via", kind = "places", keyword = "via", optional = true, help = "hexes on the way, in order",
      from = in_reach, sample = function () return nil end },
    { name = "to", kind = "place", keyword = "to", optional = true, help = "where to", from = in_reach,
      sample = force_nearby },
  },
  run = function (args) return rules.move(args.force, args.to, args.via) end,
}

local function own_trains() return all("train", { side = game.active }) end

local function train_can_move(train) return train.place ~= nil and rules.movement_left(train) > 0 end

command "haul" {
  rule = "4.1-train", help = "moves a siege train, which needs no activation",
  phases = { "activity" },
  args = {
    { name = "train", kind = "train", among = own_trains, fits = train_can_move,
      sample = function (_, below) return rules.any_of(own_trains(), train_can_move, below) end },
    { name = "to", kind = "place", keyword = "to", help = "where to",
      from = function (args)
        if not args.train or not args.train.place then return {} end
        return rules.train_ways(args.train):list()
      end,
      sample = function (args, below)
        local train = args.train
        return train and train.place and rules.place_nearby({ train }, below) or nil
      end },
  },
  run = function (args) return rules.haul(args.train, args.to) end,
}

-- --- reach ----------------------------------------------------------------------------------------

--- Why a piece can reach nothing now, or nil.
rule("4.2", "reach_bar", function (piece)
  if current_phase() ~= "activity" then return "pieces move in the Activity Phase" end
  if piece.kind ~= "force" and piece.kind ~= "train" then return "only forces and trains move" end
  if piece.side ~= game.active then return "it is not its player's phase" end
  if not piece.place then return "it is not on the map" end
  if piece.kind == "force" and not piece.active then
    return piece.tried >= option.activation_tries and "it failed to activate" or "it is not active"
  end
  if rules.movement_left(piece) == 0 then return "it has no MP left" end
  if piece.kind == "train" then return nil end
  local forces = rules.acting(piece)
  if not rules.all_led(forces) then return "it has no leader" end        -- 5.1-lead
  if rules.held_by_enemy(forces) then return "the enemy is in its hex" end
  return nil
end)

-- Whether a group that has to come nearer to what it was thrown for does not on a way (13.5-exc).
local function strays_on(forces, way)
  for i = 2, #way do
    if rules.off_course(forces, way[i], way[i - 1]) then return true end
  end
  return false
end

--- Where a group can move: all that `move` takes, a list of { place =, mp = }, by rising cost.
rule("4.2", "places_in_reach", function (forces)
  local from, left = forces[1].place, rules.movement_left(forces)
  local closed = {}
  local marks = rules.marks_of_move(forces, from, left, closed)
  marks.points = nil
  local range = rules.all_ways(forces, from, left, marks)
  for place in range:each() do
    if place ~= from and may_find_closed(forces) and rules.closed_place(forces, place) then closed[#closed + 1] = place end
  end
  if #closed > 0 then range = rules.all_ways(forces, from, left, marks) end
  local list, strays = {}, rules.keeps_course(forces)
  for place, mp in range:each() do
    if place ~= from and not (strays and strays_on(forces, rules.open_way(forces, place, left, from))) then
      list[#list + 1] = { place = place, mp = mp }
    end
  end
  return list
end)

--- Everything that a force or a train can reach now: a list of { place =, how = }; when it is empty,
--- why.
rule("4.2", "reach", function (piece)
  local bar, list = rules.reach_bar(piece), {}
  if bar then return list, bar end
  local enemy, left = piece.side.enemy, rules.movement_left(piece)
  local found
  if piece.kind == "train" then
    found = {}
    for place, mp in rules.train_ways(piece):each() do
      if place ~= piece.place then found[#found + 1] = { place = place, mp = mp } end
    end
  else
    local forces = rules.acting(piece)
    left = rules.movement_left(forces)
    found = rules.places_in_reach(forces)
  end
  for i, one in ipairs(found) do
    list[i] = { place = one.place, how = (has_units(enemy, one.place, "force") and "to the enemy, MP " or "MP ")
      .. one.mp }
  end
  if #list == 0 then return list, ("its %d MP lead nowhere"):format(left) end
  return list
end)
