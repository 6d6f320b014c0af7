-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: invalid capture index
("x"):gsub("x", "%2")
