-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to perform arithmetic on a string
return "10" + 1
