-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sides, places and words compared with texts that they never are.
return house "trial" {
  base = "seven-hex",
  entities = { unit = { tired = int(0) } },
  rules = { negative_value = function (original, morale, area)
    for _, unit in ipairs(all "unit") do
      if unit.side == "french" or game.active ~= "Allied" then unit.tired = 1 end
      if unit.arm == "infanty" or unit.arm == "infantry" then unit.tired = 2 end
      if unit.place == "Kirchberg/C" or unit.name == "Bearn" then unit.tired = 3 end
    end
    return original(morale, area)
  end },
}
--> 8:23: warning: side is a side and never equals a text: write sides.french
--> 8:50: warning: active is a side and never equals a text: write sides.allied
--> 9:22: warning: arm is never "infanty" (did you mean "infantry"?)
--> 10:24: warning: place is a place and never equals a text: compare place.name
