-- SPDX-License-Identifier: GPL-3.0-or-later
-- SG, 7.6, 4.9: sieges.
--
-- A siege turn is one throw on the Siege Table. Besiegers are a list of forces in the hex of the
-- fortress, the leading one first. A strongpoint is besieged in the same way (SG.strong).

local BESIEGED, BLOCKADED = { "fortress", "work" }, { blockaded = true }   -- kinds, and those that are

entity "force" {
  siege_of   = ref { to = { "fortress", "work" }, indexed = true, help = "the place that it besieges (13.6)" },
  siege_turn = int(0, { min = 0, max = 1000000, hidden = true, help = "the turn of its last siege turn (13.6)" }),
}

entity "fortress" {
  siege_turn = int(0, { min = 0, max = 1000000, hidden = true, help = "the turn in which it was last besieged" }),
}

entity "work" {
  blockaded  = flag(false, { help = "besieged at 2:1 (SUP.siegefree)" }),
  siege_turn = int(0, { min = 0, max = 1000000, hidden = true, help = "the turn in which it was last besieged" }),
}

-- --- SG.odds, 7.6: who may besiege ----------------------------------------------------------------

--- What a side can besiege at a place: an enemy fortress with a garrison, else a strongpoint; nil.
rule("SG.strong", "besieged_at", function (side, place)
  local fortress = rules.hostile_fortress(side, place)
  if fortress then return fortress end
  if not has_units(side.enemy, place, "work") then return nil end
  return having(rules.works_at(place, side.enemy), "type", "strongpoint")[1]
end)

--- Whether besiegers are 2:1 or better in SP over the whole garrison; trains and leaders do not count
--- (G39).
rule("SG.odds", "enough_to_besiege", function (forces, fortress)
  return rules.strength(forces) >= 2 * rules.garrison(fortress)
end)

--- Whether a force is near enough to its magazine for a siege: an army to its primary one, a
--- detachment to any (MAG.det).
rule("7.6", "supplied_for_siege", function (force)
  return rules.supplied(force, force.size == "army" and "primary" or nil)
end)

--- Refuses a siege that may not be.
rule("SG.odds", "may_besiege", function (forces, fortress)
  local ctx = { forces = forces, fortress = fortress, place = fortress.place, sp = rules.strength(forces),
    garrison = rules.garrison(fortress) }
  local side = forces[1].side
  refuse_if("SG.odds", fortress.side == side, "{fortress} is no place of the enemy", ctx)
  refuse_if("SG.odds", fortress.kind == "work" and fortress.type ~= "strongpoint",
    "{fortress} is no strongpoint", ctx)
  refuse_if("SG.odds", ctx.garrison == 0, "{fortress} has no garrison", ctx)
  for _, force in ipairs(forces) do
    ctx.force = force
    refuse_if("SG.odds", force.side ~= side or force.place ~= ctx.place, "{force} is not at {fortress}", ctx)
  end
  refuse_if(fortress.kind == "work" and "SG.strong" or "4.5", has_units(side.enemy, ctx.place, "force"),
    "there are enemy forces in {place}", ctx)
  refuse_if("SG.odds", not rules.enough_to_besiege(forces, fortress),
    "{sp} SP are not twice the garrison of {garrison} in {fortress}", ctx)
  for _, force in ipairs(forces) do
    ctx.force = force
    refuse_if("7.6", not rules.supplied_for_siege(force), "{force} is out of range of its magazine", ctx)
  end
end)

-- --- SG.roll: the Siege Table ---------------------------------------------------------------------

--- Siege trains of the besiegers' side in the hex.
rule("SG.train", "siege_trains", function (forces)
  return #units_of(forces[1].side, forces[1].place, "train")
end)

--- The highest modifier of the leaders in a place, 0 without one; the besieger's leaders never count.
rule("SG.leader", "defending_modifier", function (fortress)
  local modifier
  for _, leader in ipairs(rules.leaders_inside(fortress)) do
    modifier = math.max(modifier or leader.modifier, leader.modifier)
  end
  return modifier or 0
end)

--- Siege turns in a row that the besiegers have been at a place before this one.
rule("13.6", "turns_before", function (forces, fortress)
  local turns = 0
  for i = 1, #forces do
    if forces[i].siege_of == fortress then turns = math.max(turns, forces[i].sieges) end
  end
  return turns
end)

