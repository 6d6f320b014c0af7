-- SPDX-License-Identifier: GPL-3.0-or-later
-- A module that is not there.
local _ = require "helpers"
return house "trial" { base = "seven-hex", charts = {} }
--> 3:11: error: require "helpers": there is no helpers.lua
