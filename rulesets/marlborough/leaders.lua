-- SPDX-License-Identifier: GPL-3.0-or-later
-- L, 5.1, 5.2, 13.7, 13.8: leaders, pools, joint command.

local function as_list(forces)
  return forces.kind and { forces } or forces
end

local function higher(a, b)
  if a.av ~= b.av then return a.av > b.av end
  if a.modifier ~= b.modifier then return a.modifier > b.modifier end
  return a.id < b.id
end

-- --- L.values: who commands ----------------------------------------------------------------------

--- The leaders with a force, the highest first.
rule("L.values", "leaders_of", function (force)
  local list = all("leader", { force = force })
  if #list > 1 then table.sort(list, higher) end
  return list
end)

--- The leaders of a group whose values count: a supreme one alone, else all joint ones.
rule("L.avg", "commanders", function (forces)
  local list = {}
  for _, force in ipairs(as_list(forces)) do
    for _, leader in ipairs(rules.leaders_of(force)) do
      if leader.supreme and option.supreme ~= "none" then return { leader } end
      list[#list + 1] = leader
    end
  end
  return list
end)

-- A sum over n, rounded by the quarter rule (G1), or down.
local function rounding_of(sum, n, how)
  if how == "down" then return "down" end
  local magnitude = option.average_negative == "magnitude" and sum < 0   -- G3
  local rest = (magnitude and -sum or sum) % n
  local away = 4 * rest > n or option.quarter == "from" and 4 * rest == n    -- G1
  if rest == 0 then return "down" end
  return away ~= magnitude and "up" or "down"
end

--- The average AV of a group's leaders, a tally: Dutch caution taken off, part points dropped (G2).
rule("L.avg", "average_av", function (forces, purpose, place)
  local leaders, value = rules.commanders(forces), tally("AV")
  local sum = 0
  if #leaders == 0 then return value:add(6, "L.none", "no leader") end
  for _, leader in ipairs(leaders) do
    local caution = rules.dutch_caution(leader, forces, purpose, place)  -- 13.5
    value:add(leader.av, "L.values", leader.name)
    if caution ~= 0 then value:add(caution, "13.5-co", "Dutch caution") end
    sum = sum + leader.av + caution
  end
  if #leaders == 1 then return value end
  return value:divide(#leaders, rounding_of(sum, #leaders, option.average_av), "L.avg", "leaders in joint command")
end)

--- The AV of a group before demoralisation.
rule("L.avg", "command_av", function (forces, purpose, place)
  return rules.average_av(forces, purpose, place).total
end)

--- The combat modifier of a group's leaders, a tally.
rule("L.avg", "command_modifier", function (forces)
  return rules.average_modifier(rules.commanders(forces))
end)

--- The joint combat modifier of some leaders, a tally; `rounding` "down" in place of the quarter rule.
rule("L.avg", "average_modifier", function (leaders, rounding)
  local value, sum = tally("combat modifier"), 0
  if #leaders == 0 then
    return value:add(option.leaderless == "two" and -2 or 0, "L.none", "no leader")
  end
  for _, leader in ipairs(leaders) do
    local modifier = leader.modifier
    if modifier < 0 and not option.negative_leaders then modifier = 0 end    -- C.neg0
    value:add(modifier, "L.values", leader.name)
    sum = sum + modifier
  end
  if #leaders == 1 then return value end
  return value:divide(#leaders, rounding_of(sum, #leaders, rounding), "L.avg", "leaders in joint command")
end)

-- --- 5.1: the pools ----------------------------------------------------------------------------------

--- The nation whose leaders lead a nation's forces: Imperial ones lead the Northern Allies.
rule("F.north", "leading_nation", function (nation)
  return nation == "northern" and "austrian" or nation
end)

--- The leaders in the pool that a force may draw from: the French side has one pool, each Allied
--- nation its own.
rule("5.1-pool", "pool_of", function (force)
  local fields = { post = "pool", side = force.side, engineer = false }
  if force.side == sides.allied then fields.nation = rules.leading_nation(force.nation) end
  return all("leader", fields)
end)

--- A leader drawn blind from the pool of a force, who then is with it; nil when it is empty.
rule("5.1-pool", "draw_leader", function (force)
  local pool = rules.pool_of(force)
  if #pool == 0 then
    note("5.1-pool", "there is no leader in the pool for {force}", { force = force })
    return nil
  end
  local leader = draw(pool, "5.1-pool a leader for " .. force.name, force.side)
  leader.post, leader.force = "force", force
  note("5.1-pool", "{leader} leads {force}", { leader = leader, force = force })
  return leader
end)

--- A leader is lost: back to the pool, or captured.
rule("C.leaderloss", "lose_leader", function (leader, how, captor)
  local force = leader.force
  leader.post, leader.force, leader.relief = how, nil, 0
  if force then force.lost_leader = force.lost_leader + 1 end
  note("C.leaderloss", how == "pool" and "{leader} is lost to {force}" or "{leader} is captured",
    { leader = leader, force = force })
  if how == "captured" then rules.score_leader(leader, "C.capture") end  -- 9.1
end)

--- Leaders that are due for those lost, drawn at the moment that the option names (G15).
rule("5.1-when", "replace_leaders", function (moment, side)
  if option.replacement ~= moment then return end
  for _, force in ipairs(all("force", { side = side })) do
    while force.lost_leader > 0 and rules.draw_leader(force) do
      force.lost_leader = force.lost_leader - 1
    end
  end
end)
