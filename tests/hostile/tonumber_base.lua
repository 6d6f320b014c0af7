-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: base out of range
tonumber("10", 99)
