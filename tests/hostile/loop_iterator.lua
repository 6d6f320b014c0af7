-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
for _ in function() return 1 end do end
