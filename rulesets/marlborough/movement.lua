-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.2 to 4.5: movement points, steps, actions.

-- --- 4.2: what a step costs ---------------------------------------------------------------------

local T = charts.terrain

local function mover(minor, major, estuary)
  return {
    enter = { clear = T:at "clear", rough = T:at "rough", fertile = T:at "other", good = T:at "other",
      average = T:at "other", wood = T:at "other", town = T:at "other", marsh = T:at "other",
      hill = T:at "other", off = T:at "other" },
    across = { minor = minor, major = "no", estuary = estuary },
    instead = { bridge = major },
  }
end

local costs = movement_costs {
  rule = "4.2-cost", title = "Movement costs",
  land11 = mover(1, 1, "no"), sea11 = mover(1, 1, 1),
  land10 = mover(1, 0, "no"), sea10 = mover(1, 0, 0),
  land01 = mover(0, 1, "no"), sea01 = mover(0, 1, 1),
  land00 = mover(0, 0, "no"), sea00 = mover(0, 0, 0),
}

local function as_list(pieces)
  return pieces.kind and { pieces } or pieces
end

local SEAFARING = { british = true, dutch = true }

--- 4.4.1: whether a group may cross estuaries and channels.
rule("4.4.1", "may_ferry", function (pieces)
  for _, piece in ipairs(as_list(pieces)) do
    if not SEAFARING[piece.nation] then return false end
  end
  return true
end)

local function class_of(pieces)
  return (rules.may_ferry(pieces) and "sea" or "land") .. option.minor_river .. option.major_river
end

local function enemy_places(side)
  local places = {}
  for _, force in ipairs(all("force", { side = side.enemy })) do
    if force.place then places[#places + 1] = force.place end
  end
  return places
end

-- --- 4.2: movement points -----------------------------------------------------------------------

--- MP of a force or a train in this turn; a debt from the turn before stands in what is spent.
rule("4.2-mp", "allowance", function (piece)
  return charts.allowance:at(piece.kind, game.winter and "winter" or "season")
end)

--- MP that a force or a group can still spend in this turn.
rule("4.2-save", "movement_left", function (pieces)
  local least
  for _, piece in ipairs(as_list(pieces)) do
    local left = rules.allowance(piece) - piece.spent
    if not least or left < least then least = left end
  end
  return least > 0 and least or 0
end)

--- Spends MP of this turn.
rule("4.2-save", "pay", function (pieces, mp, id, reason)
  local list = as_list(pieces)
  for _, piece in ipairs(list) do
    refuse_if(id or "4.2-save", rules.movement_left(piece) < mp, "{piece} has {left} MP left and needs {mp}{why}",
      { piece = piece, left = rules.movement_left(piece), mp = mp, why = reason and ": " .. reason or "" })
  end
  for _, piece in ipairs(list) do piece.spent = piece.spent + mp end
end)

--- Whether the next turn's allowance bears so much more.
rule("4.2-save", "can_owe", function (pieces, mp)
  if not option.debt_cap then return true end                            -- G34
  for _, piece in ipairs(as_list(pieces)) do
    if piece.owed + mp > rules.allowance(piece) then return false end
  end
  return true
end)

--- Spends MP of the next turn.
rule("4.2-save", "owe", function (pieces, mp, id, reason)
  refuse_if("4.2-save", not rules.can_owe(pieces, mp), "the next turn does not bear {mp} MP", { mp = mp })
  for _, piece in ipairs(as_list(pieces)) do piece.owed = piece.owed + mp end
end)

--- MP for one step, a tally; or nil, and why not.
rule("4.2-cost", "step_cost", function (pieces, from, to)
  if not map.adjacent(from, to) then return nil, "they are not next to each other" end
  local side = map.side(from, to) or {}
  local cost = tally("MP")
  if to:has "rough" then
    cost:add(T:at "rough", "4.2-cost", "rough")
  else
    cost:add(T:at "clear", "4.2-cost", "to enter")
  end
  if side.bridge then
    if option.major_river > 0 then cost:add(option.major_river, "4.2-cost", "over a bridge") end
  elseif side.major then
    return nil, "a major river without a bridge lies between"
  elseif side.estuary then
    if not rules.may_ferry(pieces) then return nil, "only British and Dutch cross estuaries" end
    cost:add(option.major_river, "4.4.1", "over an estuary")
  elseif side.minor and option.minor_river > 0 then
    cost:add(option.minor_river, "4.2-cost", "over a minor river")
  end
  return cost
end)

--- MP by the cheapest way, or nil when it is farther than `most`.
rule("4.2-cost", "distance_mp", function (pieces, from, to, most)
  local side = as_list(pieces)[1].side
  return reach(costs, class_of(pieces), from, most, { stop = enemy_places(side) }):cost(to)
end)

--- The places within so many MP, the enemy's forces blocking.
rule("4.2-cost", "within", function (pieces, most, from)
  local first = as_list(pieces)[1]
  return reach(costs, class_of(pieces), from or first.place, most, { blocked = enemy_places(first.side) })
end)

--- Refuses a place that a group may not enter.
rule("4.5", "may_enter", function (forces, to, purpose)
  local first = forces[1]
  if purpose == "evade" or purpose == "withdraw" or purpose == "retreat" then
    refuse_if("4.5", has_units(first.side.enemy, to, "force"), "the enemy is in {to}", { to = to })
  end
end)
