-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: `table` is read-only
table.mine = 1
