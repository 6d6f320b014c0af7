-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
for i = 1, math.maxinteger do end
