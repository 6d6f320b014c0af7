-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: table
error({ rule = "1", text = "no" })