--- Whether the engineer is with the besiegers.
rule("13.4", "has_engineer", function (forces)
  if option.coehoorn == "none" then return false end
  for i = 1, #forces do
    if #all("leader", { force = forces[i], engineer = true }) > 0 then return true end
  end
  return false
end)

--- What is looked up: a modified throw, or one row higher. All throws up to 3 share a row.
rule("13.4", "one_level_up", function (throw)
  return math.max(throw, 3) + 1
end)

--- What the modifiers of a siege are made of.
rule("SG.roll", "siege_situation", function (forces, fortress)
  return { trains = rules.siege_trains(forces), modifier = rules.defending_modifier(fortress),
    class = rules.class_of(fortress), garrison = rules.garrison(fortress), strength = rules.strength(forces),
    turns = rules.turns_before(forces, fortress) }
end)

--- The modifier of a siege turn, a tally.
rule("SG.roll", "siege_modifier", function (forces, fortress)
  local modifier = charts.siege_modifiers:tally(rules.siege_situation(forces, fortress))
  if option.coehoorn == "die" and rules.has_engineer(forces) then
    modifier:add(1, "13.4", "Coehoorn")
  end
  return modifier
end)

--- The throw of a siege turn with a modifier: what the Siege Table has.
rule("SG.roll", "siege_throw", function (forces, fortress, modifier)
  local higher = option.coehoorn == "level" and rules.has_engineer(forces)
  return roll_as("2d6", "SG.roll siege of " .. fortress.name, function (throw)
    local row = throw + modifier
    return charts.siege:at(higher and rules.one_level_up(row) or row)    -- 13.4
  end, forces[1].side)
end)

-- --- what comes of it -----------------------------------------------------------------------------

outcomes("siege", { "surrender", "honours of war", "honours declined", "no effect", "besiegers lose 1 SP" })

--- The besiegers lose 1 SP.
rule("SG.roll", "lose_at_siege", function (forces)
  local side = forces[1].side
  local lost = rules.take_sp(forces, 1)
  rules.score_lost(side, lost, "SG.roll", "1 SP lost in a siege")        -- 9.1-any
  return "besiegers lose 1 SP"
end)

