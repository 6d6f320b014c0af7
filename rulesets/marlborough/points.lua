-- SPDX-License-Identifier: GPL-3.0-or-later
-- 9: victory points.

-- (side, points, rule, reason, fortress|nil) -> nothing: an event, and the side's total
rule("9.0", "score", function () error "score: not written yet" end)

-- (side, sp, rule, reason) -> nothing: the other side scores for SP that `side` lost
rule("9.1", "score_lost", function () error "score_lost: not written yet" end)

-- (side, sp, rule, reason) -> nothing: the other side scores for SP captured from `side`
rule("9.1", "score_captured", function () error "score_captured: not written yet" end)

-- (side) -> points
rule("9.0", "total", function () error "total: not written yet" end)
