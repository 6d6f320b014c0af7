-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `dofile`
local _ = dofile
