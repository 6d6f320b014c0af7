-- SPDX-License-Identifier: GPL-3.0-or-later
-- The ground of the examples of the campaign game: 12 columns (A to L) and 4 rows of average hexes but
-- for two fertile ones (B2 and L4). From the west: France, the Spanish Netherlands, the United
-- Provinces, Cologne, the Empire, Bavaria, and Austria off the map beyond L1. Places are put there by
-- the cases.

local ground = {}

ground.map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
  terrain = { ["."] = "average clear", f = "fertile clear" },
  rows = {
    ". . . . . . . . . . . .",
    " . f . . . . . . . . . .",
    ". . . . . . . . . . . .",
    " . . . . . . . . . . . f",
  },
  areas = {
    { name = "France", sign = "F" }, { name = "Spanish Netherlands", sign = "S" },
    { name = "United Provinces", sign = "U" }, { name = "Cologne", sign = "C" },
    { name = "Empire", sign = "E" }, { name = "Bavaria", sign = "B" },
  },
  area_rows = {
    "F F F S S U U C E E B B",
    " F F F S S U U C E E B B",
    "F F F S S U U C E E B B",
    " F F F S S U U C E E B B",
  },
  boxes = { { name = "Austria", terrain = "average", links = "L1" } },
}

--- A situation of a campaign on that ground, in 1704 unless the case says otherwise.
function ground.begin(data)
  local all_of_it = { map = ground.map, kind = "force", phase = "activity", active = "allied", options = {} }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  all_of_it.options.campaign = true
  local t = situation(all_of_it)
  game.season, game.year, game.first = 1704, 1704, sides.french
  return t
end

--- A fortress or open city of a side, its own from the beginning, without economic value.
function ground.fortress(side, name, at, class, printed, more)
  local fields = { name = name, side = sides[side], owner = sides[side], class = class, printed = printed,
    intrinsic = printed, place = map.hex(at), value = 0, value_allied = 0 }
  for key, value in pairs(more or {}) do fields[key] = value end
  return create("fortress", fields)
end

local SIDE = { french = "french", bavarian = "french", spanish = "french", british = "allied", dutch = "allied",
  austrian = "allied", northern = "allied" }

--- A force of a nation; `leaders` are names of the chart.
function ground.force(nation, sp, at, more, leaders)
  local fields = { name = nation .. " force", side = sides[SIDE[nation]], nation = nation, size = "army", sp = sp,
    place = at and map.place(at) or nil }
  for key, value in pairs(more or {}) do fields[key] = value end
  local force = create("force", fields)
  for _, name in ipairs(leaders or {}) do rules.enlist(name, force) end
  return force
end

function ground.train(nation, name, at)
  return create("train", { name = name, side = sides[SIDE[nation]], nation = nation,
    place = at and map.hex(at) or nil })
end

--- The treasury of a nation, with so many EP in hand.
function ground.treasury(nation, ep, home_ep)
  return create("treasury", { name = "Treasury of " .. nation, side = sides[SIDE[nation]], nation = nation, ep = ep,
    home_ep = home_ep or 0 })
end

--- The leader of that name.
function ground.leader(name) return all("leader", { name = name })[1] end

return ground
