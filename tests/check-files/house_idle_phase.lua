-- SPDX-License-Identifier: GPL-3.0-or-later
-- Nothing can be done in a phase that is put in.
return house "trial" {
  base = "seven-hex",
  sequence = { { insert = { id = "dig" }, after = "morale" } },
}
--> 5:18: warning: phase dig: no command belongs to it, and nothing is automatic in it
