-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `_G`
local _ = _G
