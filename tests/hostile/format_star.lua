-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: no conversion
("%*d"):format(1, 2)
