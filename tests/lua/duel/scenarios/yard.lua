-- SPDX-License-Identifier: GPL-3.0-or-later
return scenario {
  title = "The Yard", turns = 6, first = "red",
  map = { kind = "flowers", chirality = "R", areas = { { name = "Yard", at = { 0, 0 } },
    { name = "Gate", at = { 1, 0 } } } },
  units = {
    { "Roland", "red sword", at = "Yard" },
    { "Robert", "red pistol", at = "Yard/1" },
    { "Baldwin", "blue sword", at = "Gate" },
    { "Bruno", "blue sword", at = "Gate/4" },
  },
}
