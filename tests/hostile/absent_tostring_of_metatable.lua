-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to index a nil value
local _ = ("").__index.format
