-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: a key is a table
for k in pairs({ [{}] = 1 }) do end
