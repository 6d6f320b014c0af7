-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.2 to 4.5: movement points, steps, actions.

-- (piece) -> MP of a force or train this turn, debt taken off
rule("4.2-mp", "allowance", function () error "allowance: not written yet" end)

-- (piece) -> MP that it can still spend this turn
rule("4.2-save", "movement_left", function () error "movement_left: not written yet" end)

-- (forces, mp, rule, reason) -> nothing: spends this turn's MP; refuses when they are not there
rule("4.2-save", "pay", function () error "pay: not written yet" end)

-- (forces, mp) -> yes/no: whether next turn's allowance bears it (G34)
rule("4.2-save", "can_owe", function () error "can_owe: not written yet" end)

-- (forces, mp, rule, reason) -> nothing: spends ahead from next turn
rule("4.2-save", "owe", function () error "owe: not written yet" end)

-- (piece, from, to) -> tally of MP for one step, or nil and why not
rule("4.2-cost", "step_cost", function () error "step_cost: not written yet" end)

-- (forces, to, purpose) -> refuses by rule what 4.5, stacking of estuaries and borders forbid
rule("4.5", "may_enter", function () error "may_enter: not written yet" end)

-- (piece, from, to, most) -> MP by the cheapest way, or nil when it is farther than most
rule("4.2-cost", "distance_mp", function () error "distance_mp: not written yet" end)

-- (piece, most) -> the set reach() of places within most MP, enemies blocking
rule("4.2-cost", "within", function () error "within: not written yet" end)
