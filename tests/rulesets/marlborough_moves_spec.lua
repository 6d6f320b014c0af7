-- SPDX-License-Identifier: GPL-3.0-or-later
-- Moves of Campaigns of Marlborough as a player makes them: hex by hex, each a mark to go back to,
-- with the enemy's interception in between.

local Game = require "adjutant.game"

local root = core.files.realpath("rulesets/marlborough")

local SCENARIO = [[
return scenario {
  title = "Two armies", kind = "force", turns = 3, first = "french",
  map = { kind = "hexes", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average", r = "average rough" },
    rows = { ". . . . . . . . . . . .", " . . . . . . . . . . . ." },
    areas = { { name = "France", hexes = "A1" } } },
  units = {
    { "Villars", "french army", nation = "french", sp = 40, at = "A1" },
    { "Marlborough", "allied army", nation = "british", sp = 40, at = "G1" },
  },
  others = { leader = {
    { "the marshal", "french", nation = "french", av = 9, modifier = 2, post = "force", force = "Villars" },
    { "the duke", "allied", nation = "british", av = 9, modifier = 3, post = "force", force = "Marlborough" },
  } },
  victory = function () return rules.victor() end,
}
]]

-- A game with hand-thrown dice, in the French Activity Phase, Villars active.
local function game_of()
  local sources = { ["scenarios/two.lua"] = SCENARIO }
  for _, file in ipairs(core.files.list(root)) do
    if file:find "%.lua$" then sources[file] = core.files.read(root .. "/" .. file) end
  end
  local game = assert(Game.new { ruleset = "marlborough", scenario = "two", seed = 3, root = root,
    sources = sources, dice = "manual" })
  local function villars() return game.kit:find_entity "Villars" end
  while not game:phase_text():find("French: Activity", 1, true) do
    expect(game:command("end").status):to_be("done")
  end
  expect(game:command("activate Villars").status):to_be("question")
  expect(game:answer("43").status):to_be("done")
  return game, villars
end

describe("a move of Marlborough", function()
  it("hex by hex is taken back hex by hex", function()
    local game, villars = game_of()
    game:command("move Villars")
    game:answer("B1")
    game:answer("C1")
    expect(villars().place.name):to_be("C1")
    expect(villars().spent):to_be(2)
    game:back()
    expect(villars().place.name):to_be("B1")
    expect(game:question().ask):to_be("Where does Villars go from B1? (7 MP left)")
    expect(game:answer("stop").status):to_be("done")
    expect(villars().spent):to_be(1)
    game:undo()
    expect(villars().place.name):to_be("A1")
  end)

  it("is broken into by the enemy within 4 MP, who is asked first; to go back takes that back too", function()
    local game, villars = game_of()
    game:command("move Villars")
    game:answer("B1")
    game:answer("C1")                              -- 4 MP from Marlborough
    expect(game:question().ask):to_be("Who intercepts Villars in C1?")
    game:answer("none")
    expect(game:question().ask):to_be("Where does Villars go from C1? (6 MP left)")
    game:back()
    game:answer("Marlborough")
    expect(game:question().spec):to_be("2d6")
    game:answer("66")                              -- a 12 fails for AV 9
    expect(game:question().ask):to_be("Where does Villars go from C1? (6 MP left)")
    game:answer("stop")
    expect(villars().place.name):to_be("C1")
  end)
end)
