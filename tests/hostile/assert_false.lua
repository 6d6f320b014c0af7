-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: assertion failed
assert(false)
