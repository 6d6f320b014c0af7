-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: in sort
table.sort({ 2, 1 }, function() error("in sort") end)
