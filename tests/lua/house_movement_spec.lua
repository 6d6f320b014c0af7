-- SPDX-License-Identifier: GPL-3.0-or-later
-- movement = { ... } of house rules: costs of movement that a ruleset keeps in locals of its files.

local House = require "adjutant.house"
local Kit = require "adjutant.ruleset"

local RULESET = [[
ruleset { name = "walk", title = "Walk", edition = "1",
  sides = { { id = "red", name = "Red" }, { id = "blue", name = "Blue" } } }
local costs = movement_costs { rule = "4.2",
  foot = { enter = { clear = 1, woods = 2 }, across = { river = 1 }, stop = { "woods" }, once = { 2, "river" } },
  horse = { like = "foot", enter = { woods = "no" } },
}
local wheels = movement_costs { rule = "4.3", cart = { enter = { clear = 2, woods = "no" } },
  foot = { enter = { clear = 3, woods = 3 } } }
rule("4.2", "range_of", function (arm, points) return reach(costs, arm, map.hex "A1", points) end)
rule("4.3", "wheels_of", function (arm, points) return reach(wheels, arm, map.hex "A1", points) end)
]]

local function kit_with(text)
  local houses = text and { { path = "house.lua", text = text } } or nil
  return Kit.load(core.data_dir, "walk", { ["ruleset.lua"] = RULESET }, houses)
end

local function house(movement)
  return ('return house "mud" { base = "walk", movement = %s }'):format(movement)
end

local function fails(movement, message)
  local ok, kit, why = pcall(kit_with, house(movement))
  expect(tostring(ok and why or kit)):to_contain(message)
end

local function changes(text)
  local kit, why = kit_with(text)
  if not kit then error(why, 2) end
  local list = {}
  for i, d in ipairs(House.diff(assert(kit_with()), kit)) do
    list[i] = ("%s %s: %s to %s"):format(d.what, d.key, d.before, d.after)
  end
  return table.concat(list, "\n"), kit
end

describe("movement in a house rule", function()
  it("changes words of a mover, and those that are like it follow", function()
    local told, kit = changes(house [[{ ["4.2 foot"] = { enter = { clear = 3, marsh = "no" } } }]])
    expect(told):to_be("cost foot.enter.clear: 1 to 3\ncost foot.enter.marsh: - to no\n"
      .. "cost horse.enter.clear: 1 to 3\ncost horse.enter.marsh: - to no")
    expect(kit.houses[1].changes[1].where):to_match "^house%.lua:1"
    expect(House.changes_rules(kit.houses[1])):to_be(false)
  end)
  it("puts lists in the place of what they were", function()
    expect((changes(house [[{ horse = { stop = { "river" }, once = { 3, "woods" }, leave = 2, minimum_one = true } }]])))
      :to_be("cost horse.stop: woods to river\ncost horse.once: 2 for river to 3 for woods\n"
        .. "cost horse.leave: - to 2\ncost horse.minimum_one: - to yes")
  end)
  it("finds a mover in whichever list it stands", function()
    expect((changes(house [[{ cart = { enter = { woods = 5 } } }]]))):to_be "cost cart.enter.woods: no to 5"
  end)
  it("is told where it is wrong", function()
    fails([[{ hors = { enter = { clear = 1 } } }]], 'no mover is named hors (did you mean "horse"?)')
    fails([[{ foot = { enter = { clear = 1 } } }]], '2 lists of costs have a mover foot: write the rule before it, ["4.2 foot"]')
    fails([[{ horse = { enter = { clear = 1.5 } } }]], 'house.lua:1:70: a cost is a whole number from 0, or "no", not 1.5')
    fails([[{ horse = { entr = {} } }]], 'there is no entry entr (did you mean "enter"?)')
    fails([[{ horse = { enter = 3 } }]], "enter is a table like { woods = 2 }")
    fails([[{ horse = 3 }]], "the costs of a mover are a table like { enter = { woods = 2 } }")
    fails([[{ horse = { leave = "x" } }]], "a cost is a whole number from 0 to 10000, not x")
  end)
  it("of two files that change the same cost is told with both places", function()
    local one = house [[{ horse = { enter = { clear = 4 } } }]]
    local two = one:gsub('"mud"', '"more-mud"')
    local kit = assert(Kit.load(core.data_dir, "walk", { ["ruleset.lua"] = RULESET },
      { { path = "one.lua", text = one }, { path = "two.lua", text = two } }))
    expect(#kit.house_conflicts):to_be(1)
    expect(kit.house_conflicts[1]):to_contain "cost horse.enter.clear"
  end)
end)
