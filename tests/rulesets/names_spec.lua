-- SPDX-License-Identifier: GPL-3.0-or-later
-- How what has a name is shown by Lua at the prompt: places, pieces, what belongs to the program; and how a
-- line names it.

rawset(core, "terminal", {                      -- of paper
  about = function() return { interactive = false, colour = false } end,
  size = function() return 80, 24 end,
})

local Facts = require "adjutant.facts"
local Game = require "adjutant.game"
local Views = require "shell.views"

local function says(game, code)
  local lines, message = game:eval(code)
  if not lines then error(message, 2) end
  local list = {}
  for i, line in ipairs(lines) do list[i] = line.text end
  return table.concat(list, "\n")
end

describe("Lua at the prompt shows", function()
  local game = assert(Game.new { ruleset = "marlborough", scenario = "1704", seed = 1 })
  for code, text in pairs {
    ['all("force")[1].place'] = "Leau (K15)",
    ['map.hex "K16"'] = "K16",
    ['map.hex "Lille".area'] = "France",
    ['all("force")[1]'] = "Flanders Army",
    ['{ all("force")[1].place, 3 }'] = "{Leau, 3}",
    ['{ at = all("force")[1].place, n = 2 }'] = "{at = Leau, n = 2}",
    ['{ name = "Ghent", sp = 3 }'] = '{name = "Ghent", sp = 3}',
    ["map"] = "map", ["rules"] = "rules", ["charts"] = "charts", ["charts.leaders"] = "Leaders",
    ["sides"] = "{French, Allied}", ["{}"] = "{}", ["{ {} }"] = "{{}}",
  } do
    it(code, function() expect(says(game, "return " .. code)):to_be(text) end)
  end

  it("places of the other kind of map too", function()
    local hexes = assert(Game.new { ruleset = "seven-hex", scenario = "blenheim", seed = 1 })
    expect(says(hexes, "return map.areas[1]")):to_be "Upper Springs"
    expect(says(hexes, "return map.areas[1].hexes[1]")):to_be "Upper Springs/C"
    expect(says(hexes, "return map.areas[1].features")):to_be "{high = true, woods = true}"
  end)
end)

describe("what a word means to `units` and `map`", function()
  local game = assert(Game.new { ruleset = "marlborough", scenario = "1704", seed = 1 })
  it("a kind of piece, one or several", function()
    local all = game.world:all "train"
    expect(#Facts.rows(game, "trains")):to_be(#all)
    expect(#Facts.rows(game, "train")):to_be(#all)
    expect(#Facts.rows(game, "Rhine Train")):to_be(1)
    expect(#Facts.rows(game, "fortresses")):to_be(#game.world:all "fortress")
    expect(Views.filters(game)[1]):to_be "forces"
  end)
  it("a piece, where it stands", function()
    local function drawn(word)
      local lines = assert(Views.map(game, word))
      local texts = {}
      for i, line in ipairs(lines) do
        texts[i] = type(line) == "table" and table.concat((function()
          local parts = {}
          for k, piece in ipairs(line) do parts[k] = type(piece) == "table" and piece.text or piece end
          return parts
        end)()) or line
      end
      return table.concat(texts, "\n")
    end
    expect(drawn "Rhine Army"):to_be(drawn "Strasbourg")
    local found, why = Views.map(game, "Marlborough")
    expect(found):to_be(nil)
    expect(why):to_contain "nothing called Marlborough"
  end)
  it("marks on a map too wide for the screen show the part about them", function()
    local marks = { [game.board.map.hex "Strasbourg"] = true }
    local all, part = game:map { overview = true, width = 80 }, game:map { overview = true, width = 80, marks = marks }
    expect(#part < #all - 30):to_be(true)
  end)
end)

describe("a name that a leader and a fortress have", function()
  local game = assert(Game.new { ruleset = "marlborough", scenario = "two-years", seed = 1 })
  local function side_of(kind)
    return game.kit.api.all(kind, { name = "Luxembourg" })[1].side
  end
  local french, allied = game.kit.side_by_key.french, game.kit.side_by_key.allied
  local function given(line)
    local r = game:command(line)
    return r.status == "done" and r.lines[1].text:gsub("^set +", "") or r.message
  end

  it("means the first alone, and each with its kind before it; what is noted says which", function()
    expect(given "set Luxembourg side allied"):to_be("leader Luxembourg: side is now Allied")
    expect(side_of "leader"):to_be(allied)
    expect(side_of "fortress"):to_be(french)
    expect(given "set fortress Luxembourg side allied"):to_be("fortress Luxembourg: side is now Allied")
    expect(given 'set "leader Luxembourg" side french'):to_be("leader Luxembourg: side is now French")
    expect(side_of "leader"):to_be(french)
    expect(side_of "fortress"):to_be(allied)
    expect(given "set Villars side french"):to_be("Villars: side is now French")
  end)

  it("is written so where Lua gives the piece itself", function()
    local decl = game.kit.commands.set
    local fortress = game.kit.api.all("fortress", { name = "Luxembourg" })[1]
    expect(require("adjutant.command").line(decl, { entity = fortress, field = "extra", value = 2 }))
      :to_be('set "fortress Luxembourg" extra 2')
  end)
end)
