-- SPDX-License-Identifier: GPL-3.0-or-later
-- FT, 6.5, 4.9, 8.3: fortresses, garrisons, works.
--
-- A strongpoint without a force is besieged like a fortress of the 2nd class (SG.strong), so what is
-- asked of a fortress here may be asked of a strongpoint too.

entity "leader" {
  inside = ref { indexed = true, help = "the fortress whose garrison he commands (SG.leader)" },
}

-- --- FT.class: what stands where ------------------------------------------------------------------

--- The fortress or open city at a place, or nil.
rule("FT.class", "fortress_at", function (place)
  return units_at(place, "fortress")[1]
end)

--- 1 or 2; 0 for an open city and for a fortress that is dismantled.
rule("FT.class", "class_of", function (fortress)
  if fortress.kind == "work" then return 2 end                           -- SG.strong
  return fortress.dismantled and 0 or fortress.class
end)

--- SP in a fortress, intrinsic and supplementary.
rule("6.5", "garrison", function (fortress)
  if fortress.kind == "work" then return fortress.sp end
  return fortress.intrinsic + fortress.extra
end)

--- Lines and strongpoints at a place, of one side or of both.
rule("FT.line", "works_at", function (place, side)
  if side then return units_of(side, place, "work") end
  return units_at(place, "work")
end)

--- An enemy fortress there with a garrison, or nil.
rule("FT.class", "hostile_fortress", function (side, place)
  local enemy = side.enemy
  if not has_units(enemy, place, "fortress") then return nil end
  local fortress = units_of(enemy, place, "fortress")[1]
  return fortress.intrinsic + fortress.extra > 0 and fortress or nil
end)

--- The leaders who are in a fortress with its garrison.
rule("SG.leader", "leaders_inside", function (fortress)
  return referrers(fortress, "inside")
end)

-- --- 6.5, 8.3: garrisons --------------------------------------------------------------------------

local DETACHMENT = 15                                      -- 5.4: SP at most

local function own_place(force)
  local fortress = force.place and rules.fortress_at(force.place)
  if fortress and fortress.side == force.side then return fortress end
  return nil
end

--- SP that may still be added to a garrison: to the printed one what it lacks, and twice the printed
--- number. Open cities hold none.
rule("6.5", "garrison_room", function (fortress)
  if rules.class_of(fortress) == 0 then return 0 end
  return math.max(3 * fortress.printed - rules.garrison(fortress), 0)
end)

--- SP go into a fortress: first they fill the printed garrison, the others are supplementary, of the
--- nation of the larger part of them; that the others count as such is told.
rule("6.5", "add_garrison", function (fortress, n, nation)
  local lacking = math.max(math.min(fortress.printed - fortress.intrinsic, n), 0)
  fortress.intrinsic = fortress.intrinsic + lacking
  n = n - lacking
  local there, was = fortress.extra, fortress.nation
  if n > there then fortress.nation = nation end
  fortress.extra = there + n
  if n > 0 and there > 0 and was ~= "" and nation ~= was then
    note("6.5", "{sp} {few} SP count as {many} in {fortress}", { fortress = fortress, sp = math.min(n, there),
      few = n > there and was or nation, many = fortress.nation })
  end
end)

--- A leader takes the command of a garrison, as long as another stays with the force or nobody does.
rule("SG.leader", "command_garrison", function (leader, fortress, force, sp)
  refuse_if("SG.leader", leader.force ~= force, "{leader} is not with {force}",
    { leader = leader, force = force })
  refuse_if("5.1-lead", sp < force.sp and #rules.leaders_of(force) == 1,
    "{leader} is the only leader of {force}", { leader = leader, force = force })
  refuse_if("13.8", sp < force.sp and not rules.may_be_changed(leader), "{leader} stays at his post",
    { leader = leader })
  leader.post, leader.force, leader.inside, leader.relief = "garrison", nil, fortress, 0
  note("SG.leader", "{leader} commands in {fortress}", { leader = leader, fortress = fortress })
end)

--- Refuses that a force goes into a garrison with all it has under anybody else than the prince who leads it.
rule("13.8", "check_princes", function (force, commander)
  for _, leader in ipairs(rules.leaders_of(force)) do
    refuse_if("13.8", leader ~= commander and not rules.may_be_changed(leader), "{leader} stays at his post",
      { leader = leader })
  end
end)

