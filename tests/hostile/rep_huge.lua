-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: longer than 1 MiB
("x"):rep(1 << 40)
