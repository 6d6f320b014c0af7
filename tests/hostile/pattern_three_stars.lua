-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
("x"):rep(100000):match(".*.*.*y")
