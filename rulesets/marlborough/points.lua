-- SPDX-License-Identifier: GPL-3.0-or-later
-- 9: victory points. Everything that scores is an entity `score`, and a side's points are the sum
-- of its own; a place that its first owner takes back is an entry below zero.

-- With half points (VP.half) what is lost for want of supply scores nothing.
local WANT_OF_SUPPLY = { ["ST.excess"] = true, ["7.8-loss"] = true, ["11.6-short"] = true, ["13.3-after"] = true }

-- Points are exact fractions; whole ones as whole numbers.
local function plain(points)
  if math.type(points) == "integer" or points:den() ~= 1 then return points end
  return points:num()
end

-- An exact half of a number of points, where points are halved.
local function points_of(side, n)
  if not option.half_points then return n end
  return plain((side.points * 0 + n) / 2)
end

-- --- 9.0: events and totals -----------------------------------------------------------------------

--- An event: so many points for a side, by which rule and why. With a fortress the points are for
--- its place: what a side gains for places that were its own when the game began is nothing, the
--- enemy's points for them go instead (9.0-own).
rule("9.0", "score", function (side, points, rule_id, reason, fortress)
  if fortress and fortress.owner == side then return rules.strike_place(side.enemy, fortress) end
  if points == 0 then return end
  create("score", { side = side, points = points, rule = rule_id or "9.1", reason = reason or "",
    turn = game.turn, fortress = fortress })
  side.points = side.points + points
  note(rule_id or "9.1", "{side}: {points} VP for {reason}",
    { side = side, points = points, reason = reason or "" })
end)

--- The points that a side has.
rule("9.0", "total", function (side) return plain(side.points) end)

--- The points that a side's events add up to.
rule("9.0", "sum_of_events", function (side)
  local sum = side.points * 0                                            -- an exact 0
  for _, event in ipairs(all("score", { side = side })) do sum = sum + event.points end
  return plain(sum)
end)

invariant("9.0 points are the sum of their events", "side", function (side)
  local sum, points = rules.sum_of_events(side), rules.total(side)
  if sum ~= points then
    return ("%s has %s points, its events %s"):format(tostring(side), tostring(points), tostring(sum))
  end
end)

-- --- 9.1: the schedule ----------------------------------------------------------------------------

--- SP that a side lost, whatever the cause: a point each for the other side.
rule("9.1", "score_lost", function (side, sp, rule_id, reason)
  if sp <= 0 then return end
  if option.half_points and WANT_OF_SUPPLY[rule_id or ""] then return end            -- VP.half
  if rule_id == "11.6-short" and not option.upkeep_points then return end            -- 11.6-vp
  rules.score(side.enemy, points_of(side, sp * charts.victory_points:at "lost"), rule_id or "9.1-any",
    reason or ("%d SP lost"):format(sp))
end)

--- SP captured from a side; the captor holds them until they are exchanged (11.7).
rule("9.1", "score_captured", function (side, sp, rule_id, reason)
  if sp <= 0 then return end
  local captor = side.enemy
  captor.captured_sp, captor.taken_sp = captor.captured_sp + sp, captor.taken_sp + sp
  local each = charts.victory_points:at "captured"
  if option.captured_points == "both" then each = each + charts.victory_points:at "lost" end   -- G52
  rules.score(captor, points_of(side, sp * each), rule_id or "9.1", reason or ("%d SP captured"):format(sp))
end)

--- What a captured leader is worth.
rule("9.1", "leader_value", function (leader)
  local schedule = charts.victory_points
  if leader.name ~= "Marlborough" then return schedule:at "leader" end
  if option.captured_points == "both" then                               -- G52
    return schedule:at "leader" + schedule:at "Marlborough"
  end
  return schedule:at "Marlborough"
end)

--- A leader is captured.
rule("9.1", "score_leader", function (leader, rule_id)
  rules.score(leader.side.enemy, rules.leader_value(leader), rule_id or "C.capture",
    ("%s captured"):format(leader.name))
end)

--- A siege train is captured: it is out of play, and the captor counts it (11.7).
rule("9.1", "capture_train", function (train, rule_id)
  local captor = train.side.enemy
  captor.captured_trains = captor.captured_trains + 1
  note(rule_id or "C.train", "{train} is captured", { train = train })
  rules.score(captor, charts.victory_points:at "train", rule_id or "C.train", "a siege train captured")
  eliminate(train)
end)

