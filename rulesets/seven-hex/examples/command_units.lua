-- SPDX-License-Identifier: GPL-3.0-or-later
-- 10.21, 10.22: command units that lose their troops.

local ground = require "examples.ground"

describe("10.21 and 10.22: command units", function ()
  it("10.21: an unaccompanied command unit is attacked: no combat, one die each", function ()
    local t = situation { map = ground(), dice = { 0, 3, 4 }, answers = { { "foot" }, "Mid/C" },
      foot = "allied infantry at N0", one = "french command at Mid", two = "french command at Mid" }
    local one, two = t.one, t.two
    rules.attack { area = map.area "Mid", units = { t.foot } }
    expect(one.alive):to_be(false)
    expect(two.alive):to_be(true)
    expect(two.place):to_be(nil)
    expect(two.escaped):to_be(game.turn)
    expect(t.foot.place):to_be(map.hex "Mid/C")
    expect(rules.attacks_made(t.foot)):to_be(1)
  end)

  it("10.21: attackers eliminated to the last: their commander is at risk", function ()
    local t = situation { map = ground(), dice = { 0, 6, { 1, 1 }, 1 }, answers = { "stay" },
      foot = "allied infantry at N0", general = "allied command experienced at N0",
      enemy = "french infantry at Mid/1", other = "french infantry at Mid/2" }
    t.foot.disrupted = false
    -- 2 + 1 against 14 // 2 + 6: ten behind, five hits, two lives
    rules.attack { area = map.area "Mid", units = { t.foot }, commander = t.general }
    expect(t.foot.alive):to_be(false)
    expect(t.general.alive):to_be(false)
  end)

  it("10.21: with a unit left in the launching area the commander is safe", function ()
    local t = situation { map = ground(), dice = { 0, 6, { 1, 1 } }, answers = { "stay" },
      foot = "allied infantry at N0", general = "allied command experienced at N0", guns = "allied artillery at N0/3",
      enemy = "french infantry at Mid/1", other = "french infantry at Mid/2" }
    local foot = t.foot
    rules.attack { area = map.area "Mid", units = { foot }, commander = t.general }
    expect(foot.alive):to_be(false)
    expect(t.general.place):to_be(map.hex "N0/C")          -- no die
  end)

  it("10.21: who is off the board already throws no die", function ()
    local t = situation { map = ground(), dice = { 1 }, gone = "french command", here = "french command at Mid" }
    local here = t.here
    rules.fate_of_commanders({ t.gone, here }, map.area "Mid")
    expect(t.gone.alive):to_be(true)
    expect(here.alive):to_be(false)
  end)

  it("10.22: within three areas of X, the ground left out of account", function ()
    local t = situation { map = ground { borders = { { "N3", "Mid", blocked = true } } }, turn = 5,
      general = { "french command", escaped = 3 }, near = "french infantry at N3", far = "french infantry at N33" }
    t.general.escaped_from = map.hex "N00/C"
    expect(rules.may_return_to(t.general, map.area "N3")):to_be(true)        -- three from N00
    expect(rules.may_return_to(t.general, map.area "N33")):to_be(false)      -- four
  end)

  it("10.22: off the board for the whole next game turn, then back in a safe area near X", function ()
    local t = situation { map = ground(), turn = 3, dice = { 6 },
      general = "french command at Mid", near = "french infantry at N4", far = "french infantry at N44",
      enemy = "allied infantry at N5" }
    rules.fate_of_command_unit(t.general, map.area "Mid")
    expect(t.general.escaped):to_be(3)                     -- in turn 3, from the hex X
    expect(t.general.escaped_from):to_be(map.hex "Mid/C")
    game.turn = 4
    expect(rules.due_back(t.general)):to_be(false)
    game.turn = 5
    expect(rules.due_back(t.general)):to_be(true)
    expect(rules.may_return_to(t.general, map.area "N4")):to_be(false)    -- next to an enemy
    expect(rules.may_return_to(t.general, map.area "N33")):to_be(false)   -- nobody is there
    rules.return_of_commanders(sides.french)
    expect(t.general.place):to_be(map.hex "N44/C")
    expect(t.general.escaped_from):to_be(nil)
    expect(rules.due_back(t.general)):to_be(false)
  end)

  it("10.22: no such area: lost for good", function ()
    local t = situation { map = ground(), turn = 5, enemy = "allied infantry at N0",
      general = { "french command", escaped = 3, escaped_from = nil } }
    t.general.escaped_from = map.hex "Mid/C"
    rules.return_of_commanders(sides.french)
    expect(t.general.alive):to_be(false)
  end)
end)
