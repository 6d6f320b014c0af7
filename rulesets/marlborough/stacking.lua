-- SPDX-License-Identifier: GPL-3.0-or-later
-- ST: stacking by fodder.

-- (place, side) -> tally: SP that may stay there
rule("ST.class", "stacking_limit", function () error "stacking_limit: not written yet" end)

-- (place, side) -> SP there, trains as 5
rule("ST.train", "stacked", function () error "stacked: not written yet" end)

-- (side) -> nothing: at the end of the owner's turn
rule("ST.excess", "lose_excess", function () error "lose_excess: not written yet" end)