--- Why a force cannot put SP into a fortress where it is.
rule("6.5", "may_garrison", function (force, fortress, sp)
  local ctx = { force = force, fortress = fortress, sp = sp }
  refuse_if("SEQ", force.side ~= game.active, "{force} is not a force of the active side", ctx)
  refuse_if("4.3", not force.active, "{force} is not active", ctx)
  refuse_if("6.5", not fortress, "{force} is at no fortress of its side", ctx)
  refuse_if("4.5", has_units(force.side.enemy, force.place, "force"), "the enemy is before {fortress}", ctx)
  refuse_if("6.5", sp < 1 or sp > force.sp, "{force} has {force.sp} SP", ctx)
  ctx.room = rules.garrison_room(fortress)
  refuse_if("6.5", sp > ctx.room, "{fortress} has room for {room} SP more", ctx)
end)

--- A force puts SP into a fortress of its side, up to twice the printed garrison beside that; a leader
--- may stay with them.
rule("6.5", "leave_garrison", function (force, sp, leader)
  local fortress = own_place(force)
  rules.may_garrison(force, fortress, sp)
  if sp == force.sp then rules.check_princes(force, leader) end          -- 13.8
  note("6.5", "{force} leaves {sp} SP in {fortress}", { force = force, sp = sp, fortress = fortress })
  if leader then rules.command_garrison(leader, fortress, force, sp) end -- SG.leader
  local parts = rules.shares(force, sp)                                  -- C.split: each keeps its nation
  rules.take_sp(force, sp)
  for _, part in ipairs(parts) do
    if part.taken > 0 then rules.add_garrison(fortress, part.taken, part.nation) end
  end
end)

--- SP that a force may still take in: a detachment has 15 at most.
rule("5.4", "room_in", function (force)
  if force.size == "army" then return math.maxinteger end
  return math.max(DETACHMENT - force.sp, 0)
end)

--- Leaders come out of a fortress with its garrison: to a force of their nation, else to the pool.
rule("SG.leader", "leave_fortress", function (fortress, force)
  for _, leader in ipairs(rules.leaders_inside(fortress)) do
    leader.inside = nil
    if force and rules.may_lead(leader.nation, force) then               -- 8.1-lead
      leader.post, leader.force = "force", force
      note("SG.leader", "{leader} is with {force}", { leader = leader, force = force })
    else
      rules.to_pool(leader)                                              -- 5.1-pool
    end
  end
end)

--- Refuses a force that may not take in SP now.
rule("8.3", "may_muster", function (force, there, sp, most)
  local ctx = { force = force, there = there, sp = sp, most = most, room = rules.room_in(force) }
  refuse_if("SEQ", force.side ~= game.active, "{force} is not a force of the active side", ctx)
  refuse_if("4.3", not force.active, "{force} is not active", ctx)
  refuse_if("4.5", has_units(force.side.enemy, force.place, "force"), "the enemy is in {force.place}", ctx)
  refuse_if("8.3", sp < 1 or sp > most, "{there} has {most} SP to give", ctx)
  refuse_if("5.4", sp > ctx.room, "{force} may take in {room} SP more", ctx)
end)

local function nation_of(piece, force)
  return piece.nation ~= "" and piece.nation or force.nation
end

--- A force takes supplementary SP out of a fortress of its side, whatever their nation is; they keep
--- it. The printed garrison stays.
rule("8.3", "muster_garrison", function (force, sp)
  local fortress = own_place(force)
  refuse_if("8.3", not fortress, "{force} is at no fortress of its side", { force = force })
  sp = sp or math.min(fortress.extra, rules.room_in(force))
  rules.may_muster(force, fortress, sp, fortress.extra)
  fortress.extra = fortress.extra - sp
  rules.add_sp(force, sp, nation_of(fortress, force))
  note("8.3", "{force} takes in {sp} SP of {fortress}: {force.sp} SP",
    { force = force, sp = sp, fortress = fortress })
  if fortress.extra == 0 then
    fortress.nation = ""
    rules.leave_fortress(fortress, force)
  end
end)

--- A force takes in a line or a strongpoint of its side: the work is gone.
rule("8.3", "muster_work", function (force, kind)
  local work = force.place and having(rules.works_at(force.place, force.side), "type", kind)[1]
  refuse_if("8.3", not work, "{force} is at no {kind} of its side", { force = force, kind = kind })
  rules.may_muster(force, work, work.sp, work.sp)
  rules.add_sp(force, work.sp, nation_of(work, force))
  note("8.3", "{force} takes in {work}: {force.sp} SP", { force = force, work = work })
  eliminate(work)
end)

-- --- 4.9.3: a place changes hands -----------------------------------------------------------------

--- SP that forces leave in a place that they take: as many as its printed garrison (G40b), but not
--- their last one.
rule("4.9.3", "garrison_left", function (fortress, forces)
  if rules.class_of(fortress) == 0 then return 0 end
  return math.max(math.min(fortress.printed, rules.strength(forces) - 1), 0)
end)

