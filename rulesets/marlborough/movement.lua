-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.2, 4.4, 4.5: what steps cost and where they lead, movement points, what may be entered, steps. The
-- moves made of them are in moving.lua.
--
-- Forces that act together (5.2-join) move as one group: a list of forces, the leading one first.
-- Siege trains move alone. Functions that look only take a piece or a list of them.

local function as_list(pieces)
  return pieces.alive ~= nil and { pieces } or pieces
end

-- --- 4.2: what steps cost -------------------------------------------------------------------------

local T = charts.terrain

-- What a mover pays: rivers as G23 and G24 have them, estuaries if it may cross them (4.4.1).
local function mover(minor, major, estuary)
  local function at(key) return function () return T:at(key) end end
  local other = at "other"
  return {
    enter = { clear = at "clear", rough = at "rough", fertile = other, good = other, average = other,
      wood = other, town = other, marsh = other, hill = other },
    across = { minor = minor and at "minor" or 0, major = "no",
      estuary = not estuary and "no" or major and at "major" or 0 },
    instead = { bridge = major and at "major" or 0 },
    leave = function () return charts.actions:at "leave" end,            -- 4.4-acts
  }
end

-- The kinds of movers: land or sea, then the MP of a minor and of a major river.
local costs = movement_costs {
  rule = "4.2-cost", title = "Movement costs",
  land11 = mover(true,  true,  false), sea11 = mover(true,  true,  true),
  land10 = mover(true,  false, false), sea10 = mover(true,  false, true),
  land01 = mover(false, true,  false), sea01 = mover(false, true,  true),
  land00 = mover(false, false, false), sea00 = mover(false, false, true),
}

local SEAFARING = { british = true, dutch = true }
local MOST_AFLOAT = 50                                     -- 4.4.1: SP at a time in one hex

--- Whether a group may cross estuaries and channels: British and Dutch alone, and 50 SP at most.
rule("4.4.1", "may_ferry", function (pieces)
  local sp = 0
  for _, piece in ipairs(as_list(pieces)) do
    if not SEAFARING[piece.nation] then return false end
    sp = sp + (piece.kind == "force" and piece.sp or 0)
  end
  return sp <= MOST_AFLOAT
end)

local KINDS = {
  [true]  = { { [0] = "sea10", "sea11" }, [0] = { [0] = "sea00", "sea01" } },
  [false] = { { [0] = "land10", "land11" }, [0] = { [0] = "land00", "land01" } },
}

local function kind_of(pieces)
  return KINDS[rules.may_ferry(pieces)][option.minor_river][option.major_river]
end

--- MP for one step, a tally; or nil, and why it cannot be made.
rule("4.2-cost", "step_cost", function (pieces, from, to)
  if not map.adjacent(from, to) then return nil, "they do not touch" end
  local between, cost = map.side(from, to) or {}, tally("MP")
  if to:has "rough" then
    cost:add(T:at "rough", "4.2-cost", "into rough ground")
  else
    cost:add(T:at "clear", "4.2-cost", "into the hex")
  end
  if between.bridge then
    cost:add(option.major_river * T:at "major", "4.2-cost", "by a bridge")
  elseif between.major then
    return nil, "no bridge leads over the river"
  elseif between.estuary then
    if not rules.may_ferry(pieces) then                                  -- 4.4.1
      return nil, "only British and Dutch cross an estuary, at most 50 SP"
    end
    cost:add(option.major_river * T:at "major", "4.4.1", "over an estuary")
  elseif between.minor then
    cost:add(option.minor_river * T:at "minor", "4.2-cost", "over a minor river")
  end
  local side = as_list(pieces)[1].side
  if has_units(side.enemy, from, "fortress") and rules.hostile_fortress(side, from) then
    cost:add(charts.actions:at "leave", "4.4-acts", "out of the hex of an enemy fortress")
  end
  return cost
end)

-- --- 4.2: where moves lead ------------------------------------------------------------------------

