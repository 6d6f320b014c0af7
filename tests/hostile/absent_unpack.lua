-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: attempt to call a nil value (method 'unpack')
("i4"):unpack("abcd")
