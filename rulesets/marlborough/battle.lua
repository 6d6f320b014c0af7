-- SPDX-License-Identifier: GPL-3.0-or-later
-- C, 4.6: field battles.

-- (attackers, defenders, ctx) -> result: rounds until one is beaten, gone or the attacker stops; ctx: over ("minor"|"major"|"line"...), intercepting, first = piece of ground rules
rule("4.4.2", "battle", function () error "battle: not written yet" end)

-- (attackers, defenders, ctx) -> { attacker = side result, defender = side result }
rule("C.seq", "battle_round", function () error "battle_round: not written yet" end)

-- (sp, percent) -> tally: percent of SP by the quarter rule (G1)
rule("C.round", "share_of", function () error "share_of: not written yet" end)

-- (forces, victors) -> nothing: 8 MP away (G17); trains are left (C.train)
rule("C.retreat", "rout", function () error "rout: not written yet" end)

-- (forces, lost, start) -> turns
rule("C.dem-table", "demoralise", function () error "demoralise: not written yet" end)
