-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ.react, INT, 4.7, 13.9: what the other player does in a player's Activity Phase: he
-- intercepts forces that move, and evades those that attack.
--
-- A group is a list of forces that act together, the leading one first. Interceptors are declared by
-- their leading forces; those that acted together in their own phase come together (5.2-join). What
-- goes on after the dice are rules of their own, so that odds can join branches that meet.

-- --- INT.cost, G34: what reactions cost -----------------------------------------------------------

--- MP that a group may still spend ahead, `most` at the utmost (G34).
rule("4.2-save", "credit", function (forces, most)
  while most > 0 and not rules.can_owe(forces, most) do most = most - 1 end
  return most
end)

--- Spends MP of this turn first, then of the next (4.7-active); a group that is not active has only
--- the next.
rule("4.7-active", "pay_or_owe", function (forces, mp, id, reason)
  local now = 0
  if forces[1].side == game.active then now = math.min(rules.movement_left(forces), mp) end
  if now > 0 then rules.pay(forces, now, id, reason) end
  if mp > now then rules.owe(forces, mp - now, id, reason) end
end)

--- Whether a group activates for a reaction. Reactions are not limited in number (G63).
rule("SEQ.react", "reacts", function (forces, purpose, place)
  if option.joint_activation == "each" then return rules.each_activates(forces, purpose, place) end    -- G64
  return rules.activates(forces, purpose, place)                         -- 4.1
end)

--- SP of a group as far as a side knows: what it reckons an enemy with whose strength is hidden. Usual
-- answers are weighed by it.
rule("13.1", "reckoned_strength", function (side, forces)
  local sp = 0
  for i = 1, #forces do
    local force = forces[i]
    sp = sp + (rules.knows_strength(side, force) and force.sp or rules.usual_strength(force))
  end
  return sp
end)

-- --- INT.range: who may intercept -----------------------------------------------------------------

-- Whether a force stands for its group: it leads it, or is alone.
local function leads(force)
  return not force.joined or force.joined.place ~= force.place
end

--- Whether a place is in range of a group, and what it would owe for the way, and for `action` on top,
--- within its next turn (G34); and no politics keep it away (11.10).
rule("INT.range", "can_react", function (forces, place, range, action)
  if rules.closed_to_reaction(forces, place) then return false end
  local mp = rules.distance_mp(forces, forces[1].place, place, range)
  return mp ~= nil and rules.can_owe(forces, mp + action)
end)

