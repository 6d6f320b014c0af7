-- SPDX-License-Identifier: GPL-3.0-or-later
-- 6 Strategic Movement, as far as the free move of cavalry after combat needs it (10.19).

--- Road moves keep away from areas next to an enemy stack: at the start, on the way, at the end.
rule("6.2a", "road_is_safe", function (side, area)
  for _, other in ipairs(rules.adjacent_areas(area)) do
    if rules.holds_stack_of(side.enemy, other) then return false end
  end
  return true
end)

--- Moves without road may not leave an area next to an enemy, unless all such borders are
--- blocked or a friendly unit stays behind (readings G12, G14).
rule("6.2b", "may_leave", function (unit, area)
  local side = unit.side
  local threatened = false
  for _, other in ipairs(area.neighbours) do
    if rules.holds_units_of(side.enemy, other) and rules.crossing_open(area, other) then
      threatened = true
    end
  end
  if not threatened then return true end
  for _, other in ipairs(units_in(area)) do
    if other ~= unit and other.side == side and other.arm ~= "command" then return true end
  end
  return false
end)

--- Whether a strategic move may enter the next area: open, free of enemies, with room (G11).
rule("6.2", "may_enter", function (unit, a, b)
  return rules.crossing_open(a, b) and rules.may_enter_hex(b.centre)
    and not rules.holds_units_of(unit.side.enemy, b)
    and rules.has_room({ unit }, b) and not rules.glanders_bars({ unit }, b)
end)

--- All areas within `distance` steps; may_leave and may_step say which steps are allowed.
local function reach(start, distance, may_leave, may_step)
  local seen, list, edge = { [start.index] = true }, {}, { start }
  for _ = 1, distance do
    local further = {}
    for _, area in ipairs(edge) do
      if may_leave(area) then
        for _, other in ipairs(area.neighbours) do
          if not seen[other.index] and may_step(area, other) then
            seen[other.index] = true
            further[#further + 1] = other
            list[#list + 1] = other
          end
        end
      end
    end
    edge = further
  end
  return list
end

--- Areas that cavalry can reach by a move along roads.
rule("6.2a", "road_reach", function (unit)
  local side = unit.side
  return reach(unit.area, charts.strategic_distance:at("cavalry_road"),
    function (area) return rules.road_is_safe(side, area) end,
    function (a, b)
      return map.border(a, b).road and rules.road_is_safe(side, b) and rules.may_enter(unit, a, b)
    end)
end)

--- Areas that cavalry can reach without road.
rule("6.2b", "field_reach", function (unit)
  return reach(unit.area, charts.strategic_distance:at("cavalry_field"),
    function (area) return rules.may_leave(unit, area) end,
    function (a, b) return rules.may_enter(unit, a, b) end)
end)

--- The areas of the free move of 10.19: by road or without, not both in one move.
rule("10.19", "free_destinations", function (unit)
  local list, seen = rules.field_reach(unit), {}
  for _, area in ipairs(list) do seen[area.index] = true end
  for _, area in ipairs(rules.road_reach(unit)) do
    if not seen[area.index] then list[#list + 1] = area end
  end
  table.sort(list, function (a, b) return a.index < b.index end)
  return list
end)

--- The free strategic move: its player may make it or leave it.
rule("10.19", "free_move", function (unit)
  if not unit.place.central then return end                              -- 6.2: begins in a central hex
  local options = rules.free_destinations(unit)
  if #options == 0 then return end
  table.insert(options, 1, "stay")
  local to = choose { by = unit.side, rule = "10.19", kind = "one", from = options,
    ask = "Free strategic move of " .. unit.name, default = "stay" }
  if to == "stay" then return end
  unit.place = rules.arrival_hex(to)
  note("10.19", "{unit} moves to {to}", { unit = unit, to = to })
end)
