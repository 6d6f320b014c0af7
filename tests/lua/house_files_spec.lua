-- SPDX-License-Identifier: GPL-3.0-or-later
-- Files of house rules by their places: two of one name from two folders, and where `reload` finds them in
-- a game that was resumed. Played with duel.

local Game = require "adjutant.game"
local House = require "adjutant.house"

local root = core.files.realpath("tests/lua/duel")

local SURE = [[
return house "%s" { base = "duel", rules = { hits = function (original, by) return %s end } }
]]

-- Writes a file of house rules, in place of what was there.
local function write(path, name, hits)
  if core.files.is_file(path) then assert(core.files.remove(path)) end
  assert(core.files.write_new(path, SURE:format(name, hits)))
  return path
end

local function new(options)
  local o = { ruleset = "duel", scenario = "yard", seed = 7, root = root, sources = {} }
  for _, file in ipairs { "ruleset.lua", "scenarios/yard.lua" } do
    o.sources[file] = assert(core.files.read(root .. "/" .. file))
  end
  for k, v in pairs(options or {}) do o[k] = v end
  return assert(Game.new(o))
end

local function done(r)
  if r.status ~= "done" then error(("%s: %s"):format(r.status, tostring(r.message)), 2) end
end

local function two_folders()
  local one, two = outside.folder(), outside.folder()
  return write(one .. "/local.lua", "first", "true"), write(two .. "/local.lua", "second", "false")
end

describe("two house files of one name", function()
  it("from two folders stand in the stack beside each other", function()
    local first, second = two_folders()
    local game = new()
    done(game:command("with " .. first))
    done(game:command("with " .. second))
    expect(game:house_names()):to_equal { "first", "second" }
    done(game:command "without first")
    expect(game:house_names()):to_equal { "second" }
  end)

  it("the same file named again takes the place of what it was", function()
    local first = two_folders()
    local game = new()
    done(game:command("with " .. first))
    write(first, "first", "false")
    done(game:command("with " .. first))
    expect(game:house_names()):to_equal { "first" }
  end)

  it("do when a game begins with both, with paths of their own", function()
    local first, second = two_folders()
    local houses = assert(House.read_all { first, second })
    expect(houses[1].path):to_be "local.lua"
    expect(houses[2].path):to_match "^[^/]+/local%.lua$"
    expect(houses.files[houses[2].path]):to_be(core.files.realpath(second))
    local game = new { houses = houses, house_files = houses.files }
    expect(game:house_names()):to_equal { "first", "second" }
    write(second, "later", "true")
    done(game:command "reload houses")
    expect(game:house_names()):to_equal { "first", "later" }
  end)
end)

describe("reload in a game that was resumed", function()
  local function saved(options)
    local folder = outside.folder()
    options.root_folder, options.folder = folder, "yard"
    local game = new(options)
    return game, function()
      game.folder:close()
      return assert(Game.resume(folder .. "/yard", { root = root }))
    end
  end

  it("finds a file that was given by an absolute path with `with`", function()
    local first = two_folders()
    local game, again = saved {}
    done(game:command("with " .. first))
    game = again()
    write(first, "later", "false")
    done(game:command "reload houses")
    expect(game:house_names()):to_equal { "later" }
  end)

  it("and one with which it began", function()
    local first = two_folders()
    local houses = assert(House.read_all { first })
    local _, again = saved { houses = houses, house_files = houses.files }
    local game = again()
    write(first, "later", "false")
    done(game:command "reload houses")
    expect(game:house_names()):to_equal { "later" }
  end)

  it("says so when it is there no more", function()
    local first = two_folders()
    local game, again = saved {}
    done(game:command("with " .. first))
    game = again()
    assert(core.files.remove(first))
    local r = game:command "reload houses"
    expect(r.status):to_be "refused"
    expect(r.message):to_contain "local.lua is not found here"
  end)
end)
