-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: read-only
table.sort(frozen.list)
