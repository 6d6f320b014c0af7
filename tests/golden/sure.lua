-- SPDX-License-Identifier: GPL-3.0-or-later
return house "sure" {
  base = "duel", note = "Every strike hits.",
  rules = { hits = function (original, by) return true end },
}
