-- SPDX-License-Identifier: GPL-3.0-or-later
-- 7.8: winter.

-- (side) -> nothing
rule("7.8-loss", "winter_losses", function () error "winter_losses: not written yet" end)

-- (force) -> yes/no
rule("7.8-out", "in_quarters", function () error "in_quarters: not written yet" end)
