-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: table
error({ code = 1 })
