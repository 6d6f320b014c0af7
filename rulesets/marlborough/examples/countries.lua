-- SPDX-License-Identifier: GPL-3.0-or-later
-- The ground of the examples for forces, leaders and the Dutch: 22 columns (A to V) and 4 rows of
-- clear average hexes. From the west: four columns of the United Provinces (France in row 4), four of
-- the Spanish Netherlands (France in row 4), four of Cologne, eight of the Empire (M to T), two of
-- Bavaria.

local countries = {}

countries.map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
  terrain = { ["."] = "average clear" },
  rows = {
    ". . . . . . . . . . . . . . . . . . . . . .",
    " . . . . . . . . . . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . . . . . . . . . .",
    " . . . . . . . . . . . . . . . . . . . . . .",
  },
  areas = {
    { name = "United Provinces", sign = "U" }, { name = "Spanish Netherlands", sign = "S" },
    { name = "France", sign = "F" }, { name = "Cologne", sign = "C" }, { name = "Empire", sign = "E" },
    { name = "Bavaria", sign = "B" },
  },
  area_rows = {
    "U U U U S S S S C C C C E E E E E E E E B B",
    " U U U U S S S S C C C C E E E E E E E E B B",
    "U U U U S S S S C C C C E E E E E E E E B B",
    " F F F F F F F F C C C C E E E E E E E E B B",
  },
  boxes = { { name = "Britain", terrain = "average" } },
}

--- A situation on that ground, in the Activity Phase of the Allies unless it says otherwise. Among the
--- dice a leader who is drawn stands by his name; countries.pool puts him there.
function countries.begin(data)
  local all_of_it = { map = countries.map, kind = "force", phase = "activity", active = "allied" }
  for key, value in pairs(data or {}) do all_of_it[key] = value end
  local t = situation(all_of_it)
  t.dealt = all_of_it.dice or {}
  return t
end

local FRENCH_SIDE = { french = true, bavarian = true, spanish = true }

--- A force: nation, SP, place (E2 unless said), and what else its fields are; a list `leaders` of names
--- of the chart.
function countries.force(size, nation, sp, more)
  local fields = { name = nation .. " " .. size, size = size, nation = nation, sp = sp,
    side = FRENCH_SIDE[nation] and sides.french or sides.allied, place = map.hex "E2" }
  local leaders = {}
  for key, value in pairs(more or {}) do
    if key == "leaders" then leaders = value
    elseif key == "at" then fields.place = map.place(value)
    else fields[key] = value end
  end
  local force = create("force", fields)
  for _, name in ipairs(leaders) do rules.enlist(name, force) end
  return force
end

function countries.army(nation, sp, more) return countries.force("army", nation, sp, more) end
function countries.detachment(nation, sp, more) return countries.force("detachment", nation, sp, more) end

--- Leaders of the chart in the pool.
function countries.pool(t, ...)
  for _, name in ipairs { ... } do
    local leader = rules.enlist(name)
    for i, dealt in ipairs(t.dealt) do
      if dealt == name then t.dealt[i] = leader end
    end
  end
end

--- The names of a list, for comparison.
function countries.names(list)
  local names = {}
  for i, one in ipairs(list) do names[i] = one.name end
  return names
end

return countries
