-- SPDX-License-Identifier: GPL-3.0-or-later
-- 1, 5.4, 4.3: forces, their strength, splitting and joining.

-- (place, side|nil) -> list of forces there, of one side or of both
rule("F.force", "forces_at", function () error "forces_at: not written yet" end)

-- (side, place) -> the forces of the other side there
rule("F.force", "enemies_at", function () error "enemies_at: not written yet" end)

-- (forces) -> SP of a force or of a list of forces together
rule("F.force", "strength", function () error "strength: not written yet" end)

-- (force) -> list: the force and those that act with it this turn, itself first
rule("5.2-join", "acting", function () error "acting: not written yet" end)

-- (forces, n) -> n taken, pro rata of forces and nations; no points; a force without SP leaves play
rule("C.split", "take_sp", function () error "take_sp: not written yet" end)

-- (force, sp, nation) -> the new detachment, its leader drawn (5.1-pool)
rule("4.3", "split", function () error "split: not written yet" end)

-- (into, other) -> nothing; leaders by L.split, F.north-leader
rule("4.3", "absorb", function () error "absorb: not written yet" end)

-- (force, why) -> nothing: out of play, its leaders to the pool
rule("F.force", "remove_force", function () error "remove_force: not written yet" end)
