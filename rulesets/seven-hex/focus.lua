-- SPDX-License-Identifier: GPL-3.0-or-later
-- 20 Command Focus (option `command_focus`): a commander busy with a combat does little else.
-- A Combat Committed marker is an entity "focus" with its commander and the game turn.

--- A command unit has influenced the dice of a combat.
rule("20.1", "commit", function (commander)
  if option.command_focus then create("focus", { commander = commander, turn = game.turn }) end
end)

--- The defender says whether his command unit influences the dice; without the option it does.
rule("20.1", "committed_defenders", function (battle)
  local commanders = battle.commanders
  if not option.command_focus or #commanders == 0 then return commanders end
  local best = rules.best_commander(commanders, battle.defenders)
  if best and choose { by = battle.enemy, rule = "20.1", kind = "yesno", default = true,
      ask = "Does " .. best.name .. " influence the combat?" } then
    rules.commit(best)
    return { best }
  end
  return {}
end)

--- With a marker of this turn it does not rally.
rule("20.2", "focused_this_turn", function (commander)
  if not option.command_focus then return false end
  for _, focus in ipairs(referrers(commander, "commander")) do
    if focus.turn == game.turn then return true end
  end
  return false
end)

--- With a marker of an earlier turn (by the other reading of G34: any) it enables no strategic
--- movement.
rule("20.2", "barred_by_focus", function (commander)
  if not option.command_focus then return false end
  for _, focus in ipairs(referrers(commander, "commander")) do
    if focus.turn < game.turn or option.focus_bars == "next_phase" then return true end
  end
  return false
end)

--- After its side's strategic phase the markers that barred it go.
rule("20.2", "release_commanders", function ()
  if not option.command_focus then return end
  for _, focus in ipairs(all "focus") do
    if (option.alternating or focus.commander.side == game.active)
      and (focus.turn < game.turn or option.focus_bars == "next_phase") then
      eliminate(focus)
    end
  end
end)
