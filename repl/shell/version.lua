-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.version -- the program's version, one place.
return "0.1.0"
