-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to index a string value
local s = "x"
s.upper = 1
