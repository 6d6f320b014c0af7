-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: invalid capture index
("x"):match("%1")
