-- SPDX-License-Identifier: GPL-3.0-or-later
-- SG, 7.6, 4.9: sieges.

-- (forces, fortress) -> refuses by rule
rule("SG.odds", "may_besiege", function () error "may_besiege: not written yet" end)

-- (forces, fortress) -> result text
rule("SG.roll", "siege_round", function () error "siege_round: not written yet" end)
