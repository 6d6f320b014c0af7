-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to call a nil value (field 'dump')
string.dump(type)
