-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: a key is a function
for k in pairs({ [type] = 1 }) do end
