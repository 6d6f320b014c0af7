-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to compare|hole at index
local t = { 1, 2, nil, 4 }
table.sort(t)
