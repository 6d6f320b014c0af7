-- SPDX-License-Identifier: GPL-3.0-or-later
-- ST, 7.8-half: stacking by fodder.
--
-- What a side has in a hex, forces and trains, is measured against what the hex can feed. Garrisons
-- and works do not count.

local TRAIN = 5                                            -- ST.train: SP that a train counts as

--- The fodder of a hex: "fertile", "good" or "average".
rule("ST.class", "fodder", function (place)
  if place:has "fertile" then return "fertile" end
  return place:has "good" and "good" or "average"
end)

--- SP that a force or a train counts as.
rule("ST.train", "counts_as", function (piece) return piece.kind == "train" and TRAIN or piece.sp end)

--- SP of a side in a hex, trains as 5 each.
rule("ST.train", "stacked", function (place, side)
  return rules.strength(units_of(side, place, "force")) + TRAIN * #units_of(side, place, "train")
end)

--- Whether what a side has in a hex counts as supplied: at least half of its SP is (ours). Of an empty
--- hex: whether a magazine of the side reaches it.
rule("ST.range", "place_supplied", function (place, side)
  local forces, supplied, sp = units_of(side, place, "force"), 0, 0
  for _, force in ipairs(forces) do
    sp = sp + force.sp
    if rules.supplied(force) then supplied = supplied + force.sp end
  end
  if #forces > 0 then return 2 * supplied >= sp end
  for _, magazine in ipairs(all("magazine", { side = side })) do
    if rules.supplies(magazine, place) then return true end
  end
  return false
end)

local COLUMNS = { [true] = { [true] = "winter supplied", [false] = "winter unsupplied" },
  [false] = { [true] = "supplied", [false] = "unsupplied" } }

--- SP that may stay on ground of a fodder, with a magazine or without, in this season (G41).
rule("7.8-half", "limit_of", function (fodder, supplied)
  return charts.stacking:at(fodder, COLUMNS[game.winter][supplied])
end)

--- SP of a side that may stay in a hex, a tally: by its fodder, whether they are supplied, and halved
--- in winter.
rule("ST.class", "stacking_limit", function (place, side)
  local fodder, supplied = rules.fodder(place), rules.place_supplied(place, side)
  return tally("limit"):add(rules.limit_of(fodder, supplied), game.winter and "7.8-half" or "ST.class",
    ("%s ground, %s a magazine%s"):format(fodder, supplied and "with" or "without", game.winter and ", winter" or ""))
end)

--- How much a side has in a hex over the limit. What may stay without a magazine needs no supply line.
rule("ST.excess", "excess", function (place, side)
  if place.box then return 0 end
  local sp = rules.stacked(place, side)
  if sp <= rules.limit_of(rules.fodder(place), false) then return 0 end
  return math.max(sp - rules.stacking_limit(place, side).total, 0)
end)

--- SP that an excess costs: half of it (G42), but no trains.
rule("ST.excess", "excess_loss", function (excess)
  if option.excess_rounding == "quarter" then return rules.share_of(excess, 50) end
  return tally("excess", excess):divide(2, "down", "ST.excess", "half of it")
end)

--- Who loses: of several forces the owner says which, or all of them pro rata.
rule("ST.excess", "who_starves", function (side, forces)
  if #forces == 1 then return forces end
  local options = { { value = "all", label = "all of them" } }
  for _, force in ipairs(forces) do options[#options + 1] = { value = force, label = force.name } end
  local chosen = choose { by = side, rule = "ST.excess", kind = "one", from = options, default = "all",
    ask = ("Who loses SP in %s?"):format(forces[1].place.name) }
  return chosen == "all" and forces or { chosen }
end)

--- What a side has too much of in a hex starves: half of the excess.
rule("ST.excess", "starve", function (side, place)
  local excess = rules.excess(place, side)
  local forces = units_of(side, place, "force")
  if excess == 0 or #forces == 0 then return end
  local loss = rules.excess_loss(excess)
  note("ST.excess", "{sp} SP are {excess} over the limit of {limit} in {place}: {loss} are lost", { sp = rules.stacked(place, side),
    excess = excess, limit = rules.stacking_limit(place, side), place = place, loss = loss })
  local those = rules.who_starves(side, forces)
  rules.score_lost(side, rules.take_sp(those, loss.total), "ST.excess", "SP lost for want of fodder")
end)

--- At the end of a side's turn: half of what it has over the limit in a hex is lost.
rule("ST.excess", "lose_excess", function (side)
  local seen = {}
  for _, force in ipairs(all("force", { side = side })) do
    local place = force.alive and force.place
    if place and not seen[place] then
      seen[place] = true
      rules.starve(side, place)
    end
  end
end)
