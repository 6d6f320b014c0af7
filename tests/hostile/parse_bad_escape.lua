-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: invalid escape sequence
return "\q"
