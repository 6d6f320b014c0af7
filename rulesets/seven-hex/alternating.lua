-- SPDX-License-Identifier: GPL-3.0-or-later
-- 21 Alternative Rules (option `alternating`): both players do each phase before the next one,
-- one action at a time. The sequence itself is in turn.lua; who passes is out for the phase.

--- Each side throws a die for who begins the phase; equal dice are thrown again.
rule("21.1", "who_begins", function ()
  local first
  repeat
    local higher = roll_as("1d6-1d6", "21.1 who begins, " .. sides[1].name .. " less " .. sides[2].name,
      function (difference) return difference > 0 and 1 or difference < 0 and 2 or 0 end)
    first = sides[higher]
  until first
  game.actor, game.active = first, first
  note("21.1", "the {side} side begins", { side = first })
  return first
end)

--- Both sides' turns at something that each does bit by bit: `act(state)` does one bit of a
--- side's and gives whether there was one. Who has none left is out, the other goes on (21.3).
rule("21.3", "take_turns", function (states, act)
  local side = rules.who_begins()                                        -- 21.1
  local out = {}
  while not (out[side.key] and out[side.enemy.key]) do
    if not out[side.key] and not act(states[side.key]) then out[side.key] = true end
    side = side.enemy
  end
end)

--- Morale: all rally, then one stack each is tested in turn (reading G35).
rule("21.4", "alternating_morale", function ()
  local states = {}
  for _, side in ipairs(sides) do
    rules.rally(side)                                                    -- 14.1
    states[side.key] = { morale = { side = side, routed = {} }, hexes = rules.stacks_to_test(side) }
  end
  rules.take_turns(states, function (state)
    if #state.hexes == 0 then return false end
    rules.test_next(state.morale, state.hexes)                           -- 14.3
    return true
  end)
end)

--- Attrition: one stack each in turn. Who must throw is seen anew each time: an earlier loss of
--- the enemy may leave a stack with nobody to face.
rule("21.4", "alternating_attrition", function ()
  local states = {}
  for _, side in ipairs(sides) do states[side.key] = { side = side, thrown = {} } end
  rules.take_turns(states, function (state)
    for _, stack in ipairs(rules.worn_stacks(state.side)) do             -- 18.2
      if not state.thrown[stack.hex] then
        state.thrown[stack.hex] = true
        rules.wear_down(stack)                                           -- 18.3
        return true
      end
    end
    return false
  end)
end)
