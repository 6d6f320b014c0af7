-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: longer than 1 MiB
("xx"):rep(math.maxinteger)