-- The leading forces of a side that are near enough to a place and could pay.
local function in_range(side, place, range, action)
  local list = {}
  for _, force in ipairs(map.near(all("force", { side = side }), place, range)) do
    if leads(force) and rules.can_react(rules.acting(force), place, range, action) then list[#list + 1] = force end
  end
  return list
end

--- Forces of a side that may try to intercept at a place: within 4 MP of it, with a leader (5.1-lead),
--- and able to owe the way and the battle (G34). Of those that act together the leading one.
rule("INT.range", "possible_interceptors", function (side, place)
  if place.box then return {} end
  local list = {}
  for _, force in ipairs(in_range(side, place, charts.ranges:at "interception", charts.actions:at "battle")) do
    if rules.all_led(rules.acting(force)) then list[#list + 1] = force end
  end
  return list
end)

--- Forces of a side that an enemy wakes who enters a line or strongpoint: within 4 MP, in whatever
--- direction (4.6.8). Those in the hex itself need no leader for it.
rule("INT.line", "line_responders", function (side, place)
  local list = {}
  for _, force in ipairs(in_range(side, place, charts.ranges:at "line", 0)) do
    if force.place == place or rules.all_led(rules.acting(force)) then list[#list + 1] = force end
  end
  return list
end)

--- Whether interceptors need no roll at a place: with 13.9 in a fortress hex of their side; with the
--- other reading of G32 in any line.
rule("13.9", "automatic_interception", function (side, place)
  if option.fortress_response then
    for _, fortress in ipairs(units_of(side, place, "fortress")) do
      if rules.class_of(fortress) > 0 then return true end
    end
  end
  return option.line_response == "any" and #rules.works_at(place) > 0    -- INT.line
end)

-- --- INT.declare: which forces try ----------------------------------------------------------------

-- What a commander usually does: forces at least as strong as the one that moves try; one that it comes
-- to lets itself be attacked.
local function usual_interceptors(candidates, target, place)
  local list, sp = {}, rules.reckoned_strength(target[1].side.enemy, target)
  for _, force in ipairs(candidates) do
    if force.place ~= place and rules.strength(rules.acting(force)) >= sp then list[#list + 1] = force end
  end
  return list
end

--- The other player says which forces try to intercept, all of them before anything is rolled; who is
--- not named here may be at a later hex.
rule("INT.declare", "declare_interceptors", function (forces, place, candidates)
  return choose { by = forces[1].side.enemy, rule = "INT.declare", kind = "some", from = candidates, min = 0,
    default = usual_interceptors(candidates, forces, place),
    ask = ("Who intercepts %s in %s?"):format(forces[1].name, place.name) }
end)

--- After each hex that a force of the active side enters, the other player may intercept it there
--- (INT.repeat: again at each further one). Where it enters a line or a strongpoint of his, that is
--- answered by the rule for those (4.6.8). Gives "none" when the move goes on, "fought", or "evaded".
rule("INT.declare", "offer_interception", function (forces, place)
  local enemy = forces[1].side.enemy
  if has_units(enemy, place, "work") then return "none" end              -- INT.line
  local candidates = rules.possible_interceptors(enemy, place)           -- INT.range
  if #candidates == 0 then return "none" end
  local declared = rules.declare_interceptors(forces, place, candidates)
  if #declared == 0 then return "none" end
  note("INT.declare", "{declared} {declared:tries|try} to intercept {forces} in {place}",
    { declared = declared, forces = forces, place = place })
  return stage("INT.declare", rules.try_to_intercept, forces, declared, place)
end)

--- Each of those named rolls to activate, or needs no roll (13.9). Who succeeds is committed, even
--- where others fail.
rule("INT.declare", "try_to_intercept", function (forces, declared, place)
  local committed = {}
  local automatic = rules.automatic_interception(declared[1].side, place)
  for _, force in ipairs(declared) do
    local group = rules.acting(force)
    if automatic or rules.reacts(group, "intercept", place) then
      for _, one in ipairs(group) do committed[#committed + 1] = one end
    end
  end
  if #committed == 0 then
    report("interception", "failed")
    return "none"
  end
  return stage("INT.cost", rules.intercept, forces, committed, place)
end)

-- --- INT.cost, INT.evade: the interception --------------------------------------------------------

outcomes("interception", { "fought", "evaded", "failed" })

--- Interceptors fight as one force, or under the switch (G70) each group by itself, the strongest first: a
--- list of lists.
rule("INT.cost", "fight_together", function (interceptors)
  if option.interceptors == "together" then return { interceptors } end
  local groups, seen = {}, {}
  for _, force in ipairs(interceptors) do
    if not seen[force] then
      local group = rules.acting(force)
      for _, one in ipairs(group) do seen[one] = true end
      groups[#groups + 1] = group
    end
  end
  table.sort(groups, function (a, b)
    if rules.strength(a) ~= rules.strength(b) then return rules.strength(a) > rules.strength(b) end
    return a[1].id < b[1].id
  end)
  return groups
end)

-- Those of a moving group who are still where they were met.
local function still_at(forces, place)
  local left = {}
  for i = 1, #forces do
    if forces[i].alive and forces[i].place == place then left[#left + 1] = forces[i] end
  end
  return left
end

--- Interceptors are on their way: the battle is owed from their next turn, whether it comes to it or
--- not. Those they mean to meet may evade; then they stay where they are (G33), and may try again
--- where the evasion ends. Else they come, and fight.
rule("INT.evade", "intercept", function (forces, interceptors, place)
  rules.owe(interceptors, charts.actions:at "battle", "INT.cost", "battle")
  if rules.evade(forces, interceptors) then                              -- 4.7-active
    return rules.evaded(forces)
  end
  report("interception", "fought")
  local side = forces[1].side
  for _, those in ipairs(rules.fight_together(interceptors)) do          -- G70
    local over = rules.come(those, place, forces)                        -- INT.cost
    local result = rules.interception_battle(those, forces, over)        -- G33
    if result.outcome == "evaded" then return rules.evaded(forces) end   -- 4.6.1
    forces = still_at(forces, place)
    if #forces == 0 or result.routed == side then break end
  end
  return "fought"
end)

--- A moving group has evaded: where it stands now it may be intercepted again.
rule("INT.repeat", "evaded", function (forces)
  report("interception", "evaded")
  local what = rules.offer_interception(forces, forces[1].place)
  return what == "none" and "evaded" or what
end)

--- The battle of an interception: the interceptor attacks, so what he crosses counts against him; or
--- with the other reading of G33 he defends. Everybody of the other side in the hex is in it.
rule("INT.range", "interception_battle", function (interceptors, forces, over)
  local group = {}
  for i = 1, #forces do group[i] = forces[i] end
  for _, other in ipairs(rules.forces_at(forces[1].place, forces[1].side)) do
    local there = false
    for i = 1, #forces do there = there or forces[i] == other end
    if not there then group[#group + 1] = other end
  end
  if option.interceptor == "defends" then
    return rules.battle(group, interceptors, { over = forces[1].over, paid = true, committed = true })
  end
  local met = forces[1].entered ~= nil                                   -- enemies were there before
  local result = rules.battle(interceptors, group, { intercepting = true, paid = true,
    over = rules.ground(over, forces[1].place, forces[1].side) })        -- 4.6.7, works of the mover too
  for i = 1, #forces do                                                  -- to whom the enemy came is across
    if forces[i].alive and not met then forces[i].over = "" end
  end
  return result
end)

--- Forces come to a place, each by its cheapest way, which it owes from its next turn (INT.cost); the
--- strongest leads them. Gives what that one crosses on entering: several that arrive together fight as
--- one force, and the ground of the strongest is theirs (G70). Those who moved there are not kept in a
--- hex to which the enemy came.
rule("INT.cost", "come", function (interceptors, place, forces)
  local side = interceptors[1].side
  if not has_units(side, place, "force") then
    for i = 1, #forces do forces[i].entered = nil end
  end
  table.sort(interceptors, function (a, b)
    if a.sp ~= b.sp then return a.sp > b.sp end
    return a.id < b.id
  end)
  local ways, over = {}, nil
  for i, force in ipairs(interceptors) do                                -- 4.4.1: as a group, before any has gone
    ways[i] = force.place ~= place and rules.way_to(rules.acting(force), place) or nil
  end
  for i, force in ipairs(interceptors) do
    local crossed = rules.come_to(force, place, ways[i])
    over = over or crossed
  end
  return over
end)

--- One force goes to a place in reaction, by a way that its group can go, and owes it. Magazines that stand
--- alone on it are destroyed (7.9). Gives what it crosses on entering.
rule("INT.cost", "come_to", function (force, place, way)
  if not way then return "" end
  rules.owe(force, way.cost, "INT.cost", "the way to " .. place.name)
  for i = 2, #way - 1 do rules.overrun(force.side, way[i]) end           -- 7.9
  force.place, force.over, force.entered = place, "", nil
  rules.leave_to_enemy(force.side, way[1])
  note("INT.cost", "{force} comes to {place} for {way.tally}", { force = force, place = place, way = way })
  return rules.crossing(way[#way - 1], place)
end)

-- --- 4.7: evading ---------------------------------------------------------------------------------

--- MP that a group has for evading, up to its full allowance: what is left of this turn's in its own
--- phase, and what it may owe of the next (4.7-active, G34).
rule("4.7", "evading_mp", function (forces)
  local full = charts.allowance:at("force", game.winter and "winter" or "season")
  local mp = rules.credit(forces, full)
  if forces[1].side == game.active then mp = mp + rules.movement_left(forces) end
  return math.min(mp, full)
end)

-- Places of a side's pieces of one kind near a place, for which f agrees.
local function places_near(kind, side, from, most, f)
  local list = {}
  for _, piece in ipairs(map.near(all(kind, { side = side }), from, most)) do
    if f(piece, piece.place) then list[#list + 1] = piece.place end
  end
  return list
end

--- Whether a place holds a fortress under siege, which evaders may enter though the enemy is there.
rule("4.7", "under_siege", function (place)
  local fortress = rules.fortress_at(place)
  return fortress ~= nil and fortress.blockaded
end)

--- Whether a hex is closed to a group that evades: forces, garrisons or works of the enemy are in it,
--- and it is no fortress under siege.
rule("4.7", "closed_to_evaders", function (side, place)
  local enemy = side.enemy
  return (has_units(enemy, place, "force") or has_units(enemy, place, "work")
    or rules.hostile_fortress(side, place) ~= nil) and not rules.under_siege(place)
end)

--- All places to which a group may evade for at most so many MP, as reach gives them: around the
--- enemy, and not on from a fortress under siege where his forces are.
rule("4.7", "evasions", function (forces, most)
  local side, from = forces[1].side, forces[1].place
  local enemy = side.enemy
  local function closed(_, place) return place ~= from and rules.closed_to_evaders(side, place) end
  local blocked = places_near("force", enemy, from, most, closed)
  for _, kind in ipairs { "fortress", "work" } do
    for _, place in ipairs(places_near(kind, enemy, from, most, closed)) do blocked[#blocked + 1] = place end
  end
  local stop = places_near("force", enemy, from, most, function (_, place) return place ~= from end)
  local leave = places_near("fortress", enemy, from, most, function (fortress) return rules.garrison(fortress) > 0 end)
  return rules.all_ways(forces, from, most, { blocked = blocked, stop = stop, leave = leave })
end)

--- Where an evading group may go for at most so many MP, the cheapest places first.
rule("4.7", "evade_places", function (forces, most)
  local list, from = {}, forces[1].place
  if most < 1 or from.box then return list end
  if option.leaderless == "bound" and #rules.commanders(forces) == 0 then return list end            -- G16
  local politics = game.up_neutral or game.tory
  for place in rules.evasions(forces, most):each() do
    if place ~= from and not place.box and not (politics and rules.closed_country(forces, place)) then
      list[#list + 1] = place
    end
  end
  return list
end)

-- Where evaders usually go: not far, and from there away from the enemy. `places` by rising cost.
local function usual_refuge(places, from)
  local best, distance
  for i = 1, math.min(#places, 6) do
    local there = map.distance(places[i], from)
    if not best or there > distance then best, distance = places[i], there end
  end
  return best
end

--- A group goes away from its attackers: its player says where, and it pays (4.7-active) or owes the way.
rule("4.7", "move_away", function (forces, attackers, places)
  local first, from = forces[1], forces[1].place
  local to = choose { by = first.side, rule = "4.7", kind = "place", from = places,
    default = usual_refuge(places, attackers[1].place),
    ask = ("Where does %s go from %s?"):format(first.name, from.name) }
  local way = rules.evasions(forces, rules.evading_mp(forces)):route(to)
  rules.pay_or_owe(forces, way.cost, "4.7", "evading")
  for i = 1, #forces do forces[i].place, forces[i].over, forces[i].entered = to, "", nil end
  note("4.7", "{forces} {forces:evades|evade} from {from} to {to} for {way.tally}",
    { forces = forces, from = from, to = to, way = way })
  for i = 2, #way do rules.overrun(first.side, way[i]) end               -- 7.9
  rules.leave_to_enemy(first.side, from)
end)

--- A group that is about to be attacked may evade: its player is asked, it activates (`free`: without a
--- roll), and goes. Gives whether it did.
rule("4.7", "evade", function (forces, attackers, free)
  local places = rules.evade_places(forces, rules.evading_mp(forces))
  if #places == 0 then return false end
  local weak = 2 * rules.reckoned_strength(forces[1].side, attackers) > 3 * rules.strength(forces)
  if not choose { by = forces[1].side, rule = "4.7", kind = "yesno", default = weak,
    ask = ("Does %s evade?"):format(forces[1].name) } then return false end
  if not free and not rules.reacts(forces, "evade") then return false end
  rules.move_away(forces, attackers, places)
  return true
end)

-- --- what is asked at the prompt ------------------------------------------------------------------

--- Where a group could come in reaction while others move: all places within a range, as reach gives
--- them. Forces of the other side stop it, but for those that move, who are gone from where they stand.
rule("INT.range", "reaction_reach", function (group, range, movers)
  local side, from = group[1].side, group[1].place
  local function stays(force)
    for i = 1, #movers do
      if movers[i] == force then return false end
    end
    return true
  end
  return rules.all_ways(group, from, range, {
    stop = places_near("force", side.enemy, from, range, stays),
    leave = places_near("fortress", side.enemy, from, range,
      function (fortress) return rules.garrison(fortress) > 0 end) })
end)

-- How many of the 36 throws of 2d6 activate a group.
local function ways_to_activate(group, place)
  local av, ways = rules.activation_value(group, "intercept", place).total, 0
  for sum = 2, 12 do
    if rules.activation_table(av):at(av, sum) then ways = ways + 6 - math.abs(7 - sum) end
  end
  return av, ways
end

-- The hexes of the movers' reach to which a group could come: a list of lists by MP, all of them, and
-- those where it needs no roll.
local function places_of_reaction(group, forces, reached)
  local range = math.max(charts.ranges:at "interception", charts.ranges:at "line")
  local by_mp, places, automatic = {}, {}, {}
  local leader = rules.all_led(group)
  for place, mp in rules.reaction_reach(group, range, forces):each() do
    if not place.box and reached[place] then
      local line = has_units(group[1].side, place, "work")
      local able = (leader or line and place == group[1].place)
        and mp <= charts.ranges:at(line and "line" or "interception")
        and rules.can_owe(group, mp + (line and 0 or charts.actions:at "battle"))
        and not rules.closed_to_reaction(group, place)
      if able then
        by_mp[mp] = by_mp[mp] or {}
        table.insert(by_mp[mp], place.name)
        places[#places + 1] = place
        if line or rules.automatic_interception(group[1].side, place) then automatic[#automatic + 1] = place.name end
      end
    end
  end
  return by_mp, places, automatic
end

--- Who could react to a force, or a group, if it moved: texts, and the places.
rule("INT.range", "reactions_to", function (forces)
  local first, texts, marks, marked = forces[1], {}, {}, {}
  local left = rules.movement_left(forces)
  local reached, hexes = {}, rules.places_in_reach(forces)
  for _, one in ipairs(hexes) do reached[one.place] = true end
  for _, force in ipairs(all("force", { side = first.side.enemy })) do
    if force.place and not force.place.box and leads(force) then
      local group = rules.acting(force)
      local by_mp, places, automatic = places_of_reaction(group, forces, reached)
      if #places > 0 then
        local av, ways = ways_to_activate(group, places[1])
        texts[#texts + 1] = ("%s in %s, AV %d, activates on %d of 36:"):format(force.name, force.place.name, av, ways)
        for mp = 0, 8 do
          if by_mp[mp] then texts[#texts + 1] = ("  %d MP: %s"):format(mp, table.concat(by_mp[mp], ", ")) end
        end
        if #automatic > 0 then texts[#texts + 1] = "  without a roll: " .. table.concat(automatic, ", ") end
        for _, place in ipairs(places) do
          if not marked[place] then
            marked[place] = true
            marks[#marks + 1] = place
          end
        end
      end
    end
  end
  local head = ("%s in %s, %d MP: nobody could react"):format(first.name, first.place.name, left)
  if #marks > 0 then
    head = ("%s in %s, %d MP: of its %d hexes the enemy could react in %d"):format(first.name, first.place.name,
      left, #hexes, #marks)
  end
  table.insert(texts, 1, head)
  return texts, marks
end)

inquiry "intercepts" {
  rule = "INT.range", help = "who could react to a force, at which hexes of its reach and for how many MP",
  args = { { name = "force", kind = "force", help = "the force that would move" } },
  run = function (args)
    local force = args.force
    if not force.place or force.place.box then return force.name .. " is not on the map" end
    local texts, marks = rules.reactions_to(rules.acting(force))
    return texts, marks, "where " .. force.name .. " may be intercepted"
  end,
}
