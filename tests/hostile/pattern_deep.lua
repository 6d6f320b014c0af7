-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: pattern too complex
("x"):rep(1000):match(("x?"):rep(300) .. "y")
