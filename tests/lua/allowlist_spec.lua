-- SPDX-License-Identifier: GPL-3.0-or-later
-- Walks everything that a script can reach from its environment, metatables included, and
-- compares it with tests/lua/allowlist.txt. With ADJUTANT_ALLOWLIST=write it writes the list.
local sandbox, files = core.sandbox, core.files
local LIST = core.data_dir .. "/tests/lua/allowlist.txt"

local lines, seen

local function sorted_keys(t)
  local keys = {}
  for key in next, t do if type(key) == "string" then keys[#keys + 1] = key end end
  table.sort(keys)
  return keys
end

local walk

local function walk_metatable(path, value)
  local meta = sandbox.metatable(value)
  if meta == nil or seen[meta] then return end
  seen[meta] = true
  for _, key in ipairs(sorted_keys(meta)) do
    local v = meta[key]
    if key == "__index" and type(v) == "table" and sandbox.behind(value) ~= value then
      lines[#lines + 1] = path .. " <" .. key .. "> frozen"
    elseif key == "__name" then
      lines[#lines + 1] = path .. " <" .. key .. "> " .. tostring(v)
    elseif key == "__index" and type(v) == "table" then
      walk(path, v)
    else
      lines[#lines + 1] = path .. " <" .. key .. "> " .. type(v)
      walk(path .. " <" .. key .. ">", v)
    end
  end
end

function walk(path, value)
  local kind = type(value)
  if kind ~= "table" and kind ~= "userdata" then return end
  local t = sandbox.behind(value)
  if not seen[t] then
    seen[t] = true
    if kind == "table" then
      for _, key in ipairs(sorted_keys(t)) do
        local v = t[key]
        lines[#lines + 1] = path .. "." .. key .. " " .. type(v)
        walk(path .. "." .. key, v)
      end
    end
  end
  walk_metatable(path, value)
end

--- Samples of what the core hands to scripts, by the name they stand under in the list.
local function samples()
  local world = core.world.new()
  world:type { name = "unit", fields = { { name = "name", kind = "text", default = "" } } }
  world:writable(true)
  return { { "entity", world:create("unit", {}) }, { "fraction", core.world.frac(1, 2) },
    { "tally", core.tally.new("hits") }, { "pool", core.dice.parse("2d6") },
    { "ratio", core.ratio.new(1, 2) } }
end

local function everything()
  lines, seen = {}, {}
  walk("base", sandbox.environment {})
  walk_metatable("text", "")
  for _, sample in ipairs(samples()) do walk_metatable(sample[1], sample[2]) end
  local kit = require("adjutant.ruleset").new()
  for _, name in ipairs(sorted_keys(kit.api)) do
    lines[#lines + 1] = "api." .. name .. " " .. type(kit.api[name])
  end
  for _, name in ipairs(sorted_keys(kit.api)) do walk("api." .. name, kit.api[name]) end
  return lines
end

describe("what a script can reach", function()
  local found = everything()

  it("is the list in tests/lua/allowlist.txt", function()
    local text = table.concat(found, "\n") .. "\n"
    if outside.getenv("ADJUTANT_ALLOWLIST") == "write" then files.write_new(LIST, text) end
    local want, known = files.read(LIST, 1024 * 1024), {}
    local wrong = {}
    for line in want:gmatch("[^\n]+") do known[line] = true end
    for _, line in ipairs(found) do
      if not known[line] then wrong[#wrong + 1] = "+ " .. line end
      known[line] = nil
    end
    for line in pairs(known) do wrong[#wrong + 1] = "- " .. line end
    table.sort(wrong)
    expect(table.concat(wrong, "\n")):to_be("")
  end)

  it("has no weak table, no closing value and no way to a metatable", function()
    for _, line in ipairs(found) do
      expect(line:find("__mode", 1, true) or line:find("__close", 1, true)):to_be(nil)
    end
  end)

  it("lacks what the contract names", function()
    local env = sandbox.environment {}
    for _, name in ipairs { "io", "os", "package", "debug", "coroutine", "utf8", "load", "loadfile",
      "dofile", "collectgarbage", "getmetatable", "setmetatable", "rawget", "rawset", "rawequal",
      "rawlen", "warn", "pcall", "xpcall", "next", "_G", "require", "print" } do
      expect(sandbox.load("return " .. name, "t.lua", env)):to_raise("unknown name `" .. name .. "`")
    end
    for _, name in ipairs { "math.random", "math.randomseed", "string.dump", "string.pack",
      "string.unpack", "string.packsize", "table.move" } do
      expect(sandbox.load("return " .. name, "t.lua", env)()):to_be(nil)
    end
  end)
end)
