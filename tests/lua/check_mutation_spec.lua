-- SPDX-License-Identifier: GPL-3.0-or-later
-- `adjutant check` of real scenarios and house rules with a few tokens changed, taken out or put in
-- elsewhere: whatever comes of it, there is no error of the program's own, and every finding has a
-- place in the file. The seed is fixed.

local Check = require "adjutant.check"
local CheckKit = require "adjutant.check_kit"
local CheckScenario = require "adjutant.check_scenario"
local Tokens = require "adjutant.lua_tokens"

local SEVEN_HEX = core.data_dir .. "/rulesets/seven-hex"

-- What may stand anywhere.
local WORDS = { "nil", "true", "{}", "5", "-1", "0.5", '"x"', "function () end", "{ 1, 2 }", "{ {} }", "1e400", "(", "}",
  ",", "=", "game", "map", "sides", "rules", "{ at = 5 }", "while true do end", "'\\0'", "9223372036854775807", "..", "nan" }

local function tokens_of(text)
  local list, at = {}, 1
  for _, from, to in Tokens.each(text) do
    list[#list + 1] = { text:sub(at, from - 1), text:sub(from, to) }
    at = to + 1
  end
  return list
end

local function joined(list)
  local parts = {}
  for i, t in ipairs(list) do parts[i] = t[1] .. t[2] end
  return table.concat(parts)
end

local CHANGES = {
  function(list, i) table.remove(list, i) end,
  function(list, i, stream) list[i] = { list[i][1], WORDS[stream:below(#WORDS) + 1] } end,
  function(list, i, stream) list[i] = { list[i][1], list[stream:below(#list) + 1][2] } end,
  function(list, i, stream) table.insert(list, i, { " ", list[stream:below(#list) + 1][2] }) end,
  function(list, i, stream)
    local j = stream:below(#list) + 1
    list[i], list[j] = list[j], list[i]
  end,
  function(list, i, stream)                        -- a letter of a word
    local word = list[i][2]
    local k = stream:below(#word) + 1
    list[i] = { list[i][1], word:sub(1, k - 1) .. string.char(97 + stream:below(26)) .. word:sub(k + 1) }
  end,
}

local function mutated(text, stream)
  local list = tokens_of(text)
  for _ = 1, stream:below(3) + 1 do
    if #list > 1 then CHANGES[stream:below(#CHANGES) + 1](list, stream:below(#list) + 1, stream) end
  end
  return joined(list)
end

-- What is wrong with what was found, nil when nothing is.
local function misplaced(F, text)
  local _, lines = text:gsub("[\r\n]", "")
  for _, f in ipairs(F.list) do
    if f.internal or f.text:find("lua/adjutant/", 1, true) or f.text:find("traceback", 1, true)
      or f.text:find("\n", 1, true) then
      return F.line(f)
    elseif f.file ~= "a.lua" or f.line < 1 or f.line > lines + 1 or f.column < 1 then
      return "misplaced: " .. F.line(f)
    end
  end
  return nil
end

-- Raises what was wrong, with the lines that the mutation changed.
local function told(name, n, text, original)
  return function(wrong)
    local had, new = {}, {}
    for line in original:gmatch("[^\n]+") do had[line] = true end
    for line in text:gmatch("[^\n]+") do if not had[line] then new[#new + 1] = line end end
    error(("%s, mutation %d: %s\n%s"):format(name, n, tostring(wrong), table.concat(new, "\n"):sub(1, 2000)), 0)
  end
end

describe("a mutated scenario", function()
  for _, name in ipairs { "two-villages", "blenheim-village" } do
    it("of " .. name .. " leads to findings and to nothing else", function()
      local text = core.files.read(SEVEN_HEX .. "/scenarios/" .. name .. ".lua")
      local stream = core.rng.new(4):stream(name)
      local kit = CheckKit.load(Check.new(), SEVEN_HEX, "seven-hex", nil, function(path) return path end)
      for n = 1, 100 do
        local F, changed = Check.new(), mutated(text, stream)
        local tell = told(name, n, changed, text)
        F:source("scenarios/a.lua", "a.lua", changed)
        core.limits.begin { instructions = 20000000, cpu_ms = 10000 }
        local ok, why = pcall(CheckScenario.run, F, kit, "scenarios/a.lua", changed, true)
        if not core.limits.finish() and not ok then tell(why) end
        local wrong = misplaced(F, changed)
        if wrong then tell(wrong) end
      end
    end)
  end
end)

local HOUSE = [[
rule("99", "begin_dig", function () end)
return house "steadier" {
  base = "seven-hex", title = "Steadier troops", edition = "1st edition",
  options  = { river = false, fog = { default = true, values = { true, false }, help = "fog" } },
  charts   = { attack_modifiers = { [1] = 1, add = { { 1, "on a Sunday", function () return game.turn == 7 end } } },
               attrition_values = { french = 6 }, charge = { pistoliers = 1, add = { lancers = 4 } } },
  rules    = { hits_on_loser = function (original, battle) return original(battle) + 1 end,
               may_advance = function (original, ...) return original(...) end },
  entities = { unit = { fatigue = int(0, { min = 0, max = 3 }), army = text "none" }, wagon = { name = text() } },
  sequence = { { insert = { id = "dig", name = "Digging", starts = "begin_dig" }, after = "orders" },
               { remove = "attrition" } },
  commands = { dig = { phases = { "dig" }, args = { { name = "unit", kind = "unit" } },
                       run = function (args) args.unit.fatigue = args.unit.fatigue + 1 end } },
}
]]

describe("a mutated house rule", function()
  it("leads to findings and to nothing else", function()
    local stream = core.rng.new(5):stream "house"
    for n = 1, outside.getenv "SOAK" and 1000 or 50 do
      local F, changed = Check.new(), mutated(HOUSE, stream)
      local tell = told("house", n, changed, HOUSE)
      local ok, why = pcall(Check.text, F, "a.lua", changed, { ruleset = "seven-hex" })
      if not ok then tell(why) end
      local wrong = misplaced(F, changed)
      if wrong then tell(wrong) end
    end
  end)
end)
