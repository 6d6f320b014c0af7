-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: too many captures
("x"):rep(100):match(("(x)"):rep(40))