-- Places within `most` hexes of `from`, or with any number.
local function is_near(place, from, most)
  if not place then return false end
  if not most or place.box or from.box then return true end
  return map.distance(place, from) <= most
end

-- Pieces of a side that stand near a place: within `most` hexes, or in a box.
local function pieces_near(kind, side, from, most)
  local list = all(kind, { side = side })
  if not most or from.box then return list end
  local near = map.near(list, from, most)
  for _, box in ipairs(map.boxes) do
    for _, piece in ipairs(units_of(side, box, kind)) do near[#near + 1] = piece end
  end
  return near
end

-- Places of a side's forces near a place.
local function places_of(side, from, most)
  local places, n = {}, 0
  for _, force in ipairs(pieces_near("force", side, from, most)) do
    if force.place then
      n = n + 1
      places[n] = force.place
    end
  end
  return places
end

-- Places that cost more to leave (4.4-acts).
local function fortresses_of(side, from, most)
  local places, n = {}, 0
  for _, fortress in ipairs(pieces_near("fortress", side, from, most)) do
    if fortress.intrinsic + fortress.extra > 0 then
      n = n + 1
      places[n] = fortress.place
    end
  end
  return places
end

--- The places within so many MP of a piece (or of `from`): enemy forces block; with `may_fight` a
--- move may end where they are.
rule("4.2-cost", "within", function (pieces, most, from, may_fight)
  local first = as_list(pieces)[1]
  local enemy, start = first.side.enemy, from or first.place
  local marks = { leave = fortresses_of(enemy, start, most) }
  marks[may_fight and "stop" or "blocked"] = places_of(enemy, start, most)
  return reach(costs, kind_of(pieces), start, most, marks)
end)

-- Whether the way to a place leads out of an enemy fortress.
local function leaves_fortress(set, to, enemy)
  local way = set:route(to)
  for i = 1, #way - 1 do
    if has_units(enemy, way[i], "fortress") then return true end
  end
  return false
end

--- MP by the cheapest way, or nil when it is farther than `most`. Hexes with enemy forces may be its
--- end, but are not passed.
rule("4.2-cost", "distance_mp", function (pieces, from, to, most)
  if from == to then return 0 end
  if not is_near(to, from, most) then return nil end                     -- a hex costs 1 MP at least
  local enemy = as_list(pieces)[1].side.enemy
  local marks = { stop = places_of(enemy, from, most) }
  local set = reach(costs, kind_of(pieces), from, most, marks)
  local cost = set:cost(to)
  if cost and leaves_fortress(set, to, enemy) then
    marks.leave = fortresses_of(enemy, from, most)
    cost = reach(costs, kind_of(pieces), from, most, marks):cost(to)
  end
  return cost
end)

--- The cheapest way between two places with marks of one's own: a route, or nil.
rule("4.2-cost", "cheapest_way", function (pieces, from, to, marks)
  return route(costs, kind_of(pieces), from, to, marks)
end)

--- All places within so many MP of a place, with marks of one's own, as reach gives them.
rule("4.2-cost", "all_ways", function (pieces, from, most, marks)
  return reach(costs, kind_of(pieces), from, most, marks)
end)

--- What marks the ways of a group that moves for at most so many MP: it ends where the enemy's forces are
--- (4.5), his lines and strongpoints (4.6.8); closed: places that it does not enter.
rule("4.2", "marks_of_move", function (forces, from, most, closed)
  local enemy = forces[1].side.enemy
  local stop = places_of(enemy, from, most)
  for _, work in ipairs(pieces_near("work", enemy, from, most)) do
    if work.place then stop[#stop + 1] = work.place end
  end
  return { points = most, stop = stop, leave = fortresses_of(enemy, from, most), blocked = closed }
end)

--- The cheapest way of a group to a place for at most `most` MP: a route, or nil.
rule("4.2-cost", "way_to", function (pieces, to, most, from)
  local first = as_list(pieces)[1]
  local enemy, start = first.side.enemy, from or first.place
  return route(costs, kind_of(pieces), start, to, { points = most, stop = places_of(enemy, start, most),
    leave = fortresses_of(enemy, start, most) })
end)

--- Where a train can go: not through the enemy's forces and works.
rule("4.1-train", "train_ways", function (train)
  local enemy, from, most = train.side.enemy, train.place, rules.movement_left(train)
  local blocked = places_of(enemy, from, most)
  for _, work in ipairs(pieces_near("work", enemy, from, most)) do
    if work.place then blocked[#blocked + 1] = work.place end
  end
  local marks = { blocked = blocked, leave = fortresses_of(enemy, from, most) }
  local ways, before = reach(costs, kind_of(train), from, most, marks), #blocked
  for place in ways:each() do
    if place ~= from and rules.closed_country({ train }, place) then blocked[#blocked + 1] = place end     -- 11.10
  end
  return #blocked == before and ways or reach(costs, kind_of(train), from, most, marks)
end)

-- --- 4.2: movement points -------------------------------------------------------------------------

entity "force" {
  marched = int(0, { min = 0, max = 99, label = "MP of a forced march", help = "added this turn (13.2)" }),
}

-- What a piece has in a turn that is a winter turn or not.
local function full(piece, winter)
  return charts.allowance:at(piece.kind, winter and "winter" or "season")
end

--- MP of a force or a train in this turn, with those of a forced march. What it spent ahead in the
--- turn before stands in what it has spent when its turn begins.
rule("4.2-mp", "allowance", function (piece)
  local mp = full(piece, game.winter)
  return piece.kind == "force" and mp + piece.marched or mp
end)

--- MP that a piece, or each of a group, can still spend in this turn.
rule("4.2-save", "movement_left", function (pieces)
  if pieces.alive ~= nil then return math.max(rules.allowance(pieces) - pieces.spent, 0) end
  local least
  for i = 1, #pieces do
    local left = rules.movement_left(pieces[i])
    if not least or left < least then least = left end
  end
  return least or 0
end)

--- Spends MP of this turn: refused when they are not there.
rule("4.2-save", "pay", function (pieces, mp, id, reason)
  local list = as_list(pieces)
  for i = 1, #list do
    local left = rules.movement_left(list[i])
    if left < mp then
      refuse("4.2-save", "{piece} has {left} MP left, not the {mp} for {why}", { piece = list[i], left = left,
        mp = mp, why = reason or id or "that" })
    end
  end
  for i = 1, #list do list[i].spent = list[i].spent + mp end
end)

--- One force takes in another: it has no more points than either had, in this turn and the next.
rule("4.3", "share_movement", function (into, other)
  local left = math.min(rules.movement_left(into), rules.movement_left(other))
  into.spent = math.max(rules.allowance(into) - left, 0)
  into.owed = math.max(into.owed, other.owed)
end)

--- Whether a side pays its debts in this turn still: its Activity Phase is to come.
rule("4.2-save", "pays_this_turn", function (side)
  if game.active == side then return current_phase() ~= "activity" end
  return game.active == game.first
end)

--- Whether the turn in which a side's debts are paid is a winter turn.
rule("4.2-save", "debts_fall_in_winter", function (side)
  local turn = rules.this_half_month()
  if not rules.pays_this_turn(side) then turn = turn + 1 end
  return turn >= game.winter_from
end)

--- Whether the next turn's points bear so much more (G34).
rule("4.2-save", "can_owe", function (pieces, mp)
  if not option.debt_cap then return true end
  local list = as_list(pieces)
  local winter = rules.debts_fall_in_winter(list[1].side)
  for i = 1, #list do
    if list[i].owed + mp > full(list[i], winter) then return false end
  end
  return true
end)

--- Spends MP of the next turn.
rule("4.2-save", "owe", function (pieces, mp, id, reason)
  local list = as_list(pieces)
  refuse_if("4.2-save", not rules.can_owe(list, mp), "{pieces} cannot owe {mp} MP more for {why}",
    { pieces = list, mp = mp, why = reason or id or "that" })
  for i = 1, #list do list[i].owed = list[i].owed + mp end
  if mp > 0 then
    note(id or "4.2-save", "{pieces} {pieces:owes|owe} {mp} MP for {why}", { pieces = list, mp = mp,
      why = reason or "that" })
  end
end)

-- --- 4.5: what may be entered ---------------------------------------------------------------------

-- Purposes that keep away from the enemy. Evading has ways of its own (4.7), and so has a rout.
local SHY = { withdraw = true, haul = true }

--- Whether the enemy closes a place to those who keep away from him: his forces and works; for a
--- withdrawal his fortresses too (4.1.1).
rule("4.5", "closed_by_enemy", function (side, to, purpose)
  if not SHY[purpose] then return false end
  local enemy = side.enemy
  if has_units(enemy, to, "force") or has_units(enemy, to, "work") then return true end
  return purpose == "withdraw" and has_units(enemy, to, "fortress")
    and rules.hostile_fortress(side, to) ~= nil
end)

--- Refuses a place that a group may not enter: for those who move away from the enemy one where he is.
rule("4.5", "may_enter", function (forces, to, purpose)
  local first = as_list(forces)[1]
  refuse_if("4.5", rules.closed_by_enemy(first.side, to, purpose), "the enemy is in {to}", { to = to })
  local id, why = rules.closed_country(as_list(forces), to)              -- 11.10
  if id then refuse(id, why, { to = to }) end
  if option.dutch and first.kind == "force" and (purpose == nil or purpose == "move") then
    rules.check_dutch_depth(as_list(forces), to)                         -- 13.5-emp
    rules.check_dutch_floor(as_list(forces), to)                         -- 13.5-50
  end
end)

--- A group of which a force entered a hex with enemy forces does not go on from there: nobody moves
--- through an enemy hex. One that begins its phase there may leave (G65).
rule("4.5", "held_by_enemy", function (forces)
  local first = forces[1]
  if not has_units(first.side.enemy, first.place, "force") then return false end
  for i = 1, #forces do
    if forces[i].entered then return true end
  end
  return false
end)

--- A side leaves a place: what it leaves there alone with enemy forces is theirs (7.9, C.train).
rule("7.9", "leave_to_enemy", function (side, place)
  if has_units(side.enemy, place, "force") then rules.overrun(side.enemy, place) end
end)

-- --- 4.2: a step ----------------------------------------------------------------------------------

--- What lies on a hexside, as battles over it ask.
rule("4.6.7", "crossing", function (from, to)
  local between = map.side(from, to)
  if not between then return "" end
  if between.major or between.estuary then return "major" end            -- 4.4.1: as major rivers
  return between.minor and "minor" or ""
end)

--- A group enters the next hex, and pays for it.
rule("4.2", "step", function (forces, to, purpose)
  local from = forces[1].place
  rules.may_enter(forces, to, purpose)                                   -- 4.5
  if purpose == "move" then rules.check_declared(forces, to) end         -- 13.5-co
  local cost, why = rules.step_cost(forces, from, to)                    -- 4.2-cost
  if not cost then
    refuse("4.2-cost", "{forces} cannot go from {from} to {to}: {why}", { forces = forces, from = from,
      to = to, why = why })
  end
  if purpose == "withdraw" and option.withdraw_debt then                 -- G59
    rules.owe(forces, cost.total, "4.1.1", "the way to " .. to.name)
  else
    rules.pay(forces, cost.total, "4.2-cost", "the way to " .. to.name)
  end
  local over = rules.crossing(from, to)
  for i = 1, #forces do
    local force = forces[i]
    force.place, force.over, force.entered = to, over, from
  end
  note("4.2", "{forces} to {to} for {cost}", { forces = forces, to = to, cost = cost })
  rules.leave_to_enemy(forces[1].side, from)                             -- 7.9
  return to
end)
