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

--- A force goes off the map into winter quarters with its leaders, and with the trains of its hex
--- that nobody stays with: in the turn before winter, or in winter.
rule("7.8-out", "retire", function (force)
  local ctx = { force = force, place = force.place }
  refuse_if("7.8-out", force.side ~= game.active, "{force} is not a force of the active side", ctx)
  refuse_if("7.8-out", not force.place or force.place.box, "{force} is not on the map", ctx)
  refuse_if("7.8-out", not rules.winter_is_near(), "winter is not near", ctx)
  refuse_if("4.5", has_units(force.side.enemy, force.place, "force"), "the enemy is in {place}", ctx)
  local place, side = force.place, force.side
  for _, follower in ipairs(referrers(force, "joined")) do follower.joined = nil end
  force.place, force.active, force.joined, force.entered, force.over = nil, false, nil, nil, ""
  note("7.8-out", "{force} goes from {place} into winter quarters", ctx)
  if has_units(side, place, "force") then return end
  for _, train in ipairs(units_of(side, place, "train")) do
    train.place = nil
    note("7.8-out", "{train} with it", { train = train })
  end
end)

-- --- 7.8-loss: losses -------------------------------------------------------------------------------

--- SP that a winter turn costs a force outside winter quarters: 10 percent.
rule("7.8-loss", "winter_loss", function (force) return rules.share_of(force.sp, PERCENT) end)

--- At the end of a side's turn in winter: what its forces outside winter quarters lose.
rule("7.8-loss", "winter_losses", function (side)
  for _, force in ipairs(all("force", { side = side })) do
    if not rules.in_quarters(force) then
      local loss = rules.winter_loss(force)
      note("7.8-loss", "{force} is in the field in winter: {loss} of {sp} SP are lost", { force = force, sp = force.sp,
        loss = loss })
      rules.score_lost(side, rules.take_sp(force, loss.total), "7.8-loss", "SP lost in winter")
    end
  end
end)

command "retire" {
  rule = "7.8-out", help = "takes a force off the map into winter quarters, with the trains that are left alone",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", among = function () return all("force", { side = game.active }) end,
      fits = function (force)
        return force.place ~= nil and not force.place.box and rules.winter_is_near()
          and not has_units(force.side.enemy, force.place, "force")
      end },
  },
  run = function (args) rules.retire(args.force) end,
}
