-- SPDX-License-Identifier: GPL-3.0-or-later
-- House rules made at random, most of them nonsense: each loads, or is refused with one line that
-- begins with its file and is none of the program's own.

local Kit = require "adjutant.ruleset"
local House = require "adjutant.house"

local root = core.files.realpath("tests/lua/duel")
local RULESET = core.files.read(root .. "/ruleset.lua")

local rng = core.rng.new(20):stream("house")
local function below(n) return rng:below(n) end
local function pick(list) return list[below(#list) + 1] end

local WORDS = { "wound", "hits", "unit", "fight", "bell", "dig", "2.1", "parry", "", "x y", "hurt", "arm", "idle" }
local KEYS = { "wound", "hits", "unit", "game", "parry", "fog", "hurt", "arm", "x", "id", "name", "insert", "remove",
  "replace", "with", "after", "before", "of", "default", "values", "help", "run", "args", "phases", "idle", "dig",
  "add", "bleed", "title", "actor", "ends", "starts", "when", "automatic", "kind", "turn", "rule", "reaction" }
local FIELDS = { "int(0)", "int(0, { max = 5 })", "flag()", "text()", 'one_of { "sword", "pistol", "x" }', "ref()",
  "place()", "int(9, { max = 1 })", "fraction()", "one_of {}", "int 'x'", "fraction(1, 2)" }
local OBJECTS = { "charts.wound", 'grid { title = "x", rows = "1d6", { upto = 6, 1 } }', 'values { title = "x", a = 1 }',
  'modifiers { title = "x", { 1, "a" } }', "rules", "option", "charts", "rules.hits", "math", "print" }
local INDICES = { "1", "2", "6", "-1", "1.5", "true", '"2.1"', '"fight"', "{}", "print", "7", "0" }

local value

local function a_table(depth)
  local parts = {}
  for i = 1, below(4) do
    local kind = below(10)
    parts[i] = kind < 6 and pick(KEYS) .. " = " .. value(depth - 1) or kind < 8 and value(depth - 1)
      or ("[%s] = %s"):format(pick(INDICES), value(depth - 1))
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

function value(depth)
  local kind = below(depth > 0 and 16 or 10)
  if kind == 0 then return pick { "true", "false" } end
  if kind == 1 then return tostring(below(8) - 2) end
  if kind == 2 then return pick { "1.5", "0/0", "1e300" } end
  if kind <= 5 then return ("%q"):format(pick(WORDS)) end
  if kind == 6 then return "function (...) return ... end" end
  if kind == 7 then return pick(FIELDS) end
  if kind == 8 then return pick(OBJECTS) end
  if kind == 9 then return "nil" end
  return a_table(depth)
end

local NAMES = { options = { "parry", "fog" }, charts = { "wound" }, rules = { "hits", "bleed" },
  entities = { "unit", "game", "trench" }, commands = { "idle", "dig", "strike" } }
local PARTS = { "options", "charts", "rules", "entities", "sequence", "commands" }

local function a_part()
  local part = pick(PARTS)
  if part ~= "sequence" and below(4) > 0 then
    return ("%s = { %s = %s }"):format(part, pick(NAMES[part]), below(2) > 0 and a_table(3) or value(3))
  elseif below(3) > 0 then
    return ("%s = { %s, %s }"):format(part, a_table(3), a_table(2))
  end
  return part .. " = " .. value(3)
end

-- What is wrong with how a text is taken; nil when all is well. Whether it loads.
local function trouble(text)
  local kit, message = Kit.load(root, "duel", { ["ruleset.lua"] = RULESET }, { { path = "a.lua", text = text } })
  if not kit then
    local right = message:find("^a%.lua:") and not message:find("lua/adjutant", 1, true)
      and not message:find("\n", 1, true)
    return not right and message or nil, false
  end
  kit:attach(core.world.new())
  kit.world:writable(true)
  kit:found()
  return #House.diff(kit, kit) > 0 and "differs from itself" or nil, true
end

describe("house rules made at random", function()
  it("load, or are refused with one line", function()
    local loaded, wrong = 0, {}
    for _ = 1, 1500 do
      local text = 'return house "f" { base = "duel", ' .. a_part() .. (below(2) > 0 and ", " .. a_part() or "") .. " }"
      local why, loads = trouble(text)
      if loads then loaded = loaded + 1 end
      if why then wrong[#wrong + 1] = why .. "\n" .. text end
    end
    expect(wrong):to_equal {}
    expect(loaded > 20 and loaded < 750):to_be(true)
  end)
end)
