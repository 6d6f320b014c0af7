-- SPDX-License-Identifier: GPL-3.0-or-later
-- LN, PEN, 4.6.8, 4.6.9: lines and strongpoints, and what they call.
--
-- An enemy enters the hex of a line or strongpoint (a work). Forces within 4 MP wake without a roll; who
-- comes is the defender. A roll tells whether the attacker is through before they are there. If he is
-- not he storms, or goes back. A work that nobody defends can be attacked by itself.

-- --- 4.6.8: the ground ----------------------------------------------------------------------------

--- What attackers of a place cross: `over`, the hexside by which they come, and works of the defending
--- side that stand there.
rule("4.6.8", "ground", function (over, place, defender)
  if not has_units(defender, place, "work") then return over end
  for _, work in ipairs(rules.works_at(place, defender)) do
    if not over:find(work.type, 1, true) then over = over == "" and work.type or over .. " " .. work.type end
  end
  return over
end)

--- The ground of a force, or of a group, that attacks in its hex: of several that came by different ways
--- that of the strongest counts (G70).
rule("4.6.8", "ground_of", function (forces)
  local first = forces.kind and forces or forces[1]
  for i = 2, forces.kind and 1 or #forces do
    if forces[i].sp > first.sp then first = forces[i] end
  end
  return rules.ground(first.over, first.place, first.side.enemy)
end)

-- The first force of some defenders that can take in so many SP (5.4); nil when none can.
local function one_with_room(defenders, sp)
  for i = 1, #defenders do
    if defenders[i].kind == "force" and rules.room_in(defenders[i]) >= sp then return defenders[i] end
  end
  return nil
end

--- After a round in which the attackers did not rout they are in the line: works of the defender there are
--- removed. Where the defender lost nothing, their SP join him, as far as a force of his has room (5.4);
--- else they are lost. Attacked alone they are lost. Gives whether there were any, and the SP that joined.
rule("4.6.8-clear", "clear_works", function (defenders, place, side, lost)
  local works = rules.works_at(place, side)
  if #works == 0 then return false, 0 end
  local gained = 0
  for _, work in ipairs(works) do
    local sp = work.sp
    local joined = lost == 0 and one_with_room(defenders, sp) or nil
    if joined then
      rules.add_sp(joined, sp, joined.nation)
      gained = gained + sp
      note("4.6.8-clear", "{work} is removed; its {sp} SP join {force}", { work = work, sp = sp, force = joined })
    else
      note("4.6.8-clear", "{work} is removed", { work = work })
      rules.score_lost(side, sp, "4.6.8-clear", ("%d SP of a %s lost"):format(sp, work.type))   -- 9.1-any
    end
    eliminate(work)
  end
  return true, gained
end)

-- --- PEN: before help arrives ---------------------------------------------------------------------

--- The column of the penetration table: modifiers of the attacking leaders less those of the defending
--- ones; the line itself does not count.
rule("PEN", "penetration_column", function (attackers, defenders)
  return tally("column"):add(rules.command_modifier(attackers).total, "PEN", "attacking leaders")
    :add(-rules.command_modifier(defenders).total, "PEN", "defending leaders")
end)

--- The highest number of 2d6 that penetrates (G26); 0 is never.
rule("PEN", "penetration_range", function (attackers, defenders)
  local av = rules.activation_value(defenders, "evade")                  -- no Dutch caution: nobody moves
  local column = rules.penetration_column(attackers, defenders)
  return charts.penetration:at(av.total, column.total), av, column
end)

--- Whether attackers are through a line before its defenders are there: 2d6 on the penetration table.
rule("PEN", "penetrates", function (attackers, defenders)
  local most, av, column = rules.penetration_range(attackers, defenders)
  local through = roll_as("2d6", "PEN penetrating the line", function (dice) return dice <= most end,
    attackers[1].side)
  note("PEN", through and "{attackers} {attackers:is|are} through (AV {av}, column {column}: at most {most})"
    or "{attackers} {attackers:does|do} not penetrate (AV {av}, column {column}: at most {most})",
    { attackers = attackers, av = av, column = column, most = most })
  return through
end)

-- --- 4.6.8: the answer ----------------------------------------------------------------------------

local function is_in(list, one)
  for i = 1, #list do
    if list[i] == one then return true end
  end
  return false
end

