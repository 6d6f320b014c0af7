-- SPDX-License-Identifier: GPL-3.0-or-later
-- `supply FORCE` and `intercepts FORCE` of Campaigns of Marlborough against brute force, on small drawn maps:
-- supply against counting MP hex by hex around what is closed, interception against making each move and
-- reading who is asked.

local Game = require "adjutant.game"

require("adjutant.playout").collect_late()               -- as `adjutant play` runs

local HEAD = [[
return scenario {
  title = "Ground", ruleset = "marlborough", kind = "force", turns = 9, first = "french", begins = "activity",
  map = { kind = "hexes", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average", r = "average rough", f = "fertile" }, rows = { %s }, sides = { %s } },
  options = { %s },
  units = {
    { "Villars", "french army", nation = "french", sp = 40, at = "%s" },
    { "Gacé", "french detachment", nation = "french", sp = 8, at = "%s" },
    { "Duke", "allied army", nation = "british", sp = 40, at = "%s" },
    { "Dopff", "allied detachment", nation = "dutch", sp = 10, at = "%s" },
  },
  others = {
    leader = {
      { "Marshal", "french", nation = "french", av = 9, modifier = 2, post = "force", force = "Villars" },
      { "Count", "french", nation = "french", av = 7, modifier = 0, post = "force", force = "Gacé" },
      { "Lord", "allied", nation = "british", av = 9, modifier = 3, post = "force", force = "Duke" },
      { "Baron", "allied", nation = "dutch", av = 7, modifier = 0, post = "force", force = "Dopff" },
    },
    magazine = {
      { "French Magazine", "french primary", nation = "french", army = "Villars", at = "%s" },
      { "British Magazine", "allied primary", nation = "british", army = "Duke", at = "%s" },
      { "Dutch Magazine", "allied primary", nation = "dutch", at = "%s" },
    },
    %s
  },
  victory = function () return rules.victor() end,
}
]]

local function fort(name, side, at, sp)
  return ('{ "%s", "%s", owner = "%s", class = 1, printed = 3, intrinsic = %d, at = "%s" },'):format(name, side, side,
    sp or 3, at)
end

local function forts(...) return "fortress = { " .. table.concat({ ... }, " ") .. " }," end

local OPEN = { ". . . . . . . .", " . . . . . . . .", ". . . . . . . .", " . . . . . . . .", ". . . . . . . .", " . . . . . . . ." }
local ROUGH = { ". . r . . . . .", " . . r r . . r .", ". . . r . r . .", " . r . . . r . .", ". . . . r . . .", " . . . r . . . ." }
local FERTILE = { "f f . . . . r .", " f . . r . . . .", "f . . r r . f f", " . . . . r . f .", ". r . . . . . .", " . . . f f . . ." }

-- at: Villars, Gacé, Duke, Dopff; magazines: French, British, Dutch.
local MAPS = {
  { "open ground", rows = OPEN, at = { "A3", "B5", "F3", "G5" }, magazines = { "A1", "H2", "G6" } },
  { "rough ground", rows = ROUGH, at = { "A3", "B5", "F2", "G5" }, magazines = { "B2", "H3", "E5" } },
  { "minor rivers", rows = OPEN, at = { "B3", "C5", "E3", "F5" }, magazines = { "A2", "H3", "G4" },
    sides = 'minor = "C1-D1, C2-D1, C2-D2, C2-D3, C3-D3, C4-D3, C4-D4, C4-D5, C5-D5, C6-D5, C6-D6"' },
  { "a major river and its bridge", rows = OPEN, at = { "B3", "C5", "E3", "F5" }, magazines = { "E2", "B2", "G6" },
    sides = 'major = "C1-D1, C2-D1, C2-D2, C2-D3, C3-D3, C4-D3, C4-D4, C4-D5, C5-D5, C6-D5, C6-D6", bridge = "C3-D3"' },
  { "a fortress between", rows = OPEN, at = { "B3", "B5", "F3", "F5" }, magazines = { "E2", "C2", "C5" },
    others = forts(fort("Lille", "allied", "C3"), fort("Mons", "french", "E4")) },
  { "an open city and a besieged fortress", rows = FERTILE, at = { "A3", "C5", "E3", "G5" }, magazines = { "D2", "C3", "B6" },
    others = forts(fort("Lille", "allied", "B3", 0), fort("Mons", "french", "D4")),
    before = { "set Mons blockaded true" } },
  { "forces in the way", rows = OPEN, at = { "B3", "E4", "D3", "C4" }, magazines = { "F3", "B2", "F4" } },
  { "side by side", rows = ROUGH, at = { "D3", "D4", "E3", "E4" }, magazines = { "G3", "B3", "A5" } },
  { "an estuary", rows = OPEN, at = { "B3", "C5", "E3", "F5" }, magazines = { "E2", "B4", "B5" },
    sides = 'estuary = "C1-D1, C2-D1, C2-D2, C2-D3, C3-D3, C4-D3, C4-D4, C4-D5, C5-D5, C6-D5, C6-D6"' },
  { "a line", rows = OPEN, at = { "A3", "B5", "E3", "G5" }, magazines = { "A1", "H2", "D5" },
    others = 'work = { { "Line", "allied", type = "line", sp = 1, at = "C3" }, '
      .. '{ "Fort", "french", type = "strongpoint", sp = 1, at = "E5" } },' },
  { "the hex of the fortress alone", rows = FERTILE, at = { "B3", "B5", "F3", "F5" }, magazines = { "E2", "C2", "C5" },
    options = "supply_zone = false", others = forts(fort("Lille", "allied", "C3"), fort("Mons", "french", "E4")) },
  { "interceptors with little left to owe", rows = OPEN, at = { "A3", "B5", "D3", "E5" }, magazines = { "A1", "H2", "G6" },
    before = { "set Duke owed 5", "set Dopff owed 7", "set Villars owed 4" } },
  { "winter", rows = ROUGH, at = { "A3", "B5", "E3", "F5" }, magazines = { "A2", "H3", "H5" },
    before = { "set game winter_from 1", "set game winter true" } },
  { "a group, and one without a leader", rows = OPEN, at = { "A3", "A3", "E3", "E3" }, magazines = { "A1", "H2", "G6" },
    before = { "set Gacé joined Villars", "set Baron post pool" } },
}

local function game_of(case)
  local rows = {}
  for i, row in ipairs(case.rows) do rows[i] = ("%q"):format(row) end
  local at, from = case.at, case.magazines
  local text = HEAD:format(table.concat(rows, ", "), case.sides or "", case.options or "", at[1], at[2], at[3], at[4],
    from[1], from[2], from[3], case.others or "")
  local game, message = Game.new { ruleset = "marlborough", scenario = "ground", seed = 1, scenario_text = text }
  if not game then error(message, 2) end
  local function give(line)
    local r = game:command(line)
    if r.status ~= "done" then error(line .. ": " .. tostring(r.message), 2) end
  end
  for _, line in ipairs(case.before or {}) do give(line) end
  give "set Villars active true"
  give "set Gacé active true"
  return game
end

-- Does f while the World may be changed, and takes everything back.
local function tried(game, driver, f)
  local mark = game.world:mark()
  local status, e = game.kit.engine.run(driver, f)
  game.world:rollback(mark)
  if status == "error" then error(e, 0) end
  return status
end

local quiet = { note = function () end, report = function () end, stage = function (_, f, ...) return f(...) end }

-- --- supply -------------------------------------------------------------------------------------------

-- What closes a hex to the lines of a side, as the rule has it (SUP.block, G60).
local function is_closed(api, side, hex)
  local enemy = side.enemy
  local function strong(at, whose)
    for _, place in ipairs(api.units_of(whose, at, "fortress")) do
      if place.intrinsic + place.extra > 0 and not place.blockaded then return true end
    end
    return false
  end
  if #api.units_of(side, hex, "force") > 0 then return false end
  if #api.units_of(enemy, hex, "force") > 0 or strong(hex, enemy) then return true end
  if strong(hex, side) or not api.option.supply_zone then return false end
  for _, near in ipairs(hex.neighbours) do
    if strong(near, enemy) then return true end
  end
  return false
end

-- MP for a step, or nil.
local function step(api, piece, from, to)
  local between = api.map.side(from, to) or {}
  local mp = to:has "rough" and 3 or 1
  if #api.units_of(piece.side.enemy, from, "fortress") > 0 then
    local fortress = api.units_of(piece.side.enemy, from, "fortress")[1]
    if piece.kind == "force" and fortress.intrinsic + fortress.extra > 0 then mp = mp + 1 end
  end
  if between.bridge then return mp + 1 end
  if between.major then return nil end
  if between.estuary then return (piece.nation == "british" or piece.nation == "dutch") and mp + 1 or nil end
  return between.minor and mp + 1 or mp
end

-- MP from a hex to all others, around what `closed` closes.
local function spread(api, piece, from, closed)
  local cost, again = { [from] = 0 }, true
  while again do
    again = false
    for _, hex in ipairs(api.map.hexes) do
      for _, near in ipairs(cost[hex] and hex.neighbours or {}) do
        local mp = step(api, piece, hex, near)
        if mp and not (closed and closed(near)) and cost[hex] + mp < (cost[near] or 99) then
          cost[near], again = cost[hex] + mp, true
        end
      end
    end
  end
  return cost
end

local function magazines(api, force)
  local list = {}
  for _, magazine in ipairs(api.all("magazine", { side = force.side })) do
    if force.size == "army" and magazine.army == force
      or force.size == "detachment" and (force.side == api.sides.french or magazine.nation == force.nation) then
      list[#list + 1] = magazine
    end
  end
  return list
end

describe("supply against counting", function ()
  local yes, no, told = 0, 0, 0
  for _, case in ipairs(MAPS) do
    it(case[1], function ()
      local game = game_of(case)
      local api = game.kit.api
      local rules = api.rules
      for n, force in ipairs(api.all "force") do
        for i = n % 3 + 1, #api.map.hexes, 3 do
          local hex = api.map.hexes[i]
          tried(game, quiet, function ()
            force.place = hex
            local best, near
            for _, magazine in ipairs(magazines(api, force)) do
              local cost = spread(api, magazine, magazine.place, function (to) return is_closed(api, force.side, to) end)[hex]
              if cost and cost <= 5 and cost < (best or 99) then best = cost end
              local plain = spread(api, magazine, magazine.place)[hex]
              if plain and plain < (near or 99) then near = plain end
            end
            expect(rules.supplied(force)):to_be(best ~= nil)
            local way, blocks, why = rules.supply_line(force)
            expect(way and way.cost):to_be(best)
            if best then
              yes = yes + 1
              return
            end
            no = no + 1
            for _, block in ipairs(blocks) do expect(is_closed(api, force.side, block.place)):to_be(true) end
            if near and near <= 5 then
              expect(#blocks > 0):to_be(true)
              expect(why):to_contain "is closed"
              local texts = game.kit.inquiries.supply.run { force = force }
              expect(table.concat(texts, "\n")):to_contain(blocks[1].place.name .. " is closed by " .. blocks[1].by.name)
              told = told + 1
            end
          end)
        end
      end
    end)
  end
  it("finds both often enough, and tells what blocks", function ()
    expect(yes > 300 and no > 200 or yes .. "/" .. no):to_be(true)
    expect(told > 10 or told):to_be(true)
  end)
end)

-- --- interception -------------------------------------------------------------------------------------

-- place -> names of those asked there, when a force moves to each place that it can reach.
local function asked(game, force)
  local api, list = game.kit.api, {}
  for _, one in ipairs(api.rules.reach(force)) do
    local name, seen = one.place.name, {}
    local driver = setmetatable({
      choose = function (q)
        local where = q.ask:match "^Who intercepts .* in (%S+)%?$" or q.ask:match "^Who comes to the line in (%S+)%?$"
        local here = where == name and q.by == force.side.enemy
        for _, candidate in ipairs(here and q.from or {}) do seen[candidate.name] = true end
        if q.ask:find "evade%?$" and here == false and force.place == one.place then
          for _, mate in ipairs(api.units_of(force.side.enemy, one.place, "force")) do
            if mate.place == one.place then seen[mate.name] = true end
          end
        end
        if q.kind == "yesno" then return false end
        return q.kind == "some" and {} or q.default
      end,
      roll_as = function (_, _, mapper) return mapper(7) end, roll = function () return 1 end,
      faces = function () return { 1 } end, draw = function (from) return from[1] end, react = function () return nil end,
    }, { __index = quiet })
    tried(game, driver, function () game.kit.commands.move.run { force = force, to = one.place } end)
    for who in pairs(seen) do
      list[who] = list[who] or {}
      list[who][name] = true
    end
  end
  return list
end

local function told(game, force)
  local list, who = {}, nil
  local texts = game.kit.inquiries.intercepts.run { force = force }
  for _, text in ipairs(texts) do
    who = text:match "^(.-) in %S+, AV" or who
    local places = text:match "^  %d MP: (.*)$"
    for place in (places or ""):gmatch "[^, ]+" do
      list[who] = list[who] or {}
      list[who][place] = true
    end
  end
  return list
end

describe("intercepts against making each move", function ()
  local answers = 0
  for _, case in ipairs(MAPS) do
    it(case[1], function ()
      local game = game_of(case)
      for _, force in ipairs(game.kit.api.all("force", { side = game.kit.api.sides.french })) do
        if not force.joined then
          local want = asked(game, force)
          expect(told(game, force)):to_equal(want)
          for _, places in pairs(want) do
            for _ in pairs(places) do answers = answers + 1 end
          end
        end
      end
    end)
  end
  it("finds many", function () expect(answers > 200 or answers):to_be(true) end)
end)
