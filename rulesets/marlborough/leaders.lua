-- SPDX-License-Identifier: GPL-3.0-or-later
-- L, 5.1, 5.2, 13.7, 13.8: leaders, pools, joint command.

local function as_list(forces)
  return forces.kind and { forces } or forces
end

-- --- L.values: the leaders --------------------------------------------------------------------------

local function H(value) return { value, source = "house" } end
local function I(value) return { value, source = "inferred" } end

-- The counters are not in the source. "printed" are the values that its text states or uses. Where it
-- has none, and for leaders that it does not name, AV 7 and modifier 0 are ours: of the known values
-- they are the commonest. There are three Spanish and three Bavarian leaders, of whom the Elector
-- alone is named. Athlone leads a British army in the text, and is British here (G55).
charts.leaders = grid {
  rule = "L.values", title = "Leaders", source = "printed",
  rows = "leader", cols = { "nation", "AV", "modifier", "rank" },
  --                        nation           AV    modifier  rank
  { key = "Villars",        "french",         9,     2,      "-" },
  { key = "La Motte",       "french",         8,   H(0),     "-" },
  { key = "Vendome",        "french",         7,     2,      "-" },
  { key = "Luxembourg",     "french",         7,     1,      "prince" },
  { key = "Boufflers",      "french",         7,     1,      "-" },
  { key = "Catinat",        "french",         7,     1,      "-" },
  { key = "de Coigne",      "french",         7,     0,      "-" },
  { key = "Marsin",         "french",         7,     0,      "-" },
  { key = "Villeroi",       "french",         7,    -1,      "favourite" },
  { key = "Orleans",        "french",       H(7),  H(0),     "prince" },
  { key = "Burgundy",       "french",         6,    -1,      "prince" },
  { key = "Tallard",        "french",         7,     0,      "-", source = "house" },
  { key = "the Elector",    "bavarian",     H(7),  H(0),     "-" },
  { key = "Arco",           "bavarian",       7,     0,      "-", source = "house" },
  { key = "Maffei",         "bavarian",       7,     0,      "-", source = "house" },
  { key = "Bedmar",         "spanish",        7,     0,      "-", source = "house" },
  { key = "Egmont",         "spanish",        7,     0,      "-", source = "house" },
  { key = "T'Serclaes",     "spanish",        7,     0,      "-", source = "house" },
  { key = "Marlborough",    "british",        9,     3,      "-" },
  { key = "Webb",           "british",        7,     1,      "-" },
  { key = "Athlone",      H("british"),       7,     0,      "-" },
  { key = "Ormonde",        "british",      H(7),  H(0),     "-" },
  { key = "Churchill",      "british",        7,     0,      "-", source = "house" },
  { key = "Cutts",          "british",        7,     0,      "-", source = "house" },
  { key = "Orkney",         "british",        7,     0,      "-", source = "house" },
  { key = "Overkirk",       "dutch",          7,     1,      "-" },
  { key = "Albemarle",      "dutch",          7,     0,      "-" },
  { key = "Orange",       I("dutch"),         7,    -1,      "-" },
  { key = "Coehoorn",       "dutch",        H(7),  H(0),     "engineer" },
  { key = "Dopff",          "dutch",          7,     0,      "-", source = "house" },
  { key = "Slangenburg",    "dutch",          7,     0,      "-", source = "house" },
  { key = "Tilly",          "dutch",          7,     0,      "-", source = "house" },
  { key = "Eugene",         "austrian",       9,     2,      "-" },
  { key = "Hesse",        H("austrian"),      7,     0,      "-" },
  { key = "Baden",          "austrian",       7,     0,      "-", source = "house" },
  { key = "Styrum",         "austrian",       7,     0,      "-", source = "house" },
  { key = "Thungen",        "austrian",       7,     0,      "-", source = "house" },
}

