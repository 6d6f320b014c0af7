-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to compare
table.sort({ 1, "a" })
