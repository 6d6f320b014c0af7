-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.8: everybody is deployed anew behind the fronts, and when both sides have been, leaders.

entity "force" { camp = place { hidden = true, help = "where it left the map (11.8)" } }
entity "train" { camp = place { hidden = true, help = "where it left the map (11.8)" } }

entity "leader" {
  bound = flag(false, { hidden = true, help = "drawn in this interphase: he stays (11.8-lead)" }),
}

local function acting_forces() return all("force", { side = game.actor }) end
local function acting_trains() return all("train", { side = game.actor }) end

--- Why a piece may not be deployed at a place: nil when it may. It is on its side's ground (11.3), and
--- the enemy is not there.
rule("11.8", "deploy_bar", function (side, place)
  if place.box then return "that is off the map" end
  if has_units(side.enemy, place, "force") or has_units(side.enemy, place, "work") then
    return "the enemy is in {place}"
  end
  if rules.front_holder(place) ~= side then return "{place} is not on its side of the front" end
  return nil
end)

local TOO_FEW_DUTCH = "fewer than 50 Dutch SP would be left in the Low Countries, Cologne and France"

--- A force or a train is deployed; `anyhow` when there is no place where the Dutch would stay as many.
rule("11.8", "deploy", function (piece, place, anyhow)
  local why = rules.deploy_bar(piece.side, place)
  refuse_if("11.8", why ~= nil, why or "", { piece = piece, place = place })
  refuse_if("13.5-50", not anyhow and piece.kind == "force" and rules.gives_up_home(piece, place), TOO_FEW_DUTCH, {})
  piece.place = place
  note("11.8", "{piece} at {place}", { piece = piece, place = place })
end)

--- A line or strongpoint where a force stands: no EP, but SP of the force (G30).
rule("11.8", "fortify", function (force, kind)
  local ctx = { force = force, place = force.place, kind = kind }
  refuse_if("11.8", not force.place or force.place.box, "{force} is not on the map", ctx)
  local id, why = rules.work_bar(force, kind)
  local _, sp = rules.cost_of_work(kind)
  ctx.sp = sp
  refuse_if(id or "FT.line", id ~= nil, why or "", ctx)
  note("11.8", "{force} lays a {kind} at {place}", ctx)
  return rules.lay_work(force, kind)
end)

--- A line or strongpoint is laid anew in another hex on its side of the front.
rule("11.8", "relocate", function (work, place)
  local ctx = { work = work, place = place, kind = work.type }
  local why = rules.deploy_bar(work.side, place)
  refuse_if("11.8", why ~= nil, why or "", ctx)
  refuse_if("13.5-50", rules.gives_up_home(work, place), TOO_FEW_DUTCH, {})
  work.place = nil                                                       -- it is not in its own way
  local id, bar = rules.work_bar({ side = work.side, place = place, sp = math.maxinteger }, work.type)
  refuse_if(id or "FT.line", id ~= nil, bar or "", ctx)
  work.place = place
  note("11.8", "{work} is now at {place}", ctx)
  work.name = rules.name_of_work(work.type, place)                        -- another may be laid where it was
end)

-- Whether SP of a work would leave the Dutch too few at home with a force; one off the map may yet come there.
local function takes_from_home(work, force) return force.place ~= nil and rules.gives_up_home(work, force.place) end

--- A line or strongpoint is given up; its SP go to a force.
rule("11.8", "lift", function (work, force)
  refuse_if("11.8", work.side ~= force.side, "{work} is the enemy's", { work = work })
  refuse_if("13.5-50", takes_from_home(work, force), TOO_FEW_DUTCH, {})
  refuse_if("5.4", work.sp > rules.room_in(force), "{force} has no room for them", { force = force })
  rules.add_sp(force, work.sp, work.nation ~= "" and work.nation or force.nation)   -- 8.3
  note("11.8", "{work} is given up; its {work.sp} SP go to {force}", { work = work, force = force })
  eliminate(work)
end)

--- Why a leader may not be sent to the pool or to another force, the number of a rule and words; nil
--- when he may: not a prince (13.8), not Ormonde under the Tories (11.10.5), nor anybody once the side has
--- drawn one, who stays himself.
rule("11.8-lead", "leader_bar", function (leader)
  if leader.bound then return "11.8-lead", "{leader} has been drawn in this interphase, and stays" end
  if leader.post ~= "force" and leader.post ~= "garrison" then return "11.8-lead", "{leader} has no command" end
  if not rules.may_be_changed(leader) then return "13.8", "{leader} leaves his post for nobody" end
  if game.tory and leader.name == "Ormonde" then
    return "11.10.5-12", "{leader} commands what is left of the British"
  end
  if #all("leader", { side = leader.side, bound = true }) > 0 then
    return "11.8-lead", "leaders have been drawn already: {leader} stays where he is"
  end
  return nil
end)

