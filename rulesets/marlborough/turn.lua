-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ: the sequence of play.

-- --- the turn ------------------------------------------------------------------------------------

--- A turn begins. A scenario sets the date of the first one itself, after this.
rule("SEQ.turn", "begin_turn", function ()
  if game.turn == 1 then
    if option.campaign then rules.check_values() end                     -- G61
    return
  end
  rules.winter_comes()                                                   -- 11.2-h
  rules.tell_date()
end)

--- Says the date, and whether it is winter.
rule("SEQ", "tell_date", function ()
  game.winter = rules.is_winter()
  note("SEQ", "{date}{winter}", { date = rules.date_text(), winter = game.winter and ", winter" or "" })
end)

--- A turn ends: demoralisation that runs by game turns, the season or victory, and the date.
rule("SEQ.turn", "finish_turn", function ()
  if option.demoralised_until == "turn" then
    for _, side in ipairs(sides) do rules.tick_demoralisation(side) end  -- G19
  end
  if option.campaign and (game.interphase or rules.season_ends()) then
    rules.end_season()                                                   -- 11.2.5
  else
    check_victory()                                                      -- 9.0, 11.11
    rules.next_half_month()
  end
end)

--- The season is over, and what the players do in the interphase too: the interphase closes, then
--- victory. A campaign that ends with this season and has no other winner is a tie (11.11-tie).
rule("11.2.5", "end_season", function ()
  local season = game.season
  rules.interphase()
  check_victory()                                                        -- 11.11
  if game.over then return end
  if season == game.last_season then
    local winner, why = rules.marginal_victory()
    game_over(winner, why)
  elseif game.season == season then
    rules.begin_season(season + 1, 4, 1)                                 -- 11.2.1
  end
end)

--- The side that has more points and how many; no side when they are equal.
rule("9.0", "more_points", function ()
  local french, allied = rules.total(sides.french), rules.total(sides.allied)
  local text = "%s has %s points against %s"
  if french > allied then return sides.french, text:format("French", tostring(french), tostring(allied)) end
  if allied > french then return sides.allied, text:format("Allied", tostring(allied), tostring(french)) end
  return nil, "both sides have " .. tostring(french) .. " points"
end)

--- Who has won: in a campaign what 11.11 says, else more points when the scenario ends.
rule("9.0", "victor", function ()
  if option.campaign then return rules.campaign_victory() end
  if game.turns > 0 and game.turn >= game.turns then return rules.more_points() end
  return nil
end)

--- The Primary Magazine Phase of the active side.
rule("SEQ", "primary_phase", function ()
  if game.turn == 1 and game.active == game.first then rules.tell_date() end
  rules.lay_primaries(game.active)                                       -- MAG.prim
end)

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
    force.caution, force.aim = 0, nil                                   -- 13.5-co
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
  rules.end_sieges(side)                                                 -- 7.6, 4.9.4
  rules.occupy_places(side)                                              -- 9.1
  rules.end_reliefs(side)                                                -- 13.7
  if option.demoralised_until == "own" then rules.tick_demoralisation(side) end  -- C.dem-tick
  rules.lose_excess(side)                                                -- ST.excess
  rules.winter_comes_to(side)                                            -- 7.8-loss
  if option.campaign and side ~= game.first and rules.season_ends() then game.interphase = true end
end)

entity "force" {
  demoralised_before = int(0, { min = 0, max = 99, hidden = true, help = "demoralisation when the phase began (C.dem-tick)" }),
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

local function interphase() return game.interphase end
local function goes_on() return rules.interphase_goes_on() end

-- Two phases of the interphase, the side that plays first before the other one.
local function step(id, name, rule, more)
  more = more or {}
  return { id = id .. "_first", name = name, rule = rule, actor = "other", ends = "pass", when = goes_on,
    starts = more.starts, finishes = more.finishes },
    { id = id .. "_second", name = name, rule = rule, actor = "active", ends = "pass", when = goes_on,
    starts = more.starts, finishes = more.finishes }
end

local exchange, exchange_2 = step("exchange", "Exchange", "11.7")
local coup, coup_2 = step("coup", "Coups de Main", "13.3")
local upkeep, upkeep_2 = step("upkeep", "Upkeep", "11.6", { starts = "begin_upkeep", finishes = "pay_upkeep" })
local building, building_2 = step("building", "Building", "11.4")
local redeploy, redeploy_2 = step("redeploy", "Redeployment", "11.8", { finishes = "end_redeployment" })
local leaders, leaders_2 = step("leaders", "Leaders", "11.8-lead")

-- Each turn the French side, then the Allies: primary magazines by themselves, secondary ones, and
-- everything else. After the last turn of a season of a campaign the interphase.
sequence {
  each = "side", turn_starts = "begin_turn", turn_ends = "finish_turn", command_ends = "end_blockades",
  { id = "primary_magazines", name = "Primary Magazines", rule = "MAG.prim", actor = "active",
    automatic = "primary_phase" },
  { id = "secondary_magazines", name = "Secondary Magazines", rule = "MAG.sec", actor = "active",
    ends = "pass" },
  { id = "activity", name = "Activity", rule = "SEQ", actor = "active", starts = "begin_activity",
    finishes = "finish_activity", ends = "pass" },
  { id = "fronts", name = "Interphase", rule = "11.2.5", actor = "active", automatic = "open_interphase",
    when = interphase },
  { id = "prisoners", name = "Prisoners", rule = "11.7", actor = "active", automatic = "exchange_prisoners",
    when = goes_on },
  exchange, exchange_2, coup, coup_2,
  { id = "politics", name = "Politics", rule = "11.10.5", actor = "active", automatic = "politics_of_the_year",
    when = goes_on },
  upkeep, upkeep_2, building, building_2, redeploy, redeploy_2, leaders, leaders_2,
}
