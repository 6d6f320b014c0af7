-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
("x"):rep(50000):match("(.-)(.-)%1%2y")
