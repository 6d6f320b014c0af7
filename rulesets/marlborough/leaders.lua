-- SPDX-License-Identifier: GPL-3.0-or-later
-- L, 5.1, 5.2, 13.7, 13.8: leaders, pools, joint command.

-- (force) -> list of leaders with it, the highest first
rule("L.values", "leaders_of", function () error "leaders_of: not written yet" end)

-- (forces) -> list of the leaders whose values count: a supreme one alone, else all joint ones
rule("L.avg", "commanders", function () error "commanders: not written yet" end)

-- (forces, purpose, place) -> AV of a group before demoralisation; purpose: move, attack, intercept, evade, siege, withdraw
rule("L.avg", "command_av", function () error "command_av: not written yet" end)

-- (forces) -> tally: the combat modifier of the leaders (L.none without one)
rule("L.avg", "command_modifier", function () error "command_modifier: not written yet" end)

-- (force) -> a leader drawn blind from its pool, or nil when that is empty
rule("5.1-pool", "draw_leader", function () error "draw_leader: not written yet" end)

-- (leader, how, captor) -> nothing; how: "pool" or "captured"
rule("C.leaderloss", "lose_leader", function () error "lose_leader: not written yet" end)

-- (moment, side) -> nothing: draws those due; moment: battle, own, enemy
rule("5.1-when", "replace_leaders", function () error "replace_leaders: not written yet" end)
