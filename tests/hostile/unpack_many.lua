-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: too many results
table.unpack({}, 1, 1e8)
