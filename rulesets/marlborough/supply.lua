-- SPDX-License-Identifier: GPL-3.0-or-later
-- SUP, ST.range: supply lines.

-- (force, grade|nil) -> yes/no: a magazine of that grade (any) within 5 MP by an open line
rule("ST.range", "supplied", function () error "supplied: not written yet" end)

-- (force, grade|nil) -> route, magazine; or nil, what blocks: list of { place =, by = }
rule("SUP.block", "supply_line", function () error "supply_line: not written yet" end)
