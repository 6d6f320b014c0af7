-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `os`
local env = _ENV
local function f(_ENV) return os end
f(env)
