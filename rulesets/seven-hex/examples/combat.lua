-- SPDX-License-Identifier: GPL-3.0-or-later
-- 10 Combat, row by row.

local ground = require "examples.ground"

local function attack(units, more)
  local order = { area = map.area "Mid", units = units }
  for key, value in pairs(more or {}) do order[key] = value end
  return rules.attack(order)
end

describe("10.1 to 10.6: the order to attack", function ()
  it("10 note: infantry with platoon fire, and only infantry", function ()
    local t = situation { map = ground(), platoon = "allied infantry platoon at N0",
      rank = "allied infantry at N0",
      horse = "allied cavalry at N1" }
    expect(rules.count({ t.platoon, t.rank, t.horse }).platoon):to_be(1)
  end)

  it("10.1: Attack and Defend markers stay with the units until the phase is completed", function ()
    local t = situation { map = ground(), dice = { 0, 4, 4 }, foot = "allied infantry at N0",
      guns = "allied artillery at N0", one = "french infantry at Mid",
        two = "french cavalry disrupted at Mid/3" }
    attack({ t.foot })
    expect(#all "marker"):to_be(4)
    local combat = all("combat")[1]                        -- which is over, and known as long as they lie
    expect(game.combat):to_be(combat)
    expect(combat.side):to_be(sides.allied)
    expect(combat.from):to_be(map.hex "N0/C")
    expect(combat.at):to_be(map.hex "Mid/C")
    for _, marker in ipairs(all "marker") do expect(marker.combat):to_be(combat) end
    expect(rules.attacks_made(t.foot)):to_be(1)
    expect(rules.attacks_made(t.guns)):to_be(1)
    expect(rules.attacks_made(t.one)):to_be(0)
    rules.remove_markers()
    expect(#all "marker"):to_be(0)
    expect(#all "combat"):to_be(0)
  end)

  it("10.1: there must be an enemy, in an adjacent area", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", enemy = "french infantry at N3" }
    expect(function () attack({ t.foot }) end):to_refuse "10.1"
    expect(function ()
      rules.attack { area = map.area "N3", units = { t.foot } }
    end):to_refuse "9.1"
  end)

  it("10.2: disrupted defenders count for nothing", function ()
    local t = situation { map = ground(), dice = { 0, 1, 1 }, foot = "allied infantry at N0",
      one = "french infantry at Mid/1", two = "french cavalry disrupted at Mid/4" }
    local battle = attack({ t.foot })
    expect(battle.aggregate_dv):to_be(5)
    expect(battle.modified_dv):to_be(7)                    -- facing +2; no +4, no -2
    expect(battle.defenders_before):to_be(1)
  end)

  it("10.3: the dice of a combat come before the next order", function ()
    local t = situation { map = ground(), dice = { 0, 4, 3, 0 }, foot = "allied infantry at N0",
      other = "allied infantry at N1", enemy = "french infantry at Mid" }
    local battle = t.command "attack Mid with foot"
    expect(battle.margin):to_be(0)
    rules.tactical_move({ t.other }, map.hex "N11/C")
    expect(sides.allied.orders):to_be(2)
  end)

  it("10.4: a hit disrupts, a second one eliminates, also in the same combat", function ()
    local t = situation { map = ground(), foot = "french infantry at Mid" }
    rules.hit(t.foot)
    expect(t.foot.disrupted):to_be(true)
    rules.hit(t.foot)
    expect(t.foot.alive):to_be(false)
    expect(sides.french.lost):to_be(1)
  end)

  it("10.4: the owner may give a hit to a disrupted unit", function ()
    local t = situation { map = ground(), answers = { "old" }, fresh = "french infantry at Mid",
      old = "french infantry disrupted at Mid" }
    expect(rules.allocate_hits(sides.french, { t.fresh, t.old }, 2)):to_be(2)
    expect(t.old.alive):to_be(false)
    expect(t.fresh.disrupted):to_be(true)
  end)

  it("10.4: hits beyond what there is to lose find nobody", function ()
    local t = situation { map = ground(), foot = "french infantry at Mid" }
    local foot = t.foot
    expect(rules.allocate_hits(sides.french, { foot }, 3)):to_be(2)
    expect(foot.alive):to_be(false)
    expect(sides.french.lost):to_be(1)
  end)

  it("10.4: what is offered first: a gun, then a fresh unit, before one that would be lost", function ()
    local t = situation { map = ground(), old = "french infantry disrupted at Mid", fresh = "french infantry at Mid",
      gun = "french artillery at Mid/2", spent = "french artillery disrupted at Mid/3" }
    expect(rules.cheapest_loss { t.old, t.spent }):to_be(t.old)
    expect(rules.cheapest_loss { t.old, t.spent, t.fresh }):to_be(t.fresh)
    expect(rules.cheapest_loss { t.spent, t.fresh, t.gun }):to_be(t.gun)
    local asked
    t = situation { map = ground(), answers = { function (q) asked = q.default return q.from[1] end },
      old = "french infantry disrupted at Mid", fresh = "french infantry at Mid" }
    rules.allocate_hits(sides.french, { t.old, t.fresh }, 1)
    expect(asked):to_be(t.fresh)
  end)

  it("10.5: only disrupted defenders: final DV 0, and no die", function ()
    local t = situation { map = ground(), dice = { 0, 2, 6 }, answers = { {} },
      foot = "allied infantry at N0",
      enemy = "french infantry disrupted at Mid", general = "french command experienced at Mid" }
    local battle = attack({ t.foot })
    for _, value in ipairs { battle.aggregate_dv, battle.modified_dv, battle.adjusted_dv, battle.final_dv } do
      expect(value):to_be(0)
    end
    local said = false
    for _, entry in ipairs(t.notes) do said = said or entry.text:find "only disrupted units defend Mid" ~= nil end
    expect(said):to_be(true)
    expect(battle.final_av):to_be(4)
    expect(battle.outcome.hits_on_defender):to_be(1)       -- capped: one attacker
    expect(t.enemy.alive):to_be(false)
  end)
end)

describe("10.6 to 10.12: values and dice", function ()
  it("10.7: Combat Factors in defence", function ()
    local t = situation { map = ground(), foot = "french infantry at Mid", horse = "french cavalry at Mid",
      outer = "french artillery at Mid/2", central = "french artillery at Mid" }
    local function dv(...) return rules.aggregate_dv(rules.count { ... }).total end
    expect(dv(t.foot)):to_be(5)
    expect(dv(t.horse)):to_be(4)
    expect(dv(t.outer)):to_be(1)
    expect(dv(t.central)):to_be(3)
    expect(dv(t.foot, t.horse, t.outer, t.central)):to_be(13)
  end)

  local function modified(units)
    units.map, units.foot, units.invariants = ground(), "allied infantry at N0", false
    local t = situation(units)
    local defenders = rules.combat_units_of(sides.french, units_in(map.area "Mid"))
    local battle = { area = map.area "Mid", from = map.area "N0", defenders = defenders,
      attackers = { t.foot }, commanders = {} }
    rules.count_sides(battle)
    return rules.modified_dv(battle, tally "DV").total
  end
  it("10.8: every row of the table", function ()
    expect(modified { a = "french infantry at Mid" }):to_be(0)
    expect(modified { a = "french infantry at Mid", b = "french cavalry at Mid" }):to_be(4)
    expect(modified { a = "french infantry platoon at Mid", b = "french infantry platoon at Mid" }):to_be(4)
    expect(modified { a = "french infantry guns at Mid", b = "french infantry guns at Mid" }):to_be(2)
    expect(modified { a = "french infantry at Mid/1", b = "french infantry at Mid/2" }):to_be(4)
    expect(modified { a = "french artillery at Mid/2" }):to_be(2)
    for number = 3, 6 do
      expect(modified { a = "french infantry at Mid/" .. number }):to_be(-2)
      expect(modified { a = "french cavalry at Mid/" .. number }):to_be(-2)
      expect(modified { a = "french artillery at Mid/" .. number }):to_be(-1)
    end
    expect(modified { a = "french artillery at Mid" }):to_be(0)
    expect(modified { a = "french infantry disrupted guns platoon at Mid/1" }):to_be(0)
  end)

  it("10.9: Combat Factors in attack; artillery only with units that were ordered", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", horse = "allied cavalry at N0",
      guns = "allied artillery at N0", outer = "allied artillery at N0/3",
        hurt = "allied artillery disrupted at N0" }
    local centre = map.hex "N0/C"
    expect(rules.supporting_artillery(sides.allied, centre)):to_equal { t.guns }
    expect(rules.aggregate_av(rules.count { t.foot })):to_be(5)
    expect(rules.aggregate_av(rules.count { t.horse })):to_be(4)
    expect(rules.aggregate_av(rules.count { t.foot, t.guns })):to_be(7)
  end)

  it("10.10: a repeated attack is halved, rounded down, before the rest", function ()
    local t = situation { map = ground(), dice = { 0, 4, 4, 0, 4, 4 },
      foot = "allied infantry platoon guns at N0", enemy = "french infantry at Mid/1" }
    local battle = attack({ t.foot })
    expect(battle.modified_av):to_be(8)
    battle = attack({ t.foot })
    expect(battle.aggregate_av):to_be(5)
    expect(battle.modified_av):to_be(5)                    -- 5 // 2 + 2 + 1
  end)

  it("10.10: +4 for each earlier attack by different units; none for the same units", function ()
    local t = situation { map = ground(), dice = { 0, 5, 3, 0, 5, 1, 0, 6, 1 }, answers = { "stay" },
      one = "allied infantry at N0", two = "allied infantry at N1", three = "allied infantry at N2",
      enemy = "french infantry at Mid" }
    expect(attack({ t.one }).earlier):to_be(0)
    expect(attack({ t.two }).earlier):to_be(1)
    local battle = attack({ t.three })
    expect(battle.earlier):to_be(2)
    expect(battle.modified_av):to_be(5 + 8 + 4)            -- and surrounded by two areas more
  end)

  it("10.10: who attacked somebody else before is different too, and halved", function ()
    local t = situation { map = ground(), dice = { 0, 4, 4, 0, 5, 4, 0, 6, 4 },
      one = "allied infantry at N0", two = "allied infantry at N1", enemy = "french infantry at Mid",
      other = "french infantry at N11" }
    expect(rules.attack({ area = map.area "N11", units = { t.two } }).margin):to_be(0)
    expect(attack({ t.one }).earlier):to_be(0)
    local battle = attack({ t.two })
    expect(battle.earlier):to_be(1)
    expect(battle.modified_av):to_be(2 + 4 + 2)            -- 5 // 2, by one before, N0 next door
  end)

  it("10.10: cavalry and infantry together, platoon fire, battalion guns", function ()
    local t = situation { map = ground(), dice = { 0, 6, 1 }, answers = { "stay" },
      foot = "allied infantry platoon guns at N0", horse = "allied cavalry at N0",
        enemy = "french infantry at Mid" }
    local battle = attack({ t.foot, t.horse })
    expect(battle.modified_av):to_be(9 + 4 + 2 + 1)
  end)

  local function surrounded(units)
    units.map, units.foot, units.enemy = ground(), "allied infantry at N0", "french infantry at Mid"
    situation(units)
    return rules.surrounded_by { area = map.area "Mid", from = map.area "N0", side = sides.allied }
  end
  it("10.10: surrounded: hostile areas with good-order units less friendly ones", function ()
    expect(surrounded {}):to_be(0)                         -- the launching area does not count
    expect(surrounded { a = "allied infantry at N1" }):to_be(1)
    expect(surrounded { a = "allied infantry at N1", b = "allied cavalry at N1" }):to_be(1)
    expect(surrounded { a = "allied infantry disrupted at N1" }):to_be(0)
    expect(surrounded { a = "allied command at N1" }):to_be(0)
    expect(surrounded { a = "allied infantry at N1", b = "french infantry at N3" }):to_be(0)
    expect(surrounded { a = "allied infantry at N1", b = "french infantry disrupted at N3" }):to_be(0)
    expect(surrounded { a = "allied infantry at N1", b = "allied infantry at N2",
      c = "allied infantry at N5" }):to_be(3)
  end)

  it("10.10: into lower ground +2 a unit, infantry and cavalry", function ()
    local t = situation { map = ground { N0 = { height = 1 } }, dice = { 0, 6, 4 },
      foot = "allied infantry at N0", guns = "allied artillery at N0", enemy = "french infantry at Mid" }
    local battle = attack({ t.foot })
    expect(rules.downhill_units(battle)):to_be(1)
    expect(battle.modified_av):to_be(5 + 2 + 2)
    t = situation { map = ground { N0 = { height = 2 }, Mid = { height = 1 } }, foot = "allied infantry at N0",
      horse = "allied cavalry at N0" }
    battle = { area = map.area "Mid", from = map.area "N0", attack = rules.count { t.foot, t.horse } }
    expect(rules.downhill_units(battle)):to_be(2)
    t = situation { map = ground { Mid = { height = 1 } }, dice = { 0, 6, 6 },
      foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    expect(attack({ t.foot }).modified_av):to_be(5)     -- nothing uphill
  end)

  it("10.10: into a town -3 for each cavalry unit", function ()
    local t = situation { map = ground { Mid = { terrain = { C = "town" } } }, dice = { 0, 1, 3 },
      horse = "allied cavalry at N0", enemy = "french infantry at Mid" }
    local battle = attack({ t.horse })
    expect(battle.modified_av):to_be(1)
    expect(battle.adjusted_av):to_be(0)
  end)

  it("10.11: halves round down, below zero too", function ()
    situation { map = ground() }
    expect(rules.halve(tally("AV", 5))):to_be(2)
    expect(rules.halve(tally("AV", 4))):to_be(2)
    expect(rules.halve(tally("AV", -3))):to_be(-2)
  end)

  it("10.11: one die, two with an experienced, three with an exceptional commander", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0",
      good = "allied command experienced at N0",
      best = "allied command exceptional at N0" }
    expect(rules.command_dice({}, { t.foot })):to_be("1d6")
    expect(rules.command_dice({ t.good }, { t.foot })):to_be("2d6kh1")
    expect(rules.command_dice({ t.good, t.best }, { t.foot })):to_be("3d6kh1")
    expect(rules.command_dice({ t.best, t.good }, { t.foot })):to_be("3d6kh1")
  end)

  it("10.11: a command unit without quality adds no die, and hides no better one", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", plain = "allied command at N0",
      good = "allied command experienced at N0" }
    expect(rules.command_dice({ t.plain }, { t.foot })):to_be("1d6")
    expect(rules.command_dice({ t.plain, t.good }, { t.foot })):to_be("2d6kh1")
    expect(rules.command_dice({ t.good, t.plain }, { t.foot })):to_be("2d6kh1")
  end)

  it("10.11, 10.12: the attacker commits a commander of the launching hex; the best die counts", function ()
    local t = situation { map = ground(), dice = { 0, 4, { 1, 3, 4 } }, foot = "allied infantry at N0",
      duke = "allied command exceptional at N0", far = "allied command experienced at N1",
      enemy = "french infantry at Mid" }
    expect(function () attack({ t.foot }, { commander = t.far }) end):to_refuse "10.11"
    expect(function () attack({ t.foot }, { commander = t.foot }) end):to_refuse "10.11"
    local battle = attack({ t.foot }, { commander = t.duke })
    expect(battle.final_av):to_be(6)
    expect(battle.final_dv):to_be(6)
  end)
end)

describe("10.13 to 10.20: the outcome", function ()
  it("10.13: the higher final value wins", function ()
    situation { map = ground() }
    expect(rules.result_of(4)):to_be("attacker wins by 4+")
    expect(rules.result_of(3)):to_be("attacker wins")
    expect(rules.result_of(1)):to_be("attacker wins")
    expect(rules.result_of(0)):to_be("tie")
    expect(rules.result_of(-1)):to_be("defender wins")
  end)

  it("10.14: a tie: all stay, the defenders too, and nobody is asked", function ()
    local t = situation { map = ground(), dice = { 0, 4, 4 }, answers = { "N3" }, foot = "allied infantry at N0",
      enemy = "french infantry at Mid" }
    local battle = attack({ t.foot })
    expect(battle.margin):to_be(0)
    expect(t.enemy.place):to_be(map.hex "Mid/C")
    expect(t.foot.place):to_be(map.hex "N0/C")
    rules.may_withdraw(battle.outcome)                     -- the answer was for this
    expect(t.enemy.place):to_be(map.hex "N3/C")
  end)

  it("10.15: half the difference, at most the winner's undisrupted units", function ()
    situation { map = ground() }
    for margin, hits in ipairs { 0, 1, 1, 2, 2, 3, 3, 4 } do
      expect(rules.hits_on_loser(margin, 6)):to_be(hits)
      expect(rules.hits_on_loser(-margin, 6)):to_be(hits)
      expect(rules.hits_on_loser(margin, 2)):to_be(hits < 2 and hits or 2)
    end
  end)

  it("10.16: half the hits inflicted, adjusted by a die, within three limits", function ()
    situation { map = ground() }
    for _, row in ipairs { { 1, -1 }, { 2, -1 }, { 3, 0 }, { 4, 0 }, { 5, 0 }, { 6, 1 } } do
      expect(charts.return_hits:at(row[1])):to_be(row[2])
    end
    expect(rules.hits_on_winner(1, 3, -1)):to_be(0)
    expect(rules.hits_on_winner(1, 3, 1)):to_be(1)
    expect(rules.hits_on_winner(3, 3, 1)):to_be(2)
    expect(rules.hits_on_winner(3, 1, 1)):to_be(1)         -- one undisrupted loser
    expect(rules.hits_on_winner(4, 4, -1)):to_be(1)
    expect(rules.hits_on_winner(0, 3, 1)):to_be(0)         -- not more than were inflicted
    expect(rules.return_hits(sides.french, 0, 3)):to_be(0) -- no die: nothing was inflicted
    expect(rules.return_hits(sides.french, 2, 0)):to_be(0) -- no die: nobody could
  end)

  it("10.17: the defenders win: attackers stay, defenders may withdraw", function ()
    local t = situation { map = ground(), dice = { 0, 6, 4, 1 }, answers = { "N2" },
      foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    local battle = attack({ t.foot })
    expect(battle.margin):to_be(-2)
    expect(t.reports.result):to_be("defender wins")
    expect(battle.outcome.hits_on_attacker):to_be(1)
    expect(t.foot.place):to_be(map.hex "N0/C")
    expect(t.enemy.place):to_be(map.hex "N2/C")
  end)

  it("10.18: four or more: retreat and advance; one to three: stay or withdraw, no advance", function ()
    local t = situation { map = ground(), dice = { 0, 1, 5, 1 },
      answers = { { "foot" }, "Mid/5", "N33 by way of N3" },
      foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    attack({ t.foot })
    expect(t.foot.place):to_be(map.hex "Mid/5")
    expect(t.enemy.place):to_be(map.hex "N33/C")
    t = situation { map = ground(), dice = { 0, 1, 4, 1 }, answers = { "stay" },
      foot = "allied infantry at N0", enemy = "french infantry at Mid" }
    attack({ t.foot })
    expect(t.foot.place):to_be(map.hex "N0/C")
    expect(t.enemy.place):to_be(map.hex "Mid/C")
  end)

  it("10.18: the committed commander may advance with the units", function ()
    local t = situation { map = ground(), dice = { 0, 1, { 5, 1, 1 }, 1 },
      answers = { { "foot" }, "Mid/5", true, "N33 by way of N3" },
      foot = "allied infantry at N0", duke = "allied command exceptional at N0",
        enemy = "french infantry at Mid" }
    attack({ t.foot }, { commander = t.duke })
    expect(t.duke.place):to_be(map.hex "Mid/C")
  end)

  it("10.18: unless told otherwise all advance to the central hex, the commander with them", function ()
    local t = situation { map = ground { Mid = { terrain = { [3] = "marsh", [6] = "woods" } } },
      dice = { 0, 1, { 5, 1, 1 } }, foot = "allied infantry at N0", horse = "allied cavalry at N0",
      duke = "allied command exceptional at N0", enemy = "french infantry at Mid" }
    local battle = attack({ t.foot, t.horse }, { commander = t.duke })
    expect(#battle.outcome.advance):to_be(3)
    for _, unit in ipairs { t.foot, t.horse, t.duke } do expect(unit.place):to_be(map.hex "Mid/C") end
    local names = {}
    for i, hex in ipairs(rules.advance_hexes(map.area "Mid")) do names[i] = hex.name end
    expect(names):to_equal { "Mid/C", "Mid/1", "Mid/2", "Mid/4", "Mid/5" }     -- 4.5
  end)

  it("10.18: where no unit advances, the commander is not asked", function ()
    local asked = 0
    local t = situation { map = ground(), dice = { 0, 1, { 5, 1, 1 }, 1 },
      answers = { {}, function () asked = asked + 1 return "N33 by way of N3" end },
      foot = "allied infantry at N0", duke = "allied command exceptional at N0", enemy = "french infantry at Mid" }
    local battle = attack({ t.foot }, { commander = t.duke })
    expect(#battle.outcome.advance):to_be(0)
    expect(t.duke.place):to_be(map.hex "N0/C")
    expect(asked):to_be(1)                                 -- for the route of the retreat, 13.1
  end)

  it("10.19: no hits come back from a side without combat units", function ()
    local t = situation { map = ground(), dice = { 0, 3 }, answers = { {} },
      foot = "allied infantry at N0", enemy = "french infantry disrupted at Mid" }
    local battle = attack({ t.foot })
    expect(t.enemy.alive):to_be(false)
    expect(battle.outcome.hits_on_attacker):to_be(0)
  end)

  it("10.19: only cavalry in good order that has not advanced has the free move", function ()
    local t = situation { map = ground(), foot = "allied infantry at N0", horse = "allied cavalry at N0",
      tired = "allied cavalry disrupted at N1" }
    local outcome = { units = { t.foot, t.horse, t.tired }, advance = {} }
    expect(rules.free_movers(outcome)):to_equal { t.horse }
    outcome.advance = { { unit = t.horse, hex = map.hex "Mid/C" } }
    expect(rules.free_movers(outcome)):to_equal {}         -- G24
  end)

  it("10.19: the free move keeps the limits of 6.2 near the enemy", function ()
    local t = situation { map = ground { borders = { { "N0", "Mid", road = true }, { "Mid", "N3",
      road = true } } },
      horse = "allied cavalry at N0", enemy = "french infantry at N4" }
    local names = {}
    for i, area in ipairs((rules.field_reach { t.horse })) do names[i] = area.name end
    expect(names):to_contain "N3"                          -- next to N4: may enter,
    expect(rules.may_leave({ t.horse }, map.area "N3")):to_be(false)   -- but not leave again
    expect(rules.road_is_safe(map.area "Mid", sides.french)):to_be(false)
    expect(#rules.road_reach { t.horse }):to_be(0)
  end)

  it("10.20: artillery never advances or withdraws, and a forced retreat eliminates it", function ()
    local t = situation { map = ground(), dice = { 0, 1, 5, 1 }, answers = { {} },
      foot = "allied infantry at N0", guns = "french artillery at Mid" }
    attack({ t.foot })
    expect(t.guns.alive):to_be(false)
    t = situation { map = ground(), dice = { 0, 1, 3, 1 }, foot = "allied infantry at N0",
      guns = "french artillery at Mid" }
    attack({ t.foot })                                  -- won by three: no question is asked
    expect(t.guns.place):to_be(map.hex "Mid/C")
    expect(rules.may_advance(t.guns)):to_be(false)
  end)
end)
