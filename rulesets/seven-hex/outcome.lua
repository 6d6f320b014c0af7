-- SPDX-License-Identifier: GPL-3.0-or-later
-- 10 Combat, second half: who wins, the hits, and what the units may do then (10.4, 10.13 to 10.20).
--
-- An outcome is the part of a battle that matters once the dice are thrown: side, enemy, from,
-- area, units, attackers, chargers, commander, attackers_before, defenders_before, margin.

-- --- 10.4: hits -------------------------------------------------------------------------------

--- A unit that is still in play, among those of a list.
rule("10.4", "survivors", function (units)
  local left = {}
  for i = 1, #units do
    if units[i].alive then left[#left + 1] = units[i] end
  end
  return left
end)

--- Takes a unit out of play, and counts it (16: infantry and cavalry only).
rule("10.4", "lose_unit", function (unit, rule_id)
  local arm, side = unit.arm, unit.side
  if arm == "infantry" or arm == "cavalry" then side.lost = side.lost + 1 end
  note(rule_id or "10.4", "{unit} is eliminated", { unit = unit.name })
  for _, marker in ipairs(referrers(unit, "unit")) do eliminate(marker) end
  eliminate(unit)
end)

--- One hit: a unit in good order is disrupted, a disrupted one is eliminated.
rule("10.4", "hit", function (unit, rule_id)
  if unit.disrupted then
    rules.lose_unit(unit, rule_id)
  else
    unit.disrupted = true
    note(rule_id or "10.4", "{unit} is disrupted", { unit = unit })
  end
end)

--- The owner allocates hits one by one, each at once, to any unit in any state. `first`: units
--- one of which must take the first hit (11.5). Gives the number of hits that found a unit.
rule("10.4", "allocate_hits", function (owner, units, hits, rule_id, first)
  local inflicted = 0
  while inflicted < hits do
    local from = first and #first > 0 and first or rules.survivors(units)
    first = nil
    local unit = from[1]
    if not unit then break end
    if #from > 1 then
      unit = choose { by = owner, rule = "10.4", kind = "one", from = from,
        ask = "Which unit takes the hit?", default = rules.cheapest_loss(from) }
    end
    rules.hit(unit, rule_id)
    inflicted = inflicted + 1
  end
  return inflicted
end)

--- What an owner usually gives a hit to: artillery or a fresh unit rather than a disrupted one.
rule("10.4", "cheapest_loss", function (units)
  local best
  for i = 1, #units do
    local unit = units[i]
    if not unit.disrupted then
      if unit.arm == "artillery" then return unit end
      best = best or unit
    end
  end
  return best or units[1]
end)

-- --- 10.13 to 10.16: who wins, and the hits ---------------------------------------------------

--- The result in words, as `odds` tabulates it. margin: final AV less final DV.
rule("10.13", "result_of", function (margin)
  if margin >= 4 then return "attacker wins by 4+" end
  if margin > 0 then return "attacker wins" end
  if margin == 0 then return "tie" end
  return "defender wins"
end)

--- Hits of the winner: half the margin, at most his undisrupted units before the combat.
rule("10.15", "hits_on_loser", function (margin, winners_before)
  return tally("hits", margin > 0 and margin or -margin):divide(2, "down", "10.15", "half the difference")
    :cap(winners_before, "10.15", "undisrupted units of the winner before the combat")
end)

--- Command units of the winner that count among his units: none (readings G23, G31).
rule("10.15", "command_units_counted", function (outcome, winner)
  if not option.command_counts then return 0 end
  if winner == outcome.enemy then return #outcome.commanders end
  return outcome.commander and 1 or 0
end)

--- Hits of the loser: half the actual hits, adjusted by a die; not below zero, not above the
--- winner's actual hits nor the loser's undisrupted units before the combat.
rule("10.16", "hits_on_winner", function (inflicted, losers_before, adjustment)
  return tally("return hits", inflicted):divide(2, "down", "10.16", "half the hits inflicted")
    :add(adjustment, "10.16", "die")
    :floor(0, "10.16", "not below zero")
    :cap(inflicted, "10.16", "hits actually inflicted")
    :cap(losers_before, "10.16", "undisrupted units of the loser before the combat")
end)

--- The adjustment of 10.16; without a die when the caps leave nothing to decide (reading G23).
rule("10.16", "return_hits", function (loser, inflicted, losers_before)
  if inflicted == 0 or losers_before == 0 then return 0 end
  local adjustment = charts.return_hits:roll("1d6", "10.16 hits on the winner", nil, loser)
  local hits = rules.hits_on_winner(inflicted, losers_before, adjustment)
  note("10.16", "hits on the winner: {hits}", { hits = hits })
  return hits.total
end)

--- Deals the hits of both sides. Sets outcome.hits_on_defender and outcome.hits_on_attacker.
rule("10.15", "deal_hits", function (outcome)
  local attacker_wins = outcome.margin > 0
  local winner, loser = outcome.side, outcome.enemy
  local winners, losers = outcome.attackers, outcome.defenders
  local winners_before, losers_before = outcome.attackers_before, outcome.defenders_before
  if not attacker_wins then
    winner, loser, winners, losers = loser, winner, losers, winners
    winners_before, losers_before = losers_before, winners_before
  end
  local cavalry = rules.first_hits(outcome)                              -- 11.5
  local able = winners_before + rules.command_units_counted(outcome, winner)
  local hits = rules.hits_on_loser(outcome.margin, able)                 -- 10.15
  note("10.15", "hits on the loser: {hits}", { hits = hits })
  local inflicted = rules.allocate_hits(loser, losers, hits.total, "10.15", attacker_wins and cavalry)
  local returned = 0
  if rules.any_alive(losers) then                                   -- 10.19
    returned = rules.return_hits(loser, inflicted, losers_before)        -- 10.16
    returned = rules.allocate_hits(winner, winners, returned, "10.16", not attacker_wins and cavalry)
  end
  outcome.hits_on_defender = attacker_wins and inflicted or returned
  outcome.hits_on_attacker = attacker_wins and returned or inflicted
end)

-- --- 10.13 to 10.22: the outcome --------------------------------------------------------------

--- Everything after the dice. Gives the outcome.
rule("10.13", "resolve", function (outcome)
  local margin = outcome.margin
  outcome.result = rules.result_of(margin)
  outcome.defenders, outcome.commanders = rules.split_by_kind(outcome.enemy, outcome.area)
  report("result", outcome.result)
  note("10.13", "{result} (difference {margin})", outcome)

  if margin ~= 0 then rules.deal_hits(outcome) end                       -- 10.14 to 10.16
  outcome.charge_hits = rules.charge_penalty(outcome)                    -- 11.4
  report("hits on defender", outcome.hits_on_defender)
  report("hits on attacker", outcome.hits_on_attacker + outcome.charge_hits)
  rules.fate_of_attacking_commander(outcome)                             -- 10.21

  if not rules.any_alive(outcome.defenders) then
    rules.all_eliminated(outcome)                                        -- 10.19, 10.21
  elseif margin >= 4 then
    rules.forced_retreat(outcome)                                        -- 10.18, 10.20, 13
  elseif margin ~= 0 then
    rules.may_withdraw(outcome)                                          -- 10.17, 10.18, 12
  end
  report("defenders eliminated", rules.eliminated_of(outcome.defenders)) -- 10.20 and 13 included
  report("attackers eliminated", rules.eliminated_of(outcome.attackers))
  return outcome
end)

--- How many of some units the combat has eliminated.
rule("10.4", "eliminated_of", function (units)
  local n = 0
  for i = 1, #units do
    if not units[i].alive then n = n + 1 end
  end
  return n
end)

--- The defenders are beaten by four or more: they must retreat, the attackers may advance.
rule("10.18", "forced_retreat", function (outcome)
  local advance = rules.declare_advance(outcome)                         -- who goes, and where
  rules.retreat(outcome, rules.pursuers(advance))                        -- 13
  rules.make_advance(advance)
  outcome.advance = advance
end)

-- --- 10.18: the advance -----------------------------------------------------------------------

--- Attackers that can advance: in good order, not artillery (10.20).
rule("10.18", "may_advance", function (unit)
  return unit.alive and not unit.disrupted and unit.arm ~= "artillery"
end)

--- Hexes of the vacated area that may be occupied (4.5, reading G38).
rule("10.18", "advance_hexes", function (area)
  local list = {}
  for _, hex in ipairs(area.hexes) do
    if rules.may_enter_hex(hex) then list[#list + 1] = hex end
  end
  return list
end)

--- The attacker decides who advances and to which hex. Gives a list of { unit, hex }.
rule("10.18", "declare_advance", function (outcome)
  local must, may = {}, {}
  for _, unit in ipairs(outcome.units) do
    if rules.may_advance(unit) then
      local list = rules.must_advance(outcome, unit) and must or may     -- 11.3
      list[#list + 1] = unit
    end
  end
  local going = must
  if #may > 0 then
    local chosen = choose { by = outcome.side, rule = "10.18", kind = "some", from = may,
      ask = "Which units advance into " .. outcome.area.name .. "?", default = may }
    for _, unit in ipairs(chosen) do going[#going + 1] = unit end
  end
  local advance = {}
  if #going == 0 then return advance end
  local hexes = rules.advance_hexes(outcome.area)
  for _, unit in ipairs(going) do
    local hex = choose { by = outcome.side, rule = "10.18", kind = "place", from = hexes,
      ask = "Where does " .. unit.name .. " stand?", default = hexes[1] }
    advance[#advance + 1] = { unit = unit, hex = hex }
  end
  local commander = outcome.commander
  if commander and commander.alive and commander.place and choose { by = outcome.side, rule = "10.18",
      kind = "yesno", ask = "Does " .. commander.name .. " advance too?", default = true } then
    advance[#advance + 1] = { unit = commander, hex = outcome.area.centre }
  end
  return advance
end)

--- Good-order cavalry that advances: each hits one disrupted unit of the retreating (13.7).
rule("13.7", "pursuers", function (advance)
  local count = 0
  for _, step in ipairs(advance) do
    if step.unit.arm == "cavalry" then count = count + 1 end
  end
  return count
end)

rule("10.18", "make_advance", function (advance)
  for _, step in ipairs(advance) do
    step.unit.place = step.hex
    note("10.18", "{unit} advances to {hex}", step)
  end
end)

-- --- 10.19: all defenders eliminated ----------------------------------------------------------

--- Attackers in good order may advance; cavalry that has not charged may move strategically.
rule("10.19", "all_eliminated", function (outcome)
  rules.fate_of_commanders(outcome.commanders, outcome.area)             -- 10.21
  if not rules.may_advance_after_all(outcome) then return end            -- 11.4
  outcome.advance = rules.declare_advance(outcome)
  rules.make_advance(outcome.advance)
  if rules.free_move_allowed(outcome) then                               -- 11.3
    for _, unit in ipairs(rules.free_movers(outcome)) do rules.free_move(unit) end
  end
end)

rule("10.19", "any_alive", function (units)
  for i = 1, #units do
    local unit = units[i]
    if unit.alive then return true end
  end
  return false
end)

--- Cavalry that may make the free move: in good order, and not advanced (reading G24).
rule("10.19", "free_movers", function (outcome)
  local advanced, list = {}, {}
  for _, step in ipairs(outcome.advance) do advanced[step.unit.id] = true end
  for _, unit in ipairs(outcome.units) do
    if unit.arm == "cavalry" and rules.may_advance(unit)
      and (option.free_move == "also" or not advanced[unit.id]) then
      list[#list + 1] = unit
    end
  end
  return list
end)
