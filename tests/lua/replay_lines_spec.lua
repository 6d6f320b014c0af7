-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lines of records are read word by word, and mean what they mean to the parser of the prompt.

local Command = require "adjutant.command"
local Playout = require "adjutant.playout"
local Lines = require("adjutant.playout_replay").Lines

describe("the words of a line", function()
  local function words(line)
    local list, at = {}, 1
    while at <= #line do
      local word, stop, quoted, comma = core.words.at(line, at)
      if not word then return list, at end
      list[#list + 1] = (quoted and "'" or "") .. word .. (comma and "," or "")
      at = stop
    end
    return list, at
  end

  it("have one blank between them, and a comma in a list", function()
    expect(words "march Canitz, Bielke to Kesselberg"):to_equal({ "march", "Canitz,", "Bielke", "to", "Kesselberg" })
    expect(words "phase"):to_equal { "phase" }
    expect(words ""):to_equal {}
  end)

  it("stand in quotes when they have blanks", function()
    expect(words 'move "Silly\'s Horse", "X, Y" to "A/5"'):to_equal({ "move", "'Silly's Horse,", "'X, Y", "to", "'A/5" })
    expect(words '""'):to_equal { "'" }
  end)

  it("are nothing where more has to be read", function()
    for line, at in pairs { ['a "b \\" c"'] = 3, ['a "b'] = 3, ["a  b"] = 3, ['a"b"'] = 1, ['"a"b'] = 1, [", a"] = 1,
      ["a,b"] = 1, ["a\tb"] = 1 } do
      local _, stop = words(line)
      expect(line .. ": " .. stop):to_be(line .. ": " .. at)
    end
    expect(core.words.at("a", 2)):to_be(nil)
    expect(function() core.words.at("a", 0) end):to_raise("integer")
  end)
end)

describe("a line of a record", function()
  local function same(a, b)
    if a == b then return true end
    if type(a) ~= "table" or type(b) ~= "table" or core.world.is_entity(a) or #a ~= #b or #a == 0 then return false end
    for i = 1, #a do if a[i] ~= b[i] then return false end end
    return true
  end

  local function differs(decl, args, other)
    for _, arg in ipairs(decl.args) do
      if not same(args[arg.name], other[arg.name]) then return arg.name end
    end
    for name in pairs(args) do if other[name] == nil then return name end end
    return nil
  end

  for _, case in ipairs { { "seven-hex", "two-villages", 6 }, { "marlborough", "1704", 1 } } do
    it("means what the parser says: " .. case[2], function()
      local p = assert(Playout.new { ruleset = case[1], scenario = case[2], seed = 5, check = "never" })
      local lines, read, parsed = Lines.new(p.game), 0, 0
      lines.parse = function(...)
        parsed = parsed + 1
        return Lines.parse(...)
      end
      local run = p.run
      p.run = function(driver, body)                  -- in the World as it is before each command
        local line = Command.line(p.pending.decl, p.pending.args)
        local decl, args = lines:read(line)
        local _, rest = p.game:find_command(line)
        local wanted, message = Command.parse(decl, rest, p.kit.names)
        if not wanted then error(line .. ": " .. message, 0) end
        local name = decl ~= p.pending.decl and "command" or differs(decl, args, wanted)
        if name then error(("%s: %s is read otherwise"):format(line, name), 0) end
        read = read + 1
        return run(driver, body)
      end
      for n = 1, case[3] do
        local r = p:play(n)
        expect(r.failure):to_be(nil)
      end
      expect(read > 200):to_be(true)
      expect(parsed < read // 10):to_be(true)         -- the rest without the parser
    end)
  end

  it("that is written otherwise the parser reads, afresh each time", function()
    local p = assert(Playout.new { ruleset = "seven-hex", scenario = "two-villages", seed = 5, check = "never" })
    local lines, world = Lines.new(p.game), p.world
    local unit = p.kit.api.all("unit", { arm = "infantry" })[1]
    local line = "march  " .. unit.name .. " to " .. p.kit.board.areas[1].name      -- two blanks
    local _, args = lines:read(line)
    expect(args.units):to_equal { unit }
    local _, again = lines:read(line)
    expect(again.units):to_equal { unit }
    expect(rawequal(args, again)):to_be(false)                                        -- rules may write into it
    world:writable(true)
    unit.name = "Somebody Else"
    world:writable(false)
    local decl, message = lines:read(line)
    expect(decl):to_be(nil)
    expect(message):to_contain("there is no unit")
  end)

  it("that is none is refused as at the prompt", function()
    local p = assert(Playout.new { ruleset = "seven-hex", scenario = "two-villages", seed = 5, check = "never" })
    local lines = Lines.new(p.game)
    for line, why in pairs { ["fly home"] = "no command", ["march"] = "missing", ["march Nobody to Here"] = "no unit",
      ["end now"] = "not understood" } do
      local decl, message = lines:read(line)
      expect(decl):to_be(nil)
      expect(message):to_contain(why)
    end
  end)
end)
