-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to call a nil value (global 'type')
local _ENV = {}
type(1)
