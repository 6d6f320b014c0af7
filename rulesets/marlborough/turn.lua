-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ: the sequence of play.

-- --- the turn ------------------------------------------------------------------------------------

--- A turn begins.
rule("SEQ.turn", "begin_turn", function ()
  game.winter = rules.is_winter()
  note("SEQ", "{date}{winter}", { date = rules.date_text(), winter = game.winter and ", winter" or "" })
end)

--- A turn ends: demoralisation that runs by game turns, then victory, the season and the date.
rule("SEQ.turn", "finish_turn", function ()
  if option.demoralised_until == "turn" then
    for _, side in ipairs(sides) do rules.tick_demoralisation(side) end  -- G19
  end
  check_victory()                                                        -- 9.0, 11.11
  if option.campaign and rules.season_ends() then
    rules.interphase()                                                   -- 11.2.5
  else
    rules.next_half_month()
  end
end)

--- 9.0: the side with more points when the scenario ends. In a campaign what 11.11 says.
rule("9.0", "victor", function ()
  if option.campaign then return rules.campaign_victory() end            -- 11.11
  if game.turns == 0 or game.turn < game.turns then return nil end
  local french, allied = rules.total(sides.french), rules.total(sides.allied)
  local why = ("%s points against %s"):format(tostring(french), tostring(allied))
  if french > allied then return sides.french, why end
  if allied > french then return sides.allied, ("%s points against %s"):format(allied, french) end
  return nil, "both sides have " .. tostring(french) .. " points"
end)

--- The Primary Magazine Phase of the active side.
rule("SEQ", "primary_phase", function () end)

-- --- the Activity Phase ----------------------------------------------------------------------------

--- Forces and trains of a side: what was spent ahead comes off this turn's points (4.2-save).
rule("4.2-save", "pay_debts", function (side)
  for _, kind in ipairs { "force", "train" } do
    for _, piece in ipairs(all(kind, { side = side })) do
      if piece.kind == "force" then piece.marched = 0 end
      local due = math.min(piece.owed, rules.allowance(piece))           -- the rest falls later (G34)
      piece.spent, piece.owed = due, piece.owed - due
    end
  end
end)

--- The Activity Phase begins: no force is active, and none has tried.
rule("SEQ", "begin_activity", function ()
  local side = game.active
  rules.pay_debts(side)                                                  -- 4.2-save
  for _, force in ipairs(all("force", { side = side })) do
    force.active, force.tried, force.attacked, force.joined = false, 0, false, nil
    force.over, force.entered = "", nil                                 -- G65
    force.demoralised_before = force.demoralised
  end
  rules.nations_step(side)                                               -- 11.10.3, 11.10.5
  rules.replace_leaders("own", side)                                     -- 5.1-when
  rules.replace_leaders("enemy", side.enemy)
end)

--- It ends: what the player's turn costs him.
rule("SEQ", "finish_activity", function ()
  local side = game.active
  rules.compulsory_battles(side)                                         -- 4.5
  if option.demoralised_until == "own" then rules.tick_demoralisation(side) end  -- C.dem-tick
  rules.lose_excess(side)                                                -- ST.excess
  if game.winter then rules.winter_losses(side) end                      -- 7.8-loss
end)

entity "force" {
  demoralised_before = int(0, { hidden = true, help = "demoralisation when the phase began (C.dem-tick)" }),
}

--- A turn of demoralisation passes; with G19 (own phases) not for those who were demoralised in
--- this very phase.
rule("C.dem-tick", "tick_demoralisation", function (side)
  for _, force in ipairs(all("force", { side = side })) do
    local since = option.demoralised_until == "turn" or force.demoralised <= force.demoralised_before
    if force.demoralised > 0 and since then
      force.demoralised = force.demoralised - 1
      if force.demoralised == 0 then note("C.dem-tick", "{force} has recovered", { force = force }) end
    end
  end
end)

status(function () return rules.date_text() .. (game.winter and ", winter" or "") end)

-- --- the sequence ------------------------------------------------------------------------------------

-- Each turn the French side, then the Allies: primary magazines by themselves, secondary ones, and
-- everything else.
sequence {
  each = "side", turn_starts = "begin_turn", turn_ends = "finish_turn",
  { id = "primary_magazines", name = "Primary Magazines", rule = "MAG.prim", actor = "active",
    automatic = "primary_phase" },
  { id = "secondary_magazines", name = "Secondary Magazines", rule = "MAG.sec", actor = "active",
    ends = "pass" },
  { id = "activity", name = "Activity", rule = "SEQ", actor = "active", starts = "begin_activity",
    finishes = "finish_activity", ends = "pass" },
}
