-- SPDX-License-Identifier: GPL-3.0-or-later
-- Charts with holes, overlaps and rows that are none.
charts.hits = grid {
  rule = "3", title = "Hits", rows = "1d6",
  { upto = 2, 0 },
  { from = 4, to = 5, 1 },
  { beyond = 5, 2 },
}

charts.losses = grid {
  rule = "3", title = "Losses", rows = "strength", cols = { "few", "many" },
  { from = 1, to = 4, 0, 1 },
  { from = 3, to = 6, 1, 2 },
}

charts.shots = grid {
  rule = "3", title = "Shots", rows = "strength", cols = { "near", "far" },
  { at = 1, 1, 0 },
  { at = 2, 1 },
}

charts.fire = modifiers {
  rule = "3", title = "Fire",
  { "one", "in the woods", function () return true end },
}

charts.misc = values { rule = "3", tilte = "Misc", a = 1 }
