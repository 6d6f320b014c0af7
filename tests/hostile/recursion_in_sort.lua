-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: C stack overflow
local function f() table.sort({ 2, 1 }, f) return true end
f()
