-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: xxxxxxxxxx
error(("x"):rep(1024 * 1024))
