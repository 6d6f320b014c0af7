-- SPDX-License-Identifier: GPL-3.0-or-later
-- 7.8: winter.

local PERCENT = 10                                         -- 7.8-loss

-- --- 7.8-out: winter quarters -----------------------------------------------------------------------

--- Whether a force is in winter quarters: off the map, or in a fortress of its side (G45).
rule("7.8-out", "in_quarters", function (force)
  local place = force.place
  if not place or place.box then return true end
  local fortress = has_units(force.side, place, "fortress") and rules.fortress_at(place)
  return fortress and rules.class_of(fortress) > 0 or false
end)

--- Whether the turn after this one is a winter turn.
rule("7.8-out", "winter_is_near", function ()
  return game.winter or rules.this_half_month() + 1 >= game.winter_from
end)

--- Refuses a force or a train that may not go off the map.
rule("7.8-out", "may_retire", function (piece)
  local ctx = { piece = piece, place = piece.place }
  refuse_if("7.8-out", piece.side ~= game.active, "{piece} is not of the active side", ctx)
  refuse_if("7.8-out", not piece.place or piece.place.box, "{piece} is not on the map", ctx)
  refuse_if("7.8-out", not rules.winter_is_near(), "winter is not near", ctx)
  refuse_if("4.5", has_units(piece.side.enemy, piece.place, "force"), "the enemy is in {place}", ctx)
end)

--- A force or a train goes off the map into winter quarters, in the turn before winter or in winter:
--- a force with its leaders, and with the trains of its hex that nobody stays with. Who goes in a winter
--- turn only was in the field in it, and loses his tenth (7.8-loss).
rule("7.8-out", "retire", function (piece)
  rules.may_retire(piece)
  local place, side = piece.place, piece.side
  if piece.kind == "force" and game.winter then rules.suffer_winter(piece) end
  note("7.8-out", "{piece} goes from {place} into winter quarters", { piece = piece, place = place })
  piece.camp, piece.place = place, nil                                   -- 11.8
  if piece.kind == "train" then return end
  for _, follower in ipairs(referrers(piece, "joined")) do follower.joined = nil end
  piece.active, piece.joined, piece.entered, piece.over = false, nil, nil, ""
  if has_units(side, place, "force") then return end
  for _, train in ipairs(units_of(side, place, "train")) do
    train.camp, train.place = place, nil
    note("7.8-out", "{train} with it", { train = train })
  end
end)

-- --- 7.8-loss: losses -------------------------------------------------------------------------------

--- SP that a winter turn costs a force outside winter quarters: 10 percent.
rule("7.8-loss", "winter_loss", function (force) return rules.share_of(force.sp, PERCENT) end)

--- What a force loses that is outside winter quarters.
rule("7.8-loss", "suffer_winter", function (force)
  if rules.in_quarters(force) then return end
  local side, loss = force.side, rules.winter_loss(force)
  note("7.8-loss", "{force} is in the field in winter: {loss} of {sp} SP are lost", { force = force, sp = force.sp,
    loss = loss })
  rules.score_lost(side, rules.take_sp(force, loss.total), "7.8-loss", "SP lost in winter")
end)

--- At the end of a side's turn in winter: what its forces outside winter quarters lose.
rule("7.8-loss", "winter_losses", function (side)
  for _, force in ipairs(all("force", { side = side })) do rules.suffer_winter(force) end
end)

--- An Activity Phase ends: who loses now, by the reading of G45.
rule("7.8-loss", "winter_comes_to", function (side)
  if not game.winter then return end
  if option.winter_loss_at == "own" then return rules.winter_losses(side) end
  if side == game.first then return end
  rules.winter_losses(side.enemy)
  rules.winter_losses(side)
end)

-- The forces and trains of the active side.
local function own_pieces()
  local list = all("force", { side = game.active })
  for _, train in ipairs(all("train", { side = game.active })) do list[#list + 1] = train end
  return list
end

command "retire" {
  rule = "7.8-out", help = "takes a force or a train off the map into winter quarters, in the turn before winter",
  phases = { "activity" },
  args = {
    { name = "force", kind = "entity", help = "a force, with trains that would be left alone; or a train",
      among = function () return rules.winter_is_near() and own_pieces() or {} end,
      fits = function (piece)
        return piece.place ~= nil and not piece.place.box and not has_units(piece.side.enemy, piece.place, "force")
      end },
  },
  run = function (args)
    local piece = args.force
    refuse_if("7.8-out", piece.kind ~= "force" and piece.kind ~= "train", "only forces and trains go into winter quarters", {})
    rules.retire(piece)
  end,
}
