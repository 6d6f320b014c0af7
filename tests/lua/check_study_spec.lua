-- SPDX-License-Identifier: GPL-3.0-or-later
-- `check` of files of `adjutant study`: what is wrong with the plan, with a value of its grid, with a house
-- rule beside it.

local Check = require "adjutant.check"

local function write(folder, name, text) assert(core.files.write_new(folder .. "/" .. name, text)) end

-- The findings of a study that has this inside, as texts without the folder.
local function findings(inside, house)
  local folder = outside.folder()
  write(folder, "s.lua", 'return study {\n  ruleset = "seven-hex", scenario = "two-villages",\n  ' .. inside .. "\n}\n")
  if house then write(folder, "mud.lua", house) end
  local F = Check.new()
  assert(Check.path(F, folder .. "/s.lua"))
  F:sort()
  local list = {}
  for i, f in ipairs(F.list) do
    list[i] = ("%s:%d:%d: %s"):format(f.file:match "[^/]+$", f.line, f.column, f.text)
  end
  return table.concat(list, "\n")
end

describe("check of a study", function()
  it("finds nothing wrong with one that is right", function()
    expect(findings('policy = "plain", grid = { house = { none, "mud.lua" }, river = { true, false } }',
      'return house "mud" { base = "seven-hex", charts = { defence_values = { infantry = 6 } } }')):to_be ""
  end)
  it("tells misspelt keys and values of the plan", function()
    expect(findings 'gmes = 20'):to_be 's.lua:3:3: there is no gmes in a study (did you mean "games"?)'
    expect(findings 'games = "many"'):to_contain "s.lua:3:"
  end)
  it("tells an option of the grid that there is not, and a value that it cannot have", function()
    expect(findings 'grid = { rivr = { true } }'):to_be(
      's.lua:3:12: options: there is no option rivr (did you mean "river"?)')
    expect(findings 'grid = { river = { true, 7 } }'):to_be "s.lua:3:12: option river cannot be 7: it is true or false"
  end)
  it("tells policies and scenarios that there are not", function()
    expect(findings 'policy = "plian"'):to_match '^s%.lua:3:3: there is no policy plian %(did you mean "plain"%?%)'
    expect(findings 'grid = { scenario = { "two-villages", "two-vilages" } }'):to_contain "two-vilages"
  end)
  it("tells house rules beside it that are missing, or wrong in their own lines", function()
    expect(findings 'grid = { house = { none, "mud.lua" } }'):to_match "^s%.lua:3:%d+: .*mud%.lua"
    expect(findings('grid = { house = { none, "mud.lua" } }',
      'return house "mud" { base = "seven-hex", charts = { defence_valus = { infantry = 6 } } }')):to_be(
      'mud.lua:1:53: there is no chart defence_valus (did you mean "defence_values"?)')
  end)
  it("tells what is wrong with a set-up of samples", function()
    expect(findings 'sample = { setup = { "fly" }, run = "end" }'):to_contain "fly is no command"
  end)
  it("tells mistakes of grammar and of the file itself", function()
    expect(findings 'grid = { '):to_match "^s%.lua:%d+:%d+: "
    expect(findings 'games = 1 .. nil'):to_match "^s%.lua:3:"
  end)
end)
