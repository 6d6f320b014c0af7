-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unfinished capture
("x"):match("(x")
