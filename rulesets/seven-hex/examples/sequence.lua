-- SPDX-License-Identifier: GPL-3.0-or-later
-- 5 Sequence of Play and 21 the alternating one.

local ground = require "examples.ground"

local function now() return current_phase() .. " " .. game.active.key .. " " .. game.turn end

describe("5 Sequence of play", function ()
  it("5.1, 5.2: five phases of one player, then of the other; then the turn ends", function ()
    local t = situation { map = ground(), foot = "allied infantry at N3",
      guns = { "french artillery at Mid/4", pounds = 12 }, other = "allied infantry at N3" }
    expect(now()):to_be("strategic allied 1")
    t.next_phase()
    expect(now()):to_be("ranged_fire allied 1")
    expect(game.actor):to_be(sides.french)                 -- the non-active player fires
    t.next_phase()
    expect(now()):to_be("orders allied 1")
    expect(game.actor):to_be(sides.allied)
    t.next_phase()                                         -- morale runs by itself
    expect(now()):to_be("command allied 1")
    t.next_phase()
    expect(now()):to_be("strategic french 1")
    t.next_phase()                                         -- no Allied gun has a target
    expect(now()):to_be("orders french 1")
    t.next_phase()
    expect(now()):to_be("command french 1")
    t.next_phase()
    expect(now()):to_be("strategic allied 2")
  end)

  -- What the phases begin and end with, in the standard sequence and in the alternating one.
  local function begins_and_ends(options)
    options.command_focus, options.occupation = true, "last"
    -- the die of who begins, where there is one
    local function at(phase, more)
      local data = { map = ground { N3 = { village = true } }, options = options, phase = phase, turn = 2,
        foot = "allied infantry at N3", general = "allied command at N3",
        guns = { "french artillery at Mid/4", pounds = 12 }, dice = options.alternating and { 1 } or nil }
      for key, value in pairs(more or {}) do data[key] = value end
      return situation(data)
    end
    local t = at("strategic")
    create("focus", { commander = t.general, turn = 1 })
    t.next_phase()
    expect(current_phase()):to_be("ranged_fire")
    expect(#all "focus"):to_be(0)                          -- 20.2
    t = at("ranged_fire")
    t.guns.fired, sides.allied.orders = true, 2
    t.next_phase()
    expect(current_phase()):to_be("orders")
    expect(t.guns.fired):to_be(false)                      -- 7.2
    expect(sides.allied.orders):to_be(0)                   -- 8.5
    t = at("orders", { dice = options.alternating and { 1, 1 } or nil })
    local record = create("combat", { side = sides.allied })
    create("marker", { mark = "Attack", unit = t.foot, combat = record })
    sides.allied.orders = 1
    t.next_phase()
    expect(current_phase()):to_be("command")
    expect(#all "marker"):to_be(0)                         -- 10.1
    t = at("command")
    t.foot.marched, t.guns.marched = true, true
    t.next_phase()
    expect(current_phase()):to_be("strategic")
    expect(#all "holding"):to_be(1)                        -- 17.1
    return t
  end

  it("5.1: what each phase begins and ends with", function ()
    local t = begins_and_ends {}
    expect(t.foot.marched):to_be(true)                     -- it is the other player's phase now
    expect(t.guns.marched):to_be(false)                    -- 6.2
  end)

  it("5.1, 21.4: the same when the players alternate", function ()
    local t = begins_and_ends { alternating = true }
    expect(t.foot.marched):to_be(false)
    expect(t.guns.marched):to_be(false)
  end)

  it("5.1, 21.1: in alternating play a die says who begins each phase", function ()
    for _, phase in ipairs { "strategic", "ranged_fire", "command", "orders" } do
      local t = situation { map = ground(), options = { alternating = true }, phase = phase,
        foot = "allied infantry at N3", guns = { "french artillery at Mid/4", pounds = 12 },
        dice = phase == "orders" and { -1, -1 } or { -1 } }  -- two: one is for morale
      t.next_phase()
      expect(game.actor):to_be(sides.french)
      expect(game.active):to_be(sides.french)
    end
  end)

  it("5.1: morale comes after the orders", function ()
    local t = situation { map = ground(), phase = "orders", dice = { 6 },
      foot = "allied infantry disrupted at N3", foe = "french infantry at Mid" }
    t.next_phase()                                         -- the die is that of the test
    expect(now()):to_be("command allied 1")
  end)

  it("5.1: disrupted units of the other player wait for theirs", function ()
    local t = situation { map = ground(), phase = "orders", foot = "french infantry disrupted at N3",
      foe = "allied infantry at Mid" }
    t.next_phase()
    expect(t.foot.disrupted):to_be(true)
  end)

  it("5.2: charge markers go when both players have had their turn", function ()
    local t = situation { map = ground(), phase = "command", horse = "allied cavalry at N3",
      other = "french cavalry at N0" }
    t.horse.charged, t.other.countered = true, true
    t.next_phase()
    expect(t.horse.charged):to_be(true)
    t.next_phase()
    t.next_phase()
    t.next_phase()
    expect(now()):to_be("strategic allied 2")
    expect(t.horse.charged):to_be(false)
    expect(t.other.countered):to_be(false)
  end)

  it("5.3: turn after turn; the units are counted before the first", function ()
    local t = situation { map = ground(), foot = "allied infantry at N3" }
    rules.begin_turn()
    expect(sides.allied.mustered):to_be(1)
    game.turn = 2
    rules.begin_turn()
    expect(sides.allied.mustered):to_be(1)
    for _ = 1, 9 do t.next_phase() end                     -- three phases a side, no fire
    expect(game.turn):to_be(3)
  end)

  it("10.22, 6.1: nor does one return, or a march begin anew, in the turn of the other player", function ()
    local t = situation { map = ground(), turn = 3, foot = "french infantry marched held at N3",
      general = { "french command", escaped = 1 }, horse = "allied cavalry marched held at N00" }
    t.general.escaped_from = map.hex "Mid/C"
    rules.begin_strategic()                                -- of the Allies
    expect(t.general.place):to_be(nil)
    expect(t.foot.marched and t.foot.held):to_be(true)
    expect(t.horse.marched or t.horse.held):to_be(false)
    game.active = sides.french
    rules.begin_strategic()
    expect(t.general.place):to_be(map.hex "N3/C")
    expect(t.foot.marched or t.foot.held):to_be(false)
  end)

  it("10.22, 6.1: an escaped command unit returns as its owner's turn begins", function ()
    local t = situation { map = ground(), turn = 3, phase = "command", foot = "french infantry at N3",
      general = { "french command", escaped = 1 }, horse = "allied cavalry at N00" }
    t.general.escaped_from = map.hex "Mid/C"
    t.next_phase()
    expect(now()):to_be("strategic french 3")
    expect(t.general.place):to_be(map.hex "N3/C")
  end)
end)

describe("21 Alternating play", function ()
  local function alternating(more)
    local data = { map = ground(), options = { alternating = true } }
    for key, value in pairs(more) do data[key] = value end
    return situation(data)
  end

  it("21: both players do each phase before the next", function ()
    local t = alternating { dice = { 2, -1, 1, 3 }, foot = "allied infantry at N33", foe = "french infantry at N00" }
    expect(now()):to_be("strategic allied 1")
    t.next_phase()                                         -- no guns: orders; who begins 2
    expect(now()):to_be("orders allied 1")
    t.next_phase()                                         -- morale throws -1; command 1
    expect(now()):to_be("command allied 1")
    t.next_phase()
    expect(now()):to_be("strategic allied 2")
  end)

  it("21: the standard sequence unless the option is set", function ()
    local t = situation { map = ground(), foot = "allied infantry at N33" }
    t.next_phase()
    t.next_phase()
    t.next_phase()
    expect(now()):to_be("strategic french 1")
  end)

  it("21.1: the higher die begins, equal dice are thrown again", function ()
    alternating { dice = { 0, 0, -3 } }
    expect(rules.who_begins()):to_be(sides.french)
    expect(game.actor):to_be(sides.french)
    expect(game.active):to_be(sides.french)
    alternating { dice = { 0, 0, 1 } }
    expect(rules.who_begins()):to_be(sides.allied)
    expect(game.active):to_be(sides.allied)
  end)

  it("21.2: one stack each in turn", function ()
    local t = alternating { a = "allied infantry at N33", a2 = "allied infantry at N33",
      ag = "allied command at N33", f = "french infantry at N00", fg = "french command at N00",
      f2 = "french infantry at N01" }
    t.command "march a, a2 to N3"
    expect(t.a.place):to_be(map.hex "N3/C")
    expect(game.actor):to_be(sides.french)
    expect(game.active):to_be(sides.french)
    t.command "march f to N0"
    expect(game.actor):to_be(sides.allied)
  end)

  it("21.3: who stops is out for the phase, the other goes on", function ()
    local t = alternating { dice = { 1 }, a = "allied infantry at N33", ag = "allied command at N33",
      f = "french infantry at N00", fg = "french command at N00", f2 = "french infantry at N01" }
    t.command "end"
    expect(game.actor):to_be(sides.french)
    t.command "march f to N0"
    expect(game.actor):to_be(sides.french)                 -- again
    t.command "march f2 to N1"
    expect(game.phase_over):to_be(false)
    t.command "end"
    expect(game.phase_over):to_be(true)
    t.next_phase()                                         -- in the next phase both are in
    expect(current_phase()):to_be("orders")
    t.command "end"
    expect(game.phase_over):to_be(false)
  end)

  it("21.3: one stack each in turn; who has none left to test is out, the other tests on", function ()
    alternating { dice = { 1 } }
    local done = ""
    rules.take_turns({ allied = { n = 2, key = "a" }, french = { n = 4, key = "f" } }, function (state)
      if state.n == 0 then return false end
      state.n = state.n - 1
      done = done .. state.key
      return true
    end)
    expect(done):to_be("afafff")
  end)

  it("21.4: a failed order puts only its own side out of the phase", function ()
    local t = alternating { phase = "orders", dice = { { 1, 6 }, 0 }, a = "allied infantry at N33",
      f = "french infantry at N00" }
    t.command "move a to N3/C"
    expect(game.phase_over):to_be(false)
    expect(game.actor):to_be(sides.french)
    t.command "move f to N0/C"
    expect(game.actor):to_be(sides.french)                 -- the Allies are out
    expect(sides.french.orders):to_be(1)                   -- each its own Order Value
    expect(sides.allied.orders):to_be(0)
  end)

  it("21.4: by the other reading of G35 it ends the phase for both", function ()
    local t = alternating { options = { alternating = true, failed_order = "both" }, phase = "orders",
      dice = { { 1, 6 } }, a = "allied infantry at N33", f = "french infantry at N00" }
    t.command "move a to N3/C"
    expect(game.phase_over):to_be(true)
  end)

  it("21.4: both sides' guns fire, one each in turn", function ()
    local t = alternating { phase = "ranged_fire", dice = { 2, 2 }, ag = { "allied artillery at N3/1", pounds = 12 },
      fg = { "french artillery at Mid/4", pounds = 12 } }
    t.command "fire ag at Mid/4"
    expect(game.actor):to_be(sides.french)
    t.command "fire fg at N3/1"
    expect(game.actor):to_be(sides.allied)
  end)

  it("21.4: morale: all rally, then a stack each is tested in turn", function ()
    local t = alternating { dice = { -1, 6, 6 }, f = "french infantry disrupted at Mid",
      a = "allied infantry disrupted at N3", a2 = "allied infantry disrupted at N0",
      ag = { "allied command at N3", army = "" }, a3 = "allied infantry at N1", f2 = "french infantry at N5" }
    rules.alternating_morale()                             -- a rallies; the French begin
    expect(t.a.disrupted):to_be(false)
    expect(t.f.disrupted):to_be(true)
    local order = {}
    for _, n in ipairs(t.notes) do
      if n.text:find "morale at" then order[#order + 1] = n.text:match "morale at (%w+)" end
    end
    expect(order):to_equal { "Mid", "N0" }
  end)

  it("21.4: attrition, one stack each in turn, to the last", function ()
    local t = alternating { options = { alternating = true, attrition = true }, dice = { 2, 1, 1, 6, 1 },
      f = "french infantry at Mid/4", a = "allied infantry at N3/1", a2 = "allied infantry at N3/2",
      a3 = "allied artillery at N3/6", f2 = "french infantry at N2/5" }
    rules.alternating_attrition()          -- a, f, a2, f2: nobody is next to a3
    expect(t.f.disrupted):to_be(false)
    expect(t.a.disrupted):to_be(false)
    expect(t.a2.disrupted):to_be(true)
  end)

  it("21.4: morale: one stack each in turn, to the last", function ()
    local t = alternating { dice = { 1, 6, 6, 6 }, f = "french infantry disrupted at Mid", f2 = "french infantry at N2",
      a = "allied infantry disrupted at N3", a2 = "allied infantry disrupted at N23", a3 = "allied infantry at N1" }
    rules.alternating_morale()
    local order = {}
    for _, n in ipairs(t.notes) do
      if n.text:find "morale at" then order[#order + 1] = n.text:match "morale at (%w+)" end
    end
    expect(order):to_equal { "N3", "Mid", "N23" }
  end)

  it("21.4: attrition: who has lost the enemy that he faced throws no die any more", function ()
    local t = alternating { options = { alternating = true, attrition = true }, dice = { -2, 6 },
      f = "french infantry disrupted at Mid/4", a = "allied infantry at N3/1" }
    rules.alternating_attrition()          -- 21.1; the French stack throws a 6 and is eliminated
    expect(t.f.alive):to_be(false)
    expect(t.a.disrupted):to_be(false)     -- no third die was dealt
  end)
end)