-- Those in the hex of a work, and the groups that come to it, in one list.
local function all_of(here, near)
  local list = {}
  for i = 1, #here do list[i] = here[i] end
  for _, group in ipairs(near) do
    for _, force in ipairs(group) do list[#list + 1] = force end
  end
  return list
end

--- Who defends a work that an enemy has entered: forces in its hex, unless they leave (4.6.9: they are
--- active without a roll), and those within 4 MP that their player sends, named by the leading ones: who
--- acted together comes together (5.2-join). Gives a list of the first, and one of groups of the second.
rule("4.6.8", "answer_line", function (forces, place)
  local enemy = forces[1].side.enemy
  local here, near, groups = {}, {}, {}
  for _, force in ipairs(rules.line_responders(enemy, place)) do         -- INT.line
    if force.place ~= place then
      near[#near + 1] = force
    else
      for _, one in ipairs(rules.acting(force)) do here[#here + 1] = one end
    end
  end
  for _, force in ipairs(rules.enemies_at(forces[1].side, place)) do
    if not is_in(here, force) then here[#here + 1] = force end
  end
  if #near > 0 then
    near = choose { by = enemy, rule = "INT.line", kind = "some", from = near, min = 0, default = near,
      ask = ("Who comes to the line in %s?"):format(place.name) }
  end
  for i, force in ipairs(near) do groups[i] = rules.acting(force) end
  if #here > 0 and rules.evade(here, forces, true) then here = {} end    -- 4.6.9
  return here, groups
end)

outcomes("line", { "penetrated", "stormed", "disengaged", "held", "attacked", "passed" })

--- A group has entered the hex of an enemy line or strongpoint. Gives what came of it: "penetrated" (the
--- defenders answered too late), "stormed", "disengaged", "held" (nothing could be done now), or, where
--- nobody defends it, "attacked" or "passed".
rule("4.6.8", "storm", function (forces, place)
  if not has_units(forces[1].side.enemy, place, "work") then return "passed" end
  local here, near = rules.answer_line(forces, place)
  local defenders = all_of(here, near)
  local what
  if #defenders == 0 then
    what = rules.attack_works(forces, place)                             -- LN.value
  elseif rules.penetrates(forces, defenders) then                        -- PEN
    what = stage("PEN.yes", rules.penetrated, forces, here, near, place)
  else
    what = stage("PEN.no", rules.not_penetrated, forces, defenders, place)
  end
  report("line", what)
  return what
end)

-- --- PEN.yes: too late ----------------------------------------------------------------------------

--- Defenders who are too late fight without the line, or go; none of them has moved yet, so those who
--- are elsewhere may also stay there (G27).
rule("PEN.yes", "penetrated", function (forces, here, near, place)
  local enemy, defenders = forces[1].side.enemy, all_of(here, near)
  local options = { "fight", "retreat" }
  if #here == 0 then options[3] = "stay" end
  local usual = rules.strength(defenders) >= rules.reckoned_strength(enemy, forces) and "fight"
    or #here == 0 and "stay" or "retreat"
  local answer = choose { by = enemy, rule = "PEN.yes", kind = "one", from = options, default = usual,
    ask = ("%s is through the line: fight, or retreat?"):format(forces[1].name) }
  if answer == "fight" then
    rules.fight_penetrated(forces, defenders, place)
    return "penetrated"
  end
  if answer == "retreat" then
    if #here > 0 and not rules.retreat_from_line(here, forces) and rules.can_attack(forces, false) then
      rules.battle(forces, here, { over = forces[1].over, committed = true })    -- he stays, without the line
    end
    for _, group in ipairs(near) do rules.retreat_from_line(group, forces) end
  end
  if has_units(enemy, place, "work") and not has_units(enemy, place, "force") then
    rules.attack_works(forces, place)
  end
  return "penetrated"
end)

--- The defender comes and fights: he pays for it from his next turn (INT.cost), but he defends, and the
--- line does not help him.
rule("PEN.yes", "fight_penetrated", function (forces, defenders, place)
  local mp = charts.actions:at "battle"
  rules.come(defenders, place, forces)
  if rules.can_owe(defenders, mp) then rules.owe(defenders, mp, "INT.cost", "battle") end
  return rules.battle(forces, defenders, { over = forces[1].over, paid = true, committed = true })
end)

--- A penetrated defender retreats as if he evaded; he is active already (G27), or must roll.
rule("PEN.yes", "retreat_from_line", function (forces, attackers)
  local places = rules.evade_places(forces, rules.evading_mp(forces))
  if #places == 0 then
    note("4.7", "{forces} cannot go anywhere", { forces = forces })
    return false
  end
  if option.penetrated_retreat == "rolled" and not rules.reacts(forces, "evade") then return false end
  rules.move_away(forces, attackers, places)
  return true
end)

-- --- PEN.no: help is there ------------------------------------------------------------------------

--- Where a group can go back to from a line, and whether it can pay: with this turn's MP, or the next's
--- (G28).
rule("PEN.no", "can_disengage", function (forces)
  local back, cost = forces[1].entered, charts.actions:at "disengage"
  if not back or has_units(forces[1].side.enemy, back, "force") then return false end
  if rules.movement_left(forces) >= cost then return true end
  return option.disengage_debt and rules.can_owe(forces, cost)
end)

-- With the other reading of G28 nobody disengages on credit: who has no MP left must storm, and owes that.
local function must_storm(forces)
  return not option.disengage_debt and rules.can_owe(forces, charts.actions:at "battle")
end

--- The defenders have come in time: the attacker storms, or disengages.
rule("PEN.no", "not_penetrated", function (forces, defenders, place)
  rules.come(defenders, place, {})                                       -- INT.cost
  local options = {}
  if rules.can_attack(forces, false) then options[1] = "storm" end
  if rules.can_disengage(forces) then options[#options + 1] = "disengage" end
  if #options == 0 and must_storm(forces) then
    rules.pay_or_owe(forces, charts.actions:at "battle", "PEN.no", "storming the line")
    rules.battle(forces, defenders, { over = rules.ground_of(forces), committed = true, paid = true })
    return "stormed"
  elseif #options == 0 then
    note("PEN.no", "{forces} can neither storm nor go back", { forces = forces })
    return "held"
  end
  local usual = options[1]
  if #options == 2 and rules.strength(forces) < rules.reckoned_strength(forces[1].side, defenders) then
    usual = "disengage"
  end
  local answer = choose { by = forces[1].side, rule = "PEN.no", kind = "one", from = options, default = usual,
    ask = "Storm the line, or disengage?" }
  if answer == "disengage" then
    rules.disengage(forces)
    return "disengaged"
  end
  rules.battle(forces, defenders, { over = rules.ground_of(forces), committed = true })
  return "stormed"
end)

--- A group goes back to the hex from which it entered, for 1 MP, of the next turn if need be (G28).
rule("PEN.no", "disengage", function (forces)
  local back = forces[1].entered
  rules.pay_or_owe(forces, charts.actions:at "disengage", "PEN.no", "disengaging")
  for i = 1, #forces do forces[i].place, forces[i].over, forces[i].entered = back, "", nil end
  note("PEN.no", "{forces} {forces:disengages|disengage} to {back}", { forces = forces, back = back })
end)

-- --- LN.value: works alone ------------------------------------------------------------------------

--- A work that nobody defends: the attacker may attack it, for 1 MP, or let it be. It fights with its
--- own SP and no modifier (G75), and may hit leaders.
rule("LN.value", "attack_works", function (forces, place)
  if not rules.can_attack(forces, false) then return "passed" end
  local works = rules.works_at(place, forces[1].side.enemy)
  if not choose { by = forces[1].side, rule = "LN.value", kind = "yesno", default = true,
    ask = ("Attack the %s?"):format(works[1].type) } then return "passed" end
  rules.battle_of_works(forces, place)
  return "attacked"
end)

rule("LN.value", "battle_of_works", function (forces, place)
  local works = rules.works_at(place, forces[1].side.enemy)
  return rules.battle(forces, works, { over = rules.ground_of(forces), rounds = 1 })
end)

--- Whether a force may attack works that nobody defends.
rule("LN.value", "may_attack_works", function (force)
  local enemy, place = force.side.enemy, force.place
  return force.active and place ~= nil and has_units(enemy, place, "work")
    and not has_units(enemy, place, "force") and rules.movement_left(force) >= charts.actions:at "battle"
end)

command "storm" {
  rule = "LN.value", help = "attacks a line or strongpoint that no force defends; 1 MP",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force", help = "an active force in its hex",
      among = function () return all("force", { side = game.active, active = true }) end,
      fits = function (force) return rules.may_attack_works(force) end },
  },
  run = function (args)
    local force = args.force
    refuse_if("4.1", not force.active or force.side ~= game.active, "{force} is not active", args)
    refuse_if("LN.value", not force.place or not has_units(force.side.enemy, force.place, "work"),
      "there is no enemy line or strongpoint in the hex of {force}", args)
    refuse_if("LN.value", has_units(force.side.enemy, force.place, "force"),
      "enemy forces defend it: give them battle", args)
    local group = rules.attacking_group(force)
    refuse_if("4.4.2", not rules.can_attack(group, false), "{group} {group:has|have} no MP left",
      { group = group })
    return rules.battle_of_works(group, force.place)
  end,
}