--- A side takes a place: it controls it, leaves a garrison out of its forces, and scores. Trains and
--- magazines that stay there without protection are taken too (7.9).
rule("4.9.3", "take_fortress", function (fortress, side, forces)
  rules.leave_fortress(fortress)
  fortress.side, fortress.captured = side, game.turn
  rules.mark_taker(fortress, side, forces)                               -- 11.4
  fortress.intrinsic, fortress.extra, fortress.nation = 0, 0, ""
  fortress.besieged, fortress.blockaded = 0, false
  if forces then
    local left = rules.garrison_left(fortress, forces)
    if left > 0 then fortress.intrinsic = rules.take_sp(forces, left) end
  elseif rules.class_of(fortress) > 0 then
    fortress.intrinsic = fortress.printed
  end
  note("4.9.3", "{fortress} is {side} now, garrison {fortress.intrinsic}",
    { side = side, fortress = fortress })
  rules.score_place(side, fortress)                                      -- 9.1
  rules.overrun(side, fortress.place)                                    -- 7.9
end)

--- Forces that end their phase in an enemy place without a garrison, open city or fortress, take it.
rule("9.1", "occupy_places", function (side)
  local enemy = side.enemy
  for _, force in ipairs(all("force", { side = side })) do
    local place = force.place
    if place and has_units(enemy, place, "fortress") and not has_units(enemy, place, "force") then
      local fortress = rules.fortress_at(place)
      if rules.garrison(fortress) == 0 then
        rules.take_fortress(fortress, side, rules.forces_at(place, side))
      end
    end
  end
end)

-- --- FT.line, FT.strong: works --------------------------------------------------------------------

local NAMES = { line = "Line", strongpoint = "Strongpoint" }

--- What a work is called: after its hex, which has no other of its type.
rule("FT.line", "name_of_work", function (kind, place) return ("%s at %s"):format(NAMES[kind], place.label) end)

--- MP and SP that a work costs (G30).
rule("FT.line", "cost_of_work", function (kind)
  return charts.actions:at(kind), kind == "strongpoint" and option.strongpoint_sp or 1
end)

--- Whether a strongpoint of anybody is so near that no other may be built: in the hex or next to it.
rule("FT.strong", "strongpoint_near", function (place)
  local function one(at)
    return #having(units_at(at, "work"), "type", "strongpoint") > 0
  end
  if one(place) then return true end
  for _, near in ipairs(place.neighbours) do
    if one(near) then return true end
  end
  return false
end)

--- Refuses what needs an active force on the map with no enemy force around.
rule("4.4-acts", "may_work", function (force)
  local ctx = { force = force }
  refuse_if("4.4-acts", force.side ~= game.active, "{force} is not a force of the active side", ctx)
  refuse_if("4.4-acts", not force.place or force.place.box, "{force} is not on the map", ctx)
  refuse_if("4.1", not force.active, "{force} is not active", ctx)
  refuse_if("4.5", has_units(force.side.enemy, force.place, "force"), "the enemy is in {force.place}", ctx)
end)

--- Why a work may not be built where a force is: the rule and a text, or nil.
rule("FT.strong", "work_bar", function (force, kind)
  local place, side = force.place, force.side
  local _, sp = rules.cost_of_work(kind)
  if force.sp <= sp then return "FT.line", "{force} has not the {sp} SP to spare" end
  if has_units(side.enemy, place, "work") then return "FT.line", "there are works of the enemy in {place}" end
  if #having(rules.works_at(place, side), "type", kind) > 0 then
    return "FT.line", "there is a {kind} in {place}"
  end
  if kind == "line" then return nil end
  local fortress = rules.fortress_at(place)
  if fortress and rules.class_of(fortress) > 0 then
    return "FT.strong", "a strongpoint may not stand with a fortress"
  end
  if rules.strongpoint_near(place) then return "FT.strong", "there is a strongpoint next to {place}" end
  return nil
end)

--- Refuses a work where it may not be built.
rule("FT.strong", "may_build", function (force, kind)
  rules.may_work(force)
  local id, why = rules.work_bar(force, kind)
  if not id then return end
  local _, sp = rules.cost_of_work(kind)
  refuse_if(id, true, why, { force = force, place = force.place, kind = kind, sp = sp })
end)

--- A line or a strongpoint of SP of a force, where it is. Gives it.
rule("FT.line", "lay_work", function (force, kind)
  local _, sp = rules.cost_of_work(kind)
  rules.take_sp(force, sp)
  return create("work", { name = rules.name_of_work(kind, force.place), side = force.side, nation = force.nation,
    type = kind, place = force.place, sp = sp })
end)

