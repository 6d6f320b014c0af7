-- SPDX-License-Identifier: GPL-3.0-or-later
-- FT, 6.5, 4.9: fortresses, garrisons, works.

-- (place) -> the fortress or open city there, or nil
rule("FT.class", "fortress_at", function () error "fortress_at: not written yet" end)

-- (fortress) -> 1, 2 or 0 (open or dismantled)
rule("FT.class", "class_of", function () error "class_of: not written yet" end)

-- (fortress) -> SP in it, intrinsic and supplementary
rule("6.5", "garrison", function () error "garrison: not written yet" end)

-- (place, side|nil) -> lines and strongpoints there
rule("FT.line", "works_at", function () error "works_at: not written yet" end)

-- (side, place) -> an enemy fortress there with a garrison, or nil
rule("FT.class", "hostile_fortress", function () error "hostile_fortress: not written yet" end)

-- (fortress, side, forces) -> nothing: control, garrison left, points
rule("4.9.3", "take_fortress", function () error "take_fortress: not written yet" end)