-- --- 9.0-own, VP: places --------------------------------------------------------------------------

--- What a place is worth: 1 for an open city, 1 and its garrison for one of the 2nd class, 3 and its
--- garrison for one of the 1st. The garrison is the printed one (G40).
rule("9.1", "place_value", function (fortress)
  local class = rules.class_of(fortress)
  if class == 0 then return charts.victory_points:at "open" end
  return charts.victory_points:at("class" .. class) + fortress.printed
end)

--- The economic points of a place, the higher of its two values; only in campaigns (VP.eco).
rule("VP.eco", "economic_points", function (fortress)
  if not option.campaign then return 0 end
  local value = math.max(fortress.value, fortress.value_allied)
  return value > 0 and value or 0
end)

--- A side has taken a place. Its own from the beginning scores nothing, but takes from the enemy
--- what he had for it.
rule("9.0-own", "score_place", function (side, fortress)
  if fortress.owner == side then return rules.strike_place(side.enemy, fortress) end
  rules.score(side, rules.place_value(fortress), "9.1", ("%s taken"):format(fortress.name), fortress)
  local economic = rules.economic_points(fortress)
  if economic > 0 then
    rules.score(side, economic, "VP.eco", ("the economy of %s"):format(fortress.name), fortress)
  end
end)

--- A side loses the points that it has for a place.
rule("9.0-own", "strike_place", function (side, fortress)
  local sum = side.points * 0                                            -- an exact 0
  for _, event in ipairs(referrers(fortress, "fortress")) do
    if event.side == side then sum = sum + event.points end
  end
  sum = plain(sum)
  if sum == 0 then return end
  create("score", { side = side, points = -sum, rule = "9.0-own", turn = game.turn, fortress = fortress,
    reason = ("%s lost again"):format(fortress.name) })
  side.points = side.points - sum
  note("9.0-own", "{side} loses its {points} VP for {fortress}",
    { side = side, points = sum, fortress = fortress })
end)

--- The garrison of a place that is lost. The intrinsic one counts in the value of the place, what was
--- added to it as captured SP (G40).
rule("VP.noint", "score_garrison", function (side, intrinsic, extra, rule_id, reason)
  if option.garrison_points == "both" then extra = extra + intrinsic
  else
    side.enemy.captured_sp = side.enemy.captured_sp + intrinsic
    side.enemy.taken_sp = side.enemy.taken_sp + intrinsic
  end
  rules.score_captured(side, extra, rule_id or "VP.noint", reason)
end)

-- --- what is asked at the prompt ------------------------------------------------------------------

--- Every event of a side, or of both, a line each, and the totals.
rule("9.0", "points_listed", function (side)
  local lines = {}
  for _, one in ipairs(side and { side } or sides) do
    for _, event in ipairs(all("score", { side = one })) do
      lines[#lines + 1] = ("T%d %s %s  %s (%s)"):format(event.turn, one.name,
        tostring(event.points), event.reason, event.rule)
    end
    lines[#lines + 1] = ("%s: %s VP"):format(one.name, tostring(one.points))
  end
  return lines
end)

--- The places that a side has points for.
rule("9.0", "places_that_score", function (side)
  local places = {}
  for _, fortress in ipairs(all "fortress") do
    local sum = 0
    for _, event in ipairs(referrers(fortress, "fortress")) do
      if not side or event.side == side then sum = sum + event.points end
    end
    if sum ~= 0 and plain(sum) ~= 0 and fortress.place then places[#places + 1] = fortress.place end
  end
  return places
end)

inquiry "vp" {
  rule = "9.0", help = "every event that scored, and the totals; with a side, its own alone",
  args = { { name = "side", kind = "side", optional = true } },
  run = function (args)
    return rules.points_listed(args.side), rules.places_that_score(args.side), "places that score"
  end,
}

-- The score, once there is one.
status(function ()
  local scored, parts = false, {}
  for i, side in ipairs(sides) do
    local points = rules.total(side)
    scored = scored or points ~= 0
    parts[i] = ("%s %s"):format(side.name, tostring(points))
  end
  return scored and "VP: " .. table.concat(parts, ", ") or nil
end)

sheet("side", function (side)
  return ("%s VP, %d SP and %d siege trains captured"):format(tostring(side.points), side.captured_sp,
    side.captured_trains)
end)
