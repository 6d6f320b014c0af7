-- SPDX-License-Identifier: GPL-3.0-or-later
-- FT, 6.5, 4.9, 8.3: fortresses, garrisons, works.
--
-- A strongpoint without a force is besieged like a fortress of the 2nd class (SG.strong), so what is
-- asked of a fortress here is asked of a strongpoint too.

-- --- FT.class: what stands where ------------------------------------------------------------------

--- The fortress or open city at a place, or nil.
rule("FT.class", "fortress_at", function (place)
  return units_at(place, "fortress")[1]
end)

--- 1 or 2; 0 for an open city and for a fortress that is dismantled.
rule("FT.class", "class_of", function (fortress)
  if fortress.kind == "work" then return 2 end                           -- SG.strong
  return fortress.dismantled and 0 or fortress.class
end)

--- SP in a fortress, intrinsic and supplementary.
rule("6.5", "garrison", function (fortress)
  if fortress.kind == "work" then return fortress.sp end
  return fortress.intrinsic + fortress.extra
end)

--- Lines and strongpoints at a place, of one side or of both.
rule("FT.line", "works_at", function (place, side)
  if side then return units_of(side, place, "work") end
  return units_at(place, "work")
end)

--- An enemy fortress there with a garrison, or nil.
rule("FT.class", "hostile_fortress", function (side, place)
  if not has_units(side.enemy, place, "fortress") then return nil end
  local fortress = units_of(side.enemy, place, "fortress")[1]
  return fortress.intrinsic + fortress.extra > 0 and fortress or nil
end)

-- --- 4.9.3: a place changes hands -----------------------------------------------------------------

--- A side takes a place: it controls it, leaves a garrison of the printed size out of its forces, as
--- far as they have it (G40b), and scores.
rule("4.9.3", "take_fortress", function (fortress, side, forces)
  fortress.side, fortress.captured = side, game.turn
  fortress.intrinsic, fortress.extra, fortress.nation = 0, 0, ""
  fortress.besieged, fortress.blockaded = 0, false
  if forces and rules.class_of(fortress) > 0 then
    local left = math.min(fortress.printed, rules.strength(forces) - 1)
    if left > 0 then fortress.intrinsic = rules.take_sp(forces, left) end
  end
  note("4.9.3", "{side} holds {fortress}, garrison {fortress.intrinsic}", { side = side, fortress = fortress })
  rules.score_place(side, fortress)                                      -- 9.1
end)
