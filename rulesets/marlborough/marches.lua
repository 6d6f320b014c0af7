-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.2: forced marches. Three ways, by the switch `forced_march`: the rule's own, and the two of the
-- commentary.

--- SP that a forced march costs: a die for each 10 SP or part of them (G25), never more than there are.
rule("13.2", "march_loss", function (sp, die)
  return math.min(die * ((sp + 9) // 10), sp)
end)

--- The second die, less the leaders' combat modifier with the first switch; a negative one adds nothing.
rule("13.2-h1", "march_die", function (forces)
  local die = roll("1d6", "13.2 losses on the march", forces[1].side)
  if option.forced_march ~= "leader" then return die end
  return math.max(die - math.max(rules.command_modifier(forces).total, 0), 0)
end)

--- What a forced march costs a group: by the second die, or, with the second switch, a tenth unless it
--- activates.
rule("13.2", "march_losses", function (forces)
  local sp = rules.strength(forces)
  if option.forced_march ~= "activation" then
    local die = rules.march_die(forces)                                  -- 13.2-h1
    note("13.2", "{die} SP for each 10 of {sp} or part of them", { die = die, sp = sp })
    return rules.march_loss(sp, die)
  end
  if rules.reacts(forces, "move") then return 0 end                      -- 13.2-h2, as G64 has it
  return rules.share_of(sp, 10).total
end)

--- Whether a force may still make a forced march in this phase.
rule("13.2", "may_force_march", function (force)
  return option.forced_marches and force.active and force.marched == 0 and force.place ~= nil
end)

--- A forced march of an active force and those that act with it: one die of MP more, and what that
--- costs.
rule("13.2", "force_march", function (force)
  local forces, side = rules.acting(force), force.side
  refuse_if("13.2", not option.forced_marches, "there are no forced marches in this game")
  rules.may_move(forces)                                                 -- 4.1
  for i = 1, #forces do
    refuse_if("13.2", forces[i].marched > 0, "{force} has made a forced march already", { force = forces[i] })
  end
  local extra = roll("1d6", "13.2 MP of a forced march", side)
  for i = 1, #forces do forces[i].marched = extra end
  note("13.2", "forced march of {forces}: {mp} MP more", { forces = forces, mp = extra })
  report("extra MP", extra)
  local lost = rules.march_losses(forces)
  report("lost", lost)
  if lost == 0 then return end
  note("13.2", "{lost} SP are lost on the march", { lost = lost })
  rules.take_sp(forces, lost)
  rules.score_lost(side, lost, "13.2", ("%d SP lost on a forced march"):format(lost))   -- 9.1-any
end)

local function candidates() return all("force", { side = game.active, active = true, marched = 0 }) end

local function can_march(force)
  if not rules.leads(force) or not rules.may_force_march(force) then return false end
  local forces = rules.acting(force)
  return not rules.held_by_enemy(forces) and rules.all_led(forces)
end

command "march" {
  rule = "13.2", help = "a forced march: an active force gets MP, and may lose SP",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "an active force", among = candidates, fits = can_march,
      sample = function (_, below) return rules.any_of(candidates(), can_march, below) end },
  },
  run = function (args) return rules.force_march(args.force) end,
}
