-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
local set = "[" .. ("ab"):rep(150) .. "]*"
(("a"):rep(1000000) .. "x"):match("^" .. set .. set .. "y")
