-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: longer than 1 MiB
(("x"):rep(1000)):gsub("x", ("y"):rep(10000))
