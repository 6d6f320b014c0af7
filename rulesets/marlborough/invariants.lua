-- SPDX-License-Identifier: GPL-3.0-or-later
-- What must always hold, beside what the chapters say of their own pieces: strength, points spent,
-- stacking, prisoners, nobody lost from the roll.

-- --- F.force, 4.2-save -------------------------------------------------------------------------------

invariant("F.force a force in play has SP", "force", "sp", function (force)
  if force.sp == 0 then return force.name .. " has no SP left and is in play" end
end)

-- In its own Activity Phase nobody has spent more than he has.
local function overspent(piece)
  if game.active ~= piece.side or current_phase() ~= "activity" then return nil end
  local most = rules.allowance(piece)
  if piece.spent > most then return ("%s has spent %d of %d MP"):format(piece.name, piece.spent, most) end
end

-- Nobody owes more than the turn has in which he pays (G34).
local function overdrawn(piece)
  if piece.owed > 0 and not rules.can_owe({ piece }, 0) then
    return ("%s owes %d MP, more than its next turn has"):format(piece.name, piece.owed)
  end
end

invariant("4.2-mp no force spends more MP than it has", "force", "spent", overspent)
invariant("4.2-mp no train spends more MP than it has", "train", "spent", overspent)
invariant("4.2-save no force owes more than its next turn has", "force", "owed", overdrawn)

-- --- F.force: nations and sides -------------------------------------------------------------------------

-- A piece whose nation fights for the other side.
local function misled(piece)
  if rules.side_of_nation(piece.nation) ~= piece.side then
    return ("%s is %s and of the %s side"):format(piece.name, piece.nation, piece.side.name)
  end
end

for _, kind in ipairs { "force", "leader", "train" } do
  invariant("F.force a " .. kind .. " is of a nation of its side", kind, "nation", misled)
  invariant("F.force a " .. kind .. " is of the side of its nation", kind, "side", misled)
end

-- --- ST.excess ---------------------------------------------------------------------------------------

-- Asked when the first side's turn is over and nothing has happened since: later the enemy may have cut
-- its supply, or winter may have come.
invariant("ST.excess who is over the limit at the end of his turn has lost SP for it", function ()
  local side = game.first
  if game.active == side or current_phase() == "activity" or option.half_points
    or game.interphase or game.over then return end
  for _, force in ipairs(all("force", { side = side })) do
    local place = force.place
    if place and not place.box and rules.excess_loss(rules.excess(place, side)).total > 0
      and #all("score", { side = side.enemy, rule = "ST.excess", turn = game.turn }) == 0 then
      return ("%d SP are too many in %s, and none was lost"):format(rules.stacked(place, side), place.name)
    end
  end
end)

-- --- 9.1, 11.7: prisoners, and who is on the roll ------------------------------------------------------

entity "side" {
  taken_sp = int(0, { min = 0, max = 99999, hidden = true, help = "prisoners it has taken in all (9.1)" }),
}

invariant("9.1 a side holds the prisoners that it took", "side", function (side)
  if option.campaign or side.taken_sp == 0 then return end               -- 11.7: some are exchanged
  if side.captured_sp ~= side.taken_sp then
    return ("%s holds %d SP and has taken %d"):format(side.name, side.captured_sp, side.taken_sp)
  end
end)

invariant("C.capture a leader is captured by an enemy who scored for him", "leader", function (leader)
  if leader.post ~= "captured" then return end
  local reason = leader.name .. " captured"
  if #all("score", { side = leader.side.enemy, reason = reason }) == 0 then
    return leader.name .. " is captured, and nobody scored for it"
  end
end)
