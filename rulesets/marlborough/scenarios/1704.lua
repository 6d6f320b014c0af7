-- SPDX-License-Identifier: GPL-3.0-or-later
-- A season: 1704, from the first grass to winter.
--
-- Map, forces, leaders and dates are OURS, from history; the source has none of them but the few
-- that notes.md lists; armies_1704.lua says who stands where. Winter begins with December I (the text
-- has it so).

local ground = require "map"
local armies = require "armies_1704"

return scenario {
  title = "The Season of 1704",
  help  = "more victory points than the enemy when December I is over (9.0)",
  note  = "Map and set-up are ours, drawn from history: the printed ones are not in the source.",
  kind  = "force",
  turns = 17,                                              -- April I to December I
  first = "french", begins = "secondary_magazines",        -- SEQ: the primary ones stand
  map   = ground.board,
  units = armies.units,
  others = armies.others(),
  events = {
    { turn = 1, set = { { "game", year = 1704, season = 1704, month = 4, half = 1, winter_from = 23 } } },
    armies.eugene,
  },
  victory = function () return rules.victor() end,         -- 9.0
}
