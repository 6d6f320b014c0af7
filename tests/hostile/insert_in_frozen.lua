-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: read-only
table.insert(frozen.list, 1)
