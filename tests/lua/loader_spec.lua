-- SPDX-License-Identifier: GPL-3.0-or-later
-- The `require` of a ruleset: confined, counted, each module once.
local Loader = require "adjutant.loader"
local files, sandbox = core.files, core.sandbox

local function folder(sources)
  local root = outside.folder()
  for path, text in pairs(sources) do
    local parent = path:match("^(.*)/")
    if parent then files.mkdir_p(root .. "/" .. parent) end
    assert(files.write_new(root .. "/" .. path, text))
  end
  return root
end

local function loader(sources, options)
  options = options or {}
  local l, env
  options.root = options.root or folder(sources)
  options.env = function() return env end
  l = Loader.new(options)
  env = sandbox.environment { require = function(name) return l:require(name) end }
  return l
end

describe("require", function()
  it("runs a module once and hands out what it returns", function()
    local l = loader {
      ["ruleset.lua"] = "local a, b = require 'part.one', require 'part.one' return { same = a == b, x = a.x }",
      ["part/one.lua"] = "return { x = 7 }" }
    local m = l:require("ruleset")
    expect(m.same):to_be(true)
    expect(m.x):to_be(7)
    expect(l.order):to_equal { "ruleset.lua", "part/one.lua" }
    expect(l.sources["part/one.lua"]):to_be("return { x = 7 }")
  end)
  it("seals what a module keeps", function()
    local l = loader { ["a.lua"] = "local M, n = {}, {} function M.f() n.x = 1 end return M" }
    local m = l:require("a")
    expect(m.f):to_raise("a.lua:1: this table is read-only: cannot set `x`")
    expect(function() m.g = 1 end):to_raise("read-only")
  end)
  it("takes dotted lower-case names only", function()
    local l = loader { ["a.lua"] = "return 1" }
    for _, name in ipairs { "", ".", "..", "../a", "a/b", "/etc/passwd", "a..b", "A", ".a", "a.",
      "a\0b", "1a", "~", "a b" } do
      expect(function() l:require(name) end):to_raise("a module is named by lower-case words")
    end
    expect(function() l:require(5) end):to_raise("is a text")
  end)
  it("does not leave the folder", function()
    local out = folder { ["secret.lua"] = "return 'secret'" }
    local l = loader { ["a.lua"] = "return 1" }
    outside.run(("ln -s %s/secret.lua %s/link.lua; ln -s %s %s/way"):format(out, l.root, out, l.root))
    expect(function() l:require("link") end):to_raise("link.lua")
    expect(function() l:require("way.secret") end):to_raise("way/secret.lua")
    expect(function() l:file("../secret.lua") end):to_raise("..")
    expect(function() l:file("/etc/passwd") end):to_raise("/etc/passwd")
  end)
  it("says what is missing", function()
    local l = loader { ["ruleset.lua"] = "return require 'fire.mods'" }
    expect(function() l:require("ruleset") end):to_raise('require "fire.mods": there is no fire/mods.lua')
  end)
  it("names a circle", function()
    local l = loader { ["a.lua"] = "return require 'b'", ["b.lua"] = "return require 'c'",
      ["c.lua"] = "return require 'b'" }
    expect(function() l:require("a") end)
      :to_raise("files require each other in a circle: b.lua requires c.lua requires b.lua")
    l = loader { ["a.lua"] = "return require 'a'" }
    expect(function() l:require("a") end):to_raise("circle: a.lua requires a.lua")
  end)
  it("counts bytes and files", function()
    local l = loader { ["big.lua"] = "return '" .. ("x"):rep(1024 * 1024) .. "'" }
    expect(function() l:require("big") end):to_raise("big.lua")
    local sources, names = {}, {}
    for i = 1, 10 do
      sources["m" .. i .. ".lua"] = "--" .. ("x"):rep(1000000) .. "\nreturn 1"
      names[i] = ("require 'm%d'"):format(i)
    end
    sources["ruleset.lua"] = table.concat(names, "\n")
    l = loader(sources)
    expect(function() l:require("ruleset") end):to_raise("more than 8 MiB of source in all")
    sources = {}
    for i = 1, 501 do sources["m" .. i .. ".lua"] = "return 1" end
    l = loader({}, { root = "/", sources = sources })
    expect(function() for i = 1, 501 do l:require("m" .. i) end end):to_raise("more than 500 files")
  end)
  it("names file and line of what does not compile or fails", function()
    local l = loader { ["ruleset.lua"] = "return require 'part.bad'", ["part/bad.lua"] = "local x =\n=",
      ["fails.lua"] = "\nlocal x = nil + 1" }
    expect(function() l:require("ruleset") end):to_raise("part/bad.lua:2:")
    expect(function() l:require("fails") end):to_raise("fails.lua:2: attempt to perform arithmetic")
    l = loader({ ["fails.lua"] = "error 'no'" }, { prefix = "my-rules/" })
    expect(function() l:require("fails") end):to_raise("my-rules/fails.lua:1: no")
  end)
  it("takes the mark that editors of Windows put before a text", function()
    local l = loader { ["a.lua"] = "\xEF\xBB\xBFreturn seven\r\n" }
    l.constants = function() return "local seven = 7 " end
    expect(l:require "a"):to_be(7)
  end)
  it("tries again after a failure", function()
    local l = loader { ["a.lua"] = "error 'no'" }
    expect(function() l:require("a") end):to_raise("a.lua:1: no")
    expect(function() l:require("a") end):to_raise("a.lua:1: no")
  end)
  it("refuses compiled Lua", function()
    local l = loader { ["a.lua"] = "\27Lua" }
    expect(function() l:require("a") end):to_raise("a.lua: compiled Lua is not accepted")
  end)
  it("reads a saved game's sources instead of the disk", function()
    local l = loader({}, { root = "/nowhere", sources = { ["a.lua"] = "return require 'b'", ["b.lua"] = "return 3" } })
    expect(l:require("a")):to_be(3)
    expect(function() l:require("c") end):to_raise("there is no c.lua")
  end)
  it("finds the shared library behind the folder's own files", function()
    local library = folder { ["grid.lua"] = "return 'library'", ["both.lua"] = "return 'library'" }
    local l = loader({ ["both.lua"] = "return 'own'" }, { library = library })
    expect(l:require("grid")):to_be("library")
    expect(l:require("both")):to_be("own")
    expect(l.order):to_equal { "@shared/grid.lua", "both.lua" }
  end)
end)

