-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to call a nil value (method 'pack')
("i4"):pack(1)
