-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: more than 100000 results
("x"):rep(1000000):byte(1, -1)
