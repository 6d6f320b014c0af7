-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: <name> expected near
local é = 1
