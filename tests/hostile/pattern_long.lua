-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: pattern longer than 1024 bytes
("x"):match(("x"):rep(2000))
