-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: without its
("x"):match("x)")
