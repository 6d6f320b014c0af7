-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.2: ways of a move around what it would end in, and around what is closed to it; what odds of a battle
-- depend on.

local WORDS = { ["."] = "average" }

-- A block of average hexes, six columns and three rows, or a strip.
local function begin(rows, data)
  local all_of_it = { kind = "force", phase = "activity", active = "french",
    map = { kind = "hexes", labels = { style = "letters", first = "A1" }, terrain = WORDS,
      rows = rows or { ". . . . . .", " . . . . . .", ". . . . . ." }, areas = data and data.areas } }
  for key, value in pairs(data or {}) do
    if key ~= "areas" then all_of_it[key] = value end
  end
  return situation(all_of_it)
end

local function army(side, nation, at, sp)
  local force = create("force", { name = nation .. " army", side = sides[side], nation = nation, size = "army", sp = sp or 20,
    place = map.hex(at), active = side == "french" })
  create("leader", { name = nation .. " leader", side = sides[side], nation = nation, av = 7, modifier = 1, post = "force",
    force = force })
  return force
end

local function line(at)
  return create("work", { name = "line", side = sides.allied, type = "line", nation = "dutch", sp = 1, place = map.hex(at) })
end

local function in_reach(force)
  local list = {}
  for _, one in ipairs(rules.places_in_reach({ force })) do list[one.place.name] = one.mp end
  return list
end

describe("4.2: ways", function ()
  it("4.2-cost: a move goes around a line when it can", function ()
    local t = begin()
    local villars = army("french", "french", "A2")
    line "B2"
    line "C2"
    t.command("move " .. villars.name .. " to D2")
    expect(villars.place):to_be(map.hex "D2")
    expect(villars.spent):to_be(4)
  end)

  it("4.2-cost: where the line is all across, what lies behind it is not in reach, and refused", function ()
    local t = begin { ". . . . ." }
    local villars = army("french", "french", "A1")
    line "C1"
    expect(in_reach(villars)):to_equal { B1 = 1, C1 = 2 }
    expect(function () t.command("move " .. villars.name .. " to D1") end):to_refuse "4.2-cost"
    expect(#rules.marks_of_move({ villars }, villars.place, 8).stop):to_be(1)
  end)

  it("4.2-cost: the cheapest way by itself knows no lines, but ends at enemy forces", function ()
    begin { ". . . . ." }
    local villars = army("french", "french", "A1")
    line "C1"
    expect(rules.way_to(villars, map.hex "E1", 8).cost):to_be(4)
    expect(rules.way_to(villars, map.hex "E1", 3)):to_be(nil)
    expect(rules.way_to(villars, map.hex "E1", 3, map.hex "C1").cost):to_be(2)
    army("allied", "dutch", "D1")
    expect(rules.way_to(villars, map.hex "E1", 8)):to_be(nil)
  end)

  it("4.2-cost: nor is it behind an enemy force", function ()
    begin { ". . . . ." }
    local villars = army("french", "french", "A1")
    army("allied", "dutch", "C1")
    expect(in_reach(villars)):to_equal { B1 = 1, C1 = 2 }
  end)

  it("4.2-cost: around a country that is closed, for more MP", function ()
    local t = begin(nil, { areas = { { name = "United Provinces", hexes = "C1, C2" } } })
    local villars = army("french", "french", "A1")
    expect(in_reach(villars).E1):to_be(4)
    game.up_neutral = true
    expect(rules.closed_place({ villars }, map.hex "C1")):to_be(true)
    expect(rules.closed_place({ villars }, map.hex "B1")):to_be(false)
    local reached = in_reach(villars)
    expect(reached.C1):to_be(nil)
    expect(reached.E1):to_be(6)
    local way = rules.open_way({ villars }, map.hex "E1", 8, villars.place)
    expect(way.cost):to_be(6)
    t.command("move " .. villars.name .. " to E1")
    expect(villars.spent):to_be(6)
    expect(function () t.command("move " .. villars.name .. " to C2") end):to_refuse "11.10.2"
  end)

  it("4.2-cost: no way but through such a country is refused by its rule", function ()
    local t = begin({ ". . . . ." }, { areas = { { name = "United Provinces", hexes = "C1" } } })
    local villars = army("french", "french", "A1")
    game.up_neutral = true
    expect(in_reach(villars)):to_equal { B1 = 1 }
    expect(function () t.command("move " .. villars.name .. " to D1") end):to_refuse "11.10.2"
  end)
end)

describe("C.seq: what the rest of a battle depends on", function ()
  it("C.seq: strengths, nations, demoralisation, and leaders by their values", function ()
    begin()
    local villars = army("french", "french", "A2")
    villars.demoralised = 2
    local state = rules.battle_state({ villars })[1]
    expect(state[1]):to_be(villars)
    expect(state[2]):to_be(20)
    expect(state.demoralised):to_be(2)
    expect(state.leaders[1]):to_equal { 7, 1, false, false, "french" }
    expect(#rules.battle_state({ villars }, true)[1].leaders):to_be(0)
  end)

  it("C.prevent: leaders below +1 cannot hold a group that should rout, and count no more", function ()
    begin()
    local villars = army("french", "french", "A2")
    expect(rules.cannot_hold({ villars })):to_be(false)
    rules.leaders_of(villars)[1].modifier = 0
    expect(rules.cannot_hold({ villars })):to_be(true)
    for _, options in ipairs { { relief_of_command = true }, { pursuit_defender = "netted" } } do
      begin(nil, { options = options })
      local other = army("french", "french", "A2")
      rules.leaders_of(other)[1].modifier = 0
      expect(rules.cannot_hold({ other })):to_be(false)
    end
  end)

  it("INT.repeat: after a battle nothing more is asked, unless the mover evaded", function ()
    expect(rules.ends_command({ last = true }, "evaded")):to_be(true)
    expect(rules.ends_command({ intercepting = true }, "attacker routs")):to_be(true)
    expect(rules.ends_command({ intercepting = true }, "evaded")):to_be(false)
    expect(rules.ends_command({}, "defender routs")):to_be(nil)
  end)
end)
