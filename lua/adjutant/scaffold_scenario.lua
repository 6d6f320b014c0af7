-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scaffold_scenario -- a working start for a scenario of any ruleset.

local Text = require "adjutant.text"
local Units = require "adjutant.scenario_units"

local Scenario = {}

local MAPS = {}

MAPS.areas = [[
  -- Rows of areas, north at the top; every second row is half an area to the side. Between two
  -- signs stands what is on their border: ~ a river, - a road, = the Danube, * blocked. The same
  -- as a list: areas = { { name = "Mill", at = { 0, 0 } }, ... }, borders = { ... }.
  map = {
    kind = "flowers",
    picture = [=[
           HF      CH
       MM  -   BR  -   FM
           WM      LF
    ]=],
    legend = {
      HF = "High Field", CH = { "Church Hill", height = 1 },
      MM = "Mill",       BR = "Bridge",           FM = "Farm",
      WM = "Water Meadow",     LF = "Long Field",
      -- The seven hexes of an area may differ: { "Bridge", terrain = { C = "town", NE = "woods" } }
    },
  },
]]

MAPS.hexes = [[
  -- Rows of hexes, each one sign; blanks are only for the eye. `-` is no hex.
  map = {
    kind = "hexes",
    labels = { style = "letters", first = "A1" },
    rows = {
      ". . . . . .",
       " . . . . . .",
      ". . . . . .",
       " . . . . . .",
    },
    -- What other signs mean: terrain = { w = "woods", t = "clear town" },
    hexes = { B2 = { name = "Mill" }, E3 = { name = "Farm" } },
    -- sides = { river = "C1-D1 C2-D1" }, roads = { "B2 C2 D2" },
  },
]]

MAPS.graph = [[
  -- Boxes, and the ways between them.
  map = {
    kind = "graph",
    boxes = { { name = "Mill" }, { name = "Bridge" }, { name = "Farm" } },
    links = { { "Mill", "Bridge" }, { "Bridge", "Farm" } },
  },
]]

local PLACES = {
  areas = { { "Mill", "Water Meadow" }, { "Farm", "Long Field" } },
  hexes = { { "Mill", "A1" }, { "Farm", "F4" } },
  graph = { { "Mill", "Mill" }, { "Farm", "Farm" } },
}

--- The kind of map that a ruleset's own scenarios have: "areas", "hexes" or "graph"; nil when it has
--- none.
function Scenario.kind_of(kit, root)
  for _, name in ipairs(require("adjutant.origin").scenarios(root)) do
    local ok, data = pcall(kit.loader.file, kit.loader, "scenarios/" .. name .. ".lua")
    local kind = ok and type(data) == "table" and type(data.map) == "table" and data.map.kind
    if kind then return kind == "flowers" and "areas" or kind end
  end
  return nil
end

-- The words that a unit needs beside its side: the first value of each needed field.
local function needed_words(kit)
  local fields, words, names = Units.declared(kit, "unit"), {}, {}
  for name in pairs(fields) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local f = fields[name]
    if f.values and f.values.needed then words[#words + 1] = f.values[1] end
  end
  return words
end

-- All words that describe a unit, for the comment: values first, then what it may be or not.
local function all_words(kit)
  local fields = (Units.declared(kit, "unit"))
  local names, list, flags = {}, {}, {}
  for name in pairs(fields) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    for _, value in ipairs(fields[name].values or {}) do list[#list + 1] = value end
    if fields[name].kind == "bool" then flags[#flags + 1] = name end
  end
  table.move(flags, 1, #flags, #list + 1, list)
  return #list > 12 and table.concat(list, " ", 1, 12) .. " ..." or table.concat(list, " ")
end

local function units_text(kit, kind)
  local lines, needed = {}, table.concat(needed_words(kit), " ")
  local names = { "1st", "2nd" }
  for s, side in ipairs(kit.sides) do
    local places = PLACES[kind][(s - 1) % 2 + 1]
    lines[#lines + 1] = ("    [%s%s]"):format(side.id, needed ~= "" and " " .. needed or "")
    for i, name in ipairs(names) do
      lines[#lines + 1] = ("    %s %s at %s"):format(name, side.name, places[i])
    end
  end
  return table.concat(lines, "\n")
end

local BODY = [[
-- SPDX-License-Identifier: GPL-3.0-or-later
-- @NAME@: a scenario of @BASE@. Start it with `adjutant new @PATH@`, look for mistakes with
-- `adjutant check @PATH@`. Lines that begin with two dashes are comments; docs/scenarios.md is the
-- manual.

return scenario {
  title   = "@NAME@",
  ruleset = "@BASE@",
  turns   = 6,
  first   = "@FIRST@",                       -- the side that plays first; there is @SIDES@
  -- options = { @OPTION@ },

@MAP@
  -- Who is there. A line in brackets holds for the units below it. A unit is its name, then words
  -- and fields behind a colon, then where it stands.
  -- Words here: @WORDS@
  units = [[
@UNITS@
  ]].."]]"..[[,

  -- Who comes later, by turn. Who finds the enemy or no room tries again in the next turn.
  reinforcements = {
    [3] = { at = "@THERE@", "3rd @SIDE@: @SECOND@@NEEDED@" },
  },

  -- What happens by itself, by turn or when something is the case.
  events = {
    { turn = 2, note = "Guns are heard in the distance" },
    { when = { side = "@FIRST@", lost = 2 }, note = "The @SIDE1@ side wavers", points = { @SECOND@ = 1 } },
  },

  -- Who wins: the first line that holds. at = "end" of the last turn, of any "turn", or at "once".
  victory = {
    { side = "@FIRST@", holds = "@GOAL@", at = "end" },
    { side = "@SECOND@", enemy_lost = 2, at = "once" },
    otherwise = "draw",
  },
}
]]

--- The text of a scenario: `name` its title, `path` how a person names its file, `base` the ruleset's
--- name in it. `kit`: the ruleset. `kind` of map.
function Scenario.text(kit, name, path, base, kind)
  local first, second = kit.sides[1], kit.sides[2] or kit.sides[1]
  local ids, options = {}, {}
  for i, s in ipairs(kit.sides) do ids[i] = s.id end
  for option in pairs(kit.options) do options[#options + 1] = option end
  table.sort(options)
  local needed = table.concat(needed_words(kit), " ")
  local words = { NAME = name, BASE = base, PATH = path, FIRST = first.id, SECOND = second.id,
    SIDES = Text.list(ids), MAP = MAPS[kind], WORDS = all_words(kit), UNITS = units_text(kit, kind),
    NEEDED = needed ~= "" and " " .. needed or "", SIDE = second.name, SIDE1 = first.name,
    THERE = PLACES[kind][2][2], GOAL = PLACES[kind][2][1],
    OPTION = options[1] and ("%s = %s"):format(options[1],
      type(kit.options[options[1]].default) == "string" and ("%q"):format(kit.options[options[1]].default)
        or tostring(kit.options[options[1]].default)) or "none there are" }
  return (BODY:gsub("@(%u%w*)@", words))
end

return Scenario
