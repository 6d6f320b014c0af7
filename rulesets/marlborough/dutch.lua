-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.5: Dutch caution.

local FLOOR = 50                                           -- 13.5-50: Dutch SP at least
local DEPTH = 5                                            -- 13.5-emp: MP into the Empire at most
local EXEMPT = { evade = true, withdraw = true, retreat = true, rout = true, siege = true }
local CAUTIOUS = { ["Spanish Netherlands"] = true, Cologne = true, Empire = true }
local HOME = { ["United Provinces"] = true, ["Spanish Netherlands"] = true, Cologne = true, France = true }
-- Bavaria and Austria lie farther in, and count with the Empire.
local EMPIRE = { Empire = true, Bavaria = true }

local function in_one_of(place, regions)
  local area = place and place.area
  return area ~= nil and regions[area.name] == true
end

local function in_empire(place)
  return in_one_of(place, EMPIRE) or place.name == "Austria"             -- the box beyond
end

-- --- the AV ---------------------------------------------------------------------------------------

--- Retreats, sieges and moves against a fortress alone: no caution.
rule("13.5-exc", "dutch_exempt", function (side, purpose, place)
  if EXEMPT[purpose] then return true end
  return place ~= nil and purpose ~= "intercept" and not has_units(side.enemy, place, "force")
    and rules.hostile_fortress(side, place) ~= nil
end)

--- Whether the Dutch are alone: an army of theirs, and no leader of another nation in command.
rule("13.5-solo", "dutch_alone", function (forces)
  local army = false
  for _, force in ipairs(forces) do
    if force.nation == "dutch" and force.size == "army" then army = true end
  end
  if not army then return false end
  for _, leader in ipairs(rules.commanders(forces)) do
    if leader.nation ~= "dutch" then return false end
  end
  return true
end)

--- Whether a Dutch leader is in command with others.
rule("13.5-co", "dutch_in_company", function (forces)
  for _, leader in ipairs(rules.commanders(forces)) do
    if leader.nation ~= "dutch" then return true end
  end
  return false
end)

--- Whether the group goes for an enemy force in the Spanish Netherlands, Cologne or the Empire. `place`
--- is where it means to go, none when it does not say (G57).
rule("13.5-co", "goes_for_enemy", function (side, purpose, place)
  return in_one_of(place, CAUTIOUS) and (purpose == "intercept" or has_units(side.enemy, place, "force"))
end)

--- What comes off a Dutch leader's AV: 2 when he is alone with his army, 1 when he goes for an enemy
--- force together with others.
rule("13.5-co", "dutch_caution", function (leader, forces, purpose, place)
  if leader.nation ~= "dutch" or not option.dutch then return 0 end
  if forces.kind then forces = { forces } end
  if rules.dutch_exempt(leader.side, purpose, place) then return 0 end   -- 13.5-exc
  if rules.dutch_in_company(forces) then
    return rules.goes_for_enemy(leader.side, purpose, place) and charts.dutch:at "with others" or 0
  end
  return rules.dutch_alone(forces) and charts.dutch:at "alone" or 0      -- 13.5-solo
end)

-- --- where they may go ----------------------------------------------------------------------------

--- Whether a force is the Dutch 1st Army: the Dutch army of that name, else the first of them.
rule("13.5-emp", "is_first_dutch", function (force)
  local armies = all("force", { nation = "dutch", size = "army" })
  for _, army in ipairs(armies) do
    if army.name:find "1st" then return army == force end
  end
  return armies[1] == force
end)

--- Whether a place in the Empire lies within 5 MP of its border, for a force that comes from outside.
rule("13.5-emp", "near_border", function (force, place)
  if place.box then return false end
  for _, hex in ipairs(map.spiral(place, DEPTH)) do
    if not in_empire(hex) and rules.distance_mp(force, hex, place, DEPTH) then return true end
  end
  return false
end)

--- Yearly scenarios: the Dutch 1st Army goes no more than 5 MP into the Empire. The force of a group that
--- would with a place, or nil.
rule("13.5-emp", "too_deep", function (forces, to)
  if not option.dutch or option.campaign or not in_empire(to) then return nil end
  for _, force in ipairs(forces) do
    if rules.is_first_dutch(force) and not rules.near_border(force, to) then return force end
  end
  return nil
end)

--- Refuses such a place.
rule("13.5-emp", "check_dutch_depth", function (forces, to)
  local force = rules.too_deep(forces, to)
  refuse_if("13.5-emp", force ~= nil, "{force} goes no more than 5 MP into the Empire", { force = force })
end)

local function dutch_sp(force) return rules.sp_of_nation(force, "dutch") end

--- Dutch SP in the United Provinces, the Spanish Netherlands, Cologne and France: forces, in winter those
--- off the map too, supplementary garrisons, lines and strongpoints.
rule("13.5-50", "dutch_at_home", function (winter)
  local sp = 0
  for _, force in ipairs(all "force") do
    if in_one_of(force.place, HOME) or winter and not force.place then sp = sp + dutch_sp(force) end
  end
  for _, fortress in ipairs(all("fortress", { side = sides.allied, nation = "dutch" })) do
    if in_one_of(fortress.place, HOME) then sp = sp + fortress.extra end
  end
  for _, work in ipairs(all("work", { side = sides.allied, nation = "dutch" })) do
    if in_one_of(work.place, HOME) then sp = sp + work.sp end
  end
  return sp
end)

--- Whether so many Dutch SP may leave those countries.
rule("13.5-50", "may_leave_home", function (sp)
  return sp == 0 or rules.dutch_at_home() - sp >= FLOOR
end)

--- Whether a group that goes to a place outside those countries would leave fewer than 50 Dutch SP there.
rule("13.5-50", "leaves_too_few", function (forces, to)
  if not option.dutch or in_one_of(to, HOME) then return false end
  local leaving = 0
  for _, force in ipairs(forces) do
    if in_one_of(force.place, HOME) then leaving = leaving + dutch_sp(force) end
  end
  return not rules.may_leave_home(leaving)
end)

--- Whether in winter fewer than 50 Dutch SP would be left for those countries when a force is deployed at a
--- place, or disbanded (none), or a work is laid anew there or given up to a force there.
rule("13.5-50", "gives_up_home", function (piece, to)
  if not option.dutch or in_one_of(to, HOME) then return false end
  local sp = piece.kind == "force" and dutch_sp(piece) or piece.nation == "dutch" and piece.sp or 0
  if sp == 0 or piece.place and not in_one_of(piece.place, HOME) then return false end
  return rules.dutch_at_home(true) - sp < FLOOR
end)

--- Refuses such a place.
rule("13.5-50", "check_dutch_floor", function (forces, to)
  refuse_if("13.5-50", rules.leaves_too_few(forces, to),
    "fewer than 50 Dutch SP would be left in the Low Countries, Cologne and France", {})
end)