--- A leader goes back to the pool.
rule("11.8-lead", "dismiss", function (leader)
  local id, why = rules.leader_bar(leader)
  refuse_if(id or "11.8-lead", id ~= nil, why or "", { leader = leader })
  leader.inside = nil
  rules.to_pool(leader)
  note("11.8-lead", "{leader} goes to the pool", { leader = leader })
end)

--- A leader goes to another force, which he may lead.
rule("11.8-lead", "assign", function (leader, force)
  local ctx = { leader = leader, force = force }
  local id, why = rules.leader_bar(leader)
  refuse_if(id or "11.8-lead", id ~= nil, why or "", ctx)
  refuse_if("11.8-lead", leader.force == force, "{leader} is with {force} already", ctx)
  refuse_if("8.1-lead", not rules.may_lead(leader.nation, force),
    "{leader} may not lead {force}: it has leaders of its own nation", ctx)
  leader.post, leader.force, leader.inside, leader.relief = "force", force, nil, 0
  force.lost_leader = math.max(force.lost_leader - 1, 0)
  note("11.8-lead", "{leader} goes to {force}", ctx)
end)

--- A force without a leader is named, and one is drawn blind for it, who stays.
rule("11.8-lead", "appoint", function (force)
  refuse_if("11.8-lead", #rules.leaders_of(force) > 0, "{force} has a leader", { force = force })
  local leader = rules.draw_leader(force)                                -- 5.1-pool
  refuse_if("11.8-lead", not leader, "the pool of {force} is empty", { force = force })
  leader.bound, force.lost_leader = true, 0
  return leader
end)

--- Places of a side where anything can be deployed: its fortresses and open cities.
rule("11.8", "havens", function (side)
  local list = {}
  for _, fortress in ipairs(all "fortress") do
    if not rules.deploy_bar(side, fortress.place) then list[#list + 1] = fortress.place end
  end
  return list
end)

--- Where a piece comes when its owner says nothing: near to where it left the map, where it finds fodder.
rule("11.8", "usual_place", function (piece, havens)
  local sp, best, least = rules.counts_as(piece), nil, nil
  for _, place in ipairs(havens) do
    local fed = rules.stacked(place, piece.side) + sp <= rules.limit_of(rules.fodder(place), true)
    local distance = (piece.camp and map.distance(piece.camp, place) or 0) + (fed and 0 or 1000)
    if not least or distance < least then best, least = place, distance end
  end
  return best
end)

-- The havens where a piece may be deployed (13.5-50), or all where there is no such one.
local function open_to(piece, havens)
  if piece.kind ~= "force" then return havens end
  local list = {}
  for _, place in ipairs(havens) do
    if not rules.gives_up_home(piece, place) then list[#list + 1] = place end
  end
  return #list > 0 and list or havens
end

--- The redeployment of a side ends: who is off the map still comes to a place of its owner's choice, and
--- each army has a primary magazine within reach, in its own hex where it had none.
rule("11.8", "end_redeployment", function ()
  local side = game.actor
  local havens = rules.havens(side)
  for _, kind in ipairs { "force", "train" } do
    for _, piece in ipairs(all(kind, { side = side })) do
      local from = not piece.place and open_to(piece, havens) or {}
      if #from > 0 then
        local place = choose { by = side, rule = "11.8", kind = "place", from = from,
          default = rules.usual_place(piece, from), ask = ("Where is %s deployed?"):format(piece.name) }
        rules.deploy(piece, place, true)
      end
    end
  end
  rules.lay_winter_magazines(side)
end)

--- Magazines for the spring (ours): an army whose primary magazine is out of reach has it where it is.
rule("11.8", "lay_winter_magazines", function (side)
  for _, army in ipairs(all("force", { side = side, size = "army" })) do
    if army.place and not army.place.box and not rules.supplied(army, "primary") then
      for _, magazine in ipairs(rules.magazines_of(army)) do eliminate(magazine) end
      rules.create_magazine(army, army.place, "primary")
      note("11.8", "{army} has its primary magazine at {place}", { army = army, place = army.place })
    end
  end
end)

local REDEPLOY, LEADERS = { "redeploy_first", "redeploy_second" }, { "leaders_first", "leaders_second" }

-- A place for random players: a haven, or a hex next to one.
local function somewhere(_, below)
  local havens = all("fortress", { side = game.actor })
  if #havens == 0 then return nil end
  local place = havens[below(#havens) + 1].place
  if below(2) == 1 then place = place.neighbours[below(#place.neighbours) + 1] end
  return place and not rules.deploy_bar(game.actor, place) and place or nil
end

local function to_hex()
  return { name = "to", kind = "place", keyword = "to", help = "a hex on your side of the front",
    among = function () return map.hexes end,
    fits = function (place) return not rules.deploy_bar(game.actor, place) end, sample = somewhere }
end

command "deploy" {
  rule = "11.8", help = "puts a force into any hex on its side of the front", phases = REDEPLOY,
  args = { { name = "force", kind = "force", from = acting_forces }, to_hex() },
  run = function (args)
    refuse_if("11.8", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.deploy(args.force, args.to)
  end,
}

command "station" {
  rule = "11.8", help = "puts a siege train into any hex on its side of the front", phases = REDEPLOY,
  args = { { name = "train", kind = "train", from = acting_trains }, to_hex() },
  run = function (args)
    refuse_if("11.8", args.train.side ~= game.actor, "{train} is not yours", args)
    rules.deploy(args.train, args.to)
  end,
}

local function layable(force)
  local list = {}
  if not force or not force.place or force.place.box then return list end
  for _, kind in ipairs { "line", "strongpoint" } do
    if not rules.work_bar(force, kind) then list[#list + 1] = kind end
  end
  return list
end

command "fortify" {
  rule = "11.8", help = "lays a line or strongpoint where a force is deployed, for SP of it", phases = REDEPLOY,
  args = {
    { name = "force", kind = "force", among = acting_forces, fits = function (force) return #layable(force) > 0 end },
    { name = "what", kind = "word", values = { "line", "strongpoint" },
      from = function (args) return layable(args.force) end },
  },
  run = function (args)
    refuse_if("11.8", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.fortify(args.force, args.what)
  end,
}

local function acting_works() return all("work", { side = game.actor }) end

command "relocate" {
  rule = "11.8", help = "lays a line or strongpoint anew in another hex on its side of the front", phases = REDEPLOY,
  args = {
    { name = "work", kind = "work", from = acting_works },
    to_hex(),
  },
  run = function (args)
    refuse_if("11.8", args.work.side ~= game.actor, "{work} is not yours", args)
    rules.relocate(args.work, args.to)
  end,
}

command "lift" {
  rule = "11.8", help = "gives up a line or strongpoint; its SP go to a force", phases = REDEPLOY,
  args = {
    { name = "work", kind = "work", from = acting_works },
    { name = "force", kind = "force", keyword = "into",
      from = function (args)
        local list = {}
        for _, force in ipairs(acting_forces()) do
          if args.work and rules.room_in(force) >= args.work.sp and not takes_from_home(args.work, force) then
            list[#list + 1] = force
          end
        end
        return list
      end },
  },
  run = function (args)
    refuse_if("11.8", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.lift(args.work, args.force)
  end,
}

local function acting_leaders() return all("leader", { side = game.actor }) end
local function may_go(leader) return rules.leader_bar(leader) == nil end

command "dismiss" {
  rule = "11.8-lead", help = "sends a leader back to the pool, before any is drawn", phases = LEADERS,
  args = { { name = "leader", kind = "leader", among = acting_leaders,
    fits = may_go } },
  run = function (args)
    refuse_if("11.8-lead", args.leader.side ~= game.actor, "{leader} is not yours", args)
    rules.dismiss(args.leader)
  end,
}

-- The forces that a leader can go to.
local function forces_for(leader)
  local list = {}
  for _, force in ipairs(leader and acting_forces() or {}) do
    if force ~= leader.force and rules.may_lead(leader.nation, force) then list[#list + 1] = force end
  end
  return list
end

command "assign" {
  rule = "11.8-lead", help = "sends a leader to another force, before any is drawn", phases = LEADERS,
  args = {
    { name = "leader", kind = "leader", among = acting_leaders,
      fits = function (leader) return may_go(leader) and #forces_for(leader) > 0 end },
    { name = "force", kind = "force", keyword = "to", from = function (args) return forces_for(args.leader) end },
  },
  run = function (args)
    refuse_if("11.8-lead", args.leader.side ~= game.actor, "{leader} is not yours", args)
    refuse_if("11.8-lead", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.assign(args.leader, args.force)
  end,
}

command "appoint" {
  rule = "11.8-lead", help = "draws a leader blind for a force that has none; he stays", phases = LEADERS,
  args = { { name = "force", kind = "force", among = acting_forces,
    fits = function (force) return #rules.leaders_of(force) == 0 and #rules.pool_of(force) > 0 end } },
  run = function (args)
    refuse_if("11.8-lead", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.appoint(args.force)
  end,
}
