-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `getmetatable`
local _ = getmetatable
