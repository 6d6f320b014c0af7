-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: contradicts itself
table.sort({ 1, 1, 1 }, function() return true end)