--- A force builds a line or a strongpoint where it is. Gives it.
rule("FT.line", "build", function (force, kind)
  rules.may_build(force, kind)
  rules.pay(force, (rules.cost_of_work(kind)), kind == "line" and "FT.line" or "FT.strong", "a " .. kind)
  local work = rules.lay_work(force, kind)
  note("FT.line", "{force} builds a {kind} in {place} of {sp} SP",
    { force = force, kind = kind, place = work.place, sp = work.sp })
  return work
end)

-- --- FT.dismantle: open cities --------------------------------------------------------------------

--- MP for dismantling a fortress or restoring one (G31).
rule("FT.dismantle", "dismantle_cost", function () return option.dismantle_mp end)

-- Points for a place follow what it is when they are counted (9.0): where it changes, so do they.
local function rescore(fortress)
  local side = fortress.side
  if fortress.owner == side then return end
  rules.strike_place(side, fortress)
  rules.score_place(side, fortress)
end

--- Whether this is the turn after the capture of a fortress, in which alone it may be dismantled.
rule("FT.when", "just_captured", function (fortress)
  return fortress.captured > 0 and game.turn == fortress.captured + 1
end)

--- A force makes a fortress of its side an open city; the garrison joins it (8.3).
rule("FT.dismantle", "dismantle", function (force)
  rules.may_work(force)
  local fortress = own_place(force)
  local ctx = { force = force, fortress = fortress }
  refuse_if("FT.dismantle", not fortress or rules.class_of(fortress) == 0,
    "{force} is at no fortress of its side", ctx)
  refuse_if("FT.when", not rules.just_captured(fortress),
    "only in the turn after its capture may {fortress} be dismantled", ctx)
  ctx.sp, ctx.room = rules.garrison(fortress), rules.room_in(force)
  refuse_if("5.4", ctx.sp > ctx.room, "{force} cannot take in the garrison of {sp} SP", ctx)
  rules.pay(force, rules.dismantle_cost(), "FT.dismantle", "dismantling " .. fortress.name)
  rules.add_sp(force, fortress.intrinsic, force.nation)                  -- 8.3
  rules.add_sp(force, fortress.extra, nation_of(fortress, force))
  fortress.intrinsic, fortress.extra, fortress.nation, fortress.dismantled = 0, 0, "", true
  rules.leave_fortress(fortress, force)
  note("FT.dismantle", "{force} dismantles {fortress}; its garrison of {sp} SP joins it", ctx)
  rescore(fortress)
end)

--- A force makes a dismantled place of its side a fortress again, and leaves a garrison (G40b).
rule("FT.dismantle", "restore", function (force)
  rules.may_work(force)
  local fortress = own_place(force)
  refuse_if("FT.dismantle", not fortress or not fortress.dismantled,
    "{force} is at no dismantled fortress of its side", { force = force })
  rules.pay(force, rules.dismantle_cost(), "FT.dismantle", "restoring " .. fortress.name)
  fortress.dismantled = false
  fortress.intrinsic = rules.take_sp(force, rules.garrison_left(fortress, { force }))
  note("FT.dismantle", "{force} restores {fortress}, garrison {fortress.intrinsic}",
    { force = force, fortress = fortress })
  rescore(fortress)
end)

invariant("SG.leader who commands a garrison is in a place of his side", "leader", function (leader)
  local inside = leader.inside
  if (leader.post == "garrison") ~= (inside ~= nil) or inside and inside.side ~= leader.side then
    return ("%s commands no garrison of his side"):format(leader.name)
  end
end)

invariant("6.5 at most twice the printed garrison is added", "fortress", function (fortress)
  if rules.garrison(fortress) > 3 * fortress.printed then
    return ("%s has a garrison of %d SP"):format(fortress.name, rules.garrison(fortress))
  end
end)

local CLASS = { [0] = "open city", "fortress of the 1st class", "fortress of the 2nd class" }

sheet("fortress", function (fortress)
  local what = CLASS[rules.class_of(fortress)]
  if fortress.blockaded then what = what .. ", besieged" end
  if fortress.owner and fortress.owner ~= fortress.side then what = what .. ", taken" end    -- 9.0-own
  return ("%s, garrison %d of %d"):format(what, rules.garrison(fortress), fortress.printed)
end)

-- --- the commands ---------------------------------------------------------------------------------

local function active_forces() return all("force", { side = game.active, active = true }) end

