-- SPDX-License-Identifier: GPL-3.0-or-later
-- `reach` of Campaigns of Marlborough against `move` and `haul`: for every force and train, on small drawn
-- maps and in the season of 1704, it shows each place that the command takes, and no other.

local Game = require "adjutant.game"

local HEAD = [[
return scenario {
  title = "Ground", ruleset = "marlborough", kind = "force", turns = 9, first = "%s", begins = "activity",
  map = { kind = "hexes", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average", r = "average rough" }, %s },
  options = { %s }, units = { %s }, others = { %s },
  victory = function () return rules.victor() end,
}
]]

local ROWS = [[rows = { ". . . . r . . . .", " . . . r r . . . .", ". . . . r . . . .", " . . . . . . . . .", ". . r . . . . . ." }]]

local FORCES = [[
  { "Villars", "french army", nation = "french", sp = 40, at = "B2" },
  { "Bavarians", "french detachment", nation = "bavarian", sp = 10, at = "B2" },
  { "Duke", "allied army", nation = "british", sp = 40, at = "F4" },
  { "1st Army", "allied army", nation = "dutch", sp = 44, at = "G3" },
]]

local OTHERS = [[
  leader = {
    { "Marshal", "french", nation = "french", av = 9, modifier = 2, post = "force", force = "Villars" },
    { "Elector", "french", nation = "bavarian", av = 7, modifier = 0, post = "force", force = "Bavarians" },
    { "Lord", "allied", nation = "british", av = 9, modifier = 3, post = "force", force = "Duke" },
    { "Overkirk", "allied", nation = "dutch", av = 7, modifier = 1, post = "force", force = "1st Army" },
  },
  train = { { "Mons Train", "french", nation = "french", at = "B2" }, { "Hague Train", "allied", nation = "dutch", at = "G3" } },
]]

local MAPS = {
  { "open ground and rough" },
  { "minor rivers", map = [[sides = { minor = "D1-D2, D2-E2, D2-E3, E2-E3" }]] },
  { "a major river with a bridge", map = [[sides = { major = "D1-D2, D2-E2, D2-E3, E2-E3, E3-F3, F3-F4", bridge = "E3-F3" }]],
    before = { "set Villars place D2" } },
  { "an estuary", map = [[sides = { estuary = "F2-F3, F2-G3, F3-G3, G3-G4" }]] },
  { "enemies in the way", before = { "set Duke place D2", 'set "1st Army" place D3' } },
  { "enemies beside each other", before = { "set Villars place E4", "set Bavarians place F3" } },
  { "fortresses", others = [[fortress = { { "Lille", "allied", owner = "allied", class = 2, printed = 2, intrinsic = 2, at = "C2" },
    { "Mons", "french", owner = "french", class = 1, printed = 3, intrinsic = 3, at = "F3" } },]] },
  { "out of the hex of a fortress", others = [[fortress = { { "Lille", "allied", owner = "allied", class = 2, printed = 2,
    intrinsic = 2, at = "B2" } },]] },
  { "lines", others = [[work = { { "Line", "allied", type = "line", sp = 1, at = "C2" }, { "Fort", "french", type = "strongpoint",
    sp = 1, at = "F3" } },]] },
  { "points spent ahead", before = { "set Villars spent 5", 'set "1st Army" spent 6', "set Duke spent 7" } },
  { "a forced march", before = { "set Villars marched 2", "set Duke marched 1" } },
  { "a group", before = { "set Bavarians joined Villars", "set Bavarians spent 3" } },
  { "winter", before = { "set game winter_from 1" }, winter = true },
  { "an army that was thrown for without caution", dutch = true, before = { 'set "1st Army" caution -2' },
    others = [[fortress = { { "Mons", "french", owner = "french", class = 1, printed = 3, intrinsic = 3, at = "C3" } },]] },
  { "an army that comes nearer to a fortress", aim = "C3",
    others = [[fortress = { { "Mons", "french", owner = "french", class = 1, printed = 3, intrinsic = 3, at = "C3" } },]] },
  { "the Dutch before the Empire", map = [[areas = { { name = "Empire",
    hexes = "A1, A2, A3, A4, A5, B1, B2, B3, B4, B5, C1, C2, C3, C4, C5, D1, D2, D3, D4, D5" },
    { name = "United Provinces", hexes = "G3, G4" } }]] },
  { "no Dutch leaves his country", map = [[areas = { { name = "United Provinces", hexes = "F2, F3, G3, G4, H4" } }]] },
  { "a country that is closed", closed = true, map = [[areas = { { name = "United Provinces", hexes = "D1, D2, D3, E3, D4" },
    { name = "France", hexes = "A1, B1, A2, B2" } }]] },
}

local function game_of(case, side)
  local map = ROWS .. (case.map and ", " .. case.map or "")
  local text = HEAD:format(side, map, case.options or "", FORCES, OTHERS .. (case.others or ""))
  local game, message = Game.new { ruleset = "marlborough", scenario = "ground", seed = 1, scenario_text = text }
  if not game then error(message, 2) end
  return game
end

-- The places that a command takes, and where it leads when nobody intercepts: what happens there is
-- another matter.
local ASKS = {}
local function accepted(game, piece)
  local kit, world, takes, goal = game.kit, game.world, {}, nil
  local function ask()
    if piece.place ~= goal then error(("%s is stopped in %s, before %s"):format(piece.name, piece.place.name, goal.name), 0) end
    error(ASKS)
  end
  local function choose(q)
    if q.rule == "INT.declare" then return {} end
    return ask()
  end
  local driver = { roll = ask, roll_as = ask, faces = ask, draw = ask, choose = choose, react = ask,
    note = function () end, report = function () end, stage = function (_, f, ...) return f(...) end }
  local name = piece.kind == "train" and "haul" or "move"
  local decl, mark = kit.commands[name], world:mark()
  for _, to in ipairs(kit.api.map.hexes) do
    goal = to
    local args = { [piece.kind] = piece, to = to }
    local status, e = kit.engine.run(driver, function ()
      decl.run(args)
      if piece.place ~= to then ask() end
    end)
    world:rollback(mark)
    if status == "error" and e ~= tostring(ASKS) then error(e, 0) end
    if status ~= "refused" then takes[#takes + 1] = to.name end
  end
  table.sort(takes)
  return takes
end

local function shown(game, piece)
  local list = {}
  for i, one in ipairs(game.kit.api.rules.reach(piece)) do list[i] = one.place.name end
  table.sort(list)
  return list
end

-- Compares them for all pieces of the side whose phase it is; gives how many pieces and places there were.
-- Each force and train of the side to move; of `every` of them one.
local function compare(game, every)
  local api, pieces, places, n = game.kit.api, 0, 0, 0
  for _, kind in ipairs { "force", "train" } do
    for _, piece in ipairs(api.all(kind, { side = game.kit.game.active })) do
      n = n + 1
      if piece.place and not (kind == "force" and piece.joined) and n % (every or 1) == 0 then
        local takes = accepted(game, piece)
        expect(shown(game, piece)):to_equal(takes)
        pieces, places = pieces + 1, places + #takes
      end
    end
  end
  return pieces, places
end

local function prepared(case, side)
  local game = game_of(case, side)
  local function give(line)
    local r = game:command(line)
    if r.status ~= "done" then error(line .. ": " .. tostring(r.message), 2) end
  end
  for _, force in ipairs(game.kit.api.all("force", { side = game.kit.api.sides[side] })) do
    give(('set "%s" active true'):format(force.name))
  end
  for _, line in ipairs(case.before or {}) do give(line) end
  if case.aim then
    give(('set "1st Army" aim %s'):format(case.aim))
  end
  if case.closed then give "set game up_neutral true" end
  return game
end

describe("reach on drawn maps shows what move takes", function ()
  local pieces, places = 0, 0
  for _, case in ipairs(MAPS) do
    for _, side in ipairs { "french", "allied" } do
      it(case[1] .. ", " .. side, function ()
        local n, m = compare(prepared(case, side))
        pieces, places = pieces + n, places + m
      end)
    end
  end
  it("for a good number of pieces and places", function ()
    expect(pieces >= 80 or pieces):to_be(true)
    expect(places >= 1000 or places):to_be(true)
  end)
end)

describe("reach in the season of 1704 shows what move takes", function ()
  local game
  local function begin()
    game = assert(Game.new { ruleset = "marlborough", scenario = "1704", seed = 1 })
  end
  -- one force in three; with SOAK set every one
  local every = outside.getenv "SOAK" and 1 or 3
  for _, side in ipairs { "french", "allied" } do
    it("for forces of the " .. side, function ()
      if not game then begin() end
      while game.kit.game.active ~= game.kit.api.sides[side] or not game:phase_text():find("Activity", 1, true) do
        game:command "end"
      end
      for _, force in ipairs(game.kit.api.all("force", { side = game.kit.api.sides[side] })) do
        game:command(('set "%s" active true'):format(force.name))
      end
      local pieces, places = compare(game, every)
      expect(pieces * every >= 8):to_be(true)
      expect(places * every >= 450 or places):to_be(true)
    end)
  end
end)
