-- SPDX-License-Identifier: GPL-3.0-or-later
-- MAG, 7: magazines.

-- (army or nation, side) -> list
rule("MAG.prim", "magazines_of", function () error "magazines_of: not written yet" end)

-- (side, place) -> nothing: enemy magazines alone there are destroyed
rule("7.9", "destroy_magazines", function () error "destroy_magazines: not written yet" end)
