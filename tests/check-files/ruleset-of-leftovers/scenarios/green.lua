-- SPDX-License-Identifier: GPL-3.0-or-later
-- No victory, and no rule that ends the game.
return scenario {
  title = "Green",
  map = { kind = "hexes", labels = { style = "letters", first = "A1" }, rows = { ". - ." } },
  units = { { "A Foot", "red", at = "A1" }, { "B Foot", "blue", at = "C9" } },
}
