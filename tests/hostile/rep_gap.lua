-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: longer than 1 MiB
(""):rep(1000000, ("x"):rep(1000000))
