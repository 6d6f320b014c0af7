-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: unfinished string
return "abc
