-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: read-only
frozen.inner.x = 1
