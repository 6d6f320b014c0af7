-- SPDX-License-Identifier: GPL-3.0-or-later
-- Commands of a ruleset that only look: asked at any time, not written down, and unable to change
-- anything. Played with the small ruleset `duel` and a few inquiries more.

local Game = require "adjutant.game"
local Kit = require "adjutant.ruleset"
local Protocol = require "adjutant.protocol"

local json = core.json
local root = core.files.realpath("tests/lua/duel")

local MORE = [[

inquiry "wounds" {
  rule = "2.3", help = "How a unit is, and where.", args = { { name = "unit", kind = "unit" } },
  run = function (args)
    return { args.unit.name .. " has " .. args.unit.hurt .. " wounds", "and that is all" }, { args.unit.place }, "hurt"
  end,
}
inquiry "hour" { help = "What the bells say.", run = function () return "bell " .. game.bells end }
inquiry "nothing" { help = "Says nothing.", run = function () end }
inquiry "writes" { help = "Would change something.", run = function () game.bells = 5 end }
inquiry "makes" { help = "Would make something.", run = function () create("unit", { name = "Ghost" }) end }
inquiry "throws" { help = "Would throw a die.", run = function () return roll("1d6", "9") end }
inquiry "asks" { help = "Would ask.", run = function ()
  return choose { by = sides.red, rule = "9", ask = "Which?", from = { "a", "b" } }
end }
inquiry "loops" { help = "Never ends.", run = function () while true do end end }
inquiry "eats" { help = "Takes all memory.", run = function ()
  local t = {}
  while true do t[#t + 1] = ("x"):rep(1000) .. #t end
end }
inquiry "fails" { help = "Fails.", run = function () return game.winner.name end }
inquiry "refuses" { help = "Refuses.", run = function () refuse("7.7", "that is a secret") end }
]]

local function new(options)
  local o = { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = {} }
  for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
    o.sources[file] = core.files.read(root .. "/" .. file)
  end
  o.sources["ruleset.lua"] = o.sources["ruleset.lua"] .. MORE
  for k, v in pairs(options or {}) do o[k] = v end
  return assert(Game.new(o))
end

-- What must be the same after a look: the World, the history, the dice.
local function standing(game)
  return table.concat({ game.world:hash(), game.current.n, #game.log_entries, game.position or 0 }, " ")
end

describe("an inquiry", function()
  it("gives its texts, the places that it marks and what the marks are", function()
    local game = new()
    local found = game:inquire "wounds Roland"
    expect(found.texts):to_equal { "Roland has 0 wounds", "and that is all" }
    expect(found.marked):to_be("hurt")
    expect(game:inquire "hour".texts):to_equal { "bell 0" }
    expect(game:inquire "hour".marks):to_be(nil)
    expect(game:inquire "hour".marked):to_be("hour")
    expect(#game:inquire "nothing".texts):to_be(0)
  end)

  it("is not written down, as a command line neither", function()
    local game = new { folder = "looked", root_folder = outside.folder() }
    local path = game.folder.path .. "/journal"
    local before, journal = standing(game), core.files.read(path)
    expect(#journal > 0):to_be(true)
    local r = game:command "wounds Roland"
    expect(r.status):to_be("done")
    expect(r.lines[1].text):to_be("Roland has 0 wounds")
    expect(r.n):to_be(nil)
    expect(standing(game)):to_be(before)
    expect(core.files.read(path)):to_be(journal)
    game:close()
  end)

  it("reads names as commands do, and says what is wrong", function()
    local game = new()
    expect(game:inquire "wounds rol".texts[1]):to_be("Roland has 0 wounds")
    local found, message, _, rule = game:inquire "wounds Nobody"
    expect(found):to_be(nil)
    expect(message):to_contain("Nobody")
    expect(rule):to_be("command")
    expect(select(2, game:inquire "wounds")):to_contain("usage: wounds UNIT")
    expect(select(2, game:inquire "hour Roland")):to_contain("not understood")
    expect(select(2, game:inquire "strike Baldwin")):to_contain("no command that only looks")
    expect(select(2, game:inquire "hoor")):to_contain("hour")
  end)

  it("cannot write, make, throw or ask", function()
    local game = new()
    local before = standing(game)
    for name, said in pairs { writes = "", makes = "", throws = "belong inside a command",
      asks = "belong inside a command" } do
      local found, message = game:inquire(name)
      expect(found):to_be(nil)
      expect(message):to_contain(said)
    end
    expect(standing(game)):to_be(before)
    expect(game:command "writes".status):to_be("error")
  end)

  it("is held by the limits, and by mistakes of its own", function()
    local game = new { limits = { instructions = 2000000, memory = 32 * 1024 * 1024 } }
    local before = standing(game)
    local found, message, limit = game:inquire "loops"
    expect(found):to_be(nil)
    expect(message):to_contain("stopped")
    expect(limit):to_be("instructions")
    expect(select(3, game:inquire "eats") ~= nil):to_be(true)
    expect(select(2, game:inquire "fails")):to_contain("ruleset.lua:")
    local refused = table.pack(game:inquire "refuses")
    expect(refused[2]):to_be("that is a secret")
    expect(refused[4]):to_be("7.7")
    expect(standing(game)):to_be(before)
    expect(game:inquire "hour".texts):to_equal { "bell 0" }
  end)

  it("may be asked while a question is open, which stays open", function()
    local game = new()
    expect(game:command "rest".status):to_be("question")
    local open, hash = game:question(), game.world:hash()
    expect(game:command "wounds Roland".status):to_be("done")
    expect(game:inquire "hour".texts):to_equal { "bell 0" }
    expect(game:question() == open):to_be(true)
    expect(game.world:hash()):to_be(hash)
    expect(game:answer "Roland".status):to_be("question")
  end)

  it("stands among the commands, marked, and is completed", function()
    local game = new()
    local found
    for _, c in ipairs(game:commands()) do if c.name == "wounds" then found = c end end
    expect(found.look):to_be(true)
    expect(found.usage):to_be("wounds UNIT")
    expect(game:completions("", "wou")):to_equal { "wounds" }
    expect(game:completions("wounds ", "Rol")):to_equal { "Roland" }
  end)

  it("completes every command at every argument, of whatever kind", function()
    local game = new()
    local value = { number = "1", text = "words", value = "words", unit = "Roland", entity = "Roland",
      field = "hurt", place = "Yard/1" }
    for _, c in ipairs(game.kit.command_list) do
      local line = c.name .. " "
      expect(type(game:completions(line, ""))):to_be("table")
      for _, a in ipairs(c.args) do
        line = line .. (a.keyword and a.keyword .. " " or "")
        expect(type(game:completions(line, ""))):to_be("table")
        line = line .. (value[a.kind] or "x") .. " "
        expect(type(game:completions(line, ""))):to_be("table")
      end
    end
    expect(game:completions("set Roland hurt ", "2")):to_equal {}
  end)

  it("is a function of Lua at the prompt, unless the rules have one of that name", function()
    local game = new()
    local lines = game:eval "wounds('Roland')[1]"
    expect(lines[1].text):to_be("Roland has 0 wounds")
    expect(game:eval "refuses()"):to_be(nil)
    expect(select(2, game:eval "refuses()")):to_contain("7.7: ")
  end)

  it("is no candidate of a player", function()
    local game = new()
    for _, c in ipairs(game.kit.command_list) do expect(c.look):to_be(nil) end
    expect(select(2, game:odds "wounds Roland") ~= nil):to_be(true)
  end)
end)

describe("over the protocol an inquiry", function()
  local function ask(p, request) return json.decode(Protocol.encode(p:line(json.encode(request)))) end

  it("answers `inquire`, also while a question is open", function()
    local p = Protocol.new(new())
    local r = ask(p, { ["do"] = "inquire", text = "wounds Roland" })
    expect(r.ok):to_be(true)
    expect(r.inquiry):to_be("wounds")
    expect(r.lines):to_equal { "Roland has 0 wounds", "and that is all" }
    ask(p, { ["do"] = "command", text = "rest" })
    expect(ask(p, { ["do"] = "inquire", text = "hour" }).lines):to_equal { "bell 0" }
    expect(ask(p, { ["do"] = "command", text = "hour" }).result):to_be("done")
    expect(ask(p, { ["do"] = "position" }).question ~= json.null):to_be(true)
  end)

  it("tells what is wrong, and stands among the candidates", function()
    local p = Protocol.new(new())
    local r = ask(p, { ["do"] = "inquire", text = "wounds Nobody" })
    expect(r.ok):to_be(false)
    expect(r.error.kind):to_be("command")
    local names = {}
    for i, c in ipairs(ask(p, { ["do"] = "candidates" }).inquiries) do names[i] = c.name end
    expect(names[1]):to_be("wounds")
    expect(ask(p, { ["do"] = "complete", text = "wounds Rol" }).words):to_equal { "Roland" }
  end)
end)

describe("an inquiry of another program that fails", function()
  local function problem(text, game)
    local p = Protocol.new(game or new())
    local e = json.decode(Protocol.encode(p:line(json.encode { ["do"] = "inquire", text = text }))).error
    return e
  end

  it("says of what kind that is", function()
    expect(problem("gossip").kind):to_be("nothing")
    expect(problem("wounds Nobody").kind):to_be("command")
    expect(problem("wounds").kind):to_be("command")
    expect(problem("loops").kind):to_be("limit")
    expect(problem("loops").limit):to_be("instructions")
  end)
  it("names the rule that refuses, and the line of one that fails", function()
    local refused, failed = problem "refuses", problem "fails"
    expect(refused.kind):to_be("refused")
    expect(refused.rule):to_be("7.7")
    expect(failed.kind):to_be("error")
    expect(failed.where):to_match("^ruleset%.lua:%d+$")
    expect(failed.rule):to_be(nil)
  end)
  it("is told the same in a command line", function()
    for _, line in ipairs { "refuses", "fails", "wounds Nobody" } do
      local p = Protocol.new(new())
      local e = json.decode(Protocol.encode(p:line(json.encode { ["do"] = "command", text = line }))).error
      expect(e):to_equal(problem(line))
    end
  end)
end)

describe("a declaration of an inquiry", function()
  local function declared(text)
    local kit = Kit.new()
    return select(2, pcall(core.sandbox.load(text, "@x.lua", core.sandbox.environment(kit.api))))
  end

  it("is refused with what only belongs to commands", function()
    expect(declared 'inquiry("a", { phases = { "x" }, run = function () end })'):to_contain("phases")
    expect(declared 'inquiry("a", { reaction = true, run = function () end })'):to_contain("reaction")
    expect(declared 'inquiry("a", {})'):to_contain("run")
    expect(declared 'inquiry("A b", { run = function () end })'):to_contain("lower-case")
  end)

  it("is refused when the name is taken by a command or another", function()
    local one = 'inquiry("a", { run = function () end }) '
    expect(declared(one .. one)):to_contain("declared twice (first at x.lua:1")
    expect(declared('command("a", { run = function () end }) ' .. one)):to_contain("declared twice")
    expect(declared(one .. 'command("a", { run = function () end })')):to_contain("declared twice")
  end)
end)