-- G16; L.garr: the garrison of a place that a coup de main has opened.
charts.leaderless = grid {
  rule = "L.none", title = "Without a leader", source = "printed",
  rows = "who", cols = { "AV", "modifier" },
  --                     AV  modifier
  { key = "force",        6,   -2 },
  { key = "garrison",     6,   -2 },
}

-- The years in which the Northern Allies are in the field.
charts.northern_years = grid {
  rule = "F.north", title = "Northern Allies in the field", source = "printed", rows = "year", cols = "present",
  { upto = 1703,              false },
  { from = 1704, to = 1705,   true },
  { from = 1706, to = 1708,   false },
  { at = 1709,                true },
  { at = 1710,                false },
  { from = 1711, to = 1713,   true },
  { beyond = 1713,            false },
}

--- Whether the Northern Allies are in the field in a year.
rule("F.north", "northern_present", function (year) return charts.northern_years:at(year) end)

local FRENCH_SIDE = { french = true, bavarian = true, spanish = true }

--- The side that a nation fights on.
rule("F.french", "side_of_nation", function (nation) return FRENCH_SIDE[nation] and sides.french or sides.allied end)

--- The nation whose leaders lead a nation's forces: Imperial ones lead the Northern Allies.
rule("F.north", "leading_nation", function (nation)
  return nation == "northern" and "austrian" or nation
end)

--- Whether leaders of one nation may lead forces of another: on the French side all may (F.french);
--- British, Dutch and Imperial forces have leaders of their own.
rule("8.1-lead", "may_lead", function (nation, force)
  if force.side == sides.french then return rules.side_of_nation(nation) == sides.french end
  return nation == rules.leading_nation(force.nation)
end)

--- A leader of the chart comes into play: with a force, or in the pool.
rule("L.values", "enlist", function (name, force)
  local chart = charts.leaders
  local nation, rank = chart:at(name, "nation"), chart:at(name, "rank")
  refuse_if("8.1-lead", force and not rules.may_lead(nation, force),
    "{leader} may not lead {force}: it has leaders of its own nation", { leader = name, force = force })
  return create("leader", { name = name, side = rules.side_of_nation(nation),
    nation = nation, av = chart:at(name, "AV"), modifier = chart:at(name, "modifier"),
    supreme = rank == "prince", engineer = rank == "engineer",
    post = force and "force" or "pool", force = force })
end)

local function higher(a, b)
  if a.av ~= b.av then return a.av > b.av end
  if a.modifier ~= b.modifier then return a.modifier > b.modifier end
  return a.id < b.id
end

--- The leaders with a force, the highest first.
rule("L.values", "leaders_of", function (force)
  local list = all("leader", { force = force })
  if #list > 1 then table.sort(list, higher) end
  return list
end)

-- --- 13.8, 5.2: who commands --------------------------------------------------------------------------

--- Whether a leader commands whoever else is there: a prince; under a switch Villeroi as well (13.8-h).
rule("13.8", "is_supreme", function (leader)
  if option.supreme == "none" then return false end
  return leader.supreme or option.supreme == "villeroi" and leader.name == "Villeroi"
end)

