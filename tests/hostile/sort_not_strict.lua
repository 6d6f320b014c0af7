-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: contradicts itself
table.sort({ 3, 1, 2, 1 }, function(a, b) return a <= b end)
