-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: missing ']'
("x"):match("[x")
