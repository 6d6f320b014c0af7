-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: nil
error(nil)
