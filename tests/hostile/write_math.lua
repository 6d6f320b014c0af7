-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: `math` is read-only
math.maxinteger = 1
