-- SPDX-License-Identifier: GPL-3.0-or-later
-- 1, 5.4, 4.3: forces, their strength and nationality; splitting, absorbing, acting together.

local DETACHMENT = 15                                      -- 5.4: SP at most
local BRITISH_FLOOR = 20                                   -- 8.1-brit20: SP at least

local function as_list(forces)
  return forces.kind and { forces } or forces
end

-- --- F.force: who is where, how strong ------------------------------------------------------------

--- The forces at a place, of one side or of both.
rule("F.force", "forces_at", function (place, side)
  if side then return units_of(side, place, "force") end
  return units_at(place, "force")
end)

--- The forces of the other side there.
rule("F.force", "enemies_at", function (side, place)
  return units_of(side.enemy, place, "force")
end)

--- SP of a force, or of a list of forces together.
rule("F.force", "strength", function (forces)
  if forces.kind then return forces.sp end
  local sp = 0
  for i = 1, #forces do sp = sp + forces[i].sp end
  return sp
end)

--- The SP of a force by nation, its own first: a list of { nation =, sp =, contingent = }.
rule("C.split", "nations_in", function (force)
  local own = { nation = force.nation, sp = force.sp }
  local list = { own }
  for _, contingent in ipairs(all("contingent", { force = force })) do
    own.sp = own.sp - contingent.sp
    list[#list + 1] = { nation = contingent.nation, sp = contingent.sp, contingent = contingent }
  end
  return list
end)

--- SP of one nation in a force.
rule("C.split", "sp_of_nation", function (force, nation)
  for _, part in ipairs(rules.nations_in(force)) do
    if part.nation == nation then return part.sp end
  end
  return 0
end)

--- A force gains SP of a nation.
rule("C.split", "add_sp", function (force, n, nation)
  if n == 0 then return end
  rules.change_start(force, n)                                           -- C.dem-table
  force.sp = force.sp + n
  if nation == force.nation then return end
  local contingent = all("contingent", { force = force, nation = nation })[1]
  if contingent then contingent.sp = contingent.sp + n
  else create("contingent", { force = force, nation = nation, sp = n }) end
end)

--- A force out of play: its leaders go to the pool, and the magazines that it laid are gone (7.7).
rule("F.force", "remove_force", function (force, why)
  if why then note("F.force", "{force} leaves play: {why}", { force = force, why = why }) end
  for _, leader in ipairs(all("leader", { force = force })) do rules.to_pool(leader) end
  for _, contingent in ipairs(all("contingent", { force = force })) do eliminate(contingent) end
  for _, magazine in ipairs(referrers(force, "army")) do eliminate(magazine) end
  eliminate(force)
end)

-- --- C.split: losses --------------------------------------------------------------------------------

-- A part of a force, or of a contingent, gives up n SP.
local function give_up(part, n)
  local force, contingent = part.force, part.contingent
  force.sp = force.sp - n
  if not contingent then return end
  if contingent.sp == n then eliminate(contingent) else contingent.sp = contingent.sp - n end
end

--- How n SP fall on the forces of a list and the nations in them: pro rata, what is over by one each
--- to the largest fractions, the first of equal ones (G22). A list of { force =, nation =, sp =,
--- taken =, contingent = }.
rule("C.split", "shares", function (forces, n)
  local parts, total = {}, 0
  for _, force in ipairs(as_list(forces)) do
    for _, part in ipairs(rules.nations_in(force)) do
      if part.sp > 0 then
        part.force, total = force, total + part.sp
        parts[#parts + 1] = part
      end
    end
  end
  if n > total then n = total end
  local over = n
  for _, part in ipairs(parts) do
    part.taken, part.rest = part.sp * n // total, part.sp * n % total
    over = over - part.taken
  end
  while over > 0 do
    local largest = parts[1]
    for _, part in ipairs(parts) do
      if part.rest > largest.rest then largest = part end
    end
    largest.taken, largest.rest, over = largest.taken + 1, -1, over - 1
  end
  return parts, n
end)

--- Takes n SP from a force or a list, pro rata of forces and nations; gives how many were taken. A
--- force that has none left leaves play.
rule("C.split", "take_sp", function (forces, n)
  if n <= 0 then return 0 end
  local parts, taken = rules.shares(forces, n)
  for _, part in ipairs(parts) do
    if part.taken > 0 then give_up(part, part.taken) end
    if #parts > 1 and part.taken > 0 then
      note("C.split", "{n} of them {nation}, of {force}",
        { n = part.taken, nation = part.nation, force = part.force })
    end
  end
  for _, force in ipairs(as_list(forces)) do
    if force.alive and force.sp == 0 then rules.remove_force(force, "it has no SP left") end
  end
  return taken
end)

--- Takes n SP of one nation from a force; a force that has none left leaves play.
rule("C.split", "take_nation", function (force, n, nation)
  for _, part in ipairs(rules.nations_in(force)) do
    if part.nation == nation then
      refuse_if("C.split", part.sp < n, "{force} has {sp} {nation} SP",
        { force = force, sp = part.sp, nation = nation })
      part.force = force
      rules.change_start(force, -n)                                      -- C.dem-table
      give_up(part, n)
      if force.sp == 0 then rules.remove_force(force, "it has no SP left") end
      return n
    end
  end
  return refuse("C.split", "{force} has no {nation} SP", { force = force, nation = nation })
end)

-- --- 8.1-brit20: the floor ----------------------------------------------------------------------------

--- Whether a force may give up n SP of its own will: a British army keeps 20, but for garrisons, lines
--- and strongpoints ("garrison"). What battle and siege cost it is another matter (G56).
rule("8.1-brit20", "may_give", function (force, n, purpose)
  if force.nation ~= "british" or force.size ~= "army" or purpose == "garrison" then return true end
  return force.sp - n >= BRITISH_FLOOR
end)

-- --- 4.3: splitting ---------------------------------------------------------------------------------

local NATION = { french = "French", bavarian = "Bavarian", spanish = "Spanish", british = "British",
  dutch = "Dutch", austrian = "Imperial", northern = "Northern" }

--- A name for a new detachment of a nation, the first that is free.
rule("4.3", "detachment_name", function (nation)
  local number = 0
  while true do
    number = number + 1
    local name = ("%s Detachment %d"):format(NATION[nation], number)
    if #all("force", { name = name }) == 0 then return name end
  end
end)

--- Whether a force may detach SP of a nation: its own; on the French side, which knows no limits of
--- nationality (F.french), any that is with it.
rule("8.1-detach", "may_detach", function (force, nation)
  return nation == force.nation or force.side == sides.french
end)

--- The most SP of a nation that a force may detach: 15, and it keeps 1 of its own.
rule("5.4", "most_detached", function (force, nation)
  if not rules.may_detach(force, nation) then return 0 end               -- 8.1-detach
  local most = rules.sp_of_nation(force, nation)
  if nation == force.nation then most = most - 1 end
  if most > DETACHMENT then most = DETACHMENT end
  while most > 0 and not rules.may_give(force, most) do most = most - 1 end    -- 8.1-brit20
  return most
end)

--- Refuses what may not be detached.
rule("4.3", "check_split", function (force, sp, nation)
  local ctx = { force = force, sp = sp, nation = NATION[nation] }
  refuse_if("4.3", not force.place, "{force} is not on the map", ctx)
  refuse_if("4.3", sp < 1, "a detachment has at least 1 SP", ctx)
  if not rules.may_detach(force, nation) then
    refuse_if("F.north", nation == "northern", "Northern Allies do not leave {force} again", ctx)
    refuse("8.1-detach", "{force} detaches only SP of its own nation", ctx)
  end
  refuse_if("5.4", sp > DETACHMENT, "a detachment has at most 15 SP", ctx)
  local there = rules.sp_of_nation(force, nation)
  refuse_if("4.3", there < sp, "{force} has no {sp} {nation} SP", ctx)
  refuse_if("4.3", nation == force.nation and there == sp, "{force} keeps at least 1 SP of its own", ctx)
  refuse_if("8.1-brit20", not rules.may_give(force, sp), "a British army keeps 20 SP", ctx)
end)

--- A new detachment of a force: so many SP of one nation, its own unless another is named. A leader is
--- drawn from the pool (5.1-pool). It has what is left of its parent's MP, and must activate by itself.
rule("4.3", "split", function (force, sp, nation)
  nation = nation or force.nation
  rules.check_split(force, sp, nation)
  local new = create("force", { name = rules.detachment_name(nation), side = force.side, nation = nation,
    size = "detachment", sp = sp, place = force.place, spent = force.spent, owed = force.owed,
    demoralised = force.demoralised, demoralised_before = force.demoralised_before,
    marched = force.marched, attacked = force.attacked, over = force.over, entered = force.entered })
  rules.take_nation(force, sp, nation)
  note("4.3", "{force} detaches {sp} SP: {new}", { force = force, sp = sp, new = new })
  rules.draw_leader(new)                                                 -- 5.1-pool
  return new
end)

local function own_active()
  return all("force", { side = game.active, active = true })
end

-- The nations of which a force may detach something.
local function detachable(force)
  local list = {}
  for _, part in ipairs(rules.nations_in(force)) do
    if rules.most_detached(force, part.nation) > 0 then list[#list + 1] = part.nation end
  end
  return list
end

local function may_split(force)
  return force.place ~= nil and #rules.pool_of(force) > 0 and #detachable(force) > 0
end

local function some_sp(args, below)
  local most = args.force and rules.most_detached(args.force, args.nation or args.force.nation) or 0
  if most > 0 then return below(most) + 1 end
end

local function a_nation(args, below)
  local list = args.force and detachable(args.force) or {}
  if #list > 0 then return list[below(#list) + 1] end
end

command "split" {
  rule = "4.3", help = "an active force detaches SP, under a leader drawn from the pool",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "the force that detaches", among = own_active,
      fits = may_split },
    { name = "nation", kind = "word", keyword = "of", optional = true, sample = a_nation,
      values = { "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern" },
      help = "SP of which nation; its own unless said" },
    { name = "sp", kind = "number", keyword = "sp", min = 1, max = DETACHMENT, help = "how many SP",
      sample = some_sp },
  },
  run = function (args)
    local force = args.force
    refuse_if("4.3", force.side ~= game.active, "{force} is not a force of the active side", args)
    refuse_if("4.1", not force.active, "{force} is not active", args)
    refuse_if("5.1-pool", #rules.pool_of(force) == 0, "there is no leader in the pool for a detachment", args)
    return rules.split(force, args.sp, args.nation)
  end,
}

-- --- 4.3: absorbing ---------------------------------------------------------------------------------

--- Why a force may not take in another one: the number of the rule and a text; nil when it may.
rule("4.3", "absorb_bar", function (into, other)
  if into == other then return "4.3", "{into} cannot take in itself" end
  if into.side ~= other.side then return "4.3", "{other} is an enemy" end
  if not into.place or into.place ~= other.place then return "4.3", "{other} is not in the hex of {into}" end
  if other.size == "army" and into.size == "detachment" then return "4.3", "{into} is no army" end
  if into.nation ~= other.nation and into.side == sides.allied then
    if other.nation ~= "northern" then return "8.1-lead", "{other} is of another nation" end
    if into.size ~= "army" then return "F.north", "{into} is no army" end
  end
  if into.size == "detachment" and into.sp + other.sp > DETACHMENT then
    return "5.4", "a detachment has at most 15 SP"
  end
  if not rules.may_give(other, other.sp) then return "8.1-brit20", "a British army keeps 20 SP" end
end)

--- Whether a leader stays with the force that takes in his: a prince, who leaves his post for nobody
--- (13.8), an engineer, an Imperial leader of Northern Allies among others, who becomes co-commander (G55),
--- or one who finds no other there.
rule("F.north-leader", "stays_with", function (leader, other, into)
  return rules.is_supreme(leader) or leader.engineer or #rules.leaders_of(into) == 0
    or other.nation == "northern" and into.nation ~= "northern"
end)

--- How long a force is demoralised that takes in another: as long as before, or at least as long as a
--- stronger one that it takes in. Where one of them is not demoralised, it reinforces the other, which
--- then is so for a turn less (C.dem-red2).
rule("C.dem-red2", "join_spirits", function (into, other)
  if other.demoralised == 0 then return rules.hearten_by_reinforcement(into, other.sp) end
  if other.sp <= into.sp then return end
  if into.demoralised == 0 then rules.hearten_by_reinforcement(other, into.sp) end
  if other.demoralised > into.demoralised then
    into.demoralised, into.demoralised_before = other.demoralised, other.demoralised_before
  end
end)

--- A force takes in another one of its hex: SP, with their nations; what either has spent of this turn
--- or the next (SEQ.order); leaders, or they go back to the pool (L.split, F.north-leader). What the
--- stronger of the two stands across is between it and the enemy (4.6.7), and whom either met holds it (4.5).
rule("4.3", "absorb", function (into, other)
  local id, why = rules.absorb_bar(into, other)
  refuse_if(id or "4.3", id ~= nil, why or "", { into = into, other = other })
  if other.sp > into.sp then into.over = other.over end
  into.entered = into.entered or other.entered
  rules.join_spirits(into, other)                                        -- C.dem-red2
  rules.join_battle(into, other)                                         -- C.dem-table
  for _, part in ipairs(rules.nations_in(other)) do rules.add_sp(into, part.sp, part.nation) end
  rules.share_movement(into, other)                                      -- SEQ.order
  into.attacked = into.attacked or other.attacked
  for _, leader in ipairs(rules.leaders_of(other)) do
    if rules.stays_with(leader, other, into) then
      leader.force = into
      if into.lost_leader > 0 then into.lost_leader = into.lost_leader - 1 end
    end
  end
  for _, follower in ipairs(referrers(other, "joined")) do
    follower.joined = follower ~= into and into or nil
  end
  note("4.3", "{into} takes in {other} and has {sp} SP", { into = into, other = other, sp = into.sp })
  rules.combine_magazines(into, other)                                   -- 7.7
  rules.remove_force(other)
end)

-- The active side's forces that may take in one, where one of the two is active.
local function absorbers(other)
  local list = {}
  if not other.place then return list end
  for _, into in ipairs(units_of(other.side, other.place, "force")) do
    if (into.active or other.active) and not rules.absorb_bar(into, other) then list[#list + 1] = into end
  end
  return list
end

local function own_forces() return all("force", { side = game.active }) end

command "absorb" {
  rule = "4.3", help = "a force takes in another one in its hex; one of them is active",
  phases = { "activity" },
  args = {
    { name = "other", kind = "force", help = "the force that is taken in", among = own_forces,
      fits = function (other) return #absorbers(other) > 0 end },
    { name = "into", kind = "force", keyword = "into", help = "the force that takes it in",
      from = function (args) return args.other and absorbers(args.other) or {} end },
  },
  run = function (args)
    refuse_if("4.3", args.into.side ~= game.active, "{into} is not a force of the active side", args)
    refuse_if("4.1", not args.into.active and not args.other.active, "neither of them is active", args)
    return rules.absorb(args.into, args.other)
  end,
}

-- --- 5.2: acting together -----------------------------------------------------------------------------

--- The force and those that act with it in this turn, itself first.
rule("5.2-join", "acting", function (force)
  local lead = force.joined or force
  local with = referrers(lead, "joined")
  if lead == force and #with == 0 then return { force } end
  local list = { force }
  if lead ~= force and lead.place == force.place then list[2] = lead end
  for _, other in ipairs(with) do
    if other ~= force and other.place == force.place then list[#list + 1] = other end
  end
  return list
end)

--- The armies of a group that a detachment is subordinate to: those of its nation; for Northern Allies any
--- Allied army. It then fights by the values of their leaders, unless a prince leads it (13.8).
rule("5.2-sub", "armies_over", function (force, forces)
  local armies, any = {}, force.nation == "northern"
  for _, other in ipairs(force.size == "detachment" and forces or armies) do
    if other.size == "army" and (any or other.nation == force.nation) then armies[#armies + 1] = other end
  end
  return armies
end)

--- Whether a detachment in a group is subordinate.
rule("5.2-sub", "is_subordinate", function (force, forces) return #rules.armies_over(force, forces) > 0 end)

--- Why a force may not act together with another: rule and text; nil when it may. Both activate
--- together, or both are active; a subordinate detachment may follow an active army.
rule("5.2-join", "join_bar", function (force, other)
  if force == other then return "5.2-join", "{force} needs another force to act with" end
  if force.side ~= other.side then return "5.2-join", "{other} is an enemy" end
  if not force.place or force.place ~= other.place then
    return "5.2-join", "{other} is not in the hex of {force}"
  end
  if (force.joined or force) == (other.joined or other) then
    return "5.2-join", "they act together already"
  end
  if force.active == other.active then
    if force.active or force.tried == 0 and other.tried == 0 then return nil end
    return "5.2-join", "one of them has failed to activate"
  end
  local idle, army = force, other
  if force.active then idle, army = other, force end
  if idle.tried > 0 then return "5.2-join", "{idle} has failed to activate", idle end
  if not rules.is_subordinate(idle, { army }) then
    return "5.2-sub", "{idle} is not subordinate and must activate by itself", idle
  end
end)

--- Two forces act together for this turn; an army leads a detachment. Those that either acts with
--- already come along.
rule("5.2-join", "join", function (force, other)
  local id, why, idle = rules.join_bar(force, other)
  refuse_if(id or "5.2-join", id ~= nil, why or "", { force = force, other = other, idle = idle })
  local lead, follower = other.joined or other, force.joined or force
  if follower.size == "army" and lead.size ~= "army" then lead, follower = follower, lead end
  local active = lead.active or follower.active
  for _, one in ipairs(referrers(follower, "joined")) do one.joined = lead end
  follower.joined = lead
  for _, one in ipairs(rules.acting(lead)) do
    if active and not one.active then one.active, one.tried = true, one.tried + 1 end
  end
  note("5.2-join", "{forces} act together", { forces = rules.acting(lead) })
  if active then rules.share_magazines(rules.acting(lead)) end           -- 7.7
end)

--- Forces that have not acted yet no longer act together; each then activates by itself (L.split).
--- Who is active stays with the others for the turn (5.2-join).
rule("L.split", "separate", function (force)
  local group = rules.acting(force)
  refuse_if("L.split", #group == 1, "{force} acts by itself", { force = force })
  for _, one in ipairs(group) do
    refuse_if("5.2-join", one.active, "they stay together for this turn", {})
  end
  if force.joined then
    force.joined = nil
  else
    for _, one in ipairs(referrers(force, "joined")) do one.joined = nil end
  end
  note("L.split", "{force} acts by itself", { force = force })
end)

local function partners(force)
  local list = {}
  if not force.place then return list end
  for _, other in ipairs(units_of(force.side, force.place, "force")) do
    if not rules.join_bar(force, other) then list[#list + 1] = other end
  end
  return list
end

command "join" {
  rule = "5.2-join", help = "two forces in a hex act together for this turn",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "a force", among = own_forces,
      fits = function (force) return #partners(force) > 0 end },
    { name = "other", kind = "force", keyword = "with", help = "the force that leads it",
      from = function (args) return args.force and partners(args.force) or {} end },
  },
  run = function (args)
    refuse_if("5.2-join", args.force.side ~= game.active, "{force} is not a force of the active side", args)
    return rules.join(args.force, args.other)
  end,
}

command "separate" {
  rule = "L.split", help = "forces that were to act together each act by themselves",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "a force that acts with others", among = own_forces,
      fits = function (force) return not force.active and #rules.acting(force) > 1 end },
  },
  run = function (args)
    refuse_if("L.split", args.force.side ~= game.active, "{force} is not a force of the active side", args)
    return rules.separate(args.force)
  end,
}

-- --- what must hold ---------------------------------------------------------------------------------

invariant("5.4 a detachment has at most 15 SP", "force", "sp", function (force)
  if force.size == "detachment" and force.sp > DETACHMENT then
    return ("%s has %d SP"):format(force.name, force.sp)
  end
end)

invariant("C.split contingents are part of their force", "force", "sp", function (force)
  if rules.nations_in(force)[1].sp < 0 then
    return ("the contingents of %s have more than its %d SP"):format(force.name, force.sp)
  end
end)

invariant("C.split a contingent is with a force of another nation", "contingent", function (contingent)
  local force = contingent.force
  if not force then return "a contingent is with no force" end
  if contingent.nation == force.nation then
    return "a contingent of " .. force.name .. " is of its own nation"
  end
  if rules.nations_in(force)[1].sp < 0 then
    return ("the contingents of %s have more than its %d SP"):format(force.name, force.sp)
  end
end)
