-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
table.sort({ 3, 1, 2 }, function() while true do end end)
