-- SPDX-License-Identifier: GPL-3.0-or-later
-- Dice that fall before the first command: every playout has its own, and the game that is saved
-- of one begins with the same.
local Cell = require "adjutant.study_cell"
local Game = require "adjutant.game"
local Playout = require "adjutant.playout"
local Study = require "adjutant.study"

local RULES = [[
ruleset { name = "Lots", sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } } }
entity "unit" { name = text(), side = ref(), place = place() }
entity "game" { lot = int(0), last = int(0) }
rule("1", "draw_lots", function () game.lot = roll("1d6", "1 lots") end)
rule("2", "finish", function () game_over(nil, "done") end)
command "throw" { help = "Throws.", args = {}, phases = { "play" },
  run = function () game.last = roll("1d6", "throw") end }
sequence { each = "side", turn_starts = "draw_lots", turn_ends = "finish",
  { id = "play", name = "Play", actor = "active", ends = "pass" } }
]]
local SCENARIO = [[
return scenario { title = "Lots", turns = 1, first = "red",
  map = { kind = "flowers", chirality = "R", areas = { { name = "Yard", at = { 0, 0 } } } },
  units = { { "Roland", "red", at = "Yard" } } }
]]

local root = core.files.realpath(outside.folder())
core.files.mkdir_p(root .. "/scenarios")
core.files.write_new(root .. "/ruleset.lua", RULES)
core.files.write_new(root .. "/scenarios/yard.lua", SCENARIO)

describe("Dice before the first command", function()
  it("are those of the game's own number, whatever was played before", function()
    local p = assert(Playout.new { ruleset = "lots", scenario = "yard", root = root, seed = 4 })
    local lots, counts = {}, {}
    for n = 1, 120 do
      local r = p:play(n)
      expect(r.failure):to_be(nil)
      lots[n] = p.kit.game.lot
      counts[lots[n]] = (counts[lots[n]] or 0) + 1
    end
    -- 120 throws of a die: each face 20 times, within four standard deviations (16.3)
    for face = 1, 6 do expect(math.abs((counts[face] or 0) - 20) < 17):to_be(true) end
    local other = assert(Playout.new { ruleset = "lots", scenario = "yard", root = root, seed = 4 })
    for _, n in ipairs { 77, 3, 120 } do
      other:play(n)
      expect(other.kit.game.lot):to_be(lots[n])
    end
  end)

  it("are those of the saved game of that number", function()
    local p = assert(Playout.new { ruleset = "lots", scenario = "yard", root = root, seed = 4 })
    for n = 1, 6 do
      local journal = {}
      p:play(n, journal)
      local lot = p.kit.game.lot
      expect((p:replay(journal))):to_be(true)
      local game = assert(Game.new { ruleset = "lots", scenario = "yard", root = root,
        seed = ("4/%d"):format(n) })
      expect(game.kit.game.lot):to_be(lot)
    end
  end)

  it("differ from sample to sample, unless a set-up has used them", function()
    local function lots(inside)
      local plan = assert(Study.plan { name = "s.lua", text = 'return study { ruleset = "lots", scenario = "yard", '
        .. 'samples = 40, measures = { lot = function() return game.lot end }, sample = { run = "throw"'
        .. inside .. ' } }' })
      local found = Cell.read(assert(Cell.open(plan, 1, { root = root })):play(1, 40))
      local seen, n = {}, 0
      for _, lot in ipairs(found.columns.lot) do
        if not seen[lot] then n = n + 1 end
        seen[lot] = true
      end
      return n
    end
    expect(lots("")):to_be(6)
    expect(lots(', setup = { "throw" }')):to_be(1)
  end)
end)

describe("Dice before the first command, thrown by hand", function()
  local home = core.files.realpath(outside.folder())
  local function new(name)
    return assert(Game.new { ruleset = "lots", scenario = "yard", root = root, seed = 4, dice = "manual",
      folder = name, root_folder = home })
  end
  local function resume(name) return assert(Game.resume(home .. "/" .. name)) end

  it("are asked for when the game begins", function()
    local game = new "asked"
    expect(game.resumed.status):to_be "question"
    expect(game:question().kind):to_be "roll"
    expect(game:question().reason):to_be "1 lots"
    local r = game:command "throw"
    expect(r.status):to_be "refused"
    expect(r.message):to_contain "a question is open"
    r = game:answer "5"
    expect(r.status):to_be "done"
    expect(game.kit.game.lot):to_be(5)
    expect(game.kit.game.turn):to_be(1)
    expect(game:command("throw").status):to_be "question"
    expect(game:answer("2").status):to_be "done"
    local hash = game.world:hash()
    game:close()
    game = resume "asked"
    expect(game.world:hash()):to_be(hash)
    expect(game.kit.game.lot):to_be(5)
    game:close()
  end)

  it("are asked for again after a kill, and after they were given up", function()
    local game = new "killed"
    game:close()
    game = resume "killed"
    expect(game.resumed.status):to_be "question"
    expect(game:abandon().status):to_be "abandoned"
    expect(game.kit.game.turn):to_be(0)
    game:close()
    game = resume "killed"
    expect(game.resumed.status):to_be "question"
    game:abandon()
    local r = game:command "throw"              -- the game has to begin first
    expect(r.status):to_be "question"
    expect(r.question.reason):to_be "1 lots"
    expect(game:answer("6").status):to_be "done"
    expect(game.kit.game.lot):to_be(6)
    game:close()
    game = resume "killed"
    expect(game.kit.game.lot):to_be(6)
    game:close()
  end)

  it("can be taken back, thrown again, and made again", function()
    local game = new "taken"
    game:answer "3"
    local hash = game.world:hash()
    expect(game:undo().status):to_be "done"
    expect(game.kit.game.turn):to_be(0)
    expect(game:redo().status):to_be "done"
    expect(game.world:hash()):to_be(hash)
    game:undo()
    expect(game:command("throw").status):to_be "question"
    game:answer "4"
    expect(game.kit.game.lot):to_be(4)
    game:close()
    game = resume "taken"
    expect(game.kit.game.lot):to_be(4)
    expect(#game.nodes):to_be(2)
    game:close()
  end)

  it("of a game that was begun before they were asked for are those of its seed", function()
    local live = assert(Game.new { ruleset = "lots", scenario = "yard", root = root, seed = 4 })
    local other = assert(Game.new { ruleset = "lots", scenario = "yard", root = root, seed = 4, dice = "manual",
      opening = "thrown", folder = "before", root_folder = home })
    expect(other.resumed):to_be(nil)
    other:close()
    other = resume "before"
    expect(other:question()):to_be(nil)
    expect(other.kit.game.lot):to_be(live.kit.game.lot)
    other:close()
  end)
end)
