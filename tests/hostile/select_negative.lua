-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: index out of range
select(-5, 1)
