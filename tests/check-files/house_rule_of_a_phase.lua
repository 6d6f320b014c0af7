-- SPDX-License-Identifier: GPL-3.0-or-later
-- A phase that is inserted starts with a rule that does not exist.
return house "trial" {
  base = "seven-hex",
  sequence = {
    { insert = { id = "dig", starts = "begin_dig" }, after = "morale" },
  },
}
--> 6:7: error: phase dig: starts names the rule begin_dig, which does not exist
