-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
("a"):rep(40):match(("a?"):rep(40) .. ("a"):rep(40) .. "b")
