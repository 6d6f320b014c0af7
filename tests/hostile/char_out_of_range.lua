-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: from 0 to 255
string.char(256)
