-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.10, 11.11: national rules and victory of the campaign.

-- (side) -> nothing: what is due before and after a side's phases
rule("11.10.3", "nations_step", function () end)

-- () -> winner, why; or nil
rule("11.11-total", "campaign_victory", function () error "campaign_victory: not written yet" end)