-- Adds a leader to a list: an engineer only where nobody else commands.
local function count(list, engineers, leader)
  if leader.engineer then engineers[#engineers + 1] = leader else list[#list + 1] = leader end
end

--- The leaders of a group whose values count. A supreme one commands alone (13.8), the highest of
--- several. Else those of its armies, and of detachments that are not subordinate to one with a leader
--- (5.2-sub, F.codet), are in joint command; where these have none, the others are.
rule("L.avg", "commanders", function (forces)
  if forces.kind then forces = { forces } end
  if #forces == 1 then
    local leaders = rules.leaders_of(forces[1])
    if #leaders <= 1 then return leaders end
  end
  local joint, under, engineers, supreme = {}, {}, {}, nil
  for _, force in ipairs(forces) do
    local leaders = rules.leaders_of(force)
    local to = joint
    if #leaders > 0 and #forces > 1 then
      for _, army in ipairs(rules.armies_over(force, forces)) do
        if #all("leader", { force = army }) > 0 then to = under end
      end
    end
    for _, leader in ipairs(leaders) do
      if rules.is_supreme(leader) and (not supreme or higher(leader, supreme)) then supreme = leader end
      count(to, engineers, leader)
    end
  end
  if supreme then return { supreme } end                                 -- 13.8
  if #joint == 0 then joint = #under > 0 and under or engineers end
  if #forces > 1 and #joint > 1 then table.sort(joint, higher) end
  return joint
end)

-- --- L.avg: joint command -----------------------------------------------------------------------------

--- Which way the average of `sum` over n is rounded: "down", or by the quarter rule (G1, G3).
rule("L.avg", "average_rounding", function (sum, n, how)
  local rest = sum % n
  if rest == 0 or how == "down" then return "down" end
  if sum < 0 and option.average_negative == "magnitude" then             -- G3
    rest = n - rest
    return (4 * rest > n or option.quarter == "from" and 4 * rest == n) and "down" or "up"
  end
  return (4 * rest > n or option.quarter == "from" and 4 * rest == n) and "up" or "down"
end)

-- Divides a tally of n values by n.
local function average(value, n, how)
  if n == 1 then return value end
  local rounding = rules.average_rounding(value.total, n, how)
  return value:divide(n, rounding, "L.avg", "joint command")
end

--- The average AV of a group's leaders, or of some of them, a tally: part points are dropped (G2). Dutch
--- caution comes off the Dutch leader (13.5), or off the joint value (G57).
rule("L.avg", "average_av", function (forces, purpose, place, leaders)
  local value = tally("AV")
  leaders = leaders or rules.commanders(forces)
  if #leaders == 0 then return value:add(charts.leaderless:at("force", "AV"), "L.none", "no leader") end
  local joint_caution = 0
  for _, leader in ipairs(leaders) do
    value:add(leader.av, "L.values", leader.name)
    local caution = leader.nation == "dutch" and rules.dutch_caution(leader, forces, purpose, place) or 0
    if caution < 0 and option.dutch_average == "leader" then             -- G57
      value:add(caution, "13.5", "Dutch caution")
    elseif caution < joint_caution then
      joint_caution = caution
    end
  end
  average(value, #leaders, option.average_av)
  if joint_caution < 0 then value:add(joint_caution, "13.5", "Dutch caution") end
  return value
end)

--- The AV of a group before demoralisation.
rule("L.avg", "command_av", function (forces, purpose, place)
  return rules.average_av(forces, purpose, place).total
end)

--- The combat modifier that a leader counts with: under the switch none below 0.
rule("C.neg0", "modifier_of", function (leader)
  return option.negative_leaders and leader.modifier or math.max(leader.modifier, 0)
end)

--- The joint combat modifier of some leaders, a tally; -2 without one (G16). `how` is "down" where the
--- quarter rule does not round it.
rule("L.avg", "average_modifier", function (leaders, how)
  local value = tally("combat modifier")
  if #leaders == 0 then
    local without = option.leaderless ~= "none" and charts.leaderless:at("force", "modifier") or 0
    return value:add(without, "L.none", "no leader")
  end
  for _, leader in ipairs(leaders) do
    value:add(rules.modifier_of(leader), "L.values", leader.name)
  end
  return average(value, #leaders, how)
end)

--- The combat modifier of a group's leaders, a tally.
rule("L.avg", "command_modifier", function (forces)
  return rules.average_modifier(rules.commanders(forces))
end)

--- AV and modifier with which a garrison fights in a place that a coup de main has opened.
rule("L.garr", "garrison_values", function ()
  return charts.leaderless:at("garrison", "AV"), charts.leaderless:at("garrison", "modifier")
end)

-- Whether a force of a group has a leader: one of the group whom its nation follows (8.1-lead), or that of
-- an army that it serves under (5.2-sub).
local function is_led(force, forces)
  local serves = rules.is_subordinate(force, forces)
  for _, other in ipairs(forces) do
    for _, leader in ipairs(all("leader", { force = other })) do
      if rules.may_lead(leader.nation, force) or serves and other.size == "army" then return true end
    end
  end
  return false
end

--- Whether every force of a group has a leader: those of another Allied nation do not lead it (8.1-lead).
rule("8.1-lead", "all_led", function (forces)
  if #forces == 1 then return #all("leader", { force = forces[1] }) > 0 end
  for _, force in ipairs(forces) do
    if not is_led(force, forces) then return false end
  end
  return true
end)

--- A group without a leader activates for nothing in its own phase; it may still evade, withdraw and
--- rout (G16).
rule("5.1-lead", "needs_leader", function (forces)
  forces = as_list(forces)
  refuse_if("5.1-lead", not rules.all_led(forces), "{forces} {forces:has|have} no leader of {forces:its|their} own",
    { forces = forces })
end)

-- --- 5.1: the pools -----------------------------------------------------------------------------------

--- The leaders in the pool that a force may draw from: the French side has one pool (F.french), each
--- Allied nation its own (8.1-lead). Engineers are not drawn.
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
  local leader = draw(pool, "5.1-pool leader of " .. force.name, force.side)
  leader.post, leader.force, leader.relief = "force", force, 0
  note("5.1-pool", "{leader} leads {force}", { leader = leader, force = force })
  return leader
end)

--- A leader goes back to the pool.
rule("5.1-pool", "to_pool", function (leader)
  leader.post, leader.force, leader.relief = "pool", nil, 0
end)

--- A leader is lost to his force: back in the pool ("pool"), or captured, which scores (9.1). Under a
--- switch no die but capture takes a prince from his post (G54).
rule("C.leaderloss", "lose_leader", function (leader, how)
  local force = leader.force
  local ctx = { leader = leader, force = force, captor = leader.side.enemy }
  if how == "pool" and option.princes_stay and leader.supreme then
    note("13.8", "{leader} keeps his post", ctx)
    return
  end
  if force then force.lost_leader = force.lost_leader + 1 end
  rules.to_pool(leader)
  if how == "captured" then
    leader.post = "captured"
    note("C.capture", "{leader} is captured by the {captor} side", ctx)
    rules.score_leader(leader, "C.capture")                              -- 9.1
  else
    note("C.leaderloss", "{leader} is back in the pool", ctx)
  end
end)

--- Leaders for those lost, drawn at the moment that the switch names (G15): after the battle, in the
--- own or in the enemy's next phase. Where the pool is empty they stay due.
rule("5.1-when", "replace_leaders", function (moment, side)
  if option.replacement ~= moment then return end
  for _, force in ipairs(all("force", { side = side })) do
    while force.lost_leader > 0 and rules.draw_leader(force) do
      force.lost_leader = force.lost_leader - 1
    end
  end
end)

--- A leader leaves a force, and another is drawn for him from those who were in the pool before; where
--- there is none his post is due. Gives the new one.
rule("5.1-pool", "replace_leader", function (leader)
  local force = leader.force
  local new = rules.draw_leader(force)
  rules.to_pool(leader)
  if new then rules.hearten_by_leader(force) else force.lost_leader = force.lost_leader + 1 end       -- C.dem-red1
  return new
end)

-- --- 13.7: relief of command ---------------------------------------------------------------------------

entity "force" {
  disgraced = flag(false, { hidden = true,
    help = "has just routed: one of its leaders may be relieved (13.7)" }),
}

--- Whether a leader may be relieved: with a force that has just routed, no prince, and not on his way
--- out already.
rule("13.7", "may_be_relieved", function (leader)
  return leader.force ~= nil and leader.force.disgraced and not leader.supreme and leader.relief == 0
end)

--- One of the leaders of a group that has routed, of its owner's choice, may be rolled for (G58).
rule("13.7", "offer_relief", function (forces)
  if not option.relief_of_command then return end
  local any = false
  for _, force in ipairs(forces) do
    force.disgraced = true
    for _, leader in ipairs(rules.leaders_of(force)) do any = any or rules.may_be_relieved(leader) end
  end
  if any then
    react { by = forces[1].side, rule = "13.7", commands = { "relieve" },
      ask = "Is a leader of the beaten force relieved of his command?" }
  end
  for _, force in ipairs(forces) do force.disgraced = false end
end)

--- The roll: he goes at once, at the end of his side's next Activity Phase, of the one after, or stays.
rule("13.7", "relieve", function (leader)
  refuse_if("13.7", not option.relief_of_command, "relief of command is not in force", {})
  refuse_if("13.8", leader.supreme, "{leader} is a prince: he is not relieved", { leader = leader })
  refuse_if("13.7", not rules.may_be_relieved(leader), "{leader} may not be relieved", { leader = leader })
  local side = leader.side
  local phases = charts.relief:roll("1d6", "13.7 relief of " .. leader.name, nil, side)
  report("relief", phases)
  if phases < 0 then
    note("13.7", "{leader} stays", { leader = leader })
  elseif phases == 0 then
    note("13.7", "{leader} goes at once", { leader = leader })
    rules.replace_leader(leader)
  else
    note("13.7", phases == 1 and "{leader} goes at the end of the next Activity Phase"
      or "{leader} goes at the end of the Activity Phase after the next", { leader = leader })
    leader.relief = game.active == side and phases + 1 or phases         -- this phase is not the next
  end
  return phases
end)

--- An own Activity Phase ends: those whose time it is go (13.7).
rule("13.7", "end_reliefs", function (side)
  if not option.relief_of_command then return end
  for _, leader in ipairs(all("leader", { side = side })) do
    if leader.relief > 0 then
      leader.relief = leader.relief - 1
      if leader.relief == 0 then
        note("13.7", "{leader} is relieved of his command", { leader = leader })
        rules.replace_leader(leader)
      end
    end
  end
end)

local function in_disgrace()
  local list = {}
  for _, force in ipairs(all("force", { disgraced = true })) do
    for _, leader in ipairs(rules.leaders_of(force)) do list[#list + 1] = leader end
  end
  return list
end

command "relieve" {
  rule = "13.7", help = "rolls for the relief of a leader whose force has just routed", reaction = true,
  args = {
    { name = "leader", kind = "leader", help = "one of the leaders of the beaten force",
      among = in_disgrace, fits = function (leader) return rules.may_be_relieved(leader) end },
  },
  run = function (args) return rules.relieve(args.leader) end,
}

-- --- what is shown -------------------------------------------------------------------------------------

--- A leader as the book writes him: "Marlborough 9/+3".
rule("L.values", "leader_text", function (leader)
  return ("%s %d/%+d"):format(leader.name, leader.av, leader.modifier)
end)

sheet("force", function (force)
  local lines, leaders = {}, {}
  for i, leader in ipairs(rules.leaders_of(force)) do leaders[i] = rules.leader_text(leader) end
  lines[1] = #leaders > 0 and "led by " .. table.concat(leaders, ", ") or "without a leader"
  local nations = rules.nations_in(force)
  for i = 2, #nations do
    lines[#lines + 1] = ("%d SP of it are %s"):format(nations[i].sp, nations[i].nation)
  end
  local group = rules.acting(force)
  for i = 2, #group do lines[#lines + 1] = "acts together with " .. group[i].name end
  return lines
end)

-- --- what must hold ------------------------------------------------------------------------------------

invariant("L.values a leader is in one place only", "leader", function (leader)
  if (leader.post == "force") ~= (leader.force ~= nil) then
    return ("%s is %s, and with %s"):format(leader.name, leader.post,
      leader.force and leader.force.name or "nobody")
  end
  if leader.force and leader.force.side ~= leader.side then
    return leader.name .. " is with the enemy's " .. leader.force.name
  end
  if leader.name ~= "" and #all("leader", { name = leader.name, side = leader.side }) > 1 then
    return "there are two leaders named " .. leader.name
  end
end)