-- The first argument of these commands: an active force for which f agrees.
local function force_for(f)
  return { name = "force", kind = "force", among = active_forces, fits = f,
    sample = function (_, below) return rules.any_of(active_forces(), f, below) end }
end

local function alone(force)
  return force.place ~= nil and not has_units(force.side.enemy, force.place, "force")
end

-- How many of a number there may be, as candidates.
local function up_to(most_of)
  local function from(args)
    local list = {}
    for n = 1, most_of(args) do list[n] = n end
    return list
  end
  local function sample(args, below)
    local most = most_of(args)
    return most > 0 and below(most) + 1 or nil
  end
  return from, sample
end

-- SP that a force can put into the fortress where it is.
local function most_left(args)
  local force = args.force
  local fortress = force and own_place(force)
  return fortress and math.min(rules.garrison_room(fortress), force.sp) or 0
end

local function can_garrison(force) return alone(force) and most_left { force = force } > 0 end

local left_from, left_sample = up_to(most_left)

command "garrison" {
  rule = "6.5", help = "puts SP of an active force into a fortress of its side, and with them a leader",
  phases = { "activity" },
  args = {
    force_for(can_garrison),
    { name = "sp", kind = "number", min = 1, help = "how many SP", from = left_from, sample = left_sample },
    { name = "leader", kind = "leader", keyword = "commander", optional = true, help = "who commands them",
      from = function (args)
        local force = args.force
        local leaders = force and rules.leaders_of(force) or {}
        return (#leaders > 1 or force and args.sp == force.sp) and leaders or {}
      end },
  },
  run = function (args) return rules.leave_garrison(args.force, args.sp, args.leader) end,
}

-- SP of the garrison that a force can take in.
local function most_mustered(args)
  local force = args.force
  local fortress = force and own_place(force)
  return fortress and math.min(fortress.extra, rules.room_in(force)) or 0
end

-- What a force can take in where it is.
local function to_muster(args)
  local list, force = {}, args.force
  if not force or not alone(force) then return list end
  if most_mustered(args) > 0 then list[1] = "garrison" end
  for _, work in ipairs(rules.works_at(force.place, force.side)) do
    if work.sp <= rules.room_in(force) then list[#list + 1] = work.type end
  end
  return list
end

local function most_of_garrison(args) return args.what == "garrison" and most_mustered(args) or 0 end
local mustered_from, mustered_sample = up_to(most_of_garrison)

command "muster" {
  rule = "8.3", help = "takes SP into an active force: added garrison, a line or a strongpoint",
  phases = { "activity" },
  args = {
    force_for(function (force) return #to_muster { force = force } > 0 end),
    { name = "what", kind = "word", values = { "garrison", "line", "strongpoint" }, from = to_muster },
    { name = "sp", kind = "number", min = 1, optional = true, help = "how many of a garrison; else all",
      from = mustered_from, sample = mustered_sample },
  },
  run = function (args)
    if args.what == "garrison" then return rules.muster_garrison(args.force, args.sp) end
    return rules.muster_work(args.force, args.what)
  end,
}

-- What a force can build where it is.
local function to_build(args)
  local list, force = {}, args.force
  if not force or not alone(force) or force.place.box then return list end
  local left = rules.movement_left(force)
  for _, kind in ipairs { "line", "strongpoint" } do
    if left >= charts.actions:at(kind) and not rules.work_bar(force, kind) then list[#list + 1] = kind end
  end
  return list
end

command "build" {
  rule = "FT.line", help = "builds a line (7 MP, 1 SP) or a strongpoint (8 MP) where an active force is",
  phases = { "activity" },
  args = {
    force_for(function (force) return #to_build { force = force } > 0 end),
    { name = "what", kind = "word", values = { "line", "strongpoint" }, from = to_build },
  },
  run = function (args) rules.build(args.force, args.what) end,
}

local function can_dismantle(force)
  local fortress = alone(force) and own_place(force)
  return fortress and rules.class_of(fortress) > 0 and rules.just_captured(fortress)
    and rules.movement_left(force) >= rules.dismantle_cost() or false
end

command "dismantle" {
  rule = "FT.dismantle", help = "makes a fortress an open city, in the turn after its capture",
  phases = { "activity" },
  args = { force_for(can_dismantle) },
  run = function (args) return rules.dismantle(args.force) end,
}

local function can_restore(force)
  local fortress = alone(force) and own_place(force)
  return fortress and fortress.dismantled and rules.movement_left(force) >= rules.dismantle_cost() or false
end

command "restore" {
  rule = "FT.dismantle", help = "makes a dismantled place a fortress again",
  phases = { "activity" },
  args = { force_for(can_restore) },
  run = function (args) return rules.restore(args.force) end,
}
