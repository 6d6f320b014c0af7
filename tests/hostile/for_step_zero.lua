-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: 'for' step is zero
for i = 1, 2, 0 do end
