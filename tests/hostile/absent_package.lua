-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unknown name `package`
local _ = package
