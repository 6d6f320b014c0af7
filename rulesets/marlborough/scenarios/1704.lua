-- SPDX-License-Identifier: GPL-3.0-or-later
-- A season: 1704, from the march to the Danube to winter.
--
-- Map, forces, leaders and dates are OURS, from history; the source has none of them but the few
-- that notes.md lists. Winter begins with December I (the text has it so).

local map = require "map"

return scenario {
  title = "The Season of 1704",
  help  = "more victory points than the enemy when December I is over (9.0)",
  note  = "Map and set-up are ours, drawn from history: the printed ones are not in the source.",
  kind  = "force",
  turns = 15,                                              -- May I to December I
  first = "french",                                        -- SEQ
  map   = map.board,
  units = [[
  ]],
  others = {
    -- who held what in May 1704, where it is not a place of his own regions
    fortress = map.fortresses {
      french = "Breisach, Kehl, Landau, Trier, Trarbach, Ulm, Memmingen, Passau, Regensburg, Dinant, Bouillon",
      allied = "Limburg, Roermond, Venlo, Geldern, Amberg",
    },
  },
  events = {
    { turn = 1, set = { { "game", year = 1704, season = 1704, month = 5, half = 1, winter_from = 23 } } },
  },
  victory = function () return rules.victor() end,         -- 9.0
}
