-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: two characters
("x"):match("%b")
