-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: function
error(type)
