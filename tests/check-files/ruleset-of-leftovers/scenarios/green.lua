-- SPDX-License-Identifier: GPL-3.0-or-later
-- No victory, and no rule that ends the game.
return scenario {
  title = "Green",
  map = require "green",
  units = { { "A Foot", "red", at = "A1" }, { "B Foot", "blue", at = "C9" } },
}
