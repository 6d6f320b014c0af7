-- SPDX-License-Identifier: GPL-3.0-or-later
-- Interceptions of Campaigns of Marlborough in a game: a move that the other side may stop at each hex is
-- asked odds of, taken back, undone and replayed like anything else.

local Game = require "adjutant.game"

require("adjutant.playout").collect_late()               -- as `adjutant play` runs

local files = core.files
local root = files.realpath(core.data_dir .. "/rulesets/marlborough")

-- Villars, 50 SP, comes along row 5 of an open field towards Marlborough, 60 SP, in D5.
local CHASE = [[
local rows = {}
for row = 1, 16 do rows[row] = (row % 2 == 0 and " " or "") .. (". "):rep(16) end
return scenario {
  title = "The Chase", ruleset = "marlborough", kind = "force", turns = 3, first = "french",
  map = { kind = "hexes", shape = "pointy", labels = { style = "letters", first = "A1" },
    terrain = { ["."] = "average clear" }, rows = rows },
  units = {
    { "Villars", "french army", nation = "french", sp = 50, at = "I5", active = true },
    { "Marlborough", "allied army", nation = "british", sp = 60, at = "D5" },
  },
  others = { leader = {
    { "Duke", side = "french", nation = "french", av = 9, modifier = 2, post = "force", force = "Villars" },
    { "Lord", side = "allied", nation = "british", av = 9, modifier = 3, post = "force", force = "Marlborough" },
  } },
  victory = function () return rules.victor() end,
}
]]

local function sources()
  local list = { ["scenarios/chase.lua"] = CHASE }
  for _, name in ipairs(files.list(root)) do
    if name:find "%.lua$" then list[name] = files.read(root .. "/" .. name) end
  end
  return list
end

local function new(options)
  local o = { ruleset = "marlborough", scenario = "chase", seed = 7, root = root, sources = sources() }
  for key, value in pairs(options or {}) do o[key] = value end
  local game, message = Game.new(o)
  if not game then error(message, 2) end
  game:command "end"
  game:command "end"
  game:command "set Villars active true"
  return game
end

local function texts(lines)
  local list = {}
  for i, line in ipairs(lines) do list[i] = line.text end
  return table.concat(list, "\n")
end

local function says(game, code)
  local lines, message = game:eval(code)
  if not lines then error(message, 2) end
  return texts(lines)
end

describe("odds of a move past an enemy", function ()
  it("each hex in range is another try: AV 9 fails on 4 of 36", function ()
    local game = new()
    for hexes, to in ipairs { "H5", "G5", "F5", "E5" } do
      local left = math.tointeger(9 ^ hexes)
      expect(says(game, ([[
        local r = odds { run = "move Villars to %s" }
        return r:probability("failed", "interception")]]):format(to))):to_be("1/" .. left)
    end
  end)
  it("they spend no die and change nothing", function ()
    local game = new()
    local hash, position = game.world:hash(), game.position
    says(game, [[return odds { run = "move Villars to G5" }]])
    expect(game.world:hash()):to_be(hash)
    expect(game.position):to_be(position)
  end)
end)

describe("a move past an enemy", function ()
  local function moving()
    local game = new()
    local r = game:command "move Villars to G5"
    expect(r.status):to_be "question"
    return game
  end
  it("asks the other player at each hex", function ()
    local game = moving()
    expect(game:question().ask):to_contain "H5"
    game:answer "none"
    expect(game:question().ask):to_contain "G5"
    expect(game:answer("none").status):to_be "done"
  end)
  it("is taken back answer by answer", function ()
    local game = moving()
    game:answer "none"
    game:back()
    expect(game:question().ask):to_contain "H5"
    game:abandon()
    expect(says(game, [[return all("force", { name = "Villars" })[1].place.name]])):to_be "I5"
  end)
  it("is undone as a whole, with what the interceptor owes, and done again", function ()
    local game = new()
    local before = game.world:hash()
    game:command "move Villars to H5"
    while game:question() do
      local q = game:question()
      game:answer(q.kind == "some" and "Marlborough" or q.kind == "yesno" and "no" or "1")
    end
    local after = game.world:hash()
    expect(after == before):to_be(false)
    expect(game.world:hash_slow()):to_be(after)
    game:undo()
    expect(game.world:hash()):to_be(before)
    game:redo()
    expect(game.world:hash()):to_be(after)
  end)
end)

describe("taking back in the view of a side", function ()
  local function seen_by(key, line, options)
    local game = new(options)
    game:look_as(game.kit.side_by_key[key])
    if line then
      local r = game:command(line)
      expect(r.status):to_be "question"
    end
    return game
  end
  local function villars(game)
    return game.world:all "force"[1].place.name
  end

  it("goes back hex by hex, as long as nobody else had a say", function ()
    local game = seen_by("french", "move Villars")
    for _, hex in ipairs { "J5", "K5", "L5" } do game:answer(hex) end
    expect(game:question().ask):to_contain "L5"
    for _, hex in ipairs { "K5", "J5", "I5" } do
      expect(game:back().status):to_be "question"
      expect(game:question().ask):to_contain("from " .. hex)
    end
    expect(game:back().status):to_be "abandoned"
    expect(villars(game)):to_be "I5"
  end)

  it("is the umpire's once the other side was asked, and has answered", function ()
    local game = seen_by("french", "move Villars")
    game:answer "J5"
    game:answer "I5"
    game:answer "H5"
    expect(game:known_question()):to_be(nil)
    for _, f in ipairs { "back", "abandon" } do
      local r = game[f](game)
      expect(r.status):to_be "refused"
      expect(r.message):to_contain "the other side has been asked"
    end
    game:look_as(nil)
    game:answer "none"
    game:look_as(game.kit.side_by_key.french)
    expect(game:question().ask):to_contain "from H5"
    local r = game:back()
    expect(r.status):to_be "refused"
    expect(r.message):to_contain "the other side has answered"
    game:look_as(nil)
    expect(game:back().status):to_be "question"
    expect(game:question().ask):to_contain "H5"
    expect(game:back().status):to_be "question"
    expect(game:question().ask):to_contain "from I5"
  end)

  it("is the umpire's once dice have been thrown", function ()
    local game = seen_by("french", "move Villars", { dice = "manual" })
    game:answer "H5"
    game:look_as(nil)
    game:answer "Marlborough"
    expect(game:question().kind):to_be "roll"
    game:answer "=12"                                    -- does not activate
    game:look_as(game.kit.side_by_key.french)
    expect(game:question().ask):to_contain "from H5"
    expect(game:back().message):to_contain "dice have been thrown"
    expect(game:abandon().message):to_contain "dice have been thrown"
  end)

  it("comes back the same from a saved game", function ()
    local folder = outside.folder() .. "/games"
    local game = seen_by("french", "move Villars", { folder = "back", root_folder = folder })
    game:answer "J5"
    game:answer "K5"
    game:close()
    game = assert(Game.resume(folder .. "/back"))
    game:look_as(game.kit.side_by_key.french)
    expect(game:back().status):to_be "question"
    expect(game:question().ask):to_contain "from J5"
    game:close()
  end)
end)
