-- SPDX-License-Identifier: GPL-3.0-or-later
-- C.dem-table, C.dem-red1, C.dem-red2: how long a beaten force is demoralised, and what ends it sooner.
-- What that takes off dice is in losses.lua (C.dem), off activation in activation.lua (4.1-dem); the
-- turns run off in turn.lua (C.dem-tick).

local none = {}

entity "force" {
  changed_leader = int(0, { min = 0, max = 2000001, hidden = true, help = "the phase of its last change of leaders (C.dem-red1)" }),
}

-- --- C.dem-table: demoralisation ------------------------------------------------------------------

--- Turns of demoralisation for a loss out of the strength at the start of the first round.
rule("C.dem-table", "demoralisation_turns", function (lost, start)
  if option.demoralised_bands == "lower" then
    return charts.demoralisation_lower:at(100 * lost // start)
  end
  return charts.demoralisation:at((100 * lost + start - 1) // start)
end)

--- A group is demoralised for its loss, captured SP included. Gives the turns.
rule("C.dem-table", "demoralise", function (group, lost, start)
  local turns = rules.demoralisation_turns(lost, start)
  for i = 1, #group do
    if group[i].demoralised < turns then group[i].demoralised = turns end
  end
  note("C.dem-table", "{lost} of {start} SP lost: {group} {group:is|are} demoralised for {turns} turns",
    { lost = lost, start = start, group = group, turns = turns })
  return turns
end)

-- Demoralisation ends sooner.
local function hearten(force, turns, rule_id)
  force.demoralised = math.max(force.demoralised - turns, 0)
  note(rule_id, "{force} is demoralised for {turns} turns now", { force = force, turns = force.demoralised })
end

--- A leader who is drawn for one who was removed shortens demoralisation (G20), once a phase for a force.
rule("C.dem-red1", "hearten_by_leader", function (force)
  if force.demoralised == 0 or force.changed_leader == rules.phase_number() then return end
  force.changed_leader = rules.phase_number()
  hearten(force, option.new_leader, "C.dem-red1")
end)

--- Removes a leader of a demoralised force for another one, drawn blind, once a phase. Princes stay at their
--- posts (13.8).
rule("C.dem-red1", "change_leader", function (force, leader)
  refuse_if("C.dem-red1", force.demoralised == 0, "{force} is not demoralised", { force = force })
  refuse_if("C.dem-red1", leader.force ~= force, "{leader} is not with {force}",
    { leader = leader, force = force })
  refuse_if("13.8", not rules.may_be_changed(leader), "{leader} stays at his post", { leader = leader })
  refuse_if("C.dem-red1", force.changed_leader == rules.phase_number(),
    "{force} had a new leader in this phase", { force = force })
  refuse_if("5.1-pool", #rules.pool_of(force) == 0, "there is no leader in the pool", none)
  note("C.dem-red1", "{leader} gives up {force}", { leader = leader, force = force })
  rules.replace_leader(leader)                                           -- 5.1-pool
end)

--- Whether a leader can be replaced: not a prince; Villeroi, supreme or not, can.
rule("13.8", "may_be_changed", function (leader)
  return not leader.supreme or option.supreme == "none" or leader.name == "Villeroi"
end)

--- So does joining by a quarter of the force, part points up (G20).
rule("C.dem-red2", "hearten_by_reinforcement", function (force, sp)
  if force.demoralised > 0 and force.sp > 0 and sp >= rules.heartening_sp(force.sp) then
    hearten(force, 1, "C.dem-red2")
  end
end)

--- The SP that it takes.
rule("C.dem-red2", "heartening_sp", function (sp) return (sp + 3) // 4 end)

-- The leaders of a force who can be replaced.
local function leaders_who_go(force)
  local list = {}
  for _, leader in ipairs(rules.leaders_of(force)) do
    if rules.may_be_changed(leader) then list[#list + 1] = leader end
  end
  return list
end

command "replace" {
  rule = "C.dem-red1", help = "gives a demoralised force another leader, drawn blind",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "a demoralised force",
      among = function () return all("force", { side = game.active }) end,
      fits = function (force)
        return force.demoralised > 0 and force.changed_leader ~= rules.phase_number()
          and #leaders_who_go(force) > 0 and #rules.pool_of(force) > 0
      end },
    { name = "leader", kind = "leader", keyword = "leader", help = "the leader who goes",
      from = function (args) return args.force and leaders_who_go(args.force) or none end },
  },
  run = function (args)
    refuse_if("C.dem-red1", args.force.side ~= game.active, "{force} is not yours", args)
    return rules.change_leader(args.force, args.leader)
  end,
}
