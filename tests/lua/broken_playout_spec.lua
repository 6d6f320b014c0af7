-- SPDX-License-Identifier: GPL-3.0-or-later
-- A playout that breaks what must hold: the game that is saved of it is resumed, with what broke at its
-- end.

local Game = require "adjutant.game"
local Playout = require "adjutant.playout"

local RULES = [[
ruleset { name = "Mill", sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } } }
entity "unit" { name = text(), side = ref(), place = place() }
entity "game" { ground = int(0), turned = int(0) }
rule("1", "turn_the_wheel", function () game.turned = game.turned + roll("1d6", "1 wheel") end)
rule("2", "finish", function () if game.turn == 4 then game_over(nil, "done") end end)
command "grind" { help = "Grinds.", args = {}, phases = { "play" },
  run = function () game.ground = game.ground + roll("1d6", "grind") end }
%s
sequence { each = "side", turn_ends = "finish",
  { id = "play", name = "Play", actor = "active", ends = "pass", finishes = "turn_the_wheel" } }
]]
local SCENARIO = [[
return scenario { title = "Mill", turns = 4, first = "red",
  map = { kind = "flowers", chirality = "R", areas = { { name = "Yard", at = { 0, 0 } } } },
  units = { { "Roland", "red", at = "Yard" } } }
]]

local base = core.files.realpath(outside.folder())

-- A game that broke, as it was saved, resumed. `more` is an invariant.
local function resumed(name, more, check)
  local root = base .. "/" .. name
  core.files.mkdir_p(root .. "/scenarios")
  core.files.write_new(root .. "/ruleset.lua", RULES:format(more))
  core.files.write_new(root .. "/scenarios/yard.lua", SCENARIO)
  local p = assert(Playout.new { ruleset = "mill", scenario = "yard", root = root, seed = 2, check = check })
  local r = p:play(1)
  expect(r.failure):to_contain "broken invariant"
  expect(p:save(1, name, base .. "/games")):to_be(name)
  expect(p.check):to_be(check)
  return Game.resume(base .. "/games/" .. name), r, p
end

describe("A playout that breaks an invariant", function()
  for _, check in ipairs { "phase", "command" } do
    it("in the command phase can be resumed: check = " .. check, function()
      local game, _, p = resumed("wheel-" .. check, [[
invariant("1 the wheel stands", function () if game.turned > 5 then return "it turns" end end)]], check)
      expect(game ~= nil):to_be(true)
      expect(game.kit.game.turned <= 5 or game.kit.game.exceptions ~= ""):to_be(true)
      expect(#game.nodes > 0):to_be(true)
      expect(p:play(1).failure):to_contain "it turns"
      game:close()
    end)

    it("in a command of a side can be resumed: check = " .. check, function()
      local game = resumed("grind-" .. check, [[
invariant("2 the bin holds", function () if game.ground > 9 then return "it is full" end end)]], check)
      expect(game ~= nil):to_be(true)
      expect(game.kit.game.ground <= 9):to_be(true)
      game:close()
    end)
  end
end)
