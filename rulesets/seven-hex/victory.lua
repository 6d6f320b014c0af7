-- SPDX-License-Identifier: GPL-3.0-or-later
-- 17 Victory Conditions, and the special rule of 16 about losses.

local VILLAGES_NEEDED = 2                                  -- 17.1, 17.3: of the map's villages

--- A side that has lost twelve infantry and cavalry units is broken: it may no longer start
--- combat, and has no positive morale adjustments.
rule("16 special", "is_broken", function (side)
  return side.lost >= option.break_losses
end)

--- ... it may still defend itself, move and fire.
rule("16 special", "may_still_attack", function (side)
  return not rules.is_broken(side)
end)

--- The villages to be held: areas that the map marks as such (Blenheim, Oberglauheim, Lutzingen).
ground_rule("17.1", "villages", function ()
  local list = {}
  for _, area in ipairs(map.areas) do
    if area.village then list[#list + 1] = area end
  end
  return list
end)

--- Who has combat units in a village: a side or nil.
rule("17.1", "garrison", function (area)
  for _, unit in ipairs(units_in(area)) do
    if unit.arm ~= "command" then return unit.side end
  end
  return nil
end)

--- Who occupies a village: the side with a combat unit there, nobody when it is empty; by the
--- other reading (G33) the last side that stood there.
rule("17.1", "occupier", function (area)
  local side = rules.garrison(area)
  if side or option.occupation == "present" then return side end
  for _, holding in ipairs(all "holding") do
    if holding.place == area.centre then return holding.side end
  end
  return nil
end)

--- How many villages a side occupies.
rule("17.1", "villages_held", function (side)
  local count = 0
  for _, area in ipairs(rules.villages()) do
    if rules.occupier(area) == side then count = count + 1 end
  end
  return count
end)

--- Keeps who stood last in each village, for the other reading of G33. At the end of phases.
rule("17.1", "note_holders", function ()
  if option.occupation == "present" then return end
  for _, area in ipairs(rules.villages()) do
    local side = rules.garrison(area)
    if side then
      local holding
      for _, other in ipairs(all "holding") do
        if other.place == area.centre then holding = other end
      end
      holding = holding or create("holding", { place = area.centre })
      holding.side = side
    end
  end
end)

--- Whether a side has eliminated twelve and occupies two villages.
rule("17.1", "has_won", function (side)
  return side.enemy.lost >= option.victory_losses and rules.villages_held(side) >= VILLAGES_NEEDED
end)

--- The winner at the end of a game turn and why; nil while the game goes on. A draw has no
--- winner but a reason.
rule("17.2", "award", function ()
  for _, side in ipairs(sides) do
    if rules.has_won(side) then                                          -- 17.1
      return side, ("the %s side has broken the enemy and holds the villages"):format(side.name)
    end
  end
  if game.turn < game.turns then return nil end
  return rules.award_at_the_end()                                        -- 17.3, 17.4
end)

--- At the end of the last turn two villages are enough, whatever was lost.
rule("17.3", "award_at_the_end", function ()
  for _, side in ipairs(sides) do
    if rules.villages_held(side) >= VILLAGES_NEEDED then
      return side, ("the %s side holds two villages at the end"):format(side.name)
    end
  end
  return rules.draw()
end)

--- Anything else is a draw.
rule("17.4", "draw", function ()
  return nil, "a draw: neither side holds two villages"
end)
