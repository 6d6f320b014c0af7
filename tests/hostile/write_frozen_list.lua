-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: read-only
frozen.list[1] = 1
