-- SPDX-License-Identifier: GPL-3.0-or-later
-- The file ends before its base can be read.
return house "trial" {
  base =
--> 6:1: error: unexpected symbol near <eof>
