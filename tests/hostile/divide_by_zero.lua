-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to divide by zero|n//0
return 1 // 0
