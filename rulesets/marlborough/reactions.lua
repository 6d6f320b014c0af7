-- SPDX-License-Identifier: GPL-3.0-or-later
-- INT, 4.7, 4.6.9: interception, evading.

-- (side, place) -> forces of that side within 4 MP of the place that may try (G34)
rule("INT.range", "possible_interceptors", function () return {} end)

-- (forces, place) -> "none", "fought", "evaded" or "stopped": called after each hex that active forces enter
rule("INT.declare", "offer_interception", function () return "none" end)

-- (forces, from, free) -> yes/no: asks, rolls, moves; from: the attackers
rule("4.7", "evade", function () return false end)

-- (forces, most) -> places where an evading force may go
rule("4.7", "evade_places", function () return {} end)