local function still_there(forces)
  local left = {}
  for i = 1, #forces do
    if forces[i].alive then left[#left + 1] = forces[i] end
  end
  return left
end

--- The siege of a place is over: nobody is at it any more.
rule("4.9.4", "forget_siege", function (fortress)
  fortress.besieged, fortress.blockaded = 0, false
  for _, force in ipairs(referrers(fortress, "siege_of")) do force.siege_of, force.sieges = nil, 0 end
end)

-- A place that is open to the besiegers now: a fortress is theirs, a strongpoint is gone.
local function hand_over(forces, fortress)
  rules.forget_siege(fortress)
  if fortress.kind == "work" then return eliminate(fortress) end
  rules.take_fortress(fortress, forces[1].side, forces)                  -- 4.9.3
end

--- A place surrenders: the whole garrison is captured with its leaders, and the besiegers take the
--- place.
rule("4.9.3", "surrender", function (forces, fortress)
  local owner = fortress.side
  note("4.9.3", "{fortress} surrenders with a garrison of {sp} SP",
    { fortress = fortress, sp = rules.garrison(fortress) })
  for _, leader in ipairs(rules.leaders_inside(fortress)) do
    leader.inside = nil
    rules.lose_leader(leader, "captured")                                -- 9.1
  end
  local reason = ("the garrison of %s captured"):format(fortress.name)
  if fortress.kind == "work" then
    rules.score_captured(owner, fortress.sp, "4.9.3", reason)
  else
    rules.score_garrison(owner, fortress.intrinsic, fortress.extra, "4.9.3", reason)   -- VP.noint
  end
  hand_over(forces, fortress)
  return "surrender"
end)

--- Where a garrison that marches out can go: the nearest fortresses with room for it and forces of its
--- side that may take it in.
rule("SG.hon", "refuges_of", function (fortress)
  local side, sp, best, nearest = fortress.side, rules.garrison(fortress), {}, nil
  local function consider(thing, room)
    local place = thing.place
    if thing == fortress or not place or place.box or room < sp then return end
    local distance = map.distance(fortress.place, place)
    if nearest and distance > nearest then return end
    if distance ~= nearest then best, nearest = {}, distance end
    best[#best + 1] = thing
  end
  for _, other in ipairs(all("fortress", { side = side })) do consider(other, rules.garrison_room(other)) end
  for _, force in ipairs(all("force", { side = side })) do consider(force, rules.room_in(force)) end
  return best
end)

--- The garrison marches to the nearest friendly fortress or force with its leaders.
rule("SG.hon", "march_out", function (fortress, refuges)
  local refuge, sp = refuges[1], rules.garrison(fortress)
  if #refuges > 1 then
    refuge = choose { by = fortress.side, rule = "SG.hon", kind = "one", from = refuges, default = refuge,
      ask = ("Where does the garrison of %s go?"):format(fortress.name) }
  end
  note("SG.hon", "the garrison of {fortress}, {sp} SP, marches to {refuge}",
    { fortress = fortress, sp = sp, refuge = refuge })
  if refuge.kind == "force" then
    rules.add_sp(refuge, fortress.kind == "work" and sp or fortress.intrinsic, refuge.nation)
    if fortress.kind == "fortress" and fortress.extra > 0 then           -- 8.3
      rules.add_sp(refuge, fortress.extra, fortress.nation ~= "" and fortress.nation or refuge.nation)
    end
    rules.leave_fortress(fortress, refuge)
    return
  end
  rules.add_garrison(refuge, sp, fortress.nation)
  for _, leader in ipairs(rules.leaders_inside(fortress)) do leader.inside = refuge end
end)

--- Honours of war: the garrison marches out, and the place is taken; the attacker may decline. One
--- that has nowhere to go surrenders.
rule("SG.hon", "honours_of_war", function (forces, fortress)
  local accepted = choose { by = forces[1].side, rule = "SG.hon", kind = "yesno", default = true,
    ask = ("Does the garrison of %s leave with the honours of war?"):format(fortress.name) }
  if not accepted then
    note("SG.hon", "{side} declines", { side = forces[1].side })
    return "honours declined"
  end
  local refuges = rules.refuges_of(fortress)
  if #refuges == 0 then
    note("SG.hon", "the garrison of {fortress} has nowhere to go", { fortress = fortress })
    return rules.surrender(forces, fortress)                             -- 4.9.3
  end
  rules.march_out(fortress, refuges)
  hand_over(forces, fortress)
  return "honours of war"
end)

local OUTCOME = {
  ["-"]     = function () return "no effect" end,
  loss      = "lose_at_siege",
  honours   = "honours_of_war",
  surrender = "surrender",
}

--- One siege turn: 2d6 on the Siege Table, and what comes of it. Gives what
--- came of it: "surrender", "honours of war", "honours declined", "no effect", "besiegers lose 1 SP".
rule("SG.roll", "siege_round", function (forces, fortress)
  local turns = rules.turns_before(forces, fortress)                     -- 13.6
  local modifier = rules.siege_modifier(forces, fortress)
  local result = rules.siege_throw(forces, fortress, modifier.total)
  note("SG.roll", "{forces} {forces:besieges|besiege} {fortress} ({modifier}): {result}", { forces = forces,
    fortress = fortress, modifier = modifier, result = result == "-" and "no effect" or result })
  for i = 1, #forces do
    local force = forces[i]
    force.siege_of, force.sieges, force.siege_turn = fortress, turns + 1, game.turn
  end
  fortress.besieged, fortress.siege_turn = turns + 1, game.turn
  local outcome = OUTCOME[result]
  if type(outcome) == "string" then return rules[outcome](forces, fortress) end
  return outcome()
end)

--- The besiegers that a player names: a force, those that act with it, and others in the hex.
rule("SG.odds", "besiegers", function (force, with)
  local forces = {}
  for i, each in ipairs(rules.acting(force)) do forces[i] = each end
  for _, other in ipairs(with or {}) do
    local there = false
    for i = 1, #forces do there = there or forces[i] == other end
    if not there then forces[#forces + 1] = other end
  end
  return forces
end)

--- Whether a force is active for a siege: an army always is, a detachment when it has activated.
rule("4.1-siege", "may_start_siege", function (force, fortress)
  if rules.active_for_siege(force) then return true end
  return force.size == "army" and force.place == fortress.place          -- SG.strong
end)

--- Whether a force may besiege with one that begins a siege: it could begin one, or is subordinate to it.
rule("4.1-siege", "may_join_siege", function (force, fortress, leading)
  return rules.may_start_siege(force, fortress) or rules.is_subordinate(force, { leading })           -- 5.2-sub
end)

--- A force besieges the place where it is: for 6 MP and without activation (4.1-siege), once a turn.
rule("4.1-siege", "besiege", function (force, with)
  refuse_if("SEQ", force.side ~= game.active, "{force} is not a force of the active side", { force = force })
  local forces = rules.besiegers(force, with)
  local fortress = force.place and rules.besieged_at(force.side, force.place)
  refuse_if("SG.odds", not fortress, "{force} is at no fortress of the enemy", { force = force })
  refuse_if("SG.odds", fortress.siege_turn == game.turn, "{fortress} was besieged in this turn",
    { fortress = fortress })
  for _, each in ipairs(forces) do
    refuse_if("4.1-siege", not rules.may_join_siege(each, fortress, force), "{force} is not active", { force = each })
  end
  fortress.blockaded = fortress.blockaded or rules.enough_to_besiege(forces, fortress)   -- SUP.siegefree
  rules.may_besiege(forces, fortress)                                    -- SG.odds, 7.6
  rules.pay(forces, charts.actions:at "siege", "SG.odds", "the siege of " .. fortress.name)
  local before = rules.strength(forces)
  local result = rules.siege_round(forces, fortress)
  report("siege", result)
  local loss = result == "besiegers lose 1 SP"
  report("besiegers lost", loss and before - rules.strength(still_there(forces)) or 0)
  return result
end)

-- --- 7.6, 4.9.4: sieges that end ------------------------------------------------------------------

--- Whether a besieged place is blockaded still: besiegers in the hex, 2:1 or better, near enough to
--- their magazine.
rule("SUP.siegefree", "blockade_holds", function (fortress)
  local forces = rules.forces_at(fortress.place, fortress.side.enemy)
  if #forces == 0 or not rules.enough_to_besiege(forces, fortress) then return false end
  for _, force in ipairs(forces) do
    if rules.supplied_for_siege(force) then return true end              -- 7.6
  end
  return false
end)

--- The siege of a place is broken: its intrinsic garrison, and no other, is as printed again.
rule("4.9.4", "siege_broken", function (fortress)
  note("4.9.4", "the siege of {fortress} is broken", { fortress = fortress })
  rules.forget_siege(fortress)
  if fortress.kind == "fortress" and fortress.intrinsic < fortress.printed then
    fortress.intrinsic = fortress.printed
  end
end)

--- Blockades that do not hold are over at once: at the end of each command and of each step to another phase,
--- and after a battle amid one.
rule("7.6", "end_blockades", function ()
  for _, kind in ipairs(BESIEGED) do
    for _, fortress in ipairs(all(kind, BLOCKADED)) do
      if not rules.blockade_holds(fortress) then rules.siege_broken(fortress) end
    end
  end
end)

--- At the end of a side's phase: blockades that do not hold are over, and its forces that let a turn
--- pass begin to count anew (13.6).
rule("7.6", "end_sieges", function (side)
  rules.end_blockades()
  for _, kind in ipairs(BESIEGED) do
    for _, fortress in ipairs(all(kind, BLOCKADED)) do
      if fortress.side ~= side and fortress.siege_turn ~= game.turn then
        fortress.besieged = 0
        for _, force in ipairs(referrers(fortress, "siege_of")) do force.siege_of, force.sieges = nil, 0 end
      end
    end
  end
  for _, force in ipairs(all("force", { side = side })) do
    local fortress = force.siege_of
    local goes_on = fortress and force.siege_turn == game.turn and force.place == fortress.place
    if not goes_on and force.sieges > 0 then force.siege_of, force.sieges = nil, 0 end
  end
end)

-- --- a siege over several turns -------------------------------------------------------------------

outcomes("ends with", { "surrender", "honours of war", "holds out", "siege given up" })

local function told(ends, lost, turn)
  report("ends with", ends)
  if turn then report("taken in turn", turn) end
  report("besiegers lost", lost)
end

--- One turn after the other, without anything between them: what `odds` makes of a siege. Besiegers
--- who are no longer 2:1 give it up. `lost`: SP lost so far.
rule("13.6", "siege_turns", function (forces, fortress, turn, last, lost)
  if #forces == 0 or not rules.enough_to_besiege(forces, fortress) then
    return told("siege given up", lost)
  end
  if turn > last then return told("holds out", lost) end
  local before = rules.strength(forces)
  local result = rules.siege_round(forces, fortress)
  if result == "surrender" or result == "honours of war" then return told(result, lost, turn) end
  forces = still_there(forces)
  lost = lost + before - rules.strength(forces)
  return stage("13.6", rules.siege_turns, forces, fortress, turn + 1, last, lost)
end)

--- Looks ahead: the siege of the place where a force is, over so many turns.
rule("13.6", "siege_over", function (force, with, turns)
  local forces = rules.besiegers(force, with)
  local fortress = force.place and rules.besieged_at(force.side, force.place)
  refuse_if("SG.odds", not fortress, "{force} is at no fortress of the enemy", { force = force })
  fortress.blockaded = fortress.blockaded or rules.enough_to_besiege(forces, fortress)   -- SUP.siegefree
  rules.may_besiege(forces, fortress)                                    -- SG.odds, 7.6
  return rules.siege_turns(forces, fortress, 1, turns, 0)
end)

--- Whether all forces of its side where a force is are enough to besiege a place.
rule("SG.odds", "enough_with_others", function (force, fortress)
  return rules.enough_to_besiege(rules.forces_at(force.place, force.side), fortress)
end)

-- --- the commands ---------------------------------------------------------------------------------

local function own_forces() return all("force", { side = game.active }) end

local function can_besiege(force)
  local place = force.place
  if not place or rules.movement_left(force) < charts.actions:at "siege" then return false end
  local fortress = rules.besieged_at(force.side, place)
  return fortress ~= nil and fortress.siege_turn ~= game.turn and rules.may_start_siege(force, fortress)
    and not has_units(force.side.enemy, place, "force") and rules.enough_with_others(force, fortress)
end

-- Others in the hex that can take part.
local function companions(args)
  local force, list = args.force, {}
  local fortress = force and force.place and rules.besieged_at(force.side, force.place)
  if not fortress then return list end
  for _, other in ipairs(rules.forces_at(force.place, force.side)) do
    if other ~= force and rules.movement_left(other) >= charts.actions:at "siege"
      and rules.may_join_siege(other, fortress, force) then list[#list + 1] = other end
  end
  return list
end

command "besiege" {
  rule = "SG.odds", help = "a siege turn of a force before a fortress or strongpoint: 6 MP, no activation",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", among = own_forces, fits = can_besiege,
      sample = function (_, below) return rules.any_of(own_forces(), can_besiege, below) end },
    { name = "with", kind = "forces", keyword = "with", optional = true, help = "other forces in the hex",
      from = companions },
  },
  run = function (args) return rules.besiege(args.force, args.with) end,
}

local MOST_TURNS = 99

command "siege" {
  rule = "13.6", help = "for odds only: the siege of the place where a force is, over so many turns",
  looks_ahead = true,
  args = {
    { name = "force", kind = "force",
      among = function () return all "force" end,
      fits = function (force)
        return force.place ~= nil and rules.besieged_at(force.side, force.place) ~= nil
      end },
    { name = "with", kind = "forces", keyword = "with", optional = true, help = "other forces in the hex",
      from = companions },
    { name = "turns", kind = "text", keyword = "over", help = "how many: 12 turns",
      from = function () return { "6 turns", "12 turns" } end },
  },
  run = function (args)
    local turns = math.tointeger(tonumber(args.turns:match "^(%d+)$" or args.turns:match "^(%d+) turns?$"))
    refuse_if("13.6", not turns or turns < 1 or turns > MOST_TURNS,
      "{turns}: from 1 to {most} turns, like 12 turns", { turns = args.turns, most = MOST_TURNS })
    return rules.siege_over(args.force, args.with, turns)
  end,
}
