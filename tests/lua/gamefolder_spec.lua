-- SPDX-License-Identifier: GPL-3.0-or-later
-- The folder of a saved game: what is made, what is refused, what a damaged one says.

local Folder = require "adjutant.gamefolder"
local files = core.files

local HEADER = { { "generator", "philox4x32-10" }, { "seed", "7" }, { "ruleset", "ridge" },
  { "scenario", "hill" } }
local SOURCES = { { path = "ridge/ruleset.lua", text = "return 1\n" },
  { path = "ridge/fire.lua", text = "return 2\n" } }

describe("a game folder", function()
  local root
  before_each(function() root = outside.folder() .. "/games" end)

  local function new(name, o)
    o = o or {}
    return Folder.create { root = root, name = name or "first", header = HEADER, sources = SOURCES,
      faults = o.faults }
  end

  it("keeps header, sources and records", function()
    local game = assert(new())
    expect(game:append("begin", "move A to B")):to_be(1)
    expect(game:append("answer", "1d6 4\nline two")):to_be(2)
    expect(game:append("done", "0123")):to_be(3)
    game:close()
    game = assert(Folder.open("first", { root = root }))
    expect(game:records()):to_equal { { seq = 1, kind = "begin", payload = "move A to B" },
      { seq = 2, kind = "answer", payload = "1d6 4\nline two" },
      { seq = 3, kind = "done", payload = "0123" } }
    expect(game:fact("seed")):to_be("7")
    expect(game:header()[2]):to_equal { "generator", "philox4x32-10" }
    expect(game:sources()[2].path):to_be("ridge/fire.lua")
    expect(game:sources()[2].text):to_be("return 2\n")
    expect(game:dropped()):to_be(nil)
    game:close()
  end)

  it("takes no name that leads elsewhere", function()
    for _, name in ipairs { "", "..", "a/b", ".x", ("x"):rep(65), "a b", "a\n" } do
      local game, message, kind = new(name)
      expect(game):to_be(nil)
      expect(kind):to_be("invalid")
      expect(message):to_contain("cannot name a game")
    end
  end)

  it("refuses a second game of the name, and offers another", function()
    new():close()
    local game, message = new()
    expect(game):to_be(nil)
    expect(message):to_contain("choose another name")
    expect(Folder.unused_name("first", root)):to_be("first-2")
    expect(Folder.unused_name("second", root)):to_be("second")
  end)

  it("takes up a folder whose start was killed before the journal", function()
    files.mkdir_p(root .. "/first/sources")
    expect(Folder.list(root)):to_equal {}
    expect(new() ~= nil):to_be(true)
  end)

  it("names the games there are when one is not found", function()
    local _, message = Folder.open("frist", { root = root })
    expect(message):to_contain("no game is saved yet")
    new():close()
    _, message = Folder.open("frist", { root = root })
    expect(message):to_contain("games: first")
    local _, _, kind = Folder.open(root .. "/none", {})
    expect(kind):to_be("missing")
  end)

  it("opens by path", function()
    new():close()
    local game = assert(Folder.open(root .. "/first"))
    expect(game.name):to_be("first")
  end)

  it("refuses a second player and lets him look", function()
    local game = assert(new())
    game:append("begin", "x")
    local second, message, kind = Folder.open("first", { root = root })
    expect(second):to_be(nil)
    expect(kind):to_be("locked")
    expect(message):to_contain("read-only")
    second = assert(Folder.open("first", { root = root, readonly = true }))
    expect(#second:records()):to_be(1)
    local ok, why = second:append("begin", "y")
    expect(ok):to_be(nil)
    expect(why):to_contain("read-only")
    game:close()
    expect(Folder.open("first", { root = root }) ~= nil):to_be(true)
  end)

  it("refuses an edited source by name, and a bundle that is gone", function()
    new():close()
    local path = root .. "/first/sources/bundle"
    local bundle = files.read(path)
    for _, edited in ipairs { bundle:gsub("return 2", "return 3", 1), (bundle:gsub("return 2", "return 22", 1)),
      (bundle:gsub("return 2", "", 1)) } do
      files.write_new(path, edited)
      local _, message, kind = Folder.open("first", { root = root })
      expect(kind):to_be("damaged")
      expect(message):to_contain("ridge/fire.lua was edited")
    end
    files.write_new(path, bundle:sub(1, -4))
    local _, message = Folder.open("first", { root = root })
    expect(message):to_contain("ridge/fire.lua was edited")
    files.remove(path)
    _, message = Folder.open("first", { root = root })
    expect(message):to_contain("is gone")
    files.write_new(path, bundle)
    expect(Folder.open("first", { root = root }) ~= nil):to_be(true)
  end)

  it("opens a game whose files lie each by itself, as older ones do", function()
    new():close()
    files.remove(root .. "/first/sources/bundle")
    local path = root .. "/first/sources/" .. files.sha256("return 2\n")
    for _, text in ipairs { "return 1\n", "return 2\n" } do
      files.write_new(root .. "/first/sources/" .. files.sha256(text), text)
    end
    local game = assert(Folder.open("first", { root = root }))
    expect(#game:sources()):to_be(2)
    game:close()
    files.write_new(path, "return 3\n")
    local _, message, kind = Folder.open("first", { root = root })
    expect(kind):to_be("damaged")
    expect(message):to_contain("ridge/fire.lua was edited")
    files.remove(path)
    _, message = Folder.open("first", { root = root })
    expect(message):to_contain("ridge/fire.lua is gone")
  end)

  it("names a damaged record and recovers up to it", function()
    local game = assert(new())
    for i = 1, 5 do game:append("remark", "number " .. i) end
    game:close()
    local path = root .. "/first/journal"
    local text = files.read(path)
    files.write_new(path, (text:gsub("number 4", "number 5")))
    local none, message, kind = Folder.open("first", { root = root })
    expect(none):to_be(nil)
    expect(kind):to_be("damaged")
    expect(message):to_contain("record 4")
    local name, kept, damage = Folder.recover("first", "mended", { root = root })
    expect(name):to_be("mended")
    expect(kept):to_be(3)
    expect(damage):to_contain("record 4")
    expect(files.read(path) ~= text):to_be(true)
    game = assert(Folder.open("mended", { root = root }))
    expect(#game:records()):to_be(3)
    expect(#game:sources()):to_be(2)
    expect(game:append("remark", "on")):to_be(4)
  end)

  it("says what a kill cut off and keeps it", function()
    local game = assert(new())
    game:append("begin", "one")
    game:append("answer", "two")
    game:close()
    local path = root .. "/first/journal"
    local text = files.read(path)
    files.write_new(path, text:sub(1, -4))
    game = assert(Folder.open("first", { root = root }))
    local bytes, kept = game:dropped()
    expect(bytes):to_match("^2 answer two ")
    expect(files.read(kept)):to_be(bytes)
    expect(#game:records()):to_be(1)
    expect(game:append("answer", "three")):to_be(2)
  end)

  it("lists games, the last written first, damaged ones with the reason", function()
    new("a"):close()
    new("b"):close()
    local game = assert(Folder.open("a", { root = root }))
    outside.run("touch -d '2020-01-01' '" .. root .. "/b/journal'")
    local games = Folder.list(root)
    expect(#games):to_be(2)
    expect(games[1].name):to_be("a")
    expect(games[1].ruleset):to_be("ridge")
    expect(games[1].date):to_match("^%d%d%d%d%-%d%d%-%d%d %d%d:%d%d$")
    expect(Folder.last(root).name):to_be("a")
    game:close()
    files.write_new(root .. "/b/journal", "nonsense")
    games = Folder.list(root)
    expect(games[1].name):to_be("b")
    expect(games[1].problem):to_contain("not a journal")
  end)

  it("lists nothing where no game was ever made, and says why it cannot look", function()
    expect(Folder.list(root)):to_equal {}
    expect(Folder.last(root)):to_be(nil)
    local base = outside.folder()
    outside.run("ln -s loop '" .. base .. "/loop'")
    local games, message, kind = Folder.list(base .. "/loop")
    expect(games):to_be(nil)
    expect(kind):to_be("io")
    expect(message):to_contain("/loop: ")
  end)

  it("goes on after a full disk, and a command is not half recorded", function()
    local game = assert(new())
    game:append("begin", "one")
    game.journal:faults { write = 1 }
    local ok, message, kind = game:append("answer", "4")
    expect(ok):to_be(nil)
    expect(kind):to_be("io")
    expect(message):to_contain("nothing was recorded")
    expect(game:failed()):to_be(message)
    expect(game:append("answer", "5")):to_be(2)
    expect(game:failed()):to_be(nil)
    game:close()
    game = assert(Folder.open("first", { root = root }))
    expect(game:records()[2].payload):to_be("5")
    expect(game:dropped()):to_be(nil)
  end)

  it("goes on in a new file after a failed sync", function()
    local game = assert(new())
    game:append("begin", "one")
    game.journal:faults { sync = 1 }
    expect(game:append("done", "hash")):to_be(2)
    expect(game:failed()):to_be(nil)
    local second, _, kind = Folder.open("first", { root = root })
    expect(second):to_be(nil)
    expect(kind):to_be("locked")
    game:close()
    expect(#assert(Folder.open("first", { root = root })):records()):to_be(2)
  end)

  it("says what to do when the header cannot be written", function()
    local game, message, kind = new("second", { faults = { sync = 1 } })
    expect(game):to_be(nil)
    expect(kind):to_be("io")
    expect(message):to_contain("free some space")
    expect(files.is_file(root .. "/second/journal")):to_be(false)
    expect(new("second") ~= nil):to_be(true)
  end)

  it("gives one line with the remedy when the home cannot be written", function()
    local base = outside.folder()
    files.write_new(base .. "/file", "")
    local game, message, kind = Folder.create { root = base .. "/file/games", name = "x",
      header = HEADER }
    expect(game):to_be(nil)
    expect(kind):to_be("io")
    expect(message):to_contain("XDG_DATA_HOME")
    expect(message:find("\n")):to_be(nil)
  end)

  it("keeps a source that comes later", function()
    local game = assert(new())
    local digest = game:add_source("return 3\n")
    expect(game:source(digest)):to_be("return 3\n")
    expect((game:source("../../journal"))):to_be(nil)
    files.write_new(root .. "/first/sources/" .. digest, "x")
    local _, message = game:source(digest, "mine.lua")
    expect(message):to_contain("mine.lua was edited")
  end)
end)
