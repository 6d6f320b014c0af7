-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: n%
return 1 % 0
