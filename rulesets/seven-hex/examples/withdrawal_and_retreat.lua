-- SPDX-License-Identifier: GPL-3.0-or-later
-- 12 Withdrawal, 13 Retreat: the illustrated examples and the rows.

local ground = require "examples.ground"

local function names(list)
  local result = {}
  for i, area in ipairs(list) do result[i] = area.name end
  return result
end

local function sum(i, j)
  i, j = i % 6, j % 6
  if (i + 1) % 6 == j then return "N" .. i .. j end
  return "N" .. j .. i
end

describe("12 Withdrawal", function ()
  it("12.1: EX12: attacked from direction i: i+2, i+3, i+4, whatever i and the chirality", function ()
    for _, chirality in ipairs { "R", "L" } do
      for i = 0, 5 do
        local t = situation { map = ground { chirality = chirality }, foot = "french infantry at Mid",
          enemy = "allied infantry at N" .. i }
        local list = rules.withdrawal_areas({ t.foot }, map.area "Mid", map.area("N" .. i))
        expect(names(list)):to_equal { "N" .. (i + 2) % 6, "N" .. (i + 3) % 6, "N" .. (i + 4) % 6 }
      end
    end
  end)

  it("12.2: EX12-b: an enemy stack and a blocked border leave only i+4", function ()
    local t = situation { map = ground { borders = { { "Mid", "N2", blocked = true } } },
      foot = "french infantry at Mid", enemy = "allied infantry at N0", behind = "allied infantry at N3" }
    expect(names(rules.withdrawal_areas({ t.foot }, map.area "Mid", map.area "N0"))):to_equal { "N4" }
  end)

  it("12.2: EX12-c: all three closed: no withdrawal, nobody is asked", function ()
    local t = situation { map = ground { borders = { { "Mid", "N2", danube = true } } },
      dice = { 0, 6, 3, 1 }, foot = "allied infantry at N0", enemy = "french infantry at Mid",
      behind = "allied infantry at N3", one = "french infantry at N4", two = "french infantry at N4" }
    expect(#rules.withdrawal_areas({ t.enemy }, map.area "Mid", map.area "N0")):to_be(0)
    local battle = rules.attack { area = map.area "Mid", units = { t.foot } }
    expect(battle.outcome.withdrawal):to_be(nil)
    expect(t.enemy.place):to_be(map.hex "Mid/C")
    expect(t.notes[#t.notes].text):to_be("there is no area to withdraw to")
  end)

  it("12.1, 12.2: all together or not at all: room for one of two is no room", function ()
    local t = situation { map = ground(), one = "french infantry at Mid", two = "french cavalry at Mid",
      a = "french infantry at N3", b = "allied infantry at N2", c = "allied infantry at N4" }
    local outcome = { side = sides.allied, enemy = sides.french, area = map.area "Mid", from = map.area "N0",
      defenders = { t.one, t.two }, commanders = {} }
    rules.may_withdraw(outcome)                            -- nobody is asked
    expect(outcome.withdrawal):to_be(nil)
    expect(t.one.place):to_be(map.hex "Mid/C")
  end)

  it("12.1: one unit and its command unit go together; the outcome says where", function ()
    for _, reading in ipairs { "all", "some" } do
      local t = situation { map = ground(), options = { withdrawal = reading }, answers = { "N4" },
        one = "french infantry at Mid/3", general = "french command at Mid" }
      local outcome = { side = sides.allied, enemy = sides.french, area = map.area "Mid", from = map.area "N0",
        defenders = { t.one }, commanders = { t.general } }
      rules.may_withdraw(outcome)
      expect(outcome.withdrawal):to_be(map.area "N4")
      expect(t.one.place):to_be(map.hex "N4/C")
      expect(t.general.place):to_be(map.hex "N4/C")
    end
  end)

  it("12.2: which rule closes an area", function ()
    local t = situation { map = ground { borders = { { "Mid", "N1", danube = true }, { "Mid", "N2",
      blocked = true } } },
      foot = "french infantry at Mid", guns = "allied artillery at N3",
      one = "french infantry at N4", two = "french infantry at N4", general = "allied command at N5" }
    local mid, units = map.area "Mid", { t.foot }
    expect(rules.step_closed(units, mid, map.area "N1")):to_be("2.3")
    expect(rules.step_closed(units, mid, map.area "N2")):to_be("4.5")
    expect(rules.step_closed(units, mid, map.area "N3")):to_be("12.2")
    expect(rules.step_closed(units, mid, map.area "N4")):to_be("4.1")
    expect(rules.step_closed(units, mid, map.area "N5")):to_be(nil)   -- a lone command unit, G25
    expect(rules.step_closed(units, mid, map.area "N0")):to_be(nil)
  end)

  it("12.1: all go together, from every hex; artillery stays", function ()
    local t = situation { map = ground(), answers = { "N3" }, one = "french infantry at Mid/2",
      two = "french cavalry disrupted at Mid/5", guns = "french artillery at Mid/2",
        general = "french command at Mid" }
    rules.may_withdraw { side = sides.allied, enemy = sides.french, area = map.area "Mid",
      from = map.area "N0",
      defenders = { t.one, t.two, t.guns }, commanders = { t.general } }
    expect(t.one.place):to_be(map.hex "N3/C")
    expect(t.two.place):to_be(map.hex "N3/C")
    expect(t.general.place):to_be(map.hex "N3/C")
    expect(t.guns.place):to_be(map.hex "Mid/2")
  end)

  it("12.1, 10.17: a command unit withdraws from beside artillery, which stays", function ()
    local t = situation { map = ground(), options = { withdrawal = "some" }, answers = { "N3" }, guns = "french artillery at Mid",
      general = "french command at Mid", a = "french infantry at N3", b = "french infantry at N3",
      c = "allied infantry at N2" }
    local outcome = { side = sides.allied, enemy = sides.french, area = map.area "Mid", from = map.area "N0",
      defenders = { t.guns }, commanders = { t.general } }
    rules.may_withdraw(outcome)
    expect(t.general.place):to_be(map.hex "N3/C")          -- it needs no room (15.1)
    expect(t.guns.place):to_be(map.hex "Mid/C")
    outcome.commanders = {}
    rules.may_withdraw(outcome)                            -- nobody is left to be asked about
  end)

  it("10.21: a lone command unit in the way meets its fate", function ()
    local t = situation { map = ground(), answers = { "N3" }, dice = { 2 }, one = "french infantry at Mid",
      general = "allied command at N3" }
    rules.may_withdraw { side = sides.allied, enemy = sides.french, area = map.area "Mid",
      from = map.area "N0",
      defenders = { t.one }, commanders = {} }
    expect(t.general.alive):to_be(false)
  end)
end)

describe("13 Retreat", function ()
  it("13.1, 13.3, 13.5: EX13: seven routes to five areas, from every side", function ()
    for i = 0, 5 do
      situation { map = ground() }
      local a, b, c = (i + 2) % 6, (i + 3) % 6, (i + 4) % 6
      local routes = rules.arc_routes(map.area "Mid", map.area("N" .. i))
      local found, ends, count = {}, {}, 0
      for k, route in ipairs(routes) do
        found[k] = route.first.name .. " " .. route.second.name
        if not ends[route.second.name] then count = count + 1 end
        ends[route.second.name] = true
      end
      expect(#routes):to_be(7)
      expect(count):to_be(5)
      for _, path in ipairs { "N" .. a .. " " .. sum(a, a), "N" .. a .. " " .. sum(a, b),
          "N" .. b .. " " .. sum(a, b), "N" .. b .. " " .. sum(b, b), "N" .. b .. " " .. sum(b, c),
          "N" .. c .. " " .. sum(b, c), "N" .. c .. " " .. sum(c, c) } do
        expect(found):to_contain(path)
      end
    end
  end)

  local function retreat(t, defenders, pursuers)
    local outcome = { side = sides.allied, enemy = sides.french, area = map.area "Mid",
      from = map.area "N0",
      defenders = defenders, commanders = {} }
    if t.general then outcome.commanders = { t.general } end
    rules.retreat(outcome, pursuers or 0)
    return outcome
  end

  it("13.1, 13.2: the attacker chooses; the stack stays together, with its command unit", function ()
    local t = situation { map = ground(), answers = { "N23 by way of N2" },
      one = "french infantry at Mid/4",
      two = "french cavalry at Mid", general = "french command at Mid" }
    retreat(t, { t.one, t.two })
    for _, unit in ipairs { t.one, t.two, t.general } do expect(unit.place):to_be(map.hex "N23/C") end
  end)

  it("13.3, 13.4: EX13-b: all first areas closed: eliminated", function ()
    local t = situation { map = ground(), one = "french infantry at Mid", a = "allied infantry at N2",
      b = "allied infantry at N3", c = "allied artillery at N4" }
    expect(rules.can_retreat({ t.one }, map.area "Mid", map.area "N0")):to_be(false)
    retreat(t, { t.one })
    expect(t.one.alive):to_be(false)
  end)

  it("13.5: the second step has the same limits", function ()
    local t = situation { map = ground(), one = "french infantry at Mid",
      a = "allied infantry at N3", b = "allied infantry at N4", c = "allied infantry at N23" }
    retreat(t, { t.one })                                  -- only one route is left: no question
    expect(t.one.place):to_be(map.hex "N22/C")
  end)

  it("13.6: the attacker must take a first area that leads on", function ()
    local t = situation { map = ground(), one = "french infantry at Mid", a = "allied infantry at N22",
      b = "allied infantry at N23", c = "allied infantry at N33" }
    local first = {}
    for _, route in ipairs(rules.open_routes({ t.one }, map.area "Mid", map.area "N0")) do
      first[route.first.name] = true
    end
    expect(first.N2):to_be(nil)
    expect(first.N3):to_be(true)
    expect(first.N4):to_be(true)
  end)

  it("13.6: first areas with no way on are a choice by the other reading of G25 only", function ()
    local units = { map = ground(), one = "french infantry at Mid", a = "allied infantry at N22",
      b = "allied infantry at N23" }
    for value, wanted in pairs { working = {}, free = { "N2" } } do
      units.options = { retreat_steering = value }
      local t = situation(units)
      expect(names(rules.dead_ends({ t.one }, map.area "Mid", map.area "N0"))):to_equal(wanted)
    end
  end)

  it("13.6: whether a chosen route is still open to those who are left", function ()
    local t = situation { map = ground(), one = "french infantry at Mid", two = "french cavalry at Mid",
      a = "french infantry at N3", b = "french infantry at N44" }
    local outcome = { area = map.area "Mid" }
    local function open(units, first, second)
      return rules.route_is_open(units, outcome, { first = map.area(first), second = second and map.area(second) })
    end
    expect(open({ t.one }, "N3", "N33")):to_be(true)
    expect(open({ t.one, t.two }, "N3", "N33")):to_be(false)   -- no room on the way
    expect(open({ t.one, t.two }, "N4", "N44")):to_be(false)   -- nor at its end
    expect(open({ t.one, t.two }, "N4", "N45")):to_be(true)
    expect(open({}, "N3", "N33")):to_be(true)
    expect(open({ t.one, t.two }, "N3")):to_be(true)           -- a dead end
  end)

  it("13.6: a stack that finds no room is split, its owner choosing", function ()
    local t = situation { map = ground(), answers = { "two", "N33 by way of N3", "N34 by way of N3" },
      one = "french infantry at Mid", two = "french cavalry at Mid",
      a = "allied infantry at N2", b = "allied infantry at N4", c = "french infantry at N3" }
    retreat(t, { t.one, t.two })
    expect(t.two.place):to_be(map.hex "N33/C")
    expect(t.one.place):to_be(map.hex "N34/C")
  end)

  it("13.6: who must be lost for want of room, the owner decides", function ()
    local t = situation { map = ground { borders = { { "N3", "N23", blocked = true }, { "N3", "N34",
      blocked = true } } },
      answers = { "two" }, one = "french infantry at Mid", two = "french cavalry at Mid",
      a = "allied infantry at N2", b = "allied infantry at N4", c = "french infantry at N33" }
    retreat(t, { t.one, t.two })
    expect(t.two.place):to_be(map.hex "N33/C")
    expect(t.one.alive):to_be(false)
  end)

  it("13.7: each advancing good-order cavalry unit eliminates one disrupted unit", function ()
    local t = situation { map = ground(), answers = { "N33 by way of N3", "two" },
      one = "french infantry disrupted at Mid",
      two = "french cavalry disrupted at Mid" }
    local outcome = retreat(t, { t.one, t.two }, 1)
    expect(outcome.caught):to_be(1)
    expect(t.two.alive):to_be(false)
    expect(t.one.place):to_be(map.hex "N33/C")

    t = situation { map = ground(), answers = { "one" }, one = "french infantry disrupted at Mid",
      two = "french cavalry disrupted at Mid" }
    expect(retreat(t, { t.one, t.two }, 2).caught):to_be(2)
    expect(t.one.alive):to_be(false)

    t = situation { map = ground(), answers = { "N33 by way of N3" }, one = "french infantry at Mid" }
    expect(retreat(t, { t.one }, 2).caught):to_be(nil)     -- nobody disrupted
    expect(rules.pursuers { { unit = t.one } }):to_be(0)   -- infantry does not pursue
  end)

  it("13.7: whoever the owner gives up, the route of those left is one that they can take", function ()
    -- the route is chosen for the infantry; its owner gives it up, and glanders bars N3 to the cavalry
    local t = situation { map = ground(), answers = { "N33 by way of N3", "one", "N22 by way of N2" },
      one = "french infantry disrupted at Mid", two = "french cavalry disrupted glanders at Mid",
      other = "french cavalry spared at N3" }
    local one = t.one
    expect(#retreat(t, { t.one, t.two }, 1).routes):to_be(1)
    expect(one.alive):to_be(false)
    expect(t.two.place):to_be(map.hex "N22/C")
  end)

  it("13.7, 10.21: when the pursuit takes the last unit, the command unit meets its fate", function ()
    local t = situation { map = ground(), dice = { 5 }, one = "french infantry disrupted at Mid",
      general = "french command at Mid" }
    retreat(t, { t.one }, 1)
    expect(t.general.place):to_be(nil)
    expect(t.general.escaped_from):to_be(map.hex "Mid/C")
  end)
end)
