-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: no conversion
("%100d"):format(1)
