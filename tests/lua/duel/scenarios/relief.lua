-- SPDX-License-Identifier: GPL-3.0-or-later
-- Everything that a scenario may bring while it is played, on areas.
return scenario {
  title = "The Relief", ruleset = "duel", turns = 6, first = "red",
  map = { kind = "flowers", chirality = "R", areas = { { name = "Yard", at = { 0, 0 } },
    { name = "Gate", at = { 1, 0 } }, { name = "Lane", at = { 2, 0 } } } },
  units = [[
    [red]                                  -- two of them
    Roland: sword at Yard
    Robert: pistol hurt=1 at Yard/1
    [blue sword at Gate]
    Baldwin
    Bruno at Gate/4
  ]],
  reinforcements = {
    [2] = { note = "A horn is heard", "Rainer: red sword at Lane" },
    [3] = { at = { "Lane", "Gate/2" }, { "Bertram", "blue sword" }, { "Basil", "blue pistol" } },
    [4] = { edge = "west", "Rufus: red pistol" },
  },
  events = {
    { name = "dusk", turn = 2, note = "It grows dark", options = { parry = false } },
    { name = "bells", turn = { 3, 5 }, points = { red = 1, blue = -1 },
      run = function () game.bells = game.bells + 10 end },
    { name = "fog", from_turn = 2, roll = "1d6", least = 4, note = "Fog", set = { { "Roland", tired = true } } },
    { name = "dawn", when = { happened = "fog", from_turn = 4 }, options = { parry = true } },
    { name = "runner", turn = 4, remove = "Robert" },
    { name = "watch", when = { side = "blue", lost = 1 }, units = { { "Bodo", "blue sword", at = "Gate" } } },
  },
  victory = {
    { side = "red", enemy_lost = 2, at = "once" },
    { side = "blue", alone = true },
    points = { { side = "red", holds = "Lane", worth = 2 }, { side = "blue", each_enemy_lost = 3 } },
    otherwise = "draw",
  },
}
