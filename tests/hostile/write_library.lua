-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: `string` is read-only
string.upper = nil
