-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `utf8`
local _ = utf8