describe("a ruleset that is loaded", function()
  local Kit = require "adjutant.ruleset"
  local HEAD = "ruleset { name = 'x', sides = { { id = 'a', name = 'A' }, { id = 'b', name = 'B' } } }\n"

  it("keeps no state in the tables of its files", function()
    local root = folder { ["ruleset.lua"] = HEAD .. [[
local seen, M = { n = 0 }, require "helper"
rule("1", "count", function() seen.n = seen.n + 1 end)
rule("2", "remember", function() M.last = 1 end)
rule("3", "look", function() return seen.n + #M.list end)]],
      ["helper.lua"] = "return { list = { 1, 2 } }" }
    local kit = assert(Kit.load(root, "x"))
    local rules = kit.register.callable
    expect(rules.count):to_raise("ruleset.lua:3: this table is read-only: cannot set `n`")
    expect(rules.remember):to_raise("ruleset.lua:4: this table is read-only: cannot set `last`")
    expect(rules.look()):to_be(2)
  end)
  it("is refused with file and line when it loops, eats memory or cannot be read", function()
    local function load(text)
      collectgarbage()                  -- or what earlier cases left would be room for this one
      core.limits.begin { instructions = 5000000, heap = core.limits.heap() + (8 << 20) }
      local kit, message = Kit.load(folder { ["ruleset.lua"] = text }, "x")
      local tripped = core.limits.finish()
      return kit, message, tripped
    end
    local kit, message, tripped = load("while true do end")
    expect(kit):to_be(nil)
    expect(tripped):to_be("instructions")
    expect(message):to_contain("at ruleset.lua:1")
    kit, message, tripped = load("local t = {}\nwhile true do t[#t + 1] = {} end")
    expect(kit):to_be(nil)
    expect(message):to_contain("memory limit")
    expect(tripped):to_be("memory")
    kit, message, tripped = load("return foo")
    expect(kit):to_be(nil)
    expect(message):to_contain("ruleset.lua:1: unknown name `foo`")
    expect(tripped):to_be(nil)
    kit, message = load("x = 1")
    expect(kit):to_be(nil)
    expect(message):to_contain("ruleset.lua:1: `x` is not declared")
  end)
end)
