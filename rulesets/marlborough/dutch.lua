-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.5: Dutch caution.

-- (leader, forces, purpose, place) -> 0, -1 or -2
rule("13.5-co", "dutch_caution", function () error "dutch_caution: not written yet" end)
